import CardParts
import Testing

@Suite("Lengths in variables")
struct LengthTests {
  @Test("A length in a variable is the same as a literal")
  func lengths() {
    let gap = 8.0
    #expect(CardPartTextView("a").margins(gap).node == CardPartTextView("a").margins(8).node)
    #expect(CardPartTextView("a").cornerRadius(gap).node == CardPartTextView("a").cornerRadius(8).node)
    #expect(CardPartTextView("a").margins(gap).node != CardPartTextView("a").margins(9).node)
    let stacks = [CardPartStackView(axis: .vertical) {}, CardPartStackView(axis: .vertical) {}]
    #expect(stacks.map { $0.layoutMargins(gap).node } == stacks.map { $0.layoutMargins(8).node })
    #expect(DeckCanvas().padding(gap).node == DeckCanvas().padding(8.0).node)
    #expect(CardRounded(cornerRadius: gap).node == CardRounded(cornerRadius: 8).node)
    #expect(CardTheme.mint.cardPartMargins(gap).node == CardTheme.mint.cardPartMargins(8).node)
    #expect(CardTheme.mint.pageMargins(gap).node == CardTheme.mint.pageMargins(8).node)
  }
}
