/// The content of an image, so that it is written once however often it is drawn.
enum PDFPictureKey: Hashable {
  /// Pixels, by the checksum of their bytes.
  case pixels(width: Int, sum: String)
  /// An SVG document and the size at which it is drawn.
  case vector([UInt8], Size)
}

/// Images (ISO 32000-1, section 8.9).
extension PDFCanvas {
  /// Draws pixels stretched over a rectangle, with interpolation.
  ///
  /// - Returns: the number of the image object.
  @discardableResult
  func draw(_ picture: borrowing CairoSurface, in frame: Rect) throws(RasterError) -> Int {
    let key = PDFPictureKey.pixels(width: picture.width, sum: picture.sum)
    let object: Int
    if let known = pictures[key] { object = known } else { object = try addBitmap(try picture.bitmap()) }
    pictures[key] = object
    draw(object, in: frame)
    return object
  }

  /// Draws a shadow that was painted before; returns false for a new one.
  func drawAgain(_ shadow: DisplayItem, in frame: Rect) -> Bool {
    guard let object = shadows[shadow] else { return false }
    draw(object, in: frame)
    return true
  }

  private func draw(_ object: Int, in frame: Rect) {
    // The unit square, whose y axis points up.
    let square = Transform(
      a: frame.width, b: 0, c: 0, d: -frame.height, tx: frame.minX, ty: frame.maxY)
    drawObject(object, square)
  }

  /// Draws an SVG picture into a rectangle as vector shapes.
  ///
  /// - Throws: the errors of painting it.
  func draw(_ picture: SVGPicture, size: Size, in frame: Rect) throws(RasterError) {
    guard !size.isEmpty, !frame.size.isEmpty else { return }
    let paper = Self.paper(for: frame.size, under: map)
    let key = PDFPictureKey.vector(picture.bytes, paper)
    let object: Int
    if let known = pictures[key] {
      object = known
    } else {
      let page = try PDFPage(try picture.document(size: size, paper: paper, svg))
      object = try page.copy(into: &objects)
    }
    pictures[key] = object
    let map = Transform(
      a: frame.width / paper.width, b: 0, c: 0, d: -frame.height / paper.height, tx: frame.minX,
      ty: frame.maxY)
    drawObject(object, map)
  }

  /// The page that an SVG picture is drawn on.
  ///
  /// Bitmaps in the picture get the same resolution as other rasterised content.
  private static func paper(for size: Size, under map: Transform) -> Size {
    let scale = max(
      (map.a * map.a + map.b * map.b).squareRoot(), (map.c * map.c + map.d * map.d).squareRoot())
    let most = Double(Limits.canvasSide)
    let wanted = (PDFPainter.resolution * max(scale, 1e-6)).isFinite ? PDFPainter.resolution * scale : 1
    let factor = min(wanted, most / max(size.width, size.height))
    // Whole points, so that the same picture at another place is the same page.
    return Size(
      width: min(most, max(1, (size.width * factor).rounded(.up))),
      height: min(most, max(1, (size.height * factor).rounded(.up))))
  }

  private func drawObject(_ object: Int, _ map: Transform) {
    saved { () throws(Never) in
      setOpacity(1)
      contents.append(map.then(place))
      contents.append("cm\n")
      contents.append(.object, object)
      contents.append("Do\n")
    }
  }

  /// Adds pixels and returns the number of their object.
  ///
  /// A picture of one colour, such as a shadow, is written as a single pixel with a soft mask.
  private func addBitmap(_ bitmap: Bitmap) throws(RasterError) -> Int {
    if bitmap.isOpaque { return try addPixels(bitmap.pixels, bitmap.width, bitmap.height) }
    let opacities = bitmap.mapped { ($0 >> 24) &* 0x01_0101 }
    let mask = try addPixels(opacities, bitmap.width, bitmap.height, isMask: true)
    if let ink = bitmap.ink {
      return try addPixels([ink.red, ink.green, ink.blue, 255], 1, 1, mask: mask)
    }
    return try addPixels(bitmap.mapped { $0 }, bitmap.width, bitmap.height, mask: mask)
  }

