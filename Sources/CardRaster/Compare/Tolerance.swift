/// The allowed difference: the threshold of a pixel and the number of pixels above it.
public struct Tolerance: Hashable, Sendable {
  /// A number or share of pixels.
  public enum Amount: Hashable, Sendable {
    /// An absolute number.
    case pixels(Int)
    /// A share of the compared pixels, or of one window if the tolerance has one; 0…1.
    case share(Double)
  }

  /// The largest distance of two colours that count as equal, 0…1; the exact metric ignores it.
  public var threshold: Double
  /// The maximum number of differing pixels.
  public var amount: Amount
  /// The side of a window in pixels; nil applies `amount` to the whole picture.
  ///
  /// With a window, `amount` applies to the window with the most differing pixels. This distinguishes a small
  /// change in one place from the same number of pixels scattered over the picture.
  public var window: Int?
  /// Whether pixels that differ only in the anti-aliasing of an edge count too.
  public var countsAntialiasing: Bool

  /// Makes a tolerance.
  public init(
    threshold: Double, amount: Amount = .pixels(0), window: Int? = nil, countsAntialiasing: Bool = false
  ) {
    self.threshold = threshold
    self.amount = amount
    self.window = window
    self.countsAntialiasing = countsAntialiasing
  }

  /// No difference is allowed.
  public static let none = Tolerance(threshold: 0, countsAntialiasing: true)

  /// Differences that are not noticeable: a distance of 0.1, and anti-aliased edges.
  public static let perceptual = Tolerance(threshold: 0.1)

  /// Checks the numbers; a comparison that cannot fail is rejected.
  ///
  /// - Throws: `RasterError.image`.
  public func check() throws(RasterError) {
    guard threshold >= 0, threshold <= 1 else {
      throw .image(reason: "a threshold must be between 0 and 1, found \(Self.formatNumber(threshold))")
    }
    guard threshold < 1 else {
      throw .image(reason: "with a threshold of 1, white equals black and no picture can fail")
    }
    switch amount {
    case .pixels(let count):
      guard count >= 0 else {
        throw .image(reason: "a number of pixels must not be negative, found \(count)")
      }
    case .share(let share):
      guard share >= 0, share <= 1 else {
        throw .image(reason: "a share of pixels must be between 0 and 1, found \(Self.formatNumber(share))")
      }
      guard share < 1 else {
        throw .image(reason: "with a share of 100 %, every pixel may differ and no picture can fail")
      }
    }
    if let window, window < 1 {
      throw .image(reason: "a window must be at least one pixel wide, found \(window)")
    }
    if let window, window <= Limits.canvasSide { try checkCanFail(counting: window * window, "a window") }
  }

  /// Throws unless the tolerance can fail: it must allow fewer pixels than can be counted.
  ///
  /// - Parameters:
  ///   - most: the maximum number of differing pixels that can be counted.
  ///   - what: what these pixels belong to, for the message.
  /// - Throws: `RasterError.image`.
  func checkCanFail(counting most: Int, _ what: String) throws(RasterError) {
    guard allowed(of: most) >= most else { return }
    throw .image(
      reason:
        "\(allowed(of: most)) differing pixels are allowed, and \(what) has only \(most): no picture can fail"
    )
  }

  /// Throws if no picture of this size and number of compared pixels could exceed the tolerance.
  ///
  /// - Throws: `RasterError.image`.
  public func check(width: Int, height: Int, compared: Int) throws(RasterError) {
    guard let window else { return try checkCanFail(counting: compared, "the picture") }
    try checkCanFail(counting: min(compared, min(window, width) * min(window, height)), "a window")
  }

  private static func formatNumber(_ value: Double) -> String {
    value.isFinite ? NumberText.format(value) : "not a number"
  }

  /// The allowed number of differing pixels of a total.
  func allowed(of total: Int) -> Int {
    switch amount {
    case .pixels(let count): count
    case .share(let share): Int((share * Double(total)).rounded(.down))
    }
  }
}

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
