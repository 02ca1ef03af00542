/// How much of a difference is let pass: of a single pixel, and of how many pixels.
public struct Tolerance: Hashable, Sendable {
  /// A number of pixels.
  public enum Amount: Hashable, Sendable {
    /// So many.
    case pixels(Int)
    /// A share of the pixels that were compared, or of one window where there is one; 0…1.
    case share(Double)
  }

  /// The largest distance of two colours that are still equal, 0…1; without effect on the exact metric.
  public var threshold: Double
  /// Maximum number of differing pixels.
  public var amount: Amount
  /// The side of a window in pixels: `amount` is then compared with the most that any such window holds, not with all.
  ///
  /// A small change in one place is told from as many pixels strewn over the picture.
  public var window: Int?
  /// Whether pixels that only differ in how the edge of a shape is smoothed are counted too.
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

  /// Nothing is let pass.
  public static let none = Tolerance(threshold: 0, countsAntialiasing: true)

  /// What a reader does not notice: a distance of 0.1, and the soft edges of shapes.
  public static let perceptual = Tolerance(threshold: 0.1)

  /// Says what is wrong with the numbers; a comparison that cannot be failed must not begin.
  ///
  /// - Throws: `RasterError.image`.
  public func check() throws(RasterError) {
    guard threshold >= 0, threshold <= 1 else {
      throw .image(reason: "a threshold is between 0 and 1, found \(Self.text(threshold))")
    }
    guard threshold < 1 else {
      throw .image(reason: "a threshold of 1 lets white pass for black, so no picture could fail")
    }
    switch amount {
    case .pixels(let count):
      guard count >= 0 else {
        throw .image(reason: "a number of pixels is not negative, found \(count)")
      }
    case .share(let share):
      guard share >= 0, share <= 1 else {
        throw .image(reason: "a share of pixels is between 0 and 1, found \(Self.text(share))")
      }
      guard share < 1 else {
        throw .image(reason: "a share of 100 % lets every pixel pass, so no picture could fail")
      }
    }
    if let window, window < 1 {
      throw .image(reason: "a window is at least one pixel wide, found \(window)")
    }
    if let window, window <= Limits.canvasSide { try check(counting: window * window, "a window") }
  }

  /// Says whether so many pixels can be too many; where all that are counted are let pass, nothing can fail.
  ///
  /// - Parameters:
  ///   - most: the most different pixels that can be counted.
  ///   - what: what has so many.
  /// - Throws: `RasterError.image`.
  func check(counting most: Int, _ what: String) throws(RasterError) {
    guard allowed(of: most) >= most else { return }
    throw .image(
      reason:
        "\(allowed(of: most)) different pixels are let pass, and \(what) has \(most), so no picture could fail"
    )
  }

  /// Says whether anything can fail in pictures of some size in pixels, of which so many pixels are compared.
  ///
  /// - Throws: `RasterError.image` when nothing can.
  public func check(width: Int, height: Int, compared: Int) throws(RasterError) {
    guard let window else { return try check(counting: compared, "the picture") }
    try check(counting: min(compared, min(window, width) * min(window, height)), "a window")
  }

  private static func text(_ value: Double) -> String {
    value.isFinite ? NumberText.text(value) : "no number"
  }

  /// The number of pixels that are let pass of so many.
  func allowed(of total: Int) -> Int {
    switch amount {
    case .pixels(let count): count
    case .share(let share): Int((share * Double(total)).rounded(.down))
    }
  }
}
