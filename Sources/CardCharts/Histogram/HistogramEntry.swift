package import CardModel
import CardRaster

/// One bar of a histogram.
package struct HistogramEntry: ListEntry {
  var color: Paint?
  var height = 0.0
  var textValue: String?
  var title: String?
  package var region = EntryRegion()

  init(
    color: Paint? = nil, height: Double = 0.0, textValue: String? = nil, title: String? = nil,
    region: EntryRegion = EntryRegion()
  ) {
    self.color = color
    self.height = height
    self.textValue = textValue
    self.title = title
    self.region = region
  }

  package init() {}

  package static let noun = "a bar"

  static let object = ObjectSchema(
    "histogramEntry", "A bar of a histogram.", fields, repeats: true
  ) { HistogramEntry() }

  package static let fields = FieldTable<HistogramEntry>(needs: [["height"]]) {
    Field(
      "height", \.height, .share,
      "The height, 0…1 of the room for bars; a value outside is drawn as the nearest end.")
    Field("color", \.color, .paint, "The colour or gradient of the bar.", default: "the theme's")
    Field("textValue", \.textValue, .barValue, "A value over the bar; a text or a number.")
    Field("title", \.title, .barValue, "A title under the bar; a text or a number.")
    regionFields(alt: "its title and value")
  }

  /// The drawn height, clamped to 0…1.
  var share: Double { min(1, max(0, height)) }

  /// The accessibility text of the bar.
  var words: String {
    if let alt = region.alt { return alt }
    let percent = (height * 100).rounded()
    let share = percent == 0 && height > 0 ? "<1 %" : "\(JSONNumber.format(percent)) %"
    let value = textValue.flatMap { $0.isEmpty ? nil : $0 } ?? share
    guard let title, !title.isEmpty else { return value }
    return "\(title) \(value)"
  }

  /// The accessibility text of a list of bars.
  ///
  /// It contains every bar of a short list; otherwise the first, last, lowest and highest.
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

  /// The longest list that is described bar by bar.
  private static let most = 12
}

/// The lines behind the bars of a histogram.
package struct HistogramLines: Sendable {
  package var bottom = true
  package var middle = true
  package var top = true

  static let fields = FieldTable<HistogramLines> {
    Field("bottom", \.bottom, .boolean, "A line under the feet of the bars.")
    Field("middle", \.middle, .boolean, "A dashed line at half the height.")
    Field("top", \.top, .boolean, "A line at the full height.")
  }
}

extension HistogramEntry {
  package mutating func read(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    readKeys(node, path, context)
    guard share != height else { return }
    context.warning(
      "the height \(JSONNumber.format(height)) is outside 0…1 and is drawn as \(height < 0 ? 0 : 1)",
      key: "height", of: node, path)
  }
}

extension ValueKind where Value == [HistogramEntry] {
  /// A list of bars, with support for `if` and `forEach`.
  static var histogramEntries: Self {
    entries("bars", schema: .list(.object(HistogramEntry.object), 0...Limits.nodes))
  }

  /// A single bar, repeated by the histogram's own `forEach`.
  static var repeatedHistogramEntry: Self { entries("bars", schema: .object(HistogramEntry.object)) }
}
