import CardTesting
import Offers
import Testing

@Suite struct OfferTests {
  @Test func plain() {
    expectGolden(of: Offer(title: "Green tea", price: "$4.20").deck)
  }

  @Test("A scarce offer says so, in both themes and on every screen")
  func scarce() {
    let deck = Offer(title: "Green tea", price: "$4.20", isScarce: true).deck
    expectGoldens(
      of: deck, named: "scarce", options: .combinations(themes: ["mint", "turbo"], scales: [1, 2]))
  }

  @Test(arguments: ["welcome", "goodbye"])
  func decks(_ name: String) {
    expectGolden(ofDeckAt: "Decks/\(name).json", comparing: .perceptual)
  }
}
