import CardParts
import Dials
import TestSupport
import Testing

@Suite("Custom traits and formatters of a program")
struct CustomTraitTests {
  private static let options = DeckOptions(custom: [DialPart.self, GlowTrait.self, HoursFormatter.self])

  private func issues(_ card: String, _ options: DeckOptions = Self.options) throws -> [String] {
    try Deck(json: #"{"data":{"m":425,"t":"x"},"cards":[\#(card)]}"#).issues(options: options).map(\.text)
  }

  @Test("A trait changes only its own card, from JSON and from Swift, and may be bound")
  func trait() throws {
    let json = try Deck(
      json:
        ##"{"data":{"s":30},"cards":[{"traits":{"glow":{"size":"{{ s }}","color":"#FF0000"}},"parts":[{"type":"text","text":"a"}]}]}"##
    )
    let swift = Deck {
      Card { CardPartTextView("a") }.trait(GlowTrait.self, ["size": 30, "color": "#FF0000"])
    }
    let plain = Deck { Card { CardPartTextView("a") } }
    let png = try json.render(to: .png, options: Self.options)
    #expect(png == (try swift.render(to: .png, options: Self.options)))
    #expect(png != (try plain.render(to: .png, options: Self.options)))
    let shadow = Deck {
      Card { CardPartTextView("a") }
        .shadow(CardShadow(color: "#FF000073", radius: 30, opacity: 1, offset: .zero))
    }
    #expect(png == (try shadow.render(to: .png)), "the same shadow as with the trait 'shadow'")
  }

  @Test("Errors in a trait are reported as for any other trait")
  func traitMistakes() throws {
    func card(_ traits: String) -> String { #"{"traits":{\#(traits)},"parts":[]}"# }
    #expect(try issues(card(#""glow":{}"#)) == [])
    #expect(
      try issues(card(#""glow":{"size":101}"#)) == [
        "deck.json:1:62: error: 101 is out of range: 0 to 100 at cards[0].traits.glow.size"
      ])
    #expect(
      try issues(card(#""glow":{"sise":1}"#)) == [
        "deck.json:1:55: error: unknown key 'sise' of trait 'glow' at cards[0].traits.glow; did you mean 'size'?"
      ])
    #expect(
      try issues(card(#""glwo":{}"#)) == [
        "deck.json:1:47: error: unknown key 'glwo' of the traits at cards[0].traits; did you mean 'glow'?"
      ])
    #expect(try issues(card(#""glow":{}"#), DeckOptions()).count == 1, "not available to other drawings")
  }

  @Test("A formatter works in bindings and in sliders")
  func formatter() throws {
    func svg(_ text: DeckText, _ options: DeckOptions = Self.options) throws -> String {
      let deck = Deck { Card { CardPartTextView(text) } }.data(["m": 425, "few": 7, "none": nil])
      return try deck.render(to: .svg(keepsText: true), options: options)
    }
    #expect(try svg("{{ m | hours }}").contains("7 h 05"))
    #expect(try svg("{{ m | hours | upper }}").contains("7 H 05"))
    #expect(try svg("{{ few | hours(\"min\") }} to go").contains("7 min to go"))
    #expect(try svg("{{ gone | hours | default(\"–\") }}").contains("–"))
    let slider = Deck {
      Card {
        CardPartMultiSliderView().property("value", [65]).maximumValue(100)
          .property("orientation", "horizontal")
          .property("valueLabelFormatter", "hours").property("valueLabelPosition", "top")
      }
    }
    #expect(try slider.render(to: .svg(keepsText: true), options: Self.options).contains("1 h 05"))
  }

  @Test("Errors in a formatter are reported at the binding")
  func formatterMistakes() throws {
    func card(_ text: String) -> String { #"{"parts":[{"type":"text","text":"\#(text)"}]}"# }
    let place = "deck.json:1:68: error:"
    #expect(
      try issues(card("{{ t | hours }}")) == [
        "\(place) the formatter 'hours' takes a whole number of minutes, found a string at cards[0].parts[0].text"
      ])
    #expect(
      try issues(card("{{ m | hurs }}")) == [
        "\(place) unknown formatter 'hurs' at cards[0].parts[0].text; did you mean 'hours'?"
      ])
    #expect(try issues(card("{{ m | hours }}"), DeckOptions()).count == 1, "not available to other drawings")
  }

  private enum Upper: CustomFormatter {
    static let name = "upper"
    static let summary = "Taken."
    static let example = "{{ a | upper }}"
    static func text(for input: FormatterInput) -> String { input.text ?? "" }
  }

  private enum Blank: CustomKind {
    static let name = "blank"
    static let summary = "Nothing at all."
    static let example = "{}"
  }

  private struct Odd: CustomTrait {
    static let name = "odd"
    static let summary = "Its default is not one of its values."
    static let example = #"{ "odd": {} }"#
    static let properties: [CustomProperty] = [.number("size", "A size.", in: 0...1, default: 2)]
    init(_ values: CustomValues) {}
    func apply(to frame: inout CardFrame, theme: ResolvedTheme) {}
  }

  private struct Twice: CustomTrait {
    static let name = "shadow"
    static let summary = "Taken."
    static let example = "{}"
    static let properties: [CustomProperty] = []
    init(_ values: CustomValues) {}
    func apply(to frame: inout CardFrame, theme: ResolvedTheme) {}
  }

  private struct Tint: CustomTrait {
    static let name = "tint"
    static let summary = "A translucent colour above the background."
    static let example = #"{ "tint": {} }"#
    static let properties: [CustomProperty] = []
    init(_ values: CustomValues) {}
    func apply(to frame: inout CardFrame, theme: ResolvedTheme) {
      frame.overlays.append(.solid(Color(red: 255, green: 0, blue: 0, alpha: 128)))
    }
  }

  @Test("A trait tints the background of a card, and not the canvas")
  func tint() throws {
    func picture(_ card: (Card) -> Card) throws -> Bitmap {
      try Deck { card(Card { CardPartSpacerView(height: 20) }) }.canvas(width: 100)
        .render(to: .bitmap, options: DeckOptions(custom: [Tint.self]))
    }
    let (plain, tinted) = (try picture { $0 }, try picture { $0.trait(Tint.self) })
    let middle = (x: plain.width / 2, y: plain.height / 2)
    #expect(tinted[middle.x, middle.y].red == 255)
    #expect(tinted[middle.x, middle.y].green < plain[middle.x, middle.y].green)
    #expect(tinted[0, 0] == plain[0, 0])
  }

  private struct Ribbon: CustomTrait {
    static let name = "ribbon"
    static let summary = "A band in the upper left corner, over the parts, and one at the bottom behind them."
    static let example = ##"{ "ribbon": { "color": "#F00" } }"##
    static let color = CustomKey.color("color", "Its colour.", default: .black)
    static let properties = [color.property]
    let color: Color
    init(_ values: CustomValues) { color = values[Self.color] }
    private func band(_ drawing: inout PartDrawing, y: Double) {
      let rect = Rect(x: 0, y: y, width: drawing.size.width, height: 30)
      drawing.fill(RoundedRect(rect: rect).path, color)
    }
    func drawOver(in drawing: inout PartDrawing) { band(&drawing, y: 0) }
    func drawBehind(in drawing: inout PartDrawing) throws(RasterError) {
      if color.alpha == 0 { throw .image(reason: "it has no colour") }
      band(&drawing, y: drawing.size.height - 30)
    }
  }

  @Test("A trait draws over the parts and behind them, inside the corners of the card")
  func drawing() throws {
    let options = DeckOptions(custom: [Ribbon.self])
    func picture(_ traits: String) throws -> Bitmap {
      let card =
        ##"{"traits":{\##(traits)},"parts":[{"type":"spacer","height":60,"margins":0,"backgroundColor":"#00F"}]}"##
      let deck = ##"{"canvas":{"width":100,"padding":0},"cards":[\##(card)]}"##
      return try Deck(json: deck).render(to: .bitmap, options: options)
    }
    let plain = try picture("\"customMargin\":0,\"rounded\":{\"cornerRadius\":20}")
    let drawn = try picture(
      "\"customMargin\":0,\"rounded\":{\"cornerRadius\":20},\"ribbon\":{\"color\":\"#F00\"}")
    let red = Color(red: 255, green: 0, blue: 0)
    let frame = try #require(
      (0..<plain.height).filter { plain[x: plain.width / 2, y: $0] == Color(red: 0, green: 0, blue: 255) }
        .first)
    #expect(drawn[x: drawn.width / 2, y: frame + 2] == red, "over the blue part")
    #expect(drawn[x: drawn.width / 2, y: frame + 40] == plain[x: plain.width / 2, y: frame + 40])
    #expect(drawn != plain)
    #expect(drawn[x: 0, y: 0] == plain[x: 0, y: 0], "clipped to the corners")
    let issues = try issues(
      ##"{"traits":{"ribbon":{"color":"#F000"}},"parts":[{"type":"separator"}]}"##, options)
    #expect(issues.count == 1)
    #expect(issues.first?.contains("the trait 'ribbon' failed: it has no colour") == true, "\(issues)")
    #expect(issues.first?.contains("cards[0].traits.ribbon") == true, "\(issues)")
  }

  private struct Holder: CustomTrait {
    static let name = "holder"
    static let summary = "A trait cannot have parts."
    static let example = #"{ "holder": {} }"#
    static let properties: [CustomProperty] = [.parts("content", "Parts.")]
    init(_ values: CustomValues) {}
  }

  @Test("Invalid kinds are rejected, each with its reason")
  func wrongKinds() throws {
    let wrong: CustomKinds = [Upper.self, Blank.self, Odd.self, Twice.self, Holder.self]
    #expect(
      try issues(#"{"parts":[{"type":"separator"}]}"#, DeckOptions(custom: wrong)) == [
        "DeckOptions.custom: error: 'upper' is already a formatter of cardshot",
        "DeckOptions.custom: error: 'blank' is not a part, trait or formatter",
        "DeckOptions.custom: error: the default of property 'size' of trait 'odd' is not one of its values",
        "DeckOptions.custom: error: 'shadow' is already a trait of cardshot",
        "DeckOptions.custom: error: trait 'holder' has parts in 'content', which only a part can have",
      ])
  }

  @Test("Schema and manual contain custom kinds, and their examples work")
  func manual() throws {
    let kinds: CustomKinds = [DialPart.self, GlowTrait.self, HoursFormatter.self]
    let schema = Deck.schema(adding: kinds)
    #expect(schema.contains("How far the light reaches."))
    #expect(!Deck.schema().contains("How far the light reaches."))
    #expect(GlowTrait.manualPage.contains("| `size` | number | 18 | How far the light reaches. |"))
    #expect(HoursFormatter.manualPage.contains("# hours\n\nMinutes as hours and minutes"))
    #expect(try issues(#"{"traits":\#(GlowTrait.example),"parts":[]}"#) == [])
    #expect(try issues(#"{"parts":[{"type":"text","text":"\#(HoursFormatter.example)"}]}"#) == [])
  }
}
