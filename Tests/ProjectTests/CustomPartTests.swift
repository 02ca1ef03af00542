import CardParts
import Dials
import TestSupport
import Testing

@Suite("Custom parts of a program")
struct CustomPartTests {
  private static let options = DeckOptions(custom: [DialPart.self])

  private func issues(_ part: String, _ options: DeckOptions = Self.options) throws -> [String] {
    try Deck(json: #"{"cards":[{"parts":[\#(part)]}]}"#).issues(options: options).map(\.text)
  }

  @Test("A custom part has a frame among other parts, a size and a text alternative")
  func layout() throws {
    let deck = Deck {
      Card("a") {
        CardPartTextView("above")
        CardPartCustomView(DialPart.self).property("value", 0.7).property("caption", "of the budget").id(
          "dial")
        CardPartTextView("below").id("below")
      }
    }
    let laidOut = try deck.laidOut(options: Self.options)
    let dial = try #require(laidOut.frame(ofID: "dial"))
    #expect(dial.width >= 160)
    #expect(abs(dial.height - 137.6) < 0.001)
    #expect(try #require(laidOut.frame(ofID: "below")).minY >= dial.maxY)
    #expect(laidOut.elements.contains { $0.type == "dial" })
    let svg = try deck.render(to: .svg(keepsText: true), options: Self.options)
    #expect(svg.contains("70 %"))
    #expect(svg.contains("70 % of the budget"), "the text alternative")
    let other = try deck.data(["a": 1]).render(to: .png, options: Self.options) { _ in }
    #expect(try deck.render(to: .png, options: Self.options) == other)
  }

  @Test("The values of a custom part may be bound, also in JSON")
  func bindings() throws {
    let bound = try Deck(
      json: #"{"data":{"v":0.25},"cards":[{"parts":[{"type":"dial","value":"{{ v }}","size":"small"}]}]}"#)
    let plain = try Deck(json: #"{"cards":[{"parts":[{"type":"dial","value":0.25,"size":"small"}]}]}"#)
    #expect(
      try bound.render(to: .png, options: Self.options) == plain.render(to: .png, options: Self.options))
    let repeated = try Deck(
      json: #"{"cards":[{"parts":[{"type":"dial","forEach":[0.1,0.2,0.3],"value":"{{ item }}"}]}]}"#)
    #expect(try repeated.laidOut(options: Self.options).elements.filter { $0.type == "dial" }.count == 3)
  }

  @Test("Errors are reported as for any other part")
  func mistakes() throws {
    let at = "at cards[0].parts[0]"
    #expect(try issues(#"{"type":"dial","value":0.5}"#) == [])
    #expect(
      try issues(#"{"type":"dial","value":2}"#) == [
        "deck.json:1:44: error: 2 is out of range: 0 to 1 \(at).value"
      ])
    #expect(
      try issues(#"{"type":"dial","value":0.5,"vlaue":1}"#) == [
        "deck.json:1:48: error: unknown key 'vlaue' of part 'dial' \(at); did you mean 'value'?"
      ])
    #expect(try issues(#"{"type":"dial"}"#) == ["deck.json:1:21: error: part 'dial' needs 'value' \(at)"])
    #expect(
      try issues(#"{"type":"dial","value":0.5,"size":"smal"}"#) == [
        "deck.json:1:55: error: unknown value 'smal', expected one of small, large \(at).size; did you mean 'small'?"
      ])
    #expect(
      try issues(##"{"type":"dial","value":0.5,"alarmColor":"#F00"}"##) == [
        "deck.json:1:61: error: 'alarmColor' is never seen \(at).alarmColor; 'warnsAbove' says from when on"
      ])
    #expect(
      try issues(#"{"type":"dail","value":0.5}"#) == [
        "deck.json:1:29: error: unknown part type 'dail' \(at).type; did you mean 'dial'?"
      ])
  }

  @Test("A custom part is available only to the drawing that registers it")
  func isNotGlobal() throws {
    #expect(try issues(#"{"type":"dial","value":0.5}"#, DeckOptions()).count == 1)
    #expect(try issues(#"{"type":"dial","value":0.5}"#) == [])
    #expect(try issues(#"{"type":"dial","value":0.5}"#, DeckOptions()).count == 1)
    #expect(Self.options == DeckOptions(custom: [DialPart.self]))
    #expect(Self.options != DeckOptions())
  }

  private struct Wrong<Name: WrongName>: CustomPart {
    static var name: String { Name.text }
    static var summary: String { "A part without end." }
    static var example: String { "{}" }
    static var properties: [CustomProperty] { [] }
    init(_ values: CustomValues) {}
    func size(for proposal: SizeProposal, in surroundings: PartSurroundings) -> Size {
      Size(width: 10, height: Name.height)
    }
    func draw(in drawing: inout PartDrawing) { drawing.warn("nothing is drawn", hint: "draw") }
  }
  private protocol WrongName {
    static var text: String { get }
    static var height: Double { get }
  }
  private enum Text: WrongName {
    static let text = "text"
    static let height = 1.0
  }
  private enum Endless: WrongName {
    static let text = "endless"
    static let height = Double.infinity
  }
  private enum NoNumber: WrongName {
    static let text = "none"
    static let height = Double.nan
  }
  private enum Fine: WrongName {
    static let text = "fine"
    static let height = 5.0
  }

  @Test("Duplicate names and invalid sizes are rejected, warnings are reported")
  func wrongParts() throws {
    let deck = #"{"type":"separator"}"#
    #expect(
      try issues(deck, DeckOptions(custom: [Wrong<Text>.self])) == [
        "DeckOptions.custom: error: 'text' is already a part of cardshot"
      ])
    #expect(
      try issues(deck, DeckOptions(custom: [Wrong<Fine>.self, Wrong<Fine>.self])) == [
        "DeckOptions.custom: error: two parts have the name 'fine'"
      ])
    let endless = try issues(#"{"type":"endless"}"#, DeckOptions(custom: [Wrong<Endless>.self]))
    #expect(endless.count == 1)
    #expect(
      endless.first?.contains("the part 'endless' failed: its height is not finite at cards[0].parts[0]")
        == true
    )
    let none = try issues(#"{"type":"none"}"#, DeckOptions(custom: [Wrong<NoNumber>.self]))
    #expect(none.first?.contains("the part 'none' failed: its height is not a number") == true)
    #expect(
      try issues(#"{"type":"fine"}"#, DeckOptions(custom: [Wrong<Fine>.self])) == [
        "deck.json:1:21: warning: nothing is drawn at cards[0].parts[0]; draw"
      ])
  }

  private struct Panel: CustomPart {
    static let name = "panel"
    static let summary = "Parts on a coloured area, with a bar at the left."
    static let example = #"{ "type": "panel", "content": [{ "type": "text", "text": "Hi" }] }"#
    static let content = CustomKey.parts("content", "The parts on the area.")
    static let properties = [content.property]
    let content: [ChildPart]
    init(_ values: CustomValues) { content = values[Self.content] }
    func size(for proposal: SizeProposal, in surroundings: PartSurroundings) throws(RasterError) -> Size {
      let size = try surroundings.size(
        of: content, for: SizeProposal(width: proposal.width.reduced(by: 30)), spacing: 4)
      return Size(width: size.width + 30, height: size.height + 20)
    }
    func draw(in drawing: inout PartDrawing) throws(RasterError) {
      let size = drawing.size
      drawing.fill(
        RoundedRect(rect: Rect(x: 0, y: 0, width: 6, height: size.height)).path,
        drawing.surroundings.theme.base.accentColor)
      try drawing.add(
        content, in: Rect(x: 20, y: 10, width: size.width - 30, height: size.height - 20), spacing: 4)
    }
  }

  @Test("The library reads, lays out and draws the parts inside a custom part")
  func partsInside() throws {
    let options = DeckOptions(custom: [Panel.self, DialPart.self])
    let deck = Deck {
      Card {
        CardPartCustomView(Panel.self).property(Panel.content) {
          CardPartTextView("{{ item }}").forEach("names").id("name")
          CardPartCustomView(DialPart.self).property(DialPart.value, 0.5).id("dial")
          CardPartTextView("never").if("none")
        }
        .id("panel")
        CardPartTextView("below").id("below")
      }
    }
    .data(["names": ["Ann", "Bo"], "none": false])
    let laidOut = try deck.laidOut(options: options)
    #expect(laidOut.warnings.isEmpty, "\(laidOut.warnings)")
    let (panel, names) = (
      try #require(laidOut.frame(ofID: "panel")), laidOut.elements.filter { $0.id == "name" }
    )
    #expect(names.count == 2)
    #expect(names[0].frame.minX == panel.minX + 20 && names[0].frame.minY == panel.minY + 10)
    #expect(abs(names[1].frame.minY - names[0].frame.maxY - 4) < 0.001)
    let dial = try #require(laidOut.frame(ofID: "dial"))
    #expect(abs(dial.maxY + 10 - panel.maxY) < 0.001)
    #expect(try #require(laidOut.frame(ofID: "below")).minY >= panel.maxY)
    #expect(try deck.render(to: .svg(keepsText: true), options: options).contains("Bo"))
    // The same deck as JSON; a mistake inside has its own place.
    let json = try Deck(json: deck.json)
    #expect(try json.render(to: .png, options: options) == (try deck.render(to: .png, options: options)))
    #expect(
      try issues(#"{"type":"panel","content":[{"type":"txt"}]}"#, options) == [
        "deck.json:1:56: error: unknown part type 'txt' at cards[0].parts[0].content[0].type; did you mean 'text'?"
      ])
    #expect(try issues(#"{"type":"panel","content":"x"}"#, options).count == 1)
    #expect(Deck.schema(adding: [Panel.self]).contains("The parts on the area."))
    #expect(Panel.manualPage.contains("| `content` | parts |"))
  }

  @Test("In a right-to-left deck the parts inside are mirrored, and the drawing around them is not")
  func partsInsideFromTheRight() throws {
    func frames(_ direction: String) throws -> (panel: Rect, first: Rect, second: Rect) {
      let deck = try Deck(
        json: #"""
          {"direction":"\#(direction)","cards":[{"parts":[{"type":"panel","id":"p","content":[{"type":"stack",
          "arrangedSubviews":[{"type":"text","text":"one","width":40,"id":"a"},{"type":"text","text":"two","id":"b"}]}]}]}]}
          """#)
      let laidOut = try deck.laidOut(options: DeckOptions(custom: [Panel.self]))
      func frame(_ id: String) throws -> Rect { try #require(laidOut.frame(ofID: id)) }
      return (try frame("p"), try frame("a"), try frame("b"))
    }
    let (left, right) = (try frames("ltr"), try frames("rtl"))
    #expect(left.first.minX == left.panel.minX + 20 && left.first.maxX <= left.second.minX)
    #expect(right.first.maxX == right.panel.maxX - 10 && right.first.minX >= right.second.maxX)
  }

  @Test("Schema and manual contain the custom part")
  func manual() throws {
    let schema = Deck.schema(adding: [DialPart.self])
    #expect(schema.contains(#""const": "dial""#))
    #expect(schema.contains("From which value on it is in"))
    #expect(!Deck.schema().contains(#""const": "dial""#))
    let page = DialPart.manualPage
    #expect(page.contains("# dial\n"))
    #expect(page.contains("| `value` | number | needed | How far the arc is filled. |"))
    #expect(page.contains("| `size` | `small`, `large` | `large` |"))
    #expect(try issues(DialPart.example) == [])
  }

  @Test("A component consists of several parts")
  func components() throws {
    struct Person: ComposedPart {
      var name: String
      var isNew = false
      var body: [any CardPartView] {
        CardPartTitleView("\(name)")
        if isNew { CardPartPillLabel("NEW") }
        CardPartSeparatorView()
      }
    }
    let deck = Deck {
      Card("a") {
        Person(name: "Ann", isNew: true)
        for name in ["Bo", "Cy"] { Person(name: name) }
      }
    }
    #expect(
      try deck.laidOut().elements.map(\.type) == [
        "card", "title", "pillLabel", "separator", "title", "separator", "title", "separator",
      ])
    let whole = Deck {
      Card("a") {
        Person(name: "{{ item }}").margins(8).forEach("names")
        Person(name: "Cy").if("!names")
      }
    }
    .data(["names": ["Ann", "Bo"]])
    #expect(try whole.laidOut().elements.filter { $0.type == "title" }.count == 2)
  }
}
