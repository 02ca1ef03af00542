import CardTesting
import Offers
import Testing

/// A text that stands in the test itself: a review sees at once what has moved.
@Test func regions() {
  let deck = Offer(title: "Green tea", price: "$4.20").deck
  expectInlineGolden(of: deck, as: .regions)
}
