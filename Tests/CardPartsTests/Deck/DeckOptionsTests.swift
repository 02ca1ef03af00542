import TestSupport
import Testing

@testable import CardParts

@Suite("Errors in the options of a caller")
struct DeckOptionsTests {
  private static let deck = Deck { Card("a") { CardPartTextView("Hi") } }

  private func issues(_ change: (inout DeckOptions) -> Void) -> [DeckIssue] {
    var options = DeckOptions()
    change(&options)
    return Self.deck.issues(options: options)
  }

  @Test("A scale out of range is an error", arguments: [-1, 0, .nan, .infinity, 8.5])
  func scale(_ scale: Double) {
    let found = issues { $0.scale = scale }
    #expect(found.count == 1)
    #expect(found.first?.option == "scale")
    #expect(found.first?.code == .outOfRange)
    #expect(found.first?.origin == .options)
    let shown = scale.isFinite ? (scale == 8.5 ? "8.5" : "\(Int(scale))") : "\(scale)"
    #expect(
      found.first?.text == "DeckOptions.scale: error: the scale must be between 0.1 and 8, found \(shown)")
  }

  @Test("A width out of range is an error", arguments: [-1, 0, .nan, 1e9])
  func width(_ width: Double) {
    let found = issues { $0.width = width }
    #expect(found.map(\.option) == ["width"])
    #expect(
      found.first?.text.hasPrefix(
        "DeckOptions.width: error: the width must be between 1 and 32000 points, found ")
        == true)
  }

  @Test("Unknown names are errors with a suggestion")
  func names() {
    #expect(
      issues { $0.theme = "mnt" }.map(\.text) == [
        "DeckOptions.theme: error: unknown theme 'mnt'; did you mean 'mint'?"
      ]
    )
    #expect(issues { $0.theme = "mnt" }.map(\.option) == ["theme"])
    #expect(issues { $0.theme = "mnt" }.map(\.code) == [.unknownTheme])
    #expect(issues { $0.theme = "none.json" }.map(\.option) == ["theme"])
    #expect(issues { $0.theme = "none.json" }.map(\.code) == [.unreadableFile])
    #expect(issues { $0.state = "x" }.map(\.text) == ["DeckOptions.state: error: no card has the state 'x'"])
    #expect(issues { $0.state = "x" }.map(\.code) == [.unknownState])
    #expect(
      issues { $0.cards = ["b"] }.first?.text
        == "DeckOptions.cards: error: no card has the id 'b'; did you mean 'a'?")
    #expect(issues { $0.cards = ["b"] }.first?.option == "cards")
    #expect(issues { $0.locale = "xx" }.map(\.option) == ["locale"])
    #expect(issues { $0.locale = "xx" }.map(\.code) == [.unknownLocale])
    #expect(issues { $0.assignments = ["a"] }.map(\.option) == ["assignments", "assignments"])
  }

  @Test("Messages of the command line name its options")
  func flags() {
    let options = DeckOptions(theme: "mnt", state: "x", cards: ["b"])
    let error = #expect(throws: DeckError.self) { try DeckPipeline().laidOut(Self.deck, options: options) }
    let files = error?.issues.map(\.file) ?? []
    #expect(files == ["--theme"] || Set(files) == ["--theme", "--state", "--card"], "\(files)")
  }

  @Test("Errors of the deck are not reported as errors of the options")
  func decks() {
    var options = DeckOptions()
    options.scale = 2
    let found = Deck { Card { CardPartTextView("Hi").textColor("#12345") } }.issues(options: options)
    #expect(found.map(\.option) == [nil])
    #expect(found.map(\.origin) == [.deck])
  }

  @Test("Decks with the same content are equal, wherever they were written")
  func equality() throws {
    let one = Deck { Card("a") { CardPartTextView("Hi") } }
    let other = Deck { Card("a") { CardPartTextView("Hi") } }
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    #expect(try Deck(json: one.json, folder: ".") == one)
    #expect(try Deck(json: one.json) != one, "it has no folder")
    #expect(one != other.theme(.mint))
    #expect(one != Deck { Card("a") { CardPartTextView("Ho") } })
    #expect(one != other.folder("/elsewhere"))
    #expect(Set([one, other, one.seed(1)]).count == 2)
  }

  @Test("A number that is not finite is one error and not two", arguments: [Double.nan, .infinity])
  func numbers(_ number: Double) {
    let found = Deck { Card { CardPartTextView("Hi").height(number) } }.issues()
    #expect(found.map(\.message) == ["a number must be finite, found \(number)"])
    #expect(found.map(\.code) == [.outOfRange])
  }

  /// A forgotten option would leave pictures of other options in a bulk run's folder.
  @Test func theRecordHasEveryOptionThatAffectsPictures() throws {
    var options = DeckOptions()
    options.dataLayers = [.object([("a", .of(1))])]
    options.assignments = ["a=2"]
    options.themeName = "soft"
    options.themeNode = .object([("margin", .of(3))])
    options.width = 320
    options.scale = 1.5
    options.state = "empty"
    options.drawsAllStates = true
    options.appearance = .dark
    options.locale = "de_DE"
    options.rowsLocale = "fr_FR"
    options.date = CalendarDate("2026-11-27")
    options.cards = ["a", "b"]
    options.usesSystemFonts = true
    let notRecorded: Set = [
      "dataFiles", "dataPlaces", "assignmentPlaces", "hasCheckedNames", "custom", "svg", "limits",
      "namesProperties",
    ]
    let labels = Set(Mirror(reflecting: options).children.compactMap(\.label)).subtracting(notRecorded)
    guard case .object(let members) = DeckOptions.record.json(options).value else {
      Issue.record("not an object")
      return
    }
    #expect(members.count == labels.count, "\(labels.sorted()), \(members.map(\.key))")
    #expect(DeckOptions.record.value(of: DeckOptions.record.json(options)) == options)
    // The Python module passes options of one word by name; a state is a parameter of its own.
    let list = try #require(
      DocsFolder.text("Python/cardshot/_render.py")?.firstMatch(of: /_PLAIN = \(([^)]*)\)/))
    for member in members
    where member.key != "state" && (member.value.plainText != nil || member.value.number != nil) {
      let name = member.key.replacing(/[A-Z]/) { "_" + $0.0.lowercased() }
      #expect(list.1.contains("\"\(name)\""), "the Python module has no '\(name)'")
    }
    #expect(JSONDump.write(DeckOptions.record.json(DeckOptions()), pretty: false) == "{}")
  }
}
