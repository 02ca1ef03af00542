import CardRaster
import TestSupport
import Testing

@testable import CardCharts
@testable import CardModel
@testable import CardParts

/// The geometry and the labels of histograms.
@Suite struct HistogramTests {
  private static func entries(_ count: Int, title: String = "", height: Double = 0.5, value: String = "")
    -> String
  {
    (0..<count).map { number in
      let text = title.isEmpty ? "" : #","title":"\#(title)\#(number)""#
      let shown = value.isEmpty ? "" : #","textValue":"\#(value)""#
      return #"{"height":\#(height)\#(text)\#(shown)}"#
    }.joined(separator: ",")
  }

  @Test func barsAndLinesArePlacedByTheFormula() {
    var geometry = HistogramGeometry(
      size: Size(width: 321, height: 390), heights: [0.5, 1, 0], barWidth: 8, spacing: 8)
    #expect(geometry.bar(0) == Rect(x: 0, y: 195, width: 8, height: 155))
    #expect(geometry.bar(1) == Rect(x: 16, y: 40, width: 8, height: 310))
    #expect(geometry.bar(2) == Rect(x: 32, y: 350, width: 8, height: 0))
    #expect([0, 0.5, 1].map(geometry.line(at:)) == [350, 195, 40])
    #expect(geometry.seen == 3)
    geometry.spacing = HistogramGeometry.equalSpacing(count: 3, barWidth: 8, in: 321)
    #expect(geometry.bar(2).maxX == 321)
    #expect(HistogramGeometry.equalSpacing(count: 1, barWidth: 8, in: 321) == 313)
    #expect(HistogramGeometry.equalSpacing(count: 9, barWidth: 80, in: 321) == 0)
  }

  @Test func barsFillTheWidthWithinLimits() {
    func frames(_ count: Int, _ width: Double, spacing: Double? = nil, reachesEnds: Bool = false) -> [Rect] {
      var geometry = HistogramGeometry(
        size: Size(width: width, height: 100), heights: Array(repeating: 1, count: count))
      geometry.fill(most: 48, spacing: spacing, reachesEnds: reachesEnds)
      return (0..<geometry.seen).map(geometry.bar)
    }
    let seven = frames(7, 280)
    #expect(seven.first?.minX == 0 && seven.last?.maxX == 280)
    #expect(seven.allSatisfy { $0.width == 29 && $0.minX == $0.minX.rounded() })
    // Wide bars are centred in their shares, or reach the ends if they are spread.
    #expect(frames(2, 300).map(\.minX) == [51, 201])
    #expect(frames(2, 300, reachesEnds: true).map(\.minX) == [0, 252])
    #expect(frames(1, 300) == [Rect(x: 126, y: 40, width: 48, height: 20)])
    #expect(frames(5, 300, spacing: 20).map(\.minX) == [0, 64, 128, 192, 256])
    #expect(frames(3, 300, spacing: 20).map(\.minX) == [58, 126, 194])
    // Many narrow bars still end at the edge; bars without room are not visible.
    #expect(isNear(frames(100, 300).last?.maxX ?? 0, 300))
    #expect(frames(1_000, 300).count < 1_000)
    #expect(frames(0, 300).isEmpty)
  }

