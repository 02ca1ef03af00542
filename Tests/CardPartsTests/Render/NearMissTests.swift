import Foundation
import TestSupport
import Testing

@testable import CardCharts
@testable import CardModel
@testable import CardParts

/// Hints for values that are nearly right.
@Suite struct NearMissTests {
  private static func issues(_ part: String, _ deck: String = "", folder: String = ".") throws -> [String] {
    try LaidOut.issues(of: #"{"cards":[{"parts":[\#(part)]}]\#(deck)}"#, folder: folder)
  }

  @Test(
    "The error for a value in another form shows the right form",
    arguments: [
      (
        #"{"type":"text","text":5}"#, "",
        "expected a string, found 5 at cards[0].parts[0].text; put it in quotes: \"5\""
      ),
      (
        #"{"type":"CardPartTextView","text":"a"}"#, "",
        "unknown part type 'CardPartTextView' at cards[0].parts[0].type; did you mean 'text'?"
      ),
      (
        #"{"type":"CardPartPillLabel","labelText":"a"}"#, "",
        "unknown part type 'CardPartPillLabel' at cards[0].parts[0].type; did you mean 'pillLabel'?"
      ),
      (
        #"{"type":"image","image":"assets\\pot.jpg"}"#, "",
        #"cannot access 'assets\pot.jpg': no such file; write / between folders at cards[0].parts[0].image"#
      ),
      (
        #"{"type":"text","text":"a"}"#, #","canvas":"og""#,
        "expected an object, found 'og' at canvas; write { \"preset\": \"og\" }"
      ),
      (
        #"{"type":"text","text":"a"}"#, ##","brand":"#ff0000""##,
        "expected an object, found '#ff0000' at brand; write { \"accent\": \"#ff0000\" }"
      ),
      (
        #"{"type":"chart","mark":"bar","data":[1],"rules":[5]}"#, "",
        "expected an object, found 5 at cards[0].parts[0].rules[0]; write { \"y\": 5 }"
      ),
      (
        #"{"type":"text","text":"a","style":"heading"}"#, "",
        "unknown text style 'heading' at cards[0].parts[0].style; did you mean 'header'?"
      ),
      (
        #"{"type":"button","buttonTitle":"a","style":"primary"}"#, "",
        "expected one of plain, filled, outlined, tinted at cards[0].parts[0].style; did you mean 'filled'?"
      ),
      (
        #"{"type":"image","image":"icon:home","contentMode":"cover"}"#, "",
        "at cards[0].parts[0].contentMode; did you mean 'scaleAspectFill'?"
      ),
      (
        #"{"type":"iconLabel","labelText":"a","icon":"calendar"}"#, "",
        "cannot access 'calendar': no such file at cards[0].parts[0].icon; did you mean 'icon:calendar'?"
      ),
      (
        #"{"type":"text","text":"{{ n | percent }}"}"#, #","data":{"n":"1,5"}"#,
        "the formatter 'percent' takes a number, found a string at cards[0].parts[0].text; write 1.5"
      ),
    ])
  func anotherForm(part: String, deck: String, words: String) throws {
    let issues = try Self.issues(part, deck)
    #expect(issues.count == 1 && issues[0].hasSuffix(words), "\(issues)")
  }

  @Test(
    "Every word of another program suggests a name that exists", arguments: KeywordSuggestions.objects.keys)
  func wordsForKeys(what: String) throws {
    for entry in KeywordSuggestions.objects[what] ?? [] {
      let target = entry.targets[0]
      let hint = target.contains(" ") ? target : "did you mean '\(target)'?"
      for word in entry.words {
        let issues = try LaidOut.issues(of: Self.deck(with: word, in: what))
        #expect(
          issues.contains { $0.contains("unknown key '\(word)' of \(what)") && $0.hasSuffix("; \(hint)") },
          "\(word) of \(what): \(issues)")
      }
    }
  }

