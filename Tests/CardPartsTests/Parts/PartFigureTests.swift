import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// The figures of the parts: sizes that follow from those of their texts.
@Suite struct PartFigureTests {
  @Test func aTitleDescriptionHasTwelvePointsAboveAndBelowAndTwoBetween() throws {
    let td = #"{"type":"titleDescription","leftTitleText":"Groceries""#
    let both = try LaidOut(part: td + #","leftDescriptionText":"12 transactions"}"#)
    let (title, description) = (try both.line(0), try both.line(1))
    #expect(isNear(try both.frame(0).height, 12 + title.height + 2 + description.height + 12))
    #expect(isNear(description.minY, title.maxY + 2))
    #expect(isNear(try LaidOut(part: td + "}").frame(0).height, title.height + 28))
    #expect(
      isNear(try LaidOut(part: td + #","titlePosition":"bottom"}"#).frame(0).height, title.height + 24))
  }

  @Test func theRightColumnEndsAtTheRightOrStartsInTheMiddle() throws {
    let td =
      #"{"type":"titleDescription","leftTitleText":"Left","rightTitleText":"Right","secondaryPosition":"#
    #expect(isNear(try LaidOut(part: td + #""right"}"#).line(1).maxX, 300, within: 0.5))
    #expect(isNear(try LaidOut(part: td + #""center"}"#).line(1).minX, 150))
    #expect(isNear(try LaidOut(part: td + #"{"center":-20}}"#).line(1).minX, 130))
  }

  @Test func aPillKeepsRoomForItsRoundEnds() throws {
    let laidOut = try LaidOut(
      part: #"{"type":"pillLabel","labelText":"Label1","verticalPadding":10,"horizontalPadding":7}"#)
    let (box, text) = (try laidOut.frame(0), try laidOut.line())
    #expect(isNear(box.height, text.height + 20))
    #expect(isNear(box.width, text.width + text.height + 14, within: 1))
    #expect(isNear(text.minX - box.minX, box.maxX - text.maxX, within: 0.01))
  }

  @Test func aTableIsAsTallAsItsRowsAndOne() throws {
    let rows = [String](repeating: #"{"leftTitleText":"cell"}"#, count: 6).joined(separator: ",")
    let laidOut = try LaidOut(parts: #"{"type":"table","rows":[\#(rows)]}"#)
    #expect(try laidOut.frame(0) == Rect(x: 12 + 14, y: 9, width: 351 - 28, height: 361))
    #expect(try laidOut.frame(0, 5) == Rect(x: 26, y: 9 + 300, width: 323, height: 60))
    #expect(
      try LaidOut(parts: #"{"type":"table","rowHeight":50,"rows":[\#(rows)]}"#).frame(0).height == 6 * 50 + 1)
    #expect(try LaidOut(parts: #"{"type":"table","rows":[]}"#).frame(0).height == 1)
  }

  @Test func aBarIsEighteenTallOrAsTallAsItsTrack() throws {
    let bar = #"{"type":"bar","percent":0.25}"#
    #expect(try LaidOut(parts: bar).frame(0).height == 18)
    #expect(try LaidOut(parts: bar, theme: "turbo").frame(0).height == 20)
    let dump = try LaidOut(
      deck:
        #"{"theme":"mint","canvas":{"width":330,"scale":4},"cards":[{"traits":{"customMargin":0},"parts":[{"type":"bar","percent":0.25,"margins":0}]}],"date":"2026-04-15"}"#
    ).dump
    // The track, a quarter of it, and the day's line half way through April, all from the top padding of 9.
    #expect(dump.contains("82.5 "))
    #expect(dump.contains("165 9 1 18"))
  }

  @Test func aProgressBarIsTwentyOneTallWithItsMarkerOverTheMiddleOfASegment() throws {
    let bar = #"{"type":"progressBar","barColors":["red","green","blue"],"progressBarWidth":300"#
    #expect(try LaidOut(part: bar + #","currentValue":2}"#).frame(0).height == 21)
    #expect(try LaidOut(part: bar + "}").frame(0).height == 10)
    #expect(try LaidOut(part: bar + #","currentValue":3}"#).dump.contains("246.5"))
  }

  @Test func aButtonIsTwelveTallerThanItsTitle() throws {
    let laidOut = try LaidOut(part: #"{"type":"button","buttonTitle":"Apply"}"#)
    #expect(isNear(try laidOut.frame(0).height, try laidOut.line().height + 12))
    #expect(isNear(try laidOut.line().minX, 0))
  }

  @Test func hairlinesAreHalfAPoint() throws {
    #expect(
      try LaidOut(parts: #"{"type":"separator"}"#).frame(0) == Rect(x: 27, y: 14, width: 321, height: 0.5))
    #expect(
      try LaidOut(parts: #"{"type":"separator"}"#, theme: "turbo").frame(0)
        == Rect(x: 0, y: 5, width: 375, height: 0.5))
    let stack =
      #"{"type":"stack","arrangedSubviews":[{"type":"verticalSeparator"},{"type":"text","text":"a"}]}"#
    let laidOut = try LaidOut(part: stack)
    #expect(try laidOut.frame(0, 0) == Rect(x: 0, y: 0, width: 0.5, height: laidOut.frame(0, 1).height))
  }

  @Test func collectionItemsFlowAndTinyOnesAreNoTrouble() throws {
    let item = #"[{"type":"spacer"}]"#
    let items = [String](repeating: item, count: 7).joined(separator: ",")
    let laidOut = try LaidOut(
      part: #"{"type":"collection","margins":0,"itemSize":[90,20],"items":[\#(items)]}"#)
    // Three a line; what is left over is shared between them.
    #expect(try laidOut.frame(0, 1).minX == 105)
    #expect(try laidOut.frame(0, 3).minY == 30)
    #expect(try laidOut.frame(0).height == 80)
    for direction in ["vertical", "horizontal"] {
      let tiny = try LaidOut(
        part:
          #"{"type":"collection","scrollDirection":"\#(direction)","height":9,"itemSize":[1e-300,1e-300],"minimumInteritemSpacing":0,"items":[\#(items)]}"#
      )
      #expect(try tiny.frame(0, 0).width < 0.001)
    }
  }

  @Test func roundCornersCutOffWhatAStackHolds() throws {
    let stack =
      #"{"type":"stack","cornerRadius":9,"arrangedSubviews":[{"type":"spacer","height":40,"backgroundColor":"red"}]}"#
    #expect(try LaidOut(part: stack).dump.contains("clip"))
    let issues = try LaidOut.issues(
      of: #"{"theme":"turbo","cards":[{"parts":[{"type":"text","text":"a","cornerRadius":9}]}]}"#)
    #expect(
      issues == [
        "d.json:1:78: warning: 'cornerRadius' is not seen without 'backgroundColor' at cards[0].parts[0].cornerRadius"
      ])
  }

  @Test func wordsThatAreCutAreNamedWithTheirPlace() throws {
    let rows =
      #"{"type":"table","forEach":"{{ l }}","cell":{"leftTitleText":"{{ item }}","rightTitleText":"1"}}"#
    let long = "Farmers market with a very long name that goes on"
    let issues = try LaidOut.issues(
      of:
        #"{"theme":"turbo","canvas":{"width":200},"data":{"l":["Rent","\#(long)"]},"cards":[{"parts":[\#(rows)]}]}"#
    )
    #expect(issues.count == 1)
    #expect(issues.first?.hasPrefix("d.json:1:") == true)
    #expect(issues.first?.contains("warning: the text 'Farmers") == true)
    #expect(
      issues.first?.contains("(repetition 1 of 'forEach') at cards[0].parts[0].cell.leftTitleText") == true)
  }

  @Test(arguments: [
    (#""type":"title","title":"a","height":8"#, "points taller than the part"),
    (
      #""type":"titleDescription","leftTitleText":"a","leftDescriptionText":"b","height":20"#,
      "taller than the part"
    ),
    (#""type":"table","rows":[{"leftTitleText":"a"}],"height":20"#, "points taller than the table"),
    (#""type":"image","image":"x.png","imageName":"x.png""#, "another name of 'image'"),
    (#""type":"table","rows":[{"leftTitleText":"a","cardParts":[]}]"#, "no effect beside 'cardParts'"),
    (#""type":"table","rows":[],"separatorInset":[1,0,0,0]"#, "only the left and right"),
    (#""type":"progressBar","barColors":["red"],"markerLabelTitle":"a""#, "no effect without a marker"),
    (#""type":"spacer","height":1,"backgroundColor":{}"#, "a paint needs 'gradient'"),
    (
      #""type":"spacer","height":1,"backgroundColor":{"gradient":{"kind":"radial","colors":["red"],"angle":3}}"#,
      "no effect on a radial"
    ),
  ]) func whatCannotBeSeenIsSaid(part: String, message: String) throws {
    let issues = try LaidOut.issues(of: #"{"theme":"turbo","cards":[{"parts":[{\#(part)}]}]}"#)
    #expect(issues.contains { $0.contains(message) }, "\(issues)")
  }

  @Test func aNumberAtTheRightStaysInOneLine() throws {
    func lines(_ right: String, _ theme: String, _ keys: String = "") throws -> [String] {
      try LaidOut(
        deck:
          #"{"locale":"de_DE","theme":"\#(theme)","canvas":{"width":260},"cards":[{"parts":[{"type":"titleDescription","leftTitleText":"Überweisungen",\#(keys)"rightTitleText":"\#(right)"}]}]}"#
      ).lines()
    }
    let found = try lines("1.234.567,89 €", "soft")
    #expect(found.last == "1.234.567,89 €")
    #expect(found.dropLast().joined().replacing("-", with: "") == "Überweisungen", "\(found)")
    #expect(try lines("1.234.567,89 €", "soft", #""titleCompression":"left","#).last == "1.234.567,89 €")
    #expect(try lines("1.234.567.890.123,89 €", "soft").last == "1.234.567.890.123,89 €")
    #expect(try lines("Heute und morgen", "soft").count > 2)
    #expect(try lines("1.234.567,89 €", "mint").count == 2)
  }
}
