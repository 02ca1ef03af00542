import CardModel
import CardRaster

/// The type of a field's values.
enum ChartFieldType: String, Hashable, Sendable, CaseIterable {
  case quantitative, temporal, ordinal, nominal

  var isName: Bool { self == .nominal || self == .ordinal }

  /// Creates the type for a letter of the shorthand.
  init?(letter: String) {
    guard let type = Self.allCases.first(where: { $0.rawValue.prefix(1).uppercased() == letter }) else {
      return nil
    }
    self = type
  }
}

/// How several values are combined into one.
enum ChartAggregate: String, Hashable, Sendable, CaseIterable {
  case count, sum, mean, average, median, min, max
  case valid, missing, distinct, product, variance, variancep, stdev, stdevp, stderr, q1, q3, ci0, ci1

  /// Whether only numbers can be combined.
  var needsNumbers: Bool { ![.count, .valid, .missing, .distinct].contains(self) }

  /// The aggregate of cells; the smallest or largest of texts, such as dates, is a text.
  func cell(of cells: [ChartValue], rows: Int) -> ChartValue {
    let numbers = cells.compactMap(\.number)
    if self == .min || self == .max, numbers.isEmpty {
      let texts = cells.filter { $0 != .missing }
      let isLess = { ChartValue.order($0, $1) < 0 }
      return (self == .min ? texts.min(by: isLess) : texts.max(by: isLess)) ?? .missing
    }
    return value(ofCells: cells, rows: rows).map { .of($0) } ?? .missing
  }

  /// The aggregate of cells as a number.
  func value(ofCells cells: [ChartValue], rows: Int) -> Double? {
    switch self {
    case .valid: Double(cells.count { $0 != .missing })
    case .missing: Double(cells.count { $0 == .missing })
    case .distinct: Double(Set(cells.map(\.amount)).count)
    default: value(of: cells.compactMap(\.number), rows: rows)
    }
  }

  /// The aggregate of numbers; nil for too few numbers, as in Vega.
  func value(of numbers: [Double], rows: Int) -> Double? {
    switch self {
    case .count, .valid, .missing, .distinct: return Double(rows)
    case .product: return numbers.isEmpty ? nil : numbers.reduce(1, *)
    case .variance: return ChartStatistics.variance(numbers)
    case .variancep: return ChartStatistics.variance(numbers, isSample: false)
    case .stdev: return ChartStatistics.variance(numbers)?.squareRoot()
    case .stdevp: return ChartStatistics.variance(numbers, isSample: false)?.squareRoot()
    case .stderr: return error(of: numbers)
    case .q1, .q3:
      return numbers.isEmpty ? nil : ChartStatistics.quantile(numbers.sorted(), self == .q1 ? 0.25 : 0.75)
    case .ci0, .ci1:
      // Vega draws random samples; this is their expected result, which is the same in every run.
      guard let mean = ChartAggregate.mean.value(of: numbers, rows: rows) else { return nil }
      return mean + (self == .ci0 ? -1 : 1) * 1.959_963_984_540_054 * (error(of: numbers) ?? 0)
    case .sum: return numbers.isEmpty ? nil : Self.sum(numbers)
    case .mean, .average: return numbers.isEmpty ? nil : Self.sum(numbers) / Double(numbers.count)
    case .median:
      guard !numbers.isEmpty else { return nil }
      let sorted = numbers.sorted()
      let middle = sorted.count / 2
      return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    case .min: return numbers.min()
    case .max: return numbers.max()
    }
  }

  /// The standard error of the mean.
  private func error(of numbers: [Double]) -> Double? {
    ChartStatistics.variance(numbers).map { ($0 / Double(numbers.count)).squareRoot() }
  }

  private static func sum(_ numbers: [Double]) -> Double {
    tidied(numbers.reduce(0, +), largest: numbers.lazy.map(\.magnitude).max() ?? 0)
  }

  /// A sum without the rounding error that remains when its terms cancel out.
  static func tidied(_ sum: Double, largest: Double) -> Double { abs(sum) < 1e-12 * largest ? 0 : sum }
}

