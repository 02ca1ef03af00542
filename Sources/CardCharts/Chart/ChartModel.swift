import CardModel
import CardRaster

/// A chart with evaluated data: its axes, and the points of every series.
///
/// Columns, aggregates, stacks, aliases of marks and field types are resolved, so the layout does not depend
/// on them.
struct ChartModel: PerAxis, Hashable, Sendable {
  enum Form: Hashable, Sendable { case cartesian, arcs, gauge, funnel, rings, calendar }

  var form = Form.cartesian
  /// The mark as written in the deck.
  var mark = ChartMarkType.bar
  var x = ChartDimension()
  var y = ChartDimension()
  /// The second vertical axis.
  var second: ChartDimension?
  var layers: [ChartLayer] = []
  /// The names of series in the order of their colours.
  var series: [String] = []
  /// The names of columns, which are written as words where they are names of series or categories.
  var columnNames: Set<String> = []
  /// The names for dash patterns, in order; empty if the series names cover them.
  var dashNames: [String] = []
  /// The names for shapes, in order; empty if the series names cover them.
  var shapeNames: [String] = []
  /// Whether the series names are ascending numbers or dates.
  var hasOrderedSeries = false
  /// Whether the series are steps of a scale, whose colours are graded.
  var isOrdinal = false
  /// The heading of the legend.
  var seriesTitle = ""
  /// The cyclic unit whose numbers are the series names, such as months without their year.
  var seriesUnit: TimeUnit?
  /// The panels that the chart is split into; nil for a single plot.
  @CopyOnWriteBox var facets: ChartFacets? = nil
  /// Numbers shown by colour.
  @CopyOnWriteBox var color: ChartDimension? = nil
  /// Numbers shown by area.
  @CopyOnWriteBox var size: ChartDimension? = nil
  /// Numbers or names shown by opacity.
  @CopyOnWriteBox var opacity: ChartDimension? = nil
  /// The values of the rows before they were counted in bins or summarised, for rules at their mean or median.
  var ungrouped: [ChartAxis: [Double]] = [:]
  /// Whether the series names repeat those on an axis.
  var isLegendRedundant = false
  /// Whether marks at one place are drawn side by side.
  var isSideBySide = false
  /// The field and type of each channel, for `inspect`.
  var found: [Found] = []
  /// The number of data rows.
  var rows = 0
  /// Warnings about the data.
  var warnings: [Warning] = []
  /// The names of the categories before `maxCategories` merged the smallest.
  var allCategories: [String] = []
  /// The formats of the channels.
  var formats: [ChartFormatPlace] = []
  /// The colours of series whose names are colours.
  var ownColors: [String: Color] = [:]
  /// The format of `valueLabels`, with a path relative to the chart.
  var valueFormat: ChartFormatPlace?

  struct Found: Hashable, Sendable {
    var channel: String
    var field: String
    var type: ChartFieldType
  }

  struct Warning: Hashable, Sendable {
    var message: String
    var key, hint: String?
  }

  /// An error in a chart and its location.
  struct Diagnostic: Error {
    var message: String
    var hint, key: String?
    /// The path of the value, if `key` is not enough.
    var path: JSONPath?

    init(_ message: String, hint: String? = nil, path: JSONPath? = nil, key: String? = nil) {
      (self.message, self.hint, self.path, self.key) = (message, hint, path, key)
    }
  }

  /// Whether the values of bars are on the horizontal axis.
  var isHorizontal: Bool { layers.contains { $0.isHorizontal } }
  /// Whether rows of marks are below each other, as horizontal bars.
  var hasRows: Bool { layers.contains { $0.isHorizontal && ![.line, .area].contains($0.mark.type) } }
  /// The axis of the values, and the axis of their places.
  var valueAxis: ChartAxis { isHorizontal ? .x : .y }
  var placeAxis: ChartAxis { valueAxis.crossing }
  /// The axis of the categories.
  var categoryAxis: ChartAxis { x.isDiscrete || !y.isDiscrete ? .x : .y }

  /// The axes that have grid lines by default.
  var gridAxes: ChartAxes {
    if has(.rect) { return .none }
    let isOfPoints = has(.point) && layers.allSatisfy { [.point, .text].contains($0.mark.type) }
    return isHorizontal ? .x : isOfPoints && !x.isDiscrete ? .both : .y
  }

