/// How the distance between two colours is measured.
///
/// Distances of every metric go from 0 to 1, which is black to white.
public enum Metric: String, CaseIterable, Hashable, Sendable {
  /// Any difference in red, green, blue or alpha counts.
  case exact
  /// HyAB distance in OKLab with toe-corrected lightness, which follows the eye; what pixelmatch's main branch uses.
  case oklab
  /// Distance in YIQ, what pixelmatch's releases up to 7 and odiff use.
  case yiq

  /// One sentence for manuals.
  public var summary: String {
    switch self {
    case .exact: "Any difference in red, green, blue or alpha counts."
    case .oklab: "HyAB distance in OKLab, which follows the eye."
    case .yiq: "Distance in YIQ, for counts that agree with older tools."
    }
  }

  /// Whether small distances and the soft edges of shapes can be let pass.
  public var isPerceptual: Bool { self != .exact }
}
