import CardRaster

/// Rows that lack what places, sizes or colours their marks.
extension ChartPlanner {
  /// The rows of a layer that are not drawn, or grey, as far as the text alternative cannot name them.
  struct Gaps {
    enum Kind: Int, CaseIterable { case x, y, x2, y2, size, negativeSize, color }
    static let hint = "give each row a value, or leave the row out"

    private let table: ChartTable
    /// Whether the deck's `x` stands along the vertical axis.
    private let isSwapped: Bool
    private var found: [Kind: (rows: Int, first: Int)] = [:]

    init(_ table: ChartTable, isSwapped: Bool) {
      self.table = table
      self.isSwapped = isSwapped
    }

    mutating func add(_ kind: Kind, _ row: Int) {
      found[kind] = found[kind].map { ($0.rows + 1, $0.first) } ?? (1, row)
    }

    var doubts: [ChartPlan.Doubt] {
      Kind.allCases.compactMap { kind in found[kind].map { doubt(kind, $0.rows, $0.first) } }
    }

    private func doubt(_ kind: Kind, _ rows: Int, _ first: Int) -> ChartPlan.Doubt {
      let channel =
        switch kind {
        case .x: isSwapped ? "y" : "x"
        case .y: isSwapped ? "x" : "y"
        case .x2: "x2"
        case .y2: "y2"
        case .size, .negativeSize: "size"
        case .color: "color"
        }
      let lacking = kind == .negativeSize ? "a size below 0, which has no area," : "no value at '\(channel)'"
      let outcome = kind == .color ? "grey" : "not drawn"
      let place = table.place(of: first)
      return ChartPlan.Doubt(
        message: rows == 1
          ? "\(place) has \(lacking) and is \(outcome)"
          : "\(rows) rows have \(lacking) and are \(outcome); the first is \(place)",
        key: channel, hint: Gaps.hint)
    }
  }

  /// Marks a row without a channel that its mark needs as incomplete, and notes the rows that need a warning.
  ///
  /// The text alternative names rows that have a place with a name ("No data for May"); other rows need a warning.
  func note(
    _ point: inout ChartPoint, _ columns: ChartRows.Columns, _ row: Int, _ layer: ChartLayer, _ x: Axis,
    _ y: Axis, _ gaps: inout Gaps
  ) {
    let number = columns.rows[row]
    if layer.hasColorRamp, point.color == nil, [.bar, .point].contains(layer.mark.type) {
      gaps.add(.color, number)
    }
    if layer.mark.type == .point, let size = columns.size?[row] {
      point.isIncomplete = (size.number ?? -1) < 0
      if point.isIncomplete { return gaps.add(size == .missing ? .size : .negativeSize, number) }
    }
    let (lacksX, lacksY) = (columns.x != nil && point.x.isNaN, columns.y != nil && point.y.isNaN)
    let lacksX2 = columns.x2 != nil && !x.isDiscrete && point.x2 == nil
    let lacksY2 = columns.y2 != nil && !y.isDiscrete && point.y2 == nil
    guard lacksX || lacksY || lacksX2 || lacksY2 else { return }
    point.isIncomplete = lacksX2 || lacksY2
    let (place, axis) = layer.isLying ? (point.y, y) : (point.x, x)
    let isNamed = axis.isDiscrete || axis.type == .temporal || isAlongLine(layer.mark)
    if place.isFinite, isNamed { return }
    if lacksX || lacksY {
      let isValue = layer.isLying ? !lacksY : !lacksX
      if isValue, spec.missing == .zero, ![.rect, .text].contains(layer.mark.type) { return }
      gaps.add(lacksX ? .x : .y, number)
    } else {
      gaps.add(lacksX2 ? .x2 : .y2, number)
    }
  }

  /// Whether a mark or another layer has a line, an area or bars, whose gaps are named by their place.
  private func isAlongLine(_ mark: ChartMark) -> Bool {
    let marks = [mark] + spec.layer.compactMap(\.mark) + [spec.mark].compactMap { $0 }
    return marks.contains { [.line, .area, .bar, .column, .horizontalBar, .sparkline].contains($0.type) }
  }

  /// Warns of a chart of rows of which none can be drawn.
  mutating func noteEmptyChart() {
    guard plan.form == .cartesian || plan.form == .calendar, plan.pointCount > 0 else { return }
    let isDrawn = plan.layers.contains { layer in
      layer.points.contains { point in
        let isColored = layer.mark.type != .rect || !layer.hasColorRamp || point.color != nil
        return isColored && (plan.form == .calendar ? point.x.isFinite : layer.draws(point))
      }
    }
    guard !isDrawn else { return }
    let rows = plan.rows == 1 ? "the only row has no value" : "none of the \(plan.rows) rows has a value"
    plan.doubts.removeAll { $0.hint == Gaps.hint }
    plan.doubts.append(
      ChartPlan.Doubt(
        message: "\(rows) to draw, so that the chart is empty", key: "data",
        hint: "name columns that have values"))
  }
}
