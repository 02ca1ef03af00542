/// The properties of a PNG file that affect how its pixels are shown.
struct PNGHeader: Equatable {
  var width: Int
  var height: Int
  /// Whether an `acTL` chunk of more than one frame comes before the pixels: the file is animated.
  var isAnimated = false
  /// Whether the file has animation frames, which viewers may show instead of the default image.
  var hasFrames = false
  /// Whether pixels have one channel besides alpha.
  var isGrey: Bool
  /// Whether pixels are palette indices.
  private var isPalette: Bool
  /// The colour space of the pixels.
  ///
  /// A `gAMA` chunk alone is not included, as libpng applies it, unless there is a palette.
  var colors = PictureColors.sRGB
  /// The orientation of the camera, from an `eXIf` chunk before or after the pixels.
  var orientation = ImageOrientation.upright
  /// Whether the colour chunks can be hidden from libpng.
  private var hidesColors = false
  /// The ranges of the colour chunks.
  private var colorChunks: [Range<Int>] = []

  /// Reads IHDR, which must come first, and scans the other chunks.
  init(_ bytes: [UInt8]) throws(RasterError) {
    func number(_ offset: Int) -> Int {
      bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    let damaged = RasterError.image(reason: "the PNG picture is damaged: its header cannot be read")
    guard bytes.count >= 33, number(8) == 13, bytes[12..<16].elementsEqual("IHDR".utf8) else { throw damaged }
    width = number(16)
    height = number(20)
    guard (1...Int(Int32.max)).contains(width), (1...Int(Int32.max)).contains(height) else { throw damaged }
    isGrey = bytes[25] & 3 == 0
    isPalette = bytes[25] == 3
    var found: [String: [UInt8]] = [:]
    var isBeforePixels = true
    var offset = 33
    while offset + 12 <= bytes.count {
      let name = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
      let (length, start) = (number(offset), offset)
      offset += 12 + length
      if name == "IDAT" { isBeforePixels = false }
      let isColor = Self.colorNames.contains(name)
      guard isColor || name == "acTL" || name == "eXIf", isBeforePixels || name == "eXIf" else { continue }
      if isColor { colorChunks.append(start..<min(offset, bytes.count)) }
      // Of several chunks with the same name the first valid one counts.
      guard offset <= bytes.count, found[name] == nil,
        Deflate.crc32(bytes, start + 4..<offset - 4) == UInt32(number(offset - 4))
      else { continue }
      found[name] = Array(bytes[start + 8..<offset - 4])
    }
    if let frames = found["acTL"], frames.count == 8 {
      hasFrames = true
      isAnimated = frames[..<4] != [0, 0, 0, 0] && frames[..<4] != [0, 0, 0, 1]
    }
    if let exif = found["eXIf"] { orientation = ImageOrientation(exif: exif) }
    readColors(found)
  }

  private static let colorNames: Set<String> = ["cICP", "iCCP", "sRGB", "gAMA", "cHRM"]

  /// Determines the colour space from the chunk with the highest priority.
  ///
  /// The order is that of Portable Network Graphics, third edition, section 4.3. As in browsers, `cHRM` is
  /// used only together with `gAMA`. If both have the values of sRGB, as many programs write them, the colour
  /// space is sRGB.
  private mutating func readColors(_ chunks: [String: [UInt8]]) {
    hidesColors = true
    if let points = chunks["cICP"] {
      colors = PictureColors(codePoints: points)
    } else if let profile = chunks["iCCP"] {
      colors = Self.profile(profile)
    } else if chunks["sRGB"] != nil {
      colors = .sRGB
    } else if let gamma = chunks["gAMA"].flatMap(Self.numbers), gamma.count == 1,
      (0.02...5).contains(gamma[0]),
      let corners = chunks["cHRM"].flatMap(Self.numbers), corners.count == 8,
      case let primaries = PictureColors.Primaries(numbers: corners), primaries.isUsable, !primaries.isSRGB
    {
      colors = .primaries(primaries, .power(1 / gamma[0]))
    } else if isPalette, let gamma = chunks["gAMA"].flatMap(Self.numbers), gamma.count == 1,
      (0.02...5).contains(gamma[0]), abs(gamma[0] * 2.2 - 1) > 0.05
    {
      // For all other pictures libpng applies gAMA if it differs by that much from the gamma of screens.
      colors = .primaries(.sRGB, .power(1 / gamma[0]))
    } else {
      hidesColors = false
    }
  }

  private static func numbers(_ chunk: [UInt8]) -> [Double]? {
    guard chunk.count % 4 == 0 else { return nil }
    return stride(from: 0, to: chunk.count, by: 4).map { place in
      let number: Int = chunk[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      return Double(number) / 100_000
    }
  }

  /// The profile in an `iCCP` chunk: a name, a zero, the method 0 and a zlib stream.
  private static func profile(_ chunk: [UInt8]) -> PictureColors {
    guard let end = chunk.prefix(80).firstIndex(of: 0), end + 2 < chunk.count, chunk[end + 1] == 0,
      let profile = Inflate.zlib(Array(chunk[(end + 2)...]), most: Limits.colorProfileBytes)
    else { return .unknown("it cannot be decompressed") }
    return PictureColors(profile: profile)
  }

  /// The file without colour chunks, for a decoder that must not convert colours.
  ///
  /// They are converted afterwards.
  func withoutColors(_ bytes: [UInt8]) -> [UInt8] {
    guard hidesColors, !colorChunks.isEmpty else { return bytes }
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var start = 0
    for chunk in colorChunks {
      out += bytes[start..<chunk.lowerBound]
      start = chunk.upperBound
    }
    return out + bytes[start...]
  }

  /// Whether the pixels are sRGB without a lone `gAMA` chunk, which viewers interpret differently.
  var hasKnownGamma: Bool { hidesColors || colorChunks.isEmpty }
}
