import CardRaster

/// A triangle, for example as a marker or a menu indicator.
struct TrianglePart: CardPart {
  /// The direction of the tip.
  enum Direction: String, Sendable, CaseIterable {
    case down, up, left, right
  }

  var fillColor: Paint?
  var direction = Direction.down

  static let kind = PartKind(
    "triangle", .rule, "A triangle that points down, up, left or right.",
    example: ##"{ "type": "triangle", "width": 24, "height": 16, "fillColor": "accentColor" }"##,
    make: { TrianglePart() },
    fields: {
      Field(
        "fillColor", \.fillColor, .paint, "The colour or gradient of the triangle.", default: "the theme's")
      Field("direction", \.direction, .word, "The direction of its tip.")
    })

  var fillsWidth: Bool { false }
  var keepsWidth: Bool { true }

  /// The size of a progress bar's marker, in points.
  static let side = 7.0

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let size = Size(
      width: proposal.width.resolve(TrianglePart.side), height: proposal.height.resolve(TrianglePart.side))
    var box = LayoutBox(size: size)
    let (w, h) = (size.width, size.height)
    guard !size.isEmpty else { return box }
    let points: [(Double, Double)] =
      switch direction {
      case .down: [(0, 0), (w, 0), (w / 2, h)]
      case .up: [(0, h), (w / 2, 0), (w, h)]
      case .left: [(0, h / 2), (w, 0), (w, h)]
      case .right: [(0, 0), (w, h / 2), (0, h)]
      }
    box.add(
      .fill(
        .path(.polygon(points.map { Point(x: $0.0, y: $0.1) })),
        fillColor ?? .solid(context.theme.markerColor), bounds: Rect(origin: .zero, size: size)))
    return box
  }
}
