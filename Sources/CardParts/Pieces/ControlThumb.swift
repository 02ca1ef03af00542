import CardRaster

/// The thumb of a switch or a slider: a disc or a picture, with its shadows.
struct ControlThumb: Sendable {
  /// What it is drawn as.
  enum Shape: Sendable {
    /// A disc with a thin line inside its edge.
    case disc(diameter: Double, color: Color, edge: Color)
    /// A picture of its natural size, in its own colours or in one.
    case picture(ImageSource, tint: Color?)
  }

  var shape: Shape
  /// The place that it takes, which its shadows do not count in.
  var size: Size
  /// The first at the top.
  var shadows: [Shadow] = []

  /// The white thumb of iOS' switches and sliders.
  static func system(diameter: Double, color: Color?) -> ControlThumb {
    ControlThumb(
      shape: .disc(
        diameter: diameter, color: color ?? .white, edge: Color.black.multiplyingAlpha(by: 0.06)),
      size: Size(width: diameter, height: diameter),
      shadows: [
        Shadow(color: Color.black.multiplyingAlpha(by: 0.16), radius: 0.5, offset: Point(x: 0, y: 1)),
        Shadow(color: Color.black.multiplyingAlpha(by: 0.18), radius: 3.5, offset: Point(x: 0, y: 2.5)),
      ])
  }

  /// A picture without a shadow.
  static func picture(_ image: ImageSource, tint: Color?) -> ControlThumb {
    ControlThumb(shape: .picture(image, tint: tint), size: image.size)
  }

  /// What is drawn, its middle at a point.
  ///
  /// - Parameter veil: a colour over all of it.
  func items(at center: Point, veil: Color? = nil) -> [DisplayItem] {
    switch shape {
    case .disc(let diameter, let color, let edge):
      let disc = RoundedRect(
        rect: Rect(
          x: center.x - diameter / 2, y: center.y - diameter / 2, width: diameter, height: diameter),
        radii: CornerRadii(diameter / 2))
      var items = shadows.reversed().map { DisplayItem.shadow(disc, $0, hole: color.isOpaque ? disc : nil) }
      items.append(.roundedRect(disc, .solid(color)))
      if !edge.isClear {
        items.append(
          .fill(
            .ring(outer: disc, inner: disc.inset(by: Hairline.thickness)), .solid(edge), bounds: disc.rect))
      }
      if let veil { items.append(.roundedRect(disc, .solid(veil))) }
      return items
    case .picture(let image, let tint):
      let frame = Rect(
        x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
      var items = [DisplayItem.image(DisplayItem.ImageItem(image: image, frame: frame, tint: tint))]
      if !shadows.isEmpty { items = [.group(DisplayItem.Group(items, shadows: shadows))] }
      if let veil {
        items.append(.image(DisplayItem.ImageItem(image: image, frame: frame, tint: veil)))
      }
      return items
    }
  }
}

/// The tracks of sliders.
enum ControlTrack {
  /// A piece of a track in one colour: round where the track ends, straight where another piece goes on.
  static func piece(_ rect: Rect, of track: RoundedRect, _ color: Color) -> DisplayItem? {
    guard !rect.size.isEmpty else { return nil }
    let hair = 1e-6
    let whole = track.rect
    let (left, right) = (rect.minX < whole.minX + hair, rect.maxX > whole.maxX - hair)
    let (top, bottom) = (rect.minY < whole.minY + hair, rect.maxY > whole.maxY - hair)
    let radii = CornerRadii(
      topLeft: left && top ? track.radii.topLeft : 0, topRight: right && top ? track.radii.topRight : 0,
      bottomRight: right && bottom ? track.radii.bottomRight : 0,
      bottomLeft: left && bottom ? track.radii.bottomLeft : 0)
    let shape = RoundedRect(rect: rect, radii: radii)
    if shape.radii == radii { return .roundedRect(shape, .solid(color)) }
    // Shorter than the round end: cut out of the track's own shape.
    return .group(DisplayItem.Group([.rect(rect, color)], clip: .roundedRect(track)))
  }
}
