import CardRaster

/// Removes the space above and below the parts.
struct NoTopBottomMarginsTrait: CardTrait {
  var isOn = true

  static let kind = TraitKind(
    "noTopBottomMargins", "No space above the first and below the last part except their own margins.",
    example: #"{ "noTopBottomMargins": true }"#,
    kind: ValueKind<Bool>.boolean.map({ NoTopBottomMarginsTrait(isOn: $0) }, back: { $0.isOn }),
    properties: [])

  func apply(to frame: inout CardFrame) {
    guard isOn else { return }
    frame.topPadding = 0
    frame.bottomPadding = 0
  }
}

/// Removes background, border and shadow.
struct TransparentTrait: CardTrait {
  var isOn = true

  static let kind = TraitKind(
    "transparent", "No background, border or shadow; a `shadow` trait then casts the shadow of the parts.",
    example: #"{ "transparent": true }"#,
    kind: ValueKind<Bool>.boolean.map({ TransparentTrait(isOn: $0) }, back: { $0.isOn }), properties: [])

  func apply(to frame: inout CardFrame) {
    guard isOn else { return }
    frame.isTransparent = true
    frame.background = nil
    frame.border = nil
    frame.shadows = []
  }
}

/// Omits the card.
struct HiddenTrait: CardTrait {
  var isOn = true

  static let kind = TraitKind(
    "hidden", "The card is hidden and takes no space.", example: #"{ "hidden": false }"#,
    kind: ValueKind<Bool>.boolean.map({ HiddenTrait(isOn: $0) }, back: { $0.isOn }), properties: [])

  func apply(to frame: inout CardFrame) { frame.isHidden = isOn }
}
