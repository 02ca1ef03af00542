import CardRaster
import TestSupport
import Testing

@testable import CardModel
@testable import CardParts

/// The inputs of a deck: their declarations, and the check of data from every source.
@Suite struct InputsTests {
  private static let inputs = """
    "title": { "type": "string", "minLength": 2, "maxLength": 10, "required": true },
    "share": { "type": "number", "minimum": 0, "maximum": 1, "default": 0.5 },
    "count": { "type": "integer" },
    "isNew": { "type": "boolean" },
    "plan": { "enum": ["free", "pro"] },
    "size": { "enum": [1, 2] },
    "since": { "type": "string", "format": "date" },
    "tint": { "type": "string", "format": "color" },
    "page": { "type": "string", "format": "uri" },
    "code": { "type": "string", "pattern": "^[A-Z]{2}$" },
    "photo": { "type": "picture", "from": "photos/" },
    "logo": { "type": "picture" },
    "tags": { "type": "array", "items": { "type": "string" }, "minItems": 1, "maxItems": 2 },
    "items": { "type": "array", "items": { "name": { "type": "string", "required": true }, "price": { "type": "number" } } },
    "user": { "type": "object", "properties": { "name": { "type": "string" } }, "required": ["name"] }
    """

  private static let cards = """
    "cards": [ { "parts": [ { "type": "text", "text": "{{ title }}" } ] } ]
    """

  private func deck(
    _ inputs: String = inputs, data: String = "{ \"title\": \"Sample\" }", _ cards: String = cards
  )
    throws -> Deck
  {
    try DeckLoader.load(
      Array("{ \"inputs\": { \(inputs) }, \"data\": \(data), \(cards) }".utf8), file: "d.json", folder: ".")
  }

  private func options(_ data: String? = nil, set: [String] = []) throws -> DeckOptions {
    var options = DeckOptions()
    if let data {
      options.dataLayers = [try DataFile.read(Array(data.utf8), file: "x.json")]
      options.dataFiles = ["x.json"]
    }
    options.assignments = set
    return options
  }

  /// The problems of one value from `--data`, without file and position.
  private func problems(_ data: String) throws -> [String] {
    let issues = try deck().issues(options: options("{ \"title\": \"Hello\", \(data) }"))
    #expect(issues.allSatisfy { $0.file == "x.json" && $0.place != nil && $0.option == "data" })
    return issues.map { issue in "\(issue.message) at \(issue.path.text)\(issue.hint.map { "; \($0)" } ?? "")"
    }
  }

  @Test(
    arguments: [
      ("\"share\": 0", nil), ("\"share\": 1.5", "expected a number from 0 to 1, found 1.5 at share"),
      ("\"share\": \"0.5\"", "expected a number from 0 to 1, found '0.5' at share"),
      ("\"count\": 3", nil), ("\"count\": 3.5", "expected a whole number, found 3.5 at count"),
      ("\"isNew\": true", nil), ("\"isNew\": 1", "expected true or false, found 1 at isNew"),
      ("\"plan\": \"pro\"", nil),
      ("\"plan\": \"fre\"", "expected 'free' or 'pro', found 'fre' at plan; did you mean 'free'?"),
      ("\"size\": 2.0", nil), ("\"size\": 3", "expected 1 or 2, found 3 at size"),
      ("\"since\": \"2026-02-28\"", nil),
      ("\"since\": \"2026-02-30\"", "expected a day such as 2026-11-21, found '2026-02-30' at since"),
      ("\"tint\": \"rebeccapurple\"", nil),
      ("\"tint\": \"redd\"", "expected a CSS colour such as #2563EB, found 'redd' at tint"),
      ("\"page\": \"https://example.com/a\"", nil),
      (
        "\"page\": \"javascript:alert(1)\"",
        "expected an address such as https://example.com, found 'javascript:alert(1)' at page"
      ),
      (
        "\"page\": \"/relative\"",
        "expected an address such as https://example.com, found '/relative' at page"
      ),
      ("\"code\": \"AB\"", nil),
      ("\"code\": \"ABC\"", "expected a text that matches '^[A-Z]{2}$', found 'ABC' at code"),
      ("\"photo\": \"./photos/a.png\"", nil), ("\"photo\": null", nil),
      (
        "\"photo\": \"photos/../a.png\"",
        "expected the path of a picture in 'photos/', found 'photos/../a.png' at photo"
      ),
      (
        "\"photo\": \"photosa.png\"",
        "expected the path of a picture in 'photos/', found 'photosa.png' at photo"
      ),
      (
        "\"photo\": \"data:image/png;base64,AA\"",
        "expected the path of a picture in 'photos/', found 'data:image/png;base64,AA' at photo"
      ),
      ("\"logo\": \"icon:home\"", nil), ("\"logo\": \"data:image/png;base64,AA\"", nil),
      ("\"logo\": \"\"", "expected the path of a picture, found '' at logo"),
      ("\"logo\": \"/etc/passwd\"", "expected the path of a picture, found '/etc/passwd' at logo"),
      (
        "\"logo\": \"https://example.com/a.png\"",
        "expected the path of a picture, found 'https://example.com/a.png' at logo"
      ),
      ("\"tags\": [\"a\", \"b\"]", nil),
      ("\"tags\": []", "expected a list of 1 to 2 entries, found 0 at tags"),
      ("\"tags\": [\"a\", null]", "expected a text, found null at tags[1]"),
      (
        "\"items\": [{ \"name\": \"A\" }, { \"price\": 1 }]",
        "a required input is missing at items[1].name; expected a text"
      ),
      (
        "\"items\": [{ \"name\": \"A\", \"prise\": 1 }]",
        "unknown input at items[0].prise; did you mean 'price'?"
      ),
      ("\"user\": {}", "a required input is missing at user.name; expected a text"),
      ("\"user\": []", "expected an object, found a list at user"),
      ("\"titel\": \"x\"", "unknown input at titel; did you mean 'title'?"),
    ])
  func everyValueIsChecked(_ data: String, _ problem: String?) throws {
    #expect(try problems(data) == [problem].compactMap(\.self))
  }

