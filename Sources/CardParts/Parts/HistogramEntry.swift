import CardRaster

/// One bar of a histogram.
struct HistogramEntry: Sendable {
  var color: Paint?
  var height = 0.0
  var textValue: String?
  var title: String?
  var id: String?
  var link: String?
  var alt: String?
  var path = JSONPath.root
  var repetition: Int?

  static let object = ObjectSchema(
    "histogramEntry", "A bar of a histogram.", fields, repeats: true
  ) { HistogramEntry() }

  static let fields = FieldTable<HistogramEntry>(needs: [["height"]]) {
    Field(
      "height", \.height, .share,
      "How tall the bar is, 0…1 of the room for bars; what is outside is drawn as the nearest end.")
    Field("color", \.color, .paint, "The colour or gradient of the bar.", default: "the theme's")
    Field("textValue", \.textValue, .barValue, "A value over the bar; a text or a number.")
    Field("title", \.title, .barValue, "A title under the bar; a text or a number.")
    Field("id", \.id, .identifier, "A name for the bar's region.")
    Field("link", \.link, .link, "Where a tap on the bar goes.")
    Field("alt", \.alt, .text, "The text alternative of the bar.", default: "its title and value")
  }

  /// The height that is drawn.
  var share: Double { min(1, max(0, height)) }

  /// What a listener hears of the bar.
  var words: String {
    if let alt { return alt }
    let share = "\(NumberText.text((height * 100).rounded(), digits: 0)) %"
    let value = textValue.flatMap { $0.isEmpty ? nil : $0 } ?? share
    guard let title, !title.isEmpty else { return value }
    return "\(title) \(value)"
  }

  /// What a listener hears of a list of bars: all of a few; of many the first, the last, the lowest and the highest.
  static func words(of entries: [HistogramEntry]) -> String {
    guard entries.count > most, let first = entries.first, let last = entries.last else {
      return entries.map(\.words).joined(separator: ", ")
    }
    var (lowest, highest) = (first, first)
    for entry in entries {
      if entry.height < lowest.height { lowest = entry }
      if entry.height > highest.height { highest = entry }
    }
    return
      "\(entries.count) bars: \(first.words) … \(last.words); lowest \(lowest.words), highest \(highest.words)"
  }

  /// As many bars as one can listen to.
  private static let most = 12
}

/// Which lines a histogram has behind its bars.
struct HistogramLines: Sendable {
  var bottom = true
  var middle = true
  var top = true

  static let fields = FieldTable<HistogramLines> {
    Field("bottom", \.bottom, .boolean, "A line under the feet of the bars.")
    Field("middle", \.middle, .boolean, "A dashed line at half the height.")
    Field("top", \.top, .boolean, "A line at the full height.")
  }
}

extension ValueKind where Value == [HistogramEntry] {
  /// A list of bars, with `if` and `forEach`.
  static var histogramEntries: Self {
    histogramEntries(schema: .list(.object(HistogramEntry.object), 0...Limits.nodes))
  }

  /// A single bar that the histogram's own `forEach` repeats.
  static var repeatedHistogramEntry: Self { histogramEntries(schema: .object(HistogramEntry.object)) }

  private static func histogramEntries(schema: Schema) -> Self {
    ValueKind("bars", schema: schema) { node, path, context in
      guard let elements = context.elements(node, path, what: "a list of bars") else { return nil }
      return elements.map { node, path, inner in
        var entry = HistogramEntry()
        entry.path = path
        entry.repetition = inner.scope.repetition
        HistogramEntry.fields.read(node, path, inner, into: &entry, what: "a bar")
        if entry.share != entry.height {
          inner.warning(
            "the height \(NumberText.text(entry.height)) is outside 0…1 and is drawn as \(entry.height < 0 ? 0 : 1)",
            key: "height", of: node, path)
        }
        return entry
      }
    }
  }
}
