import CardModel
import CardRaster

/// The marks of a chart.
enum ChartMarkType: String, Hashable, Sendable, CaseIterable {
  case bar, line, area, point, rule, rect, arc, text
  case column, horizontalBar, scatter, bubble, pie, donut, sparkline, heatmap, calendar, gauge, waterfall,
    candlestick, funnel, rings
  case tick, trail, boxplot, errorbar, errorband

  /// Whether the mark has no axes that other layers could share.
  var isAlone: Bool {
    [.arc, .pie, .donut, .calendar, .gauge, .funnel, .rings].contains(self)
  }

  /// The mark of an alias.
  var base: ChartMarkType {
    let bases: [ChartMarkType: ChartMarkType] = [
      .column: .bar, .horizontalBar: .bar, .scatter: .point, .bubble: .point, .pie: .arc, .donut: .arc,
      .heatmap: .rect, .calendar: .rect, .trail: .line,
    ]
    return bases[self] ?? self
  }

  /// Popular chart types that are not supported.
  static let absent = [
    "radar", "polarArea", "treemap", "sankey", "geoshape", "image", "violin",
  ]
  /// Marks for points with a fixed shape, by Vega-Lite's names.
  static let shapes = ["circle", "square"]
  /// Other names of marks, from Vega-Lite and other tools.
  static let others = ["doughnut": "donut", "bars": "bar", "polarBar": "bar"]
}

/// The interpolation of a line between points.
enum ChartInterpolation: String, Hashable, Sendable, CaseIterable {
  case linear, monotone, step
  case stepBefore = "step-before"
  case stepAfter = "step-after"
  case catmullRom = "catmull-rom"

  /// The maximum number of path steps from one point to the next.
  var stepsPerPoint: Int {
    [.step, .stepBefore, .stepAfter].contains(self) ? 3 : 1
  }
}

/// A mark with its look.
struct ChartMark: Hashable, Sendable {
  var type = ChartMarkType.bar
  /// The colour or gradient of all marks; nil for the colours of series.
  var paint: Paint?
  var opacity: Double?
  /// Whether points are filled; nil for the standard of the mark.
  var filled: Bool?
  /// The interpolation; nil for that of the theme.
  var interpolate: ChartInterpolation?
  var point = false
  var strokeDash: [Double] = []
  var strokeWidth, cornerRadius, cornerRadiusEnd, innerRadius, size: Double?
  var of = ChartMarkType.line
  /// The shape of all points; nil for circles, or for shapes by series.
  var shape: Int?
  var dx = 0.0
  var dy = 0.0
  var align: ChartTextAlign?
  var baseline: ChartTextBaseline?
  /// The ends of a box plot or an error bar.
  var extent: ChartExtent?
  var ticks = false
  var borders = false
  var outliers = true

  /// The colour; of a gradient the most opaque one, for lines and legends.
  var color: Color? {
    get {
      switch paint {
      case .solid(let color): color
      case .gradient(let gradient): gradient.stops.map(\.color).max { $0.alpha < $1.alpha }
      // A mark has no other paints.
      case .pattern, .layers, nil: nil
      }
    }
    set { paint = newValue.map { .solid($0) } }
  }

  static let object = ObjectSchema("chartMark", "A mark of a chart with its properties.", fields) {
    ChartMark()
  }

