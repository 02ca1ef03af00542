package import CardRaster

/// The size that a parent proposes to a child, in points.
public struct SizeProposal: Hashable, Sendable {
  /// The length proposed in one direction.
  public enum Length: Hashable, Sendable {
    /// The natural length, but at most this; infinity for no limit.
    case fit(Double)
    /// Exactly this length.
    case exact(Double)

    /// The maximum or exact length.
    package var bound: Double {
      switch self {
      case .fit(let most): most
      case .exact(let length): length
      }
    }

    /// The exact length, if there is one.
    package var exact: Double? {
      if case .exact(let length) = self { return length }
      return nil
    }

    /// The resulting length for a natural length.
    package func resolve(_ natural: Double) -> Double {
      switch self {
      case .fit(let most): min(natural, most)
      case .exact(let length): length
      }
    }

    /// The length reduced by that of paddings, at least 0.
    public func reduced(by amount: Double) -> Length {
      switch self {
      case .fit(let most): .fit(max(0, most - amount))
      case .exact(let length): .exact(max(0, length - amount))
      }
    }
  }

  /// The proposed width.
  public var width: Length
  /// The proposed height.
  public var height: Length

  /// Creates a proposal; by default the height is unlimited.
  public init(width: Length, height: Length = .fit(.infinity)) {
    self.width = width
    self.height = height
  }

  /// Creates a proposal of an exact size.
  package init(_ size: Size) {
    self.init(width: .exact(size.width), height: .exact(size.height))
  }
}

/// The sizes of texts that shrink together, because they do not fit otherwise.
package struct TextFit: Hashable {
  /// The scale of all texts with a `minimumScaleFactor`, as far as that allows.
  package var scale = 1.0
  /// Whether the theme's headers are already scaled.
  package var hasScaledHeaders = false
  /// The scales of texts in equal columns by their usual font size, rounded to 1/64 of a point.
  package var shared: [Int: Double] = [:]
  /// Whether texts in columns are truncated, so that what follows them stays in the card.
  package var truncatesTexts = false

  package init() {}

  /// The scales that are tried, the largest first.
  ///
  /// Steps of about 8 % keep the number of attempts small.
  package static let steps =
    [0.92, 0.85, 0.78, 0.72, 0.66, 0.6, 0.55, 0.5, 0.46, 0.42, 0.38, 0.34, 0.3, 0.27, 0.24, 0.21, 0.18]
    + [0.15, 0.12, 0.1, 0.08, 0.06, 0.05]

  /// The largest of these scales at which something fits; nil if none does.
  ///
  /// - Parameters:
  ///   - least: The smallest scale that any text allows.
  ///   - fits: Whether it fits at a scale.
  package static func largest(
    downTo least: Double, _ fits: (TextFit) throws(RasterError) -> Bool
  ) throws(RasterError) -> TextFit? {
    var fit = TextFit()
    for step in steps.filter({ $0 > least }) + [least] {
      fit.scale = step
      if try fits(fit) { return fit }
    }
    return nil
  }

  /// The key in `shared` of a font size.
  package static func key(_ size: Double) -> Int { Int((size * 64).rounded()) }
}