/// The order of categories.
enum ChartSort: Hashable, Sendable {
  case none, ascending, descending
  /// By the value on the other axis.
  case byValue(isDescending: Bool)
  /// By the values of another column: their sum in stacks, otherwise the smallest, or another aggregate.
  case byField(String, ChartAggregate?, isDescending: Bool)
  case list([String])
}

/// How values are grouped into classes.
struct ChartBin: Hashable, Sendable {
  var maxbins: Int?
  var step, minstep, anchor: Double?
  var extent: [Double] = []
  var steps: [Double] = []
  var base = 10.0
  var divide = [5.0, 2]
  var nice = true

  static let fields = FieldTable<ChartBin>(ways: UnsupportedVegaKeys.bin) {
    Field(
      "maxbins", \.maxbins, .integer(2...1000), "The largest number of bins.",
      default: "10, in a histogram up to 30 by its rows; 6 for colours, sizes, rows and columns; 4 for dashes"
    )
    Field("step", \.step, width, "The width of a bin.", default: "a round number")
    Field("minstep", \.minstep, width, "The smallest width of a bin.", default: "none")
    Field(
      "steps", \.steps, .list(width, 0...100), "The widths to choose from, ascending.",
      default: "round numbers")
    Field(
      "extent", \.extent, .list(.number(-1e15...1e15), 2...2),
      "The smallest and the largest value; others are not drawn.", default: "those of the data")
    Field("anchor", \.anchor, .number(-1e15...1e15), "A value at which a bin starts.", default: "none")
    Field("nice", \.nice, .boolean, "Whether the first bin starts at a multiple of the width.")
    Field("base", \.base, .number(2...1000), "The base of round numbers.")
    Field(
      "divide", \.divide, .list(.number(1...1000), 1...20),
      "The divisors of powers of the base that are round numbers.")
  }

  private static var width: ValueKind<Double> { .number(1e-6...Limits.number) }

  /// The largest number of bins of a channel, as in Vega-Lite.
  ///
  /// - Parameter rows: the number of values of a histogram, which has up to 30 bins by the rule of Rice, 2 ∛n.
  func most(_ channel: String, rows: Int = 0) -> Int {
    let few = ["color", "size", "shape", "opacity", "row", "column"]
    let standard: Int = (10..<30).first { (bins: Int) -> Bool in bins * bins * bins >= 8 * rows } ?? 30
    return maxbins ?? (few.contains(channel) ? 6 : channel == "strokeDash" ? 4 : standard)
  }
}

/// Classes of equal width for numbers, with the rules of Vega.
struct ChartClasses {
  private(set) var start: Double
  private(set) var stop: Double
  let step: Double

  /// - Parameter most: the largest number of classes.
  init(_ bin: ChartBin, _ numbers: [Double], most: Int) {
    let isGiven = bin.extent.count == 2 && bin.extent[0] < bin.extent[1]
    let (low, high) = isGiven ? (bin.extent[0], bin.extent[1]) : (numbers.min() ?? 0, numbers.max() ?? 1)
    step = Self.step(bin, low, high, most: Double(most))
    (start, stop) = (low, high)
    if bin.nice {
      start = (low / step + 1e-9).rounded(.down) * step
      stop = (high / step - 1e-9).rounded(.up) * step
    }
    if stop <= start { stop = start + step }
    if let anchor = bin.anchor {
      let shift = anchor - (start + step * ((anchor - start) / step).rounded(.down))
      (start, stop) = (start + shift, stop + shift)
    }
  }

  var count: Double { (stop - start) / step }

  /// The start of the class of a number; nil outside of the classes.
  ///
  /// The largest value belongs to the last class, even at its end.
  func start(of number: Double) -> Double? {
    guard number >= start - 1e-9 * step, number <= stop + 1e-9 * step else { return nil }
    let last = max(0, (count - 1e-9).rounded(.up) - 1)
    return start + step * min(last, max(0, ((number - start) / step + 1e-9).rounded(.down)))
  }

