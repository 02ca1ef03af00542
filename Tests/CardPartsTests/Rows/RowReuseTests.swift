import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// Rows read a deck once; everything that depends on the values of a row is read for each.
@Suite struct RowReuseTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (name, color) in [("a", "red"), ("b", "blue")] {
      let picture =
        #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path fill="\#(color)" d="M0 0h9v9H0z"/></svg>"#
      try FileWriting.write(Array(picture.utf8), to: "\(folder.path)/\(name).svg")
    }
    try FileWriting.write(
      Array(#"[{"type":"text","text":"{{ name }}"}]"#.utf8), to: folder.path + "/parts.json")
  }

  /// The members of decks beside `cards`, and the parts of their cards.
  private static let decks: [(members: String, parts: String)] = [
    (#""canvas":{"width":80}"#, #"{"type":"text","text":"{{ name }} {{ look }}"}"#),
    (#""appearance":"{{ look }}""#, #"{"type":"text","text":"{{ name }}"}"#),
    (##""canvas":{"width":"{{ width }}","background":"{{ color }}"}"##, #"{"type":"text","text":"fixed"}"#),
    (#""locale":"{{ language }}""#, #"{"type":"text","text":"{{ width | number:1 }}"}"#),
    (#""title":"About {{ name }}""#, #"{"type":"text","text":"fixed"}"#),
    (#""brand":{"accent":"{{ accent | default:'#004499' }}"}"#, #"{"type":"button","title":"{{ name }}"}"#),
    (
      #""theme":{"base":{"cornerRadius":"{{ radius | default:4 }}"}}"#,
      #"{"type":"text","text":"{{ name }}"}"#
    ),
    (#""data":{"own":{"x":1}}"#, #"{"type":"text","text":"{{ own.x }} {{ name }}"}"#),
    (#""data":{"own":{"x":1}},"title":"{{ own.x }}""#, #"{"type":"text","text":"{{ own.x }} {{ name }}"}"#),
    (#""canvas":{"width":80}"#, #"{"type":"image","image":"{{ picture }}","height":9}"#),
    (#""canvas":{"width":80}"#, #"{"type":"stack","arrangedSubviews":{"$include":"parts.json"}}"#),
    (#""canvas":{"width":80}"#, #"{"type":"text","text":"{{ sometimes }}"}"#),
    (
      #""components":{"tag":{"parameters":{"a":"x"},"part":{"type":"text","text":"{{ a }} {{ name }}"}}}"#,
      #"{"type":"tag","a":"{{ look }}"},{"type":"tag"}"#
    ),
    (#""layout":{"type":"bottomSheet","content":{"parts":[{"type":"text","text":"{{ name }}"}]}}"#, ""),
    (#""canvas":{"width":80},"colour":1"#, #"{"type":"text","text":"{{ name }}"}"#),
  ]

  private static let rows = """
    id,name,look,width,color,language,accent,radius,own,picture,sometimes
    1,Ada,light,60,#FFEEDD,en,,,,a.svg,yes
    2,Bo,dark,70,#DDEEFF,de,#880000,9,,b.svg,
    3,Cy,light,60,#FFEEDD,en,,,{},missing.svg,no
    4,Di,light,80,red,fr,,2,,a.svg,no
    """

  /// The answers for rows that are drawn one after another, as bytes.
  private func answers(_ deck: Deck, _ rows: String, workers: Int) async throws -> [[UInt8]] {
    let path = folder.path + "/rows.csv"
    try FileWriting.write(Array(rows.utf8), to: path)
    let outputs = [ExportRequest(.png), ExportRequest(.svg)].enumerated().map {
      RowOutput(name: OutputName("{id}-\($0).\($1.format.rawValue)"), order: $1)
    }
    var source = try RowSource(try ByteSource(path: path), form: .csv, file: "rows.csv")
    var answers: [[UInt8]] = []
    try await RowDrawing(deck, outputs: outputs).draw(&source, workers: workers, in: try DeckPipeline()) {
      answers.append(RowMessage.bytes($0))
    }
    return answers
  }

  @Test(arguments: decks.indices) func aRowIsDrawnAsIfItWereAlone(number: Int) async throws {
    let (members, parts) = Self.decks[number]
    let cards = parts.isEmpty ? "[]" : #"[{"parts":[\#(parts)]}]"#
    let deck = try DeckLoader.load(
      Array(#"{\#(members),"cards":\#(cards)}"#.utf8), file: "deck.json", folder: folder.path)
    let lines = Self.rows.split(separator: "\n")
    var alone: [[UInt8]] = []
    for line in 1..<lines.count {
      // Empty lines keep the line number of the row, which is part of its diagnostics.
      let empty = String(repeating: "\n", count: line - 1)
      alone += try await answers(deck, "\(lines[0])\n\(empty)\(lines[line])\n", workers: 1)
    }
    for workers in [1, 2] {
      let together = try await answers(deck, Self.rows, workers: workers)
      #expect(together.count == alone.count)
      for (row, (a, b)) in zip(together, alone).enumerated() {
        #expect(a == b, "row \(row + 1) of \(members) \(parts)")
      }
    }
  }

  /// Texts that differ only in their Unicode encoding are different values.
  @Test func aTitleKeepsItsUnicodeEncoding() throws {
    let deck = try DeckLoader.load(
      Array(#"{"title":"{{ name }}","cards":[{"parts":[{"type":"text","text":"x"}]}]}"#.utf8),
      file: "deck.json", folder: folder.path)
    var options = DeckOptions()
    options.hasCheckedNames = true
    options.dataLayers = [.object([("name", .of("\u{E9}"))])]
    let first = try DeckEnvironment(deck, options, try DeckPipeline())
    #expect(DeckEnvironment(first, options) != nil)
    options.dataLayers = [.object([("name", .of("e\u{301}"))])]
    #expect(DeckEnvironment(first, options) == nil)
  }

  /// The cards alone are read again if nothing else uses the values of a row.
  @Test func theEnvironmentIsKeptIfOnlyCardsUseTheRow() throws {
    func isKept(_ members: String) throws -> Bool {
      let deck = try DeckLoader.load(
        Array(#"{\#(members),"cards":[{"parts":[{"type":"text","text":"{{ name }}"}]}]}"#.utf8),
        file: "deck.json", folder: folder.path)
      var options = DeckOptions()
      // Otherwise the unused name is a warning.
      options.hasCheckedNames = true
      options.dataLayers = [.object([("name", .of("Ada")), ("width", .of(60))])]
      let first = try DeckEnvironment(deck, options, try DeckPipeline())
      options.dataLayers = [.object([("name", .of("Bo")), ("width", .of(70))])]
      return DeckEnvironment(first, options) != nil
    }
    #expect(try isKept(#""canvas":{"width":80}"#))
    #expect(try !isKept(#""canvas":{"width":"{{ width }}"}"#))
    #expect(try !isKept(#""title":"{{ name }}""#))
    #expect(try !isKept(#""locale":"{{ name }}""#))
    #expect(try !isKept(#""colour":1"#))
  }
}
