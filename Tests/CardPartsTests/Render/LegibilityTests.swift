import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// Which texts have enough contrast on colours, gradients and pictures.
@Suite struct LegibilityTests {
  private static func issues(_ part: String, deck: String = "") throws -> [String] {
    try LaidOut(deck: #"{\#(deck)"cards":[{"parts":[\#(part)]}]}"#).warnings
  }

  /// The contrasts of the lines of a deck's first part.
  private static func contrasts(_ part: String, deck: String = "") throws -> [Double] {
    let card = try LaidOut(deck: #"{\#(deck)"cards":[{"parts":[\#(part)]}]}"#).card()
    return lines(of: try #require(card["parts"]?.element(0))).compactMap { $0["contrast"]?.number }
  }

  private static func lines(of node: JSONNode) -> [JSONNode] {
    var result: [JSONNode] = []
    if case .array(let lines)? = node["lines"]?.value { result += lines }
    if case .array(let parts)? = node["parts"]?.value { result += parts.flatMap(lines) }
    return result
  }

  @Test func bothColoursAndTheRatioAreReported() throws {
    let found = try Self.issues(
      ##"{"type":"text","text":"Dark words","textColor":"#15152B"}"##, deck: #""appearance":"dark","#)
    #expect(found.count == 1)
    #expect(
      found.first?.contains("'Dark words' has too little contrast: #15152B on #1A1D24 is 1.06:1") == true)
    #expect(found.first?.contains("cards[0].parts[0]; text needs 4.5:1") == true)
  }

  @Test func theContrastOfOutlinedTextIsThatOfItsOutline() throws {
    func part(_ outline: String) -> String {
      ##"{"type":"text","text":"Words","textColor":"white","backgroundColor":"white"\##(outline)}"##
    }
    #expect(try Self.issues(part("")).count == 1)
    #expect(try Self.issues(part(##","textOutline":{"width":1.5,"color":"#0033AA"}"##)).isEmpty)
    // An outline that is not visible does not help.
    #expect(try Self.issues(part(##","textOutline":{"width":1.5,"color":"#FFFFF0"}"##)).count == 1)
    #expect(try Self.issues(part(##","textOutline":{"width":0.1,"color":"#0033AA"}"##)).count == 1)
  }

  @Test func readableTextCausesNoWarning() throws {
    for appearance in ["light", "dark"] {
      for theme in ThemeRegistry.presets.map(\.name) {
        let parts = Manual.parts.filter { !["image", "layers", "video"].contains($0.name) }
          .map(\.example)
        let found = try Self.issues(
          parts.joined(separator: ","), deck: #""theme":"\#(theme)","appearance":"\#(appearance)","#)
        #expect(!found.contains { $0.contains("too little contrast") }, "\(theme) \(appearance): \(found)")
      }
    }
  }

  @Test(arguments: [
    (##""textColor":"#777777""##, 4.48), (##""textColor":"white","backgroundColor":"black""##, 21),
    (##""textColor":"#000000","alpha":0.5"##, 3.98),
    (##""textColor":"white","backgroundColor":"rgba(0,0,0,0.5)""##, 4.00),
    (##""textColor":"white","backgroundColor":{"gradient":{"colors":["black","black"]}}"##, 21),
    (##""attributedText":[{"text":"a","color":"white","backgroundColor":"black"}]"##, 21),
  ]) func coloursAreBlendedWithTheirBackground(look: String, ratio: Double) throws {
    let found = try Self.contrasts(#"{"type":"text","text":"abc",\#(look)}"#)
    #expect(found.count == 1)
    #expect(isNear(found[0], ratio, within: 0.06), "\(found)")
  }

  @Test func theWorstFifthOfAGradientCounts() throws {
    let ends = #"{"gradient":{"colors":["white","black"],"angle":90}}"#
    let part =
      #"{"type":"text","text":"wide words over all of the width","textColor":"white","backgroundColor":\#(ends)}"#
    let found = try Self.contrasts(part)
    #expect(found.count == 1 && found[0] < 2)
    #expect(try Self.issues(part).count == 1)
  }

  /// A picture with a black left half and a white right half.
  private static let halves =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='200' height='40'%3E%3Crect width='100' height='40'/%3E%3Crect x='100' width='100' height='40' fill='white'/%3E%3C/svg%3E"

  @Test(arguments: [("left", "white", true), ("right", "white", false), ("right", "black", true)])
  func aPictureIsMeasuredBelowTheText(side: String, color: String, isLegible: Bool) throws {
    let part =
      #"{"type":"stack","axis":"vertical","width":200,"spacing":-30,"arrangedSubviews":[{"type":"image","image":"\#(Self.halves)","width":200,"height":40},{"type":"text","text":"Words","textAlignment":"\#(side)","textColor":"\#(color)"}]}"#
    let found = try Self.contrasts(part)
    #expect(found.count == 1)
    #expect(isLegible ? found[0] > 15 : found[0] < 1.5, "\(found)")
    #expect(try Self.issues(part).contains { $0.contains("too little contrast") } != isLegible)
  }

  @Test(arguments: [("left", "white"), ("right", "black")])
  func aPictureBehindAPartOrACardIsMeasured(side: String, color: String) throws {
    let words = #"{"type":"text","text":"Words","textAlignment":"\#(side)","textColor":"\#(color)""#
    let image = #""backgroundImage":{"image":"\#(Self.halves)","contentMode":"scaleToFill"}"#
    #expect(try Self.contrasts(#"\#(words),"width":200,\#(image)}"#).allSatisfy { $0 > 15 })
    let card = #"{"cards":[{"traits":{\#(image)},"parts":[\#(words)}]}]}"#
    #expect(try LaidOut.issues(of: card).allSatisfy { !$0.contains("too little contrast") })
  }

  /// The left half black, the right half white, as pixels.
  private static let pixels =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAADAAAAAICAAAAACaQCObAAAAFElEQVR42mNgwAH+4wAMoxpooQEAf4+/Qa/MOHUAAAAASUVORK5CYII="

  @Test("Texts without a colour have a contrast of 4.5:1 on a picture, by black or white over it")
  func aPictureBehindTextsGetsAScrim() throws {
    func contrasts(_ side: String, _ keys: String = "", _ deck: String = "") throws -> [Double] {
      let image = #""backgroundImage":{"image":"\#(Self.pixels)","contentMode":"scaleToFill"\#(keys)}"#
      let words = #"{"type":"text","text":"Words","textAlignment":"\#(side)"}"#
      let card = try LaidOut(deck: #"{\#(deck)"cards":[{"traits":{\#(image)},"parts":[\#(words)]}]}"#).card()
      return Self.lines(of: try #require(card["parts"]?.element(0))).compactMap { $0["contrast"]?.number }
    }
    for side in ["left", "right"] {
      for appearance in ["light", "dark"] {
        let ratios = try contrasts(side, "", #""appearance":"\#(appearance)","#)
        #expect(ratios.count == 1 && ratios[0] >= 4.5, "\(side) \(appearance): \(ratios)")
      }
    }
    // A scrim of the deck stays, and the themes of CardParts have none.
    let clear = #","scrim":"clear""#
    #expect(try ["left", "right"].flatMap { try contrasts($0, clear) }.contains { $0 < 2 })
    let turbo = #""theme":"turbo","#
    #expect(try contrasts("left", "", turbo) == contrasts("left", clear, turbo))
  }

  @Test func laterPartsOfALongColumnHaveTheirOwnBackground() throws {
    let rows = (0..<40).map { number in
      let colors = number.isMultiple(of: 2) ? ("black", "white") : ("white", "black")
      return #"{"type":"text","text":"row","textColor":"\#(colors.0)","backgroundColor":"\#(colors.1)"}"#
    }
    #expect(try Self.issues(rows.joined(separator: ",")).isEmpty)
    let wrong = rows + [#"{"type":"text","text":"last","textColor":"white"}"#]
    let found = try Self.issues(wrong.joined(separator: ","))
    #expect(found.count == 1 && found[0].contains("cards[0].parts[40]"))
  }

  @Test func intentionallyFaintTextCausesNoWarning() throws {
    #expect(
      try Self.issues(
        #"{"type":"table","rows":[{"leftTitleText":"a","displayAsHidden":true}]},{"type":"textField","placeholder":"a"},{"type":"button","buttonTitle":"a"}"#,
        deck: #""theme":"turbo","#
      ).isEmpty)
    #expect(
      try Self.issues(##"{"type":"text","text":"a","textColor":"#46CAE6"}"##, deck: #""theme":"turbo","#)
        .count
        == 1, "a blue that is not CardParts' own")
  }

  @Test func aPartCausesOneWarningForItsLeastReadableText() throws {
    let found = try Self.issues(
      ##"{"type":"text","attributedText":[{"text":"pale","color":"#DDDDDD"},{"text":" paler","color":"#F5F5F5"}]}"##
    )
    #expect(found.count == 1 && found[0].contains("#F5F5F5 on #FFFFFF"))
  }

  @Test(arguments: ["\" \"", "\"\""]) func aButtonWithoutATitleCausesAWarning(title: String) throws {
    let found = try Self.issues(#"{"type":"button","buttonTitle":\#(title)}"#)
    #expect(found.count == 1 && found[0].contains("without a visible title"))
  }
}