  /// Adds opaque pixels, compressed as in a PNG file.
  ///
  /// PDF supports the same filters (ISO 32000-1, section 7.4.4.4).
  private func addPixels(
    _ bytes: [UInt8], _ width: Int, _ height: Int, isMask: Bool = false, mask: Int? = nil
  ) throws(RasterError) -> Int {
    guard let bitmap = Bitmap(width: width, height: height, pixels: bytes) else {
      throw .library(operation: "writing a picture into a document", reason: "it has no pixels")
    }
    let head = "/Type /XObject /Subtype /Image\n   /Width \(width) /Height \(height) /Interpolate true"
    let transparency = mask.map { "\n   /SMask \($0) 0 R" } ?? ""
    guard let pixels = try PNGEncoder.pixels(bitmap, isGrey: isMask, least: PDFObjects.leastPacked) else {
      let samples = stride(from: 0, to: bytes.count, by: 4).flatMap { bytes[$0..<($0 + (isMask ? 1 : 3))] }
      let space = isMask ? "/DeviceGray" : "/DeviceRGB"
      return try objects.addStream(
        "\(head) /BitsPerComponent 8\n   /ColorSpace \(space)\(transparency)", samples)
    }
    let (space, samples) =
      switch pixels.layout {
      case .grey: ("/DeviceGray", 1)
      case .rgb, .rgba: ("/DeviceRGB", 3)
      case .palette:
        ("[ /Indexed /DeviceRGB \(pixels.palette.count - 1) <\(pixels.palette.map(\.digits).joined())> ]", 1)
      }
    let number = objects.reserve()
    objects.fillStream(
      number,
      """
      \(head) /BitsPerComponent \(pixels.layout.bits)
         /ColorSpace \(space)\(transparency)
         /Filter /FlateDecode
         /DecodeParms << /Predictor 15 /Colors \(samples) /BitsPerComponent \(pixels.layout.bits) /Columns \(width) >>
      """, as: pixels.data)
    return number
  }
}

extension Color {
  /// Red, green and blue, two hexadecimal digits each.
  fileprivate var digits: String {
    [red, green, blue].map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

extension CairoSurface {
  /// A checksum of the pixels, equal for equal ones.
  ///
  /// Most pictures here are shadows, which are runs of equal pixels, so the checksum covers the runs.
  fileprivate var sum: String {
    withPixels { source in
      let source = source.bindMemory(to: UInt32.self)
      var sum = SHA256.Running()
      var runs: [UInt64] = []
      runs.reserveCapacity(width)
      for y in 0..<height {
        runs.removeAll(keepingCapacity: true)
        var last = source[y * stride / 4]
        var start = 0
        for x in 0..<width {
          let word = source[y * stride / 4 + x]
          if word != last {
            runs.append(UInt64(x - start) << 32 | UInt64(last))
            (last, start) = (word, x)
          }
        }
        runs.append(UInt64(width - start) << 32 | UInt64(last))
        sum.update(runs)
      }
      return sum.hex()
    }
  }
}

extension Bitmap {
  /// The bytes that a closure extracts from each pixel; red is in the lowest byte of a word.
  fileprivate func mapped(_ body: (UInt32) -> UInt32) -> [UInt8] {
    pixels.withUnsafeBytes { source in
      [UInt8](unsafeUninitializedCapacity: source.count) { target, count in
        let target = UnsafeMutableRawBufferPointer(target)
        for place in Swift.stride(from: 0, to: source.count, by: 4) {
          let word = UInt32(littleEndian: source.loadUnaligned(fromByteOffset: place, as: UInt32.self))
          target.storeBytes(
            of: (body(word) | 0xFF00_0000).littleEndian, toByteOffset: place, as: UInt32.self)
        }
        count = source.count
      }
    }
  }

  /// The single colour of a picture whose pixels differ only in opacity, such as a shadow; nil for others.
  ///
  /// The colours of nearly transparent pixels are rounded, so they may differ by an invisible amount.
  fileprivate var ink: Color? {
    pixels.withUnsafeBytes { bytes -> Color? in
      func word(_ place: Int) -> UInt32 {
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
      }
      var strongest = word(0)
      for place in Swift.stride(from: 0, to: bytes.count, by: 4)
      where word(place) >> 24 > strongest >> 24 {
        strongest = word(place)
      }
      func channel(_ word: UInt32, _ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: word >> shift) }
      let ink = Color(
        red: channel(strongest, 0), green: channel(strongest, 8), blue: channel(strongest, 16))
      for place in Swift.stride(from: 0, to: bytes.count, by: 4) {
        let word = word(place)
        let alpha = Int(word >> 24)
        if alpha == 0 || (word ^ strongest) << 8 == 0 { continue }
        let red = Int(channel(word, 0)) - Int(ink.red)
        let green = Int(channel(word, 8)) - Int(ink.green)
        let blue = Int(channel(word, 16)) - Int(ink.blue)
        // Less than one level of the visible colour.
        if max(abs(red), abs(green), abs(blue)) * alpha > 255 { return nil }
      }
      return ink
    }
  }
}

extension SVGPicture {
  /// The picture as a PDF document of one page.
  ///
  /// - Parameters:
  ///   - size: its natural size, which it is laid out for.
  ///   - paper: the size of the page, over which it is stretched.
  ///   - budget: the budget of all SVG pictures of the page.
  /// - Throws: `RasterError.image` and `.limit` for a picture that cannot be drawn; `.library` if the
  ///   subprocess cannot be started.
  fileprivate func document(
    size: Size, paper: Size, _ budget: SVGBudget
  ) throws(RasterError) -> [UInt8] {
    let drawing = SVGDrawing(svg: bytes, size: size, frame: Rect(origin: .zero, size: paper), map: .identity)
    guard case .isolated = decoding else { return try drawing.document(SVGHandle(try LibRSVG(bytes))) }
    let bytes = try SVGProcesses.shared.document(drawing, program: try decoding.program(), budget)
    try budget.throwIfExceeded()
    return bytes
  }
}

extension SVGDrawing {
  /// Draws a document with a single page of the frame's size.
  func document(_ picture: SVGHandle) throws(RasterError) -> [UInt8] {
    let paper = try CairoPDF(size: frame.size)
    do {
      let context = try CairoContext(paper)
      try context.drawVector(picture, size: size, in: frame)
      context.showPage()
      try context.throwIfFailed(during: "drawing an SVG picture")
    }
    return try paper.finish()
  }
}

/// Text that stays text, so that it can be searched and copied (ISO 32000-1, section 9.4).
extension PDFCanvas {
  /// A cluster: letters and the glyphs that represent them.
  private struct Cluster {
    var text: String
    var glyphs: Range<Int>
  }

