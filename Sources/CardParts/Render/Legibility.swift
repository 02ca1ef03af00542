import CardRaster

/// The contrast of the texts of a page with their background.
///
/// Colours and gradients are taken from the boxes. Behind pictures and other content, a few bands of the page
/// are painted and their pixels are read.
struct Legibility {
  /// The contrast of a line of text, or of a run of one colour.
  struct Reading: Hashable {
    var ink: Color
    var ground: Color
    /// The contrast ratio, from 1 to 21.
    var ratio: Double { ink.over(ground).contrast(with: ground) }
  }

  /// A measured line of text.
  struct Entry {
    /// The path of the part, or of the card if the text has no part.
    var path: JSONPath
    var words: String
    /// The line's frame on the page.
    var frame: Rect
    /// The colour with the lowest contrast; nil when the text is invisible or its background is unknown.
    var reading: Reading?
  }

  /// All lines, in the order of the boxes.
  private(set) var entries: [Entry] = []

  /// A measured colour of chart marks.
  struct MarkEntry {
    var path: JSONPath
    var name: String
    var reading: Reading
  }

  /// The deck's colours of chart marks for which the background is known.
  private(set) var marks: [MarkEntry] = []

  private var levels = [BackdropLevel()]
  /// Texts whose background must be read from pixels.
  private var waiting: [Waiting] = []

  /// Measures a page.
  ///
  /// - Parameter pixels: paints areas of the page without letters, at any scale; nil for an area that fails.
  /// It is called at most once.
  init(of page: LayoutBox, pixels: ([Rect]) -> [PaintedPart?]) {
    let sheet = Rect(origin: .zero, size: page.size)
    push(Backdrop(area: sheet, content: Backdrop.Content(page.background ?? .solid(.white), in: sheet)))
    visitContent(of: page, at: .zero, Scope(path: .root, clip: sheet))
    if !waiting.isEmpty { readPixels(pixels) }
  }

  /// The inherited values for the content of a box.
  private struct Scope {
    var path: JSONPath
    var clip: Rect
    var opacity = 1.0
    var isMeasured = true
  }

  private mutating func push(_ backdrop: Backdrop) { levels[levels.count - 1].add(backdrop) }

