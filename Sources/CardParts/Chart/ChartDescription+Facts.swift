import CardRaster

/// What there is to say about the data, in no language yet.
extension ChartDescription {
  // MARK: Facts

  var isHorizontal: Bool { model.isHorizontal }
  var values: ChartDimension { isHorizontal ? model.x : model.y }
  var places: ChartDimension { isHorizontal ? model.y : model.x }

  var all: [ChartPoint] { chart.texts.points(make: gather) }

  private func gather() -> [ChartPoint] {
    var all: [ChartPoint] = []
    for layer in model.layers where ![.text, .rule].contains(layer.mark.type) {
      all += layer.points.filter { !$0.isMissing && $0.value.isFinite }
    }
    // The places of one series are told from the first to the last; most are in that order.
    let place = isHorizontal ? \ChartPoint.y : \ChartPoint.x
    let isInOrder = zip(all, all.dropFirst()).allSatisfy { $0[keyPath: place] <= $1[keyPath: place] }
    return model.form == .funnel || model.series.count > 1 || isInOrder
      ? all : all.sorted { $0[keyPath: place] < $1[keyPath: place] }
  }

  /// Whether bars or cells reach from one value to another.
  var hasSpans: Bool {
    model.layers.contains { layer in
      layer.role == .plain && !layer.isStacked && [.bar, .rect].contains(layer.mark.type)
        && layer.points.contains { (layer.isHorizontal ? $0.x2 : $0.y2) != nil }
    }
  }

  /// The bars of a short list with their values, or both values of a span.
  var fewBars: [String] {
    let points = all
    let ends = points.map { hasSpans ? isHorizontal ? $0.x2 : $0.y2 : nil }
    let texts = values(points.map(\.value) + ends.compactMap { $0 }, values)
    var rest = texts.dropFirst(points.count)
    return points.indices.map { number in
      // Values that are names are at places of their axis.
      let text =
        values.isDiscrete ? place(points[number].value, isHorizontal ? \.x : \.y) : texts[number]
      let end = ends[number] == nil ? nil : rest.popFirst()
      return "\(placeText(points[number])) \(text)" + (end.map { " – \($0)" } ?? "")
    }
  }

  func placeText(_ point: ChartPoint) -> String {
    place(isHorizontal ? point.y : point.x, isHorizontal ? \.y : \.x)
  }

  var isFewBars: Bool {
    let kinds: [ChartMarkType] = [.bar, .arc]
    return model.series.count <= 1 && all.count <= 8
      && model.layers.contains { kinds.contains($0.mark.type) || model.form == .funnel }
  }

  /// How a line runs: where to, and how straight.
  enum Trend { case level, aboutLevel, rises(Way), falls(Way) }
  enum Way { case plain, steadily, swings }

