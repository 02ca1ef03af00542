import TestSupport
import Testing

@testable import CardModel
@testable import CardParts

/// Numbers keep the digits they were written with.
@Suite struct JSONNumberTests {
  private static func number(_ text: String) throws -> JSONNumber {
    let node = try JSONScanner.scan(Array(text.utf8), file: "")
    guard case .number(let number) = node.value else {
      Issue.record("\(text) is not a number")
      return 0
    }
    return number
  }

  @Test(
    "A number is written with the digits of its source; an exponent is expanded",
    arguments: [
      ("4006381333931", "4006381333931"), ("999999999999", "999999999999"),
      ("1234567890123456789", "1234567890123456789"), ("-9223372036854775809", "-9223372036854775809"),
      ("9007199254740993", "9007199254740993"), ("1152921504606846976", "1152921504606846976"),
      ("1000000000000000", "1000000000000000"),
      ("3.000", "3.000"), ("1.50", "1.50"), ("1.10", "1.10"), ("-0", "0"), ("-0.0", "0.0"), ("0.10", "0.10"),
      ("0.123456789012345678901", "0.123456789012345678901"), ("0.1234567", "0.1234567"),
      ("1e-9", "0.000000001"), ("1E3", "1000"), ("-1.5e-7", "-0.00000015"), ("1.50e1", "15.0"),
      ("0e5", "0"), ("1e21", "1000000000000000000000"), ("12.5e2", "1250"), ("12.5e1", "125"),
      ("1.25e1", "12.5"),
      ("1e300", "1e300"), ("1.20e300", "1.20e300"), ("5e-324", "5e-324"), ("1e-400", "1e-400"),
    ])
  func digits(source: String, text: String) throws {
    #expect(try Self.number(source).text == text)
  }

  @Test(
    "A number in written JSON reads back with the same digits",
    arguments: [
      "4006381333931", "1234567890123456789", "3.000", "0.123456789012345678901", "1e-400", "-2.50",
    ])
  func written(source: String) throws {
    #expect(try JSONScanner.scan(Array(source.utf8), file: "").text == source)
  }

  @Test(
    "Numbers are compared by all of their digits",
    arguments: [
      ("9007199254740993", "9007199254740992", 1), ("9007199254740992", "9007199254740993", -1),
      ("-9007199254740993", "-9007199254740992", -1), ("1.5", "1.50", 0), ("100", "1e2", 0),
      ("1e-400", "0", 1), ("-1e-400", "0", -1), ("1e-400", "2e-400", -1), ("0", "-0.0", 0),
      ("0.1000000000000000055", "0.1", 1), ("1234567890123456789", "1234567890123456789.0", 0),
      ("2", "10", -1),
    ])
  func comparison(a: String, b: String, order: Int) throws {
    #expect(try Self.number(a).compared(to: Self.number(b)) == order)
  }