  @Test func inModernThemesBarsFillTheWidthUnlessTheDeckSetsIt() throws {
    func bars(_ more: String, _ entry: String = "") throws -> [Rect] {
      let entries = Array(repeating: #"{"height":1\#(entry)}"#, count: 5).joined(separator: ",")
      let laidOut = try LaidOut(
        deck:
          #"{"theme":"soft","canvas":{"width":332},"cards":[{"parts":[{"type":"histogram","margins":0\#(more),"dataEntries":[\#(entries)]}]}]}"#
      )
      #expect(laidOut.warnings == [])
      let part = try laidOut.frame(0)
      return try (0..<5).map { index in
        let frame = try laidOut.frame(0, index)
        return Rect(x: frame.minX - part.minX, y: 0, width: frame.width, height: frame.height)
      }
    }
    #expect(try bars("").last?.maxX == 300)
    #expect(try bars("").first?.width == 44)
    #expect(try bars(#","barWidth":20"#).last?.maxX == 140)
    #expect(try bars(#","barWidth":20,"spacing":4"#).last?.maxX == 116)
    let spread = try bars(#","distribution":"equalSpacing","barWidth":20"#)
    #expect(spread.last == Rect(x: 280, y: 0, width: 20, height: 200))
  }

  @Test func inModernThemesThereIsRoomOnlyForExistingWords() throws {
    let theme = try #require(ThemeRegistry.preset(named: "soft")).theme()
    func rooms(_ entry: HistogramEntry, _ change: (inout HistogramPart) -> Void = { _ in }) -> [Double] {
      var part = HistogramPart()
      part.dataEntries = [entry]
      change(&part)
      let geometry = part.geometry(of: [entry], Size(width: 300, height: 200), theme)
      return [geometry.topSpace, geometry.bottomSpace]
    }
    #expect(rooms(HistogramEntry(height: 1)) == [0, 0])
    #expect(rooms(HistogramEntry(height: 1, textValue: "", title: "")) == [0, 0])
    #expect(rooms(HistogramEntry(height: 1, textValue: "1", title: "Mon")) == [23, 27])
    #expect(
      rooms(HistogramEntry(height: 1, title: "Mon")) {
        ($0.topSpace, $0.titleLook.font) = (9, FontSpec(size: 20))
      } == [9, 36])
  }

  @Test func aHistogramTakesTheRemainingHeight() throws {
    let bars = #"{"type":"histogram","dataEntries":[\#(Self.entries(5))]}"#
    #expect(try LaidOut(part: bars).frame(0).height == 200)
    #expect(try LaidOut(parts: bars, card: #""height":400,"#).frame(0).height == 390)
    let two = try LaidOut(parts: bars + #",{"type":"spacer","height":40}"#, card: #""height":150,"#)
    #expect(try two.frame(0).height == 100, "it shrinks if there is too little space")
    #expect(two.warnings == [])
    let column = try LaidOut(
      part: #"{"type":"stack","axis":"vertical","height":300,"arrangedSubviews":[\#(bars),\#(bars)]}"#)
    #expect(try column.frame(0, 0).height == 150 && column.frame(0, 1).height == 150)
    let row = try LaidOut(
      part: #"{"type":"stack","arrangedSubviews":[{"type":"spacer","width":100},\#(bars)]}"#)
    #expect(try row.frame(0, 1).width == 200)
  }

  @Test func barsAreRepeatedForData() throws {
    let deck =
      #"{"theme":{"base":"turbo","cardPartMargins":0},"canvas":{"width":300},"data":{"d":[{"n":"A","h":0.2},{"n":"B","h":0},{"n":"C","h":0.7}]},"cards":[{"parts":[{"type":"histogram","forEach":"{{ d }}","as":"x","dataEntry":{"if":"{{ x.h }}","height":"{{ x.h }}","title":"{{ x.n }}","link":"https://a.b/{{ x.n }}"},"dataEntries":[{"height":1,"title":0}]}]}]}"#
    let laidOut = try LaidOut(deck: deck)
    let bars = try laidOut.card()["parts"]?.element(0)?["parts"]
    #expect((0..<4).map { bars?.element($0)?["title"]?.plain } == ["0", "A", "C", nil])
    #expect(bars?.element(2)?["value"]?.plain == "0.7")
    let links = try laidOut.inspected()["regions"]
    #expect(links?.element(1)?["link"]?.plain == "https://a.b/C")
    #expect(try LaidOut.frame(of: #require(links?.element(1))) == Rect(x: 60, y: 0, width: 20, height: 200))
    // The same entries written out give the same picture.
    let plain = try LaidOut(
      part:
        #"{"type":"histogram","dataEntries":[{"height":1,"title":"0"},{"height":0.2,"title":"A"},{"height":0.7,"title":"C"}]}"#
    )
    #expect(try plain.lines(in: 0) == ["0", "A", "C"])
  }

  @Test func titlesThatWouldTouchAreLeftOutEvenly() throws {
    let part =
      #"{"type":"histogram","barWidth":8,"spacing":7,"dataEntries":[\#(Self.entries(20, title: "May "))]}"#
    let laidOut = try LaidOut(part: part)
    let bars = try #require(try laidOut.card()["parts"]?.element(0)?["parts"])
    let written = (0..<20).filter { bars.element($0)?["lines"] != nil }
    let step = try #require(try laidOut.card()["parts"]?.element(0)?["titleStep"]?.plain)
    #expect(step == "4")
    #expect(written == Array(stride(from: 0, to: 20, by: 4)))
    #expect(bars.element(1)?["title"]?.plain == "May 1", "inspect lists all of them")
    #expect(laidOut.warnings == [])
    // Each label is below its bar and does not touch another one.
    var end = -10.0
    for index in written {
      let line = try LaidOut.frame(of: #require(bars.element(index)?["lines"]?.element(0)))
      #expect(line.minX > end + 3)
      #expect(isNear(line.minY, 160 + 10))
      if index > 0 { #expect(isNear(line.midX, Double(index) * 15 + 4, within: 0.6)) }
      end = line.maxX
    }
  }

  @Test func valuesAreAboveTheirBarsOrNamed() throws {
    let few = try LaidOut(
      part: #"{"type":"histogram","dataEntries":[\#(Self.entries(4, value: "12"))]}"#)
    #expect(try few.lines(in: 0) == ["12", "12", "12", "12"])
    let line = try LaidOut.frame(
      of: #require(few.card()["parts"]?.element(0)?["parts"]?.element(1)?["lines"]?.element(0)))
    #expect(isNear(line.maxY, 100 - 4))
    let many = try LaidOut(
      part: #"{"type":"histogram","dataEntries":[\#(Self.entries(6, value: "123,456"))]}"#)
    #expect(try many.lines(in: 0).count == 2)
    #expect(many.warnings.contains { $0.contains("no room for 4 of 6 values") }, "\(many.warnings)")
    // A tall neighbour leaves no room for any of them.
    let hidden = try LaidOut(
      part:
        #"{"type":"histogram","spacing":2,"dataEntries":[{"height":0.2,"textValue":"123,456"},{"height":1},{"height":0.2,"textValue":"123,456"},{"height":1}]}"#
    )
    #expect(try hidden.lines(in: 0) == [])
    #expect(hidden.warnings.contains { $0.contains("no room for 2 of 2 values") })
  }

  @Test func linesSkipTheWordsOverBars() throws {
    let part =
      #"{"type":"histogram","topSpace":30,"bottomSpace":0,"height":130,"histogramLines":{"bottom":false,"middle":false},"dataEntries":[{"height":0.95,"textValue":"8"},{"height":0.2}]}"#
    let dump = try LaidOut(part: part).dump
    // The box of the value is about 15 points tall and 4 points above the bar; it overlaps the line at the
    // top.
    #expect(!dump.contains("0 30 300 "), "\(dump)")
    #expect(dump.contains("30 "), "\(dump)")
  }

  @Test func theAlternativeListsTheBars() throws {
    func label(_ entries: String) throws -> String? {
      try LaidOut(part: #"{"type":"histogram","dataEntries":[\#(entries)]}"#).card()["parts"]?.element(0)?[
        "alt"]?.plain
    }
    #expect(
      try label(
        #"{"height":0.42,"title":"Mon","textValue":"4.2"},{"height":0.815,"title":"Tue"},{"height":1}"#)
        == "Mon 4.2, Tue 82 %, 100 %")
    #expect(try label(#"{"height":0.42,"title":"Mon","alt":"Monday"}"#) == "Monday")
    let many = try label(
      Self.entries(19, title: "d") + #",{"height":0.1,"title":"low"},{"height":0.9,"title":"high"}"#)
    #expect(many == "21 bars: d0 50 % … high 90 %; lowest low 10 %, highest high 90 %")
  }

  @Test(arguments: [
    (#""dataEntries":[]"#, "the histogram has no bars at cards[0].parts[0].dataEntries"),
    (#""height":100"#, "part 'histogram' needs 'dataEntries' or 'dataEntry'"),
    (#""dataEntries":[{"title":"a"}]"#, "a bar needs 'height' at cards[0].parts[0].dataEntries[0]"),
    (
      #""dataEntries":[{"height":1.2}]"#,
      "the height 1.2 is outside 0…1 and is drawn as 1 at cards[0].parts[0].dataEntries[0].height"
    ),
    (#""dataEntries":[{"height":-1}]"#, "the height -1 is outside 0…1 and is drawn as 0"),
    (
      #""dataEntries":[{"height":1,"colour":"red"}]"#,
      "unknown key 'colour' of a bar at cards[0].parts[0].dataEntries[0]; did you mean 'color'?"
    ),
    (#""dataEntries":[{"height":1}],"barWidth":400"#, "the last bar is cut off"),
    (#""dataEntries":[{"height":1},{"height":1}],"spacing":500"#, "1 of 2 bars are outside"),
    (#""dataEntries":[{"height":1}],"height":60"#, "no room for bars between 'topSpace' and 'bottomSpace'"),
    (
      #""dataEntries":[{"height":1,"title":"a"}],"bottomSpace":4"#, "taller than 'bottomSpace'"
    ),
    (#""dataEntries":[{"height":1,"textValue":"a"}],"topSpace":4"#, "points over the histogram"),
    (#""dataEntries":[{"height":1}],"distribution":"equalSpacing","spacing":4"#, "'spacing' has no effect"),
    (#""dataEntries":[{"height":1}],"lineColor":"red""#, "'lineColor' has no effect without lines"),
    (
      #""dataEntries":[{"height":1}],"cornerRadius":1,"barCornerRadius":2"#, "another name of 'cornerRadius'"
    ),
  ]) func errorsAndWarningsAreReported(members: String, message: String) throws {
    let issues = try LaidOut.issues(
      of: #"{"theme":"turbo","cards":[{"parts":[{"type":"histogram",\#(members)}]}]}"#)
    #expect(issues.contains { $0.contains(message) }, "\(issues)")
  }

  @Test func manyTinyBarsCanBeDrawn() throws {
    let list = (0..<3_000).map { "\($0)" }.joined(separator: ",")
    for sizes in [#""barWidth":0,"spacing":0"#, #""barWidth":0.001,"spacing":0.001"#] {
      let laidOut = try LaidOut(
        deck:
          #"{"theme":"turbo","data":{"l":[\#(list)]},"cards":[{"parts":[{"type":"histogram",\#(sizes),"forEach":"{{ l }}","dataEntry":{"height":0.5,"title":"t{{ item }}","textValue":"{{ item }}"}}]}]}"#
      )
      #expect(laidOut.warnings.contains { $0.contains("values over the bars") })
    }
  }
}

extension LaidOut {
  /// The texts of the lines of all bars of a part.
  fileprivate func lines(in part: Int) throws -> [String] {
    let bars = try card()["parts"]?.element(part)?["parts"]
    var result: [String] = []
    var number = 0
    while let bar = bars?.element(number) {
      if let text = bar["lines"]?.element(0)?["text"]?.plain { result.append(text) }
      number += 1
    }
    return result
  }
}