  func trend(_ points: [ChartPoint]) -> Trend {
    let values = points.map(\.value)
    guard let low = values.min(), let high = values.max(), let first = values.first, let last = values.last,
      high > low
    else { return .level }
    let change = (last - first) / (high - low)
    if change.magnitude < 0.2 { return .aboutLevel }
    let length = zip(values, values.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).magnitude }
    let ratio = length / (last - first).magnitude
    let way: Way = ratio < 1.3 ? .steadily : ratio > 3 ? .swings : .plain
    return change > 0 ? .rises(way) : .falls(way)
  }

  /// Lines of which it is told how they run, with their ends.
  var runs: [(name: String, points: [ChartPoint], axis: ChartDimension)] {
    guard model.form == .cartesian else { return [] }
    let lines = model.layers.filter { [.line, .area].contains($0.mark.type) && !$0.isStacked }
    let series = lines.flatMap { layer in layer.series.map { (layer, $0) } }
    guard series.count <= 4 else { return [] }
    return series.compactMap { layer, series in
      let points = series.points.filter { !$0.isMissing }
      guard points.count > 1 else { return nil }
      let axis = layer.isOnSecondAxis ? model.second ?? model.y : model.y
      let name = series.name.isEmpty || model.series.count < 2 ? "" : chart.seriesName(series.name)
      return (name, points, axis)
    }
  }

  /// By how much the last point of a line differs from the first one; nil where that is no share.
  func change(_ points: [ChartPoint]) -> String? {
    guard let first = points.first?.value, let last = points.last?.value, first > 0 else { return nil }
    return (last < first ? "-" : "+") + share((last - first).magnitude / first)
  }

  /// The highest and the lowest value; nil where all values are told, or none is higher than another.
  var highestAndLowest: (ChartPoint, ChartPoint)? {
    guard model.form == .cartesian, cellColor == nil, !isFewBars, !values.isDiscrete, !hasSpans,
      !model.layers.allSatisfy({ $0.mark.type == .point }),
      let high = all.max(by: { $0.value < $1.value }), let low = all.min(by: { $0.value < $1.value }),
      high.value > low.value
    else { return nil }
    return (high, low)
  }

  /// The numbers that cells show by their colours; nil where marks show their values by their length or place.
  var cellColor: ChartDimension? {
    model.layers.contains { $0.mark.type == .rect && $0.hasColorRamp } ? model.color : nil
  }

  /// The cells of the highest and the lowest colour.
  var extremeCells: (ChartPoint, ChartPoint)? {
    let cells = model.layers.flatMap(\.series).flatMap(\.points).filter {
      $0.color != nil && (model.form == .calendar || !$0.isMissing)
    }
    guard let high = cells.max(by: { ($0.color ?? 0) < ($1.color ?? 0) }),
      let low = cells.min(by: { ($0.color ?? 0) < ($1.color ?? 0) })
    else { return nil }
    return (high, low)
  }

  /// What a cell is called, with its value.
  func named(cell: ChartPoint, _ dimension: ChartDimension) -> String {
    "\(value(cell.color ?? 0, dimension)) (\(cellName(cell)))"
  }

  /// What a cell is called.
  private func cellName(_ cell: ChartPoint) -> String {
    let y = model.form == .calendar ? "" : place(cell.y, \.y)
    return [place(cell.x, \.x), y].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The sums of stacked series.
  var sums: [(name: String, sum: Double)] {
    guard model.form == .cartesian else { return [] }
    let stacked = model.layers.filter { $0.isStacked && $0.mark.type != .rect }.flatMap(\.series)
    return stacked.map { series in
      (chart.seriesName(series.name), series.points.map(\.value).filter(\.isFinite).reduce(0, +))
    }
  }

  /// The shares of slices, in their order.
  var slices: [String]? {
    let total = all.reduce(0) { $0 + max(0, $1.y) }
    guard total > 0 else { return nil }
    return all.sorted { $0.x < $1.x }.map { "\(placeText($0)) \(share(max(0, $0.y) / total))" }
  }

  /// Rules with a label, and how many values are above each.
  var limits: [(label: String, value: String, above: Int)] {
    guard model.form == .cartesian else { return [] }
    return chart.spec.rules.compactMap { rule in
      guard case .value(let given)? = rule.y, let limit = model.y.number(given),
        let label = rule.label
      else { return nil }
      return (label, value(limit, model.y), all.filter { $0.value > limit }.count)
    }
  }

  /// Pearson's correlation of at least ten points.
  var correlation: Double? {
    let points = all
    guard points.count >= 10, !model.x.isDiscrete, !model.y.isDiscrete else { return nil }
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

  /// The places that have no value.
  var missing: [String] {
    guard model.form != .calendar else { return [] }
    var names: [String] = []
    var known: Set<String> = []
    for layer in model.layers {
      let isLine = [.line, .area, .bar].contains(layer.mark.type)
      // A point between two axes of numbers has no name; a warning counts those that are not drawn.
      guard isLine || places.isDiscrete || places.isTime else { continue }
      for point in layer.points where (isHorizontal ? point.y : point.x).isFinite {
        let lacksColor = layer.mark.type == .rect && layer.hasColorRamp && point.color == nil
        guard !layer.draws(point) || lacksColor else { continue }
        let name = layer.mark.type == .rect ? cellName(point) : placeText(point)
        if known.insert(name).inserted { names.append(name) }
      }
    }
    return names
  }
}

/// Sentences of a word and its figures, in the languages of `ChartTerms`.
extension ChartDescription {
  func phrases(_ phrases: ChartTerms) -> Sentences {
    let (first, second) = (ends(phrases), extremes(phrases))
    let (third, fourth) = (parts(phrases), relation(phrases))
    return Sentences(
      kind: kind(phrases),
      all: [span(phrases), first, second, third, fourth, gaps(phrases)].compactMap { $0 },
      strongest: [second, first, third, fourth].compactMap { $0 })
  }

  private func kind(_ phrases: ChartTerms) -> String {
    var text = titleSentence
    let isStacked = model.layers.contains { $0.isStacked && $0.mark.type == .bar }
    let kind = model.mark == .rect && cellColor == nil ? phrases.chart : phrases.kind(model.mark)
    text += isStacked ? phrases.stacked : isHorizontal ? phrases.lying : kind
    let titles = [shownTitle, places.title].filter { !$0.isEmpty }
    if !titles.isEmpty { text += ": " + titles.joined(separator: " \(phrases[.by]) ") }
    if let series = toldSeries {
      text += "; \(phrases[.series]): \(series.names)"
    }
    return text + "."
  }

  private func span(_ phrases: ChartTerms) -> String? {
    guard model.form == .cartesian, !all.isEmpty else { return nil }
    if model.layers.allSatisfy({ $0.mark.type == .point }), !model.x.isDiscrete, !model.y.isDiscrete {
      let ranges = [model.x, model.y].enumerated().map { number, axis in
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

  private func ends(_ phrases: ChartTerms) -> String? {
    let sentences = runs.compactMap { run -> String? in
      guard let first = run.points.first, let last = run.points.last else { return nil }
      let name = run.name.isEmpty ? model.y.title : run.name
      let change = change(run.points).map { " (\($0))" } ?? ""
      let texts = values([first.value, last.value], run.axis)
      let ends = phrases(.fromTo, texts[0], texts[1])
      return "\(name.isEmpty ? "" : name + ": ")\(words(trend(run.points), phrases)), \(ends)\(change)."
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  private func words(_ trend: Trend, _ phrases: ChartTerms) -> String {
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

  private func extremes(_ phrases: ChartTerms) -> String? {
    if isFewBars, !all.isEmpty, model.form != .arcs, cellColor == nil {
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

  private func parts(_ phrases: ChartTerms) -> String? {
    if model.form == .cartesian, let whole {
      let (total, largest) = whole
      return "\(phrases[.total]): \(total); \(phrases[.largest]): \(largest.name) (\(largest.value))."
    }
    switch model.form {
    case .gauge: return gaugeSentence(" / ")
    case .arcs: return arcSentence
    case .cartesian, .calendar:
      guard let dimension = cellColor, let (high, low) = extremeCells else { return nil }
      return
        "\(phrases[.highest]): \(named(cell: high, dimension)); \(phrases[.lowest]): \(named(cell: low, dimension))."
    case .funnel: return nil
    }
  }

  private func relation(_ phrases: ChartTerms) -> String? {
    var sentences: [String] = []
    if model.form == .cartesian, model.layers.allSatisfy({ $0.mark.type == .point }), let r = correlation,
      abs(r) >= 0.4
    {
      let number = chart.locale.decimalText(Rounded(r, digits: 1...2), group: chart.locale.group)
      sentences.append("\(phrases[.correlation]): \(number).")
    }
    sentences += limits.map { "\(phrases[.above]) \($0.label) (\($0.value)): \($0.above) / \(all.count)." }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  private func gaps(_ phrases: ChartTerms) -> String? {
    let missing = missing
    guard !missing.isEmpty else { return nil }
    let more = missing.count > 3 ? " " + phrases(.more, "\(missing.count - 3)") : ""
    return "\(phrases[.noData]): \(missing.prefix(3).joined(separator: ", "))\(more)."
  }
}
