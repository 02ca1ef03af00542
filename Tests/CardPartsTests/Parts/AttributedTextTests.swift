import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// Attributed text: its position in the part, the shapes it flows around, and its links.
@Suite struct AttributedTextTests {
  private static let words =
    "The quick brown fox jumps over the lazy dog and runs away before anybody can catch it "

  private static func picture(_ width: Int, _ height: Int) -> String {
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='\(height)'%3E%3Crect width='9' height='9'/%3E%3C/svg%3E"
  }

  @Test func itIsEightPointsBelowTheEdgeAndFiveInside() throws {
    let laidOut = try LaidOut(part: #"{"type":"attributedText","font":"Inter 12","text":"One line"}"#)
    #expect(isNear(try laidOut.line().minX, 5))
    #expect(isNear(try laidOut.line().minY, 8))
    #expect(isNear(try laidOut.frame(0).height, try laidOut.line().height + 16))
    let own = try LaidOut(
      part:
        #"{"type":"attributedText","text":"One","textContainerInset":[1,2,3,4],"lineFragmentPadding":7}"#)
    #expect(isNear(try own.line().minX, 9))
    #expect(isNear(try own.frame(0).height, try own.line().height + 4))
  }

  @Test func inModernThemesItIsPlacedLikeOtherTexts() throws {
    func lines(_ type: String, _ theme: String) throws -> [Rect] {
      let laidOut = try LaidOut(
        deck:
          #"{"theme":"\#(theme)","canvas":{"width":300},"cards":[{"parts":[{"type":"\#(type)","text":"\#(Self.words)"}]}]}"#
      )
      return try [laidOut.frame(0), laidOut.line(0), laidOut.line(1)]
    }
    #expect(try lines("attributedText", "soft") == lines("text", "soft"))
    #expect(try lines("attributedText", "turbo") != lines("text", "turbo"))
  }

  @Test(arguments: ["Two words", "كلمتان"]) func inModernThemesItStartsWhereTheRowsOfADeckDo(
    _ words: String
  ) throws {
    func ends(_ part: String, _ theme: String = "soft") throws -> Double {
      let laidOut = try LaidOut(
        deck:
          #"{"theme":"\#(theme)","direction":"rtl","canvas":{"width":300},"cards":[{"parts":[{\#(part)}]}]}"#)
      return try laidOut.frame(0).maxX - laidOut.line().maxX
    }
    #expect(isNear(try ends(#""type":"text","text":"\#(words)""#), 0, within: 0.5))
    #expect(isNear(try ends(#""type":"attributedText","text":"\#(words)""#), 0, within: 0.5))
    #expect(isNear(try ends(#""type":"iconLabel","labelText":"\#(words)""#), 0, within: 0.5))
    // The icon precedes the text.
    let label = #""type":"iconLabel","labelText":"\#(words)","icon":"icon:check""#
    #expect(try ends(label) > 20)
    let left = #""type":"attributedText","textAlignment":"left","text":"\#(words)""#
    #expect(try ends(left) > 100)
  }

  @Test func inModernThemesLinesStartWhereOtherTextsDo() throws {
    func edges(_ more: String) throws -> [Double] {
      let shape = #""exclusionPath":[{"x":0,"y":30,"width":40,"height":400}]"#
      let laidOut = try LaidOut(
        deck:
          #"{"theme":"soft","canvas":{"width":300},"cards":[{"parts":[{"type":"attributedText","font":"Inter 12","text":"\#(Self.words)\#(Self.words)",\#(shape)\#(more)}]}]}"#
      )
      let left = try laidOut.frame(0).minX
      return [try laidOut.line(0).minX - left, try laidOut.line(2).minX - left]
    }
    // There is room next to a shape all the same.
    #expect(try edges("") == [0, 45])
    #expect(try edges(#","lineFragmentPadding":7"#) == [7, 47])
    #expect(try edges(#","lineFragmentPadding":0"#) == [0, 40])
  }

  @Test func linesHaveTheirNaturalPitchByDefault() throws {
    func pitch(_ more: String) throws -> Double {
      let laidOut = try LaidOut(part: #"{"type":"attributedText","font":"Inter 10","text":"a\nb"\#(more)}"#)
      return try laidOut.line(1).minY - laidOut.line(0).minY
    }
    let natural = try pitch("")
    #expect(isNear(natural, 12.1, within: 0.05))
    #expect(isNear(try pitch(#","lineSpacing":3"#), natural + 3))
    #expect(isNear(try pitch(#","lineHeightMultiple":2"#), 2 * natural))
  }

  @Test func aSmallPictureIndentsTwoLinesOfMintsText() throws {
    let laidOut = try LaidOut(
      parts:
        #"{"type":"attributedText","text":"\#(Self.words)\#(Self.words)\#(Self.words)","textViewImage":"\#(Self.picture(25, 25))"}"#
    )
    let left = try laidOut.frame(0).minX
    #expect(isNear(try laidOut.line(0).minX, left + 30))
    #expect(isNear(try laidOut.line(1).minX, left + 30))
    #expect(isNear(try laidOut.line(2).minX, left + 5))
  }

  @Test func aPictureIsPlacedByItsFrame() throws {
    func dump(_ frame: String) throws -> String {
      try LaidOut(
        part:
          #"{"type":"attributedText","text":"\#(Self.words)","textViewImage":"\#(Self.picture(40, 20))"\#(frame)}"#
      ).dump
    }
    #expect(try dump("").contains("0 8 40 20"))
    #expect(try dump(#","textViewImageFrame":[10,4]"#).contains("10 12 40 20"))
    #expect(try dump(#","textViewImageFrame":[10,4,30,30]"#).contains("10 12 30 30"))
    #expect(try dump(#","textViewImageFrame":{"x":"right","width":20}"#).contains("280 8 20 10"))
    #expect(try dump(#","textViewImageFrame":{"x":"center","height":40}"#).contains("110 8 80 40"))
    #expect(try dump(#","textViewImageFrame":{"cornerRadius":10}"#).contains("clip"))
  }

  @Test func thePartIsAsTallAsItsPicture() throws {
    let laidOut = try LaidOut(
      part: #"{"type":"attributedText","text":"Short","textViewImage":"\#(Self.picture(40, 90))"}"#)
    #expect(try laidOut.frame(0).height == 106)
    // A picture wider than the part is reduced to its width.
    let wide = try LaidOut(
      part: #"{"type":"attributedText","text":"Short","textViewImage":"\#(Self.picture(600, 90))"}"#)
    #expect(isNear(try wide.line().minY, 8 + 45))
    #expect(wide.warnings == [])
  }

  @Test func linesAroundAShapeAreLinesOfInspect() throws {
    let laidOut = try LaidOut(
      part:
        #"{"type":"attributedText","font":"Inter 12","text":"\#(Self.words)","exclusionPath":[[120,0,60,20]]}"#
    )
    let (first, second) = (try laidOut.line(0), try laidOut.line(1))
    #expect(first.minY == second.minY)
    #expect(first.maxX <= 115 && isNear(second.minX, 185))
    #expect(try laidOut.lines().joined() == Self.words)
  }

  @Test func aLowPartLosesWholeLinesNextToAShape() throws {
    let laidOut = try LaidOut(
      part:
        #"{"type":"attributedText","font":"Inter 12","height":60,"text":"\#(Self.words)\#(Self.words)","exclusionPath":[[120,0,60,50]]}"#
    )
    let tops = Set(try (0..<laidOut.lines().count).map { try laidOut.line($0).minY })
    #expect(tops.count == 3)
    #expect(laidOut.warnings.contains { $0.contains("does not fit and was cut") })
  }

  private static func regions(_ part: String) throws -> [JSONNode] {
    guard case .array(let nodes) = try LaidOut(part: part).inspected()["regions"]?.value else { return [] }
    return nodes
  }

  @Test func detectedDataIsARegion() throws {
    let text =
      "Mail a@example.com, call (555) 234-5678 by 12 March 2026 or visit 10 Main Street, Springfield, IL 62701."
    let all = try Self.regions(
      #"{"type":"attributedText","width":900,"font":"Inter 8","text":"\#(text)","dataDetectorTypes":"all"}"#)
    #expect(all.map { $0["kind"]?.plain } == ["link", "phoneNumber", "calendarEvent", "address"])
    #expect(all.map { $0["link"]?.plain?.prefix(6) } == ["mailto", "tel:+1", nil, "https:"])
    #expect(all[2]["value"]?.plain == "2026-03-12")
    let some = try Self.regions(
      #"{"type":"attributedText","width":900,"font":"Inter 8","text":"\#(text)","dataDetectorTypes":["phoneNumber","calendarEvent"]}"#
    )
    #expect(some.map { $0["kind"]?.plain } == ["phoneNumber", "calendarEvent"])
    #expect(try Self.regions(#"{"type":"attributedText","text":"\#(text)"}"#).isEmpty)
  }

  @Test func theDecksLocaleDeterminesHowADateIsRead() throws {
    let part = #"{"type":"attributedText","text":"12/03/2026","dataDetectorTypes":["calendarEvent"]}"#
    for (locale, day) in [("en_US", "2026-12-03"), ("en_GB", "2026-03-12"), ("de_DE", "2026-03-12")] {
      let laidOut = try LaidOut(
        deck: #"{"theme":"turbo","locale":"\#(locale)","cards":[{"parts":[\#(part)]}]}"#)
      #expect(try laidOut.inspected()["regions"]?.element(0)?["value"]?.plain == day)
    }
  }

  @Test func aGivenLinkTakesPrecedence() throws {
    let regions = try Self.regions(
      #"{"type":"attributedText","dataDetectorTypes":"all","attributedText":[{"text":"at example"},{"text":".com","link":"https://other.org"},{"text":" and www.example.net"}]}"#
    )
    #expect(regions.map { $0["link"]?.plain } == ["https://other.org", "https://www.example.net"])
    // A link that spans two styles is one link.
    let split = try Self.regions(
      #"{"type":"attributedText","dataDetectorTypes":"all","attributedText":[{"text":"exam"},{"text":"ple.com","underline":true}]}"#
    )
    #expect(split.map { $0["link"]?.plain } == ["https://example.com"])
  }

  @Test func linksHaveTheirOwnStyleUnlessTheRunSetsIt() throws {
    func dump(_ run: String, _ look: String) throws -> String {
      try LaidOut(
        part:
          ##"{"type":"attributedText","attributedText":[{"text":"a","link":"https://x.org"\##(run)}]\##(look)}"##
      ).dump
    }
    #expect(try dump("", "").contains("007AFF"))
    #expect(try dump("", ##","linkTextAttributes":{"color":"#112233"}"##).contains("112233"))
    let both = try dump(##","color":"#445566""##, ##","linkTextAttributes":{"color":"#112233"}"##)
    #expect(both.contains("445566") && !both.contains("112233"))
  }

  @Test func linksAreInTheSVG() throws {
    let laidOut = try LaidOut(
      part: #"{"type":"attributedText","text":"see www.example.com","dataDetectorTypes":["link"]}"#)
    #expect(laidOut.dump.contains("https://www.example.com"))
  }

  @Test(arguments: [
    (#""type":"attributedText""#, "needs 'text' or 'attributedText'"),
    (#""type":"attributedText","text":"a","textViewImageFrame":[0,0]"#, "needs 'textViewImage'"),
    (#""type":"attributedText","text":"a","linkTextAttributes":{}"#, "no effect on a text without links"),
    (#""type":"attributedText","text":"a","exclusionPath":[[0,0,9]]"#, "expected [x, y, width, height]"),
    (#""type":"attributedText","text":"a","exclusionPath":[[0,0,9,-1]]"#, "cannot be negative"),
    (#""type":"attributedText","text":"a","exclusionPath":[{"width":3}]"#, "a shape needs 'height'"),
    (
      #""type":"attributedText","text":"a","exclusionPath":[{"x":"middle","width":3,"height":3}]"#, "'center'"
    ),
    (#""type":"attributedText","text":"a","dataDetectorTypes":["links"]"#, "did you mean 'link'?"),
  ]) func invalidValuesAreReported(part: String, message: String) throws {
    let issues = try LaidOut.issues(of: #"{"theme":"turbo","cards":[{"parts":[{\#(part)}]}]}"#)
    #expect(issues.contains { $0.contains(message) }, "\(issues)")
  }

  @Test func aPictureOutsideOfItsPartCausesAWarning() throws {
    let laidOut = try LaidOut(
      part:
        #"{"type":"attributedText","text":"a","textViewImage":"\#(Self.picture(9, 9))","textViewImageFrame":[290,0,20,20]}"#
    )
    #expect(laidOut.warnings.contains { $0.contains("sticks out of the part") })
  }
}
