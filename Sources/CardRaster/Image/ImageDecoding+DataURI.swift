extension ImageDecoding {
  /// Reads a `data:` URI: `data:[<mediatype>][;base64],<data>` (RFC 2397).
  ///
  /// The media type is `text/plain` when there is none, and without its parameters. Base64 is strict: only its
  /// alphabet, white space between, right padding or none.
  ///
  /// - Throws: `RasterError.image` with what is wrong, `RasterError.limit` for more than `Limits.imageBytes`.
  public static func dataURI(_ text: String) throws(RasterError) -> (mediaType: String, bytes: [UInt8]) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 5, String(decoding: bytes[..<5], as: UTF8.self).lowercased() == "data:" else {
      throw .image(reason: "a data URI begins with 'data:'")
    }
    guard let comma = bytes.firstIndex(of: UInt8(ascii: ",")) else {
      throw .image(reason: "the data URI has no comma before its data")
    }
    guard (bytes.count - comma) / 4 * 3 <= Limits.imageBytes else {
      throw .limit(
        what: "the size of a picture in bytes", value: Double((bytes.count - comma) / 4 * 3),
        limit: Double(Limits.imageBytes))
    }
    let words = String(decoding: bytes[5..<comma], as: UTF8.self)
      .split(separator: ";", omittingEmptySubsequences: false)
      .map { $0.filter { !$0.isWhitespace }.lowercased() }
    let mediaType = words[0].isEmpty ? "text/plain" : words[0]
    let data = try percentDecoded(bytes[(comma + 1)...])
    return (mediaType, words.dropFirst().last == "base64" ? try base64Decoded(data) : data)
  }

  private static func percentDecoded(_ text: ArraySlice<UInt8>) throws(RasterError) -> [UInt8] {
    guard text.contains(UInt8(ascii: "%")) else { return Array(text) }
    var out: [UInt8] = []
    out.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == UInt8(ascii: "%") {
        guard index + 2 < text.endIndex, let high = hexDigit(text[index + 1]),
          let low = hexDigit(text[index + 2])
        else { throw .image(reason: "the data URI has a '%' without two hexadecimal digits after it") }
        out.append(high << 4 | low)
        index += 3
      } else {
        out.append(text[index])
        index += 1
      }
    }
    return out
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func base64Decoded(_ text: [UInt8]) throws(RasterError) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(text.count / 4 * 3)
    var held: UInt32 = 0
    var digits = 0
    var padding = 0
    for byte in text {
      let value: UInt8
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0C, 0x0D: continue
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      case UInt8(ascii: "="):
        padding += 1
        continue
      default: throw .image(reason: "the data URI is not base64: it holds a byte that base64 does not have")
      }
      guard padding == 0 else { throw .image(reason: "the data URI is not base64: data follow the padding") }
      held = held << 6 | UInt32(value)
      digits += 1
      if digits & 3 == 0 {
        out += [UInt8(held >> 16 & 255), UInt8(held >> 8 & 255), UInt8(held & 255)]
        held = 0
      }
    }
    switch (digits & 3, padding) {
    case (0, 0): break
    case (2, 0), (2, 2):
      guard held & 15 == 0 else { throw .image(reason: "the data URI is not base64: bits are left over") }
      out.append(UInt8(held >> 4 & 255))
    case (3, 0), (3, 1):
      guard held & 3 == 0 else { throw .image(reason: "the data URI is not base64: bits are left over") }
      out += [UInt8(held >> 10 & 255), UInt8(held >> 2 & 255)]
    default: throw .image(reason: "the data URI is not base64: it is cut short")
    }
    return out
  }
}