  static let fields = FieldTable<ChartMark>(needs: [["type"]]) {
    Field("type", \.type, .chartMarkType, "The kind of mark.")
    Field(
      "color", \.paint, .chartPaint, "The colour; of bars and areas also a gradient.",
      default: "that of the series")
    Field("opacity", \.opacity, .fraction, "The opacity.", default: "1")
    Field("filled", \.filled, .boolean, "Whether points are filled.", default: "true; false for `point`")
    Field(
      "interpolate", \.interpolate, .word, "The interpolation between the points of a line.",
      default: "`monotone`; `linear` for fewer than 5 points, and in `turbo` and `mint`")
    Field("point", \.point, .boolean, "Whether a line has points.")
    Field("strokeDash", \.strokeDash, .list(.length, 0...8), "Lengths of dashes and gaps.", default: "solid")
    Field(
      "strokeWidth", \.strokeWidth, .number(0...40), "The width of a line.", default: "the part's `lineWidth`"
    )
    Field(
      "cornerRadiusEnd", \.cornerRadiusEnd, .length, "The corners at the outer end of bars.",
      default: "the part's `cornerRadius`")
    Field(
      "cornerRadius", \.cornerRadius, .length, "The corners of arcs.",
      default: "0; round ends of `rings`, and of a `gauge` except in `turbo` and `mint`")
    Field(
      "innerRadius", \.innerRadius, .length, "The hole of arcs: a share up to 1, or points.",
      default: "the part's")
    Field(
      "size", \.size, .number(0...10_000), "The area of points; of a `text` the size of its font.",
      default: "by `pointSize`, or the part's `font`")
    Field("of", \.of, .word, "The mark of a `sparkline`: `line`, `bar` or `area`.")
    Field("dx", \.dx, .number(-1000...1000), "The offset of a `text` to the right.")
    Field("dy", \.dy, .number(-1000...1000), "The offset of a `text` downwards.")
    Field(
      "align", \.align, .word, "The part of a `text` that is at its position, from left to right.",
      default: "`center`, or next to a point")
    Field(
      "baseline", \.baseline, .word, "The part of a `text` that is at its position, from top to bottom.",
      default: "`middle`, or next to a point")
    Field(
      "extent", \.extent, .chartExtent,
      "The ends of the mark: of a `boxplot` `min-max`, or the length of its whiskers in heights of the box; of an `errorbar` or `errorband` `stderr`, `stdev`, `ci` or `iqr`.",
      default: "of a `boxplot` 1.5, else `stderr`")
    Field("ticks", \.ticks, .boolean, "Whether the ends of a `boxplot` or an `errorbar` have ticks.")
    Field("borders", \.borders, .boolean, "Whether an `errorband` has lines at its ends.")
    Field("outliers", \.outliers, .boolean, "Whether a `boxplot` shows the values beyond its whiskers.")
  }
}

extension ValueKind where Value == ChartMarkType {
  private static let shapeNames = Schema.TextForm(
    names: ChartMarkType.shapes, pattern: "^(\(ChartMarkType.shapes.joined(separator: "|")))$")

  /// The name of a mark.
  static var chartMarkType: Self {
    let word = ValueKind.word
    let schema = Schema.any([word.schema, .text(shapeNames)])
    return ValueKind("mark", schema: schema, show: word.show, json: word.json) { node, path, context in
      guard case .string(let name) = node.value else { return word.parse(node, path, context) }
      if ChartMarkType.shapes.contains(name) { return .point }
      if ChartMarkType.absent.contains(name) {
        context.error(
          node, path, "unknown mark '\(name)'",
          hint: name == "geoshape"
            ? "use a 'map' part" : "create it as SVG and show it in an 'image' part")
        return nil
      }
      if let other = ChartMarkType.others[name] {
        context.error(node, path, "unknown mark '\(name)'", hint: "did you mean '\(other)'?")
        return nil
      }
      return word.parse(node, path, context)
    }
  }
}

extension ValueKind where Value == ChartMark {
  /// The index of a point shape by its name.
  private static func shape(_ node: JSONNode) -> Int? {
    guard case .string(let name) = node.value else { return nil }
    return ChartMarkType.shapes.firstIndex(of: name)
  }

  /// The name of a mark, or an object.
  static var chartMark: Self {
    let name = ValueKind<ChartMarkType>.chartMarkType
    return ValueKind(
      "mark", schema: .any([name.schema, .object(ChartMark.object)]), show: { "`\($0.type.rawValue)`" }
    ) { node, path, context in
      guard case .object = node.value else {
        return name.parse(node, path, context).map {
          ChartMark(type: $0, filled: shape(node).map { _ in true }, shape: shape(node))
        }
      }
      var mark = ChartMark()
      // `tooltip` is only used by browsers.
      ChartMark.fields.read(
        node, path, context, into: &mark, others: ["tooltip", "clip", "shape"], what: "a mark")
      if let of = node["of"], ![.line, .bar, .area].contains(mark.of) {
        context.error(of, path.key("of"), "a sparkline is made of 'line', 'bar' or 'area'")
      }
      if case .gradient? = mark.paint, let color = node["color"],
        !ChartMarkKeys.filled.contains(mark.type == .sparkline ? mark.of : mark.type)
      {
        context.error(
          color, path.key("color"), "a '\(mark.type.rawValue)' mark has no gradient",
          hint: "bars and areas can have one")
      }
      mark.shape = node["type"].flatMap { shape($0) }
      // A `circle` or a `square` is filled.
      if mark.shape != nil { mark.filled = mark.filled ?? true }
      mark.shape = mark.shape ?? node["shape"]?.plainText.flatMap(ChartShape.number)
      return mark
    }
  }
}

