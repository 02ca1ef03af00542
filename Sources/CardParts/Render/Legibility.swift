import CardRaster

/// How well the texts of a page stand out from what lies behind them.
///
/// Colours and gradients are known from the boxes; where a picture or anything else lies behind a text, its painted pixels
/// are asked for, once for the whole page.
struct Legibility {
  /// How a line of text, or a piece of one colour of it, stands out.
  struct Reading: Hashable {
    var ink: Color
    var ground: Color
    /// From 1 to 21.
    var ratio: Double { ink.over(ground).contrast(with: ground) }
  }

  /// A text that was measured.
  struct Entry {
    /// The part, or else the card, that it belongs to.
    var path: JSONPath
    var words: String
    /// The line's box on the page.
    var frame: Rect
    /// Of the colour that stands out least; nil where nothing of it is seen, or where nobody could say what is behind it.
    var reading: Reading?
  }

  /// The lines of all texts, in the order in which the boxes hold them.
  private(set) var entries: [Entry] = []

  private var levels = [BackdropLevel()]
  private let pixels: () -> Bitmap?
  private var painted: Bitmap??
  private let size: Size

  /// Measures a page.
  ///
  /// - Parameter pixels: paints the page without its letters, in any size; nil when that fails.
  init(of page: LayoutBox, pixels: @escaping () -> Bitmap?) {
    self.pixels = pixels
    size = page.size
    let sheet = Rect(origin: .zero, size: size)
    add(Backdrop(area: sheet, content: Backdrop.Content(page.background ?? .solid(.white), in: sheet)))
    visitContent(of: page, at: .zero, Scope(path: .root, clip: sheet))
  }

  /// What holds for the content of a box.
  private struct Scope {
    var path: JSONPath
    var clip: Rect
    var opacity = 1.0
    var isMeasured = true
  }

  private mutating func add(_ backdrop: Backdrop) { levels[levels.count - 1].add(backdrop) }

  private mutating func visit(_ box: LayoutBox, at origin: Point, _ outer: Scope) {
    var scope = outer
    scope.opacity *= box.opacity
    if let path = box.source?.path, path != .root { scope.path = path }
    // What is turned or fades is read where it comes to rest.
    if !box.hasMeasuredWords || box.poses != nil { scope.isMeasured = false }
    levels.append(BackdropLevel())
    let frame = Rect(origin: origin, size: box.size)
    if let background = box.background, let area = frame.intersection(scope.clip) {
      add(Backdrop(area: area, content: Backdrop.Content(background, in: frame), opacity: scope.opacity))
    }
    if let decoration = box.decoration {
      if decoration.backdropBlur > 0, let area = frame.intersection(scope.clip) {
        add(Backdrop(area: area, content: .unknown, opacity: scope.opacity))
      }
      if decoration.picture != nil, let area = frame.intersection(scope.clip) {
        add(Backdrop(area: area, content: .unknown, opacity: scope.opacity))
      }
      // What comes of a colour that is mixed with others is seen when it is painted.
      if decoration.blendMode != .normal { scope.isMeasured = false }
    }
    if box.isClipped {
      scope.clip =
        box.seen.moved(by: origin).intersection(scope.clip) ?? Rect(origin: origin, size: .zero)
    }
    visitContent(of: box, at: origin, scope)
    let inner = levels.removeLast()
    levels[levels.count - 1].add(inner)
  }

  private mutating func visitContent(of box: LayoutBox, at origin: Point, _ scope: Scope) {
    for entry in box.content {
      switch entry {
      case .item(let item): addItem(item, at: origin, scope)
      case .text(let text, let point): measure(text, at: origin + point, scope)
      case .box(let child, let point): visit(child, at: origin + point, scope)
      // Pieces that fall are elsewhere a moment later.
      case .confetti: break
      }
    }
  }

  private mutating func addItem(_ item: DisplayItem, at origin: Point, _ scope: Scope) {
    func add(_ rect: Rect, _ content: Backdrop.Content) {
      guard let area = rect.moved(by: origin).intersection(scope.clip) else { return }
      self.add(Backdrop(area: area, content: content, opacity: scope.opacity))
    }
    switch item {
    case .fill(.roundedRect(let shape), let paint, let bounds):
      add(shape.rect, Backdrop.Content(paint, in: bounds.moved(by: origin)))
    case .fill(.path, _, let bounds): add(bounds, .unknown)
    case .image(let image): add(image.frame, .unknown)
    case .backdrop(let shape, _):
      if let bounds = shape.bounds(under: .identity) { add(bounds, .unknown) }
    case .group(let group):
      guard group.transform == .identity else { return }
      var inner = scope
      inner.opacity *= group.opacity
      if case .roundedRect(let clip)? = group.clip {
        inner.clip = clip.rect.moved(by: origin).intersection(scope.clip) ?? Rect(origin: origin, size: .zero)
      }
      for item in group.items { addItem(item, at: origin, inner) }
    // Lines, letters and the blur of shadows hide too little to be stood upon.
    case .fill(.ring, _, _), .stroke, .glyphs, .shadow, .innerShadow: break
    }
  }

