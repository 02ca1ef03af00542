import CardRaster

extension CardLayout {
  /// The part of a card's outline that its background is painted in; nil when pictures cover all of it.
  ///
  /// A picture that reaches round corners is cut by them with half a pixel here and there. If the background lay below it,
  /// as much of it would be seen there as of the picture: a pale line around a dark photo.
  func background(
    _ outline: RoundedRect, _ backdrop: [Paint], below content: LayoutBox, at top: Double
  ) -> RoundedRect? {
    let radii = outline.radii
    // A gradient is stretched over the shape it fills: a smaller one would be another gradient.
    guard !radii.isZero, card.clips, backdrop.allSatisfy({ if case .solid = $0 { true } else { false } })
    else { return outline }
    let (width, height) = (outline.rect.width, outline.rect.height)
    let (head, foot) = (max(radii.topLeft, radii.topRight), max(radii.bottomLeft, radii.bottomRight))
    var (start, end) = (0.0, height)
    for cover in content.opaqueRects(at: Point(x: 0, y: top))
    where cover.minX < Self.tiny && cover.maxX > width - Self.tiny {
      if cover.minY < Self.tiny, cover.maxY > head + 1 { start = max(start, cover.maxY - 1) }
      if cover.maxY > height - Self.tiny, cover.minY < height - foot - 1 { end = min(end, cover.minY + 1) }
    }
    guard start > 0 || end < height else { return outline }
    guard start < end else { return nil }
    let kept = CornerRadii(
      topLeft: start > 0 ? 0 : radii.topLeft, topRight: start > 0 ? 0 : radii.topRight,
      bottomRight: end < height ? 0 : radii.bottomRight, bottomLeft: end < height ? 0 : radii.bottomLeft)
    return RoundedRect(
      rect: Rect(x: 0, y: start, width: width, height: end - start), radii: kept, curve: outline.curve)
  }

  /// What sums of many small numbers lose.
  private static let tiny = 0.01
}

extension LayoutBox {
  /// The upright rectangles that opaque pictures and backgrounds of the box cover.
  fileprivate func opaqueRects(at origin: Point) -> [Rect] {
    guard opacity >= 1, motion == nil else { return [] }
    let frame = Rect(origin: origin, size: size)
    if isClipped, !radii.isZero || fade != .zero { return [] }
    var result: [Rect] = []
    if let background, background.isOpaque, radii.isZero { result.append(frame) }
    for entry in content {
      switch entry {
      case .item(.image(let item)) where item.tint == nil && item.image.isOpaque:
        result.append(item.frame.moved(by: origin))
      case .box(let child, let point): result += child.opaqueRects(at: origin + point)
      case .item, .text, .confetti: break
      }
    }
    guard isClipped else { return result }
    let seen = self.seen.moved(by: origin)
    return result.compactMap { $0.intersection(seen) }
  }
}

extension ImageSource {
  /// Whether nothing shines through the picture.
  fileprivate var isOpaque: Bool {
    file?.mediaType == "image/jpeg" || hasOpaquePixels
  }
}
