import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// The geometry of the parts: sizes that follow from their texts.
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
    // The track, a quarter of it, and today's line in the middle of April, all below the top padding of 9
    // points.
    #expect(dump.contains("82.5 "))
    #expect(dump.contains("165 9 1 18"))
  }

  @Test func aProgressBarIsTwentyOneTallWithItsMarkerOverTheMiddleOfASegment() throws {
    let bar = #"{"type":"progressBar","barColors":["red","green","blue"],"progressBarWidth":300"#
    #expect(try LaidOut(part: bar + #","currentValue":2}"#).frame(0).height == 21)
    #expect(try LaidOut(part: bar + "}").frame(0).height == 10)
    #expect(try LaidOut(part: bar + #","currentValue":3}"#).dump.contains("246.5"))
  }

  @Test func theWidthOfAProgressBarMayBeAShareOfThePart() throws {
    let bar = ##"{"type":"progressBar","barColors":["#FF0001"],"progressBarWidth":"##
    let shares = try LaidOut(part: bar + #""50%"}"#).dump
    #expect(
      try LaidOut(part: bar + #"150}"#).dump.replacing("150", with: "50%")
        == shares.replacing("150", with: "50%"))
    #expect(
      try LaidOut.issues(of: #"{"cards":[{"parts":[\#(bar)"120%"}]}]}"#).first?.contains(
        "larger than the room") == true)
  }

  @Test(
    "Parts without a size of their own are larger on canvases for sharing",
    arguments: [
      #"{"type":"barcode","text":"A"}"#, #"{"type":"histogram","dataEntries":[{"height":1}]}"#,
      #"{"type":"collection","items":[[{"type":"text","text":"A"}]]}"#,
      #"{"type":"paged","pageHeight":1,"pages":[[{"type":"text","text":"A"}],[{"type":"text","text":"B"}]]}"#,
    ]) func sizesGrow(_ part: String) throws
  {
    func height(_ canvas: String) throws -> Double {
      try LaidOut(deck: #"{"canvas":\#(canvas),"cards":[{"parts":[\#(part)]}]}"#).frame(0).height
    }
    let (small, large) = (try height(#"{"width":375}"#), try height(#"{"preset":"square"}"#))
    #expect(large > 1.8 * small, "\(small) \(large)")
  }

  /// The bar is 300 points wide and starts at the edge; the marker is a triangle of 7 points.
  @Test(
    "A value between two ticks of a progress bar is placed proportionally in its segment",
    arguments: [
      ("[300,579,661,780,850]", "720", 187.18487), ("[300,579,661,780,850]", "300", 0.0),
      ("[300,579,661,780,850]", "850", 300.0), ("[300,579,661,780,850]", "661", 150.0),
      (#"["300","579","661","780","850"]"#, "665", 152.52101),
      (#"["300","579","661","780","850"]"#, "3", 187.5), ("[100,75,50,25,0]", "10", 270.0),
      ("[-40,-20,0,20,40]", "-10", 112.5), ("[0,1,2,3,4]", "0.5", 37.5), ("[0,1,2,3,4]", "0", 0.0),
      (#"["D","C","B","A"]"#, "2", 112.5), ("[1,2,3,4]", "2", 112.5), ("[5,1,7,3,9]", "2", 112.5),
    ])
  func progressBarValue(_ values: String, _ value: String, _ middle: Double) throws {
    let laidOut = try LaidOut(
      part:
        #"{"type":"progressBar","barColors":["red","orange","yellow","green"],"progressBarWidth":300,"barValues":\#(values),"showBarValues":false,"markerColor":"navy","currentValue":\#(value)}"#
    )
    let triangle = try #require(laidOut.dump.split(separator: "\n").first { $0.contains("#000080") })
    let corner = "\(NumberText.format(middle - 3.5, digits: 2)) "
    #expect(triangle.contains(corner), "\(triangle) has no \(corner)")
  }

  @Test(
    "A value outside the scale of a progress bar is an error that states the scale",
    arguments: [
      ("[300,579,661]", "900", "900 is out of range: expected a value from 300 to 661"),
      ("[300,579,661]", "2", "2 is out of range: expected a value from 300 to 661"),
      (
        #"["300","579","661"]"#, "200",
        "200 is out of range: expected the number of a segment, 1 to 2, or a value from 300 to 661"
      ),
      (
        #"["D","C"]"#, "1.5",
        "1.5 is out of range: expected the number of a segment, 1 to 2; numbers at the 3 joints in 'barValues' make it a value on their scale"
      ),
    ])
  func progressBarWithoutPlace(_ values: String, _ value: String, _ message: String) throws {
    let part =
      #"{"type":"progressBar","barColors":["red","blue"],"barValues":\#(values),"currentValue":\#(value)}"#
    let issues = try LaidOut.issues(of: #"{"cards":[{"parts":[\#(part)]}]}"#)
    #expect(issues.count == 1)
    #expect(issues[0].contains(message) && issues[0].contains("currentValue"), "\(issues)")
  }

  @Test func aProgressBarHasNoMarkerWithoutAValue() throws {
    let bar =
      #"{"type":"progressBar","barColors":["red","blue"],"barValues":[300,400,500],"showBarValues":false"#
    for rest in ["}", #","currentValue":null}"#, #","currentValue":0}"#] {
      #expect(try LaidOut(part: bar + rest).frame(0).height == 10)
    }
  }

  @Test func anIconLabelIsAsTallAsItsTextWithPaddingOrItsIcon() throws {
    func height(_ padding: Int, _ side: Int, _ theme: String = "mint") throws -> Double {
      let icon =
        "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='\(side)' height='\(side)'/%3E"
      let part =
        #"{"type":"iconLabel","text":"a","font":{"size":12},"icon":"\#(icon)","iconSize":\#(side),"verticalPadding":\#(padding)}"#
      return try LaidOut(parts: part, theme: theme).frame(0).height
    }
    let text = try height(0, 1)
    #expect((14...15).contains(text))
    #expect(isNear(try height(10, 25), text + 20), "the icon is inside the padding of the text")
    #expect(isNear(try height(2, 25), 25), "a taller icon makes the label as tall as itself")
    #expect(isNear(try height(10, 40), 40))
    #expect(isNear(try height(10, 25, "soft"), try height(10, 1, "soft")))
    #expect(isNear(try height(2, 30, "soft"), 34), "modern themes keep an icon away from the edges")
  }

  @Test func aPressedButtonHasAPaleTitleAndADisabledOneIsFaded() throws {
    let button = #"{"type":"button","buttonTitle":"Go","titleColor":"black""#
    let plain = try LaidOut(part: button + "}")
    let pressed = try LaidOut(part: button + #","isHighlighted":true}"#)
    let disabled = try LaidOut(part: button + #","isEnabled":false}"#)
    #expect(!plain.dump.contains("opacity"))
    #expect(pressed.dump.contains("opacity 0.3"))
    #expect(disabled.dump.contains("opacity 0.5"))
    #expect(try pressed.frame(0) == plain.frame(0))
    #expect(pressed.warnings.isEmpty, "a value that is not used need not be valid")
    #expect(disabled.warnings.isEmpty)
    let filled = try LaidOut(
      parts: #"{"type":"button","style":"filled","buttonTitle":"Go","isHighlighted":true}"#, theme: "soft")
    let color = ThemeRegistry.standard.theme().buttonFillColor.hexText
    let lines = filled.dump.split(separator: "\n")
    let pale = try #require(lines.firstIndex { $0.contains("opacity 0.3") })
    let fill = try #require(lines.firstIndex { $0.contains(color) })
    #expect(fill < pale, "its colour stays")
  }

  @Test func aButtonsPictureAndTheLinksOfATextAreTinted() throws {
    let icon = #"{"type":"button","buttonTitle":"Go","image":"icon:heart","tintColor":"crimson"}"#
    #expect(try LaidOut(part: icon).dump.contains("#DC143C"))
    func text(_ rest: String) throws -> String {
      try LaidOut(
        part:
          #"{"type":"attributedText","attributedText":[{"text":"a","link":"https://example.com"}]\#(rest)}"#
      ).dump
    }
    #expect(try text(#","tintColor":"crimson""#).contains("#DC143C"))
    let both = try text(#","tintColor":"crimson","linkTextAttributes":{"color":"navy"}"#)
    #expect(both.contains("#000080") && !both.contains("#DC143C"))
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

  @Test func collectionItemsFlowAndMayBeTiny() throws {
    let item = #"[{"type":"spacer"}]"#
    let items = [String](repeating: item, count: 7).joined(separator: ",")
    let laidOut = try LaidOut(
      part: #"{"type":"collection","margins":0,"itemSize":[90,20],"items":[\#(items)]}"#)
    // Three items per line; the remaining space is shared between them.
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

  @Test func roundCornersClipTheContentOfAStack() throws {
    let stack =
      #"{"type":"stack","cornerRadius":9,"arrangedSubviews":[{"type":"spacer","height":40,"backgroundColor":"red"}]}"#
    #expect(try LaidOut(part: stack).dump.contains("clip"))
    let issues = try LaidOut.issues(
      of: #"{"theme":"turbo","cards":[{"parts":[{"type":"text","text":"a","cornerRadius":9}]}]}"#)
    #expect(
      issues == [
        "d.json:1:78: warning: 'cornerRadius' has no effect without 'backgroundColor' at cards[0].parts[0].cornerRadius"
      ])
  }

  @Test func truncatedTextsAreReportedWithTheirPlace() throws {
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
    (#""type":"table","rows":[{"leftTitleText":"a","cardParts":[]}]"#, "no effect with 'cardParts'"),
    (#""type":"table","rows":[],"separatorInset":[1,0,0,0]"#, "only the left and right"),
    (#""type":"progressBar","barColors":["red"],"markerLabelTitle":"a""#, "no effect without a marker"),
    (#""type":"spacer","height":1,"backgroundColor":{}"#, "a paint needs 'gradient'"),
    (
      #""type":"spacer","height":1,"backgroundColor":{"gradient":{"kind":"radial","colors":["red"],"angle":3}}"#,
      "no effect on a radial"
    ),
  ]) func invisibleValuesCauseAWarning(part: String, message: String) throws {
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

  @Test(arguments: ["cells", "texts"]) func rowsOnABackgroundGrowWithTheCanvas(kind: String) throws {
    func inset(_ preset: String) throws -> Double {
      let rows =
        kind == "cells"
        ? #""usesAlternatingRowBackgroundColors":true,"columns":[{"title":"A"}],"rows":[["one"],["two"]]"#
        : ##""rows":[{"leftTitleText":"one","backgroundColor":"#DDEEFF"}]"##
      let laidOut = try LaidOut(
        deck:
          #"{"theme":"soft","canvas":{"preset":"\#(preset)"},"cards":[{"parts":[{"type":"table",\#(rows)}]}]}"#
      )
      let first = try #require(laidOut.glyphRuns.map(\.origin.x).min())
      return first - (try laidOut.frame(0)).minX
    }
    let (near, far) = try (inset("email"), inset("story"))
    #expect(near >= 10 && far >= 1.8 * near, "\(near) \(far)")
  }

  @Test func columnsOfNumbersAreEquallyWideWhereThereIsSpace() throws {
    /// The right ends of the numbers in the only row, from left to right.
    func ends(_ alignment: String, width: Int, _ cells: String) throws -> [Double] {
      let column = #"{"textAlignment":"\#(alignment)"}"#
      let laidOut = try LaidOut(
        deck:
          #"{"theme":"soft","canvas":{"width":\#(width)},"cards":[{"parts":[{"type":"table","columns":[{},\#(column),\#(column),\#(column)],"rows":[[\#(cells)]]}]}]}"#
      )
      guard case .array(let rows)? = try laidOut.card()["parts"]?.element(0)?["parts"]?.value,
        case .array(let cells)? = rows.first?["parts"]?.value
      else { return [] }
      return try cells.map { try LaidOut.frame(of: $0).maxX }
    }
    let cells = #""Desk","1","$120.00","$240.00""#
    let wide = try ends("right", width: 500, cells)
    try #require(wide.count == 4)
    #expect(isNear(wide[2] - wide[1], wide[3] - wide[2], within: 1), "\(wide)")
    // Numbers are not next to each other at the end of a wide table.
    #expect(wide[3] - wide[2] > 100, "\(wide)")
    // Without space the texts keep theirs.
    let narrow = try ends("right", width: 250, cells)
    #expect(narrow[2] - narrow[1] > narrow[1] - narrow[0], "\(narrow)")
  }

  /// The texts of the cells of the first table, row by row.
  private func cells(_ table: String, _ deck: String = "") throws -> [[String]] {
    let laidOut = try LaidOut(deck: #"{\#(deck)"cards":[{"parts":[{"type":"table",\#(table)}]}]}"#)
    #expect(laidOut.warnings.isEmpty, "\(laidOut.warnings)")
    func texts(_ node: JSONNode) -> [String] {
      if let text = node["text"]?.plain { return [text] }
      guard case .array(let parts)? = node["parts"]?.value else { return [] }
      return parts.flatMap(texts)
    }
    guard case .array(let rows)? = try laidOut.card()["parts"]?.element(0)?["parts"]?.value else { return [] }
    return rows.map(texts)
  }

  @Test func numbersInCellsHaveTheNotationOfTheLocale() throws {
    let rows = #""rows":[["a",-12345.50,0.1,1e3],["b",2000,7,12345678901234]]"#
    #expect(
      try cells(rows) == [["a", "−12,345.50", "0.1", "1,000"], ["b", "2,000", "7", "12,345,678,901,234"]])
    #expect(
      try cells(rows, #""locale":"de_DE","#)[0] == ["a", "−12.345,50", "0,1", "1.000"])
    #expect(try cells(#""rows":[["a",1999],["b",2026]]"#) == [["a", "1999"], ["b", "2026"]], "years")
  }

  @Test func aColumnFormatsItsNumbersAndNotItsTexts() throws {
    let table =
      #""columns":[{},{"format":"currency('EUR')"},{"format":"percent"}],"rows":[["a",5,"n/a"],["b","{{ n }}",0.5],["c","7","{{ n | number }}"]]"#
    #expect(
      try cells(table, #""data":{"n":1.5},"#)
        == [["a", "€5.00", "n/a"], ["b", "€1.50", "50%"], ["c", "7", "1.5"]])
    // Without a format a number of the data is written as in every text.
    #expect(try cells(#""rows":[["{{ n }}"]]"#, #""data":{"n":1234.50},"#) == [["1234.50"]])
  }

  @Test(arguments: [
    ("sum", "", "−1,199.50"), ("mean", "", "−399.833"), ("min", "", "−1,250.00"), ("max", "", "50.00"),
    ("count", "", "3"), ("sum", #","format":"number(0)""#, "−1,200"),
    ("count", #","format":"number(1)""#, "3.0"),
  ])
  func totalsAreCalculated(aggregate: String, format: String, text: String) throws {
    let total = #"{"total":{"aggregate":"\#(aggregate)"\#(format)}}"#
    let rows = #""rows":[["a",-1250],["b","–"],["c","{{ n }}"]],"cell":{"cells":["d",50.00]}"#
    let table = #""columns":[{},\#(total)],\#(rows)"#
    #expect(try cells(table, #""data":{"n":0.50},"#).last?.last == text)
  }

  @Test func totalsWithoutNumbersAndInSections() throws {
    func total(_ aggregate: String, _ rows: String) throws -> [String]? {
      try cells(#""columns":[{"total":{"aggregate":"\#(aggregate)"},"format":"currency"}],\#(rows)"#).last
    }
    #expect(try total("sum", #""rows":[]"#) == ["$0.00"])
    #expect(try total("mean", #""rows":[]"#) == ["–"])
    #expect(try total("sum", #""sections":[{"rows":[[1]]},{"rows":[[2.25]]}]"#) == ["$3.25"])
    // A cell that cannot be read is one error.
    #expect(
      try LaidOut.issues(
        of:
          #"{"data":{"n":null},"cards":[{"parts":[{"type":"table","columns":[{"total":{"aggregate":"sum"}}],"rows":[["{{ n }}"],[1]]}]}]}"#
      ).count == 1)
    let word = try cells(#""columns":[{"total":"Sum"}],"rows":[["a"]]"#)
    #expect(word.last == ["Sum"], "a word in a column of texts is a text")
  }

  @Test func rowsBelowTheTotalsAreFormattedButNotCounted() throws {
    let columns = #""columns":[{"total":"Subtotal"},{"format":"currency","total":{"aggregate":"sum"}}]"#
    let table = #"\#(columns),"rows":[["a",1],["b",2]],"footerRows":[["Tax",0.5],["Total",3.5]]"#
    #expect(
      try cells(table)
        == [
          ["a", "$1.00"], ["b", "$2.00"], ["Subtotal"], ["$3.00"], ["Tax", "$0.50"], ["Total", "$3.50"],
        ])
    let unnamed = table.replacing(#"{"total":"Subtotal"}"#, with: "{}")
    #expect(try cells(unnamed)[2] == ["$3.00"], "the sum is not the total")
    let issues = try LaidOut.issues(
      of: #"{"cards":[{"parts":[{"type":"table","columns":[{}],"rows":[["a"]],"footerRows":[["b",1]]}]}]}"#)
    #expect(
      issues.count == 1 && issues[0].contains("a row has 2 cells, but the table has 1 column"), "\(issues)")
    // Short rows at the foot of keys with values.
    #expect(try cells(#""rows":[["a","1"]],"footerRows":[["b"]]"#).last == ["b"])
  }

  @Test func onlyTheLastRowBelowATableIsStrong() throws {
    let deck =
      #"{"cards":[{"parts":[{"type":"table","columns":[{"total":"s"}],"rows":[["a"]],"footerRows":[["t"],["u"]]}]}]}"#
    let rows = try LaidOut(deck: deck).card()["parts"]?.element(0)?["parts"]
    let contrasts = (0..<4).compactMap { number -> Double? in
      let row = rows?.element(number)
      return (row?["parts"]?.element(0) ?? row)?["lines"]?.element(0)?["contrast"]?.number
    }
    #expect(contrasts.count == 4 && Set(contrasts.dropLast()).count == 1, "\(contrasts)")
    #expect(try #require(contrasts.last) > contrasts[0] + 2)
  }

  @Test func largeAmountsInRowsHaveProportionalFigures() throws {
    func widths(_ font: String) throws -> [Double] {
      try ["111,11", "888,88"].map { text in
        let laidOut = try LaidOut(
          deck:
            #"{"cards":[{"parts":[{"type":"titleDescription","leftTitleText":"a","rightTitleText":"\#(text)"\#(font)}]}]}"#
        )
        return try laidOut.line(1).width
      }
    }
    let (usual, large) = (try widths(""), try widths(#","rightTitleFont":{"size":28}"#))
    #expect(abs(usual[0] - usual[1]) < 0.1, "\(usual)")
    #expect(large[1] - large[0] > 10, "\(large)")
  }

  @Test func aNumberIsNearTheWordsThatCompleteItAndFarFromATitledChart() throws {
    func gap(_ parts: String, _ first: Int) throws -> Double {
      let laidOut = try LaidOut(deck: #"{"cards":[{"parts":[\#(parts)]}]}"#)
      return try laidOut.frame(first + 1).minY - laidOut.frame(first).maxY
    }
    let header = #"{"type":"text","style":"header","text":"41%"}"#
    let title = #"{"type":"text","style":"title","text":"of firms pay late every month"}"#
    let chart = #"{"type":"chart","mark":"bar","data":{"a":["x","y"],"b":[1,2]},"x":"b","y":"a""#
    let words = #"{"type":"text","style":"header","text":"Late payments"}"#
    #expect(try gap("\(header),\(title)", 0) < gap("\(words),\(title)", 0) - 2)
    let titled = try gap(#"\#(header),\#(title),\#(chart),"title":"Reasons"}"#, 1)
    #expect(try titled > 1.9 * gap(#"\#(header),\#(title),\#(chart)}"#, 1))
    #expect(try titled > 1.5 * gap("\(header),\(title)", 0))
    // A row after a table is not one of its rows.
    let table = #"{"type":"table","rows":[{"leftTitleText":"a","rightTitleText":"b"}]}"#
    let row = #"{"type":"titleDescription","leftTitleText":"c","rightTitleText":"d"}"#
    let note = #"{"type":"text","text":"Words"}"#
    #expect(try gap("\(table),\(row)", 0) > gap("\(table),\(note)", 0) + 8)
  }

  @Test func whoSpeaksIsFurtherFromAQuotationThanFromAText() throws {
    func gap(_ style: String, _ part: String) throws -> Double {
      let laidOut = try LaidOut(
        deck:
          #"{"canvas":{"width":400},"cards":[{"parts":[{"type":"text","style":"\#(style)","text":"A quotation"},\#(part)]}]}"#
      )
      return try laidOut.frame(1).minY - laidOut.frame(0).maxY
    }
    let avatar = #"{"type":"avatars","avatars":[{"name":"Ann Lee"}]}"#
    let row =
      #"{"type":"stack","axis":"horizontal","arrangedSubviews":[\#(avatar),{"type":"text","text":"Ann Lee"}]}"#
    let plain = #"{"type":"text","text":"Ann Lee"}"#
    for part in [avatar, row] { #expect(try gap("header", part) > gap("header", plain) + 4) }
  }

  @Test func aCodeIsAlignedWithTextsOnItsOwnColor() throws {
    func left(_ card: String) throws -> Double {
      let laidOut = try LaidOut(
        deck:
          #"{"canvas":{"width":400},"cards":[{\#(card)"parts":[{"type":"text","text":"a"},{"type":"barcode","text":"https://example.com"}]}]}"#
      )
      return try laidOut.frame(1).minX - laidOut.frame(0).minX
    }
    // Four modules of two points are outside of the column of texts.
    #expect(try left("") == -8)
    #expect(try left(##""traits":{"background":{"color":"#FDE68A"}},"##) == 0)
  }

  @Test func numbersInColumnsOfARowAreAtOneHeight() throws {
    let columns = ["1,284", "2 h 10 min", "10 of 12", "94%"].map {
      #"{"type":"stack","axis":"vertical","arrangedSubviews":[{"type":"text","style":"detail","text":"a"},{"type":"text","style":"header","text":"\#($0)"}]}"#
    }
    let laidOut = try LaidOut(
      deck:
        #"{"canvas":{"width":900},"cards":[{"parts":[{"type":"stack","distribution":"fillEqually","arrangedSubviews":[\#(columns.joined(separator: ","))]}]}]}"#
    )
    let tops = try (0..<4).map { try laidOut.frame(0, $0, 1).minY }
    #expect(Set(tops).count == 1, "\(tops)")
    #expect(try laidOut.frame(0, 0, 1).minY - laidOut.frame(0, 0, 0).maxY > 2)
  }

  @Test(arguments: [
    ("مريم القاسمي", "م\u{200C}ق"), ("ليلى حداد", "ل\u{200C}ح"), ("Ann Lee", "AL"),
    ("الين سعد", "ا\u{200C}س"),
  ])
  func initialsLeaveOutTheArabicArticle(name: String, initials: String) throws {
    var avatar = AvatarsPart.Avatar()
    avatar.name = name
    #expect(avatar.initials(try #require(DeckLocale("ar_EG"))) == initials)
  }

  @Test func aRatingHasStars() throws {
    #expect(try LaidOut.issues(of: #"{"cards":[{"parts":[{"type":"rating","value":3}]}]}"#).isEmpty)
  }

  @Test func aStackAloneInARowIsAsWideAsTheRow() throws {
    func width(_ theme: String, _ row: String) throws -> Double {
      let stack = #"{"type":"stack","arrangedSubviews":[{"type":"text","text":"a"}]}"#
      let laidOut = try LaidOut(
        deck:
          #"{"theme":"\#(theme)","cards":[{"parts":[{"type":"table","rows":[[\#(row.replacing("S", with: stack))]]}]}]}"#
      )
      let row = try laidOut.card()["parts"]?.element(0)?["parts"]?.element(0)
      return try LaidOut.frame(of: try #require(row?["parts"]?.element(0))).width
    }
    #expect(try width("soft", "S") > 250)
    #expect(try width("soft", #"S,"b""#) < 40)
    #expect(try width("mint", "S") < 40)
  }

  @Test(arguments: ["soft", "poster", "mint"]) func stripesOfATableHaveSpaceAndRoundCorners(theme: String)
    throws
  {
    func gap(_ keys: String) throws -> Double {
      let laidOut = try LaidOut(
        deck:
          #"{"theme":"\#(theme)","cards":[{"parts":[{"type":"table",\#(keys)"rows":[["a"],["b"]]},{"type":"button","buttonTitle":"Pay"}]}]}"#
      )
      return try laidOut.frame(1).minY - laidOut.frame(0).maxY
    }
    let more = try gap(#""usesAlternatingRowBackgroundColors":true,"#) - gap("")
    #expect(theme == "mint" ? more == 0 : more >= 4, "\(more)")
  }

  @Test("Headers of sections grow with the canvas", arguments: ["table", "collection"])
  func sectionHeaders(type: String) throws {
    let section =
      type == "table"
      ? #"{"header":"Head","rows":[{"leftTitleText":"Row"}]}"#
      : #"{"header":"Head","items":[{"cardParts":[{"type":"text","text":"Row"}]}]}"#
    func sizes(_ canvas: String, theme: String = "soft") throws -> [Double] {
      try LaidOut(
        deck:
          #"{"theme":"\#(theme)","canvas":{\#(canvas)},"cards":[{"parts":[{"type":"\#(type)","sections":[\#(section)]}]}]}"#
      ).glyphRuns.map(\.font.size)
    }
    let (small, large) = (try sizes(#""width":375"#), try sizes(#""preset":"square""#))
    #expect(small[0] == 14 && large.count == 2)
    for (small, large) in zip(small, large) { #expect(isNear(large, small * 2.25, within: 0.3)) }
    #expect(try sizes(#""preset":"square""#, theme: "mint")[0] == 14)
  }

  @Test func columnsOfNumbersAreAlignedAtTheirEnd() throws {
    func ends(_ theme: String, _ cells: [String]) throws -> Set<Double> {
      let written = cells.map { cell in "[\"\(cell)\",\"\(cell)\"]" }.joined(separator: ",")
      let laidOut = try LaidOut(
        deck: #"{"theme":"\#(theme)","cards":[{"parts":[{"type":"table","rows":[\#(written)]}]}]}"#)
      guard case .array(let rows)? = try laidOut.card()["parts"]?.element(0)?["parts"]?.value else {
        return []
      }
      var ends: Set<Double> = []
      for row in rows {
        guard let line = row["parts"]?.element(1)?["lines"]?.element(0) else { continue }
        ends.insert(try LaidOut.frame(of: line).maxX.rounded())
      }
      return ends
    }
    #expect(try ends("soft", ["$149.00", "$8.00", "—"]).count == 1)
    #expect(try ends("soft", ["$149.00", "free"]).count == 2)
    #expect(try ends("soft", ["Free", "$149.00", "$8.00"]).count == 1)
    #expect(try ends("soft", ["With a contract", "$149.00", "$8.00"]).count > 1)
    #expect(try ends("soft", ["2841-0093", "11-2"]).count == 2)
    #expect(try ends("mint", ["$149.00", "$8.00"]).count == 2)
  }

  @Test("The row of sums has a name in the language of the deck") func nameOfTotals() throws {
    func words(_ columns: String, locale: String = "en_US", _ first: String = "\"Tea\"") throws -> [String] {
      try LaidOut(
        deck:
          #"{"locale":"\#(locale)","cards":[{"parts":[{"type":"table","columns":[\#(columns)],"rows":[[\#(first),2,5]]}]}]}"#
      ).glyphRuns.map(\.text)
    }
    let sum = #"{"total":{"aggregate":"sum"}}"#
    #expect(try words("{},{},\(sum)").contains("Total"))
    #expect(try words("{},{},\(sum)", locale: "de_DE").contains("Summe"))
    #expect(try words("{},{},\(sum)", locale: "ja_JP").contains("合計"))
    // The deck's own text, another calculation, and a first column of numbers.
    #expect(try !words(#"{"total":"All"},{},\#(sum)"#).contains("Total"))
    #expect(try !words(#"{},{"total":{"aggregate":"max"}},\#(sum)"#).contains("Total"))
    #expect(try !words("{},{},\(sum)", "1").contains("Total"))
  }

  @Test(arguments: ["Ž", "محمّدٌ الأُستاذ", "ไทยกั๊ง", "山田", "Ộ"])
  func rowsAreEquallyHighInAllScripts(name: String) throws {
    let laidOut = try LaidOut(
      parts:
        #"{"type":"table","rows":[["Anna"],["\#(name)"]]},{"type":"iconLabel","text":"Anna"},{"type":"iconLabel","text":"\#(name)"}"#,
      theme: "soft")
    #expect(try isNear(laidOut.frame(0, 0).height, laidOut.frame(0, 1).height))
    #expect(try isNear(laidOut.frame(1).height, laidOut.frame(2).height))
  }
}
