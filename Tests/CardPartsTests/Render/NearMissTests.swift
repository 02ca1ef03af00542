import Foundation
import TestSupport
import Testing

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
        #"{"type":"text","text":"{{ n | percent }}"}"#, #","data":{"n":"1,5"}"#,
        "the formatter 'percent' takes a number, found a string at cards[0].parts[0].text; write 1.5"
      ),
    ])
  func anotherForm(part: String, deck: String, words: String) throws {
    let issues = try Self.issues(part, deck)
    #expect(issues.count == 1 && issues[0].hasSuffix(words), "\(issues)")
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
