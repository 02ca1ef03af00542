import Foundation
import TestSupport
import Testing

@testable import CardParts
@testable import CardRaster

/// The structure that PDF documents offer to screen readers, as poppler and qpdf read it.
@Suite struct TaggedPDFTests {
  private func document(_ json: String) throws -> [UInt8] {
    let deck = try LaidOut(deck: json).deck
    return try OutputFormat.pdf.encode(
      pages: deck.pages.map(\.display), settings: OutputFormat.Settings(), fonts: try FontLibrary(deck.fonts))
  }

  /// The lines of the structure tree, without what programs append to the names of types.
  private func structure(_ document: [UInt8]) throws -> [String] {
    try PDFReader.ask("pdfinfo", document, ["-struct-text"]).split(separator: "\n").map { line in
      String(line).replacing(#/ \((block|inline)\)$/#, with: "")
    }
  }

  private static let deck = ##"""
    {"theme":"soft","title":"Everything","locale":"de_DE","cards":[
      {"parts":[{"type":"text","style":"header","text":"Main"},{"type":"title","title":"Part one"},
        {"type":"text","text":"Words that go on over several lines, since the canvas is narrow and they are many."},
        {"type":"attributedText","text":"Second, with a link: https://example.com","dataDetectorTypes":["link"]},
        {"type":"text","listStyle":"numbers","text":"First\nOther"},
        {"type":"image","image":"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='40' height='20'%3E%3Ccircle cx='10' cy='10' r='9' fill='red'/%3E%3C/svg%3E","height":20,"alt":"A dot (red)"},
        {"type":"table","tableHeaderView":[{"type":"stack","arrangedSubviews":[{"type":"text","text":"Name"},{"type":"text","text":"Value"}]}],
         "rows":[{"leftTitleText":"Rent","rightTitleText":"900"},{"cardParts":[{"type":"stack","arrangedSubviews":[{"type":"text","text":"Power"},{"type":"text","text":"84"}]}]}]},
        {"type":"text","text":"Faded words","alpha":0.5},
        {"type":"button","buttonTitle":"Go","link":"https://example.com/go"}]},
      {"parts":[{"type":"text","text":"مرحبا بالعالم"},{"type":"text","text":"你好，世界"},
        {"type":"text","text":"עולם גדול"},{"type":"text","text":"नमस्ते दुनिया, हिन्दी का क्षेत्र"},{"type":"text","text":"office affluent"}]}]}
    """##

  @Test func contentsAreTaggedInTheirOrder() throws {
    let lines = try structure(try document(Self.deck)).map { $0.trimmingCharacters(in: .whitespaces) }
    let types = lines.filter { !$0.hasPrefix("\"") && !$0.isEmpty }.map {
      String($0.prefix { $0.isLetter || $0.isNumber })
    }
    var rest = types[...]
    let order = [
      "Document", "H1", "H2", "P", "P", "Link", "L", "LI", "Lbl", "LBody", "LI", "Lbl", "LBody", "Figure",
      "Table",
      "TR", "TH", "TH", "TR", "TD", "TD", "TR", "TD", "TD", "P", "Link", "P", "P",
    ]
    for type in order {
      guard let found = rest.firstIndex(of: type) else {
        Issue.record("no \(type) after \(types.count - rest.count) of \(types)")
        return
      }
      rest = rest[(found + 1)...]
    }
    for words in ["Main", "Part one", "First", "1.", "Rent", "900", "Power", "Faded words", "Go", "你好，世界"] {
      #expect(lines.contains { $0.hasPrefix("\"") && $0.contains(words) }, "\(words) in \(lines)")
    }
  }

  @Test func headingsOfMarkdownAreHeadings() throws {
    let deck =
      ##"{"cards":[{"parts":[{"type":"text","markdown":true,"text":"# Main\n\nWords\n\n## Part\n\n- One"}]}]}"##
    let lines = try structure(try document(deck)).map { $0.trimmingCharacters(in: .whitespaces) }
    let types = lines.filter { !$0.hasPrefix("\"") && !$0.isEmpty }
    #expect(
      types == ["Document", "H1", "P", "H2", "L (block):", "/ListNumbering /Disc", "LI", "Lbl", "LBody"],
      "\(lines)")
  }

  @Test func aDocumentMeetsTheRulesOfPDFUA() throws {
    let file = try document(Self.deck)
    #expect(try PDFReader.ask("qpdf", file, ["--check"]).contains("No syntax or stream encoding errors"))
    let text = String(decoding: file, as: UTF8.self)
    #expect(text.contains("/Lang (de-DE)") && text.contains("/DisplayDocTitle true"))
    #expect(text.contains("/Marked true") && text.contains("/Tabs /S"))
    let info = try PDFReader.ask("pdfinfo", file)
    #expect(info.contains("Tagged:          yes"), "\(info)")
    let objects = try #require(
      try JSONSerialization.jsonObject(with: Data(try PDFReader.ask("qpdf", file, ["--json=1"]).utf8))
        as? [String: Any]
    )
    let all = try #require(objects["objects"] as? [String: Any]).values.compactMap { $0 as? [String: Any] }
    let figures = all.filter { $0["/S"] as? String == "/Figure" }
    #expect(
      !figures.isEmpty && figures.allSatisfy { ($0["/Alt"] as? String)?.contains("A dot (red)") == true })
    for link in all where link["/Subtype"] as? String == "/Link" {
      #expect(link["/StructParent"] is Int && link["/Contents"] is String)
    }
    for head in all where head["/S"] as? String == "/TH" { #expect(head["/A"] is [String: Any]) }
  }

  @Test func textIsFoundInEveryScript() throws {
    let text = try PDFReader.ask("pdftotext", try document(Self.deck))
    for words in [
      "Main", "Part one", "Words that go on", "Faded words", "你好，世界", "مرحبا بالعالم", "עולם גדול",
      "नमस्ते दुनिया, हिन्दी का क्षेत्र", "office affluent",
    ] {
      #expect(text.contains(words), "\(words) in \(text)")
    }
  }

  @Test func headerAndFooterOfAReportAreNotReadOut() throws {
    let deck =
      #"{"page":{"width":200,"height":160,"margins":10,"footer":[{"type":"text","text":"Foot"}]},"cards":["#
      + #"{"parts":[{"type":"text","text":"One"}]},{"breakBefore":"page","parts":[{"type":"text","text":"Two"}]}]}"#
    let file = try document(deck)
    let lines = try structure(file)
    #expect(lines.contains { $0.contains("One") } && lines.contains { $0.contains("Two") })
    #expect(!lines.contains { $0.contains("Foot") })
    #expect(try PDFReader.ask("pdftotext", file).contains("Foot"))
    #expect(try PDFReader.ask("pdfinfo", file).contains("Pages:           2"))
  }

  @Test func theMachineCheckableRulesAreFollowed() throws {
    #expect(try AccessibilityRules.broken(in: document(Self.deck)) == [])
    // A report with all decoration around and behind parts, a chart, and lists.
    let more = ##"""
      {"theme":"soft","title":"(Report) <&>","author":"Ann \\ Lee","locale":"ar","page":{"width":300,"height":400,
       "footer":[{"type":"text","text":"{{ page }}"}]},"cards":[
        {"traits":{"shadow":{"radius":4},"border":{"style":"dashed"},"gradient":{"colors":["#FFFFFF","#EEEEFF"]}},"parts":[
        {"type":"title","title":"(/Span << /MCID 1 >> BDC)"},
        {"type":"text","text":"/Span << /MCID 0 >> BDC","alpha":0.5,"backgroundColor":"#EEEEEE"},
        {"type":"text","markdown":true,"text":"# Head\n\n- one\n- two\n\n1. first\n2. second\n\n[link](https://example.com)"},
        {"type":"chart","alt":"Up","data":[1,2,3],"mark":"bar","height":90},
        {"type":"table","tableHeaderView":[{"type":"stack","arrangedSubviews":[{"type":"text","text":"A"},{"type":"text","text":"B"}]}],
         "rows":[{"forEach":"{{ rows }}","leftTitleText":"Row {{ item }}","rightTitleText":"1","link":"https://example.com/{{ item }}"}]},
        {"type":"rating","icon":"star","value":2.5},{"type":"separator","style":"dotted","thickness":2},
        {"type":"text","text":"😀 face","textShadow":{"radius":2}},
        {"type":"layers","height":60,"layers":[{"type":"spacer","backgroundColor":"#5B4FE9"},
          {"type":"text","text":"Glass","backdropBlur":4,"blendMode":"multiply","rotate":8,"anchor":"center"}]}]}],
       "data":{"rows":[1,2,3,4,5,6,7,8]}}
      """##
    #expect(try AccessibilityRules.broken(in: document(more)) == [])
  }

  @Test func aDocumentWithoutATitleViolatesTheTitleRules() throws {
    let broken = try AccessibilityRules.broken(
      in: document(#"{"cards":[{"parts":[{"type":"separator"}]}]}"#))
    #expect(broken.map { String($0.prefix(6)) } == ["06-002", "06-003", "07-001"], "\(broken)")
    // Without a title the title of a document is its first text.
    #expect(
      try AccessibilityRules.broken(in: document(#"{"cards":[{"parts":[{"type":"text","text":"A & B"}]}]}"#))
        == [])
  }

  @Test func aRowWithALinkKeepsItsCells() throws {
    let deck =
      #"{"cards":[{"parts":[{"type":"table","rows":[{"leftTitleText":"A","rightTitleText":"1","link":"https://example.com/a"}]}]}]}"#
    let types = try structure(try document(deck)).map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { $0.first?.isUppercase == true }.map { String($0.prefix { $0.isLetter }) }
    #expect(types == ["Document", "Table", "TR", "TD", "Link", "Object", "TD"], "\(types)")
  }

  @Test func dotsAndNumbersAreListsOfTheirOwn() throws {
    let deck =
      #"{"cards":[{"parts":[{"type":"text","listStyle":"bullets","text":"a\nb"},{"type":"text","listStyle":"numbers","text":"c\nd"}]}]}"#
    let lines = try structure(try document(deck)).map { $0.trimmingCharacters(in: .whitespaces) }
    let lists = lines.filter { $0.hasPrefix("L (") || $0.hasPrefix("L:") || $0.hasPrefix("/ListNumbering") }
    #expect(
      lists.filter { $0.hasPrefix("/") } == ["/ListNumbering /Disc", "/ListNumbering /Decimal"], "\(lines)")
    #expect(lines.count { $0.hasPrefix("LI") } == 4)
  }

  @Test func chartsAndPicturesAreFigures() throws {
    let deck =
      #"{"title":"T","locale":"en_US","cards":[{"parts":[{"type":"chart","data":[3,1,2],"mark":"bar","height":80},"#
      + #"{"type":"barcode","text":"A","alt":"Link to A"}]}]}"#
    let lines = try structure(try document(deck)).map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines.count { $0.hasPrefix("Figure") } == 2, "\(lines)")
    #expect(try AccessibilityRules.broken(in: document(deck)) == [])
  }

  @Test func aBrokenRuleIsFound() throws {
    // The control: the check can fail.
    let text = String(decoding: try document(Self.deck), as: Unicode.ASCII.self)
    for (old, new, rule) in [
      ("/Scope /Column", "/Scqpe /Column", "15-003"), ("/Tabs /S\n", "/Tbbs /S\n", "28-008"),
      ("/Alt <", "/Alu <", "13-004"), ("/ListNumbering", "/ListNumberinh", "16-002"),
      ("/S /TR\n", "/S /TS\n", "02-001"), ("/Contents <", "/Contentt <", "28-004"),
    ] {
      let file = Self.replacing(Array(old.utf8), with: Array(new.utf8), in: try document(Self.deck))
      #expect(text.contains(old) || !file.isEmpty)
      let broken = try AccessibilityRules.broken(in: file)
      #expect(broken.contains { $0.hasPrefix(rule) }, "\(old): \(broken)")
    }
  }

  /// The bytes with each occurrence of a word replaced by another word of the same length.
  private static func replacing(_ old: [UInt8], with new: [UInt8], in bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    for index in bytes.indices.dropLast(old.count) where bytes[index...].starts(with: old) {
      result.replaceSubrange(index..<(index + old.count), with: new)
    }
    return result
  }

  @Test func alternativesMayContainAnything() throws {
    for words in [#"(a) \\ /Alt (b)>>"#, "你好 😀", "a>b<c"] {
      let file = try document(
        #"{"cards":[{"alt":"\#(words)","parts":[{"type":"text","text":"x"}]}]}"#)
      #expect(try PDFReader.ask("qpdf", file, ["--check"]).contains("No syntax or stream encoding errors"))
    }
  }
}
