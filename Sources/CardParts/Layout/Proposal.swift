import CardRaster

/// What a parent offers a child: a width and a height, in points.
public struct Proposal: Hashable, Sendable {
  /// What a parent offers a child in one direction.
  public enum Length: Hashable, Sendable {
    /// Take what you need, but no more than this; infinity for no bound.
    case fit(Double)
    /// Be exactly this long.
    case exact(Double)

    /// The bound, or the exact length.
    var bound: Double {
      switch self {
      case .fit(let most): most
      case .exact(let length): length
      }
    }

    /// The exact length, if there is one.
    var exact: Double? {
      if case .exact(let length) = self { return length }
      return nil
    }

    /// The length that results for a natural one.
    func resolve(_ natural: Double) -> Double {
      switch self {
      case .fit(let most): min(natural, most)
      case .exact(let length): length
      }
    }

    /// The same offer after something was taken away at the edges.
    func reduced(by amount: Double) -> Length {
      switch self {
      case .fit(let most): .fit(max(0, most - amount))
      case .exact(let length): .exact(max(0, length - amount))
      }
    }
  }

  /// The width.
  public var width: Length
  /// The height.
  public var height: Length

  /// Makes an offer; any height unless one is given.
  public init(width: Length, height: Length = .fit(.infinity)) {
    self.width = width
    self.height = height
  }

  /// An exact size.
  init(_ size: Size) {
    self.init(width: .exact(size.width), height: .exact(size.height))
  }
}
