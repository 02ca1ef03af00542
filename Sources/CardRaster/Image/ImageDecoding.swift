/// Turns the bytes of a picture file into a picture.
///
/// Guarantees: the size in the header is checked against `Limits.imagePixels` before any pixel is decoded; a file that
/// is damaged or cut short is an error, never half a picture.
public enum ImageDecoding {
  /// Decodes a PNG, JPEG, WebP or SVG file, told apart by their first bytes.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - name: the name of the source; `@2x` or `@3x` before its extension makes pixels smaller than points, as on iOS.
  ///   - pixels: the most pixels that the picture may have.
  ///   - svg: where an SVG picture is read, and drawn later.
  /// - Throws: `RasterError.image` with a sentence that names the format, `RasterError.limit` for what is too large.
  public static func decode(
    _ bytes: [UInt8], name: String, pixels: Int = Limits.imagePixels, svg: SVGDecoding = .standard
  ) throws(RasterError) -> ImageSource {
    try decode(bytes, name: name, pixels: pixels, svg: svg, SVGBudget())
  }

  /// The same; a budget counts the time that an SVG picture takes.
  private static func decode(
    _ bytes: [UInt8], name: String, pixels: Int, svg: SVGDecoding, _ budget: SVGBudget
  ) throws(RasterError) -> ImageSource {
    guard bytes.count <= Limits.imageBytes else {
      throw .limit(
        what: "the size of a picture in bytes", value: Double(bytes.count), limit: Double(Limits.imageBytes))
    }
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
      let size = try svg.check(bytes, budget)
      var picture = SVGPicture(bytes, svg)
      picture.note(seconds: budget.taken - before)
      picture.undrawn = SVGFeatures.undrawn(in: bytes)
      return ImageSource(
        name: name, size: size, content: .vector(picture),
        file: ImageSource.File(mediaType: "image/svg+xml", bytes: bytes))
    case .unsupported(let format):
      throw .image(reason: "\(format) pictures are not supported; use PNG, JPEG, WebP or SVG")
    case nil:
      throw .image(reason: "this is no picture; use PNG, JPEG, WebP or SVG")
    }
  }

  /// The same for the pictures of decks, which may have been decoded for another deck before.
  ///
  /// - Parameter budget: what all SVG pictures of the deck may take.
  package static func shared(
    _ bytes: [UInt8], name: String, svg: SVGDecoding, _ budget: SVGBudget
  ) throws(RasterError) -> ImageSource {
    try DecodedPictures.shared.picture(bytes, name: name, svg, budget) { () throws(RasterError) in
      try deferred(bytes, name: name, svg: svg, budget)
    }
  }

  /// The same for a picture whose pixels may be let go until it is painted.
  ///
  /// They are decoded all the same, so that what is wrong with them is known.
  static func deferred(
    _ bytes: [UInt8], name: String, pixels: Int = Limits.imagePixels, svg: SVGDecoding = .standard,
    _ budget: SVGBudget = SVGBudget()
  ) throws(RasterError) -> ImageSource {
    var source = try decode(bytes, name: name, pixels: pixels, svg: svg, budget)
    guard case .bitmap(let bitmap) = source.content else { return source }
    source.content = .deferred(
      KeptPixels.shared.picture(bitmap, of: bytes) { () throws(RasterError) in
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
    if let refusal = file.refusal { throw .image(reason: refusal) }
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
    // Browsers read no arithmetic coding.
    let isEverywhere = !isMended && !file.isArithmetic
    return try source(
      bitmap, name, colors, file.orientation, isGrey: file.isGrey, isEverywhere ? ("image/jpeg", bytes) : nil)
  }

  /// The pixels of a JPEG file, and whether it had to be mended to see that none are missing.
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

  /// The only frame of a moving picture on its canvas.
  private static func stillFrame(_ file: WebPFile, _ header: LibWebP.Header) throws(RasterError) -> Bitmap {
    guard let only = file.onlyFrame else { throw animated }
    let inner = try LibWebP.header(only.file)
    guard !inner.isAnimated, only.x + inner.width <= header.width, only.y + inner.height <= header.height
    else { throw .image(reason: "the WebP picture is damaged: its frame is larger than its canvas") }
    let frame = try LibWebP.decode(only.file, inner)
    return placed(frame, x: only.x, y: only.y, width: header.width, height: header.height)
  }

  /// The pixels of a PNG file: those of its only frame where that is apart from the picture for other viewers.
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

  /// The picture upright and in sRGB; its file goes with it when viewers show that alike.
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

  /// 2 or 3 when the last part of the name ends in `@2x` or `@3x` before its extension, otherwise 1.
  private static func density(_ name: String) -> Double {
    var stem = name[...]
    if let slash = stem.lastIndex(of: "/") { stem = stem[stem.index(after: slash)...] }
    if let dot = stem.lastIndex(of: ".") { stem = stem[..<dot] }
    return stem.hasSuffix("@2x") ? 2 : stem.hasSuffix("@3x") ? 3 : 1
  }
}