  /// Shows the glyphs of a face with their text.
  func show(_ run: GlyphRun, _ glyphs: borrowing some Glyphs) throws(RasterError) {
    guard run.font.size > 0 else { return }
    let font = fonts.font(run.face, for: run.glyphs.count, &objects)
    contents.append("BT\n")
    contents.append(.font, font.object)
    contents.append(run.font.size, digits: 4)
    contents.append("Tf\n")
    var line = Line(size: run.font.size)
    for cluster in Self.clusters(of: run) {
      if run.isRightToLeft, let pieces = Self.pieces(of: cluster) {
        let glyph = run.glyphs[cluster.glyphs.lowerBound]
        for piece in pieces {
          // The outline is drawn with the last letter, which is at the left.
          let sign = PDFFonts.Font.Sign(
            glyph: glyph.id, text: piece.text, letters: piece.letters, isDrawn: piece.behind == 0)
          let (code, width) = try font.code(sign, glyphs)
          if line.y != glyph.y {
            line.end(&contents)
            line.begin(glyph, of: run, place, &contents)
          }
          let x = glyph.x + Double(piece.behind * width) / 1000 * run.font.size
          line.addGlyph(code, at: x, width: width, &contents)
        }
        continue
      }
      let isOne = cluster.glyphs.count == 1
      if !isOne {
        line.end(&contents)
        contents.append("/Span << /ActualText \(PDFText.hexadecimal(cluster.text)) >> BDC\n")
      }
      for index in cluster.glyphs {
        let glyph = run.glyphs[index]
        // A viewer that ignores the text of a glyph sequence finds it at the first glyph, and nothing at the
        // others.
        let text = index == cluster.glyphs.lowerBound ? cluster.text : "\u{200B}"
        let (code, width) = try font.code(.init(glyph: glyph.id, text: text), glyphs)
        if line.y != glyph.y {
          line.end(&contents)
          line.begin(glyph, of: run, place, &contents)
        }
        line.addGlyph(code, at: glyph.x, width: width, &contents)
      }
      if !isOne {
        line.end(&contents)
        contents.append("EMC\n")
      }
    }
    line.end(&contents)
    contents.append("ET\n")
  }

  /// A letter of a ligature.
  private struct Piece {
    var text: String
    /// The number of letters in the ligature.
    var letters: Int
    /// The number of letters left of this one.
    var behind: Int
  }

