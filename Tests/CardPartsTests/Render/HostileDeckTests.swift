import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// Malicious decks, and decks with untrusted data: each is drawn or fails with a place, in a short time.
@Suite struct HostileDeckTests {
  /// The issues of a deck, and the time to find them.
  private static func issues(_ deck: String) throws -> ([String], Duration) {
    let clock = ProcessorClock()
    var result: [String] = []
    let time = try clock.measure { result = try LaidOut.issues(of: deck) }
    return (result, time)
  }

  private static func card(_ part: String, _ card: String = "", _ deck: String = "") -> String {
    #"{\#(deck)"cards":[{\#(card)"parts":[{\#(part)}]}]}"#
  }

  /// A deck with a list, and some parts of one kind that are bound to it.
  private static func bound(_ list: [String], _ part: String, times: Int) -> String {
    let parts = [String](repeating: part, count: times).joined(separator: ",")
    return #"{"data":{"l":[\#(list.joined(separator: ","))]},"cards":[{"parts":[\#(parts)]}]}"#
  }

  private static func numbers(_ count: Int) -> [String] { (0..<count).map { String($0 % 100) } }

  private static let word = String(repeating: "a", count: 90_000)
  private static let words = String(repeating: "lorem ip ", count: 10_000)

  /// Decks that fail, each with its message and path.
  private static let refused: [(name: String, deck: String, message: String)] = [
    ("huge number", card(#""type":"text","text":"a","width":1e300"#), "at cards[0].parts[0].width"),
    (
      "huge radius", card(#""type":"text","text":"a""#, #""traits":{"rounded":{"cornerRadius":1e40}},"#),
      "at cards[0].traits.rounded.cornerRadius"
    ),
    ("huge font", card(#""type":"text","text":"a","font":{"size":1e7}"#), "at cards[0].parts[0].font.size"),
    (
      "huge font by words", card(#""type":"text","text":"a","font":"Inter 10000000""#),
      "at cards[0].parts[0].font"
    ),
    (
      "blur by scale",
      card(#""type":"text","text":"a""#, #""traits":{"shadow":{"radius":512}},"#, #""canvas":{"scale":8},"#),
      "at cards[0].traits.shadow.radius"
    ),
    (
      "stops",
      card(
        #""type":"text","text":"a""#,
        #""traits":{"gradient":{"colors":["#
          + [String](repeating: "\"red\"", count: 257).joined(separator: ",") + "]}},"),
      "at cards[0].traits.gradient.colors"
    ),
    (
      "a megabyte of text", card(#""type":"text","text":"\#(String(repeating: "a ", count: 500_000))""#),
      "more than the limit of 100000 at cards[0].parts[0].text"
    ),
    (
      "nested parts",
      card(
        String(repeating: #""type":"stack","arrangedSubviews":[{"#, count: 33) + #""type":"spacer""#
          + String(repeating: "}]", count: 33)), "nested deeper than the limit of 32"
    ),
    ("wide canvas", card(#""type":"text","text":"a""#, "", #""canvas":{"width":32768},"#), "at canvas.width"),
    (
      "many pixels", card(#""type":"text","text":"a""#, "", #""canvas":{"width":30000,"height":30000},"#),
      "more than the limit of 67108864 at canvas"
    ),
    (
      "tall bar", card(#""type":"bar","percent":1,"barHeight":1e6"#),
      "more than the limit of 32000 at cards[0].parts[0]"
    ),
    (
      "tall picture", card(#""type":"spacer","height":1e6"#),
      "more than the limit of 32000 at cards[0].parts[0]"
    ),
    ("nothing to draw", #"{"theme":"turbo","cards":[{"parts":[]}]}"#, "nothing to draw at cards[0]"),
    (
      "script behind a binding",
      #"{"data":{"l":"javascript:alert(1)"},"cards":[{"parts":[{"type":"text","text":"a","link":"{{ l }}"}]}]}"#,
      "links cannot use 'javascript:' at cards[0].parts[0].link"
    ),
    (
      "path behind a binding",
      #"{"data":{"p":"../secret.png"},"cards":[{"parts":[{"type":"image","image":"{{ p }}"}]}]}"#,
      "leads outside the deck's folder at cards[0].parts[0].image"
    ),
    ("device", card(#""type":"image","image":"/dev/zero""#), "absolute paths are not allowed"),
    (
      "name with a path",
      #"{"data":{"n":"../x"},"cards":[{"id":"{{ n }}","parts":[{"type":"text","text":"a"}]}]}"#,
      "'../x' is not a name at cards[0].id"
    ),
    (
      "repetitions",
      #"{"data":{"l":["# + [String](repeating: "[1,2,3,4,5,6,7,8,9,10]", count: 10).joined(separator: ",")
        + "]},"
        + String(
          card(
            String(repeating: #""type":"stack","forEach":"{{ l }}","arrangedSubviews":[{"#, count: 8)
              + #""type":"spacer""# + String(repeating: "}]", count: 8)
          ).dropFirst()), "more parts than the limit of 100000"
    ),
    (
      "lists gone through", bound(numbers(100_000), #"{"type":"text","text":"{{ l | count }}"}"#, times: 501),
      "iterate over more than 50000000 list entries at cards[0].parts[500].text"
    ),
    (
      "data of charts",
      bound(numbers(100_000), #"{"type":"chart","mark":"line","data":"{{ l }}"}"#, times: 11),
      "more than 2000000 values together at cards[0].parts[10].data"
    ),
    (
      "marks of all charts",
      bound(
        (0..<2_000).map { #"{"x":\#($0),"y":\#($0)}"# },
        #"{"type":"chart","mark":"point","data":"{{ l }}","x":"x","y":"y"}"#, times: 101),
      "the charts of the deck have more than 200000 bars, points, cells and names together at cards[0].parts[100]"
    ),
    (
      "pins of all maps",
      bound(
        [String](repeating: #"{"latitude":1,"longitude":1}"#, count: 2_000),
        #"{"type":"map","annotations":"{{ l }}"}"#, times: 18),
      "of which a pin of a map is 3 at cards[0].parts[16]"
    ),
    (
      "codes",
      bound([#""\#(word.prefix(2_900))""#], #"{"type":"barcode","text":"{{ l.0 }}"}"#, times: 400),
      "the barcodes of the deck have more than 2500000 shapes together"
    ),
    (
      "text of a picture", bound([#""\#(words)""#], #"{"type":"text","text":"{{ l.0 }}"}"#, times: 50),
      "the text of a picture in bytes"
    ),
  ]

  @Test(arguments: refused.map(\.name)) func isRefusedWithItsPlace(name: String) throws {
    let deck = try #require(Self.refused.first { $0.name == name })
    let (issues, time) = try Self.issues(deck.deck)
    let error = try #require(issues.first { $0.contains(" error: ") })
    #expect(error.contains(deck.message), "\(error.prefix(300))")
    #expect(error.hasPrefix("d.json:1:"), "\(error.prefix(300))")
    #expect(time < .seconds(30))
  }

  /// Decks that are drawn, possibly with warnings.
  private static let drawn: [(name: String, deck: String)] = [
    (
      "radius",
      card(
        ##""type":"text","text":"a","cornerRadius":1e6,"backgroundColor":"#F00""##,
        #""traits":{"rounded":{"cornerRadius":1e6}},"#)
    ),
    ("border", card(#""type":"text","text":"a""#, #""traits":{"border":{"width":1e6}},"#)),
    ("one line of words", card(#""type":"title","title":"\#(words)""#)),
    ("a pill of words", card(#""type":"pillLabel","labelText":"\#(words)""#)),
    ("a pill of one word", card(#""type":"pillLabel","labelText":"\#(word)""#)),
    ("words that shrink", card(#""type":"text","text":"\#(words)","maxLines":2,"minimumScaleFactor":0.05"#)),
    ("marks", card(#""type":"text","text":"a\#(String(repeating: "\u{301}", count: 40_000))""#)),
    (
      "spacing",
      card(
        #""type":"stack","spacing":1e6,"arrangedSubviews":[{"type":"text","text":"a"},{"type":"text","text":"b"}]"#
      )
    ),
    (
      "negative spacing",
      card(
        #""type":"stack","spacing":-1000,"arrangedSubviews":[{"type":"text","text":"a"},{"type":"text","text":"b"}]"#
      )
    ),
    ("letters apart", card(#""type":"text","text":"Hello world","letterSpacing":1000"#)),
    ("letters on each other", card(#""type":"text","text":"Hello world","letterSpacing":-100"#)),
    ("margin", card(#""type":"text","text":"Hello world","margins":[0,1e6]"#)),
    ("card margin", card(#""type":"text","text":"Hello world""#, #""traits":{"customMargin":1e6},"#)),
    ("direction", card(#""type":"text","text":"abc \u202e\u2066 def","alt":"\u202e""#)),
    ("zero byte", card(#""type":"text","text":"a\u0000b","alt":"a\u0000b""#)),
    (
      "empty words",
      card(
        #""type":"stack","arrangedSubviews":[{"type":"text","text":""},{"type":"title","title":""},{"type":"pillLabel","labelText":""},{"type":"button","buttonTitle":""},{"type":"titleDescription","leftTitleText":""},{"type":"table","rows":[]},{"type":"collection","items":[]},{"type":"stack","arrangedSubviews":[]}]"#
      )
    ),
  ]

  @Test(arguments: drawn.map(\.name)) func isDrawn(name: String) throws {
    let deck = try #require(Self.drawn.first { $0.name == name })
    let (issues, time) = try Self.issues(deck.deck)
    #expect(!issues.contains { $0.contains(" error: ") }, "\(issues.map { $0.prefix(200) })")
    #expect(time < .seconds(30))
  }

  @Test(arguments: [1.0, 2, 7, 40]) func aNarrowCanvasGivesNoSizeBelowZero(width: Double) throws {
    // The pictures of these are next to the examples, not next to the tests.
    let parts = PartRegistry.kinds.filter { !["image", "layers", "video"].contains($0.name) }.map(\.example)
      .joined(separator: ",")
    for theme in ["mint", "turbo"] {
      let laidOut = try LaidOut(
        parts: parts, theme: theme, canvas: #"{"width":\#(NumberText.format(width))}"#)
      func check(_ box: LayoutBox) {
        #expect(box.size.width >= 0 && box.size.height >= 0, "\(box.source?.type ?? "")")
        #expect(box.size.width.isFinite && box.size.height.isFinite, "\(box.source?.type ?? "")")
        for case .box(let child, let point) in box.content {
          #expect(point.x.isFinite && point.y.isFinite)
          check(child)
        }
      }
      for page in laidOut.deck.pages { check(page.box) }
    }
  }

  @Test func valuesOfTheDataAreNotReadAsBindings() throws {
    let laidOut = try LaidOut(
      deck:
        #"{"data":{"n":"{{ secret }}","secret":"x"},"cards":[{"parts":[{"type":"text","text":"{{ n }}"}]}]}"#)
    #expect(try laidOut.lines() == ["{{ secret }}"])
  }

  @Test func everyKindOfValueMayBeBound() throws {
    let deck = ##"""
      {"theme":"turbo","data":{"text":"T","number":7.5,"flag":true,"color":"#112233","list":["#FF0000","#00FF00"],"insets":[1,2,3,4],
        "font":{"size":20},"paint":{"gradient":{"colors":["red","blue"]}},"word":"center","parts":[{"type":"text","text":"inner"}],
        "rows":[{"leftTitleText":"r"}],"count":2},
       "cards":[{"traits":{"rounded":{"cornerRadius":"{{ number }}"}},"parts":[
        {"type":"text","text":"{{ number }}","font":"{{ font }}","textColor":"{{ color }}","margins":"{{ insets }}","textAlignment":"{{ word }}","backgroundColor":"{{ paint }}","alpha":0.5},
        {"type":"progressBar","barColors":"{{ list }}","currentValue":"{{ count }}"},
        {"type":"stack","arrangedSubviews":"{{ parts }}"},
        {"type":"table","rows":"{{ rows }}"},
        {"type":"text","text":"hidden","isHidden":"{{ flag }}"}]}]}
      """##
    let laidOut = try LaidOut(deck: deck)
    #expect(laidOut.warnings.isEmpty)
    #expect(try laidOut.lines() == ["7.5"])
    #expect(try laidOut.frame(2, 0).height > 0)
    #expect(try laidOut.frame(3, 0).height == 60)
    #expect(try laidOut.card()["parts"]?.element(4) == nil)
  }

  @Test func aTablesOwnRepetitionRepeatsItsCellWithConditions() throws {
    let table =
      #"{"type":"table","forEach":"{{ rows }}","as":"row","cell":{"if":"{{ row.on }}","leftTitleText":"{{ index }} {{ row.name }}"}}"#
    let laidOut = try LaidOut(
      deck:
        #"{"data":{"rows":[{"name":"a","on":true},{"name":"b","on":false},{"name":"c","on":true}]},"cards":[{"parts":[\#(table)]}]}"#
    )
    let rows = try #require(laidOut.card()["parts"]?.element(0)?["parts"])
    #expect(rows.element(0)?["lines"]?.element(0)?["text"]?.plain == "0 a")
    #expect(rows.element(1)?["lines"]?.element(0)?["text"]?.plain == "2 c")
    #expect(rows.element(2) == nil)
    let wrong = try LaidOut.issues(
      of:
        #"{"data":{"rows":[{"name":"a"}]},"cards":[{"parts":[{"type":"table","forEach":"{{ rows }}","cell":{"leftTitleText":"{{ item.nam }}"}}]}]}"#
    )
    #expect(
      wrong == [
        "d.json:1:115: error: no value for 'item.nam' in the data at cards[0].parts[0].cell.leftTitleText; did you mean 'item.name'?"
      ])
  }
}
