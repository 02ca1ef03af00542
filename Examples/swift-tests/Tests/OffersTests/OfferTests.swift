import CardTesting
import Offers
import Testing

@Test func offer() {
  expectGolden(of: Offer(title: "Green tea", price: "$4.20").deck)
}

@Test func everywhere() {
  expectGoldens(
    of: Offer(title: "Green tea", price: "$4.20", isScarce: true).deck, named: "scarce",
    options: .combinations(themes: ["mint", "turbo"], scales: [1, 2]))
}

@Test(arguments: ["welcome", "goodbye"]) func decks(_ name: String) {
  expectGolden(ofDeckAt: "Decks/\(name).json")
}

/// Where libraries differ between machines; a golden that is compared in two ways has a name.
@Test func tolerant() {
  let deck = Offer(title: "White tea", price: "$5.10").deck
  let name = "OfferTests/tolerant"
  expectGolden(of: deck, named: name, comparing: .perceptual)
  expectGolden(
    of: deck, named: name,
    comparing: Comparison.Settings(
      metric: .oklab, tolerance: Tolerance(threshold: 0.1, amount: .pixels(8), window: 16)))
}
