/// The colour metric of a comparison.
///
/// Distances of every metric are 0…1; 1 is black to white.
public enum Metric: String, CaseIterable, Hashable, Sendable {
  /// Any difference in red, green, blue or alpha counts.
  case exact
  /// HyAB distance in OKLab with toe-corrected lightness, which approximates perception.
  ///
  /// The main branch of pixelmatch uses it.
  case oklab
  /// Distance in YIQ, used in pixelmatch up to version 7 and in odiff.
  case yiq

  /// One sentence for manuals.
  public var summary: String {
    switch self {
    case .exact: "Any difference in red, green, blue or alpha counts."
    case .oklab: "HyAB distance in OKLab, which matches human perception."
    case .yiq: "Distance in YIQ, for the same counts as older tools."
    }
  }

  /// Whether it allows small distances and anti-aliased edges.
  public var isPerceptual: Bool { self != .exact }
}