  /// The number of points of all layers.
  var pointCount: Int { layers.reduce(0) { $0 + $1.series.reduce(0) { $0 + $1.points.count } } }

  /// Whether a layer has one of the marks.
  func has(_ marks: ChartMarkType...) -> Bool { layers.contains { marks.contains($0.mark.type) } }

  mutating func warn(_ message: String, key: String, hint: String? = nil) {
    warnings.append(Warning(message: message, key: key, hint: hint))
  }
}

/// An axis of a plot; `second` is the second vertical axis.
enum ChartAxis: Int, Hashable, Sendable {
  case x, y, second

  /// The perpendicular axis.
  var crossing: ChartAxis { self == .x ? .y : .x }
  /// The key in a deck.
  var key: String { self == .x ? "x" : "y" }
}

extension ChartLayer {
  /// The series of a stack on both sides of 0, in the order of the data; nil if bars are on one side, or a series is
  /// on both.
  var sides: (negative: [Int], positive: [Int])? {
    guard mark.type == .bar, isStacked, !isCentered, series.count > 2 else { return nil }
    var (negative, positive) = ([Int](), [Int]())
    for index in series.indices {
      let values = series[index].points.lazy.map(\.value).filter(\.isFinite)
      let (isBelow, isAbove) = (values.contains { $0 < 0 }, values.contains { $0 > 0 })
      if isBelow, isAbove { return nil }
      if isBelow { negative.append(index) } else { positive.append(index) }
    }
    return negative.isEmpty || positive.isEmpty ? nil : (negative, positive)
  }

  /// The second of two series of columns that follow each other, such as a forecast; nil for other series.
  var later: Int? {
    guard mark.type == .bar, role == .plain, !isStacked, !isHorizontal,
      series.map(\.number).sorted() == [0, 1]
    else { return nil }
    let places = series.map { $0.known.map(\.x) }
    guard let first = places[0].min(), let last = places[0].max(), let start = places[1].min(),
      let end = places[1].max(), last < start || end < first
    else { return nil }
    return last < start ? series[1].number : series[0].number
  }
}

/// A type with a value for each axis of a plot.
protocol PerAxis<Value> {
  associatedtype Value
  var x: Value { get set }
  var y: Value { get set }
  /// The value of the second vertical axis, if there is one.
  var second: Value? { get set }
}

extension PerAxis {
  /// The value of an axis; the second vertical axis defaults to the first.
  subscript(axis: ChartAxis) -> Value {
    get {
      switch axis {
      case .x: x
      case .y: y
      case .second: second ?? y
      }
    }
    set {
      switch axis {
      case .x: x = newValue
      case .y: y = newValue
      case .second: second = newValue
      }
    }
  }
}

/// The values along an axis, or those shown by colour or size.
struct ChartDimension: Hashable, Sendable {
  var title = ""
  var type = ChartFieldType.quantitative
  /// The categories in order, for an axis of names.
  var categories: [String] = []
  var isDiscrete = false
  var timeUnit: TimeUnit?
  /// The number of time units in a step.
  var timeCount = 1
  /// The step from one date of the time unit to the next.
  var timeStep: TimeStep? {
    timeUnit.map { TimeStep(unit: $0.step.unit, count: $0.step.count * timeCount) }
  }
  var isBinned = false
  var format: String?
  var unit: ChartUnit?
  var scale = ChartScaleSpec()
  var axis = ChartAxisSpec()
  var hasAxis: Bool?
  /// Whether the title is shown.
  var hasTitle = false
  /// Whether the deck sets the title, which is otherwise made from the name of a column.
  var isTitleGiven = false
  /// The text at the axis: the title, with a long unit.
  private(set) var axisTitle = ""
  /// The smallest and largest value.
  var low = Double.infinity
  var high = -Double.infinity
  /// Whether bars or areas start at 0.
  var needsZero = false
  /// Whether all numbers are whole.
  var isWhole = true
  /// Whether numbers are shares.
  var isShare = false
  /// The dimension of the values themselves, which a format of shares does not suit.
  var ofAmounts: ChartDimension {
    guard isShare else { return self }
    var amounts = self
    (amounts.isShare, amounts.format) = (false, nil)
    return amounts
  }
  /// How far an axis of numbers extends beyond its data.
  struct Ends: Hashable, Sendable {
    /// The share of the axis that may be empty up to its last tick; beyond it, the axis ends near to the data.
    var mostEmpty = 0.15
    /// Whether the axis may end just above the data if its highest tick is only a little below them.
    var mayBeAtData = false
    /// The share of the highest value up to which the lowest one makes the axis of a line or points begin at 0.
    var zeroShare = 0.4
  }
  var ends = Ends()
  /// The width of the classes.
  var classWidth: Double?
  /// Whether the dimension positions marks, rather than being their value.
  var isPlace = false
  /// The smallest distance of two values, for bars on a continuous axis.
  var gap: Double?
  /// The time from the bars to the start of a month, if all of them are at the first or the last days of months, which are
  /// equally long then.
  var monthShift: Double?

