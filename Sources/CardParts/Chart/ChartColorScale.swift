import CardRaster

/// Which colour a number has.
struct ChartColorScale {
  let low: Double
  let high: Double
  private let scheme: ChartScheme
  private let range: [Color]
  private let middle: Double?
  private let appearance: Appearance

  init?(_ chart: ChartLayout) {
    guard let dimension = chart.plan.color, !dimension.isEmpty else { return nil }
    let spec = dimension.scale
    let hasBothSigns = dimension.low < 0 && dimension.high > 0
    scheme = spec.scheme ?? chart.spec.scheme ?? (hasBothSigns ? .redblue : .blues)
    range = spec.range
    appearance = chart.style.appearance
    let ends = spec.domain.compactMap(\.number)
    let (a, b) = ends.count == 2 ? (ends[0], ends[1]) : (dimension.low, dimension.high)
    middle = spec.domainMid ?? (scheme.isDiverging && range.isEmpty ? (hasBothSigns ? 0 : nil) : nil)
    if let middle {
      // Both arms are equally long, so that equal distances look equal.
      let arm = max(abs(a - middle), abs(b - middle))
      (low, high) = (middle - arm, middle + arm)
    } else {
      (low, high) = a == b ? (min(0, a), max(a, 1)) : (a, b)
    }
  }

  func color(_ value: Double) -> Color {
    let share = min(1, max(0, (value - low) / (high - low)))
    return range.isEmpty ? scheme.color(at: share, appearance) : ChartScheme.mix(range, at: share)
  }
}
