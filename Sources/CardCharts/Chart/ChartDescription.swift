import CardModel
import CardRaster

/// The alternative text of a chart: its kind, extremes and trends, without judgements.
///
/// The text is in English sentences, or in the terms and figures of `ChartTerms` in other languages.
struct ChartDescription: ChartReader {
  let chart: ChartLayout

  init(_ chart: ChartLayout) { self.chart = chart }

  private static let (shortest, longest, longestOfPanels) = (150, 500, 800)

  /// The alternative text with a level of detail.
  func alternativeText(_ kind: ChartSpec.Alternative) -> String {
    guard kind != .data, let terms = ChartTerms(chart.locale) else {
      return cut(data, ChartDescription.longest)
    }
    let sentences = sentences(terms)
    if kind == .short {
      let room = ChartDescription.shortest - sentences.kind.count - 1
      let strongest = sentences.strongest.first { $0.count <= room }
      return cut(
        [sentences.kind, strongest].compactMap { $0 }.joined(separator: " "), ChartDescription.shortest)
    }
    var text = sentences.kind
    guard model.facets == nil else {
      // No panel is left out silently.
      return listed([text] + sentences.all, room: ChartDescription.longestOfPanels, separator: " ") {
        hidden in
        let more = terms.isEnglish ? "and \(hidden) more panel\(hidden == 1 ? "" : "s")" : andMore(hidden)
        return more.upperFirstLetter + "."
      }
    }
    for sentence in sentences.all where text.count + sentence.count + 1 <= ChartDescription.longest {
      text += " " + sentence
    }
    return text
  }

  private func cut(_ text: String, _ most: Int) -> String {
    text.count <= most ? text : text.prefix(most - 1) + "…"
  }

  /// The sentence for names that are left out.
  func andMore(_ count: Int) -> String { (ChartTerms(chart.locale) ?? .english)(.more, "\(count)") }

  /// The first texts that fit into a number of characters, at least one, and how many are left out.
  private func listed(
    _ texts: [String], room: Int, separator: String, more: ((Int) -> String)? = nil
  ) -> String {
    var length = 0
    let count = texts.prefix { text in
      length += text.count + separator.count
      return length <= room
    }.count
    let shown = texts.prefix(max(1, count))
    let hidden = texts.count - shown.count
    return (shown + (hidden == 0 ? [] : [more?(hidden) ?? andMore(hidden)])).joined(separator: separator)
  }

  // MARK: Values

  /// A number as on its axis, without spaces between groups, which screen readers would read as two numbers.
  func value(_ number: Double, _ dimension: ChartDimension) -> String { values([number], dimension)[0] }

  /// Numbers as on their axis, with more digits if different numbers would have the same text.
  func values(_ numbers: [Double], _ dimension: ChartDimension) -> [String] {
    if dimension.isTime {
      let format = ChartTimeFormat(dimension.format, chart.locale)
      let unit = dimension.timeUnit ?? unitOfPlaces(and: numbers)
      return numbers.map { format.full($0, unit) }
    }
    var dimension = dimension
    // A unit at the top of an axis belongs to every number of a text.
    dimension.unit?.at = nil
    guard !dimension.isShare else {
      let hasDecimal = numbers.contains { ($0 * 100 - ($0 * 100).rounded()).magnitude > 0.05 }
      return numbers.map { share in
        ChartFormat(locale: chart.locale, style: .percent(decimals: hasDecimal ? 1 : 0)).format(share)
      }
    }
    let formats = numbers.map { ChartFormat.values([$0], dimension, chart.locale) }
    return ChartFormat.texts(numbers, formats).texts.map { $0.replacing("\u{202F}", with: "") }
  }

  /// Years or months if all dates of the chart, and some more, are the first days of these; otherwise nil.
  private func unitOfPlaces(and more: [Double]) -> TimeUnit? {
    let axis = model.placeAxis
    guard model[axis].isTime, model[axis].low < model[axis].high else { return nil }
    let places = model.layers.lazy.flatMap(\.series).flatMap(\.points).map { $0[axis] }.filter(\.isFinite)
    func areStarts(_ hasStart: (CalendarMoment) -> Bool) -> Bool {
      func isStart(_ place: Double) -> Bool {
        guard let moment = CalendarMoment(seconds: place) else { return false }
        return moment.day == 1 && moment.hour + moment.minute + moment.second == 0 && hasStart(moment)
      }
      return more.allSatisfy(isStart) && places.allSatisfy(isStart)
    }
    return areStarts { $0.month == 1 } ? .year : areStarts { _ in true } ? .yearmonth : nil
  }

