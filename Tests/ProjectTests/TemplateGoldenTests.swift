import CardRaster
import CardTesting
import TestSupport
import Testing

@testable import CardParts

/// The templates of `cardshot new`; their goldens are the pictures of the gallery.
@Suite("Templates") struct TemplateGoldenTests {
  /// A template in an appearance.
  struct Look: CustomTestStringConvertible, Sendable {
    var name: String
    var appearance: Appearance

    /// The golden: `templates/invoice`, `templates/invoice-dark`.
    var golden: String { "templates/\(name)\(appearance == .dark ? "-dark" : "")" }
    var testDescription: String { golden }
  }

  static let looks = Templates.names.flatMap { name in
    [Appearance.light, .dark].map { Look(name: name, appearance: $0) }
  }

  @Test("A template has no warnings and is equal to its golden", arguments: looks)
  func looksAlike(_ look: Look) throws {
    let folder = try Templates.folder(look.name)
    var options = DeckOptions()
    options.appearance = look.appearance
    options.dataLayers = [try DataFile.read(try file("data.json", in: folder), file: "data.json")]
    let deck = try DocsDeck.laidOut(
      try file("deck.json", in: folder), file: "deck.json", folder: folder, options: options)
    #expect(deck.warnings.map(\.text) == [])
    expectGolden(
      bitmap: try DocsDeck.pixels(try Goldens.png(deck), name: look.golden), named: look.golden,
      scale: deck.pages[0].display.scale, goldens: DocsFolder.root + "/Docs/pictures")
  }

  @Test("There are at least forty templates in five sizes, each with a one-sentence summary")
  func thereAreMany() throws {
    let all = try Templates.shelf().all()
    #expect(all.count >= 40)
    #expect(Set(all.map(\.preset)).isSuperset(of: ["og", "square", "story", "email", "phone"]))
    #expect(Set(all.map(\.summary)).count == all.count)
    for template in all {
      #expect(template.summary.hasSuffix(".") && template.summary.count < 100, "\(template.name)")
      #expect(!template.size.isEmpty, "\(template.name)")
    }
  }

  @Test("All words of a template come from its data", arguments: Templates.names)
  func allWordsAreData(_ name: String) throws {
    let root = try #require(JSONNode.read(try file("deck.json", in: Templates.folder(name)), file: name).node)
    #expect(root["data"] == nil)
    var count = 0
    each(root) { key, text in
      guard Self.wordKeys.contains(key), !text.isEmpty else { return }
      count += 1
      let rest = text.replacing(/\{\{.*?\}\}/, with: "")
      #expect(text.contains("{{") && !rest.contains { $0.isLetter || $0.isNumber }, "\(name) says '\(text)'")
    }
    #expect(count > 3)
  }

  /// The keys of parts whose values are visible, spoken, or links.
  private static let wordKeys: Set<String> = [
    "text", "labelText", "title", "subtitle", "buttonTitle", "alt", "label", "link", "leftTitleText",
    "leftDescriptionText", "rightTitleText", "rightDescriptionText", "centerText", "header", "footer",
    "markerLabelTitle",
  ]

  private func each(_ node: JSONNode, _ visit: (String, String) -> Void) {
    switch node.value {
    case .object(let members):
      for member in members {
        if case .string(let text) = member.value.value { visit(member.key, text) }
        each(member.value, visit)
      }
    case .array(let elements): for element in elements { each(element, visit) }
    default: break
    }
  }

  @Test(
    "A template has one brand on a line of its own, and uses each of its files", arguments: Templates.names)
  func isTidy(_ name: String) throws {
    let deck = String(decoding: try file("deck.json", in: Templates.folder(name)), as: UTF8.self)
    let lines = deck.split(separator: "\n").filter { $0.contains("\"brand\"") }
    #expect(lines.count == 1 && lines.allSatisfy { $0.hasPrefix("  \"brand\": { ") && $0.hasSuffix(" },") })
    let data = String(decoding: try file("data.json", in: Templates.folder(name)), as: UTF8.self)
    for path in try Templates.shelf().template(name).files().map(\.path).dropFirst(2) {
      #expect(deck.contains("\"\(path)\"") || data.contains("\"\(path)\""), "\(name) does not use \(path)")
    }
  }

  @Test("Another accent colour changes each template", arguments: Templates.names)
  func brandIsSeen(_ name: String) throws {
    let template = try Templates.shelf().template(name)
    let (old, new) = (try template.files(), try template.files(brand: [("accent", "#B5179E")]))
    #expect(try display(old, of: name) != display(new, of: name))
  }

  /// The display list of a template with other files.
  private func display(_ files: [DeckTemplate.File], of name: String) throws -> DisplayList {
    var options = DeckOptions()
    options.dataLayers = [try DataFile.read(files[1].bytes, file: files[1].path)]
    let folder = try Templates.folder(name)
    let deck = try DocsDeck.laidOut(files[0].bytes, file: files[0].path, folder: folder, options: options)
    return deck.pages[0].display
  }

  @Test("Every picture of a template is used")
  func noneIsLeftOver() {
    let wanted = Set(Self.looks.map { "Docs/pictures/\($0.golden).png" })
    #expect(!wanted.isEmpty)
    for file in DocsFolder.names(in: "Docs/pictures/templates", ending: ".png") {
      #expect(wanted.contains("Docs/pictures/templates/\(file)"), "\(file) is not drawn any more")
    }
  }

  private func file(_ name: String, in folder: String) throws -> [UInt8] {
    try FileReading.read(path: "\(folder)/\(name)", limit: Limits.jsonBytes)
  }
}
