import CardModel
import CardRaster

/// A scale bar for a round number of metres at the centre of a map.
struct MapScale {
  /// The length of the bar, in points.
  let length: Double
  /// The distance that it represents, as text.
  let words: String

  /// Chooses 1, 2 or 5 times a power of ten, so that the bar takes at most a quarter of the map.
  init(viewport: MapViewport) {
    let most = min(90, viewport.size.width / 4) * viewport.metresPerPoint
    var unit = 0.01
    while unit * 10 <= most { unit *= 10 }
    let metres = unit * ([5, 2, 1].first { unit * $0 <= most } ?? 1)
    length = metres / viewport.metresPerPoint
    words =
      metres >= 1000
      ? "\(JSONNumber.format(metres / 1000)) km"
      : metres >= 1 ? "\(JSONNumber.format(metres)) m" : "\(JSONNumber.format((metres * 100).rounded())) cm"
  }

  func layoutScale(_ palette: MapPalette, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let ink = palette.words.note
    let text = try context.line(
      words, Font(context.theme.smallTextFont.family, size: 9, weight: 500), ink, alignment: .left)
    let height = text.size.height + 5
    var box = LayoutBox(size: Size(width: max(length, text.naturalWidth) + 2, height: height))
    MapLabels.halo(of: text, at: Point(x: 1, y: 0), palette.words.halo).forEach { box.add($0) }
    box.add(text, at: Point(x: 1, y: 0))
    for (thickness, color) in [(3.5, palette.words.halo), (1.5, ink)] {
      var bar = Path()
      bar.move(to: Point(x: 1.75, y: height - 5))
      bar.line(to: Point(x: 1.75, y: height - 1.75))
      bar.line(to: Point(x: 0.25 + length, y: height - 1.75))
      bar.line(to: Point(x: 0.25 + length, y: height - 5))
      box.add(.stroke(bar, Stroke(width: thickness), color))
    }
    return box
  }
}