  /// The name of a position on an axis.
  func place(_ number: Double, _ axis: ChartAxis) -> String {
    guard number.isFinite else { return "" }
    let dimension = model[axis]
    guard dimension.isDiscrete else { return value(number, dimension) }
    // An axis that the chart leaves out has a single place without a name.
    guard dimension.categories != [""] else { return "" }
    return (chart.forms(axis).first ?? [])[at: number]?.text ?? ""
  }

  /// The name of the position of a point, or both ends of a bin.
  func place(_ point: ChartPoint, _ axis: ChartAxis) -> String {
    guard !model[axis].isDiscrete, let end = point[end: axis], end.isFinite else {
      return place(point[axis], axis)
    }
    return span([point[axis], end], model[axis])
  }

  /// Two numbers with a dash, which has spaces next to signs; a unit after the numbers is written once.
  private func span(_ ends: [Double], _ dimension: ChartDimension) -> String {
    var first = dimension
    if dimension.unit?.affixes(chart.locale).before.isEmpty == true { first.unit = nil }
    let texts = [values(ends, first)[0], values(ends, dimension)[1]]
    let needsSpaces = texts[0].contains(where: \.isWhitespace) || texts.contains { $0.contains("\u{2212}") }
    return texts.joined(separator: needsSpaces ? " – " : "–")
  }

  /// The name of a point next to it in a scatter plot, or its position.
  private func placeText(_ point: ChartPoint) -> String {
    let name =
      places.isDiscrete || places.isTime
      ? nil
      : model.layers.lazy.filter { $0.mark.type == .text }.compactMap { layer -> String? in
        let words = layer.points.first { $0.row == point.row && $0.x == point.x && $0.y == point.y }?.text
        return words.map { layer.texts[$0] }
      }.first
    return name ?? place(point, placeAxis)
  }

  /// A share in percent.
  func share(_ share: Double) -> String { shareColumn([share])[0] }

  /// Shares in percent with equal digits, for a column; nil for an empty text.
  func shareColumn(_ shares: [Double?]) -> [String] {
    let hasDecimal = shares.compactMap { $0 }.contains { share in
      share > 0 && share < 0.095
        && ((share * 100 - (share * 100).rounded()).magnitude > 0.05 || share < 0.005)
    }
    return shares.map { $0.map { chart.locale.shareText(JSONNumber($0), digits: hasDecimal ? 1 : 0) } ?? "" }
  }

  /// Shares in percent with equal digits that add up to 100 %, by the largest remainder.
  ///
  /// - Parameter digits: the decimals; nil for one if a share is below 1 % or if rounded percentages would not
  ///   add up to 100, otherwise none.
  func shares(_ shares: [Double], digits: Int? = nil) -> [String] {
    let needsDecimal =
      shares.contains { $0 > 0 && $0 < 0.01 } || shares.reduce(0) { $0 + ($1 * 100).rounded() } != 100
    let digits = digits ?? (needsDecimal ? 1 : 0)
    let unit = RealMath.pow10(digits + 2)
    var units = shares.map { ($0 * unit + 1e-9).rounded(.down) }
    let rest = Int(clamping: (shares.reduce(0, +) * unit - units.reduce(0, +)).rounded())
    let order = shares.indices.sorted {
      (units[$0] - shares[$0] * unit, $0) < (units[$1] - shares[$1] * unit, $1)
    }
    for number in order.prefix(max(0, rest)) { units[number] += 1 }
    return zip(shares, units).map { share, units in
      // A share that is not 0 is not written as 0.
      chart.locale.shareText(JSONNumber(units == 0 ? share : units / unit), digits: digits)
    }
  }

  /// Whether the title of a column contains the word for year.
  static func namesYear(_ title: String) -> Bool {
    let words = title.lowercased().split { !$0.isLetter }.map(String.init)
    guard !words.contains(where: ["per", "pro", "par", "por", "je"].contains) else { return false }
    return words.contains { word in
      ["year", "jahr", "年", "년"].contains { word.contains($0) } || years.contains(word)
    }
  }

  /// The word for year in the supported languages.
  private static let years: Set<String> = [
    "jaar", "année", "annee", "an", "año", "anno", "ano", "år", "vuosi", "rok", "год", "рік", "yıl", "سنة",
    "السنة", "שנה", "वर्ष", "साल", "év", "έτος", "година", "godina", "năm",
  ]

  /// The number in a gauge.
  var gaugeNumber: String { chart.gaugeValue.map(gaugeText) ?? "–" }
  /// The ends of the scale of a gauge.
  var gaugeEnds: [String] { spec.gauge.domain.map(gaugeText) }

  private func gaugeText(_ number: Double) -> String {
    var dimension = model.y
    dimension.format = spec.valueLabels?.format ?? dimension.format
    return ChartFormat.values([number], dimension, chart.locale).format(number)
  }

