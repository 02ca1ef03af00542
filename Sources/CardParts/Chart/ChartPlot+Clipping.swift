import CardRaster

/// What a deck's own domain leaves out of the plot.
extension ChartPlot {
  /// Cuts marks at the edges of the plot where values lie beyond a domain that the deck gives, and warns of them.
  mutating func clipMarks() {
    let count = plan.layers.reduce(0) { $0 + beyond($1) }
    // A bar beside the end of a domain is wider than the plot, though its value is in it.
    let isOverhung = hasOverhang
    for floor in [Floor.areas, .bars, .rules, .lines, .points]
    where count > 0 || (isOverhung && floor == .bars) {
      clip(floor)
    }
    guard count > 0 else {
      if isOverhung {
        warnings.append(
          chart.context.warning(
            "a bar at an end of the domain of an axis is cut", hint: "widen 'domain' by the width of a bar"))
      }
      return
    }
    warnings.append(
      chart.context.warning(
        "\(count == 1 ? "1 value lies" : "\(count) values lie") outside the domain of an axis and \(count == 1 ? "is" : "are") cut",
        hint: "widen 'domain', or draw them at its ends with 'clamp'"))
  }

  /// Whether a place is in the plot.
  func holds(_ place: Point) -> Bool {
    let area = frame.inset(by: -0.5)
    return place.x >= area.minX && place.x <= area.maxX && place.y >= area.minY && place.y <= area.maxY
  }

  private mutating func clip(_ floor: Floor) {
    guard !floors[floor.rawValue].isEmpty else { return }
    var content = LayoutBox(size: Size(width: max(partWidth, frame.maxX), height: frame.maxY))
    content.content = floors[floor.rawValue]
    var window = LayoutBox(size: frame.size)
    window.isClipped = true
    window.add(content, at: Point(x: -frame.minX, y: -frame.minY))
    floors[floor.rawValue] = [.box(window, at: frame.origin)]
  }

  /// Whether a bar or a cell reaches over an edge of the plot.
  private var hasOverhang: Bool {
    guard limits(plan.x) != nil || limits(plan.y) != nil else { return false }
    let edge = frame.inset(by: -0.5)
    return floors[Floor.bars.rawValue].contains { content in
      guard case .box(let box, let origin) = content else { return false }
      let area = Rect(origin: origin, size: box.size)
      return area.minX < edge.minX || area.maxX > edge.maxX || area.minY < edge.minY || area.maxY > edge.maxY
    }
  }

  /// How many points of a layer lie outside of a domain.
  private func beyond(_ layer: ChartLayer) -> Int {
    let vertical = layer.isOnSecondAxis ? plan.second ?? plan.y : plan.y
    let ends = (limits(plan.x), limits(vertical))
    guard ends.0 != nil || ends.1 != nil else { return 0 }
    return layer.series.reduce(0) { sum, series in
      sum
        + series.points.reduce(0) { count, point in
          func isOutside(_ limits: ClosedRange<Double>?, _ a: Double, _ b: Double?) -> Bool {
            guard let limits else { return false }
            return [a, b ?? .nan].contains { $0.isFinite && !limits.contains($0) }
          }
          let isOut = isOutside(ends.0, point.x, point.x2) || isOutside(ends.1, point.y, point.y2)
          return layer.draws(point) && isOut ? count + 1 : count
        }
    }
  }

  /// The ends that a deck gives to an axis of numbers or moments; nil where nothing can lie beyond them.
  private func limits(_ dimension: ChartDimension) -> ClosedRange<Double>? {
    let ends = dimension.scale.domain.compactMap { ChartPlan.number($0, dimension) }
    guard !dimension.isDiscrete, !dimension.scale.clamp, ends.count == 2, ends[0] < ends[1] else {
      return nil
    }
    return ends[0]...ends[1]
  }
}
