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
  func draw(_ picture: borrowing CairoSurface, in frame: Rect) throws(RasterError) {
    let bitmap = try picture.bitmap()
    let key = PDFPictureKey.pixels(width: bitmap.width, sum: SHA256.hex(bitmap.pixels))
    let object: Int
    if let known = pictures[key] { object = known } else { object = try add(bitmap) }
    pictures[key] = object
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
      let page = try PDFPage(try picture.document(size: size, paper: paper))
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
  private func add(_ bitmap: Bitmap) throws(RasterError) -> Int {
    let count = bitmap.width * bitmap.height
    var (colors, opacities) = ([UInt8](), [UInt8]())
    colors.reserveCapacity(3 * count)
    opacities.reserveCapacity(count)
    var isOpaque = true
    for index in 0..<count {
      let alpha = bitmap.pixels[4 * index + 3]
      colors.append(bitmap.pixels[4 * index])
      colors.append(bitmap.pixels[4 * index + 1])
      colors.append(bitmap.pixels[4 * index + 2])
      opacities.append(alpha)
      if alpha < 255 { isOpaque = false }
    }
    let head =
      "/Type /XObject /Subtype /Image\n   /Width \(bitmap.width) /Height \(bitmap.height) /BitsPerComponent 8 /Interpolate true"
    var mask = ""
    if !isOpaque {
      mask = "\n   /SMask \(try objects.addStream(head + "\n   /ColorSpace /DeviceGray", opacities)) 0 R"
    }
    return try objects.addStream(head + "\n   /ColorSpace /DeviceRGB" + mask, colors)
  }
}

extension SVGPicture {
  /// The picture as a document of one page.
  ///
  /// - Parameters:
  ///   - size: its natural size, which it is laid out for.
  ///   - paper: the size of the page, over which it is stretched.
  /// - Throws: `RasterError.image` and `.limit` for a picture that cannot be drawn; `.library` when there is no process.
  fileprivate func document(size: Size, paper: Size) throws(RasterError) -> [UInt8] {
    let drawing = SVGDrawing(svg: bytes, size: size, frame: Rect(origin: .zero, size: paper), map: .identity)
    guard case .isolated = decoding else { return try drawing.document(SVGHandle(try LibRSVG(bytes))) }
    return try SVGProcesses.shared.document(drawing, program: try decoding.program())
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