  /// The name of the category that `maxCategories` creates.
  static func other(_ locale: DeckLocale) -> String { (ChartTerms(locale) ?? .english)[.other] }

  /// The data without sentences.
  private var data: String {
    let title = spec.title.map { $0.isEmpty ? "" : $0 + ": " } ?? ""
    if model.facets != nil {
      let panels = chart.panels().map { "\($0.panelName): \(ChartDescription($0).data)" }
      return title + panels.joined(separator: "; ")
    }
    if model.form == .gauge {
      let label = spec.gauge.label.map { $0 + ": " } ?? ""
      return title + label + gaugeNumber + " / " + gaugeText(spec.gauge.domain[1])
    }
    guard boxes.isEmpty else { return title + boxes.joined(separator: "; ") }
    let items = valueLayers.flatMap { layer in
      let isColor = model.form == .calendar || layer.mark.type == .rect
      return layer.series.flatMap { series in
        series.points.prefix(60).filter { !$0.isMissing || $0.color != nil }.map { point in
          let number = isColor ? point.color ?? point.value : number(point, layer)
          return [
            hasNames ? chart.seriesName(series.name) : "", placeText(point),
            number.isFinite ? value(number, isColor ? model.color ?? values : values) : "",
          ].filter { !$0.isEmpty }.joined(separator: " ")
        }
      }
    }
    return title + items.joined(separator: "; ")
  }
}

/// The values that the sentences are based on.
extension ChartDescription {
  private var values: ChartDimension { model[valueAxis] }
  private var places: ChartDimension { model[placeAxis] }

  /// The axis of the values; of points in rows of names, it is the horizontal one.
  private var valueAxis: ChartAxis {
    let isOfPoints = model.layers.allSatisfy { [.point, .tick, .text, .rule].contains($0.mark.type) }
    return isOfPoints && model.y.isDiscrete && !model.x.isDiscrete ? .x : model.valueAxis
  }
  private var placeAxis: ChartAxis { valueAxis.crossing }

  /// The layers with values of their own, without the parts of box plots and error bars.
  private var valueLayers: [ChartLayer] {
    model.layers.filter { layer in
      ![.text, .rule].contains(layer.mark.type) && ![.whisker, .median].contains(layer.role)
        && !(layer.mark.type == .tick && layer.mark.ticks && model.has(.rule))
    }
  }

  /// Whether the names of series distinguish values.
  private var hasNames: Bool { model.series.count > 1 && !model.isLegendRedundant }

  /// The value of a point as drawn: the share of a normalised stack, otherwise the amount.
  private func number(_ point: ChartPoint, _ layer: ChartLayer) -> Double {
    chart.share(point, layer) ?? (valueAxis == model.valueAxis ? point.value : point[valueAxis])
  }

  /// The points of a layer that have a value.
  private func points(_ layer: ChartLayer) -> [ChartPoint] {
    layer.points.compactMap { point in
      var point = point
      point.value = number(point, layer)
      return point.isMissing || !point.value.isFinite ? nil : point
    }
  }

  /// The boxes and error bars: the middle of each, and both ends of its line.
  private var boxes: [String] {
    func name(_ series: ChartSeries, _ place: String) -> String {
      [hasNames ? chart.seriesName(series.name) : "", place].filter { !$0.isEmpty }.joined(separator: ", ")
    }
    let lines = model.layers.filter {
      $0.mark.type == .rule && ($0.role == .whisker || model.mark == .errorbar)
    }
    var names: Set<String> = []
    let boxes = lines.flatMap { layer in
      layer.known.compactMap { series, point -> String? in
        let start = point[layer.valueAxis]
        guard let end = point[end: layer.valueAxis] else { return nil }
        let name = name(series, place(point, layer.placeAxis))
        names.insert(name)
        var dimension = model[layer.valueAxis]
        var texts = [name]
        // A bar from one column to another has no middle.
        if layer.role == .whisker || point.value != start || start == end {
          texts.append(value(point.value, dimension))
          dimension.unit = nil
        }
        let ends = span([start, end], dimension)
        if start < end { texts.append(texts.count > 1 ? "(\(ends))" : ends) }
        return texts.filter { !$0.isEmpty }.joined(separator: " ")
      }
    }
    // A box of a single value is only a point.
    let points = valueLayers.filter { $0.mark.type == .point && lines.contains { $0.role == .whisker } }
    return boxes
      + points.flatMap { layer in
        layer.known.compactMap { series, point in
          let name = name(series, place(point, layer.placeAxis))
          let texts = [name, value(point.value, model[layer.valueAxis])].filter { !$0.isEmpty }
          return names.contains(name) ? nil : texts.joined(separator: " ")
        }
      }
  }

