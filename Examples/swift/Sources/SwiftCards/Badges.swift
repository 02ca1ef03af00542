import CardParts

/// Somebody who gets a badge.
struct Guest: Sendable {
  var name: String
  var company: String
  var topics: [String]
  var isSpeaker = false
}

/// A badge for one guest; the deck is made anew for each.
func badge(for guest: Guest) -> Deck {
  Deck {
    Card("\(guest.company.lowercased())") {
      // Names come from elsewhere: what is interpolated is data, and braces in it are no bindings.
      CardPartTitleView("\(guest.name)")
      CardPartTextView("\(guest.company)").style(.detail)
      CardPartSeparatorView()
      CardPartStackView(axis: .horizontal, spacing: 6) {
        if guest.isSpeaker { pill("SPEAKER", .accentColor) }
        for topic in guest.topics { pill("\(topic)", "#64748B") }
        CardPartSpacerView().weight(1)
      }
    }
    .rounded(cornerRadius: 12)
  }
  .canvas(DeckCanvas(width: 360, padding: 12))
}

private func pill(_ text: DeckText, _ color: CardColor) -> CardPartPillLabel {
  CardPartPillLabel(text).font("Inter SemiBold 12").textColor(.white).backgroundColor(color)
    .horizontalPadding(4)
}
