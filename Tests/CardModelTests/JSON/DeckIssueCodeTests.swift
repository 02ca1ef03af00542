import CardRaster
import TestSupport
import Testing

@testable import CardParts

@Suite("Issues have codes that programs can switch over")
struct DeckIssueCodeTests {
  private func issues(_ json: String) -> [DeckIssue] {
    do {
      return try Deck(json: json).issues()
    } catch {
      return error.issues
    }
  }

  @Test(
    "Each error has its code",
    arguments: [
      ("{", .notJSON), (#"{"cards":[],"cards":[]}"#, .duplicateKey),
      (#"{"crads":1,"cards":[{"parts":[]}]}"#, .unknownKey),
      ("{}", .missingValue), (#"{"cards":[]}"#, .nothingToDraw),
      (#"{"theme":"mnt","cards":[{"parts":[]}]}"#, .unknownTheme),
      (#"{"locale":"xx","cards":[{"parts":[]}]}"#, .unknownLocale),
      (#"{"cards":[{"parts":[{"type":"text","text":1}]}]}"#, .invalidValue),
      (#"{"cards":[{"parts":[{"type":"text","text":"a","height":-1}]}]}"#, .outOfRange),
      (#"{"cards":[{"parts":[{"type":"text","text":"{{ a"}]}]}"#, .invalidBinding),
      (#"{"cards":[{"parts":[{"type":"text","text":"{{ a }}"}]}]}"#, .invalidBinding),
      (#"{"cards":[{"parts":[{"type":"text","text":"a","font":"Intr 12"}]}]}"#, .unknownFont),
      (
        #"{"cards":[{"id":"a","parts":[{"type":"separator"}]},{"id":"a","parts":[{"type":"separator"}]}]}"#,
        .duplicateID
      ),
      (#"{"fonts":["none.otf"],"cards":[{"parts":[{"type":"separator"}]}]}"#, .unreadableFile),
      (#"{"canvas":{"height":32000,"width":32000},"cards":[{"parts":[{"type":"separator"}]}]}"#, .limit),
      (
        #"{"layout":"fullScreen","cards":[{"parts":[{"type":"separator"}]},{"parts":[{"type":"separator"}]}]}"#,
        .severalCards
      ),
      (
        #"{"canvas":{"width":80},"cards":[{"parts":[{"type":"text","text":"a long text","maxLines":1}]}]}"#,
        .cutText
      ),
      (#"{"cards":[{"parts":[{"type":"text","text":"\#u{13000}"}]}]}"#, .missingGlyph),
      (##"{"cards":[{"parts":[{"type":"text","text":"a","textColor":"#FEFEFE"}]}]}"##, .lowContrast),
      (#"{"canvas":{"height":20},"cards":[{"parts":[{"type":"text","text":"a"}]}]}"#, .overflow),
    ] as [(String, DeckIssue.Code)])
  func codes(_ json: String, _ code: DeckIssue.Code) {
    let found = issues(json)
    #expect(found.contains { $0.code == code }, "\(found.map { "\($0.code): \($0.text)" })")
  }

  @Test("A code is written for machines and has one name")
  func json() {
    let issue = issues("{}")[0]
    #expect(issue.json["code"]?.value == .string("missingValue"))
    let words = DeckIssue.Code.entries.map(\.code.rawValue)
    #expect(Set(words).count == words.count)
    #expect(Set(DeckIssue.Code.entries.map(\.meaning)).count == words.count)
  }

  @Test("A server can tell its own errors from those of the deck")
  func faults() throws {
    let fonts = FontCatalog(bundled: "/nowhere")
    let deck = Deck { Card { CardPartTextView("Hi") } }
    let missing = #expect(throws: DeckError.self) { try DeckPipeline(fonts).laidOut(deck) }
    #expect(missing?.isMachineFault == true)
    #expect(missing?.contains(.missingFonts) == true)
    guard case .file? = missing?.underlying as? RasterError else {
      Issue.record("\(String(describing: missing?.underlying))")
      return
    }
    let wrong = #expect(throws: DeckError.self) { try deck.theme("mnt").render(to: .png) }
    #expect(wrong?.isMachineFault == false)
    #expect(wrong?.underlying == nil)
    #expect(wrong?.contains(.unknownTheme) == true)
    #expect(wrong?.contains(.limit) == false)
  }

  @Test("An error is printed as lines without control characters")
  func description() throws {
    let error = #expect(throws: DeckError.self) {
      try Deck(json: "{\"a\\u001b\":1,\"b\":2,\"cards\":[{\"height\":1,\"parts\":[]}]}").render(to: .png)
    }
    #expect(
      error.map { "\($0)" } == """
        deck.json:1:2: error: unknown key 'aU+001B' of the deck
        deck.json:1:14: error: unknown key 'b' of the deck
        """)
    #expect("\(RasterError.limit(what: "a side", value: .nan, limit: 4))" == "a side is not a number")
  }
}
