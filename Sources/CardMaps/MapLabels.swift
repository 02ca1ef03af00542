import CardModel
import CardRaster

/// Places labels on a map so that they do not overlap.
struct MapLabels {
  let size: Size
  /// The occupied areas.
  private(set) var taken: [Rect] = []
  /// The areas of the titles of pins.
  private var titles: [Rect] = []
  /// The part of the map that no card covers.
  private let visible: Rect
  /// The areas behind buttons and bars.
  private let covered: [Rect]

  init(size: Size, coveredInsets: Insets = .zero, coveredAreas: [Rect] = []) {
    self.size = size
    visible = Rect(origin: .zero, size: size).inset(by: coveredInsets)
    covered = coveredAreas
  }

  /// Keeps an area free of labels.
  mutating func keepFree(_ rect: Rect) { taken.append(rect) }

  /// Keeps the area of the title of a pin free of labels and of the dots of cities.
  mutating func keepFree(title rect: Rect) {
    taken.append(rect)
    titles.append(rect)
  }

  /// Keeps a line free of labels.
  mutating func keepFree(along points: [Point], width: Double) {
    for (from, to) in zip(points, points.dropFirst()) {
      let way = to - from
      let count = max(1, Int(((way.x * way.x + way.y * way.y).squareRoot() / width).rounded(.up)))
      for index in 0...count {
        let middle = from + way * (Double(index) / Double(count))
        taken.append(Rect(x: middle.x - width / 2, y: middle.y - width / 2, width: width, height: width))
      }
    }
  }

  /// Whether a rectangle is inside the map and overlaps no occupied area, card or button.
  func isFree(_ rect: Rect) -> Bool {
    isFreeOnMap(rect) && rect.minX >= visible.minX && rect.minY >= visible.minY && rect.maxX <= visible.maxX
      && rect.maxY <= visible.maxY && !covered.contains { $0.intersection(rect) != nil }
  }

  /// Whether no card or button is over the middle of a rectangle.
  func isUncovered(_ rect: Rect) -> Bool {
    let middle = Rect(x: rect.midX, y: rect.midY, width: 1, height: 1)
    return visible.intersection(middle) != nil && !covered.contains { $0.intersection(middle) != nil }
  }

  /// The same without cards and buttons over the map.
  func isFreeOnMap(_ rect: Rect) -> Bool {
    isInside(rect) && !taken.contains { $0.intersection(rect) != nil }
  }

  /// Whether a rectangle is inside the map.
  func isInside(_ rect: Rect) -> Bool {
    rect.minX >= 2 && rect.minY >= 2 && rect.maxX <= size.width - 2 && rect.maxY <= size.height - 2
  }

