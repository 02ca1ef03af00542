internal import Synchronization

extension ImageSource {
  /// Its mean colour, a dark and a light one, each 0xRRGGBB; empty if it has transparent pixels.
  package var tones: [UInt32] {
    switch content {
    case .bitmap(let bitmap): bitmap.tones
    case .deferred(let picture): picture.tones
    case .vector(let picture): picture.tones(size)
    case .outline: []
    }
  }
}

extension SVGPicture {
  /// The tones of the pictures that were asked for last.
  private static let known = Mutex<[SVGPicture: [UInt32]]>([:])
  private static let mostKnown = 16

  fileprivate func tones(_ size: Size) -> [UInt32] {
    if let tones = Self.known.withLock({ $0[self] }) { return tones }
    let tones = (try? sample(size))?.tones ?? []
    Self.known.withLock { known in
      if known.count == Self.mostKnown { known = [:] }
      known[self] = tones
    }
    return tones
  }

  /// The picture in few pixels, without its edges.
  private func sample(_ size: Size) throws(RasterError) -> Bitmap {
    let side = 4 * 24
    let layer = try BitmapPainter(width: side, height: side)
    let drawn = Double(side + 1)
    let drawing = SVGDrawing(
      svg: bytes, size: size, frame: Rect(origin: .zero, size: size),
      map: .scale(drawn / size.width, drawn / size.height))
    try paint(drawing, on: layer, nil)
    return try PaintedPicture(surface: try layer.finished(), scale: 1, isOpaque: false).bitmap()
  }
}