  // MARK: Texts

  private mutating func measure(_ text: ShapedText, at origin: Point, _ scope: Scope) {
    for line in text.lines {
      var worst: Reading?
      if scope.isMeasured {
        for run in line.runs where !run.isColor && !run.glyphs.isEmpty {
          guard let reading = reading(of: run, in: line, at: origin, scope) else { continue }
          if worst.map({ reading.ratio < $0.ratio }) ?? true { worst = reading }
        }
      }
      entries.append(
        Entry(
          path: scope.path, words: line.text, frame: line.frame.moved(by: origin), reading: worst))
    }
  }

  private mutating func reading(
    of run: GlyphRun, in line: ShapedText.Line, at origin: Point, _ scope: Scope
  ) -> Reading? {
    // About the height of small letters with their stems.
    let height = run.font.size * 0.6
    let letters = Rect(
      x: run.origin.x, y: run.origin.y - height, width: max(run.width, 0.5), height: height
    ).moved(by: origin)
    guard let seen = letters.intersection(scope.clip) else { return nil }
    let ink = run.color.multiplyingAlpha(by: scope.opacity)
    guard !ink.isClear else { return nil }
    for mark in line.backgrounds {
      let area = mark.rect.moved(by: origin)
      if mark.color.isOpaque, area.holds(seen) { return Reading(ink: ink, ground: mark.color) }
    }
    var found: [Backdrop] = []
    for level in levels.reversed() where level.collect(over: seen, into: &found) { break }
    if let last = found.last, case .solid(let color) = last.content, found.count == 1,
      last.isWhole(over: seen)
    {
      return Reading(ink: ink, ground: color)
    }
    return sampled(ink, seen, found)
  }

  /// The reading that a fifth of the places along a text fall below.
  private mutating func sampled(_ ink: Color, _ seen: Rect, _ found: [Backdrop]) -> Reading? {
    var readings: [Reading] = []
    for number in 0..<Self.samples {
      let share = (Double(number) + 0.5) / Double(Self.samples)
      let place = Point(x: seen.minX + seen.width * share, y: seen.midY)
      guard let ground = ground(at: place, found) else { continue }
      readings.append(Reading(ink: ink, ground: ground))
    }
    readings.sort { $0.ratio < $1.ratio }
    return readings.isEmpty ? nil : readings[readings.count / 5]
  }

  private static let samples = 15

  /// What is seen at a place behind a text: from the backdrops, or from the painted page where they do not say.
  private mutating func ground(at place: Point, _ found: [Backdrop]) -> Color? {
    var above: [Color] = []
    for backdrop in found where backdrop.area.contains(place) {
      guard let color = backdrop.color(at: place) else { return pixel(at: place) }
      above.append(color)
      if color.isOpaque { break }
    }
    guard above.last?.isOpaque == true else { return pixel(at: place) }
    return above.reversed().reduce(Color.white) { $1.over($0) }
  }

  private mutating func pixel(at place: Point) -> Color? {
    if painted == nil { painted = .some(pixels()) }
    guard let bitmap = painted ?? nil, !size.isEmpty else { return nil }
    let x = min(bitmap.width - 1, max(0, Int(place.x / size.width * Double(bitmap.width))))
    let y = min(bitmap.height - 1, max(0, Int(place.y / size.height * Double(bitmap.height))))
    let at = 4 * (y * bitmap.width + x)
    let color = Color(
      red: bitmap.pixels[at], green: bitmap.pixels[at + 1], blue: bitmap.pixels[at + 2],
      alpha: bitmap.pixels[at + 3])
    // A transparent picture is shown on white more often than on anything else.
    return color.over(.white)
  }
}

extension Rect {
  /// Whether another rectangle lies inside, but for what rounding makes.
  fileprivate func holds(_ other: Rect) -> Bool {
    minX <= other.minX + 0.5 && minY <= other.minY + 0.5 && maxX >= other.maxX - 0.5
      && maxY >= other.maxY - 0.5
  }

