import CardRaster
import TestSupport
import Testing

@testable import CardParts

@Suite("Letter spacing, digits and lines of parts")
struct TypographyTests {
  @Test("Letter spacing is given in points, in em, or as 'auto' for the font size")
  func letterSpacing() throws {
    func width(_ spacing: String) throws -> Double {
      try LaidOut(part: #"{"type":"text","text":"hnhnh","font":"Inter 40","letterSpacing":\#(spacing)}"#)
        .line().width
    }
    let plain = try width("0")
    #expect(abs(try width("2") - plain - 8) < 0.1)
    #expect(abs(try width(#""-0.05em""#) - plain + 8) < 0.1)
    #expect(abs(try width(#""auto""#) - plain - 4 * 40 * Font("Inter", size: 40).tracking) < 0.1)
    let wrong = #"{"cards":[{"parts":[{"type":"text","text":"a","letterSpacing":"2px"}]}]}"#
    #expect(try LaidOut.issues(of: wrong).contains { $0.contains("\"-0.02em\"") })
  }

  @Test("A theme can turn on automatic letter spacing, and a deck can override it")
  func themeSpacing() throws {
    func width(_ theme: String, _ part: String) throws -> Double {
      try LaidOut(
        deck:
          #"{"theme":{"base":"turbo"\#(theme.isEmpty ? "" : ",")\#(theme)},"cards":[{"parts":[{"type":"text","style":"header","text":"hnhnh"\#(part)}]}]}"#
      )
      .line().width
    }
    let plain = try width("", "")
    #expect(try width(#""automaticLetterSpacing":true"#, "") < plain - 2)
    #expect(try width(#""automaticLetterSpacing":true"#, #","letterSpacing":0"#) == plain)
  }

  @Test("A theme can tighten the lines of large text, and a deck can override it")
  func tightLines() throws {
    func pitch(_ theme: String, _ style: String, _ part: String = "") throws -> Double {
      let laid = try LaidOut(
        deck:
          #"{"theme":{"base":"turbo"\#(theme.isEmpty ? "" : ",")\#(theme)},"cards":[{"parts":[{"type":"text","style":"\#(style)","text":"a\nb\nc"\#(part)}]}]}"#
      )
      return try laid.line(2).maxY - laid.line(1).maxY
    }
    #expect(abs(try pitch("", "header") - 36 * 1.331 - 1) < 0.2)
    #expect(abs(try pitch(#""tightLargeText":true"#, "header") - 36 * 1.1) < 0.2)
    #expect(try pitch(#""tightLargeText":true"#, "normal") == pitch("", "normal"))
    #expect(
      abs(try pitch(#""tightLargeText":true"#, "header", #","lineHeightMultiple":2"#) - 36 * 2.42 - 1) < 0.3)
  }

  @Test(
    "A column of numbers contains numbers and amounts, but no other words",
    arguments: [
      ("$412.80", true), ("1.249,00 €", true), ("-12 %", true), ("EUR 12", true), ("99 kr", true),
      ("٩٠٫٠٠ ج.م.", true),
      ("8 yrs 11 mo", false),
      ("of $500", true), ("12 transactions", false), ("none", false), ("", false), ("2 of 3", true),
    ])
  func figureColumn(text: String, isNumber: Bool) { #expect(FigureColumn.holds(text) == isNumber) }

  @Test("Digits have equal widths if the deck or the font asks for tabular figures")
  func figures() throws {
    func width(_ text: String, _ more: String) throws -> Double {
      try LaidOut(part: #"{"type":"text","text":"\#(text)"\#(more)}"#).line().width
    }
    #expect(try width("1111", "") < width("0000", "") - 2)
    #expect(try width("1111", #","figures":"tabular""#) == width("0000", #","figures":"tabular""#))
    #expect(
      try width("1111", #","font":{"figures":"tabular"}"#) == width("0000", #","font":{"figures":"tabular"}"#)
    )
  }

  @Test("In modern themes a number becomes smaller before it breaks")
  func numbersAreNotTorn() throws {
    func lines(_ text: String, _ more: String = "", theme: String = "soft") throws -> [String] {
      try LaidOut(
        deck:
          #"{"theme":"\#(theme)","canvas":{"width":160},"cards":[{"parts":[{"type":"text","style":"header","text":"\#(text)"\#(more)}]}]}"#
      ).lines()
    }
    #expect(try lines("$1,234,567") == ["$1,234,567"])
    #expect(try lines("$1,234,567", theme: "mint").count > 1)
    // The minimum is half the size; longer numbers break like words, and the deck can override the rule.
    #expect(try lines("123456789012345678901234567890").count > 1)
    #expect(try lines("$1,234,567", #","maxLines":2"#).count == 2)
    #expect(try lines("1,234 of 5,678").count > 1)
  }

  @Test("Text in a box or next to a picture is centred by its capitals")
  func opticalCentre() throws {
    let boxed = try LaidOut(part: #"{"type":"text","text":"H","font":"Inter Bold 20","height":50}"#)
    let line = try boxed.line()
    let box = try boxed.frame(0)
    // The middle of the capitals is that of the line without its ascender gap.
    let letters = line.maxY - 20 * 1.21 / 2
    #expect(abs(letters - box.midY) < 0.1)
    let row = try LaidOut(
      part:
        #"{"type":"stack","axis":"horizontal","alignment":"center","arrangedSubviews":[{"type":"text","text":"H","font":"Inter Bold 20"},{"type":"bar","percent":1,"height":60,"width":60}]}"#
    )
    let text = try row.frame(0, 0)
    let bar = try row.frame(0, 1)
    #expect(abs(text.maxY - 20 * 1.21 / 2 - bar.midY) < 0.1)
  }

  @Test("Words are hyphenated by the deck's locale; a locale without patterns causes a warning")
  func hyphenation() throws {
    func deck(_ locale: String) -> String {
      #"{"theme":"turbo","locale":"\#(locale)","canvas":{"width":150},"cards":[{"parts":[{"type":"text","font":"Inter 20","text":"Straßenbahnhaltestelle","hyphenation":true}]}]}"#
    }
    let german = try LaidOut(deck: deck("de_DE"))
    #expect(german.warnings.isEmpty)
    #expect(try ["Straßen", "Straßenbahn"].contains(german.lines().first ?? ""))
    #expect(try LaidOut(deck: deck("ja_JP")).warnings.contains { $0.contains("cannot be hyphenated") })
  }

  @Test(
    "A feature that the font lacks causes a warning",
    arguments: [
      (#"{"smallCaps":true}"#, ["the font has no small capitals"]),
      (#"{"family":"Noto Serif","smallCaps":true,"fractions":true}"#, []), (#"{"fractions":true}"#, []),
      (#"{"features":["ss99"]}"#, ["the font has no feature 'ss99'"]),
      (#"{"features":["ss99=0","zero"]}"#, []),
    ])
  func featuresThatAreNotThere(font: String, words: [String]) throws {
    let warnings = try LaidOut(part: #"{"type":"text","text":"Half 1/2","font":\#(font)}"#).warnings
    #expect(warnings.count == words.count, "\(warnings)")
    for word in words { #expect(warnings.contains { $0.contains(word) }, "\(warnings)") }
  }
}
