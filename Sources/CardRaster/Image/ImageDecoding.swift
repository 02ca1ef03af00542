/// Decodes image files.
///
/// Guarantees: the size in the header is checked against `Limits.imagePixels` before any pixel is decoded. A
/// damaged or truncated file is an error, never half a picture.
public enum ImageDecoding {
  /// Decodes a PNG, JPEG, WebP or SVG file, detected by its first bytes.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - name: the name of the source; with `@2x` or `@3x` before its extension, pixels are smaller than
  ///     points, as on iOS.
  ///   - pixels: the maximum number of pixels.
  ///   - svg: where an SVG picture is parsed, and rendered later.
  /// - Throws: `RasterError.image` with a sentence that names the format, `RasterError.limit` if it is too
  ///   large.
  public static func decode(
    _ bytes: [UInt8], name: String, pixels: Int = Limits.imagePixels, svg: SVGDecoding = .standard
  ) throws(RasterError) -> ImageSource {
    try decode(bytes, name: name, pixels: pixels, svg: svg, SVGBudget())
  }

  /// The same with a budget for the time of SVG pictures.
  private static func decode(
    _ bytes: [UInt8], name: String, pixels: Int, svg: SVGDecoding, _ budget: SVGBudget
  ) throws(RasterError) -> ImageSource {
    try RasterError.checkLimit("the size of a picture in bytes", bytes.count, most: Limits.imageBytes)
    guard !bytes.isEmpty else { throw .image(reason: "the picture is empty") }
    switch ImageFormat(bytes) {
    case .png:
      let header = try PNGHeader(bytes)
      try checkPixels(header.width, header.height, most: pixels)
      guard !header.isAnimated else { throw animated }
      let bitmap = try pngPixels(bytes, header)
      let file = header.hasFrames || !header.hasKnownGamma ? nil : ("image/png", bytes)
      return try source(bitmap, name, header.colors, header.orientation, isGrey: header.isGrey, file)
    case .jpeg: return try jpeg(bytes, name, pixels)
    case .webp:
      let header = try LibWebP.header(bytes)
      try checkPixels(header.width, header.height, most: pixels)
      let file = WebPFile(bytes)
      let bitmap = header.isAnimated ? try stillFrame(file, header) : try LibWebP.decode(bytes, header)
      return try source(bitmap, name, file.colors, file.orientation, isGrey: false, nil)
    case .svg:
      let before = budget.taken
      let size = try svg.checkedSize(of: bytes, budget)
      var picture = SVGPicture(bytes, svg)
      picture.note(seconds: budget.taken - before)
      picture.undrawn = SVGFeatures.undrawn(in: bytes)
      return ImageSource(
        name: name, size: size, content: .vector(picture),
        file: ImageSource.File(mediaType: "image/svg+xml", bytes: bytes))
    case .unsupported(let format):
      throw .image(reason: "\(format) pictures are not supported; use PNG, JPEG, WebP or SVG")
    case nil:
      throw .image(reason: "it is not a picture; use PNG, JPEG, WebP or SVG")
    }
  }

  /// The same with a cache for the pictures of decks.
  ///
  /// - Parameter budget: the budget of all SVG pictures of the deck.
  package static func shared(
    _ bytes: [UInt8], name: String, svg: SVGDecoding, _ budget: SVGBudget
  ) throws(RasterError) -> ImageSource {
    try DecodedPictures.shared.picture(bytes, name: name, svg, budget) { () throws(RasterError) in
      try deferred(bytes, name: name, svg: svg, budget)
    }
  }

  /// The same for a picture whose pixels may be evicted until it is painted.
  ///
  /// They are decoded anyway, so that their errors are found.
  static func deferred(
    _ bytes: [UInt8], name: String, pixels: Int = Limits.imagePixels, svg: SVGDecoding = .standard,
    _ budget: SVGBudget = SVGBudget()
  ) throws(RasterError) -> ImageSource {
    var source = try decode(bytes, name: name, pixels: pixels, svg: svg, budget)
    guard case .bitmap(let bitmap) = source.content else { return source }
    source.content = .deferred(
      DecodedImageCache.shared.picture(bitmap, of: bytes) { () throws(RasterError) in
        guard case .bitmap(let bitmap) = try decode(bytes, name: name, pixels: pixels, svg: .refused).content
        else { throw .image(reason: "the picture has no pixels") }
        return bitmap
      })
    return source
  }