  /// Sets the text at the axis.
  mutating func makeAxisTitle(isModern: Bool) {
    let title = hasTitle ? isTitleGiven || !isModern ? title : ChartChannel.capitalized(title) : ""
    axisTitle = title
    guard let unit, unit.onAxis == .title, type == .quantitative else { return }
    axisTitle = title.isEmpty ? unit.unit : "\(title) (\(unit.unit))"
  }

  /// The unit at the top number of the axis; empty if it is somewhere else.
  func topUnit(_ locale: DeckLocale) -> ChartUnit.Affixes {
    unit.map { $0.onAxis == .top ? $0.affixes(locale) : .init() } ?? .init()
  }

  /// Whether the deck sets neither the number of ticks nor their values, on a scale with even ticks.
  var hasFreeTicks: Bool {
    axis.values.isEmpty && axis.tickCount == nil && ![.log, .symlog].contains(scale.type)
  }

  /// The weekday of all dates: 0 is Sunday; nil if they differ.
  var weekday: Int? {
    weekOffsets.count == 1 ? weekOffsets.first.flatMap { CalendarMoment(seconds: $0) }?.weekday : nil
  }
  /// The first two different times of the marks within a period of seven days.
  var weekOffsets: Set<Double> = []

  /// The opacity for a number, or for the index of a name, as in Vega-Lite.
  func opacity(_ number: Double) -> Double {
    let ends = domain.count == 2 ? (domain[0], domain[1]) : (low, high)
    guard ends.0 < ends.1 else { return 0.8 }
    return 0.3 + 0.5 * max(0, min(1, (number - ends.0) / (ends.1 - ends.0)))
  }

  /// Completes a domain of which the deck sets one end: the other one is that of the data, or 0.
  mutating func completeDomain() {
    let (least, most) = (scale.domainMin.flatMap { number($0) }, scale.domainMax.flatMap { number($0) })
    guard scale.domain.isEmpty, !isDiscrete, !isEmpty, least != nil || most != nil else { return }
    let startsAtZero = scale.zero ?? (needsZero || (low >= 0 && low <= 0.4 * high && !isTime))
    let ends = (startsAtZero ? min(0, low) : low, startsAtZero ? max(0, high) : high)
    scale.domain = [least ?? ends.0, most ?? ends.1].map { .number(JSONNumber($0)) }
  }

  /// The ends of a date axis, in seconds since 1970; a single date gets the half days around it.
  var dates: (low: Double, high: Double) {
    let (low, high) = domain.count == 2 ? (domain[0], domain[1]) : (low, high)
    return low >= high ? (low - 43_200, high + 43_200) : (low, high)
  }

  /// Extends the range by the value of a mark.
  mutating func include(mark value: Double) {
    guard value.isFinite else { return }
    include(value)
    guard isTime, weekOffsets.count < 2 else { return }
    let week = TimeStep.Unit.week.length
    weekOffsets.insert(value - (value / week).rounded(.down) * week)
  }

  /// Extends the range by a value.
  mutating func include(_ value: Double) {
    guard value.isFinite else { return }
    low = min(low, value)
    high = max(high, value)
    if isWhole, value != value.rounded() { isWhole = false }
  }

  /// The number of rows of horizontal bars: one per name, or per smallest distance of two dates.
  var rowCount: Int {
    guard !isDiscrete, !isEmpty, let gap, gap > 0 else { return categories.count }
    return Int(clamping: min(60, ((high - low) / gap).rounded() + 1))
  }

  /// Whether the dimension has numbers or dates, which run from left to right in every script.
  var isCounted: Bool {
    guard isDiscrete, type != .temporal else { return true }
    guard type == .ordinal, timeUnit == nil, !categories.isEmpty else { return false }
    return Self.areNumbers(categories)
  }

