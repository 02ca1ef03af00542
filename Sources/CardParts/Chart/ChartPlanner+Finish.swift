import CardRaster

/// Order, sums and stacks: what is done once all layers have their points.
extension ChartPlanner {
  mutating func finish() throws(ChartPlan.Mistake) {
    change { planner, layer in planner.normalizeValues(&layer) }
    keepTheLargest()
    sortCategories()
    sortSeries()
    change { planner, layer in planner.orderPoints(&layer) }
    change { planner, layer in planner.stack(&layer) }
    measure()
    nameAxes()
    try checkScales()
    try checkSides()
    let marks = plan.layers.reduce(0) { sum, layer in
      [.line, .area].contains(layer.mark.type) ? sum : sum + layer.series.reduce(0) { $0 + $1.points.count }
    }
    guard marks <= Limits.chartMarks else {
      throw ChartPlan.Mistake(
        message: "the chart has \(marks) marks, more than the limit of \(Limits.chartMarks)",
        hint: "put both axes into classes with 'bin', and show 'count()' by color")
    }
    if plan.pointCount == 0, plan.form != .gauge {
      plan.doubts.append(ChartPlan.Doubt(message: "the chart has no data", key: "data"))
    }
  }

  /// Changes the layers one after the other.
  private mutating func change(_ body: (inout ChartPlanner, inout ChartLayer) -> Void) {
    for number in plan.layers.indices {
      var layer = plan.layers[number]
      // Two owners would make each change a copy.
      plan.layers[number].series = []
      body(&self, &layer)
      plan.layers[number] = layer
    }
  }

  /// Nothing but their names tells two numbers of a point apart: both axes have them.
  private mutating func nameAxes() {
    let areNumbers = [plan.x, plan.y].allSatisfy {
      !$0.isDiscrete && $0.type == .quantitative && !$0.title.isEmpty
    }
    guard plan.form == .cartesian, areNumbers, plan.second == nil else { return }
    guard plan.layers.contains(where: { $0.mark.type == .point }) else { return }
    plan.x.hasTitle = true
    plan.y.hasTitle = true
  }

  /// What a point means: its value along the axis of numbers.
  private func normalizeValues(_ layer: inout ChartLayer) {
    let isLying = layer.isLying
    for series in layer.series.indices {
      for point in layer.series[series].points.indices {
        let it = layer.series[series].points[point]
        if it.value.isNaN { layer.series[series].points[point].value = isLying ? it.x : it.y }
        if spec.missing == .zero, it.value.isNaN, layer.mark.type != .text {
          if isLying {
            layer.series[series].points[point].x = 0
          } else {
            layer.series[series].points[point].y = 0
          }
          layer.series[series].points[point].value = 0
        }
      }
    }
  }

  /// Whether the categories stand along the horizontal axis.
  private var categoriesOnX: Bool { plan.x.isDiscrete || !plan.y.isDiscrete }

  /// The sum of the values of each category.
  private func sums() -> [Double] {
    let onX = categoriesOnX
    var sums = Array(repeating: 0.0, count: onX ? plan.x.categories.count : plan.y.categories.count)
    for layer in plan.layers {
      for point in layer.series.flatMap(\.points) {
        let place = onX ? point.x : point.y
        let value = onX ? point.y : point.x
        if place.isFinite, value.isFinite { sums[Int(place)] += value }
      }
    }
    return sums
  }

  /// The smallest categories beyond `maxCategories` become one.
  private mutating func keepTheLargest() {
    let onX = categoriesOnX
    let names = onX ? plan.x.categories : plan.y.categories
    guard let most = spec.maxCategories, names.count > most else { return }
    let sums = sums()
    let order = names.indices.sorted { (abs(sums[$0]), $1) > (abs(sums[$1]), $0) }
    let kept = Set(order.prefix(most - 1))
    var numbers: [Int: Double] = [:]
    for (place, number) in names.indices.filter({ kept.contains($0) }).enumerated() {
      numbers[number] = Double(place)
    }
    let other = Double(most - 1)
    let categories = names.indices.filter { kept.contains($0) }.map { names[$0] } + [ChartPlanner.other]
    if onX { plan.x.categories = categories } else { plan.y.categories = categories }
    for layer in plan.layers.indices {
      for series in plan.layers[layer].series.indices {
        var rest: ChartPoint?
        var points: [ChartPoint] = []
        for var point in plan.layers[layer].series[series].points {
          let place = onX ? point.x : point.y
          if place.isFinite, let number = numbers[Int(place)] {
            if onX { point.x = number } else { point.y = number }
            points.append(point)
          } else if place.isFinite {
            var sum = rest ?? point
            if let old = rest {
              sum.y = onX ? old.y + point.y : other
              sum.x = onX ? other : old.x + point.x
              sum.value = old.value + point.value
            } else if onX {
              sum.x = other
            } else {
              sum.y = other
            }
            rest = sum
          }
        }
        plan.layers[layer].series[series].points = points + (rest.map { [$0] } ?? [])
      }
    }
  }

  /// Stands for the categories that were summed up; its name depends on the locale.
  static let other = "\u{1}other"