  /// The names of countries and cities that fit, as glyphs with a halo.
  ///
  /// They are part of the picture, like the names on a tile, and not a text of the card.
  ///
  /// - Parameters:
  ///   - pins: The pins; a city that has one is not named a second time.
  ///   - isModern: Whether names have more places: those of countries within their borders, those of
  ///     cities also above and below their dots.
  mutating func names(
    of map: BaseMap, in viewport: MapViewport, palette: MapPalette.Names, pins: [MapAnnotation],
    isModern: Bool,
    _ context: LayoutContext
  )
    throws(RasterError) -> [DisplayItem]
  {
    var result: [DisplayItem] = []
    var drawn: [Rect] = []
    let zoom = viewport.zoom
    let family = context.theme.detailTextFont.family
    // About one name per square inch, so that the map is not crowded.
    var room = max(3, Int(min(60, size.width * size.height / 7_500)))
    // On a small map larger names would be too few.
    let countrySize = isModern && zoom >= 4 && room >= 8 ? 11.5 : 10.5
    let names =
      isModern
      ? map.names(
        map.names(in: context.locale, without: pins), aroundCountryOf: pins.map(\.place), in: viewport)
      : map.names
    let points = isModern ? pins.map { viewport.point($0.coordinate) } : []
    // Countries with pins have names first, also over the sea next to them.
    let pinned = isModern ? map.countries(names, of: pins.map(\.place)) : []
    func isPinned(_ name: BaseMap.Name) -> Bool { name.isCountry && pinned.contains(name.text) }
    for name in names.filter(isPinned) + names.filter({ !isPinned($0) })
    where name.isVisible(at: zoom) && room > 0 {
      for copy in viewport.allCopies {
        let point = viewport.point(name.place, copy: copy)
        // A city's dot is completely visible or omitted.
        let rim = name.isCountry ? 0.0 : 4
        guard point.x > rim, point.y > rim, point.x < size.width - rim, point.y < size.height - rim,
          !isModern || viewport.isFirst(point)
        else {
          continue
        }
        let dot = Rect(x: point.x - 2.5, y: point.y - 2.5, width: 5, height: 5)
        if isModern, !name.isCountry,
          !isUncovered(dot) || titles.contains(where: { $0.intersection(dot) != nil })
            || points.contains(where: { max(abs($0.x - point.x), abs($0.y - point.y)) < 12 })
            || drawn.contains(where: { $0.intersection(dot) != nil })
        {
          continue
        }
        let font = Font(family, size: name.isCountry ? countrySize : 10, weight: name.isCountry ? 600 : 500)
        let color = name.isCountry ? palette.country : palette.city
        let text = try context.line(name.text, font, color, alignment: .left)
        let (width, height) = (text.naturalWidth, text.size.height)
        var places =
          name.isCountry
          ? [Point(x: point.x - width / 2, y: point.y - height / 2)]
          : [
            Point(x: point.x + 6, y: point.y - height / 2),
            Point(x: point.x - 6 - width, y: point.y - height / 2),
          ]
        if isModern, !name.isCountry {
          // Clear of the ring of a route that begins at the city.
          places += [point.x + 11, point.x - 11 - width].map { Point(x: $0, y: point.y - height / 2) }
          places += [point.y - 8.5 - height, point.y + 8.5].map { Point(x: point.x - width / 2, y: $0) }
        }
        let frames = places.map { Rect(origin: $0, size: Size(width: width, height: height)) }
        guard
          let frame = frames.first(where: { isFree($0.inset(by: -3)) })
            ?? (name.isCountry && isModern && isInside(frames[0])
              ? frames[0].asides(isFar: isPinned(name)).first {
                // A border between both places would put the name into another country.
                isInside($0) && isFree($0.inset(by: -3))
                  && map.belongs(
                    $0, to: name.place, at: Point(x: $0.midX - frames[0].midX, y: $0.midY - frames[0].midY),
                    in: viewport)
              } : nil)
        else { continue }
        keepFree(frame.inset(by: Insets(top: -3, left: -8, bottom: -3, right: -8)))
        drawn.append(frame.inset(by: -1))
        if !name.isCountry {
          keepFree(dot)
          result.append(.fill(.path(.ellipse(in: dot.inset(by: -1))), .solid(palette.halo), bounds: dot))
          result.append(.fill(.path(.ellipse(in: dot)), .solid(palette.city), bounds: dot))
          result.append(
            .fill(.path(.ellipse(in: dot.inset(by: 1.25))), .solid(palette.halo), bounds: dot))
        }
        result += MapLabels.letters(of: text, at: frame.origin, halo: palette.halo)
        room -= 1
      }
    }
    return result
  }

  /// The glyphs of a text with a halo around them.
  static func letters(of text: ShapedText, at origin: Point, halo: Color) -> [DisplayItem] {
    text.lines.flatMap(\.runs).map { run in
      var run = run
      run.origin = run.origin + origin
      run.ink = GlyphInk(outline: outline(halo))
      return .glyphs(run)
    }
  }

  /// The halo around the letters of a text.
  static func outline(_ halo: Color) -> GlyphInk.Outline {
    GlyphInk.Outline(width: 1.4, color: halo.multiplyingAlpha(by: 0.92))
  }
}

extension Rect {
  /// Frames of the same size next to this one, the closest first.
  ///
  /// - Parameter isFar: Whether they may be farther away, over the sea.
  fileprivate func asides(isFar: Bool) -> [Rect] {
    let near = [
      (0, -2), (0, 2), (0.7, 0), (-0.7, 0), (0, -4), (0, 4), (0.7, -2), (-0.7, -2), (0.7, 2), (-0.7, 2.0),
    ]
    let far: [(Double, Double)] = [
      (-1.2, 0), (1.2, 0), (-1.2, -2), (1.2, -2), (-1.2, 2), (1.2, 2), (-1.2, -4), (1.2, -4), (-1.7, 0),
      (1.7, 0),
      (-1.7, -2), (1.7, -2),
    ]
    return (near + (isFar ? far : [])).map { moved(by: Point(x: $0.0 * width, y: $0.1 * height)) }
  }
}

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
    box.add(text, at: Point(x: 1, y: 0))
    box.ink(nil, MapLabels.outline(palette.words.halo))
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