  private var all: [ChartPoint] { chart.texts.points(make: gather) }

  private func gather() -> [ChartPoint] {
    var all: [ChartPoint] = []
    all.reserveCapacity(model.pointCount)
    for layer in valueLayers { all += points(layer) }
    // A single series is described from its first to its last position; most are already in that order.
    let axis = placeAxis
    let isInOrder = zip(all, all.dropFirst()).allSatisfy { $0[axis] <= $1[axis] }
    return model.form == .funnel || model.form == .rings || model.series.count > 1 || isInOrder
      ? all : all.sorted { $0[axis] < $1[axis] }
  }

  /// Whether bars or cells extend from one value to another.
  private var hasSpans: Bool {
    model.layers.contains { layer in
      layer.role == .plain && !layer.isStacked && [.bar, .rect].contains(layer.mark.type)
        && layer.points.contains { $0[end: layer.isHorizontal ? .x : .y] != nil }
    }
  }

  /// The bars of a short list with their values, or both values of a span.
  private var fewBars: [String] {
    let (points, axis, hasSpans) = (all, valueAxis, hasSpans)
    let ends = points.map { hasSpans ? $0[end: axis] : nil }
    let texts = values(points.map(\.value) + ends.compactMap { $0 }, values)
    var rest = texts.dropFirst(points.count)
    return points.indices.map { number in
      // Values that are names are positions on their axis.
      let text = values.isDiscrete ? place(points[number].value, axis) : texts[number]
      let end = ends[number] == nil ? nil : rest.popFirst()
      // A number follows the numbers of a bin.
      let name = placeText(points[number]) + (points[number][end: placeAxis] == nil ? "" : ":")
      return "\(name) \(text)" + (end.map { " – \($0)" } ?? "")
    }
  }

  private var isFewBars: Bool {
    model.series.count <= 1 && all.count <= 8
      && (model.has(.bar, .arc) || (model.form == .funnel && !model.layers.isEmpty))
  }

  private var isScatter: Bool {
    model.form == .cartesian && model.layers.allSatisfy { [.point, .tick].contains($0.mark.type) }
  }

  /// The dimension that cells show by colour; nil if marks show their values by length or position.
  private var cellColor: ChartDimension? {
    model.layers.contains { $0.mark.type == .rect && $0.hasColorRamp } ? model.color : nil
  }

  /// The name of a cell; numbers have the title of their axis.
  private func cellName(_ cell: ChartPoint) -> String {
    let axes: [ChartAxis] = model.form == .calendar ? [.x] : [.x, .y]
    return axes.map { axis in
      let name = place(cell, axis)
      let isNumber = name.contains(where: \.isNumber) && !name.contains(where: \.isLetter)
      return isNumber && !model[axis].isTime && !model[axis].title.isEmpty
        ? "\(model[axis].title) \(name)" : name
    }.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The shares of slices, in their order.
  private var slices: [String]? {
    let total = all.reduce(0) { $0 + max(0, $1.y) }
    guard total > 0 else { return nil }
    let points = all.sorted { $0.x < $1.x }
    let shares = shares(points.map { max(0, $0.y) / total }, digits: 1)
    return zip(points, shares).map { "\(placeText($0)) \($1)" }
  }

  /// Pearson's correlation of at least ten points; nil if it is weak.
  private var correlation: Double? {
    let points = all
    guard isScatter, points.count >= 10, !model.x.isDiscrete, !model.y.isDiscrete else { return nil }
    func sum(_ term: (ChartPoint) -> Double) -> Double { points.reduce(0) { $0 + term($1) } }
    let n = Double(points.count)
    let (mx, my) = (sum(\.x) / n, sum(\.y) / n)
    let (xx, yy) = (sum { ($0.x - mx) * ($0.x - mx) }, sum { ($0.y - my) * ($0.y - my) })
    let xy = sum { ($0.x - mx) * ($0.y - my) }
    guard xx > 0, yy > 0 else { return nil }
    let r = xy / (xx * yy).squareRoot()
    return abs(r) >= 0.4 ? r : nil
  }

  /// The positions without a value.
  private var missing: [String] {
    guard model.form != .calendar else { return [] }
    var names: [String] = []
    var known: Set<String> = []
    let axis = placeAxis
    let drawn = boxes.isEmpty ? [] : Set(all.map { $0[axis] })
    for layer in model.layers {
      // A point between two number axes has no name; a warning counts the ones that are not drawn.
      guard [.line, .area, .bar].contains(layer.mark.type) || places.isDiscrete || places.isTime else {
        continue
      }
      for point in layer.points where point[axis].isFinite && !drawn.contains(point[axis]) {
        let isCell = layer.mark.type == .rect
        guard !layer.draws(point) || (isCell && layer.hasColorRamp && point.color == nil) else { continue }
        let name = isCell ? cellName(point) : placeText(point)
        if known.insert(name).inserted { names.append(name) }
      }
    }
    return names
  }
}

/// The sentences.
extension ChartDescription {
  private struct Sentences {
    var kind: String
    /// The other sentences in order.
    var all: [String]
    /// The most important sentences, the best one first.
    var strongest: [String]
  }