  /// The letters of a right-to-left ligature in reading order, each with its own position.
  ///
  /// Returns nil for anything else. Viewers reverse a right-to-left line, and some also reverse the letters
  /// of one glyph, even those of `ActualText`: they turn `لا` into `ال`.
  private static func pieces(of cluster: Cluster) -> [Piece]? {
    guard cluster.glyphs.count == 1, cluster.text.unicodeScalars.count > 1 else { return nil }
    var letters: [String] = []
    for scalar in cluster.text.unicodeScalars {
      let isMark =
        scalar.properties.canonicalCombiningClass != .notReordered
        || scalar.properties.isDefaultIgnorableCodePoint
      if isMark, !letters.isEmpty {
        letters[letters.count - 1].unicodeScalars.append(scalar)
      } else {
        letters.append(String(scalar))
      }
    }
    guard letters.count > 1 else { return nil }
    return letters.enumerated().map { number, text in
      Piece(text: text, letters: letters.count, behind: letters.count - 1 - number)
    }
  }

  /// The clusters of all glyphs in reading order.
  ///
  /// That differs from visual order in right-to-left text. If the clusters are unknown, the whole run is one.
  private static func clusters(of run: GlyphRun) -> [Cluster] {
    // Codes are not mapped to noncharacters, U+0000 or U+FEFF.
    let words = String(
      String.UnicodeScalarView(
        run.text.withoutNoncharacters.unicodeScalars.filter { $0 != "\0" && $0 != "\u{FEFF}" }))
    var known: [GlyphRun.Cluster] = []
    // Letters without a glyph belong to the cluster before them, or else to the next one.
    for cluster in words == run.text ? run.clusters : [] {
      if let last = known.last, cluster.glyphs == 0 || cluster.bytes == 0 || last.glyphs == 0 {
        known[known.count - 1] = GlyphRun.Cluster(
          bytes: last.bytes + cluster.bytes, glyphs: last.glyphs + cluster.glyphs)
      } else {
        known.append(cluster)
      }
    }
    let isKnown =
      known.allSatisfy { $0.glyphs > 0 && $0.bytes > 0 }
      && known.reduce(0) { $0 + $1.glyphs } == run.glyphs.count
      && known.reduce(0) { $0 + $1.bytes } == words.utf8.count
    guard isKnown else {
      return [Cluster(text: words.isEmpty ? "\u{200B}" : words, glyphs: run.glyphs.indices)]
    }
    var (bytes, count) = (words.utf8[...], 0)
    return known.map { cluster in
      defer {
        bytes = bytes.dropFirst(cluster.bytes)
        count += cluster.glyphs
      }
      let start = run.isRightToLeft ? run.glyphs.count - count - cluster.glyphs : count
      return Cluster(
        text: String(decoding: bytes.prefix(cluster.bytes), as: UTF8.self),
        glyphs: start..<start + cluster.glyphs)
    }
  }

  /// The current array of codes and adjustments between them.
  private struct Line {
    let size: Double
    /// The y of the glyphs; nil before the first.
    var y: Double?
    /// The default position of the next glyph, in points from the start of the run.
    private var pen = 0.0
    private var isOpen = false
    private var hasCodes = false

    init(size: Double) { self.size = size }

    /// Moves to a glyph.
    mutating func begin(
      _ glyph: GlyphRun.Glyph, of run: GlyphRun, _ place: Transform, _ contents: inout PDFContents
    ) {
      let start = run.origin + Point(x: glyph.x, y: glyph.y)
      contents.append(Transform(a: 1, b: 0, c: 0, d: -1, tx: start.x, ty: start.y).then(place))
      contents.append("Tm\n")
      (y, pen) = (glyph.y, glyph.x)
    }

    /// Adds a glyph.
    mutating func addGlyph(_ code: Int, at x: Double, width: Int, _ contents: inout PDFContents) {
      if !isOpen {
        contents.append("[")
        isOpen = true
      }
      // Adjustments are in thousandths of an em, to the left; each rounding error is corrected by the next
      // one.
      let step = ((pen - x) / size * 100_000).rounded() / 100
      if step != 0 {
        if hasCodes { contents.append(">") }
        contents.append(step, digits: 2)
        hasCodes = false
        pen -= step / 1000 * size
      }
      if !hasCodes { contents.append("<") }
      hasCodes = true
      contents.append(code.hexadecimal(4))
      pen += Double(width) / 1000 * size
    }

    /// Ends the array.
    mutating func end(_ contents: inout PDFContents) {
      guard isOpen else { return }
      contents.append(hasCodes ? ">] TJ\n" : "] TJ\n")
      (isOpen, hasCodes) = (false, false)
    }
  }
}