  @Test func lengthsAreCounted() throws {
    let issues = try deck().issues(options: options("{ \"title\": \"Hello, world\" }"))
    #expect(
      issues.map(\.text) == [
        "x.json:1:12: error: expected a text of 2 to 10 characters, found 12 characters at title"
      ])
    #expect(issues.map(\.code) == [.outOfRange])
  }

  @Test func errorsInCardsDoNotFollowFromInvalidData() throws {
    let deck = try deck(
      cards: "\"cards\": [ { \"parts\": [ { \"type\": \"text\", \"text\": \"{{ share | percent }}\" } ] } ]")
    let issues = deck.issues(options: try options(set: ["title=Hello", "share=lots"]))
    #expect(issues.map(\.text) == ["--set: error: expected a number from 0 to 1, found 'lots' at share"])
    #expect(issues.map(\.option) == ["assignments"])
  }

  private func deck(cards: String) throws -> Deck { try deck(Self.inputs, cards) }
  private func deck(_ inputs: String, _ cards: String) throws -> Deck {
    try deck(inputs, data: "{ \"title\": \"Sample\" }", cards)
  }

  /// The text of the first part.
  private func text(_ cards: String, _ options: DeckOptions, data: String = "{ \"title\": \"Sample\" }")
    throws
    -> String
  {
    let source = try deck(
      Self.inputs, data: data,
      "\"cards\": [ { \"parts\": [ { \"type\": \"text\", \"text\": \"\(cards)\" } ] } ]")
    let laidOut = try source.laidOut(options: options)
    return laidOut.pages[0].display.title
  }

  @Test func samplesAreUsedWithoutData() throws {
    #expect(try text("{{ title }} {{ share }}", DeckOptions()) == "Sample 0.5")
    #expect(
      try text("{{ title }} {{ share }}", DeckOptions(), data: "{ \"title\": \"Sample\", \"share\": 0.25 }")
        == "Sample 0.25")
  }

  @Test func defaultsTakePrecedenceOverSamplesIfDataAreGiven() throws {
    #expect(
      try text(
        "{{ title }} {{ share }}", options("{ \"title\": \"Hello\" }"),
        data: "{ \"title\": \"Sample\", \"share\": 0.25 }") == "Hello 0.5")
  }

  @Test func aMissingRequiredInputIsNotReplacedByTheSample() throws {
    let issues = try deck().issues(options: options(set: ["share=0.1"]))
    #expect(
      issues.map(\.text) == [
        "--set: error: a required input is missing at title; expected a text of 2 to 10 characters"
      ])
    #expect(issues.map(\.code) == [.missingValue])
  }

  @Test func listsInListsAreCompleted() throws {
    let deck = try deck(
      #""l": { "type": "array", "items": { "type": "array", "items": { "n": { "type": "string", "default": "q" }, "r": { "type": "string", "required": true } } } }"#,
      data: "{}", #""cards": [ { "parts": [ { "type": "text", "text": "{{ l[0][0].n }}" } ] } ]"#)
    #expect(
      deck.issues(options: try options(#"{ "l": [[{ "r": "x" }], [{}]] }"#)).map(\.text) == [
        "x.json:1:26: error: a required input is missing at l[1][0].r; expected a text"
      ])
    #expect(try deck.laidOut(options: options(#"{ "l": [[{ "r": "x" }]] }"#)).pages[0].display.title == "q")
  }

  @Test func aDeckWithoutSamplesNeedsData() throws {
    #expect(
      try deck(data: "{}", Self.cards).issues().map(\.text) == [
        "d.json:1:13: error: required input without data: 'title' at inputs; set 'data' of DeckOptions, or write samples under 'data'"
      ])
  }

  @Test func assignmentsHaveTheTypeOfTheirInput() throws {
    #expect(try text("{{ title }}", options(set: ["title=007"])) == "007")
    #expect(try text("{{ title }}", options(set: ["title=1.50"])) == "1.50")
    #expect(try text("{{ title }}", options(set: ["title=true"])) == "true")
    #expect(try text("{{ share + 1 }}", options(set: ["title=Hello", "share=0.25"])) == "1.25")
    #expect(
      try text("{{ items[0].name }}", options(set: ["title=Hello", "items=[{\"name\":\"A\"}]"])) == "A")
    let wrong = try deck().issues(options: options(set: ["title=Hello", "user.nam=Ann"]))
    #expect(wrong.map(\.text) == ["--set: error: unknown input at user.nam; did you mean 'name'?"])
  }

  @Test func samplesAreChecked() throws {
    let issues = try deck(data: "{ \"title\": \"S\", \"share\": \"x\", \"brand\": \"own\" }", Self.cards)
      .issues()
    #expect(
      issues.map(\.message) == [
        "expected a text of 2 to 10 characters, found 1 character",
        "expected a number from 0 to 1, found 'x'",
      ])
    #expect(issues.map(\.path.text) == ["data.title", "data.share"])
    #expect(issues.allSatisfy { $0.file == "d.json" && $0.place != nil })
  }

  private func deck(data: String, _ cards: String) throws -> Deck {
    try deck(Self.inputs, data: data, cards)
  }

  @Test func onlyPicturesNameFiles() throws {
    let folder = try TemporaryFolder()
    try FileWriting.write(try Self.picture(), to: folder.path + "/a.png")
    func issues(_ image: String, _ data: String) throws -> [String] {
      let text = """
        { "inputs": { "name": { "type": "string" }, "logo": { "type": "picture" } }, "data": { "own": "a.png" },
          "cards": [ { "parts": [ { "type": "image", "image": "\(image)", "height": 10, "alt": "" } ] } ] }
        """
      let deck = try DeckLoader.load(Array(text.utf8), file: "d.json", folder: folder.path)
      return deck.issues(options: try options(data)).filter { $0.severity == .error }.map(\.message)
    }
    let refused = "'a.png' comes from a binding and cannot name a file"
    #expect(try issues("{{ logo }}", #"{ "logo": "a.png" }"#) == [])
    #expect(try issues("{{ own }}", #"{}"#) == [])
    #expect(try issues("a.png", #"{}"#) == [])
    #expect(try issues("{{ name }}", #"{ "name": "a.png" }"#) == [refused])
    #expect(try issues("{{ name }}.png", #"{ "name": "a" }"#) == [refused])
    #expect(try issues("{{ logo | lower }}", #"{ "logo": "a.png" }"#) == [refused])
    // An icon is not a file.
    #expect(try issues("icon:{{ name }}", #"{ "name": "home" }"#) == [])
  }

  @Test func themesAndChartDataAreNotNamedByTexts() throws {
    let text = """
      { "inputs": { "name": { "type": "string" } }, "theme": "{{ name }}",
        "cards": [ { "parts": [ { "type": "chart", "mark": "bar", "data": "{{ name }}" } ] } ] }
      """
    let deck = try DeckLoader.load(Array(text.utf8), file: "d.json", folder: ".")
    let issues = deck.issues(options: try options(#"{ "name": "secret.json" }"#))
    #expect(issues.map(\.path.text) == ["theme", "cards[0].parts[0].data"])
    #expect(issues.allSatisfy { $0.message == "'secret.json' comes from a binding and cannot name a file" })
  }

  private static func picture() throws -> [UInt8] {
    let bitmap = try #require(Bitmap(width: 1, height: 1, pixels: [0, 0, 0, 255]))
    return try PNGEncoder.encode(bitmap, scale: 1)
  }

  @Test(
    arguments: [
      (#""a": { "type": "text" }"#, "unknown value 'text', expected one of string, number, integer, boolean"),
      (#""a": "string""#, "expected an input such as { \"type\": \"string\" }, found 'string'"),
      (#""a": {}"#, "an input needs 'type' or 'enum'"),
      (#""a": { "type": "string", "minimum": 1 }"#, "'minimum' has no effect on an input of type 'string'"),
      (#""a": { "type": "number", "minimum": 2, "maximum": 1 }"#, "'maximum' 1 is below 'minimum' 2"),
      (#""a": { "type": "number", "default": "x" }"#, "expected a number, found 'x'"),
      (#""a": { "type": "string", "enum": ["a"], "examples": ["b"] }"#, "expected 'a', found 'b'"),
      (#""a": { "enum": ["a", 1] }"#, "expected a list of at most 1000 texts, or of as many numbers"),
      (#""a": { "type": "string", "pattern": "(" }"#, "cannot use the pattern '(': ')' is missing"),
      (#""a": { "type": "picture", "from": "../x" }"#, "expected a folder inside the deck's"),
      (
        #""a": { "type": "string", "required": true, "default": "x" }"#,
        "'default' has no effect on a required"
      ),
      (#""a": { "type": "object", "properties": {}, "required": ["x"] }"#, "the object has no property 'x'"),
      (#""a b": { "type": "string" }"#, "'a b' is not a name that a binding can use"),
      (#""a": { "type": "string", "maxlength": 3 }"#, "unknown key 'maxlength' of an input"),
    ])
  func declarationsAreChecked(_ inputs: String, _ message: String) throws {
    let issues = try deck(inputs, data: "{}", "\"cards\": []").issues()
    #expect(issues.contains { $0.message.hasPrefix(message) && $0.place != nil }, "\(issues.map(\.text))")
  }

  @Test func thereAreNotTooManyInputs() throws {
    let many = (0...Limits.inputs).map { "\"a\($0)\": { \"type\": \"string\" }" }.joined(separator: ",")
    #expect(
      try deck(many, data: "{}", "\"cards\": []").issues().map(\.message).contains(
        "more inputs than the limit of 1000"))
  }

  @Test func decksInSwiftDeclareInputs() throws {
    let deck = Deck {
      Card { CardPartTextView("{{ title }}") }
    }.inputs([
      "title": DeckInput(type: .string, required: true),
      "user": DeckInput(type: .object).properties(["name": DeckInput(type: .string)]).required(["name"]),
      "items": DeckInput(type: .array, maxItems: 1).items(DeckInput(enum: ["a", "b"])),
    ])
    var options = DeckOptions()
    options.dataLayers = [
      try DataFile.read(Array(#"{ "title": "Hi", "user": {}, "items": ["c"] }"#.utf8), file: "")
    ]
    #expect(
      deck.issues(options: options).map { "\($0.message) at \($0.path.text)" } == [
        "a required input is missing at user.name", "expected 'a' or 'b', found 'c' at items[0]",
      ])
    options.dataLayers = [
      try DataFile.read(Array(#"{ "title": "Hi", "user": { "name": "x" } }"#.utf8), file: "")
    ]
    #expect(deck.issues(options: options) == [])
    let schema = try #require(try deck.inputSchema())
    let required = JSONNode.read(Array(schema.utf8), file: "").node?["required"]
    #expect(required?.holdsSame(as: .list([.of("title")])) == true, "\(schema)")
    #expect(try Deck { Card { CardPartTextView("x") } }.inputSchema() == nil)
    #expect(throws: DeckError.self) { try deck.inputs(["a": DeckInput()]).inputSchema() }
  }

  @Test func decksWithoutInputsTakeAnyData() throws {
    let deck = try DeckLoader.load(
      Array("{ \(Self.cards), \"data\": { \"title\": \"a\" } }".utf8), file: "d.json", folder: ".")
    #expect(deck.issues(options: try options("{ \"title\": 5, \"other\": 1 }")).map(\.severity) == [.warning])
  }
}
