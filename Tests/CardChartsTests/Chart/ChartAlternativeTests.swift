import TestSupport
import Testing

@testable import CardParts

/// The text alternatives of charts: panels, boxes, stacks, bins and cells.
@Suite struct ChartAlternativeTests {
  private static func laidOut(_ chart: String, _ locale: String = "en_US") throws -> LaidOut {
    try LaidOut(
      deck:
        #"{"theme":"mint","locale":"\#(locale)","canvas":{"width":400},"cards":[{"parts":[{"type":"chart","height":200,\#(chart)}]}]}"#
    )
  }

  private static func alternative(_ chart: String, _ locale: String = "en_US") throws -> String {
    try #require(laidOut(chart, locale).card()["parts"]?.element(0)?["alt"]?.plain)
  }

  /// The values of an attribute of the marks.
  private static func marks(_ chart: String, _ attribute: String) throws -> [String] {
    guard case .array(let regions)? = try laidOut(chart).inspected()["regions"]?.value else { return [] }
    return regions.filter { $0["kind"]?.plain == "mark" }.compactMap { $0[attribute]?.plain }
  }

  // MARK: Panels

  /// Lines in panels with long names.
  private static func panels(_ count: Int) -> String {
    let rows = (0..<count).flatMap { panel in
      (0..<3).map {
        #"{"p":"Region number \#(panel)","x":"\#("abc".dropFirst($0).prefix(1))","v":\#($0 + panel)}"#
      }
    }
    return #""mark":"line","x":"x","y":"v","facet":"p","columns":4,"data":[\#(rows.joined(separator: ","))]"#
  }

  @Test func allPanelsAreDescribed() throws {
    let text = try Self.alternative(Self.panels(6))
    #expect((0..<6).allSatisfy { text.contains("Region number \($0): Highest \($0 + 2) (c)") }, "\(text)")
    #expect(!text.contains("more"), "\(text)")
  }

  @Test(arguments: [("en_US", "more panels."), ("de_DE", "weitere.")]) func panelsWithoutRoomAreCounted(
    locale: String, end: String
  ) throws {
    let text = try Self.alternative(Self.panels(20), locale)
    let described = (0..<20).count { text.contains("Region number \($0): ") }
    #expect(text.hasSuffix("nd \(20 - described) \(end)"), "\(text)")
    #expect(described >= 5 && text.count < 850, "\(text)")
  }

  @Test func panelsWithoutExtremesAreDescribedToo() throws {
    let text = try Self.alternative(
      #""mark":"column","x":"k","y":"v","facet":"p","data":{"k":["a","b","a","b"],"v":[1,2,null,null],"p":["P","P","Q","Q"]}"#
    )
    #expect(text.hasSuffix("P: a 1, b 2. Q: No data for a, b."), "\(text)")
  }

  // MARK: Boxes and error bars

  private static let boxes =
    #""data":{"k":["a","a","a","a","a","b","b","b","b","b","c"],"v":[1,2,3,4,30,-5,-4,-3,-2,-1,7]},"x":"k","y":{"field":"v","unit":"kg"}"#

