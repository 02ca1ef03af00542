import CardParts

/// A social card, 1200 × 630 points: what a page shows of itself where somebody links to it.
func launchCard(title: String, teaser: String, label: String) -> Deck {
  Deck {
    Card("launch") {
      CardPartStackView(axis: .horizontal, spacing: 32, layoutMargins: 40) {
        // A picture does not have to be a file.
        CardPartImageView(CardImage(bytes: Array(emblem.utf8)))
          .width(96).height(96).cornerRadius(24)
        CardPartStackView(axis: .vertical, spacing: 16) {
          CardPartTextView("\(title)")
            .font("Inter Bold 56").textColor(.hex(0x15152B))
            .maxLines(2).minimumScaleFactor(0.6)
          CardPartTextView("\(teaser)").font("Inter 28").textColor("#4A4A68")
          CardPartPillLabel("\(label)")
            .font("Inter SemiBold 18").textColor(.white).backgroundColor("#5B4FE9")
            .verticalPadding(8).horizontalPadding(10)
        }
        .weight(1)
      }
      .alignment(.top)
    }
    .alt("\(title): \(teaser)")
    .rounded(cornerRadius: 24)
    .border(CardBorder(width: 2, color: "#D8D8EC"))
    .shadow(CardShadow(color: .black, radius: 20, opacity: 0.25, offset: Point(x: 0, y: 12)))
  }
  .canvas(
    DeckCanvas(padding: 60, preset: .og)
      .background(CardGradient(kind: .linear, colors: ["#FFFFFF", "#E6E6FA"], angle: 45))
  )
  .layout(.fullScreen)
}

private let emblem = """
  <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">
    <rect width="96" height="96" fill="#5B4FE9"/>
    <rect x="22" y="26" width="40" height="30" rx="6" fill="#FFFFFF" fill-opacity="0.55"/>
    <rect x="34" y="40" width="40" height="30" rx="6" fill="#FFFFFF"/>
  </svg>
  """