  /// Checks a size from a header.
  static func checkPixels(_ width: Int, _ height: Int, most: Int = Limits.imagePixels) throws(RasterError) {
    guard width <= most / max(1, height) else {
      throw .limit(
        what: "the number of pixels of a picture", value: Double(width) * Double(height),
        limit: Double(most))
    }
  }

  private static var animated: RasterError { .image(reason: "animated pictures are not supported here") }

  private static func jpeg(_ bytes: [UInt8], _ name: String, _ pixels: Int) throws(RasterError) -> ImageSource
  {
    let file = JPEGFile(bytes)
    if let reason = file.unsupportedReason { throw .image(reason: reason) }
    let decoder = try TurboJPEG()
    let header = try decoder.header(bytes)
    try checkPixels(header.width, header.height, most: pixels)
    let colors = file.colors
    guard !header.isCMYK || colors != .sRGB else {
      throw .image(
        reason: "CMYK pictures are not supported without a colour profile; save the JPEG picture as RGB")
    }
    let (bitmap, isMended) = try jpegPixels(bytes, header, file, decoder)
    if header.isCMYK {
      let converted = try colors.converted(inks: bitmap, isInverted: file.isFromAdobe)
      return try source(converted, name, .sRGB, file.orientation, isGrey: false, nil)
    }
    // Browsers do not support arithmetic coding.
    let isEverywhere = !isMended && !file.isArithmetic
    return try source(
      bitmap, name, colors, file.orientation, isGrey: file.isGrey, isEverywhere ? ("image/jpeg", bytes) : nil)
  }

  /// The pixels of a JPEG file, and whether the file had to be repaired to verify that none are missing.
  private static func jpegPixels(
    _ bytes: [UInt8], _ header: TurboJPEG.Header, _ file: JPEGFile, _ decoder: borrowing TurboJPEG
  ) throws(RasterError) -> (bitmap: Bitmap, isMended: Bool) {
    if let bitmap = try decoder.decode(bytes, header, isMended: false) { return (bitmap, decoder.isWarning) }
    let damaged = decoder.damaged
    guard decoder.isWarning, let mended = file.mended(), try decoder.header(mended) == header,
      let bitmap = try decoder.decode(mended, header, isMended: true)
    else { throw damaged }
    return (bitmap, true)
  }

  /// The only frame of an animation on its canvas.
  private static func stillFrame(_ file: WebPFile, _ header: LibWebP.Header) throws(RasterError) -> Bitmap {
    guard let only = file.onlyFrame else { throw animated }
    let inner = try LibWebP.header(only.file)
    guard !inner.isAnimated, only.x + inner.width <= header.width, only.y + inner.height <= header.height
    else { throw .image(reason: "the WebP picture is damaged: its frame is larger than its canvas") }
    let frame = try LibWebP.decode(only.file, inner)
    return placed(frame, x: only.x, y: only.y, width: header.width, height: header.height)
  }

  /// The pixels of a PNG file.
  ///
  /// If an animation has a single frame separate from its default image, they are those of the frame.
  private static func pngPixels(_ bytes: [UInt8], _ header: PNGHeader) throws(RasterError) -> Bitmap {
    guard header.hasFrames, let only = PNGChunks.onlyFrame(of: bytes) else {
      return try PNGDecoder.decode(header.withoutColors(bytes), width: header.width, height: header.height)
    }
    let inner = try PNGHeader(only.file)
    guard only.x + inner.width <= header.width, only.y + inner.height <= header.height else {
      throw .image(reason: "the PNG picture is damaged: its frame is larger than its canvas")
    }
    let frame = try PNGDecoder.decode(
      inner.withoutColors(only.file), width: inner.width, height: inner.height)
    return placed(frame, x: only.x, y: only.y, width: header.width, height: header.height)
  }

  /// A frame on its canvas.
  private static func placed(_ frame: Bitmap, x: Int, y: Int, width: Int, height: Int) -> Bitmap {
    if frame.width == width, frame.height == height { return frame }
    var pixels = [UInt8](repeating: 0, count: 4 * width * height)
    for row in 0..<frame.height {
      let start = 4 * ((y + row) * width + x)
      pixels.replaceSubrange(
        start..<start + 4 * frame.width,
        with: frame.pixels[4 * row * frame.width..<4 * (row + 1) * frame.width])
    }
    return Bitmap(width: width, height: height, pixels: pixels) ?? frame
  }

