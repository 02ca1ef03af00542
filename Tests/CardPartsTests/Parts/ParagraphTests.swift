import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// Lists, paragraphs and Markdown in a text.
@Suite struct ParagraphTests {
  @Test func entriesFollowTheirMarkers() throws {
    let list = #"{"type":"text","text":"one\ntwo","listStyle":"numbers","width":200}"#
    let laidOut = try LaidOut(part: list)
    #expect(try laidOut.lines() == ["1.", "one", "2.", "two"])
    let (marker, words) = (try laidOut.line(0), try laidOut.line(1))
    #expect(marker.maxX < words.minX)
    #expect(isNear(words.minX, try laidOut.line(3).minX))
  }

  @Test func numbersAreAlignedAtTheirEnds() throws {
    let lines = (1...10).map { "n\($0)" }.joined(separator: #"\n"#)
    let laidOut = try LaidOut(part: #"{"type":"text","text":"\#(lines)","listStyle":"numbers","width":200}"#)
    #expect(isNear(try laidOut.line(0).maxX, try laidOut.line(18).maxX, within: 0.6))
  }

  @Test(arguments: [
    #""listStyle":"numbers","text":"אחת\nשתיים""#, #""markdown":true,"text":"1. אחת\n2. שתיים""#,
  ])
  func markersOfRightToLeftEntriesAreAtTheRight(_ words: String) throws {
    for deck in ["", #""direction":"rtl","#] {
      let laidOut = try LaidOut(
        deck: #"{\#(deck)"canvas":{"width":300},"cards":[{"parts":[{"type":"text",\#(words)}]}]}"#)
      let frame = try laidOut.frame(0)
      #expect(try laidOut.lines() == ["1.", "אחת", "2.", "שתיים"])
      for entry in [0, 2] {
        let (marker, words) = (try laidOut.line(entry), try laidOut.line(entry + 1))
        #expect(words.maxX < marker.minX && marker.minX - words.maxX < 12)
        #expect(frame.maxX - marker.maxX < 2)
      }
      // The dot is between the number and the text.
      let marker = try #require(laidOut.glyphRuns.first { $0.text == "." || $0.text == "1" })
      #expect(marker.text == ".")
    }
  }

  @Test func eachEntryHasItsMarkerWhereItStarts() throws {
    let text = #"{"type":"text","markdown":true,"text":"- one\n- שתיים\n  - שלוש"}"#
    let laidOut = try LaidOut(part: text)
    let lines = try (0..<6).map { try laidOut.line($0) }
    #expect(try laidOut.lines() == ["•", "one", "•", "שתיים", "•", "שלוש"])
    #expect(lines[0].maxX < lines[1].minX)
    #expect(lines[3].maxX < lines[2].minX)
    // A nested list is indented from the same side.
    #expect(lines[5].maxX < lines[4].minX && lines[4].maxX < lines[2].minX)
    #expect(isNear(lines[0].minX, 300 - lines[2].maxX, within: 1))
  }

  @Test func thereIsSpaceBetweenParagraphs() throws {
    func height(_ more: String) throws -> Double {
      try LaidOut(part: #"{"type":"text","text":"one\ntwo\nthree"\#(more)}"#).frame(0).height
    }
    #expect(isNear(try height(#","paragraphSpacing":10"#), try height(#","paragraphSpacing":4"#) + 12))
  }

  @Test func aListKeepsADistanceToTheOneAboveIt() throws {
    func height(_ text: String, _ theme: String) throws -> Double {
      try LaidOut(parts: #"{"type":"text","markdown":true,"text":"\#(text)"}"#, theme: theme).frame(0).height
    }
    #expect(try height("- a\\n- b\\n\\n1. c", "soft") > height("- a\\n- b\\n- c", "soft") + 5)
    #expect(try height("- a\\n- b\\n\\n1. c", "mint") == height("- a\\n- b\\n- c", "mint"))
  }

  @Test func entriesWithoutRoomAreLeftOutWithAWarning() throws {
    let text = #"{"type":"text","text":"one\ntwo\nthree","listStyle":"bullets","maxLines":2}"#
    let laidOut = try LaidOut(part: text)
    #expect(try laidOut.lines() == ["•", "one", "•", "two"])
    #expect(
      laidOut.warnings.count == 1
        && laidOut.warnings[0].contains("the text from 'three' on does not fit and was cut"))
    let low = try LaidOut(part: #"{"type":"text","text":"one\ntwo\nthree","paragraphSpacing":4,"height":30}"#)
    #expect(!low.warnings.isEmpty)
  }

  @Test func aSuperscriptIsSmallAndRaised() throws {
    func dump(_ look: String) throws -> String {
      try LaidOut(part: #"{"type":"text","attributedText":[{"text":"m"},{"text":"2",\#(look)}]}"#).dump
    }
    // The text of Mint and Turbo is 14 points large.
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

  @Test(
    "A line feed before or after a text changes nothing, in any part that draws text",
    arguments: [
      #"{"type":"text","text":"@"}"#, #"{"type":"text","maxLines":1,"text":"@"}"#,
      #"{"type":"text","minimumScaleFactor":0.5,"maxLines":2,"text":"@"}"#,
      #"{"type":"text","listStyle":"bullets","text":"@"}"#,
      #"{"type":"text","paragraphSpacing":5,"text":"@"}"#,
      #"{"type":"text","markdown":true,"text":"@"}"#,
      #"{"type":"attributedText","attributedText":[{"text":"a "},{"text":"@"}]}"#,
      #"{"type":"title","title":"@"}"#, #"{"type":"button","buttonTitle":"@"}"#,
      #"{"type":"titleDescription","leftTitleText":"@","leftDescriptionText":"@","rightTitleText":"@","rightDescriptionText":"@"}"#,
      #"{"type":"table","rows":[{"leftTitleText":"@","rightTitleText":"@"}]}"#,
      #"{"type":"iconLabel","labelText":"@"}"#, #"{"type":"pillLabel","labelText":"@"}"#,
      #"{"type":"textField","text":"@"}"#, #"{"type":"textField","placeholder":"@"}"#,
      #"{"type":"chart","mark":"column","title":"@","description":"@","data":{"k":["a","b"],"v":[1,2]},"x":{"field":"k","title":"@"},"y":"v"}"#,
    ])
  func lineEndsAround(_ part: String) throws {
    for word in ["Weekly plan", "$1,200"] {
      let plain = try LaidOut(part: part.replacing("@", with: word))
      for end in [#"\n"#, #"\r\n"#, #"\u2028"#, #"\u2029"#, #"\u0085"#, #"\u000B"#, #"\u000C"#] {
        let ended = try LaidOut(part: part.replacing("@", with: word + end))
        #expect(ended.dump == plain.dump, "\(end)")
        #expect(ended.warnings == plain.warnings)
      }
    }
  }

  @Test func paragraphsAndLinesEndByTheRulesOfUnicode() throws {
    func markers(_ text: String) throws -> [String] {
      try LaidOut(part: #"{"type":"text","listStyle":"numbers","text":"\#(text)"}"#).lines()
    }
    #expect(try markers(#"a\r\nb\u2029c\u000Cd"#) == ["1.", "a", "2.", "b", "3.", "c", "4.", "d"])
    #expect(try markers(#"a\u000Bb\u2028c\n"#) == ["1.", "a", "b", "c"])
  }

  @Test func alternativesContainTheWholeText() throws {
    let long = "A title that is far too long for the only line that there is"
    for part in [
      #"{"type":"title","title":"\#(long)"}"#, #"{"type":"text","maxLines":1,"text":"\#(long)"}"#,
      #"{"type":"text","maxLines":1,"markdown":true,"text":"A title that is far too long\n\nfor the only line that there is"}"#,
    ] {
      let laidOut = try LaidOut(part: part)
      #expect(laidOut.warnings.count == 1)
      #expect(laidOut.deck.pages[0].display.title == long)
      let inspected = try #require(laidOut.card()["parts"]?.element(0)?["text"]?.value)
      guard case .string(let text) = inspected else { return #expect(Bool(false), "\(inspected)") }
      #expect(text.replacing("\n", with: " ") == long)
    }
    let key = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
    let laidOut = try LaidOut(part: #"{"type":"text","text":"\#(key)\nSpringfield"}"#)
    #expect(try laidOut.lines().count > 2)
    #expect(laidOut.deck.pages[0].display.title == "\(key) Springfield")
  }

  @Test func headingsInJapaneseBreakBetweenPhrases() throws {
    func lines(_ text: String, width: Int, _ more: String = "") throws -> [String] {
      try LaidOut(
        deck:
          #"{"theme":"soft","locale":"ja","canvas":{"width":\#(width)},"cards":[{"parts":[{"type":"text","style":"header","text":"\#(text)"\#(more)}]}]}"#
      ).lines()
    }
    let text = "新しい東京オフィスで働きませんか？エンジニア募集中です"
    #expect(try lines(text, width: 460) == ["新しい東京オフィスで", "働きませんか？", "エンジニア募集中です"])
    // One more line is better than a cut verb, unless the number of lines is limited.
    let verb = "夏のキャンペーンを開催しています"
    #expect(try lines(verb, width: 280) == ["夏の", "キャンペーンを", "開催しています"])
    #expect(try lines(verb, width: 280, #","maxLines":2"#).count == 2)
    // A phrase that is wider than the line is broken as before, and texts are not.
    #expect(try lines("エンジニアエンジニアエンジニア", width: 300).count > 1)
    #expect(
      try lines(text, width: 460, #","lineBreakStrategy":"standard""#)
        != lines(text, width: 460))
    // Chinese has no kana, and its words no visible ends.
    let chinese = try lines("我们正在东京招聘工程师欢迎加入我们的团队", width: 300)
    #expect(chinese.count > 1 && chinese.allSatisfy { $0.count > 3 }, "\(chinese)")
  }

  @Test func aPrefixOfOneLetterStaysWithItsWord() throws {
    for width in stride(from: 124, through: 260, by: 8) {
      let lines = try LaidOut(
        deck:
          #"{"theme":"soft","canvas":{"width":\#(width)},"cards":[{"parts":[{"type":"text","text":"Send an e-mail or a T-shirt, well-known"}]}]}"#
      ).lines()
      #expect(!lines.contains { $0.hasSuffix("e-") || $0.hasSuffix("T-") }, "\(lines)")
    }
  }

  @Test func rangesOfNumbersFollowTheDirectionOfTheDeck() throws {
    /// The numbers of a text from left to right.
    func seen(_ text: String, _ direction: String) throws -> String {
      let laidOut = try LaidOut(
        deck:
          #"{"direction":"\#(direction)","canvas":{"width":320},"cards":[{"parts":[{"type":"text","text":"\#(text)"}]}]}"#
      )
      return laidOut.glyphRuns.sorted { $0.origin.x < $1.origin.x }.map(\.text).joined()
        .filter { $0.isNumber || $0 == ":" }
    }
    #expect(try seen("09:30 – 17:00", "ltr") == "09:3017:00")
    #expect(try seen("09:30 – 17:00", "rtl") == "17:0009:30")
    #expect(try seen("8–10", "rtl") == "108")
    // Other texts without letters keep their order.
    for text in ["04 123 4567", "+971 4 123", "2026-11-28", "3/5"] {
      #expect(try seen(text, "rtl") == seen(text, "ltr"), "\(text)")
    }
  }

  @Test func aPartBesideATitleHasItsWidth() throws {
    for weights in ["", #","weight":1"#] {
      let laidOut = try LaidOut(
        deck:
          #"{"theme":"soft","canvas":{"width":320},"cards":[{"parts":[{"type":"stack","spacing":12,"axis":"horizontal","arrangedSubviews":[{"type":"titleDescription","leftTitleText":"Goal","leftDescriptionText":"86%"\#(weights)},{"type":"bar","percent":0.86\#(weights)}]}]}]}"#
      )
      let parts = try #require(laidOut.card()["parts"]?.element(0)?["parts"])
      #expect(try LaidOut.frame(of: #require(parts.element(1))).width > 60, "\(weights)")
    }
  }
}