/// The part of a text that is at its position, from left to right.
enum ChartTextAlign: String, Hashable, Sendable, CaseIterable { case left, center, right }

/// The part of a text that is at its position, from top to bottom.
enum ChartTextBaseline: String, Hashable, Sendable, CaseIterable { case top, middle, bottom, alphabetic }

/// The ends of a box plot or an error bar.
enum ChartExtent: Hashable, Sendable {
  /// The distance from the box, in lengths of the box.
  case factor(Double)
  case whole, stderr, stdev, ci, iqr

  static let words: [String: ChartExtent] = [
    "min-max": .whole, "stderr": .stderr, "stdev": .stdev, "ci": .ci, "iqr": .iqr,
  ]
}

extension ValueKind where Value == ChartExtent {
  private static let words = ["min-max", "stderr", "stdev", "ci", "iqr"]

  /// A keyword, or a number.
  static var chartExtent: Self {
    ValueKind("word or number", schema: .any([.word(words), .number(0...100)])) { node, path, context in
      if let number = node.number, (0...100).contains(number) { return .factor(number) }
      if let word = node.plainText, let extent = ChartExtent.words[word] { return extent }
      context.mismatch(node, path, expected: "'min-max', 'stderr', 'stdev', 'ci', 'iqr' or a number")
      return nil
    }
  }
}

/// A gradient in Vega-Lite's terms, within the box of each mark.
struct ChartGradient: Hashable, Sendable {
  enum Kind: String, Hashable, Sendable, CaseIterable { case linear }

  var gradient = Kind.linear
  var x1 = 0.0
  var y1 = 0.0
  var x2 = 1.0
  var y2 = 0.0
  var stops: [Gradient.Stop] = []

  static let object = ObjectSchema("chartGradient", "A blend of colours in a mark.", fields) {
    ChartGradient()
  }

  static let fields = FieldTable<ChartGradient>(needs: [["gradient"], ["stops"]]) {
    Field("gradient", \.gradient, .word, "The kind of gradient.")
    Field("x1", \.x1, .fraction, "The start, as a share of the mark's width.")
    Field("y1", \.y1, .fraction, "The start, as a share of the mark's height.")
    Field("x2", \.x2, .fraction, "The end, as a share of the mark's width.")
    Field("y2", \.y2, .fraction, "The end, as a share of the mark's height.")
    Field("stops", \.stops, .list(.gradientStop, 1...Limits.gradientStops), "The colours, from start to end.")
  }

  static let stop = FieldTable<Gradient.Stop>(needs: [["color"]]) {
    Field("offset", \.offset, .fraction, "The place: 0 is the start, 1 the end.")
    Field("color", \.color, .color, "The colour.")
  }

  /// The gradient; nil without stops.
  var paint: Gradient? {
    Gradient(kind: .linear(start: Point(x: x1, y: y1), end: Point(x: x2, y: y2)), stops: stops)
  }
}

extension ValueKind where Value == Gradient.Stop {
  /// A colour at an offset.
  static var gradientStop: Self {
    .object("gradientStop", "A colour of a gradient.", ChartGradient.stop) {
      Gradient.Stop(offset: 0, color: .clear)
    }
  }
}

extension ValueKind where Value == Paint {
  /// A colour, or a gradient in Vega-Lite's terms.
  static var chartPaint: Self {
    ValueKind("colour or gradient", schema: .any([.reference(.color), .object(ChartGradient.object)])) {
      node, path, context in
      guard case .object = node.value, !Appearances.isGiven(by: node) else {
        return ValueKind<Color>.color.parse(node, path, context).map { .solid($0) }
      }
      var gradient = ChartGradient()
      ChartGradient.fields.read(node, path, context, into: &gradient, what: "a gradient")
      return gradient.paint.map { .gradient($0) }
    }
  }
}

/// A line or band at a value, with a label.
struct ChartRule: Hashable, Sendable {
  /// The position of a rule.
  enum Place: Hashable, Sendable {
    case value(ChartValue)
    case band(ChartValue, ChartValue)
    case mean, median, today
  }

  var x: Place?
  var y: Place?
  var label: String?
  var color: Color?
  var width = 1.5
  var dash: [Double] = []