  /// The width of classes: by default a power of the base or a part of it, so that there are at most `most`.
  private static func step(_ bin: ChartBin, _ low: Double, _ high: Double, most: Double) -> Double {
    if let step = bin.step { return step }
    let span = high > low ? high - low : low == 0 ? 1 : abs(low)
    if let first = bin.steps.first { return bin.steps.last { $0 < span / most } ?? first }
    func logarithm(_ number: Double) -> Double { RealMath.ln(number) / RealMath.ln(bin.base) }
    let level = (logarithm(most) - 1e-12).rounded(.up)
    // Equal whole numbers have a class of whole numbers.
    let least = max(bin.minstep ?? 0, low == high && low == low.rounded() ? 1 : 0)
    var width = max(least, LogBase(bin.base).power(Int(clamping: logarithm(span).rounded() - level)))
    while (span / width - 1e-12).rounded(.up) > most { width *= bin.base }
    for part in bin.divide where width / part >= least && span / (width / part) <= most { width /= part }
    return width
  }
}

/// The unit of numbers.
struct ChartUnit: Hashable, Sendable {
  /// Which labels have the unit.
  enum Place: String, Hashable, Sendable, CaseIterable { case all, top, title }

  var unit = ""
  var at: Place?
  /// Whether the symbol of a currency is where the locale has it.
  var isPlacedByLocale = false

  /// The texts before and after a number.
  struct Affixes: Hashable, Sendable {
    var before = ""
    var after = ""

    /// A number with the texts; a sign stays first.
    func around(_ number: String) -> String {
      let sign = before.isEmpty ? "" : number.prefix { "+-\u{2212}".contains($0) }
      return sign + before + number.dropFirst(sign.count) + after
    }
  }

  /// The unit as text: most symbols directly after the number, a word after a space.
  func affixes(_ locale: DeckLocale) -> Affixes {
    guard !unit.isEmpty else { return Affixes() }
    if isPlacedByLocale, Currencies.isSymbol(unit) || unit == locale.currencySymbol,
      locale.currencyPattern.hasPrefix("¤")
    {
      let isWord = unit.last?.isLetter ?? false
      return Affixes(before: unit + (isWord ? "\u{A0}" : locale.currencyPattern.filter(\.isWhitespace)))
    }
    let isTight = ["%", "°", "′", "″"].contains(unit) || unit.hasPrefix(" ")
    return Affixes(after: isTight ? unit : "\u{A0}" + unit)
  }

  /// The place on an axis: the top label, or the title for a long unit.
  var onAxis: Place { at ?? (unit.count > 3 ? .title : .top) }

  static let fields = FieldTable<ChartUnit>(needs: [["unit"]]) {
    Field("unit", \.unit, .text, "The unit.")
    Field(
      "at", \.at, .word,
      "Where the unit is written: after every number, after the top one, or in the title of the axis.",
      default: "`top`, or `title` for more than three letters")
  }
}

/// A channel of a chart: its columns and their presentation.
struct ChartChannel: Hashable, Sendable {
  /// The columns; several are folded into series.
  var fields: [String] = []
  var type: ChartFieldType?
  var title: String?
  var format: String?
  var unit: ChartUnit?
  var sort: ChartSort?
  var stack: ChartStackMode?
  /// A constant colour, size or text.
  var value: ChartValue?
  /// A single value in the data's units, for a layer without data.
  var datum: ChartValue?
  var aggregate: ChartAggregate?
  var bin: ChartBin?
  var timeUnit: TimeUnit?
  /// The number of time units in a step.
  var timeStep = 1
  var scale = ChartScaleSpec()
  var axis = ChartAxisSpec()
  var hasAxis: Bool?
  var legend = ChartLegendSpec()
  var hasLegend: Bool?
  /// Whether the values are colours themselves.
  var hasNoScale = false
  /// The path in the deck.
  var path = JSONPath.root
  /// The shorthand as written, before parsing.
  @CopyOnWriteBox var written: Written? = nil

  /// A string that may be a shorthand or a column name, with the other keys of the channel.
  struct Written: Hashable, Sendable {
    var name: String
    var type: ChartFieldType?
    var aggregate: ChartAggregate?
    var timeUnit: TimeUnit?
  }

