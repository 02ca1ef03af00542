import CardRaster

/// What a deck's own domain leaves out of the plot.
extension ChartPlot {
  /// Cuts marks at the edges of the plot where values lie beyond a domain that the deck gives, and says how many do.
  mutating func clipMarks() {
    let count = plan.layers.reduce(0) { $0 + beyond($1) }
    guard count > 0 else { return }
    let size = Size(width: max(partWidth, frame.maxX), height: frame.maxY)
    for floor in [Floor.areas, .bars, .lines, .points] where !floors[floor.rawValue].isEmpty {
      var content = LayoutBox(size: size)
      content.content = floors[floor.rawValue]
      var window = LayoutBox(size: frame.size)
      window.isClipped = true
      window.add(content, at: Point(x: -frame.minX, y: -frame.minY))
      floors[floor.rawValue] = [.box(window, at: frame.origin)]
    }
    warnings.append(
      chart.context.warning(
        "\(count) values lie outside the domain of an axis and are cut",
        hint: "widen 'domain', or draw them at its ends with 'clamp'"))
  }

  /// How many points of a layer lie outside of a domain.
  private func beyond(_ layer: ChartLayer) -> Int {
    let vertical = layer.isOnSecondAxis ? plan.second ?? plan.y : plan.y
    let ends = (limits(plan.x), limits(vertical))
    guard ends.0 != nil || ends.1 != nil else { return 0 }
    return layer.series.reduce(0) { sum, series in
      sum
        + series.points.reduce(0) { count, point in
          let isOutside = ends.0.map { !$0.contains(point.x) } ?? false
          let isAbove = ends.1.map { !$0.contains(point.y) } ?? false
          return point.isMissing || !(isOutside || isAbove) ? count : count + 1
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
