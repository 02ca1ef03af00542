/// Base64 (RFC 4648, section 4), for pictures inside documents.
package enum Base64 {
  /// Encodes bytes as Base64 with padding, without line breaks.
  package static func encode(_ bytes: [UInt8]) -> String {
    var out: [UInt8] = []
    append(bytes, to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  /// Appends the same text to UTF-8 bytes.
  package static func append(_ bytes: [UInt8], to out: inout [UInt8]) {
    out.reserveCapacity(out.count + (bytes.count + 2) / 3 * 4)
    let whole = bytes.count - bytes.count % 3
    for at in stride(from: 0, to: whole, by: 3) {
      let group = UInt32(bytes[at]) << 16 | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2])
      out.append(letter(group >> 18))
      out.append(letter(group >> 12))
      out.append(letter(group >> 6))
      out.append(letter(group))
    }
    let padding = UInt8(ascii: "=")
    switch bytes.count - whole {
    case 1:
      let group = UInt32(bytes[whole]) << 16
      out.append(contentsOf: [letter(group >> 18), letter(group >> 12), padding, padding])
    case 2:
      let group = UInt32(bytes[whole]) << 16 | UInt32(bytes[whole + 1]) << 8
      out.append(contentsOf: [letter(group >> 18), letter(group >> 12), letter(group >> 6), padding])
    default: break
    }
  }

  private static let letters = [UInt8](
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The letter for the lowest six bits.
  private static func letter(_ bits: UInt32) -> UInt8 { letters[Int(bits & 63)] }
}
