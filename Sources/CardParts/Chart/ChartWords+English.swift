import CardRaster

/// Sentences in English.
extension ChartWords {
  var english: Sentences {
    let (first, second, third, fourth) = (ends, extremes, parts, relation)
    return Sentences(
      kind: kindSentence,
      all: [span, first, second, third, fourth, gaps].compactMap { $0 },
      strongest: [second, first, third, fourth].compactMap { $0 })
  }

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
    let sentences = runs.compactMap { run -> String? in
      guard let first = run.points.first, let last = run.points.last else { return nil }
      let subject =
        !run.name.isEmpty
        ? run.name : plan.y.title.isEmpty ? "The line" : plan.y.title.upperFirstLetter
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
    if isFewBars, !all.isEmpty, plan.form != .arcs, cellColor == nil {
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
    if plan.form == .cartesian, let whole {
      return "Total \(whole.total); largest is \(whole.largest.name) with \(whole.largest.value)."
    }
    switch plan.form {
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
    if plan.form == .cartesian, plan.layers.allSatisfy({ $0.mark.type == .point }), let r = correlation,
      abs(r) >= 0.4
    {
      let verb = abs(r) >= 0.7 ? (r > 0 ? "rises" : "falls") : (r > 0 ? "tends to rise" : "tends to fall")
      sentences.append(
        "\(plan.y.title.isEmpty ? "y" : plan.y.title) \(verb) with \(plan.x.title.isEmpty ? "x" : plan.x.title)."
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
