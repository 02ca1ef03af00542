import CardRaster
import Foundation
import TestSupport
import Testing

@testable import CardModel
@testable import CardParts

@Suite("The generated Swift API matches the tables")
struct GeneratedSwiftTests {
  /// A file for each family of parts, and files for cards, decks, themes and shared properties.
  private static let names = [
    "Card+Properties.swift",
    "Card+Traits.swift",
    "CardColor+Theme.swift",
    "CardFont+Theme.swift",
    "CardPart+Chart.swift",
    "CardPart+Container.swift",
    "CardPart+Control.swift",
    "CardPart+Effect.swift",
    "CardPart+Groups.swift",
    "CardPart+Objects.swift",
    "CardPart+Picture.swift",
    "CardPart+Rule.swift",
    "CardPart+Text.swift",
    "CardPart+Words.swift",
    "CardPartView+Common.swift",
    "CardTheme+Properties.swift",
    "Deck+Properties.swift",
  ]

  @Test("Every generated Swift file is current")
  func filesAreCurrent() throws {
    let files = SwiftSurface.files
    #expect(files.map { String($0.path.dropFirst(SwiftSurface.folder.count + 1)) }.sorted() == Self.names)
    for file in files {
      let old = DocsFolder.text(file.path)
      if old == file.text { continue }
      let was = old == nil ? "missing" : "not current"
      guard GeneratedDocsTests.isRecording else {
        Issue.record("\(file.path) is \(was): run 'make docs', look at it and commit it")
        continue
      }
      try DocsFolder.write(Array(file.text.utf8), to: file.path)
      Issue.record("recorded \(file.path), which was \(was)")
    }
  }

  @Test("Every generated Swift file is used")
  func noFileIsLeftOver() throws {
    let wanted = Set(SwiftSurface.files.map(\.path))
    for name in DocsFolder.names(in: SwiftSurface.folder, ending: ".swift") {
      let path = "\(SwiftSurface.folder)/\(name)"
      if wanted.contains(path) { continue }
      if GeneratedDocsTests.isRecording {
        try FileManager.default.removeItem(atPath: DocsFolder.root + "/" + path)
      }
      Issue.record("\(path) is not generated any more")
    }
  }

  @Test("Type names are unique, and each type declares a property once")
  func nothingIsSaidTwice() {
    let names =
      SwiftSurface.elements.map(\.name) + SwiftSurface.groups.map(\.name)
      + SwiftSurface.sharedWords.map(\.name)
    var known: Set<String> = []
    #expect(names.filter { !known.insert($0).inserted } == [], "give them names in SwiftSurface")
    for kind in PartRegistry.kinds {
      var modifiers: Set<Substring> = []
      let lines = SwiftSurface.text(ofPart: kind.name).split(separator: "\n")
      let twice = lines.filter { $0.hasPrefix("  public func ") && !modifiers.insert($0).inserted }
      #expect(twice == [], "\(kind.name)")
    }
  }

  @Test("Every keyword of an enumeration has a sentence, and no sentence is left over")
  func wordsHaveSentences() {
    var known: Set<String> = []
    let owned = SwiftSurface.owners.flatMap { SwiftSurface.words($0.properties, in: $0.name) }
    for words in owned + SwiftSurface.sharedWords {
      known.insert(words.path)
      let comments = SwiftSurface.wordComments[words.path]
      #expect(comments.map { Set($0.words.keys) } == Set(words.words), "\(words.path)")
      for (word, sentence) in comments?.words ?? [:] {
        #expect(sentence.hasSuffix("."), "\(words.path): \(word)")
      }
    }
    #expect(Set(SwiftSurface.wordComments.keys).subtracting(known) == [])
  }

