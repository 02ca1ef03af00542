import CardParts
import CardRaster
import Foundation
import TestSupport
import Testing

/// All outputs that contain texts of a deck, with all of `SampleInjections`: texts stay texts.
@Suite struct InjectionTests {
  private let words = SampleInjections.words

  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }

  /// A link with the words, without characters that a link cannot contain.
  private func link(_ words: String) -> String { "https://a/" + words.filter { $0 != " " } }

  private var linked: [String] {
    words.filter { word in
      LinkTarget(link(word)) != nil && link(word).unicodeScalars.allSatisfy { $0.value > 0x20 }
    }
  }

  /// A card for each of the words, in all places that draw or print text; `suffix` makes other words of them.
  private func deck(suffix: String = "") throws -> String {
    let data = try json(words.map { ["t": $0 + suffix] })
    let links = try json(linked.map(link))
    return """
      {"canvas": {"width": 200}, "data": {"words": \(data), "links": \(links)}, "cards": [
        {"forEach": "{{ words }}", "as": "w", "id": "c{{ index }}", "alt": "{{ w.t }}", "parts": [
          {"type": "title", "id": "t", "title": "{{ w.t }}"},
          {"type": "text", "text": "{{ w.t }}"},
          {"type": "button", "buttonTitle": "{{ w.t }}", "link": "https://a/{{ index }}"}]},
        {"id": "links", "parts": [
          {"type": "text", "forEach": "{{ links }}", "as": "l", "text": "x", "link": "{{ l }}"}]}]}
      """
  }

  private func folder() throws -> RunFolder { try RunFolder(["deck.json": try deck()]) }

  private func hasHidden(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0 != "\n" && Printable.isHidden($0) }
  }

  /// Checks the output for a terminal or a log: each line starts with one of the given texts.
  private func check(_ result: BuiltProgram.Result, begins: [String]) {
    for text in [result.outputText, result.errorText] {
      #expect(!hasHidden(text))
      for line in text.split(separator: "\n") {
        #expect(begins.contains { line.hasPrefix($0) }, "\(line)")
        #expect(!line.contains(/##[\w.-]*\[|travis_(fold|time):|section_(start|end):/), "\(line)")
      }
    }
  }

  private func tool(_ name: String, _ words: [String], folder: RunFolder) throws -> BuiltProgram.Result {
    try BuiltProgram.run(words, folder: folder.path, program: "/usr/bin/\(name)")
  }

  // MARK: Pictures

  @Test func documentsHoldThemAsStrings() throws {
    let folder = try folder()
    let drawn = try folder.run("deck.json", "-o", "out/{index}.pdf")
    #expect(drawn.status == 2, "the folder 'out' does not exist")
    try folder.write("out/x", [])
    check(try folder.run("deck.json", "-o", "out/{index}.pdf"), begins: ["deck.json:"])
    var (titles, addresses): (Set<String>, Set<String>) = ([], [])
    for number in 1...words.count + 1 {
      let file = "out/\(number).pdf"
      #expect(try tool("qpdf", ["--check", file], folder: folder).status == 0, "\(file)")
      #expect(try tool("pdfinfo", ["-js", file], folder: folder).outputText.isEmpty, "\(file)")
      let objects = try tool("qpdf", ["--json", file], folder: folder)
      let document = try JSONSerialization.jsonObject(with: Data(objects.output))
      for (key, value) in members(of: document) {
        #expect(
          !["/JS", "/Launch", "/OpenAction", "/AA", "/EmbeddedFiles"].contains(key), "\(file) \(key)")
        // A number there means that a link is printed; anything else names a file.
        if key == "/F" { #expect(value is Int, "\(file) \(key)") }
        if key == "/S", let kind = value as? String { #expect(!["/JavaScript", "/Launch"].contains(kind)) }
        if key == "/Title", let title = value as? String { titles.insert(text(title)) }
        if key == "/URI", let uri = value as? String { addresses.insert(text(uri)) }
      }
    }
    func plain(_ text: String) -> String {
      String(
        String.UnicodeScalarView(
          text.unicodeScalars.map { [0, 0xFFFE, 0xFFFF, 0xFDD0].contains($0.value) ? "\u{FFFD}" : $0 }))
    }
    for word in words {
      let title = inOneLine(plain(word)).unicodeScalars
      #expect(title.isEmpty || titles.contains { $0.unicodeScalars.elementsEqual(title) }, "\(word)")
    }
    for word in linked { #expect(addresses.contains(try #require(LinkTarget(link(word))).uri), "\(word)") }
  }

  /// A text as in titles: its lines are joined with spaces.
  private func inOneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The content of a qpdf string without its type prefix.
  ///
  /// It is processed by scalars, since a combining mark joins the preceding letter.
  private func text(_ string: String) -> String {
    String(String.UnicodeScalarView(string.unicodeScalars.dropFirst(2)))
  }

  /// All members of all objects in a JSON document.
  private func members(of value: Any) -> [(String, Any)] {
    switch value {
    case let object as [String: Any]:
      object.map { ($0.key, $0.value) } + object.values.flatMap { members(of: $0) }
    case let list as [Any]: list.flatMap { members(of: $0) }
    default: []
    }
  }

  @Test(arguments: [[], ["--svg-text"]]) func drawingsHoldThemAsText(options: [String]) throws {
    let folder = try folder()
    let arguments = ["deck.json", "-o", "{index}.svg", "--quiet"] + options
    let drawn = try BuiltProgram.run(arguments, folder: folder.path)
    #expect(drawn.status == 0, "\(drawn.errorText)")
    let known: Set = [
      "svg", "title", "g", "a", "rect", "path", "use", "defs", "text", "tspan", "clipPath", "linearGradient",
      "stop",
      "filter", "feGaussianBlur", "feOffset", "feFlood", "feComposite", "feMerge", "feMergeNode", "image",
      "style",
      "symbol", "mask", "radialGradient", "feColorMatrix", "feDropShadow", "feBlend",
    ]
    var addresses: Set<String> = []
    for number in 1...words.count + 1 {
      let bytes = try folder.bytes("\(number).svg")
      let root = try #require(MarkupTree.read(bytes), "\(number).svg is not well-formed")
      for element in root.all {
        #expect(known.contains(element.name), "\(element.name)")
        #expect(
          !element.attributes.keys.contains { $0.hasPrefix("on") || $0 == "style" && element.name != "svg" })
        if element.name == "a" { addresses.insert(try #require(element.attributes["xlink:href"])) }
      }
      guard number <= words.count else { continue }
      let text = words[number - 1].unicodeScalars.filter { scalar in
        scalar.value >= 0x20 && ![0xFFFE, 0xFFFF].contains(scalar.value)
          || "\t\n\r".unicodeScalars.contains(scalar)
      }
      let label = inOneLine(String(String.UnicodeScalarView(text))).unicodeScalars
      let told = root.children.first { $0.name == "title" }?.text ?? ""
      #expect(told.unicodeScalars.elementsEqual(label), "\(number).svg contains \(told)")
      #expect((root.attributes["aria-label"] ?? "").unicodeScalars.elementsEqual(label))
    }
    for word in linked {
      // XML cannot contain these two.
      let address = try #require(LinkTarget(link(word))).address.unicodeScalars.filter {
        !"\u{FFFE}\u{FFFF}".unicodeScalars.contains($0)
      }
      #expect(addresses.contains { $0.unicodeScalars.elementsEqual(address) }, "\(word)")
    }
  }

  // MARK: Texts for programs

  /// All strings of a JSON document.
  private func strings(of value: Any) -> [String] {
    switch value {
    case let text as String: [text]
    case let object as [String: Any]: Array(object.keys) + object.values.flatMap { strings(of: $0) }
    case let list as [Any]: list.flatMap { strings(of: $0) }
    default: []
    }
  }

  @Test(arguments: [["inspect", "deck.json"], ["inspect", "deck.json", "--stage", "deck"]])
  func jsonHoldsThemAsStrings(arguments: [String]) throws {
    let folder = try folder()
    let result = try BuiltProgram.run(arguments, folder: folder.path)
    #expect(result.status == 0)
    #expect(!hasHidden(result.outputText))
    let found = strings(of: try JSONSerialization.jsonObject(with: Data(result.output)))
    let texts = Set(found.map { Array($0.unicodeScalars) })
    for word in words { #expect(texts.contains(Array(word.unicodeScalars)), "\(word)") }
  }

  @Test(arguments: ["resolved", "display"]) func dumpsHaveALineForEachFact(stage: String) throws {
    let folder = try folder()
    let result = try folder.run("inspect", "deck.json", "--stage", stage)
    #expect(result.status == 0)
    check(
      result,
      begins: ["deck ", " ", "list ", "deck.json:"])
  }

  @Test func keptLayoutsReadBackUnchanged() throws {
    let folder = try folder()
    for number in words.indices {
      let result = try folder.run("inspect", "deck.json", "--stage", "layout", "--card", "c\(number)")
      #expect(!hasHidden(result.outputText))
      try folder.write("kept.layout.json", result.output)
      let again = try folder.run("diff", "kept.layout.json", "deck.json", "--card", "c\(number)")
      #expect(again.status == 0, "\(words[number]): \(again.outputText)\(again.errorText)")
      if number > 8 { break }
    }
  }

  // MARK: Messages for people

  @Test func differencesAreOneLineEach() throws {
    let folder = try folder()
    try folder.write("other.json", try deck(suffix: "!"))
    let result = try folder.run("diff", "deck.json", "other.json", "--each")
    #expect(result.status == 1)
    #expect(!hasHidden(result.outputText) && !hasHidden(result.errorText))
    #expect(!result.outputText.split(separator: "\n").contains { $0.hasPrefix("::") || $0.contains("##[") })
    let told = try folder.run("diff", "deck.json", "other.json", "--each", "--json")
    #expect(!hasHidden(told.outputText))
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(told.output)) }
  }

  /// Decks with the words at invalid places.
  ///
  /// The places are a type, a key, a font, a colour, a file, a link, a name and a state.
  private static let wrong: [@Sendable (String) -> String] = [
    { #"{"cards":[{"parts":[{"type":\#($0)}]}]}"# },
    { #"{"cards":[{"parts":[{"type":"text","text":"a",\#($0):1}]}]}"# },
    { #"{"cards":[{"parts":[{"type":"text","text":"a","font":\#($0)}]}]}"# },
    { #"{"cards":[{"parts":[{"type":"text","text":"a","color":\#($0),"textColor":\#($0)}]}]}"# },
    { #"{"cards":[{"parts":[{"type":"image","image":\#($0)}]}]}"# },
    { #"{"cards":[{"parts":[{"type":"text","text":"a","link":\#($0)}]}]}"# },
    { #"{"cards":[{"id":\#($0),"parts":[{"type":"text","text":"a"}]}]}"# },
    { #"{"theme":\#($0),"locale":\#($0),"fonts":[\#($0)],"cards":[{"states":{\#($0):[]}}]}"# },
    { #"{"data":{\#($0):1},"cards":[{"parts":[{"type":"text","text":"{{ nothing }}"}]}]}"# },
    { #"{\#($0):1}"# }, { $0 },
    { #"{"cards":[{"traits":{\#($0):{}},"parts":[{"type":"map","tiles":\#($0)}]}]}"# },
  ]

  @Test(arguments: wrong.indices) func mistakesAreToldInALineEach(number: Int) throws {
    let folder = try RunFolder(["out/x": ""])
    for (index, word) in words.enumerated() {
      try folder.write("decks/\(index).json", Self.wrong[number](try json(word)))
    }
    // All of them at once, as decks that cannot be drawn.
    let result = try folder.run(
      "test", "decks", "--junit", "junit.xml", environment: ["GITHUB_ACTIONS": "true"])
    check(
      result,
      begins: [
        "broken decks/", "missing decks/", "recorded decks/", "  ", "::error file=", "::warning file=",
        "decks/",
        "\(words.count) goldens: ", "look at ", "not drawn, ", "'cardshot ", "1 golden", "0 goldens",
        "no golden",
        "a run that", "error: ",
      ])
    for line in result.outputText.split(separator: "\n") where line.hasPrefix("::") {
      #expect(
        line.prefixMatch(
          of: /::(error|warning) file=decks\/\d+\.json,(line=\d+,col=\d+,)?title=[^:,]*(%3A[^:,]*)?::/)
          != nil, "\(line)")
    }
    // A run needs at least one file that is a deck.
    if folder.exists("junit.xml") {
      let junit = try #require(MarkupTree.read(try folder.bytes("junit.xml")))
      #expect(
        Set(junit.all.map(\.name)).isSubset(of: ["testsuites", "testsuite", "testcase", "error", "failure"]))
      checkReport(try folder.text("out/failures/report.html"))
    } else {
      #expect(result.status == 2)
    }
    // Each alone, as it would be drawn.
    for index in [0, 12, 25, words.count - 1] {
      let alone = try folder.run("decks/\(index).json", "-o", "out/a.png")
      check(alone, begins: ["decks/\(index).json:"])
      let told = try folder.run("decks/\(index).json", "-o", "out/a.png", "--json")
      #expect(!hasHidden(told.outputText))
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(told.output)) }
    }
  }

  /// A page contains only its own scripts, and its data are valid JSON.
  private func checkReport(_ html: String) {
    let pictures = html.components(separatedBy: "<script type=\"text/plain\" id=\"picture-").count - 1
    #expect(html.components(separatedBy: "<script").count - 1 == 2 + pictures)
    #expect(html.components(separatedBy: "</script").count - 1 == 2 + pictures)
    #expect(!hasHidden(html))
    let data = html.components(separatedBy: "<script type=\"application/json\" id=\"run\">").last?
      .components(separatedBy: "</script>").first
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data((data ?? "").utf8)) }
  }

  @Test func runsThatFailTellThemInLines() throws {
    let folder = try RunFolder(["decks/a.json": try deck()])
    #expect(try folder.run("test", "decks", "--record", "all").status == 1)
    try folder.write("decks/a.json", try deck(suffix: "!"))
    let result = try folder.run(
      "test", "decks", "--junit", "junit.xml", environment: ["GITHUB_ACTIONS": "true"])
    #expect(result.status == 1)
    check(
      result,
      begins: [
        "failed decks/a: ", "  ", "::error file=decks/a.json,", "::warning file=decks/a.json,",
        "1 golden: 1 failed",
        "look at ", "'cardshot approve'",
      ])
    #expect(MarkupTree.read(try folder.bytes("junit.xml")) != nil)
    checkReport(try folder.text("out/failures/report.html"))
    let told = try folder.run("test", "decks", "--json")
    #expect(!hasHidden(told.outputText))
    let found = strings(of: try JSONSerialization.jsonObject(with: Data(told.output))).joined()
    #expect(found.contains("<script>window.hacked = 1</script>!"))
  }

  // MARK: Names of files

  @Test func idsNameNoOtherPlace() throws {
    let folder = try RunFolder(["in/out/x": "", "etc": ""])
    for (index, word) in words.enumerated() {
      let card = #"{"id":\#(try json(word)),"parts":[{"type":"text","text":"a"}]}"#
      try folder.write("in/\(index).json", #"{"cards":[\#(card)]}"#)
      let before = Set(folder.files())
      for output in ["out/{id}.png", "{id}/x.png", "out/{id}/{id}.png"] {
        let result = try BuiltProgram.run(["\(index).json", "-o", output], folder: folder.path + "/in")
        let made = Set(folder.files()).subtracting(before)
        #expect(made.allSatisfy { $0.hasPrefix("in/out/") }, "\(word) makes \(made)")
        #expect(result.status == 0 ? !made.isEmpty : result.status == 2)
        check(result, begins: ["\(index).json:", "error: "])
      }
    }
  }

  @Test func hostileDeckNamesAreOneLineEach() throws {
    let folder = try RunFolder()
    let names = words.filter { !$0.contains("/") && !$0.unicodeScalars.contains("\0") && $0 != ".." }
    for name in names {
      try folder.write("decks/\(name).json", #"{"cards":[{"parts":[{"type":"nothing"}]}]}"#)
    }
    let result = try folder.run(
      "test", "decks", "--junit", "junit.xml", environment: ["GITHUB_ACTIONS": "true"])
    #expect(result.status == 2)
    check(
      result,
      begins: ["broken ", "  ", "::error file=", "look at ", "\(names.count) goldens: "])
    #expect(MarkupTree.read(try folder.bytes("junit.xml")) != nil)
    checkReport(try folder.text("out/failures/report.html"))
    for name in names {
      check(try folder.run("decks/\(name).json", "-o", "a.png"), begins: ["decks/"])
    }
  }
}
