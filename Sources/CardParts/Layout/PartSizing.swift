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
}

/// What a deck says of a part's size beside a width and a height; most parts have none of it.
public struct PartSizing: Hashable, Sendable {
  var widthShare: Double?
  var heightShare: Double?
  var minWidth: Double?
  var maxWidth: Double?
  var minHeight: Double?
  var maxHeight: Double?
  var aspectRatio: Double?
  var alignSelf: PartAlignment?

  /// Makes one that says nothing.
  public init() {}

  /// An offer as the bounds leave it.
  func bounded(_ offer: Proposal) -> Proposal {
    var result = offer
    result.width = offer.width.bounded(minWidth, maxWidth)
    result.height = offer.height.bounded(minHeight, maxHeight)
    if let aspectRatio, let width = result.width.exact, result.height.exact == nil {
      result.height = Length.exact(width / aspectRatio).bounded(minHeight, maxHeight)
    }
    if let aspectRatio, let height = result.height.exact, result.width.exact == nil {
      result.width = Length.exact(height * aspectRatio).bounded(minWidth, maxWidth)
    }
    return result
  }

  /// The offer under which a part of some size is as the bounds want it; nil where it is so already.
  func correction(of size: Size, under offer: Proposal) -> Proposal? {
    var result = offer
    var isChanged = false
    func settle(_ length: inout Length, _ natural: Double, _ least: Double?, _ most: Double?) {
      guard length.exact == nil else { return }
      let wanted = min(max(natural, least ?? 0), max(most ?? .infinity, least ?? 0))
      if wanted != natural { (length, isChanged) = (.exact(wanted), true) }
    }
    settle(&result.width, size.width, minWidth, maxWidth)
    settle(&result.height, size.height, minHeight, maxHeight)
    if let aspectRatio, offer.width.exact == nil, offer.height.exact == nil {
      let width = result.width.exact ?? size.width
      result.width = .exact(width)
      result.height = Length.exact(width / aspectRatio).bounded(minHeight, maxHeight)
      isChanged = true
    }
    return isChanged ? result : nil
  }
}

extension Length {
  /// The same offer between two bounds, the lower of which wins.
  fileprivate func bounded(_ least: Double?, _ most: Double?) -> Length {
    func inside(_ value: Double) -> Double { max(least ?? 0, min(most ?? .infinity, value)) }
    return switch self {
    case .exact(let length): .exact(inside(length))
    case .fit(let bound): .fit(inside(bound))
    }
  }
}

/// A length in points, or a share of the room.
enum Extent: Hashable, Sendable {
  case points(Double)
  case share(Double)
}

extension ValueKind where Value == Extent {
  /// Points, or a percentage of the room for the part, such as `"50%"`.
  static var extent: Self {
    let form = Schema.TextForm(pattern: "^([0-9]+([.][0-9]*)?|[.][0-9]+)%$", longest: 20)
    return ValueKind(
      "points, or `\"50%\"`", schema: .any([.number(0...Limits.number), .text(form)]),
      show: { extent in
        switch extent {
        case .points(let length): NumberText.text(length)
        case .share(let share): "\(NumberText.text(share * 100, digits: 3))%"
        }
      },
      json: { extent in
        if case .points(let length) = extent { return .of(length) }
        return nil
      }
    ) { node, path, context in
      guard case .string(let text) = node.value else {
        return ValueKind<Double>.length.parse(node, path, context).map { .points($0) }
      }
      let digits = text.dropLast()
      guard text.last == "%", digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
        let percent = Double(String(digits))
      else {
        context.mismatch(node, path, expected: "points or a percentage such as \"50%\"")
        return nil
      }
      guard percent <= 100 else {
        context.error(node, path, "\(node.briefText) is more than the room for the part")
        return nil
      }
      return .share(percent / 100)
    }
  }
}
