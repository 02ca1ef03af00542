import CardModel
import CardRaster

/// Places labels on a map so that they do not overlap.
struct MapLabels {
  let size: Size
  /// The occupied areas.
  private(set) var taken: [Rect] = []

  init(size: Size) { self.size = size }

  /// Keeps an area free of labels.
  mutating func keepFree(_ rect: Rect) { taken.append(rect) }

  /// Whether a rectangle is inside the map and overlaps no occupied area.
  func isFree(_ rect: Rect) -> Bool {
    isInside(rect) && !taken.contains { $0.intersection(rect) != nil }
  }

  /// Whether a rectangle is inside the map.
  func isInside(_ rect: Rect) -> Bool {
    rect.minX >= 2 && rect.minY >= 2 && rect.maxX <= size.width - 2 && rect.maxY <= size.height - 2
  }

  /// The names of countries and cities that fit, as glyphs with a halo.
  ///
  /// They are part of the picture, like the names on a tile, and not a text of the card.
  mutating func names(
    of map: BaseMap, in viewport: MapViewport, palette: MapPalette.Names, _ context: LayoutContext
  )
    throws(RasterError) -> [DisplayItem]
  {
    var result: [DisplayItem] = []
    let zoom = viewport.zoom
    let family = context.theme.detailTextFont.family
    // About one name per square inch, so that the map is not crowded.
    var room = max(3, Int(min(60, size.width * size.height / 7_500)))
    for name in map.names where name.zoom <= zoom + 0.2 && (!name.isCountry || zoom < 7.5) && room > 0 {
      for copy in (viewport.copies.lowerBound - 1)...(viewport.copies.upperBound + 1) {
        let point = viewport.point(name.place, copy: copy)
        // A city's dot is completely visible or omitted.
        let rim = name.isCountry ? 0.0 : 4
        guard point.x > rim, point.y > rim, point.x < size.width - rim, point.y < size.height - rim else {
          continue
        }
        let font = Font(family, size: name.isCountry ? 10.5 : 10, weight: name.isCountry ? 600 : 500)
        let color = name.isCountry ? palette.country : palette.city
        let text = try context.line(name.text, font, color, alignment: .left)
        let (width, height) = (text.naturalWidth, text.size.height)
        let places =
          name.isCountry
          ? [Point(x: point.x - width / 2, y: point.y - height / 2)]
          : [
            Point(x: point.x + 6, y: point.y - height / 2),
            Point(x: point.x - 6 - width, y: point.y - height / 2),
          ]
        let frames = places.map { Rect(origin: $0, size: Size(width: width, height: height)) }
        guard let frame = frames.first(where: { isFree($0.inset(by: -3)) }) else { continue }
        keepFree(frame.inset(by: Insets(top: -3, left: -8, bottom: -3, right: -8)))
        if !name.isCountry {
          let dot = Rect(x: point.x - 2.5, y: point.y - 2.5, width: 5, height: 5)
          keepFree(dot)
          result.append(.fill(.path(.ellipse(in: dot.inset(by: -1))), .solid(palette.halo), bounds: dot))
          result.append(.fill(.path(.ellipse(in: dot)), .solid(palette.city), bounds: dot))
          result.append(
            .fill(.path(.ellipse(in: dot.inset(by: 1.25))), .solid(palette.halo), bounds: dot))
        }
        result += MapLabels.halo(of: text, at: frame.origin, palette.halo)
        result += MapLabels.letters(of: text, at: frame.origin, nil)
        room -= 1
      }
    }
    return result
  }

  /// The glyphs of a text, in one colour or in their own.
  private static func letters(of text: ShapedText, at origin: Point, _ color: Color?) -> [DisplayItem] {
    text.lines.flatMap(\.runs).map { run in
      var run = run
      run.origin = run.origin + origin
      if let color { run.color = color }
      return .glyphs(run)
    }
  }

  /// A halo around the letters of a text.
  ///
  /// The letters are drawn eight times, each time moved by a point in another direction.
  static func halo(of text: ShapedText, at origin: Point, _ color: Color) -> [DisplayItem] {
    let diagonal = 0.7
    let sides = [
      Point(x: -1, y: 0), Point(x: 1, y: 0), Point(x: 0, y: -1), Point(x: 0, y: 1),
      Point(x: -diagonal, y: -diagonal), Point(x: diagonal, y: -diagonal), Point(x: -diagonal, y: diagonal),
      Point(x: diagonal, y: diagonal),
    ]
    return sides.flatMap { letters(of: text, at: origin + $0, color) }.filter { item in
      if case .glyphs(let run) = item { !run.isColor } else { true }
    }
  }
}
