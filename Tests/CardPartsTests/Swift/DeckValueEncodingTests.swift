import CardParts
import Foundation
import Testing

@Suite("Foundation values are encoded as JSONEncoder encodes them")
struct DeckValueEncodingTests {
  private struct Order: Encodable {
    var day: Date
    var link: URL
    var price: Decimal
    var stamp: Data
    var id: UUID
    var extra: [Date?]
  }

  private static let date = Date(timeIntervalSince1970: 1_795_030_400)

  /// The JSON of Foundation, with keys and numbers as the library writes them.
  private func foundation(_ value: some Encodable, _ dates: JSONEncoder.DateEncodingStrategy) throws -> String
  {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = dates
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test("Dates, links, decimal numbers and bytes are encoded")
  func models() throws {
    let order = Order(
      day: Self.date, link: try #require(URL(string: "https://example.com/a?b=c#d")), price: 12.34,
      stamp: Data([0, 255, 16, 7]), id: UUID(), extra: [Self.date, nil])
    let value = try DeckValue(encoding: order)
    let twin = try Deck(json: #"{"cards":[],"data":\#(try foundation(order, .iso8601))}"#)
    for key in ["day", "link", "price", "stamp", "id", "extra"] {
      #expect(value.json[key]?.plainText == twin.root["data"]?[key]?.plainText, "\(key)")
    }
    #expect(value.json["day"]?.value == .string("2026-11-18T19:33:20Z"))
    #expect(value.json["price"]?.value == .number(12.34))
    #expect(value.json["stamp"]?.value == .string("AP8QBw=="))
  }

  @Test("The description of a value is its text, or JSON")
  func descriptions() {
    #expect("\(DeckValue("a \"b\" {{ c }}"))" == "a \"b\" {{ c }}")
    let list: DeckValue = ["a": [1, 2.5, nil, true], "b": "c"]
    #expect("\(list)" == #"{"a":[1,2.5,null,true],"b":"c"}"#)
    #expect(String(reflecting: "a" as DeckValue) == "\"a\"")
  }

  @Test("A date is drawn as the same day")
  func datesAreDrawn() throws {
    func svg(_ dates: DeckValue.DateEncoding) throws -> String {
      try Deck { Card { CardPartTextView("{{ from | date(\"d MMM yyyy HH:mm\") }}") } }
        .data(encoding: ["from": Self.date], dates: dates).render(to: .svg(keepsText: true))
    }
    #expect(try svg(.utc).contains("18 Nov 2026 19:33"))
    #expect(try svg(.secondsSince1970).contains("18 Nov 2026 19:33"))
    #expect(try svg(.local(secondsFromUTC: 5 * 3600)).contains("19 Nov 2026 00:33"))
    #expect(
      try DeckValue(encoding: [Self.date], dates: .millisecondsSince1970).json.plainText
        == foundation([Self.date], .millisecondsSince1970))
  }

  @Test(
    "Decimal numbers keep their digits",
    arguments: ["0", "-0.01", "12.34", "99999999999.99", "1234567890123456", "1e-20", "-7e30"])
  func decimals(_ text: String) throws {
    let decimal = try #require(Decimal(string: text))
    #expect(try DeckValue(encoding: decimal).json.number == Double(text))
  }

  @Test("A value that JSON cannot represent is an error with a hint")
  func refused() {
    #expect(throws: EncodingError.self) { try DeckValue(encoding: [Decimal.nan]) }
    let error = #expect(throws: EncodingError.self) {
      try DeckValue(encoding: ["days": [Self.date, Date(timeIntervalSince1970: 1e15)]])
    }
    guard case .invalidValue(_, let context)? = error else {
      Issue.record("another error")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["days", "Index 1"])
  }

  @Test(
    "Links with a base are absolute",
    arguments: [
      "g", "./g/", "../g", "../../g", "/g", "//h/g", "?y", "g?y#s", "#s", "", "https://other.org/x",
      "../../../g",
    ])
  func links(_ text: String) throws {
    let base = try #require(URL(string: "http://a/b/c/d;p?q"))
    guard let url = URL(string: text, relativeTo: base) else { return }
    #expect(try DeckValue(encoding: url).json.value == .string(url.absoluteString))
  }

  @Test("Dictionaries have the same keys as with JSONEncoder")
  func dictionaries() throws {
    enum Day: String, Encodable, CodingKeyRepresentable { case mon, tue, wed }
    enum Plain: String, Encodable { case only }
    let named: [Day: Int] = [.wed: 3, .mon: 1, .tue: 2]
    #expect(try DeckValue(encoding: named).json.plainText == #"{"mon":1,"tue":2,"wed":3}"#)
    #expect(
      try DeckValue(encoding: [2: "b", 1: "a"]).json.plainText == foundation([2: "b", 1: "a"], .iso8601))
    #expect(try DeckValue(encoding: [Plain.only: 1]).json.plainText == foundation([Plain.only: 1], .iso8601))
    #expect(
      try DeckValue(encoding: ["at": [1: Self.date]]).json.plainText
        == foundation(["at": [1: Self.date]], .iso8601))
  }
}

extension JSONNode {
  /// The value as compact text.
  fileprivate var plainText: String { JSONDump.write(self, pretty: false) }
}
