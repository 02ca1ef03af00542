import CardRaster

/// What a chart says to those who cannot see it: what is drawn, its extremes and its trends, and nothing that judges.
///
/// Sentences are English, or a word and its figures in the languages of `ChartTerms`.
struct ChartDescription {
  let chart: ChartLayout
  var model: ChartModel { chart.model }

  init(_ chart: ChartLayout) { self.chart = chart }

  private static let (shortest, longest) = (150, 500)

  /// The text alternative of a length.
  func text(_ kind: ChartSpec.Alternative) -> String {
    guard kind != .data, let sentences = sentences else { return cut(data, ChartDescription.longest) }
    if kind == .short {
      let room = ChartDescription.shortest - sentences.kind.count - 1
      let strongest = sentences.strongest.first { $0.count <= room }
      return cut([sentences.kind, strongest].compactMap { $0 }.joined(separator: " "), ChartDescription.shortest)
    }
    var text = sentences.kind
    for sentence in sentences.all where text.count + sentence.count + 1 <= ChartDescription.longest {
      text += " " + sentence
    }
    return text
  }

  /// What a chart says in sentences, the kind of it first.
  struct Sentences {
    var kind: String
    /// The others in the order in which they are told.
    var all: [String]
    /// Of those that tell most, the one that matters most first.
    var strongest: [String]
  }

  private var sentences: Sentences? {
    chart.locale.identifier.hasPrefix("en") ? english : ChartTerms(chart.locale).map { phrases($0) }
  }

  private func cut(_ text: String, _ most: Int) -> String {
    text.count <= most ? text : text.prefix(most - 1) + "…"
  }

  /// The names of series that a sentence has room for: of many some, unless nothing else says them.
  func told(_ names: [String]) -> [String] {
    let isLong = names.reduce(0) { $0 + $1.count + 2 } > 350
    guard names.count > 7, isLong || !chart.texts.hasNamesLeftOut else { return names }
    return Array(names.prefix(5)) + ["…", names[names.count - 1]]
  }

  /// That so many names are not written.
  func andMore(_ count: Int) -> String {
    ChartTerms(chart.locale).map { $0(.more, "\(count)") } ?? "and \(count) more"
  }

  /// The title as a sentence, with a space after it; empty without one.
  var titleSentence: String {
    guard let title = chart.spec.title, let last = title.last else { return "" }
    return title + (last.isPunctuation ? " " : ". ")
  }

  /// What the values are called.
  var shownTitle: String {
    model.form == .gauge ? chart.spec.gauge.label ?? "" : cellColor?.title ?? values.title
  }

  /// The names of series that are told, and how many series there are; nil where there is one, or where a name says what a
  /// place says already.
  var toldSeries: (count: Int, names: String)? {
    let names = model.series.filter { !$0.isEmpty && !$0.hasPrefix("\u{1}") }.map { chart.seriesName($0) }
    guard names.count > 1, !model.isLegendRedundant else { return nil }
    return (names.count, told(names).joined(separator: ", "))
  }

  /// What a gauge shows, of how much, and in which part of its ring.
  ///
  /// - Parameter between: what stands between both numbers.
  func gaugeSentence(_ between: String) -> String {
    let gauge = chart.spec.gauge
    let value = gauge.value ?? 0
    let band = gauge.thresholds.first { value <= $0.to }?.label
    return gaugeValue(value) + between + gaugeValue(gauge.domain[1]) + (band.map { ", \($0)" } ?? "") + "."
  }

  /// What arcs show, largest first; nil where nothing is drawn.
  var arcSentence: String? { slices.map { $0.joined(separator: ", ") + "." } }

  /// All series that are drawn side by side or on each other, together, and the largest of them; nil for less than two.
  var whole: (total: String, largest: (name: String, value: String))? {
    guard sums.count > 1, let largest = sums.max(by: { $0.sum < $1.sum }) else { return nil }
    return (
      value(sums.reduce(0) { $0 + $1.sum }, values), (largest.name, value(largest.sum, values))
    )
  }

  // MARK: Values

  /// A number as it is written at its axis, without groups by spaces, which are read as two numbers.
  func value(_ number: Double, _ dimension: ChartDimension) -> String {
    values([number], dimension)[0]
  }

