import CardRaster
import Testing

/// Parsing of Markdown texts.
@Suite struct MarkdownTests {
  /// A compact form of the paragraphs: markers, styles and text.
  private func read(_ text: String) throws -> [String] {
    try Markdown(text).paragraphs.map { paragraph in
      var result = String(repeating: ">", count: paragraph.depth)
      switch paragraph.marker {
      case .bullet: result += "• "
      case .number(let number): result += "\(number). "
      case nil: break
      }
      if let heading = paragraph.heading { result += "h\(heading) " }
      if paragraph.isCode { result += "code " }
      for run in paragraph.runs {
        let look = (run.isEmphasized ? "e" : "") + (run.isStrong ? "s" : "") + (run.isCode ? "c" : "")
        result +=
          look.isEmpty && run.link == nil
          ? run.text : "[\(look) \(run.text)\(run.link.map { " → \($0)" } ?? "")]"
      }
      return result
    }
  }

  @Test(
    arguments: [
      ("a *b* **c** ***d*** `e`", ["a [e b] [s c] [es d] [c e]"]),
      ("a\nb  \nc", ["a b\nc"]),
      ("a\n\nb", ["a", "b"]),
      ("# a\n## b", ["h1 a", "h2 b"]),
      ("[a *b*](https://x.y)", ["[ a  → https://x.y][e b → https://x.y]"]),
      ("- a\n- b\n  1. c\n  2. d\n- e", [">• a", ">• b", ">>1. c", ">>2. d", ">• e"]),
      ("7. a\n8. b", [">7. a", ">8. b"]),
      ("- a\n\n  b", [">• a", ">b"]),
      ("```\nx\ny\n```", ["code [c x\ny]"]),
      ("1 \\* 2 &amp; ä", ["1 * 2 & ä"]),
      ("a\u{0}b", ["a\u{FFFD}b"]),
      ("", []),
      // Ideographs have no spaces around emphasis.
      ("**「強調」**です", ["[s 「強調」]です"]), ("これは**「強調」**です。", ["これは[s 「強調」]です。"]),
      ("**文。**次", ["[s 文。]次"]), ("**마크다운(Markdown)**은", ["[s 마크다운(Markdown)]은"]),
      ("*「弱」*と***（両）***も", ["[e 「弱」]と[es （両）]も"]), ("* 項\n* 目", [">• 項", ">• 目"]),
      ("`**「」**で`、\\*字\\*", ["[c **「」**で]、*字*"]), ("a **(b)**c", ["a **(b)**c"]),
    ] as [(String, [String])]) func isRead(text: String, paragraphs: [String]) throws
  {
    #expect(try read(text) == paragraphs)
  }

  @Test func listsStartWithTheirNumber() throws {
    func begins(_ text: String) throws -> [Bool] { try Markdown(text).paragraphs.map(\.beginsList) }
    #expect(try begins("a\n\n- b\n- c\n  - d\n\n1. e\n2. f") == [false, true, false, false, true, false])
    #expect(try begins("- - a\n  - b\n\nc") == [true, false, false])
  }

  @Test func unsupportedMarkdownIsReportedAndItsTextStays() throws {
    let text = "> quoted\n\n![alt](b.png) <b>c</b>\n\n---\n\n<div>d</div>"
    let markdown = try Markdown(text)
    #expect(
      markdown.unsupported.map { "\($0.line) \($0.what)" } == [
        "1 a block quote", "3 a picture", "3 HTML", "5 a horizontal rule", "7 HTML",
      ])
    #expect(try read(text) == ["quoted", "alt <b>c</b>", "<div>d</div>"])
  }

  @Test(
    arguments: [
      ("| a | b |\n|---|:-:|\n| 1 | 2 |", ["2 a table"]), ("a | b\n--- | ---\n1 | 2", ["2 a table"]),
      ("so ~~not~~ so", ["1 a strikethrough"]),
      ("- [ ] open\n- [x] done", ["1 a task list item", "2 a task list item"]),
      ("a ~~ b, c | d - e", []), ("- [a](https://example.com)", []), ("[x] no entry", []),
    ] as [(String, [String])]) func extensionsOfMarkdownAreReportedToo(text: String, expected: [String])
    throws
  {
    let markdown = try Markdown(text)
    #expect(markdown.unsupported.map { "\($0.line) \($0.what)" } == expected)
  }

  @Test func deepNestingEnds() throws {
    let deep = String(repeating: "> ", count: 5_000) + String(repeating: "*a ", count: 5_000)
    #expect(try Markdown(deep).paragraphs.count == 1)
  }
}
