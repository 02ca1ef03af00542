import CardModel
import CardRaster

/// The colours of a chart.
enum ChartColors: Hashable, Sendable {
  case list([Color])
  case bySeries([String: Color])
}

/// The axes that are shown.
enum ChartAxes: String, Hashable, Sendable, CaseIterable {
  case both, none, x, y

  func has(_ axis: ChartAxis) -> Bool { self == .both || self == (axis == .x ? .x : .y) }
}

/// A chart in a deck: its data, marks, channels and look.
struct ChartSpec: Hashable, Sendable {
  /// The treatment of missing values in a line.
  enum Missing: String, Sendable, CaseIterable { case gap, connect, dash, zero }
  /// The level of detail of the alternative text.
  enum Alternative: String, Sendable, CaseIterable { case short, full, data }

  var data: ChartTable?
  var transform: [ChartTransform] = []
  var mark: ChartMark?
  var layer: [ChartLayerSpec] = []
  @CopyOnWriteBox var short = ChartEncoding()
  @CopyOnWriteBox var encoding = ChartEncoding()
  var columns: Int?
  var plotHeight: Double?
  var resolve = ChartResolve()
  var gauge = ChartGaugeSpec()
  var stack: ChartStackMode?
  var colors: ChartColors?
  var scheme: ChartScheme?
  var patterns = false
  var legend = ChartLegendPlace.auto
  var axes: ChartAxes?
  var grid: ChartAxes?
  var valueLabels: ChartValueLabels?
  var rules: [ChartRule] = []
  var missing = Missing.gap
  var sort: ChartSort?
  var maxCategories: Int?
  var otherTitle: String?
  var arcs = ChartArcSpec()
  var title: String?
  var subtitle: String?
  var centerText: [String] = []
  var bars = ChartBarSpec()
  var lineWidth: Double?
  var pointSize = 5.0
  var style = ChartStyleSpec()
  var textAlternative = Alternative.full
  var description: String?

  static let fields = FieldTable<ChartSpec> {
    Field(
      "data", \.data, .chartData,
      "Rows (a list of objects), columns (an object of lists), numbers, or the path of a `.csv` or `.json` file in the deck's folder."
    )
    Field(
      "transform", \.transform, .chartTransforms,
      "Steps that prepare the rows, as in Vega-Lite: `filter`, `calculate`, `aggregate` and others.",
      default: "none")
    Field("mark", \.mark, .chartMark, "The mark: a name, or an object with its properties.")
    Field(
      "layer", \.layer, .list(.chartLayer, 1...Limits.chartLayers),
      "Further marks over the part's own mark; they share its axes.", default: "none")
    ChartEncoding.fields.fields.map { $0.lifted(\.short) }
    Field(
      "encoding", \.encoding, .chartEncoding, "The channels, nested as in Vega-Lite.", default: "none")
    Field(
      "resolve", \.resolve, .chartResolve,
      "`{ \"scale\": { \"y\": \"independent\" } }` gives layers a second vertical axis, and panels their own scales, also of `x`.",
      default: "one axis")
    Field(
      "columns", \.columns, .integer(1...Limits.chartPanels),
      "The number of panels of a `facet` or `column` in a line.", default: "as many as fit")
    Field(
      "plotHeight", \.plotHeight, .number(1...4_000),
      "The height of the plot, or of each panel, if the part has no `height`: title, legend and labels are added to it.",
      default: "by the width")
    ChartGaugeSpec.fields.fields.map { $0.lifted(\.gauge) }
    Field(
      "stack", \.stack, .chartStack,
      "How series stack; `false` groups bars side by side and overlays areas.",
      default: "`zero` for bars and areas")
    Field(
      "colors", \.colors, .chartColors, "The colours of series: one, a list, or an object by their names.",
      default: "the theme's `chartColors`")
    Field(
      "scheme", \.scheme, .word, "The colours of numbers.",
      default: "`blues`, or `redblue` for data with both signs")
    Field("patterns", \.patterns, .boolean, "Whether areas are filled with patterns, for print.")
    Field("legend", \.legend, .word, "The place of the legend; `direct` puts names at the ends of lines.")
    Field("axes", \.axes, .chartAxes, "The axes that are drawn.", default: "both")
    Field("grid", \.grid, .chartAxes, "The axes that have grid lines.", default: "that of the values")
    Field(
      "valueLabels", \.valueLabels, .chartValueLabels, "The values written at the marks.",
      default:
        "none; all of a `funnel` and a `waterfall`; the last of a single line or area, except in `turbo` and `mint`"
    )
    Field("rules", \.rules, .list(.chartRule, 0...64), "Lines and bands at values.", default: "none")
    Field("missing", \.missing, .word, "How a line treats a missing value.")
    Field(
      "sort", \.sort, .chartSort, "The order of categories by their values, or a list of names.",
      default: "that of the data")
    Field(
      "maxCategories", \.maxCategories, .integer(2...1000),
      "The maximum number of categories; the smallest ones beyond it are combined into one.")
    Field(
      "otherTitle", \.otherTitle, .text, "The name of the category that sums up the others.",
      default: "\"Other\"")
    ChartArcSpec.fields.fields.map { $0.lifted(\.arcs) }
    Field("title", \.title, .text, "The title above the chart; it is the start of the text alternative.")
    Field("subtitle", \.subtitle, .text, "The line below the title.")
    Field(
      "centerText", \.centerText, .oneOrMore(.text, most: 2),
      "The text in the hole of a donut: `total`, or one or two texts.", default: "none")
    ChartBarSpec.fields.fields.map { $0.lifted(\.bars) }
    Field(
      "lineWidth", \.lineWidth, .number(0...40), "The width of lines.", default: "2, of a `sparkline` 1.5")
    Field("pointSize", \.pointSize, .number(0...100), "The diameter of points.")
    ChartStyleSpec.fields.fields.map { $0.lifted(\.style) }
    Field("textAlternative", \.textAlternative, .word, "The length of the text alternative.")
    Field("description", \.description, .text, "The text alternative; `alt` overrides it.")
  }