  @Test("A property whose texts are searched for bindings never takes a plain string")
  func textsAreNoStrings() {
    let properties =
      SwiftSurface.elements.flatMap(\.properties) + SwiftSurface.commonProperties
      + SwiftSurface.cardProperties + SwiftSurface.stateProperties + SwiftSurface.themeProperties
    for property in properties where property.isBound {
      #expect(!property.forms.contains(.value("String")), "\(property.name)")
    }
    for lines in SwiftSurface.files.map({ $0.text.split(separator: "\n") }) {
      for line in lines where line.contains("(_ value: [String])") {
        let isPlain = ["enum", "required"].contains { line.contains("\"\($0)\"") }
        #expect(line.contains("map { DeckValue($0) }") || isPlain, "\(line)")
      }
    }
  }

  @Test("Every part and every property of the tables has its Swift counterpart")
  func everythingCanBeSaid() throws {
    var text = ""
    for file in SwiftSurface.files { text += file.text }
    for kind in PartRegistry.kinds {
      let name = SwiftSurface.partName(kind.name)
      let own = SwiftSurface.text(ofPart: kind.name)
      #expect(own.contains("public struct \(name): CardPartView"))
      for property in kind.properties {
        #expect(own.contains("(\"\(property.name)\", "), "\(name) has no modifier for \(property.name)")
      }
    }
    for trait in TraitRegistry.kinds {
      #expect(text.contains("trait(\"\(trait.name)\", "), "a card has no modifier for \(trait.name)")
    }
    let objects = SchemaDocument.objects.filter { !SwiftSurface.byHand.contains($0.name) }
    let others = ["traits", "parts", "states", "theme", "id"]
    let named =
      objects.flatMap(\.properties).map(\.name) + CardReading.fields.names
      + CardReading.StateValues.fields.names
      + Manual.themeBase.map(\.name)
    for property in named where !others.contains(property) {
      #expect(text.contains("(\"\(property)\", "), "no modifier is named \(property)")
    }
    let deck = try #require(SwiftSurface.files.first { $0.path.hasSuffix("/Deck+Properties.swift") }?.text)
    // Cards are written as a block, and layouts and data have their own API.
    for key in Deck.fields.names where !["$schema", "version", "cards", "layout", "data"].contains(key) {
      #expect(deck.contains("public func \(key)("), "a deck has no modifier for \(key)")
    }
  }

  @Test("Every golden deck and every example of the manual can be written in Swift")
  func decksCanBeSaid() throws {
    let texts = Dictionary(
      uniqueKeysWithValues: PartRegistry.kinds.map { ($0.name, SwiftSurface.text(ofPart: $0.name)) })
    let all = SwiftSurface.files.map(\.text).joined()
    var count = 0
    func check(_ node: JSONNode, _ name: String) {
      switch node.value {
      case .array(let elements): for element in elements { check(element, name) }
      case .object(let members):
        if case .string(let type)? = node["type"]?.value, PartRegistry.kind(named: type) != nil {
          let own = texts[type] ?? ""
          for member in members where !(["type"] + Repetition.keys).contains(member.key) {
            count += 1
            #expect(
              own.contains("setting(\"\(member.key)\", "), "\(name): \(type) cannot say \(member.key)")
          }
        }
        // A mark of a chart also has a type, which is not the type of a part.
        for member in members where member.key != "mark" { check(member.value, name) }
      case .null, .bool, .number, .string: break
      }
    }
    let examples = Manual.parts.map { ($0.name, Array($0.example.utf8)) }
    for (name, bytes) in examples + Goldens.pictures.map({ ($0, Goldens.bytes($0 + ".json") ?? []) }) {
      let root = try JSONScanner.scan(bytes, file: name)
      if let traits = root["cards"] { check(traits, name) } else { check(root, name) }
      // Writing the JSON of a deck and reading it again loses nothing.
      let again = try JSONScanner.scan(Array(JSONDump.write(root, pretty: true).utf8), file: name)
      #expect(again.text == root.text, "\(name)")
    }
    #expect(count > 300)
    for trait in Manual.traits { #expect(all.contains("public func \(trait.name)(")) }
  }
}
