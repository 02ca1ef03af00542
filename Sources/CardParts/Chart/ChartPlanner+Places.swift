import CardRaster

/// Rows that share a place.
extension ChartPlanner {
  /// Rows with equal places would hide each other.
  private struct Place: Hashable {
    var x = 0.0
    var y = 0.0
    var x2 = 0.0
    var y2 = 0.0
    var color = 0.0
  }

  /// Adds up the values of rows of one series that share a place, with a warning: those of bars, areas, slices, and
  /// cells whose colour is a number.
  ///
  /// Points and lines keep all rows, spans too, and steps and stages have a place for each row.
  mutating func addUpSharedPlaces(_ layer: inout ChartLayer) {
    let isCell = layer.mark.type == .rect
    guard layer.role == .plain, plan.form != .funnel, isCell || [.bar, .area, .arc].contains(layer.mark.type)
    else { return }
    if isCell, plan.color == nil { return noteHiddenCells(layer) }
    var rows: [Place: Int] = [:]
    var example: ChartPoint?
    for series in layer.series.indices where !isRising(layer.series[series], layer) {
      var numbers: [Place: Int] = [:]
      var kept: [ChartPoint] = []
      kept.reserveCapacity(layer.series[series].points.count)
      for point in layer.series[series].points {
        guard let place = place(of: point, layer) else {
          kept.append(point)
          continue
        }
        guard let number = numbers[place] else {
          numbers[place] = kept.count
          kept.append(point)
          continue
        }
        // A row without a value adds nothing.
        guard hasValue(point, isCell) else { continue }
        guard hasValue(kept[number], isCell) else {
          kept[number] = point
          continue
        }
        kept[number] = sum(kept[number], point, layer)
        rows[place, default: 1] += 1
        example = example ?? point
      }
      layer.series[series].points = kept
    }
    guard let example, let place = place(of: example, layer), let count = rows[place] else { return }
    if isCell { measureColors(layer) }
    let all = rows.values.reduce(0, +)
    let name = DeckIssue.quoted(name(of: example, layer))
    let message =
      rows.count == 1
      ? "\(count) rows share the place \(name); their values are added up"
      : "\(all) rows share \(rows.count) places, \(count) of them \(name); the values of each place are added up"
    let field = layer.valueField
    plan.doubts.append(
      ChartPlan.Doubt(
        message: message, key: "data",
        hint: field.isEmpty
          ? "give each place one row"
          : "write \"sum(\(field))\" for the sum or \"mean(\(field))\" for the mean, or give each place one row"
      ))
  }

  /// Whether the places of a series rise from point to point, so that none is shared.
  private func isRising(_ series: ChartSeries, _ layer: ChartLayer) -> Bool {
    let place = layer.isLying ? \ChartPoint.y : \ChartPoint.x
    return plan.form == .cartesian && layer.mark.type != .rect
      && zip(series.points, series.points.dropFirst()).allSatisfy { $0[keyPath: place] < $1[keyPath: place] }
  }

  /// The place of a row; nil for a row that is not drawn, and for spans, which may lie over each other.
  private func place(of point: ChartPoint, _ layer: ChartLayer) -> Place? {
    if plan.form == .calendar {
      return point.x.isFinite ? Place(x: (point.x / 86_400).rounded(.down)) : nil
    }
    let (x2, y2) = (point.x2 ?? .infinity, point.y2 ?? .infinity)
    if layer.mark.type == .rect {
      return point.isMissing ? nil : Place(x: point.x, y: point.y, x2: x2, y2: y2)
    }
    // A bar that has a colour of its own lies on those of other colours.
    let color = layer.mark.type == .bar ? point.color ?? 0 : 0
    if layer.isLying {
      return point.y.isFinite && point.x2 == nil ? Place(y: point.y, y2: y2, color: color) : nil
    }
    return point.x.isFinite && point.y2 == nil ? Place(x: point.x, x2: x2, color: color) : nil
  }

  private func hasValue(_ point: ChartPoint, _ isCell: Bool) -> Bool {
    isCell ? point.color != nil : point.value.isFinite
  }

  private func sum(_ a: ChartPoint, _ b: ChartPoint, _ layer: ChartLayer) -> ChartPoint {
    var sum = a
    if layer.mark.type == .rect {
      sum.color = (a.color ?? 0) + (b.color ?? 0)
      return sum
    }
    sum.value += b.value
    if layer.isLying { sum.x += b.x } else { sum.y += b.y }
    return sum
  }

  /// The range of colours once values are added up.
  private mutating func measureColors(_ layer: ChartLayer) {
    guard var color = plan.color else { return }
    (color.low, color.high, color.isWhole) = (.infinity, -.infinity, true)
    // The layer is not among those of the plan while it is changed.
    for points in plan.layers.map({ Array($0.points) }) + [Array(layer.points)] {
      for point in points { if let value = point.color { color.add(value) } }
    }
    plan.color = color
  }

  /// Warns of cells of several colours, of which the last is seen.
  private mutating func noteHiddenCells(_ layer: ChartLayer) {
    guard layer.series.count > 1 else { return }
    var taken: Set<Place> = []
    var hidden = 0
    for point in layer.points {
      if let place = place(of: point, layer), !taken.insert(place).inserted { hidden += 1 }
    }
    guard hidden > 0 else { return }
    plan.doubts.append(
      ChartPlan.Doubt(
        message:
          "\(hidden == 1 ? "1 cell is" : "\(hidden) cells are") hidden by another one at the same place",
        key: "data", hint: "give each place one row"))
  }

  /// The place of a point, for messages.
  func name(of point: ChartPoint, _ layer: ChartLayer) -> String {
    let (x, y) = (name(of: point.x, plan.x), name(of: point.y, plan.y))
    if layer.mark.type == .rect, plan.form == .cartesian { return "\(x), \(y)" }
    return layer.isLying ? y : x
  }

  private func name(of number: Double, _ dimension: ChartDimension) -> String {
    guard dimension.isDiscrete else { return Self.category(.of(number), dimension.type) }
    let name = dimension.categories[at: number] ?? ""
    return name.isEmpty ? "–" : name
  }
}
