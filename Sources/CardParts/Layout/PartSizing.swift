import CardRaster

/// Where a part stands across what it lies in.
public enum PartAlignment: String, Hashable, Sendable, CaseIterable {
  /// At the left or upper edge.
  case left, top
  /// In the middle.
  case center
  /// At the right or lower edge.
  case right, bottom
  /// From edge to edge.
  case fill

  /// How much of the space that is left over lies before the part; nil for a part that takes all of it.
  var share: Double? {
    switch self {
    case .left, .top: 0
    case .center: 0.5
    case .right, .bottom: 1
    case .fill: nil
    }
  }

  /// The word for the same place across a row or a column.
  func across(isHorizontal: Bool) -> PartAlignment {
    switch self {
    case .left, .top: isHorizontal ? .top : .left
    case .right, .bottom: isHorizontal ? .bottom : .right
    case .center, .fill: self
    }
  }
}

/// What a deck says of a part's size beside a width and a height; most parts have none of it.
package struct PartSizing: Hashable, Sendable {
  var widthShare: Double?
  var heightShare: Double?
  var minWidth: Double?
  var maxWidth: Double?
  var minHeight: Double?
  var maxHeight: Double?
  var aspectRatio: Double?
  var alignSelf: PartAlignment?

  /// Makes one that says nothing.
  package init() {}

  /// Whether the height is another one than that of what the part holds.
  var settlesHeight: Bool { heightShare != nil || aspectRatio != nil || minHeight != nil || maxHeight != nil }

  /// A length as the bounds leave it; the lower one wins.
  func bounded(_ length: Double, isWidth: Bool) -> Double {
    let (least, most) = isWidth ? (minWidth, maxWidth) : (minHeight, maxHeight)
    return max(least ?? 0, min(most ?? .infinity, length))
  }

  /// An offer as the bounds leave it.
  func bounded(_ offer: Proposal) -> Proposal {
    var result = offer
    result.width = offer.width.bounded(minWidth, maxWidth)
    result.height = offer.height.bounded(minHeight, maxHeight)
    if let aspectRatio, let width = result.width.exact, result.height.exact == nil {
      result.height = Proposal.Length.exact(width / aspectRatio).bounded(minHeight, maxHeight)
    }
    if let aspectRatio, let height = result.height.exact, result.width.exact == nil {
      result.width = Proposal.Length.exact(height * aspectRatio).bounded(minWidth, maxWidth)
    }
    return result
  }

  /// The offer under which a part of some size is as the bounds want it; nil where it is so already.
  func correction(of size: Size, under offer: Proposal) -> Proposal? {
    var result = offer
    var isChanged = false
    func settle(_ length: inout Proposal.Length, _ natural: Double, _ least: Double?, _ most: Double?) {
      guard length.exact == nil else { return }
      let wanted = min(max(natural, least ?? 0), max(most ?? .infinity, least ?? 0))
      if wanted != natural { (length, isChanged) = (.exact(wanted), true) }
    }
    settle(&result.width, size.width, minWidth, maxWidth)
    settle(&result.height, size.height, minHeight, maxHeight)
    if let aspectRatio, offer.width.exact == nil, offer.height.exact == nil {
      let width = result.width.exact ?? size.width
      result.width = .exact(width)
      result.height = Proposal.Length.exact(width / aspectRatio).bounded(minHeight, maxHeight)
      isChanged = true
    }
    return isChanged ? result : nil
  }
}

extension Proposal.Length {
  /// The same offer between two bounds, the lower of which wins.
  fileprivate func bounded(_ least: Double?, _ most: Double?) -> Proposal.Length {
    func inside(_ value: Double) -> Double { max(least ?? 0, min(most ?? .infinity, value)) }
    return switch self {
    case .exact(let length): .exact(inside(length))
    case .fit(let bound): .fit(inside(bound))
    }
  }
}