  private static let data = Sample.node(
    #"""
    {"id": 1234567890123456789, "other": 1234567890123456788, "ns": 1779840000123456789, "version": 1.10,
     "tiny": 1e-9, "huge": 1e300, "large": 1e20, "list": [9007199254740993, 1], "fine": 0.12345678901234567890, "ean": 4006381333931}
    """#)

  @Test(
    "Bindings keep digits, alone and inside a text",
    arguments: [
      ("{{ id }}", "1234567890123456789"), ("<{{ id }}>", "\"<1234567890123456789>\""),
      ("{{ version }}", "1.10"), ("v{{ version }}", #""v1.10""#), ("={{ tiny }}", #""=0.000000001""#),
      ("{{ id == other }}", "false"), ("{{ id > other }}", "true"),
      ("{{ id == 1234567890123456789 }}", "true"),
      ("{{ version == 1.1 }}", "true"), ("{{ id | number }}", #""1,234,567,890,123,456,789""#),
      ("{{ id | currency(\"USD\") }}", #""$1,234,567,890,123,456,789.00""#),
      ("{{ list | join(\"/\") }}", #""9007199254740993/1""#), ("={{ list | sum }}", #""=9007199254740994""#),
      ("{{ id + 1 }}", "1234567890123456790"), ("{{ id - other }}", "1"), ("{{ id % 10 }}", "9"),
      ("{{ ns / 1000000000 }}", "1779840000.123456789"), ("{{ 9007199254740992 + 1 }}", "9007199254740993"),
      ("={{ 3037000500 * 3037000500 }}", #""=9223372037000250000""#),
      ("{{ fine + 1 }}", "1.1234567890123456789"),
      ("={{ large / 3 }}", #""=33333333333333330000""#),
    ])
  func bindings(text: String, value: String) { #expect(Sample.fill(text, data: Self.data) == value) }

  @Test(
    "A calculation that would lose digits is an error",
    arguments: ["{{ id * id * id }}", "{{ id / 7 }}", "{{ huge + 1 }}"])
  func lostDigits(text: String) {
    #expect(
      Sample.fill(text, data: Self.data).contains("would lose digits of"),
      "\(Sample.fill(text, data: Self.data))")
  }

  @Test("Cells of a table are compared by all of their digits")
  func cells() {
    let data = JSONNode.object([
      ("a", .cell("9007199254740993")), ("b", .cell("9007199254740992")), ("c", .cell("1.50")),
    ])
    #expect(Sample.fill("{{ a == b }}", data: data) == "false")
    #expect(Sample.fill("{{ c == 1.5 }}", data: data) == "true")
    #expect(Sample.fill("{{ a | number }}", data: data) == #""9,007,199,254,740,993""#)
  }

  @Test("Integers from Swift keep their digits")
  func swift() {
    #expect(DeckValue(Int.max).json.text == "9223372036854775807")
    #expect(JSONNumber(UInt64.max).text == "18446744073709551615")
    #expect(DeckValue(0.1).json.text == "0.1")
  }

  @Test("Every part, the link, the alternative text and the id keep the digits of the data")
  func parts() throws {
    let deck = #"""
      {"data": {"n": 4006381333931, "s": 1234567890123456789, "g": 3.000}, "cards": [{"parts": [
        {"type": "text", "text": "{{ n }}", "link": "https://example.com/{{ s }}", "alt": "{{ s }}", "id": "{{ n }}"},
        {"type": "title", "title": "{{ s }}"}, {"type": "text", "text": "{{ g }}"},
        {"type": "barcode", "text": "{{ n }}"}, {"type": "progressBar", "barColors": ["#f00", "#0f0"], "barValues": ["{{ n }}", "{{ g }}"]}]}]}
      """#
    let text = try LaidOut(deck: deck).inspected().text
    #expect(
      text.contains(#""text":"4006381333931""#) && text.contains("https://example.com/1234567890123456789"))
    #expect(text.contains(#""id":"4006381333931""#) && text.contains(#""text":"1234567890123456789""#))
    #expect(text.contains(#""text":"3.000""#))
    #expect(!text.contains("1000000000000"))
  }

  @Test("An assignment keeps digits")
  func assignment() throws {
    let data = try DataOverlay.set("goal=3.000", in: .object([]))
    #expect(Sample.fill("{{ goal }} of {{ goal }}", data: data) == #""3.000 of 3.000""#)
  }

  @Test(
    "Different numbers are different categories",
    arguments: [
      ("[1234567890123, 1234567890124]", "1234567890123 1", "1234567890124 2"),
      ("[9007199254740992, 9007199254740993]", "9007199254740992 1", "9007199254740993 2"),
      ("[0.1234567, 0.1234568]", "0.1234567 1", "0.1234568 2"),
      ("[1e-9, 2e-9]", "0.000000001 1", "0.000000002 2"),
      ("[-5000000000000000000, 5e18]", "-5000000000000000000 1", "5000000000000000000 2"),
      ("[1.10, 1.1]", "1.10 1", "1.1 2"),
    ])
  func categories(names: String, first: String, second: String) throws {
    for chart in [
      #""mark":"column","x":"k:O","y":"v""#, #""mark":"horizontalBar","x":"k:N","y":"v""#,
      #""mark":"bar","x":"v:Q","y":"k:N""#,
    ] {
      let laidOut = try LaidOut(
        part: #"{"type":"chart",\#(chart),"data":{"k":\#(names),"v":[1,2]}}"#)
      let alt = try #require(laidOut.inspected()["alt"]?.plain)
      #expect(alt.contains(first) && alt.contains(second), "\(alt)")
    }
  }

  @Test("Different numbers are different series and slices")
  func series() throws {
    let data = #""data":{"k":[9007199254740992,9007199254740993],"v":[1,3],"m":["a","a"]}"#
    let stack = try LaidOut(part: #"{"type":"chart","mark":"column","x":"m","y":"v","color":"k:N",\#(data)}"#)
    let text = try stack.inspected().text
    #expect(text.contains("9007199254740992") && text.contains("9007199254740993"))
    let pie = try LaidOut(part: #"{"type":"chart","mark":"pie","x":"k","y":"v",\#(data)}"#)
    let alt = try #require(pie.inspected()["alt"]?.plain)
    #expect(alt.contains("9007199254740992 25.0%") && alt.contains("9007199254740993 75.0%"), "\(alt)")
  }
}
