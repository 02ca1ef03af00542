import CardRaster
import Testing

@testable import CardParts

@Suite("The manual lists required keys, defaults and the fonts of themes") struct ManualTests {
  private func part(_ name: String) throws -> Manual.Entry {
    try #require(Manual.parts.first { $0.name == name })
  }

  private func standard(_ name: String, in properties: [Manual.Property]) throws -> String {
    try #require(properties.first { $0.name == name }).defaultText
  }

  @Test("A required key has no default")
  func neededKeys() throws {
    let rating = try part("rating")
    #expect(try standard("value", in: rating.properties) == "needed")
    #expect(try standard("count", in: rating.properties) == "5")
    #expect(rating.keys.choices.isEmpty)
    let press = try #require(Manual.traits.first { $0.name == "longPress" })
    #expect(try standard("link", in: press.properties) == "needed")
    let bar = try #require(Manual.objects.first { $0.name == "histogramEntry" }).keys
    #expect(try standard("height", in: bar.properties) == "needed")
  }

  @Test("A choice of keys is documented as a choice, and each key keeps its default")
  func choices() throws {
    let field = try part("textField")
    #expect(
      field.keys.choices == [["text", "placeholder", "borderStyle", "format", "backgroundColor"]])
    #expect(try standard("format", in: field.properties) == "`none`")
    #expect(Manual.objects.first { $0.name == "avatar" }?.keys.choices == [["name", "image"]])
    #expect(Manual.deck.choices == [["cards", "extends"]])
  }

  @Test("The keys that a part requires are among its properties or the common ones")
  func needsAreProperties() {
    let common = Set(PartCommon.allFields.names)
    for kind in PartRegistry.kinds {
      let known = common.union(kind.properties.map(\.name))
      for key in kind.needs.joined() { #expect(known.contains(key), "\(kind.name) needs \(key)") }
      let alone = kind.needs.filter { $0.count == 1 }.joined()
      let shown = Manual.keys(kind).properties.filter { $0.defaultText == Manual.Keys.needed }.map(\.name)
      #expect(Set(shown) == Set(alone), "\(kind.name)")
    }
  }

  @Test("A theme chooses the family of its headings from the available fonts")
  func headings() throws {
    let families = ["Inter", "Noto Serif"]
    let base = Manual.themeBase("editorial", families: families)
    #expect(try standard("headingFontFamily", in: base) == "Noto Serif")
    let fonts = Manual.theme("editorial", .dark, families: families)
    #expect(try standard("titleFont", in: fonts) == "Noto Serif SemiBold 18")
    #expect(try standard("normalTextFont", in: fonts) == "Inter 16")
    #expect(try standard("headingFontFamily", in: Manual.themeBase("editorial")) == "`fontFamily`")
    let other = Manual.themeBase("soft", families: families)
    #expect(try standard("headingFontFamily", in: other) == "`fontFamily`")
    // If both are available, the first in the theme's order is chosen.
    let better = Manual.themeBase("editorial", families: families + ["Lora"])
    #expect(try standard("headingFontFamily", in: better) == "Lora")
  }
}
