import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// Components: parts that a deck defines from other parts.
@Suite struct ComponentTests {
  private static let stat = #"""
    "stat": {
      "parameters": {
        "label": null, "count": 1, "tone": { "type": "text", "values": ["good", "bad"], "default": "good" },
        "tint": { "type": "color", "default": "black" }, "note": { "type": "text", "default": null }
      },
      "parts": [
        { "type": "text", "text": "{{ label }} {{ count }} {{ tone }}", "textColor": "{{ tint }}" },
        { "type": "text", "if": "{{ note }}", "text": "{{ note }}" }
      ]
    }
    """#

  private func deck(_ parts: String, _ components: String = stat, theme: String = #""mint""#) -> String {
    #"{"theme":\#(theme),"data":{"name":"Ann"},"components":{\#(components)},"cards":[{"parts":[\#(parts)]}]}"#
  }

  private func words(_ deck: String) throws -> [String] {
    let laidOut = try LaidOut(deck: deck)
    func words(_ node: JSONNode) -> [String] {
      var result: [String] = []
      for number in 0... {
        guard let line = node["lines"]?.element(number) else { break }
        result.append(line["text"]?.plain ?? "")
      }
      for number in 0... {
        guard let part = node["parts"]?.element(number) else { break }
        result += words(part)
      }
      return result
    }
    return words(try laidOut.card())
  }

  @Test func aUseGivesValuesAndTheRestAreDefaults() throws {
    #expect(try words(deck(#"{"type":"stat","label":"Cats"}"#)) == ["Cats 1 good"])
    #expect(
      try words(deck(#"{"type":"stat","label":"{{ name }}","count":2,"tone":"bad","note":"new"}"#))
        == ["Ann 2 bad", "new"])
    #expect(
      try words(deck(#"{"type":"stat","forEach":["a","b"],"as":"x","label":"{{ x }}"}"#))
        == ["a 1 good", "b 1 good"])
  }

  @Test func bracesInTheValuesOfAUseAreData() throws {
    let deck = #"""
      {"theme":"mint","data":{"evil":"{{ secret }}","secret":"no"},"components":{\#(Self.stat)},
       "cards":[{"parts":[{"type":"stat","label":"{{ evil }}"}]}]}
      """#
    #expect(try words(deck) == ["{{ secret }} 1 good"])
  }

  @Test func otherKeysOfAUseOverrideThePart() throws {
    let plain = try LaidOut(deck: deck(#"{"type":"stat","label":"x","margins":0}"#)).frame(0)
    let moved = try LaidOut(deck: deck(#"{"type":"stat","label":"x","margins":[7,30,0,0],"width":200}"#))
      .frame(0)
    #expect(
      isNear(moved.minX, plain.minX + 30) && isNear(moved.minY, plain.minY + 7) && isNear(moved.width, 200))
  }

  @Test(
    arguments: [
      (#"{"type":"stat"}"#, "component 'stat' needs 'label'"),
      (#"{"type":"stat","label":"x","count":"two"}"#, "expected a number, found 'two'"),
      (#"{"type":"stat","label":"x","tone":"godo"}"#, "did you mean 'good'?"),
      (
        #"{"type":"stat","label":"x","tint":"rde"}"#,
        "'rde' is not a colour (the component is in line 1 of d.json)"
      ),
      (#"{"type":"stat","label":"x","lable":"y"}"#, "unknown key 'lable' of part 'stack'"),
      (
        #"{"type":"stat","label":"x","lable":"y"}"#,
        "(component 'stat', used at cards[0].parts[0] in line 1 of d.json)"
      ),
      (#"{"type":"stta","label":"x"}"#, "did you mean 'stat'?"),
    ]) func errorsOfAUseNameBothPlaces(use: String, message: String) throws
  {
    let stat = Self.stat.replacing("\n", with: " ")
    let issues = try LaidOut.issues(of: deck(use, stat))
    #expect(issues.count == 1)
    #expect(issues.first?.contains(message) == true, "\(issues)")
  }

  @Test(
    arguments: [
      (#""a":{"part":{"type":"a"}}"#, "component 'a' contains itself at components.a.part"),
      (
        #""a":{"part":{"type":"b"}},"b":{"parts":[{"type":"a"}]}"#,
        "component 'a' contains itself, through 'b' at components.a.part"
      ),
      (
        #""text":{"part":{"type":"image"}}"#,
        "'text' is already a part at components.text; choose another name"
      ),
      (#""a":{}"#, "a component needs 'part' or 'parts' at components.a"),
      (#""a":{"part":{"type":"separator"},"parts":[]}"#, "a component has 'part' or 'parts', not both"),
      (
        #""a":{"parameters":{"type":1},"part":{"type":"separator"}}"#,
        "'type' cannot be the name of a parameter"
      ),
      (
        #""a":{"parameters":{"n":{"type":"number","default":"x"}},"part":{"type":"separator"}}"#,
        "expected a number"
      ),
      (#""a":{"parameters":{"n":{"x":1}},"part":{"type":"separator"}}"#, "unknown key 'x' of a parameter"),
    ]) func errorsOfAComponentAreReported(component: String, message: String) throws
  {
    let issues = try LaidOut.issues(of: deck(#"{"type":"separator"}"#, component))
    #expect(issues.contains { $0.contains(message) }, "\(issues)")
  }

  @Test func usingACircularComponentIsNotASecondError() throws {
    let circle = #""a":{"parameters":{"n":1},"part":{"type":"b"}},"b":{"parts":[{"type":"a"}]}"#
    let issues = try LaidOut.issues(of: deck(#"{"type":"a","n":2}"#, circle))
    #expect(issues.count == 2)
    #expect(issues.allSatisfy { $0.contains("contains itself") }, "\(issues)")
  }

  @Test func aCycleMadeByABindingEndsAtTheNestingLimit() throws {
    let circle = #""a":{"parameters":{"t":"a"},"parts":[{"type":"{{ t }}"}]}"#
    let issues = try LaidOut.issues(of: deck(#"{"type":"a"}"#, circle))
    #expect(issues.contains { $0.contains("nested deeper than the limit of \(Limits.nesting)") }, "\(issues)")
  }

  @Test func tooManyAreRefused() throws {
    let many = (0...Limits.components).map { #""c\#($0)":{"part":{"type":"separator"}}"# }.joined(
      separator: ",")
    let issues = try LaidOut.issues(of: deck(#"{"type":"separator"}"#, many))
    #expect(issues.contains { $0.contains("1001 components, more than the limit of 1000") }, "\(issues)")
  }

  @Test func aThemeHasComponentsAndThoseOfTheDeckTakePrecedence() throws {
    let theme = #"""
      {"base":"mint","components":{"stat":{"part":{"type":"text","text":"theme"}},"other":{"part":{"type":"text","text":"o"}}}}
      """#
    #expect(
      try words(deck(#"{"type":"stat","label":"x"},{"type":"other"}"#, theme: theme)) == ["x 1 good", "o"])
    #expect(try words(deck(#"{"type":"stat"}"#, "", theme: theme)) == ["theme"])
  }

  @Test func aSchemaContainsTheComponentsOfItsDeck() throws {
    let deck = try Deck(json: deck(#"{"type":"stat","label":"x"}"#))
    let own = JSONDump.write(SchemaDocument.root(for: deck), pretty: false)
    #expect(own.contains(#"{"const":"stat"}"#) && own.contains(#""enum":["good","bad"]"#))
    // If the names are known, any other name is invalid.
    let anyName = #""pattern":"^[^{}]+$""#
    #expect(!own.contains(anyName) && JSONDump.write(SchemaDocument.root, pretty: false).contains(anyName))
    #expect(!JSONDump.write(SchemaDocument.root, pretty: false).contains(#""const":"stat""#))
  }

  @Test func theSwiftAPIWritesTheSame() throws {
    let deck = Deck {
      Card { CardComponent("stat").parameter("label", "Cats").width(120) }
    }
    .component("stat", parameters: ["label": nil]) { CardPartTextView("{{ label }}!") }
    let json = #"""
      {"version":1,"cards":[{"parts":[{"type":"stat","label":"Cats","width":120}]}],
       "components":{"stat":{"parameters":{"label":null},"parts":[{"type":"text","text":"{{ label }}!"}]}}}
      """#
    let drawn = try LaidOut(deck: deck.json)
    #expect(drawn.dump == (try LaidOut(deck: json)).dump)
    #expect(drawn.warnings == [])
  }
}
