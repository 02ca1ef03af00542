import CardRaster

/// What a chart says to those who cannot see it: what is drawn, its extremes and its trends, and nothing that judges.
///
/// Sentences are English; other locales get the data themselves, which need no grammar.
struct ChartWords {
  private let chart: ChartLayout
  private var plan: ChartPlan { chart.plan }

  init(_ chart: ChartLayout) { self.chart = chart }

  private static let (shortest, longest) = (150, 500)

  /// The text alternative of a length.
  func text(_ kind: ChartSpec.Alternative) -> String {
    guard chart.locale.identifier.hasPrefix("en"), kind != .data else { return cut(data, ChartWords.longest) }
    let first = kindSentence
    switch kind {
    case .short:
      let strongest = [extremes, ends, parts, relation].compactMap { $0 }.first {
        first.count + 1 + $0.count <= ChartWords.shortest
      }
      return cut([first, strongest].compactMap { $0 }.joined(separator: " "), ChartWords.shortest)
    case .full, .data:
      let all = [first, span, ends, extremes, parts, relation, gaps].compactMap { $0 }.filter { !$0.isEmpty }
      var text = ""
      for sentence in all where text.count + sentence.count + 1 <= ChartWords.longest {
        text += (text.isEmpty ? "" : " ") + sentence
      }
      return text
    }
  }

  private func cut(_ text: String, _ most: Int) -> String {
    text.count <= most ? text : text.prefix(most - 1) + "…"
  }

  // MARK: Values

  /// A number as it is written at its axis, without groups by spaces, which are read as two numbers.
  func value(_ number: Double, _ dimension: ChartDimension) -> String {
    if dimension.isTime {
      return ChartTimeFormat(dimension.format, chart.locale).full(number, dimension.timeUnit)
    }
    var plain = dimension
    plain.isShare = false
    return ChartFormat.values([number], plain, chart.locale).text(number)
      .replacing("\u{202F}", with: "").replacing("\u{2212}", with: "-")
  }

  /// What stands at a place of an axis.
  func place(_ number: Double, _ axis: KeyPath<ChartPlan, ChartDimension>) -> String {
    let dimension = plan[keyPath: axis]
    guard number.isFinite else { return "" }
    guard dimension.isDiscrete else { return value(number, dimension) }
    let names = chart.forms(axis).first ?? []
    return names.indices.contains(Int(number)) ? names[Int(number)].text : ""
  }

  /// A share in percent.
  func share(_ share: Double) -> String {
    let digits =
      share > 0 && share < 0.095 && (share * 100 - (share * 100).rounded()).magnitude > 0.05 ? 1 : 0
    return chart.locale.percent.replacing(
      "#",
      with: chart.locale.decimalText(
        Rounded(share, digits: digits...digits, shift: 2), group: chart.locale.group))
  }

  /// The number in a gauge.
  func gaugeValue(_ number: Double) -> String {
    var dimension = ChartDimension()
    dimension.format = chart.spec.valueLabels?.format
    return ChartFormat.values([number], dimension, chart.locale).text(number)
  }

  /// What is summed up is called.
  static func other(_ locale: DeckLocale) -> String {
    let words = [
      "de": "Sonstige", "nl": "Overig", "fr": "Autres", "es": "Otros", "it": "Altro", "pt": "Outros",
      "sv": "Övriga",
      "da": "Andre", "nb": "Andre", "fi": "Muut", "pl": "Inne", "cs": "Ostatní", "ru": "Другие", "uk": "Інші",
      "tr": "Diğer", "ja": "その他", "zh": "其他", "ko": "기타", "ar": "أخرى", "he": "אחר", "hi": "अन्य",
    ]
    return words[String(locale.identifier.prefix { $0 != "_" })] ?? "Other"
  }

  // MARK: Sentences

  private var isLying: Bool { plan.isLying }
  private var values: ChartDimension { isLying ? plan.x : plan.y }
  private var places: ChartDimension { isLying ? plan.y : plan.x }

  private func name(_ dimension: ChartDimension) -> String { dimension.title }

  private var kindName: String {
    switch plan.mark {
    case .bar, .column:
      plan.layers.contains { $0.isStacked } ? "Stacked column chart" : isLying ? "Bar chart" : "Column chart"
    case .horizontalBar: "Bar chart"
    case .line: "Line chart"
    case .area: "Area chart"
    case .point, .scatter: "Scatter plot"
    case .bubble: "Bubble chart"
    case .pie, .arc: "Pie chart"
    case .donut: "Donut chart"
    case .sparkline: "Sparkline"
    case .heatmap, .rect: "Heatmap"
    case .calendar: "Calendar"
    case .gauge: "Gauge"
    case .waterfall: "Waterfall chart"
    case .candlestick: "Candlestick chart"
    case .funnel: "Funnel chart"
    case .rule, .text: "Chart"
    }
  }