  private func sentences(_ terms: ChartTerms) -> Sentences {
    if model.facets != nil {
      let panels = chart.panels().compactMap { panel in
        let own = ChartDescription(panel).sentences(terms)
        return (own.strongest.first ?? own.all.first).map { "\(panel.panelName): \($0)" }
      }
      return Sentences(kind: kind(terms), all: panels, strongest: [])
    }
    if !boxes.isEmpty {
      let isNamed = terms.isEnglish && model.mark == .boxplot
      let list = listed(boxes, room: 300, separator: "; ")
      let sentence = (isNamed ? "Medians and whiskers: " : "") + list + "."
      return Sentences(
        kind: kind(terms), all: [span(terms), sentence, gaps(terms)].compactMap { $0 },
        strongest: [sentence])
    }
    let (first, second, third, fourth) = (ends(terms), extremes(terms), parts(terms), relation(terms))
    return Sentences(
      kind: kind(terms), all: [span(terms), first, second, third, fourth, gaps(terms)].compactMap { $0 },
      strongest: [second, first, third, fourth].compactMap { $0 })
  }

  private func kind(_ terms: ChartTerms) -> String {
    var text = ""
    if let title = spec.title, let last = title.last {
      text = title + (last.isPunctuation ? " " : ". ")
    }
    let isBar = [.bar, .column, .horizontalBar].contains(model.mark)
    let isStacked = model.layers.contains { $0.isStacked && $0.series.count > 1 && $0.mark.type == .bar }
    if [.rings, .boxplot].contains(model.mark) {
      text += terms.isEnglish ? (model.mark == .rings ? "Ring chart" : "Box plot") : terms.chart
    } else if isBar, model.hasRows {
      // Only English has a term for stacks of horizontal bars.
      text += isStacked && terms.isEnglish ? "Stacked bar chart" : terms.horizontal
    } else if isBar, isStacked {
      text += terms.stacked
    } else {
      text += model.mark == .rect && cellColor == nil ? terms.chart : terms.kind(model.mark)
    }
    let y = model.form == .gauge ? spec.gauge.label ?? model.y.title : cellColor?.title ?? values.title
    // A colour belongs to a position on both axes.
    let isCell = cellColor != nil && model.form == .cartesian
    let axes = (isCell ? [places.title, values.title] : [places.title]).filter { !$0.isEmpty }
    let titles = [y, axes.joined(separator: terms.isEnglish ? " and " : ", ")]
    if terms.isEnglish {
      // A title such as "of the goal" has the word already.
      text += zip([" of ", " by "], titles).map { word, title in
        title.isEmpty ? "" : (" " + title).lowercased().hasPrefix(word) ? " " + title : word + title
      }.joined()
    } else if titles != ["", ""] {
      text += ": " + titles.filter { !$0.isEmpty }.joined(separator: " \(terms[.by]) ")
    }
    let names = model.series.filter { !$0.isEmpty && !$0.hasPrefix("\u{1}") }.map { chart.seriesName($0) }
    // Names that repeat an axis are left out.
    if names.count > 1, !model.isLegendRedundant {
      let listed = shortened(names).joined(separator: ", ")
      text += terms.isEnglish ? ", \(names.count) series: \(listed)" : "; \(terms[.series]): \(listed)"
    }
    return text + panelNames(terms) + "."
  }

  /// The series names that fit into a sentence; all of them if nothing else shows them.
  func shortened(_ names: [String]) -> [String] {
    let isLong = names.reduce(0) { $0 + $1.count + 2 } > 350
    guard names.count > 7, isLong || !chart.texts.hasNamesLeftOut else { return names }
    return Array(names.prefix(5)) + ["…", names[names.count - 1]]
  }

