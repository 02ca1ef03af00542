import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// Lists, paragraphs and Markdown in a text.
@Suite struct ParagraphTests {
  @Test func entriesStandBehindTheirMarkers() throws {
    let list = #"{"type":"text","text":"one\ntwo","listStyle":"numbers","width":200}"#
    let laidOut = try LaidOut(part: list)
    #expect(try laidOut.lines() == ["1.", "one", "2.", "two"])
    let (marker, words) = (try laidOut.line(0), try laidOut.line(1))
    #expect(marker.maxX < words.minX)
    #expect(isNear(words.minX, try laidOut.line(3).minX))
  }

  @Test func numbersEndAtOnePlace() throws {
    let lines = (1...10).map { "n\($0)" }.joined(separator: #"\n"#)
    let laidOut = try LaidOut(part: #"{"type":"text","text":"\#(lines)","listStyle":"numbers","width":200}"#)
    #expect(isNear(try laidOut.line(0).maxX, try laidOut.line(18).maxX, within: 0.6))
  }

  @Test func paragraphsStandApart() throws {
    func height(_ more: String) throws -> Double {
      try LaidOut(part: #"{"type":"text","text":"one\ntwo\nthree"\#(more)}"#).frame(0).height
    }
    #expect(isNear(try height(#","paragraphSpacing":10"#), try height(#","paragraphSpacing":4"#) + 12))
  }

  @Test func aListKeepsAwayFromTheOneAboveIt() throws {
    func height(_ text: String, _ theme: String) throws -> Double {
      try LaidOut(parts: #"{"type":"text","markdown":true,"text":"\#(text)"}"#, theme: theme).frame(0).height
    }
    #expect(try height("- a\\n- b\\n\\n1. c", "soft") > height("- a\\n- b\\n- c", "soft") + 5)
    #expect(try height("- a\\n- b\\n\\n1. c", "mint") == height("- a\\n- b\\n- c", "mint"))
  }

  @Test func whatHasNoRoomIsLeftOutAndTold() throws {
    let text = #"{"type":"text","text":"one\ntwo\nthree","listStyle":"bullets","maxLines":2}"#
    let laidOut = try LaidOut(part: text)
    #expect(try laidOut.lines() == ["•", "one", "•", "two"])
    #expect(
      laidOut.warnings.count == 1 && laidOut.warnings[0].contains("the text from 'three…' on does not fit"))
    let low = try LaidOut(part: #"{"type":"text","text":"one\ntwo\nthree","paragraphSpacing":4,"height":30}"#)
    #expect(!low.warnings.isEmpty)
  }

  @Test func aScriptIsSmallAndHigh() throws {
    func dump(_ look: String) throws -> String {
      try LaidOut(part: #"{"type":"text","attributedText":[{"text":"m"},{"text":"2",\#(look)}]}"#).dump
    }
    // Mint's and Turbo's text is 14 points large.
    #expect(
      try dump(#""script":"superscript""#) == dump(#""font":"8.68","baselineOffset":4.9"#))
    #expect(try dump(#""script":"subscript""#) != dump(#""script":"superscript""#))
  }

  @Test func linksInMarkdownFollowTheRules() throws {
    let issues = try LaidOut.issues(
      of: #"{"cards":[{"parts":[{"type":"text","markdown":true,"text":"[a](javascript:x)"}]}]}"#)
    #expect(
      issues == [
        "d.json:1:59: error: links cannot use 'javascript:' at cards[0].parts[0].text; use https:, http:, mailto:, tel: or sms:"
      ])
    let drawn = try LaidOut(part: #"{"type":"text","markdown":true,"text":"[a](https://example.com)"}"#)
    #expect(drawn.dump.contains("https://example.com"))
  }
}
