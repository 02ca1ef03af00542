import CardModel
import CardRaster

/// The alternative text of a chart: its kind, extremes and trends, without judgements.
///
/// The text is in English sentences, or in the terms and figures of `ChartTerms` in other languages.
struct ChartDescription: ChartReader {
  let chart: ChartLayout

  init(_ chart: ChartLayout) { self.chart = chart }

  private static let (shortest, longest) = (150, 500)

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
    let formats = numbers.map { ChartFormat.values([$0], dimension.ofAmounts, chart.locale) }
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
    return (chart.forms(axis).first ?? [])[at: number]?.text ?? ""
  }

  /// The name of a point next to it in a scatter plot, or its position.
  private func placeText(_ point: ChartPoint) -> String {
    let places = model[model.placeAxis]
    let name =
      places.isDiscrete || places.isTime
      ? nil
      : model.layers.lazy.filter { $0.mark.type == .text }.compactMap { layer -> String? in
        let words = layer.points.first { $0.row == point.row && $0.x == point.x && $0.y == point.y }?.text
        return words.map { layer.texts[$0] }
      }.first
    return name ?? place(point[model.placeAxis], model.placeAxis)
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
    let isMany = model.series.count > 1 && !model.isLegendRedundant
    let items = valueLayers.flatMap { layer in
      let isColor = model.form == .calendar || layer.mark.type == .rect
      return layer.series.flatMap { series in
        series.points.prefix(60).filter { !$0.isMissing || $0.color != nil }.map { point in
          let number = isColor ? point.color ?? point.value : point.value
          return [
            isMany ? chart.seriesName(series.name) : "", placeText(point),
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
  private var values: ChartDimension { model[model.valueAxis] }
  private var places: ChartDimension { model[model.placeAxis] }

  private var valueLayers: [ChartLayer] { model.layers.filter { ![.text, .rule].contains($0.mark.type) } }

  private var all: [ChartPoint] { chart.texts.points(make: gather) }

  private func gather() -> [ChartPoint] {
    var all: [ChartPoint] = []
    all.reserveCapacity(model.pointCount)
    for layer in valueLayers {
      for point in layer.points where !point.isMissing && point.value.isFinite { all.append(point) }
    }
    // A single series is described from its first to its last position; most are already in that order.
    let axis = model.placeAxis
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
    let (points, axis, hasSpans) = (all, model.valueAxis, hasSpans)
    let ends = points.map { hasSpans ? $0[end: axis] : nil }
    let texts = values(points.map(\.value) + ends.compactMap { $0 }, values)
    var rest = texts.dropFirst(points.count)
    return points.indices.map { number in
      // Values that are names are positions on their axis.
      let text = values.isDiscrete ? place(points[number].value, axis) : texts[number]
      let end = ends[number] == nil ? nil : rest.popFirst()
      return "\(placeText(points[number])) \(text)" + (end.map { " – \($0)" } ?? "")
    }
  }

  private var isFewBars: Bool {
    model.series.count <= 1 && all.count <= 8
      && (model.has(.bar, .arc) || (model.form == .funnel && !model.layers.isEmpty))
  }

  private var isScatter: Bool {
    model.form == .cartesian && model.layers.allSatisfy { $0.mark.type == .point }
  }

  /// The dimension that cells show by colour; nil if marks show their values by length or position.
  private var cellColor: ChartDimension? {
    model.layers.contains { $0.mark.type == .rect && $0.hasColorRamp } ? model.color : nil
  }

  /// The name of a cell.
  private func cellName(_ cell: ChartPoint) -> String {
    let y = model.form == .calendar ? "" : place(cell.y, .y)
    return [place(cell.x, .x), y].filter { !$0.isEmpty }.joined(separator: ", ")
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
    let axis = model.placeAxis
    for layer in model.layers {
      // A point between two number axes has no name; a warning counts the ones that are not drawn.
      guard [.line, .area, .bar].contains(layer.mark.type) || places.isDiscrete || places.isTime else {
        continue
      }
      for point in layer.points where point[axis].isFinite {
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
        return (own.strongest.first ?? (isScatter ? own.all.first : nil)).map { "\(panel.panelName): \($0)" }
      }
      return Sentences(kind: kind(terms), all: panels, strongest: [])
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
    let isBar = !terms.isEnglish || model.mark == .bar || model.mark == .column
    if [.rings, .boxplot].contains(model.mark) {
      text += terms.isEnglish ? (model.mark == .rings ? "Ring chart" : "Box plot") : terms.chart
    } else if isBar,
      model.layers.contains(where: {
        $0.isStacked && $0.series.count > 1 && (terms.isEnglish || $0.mark.type == .bar)
      })
    {
      text += terms.stacked
    } else if isBar, model.hasRows, model.mark != .waterfall {
      text += terms.horizontal
    } else {
      text += model.mark == .rect && cellColor == nil ? terms.chart : terms.kind(model.mark)
    }
    let y = model.form == .gauge ? spec.gauge.label ?? model.y.title : cellColor?.title ?? values.title
    let titles = [y, places.title]
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
      let count = Set(all.map { $0[model.placeAxis] }).count
      if terms.isEnglish, let unit = places.timeUnit, count > 1 {
        let more = count == model.rows ? "" : "; \(rows)"
        return "\(units(count, unit)) from \(low) to \(high)\(more)."
      }
      if terms.isEnglish { return "\(rows) from \(low) to \(high)." }
      // In some languages a date ends with a full stop.
      return "\(rows); \(low) – \(high)" + (high.hasSuffix(".") ? "" : ".")
    }
    let (name, count) = (places.title, places.categories.count)
    if isFewBars || count == 0 { return nil }
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
    if isScatter, model.x.isDiscrete != model.y.isDiscrete {
      let axis = model.x.isDiscrete ? ChartAxis.y : .x
      guard !model[axis].isTime else { return nil }
      return extremes(of: all, model[axis], along: axis, hasNames: model.series.count > 1, terms)
    }
    guard model.form == .cartesian, !isFewBars, !values.isDiscrete, !hasSpans, !isScatter else { return nil }
    guard model.second != nil else {
      let hasNames = model.series.count > 1 && !model.isLegendRedundant
      return extremes(of: all, values, hasNames: hasNames, terms)
    }
    // Values of different axes cannot be compared.
    let ranges = [ChartAxis.y, .second].compactMap { axis -> String? in
      let layers = valueLayers.filter { $0.verticalAxis == axis }
      let points = layers.flatMap(\.points).filter { !$0.isMissing && $0.value.isFinite }
      let hasNames = layers.reduce(0) { $0 + $1.series.count } > 1
      let title = model[axis].title
      return extremes(of: points, model[axis], hasNames: hasNames, terms)
        .map { title.isEmpty ? $0 : "\(title): \($0)" }
    }
    return ranges.isEmpty ? nil : ranges.joined(separator: " ")
  }

  /// The highest and the lowest of some points; nil if all are equal.
  ///
  /// - Parameter axis: the axis of the positions to compare; nil to compare values.
  private func extremes(
    of points: [ChartPoint], _ dimension: ChartDimension, along axis: ChartAxis? = nil, hasNames: Bool,
    _ terms: ChartTerms
  ) -> String? {
    func number(_ point: ChartPoint) -> Double { axis.map { point[$0] } ?? point.value }
    guard let high = points.max(by: { number($0) < number($1) }),
      let low = points.min(by: { number($0) < number($1) }), number(high) > number(low)
    else { return nil }
    let texts = values([number(high), number(low)], dimension)
    func named(_ point: ChartPoint, _ text: String) -> String {
      let same = points.count { number($0) == number(point) }
      let series = hasNames ? seriesName(of: point) : ""
      let name = axis.map { place(point[$0.crossing], $0.crossing) } ?? placeText(point)
      return "\(text) (\(series)\(name)\(same > 1 ? " " + andMore(same - 1) : ""))"
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

  /// The name of the series of a point, before its position.
  private func seriesName(of point: ChartPoint) -> String {
    let series = valueLayers.lazy.flatMap(\.series).first { $0.points.contains(point) }
    return series.map { $0.name.isEmpty ? "" : chart.seriesName($0.name) + ", " } ?? ""
  }

  /// The total of at least two stacked series, and the largest of them.
  ///
  /// Values of different times, such as stocks, have no sum, so the last ones are added.
  private func total(_ terms: ChartTerms) -> String? {
    let layers = model.layers.filter { $0.isStacked && $0.mark.type != .rect }
    let isOverTime = places.isTime || places.timeUnit != nil || places.type == .temporal
    let last =
      isOverTime ? layers.flatMap(\.points).map { $0[model.placeAxis] }.filter(\.isFinite).max() : nil
    let sums = layers.flatMap(\.series).map { series in
      let points = series.points.filter { last == nil || $0[model.placeAxis] == last }
      return (name: chart.seriesName(series.name), sum: points.map(\.value).filter(\.isFinite).reduce(0, +))
    }
    guard sums.count > 1, let largest = sums.max(by: { $0.sum < $1.sum }) else { return nil }
    let total = value(sums.reduce(0) { $0 + $1.sum }, values)
    let most = value(largest.sum, values)
    let time = last.map { " (\(place($0, model.placeAxis)))" } ?? ""
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