  private func span(_ terms: ChartTerms) -> String? {
    guard model.form == .cartesian, !all.isEmpty else { return nil }
    if isScatter, !model.x.isDiscrete, !model.y.isDiscrete {
      let ranges = [ChartAxis.x, .y].map { axis in
        // Panels share a scale, but not their values.
        let numbers = all.map { $0[axis] }
        let (low, high) = (value(numbers.min() ?? 0, model[axis]), value(numbers.max() ?? 0, model[axis]))
        return "\(title(axis)) \(low)\(terms.isEnglish ? " to " : "–")\(high)"
      }.joined(separator: ", ")
      return terms.isEnglish
        ? "\(all.count) points; \(ranges)." : "\(terms[.points]): \(all.count); \(ranges)."
    }
    let rows =
      terms.isEnglish ? "\(model.rows) row\(model.rows == 1 ? "" : "s")" : "\(terms[.points]): \(model.rows)"
    if places.isTime {
      let (low, high) = (value(places.low, places), value(places.high, places))
      let count = Set(all.map { $0[placeAxis] }).count
      if terms.isEnglish, let unit = places.timeUnit, count > 1 {
        let more = count == model.rows ? "" : "; \(rows)"
        return "\(units(count, unit)) from \(low) to \(high)\(more)."
      }
      if terms.isEnglish { return "\(rows) from \(low) to \(high)." }
      // In some languages a date ends with a full stop.
      return "\(rows); \(low) – \(high)" + (high.hasSuffix(".") ? "" : ".")
    }
    let (name, count) = (places.title, places.categories.count)
    if isFewBars || count == 0 || places.categories == [""] { return nil }
    let more = model.rows == count ? "" : terms.isEnglish ? ", \(rows)" : "; \(rows)"
    guard terms.isEnglish else { return name.isEmpty ? nil : "\(name): \(count)\(more)." }
    if let unit = places.timeUnit { return units(count, unit) + "\(more)." }
    // The name of a field can be a singular or a plural.
    return name.isEmpty ? "\(count) categories\(more)." : "\(count) values of \(name)\(more)."
  }

  /// A number of time units, or of steps of several units.
  private func units(_ count: Int, _ unit: TimeUnit) -> String {
    guard places.timeCount > 1 else { return DeckIssue.counted(count, unit.noun) }
    return DeckIssue.counted(count, "step") + " of " + DeckIssue.counted(places.timeCount, unit.noun)
  }

  private func title(_ axis: ChartAxis) -> String { model[axis].title.isEmpty ? axis.key : model[axis].title }