  /// Whether the positions are evenly spaced numbers, dates or names such as `08:00`, so that a few labels are enough.
  func isEven(_ locale: DeckLocale) -> Bool {
    if timeUnit?.isCyclic == true { return type != .nominal }
    let names = categories.filter { !$0.isEmpty }
    let places = names.compactMap { name in
      switch type {
      case .temporal: CalendarMoment.seconds(data: name)
      case .nominal: Self.minutes(name)
      default: Double(name)
      }
    }
    guard places.count == names.count, let low = places.min(), let high = places.max() else { return false }
    if type == .temporal {
      // Working days count as even: most of the steps are present.
      let step = timeStep ?? TimeStep(holding: places)
      let all = step.values(from: low, to: high, firstWeekday: locale.weeks.firstWeekday)
      if all.count <= 2 * places.count, Set(places).isSubset(of: all) { return true }
    }
    guard places.count > 2 else { return false }
    let step = places[1] - places[0]
    return zip(places, places.dropFirst()).allSatisfy {
      abs($1 - $0 - step) <= 1e-9 * max(abs($1), abs(step))
    }
  }

  /// The minutes since midnight of a time such as `08:00`; nil for other names.
  private static func minutes(_ name: String) -> Double? {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.count == 2, let hours = Int(parts[0]), let minutes = Int(parts[1])
    else {
      return nil
    }
    return Double(hours) * 60 + Double(minutes)
  }

  /// Whether the numbers are years, which are written without group separators.
  var isOfYears: Bool {
    guard isWhole, low >= 1_000, high <= 2_999, high - low <= 500 else { return false }
    return isPlace || ChartDescription.namesYear(title)
  }

  /// Treats whole numbers from 1900 to 2100 as years.
  mutating func noteYears() {
    if type == .quantitative, isWhole, low >= 1_900, high <= 2_100 { isPlace = true }
  }

  /// Whether all names are numbers, except the empty one.
  static func areNumbers(_ names: [String]) -> Bool {
    names.allSatisfy { $0.isEmpty || number(in: $0) != nil }
  }

  /// The number in a name; nil for words such as "nan" and "inf", which may occur in data.
  static func number(in name: String) -> Double? { Double(name).flatMap { $0.isFinite ? $0 : nil } }

  var isEmpty: Bool { !(low <= high) }
  var isTime: Bool { type == .temporal && !isDiscrete }
}

/// Marks of one kind.
struct ChartLayer: Hashable, Sendable {
  var mark: ChartMark
  var series: [ChartSeries] = []
  var isHorizontal = false
  var isStacked = false
  /// Whether stacks are centred, as in a streamgraph.
  var isCentered = false
  var isOnSecondAxis = false
  /// Whether each series has its own colour; otherwise the layer has one.
  var hasSeriesColors = true
  /// The meaning of bars that are coloured by their kind.
  var role = Role.plain
  /// The texts of the points.
  var texts: [String] = []
  /// The type and format of the texts.
  var textType: ChartFieldType?
  var textUnit: TimeUnit?
  var textFormat: String?
  /// The title of the text column, if it is not that of the vertical axis.
  var textTitle: String?
  /// The column of the values, for messages.
  var valueField = ""
  /// Whether the layer has an `x` and a `y`; rules and texts may omit one of them.
  var hasX = false
  var hasY = false
  /// Whether the colours show numbers.
  var hasColorRamp = false
  /// Whether an area follows bars or cells, and is drawn above them.
  var isAboveBars = false
  /// Whether points of several series are side by side in a category.
  var isGrouped = false
  /// Whether this is a part of a box plot.
  var isBox = false
  /// The positions that do not depend on data, in points from the left or top edge of the plot.
  var fixed: [ChartAxis: FixedPlace] = [:]

  struct FixedPlace: Hashable, Sendable {
    var start = 0.0
    var end: Double?
  }

  /// Whether a row has everything that its mark needs.
  func draws(_ point: ChartPoint) -> Bool {
    guard !point.isIncomplete else { return false }
    switch mark.type {
    case .rule, .text: return (point.x.isFinite || !hasX) && (point.y.isFinite || !hasY)
    default: return !point.isMissing
    }
  }