  private mutating func sortCategories() {
    let onX = categoriesOnX
    let dimension = onX ? plan.x : plan.y
    guard dimension.isDiscrete, !dimension.categories.isEmpty else { return }
    let channel = channelSort(onX: onX)
    let names = dimension.categories
    var order = Array(names.indices)
    func byName(_ isDescending: Bool) {
      order.sort { a, b in
        let isLess: Bool
        if let x = Double(names[a]), let y = Double(names[b]) {
          isLess = x < y
        } else if let x = Self.leadingNumber(names[a]), let y = Self.leadingNumber(names[b]), x != y {
          isLess = x < y
        } else {
          isLess = names[a] < names[b]
        }
        return names[a] == names[b] ? a < b : isLess != isDescending
      }
    }
    func byValue(_ isDescending: Bool) {
      let sums = sums()
      order.sort { sums[$0] == sums[$1] ? $0 < $1 : (sums[$0] < sums[$1]) != isDescending }
    }
    func byList(_ list: [String]) {
      var places: [String: Int] = [:]
      for (place, name) in list.enumerated() where places[name] == nil { places[name] = place }
      order.sort { (places[names[$0]] ?? list.count, $0) < (places[names[$1]] ?? list.count, $1) }
    }
    switch (channel, spec.sort) {
    case (.ascending?, _): byName(false)
    case (.descending?, _): byName(true)
    case (.byValue(let isDescending)?, _): byValue(isDescending)
    case (.list(let list)?, _), (nil, .list(let list)?): byList(list)
    case (nil, .ascending?): byValue(false)
    case (nil, .descending?): byValue(true)
    case (nil, .byValue(let isDescending)?): byValue(isDescending)
    default:
      // Months and weekdays have an order of their own, and so have numbers that were said to be in order.
      let areNumbers = dimension.type == .ordinal && names.allSatisfy { Double($0) != nil }
      if dimension.timeUnit?.isCyclic == true || areNumbers { byName(false) }
    }
    // The rest stands last, however large it is.
    if let other = order.firstIndex(where: { names[$0] == ChartPlanner.other }) {
      order.append(order.remove(at: other))
    }
    if order != Array(names.indices) { reorder(onX: onX, order) }
  }

  /// What the digits at the start of a name count, such as 5 in "5–9 years".
  private static func leadingNumber(_ name: String) -> Int? {
    Int(name.prefix { $0.isASCII && $0.isNumber })
  }

  /// Months and weekdays that are series have their own order too.
  private mutating func sortSeries() {
    let names = plan.series
    guard plan.seriesUnit != nil, names.allSatisfy({ Double($0) != nil }) else { return }
    let order = names.sorted { (Double($0) ?? 0) < (Double($1) ?? 0) }
    let numbers = Dictionary(order.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
    plan.series = order
    change { _, layer in
      for series in layer.series.indices {
        layer.series[series].number = numbers[layer.series[series].name] ?? layer.series[series].number
      }
      layer.series.sort { $0.number < $1.number }
    }
  }

  private func channelSort(onX: Bool) -> ChartSort? {
    let all = [spec.short.over(spec.encoding)] + spec.layer.map { $0.short.over($0.encoding) }
    for encoding in all {
      let isSwapped = plan.mark == .horizontalBar
      if let sort = (onX != isSwapped ? encoding.x : encoding.y)?.sort { return sort }
    }
    return nil
  }

  /// A line joins its points from left to right, or in the order of a channel.
  private func orderPoints(_ layer: inout ChartLayer) {
    guard layer.mark.type == .line || layer.mark.type == .area else { return }
    for series in layer.series.indices {
      let points = layer.series[series].points
      if points.contains(where: { $0.order != nil }) {
        layer.series[series].points = points.enumerated().sorted {
          ($0.element.order ?? .infinity, $0.offset) < ($1.element.order ?? .infinity, $1.offset)
        }.map(\.element)
        continue
      }
      let isSorted = zip(points, points.dropFirst()).allSatisfy { !($0.x > $1.x) }
      if !isSorted {
        layer.series[series].points = points.enumerated().sorted {
          ($0.element.x.isNaN ? -.infinity : $0.element.x, $0.offset)
            < ($1.element.x.isNaN ? -.infinity : $1.element.x, $1.offset)
        }.map(\.element)
      }
      if let unit = plan.x.timeUnit, !unit.isCyclic, !plan.x.isDiscrete {
        layer.series[series].points = ChartPlanner.filled(layer.series[series].points, unit)
      }
    }
  }

  /// Puts a missing point where a time unit has no row.
  private static func filled(_ points: [ChartPoint], _ unit: TimeUnit) -> [ChartPoint] {
    guard let first = points.first(where: { $0.x.isFinite }), let last = points.last, last.x.isFinite,
      last.x - first.x < unit.step.length * 2_000
    else { return points }
    var known: [Double: ChartPoint] = [:]
    for point in points { known[point.x] = point }
    let moments = unit.step.values(from: first.x, to: last.x, firstWeekday: 1)
    // Rows that are coarser than the unit, such as quarters in months, miss nothing.
    guard moments.count >= points.count, moments.count <= 2 * points.count else { return points }
    return moments.map { moment in
      known[moment] ?? ChartPoint(x: moment, row: first.row)
    }
  }
}