  static let object = ObjectSchema("chartChannel", "An encoding channel of a chart.", table) {
    ChartChannel()
  }

  static let table = FieldTable<ChartChannel> {
    Field(
      "field", \.fields, .chartFields,
      "The column, or the shorthand of Altair: `\"sum(revenue):Q\"`, `\"yearmonth(date)\"`.")
    Field(
      "type", \.type, .word, "The type of the values.", default: "detected; `inspect` reports it")
    Field("title", \.title, .text, "The name of the axis or legend.", default: "that of the column")
    Field(
      "format", \.format, .text,
      "A formatter as in a binding (`currency(0)`, `compact`, `date('MMM yy')`) or a d3 string (`,.1f`, `%b %Y`); `abs`, alone or before it (`abs | percent`), leaves out the sign.",
      default: "by the values")
    Field("unit", \.unit, .chartUnit, "The unit, written after numbers.")
    Field("sort", \.sort, .chartSort, "The order of categories.", default: "that of the data")
    Field("stack", \.stack, .chartStack, "The same as the part's `stack`, for this channel.")
    Field("value", \.value, .chartValue, "A colour, size or text for all marks.")
    Field("datum", \.datum, .chartValue, "A single value instead of a column.")
    Field("aggregate", \.aggregate, .word, "The aggregate of values at the same position.")
    Field("bin", \.bin, .chartBin, "Groups numbers into bins.")
    Field(
      "timeUnit", .chartTimeUnit,
      "The unit of time that dates are truncated to, or `{ \"unit\": \"month\", \"step\": 2 }` for steps of several units."
    ) { channel in
      channel.timeUnit.map { TimeUnitSteps(unit: $0, count: channel.timeStep) }
    } set: { channel, steps in
      (channel.timeUnit, channel.timeStep) = (steps.unit, steps.count)
    }
    Field("scale", \.scale, .chartScale, "Maps values to positions or colours.")
    Field("axis", .chartAxis, "The axis, or `false` for none.", default: "by the values") { channel in
      channel.hasAxis == false ? nil : channel.axis
    } set: { channel, axis in
      channel.hasAxis = axis.isShown
      channel.axis = axis
    }
    Field("legend", .chartLegend, "The legend, or `false` for none.", default: "by the series") { channel in
      channel.hasLegend == false ? nil : channel.legend
    } set: { channel, legend in
      channel.hasLegend = legend.isShown
      channel.legend = legend
    }
  }

  /// Parses a column with its shorthand: `op(field):T`, `timeUnit(field)`, `count()`; `\:` is a colon.
  mutating func take(shorthand text: String) {
    let written = Written(name: text, type: type, aggregate: aggregate, timeUnit: timeUnit)
    var name = text
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count > 1, let last = parts.last, parts[parts.count - 2].last != "\\",
      let type = ChartFieldType(letter: String(last)) ?? ChartFieldType(rawValue: String(last))
    {
      self.type = self.type ?? type
      name = parts.dropLast().joined(separator: ":")
    }
    if name.last == ")", let open = name.firstIndex(of: "(") {
      let function = String(name[..<open])
      let inner = String(name[name.index(after: open)...].dropLast())
      if let operation = ChartAggregate(rawValue: function) {
        aggregate = aggregate ?? operation
        name = inner
      } else if let unit = TimeUnit.of(JSONNode(.string(function))) {
        timeUnit = timeUnit ?? unit
        name = inner
      }
    }
    fields = name.isEmpty ? [] : [name.replacing("\\:", with: ":")]
    if fields != [text] { self.written = written }
  }

  /// The channel for a table; a column with a name like a shorthand, such as `count()`, is used as a column.
  func named(in table: ChartTable) -> ChartChannel {
    guard let written, table[written.name] != nil else { return self }
    var channel = self
    channel.fields = [written.name]
    (channel.type, channel.aggregate, channel.timeUnit) = (written.type, written.aggregate, written.timeUnit)
    channel.written = nil
    return channel
  }

