import CardRaster

/// At which sides of the plot the axes stand, before the picture of a deck from right to left is mirrored.
extension ChartPlot {
  var hasXAxis: Bool { !chart.isSparkline && plan.x.hasAxis != false && (spec.axes ?? .both).hasX }
  var hasYAxis: Bool { !chart.isSparkline && plan.y.hasAxis != false && (spec.axes ?? .both).hasY }
  var hasSecondAxis: Bool { plan.second.map { $0.hasAxis != false } ?? false }

  /// Whether the horizontal axis stands above the plot.
  var xIsOnTop: Bool { plan.x.axis.orient == .top }

  /// Whether the vertical axis stands right of the plot.
  var yIsOnRight: Bool {
    if let side = plan.y.axis.orient { return isOnRight(side) }
    return plan.second?.axis.orient.map { !isOnRight($0) } ?? false
  }

  /// Left and right are sides of the picture, and what is laid out may be mirrored afterwards.
  private func isOnRight(_ side: ChartAxisSpec.Side) -> Bool { (side == .right) != chart.isMirrored }

  /// Whether an axis stands at the right of the plot.
  var hasAxisOnRight: Bool { yIsOnRight ? hasYAxis : hasSecondAxis }

  /// Whether values along the horizontal axis rise to the left: numbers and moments run from left to right in every script.
  var runsBackwards: Bool {
    let turns = chart.isMirrored && plan.x.isCounted && !plan.isLying
    return plan.x.scale.reverse != turns
  }
}