  private var kindSentence: String {
    var text =
      chart.spec.title.map { $0.isEmpty ? "" : $0.last?.isPunctuation == true ? $0 + " " : $0 + ". " } ?? ""
    text += kindName
    let y = plan.color != nil ? plan.color?.title ?? "" : name(values)
    let x = name(places)
    if !y.isEmpty { text += " of \(y)" }
    if !x.isEmpty { text += " by \(x)" }
    let names = plan.series.filter { !$0.isEmpty && !$0.hasPrefix("\u{1}") }
    if names.count > 1, !plan.isLegendRedundant {
      let shown = names.count > 7 ? Array(names.prefix(5)) + ["…", names[names.count - 1]] : names
      text += ", \(names.count) series: \(shown.joined(separator: ", "))"
    }
    return text + "."
  }

  private var all: [ChartPoint] { chart.texts.points(make: gather) }

  private func gather() -> [ChartPoint] {
    let all = plan.layers.filter { ![.text, .rule].contains($0.mark.type) }.flatMap(\.series).flatMap(
      \.points
    )
    .filter { !$0.isMissing && $0.value.isFinite }
    // Classes and moments are told from the first to the last.
    return places.isDiscrete || plan.series.count > 1
      ? all : all.sorted { isLying ? $0.y < $1.y : $0.x < $1.x }
  }

  private func placeText(_ point: ChartPoint) -> String {
    place(isLying ? point.y : point.x, isLying ? \.y : \.x)
  }

  private var isFewBars: Bool {
    let kinds: [ChartMarkType] = [.bar, .arc]
    return plan.series.count <= 1 && all.count <= 8
      && plan.layers.contains { kinds.contains($0.mark.type) || plan.form == .funnel }
  }

  private var span: String? {
    guard plan.form == .cartesian, !all.isEmpty else { return nil }
    if plan.layers.allSatisfy({ $0.mark.type == .point }), !plan.x.isDiscrete, !plan.y.isDiscrete {
      return
        "\(all.count) points; \(plan.x.title.isEmpty ? "x" : plan.x.title) \(value(plan.x.low, plan.x)) to \(value(plan.x.high, plan.x)), "
        + "\(plan.y.title.isEmpty ? "y" : plan.y.title) \(value(plan.y.low, plan.y)) to \(value(plan.y.high, plan.y))."
    }
    if places.isTime { return "From \(value(places.low, places)) to \(value(places.high, places))." }
    if isFewBars || places.categories.isEmpty { return nil }
    return "\(places.categories.count) \(places.title.isEmpty ? "places" : places.title)."
  }