  /// Whether the channel has neither a column nor a value.
  var isPlain: Bool { fields.isEmpty && datum == nil && value == nil && aggregate == nil }

  /// The words of the name of a column: "net generation" for `net_generation` and `netGeneration`.
  static func words(_ name: String) -> String {
    guard !name.hasPrefix("\u{1}") else { return name }
    let isCamelCase = name.first?.isLowercase == true
    return name.reduce(into: "") { words, letter in
      let isStart = isCamelCase && letter.isUppercase && words.suffix(2).count(where: \.isLowercase) == 2
      words += letter == "_" ? " " : isStart ? " \(letter.lowercased())" : "\(letter)"
    }
  }

  /// The title of the axis or legend.
  var heading: String { title ?? Self.words(name) }
  /// The same with a capital letter, if it is not set.
  var capitalizedHeading: String { title ?? Self.capitalized(heading) }

  /// The words with a capital letter, unless they are one short word, such as `mpg`, or begin with a sign such as `pH`.
  static func capitalized(_ words: String) -> String {
    guard let first = words.split(separator: " ").first, first.allSatisfy(\.isLowercase),
      first.count > 3 || first.count < words.count
    else { return words }
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// The name of its values: that of the column, with the aggregate.
  var name: String {
    if let title { return title }
    let name = fields.count == 1 ? fields[0] : ""
    switch aggregate {
    case nil, .sum: return name
    case .count: return "count"
    case let operation?: return "\(operation.rawValue) of \(name)"
    }
  }
}

/// How marks at the same position are stacked.
enum ChartStackMode: String, Hashable, Sendable, CaseIterable { case zero, normalize, center, none }

extension ValueKind where Value == ChartChannel {
  /// Columns that are folded into series, up to 64.
  private static var columns: ValueKind<[String]> { .list(.text, 1...64) }

  /// A column name, several names, or an object.
  static var chartChannel: Self {
    ValueKind(
      "column, columns or channel", schema: .any([.string, columns.schema, .object(ChartChannel.object)]),
      isExplained: false
    ) { node, path, context in
      var channel = ChartChannel()
      channel.path = path
      switch node.value {
      case .string(let text): channel.take(shorthand: text)
      case .array:
        guard let names = columns.read(node, path, context) else { return nil }
        channel.fields = names
      case .object(let members):
        ChartChannel.table.read(node, path, context, into: &channel, others: ["tooltip"], what: "a channel")
        // Vega-Lite hides an axis with null, which elsewhere counts as absent.
        for member in members where context.isNull(member.value) {
          if member.key == "axis" { channel.hasAxis = false }
          if member.key == "legend" { channel.hasLegend = false }
          if member.key == "title" { channel.title = "" }
          if member.key == "scale" { channel.hasNoScale = true }
          if member.key == "stack" { channel.stack = ChartStackMode.none }
        }
        if channel.fields.count == 1 { channel.take(shorthand: channel.fields[0]) }
      default:
        context.mismatch(node, path, expected: "a column's name, a list of names or an object")
        return nil
      }
      return channel
    }
  }
}

extension ValueKind where Value == [String] {
  /// One name, or several.
  static var chartFields: Self { oneOrMore(.text, most: Limits.chartSeries).refined("column") }
}

extension ValueKind where Value == ChartValue {
  /// A text, a boolean, or a number within the range of an axis.
  static var chartValue: Self {
    ValueKind("text or number", schema: .any([.string, .number(-1e15...1e15), .boolean])) {
      node, path, context in
      chartName.parse(node, path, context).flatMap { $0.isShown(node, path, context) ? $0 : nil }
    }
  }