  /// Whether a point lies inside or on the edge.
  fileprivate func contains(_ point: Point) -> Bool {
    minX <= point.x && point.x <= maxX && minY <= point.y && point.y <= maxY
  }
}

/// Something that lies behind texts.
struct Backdrop {
  /// What it shows.
  enum Content {
    case solid(Color)
    case gradient(Gradient, Rect)
    /// A picture, or a shape of which only the bounds are known.
    case unknown

    init(_ paint: Paint, in bounds: Rect) {
      switch paint {
      case .solid(let color): self = .solid(color)
      case .gradient(let gradient): self = bounds.size.isEmpty ? .unknown : .gradient(gradient, bounds)
      }
    }
  }

  var area: Rect
  var content: Content
  var opacity = 1.0

  /// Whether it is all that is seen behind a rectangle.
  func isWhole(over rect: Rect) -> Bool {
    guard case .solid(let color) = content else { return false }
    return color.isOpaque && opacity >= 1 && area.holds(rect)
  }

  /// Whether nothing below it is seen behind a rectangle.
  fileprivate func hidesAll(below rect: Rect) -> Bool {
    guard opacity >= 1, area.holds(rect) else { return false }
    switch content {
    case .solid(let color): return color.isOpaque
    case .gradient(let gradient, _): return Paint.gradient(gradient).isOpaque
    case .unknown: return false
    }
  }

  /// The colour at a place; nil where only the pixels know.
  func color(at place: Point) -> Color? {
    switch content {
    case .solid(let color): return color.multiplyingAlpha(by: opacity)
    case .gradient(let gradient, let bounds):
      let x = (place.x - bounds.minX) / bounds.width, y = (place.y - bounds.minY) / bounds.height
      return gradient.color(at: Point(x: x, y: y))?.multiplyingAlpha(by: opacity)
    case .unknown: return nil
    }
  }
}

extension Gradient {
  /// The colour at a place of the unit square; nil for a conic one and for one with transparent colours, which blend in
  /// other ways.
  fileprivate func color(at place: Point) -> Color? {
    guard stops.allSatisfy(\.color.isOpaque) else { return nil }
    let share: Double
    switch kind {
    case .linear(let start, let end):
      let (x, y) = (end.x - start.x, end.y - start.y)
      let length = x * x + y * y
      share = length > 0 ? ((place.x - start.x) * x + (place.y - start.y) * y) / length : 1
    case .radial(let center, let radius):
      let (x, y) = (place.x - center.x, place.y - center.y)
      share = radius > 0 ? (x * x + y * y).squareRoot() / radius : 1
    case .conic: return nil
    }
    guard let after = stops.firstIndex(where: { $0.offset >= share }) else { return stops.last?.color }
    guard after > 0 else { return stops[0].color }
    let (a, b) = (stops[after - 1], stops[after])
    let way = b.offset > a.offset ? (share - a.offset) / (b.offset - a.offset) : 1
    return a.color.blended(with: b.color, share: way)
  }
}

/// The backdrops of one box, the first at the bottom, in a form in which those below a text are found at once.
struct BackdropLevel {
  private indirect enum Node {
    case backdrop(Backdrop)
    case level(BackdropLevel)
  }

  private var nodes: [(bounds: Rect, node: Node)] = []
  /// How far down and to the right each node and those before it reach: in a long column none of the earlier ones is
  /// looked at.
  private var reaches: [Point] = []
  private var bounds: Rect?

  mutating func add(_ backdrop: Backdrop) { add(.backdrop(backdrop), backdrop.area) }

  mutating func add(_ level: BackdropLevel) {
    if let bounds = level.bounds { add(.level(level), bounds) }
  }

  private mutating func add(_ node: Node, _ area: Rect) {
    let last = reaches.last ?? Point(x: -.infinity, y: -.infinity)
    reaches.append(Point(x: max(last.x, area.maxX), y: max(last.y, area.maxY)))
    nodes.append((area, node))
    bounds = bounds?.union(area) ?? area
  }

  /// Collects what lies behind a rectangle, the first at the top; returns whether nothing below can be seen.
  func collect(over rect: Rect, into found: inout [Backdrop]) -> Bool {
    for index in nodes.indices.reversed() {
      guard reaches[index].x > rect.minX, reaches[index].y > rect.minY else { return false }
      guard nodes[index].bounds.intersection(rect) != nil else { continue }
      switch nodes[index].node {
      case .backdrop(let backdrop):
        found.append(backdrop)
        if backdrop.hidesAll(below: rect) { return true }
      case .level(let level): if level.collect(over: rect, into: &found) { return true }
      }
    }
    return false
  }
}