  /// The channel with series names or numeric colours, of the chart or of the first layer that has one.
  var colorChannel: ChartChannel? { channels(\.color).first { !$0.fields.isEmpty } }

  /// Keys of Vega-Lite that are ignored because a picture does not need them.
  static let ignored: Set<String> = ["$schema", "name", "padding", "autosize", "usermeta", "bounds"]

  /// Keys of Vega-Lite that are not supported, with the alternative.
  static let refused = UnsupportedVegaKeys.chart
}

/// The value of a gauge and its ring.
struct ChartGaugeSpec: Hashable, Sendable {
  var value: Double?
  var domain: [Double] = [0, 100]
  var thresholds: [ChartThreshold] = []
  var label: String?

  static let fields = FieldTable<ChartGaugeSpec> {
    Field(
      "value", \.value, .number(-1e12...1e12), "The value of a `gauge`; in panels it is in the column `y`.")
    Field(
      "domain", \.domain, .list(.number(-1e12...1e12), 2...2), "The start and end values of a `gauge`.")
    Field(
      "thresholds", \.thresholds, .list(.chartThreshold, 0...6),
      "The coloured sections of a gauge's ring, in ascending order; each ends at its value.",
      default: "none")
    Field("label", \.label, .text, "The text below the number of a `gauge`.")
  }
}

/// The angles and the hole of arcs.
struct ChartArcSpec: Hashable, Sendable {
  var innerRadius: Double?
  var padAngle = 1.0
  var startAngle, endAngle: Double?

  static let fields = FieldTable<ChartArcSpec> {
    Field(
      "innerRadius", \.innerRadius, .length, "The hole of arcs: a share up to 1, or points.",
      default: "0, of a `donut` 0.62")
    Field("padAngle", \.padAngle, .number(0...20), "The gap between two slices, in degrees.")
    Field(
      "startAngle", \.startAngle, .number(-360...360),
      "Where arcs start, in degrees clockwise from 12 o'clock.", default: "0, of a `gauge` -90")
    Field("endAngle", \.endAngle, .number(-360...720), "Where arcs end.", default: "360, of a `gauge` 90")
  }
}

extension ChartSpec {
  /// Scales lines, points, bars and rules without their own size, for a canvas that is viewed from a distance.
  mutating func grow(by growth: Double) {
    guard growth != 1 else { return }
    lineWidth = lineWidth ?? (mark?.type == .sparkline ? 1.5 : 2) * growth
    let standard = ChartSpec()
    if pointSize == standard.pointSize { pointSize *= growth }
    if bars.cornerRadius == standard.bars.cornerRadius { bars.cornerRadius *= growth }
    bars.growth = growth
    for number in rules.indices where rules[number].width == ChartRule().width {
      rules[number].width *= growth
    }
  }
}

/// The thickness and the corners of bars.
struct ChartBarSpec: Hashable, Sendable {
  var cornerRadius = 2.0
  var cornerCurve = CornerCurve.circular
  var barWidth, paddingInner, paddingOuter: Double?
  /// The scale of the largest width.
  fileprivate var growth = 1.0