  /// Numbers as they are written at their axis, each by itself, or finer where different ones would be written alike.
  func values(_ numbers: [Double], _ dimension: ChartDimension) -> [String] {
    if dimension.isTime {
      let format = ChartTimeFormat(dimension.format, chart.locale)
      return numbers.map { format.full($0, dimension.timeUnit) }
    }
    var plain = dimension
    plain.isShare = false
    let formats = numbers.map { ChartFormat.values([$0], plain, chart.locale) }
    return ChartFormat.texts(numbers, formats).texts.map {
      $0.replacing("\u{202F}", with: "").replacing("\u{2212}", with: "-")
    }
  }

  /// What stands at a place of an axis.
  func place(_ number: Double, _ axis: KeyPath<ChartModel, ChartDimension>) -> String {
    let dimension = model[keyPath: axis]
    guard number.isFinite else { return "" }
    guard dimension.isDiscrete else { return value(number, dimension) }
    let names = chart.forms(axis).first ?? []
    return names[at: number]?.text ?? ""
  }

  /// A share in percent.
  func share(_ share: Double) -> String {
    let hasDecimal =
      share > 0 && share < 0.095
      && ((share * 100 - (share * 100).rounded()).magnitude > 0.05 || share < 0.005)
    return chart.locale.shareText(JSONNumber(share), digits: hasDecimal ? 1 : 0)
  }

  /// Whether the name of a column says that its numbers are years.
  static func namesYear(_ title: String) -> Bool {
    let words = title.lowercased().split { !$0.isLetter }.map(String.init)
    guard !words.contains(where: ["per", "pro", "par", "por", "je"].contains) else { return false }
    return words.contains { word in
      word.contains("year") || word.contains("jahr") || word.contains("年") || word.contains("년")
        || years.contains(word)
    }
  }

  /// The year in the languages of the locales.
  private static let years: Set<String> = [
    "jaar", "année", "annee", "an", "año", "anno", "ano", "år", "vuosi", "rok", "год", "рік", "yıl", "سنة",
    "السنة", "שנה", "वर्ष", "साल", "év", "έτος", "година", "godina", "năm",
  ]

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
      "hu": "Egyéb", "ro": "Altele", "el": "Άλλα", "bg": "Други", "sk": "Ostatné", "hr": "Ostalo",
      "th": "อื่น ๆ", "vi": "Khác",
    ]
    return words[String(locale.identifier.prefix { $0 != "_" })] ?? "Other"
  }

  /// The data without grammar.
  var data: String {
    let title = chart.spec.title.map { $0.isEmpty ? "" : $0 + ": " } ?? ""
    if model.form == .gauge {
      let label = chart.spec.gauge.label.map { $0 + ": " } ?? ""
      return title + label + gaugeValue(chart.spec.gauge.value ?? 0) + " / "
        + gaugeValue(chart.spec.gauge.domain[1])
    }
    let isMany = model.series.count > 1 && !model.isLegendRedundant
    let items = model.layers.filter { ![.text, .rule].contains($0.mark.type) }.flatMap { layer in
      layer.series.flatMap { series in
        series.points.prefix(60).filter { !$0.isMissing || $0.color != nil }.map { point in
          let number =
            model.form == .calendar || layer.mark.type == .rect ? point.color ?? point.value : point.value
          let dimension = model.form == .calendar || layer.mark.type == .rect ? model.color ?? values : values
          return [
            isMany ? chart.seriesName(series.name) : "", placeText(point),
            number.isFinite ? value(number, dimension) : "",
          ]
          .filter { !$0.isEmpty }.joined(separator: " ")
        }
      }
    }
    return title + items.joined(separator: "; ")
  }
}

/// Sentences in English.
extension ChartDescription {
  var english: Sentences {
    let (first, second, third, fourth) = (ends, extremes, parts, relation)
    return Sentences(
      kind: kindSentence,
      all: [span, first, second, third, fourth, gaps].compactMap { $0 },
      strongest: [second, first, third, fourth].compactMap { $0 })
  }

