import CardRaster

/// Scales with the room that marks and their values need at the ends.
extension ChartPlot {
  /// Whether an axis has bars in its places.
  private func hasBands(_ keyPath: KeyPath<ChartPlan, ChartDimension>) -> Bool {
    switch plan[keyPath: keyPath].scale.type {
    case .point: false
    case .band: true
    default: plan.layers.contains { [.bar, .rect, .rule].contains($0.mark.type) }
    }
  }

  func discreteKind(_ keyPath: KeyPath<ChartPlan, ChartDimension>) -> ChartScale.Kind {
    guard hasBands(keyPath) else { return .point(padding: chart.isSparkline ? 0 : 0.5) }
    let isGrid = plan.layers.contains { $0.mark.type == .rect }
    let inner =
      spec.bars.paddingInner ?? (isGrid ? 0.06 : chart.isSparkline ? 0.2 : plan.isSideBySide ? 0.22 : 0.3)
    return .band(inner: inner, outer: spec.bars.paddingOuter ?? (isGrid || chart.isSparkline ? 0 : 0.15))
  }

  /// What must be left free at the ends of a range for values, beyond what the range leaves free anyhow.
  func slack(
    _ values: Insets, _ ticks: ChartTicks, _ dimension: ChartDimension, _ length: Double,
    isAcross: Bool = false
  ) -> (low: Double, high: Double) {
    let (low, high) = isAcross ? (values.left, values.right) : (values.bottom, values.top)
    guard ticks.high > ticks.low, !dimension.isEmpty, ChartScale.kind(dimension.scale) == .linear else {
      return (low, high)
    }
    let unit = length / (ticks.high - ticks.low)
    return (
      max(0, low - max(0, dimension.low - ticks.low) * unit),
      max(0, high - max(0, ticks.high - dimension.high) * unit)
    )
  }

  func continuous(
    _ dimension: ChartDimension, _ ticks: ChartTicks, from start: Double, to end: Double, grown: Bool
  ) -> ChartScale {
    var (low, high) = (ticks.low, ticks.high)
    if grown, let gap = dimension.gap, dimension.scale.domain.isEmpty {
      low -= gap / 2
      high += gap / 2
    }
    return ChartScale(
      kind: ChartScale.kind(dimension.scale), low: low, high: high, start: start, end: end,
      isClamped: dimension.scale.clamp)
  }

  /// A scale whose ends move inwards until no point that has a size of its own is cut.
  func withRoomForPoints(_ scale: ChartScale, _ place: KeyPath<ChartPoint, Double>) -> ChartScale {
    guard plan.size != nil else { return scale }
    let sign: Double = scale.end < scale.start ? -1 : 1
    let length = abs(scale.end - scale.start)
    var (low, high) = (0.0, 0.0)
    for layer in plan.layers where layer.mark.type == .point {
      for point in layer.points where !point.isMissing {
        let reach = diameter(point, layer) / 2 + 1
        let way = (scale.position(point[keyPath: place]) - scale.start) * sign
        low = max(low, reach - way)
        high = max(high, reach - (length - way))
      }
    }
    guard low + high < length / 2 else { return scale }
    var result = scale
    result.start += sign * low * 1.1
    result.end -= sign * high * 1.1
    return result
  }
}
