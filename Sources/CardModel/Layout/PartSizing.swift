import CardRaster

/// The alignment of a part across its container's axis.
public enum PartAlignment: String, Hashable, Sendable, CaseIterable {
  /// At the left or top edge.
  case left, top
  /// Centred.
  case center
  /// At the right or bottom edge.
  case right, bottom
  /// At the edge where rows begin or end.
  case leading, trailing
  /// Stretched from edge to edge.
  case fill

  /// The fraction of the remaining space before the part; nil for a part that fills the space.
  ///
  /// - Parameter turnsSides: Whether the box is mirrored later, and its left and right stay where they are.
  package func share(turnsSides: Bool) -> Double? {
    switch self {
    case .left: turnsSides ? 1 : 0
    case .right: turnsSides ? 0 : 1
    case .top, .leading: 0
    case .center: 0.5
    case .bottom, .trailing: 1
    case .fill: nil
    }
  }

  /// The equivalent alignment across a row or a column.
  func across(isHorizontal: Bool) -> PartAlignment {
    switch self {
    case .left where isHorizontal, .leading where isHorizontal: .top
    case .right where isHorizontal, .trailing where isHorizontal: .bottom
    case .top where !isHorizontal: .leading
    case .bottom where !isHorizontal: .trailing
    default: self
    }
  }
}

/// The size properties of a part besides width and height; most parts set none.
package struct PartSizing: Hashable, Sendable {
  package var widthShare: Double?
  package var heightShare: Double?
  package var minWidth: Double?
  package var maxWidth: Double?
  package var minHeight: Double?
  package var maxHeight: Double?
  package var aspectRatio: Double?
  package var alignSelf: PartAlignment?

  /// Creates sizing without any constraint.
  package init() {}

  /// Whether a property other than `height` can change the natural height.
  var settlesHeight: Bool { heightShare != nil || aspectRatio != nil || minHeight != nil || maxHeight != nil }

  /// A length clamped to the limits; the minimum wins.
  func bounded(_ length: Double, isWidth: Bool) -> Double {
    let (least, most) = isWidth ? (minWidth, maxWidth) : (minHeight, maxHeight)
    return max(least ?? 0, min(most ?? .infinity, length))
  }

  /// A proposal clamped to the limits.
  func bounded(_ offer: SizeProposal) -> SizeProposal {
    var result = offer
    result.width = offer.width.bounded(minWidth, maxWidth)
    result.height = offer.height.bounded(minHeight, maxHeight)
    if let aspectRatio, let width = result.width.exact, result.height.exact == nil {
      result.height = SizeProposal.Length.exact(width / aspectRatio).bounded(minHeight, maxHeight)
    }
    if let aspectRatio, let height = result.height.exact, result.width.exact == nil {
      result.width = SizeProposal.Length.exact(height * aspectRatio).bounded(minWidth, maxWidth)
    }
    return result
  }

  /// The proposal that brings the size of a part within the limits.
  ///
  /// It is nil if the given size is already within them.
  func correction(of size: Size, under offer: SizeProposal) -> SizeProposal? {
    var result = offer
    var isChanged = false
    func settle(_ length: inout SizeProposal.Length, _ natural: Double, _ least: Double?, _ most: Double?) {
      guard length.exact == nil else { return }
      let wanted = min(max(natural, least ?? 0), max(most ?? .infinity, least ?? 0))
      if wanted != natural { (length, isChanged) = (.exact(wanted), true) }
    }
    settle(&result.width, size.width, minWidth, maxWidth)
    settle(&result.height, size.height, minHeight, maxHeight)
    if let aspectRatio, offer.width.exact == nil, offer.height.exact == nil {
      let width = result.width.exact ?? size.width
      result.width = .exact(width)
      result.height = SizeProposal.Length.exact(width / aspectRatio).bounded(minHeight, maxHeight)
      isChanged = true
    }
    return isChanged ? result : nil
  }
}

extension SizeProposal.Length {
  /// The proposal clamped to two limits, of which the minimum wins.
  fileprivate func bounded(_ least: Double?, _ most: Double?) -> SizeProposal.Length {
    func inside(_ value: Double) -> Double { max(least ?? 0, min(most ?? .infinity, value)) }
    return switch self {
    case .exact(let length): .exact(inside(length))
    case .fit(let bound): .fit(inside(bound))
    }
  }
}