  private var kindName: String {
    switch model.mark {
    case .bar, .column:
      model.layers.contains { $0.isStacked } ? "Stacked column chart" : isHorizontal ? "Bar chart" : "Column chart"
    case .horizontalBar: "Bar chart"
    case .line: "Line chart"
    case .area: "Area chart"
    case .point, .scatter: "Scatter plot"
    case .bubble: "Bubble chart"
    case .pie, .arc: "Pie chart"
    case .donut: "Donut chart"
    case .sparkline: "Sparkline"
    case .rect where cellColor == nil: "Chart"
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
    var text = titleSentence
    text += kindName
    let y = shownTitle
    let x = places.title
    if !y.isEmpty { text += " of \(y)" }
    if !x.isEmpty { text += " by \(x)" }
    if let series = toldSeries {
      text += ", \(series.count) series: \(series.names)"
    }
    return text + "."
  }

  private var span: String? {
    guard model.form == .cartesian, !all.isEmpty else { return nil }
    if model.layers.allSatisfy({ $0.mark.type == .point }), !model.x.isDiscrete, !model.y.isDiscrete {
      return
        "\(all.count) points; \(model.x.title.isEmpty ? "x" : model.x.title) \(value(model.x.low, model.x)) to \(value(model.x.high, model.x)), "
        + "\(model.y.title.isEmpty ? "y" : model.y.title) \(value(model.y.low, model.y)) to \(value(model.y.high, model.y))."
    }
    if places.isTime { return "From \(value(places.low, places)) to \(value(places.high, places))." }
    if isFewBars || places.categories.isEmpty { return nil }
    return "\(places.categories.count) \(places.title.isEmpty ? "places" : places.title)."
  }

  private var ends: String? {
    let sentences = runs.compactMap { run -> String? in
      guard let first = run.points.first, let last = run.points.last else { return nil }
      let subject =
        !run.name.isEmpty
        ? run.name : model.y.title.isEmpty ? "The line" : model.y.title.upperFirstLetter
      let change = change(run.points).map { " (\($0))" } ?? ""
      let ends = values([first.value, last.value], run.axis)
      return "\(subject) \(verb(trend(run.points))) from \(ends[0]) to \(ends[1])\(change)."
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  private func verb(_ trend: Trend) -> String {
    func adverb(_ way: Way) -> String {
      switch way {
      case .plain: ""
      case .steadily: " steadily"
      case .swings: " with swings"
      }
    }
    switch trend {
    case .level: return "stays level"
    case .aboutLevel: return "stays about level"
    case .rises(let way): return "rises" + adverb(way)
    case .falls(let way): return "falls" + adverb(way)
    }
  }

  private var extremes: String? {
    if isFewBars, !all.isEmpty, model.form != .arcs, cellColor == nil {
      return fewBars.joined(separator: ", ") + "."
    }
    guard let (high, low) = highestAndLowest else { return nil }
    let texts = values([high.value, low.value], values)
    func named(_ point: ChartPoint, _ text: String) -> String {
      let same = all.filter { $0.value == point.value }.count
      let more = same > 1 ? " and \(same - 1) more" : ""
      return "\(text) (\(placeText(point))\(more))"
    }
    return "Highest \(named(high, texts[0])), lowest \(named(low, texts[1]))."
  }

  private var parts: String? {
    if model.form == .cartesian, let whole {
      return "Total \(whole.total); largest is \(whole.largest.name) with \(whole.largest.value)."
    }
    switch model.form {
    case .gauge: return gaugeSentence(" of ")
    case .arcs: return arcSentence
    case .cartesian, .calendar:
      guard let dimension = cellColor, let (high, low) = extremeCells else { return nil }
      return "Highest \(named(cell: high, dimension)), lowest \(named(cell: low, dimension))."
    case .funnel: return nil
    }
  }

  private var relation: String? {
    var sentences: [String] = []
    if model.form == .cartesian, model.layers.allSatisfy({ $0.mark.type == .point }), let r = correlation,
      abs(r) >= 0.4
    {
      let verb = abs(r) >= 0.7 ? (r > 0 ? "rises" : "falls") : (r > 0 ? "tends to rise" : "tends to fall")
      sentences.append(
        "\(model.y.title.isEmpty ? "y" : model.y.title) \(verb) with \(model.x.title.isEmpty ? "x" : model.x.title)."
      )
    }
    sentences += limits.map { "\($0.above) of \(all.count) above \($0.label) (\($0.value))." }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  private var gaps: String? {
    let missing = missing
    guard !missing.isEmpty else { return nil }
    return
      "No data for \(missing.prefix(3).joined(separator: ", "))\(missing.count > 3 ? " and \(missing.count - 3) more" : "")."
  }
}

extension String {
  /// The text with a capital letter at its start.
  fileprivate var upperFirstLetter: String { prefix(1).uppercased() + dropFirst() }
}
