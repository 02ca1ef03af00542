package import CardRaster

/// The size that a parent proposes to a child, in points.
public struct Proposal: Hashable, Sendable {
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

    /// The proposal reduced by the length of paddings.
    package func reduced(by amount: Double) -> Length {
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