  /// The course of up to four lines, with their ends.
  private func ends(_ terms: ChartTerms) -> String? {
    guard model.form == .cartesian else { return nil }
    let lines = model.layers.filter { [.line, .area].contains($0.mark.type) && !$0.isStacked }
    let series = lines.flatMap { layer in layer.series.map { (layer, $0) } }
    guard series.count <= 4 else { return nil }
    let sentences = series.compactMap { layer, series -> String? in
      let points = series.known
      let numbers = points.map(\.value)
      guard numbers.count > 1, let first = numbers.first, let last = numbers.last else { return nil }
      let isNamed = !series.name.isEmpty && model.series.count > 1
      let name = isNamed ? chart.seriesName(series.name) : ""
      let dimension = model[layer.valueAxis]
      let title = dimension.title
      var texts = values([first, last], dimension)
      if isNamed, points[0][layer.placeAxis] > model[layer.placeAxis].low {
        texts[0] += " (\(placeText(points[0])))"
      }
      if isNamed, let point = points.last, point[layer.placeAxis] < model[layer.placeAxis].high {
        texts[1] += " (\(placeText(point)))"
      }
      var end = terms(.fromTo, texts[0], texts[1])
      if first > 0 {
        end += " (\(last < first ? "\u{2212}" : "+")\(share((last - first).magnitude / first)))"
      }
      // The extremes of a single line are in the next sentence.
      for (word, isBeyond) in [(ChartTerms.Word.highest, { $0 > $1 }), (.lowest, { $0 < $1 })]
        as [(ChartTerms.Word, (Double, Double) -> Bool)]
      {
        guard isNamed, let most = points.max(by: { isBeyond($1.value, $0.value) }),
          isBeyond(most.value, first), isBeyond(most.value, last)
        else { continue }
        let term = terms.isEnglish ? terms[word].lowercased() : terms[word] + ":"
        end += "\(terms.isEnglish ? "," : ";") \(term) \(value(most.value, dimension)) (\(placeText(most)))"
      }
      let trend = trend(numbers, terms)
      if terms.isEnglish {
        let subject = !name.isEmpty ? name : title.isEmpty ? "The line" : title.upperFirstLetter
        return "\(subject) \(trend) \(end)."
      }
      let subject = name.isEmpty ? title : name
      return "\(subject.isEmpty ? "" : subject + ": ")\(trend), \(end)."
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  /// The course of a line: its direction, and how straight it is.
  private func trend(_ values: [Double], _ terms: ChartTerms) -> String {
    guard let low = values.min(), let high = values.max(), let first = values.first, let last = values.last,
      high > low
    else { return terms[.level] }
    let change = (last - first) / (high - low)
    let isSimilar = first <= 0 || (0.8...1.25).contains(last / first)
    if change.magnitude < 0.2, isSimilar { return terms.isEnglish ? "stays about level" : terms[.level] }
    let length = zip(values, values.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).magnitude }
    let ratio = length / (last - first).magnitude
    let verb = terms[change > 0 ? .rises : .falls]
    guard ratio < 1.3 || ratio > 3 else { return verb }
    let adverb = terms[ratio < 1.3 ? .steadily : .swings]
    return terms.isEnglish ? "\(verb) \(adverb)" : "\(verb) (\(adverb))"
  }

  private func range(_ high: String, _ low: String, _ terms: ChartTerms) -> String {
    terms.isEnglish
      ? "Highest \(high), lowest \(low)." : "\(terms[.highest]): \(high); \(terms[.lowest]): \(low)."
  }

  /// The values of a few bars, or the highest and the lowest value.
  private func extremes(_ terms: ChartTerms) -> String? {
    guard cellColor == nil else { return nil }
    if isFewBars, !all.isEmpty, model.form != .arcs { return fewBars.joined(separator: ", ") + "." }
    // The shares of a single bar are listed.
    let isOneBar = values.isShare && Set(all.map { $0[placeAxis] }).count == 1
    guard model.form == .cartesian, !isFewBars, !values.isDiscrete, !values.isTime, !hasSpans, !isOneBar,
      !isScatter || places.isDiscrete
    else { return nil }
    guard model.second != nil else { return extremes(of: all, values, hasNames: hasNames, terms) }
    // Values of different axes cannot be compared.
    let ranges = [ChartAxis.y, .second].compactMap { axis -> String? in
      let layers = valueLayers.filter { $0.verticalAxis == axis }
      let points = layers.flatMap { self.points($0) }
      let hasNames = layers.reduce(0) { $0 + $1.series.count } > 1
      let title = model[axis].title
      return extremes(of: points, model[axis], hasNames: hasNames, terms)
        .map { title.isEmpty ? $0 : "\(title): \($0)" }
    }
    return ranges.isEmpty ? nil : ranges.joined(separator: " ")
  }

  /// The highest and the lowest of some points; nil if all are equal.
  private func extremes(
    of points: [ChartPoint], _ dimension: ChartDimension, hasNames: Bool, _ terms: ChartTerms
  ) -> String? {
    guard let high = points.max(by: { $0.value < $1.value }),
      let low = points.min(by: { $0.value < $1.value }), high.value > low.value
    else { return nil }
    let texts = values([high.value, low.value], dimension)
    func named(_ point: ChartPoint, _ text: String) -> String {
      let same = points.count { $0.value == point.value }
      let series = hasNames ? seriesName(of: point) : ""
      let name = [series, placeText(point)].filter { !$0.isEmpty }.joined(separator: ", ")
      let words = [name, same > 1 ? andMore(same - 1) : ""].filter { !$0.isEmpty }.joined(separator: " ")
      return words.isEmpty ? text : "\(text) (\(words))"
    }
    return range(named(high, texts[0]), named(low, texts[1]), terms)
  }

  /// The total of stacked series, the value of a gauge, the shares of slices, or the extreme cells.
  private func parts(_ terms: ChartTerms) -> String? {
    switch model.form {
    case .gauge:
      let gauge = spec.gauge
      let band = chart.gaugeValue.flatMap { value in gauge.thresholds.first { value <= $0.to }?.label }
      let (low, high) = (gaugeText(gauge.domain[0]), gaugeText(gauge.domain[1]))
      let whole =
        gauge.domain[0] == 0
        ? (terms.isEnglish ? " of " : " / ") + high
        : terms.isEnglish ? " on a scale from \(low) to \(high)" : " (\(low) … \(high))"
      return gaugeNumber + whole
        + (band.map { ", \($0)" } ?? "") + "."
    case .arcs: return slices.map { $0.joined(separator: ", ") + "." }
    case .funnel: return nil
    case .rings:
      let goals = all.map { $0.y2 ?? RingsMark.goal }
      let texts = values(all.map(\.value) + goals, values)
      let of = terms.isEnglish ? " of " : " / "
      return all.indices.map { "\(placeText(all[$0])) \(texts[$0])\(of)\(texts[all.count + $0])" }
        .joined(separator: ", ") + "."
    case .cartesian, .calendar: return (model.form == .cartesian ? total(terms) : nil) ?? extremeCells(terms)
    }
  }

  /// The name of the series of a point.
  private func seriesName(of point: ChartPoint) -> String {
    let series = valueLayers.lazy.flatMap(\.series).first { series in
      series.points.contains { $0.row == point.row && $0.x == point.x && $0.y == point.y }
    }
    return series.map { $0.name.isEmpty ? "" : chart.seriesName($0.name) } ?? ""
  }

  /// The total of at least two stacked series, and the largest of them.
  ///
  /// Values of different times, such as stocks, have no sum, so the last ones are added. Shares of one position are
  /// listed instead, because their total is always 100 %.
  private func total(_ terms: ChartTerms) -> String? {
    let layers = model.layers.filter { $0.isStacked && $0.mark.type != .rect }
    let isOverTime = places.isTime || places.timeUnit != nil || places.type == .temporal
    let all = Set(layers.flatMap(\.points).map { $0[placeAxis] }.filter(\.isFinite))
    let last = isOverTime || all.count == 1 ? all.max() : nil
    let sums = layers.flatMap { layer in
      layer.series.map { series in
        let points = series.points.filter { last == nil || $0[placeAxis] == last }
        let numbers = points.map { number($0, layer) }.filter(\.isFinite)
        return (name: chart.seriesName(series.name), sum: numbers.reduce(0, +))
      }
    }
    guard sums.count > 1, let largest = sums.max(by: { $0.sum < $1.sum }) else { return nil }
    let name = last.map { place($0, placeAxis) } ?? ""
    if values.isShare {
      guard last != nil else { return nil }
      let items = zip(sums, values(sums.map(\.sum), values)).map { "\($0.name) \($1)" }
      return (name.isEmpty ? "" : "\(name): ") + listed(items, room: 200, separator: ", ") + "."
    }
    let total = value(sums.reduce(0) { $0 + $1.sum }, values)
    let most = value(largest.sum, values)
    let time = isOverTime && !name.isEmpty ? " (\(name))" : ""
    return terms.isEnglish
      ? "Total \(total)\(time); largest is \(largest.name) with \(most)."
      : "\(terms[.total]): \(total)\(time); \(terms[.largest]): \(largest.name) (\(most))."
  }

  private func extremeCells(_ terms: ChartTerms) -> String? {
    guard let dimension = cellColor else { return nil }
    let cells = model.layers.flatMap(\.points).compactMap { point in
      model.form == .calendar || !point.isMissing ? point.color.map { (point, $0) } : nil
    }
    guard let high = cells.max(by: { $0.1 < $1.1 }), let low = cells.min(by: { $0.1 < $1.1 }) else {
      return nil
    }
    let names = [high, low].map { "\(value($0.1, dimension)) (\(cellName($0.0)))" }
    return range(names[0], names[1], terms)
  }

  /// The correlation of points, and how many values are above the rules.
  private func relation(_ terms: ChartTerms) -> String? {
    var sentences: [String] = []
    if let r = correlation {
      let number = chart.locale.decimalText(Rounded(r, digits: 1...2), group: chart.locale.group)
      let verb = abs(r) >= 0.7 ? (r > 0 ? "rises" : "falls") : (r > 0 ? "tends to rise" : "tends to fall")
      sentences.append(
        terms.isEnglish ? "\(title(.y)) \(verb) with \(title(.x))." : "\(terms[.correlation]): \(number).")
    }
    for rule in model.form == .cartesian ? spec.rules : [] {
      guard case .value(let given)? = rule.y, let limit = model.y.number(given), let label = rule.label else {
        continue
      }
      let above = all.count { $0.value > limit }
      let text = "\(terms[.above]) \(label) (\(value(limit, model.y)))"
      sentences.append(
        terms.isEnglish ? "\(above) of \(all.count) \(text)." : "\(text): \(above) / \(all.count).")
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  private func gaps(_ terms: ChartTerms) -> String? {
    let missing = missing
    guard !missing.isEmpty else {
      // Points between two number axes have no names.
      let count = isScatter ? valueLayers.reduce(0) { $0 + $1.points.count { $0.isMissing } } : 0
      guard count > 0 else { return nil }
      return "\(terms[.noData])"
        + (terms.isEnglish ? " for \(DeckIssue.counted(count, "row"))." : ": \(count).")
    }
    let more = missing.count > 3 ? " " + andMore(missing.count - 3) : ""
    let listed = missing.prefix(3).joined(separator: ", ")
    return "\(terms[.noData])\(terms.isEnglish ? " for" : ":") \(listed)\(more)."
  }
}

extension String {
  /// The text with a capital letter at its start.
  fileprivate var upperFirstLetter: String { prefix(1).uppercased() + dropFirst() }
}
