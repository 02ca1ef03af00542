import CardRaster

/// Removes the space above and below the parts.
struct NoTopBottomMarginsTrait: CardTrait {
  var isOn = true

  static let kind = TraitKind(
    "noTopBottomMargins", "No space above the first and below the last part but their own margins.",
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
    "transparent", "No background, border or shadow; a `shadow` trait casts the shadow of the parts then.",
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
    "hidden", "The card is left out: no space, no gap.", example: #"{ "hidden": false }"#,
    kind: ValueKind<Bool>.boolean.map({ HiddenTrait(isOn: $0) }, back: { $0.isOn }), properties: [])

  func apply(to frame: inout CardFrame) { frame.isHidden = isOn }
}
