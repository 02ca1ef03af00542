import CardRaster

/// Sentences of a word and its figures, in the languages of `ChartPhrases`.
extension ChartWords {
  func phrases(_ phrases: ChartPhrases) -> Sentences {
    let (first, second) = (ends(phrases), extremes(phrases))
    let (third, fourth) = (parts(phrases), relation(phrases))
    return Sentences(
      kind: kind(phrases),
      all: [span(phrases), first, second, third, fourth, gaps(phrases)].compactMap { $0 },
      strongest: [second, first, third, fourth].compactMap { $0 })
  }

  private func kind(_ phrases: ChartPhrases) -> String {
    var text = titleSentence
    let isStacked = plan.layers.contains { $0.isStacked && $0.mark.type == .bar }
    let kind = plan.mark == .rect && cellColor == nil ? phrases.chart : phrases.kind(plan.mark)
    text += isStacked ? phrases.stacked : isLying ? phrases.lying : kind
    let titles = [shownTitle, places.title].filter { !$0.isEmpty }
    if !titles.isEmpty { text += ": " + titles.joined(separator: " \(phrases[.by]) ") }
    if let series = toldSeries {
      text += "; \(phrases[.series]): \(series.names)"
    }
    return text + "."
  }

  private func span(_ phrases: ChartPhrases) -> String? {
    guard plan.form == .cartesian, !all.isEmpty else { return nil }
    if plan.layers.allSatisfy({ $0.mark.type == .point }), !plan.x.isDiscrete, !plan.y.isDiscrete {
      let ranges = [plan.x, plan.y].enumerated().map { number, axis in
        "\(axis.title.isEmpty ? number == 0 ? "x" : "y" : axis.title) \(value(axis.low, axis))–\(value(axis.high, axis))"
      }
      return "\(phrases[.points]): \(all.count); \(ranges.joined(separator: ", "))."
    }
    if places.isTime {
      // In some languages a date ends with a full stop itself.
      let span = "\(value(places.low, places)) – \(value(places.high, places))"
      return span.hasSuffix(".") ? span : span + "."
    }
    if isFewBars || places.categories.isEmpty || places.title.isEmpty { return nil }
    return "\(places.title): \(places.categories.count)."
  }

  private func ends(_ phrases: ChartPhrases) -> String? {
    let sentences = runs.compactMap { run -> String? in
      guard let first = run.points.first, let last = run.points.last else { return nil }
      let name = run.name.isEmpty ? plan.y.title : run.name
      let change = change(run.points).map { " (\($0))" } ?? ""
      let texts = values([first.value, last.value], run.axis)
      let ends = phrases(.fromTo, texts[0], texts[1])
      return "\(name.isEmpty ? "" : name + ": ")\(words(trend(run.points), phrases)), \(ends)\(change)."
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  private func words(_ trend: Trend, _ phrases: ChartPhrases) -> String {
    func with(_ way: Way, _ verb: String) -> String {
      switch way {
      case .plain: verb
      case .steadily: "\(verb) (\(phrases[.steadily]))"
      case .swings: "\(verb) (\(phrases[.swings]))"
      }
    }
    switch trend {
    case .level, .aboutLevel: return phrases[.level]
    case .rises(let way): return with(way, phrases[.rises])
    case .falls(let way): return with(way, phrases[.falls])
    }
  }

  private func extremes(_ phrases: ChartPhrases) -> String? {
    if isFewBars, !all.isEmpty, plan.form != .arcs, cellColor == nil {
      return fewBars.joined(separator: ", ") + "."
    }
    guard let (high, low) = highestAndLowest else { return nil }
    let texts = values([high.value, low.value], values)
    func named(_ point: ChartPoint, _ text: String) -> String {
      let same = all.filter { $0.value == point.value }.count
      let more = same > 1 ? " " + phrases(.more, "\(same - 1)") : ""
      return "\(text) (\(placeText(point))\(more))"
    }
    return "\(phrases[.highest]): \(named(high, texts[0])); \(phrases[.lowest]): \(named(low, texts[1]))."
  }

  private func parts(_ phrases: ChartPhrases) -> String? {
    if plan.form == .cartesian, let whole {
      let (total, largest) = whole
      return "\(phrases[.total]): \(total); \(phrases[.largest]): \(largest.name) (\(largest.value))."
    }
    switch plan.form {
    case .gauge: return gaugeSentence(" / ")
    case .arcs: return arcSentence
    case .cartesian, .calendar:
      guard let dimension = cellColor, let (high, low) = extremeCells else { return nil }
      return
        "\(phrases[.highest]): \(named(cell: high, dimension)); \(phrases[.lowest]): \(named(cell: low, dimension))."
    case .funnel: return nil
    }
  }

  private func relation(_ phrases: ChartPhrases) -> String? {
    var sentences: [String] = []
    if plan.form == .cartesian, plan.layers.allSatisfy({ $0.mark.type == .point }), let r = correlation,
      abs(r) >= 0.4
    {
      let number = chart.locale.decimalText(Rounded(r, digits: 1...2), group: chart.locale.group)
      sentences.append("\(phrases[.correlation]): \(number).")
    }
    sentences += limits.map { "\(phrases[.above]) \($0.label) (\($0.value)): \($0.above) / \(all.count)." }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  private func gaps(_ phrases: ChartPhrases) -> String? {
    let missing = missing
    guard !missing.isEmpty else { return nil }
    let more = missing.count > 3 ? " " + phrases(.more, "\(missing.count - 3)") : ""
    return "\(phrases[.noData]): \(missing.prefix(3).joined(separator: ", "))\(more)."
  }
}