  /// The values at an axis; those of a stack are the sums of its parts.
  func values(_ axis: ChartAxis) -> [Double] {
    guard isStacked, axis == valueAxis else { return points.map { $0[axis] } }
    var sums: [Double: Double] = [:]
    for point in points where point.value.isFinite {
      sums[point[placeAxis], default: 0] += point[axis] - (point[end: axis] ?? 0)
    }
    // The order of a dictionary would change the last digits of a mean.
    return sums.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Whether names can be at the right ends of its series.
  var isNamedAtEnds: Bool { mark.type == .line || (mark.type == .area && isStacked && !isHorizontal) }

  /// Changes each point in place.
  mutating func updatePoints(_ body: (inout ChartPoint) -> Void) {
    for number in series.indices { series[number].updatePoints(body) }
  }

  /// The points that are not missing, with their series.
  var known: [(series: ChartSeries, point: ChartPoint)] {
    series.flatMap { series in series.known.map { (series, $0) } }
  }

  /// The points of all series in sequence; a lazy sequence, to avoid copying them.
  var points: some Sequence<ChartPoint> { series.lazy.flatMap(\.points) }

  /// The axis of the values, and the axis of their positions.
  var valueAxis: ChartAxis { isHorizontal ? .x : verticalAxis }
  var placeAxis: ChartAxis { isHorizontal ? .y : .x }
  /// The vertical axis of the layer.
  var verticalAxis: ChartAxis { isOnSecondAxis ? .second : .y }

  /// The whiskers and the median of a box plot have the colours of rules and of the surface.
  enum Role: Hashable, Sendable { case plain, waterfall, candle, whisker, median }
}

/// The points of one series.
struct ChartSeries: Hashable, Sendable {
  /// The index among all series, which determines the colour.
  var number: Int
  var name: String
  var points: [ChartPoint]
  /// The index of the dash pattern; nil to use `number`.
  var dash: Int?
  /// The index of the shape; nil to use `number`.
  var shape: Int?
  /// The panel; nil for a series in all panels.
  var panel: ChartFacets.Place?

  /// The points that are not missing; a copy only if one is missing.
  var known: [ChartPoint] {
    points.contains(where: \.isMissing) ? points.filter { !$0.isMissing } : points
  }

  /// Changes each point in place.
  mutating func updatePoints(_ body: (inout ChartPoint) -> Void) {
    for number in points.indices { body(&points[number]) }
  }
}

/// One row as drawn; positions on axes are values or indices of categories.
struct ChartPoint: Hashable, Sendable {
  var x = Double.nan
  var y = Double.nan
  /// The other ends of a span.
  @OptionalColumn var x2: Double?
  @OptionalColumn var y2: Double?
  /// The value before stacking.
  var value = Double.nan
  @OptionalColumn var size: Double?
  @OptionalColumn var color: Double?
  /// The number, or the index of the name, that is shown by opacity.
  @OptionalColumn var opacity: Double?
  /// The index of the text in the layer; storing the text here would make copies of points expensive.
  var text: Int?
  /// The position in the order of a line.
  @OptionalColumn var order: Double?
  /// The index among bars that are side by side.
  var slot: Int?
  /// The index of the row in the data.
  var row = 0
  var kind = Kind.plain
  /// Whether an end, a price of a candle or the size is missing; such a point is not drawn.
  var isIncomplete = false

  enum Kind: Hashable, Sendable { case plain, up, down, total }

  /// The position on an axis.
  subscript(axis: ChartAxis) -> Double {
    get { axis == .x ? x : y }
    set { if axis == .x { x = newValue } else { y = newValue } }
  }

  /// The other end on an axis.
  subscript(end axis: ChartAxis) -> Double? {
    get { axis == .x ? x2 : y2 }
    set { if axis == .x { x2 = newValue } else { y2 = newValue } }
  }

  var isMissing: Bool { x.isNaN || y.isNaN || isIncomplete }
}

/// An optional number in half the space of a `Double?`, which matters for many points.
@propertyWrapper struct OptionalColumn: Hashable, Sendable {
  /// NaN represents nil.
  private var bits = Double.nan.bitPattern

  var wrappedValue: Double? {
    get {
      let number = Double(bitPattern: bits)
      return number.isNaN ? nil : number
    }
    set { bits = (newValue ?? .nan).bitPattern }
  }

  init(wrappedValue: Double?) { self.wrappedValue = wrappedValue }
}
