extension SVGPainter.Drawing {
  /// Draws a picture: defined once in its natural size, stretched where it is used.
  mutating func draw(_ item: DisplayItem.ImageItem) throws(RasterError) {
    guard !item.frame.size.isEmpty, item.tint?.isClear != true else { return }
    if case .fill(let shape, let paint, let bounds)? = item.fill {
      return try fill(shape, paint, bounds: bounds)
    }
    // A side of nothing cannot be stretched.
    let natural = Size(width: max(item.image.size.width, 1), height: max(item.image.size.height, 1))
    guard let id = try id(of: item.image, natural) else { return }
    var tag = SVGTag("use")
    tag.set(use: id)
    tag.set(
      Transform.scale(item.frame.width / natural.width, item.frame.height / natural.height)
        .then(.translation(item.frame.origin)))
    if let tint = item.tint { tag.set("filter", reference: filterID(ofTint: tint)) }
    writer.empty(tag)
  }

  private mutating func id(of image: ImageSource, _ natural: Size) throws(RasterError) -> String? {
    let key = SVGPainter.Definitions.Key.image(image)
    if let known = definitions.known(key) { return known }
    let file = try image.embeddable()
    return definitions.add("i", for: key, .image(file, frame: Rect(origin: .zero, size: natural)))
  }
}

extension SVGTag {
  /// An `image` element that holds its picture, stretched over a rectangle.
  static func image(_ file: ImageSource.File, frame: Rect) -> SVGTag {
    var tag = SVGTag("image")
    tag.set(frame)
    tag.set("preserveAspectRatio", "none")
    var data: [UInt8] = []
    appendEscaped("data:\(file.mediaType);base64,", isAttribute: true, to: &data)
    Base64.append(file.bytes, to: &data)
    tag.set("xlink:href", verbatim: data)
    return tag
  }
}

extension ImageSource {
  /// The file as it was, or one made of the content.
  fileprivate func embeddable() throws(RasterError) -> File {
    if let file { return file }
    switch content {
    case .bitmap(let bitmap): return try File(png: bitmap)
    case .deferred(let picture): return try File(png: try picture.bitmap())
    case .vector(let picture): return File(mediaType: "image/svg+xml", bytes: picture.bytes)
    case .outline: throw .library(operation: "embed a picture", reason: "an outline is drawn as a shape")
    }
  }
}

extension ImageSource.File {
  /// Pixels that have no file of their own, as a PNG file.
  init(png bitmap: Bitmap) throws(RasterError) {
    self.init(
      mediaType: "image/png", bytes: try PNGEncoder.encode(bitmap, scale: 1, compression: .balanced))
  }
}