  /// A deck with an unknown key in one kind of object.
  private static func deck(with key: String, in what: String) -> String {
    let member = "\"\(key)\":1"
    func deck(_ part: String) -> String { #"{"cards":[{"parts":[\#(part)]}]}"# }
    switch what {
    case "the deck": return #"{\#(member),"cards":[{"parts":[]}]}"#
    case "a card": return #"{"cards":[{\#(member),"parts":[]}]}"#
    case "the canvas": return #"{"canvas":{\#(member)},"cards":[{"parts":[]}]}"#
    case "brand": return #"{"brand":{"accent":"red",\#(member)},"cards":[{"parts":[]}]}"#
    case "a column": return deck(#"{"type":"table","columns":[{\#(member)}],"rows":[["a"]]}"#)
    case "a row": return deck(#"{"type":"table","rows":[{"leftTitleText":"a",\#(member)}]}"#)
    case "avatar": return deck(#"{"type":"avatars","avatars":[{"name":"a",\#(member)}]}"#)
    case "an annotation":
      return deck(#"{"type":"map","annotations":[{"latitude":1,"longitude":1,\#(member)}]}"#)
    default:
      // Such as part 'text'.
      return deck(#"{"type":"\#(what.split(separator: "'").last ?? "")",\#(member)}"#)
    }
  }

  @Test func wordsForAnyKeySuggestKeysThatExist() {
    let parts = Manual.parts.flatMap(\.properties) + Manual.common
    let others = Manual.deck.properties + Manual.theme("soft") + Manual.objects.flatMap(\.keys.properties)
    let known = Set((parts + others).map(\.name) + Manual.traitNames + ["columns", "columnSpan", "rowSpan"])
    for entry in KeywordSuggestions.keys {
      for target in entry.targets { #expect(known.contains(target), "\(target)") }
    }
    // The keys in hints.
    for entry in KeywordSuggestions.objects.values.joined() where entry.targets[0].contains(" ") {
      for match in entry.targets[0].matches(of: /'([A-Za-z]+)'|"([A-Za-z]+)":/) {
        let name = String(match.1 ?? match.2 ?? "")
        #expect(known.contains(name) || Manual.partNames.contains(name) || name == "type", "\(name)")
      }
    }
  }

  @Test func wordsForValuesSuggestValuesThatExist() {
    let parts = Manual.parts.flatMap(\.properties) + Manual.common + Manual.objects.flatMap(\.keys.properties)
    let known = parts.map(\.kind).joined(separator: " ")
    for entry in KeywordSuggestions.values {
      for target in entry.targets { #expect(known.contains("`\(target)`"), "\(target)") }
    }
  }

  @Test func wordsForPartTypesSuggestPartsAndMarks() throws {
    for entry in KeywordSuggestions.parts {
      let target = entry.targets[0]
      #expect(target.contains(" ") || Manual.partNames.contains(target), "\(target)")
      for word in entry.words {
        let issues = try Self.issues(#"{"type":"\#(word)"}"#)
        #expect(issues.contains { $0.hasSuffix("'\(target)'?") || $0.hasSuffix("; \(target)") }, "\(word)")
      }
    }
    for mark in KeywordSuggestions.marks {
      #expect(ChartMarkType(rawValue: mark) != nil)
      let issues = try Self.issues(#"{"type":"\#(mark)Chart"}"#)
      #expect(issues.contains { $0.hasSuffix(#"write "type": "chart", "mark": "\#(mark)""#) }, "\(issues)")
    }
  }

  @Test("A word of another program is suggested before a key that is spelled like it")
  func synonymsComeFirst() throws {
    for (part, hint) in [
      (#"{"type":"pillLabel","text":"a"}"#, "'labelText'"),
      (#"{"type":"text","text":"a","weight":1}"#, "'font'"),
      (#"{"type":"text","text":"a","text-color":1}"#, "'textColor'"),
      (#"{"type":"text","text":"a","txetColor":1}"#, "'textColor'"),
      (#"{"type":"button","buttonTitle":"a","colour":1}"#, "'titleColor' is the colour of the title"),
    ] {
      #expect(try Self.issues(part).contains { $0.contains(hint) }, "\(part)")
    }
  }

  @Test("An error in a file names the file as the deck does, without the folder")
  func filesAreNamedAsTheDeckDoes() throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    try files.createDirectory(atPath: folder.path + "/folder.png", withIntermediateDirectories: false)
    try files.createSymbolicLink(atPath: folder.path + "/link.png", withDestinationPath: "/etc/passwd")
    _ = files.createFile(atPath: folder.path + "/font.ttf", contents: Data("no font".utf8))
    func issue(_ part: String, _ deck: String = "") throws -> String {
      let issues = try Self.issues(part, deck, folder: folder.path)
      #expect(issues.count == 1, "\(issues)")
      return issues.first ?? ""
    }
    let inner = try issue(#"{"type":"image","image":"folder.png"}"#)
    #expect(inner.contains("error: cannot access 'folder.png': it is a folder, not a file at"), "\(inner)")
    let link = try issue(#"{"type":"image","image":"link.png"}"#)
    #expect(
      link.contains("a symbolic link points outside the deck's folder") && !link.contains("there is"),
      "\(link)")
    let theme = try issue(#"{"type":"text","text":"a"}"#, #","theme":"folder.png""#)
    #expect(!theme.contains(folder.path), "\(theme)")
    let font = try issue(#"{"type":"text","text":"a"}"#, #","fonts":["font.ttf"]"#)
    #expect(
      font.contains("'font.ttf' failed: it is not a font; use a TrueType or OpenType file at fonts[0]"),
      "\(font)")
  }
}
