import CardParts
import CardTesting
import Dials
import Testing

@Test(arguments: [Appearance.light, .dark]) func dials(_ appearance: Appearance) {
  let deck = Deck {
    Card {
      CardPartStackView(axis: .horizontal, distribution: .fillEqually, spacing: 12) {
        CardPartCustomView(DialPart.self).property("value", 0.42).property("caption", "of the month")
        CardPartCustomView(DialPart.self).property(DialPart.value, 0.93).property(DialPart.warnsAbove, 0.9)
          .property(DialPart.caption, "of the budget")
      }
      CardPartCustomView(DialPart.self).property("value", 0).property(DialPart.size, .small)
    }
  }
  .canvas(width: 420)
  expectGolden(
    of: deck, named: "dials-\(appearance.rawValue)",
    options: DeckOptions(scale: 2, appearance: appearance, custom: [DialPart.self]))
}

@Test(arguments: [Appearance.light, .dark]) func glow(_ appearance: Appearance) {
  let deck = Deck {
    Card {
      CardPartCustomView(DialPart.self).property("value", 0.7).property(
        "caption", .template("{{ minutes | hours }}"))
    }
    .trait(GlowTrait.self, ["size": 8])
    .rounded(cornerRadius: 16)
  }
  .canvas(DeckCanvas(width: 260, padding: 20))
  .data(["minutes": 425])
  expectGolden(
    of: deck, named: "glow-\(appearance.rawValue)",
    options: DeckOptions(
      scale: 2, appearance: appearance, custom: [DialPart.self, GlowTrait.self, HoursFormatter.self]))
}