  private var ends: String? {
    guard plan.form == .cartesian else { return nil }
    let lines = plan.layers.filter { [.line, .area].contains($0.mark.type) && !$0.isStacked }
    let series = lines.flatMap { layer in layer.series.map { (layer, $0) } }
    guard !series.isEmpty, series.count <= 4 else { return nil }
    let sentences = series.compactMap { layer, series -> String? in
      let points = series.points.filter { !$0.isMissing }
      guard let first = points.first, let last = points.last, points.count > 1 else { return nil }
      let axis = layer.isOnSecondAxis ? plan.second ?? plan.y : plan.y
      var text =
        series.name.isEmpty || plan.series.count < 2
        ? (plan.y.title.isEmpty ? "The line" : plan.y.title.upperFirstLetter) : series.name
      text += " \(trend(points)) from \(value(first.value, axis)) to \(value(last.value, axis))"
      if first.value > 0 {
        let change = (last.value - first.value) / first.value
        text += " (\(change < 0 ? "-" : "+")\(share(change.magnitude)))"
      }
      return text + "."
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  /// How a line runs.
  private func trend(_ points: [ChartPoint]) -> String {
    let values = points.map(\.value)
    guard let low = values.min(), let high = values.max(), let first = values.first, let last = values.last,
      high > low
    else { return "stays level" }
    let change = (last - first) / (high - low)
    if change.magnitude < 0.2 { return "stays about level" }
    let way = zip(values, values.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).magnitude }
    let ratio = way / (last - first).magnitude
    return (change > 0 ? "rises" : "falls") + (ratio < 1.3 ? " steadily" : ratio > 3 ? " with swings" : "")
  }

  private var extremes: String? {
    let all = all
    guard plan.form != .gauge, plan.color == nil || plan.form == .cartesian else { return nil }
    if plan.form == .arcs || plan.form == .calendar { return nil }
    guard !all.isEmpty, plan.color == nil else { return nil }
    if isFewBars {
      let list = all.map { "\(placeText($0)) \(value($0.value, values))" }
      return list.joined(separator: ", ") + "."
    }
    if plan.layers.allSatisfy({ $0.mark.type == .point }) { return nil }
    guard let high = all.max(by: { $0.value < $1.value }), let low = all.min(by: { $0.value < $1.value }),
      high.value > low.value
    else { return nil }
    func named(_ point: ChartPoint) -> String {
      let same = all.filter { $0.value == point.value }.count
      let more = same > 1 ? " and \(same - 1) more" : ""
      return "\(value(point.value, values)) (\(placeText(point))\(more))"
    }
    return "Highest \(named(high)), lowest \(named(low))."
  }

  private var parts: String? {
    switch plan.form {
    case .gauge:
      let spec = chart.spec
      let band = spec.thresholds.first { (spec.value ?? 0) <= $0.to }?.label
      return "\(gaugeValue(spec.value ?? 0)) of \(gaugeValue(spec.domain[1]))\(band.map { ", \($0)" } ?? "")."
    case .arcs:
      let total = all.reduce(0) { $0 + max(0, $1.y) }
      guard total > 0 else { return nil }
      return all.sorted { $0.x < $1.x }.map { "\(placeText($0)) \(share(max(0, $0.y) / total))" }.joined(
        separator: ", ") + "."
    case .cartesian where plan.layers.contains { $0.isStacked && $0.mark.type != .rect }:
      let sums = plan.layers.filter(\.isStacked).flatMap(\.series).map { series in
        (series.name, series.points.map(\.value).filter(\.isFinite).reduce(0, +))
      }
      guard let largest = sums.max(by: { $0.1 < $1.1 }), sums.count > 1 else { return nil }
      return
        "Total \(value(sums.reduce(0) { $0 + $1.1 }, values)); largest is \(largest.0) with \(value(largest.1, values))."
    case .cartesian, .calendar:
      guard let dimension = plan.color else { return nil }
      let cells = plan.layers.flatMap(\.series).flatMap(\.points).filter { $0.color != nil }
      guard let high = cells.max(by: { ($0.color ?? 0) < ($1.color ?? 0) }),
        let low = cells.min(by: { ($0.color ?? 0) < ($1.color ?? 0) })
      else { return nil }
      func named(_ point: ChartPoint) -> String {
        let x = place(point.x, \.x)
        let y = plan.form == .calendar ? "" : place(point.y, \.y)
        return "\(value(point.color ?? 0, dimension)) (\(y.isEmpty ? x : "\(x), \(y)"))"
      }
      return "Highest \(named(high)), lowest \(named(low))."
    case .funnel: return nil
    }
  }

  private var relation: String? {
    guard plan.form == .cartesian else { return nil }
    var sentences: [String] = []
    if plan.layers.allSatisfy({ $0.mark.type == .point }), let r = correlation, abs(r) >= 0.4 {
      let verb = abs(r) >= 0.7 ? (r > 0 ? "rises" : "falls") : (r > 0 ? "tends to rise" : "tends to fall")
      sentences.append(
        "\(plan.y.title.isEmpty ? "y" : plan.y.title) \(verb) with \(plan.x.title.isEmpty ? "x" : plan.x.title)."
      )
    }
    for rule in chart.spec.rules {
      guard case .value(let given)? = rule.y, let limit = ChartPlan.number(given, plan.y),
        let label = rule.label
      else { continue }
      let count = all.filter { $0.value > limit }.count
      sentences.append("\(count) of \(all.count) above \(label) (\(value(limit, plan.y))).")
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  /// Pearson's correlation of at least ten points.
  private var correlation: Double? {
    let points = all
    guard points.count >= 10, !plan.x.isDiscrete, !plan.y.isDiscrete else { return nil }
    let n = Double(points.count)
    let (mx, my) = (points.reduce(0) { $0 + $1.x } / n, points.reduce(0) { $0 + $1.y } / n)
    var (xx, yy, xy) = (0.0, 0.0, 0.0)
    for point in points {
      let (a, b) = (point.x - mx, point.y - my)
      xx += a * a
      yy += b * b
      xy += a * b
    }
    return xx > 0 && yy > 0 ? xy / (xx * yy).squareRoot() : nil
  }

  private var gaps: String? {
    guard plan.form == .cartesian else { return nil }
    let missing = plan.layers.filter { [.line, .area, .bar].contains($0.mark.type) }.flatMap(\.series)
      .flatMap(\.points).filter { $0.isMissing && (isLying ? $0.y : $0.x).isFinite }
    guard !missing.isEmpty else { return nil }
    let names = missing.prefix(3).map { placeText($0) }
    return
      "No data for \(names.joined(separator: ", "))\(missing.count > 3 ? " and \(missing.count - 3) more" : "")."
  }

  /// The data without grammar.
  private var data: String {
    let title = chart.spec.title.map { $0.isEmpty ? "" : $0 + ": " } ?? ""
    if plan.form == .gauge {
      return title + gaugeValue(chart.spec.value ?? 0) + " / " + gaugeValue(chart.spec.domain[1])
    }
    let isMany = plan.series.count > 1 && !plan.isLegendRedundant
    let items = plan.layers.filter { ![.text, .rule].contains($0.mark.type) }.flatMap { layer in
      layer.series.flatMap { series in
        series.points.prefix(60).filter { !$0.isMissing || $0.color != nil }.map { point in
          let number =
            plan.form == .calendar || layer.mark.type == .rect ? point.color ?? point.value : point.value
          let dimension = plan.form == .calendar || layer.mark.type == .rect ? plan.color ?? values : values
          return [
            isMany ? chart.name(series.name) : "", placeText(point),
            number.isFinite ? value(number, dimension) : "",
          ]
          .filter { !$0.isEmpty }.joined(separator: " ")
        }
      }
    }
    return title + items.joined(separator: "; ")
  }
}

extension String {
  /// The text with a capital letter at its start.
  fileprivate var upperFirstLetter: String { prefix(1).uppercased() + dropFirst() }
}
