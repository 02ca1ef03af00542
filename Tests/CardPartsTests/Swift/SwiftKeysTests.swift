import CardRaster
import Testing

@testable import CardParts

/// Tests of the modifiers written by hand.
///
/// `GeneratedSwiftTests` compares the generated modifiers with the tables.
@Suite("Swift can express every key in the schema")
struct SwiftKeysTests {
  private func keys(_ node: JSONNode?) -> Set<String> {
    guard case .object(let members)? = node?.value else { return [] }
    return Set(members.map(\.key))
  }

  private func properties(_ name: String) throws -> Set<String> {
    Set(try #require(SchemaDocument.objects.first { $0.name == name }).properties.map(\.name))
  }

  @Test("Every key of a deck, a card and a state")
  func decks() throws {
    let card = Card("a") { CardPartTextView("x") }.states {
      CardState("empty") { CardPartTextView("x") }.alt("x").link("https://example.com")
    }
    .theme(.mint).alt("x").height(10).clips(true).link("https://example.com").state("empty").hidden()
    .locale("de_DE")
    .swipe(.binding("swipe")).sheet(.binding("sheet"))
    .breakBefore(.page).breakAfter(.avoid).breakInside(.avoid).columnSpan(2).rowSpan(2).appearance(.dark)
    let deck = Deck { card }
      .canvas(DeckCanvas(width: 100)).theme(.mint).brand(CardBrand(accent: "#111")).appearance(.dark)
      .fonts(["a.otf"]).layout(.grid).data(["a": 1]).seed(1).date("2026-11-21").locale("de_DE").direction(
        .rightToLeft
      ).extends("base.json").title("x").author("x").component("c") { CardPartTextView("x") }
      .page(DeckPageSetup(size: .A4)).inputs(["a": DeckInput(type: .integer)]).rowsLocale("de_DE")
      .mail(DeckMailHeaders().subject("x"))
    // Only editors read the first key, so Swift does not write it.
    #expect(keys(deck.root) == Set(Deck.fields.names).subtracting(["$schema"]))
    guard case .array(let cards)? = deck.root["cards"]?.value else {
      Issue.record("no cards")
      return
    }
    #expect(keys(cards.first) == Set(CardReading.fields.names))
    #expect(keys(cards.first?["states"]?["empty"]) == Set(CardReading.StateValues.fields.names))
  }

  private struct Part: CardPartView { var node: DeckNode }

  @Test("In every property of every part, braces of data are never a binding")
  func dataIsNeverCode() throws {
    let pipeline = try DeckPipeline()
    var count = 0
    for kind in PartRegistry.kinds {
      guard case .object(let members)? = JSONNode.read(Array(kind.example.utf8), file: "").node?.value else {
        Issue.record("no example of \(kind.name)")
        continue
      }
      var node = DeckNode(type: kind.name, "T.swift", 1)
      for member in members where member.key != "type" { node.set(member.key, member.value) }
      // Every part has these; one of them is enough.
      let common = kind.name == "text" ? PartCommon.allFields.names : []
      let names = kind.properties.map(\.name) + common
      for name in names {
        for value in [DeckValue("{{ token }}"), [DeckValue("{{ token }}")]] {
          count += 1
          let deck = Deck { Card { Part(node: node).property(name, value) } }
            .data(["token": "SECRET"])
          let words: String
          do throws(DeckError) {
            let laidOut = try pipeline.laidOut(deck)
            words = Inspection().page(laidOut.pages[0]).text + laidOut.warnings.map(\.text).joined()
          } catch {
            words = error.description
          }
          #expect(!words.contains("SECRET"), "\(kind.name).\(name): \(words)")
        }
      }
    }
    #expect(count > 900)
  }

  @Test("Every key of fonts, insets, colours and themes")
  func values() throws {
    var files: [String] = []
    let font = CardFont(
      family: "Inter", size: 1, weight: .bold, isItalic: true, figures: .tabular, smallCaps: true,
      fractions: true,
      features: ["ss01"])
    #expect(keys(font.deckNode.json(nil, &files)) == (try properties("font")))
    let insets = CardInsets(top: 1, leading: 2, bottom: 3, trailing: 4).deckNode.json(nil, &files)
    #expect(keys(insets).union(["left", "right"]) == (try properties("insets")))
    let color = CardColor(light: "#000", dark: "#FFF").deckNode.json(nil, &files)
    #expect(keys(color) == Set(Appearance.allCases.map(\.rawValue)))
    let theme = CardTheme.mint.light(CardTheme()).dark(CardTheme().accentColor("#111")).node.json(nil, &files)
    // In Swift components belong to the deck.
    #expect(keys(theme).union(["$schema", "name", "components"]) == Set(ThemeReading.others))
    #expect(try properties("themeVariant").isSubset(of: try properties("themeObject")))
  }
}