  /// The largest width of a bar, in points.
  func mostWidth(besideTallNames: Bool, room: Double) -> Double {
    barWidth ?? max((besideTallNames ? 24 : 48) * growth, room)
  }

  static let fields = FieldTable<ChartBarSpec> {
    Field("cornerRadius", \.cornerRadius, .length, "The corners at the outer end of bars.")
    Field(
      "cornerCurve", \.cornerCurve, .word,
      "The form of these corners: a quarter of a circle, or Apple's continuous curve.")
    Field(
      "barWidth", \.barWidth, .number(1...1000), "The width of a bar.",
      default: "what fits, up to 48; a few columns of a large chart up to 96")
    Field(
      "paddingInner", \.paddingInner, .fraction, "The gap between bars, as a share of a category's width.",
      default: "0.3")
    Field(
      "paddingOuter", \.paddingOuter, .number(0...4), "The gap before the first and after the last bar.",
      default: "0.15")
  }
}

/// The font and the colours of everything except the data.
struct ChartStyleSpec: Hashable, Sendable {
  var font: FontSpec?
  var labelColor, gridColor, axisColor: Color?

  static let fields = FieldTable<ChartStyleSpec> {
    Field("font", \.font, .font, "The font of all texts; titles are larger.", default: "the theme's")
    Field("labelColor", \.labelColor, .color, "The colour of labels.", default: "the theme's")
    Field("gridColor", \.gridColor, .color, "The colour of the grid.", default: "the theme's")
    Field("axisColor", \.axisColor, .color, "The colour of the line at 0.", default: "the theme's")
  }
}

/// The axes whose scales are independent: of layers `y`, of panels `x` and `y`.
struct ChartResolve: Hashable, Sendable {
  /// The paths of the independent axes.
  var paths: [ChartAxis: JSONPath] = [:]
}

extension ValueKind where Value == ChartResolve {
  /// An object such as `{ "scale": { "y": "independent" } }`.
  static var chartResolve: Self {
    ValueKind("object", schema: .freeObject, isExplained: false) { node, path, context in
      guard case .object(let members) = node.value else {
        context.mismatch(node, path, expected: "an object such as { \"scale\": { \"y\": \"independent\" } }")
        return nil
      }
      var result = ChartResolve()
      for member in members {
        guard case .object(let axes) = member.value.value else { continue }
        for axis in axes where axis.value.value == .string("independent") {
          let place = path.key(member.key).key(axis.key)
          guard ["x", "y"].contains(axis.key) else {
            context.error(
              axis.value, place, "only the axes 'x' and 'y' may be independent, found '\(axis.key)'")
            continue
          }
          result.paths[axis.key == "x" ? .x : .y] = place
        }
      }
      return result
    }
  }
}

extension ValueKind where Value == ChartRule {
  /// A line or band.
  static var chartRule: Self {
    .object("chartRule", "A line or band at a value of a chart.", ChartRule.fields) { ChartRule() }
  }
}

extension ValueKind where Value == ChartAxes {
  /// A boolean, `x` or `y`.
  static var chartAxes: Self {
    ValueKind(
      "boolean, `x`, `y`", schema: .any([.boolean, .word(["x", "y"])]),
      show: { $0 == .both ? "true" : $0 == .none ? "false" : "`\($0.rawValue)`" }
    ) { node, path, context in
      switch node.value {
      case .bool(let all): return all ? .both : ChartAxes.none
      case .string("x"): return .x
      case .string("y"): return .y
      default:
        context.mismatch(node, path, expected: "true, false, 'x' or 'y'")
        return nil
      }
    }
  }
}

extension ValueKind where Value == ChartColors {
  /// A colour, a list, or an object by series.
  static var chartColors: Self {
    let list = ValueKind<[Color]>.list(.color, 1...Limits.chartSeries)
    return ValueKind(
      "colour, list or object", schema: .any([.reference(.color), list.schema, .map(.reference(.color))])
    ) { node, path, context in
      switch node.value {
      case .array: return list.parse(node, path, context).map { ChartColors.list($0) }
      case .object(let all) where !Appearances.isGiven(by: node):
        let members = all.filter { !context.isNull($0.value) }
        var colors: [String: Color] = [:]
        for member in members {
          colors[member.key] = ValueKind<Color>.color.read(member.value, path.key(member.key), context)
        }
        return colors.count == members.count ? .bySeries(colors) : nil
      default: return ValueKind<Color>.color.parse(node, path, context).map { ChartColors.list([$0]) }
      }
    }
  }
}