  private mutating func visit(_ box: LayoutBox, at origin: Point, _ outer: Scope) {
    var scope = outer
    scope.opacity *= box.opacity * (box.poses?.end.opacity ?? 1)
    if let path = box.source?.path, path != .root { scope.path = path }
    // Rotated texts and texts that fade in are not measured.
    if !box.hasMeasuredWords || box.poses != nil { scope.isMeasured = false }
    levels.append(BackdropLevel())
    let frame = Rect(origin: origin, size: box.size)
    if let background = box.background, let area = frame.intersection(scope.clip) {
      push(Backdrop(area: area, content: Backdrop.Content(background, in: frame), opacity: scope.opacity))
    }
    if let decoration = box.decoration {
      if decoration.backdropBlur > 0, let area = frame.intersection(scope.clip) {
        push(Backdrop(area: area, content: .unknown, opacity: scope.opacity))
      }
      if decoration.picture != nil, let area = frame.intersection(scope.clip) {
        push(Backdrop(area: area, content: .unknown, opacity: scope.opacity))
      }
      // The result of a blend mode or mask is only visible after painting.
      if decoration.blendMode != .normal || decoration.mask != nil { scope.isMeasured = false }
      if decoration.mask != nil, let area = frame.intersection(scope.clip) {
        push(Backdrop(area: area, content: .unknown, opacity: scope.opacity))
      }
    }
    if box.isClipped {
      scope.clip =
        box.seen.moved(by: origin).intersection(scope.clip) ?? Rect(origin: origin, size: .zero)
    }
    if !box.markColors.isEmpty { measureMarks(of: box, at: origin, scope) }
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
      // Confetti is elsewhere a moment later.
      case .confetti: break
      }
    }
  }

  private mutating func addItem(_ item: DisplayItem, at origin: Point, _ scope: Scope) {
    func addArea(_ rect: Rect, _ content: Backdrop.Content) {
      guard let area = rect.moved(by: origin).intersection(scope.clip) else { return }
      self.push(Backdrop(area: area, content: content, opacity: scope.opacity))
    }
    switch item {
    case .fill(.roundedRect(let shape), let paint, let bounds):
      addArea(shape.rect, Backdrop.Content(paint, in: bounds.moved(by: origin)))
    case .fill(.path, _, let bounds): addArea(bounds, .unknown)
    case .image(let image): addArea(image.frame, .unknown)
    case .backdrop(let shape, _):
      if let bounds = shape.bounds(under: .identity) { addArea(bounds, .unknown) }
    case .group(let group):
      guard group.transform == .identity else { return }
      var inner = scope
      inner.opacity *= group.opacity
      if case .roundedRect(let clip)? = group.clip {
        inner.clip = clip.rect.moved(by: origin).intersection(scope.clip) ?? Rect(origin: origin, size: .zero)
      }
      for item in group.items { addItem(item, at: origin, inner) }
    // Lines, letters and shadow blurs are too small or faint to count as a background.
    case .fill(.ring, _, _), .stroke, .glyphs, .shadow, .innerShadow: break
    }
  }

  // MARK: Marks

  /// Measures the colours of marks against the background at the middle of a chart.
  private mutating func measureMarks(of box: LayoutBox, at origin: Point, _ scope: Scope) {
    let place = Point(x: origin.x + box.size.width / 2, y: origin.y + box.size.height / 2)
    let spot = Rect(x: place.x - 0.5, y: place.y - 0.5, width: 1, height: 1)
    var found: [Backdrop] = []
    for level in levels.reversed() where level.collect(over: spot, into: &found) { break }
    guard scope.isMeasured, let ground = ground(at: place, found) else { return }
    for mark in box.markColors {
      let color = mark.color.multiplyingAlpha(by: scope.opacity)
      marks.append(
        MarkEntry(path: scope.path, name: mark.name, reading: Reading(ink: color, ground: ground)))
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
    // About the height of lowercase letters with ascenders.
    let height = run.font.size * 0.6
    let letters = Rect(
      x: run.origin.x, y: run.origin.y - height, width: max(run.width, 0.5), height: height
    ).moved(by: origin)
    guard let seen = letters.intersection(scope.clip) else { return nil }
    let inks = run.seenColors.map { $0.multiplyingAlpha(by: scope.opacity) }.filter { !$0.isClear }
    guard !inks.isEmpty else { return nil }
    for mark in line.backgrounds {
      let area = mark.rect.moved(by: origin)
      if mark.color.isOpaque, area.holds(seen) { return Self.reading(of: inks, on: mark.color) }
    }
    var found: [Backdrop] = []
    for level in levels.reversed() where level.collect(over: seen, into: &found) { break }
    if let last = found.last, case .solid(let color) = last.content, found.count == 1,
      last.isWhole(over: seen)
    {
      return Self.reading(of: inks, on: color)
    }
    let samples = samples(of: seen, found)
    guard samples.allSatisfy({ $0.color != nil }) else {
      waiting.append(Waiting(entry: entries.count, inks: inks, samples: samples))
      return nil
    }
    return Self.reading(of: inks, on: samples.compactMap(\.color))
  }

  /// A point behind a text with its background colour; nil when it must be read from pixels.
  private struct Sample {
    var place: Point
    var color: Color?
  }

  private func samples(of seen: Rect, _ found: [Backdrop]) -> [Sample] {
    (0..<Self.samples).map { number in
      let share = (Double(number) + 0.5) / Double(Self.samples)
      let place = Point(x: seen.minX + seen.width * share, y: seen.midY)
      return Sample(place: place, color: ground(at: place, found))
    }
  }

  private static let samples = 15

  /// The contrast at the 20th percentile of the sampled points along a text.
  private static func reading(of inks: [Color], on grounds: [Color]) -> Reading? {
    let readings = grounds.compactMap { reading(of: inks, on: $0) }.sorted { $0.ratio < $1.ratio }
    return readings.isEmpty ? nil : readings[readings.count / 5]
  }

  /// The best contrast of the colours; outlined letters are readable by their fill or their outline.
  private static func reading(of inks: [Color], on ground: Color) -> Reading? {
    inks.map { Reading(ink: $0, ground: ground) }.max { $0.ratio < $1.ratio }
  }

  /// The background colour at a point; nil when the backdrops do not determine it.
  private func ground(at place: Point, _ found: [Backdrop]) -> Color? {
    var above: [Color] = []
    for backdrop in found where backdrop.area.includes(place) {
      guard let color = backdrop.color(at: place) else { return nil }
      above.append(color)
      if color.isOpaque { break }
    }
    guard above.last?.isOpaque == true else { return nil }
    return above.reversed().reduce(Color.white) { $1.over($0) }
  }

  // MARK: Pixels

  /// A run whose background must be read from pixels.
  private struct Waiting {
    /// The index of its line in `entries`.
    var entry: Int
    var inks: [Color]
    var samples: [Sample]

    /// The area around the points without a known colour.
    var area: Rect? {
      let places = samples.filter { $0.color == nil }.map(\.place)
      guard let left = places.map(\.x).min(), let right = places.map(\.x).max(), let y = places.first?.y
      else { return nil }
      return Rect(x: left, y: y, width: right - left, height: 0)
    }
  }

  private mutating func readPixels(_ pixels: ([Rect]) -> [PaintedPart?]) {
    let order = waiting.indices.sorted {
      (waiting[$0].area?.minY ?? 0, $0) < (waiting[$1].area?.minY ?? 0, $1)
    }
    var areas: [Rect] = []
    var band = [Int](repeating: 0, count: waiting.count)
    for number in order {
      guard let area = waiting[number].area else { continue }
      if let last = areas.last, areas.count == Self.bands || area.minY < last.maxY + Self.bandGap {
        areas[areas.count - 1] = last.union(area)
      } else {
        areas.append(area)
      }
      band[number] = areas.count - 1
    }
    let painted = pixels(areas)
    for (number, text) in waiting.enumerated() where painted.indices.contains(band[number]) {
      guard let part = painted[band[number]] else { continue }
      // A transparent picture is assumed to be shown on white.
      let grounds = text.samples.compactMap { $0.color ?? part.color(at: $0.place)?.over(.white) }
      guard let reading = Self.reading(of: text.inks, on: grounds) else { continue }
      if entries[text.entry].reading.map({ reading.ratio < $0.ratio }) ?? true {
        entries[text.entry].reading = reading
      }
    }
  }

  /// The maximum number of painted bands, and the distance within which lines share one: about two lines.
  private static let bands = 8
  private static let bandGap = 48.0
}