  static let fields = FieldTable<ChartRule>(needs: [["y", "x"]]) {
    Field(
      "y", \.y, .chartRulePlace,
      "A value of the y axis, two values for a band, or the `mean` or `median` of the values of the first mark; of bins and box plots, that of the rows."
    )
    Field("x", \.x, .chartRulePlace, "The same of the x axis; `today` too.")
    Field("label", \.label, .text, "Its label.")
    Field("color", \.color, .color, "Its colour.", default: "the theme's")
    Field("width", \.width, .number(0.25...40), "The width of a line.")
    Field("dash", \.dash, .list(.length, 0...8), "Lengths of dashes and gaps.", default: "solid")
  }
}

extension ValueKind where Value == ChartRule.Place {
  /// A value, two values, or a keyword.
  static var chartRulePlace: Self {
    let one = Schema.any([.string, .number(-1e15...1e15)])
    return ValueKind("value, pair or word", schema: .any([one, .list(one, 2...2)])) { node, path, context in
      switch node.value {
      case .string("mean"), .string("average"): return .mean
      case .string("median"): return .median
      case .string("today"): return .today
      case .array(let nodes) where nodes.count == 2:
        guard let a = ChartValue(nodes[0]), let b = ChartValue(nodes[1]) else { break }
        return a.isShown(nodes[0], path.index(0), context) && b.isShown(nodes[1], path.index(1), context)
          ? .band(a, b) : nil
      case .string, .number:
        return ValueKind<ChartValue>.chartValue.parse(node, path, context).map { .value($0) }
      default: break
      }
      context.mismatch(node, path, expected: "a value, two values, 'mean', 'median' or 'today'")
      return nil
    }
  }
}

/// The values that are written at marks, and their format.
struct ChartValueLabels: Hashable, Sendable {
  /// The selected values.
  enum Choice: String, Hashable, Sendable, CaseIterable { case none, all, last, ends, extremes }
  /// The position of the values.
  enum Position: String, Hashable, Sendable, CaseIterable { case auto, inside, outside, center }

  var show = Choice.all
  var format: String?
  var font: FontSpec?
  var color: Color?
  var position = Position.auto

  static let fields = FieldTable<ChartValueLabels> {
    Field("show", \.show, .word, "The values that are written.")
    Field("format", \.format, .text, "As in the channel's `format`.", default: "that of the axis")
    Field("font", \.font, .font, "The font.", default: "the theme's")
    Field("color", \.color, .color, "The colour.", default: "a legible one")
    Field("position", \.position, .word, "The position of value labels on bars.")
  }
}

extension ValueKind where Value == ChartValueLabels {
  /// A boolean, a keyword or an object.
  static var chartValueLabels: Self {
    let object = ValueKind.object(
      "chartValueLabels", "The values written at the marks, and their format.", ChartValueLabels.fields,
      shortForms: [.boolean, .word(["last", "ends", "extremes", "all", "none"])]
    ) { ChartValueLabels() }
    return ValueKind("boolean, word or object", schema: object.schema, show: { "`\($0.show.rawValue)`" }) {
      node, path, context in
      switch node.value {
      case .bool(let isShown): return ChartValueLabels(show: isShown ? .all : ChartValueLabels.Choice.none)
      case .string:
        return ValueKind<ChartValueLabels.Choice>.word.parse(node, path, context).map {
          ChartValueLabels(show: $0)
        }
      default: return object.parse(node, path, context)
      }
    }
  }
}

/// A part of a gauge's ring.
struct ChartThreshold: Hashable, Sendable {
  var to = 0.0
  var color: Color?
  var label: String?

  static let fields = FieldTable<ChartThreshold>(needs: [["to"]]) {
    Field("to", \.to, .number(-1e12...1e12), "The end value.")
    Field("color", \.color, .color, "Its colour.", default: "the theme's")
    Field("label", \.label, .text, "Its name in the text alternative.")
  }
}

extension ValueKind where Value == ChartThreshold {
  /// A number, or an object.
  static var chartThreshold: Self {
    .object(
      "chartThreshold", "A segment of a gauge's ring.", ChartThreshold.fields,
      shortForms: [.number(-1e12...1e12)]
    ) { ChartThreshold() }.orShort("threshold") { node in
      guard case .number(let value) = node.value, value.value.magnitude <= 1e12 else { return nil }
      return ChartThreshold(to: value.value)
    }
  }
}