  /// The picture upright and in sRGB; the original file is kept if viewers show it identically.
  private static func source(
    _ bitmap: Bitmap, _ name: String, _ colors: PictureColors, _ orientation: ImageOrientation, isGrey: Bool,
    _ file: (mediaType: String, bytes: [UInt8])?
  ) throws(RasterError) -> ImageSource {
    let (converted, isSame, warning) = try colors.converted(bitmap, isGrey: isGrey)
    let upright = orientation.upright(converted)
    let scale = density(name)
    let size = Size(width: Double(upright.width) / scale, height: Double(upright.height) / scale)
    let kept = isSame && orientation == .upright ? file : nil
    var source = ImageSource(
      name: name, size: size, content: .bitmap(upright),
      file: kept.map { ImageSource.File(mediaType: $0.mediaType, bytes: $0.bytes) })
    source.warning = warning
    return source
  }

  /// 2 or 3 if the name ends in `@2x` or `@3x` before its extension, otherwise 1.
  private static func density(_ name: String) -> Double {
    var stem = name[...]
    if let slash = stem.lastIndex(of: "/") { stem = stem[stem.index(after: slash)...] }
    if let dot = stem.lastIndex(of: ".") { stem = stem[..<dot] }
    return stem.hasSuffix("@2x") ? 2 : stem.hasSuffix("@3x") ? 3 : 1
  }
}

extension ImageDecoding {
  /// Parses a `data:` URI: `data:[<mediatype>][;base64],<data>` (RFC 2397).
  ///
  /// The media type is `text/plain` if it is missing, and has no parameters. Base64 is strict: only its
  /// alphabet, white space in between, and correct or no padding.
  ///
  /// - Throws: `RasterError.image` with the reason, `RasterError.limit` for more than `Limits.imageBytes`.
  public static func dataURI(_ text: String) throws(RasterError) -> (mediaType: String, bytes: [UInt8]) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 5, String(decoding: bytes[..<5], as: UTF8.self).lowercased() == "data:" else {
      throw .image(reason: "a data URI must begin with 'data:'")
    }
    guard let comma = bytes.firstIndex(of: UInt8(ascii: ",")) else {
      throw .image(reason: "the data URI has no comma before its data")
    }
    try RasterError.checkLimit(
      "the size of a picture in bytes", (bytes.count - comma) / 4 * 3, most: Limits.imageBytes)
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
      default: throw .image(reason: "the data URI is not base64: it contains an invalid byte")
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
      guard held & 15 == 0 else { throw .image(reason: "the data URI is not base64: it has extra bits") }
      out.append(UInt8(held >> 4 & 255))
    case (3, 0), (3, 1):
      guard held & 3 == 0 else { throw .image(reason: "the data URI is not base64: it has extra bits") }
      out += [UInt8(held >> 10 & 255), UInt8(held >> 2 & 255)]
    default: throw .image(reason: "the data URI is not base64: it is truncated")
    }
    return out
  }
}

/// Decodes PNG files (Portable Network Graphics, third edition).
///
/// How it works: a plain file is inflated in one call into the end of the memory that becomes the picture.
/// Its rows are unfiltered and widened to RGBA in place, starting with the first: writing never reaches
/// unread bytes. All other files (interlaced, with a gamma other than sRGB's, damaged or unusual in any way)
/// are left to libpng, so that its verdict and its pixels count.
enum PNGDecoder {
  /// Decodes a file whose size `PNGHeader` has read, into RGBA8, straight, sRGB.
  ///
  /// - Throws: `RasterError.image` with libpng's message if the file is damaged or truncated.
  static func decode(_ bytes: [UInt8], width: Int, height: Int) throws(RasterError) -> Bitmap {
    let bitmap = try read(bytes, width: width, height: height)
    // libpng stops after the last row, whether or not the file is complete.
    guard PNGChunks.hasEnd(bytes) else {
      throw .image(reason: "the PNG picture is damaged: its end is missing")
    }
    return bitmap
  }

  private static func read(_ bytes: [UInt8], width: Int, height: Int) throws(RasterError) -> Bitmap {
    if let file = PNGFile(bytes), file.width == width, file.height == height, let bitmap = plain(file, bytes)
    {
      return bitmap
    }
    return try LibPNG.decode(PNGChunks.withLargestWindow(bytes), width: width, height: height)
  }

