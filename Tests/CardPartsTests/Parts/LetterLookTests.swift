import CardRaster
import TestSupport
import Testing

@testable import CardModel
@testable import CardParts

/// Gradients, outlines and shadows of text, notches, and frames of rotated parts.
@Suite struct LetterLookTests {
  private static let fill = ##""textFill":{"gradient":{"angle":90,"colors":["#FF0000","#0000FF"]}}"##

  @Test func aGradientRunsOverAllLines() throws {
    let laidOut = try LaidOut(part: #"{"type":"text","text":"one\ntwo","width":100,\#(Self.fill)}"#)
    let runs = laidOut.dump.split(separator: "\n").filter { $0.contains("glyphs") }
    #expect(runs.count == 2 && runs.allSatisfy { $0.contains("filled with") })
  }

  @Test func aTextShadowIsNotTheShadowOfTheBox() throws {
    let part = #"{"type":"text","text":"a","backgroundColor":"red","textShadow":{"radius":3}}"#
    let dump = try LaidOut(part: part).dump
    let lines = dump.split(separator: "\n").map { $0.trimmingPrefix(while: \.isWhitespace) }
    let background = try #require(lines.firstIndex { $0.hasPrefix("fill") && $0.contains("#FF0000") })
    let shadow = try #require(lines.firstIndex { $0.contains("shadow") })
    #expect(background < shadow)
  }

  @Test func notchesClipTheContent() throws {
    let part =
      #"{"type":"spacer","height":40,"width":100,"backgroundColor":"red","notches":{"radius":5,"at":10}}"#
    let dump = try LaidOut(part: part).dump
    #expect(dump.contains("clip path"), "\(dump)")
  }

  @Test func aGradientBorderFollowsNotches() throws {
    let part =
      #"{"type":"spacer","height":40,"width":100,"border":{"width":2,"color":{"gradient":{"colors":["red","blue"]}}},"notches":{"radius":5}}"#
    let dump = try LaidOut(part: part).dump
    #expect(dump.contains("fill path") && dump.contains("linear") && !dump.contains("stroke"), "\(dump)")
  }

  @Test func theShadowOfAMaskedPartIsThatOfWhatIsVisible() throws {
    let part =
      #"{"type":"spacer","height":40,"width":100,"backgroundColor":"red","shadow":{},"mask":{ "gradient": {"colors":["black","clear"]} }}"#
    let lines = try LaidOut(part: part).dump.split(separator: "\n").map {
      $0.trimmingPrefix(while: \.isWhitespace)
    }
    let shadow = try #require(lines.firstIndex { $0.hasPrefix("group shadow") })
    #expect(lines[shadow + 1].hasPrefix("group mask linear"), "\(lines)")
    #expect(!lines.contains { $0.hasPrefix("shadow rect") })
  }

  @Test func aMaskIsPartOfTheInspectedCard() throws {
    let deck =
      #"{"cards":[{"traits":{"mask":{ "gradient": {"colors":["black","clear"]} }},"parts":[{"type":"text","text":"a"}]}]}"#
    #expect(try LaidOut(deck: deck).dump.contains("mask linear"))
  }

  @Test func aRotatedPartIsFoundWhereItIsDrawn() throws {
    let part =
      #"{"type":"spacer","id":"a","width":100,"height":20,"rotate":90,"margins":[50,0,50,0],"alignSelf":"left"}"#
    let laidOut = try LaidOut(part: part)
    let page = try #require(laidOut.deck.pages.first)
    let frame = try #require(Inspection().frames(in: page).first { $0.id == "a" }?.frame)
    #expect(isNear(frame.width, 20) && isNear(frame.height, 100), "\(frame)")
    #expect(isNear(frame.midX, 50) && isNear(frame.minY, 10), "\(frame)")
  }

  @Test func aSkewedPartAndItsLinkAreFoundWhereTheyAreDrawn() throws {
    let part =
      #"{"type":"spacer","id":"a","width":100,"height":20,"skew":[45,0],"margins":[50,50,50,0],"alignSelf":"left","link":"https://example.com"}"#
    let laidOut = try LaidOut(part: part)
    let page = try #require(laidOut.deck.pages.first)
    let frame = try #require(Inspection().frames(in: page).first { $0.id == "a" }?.frame)
    // Its upper edge moves 10 points to the left, and its lower one 10 to the right.
    #expect(isNear(frame.width, 120) && isNear(frame.height, 20) && isNear(frame.midX, 100), "\(frame)")
    let area = try #require(MailArea.all(of: page).first)
    #expect(area.shape == "poly" && area.coordinates == [40, 50, 140, 50, 160, 70, 60, 70], "\(area)")
  }

  @Test func aSkewToALineIsAnError() throws {
    let issues = try LaidOut.issues(
      of: #"{"cards":[{"parts":[{"type":"text","text":"a","skew":[45,45]}]}]}"#)
    #expect(
      issues.count == 1 && issues[0].contains("a skew of 45 and 45 degrees makes the part a line"),
      "\(issues)")
    let far = try LaidOut.issues(of: #"{"cards":[{"parts":[{"type":"text","text":"a","skew":[90,0]}]}]}"#)
    #expect(far.count == 1 && far[0].contains("90 is out of range: -80 to 80"), "\(far)")
  }

  @Test("A single avatar has the first colour of the palette, unless it is one of a list of people")
  func singleAvatars() throws {
    func fills(_ name: String, _ more: String = "") throws -> Set<Substring> {
      let dump = try LaidOut(
        parts: #"{"type":"avatars","avatars":[{"name":"\#(name)"}]\#(more)}"#, theme: "soft"
      ).dump
      return Set(dump.split(separator: "\n").filter { $0.contains("radius 18") })
    }
    let names = ["Ann Lee", "Bo Diaz", "Cleo Park", "Di Roe"]
    let single = try Set(names.map { try fills($0) })
    #expect(single.count == 1 && single.first?.count == 1)
    let repeated = try fills(
      "{{ item.name }}", #","forEach":[\#(names.map { "{\"name\":\"\($0)\"}" }.joined(separator: ","))]"#)
    #expect(repeated.count > 1)
  }

  @Test(
    "Empty icons of a rating have a contrast of at least 1.6:1 in modern themes",
    arguments: ["soft", "editorial", "report"], ["light", "dark"])
  func emptyIcons(_ theme: String, _ appearance: String) throws {
    let dump = try LaidOut(
      deck:
        #"{"theme":"\#(theme)","appearance":"\#(appearance)","canvas":{"width":300},"cards":[{"parts":[{"type":"rating","icon":"star","value":0}]}]}"#
    ).dump
    let star = try #require(dump.split(separator: "\n").first { $0.contains("path") }, "\(dump)")
    let hex = try #require(star.split(separator: "#").dropFirst().first).prefix(6)
    let tint = try #require(Color(css: "#\(hex)"), "\(star)")
    let appearance = appearance == "dark" ? Appearance.dark : .light
    let ground = try #require(ThemeRegistry.preset(named: theme)).theme(for: appearance).cardBackgroundColor
    #expect(tint.contrast(with: ground) >= 1.59)
  }

  @Test func avatarsNameThePeopleTheyShow() throws {
    let part =
      #"{"type":"avatars","most":2,"total":7,"size":40,"overlap":0.25,"avatars":[{"name":"Ann Lee"},{"name":"Bo"},{"name":"Cy"}]}"#
    let laidOut = try LaidOut(part: part)
    #expect(try laidOut.lines() == ["AL", "B", "+5"])
    #expect(try laidOut.card()["parts"]?.element(0)?["alt"]?.plain == "Ann Lee, Bo +5")
    #expect(isNear(try laidOut.frame(0).width, 100))
  }

  @Test func initialsCanBeReadOnEachColour() {
    for appearance in Appearance.allCases {
      for color in ChartPalette.standard(appearance) {
        #expect(AvatarsPart.ink(on: color, size: 14).contrast(with: color) >= 4.5)
        #expect(AvatarsPart.ink(on: color, size: 24).contrast(with: color) >= 3)
      }
    }
    // Large white letters may be on a background that is too light for small ones.
    let teal = Color(rgb: 0x0891B2)
    #expect(AvatarsPart.ink(on: teal, size: 24) == .white)
    #expect(AvatarsPart.ink(on: teal, size: 14) == Color(rgb: 0x111111))
  }
}