  @Test(arguments: [
    ("en_US", " Medians and whiskers: a 3 kg (1–4); b −3 kg (−5 – −1); c 7 kg."),
    ("de_DE", ". a 3 kg (1–4); b −3 kg (−5 – −1); c 7 kg."),
    ("ar_EG", ". a ٣ kg (١–٤); b −٣ kg (−٥ – −١); c ٧ kg."),
  ]) func boxesHaveTheirMediansAndWhiskers(locale: String, end: String) throws {
    let text = try Self.alternative(#""mark":"boxplot",\#(Self.boxes)"#, locale)
      .replacing("\u{A0}", with: " ").replacing("\u{61C}", with: "")
    #expect(text.hasSuffix(end), "\(text)")
    let data = try Self.alternative(#""mark":"boxplot","textAlternative":"data",\#(Self.boxes)"#, locale)
      .replacing("\u{A0}", with: " ").replacing("\u{61C}", with: "")
    #expect(end.hasSuffix(data + "."), "\(data)")
  }

  @Test func boxesOfSeriesAreNamed() throws {
    let data = #""data":{"k":["a","a","a","a"],"s":["m","f","m","f"],"v":[1,2,3,6]}"#
    for axes in [#""x":"k","y":"v""#, #""y":"k","x":"v""#] {
      let text = try Self.alternative(#""mark":"boxplot",\#(data),\#(axes),"color":"s""#)
      #expect(text.hasSuffix("Medians and whiskers: m, a 2 (1–3); f, a 4 (2–6)."), "\(text)")
    }
    let single = try Self.alternative(#""mark":"boxplot",\#(data),"y":"v""#)
    #expect(single == "Box plot of v. Medians and whiskers: 2.5 (1–6).")
  }

  @Test func manyBoxesAreCounted() throws {
    let rows = (0..<60).map { #"{"k":"Category \#($0 / 2)","v":\#($0)}"# }.joined(separator: ",")
    let text = try Self.alternative(#""mark":"boxplot","x":"k","y":"v","data":[\#(rows)]"#)
    #expect(text.contains("; Category 5 10.5 (10–11); ") && text.count < 500, "\(text)")
    #expect(text.contains("; and ") && text.hasSuffix(" more."), "\(text)")
  }

  @Test func errorBarsHaveTheirMiddleAndTheirEnds() throws {
    let means = #""data":{"k":["a","a","b","b"],"v":[1,3,5,5]},"x":"k""#
    let bars = try Self.alternative(#""mark":{"type":"errorbar","extent":"stdev"},\#(means),"y":"v""#)
    #expect(bars.hasSuffix(" a 2 (0.59–3.41); b 5."), "\(bars)")
    // The ticks at their ends do not count.
    let layers =
      #""layer":[{"mark":"bar","y":"mean(v)"},{"mark":{"type":"errorbar","ticks":true},"y":"v"}]"#
    let text = try Self.alternative(#"\#(layers),\#(means)"#)
    #expect(text.contains("Highest 5 (") && text.contains("lowest 2 ("), "\(text)")
    let ends = try Self.alternative(
      #""mark":"errorbar","data":{"k":["a","b"],"l":[1,2],"h":[3,5]},"x":"k","y":"l","y2":"h""#)
    #expect(ends.hasSuffix(" a 1–3; b 2–5."), "\(ends)")
  }

  // MARK: Stacks

  private static let stack =
    #""data":{"k":["a","a","b","b"],"s":["x","y","x","y"],"v":[1000,3000,1000,2000]},"color":"s""#

  @Test(arguments: [
    (#""mark":"bar","y":"k","x":"v""#, "Stacked bar chart", "Balkendiagramm"),
    (#""mark":"horizontalBar","x":"k","y":"v""#, "Stacked bar chart", "Balkendiagramm"),
    (#""mark":"bar","x":"k","y":"v""#, "Stacked column chart", "Gestapeltes Säulendiagramm"),
    (#""mark":"bar","stack":false,"y":"k","x":"v""#, "Bar chart", "Balkendiagramm"),
    (#""mark":"column","stack":false,"x":"k","y":"v""#, "Column chart", "Säulendiagramm"),
  ]) func horizontalBarsAreBarCharts(chart: String, english: String, german: String) throws {
    #expect(try Self.alternative(#"\#(chart),\#(Self.stack)"#).hasPrefix(english + " of v by k, 2 series"))
    #expect(try Self.alternative(#"\#(chart),\#(Self.stack)"#, "de_DE").hasPrefix(german + ": v nach k"))
  }

  @Test func normalisedStacksHaveShares() throws {
    let y = #""y":{"field":"v","stack":"normalize"}"#
    let chart = #""mark":"column","x":"k",\#(y),\#(Self.stack)"#
    #expect(try Self.alternative(chart).hasSuffix(" Highest 75% (y, a), lowest 25% (x, a)."))
    let rule = try Self.alternative(#"\#(chart),"rules":[{"y":0.7,"label":"goal"}]"#)
    #expect(rule.hasSuffix("1 of 4 above goal (70%)."), "\(rule)")
    let data = try Self.alternative(#"\#(chart),"textAlternative":"data""#, "de_DE")
    #expect(data == "x a 25\u{A0}%; x b 33,3\u{A0}%; y a 75\u{A0}%; y b 66,7\u{A0}%", "\(data)")
    #expect(try Self.marks(chart, "y") == ["1,000", "3,000", "1,000", "2,000"])
    #expect(try Self.marks(chart, "share") == ["25%", "75%", "33.3%", "66.7%"])
  }

  @Test func sharesOfOnePositionAreListed() throws {
    let x = #""x":{"field":"v","stack":"normalize"}"#
    let bar = try Self.alternative(
      #""mark":"bar",\#(x),"data":{"s":["Agree","Neutral","Disagree"],"v":[55,25,33]},"color":"s""#)
    #expect(bar.hasSuffix("Disagree. Agree 48.7%, Neutral 22.1%, Disagree 29.2%."), "\(bar)")
    let area = try Self.alternative(
      #""mark":"area","x":"d:T","y":{"field":"v","stack":"normalize"},"color":"s","data":{"d":["2020","2020","2021","2021"],"s":["x","y","x","y"],"v":[1,3,1,1]}"#
    )
    #expect(area.hasSuffix(" 2021: x 50%, y 50%."), "\(area)")
  }

  // MARK: Bins and cells

  @Test func binsHaveBothEnds() throws {
    let numbers = #""data":{"r":[-7,-3,-2,0.5,1,2,3,3.5,6,9]},"y":"count()""#
    let few = try Self.alternative(
      #""mark":"bar","x":{"field":"r","bin":{"step":5},"unit":"kg"},\#(numbers)"#
    )
    .replacing("\u{A0}", with: " ")
    #expect(few.hasSuffix(" −10 – −5 kg: 1, −5 – 0 kg: 2, 0–5 kg: 5, 5–10 kg: 2."), "\(few)")
    let many = #""mark":"bar","x":{"field":"r","bin":{"step":1}},\#(numbers)"#
    let text = try Self.alternative(many)
    #expect(text.hasSuffix(" Highest 2 (3–4), lowest 1 (−7 – −6 and 7 more)."), "\(text)")
    #expect(try Self.marks(many, "x").contains("3–4"))
    let given = try Self.alternative(
      #""mark":"bar","x":"a","x2":"b","y":"n","data":{"a":[0,10],"b":[10,30],"n":[4,2]}"#)
    #expect(given.hasSuffix(" 0–10: 4, 10–30: 2."), "\(given)")
  }

  @Test(arguments: [
    (
      "en_US", "Heatmap of Temperature by hour and m.",
      "Highest 6 °C (hour 3, Feb), lowest 1 °C (hour 1, Jan). No data for hour 3, Jan."
    ),
    (
      "de_DE", "Heatmap: Temperature nach hour, m.",
      "Höchster Wert: 6 °C (hour 3, Feb); Niedrigster Wert: 1 °C (hour 1, Jan). Keine Daten: hour 3, Jan."
    ),
  ]) func cellsNameBothAxes(locale: String, start: String, end: String) throws {
    let text = try Self.alternative(
      #""mark":"heatmap","x":"hour:O","y":"m","color":{"field":"t","title":"Temperature","unit":"°C"},"data":{"hour":[1,2,3,1,2,3],"m":["Jan","Jan","Jan","Feb","Feb","Feb"],"t":[1,2,null,4,5,6]}"#,
      locale
    ).replacing("\u{A0}", with: " ")
    #expect(text.hasPrefix(start) && text.hasSuffix(end), "\(text)")
  }

  // MARK: Points

  @Test(arguments: ["point", "tick"]) func pointsInRowsOfNamesHaveTheirValuesAtX(mark: String) throws {
    let chart = #""mark":"\#(mark)","x":"v","y":"k","data":{"k":["a","b","c"],"v":[3,-7,5]}"#
    let text = try Self.alternative(chart)
    #expect(text.hasSuffix(" of v by k. 3 values of k. Highest 5 (c), lowest −7 (b)."), "\(text)")
    #expect(try Self.alternative(chart + #","textAlternative":"data""#) == "a 3; b −7; c 5")
  }

  @Test func unitsAtTheTopOfAnAxisAreWritten() throws {
    let text = try Self.alternative(
      #""mark":"column","x":"k","y":{"field":"v","unit":{"unit":"kg","at":"top"}},"data":{"k":["a"],"v":[2]}"#
    )
    #expect(text.hasSuffix(" a 2\u{A0}kg."), "\(text)")
  }
}