extension GlyphRun {
  /// The colour of the letters, and that of an outline of at least half a point.
  fileprivate var seenColors: [Color] {
    guard let outline = ink?.outline, outline.width >= 0.5 else { return [color] }
    return [color, outline.color]
  }
}

extension Legibility {
  /// The contrast below which text is hard to read for everyone.
  ///
  /// WCAG requires 4.5, or 3 for large text. Values below that are often intended, such as a grey date;
  /// values below 2 are not.
  static let least = 2.0

  /// A warning for each part, or card, with text that is hard to read.
  func issues(file: String, isMeant: (Reading) -> Bool = { _ in false }) -> [DeckIssue] {
    var worst: [JSONPath: Entry] = [:]
    var order: [JSONPath] = []
    for entry in entries {
      guard let reading = entry.reading, reading.ratio < Self.least, !isMeant(reading) else { continue }
      if let other = worst[entry.path]?.reading {
        if reading.ratio < other.ratio { worst[entry.path] = entry }
      } else {
        order.append(entry.path)
        worst[entry.path] = entry
      }
    }
    return order.compactMap { path in worst[path].flatMap { issue(of: $0, file: file) } }
      + markIssues(file: file)
  }

  /// The contrast that WCAG requires between the marks of a chart and the card.
  static let leastOfMarks = 3.0

  /// A warning for each chart whose colours in the deck have a low contrast.
  private func markIssues(file: String) -> [DeckIssue] {
    marks.filter { $0.reading.ratio < Self.leastOfMarks }.grouped(by: \.path).compactMap { path, marks in
      guard let worst = marks.min(by: { $0.reading.ratio < $1.reading.ratio }) else { return nil }
      let reading = worst.reading
      let name = worst.name.isEmpty ? "its marks" : DeckIssue.quoted(worst.name)
      let more = marks.count > 1 ? ", and \(marks.count - 1) more have too little contrast" : ""
      return DeckIssue(
        .warning, file: file, path: path,
        message:
          "the colour of \(name) has too little contrast: \(reading.ink.hexText) on \(reading.ground.hexText) is \(NumberText.format(reading.ratio, digits: 2)):1\(more)",
        hint: "marks need 3:1, or value labels next to them ('valueLabels')", code: .lowContrast)
    }
  }

  private func issue(of entry: Entry, file: String) -> DeckIssue? {
    guard let reading = entry.reading else { return nil }
    let words = LayoutContext.opening(of: entry.words)
    let ratio = NumberText.format(reading.ratio, digits: 2)
    return DeckIssue(
      .warning, file: file, path: entry.path,
      message:
        "the text \(words) has too little contrast: \(reading.ink.hexText) on \(reading.ground.hexText) is \(ratio):1",
      hint: "text needs 4.5:1, large text 3:1; \(reading.ground.betterInk)", code: .lowContrast)
  }
}

extension Color {
  /// The contrast of white or black text on this colour, whichever is higher.
  fileprivate var betterInk: String {
    let (white, black) = (contrast(with: .white), contrast(with: .black))
    let name = white > black ? "white" : "black"
    return "\(name) would have \(NumberText.format(max(white, black), digits: 1)):1"
  }
}

extension ResolvedDeck {
  /// Whether a low contrast comes from the defaults of CardParts: blue buttons on white.
  func isInherited(_ reading: Legibility.Reading, on cards: [ResolvedCard]) -> Bool {
    guard ([theme] + cards.map(\.theme)).contains(where: { !$0.compatibility.ensuresContrast }) else {
      return false
    }
    let classic = ResolvedTheme.Base()
    return reading.ink == classic.accentColor
      && [classic.surfaceColor, classic.pageColor].contains(reading.ground)
  }
}

extension DisplayList {
  /// The list without letters at a small scale, to read the background of texts.
  var backdrop: DisplayList {
    var list = self
    let side = max(size.width, size.height) * scale
    list.scale = scale * min(1, DisplayList.backdropSide / max(1, side))
    list.items = items.compactMap(\.withoutLetters)
    return list
  }

  /// The length of the longer side in pixels, enough to determine the background of a line.
  private static let backdropSide = 600.0
}

extension DisplayItem {
  /// The item without letters; nil if nothing remains.
  fileprivate var withoutLetters: DisplayItem? {
    switch self {
    case .glyphs: return nil
    case .group(var group):
      group.items = group.items.compactMap(\.withoutLetters)
      return group.items.isEmpty ? nil : .group(group)
    case .fill, .stroke, .image, .shadow, .innerShadow, .backdrop: return self
    }
  }
}
