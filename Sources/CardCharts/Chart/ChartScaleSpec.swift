import CardModel
import CardRaster

/// A scale in a deck: how values are mapped to positions or colours.
struct ChartScaleSpec: Hashable, Sendable {
  /// The form of the function.
  enum Kind: String, Hashable, Sendable, CaseIterable {
    case linear, log, symlog, sqrt, pow, time, utc, band, point, quantize, threshold
  }

  var type: Kind?
  var domain: [ChartValue] = []
  var domainMin, domainMax: ChartValue?
  var domainMid: Double?
  var nice, zero: Bool?
  var reverse = false
  var clamp = false
  var base = 10.0
  var exponent = 1.0
  var constant = 1.0
  var range: [Color] = []
  var scheme: ChartScheme?

  static let fields = FieldTable<ChartScaleSpec> {
    Field(
      "type", \.type, .word,
      "The kind of scale; `quantize` and `threshold` give numbers a few colours, between equal steps or the values of `domain`.",
      default: "by the values")
    Field(
      "domain", \.domain, .list(.chartValue, 1...Limits.chartCategories),
      "The minimum and maximum, or all categories.", default: "those of the data")
    Field("domainMin", \.domainMin, .chartValue, "The minimum alone.", default: "that of the data")
    Field("domainMax", \.domainMax, .chartValue, "The maximum alone.", default: "that of the data")
    Field("domainMid", \.domainMid, .number(-1e12...1e12), "The middle value of a diverging scheme.")
    Field("nice", \.nice, .boolean, "Whether the ends are extended to round numbers.", default: .value(true))
    Field("zero", \.zero, .boolean, "Whether 0 is included.", default: "by the mark and the data")
    Field("reverse", \.reverse, .boolean, "Whether the direction is reversed.")
    Field("clamp", \.clamp, .boolean, "Whether values outside the domain are drawn at the nearest end.")
    Field("base", \.base, .number(2...1000), "The base of a `log` scale.")
    Field("exponent", \.exponent, .number(0.01...100), "The exponent of a `pow` scale.")
    Field(
      "constant", \.constant, .number(1e-6...Limits.number),
      "The value up to which a `symlog` scale is nearly linear around 0.")
    Field(
      "range", \.range, .list(.color, 1...64), "The colours of a `color` channel.", default: "the theme's")
    Field("scheme", \.scheme, .word, "The colours of numbers.", default: "the part's `scheme`")
  }
}

/// An axis in a deck.
struct ChartAxisSpec: Hashable, Sendable {
  /// How overlapping labels are thinned.
  enum Overlap: String, Hashable, Sendable, CaseIterable { case auto, parity, greedy, none }

  /// The side of the plot.
  enum Side: String, Hashable, Sendable, CaseIterable { case top, bottom, left, right }

  var isShown = true
  var title: String?
  var orient: Side?
  var grid: Bool?
  var ticks = false
  var labels = true
  var domain: Bool?
  var values: [ChartValue] = []
  var tickCount: Int?
  var format: String?
  var labelAngle, labelLimit: Double?
  var labelOverlap = Overlap.auto

  static let fields = FieldTable<ChartAxisSpec> {
    Field(
      "title", \.title, .text, "The name of the axis.",
      default:
        "the channel's `title`; for points with two numeric axes, the names of the columns"
    )
    Field("orient", \.orient, .word, "The side of the plot.", default: "`bottom` or `left`")
    Field("grid", \.grid, .boolean, "Whether the plot has grid lines.", default: "the part's `grid`")
    Field("ticks", \.ticks, .boolean, "Whether labels have tick marks.")
    Field("labels", \.labels, .boolean, "Whether the axis has labels.")
    Field("domain", \.domain, .boolean, "Whether the axis line is drawn.", default: "at 0")
    Field(
      "values", \.values, .list(.chartValue, 0...Limits.chartCategories), "The values with a label.",
      default: "round ones")
    Field(
      "tickCount", \.tickCount, .integer(1...100), "The approximate number of labels.",
      default: "as many as fit")
    Field("format", \.format, .text, "As in the channel's `format`.")
    Field(
      "labelAngle", \.labelAngle, .number(-90...90), "The angle of labels in degrees.",
      default: "the smallest angle that fits")
    Field("labelOverlap", \.labelOverlap, .chartOverlap, "How overlapping labels are removed.")
    Field("labelLimit", \.labelLimit, .length, "The longest label, in points.", default: "0.4 of the part")
  }
}

/// A legend in a deck.
struct ChartLegendSpec: Hashable, Sendable {
  var isShown = true
  var orient: ChartLegendPlace?
  var title: String?
  var columns: Int?
  var format: String?
  var symbolType: ChartSymbol?

  static let fields = FieldTable<ChartLegendSpec> {
    Field("orient", \.orient, .word, "The position.", default: "the part's `legend`")
    Field("title", \.title, .text, "Its name.")
    Field("columns", \.columns, .integer(1...20), "The number of columns.", default: "as many as fit")
    Field("format", \.format, .text, "As in the channel's `format`.")
    Field(
      "symbolType", \.symbolType, .word, "The symbol before the names of series.", default: "by the marks")
  }
}

/// The position of a legend.
enum ChartLegendPlace: String, Hashable, Sendable, CaseIterable {
  case auto, none, top, bottom, left, right, direct

  /// Whether the legend is a column next to the plot, or in rows above or below it.
  var isBeside: Bool { self == .left || self == .right }
  var isAcross: Bool { self == .top || self == .bottom }
}

extension ValueKind where Value == ChartAxisSpec.Overlap {
  /// A keyword, or a boolean as in Vega-Lite.
  static var chartOverlap: Self {
    let word = ValueKind.word
    return ValueKind(word.name, schema: .any([word.schema, .boolean]), show: word.show) {
      node, path, context in
      switch node.value {
      case .bool(true): return .parity
      case .bool(false): return ChartAxisSpec.Overlap.none
      default: return word.parse(node, path, context)
      }
    }
  }
}

extension ValueKind where Value == ChartScaleSpec {
  /// A scale.
  static var chartScale: Self {
    .object("chartScale", "Maps values to positions or colours.", ChartScaleSpec.fields) { ChartScaleSpec() }
  }
}

extension ValueKind where Value == ChartAxisSpec {
  /// An axis, or `false`.
  static var chartAxis: Self {
    hideable("axis", "chartAxis", "An axis of a chart.", ChartAxisSpec.fields) { ChartAxisSpec(isShown: $0) }
  }
}

extension ValueKind where Value == ChartLegendSpec {
  /// A legend, or `false`.
  static var chartLegend: Self {
    hideable("legend", "chartLegend", "The legend of a chart.", ChartLegendSpec.fields) {
      ChartLegendSpec(isShown: $0)
    }
  }
}

extension ValueKind {
  /// An object, or `false` to hide the element.
  ///
  /// - Parameter make: creates the value from an object, and whether it is shown.
  fileprivate static func hideable(
    _ noun: String, _ name: String, _ summary: String, _ fields: FieldTable<Value>,
    _ make: @escaping @Sendable (Bool) -> Value
  ) -> Self {
    .object(name, summary, fields, shortForms: [.boolean]) { make(true) }.orShort("\(noun) or `false`") {
      if case .bool(let isShown) = $0.value { make(isShown) } else { nil }
    }
  }
}