  /// Decodes a plain file; nil if its pixels are not valid.
  static func plain(_ file: PNGFile, _ bytes: [UInt8]) -> Bitmap? {
    let (size, filtered) = (4 * file.width * file.height, file.filteredBytes)
    // Some extra words, as pixels of three bytes are loaded as words.
    let space = max(size, filtered)
    let pixels = [UInt8](unsafeUninitializedCapacity: space + 16) { buffer, count in
      count = 0
      let memory = UnsafeMutableRawBufferPointer(buffer)
      let rows = UnsafeMutableRawBufferPointer(rebasing: memory[space - filtered..<space])
      HugePages.ask(for: memory)
      memory[space..<space + 16].initializeMemory(as: UInt8.self, repeating: 0)
      guard let target = memory.baseAddress, let source = rows.baseAddress, inflate(file, bytes, into: rows),
        PNGUnfilter.run(file, from: source, into: target)
      else { return }
      count = size
    }
    return Bitmap(width: file.width, height: file.height, pixels: pixels)
  }

  /// Inflates the rows of a plain file, including their filter bytes; false if the stream is not valid.
  static func inflate(
    _ file: PNGFile, _ bytes: [UInt8], into target: UnsafeMutableRawBufferPointer
  ) -> Bool {
    if file.dataRanges.count == 1 {
      return bytes.withUnsafeBytes {
        stream(UnsafeRawBufferPointer(rebasing: $0[file.dataRanges[0]]), target)
      }
    }
    var joined: [UInt8] = []
    joined.reserveCapacity(file.dataBytes)
    for range in file.dataRanges { joined += bytes[range] }
    return joined.withUnsafeBytes { stream($0, target) }
  }

  private static func stream(_ data: UnsafeRawBufferPointer, _ target: UnsafeMutableRawBufferPointer) -> Bool
  {
    data.count > 6 && Inflate.zlib(data, into: target)
  }
}

/// The chunks of a WebP file (RFC 9649, section 2).
struct WebPFile {
  /// Name and data of each chunk.
  private let chunks: [(name: String, body: Range<Int>)]
  private let bytes: [UInt8]

  /// Reads the chunks; those beyond the end of the file are left out.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    chunks = Self.chunks(bytes, 12..<bytes.count)
  }

  private static func chunks(_ bytes: [UInt8], _ range: Range<Int>) -> [(name: String, body: Range<Int>)] {
    var found: [(name: String, body: Range<Int>)] = []
    var offset = range.lowerBound
    while offset + 8 <= range.upperBound {
      let size = number(bytes, offset + 4, 4)
      guard offset + 8 + size <= range.upperBound else { break }
      found.append(
        (String(decoding: bytes[offset..<offset + 4], as: UTF8.self), offset + 8..<offset + 8 + size))
      offset += 8 + size + size % 2
    }
    return found
  }

  private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
    bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private func first(_ name: String) -> [UInt8]? {
    chunks.first { $0.name == name }.map { Array(bytes[$0.body]) }
  }

  /// The orientation of the camera.
  var orientation: ImageOrientation { first("EXIF").map { ImageOrientation(exif: $0) } ?? .upright }

  /// The colour space of the pixels.
  var colors: PictureColors { first("ICCP").map { PictureColors(profile: $0) } ?? .sRGB }

  /// The only frame of an animation, as a separate file with its position on the canvas.
  ///
  /// It is nil if there are several frames.
  var onlyFrame: (file: [UInt8], x: Int, y: Int)? {
    let frames = chunks.filter { $0.name == "ANMF" }
    guard frames.count == 1, case let body = frames[0].body, body.count >= 16 else { return nil }
    let inner = body.lowerBound + 16..<body.upperBound
    guard let hasAlpha = Self.chunks(bytes, inner).first.map({ $0.name == "ALPH" }) else { return nil }
    var out: [UInt8] = []
    if hasAlpha {
      // A separate alpha chunk requires an extended header with the size of the frame.
      out += Array("VP8X".utf8) + [10, 0, 0, 0, 0x10, 0, 0, 0]
      out += bytes[body.lowerBound + 6..<body.lowerBound + 12]
    }
    out += bytes[inner]
    let size = out.count + 4
    let length = (0..<4).map { (byte: Int) -> UInt8 in UInt8(size >> (8 * byte) & 255) }
    let head: [UInt8] = Array("RIFF".utf8) + length + Array("WEBP".utf8)
    let (x, y) = (Self.number(bytes, body.lowerBound, 3), Self.number(bytes, body.lowerBound + 3, 3))
    return (head + out, 2 * x, 2 * y)
  }
}
