/// What a picture shows, so that it is written once however often it is drawn.
enum PDFPictureKey: Hashable {
  /// Pixels, by the sum of their bytes.
  case pixels(width: Int, sum: String)
  /// An SVG document, by the size that it is drawn in.
  case vector([UInt8], Size)
}

/// Pictures (ISO 32000-1, section 8.9).
extension PDFCanvas {
  /// Draws pixels stretched over a rectangle, smoothly.
  ///
  /// - Returns: the number of the picture's object.
  @discardableResult
  func draw(_ picture: borrowing CairoSurface, in frame: Rect) throws(RasterError) -> Int {
    let key = PDFPictureKey.pixels(width: picture.width, sum: picture.sum)
    let object: Int
    if let known = pictures[key] { object = known } else { object = try add(try picture.bitmap()) }
    pictures[key] = object
    draw(object, in: frame)
    return object
  }

  /// Draws a shadow that was painted before; false for another one.
  func drawAgain(_ shadow: DisplayItem, in frame: Rect) -> Bool {
    guard let object = shadows[shadow] else { return false }
    draw(object, in: frame)
    return true
  }

  private func draw(_ object: Int, in frame: Rect) {
    // The unit square, whose y goes up.
    let square = Transform(
      a: frame.width, b: 0, c: 0, d: -frame.height, tx: frame.minX, ty: frame.maxY)
    drawObject(object, square)
  }

  /// Draws an SVG picture into a rectangle, where it stays shapes.
  ///
  /// - Throws: as painting it does.
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

  /// The page that an SVG picture is drawn on: what it holds as pixels is as fine as all that becomes a picture.
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

  /// Adds pixels; gives the number of their object.
  ///
  /// What is all of one colour, such as a shadow, is one pixel, over which the opacities are stretched.
  private func add(_ bitmap: Bitmap) throws(RasterError) -> Int {
    if bitmap.isOpaque { return try addPixels(bitmap.pixels, bitmap.width, bitmap.height) }
    let opacities = bitmap.mapped { ($0 >> 24) &* 0x01_0101 }
    let mask = try addPixels(opacities, bitmap.width, bitmap.height, isMask: true)
    if let ink = bitmap.ink {
      return try addPixels([ink.red, ink.green, ink.blue, 255], 1, 1, mask: mask)
    }
    return try addPixels(bitmap.mapped { $0 }, bitmap.width, bitmap.height, mask: mask)
  }

  /// Adds opaque pixels, packed as in a PNG file, whose filters documents know (ISO 32000-1, section 7.4.4.4).
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
  /// Red, green and blue, two digits each.
  fileprivate var digits: String {
    [red, green, blue].map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

extension CairoSurface {
  /// A sum of the pixels, equal for equal ones.
  ///
  /// Most pictures here are shadows, which are runs of the same pixel: it is the runs that are summed.
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
        sum.add(runs)
      }
      return sum.hex()
    }
  }
}

extension Bitmap {
  /// The bytes of opaque pixels that are made of each; red is in the lowest byte of a word.
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

  /// The one colour of a picture whose pixels differ in nothing but their opacity, as those of shadows; nil for others.
  ///
  /// Colours of pale pixels are rounded, so they may differ by what is not seen.
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
        // Less than a level of what is seen.
        if max(abs(red), abs(green), abs(blue)) * alpha > 255 { return nil }
      }
      return ink
    }
  }
}

extension SVGPicture {
  /// The picture as a document of one page.
  ///
  /// - Parameters:
  ///   - size: its natural size, which it is laid out for.
  ///   - paper: the size of the page, over which it is stretched.
  ///   - budget: what all SVG pictures of the page may take.
  /// - Throws: `RasterError.image` and `.limit` for a picture that cannot be drawn; `.library` when there is no process.
  fileprivate func document(
    size: Size, paper: Size, _ budget: SVGBudget
  ) throws(RasterError) -> [UInt8] {
    let drawing = SVGDrawing(svg: bytes, size: size, frame: Rect(origin: .zero, size: paper), map: .identity)
    guard case .isolated = decoding else { return try drawing.document(SVGHandle(try LibRSVG(bytes))) }
    let bytes = try SVGProcesses.shared.document(drawing, program: try decoding.program(), budget)
    try budget.check()
    return bytes
  }
}

extension SVGDrawing {
  /// Draws a document with one page, as large as the frame, which has nothing else.
  func document(_ picture: SVGHandle) throws(RasterError) -> [UInt8] {
    let paper = try CairoPDF(size: frame.size)
    do {
      let context = try CairoContext(paper)
      try context.drawVector(picture, size: size, in: frame)
      context.showPage()
      try context.check(during: "drawing an SVG picture")
    }
    return try paper.finish()
  }
}