  /// A text, a number or a boolean used as a name.
  fileprivate static var chartName: Self {
    ValueKind("text or number", schema: .any([.string, .number(-1e300...1e300), .boolean])) {
      node, path, context in
      guard let value = ChartValue(node), value != .missing else {
        context.mismatch(node, path, expected: "a text or a number")
        return nil
      }
      return value
    }
  }
}

extension ChartValue {
  /// Whether an axis can show the value; otherwise adds an error, as for values in data.
  func isShown(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) -> Bool {
    guard case .number(let number) = self, let bound = number.chartBound else { return true }
    context.error(
      node, path, "the number \(number.text) is \(bound)", hint: "put a name in quotes",
      code: .outOfRange)
    return false
  }
}

extension ValueKind where Value == ChartUnit {
  /// A unit, or an object with its position.
  static var chartUnit: Self {
    .object("chartUnit", "The unit of numbers on an axis.", ChartUnit.fields, shortForms: [.string]) {
      ChartUnit()
    }.orShort("unit") { node in if case .string(let unit) = node.value { ChartUnit(unit: unit) } else { nil }
    }
  }
}

extension ValueKind where Value == ChartSort {
  private static let words = ["none", "ascending", "descending"]
  private static let axes = Schema.TextForm(names: ["x", "-x", "y", "-y"], pattern: "^-?[xy]$")
  private static let names = ValueKind<[ChartValue]>.list(.chartName, 1...Limits.chartCategories)

  /// A keyword, or all names in order.
  static var chartSort: Self {
    ValueKind("order", schema: .any([.word(words), .text(axes), names.schema])) { node, path, context in
      switch node.value {
      case .string("none"): return ChartSort.none
      case .string("ascending"): return .ascending
      case .string("descending"): return .descending
      case .string("x"), .string("y"): return .byValue(isDescending: false)
      case .string("-x"), .string("-y"): return .byValue(isDescending: true)
      case .array: return names.read(node, path, context).map { values in .list(values.compactMap(\.name)) }
      case .object where node["field"]?.plainText != nil || node["op"]?.plainText != nil:
        let operation = node["op"]?.plainText
        let aggregate = operation.flatMap { ChartAggregate(rawValue: $0) }
        if let operation, aggregate == nil {
          context.error(
            node, path.key("op"), "unknown operation '\(operation)'",
            hint: Spelling.nearest(to: operation, in: ChartAggregate.allCases.map(\.rawValue)).map {
              "did you mean '\($0)'?"
            })
          return nil
        }
        let isDescending = node["order"]?.value == .string("descending")
        return .byField(node["field"]?.plainText ?? "", aggregate, isDescending: isDescending)
      case .object:
        // Vega-Lite's longer form has the same meaning.
        let sign = node["order"]?.value == .string("descending") ? "-" : ""
        var axes = ["y", "x"]
        if case .string(let axis)? = node["encoding"]?.value, axes.contains(axis) { axes = [axis] }
        let ways = axes.map { "\"\(sign)\($0)\"" }.joined(separator: " or ")
        context.error(
          node, path, "an order must be a word or a list of names, found an object",
          hint: "to sort by the values of an axis, use \(ways)")
        return nil
      default:
        context.mismatch(
          node, path, expected: "'ascending', 'descending', 'x', '-y', 'none' or a list of names")
        return nil
      }
    }
  }
}

extension ValueKind where Value == ChartStackMode {
  /// A stack mode, or `false` for no stacking.
  static var chartStack: Self {
    ValueKind(
      "`zero`, `normalize`, `center`, `false`",
      schema: .any([.word(["zero", "normalize", "center"]), .boolean]),
      show: { $0 == .none ? "`false`" : "`\($0.rawValue)`" }
    ) { node, path, context in
      switch node.value {
      case .string("zero"), .bool(true): return .zero
      case .string("normalize"): return .normalize
      case .string("center"): return .center
      case .bool(false): return ChartStackMode.none
      default:
        context.mismatch(node, path, expected: "'zero', 'normalize', 'center' or false")
        return nil
      }
    }
  }
}

extension ValueKind where Value == ChartBin {
  /// `true`, or an object with the width of classes.
  static var chartBin: Self {
    let object = ValueKind.object(
      "chartBin", "Bins of numbers.", ChartBin.fields, shortForms: [.boolean]
    ) { ChartBin() }
    return ValueKind("boolean or bins", schema: object.schema) { node, path, context in
      switch node.value {
      case .bool(true): return ChartBin()
      case .bool(false): return nil
      default: return object.parse(node, path, context)
      }
    }
  }
}
