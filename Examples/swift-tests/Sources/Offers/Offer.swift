import CardParts

/// What somebody is offered.
public struct Offer: Sendable {
  /// What it is.
  public var title: String
  /// What it costs.
  public var price: String
  /// Whether there are only a few left.
  public var isScarce = false

  /// Makes an offer.
  public init(title: String, price: String, isScarce: Bool = false) {
    self.title = title
    self.price = price
    self.isScarce = isScarce
  }

  /// The card of the offer.
  public var deck: Deck {
    Deck {
      Card("offer") {
        CardPartTitleView("\(title)")
        CardPartTextView("\(price)").style(.detail)
        if isScarce {
          CardPartStackView(axis: .horizontal) {
            CardPartPillLabel("ONLY A FEW LEFT")
              .font("Inter SemiBold 11").textColor(.white).backgroundColor("#B42318")
            CardPartSpacerView().weight(1)
          }
        }
      }
      .rounded(cornerRadius: 10)
    }
    .canvas(DeckCanvas(width: 220, padding: 8))
  }
}
