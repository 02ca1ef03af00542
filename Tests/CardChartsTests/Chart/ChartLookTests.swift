import CardRaster
import TestSupport
import Testing

@testable import CardCharts
@testable import CardParts

/// The look of charts in modern themes, gradients, rings and colours in steps.
@Suite struct ChartLookTests {
  private static func deck(_ chart: String, theme: String = "soft", width: Int = 400) -> String {
    #"{"theme":"\#(theme)","canvas":{"width":\#(width)},"cards":[{"parts":[{"type":"chart",\#(chart)}]}]}"#
  }

  private static func words(_ chart: String, theme: String = "soft") throws -> [String] {
    let part = try #require(LaidOut(deck: deck(chart, theme: theme)).card()["parts"]?.element(0))
    guard case .array(let lines)? = part["lines"]?.value else { return [] }
    return lines.compactMap { $0["text"]?.plain }
  }

  private static func marks(_ chart: String, width: Int = 400) throws -> [Rect] {
    guard
      case .array(let regions)? = try LaidOut(deck: deck(chart, width: width)).inspected()["regions"]?.value
    else { return [] }
    return try regions.filter { $0["kind"]?.plain == "mark" }.map { try LaidOut.frame(of: $0) }
  }

  private static let months = #""data":{"m":["Jan","Feb","Mar"],"n":[12,18,16.5]},"x":"m","y":"n""#

  @Test(arguments: ["line", "area"]) func theLastValueOfASingleLineIsWritten(mark: String) throws {
    let chart = #""mark":"\#(mark)",\#(Self.months)"#
    #expect(try Self.words(chart).contains("16.5"))
    #expect(try !Self.words(chart + #","valueLabels":false"#).contains("16.5"))
    #expect(try !Self.words(chart, theme: "mint").contains("16.5"))
    #expect(try !Self.words(#""mark":"\#(mark)",\#(Self.months),"color":"m""#).contains("16.5"))
  }

  @Test(
    "Numbers in the hole of a donut stay whole, and other texts have two lines of one length",
    arguments: [
      ("1.284.500 €", 1), ("123 456 789 012 kr", 1), ("-12,345,678.90 USD", 1), ("12 345 of 20 000", 2),
      ("all of the invoices", 2),
    ])
  func textInTheHole(text: String, lines: Int) throws {
    func words(_ height: Int) throws -> [String] {
      try Self.words(
        #""mark":"donut",\#(Self.months),"legend":"none","height":\#(height),"centerText":["\#(text)","this year"]"#
      )
    }
    for height in [120, 160, 200] {
      let found = try words(height)
      #expect(found.last == "this year")
      #expect(found.dropLast().joined(separator: " ").replacing("  ", with: " ") == text, "\(found)")
      #expect(found.count - 1 <= lines)
      #expect(!found.contains { $0.hasPrefix("345") || $0.hasSuffix("20 ") })
    }
    let lines = try words(120).dropLast().map(\.count)
    #expect((lines.max() ?? 0) - (lines.min() ?? 0) <= 4)
  }

  @Test func textThatDoesNotFitTheHoleIsLeftOutWithAWarning() throws {
    let laidOut = try LaidOut(
      deck: Self.deck(
        #""mark":"donut",\#(Self.months),"legend":"none","height":52,"centerText":["-12,345,678.90 USD","a"]"#
      ))
    #expect(laidOut.warnings.contains { $0.contains("the hole has no room for") })
    #expect(laidOut.glyphRuns.isEmpty)
  }

  @Test(arguments: ChartScheme.allCases.filter(\.isDiverging), [0xFFFFFF, 0xF2F2F7, 0x1C1C1E])
  func theMiddleOfADivergingSchemeIsVisible(scheme: ChartScheme, surface: UInt32) {
    let (ground, appearance) = (Color(rgb: surface), surface == 0x1C1C1E ? Appearance.dark : .light)
    for step in 0...40 {
      let color = scheme.color(at: Double(step) / 40, appearance, on: ground)
      #expect(OKLab(color).distance(to: OKLab(ground)) > 0.059, "\(color)")
    }
  }

  @Test func aScatterWithTextsKeepsItsVerticalGrid() throws {
    func dump(_ more: String) throws -> String {
      try LaidOut(
        deck: Self.deck(
          #""mark":"scatter","data":[{"a":1,"b":2,"c":"A"},{"a":3,"b":4,"c":"B"}],"x":"a","y":"b","layer":[{"mark":"text","text":"c"}]\#(more)"#
        )
      ).dump
    }
    #expect(try dump("") == dump(#","grid":true"#))
    #expect(try dump("") != dump(#","grid":"y""#))
  }

  @Test func linesAreCurvesAndAreasFade() throws {
    func dump(_ theme: String, _ more: String = "") throws -> String {
      let values = #""data":{"m":["Jan","Feb","Mar","Apr","May"],"n":[12,18,16.5,14,19]},"x":"m","y":"n""#
      return try LaidOut(deck: Self.deck(#""mark":{"type":"area"\#(more)},\#(values)"#, theme: theme)).dump
    }
    #expect(try dump("soft") == dump("soft", #","interpolate":"monotone""#))
    #expect(try dump("mint") == dump("mint", #","interpolate":"linear""#))
    #expect(try dump("soft").contains("linear 0 0 to 0 1") && !dump("mint").contains("linear"))
    #expect(try !dump("soft", #","opacity":0.4"#).contains("linear"))
  }

  @Test(arguments: ["area", "line"]) func aSparklineShowsTheRangeOfItsData(mark: String) throws {
    let chart = #""mark":{"type":"sparkline","of":"\#(mark)"},"data":[5120,5040,4990,4286],"height":40"#
    let marks = try Self.marks(chart)
    let heights = marks.map(\.midY)
    #expect((heights.max() ?? 0) - (heights.min() ?? 0) > (mark == "area" ? 30 : 25), "\(heights)")
    // The canvas has a margin of 16 points, the part one of 20, and lines a space for their dot.
    guard mark == "area" else { return }
    #expect(isNear(marks[0].midX, 36) && isNear(marks[3].midX, 364), "\(marks)")
  }

  @Test(arguments: ["column", "area"]) func aMarkCanHaveAGradient(mark: String) throws {
    let gradient =
      ##"{"gradient":"linear","x1":0,"y1":1,"x2":0,"y2":0,"stops":[{"offset":0,"color":"#112233"},{"offset":1,"color":"#44556680"}]}"##
    let dump = try LaidOut(
      deck: Self.deck(#""mark":{"type":"\#(mark)","color":\#(gradient)},\#(Self.months)"#)
    ).dump
    #expect(dump.contains("#112233") && dump.contains("#44556680"), "\(dump)")
    let issues = try LaidOut.issues(
      of: Self.deck(#""mark":{"type":"line","color":\#(gradient)},\#(Self.months)"#))
    #expect(issues.contains { $0.contains("a 'line' mark has no gradient") && $0.contains("mark.color") })
  }

  @Test func ringsShowTheShareOfAGoal() throws {
    let chart =
      #""mark":"rings","data":{"kind":["Move","Exercise"],"now":[516,48],"goal":[600,30]},"x":"kind","y":"now","y2":"goal""#
    let part = try #require(LaidOut(deck: Self.deck(chart)).card()["parts"]?.element(0))
    #expect(part["alt"]?.plain?.contains("Move 516 of 600, Exercise 48 of 30.") == true, "\(part)")
    #expect(part["alt"]?.plain?.hasPrefix("Ring chart") == true)
    #expect(try Self.marks(chart).count == 2)
    #expect(try Self.words(chart) == ["Move", "86%", "Exercise", "160%"])
    #expect(try Self.words(chart + #","legend":"none""#).isEmpty)
    let issues = try LaidOut.issues(of: Self.deck(#""mark":"rings","data":{"a":[1]},"x":"a""#))
    #expect(issues.contains { $0.contains("'rings' needs 'y'") }, "\(issues)")
  }

  private static func heatmap(_ scale: String) -> String {
    #""mark":"heatmap","data":{"a":[1,2,3,4,5,6],"b":["p","p","p","p","p","p"],"v":[0,1,2,3,4,9]},"x":"a","y":"b","color":{"field":"v","scale":\#(scale)},"legend":"none""#
  }

  @Test(arguments: [
    (##"{"type":"quantize","range":["#110000","#220000","#330000"]}"##, [3, 2, 1]),
    (##"{"type":"threshold","domain":[1,4],"range":["#110000","#220000","#330000"]}"##, [1, 3, 2]),
  ]) func colorsHaveSteps(scale: String, counts: [Int]) throws {
    let dump = try LaidOut(deck: Self.deck(Self.heatmap(scale))).dump
    let found = ["#110000", "#220000", "#330000"].map { dump.split(separator: $0).count - 1 }
    #expect(found == counts, "\(dump)")
  }

  @Test(arguments: [
    (#"{"type":"threshold"}"#, "needs ascending numbers in 'domain'"),
    (#"{"type":"threshold","domain":[3,1]}"#, "needs ascending numbers in 'domain'"),
    (#"{"type":"threshold","domain":[3],"range":["red"]}"#, "1 thresholds need 2 colours"),
  ]) func aThresholdScaleIsChecked(scale: String, message: String) throws {
    let issues = try LaidOut.issues(of: Self.deck(Self.heatmap(scale)))
    #expect(issues.contains { $0.contains(message) }, "\(issues)")
  }

  @Test func onlyColorsHaveSteps() throws {
    let issues = try LaidOut.issues(
      of: Self.deck(#""mark":"line","data":[1,2],"y":{"field":"value","scale":{"type":"quantize"}}"#))
    #expect(issues.contains { $0.contains("a 'quantize' scale is for 'color'") }, "\(issues)")
  }

  @Test func aCalendarFillsItsWidth() throws {
    let days = (1...12).map { "\"2026-\($0 < 10 ? "0" : "")\($0)-28\"" }.joined(separator: ",")
    let marks = try Self.marks(
      #""mark":"calendar","data":{"d":[\#(days)],"n":[1,2,3,4,5,6,7,8,9,10,11,12]},"x":"d","y":"n""#,
      width: 820)
    #expect((marks.map(\.maxX).max() ?? 0) > 783.5, "\(marks.suffix(3))")
    #expect(Set(marks.map(\.width)).count == 1)
  }

  @Test func aStepIsNotBehindItsValue() throws {
    let line: [Point?] = [Point(x: 0, y: 10), Point(x: 50, y: 40), nil, Point(x: 90, y: 40)]
    let corners = ChartCurve.corners(line, .stepAfter)
    #expect(
      corners == [
        Point(x: 0, y: 10), Point(x: 50, y: 10), Point(x: 50, y: 40), Point(x: 50, y: 40), nil,
        Point(x: 90, y: 40),
      ])
    #expect(ChartPlot.crosses(Rect(x: 20, y: 5, width: 10, height: 8), corners))
    #expect(ChartCurve.corners(line, .linear) == line)
  }

  private static func dump(_ chart: String) throws -> String { try LaidOut(deck: deck(chart)).dump }

  private static let pairs = #""data":{"a":[1,2,3],"b":[4,2,6]},"x":"a","y":"b""#

  @Test func pointsAreOpenWhereVegaDrawsThemOpen() throws {
    for (mark, isOpen) in [
      (#""point""#, true), (#""circle""#, false), (#""scatter""#, false), (#"{"type":"square"}"#, false),
      (#"{"type":"point","shape":"square"}"#, true), (#"{"type":"point","filled":true}"#, false),
    ] {
      let dump = try Self.dump(#""mark":\#(mark),\#(Self.pairs)"#)
      #expect(dump.contains("stroke path") == isOpen, "\(mark)")
    }
  }

  @Test func pointsBeyondThePaletteHaveOtherShapes() throws {
    func corners(_ names: String) throws -> Int {
      let dump = try Self.dump(
        ##""mark":"point","data":{"a":[1,2,3],"b":[4,2,6],"s":[\##(names)]},"x":"a","y":"b","color":"s","colors":["#AA0000","#00AA00"],"legend":"none""##
      )
      return dump.split(separator: "\n").count { $0.contains("stroke path") && !$0.contains(" C ") }
    }
    #expect(try corners(#""p","q","q""#) == 0 && corners(#""p","q","r""#) == 1)
  }

  @Test func manyPointsAreTranslucent() throws {
    func isOpaque(_ count: Int) throws -> Bool {
      let rows = (0..<count).map { "{\"a\":\(($0 * 37) % 101),\"b\":\(($0 * 53) % 97)}" }
      return try Self.dump(
        ##""mark":"circle","data":[\##(rows.joined(separator: ","))],"x":"a","y":"b","colors":["#123456"]"##
      ).split { " \n".contains($0) }.contains("#123456")
    }
    #expect(try isOpaque(50) && !isOpaque(1_000))
  }

  @Test(arguments: [("point", 21.4), ("bubble", 42)])
  func theLargestPointHasTheAreaOfVegaLite(mark: String, diameter: Double) throws {
    let marks = try Self.marks(
      #""mark":"\#(mark)","height":400,\#(Self.pairs),"size":"b""#)
    let widest = try #require(marks.map(\.width).max())
    #expect(abs(widest - diameter) < 0.1, "\(widest)")
  }

  @Test func aRampDivergesOnlyIfBothSignsMatter() throws {
    func chart(_ low: Int) -> String {
      #""mark":"heatmap","data":{"a":[1,2,3],"b":["p","p","p"],"v":[\#(low),0,40]},"x":"a","y":"b","color":"v""#
    }
    // One value of the other sign does not make a diverging scale.
    #expect(try Self.dump(chart(-1)) != Self.dump(chart(-1) + #","scheme":"redblue""#))
    #expect(try Self.dump(chart(-20)) == Self.dump(chart(-20) + #","scheme":"redblue""#))
  }

  @Test(arguments: [240, 300, 1_000]) func valuesInCellsAreAllWrittenOrNone(width: Int) throws {
    let rows = (0..<84).map { "{\"m\":\($0 % 12),\"y\":\($0 / 12),\"v\":\($0 * 12)}" }
    let chart =
      #""mark":"heatmap","data":[\#(rows.joined(separator: ","))],"x":"m","y":"y","color":"v","valueLabels":true,"legend":"none","axes":false"#
    let laidOut = try LaidOut(deck: Self.deck(chart, width: width))
    let count = laidOut.dump.split(separator: "\n").count { $0.contains("glyphs") }
    #expect(count == (width == 240 ? 0 : 84), "\(count)")
    #expect(laidOut.warnings.contains { $0.contains("no room for 84 values") } == (width == 240))
  }

  /// A chart in a deck whose canvas has a preset, with its texts and their frames.
  private static func texts(_ chart: String, preset: String) throws -> [(text: String, frame: Rect)] {
    let deck =
      #"{"theme":"soft","canvas":{"preset":"\#(preset)"},"cards":[{"parts":[{"type":"chart",\#(chart)}]}]}"#
    let part = try #require(LaidOut(deck: deck).card()["parts"]?.element(0))
    guard case .array(let lines)? = part["lines"]?.value else { return [] }
    return try lines.compactMap { line in
      try line["text"]?.plain.map { ($0, try LaidOut.frame(of: line)) }
    }
  }

  @Test(arguments: ["story", "og", "email"], [120, 180, 300])
  func labelsOfAValueAxisHaveSpaceBetweenThem(preset: String, height: Int) throws {
    let chart = #""mark":"column","height":\#(height),"data":{"m":["A","B"],"n":[120,4870]},"x":"m","y":"n""#
    let labels = try Self.texts(chart, preset: preset).filter {
      $0.text.allSatisfy { $0.isNumber || $0 == "," }
    }
    let tops = labels.map(\.frame.minY).sorted()
    let size = try #require(labels.first).frame.height / 1.3
    #expect(labels.count >= 2)
    for (above, below) in zip(tops, tops.dropFirst()) where tops.count > 2 {
      #expect(below - above >= 1.4 * size, "\(labels)")
    }
  }

  @Test func valuesThatOverlapAtAValueAxisAreLeftOut() throws {
    let chart =
      #""mark":"column","height":90,"data":{"m":["A","B"],"n":[120,4870]},"x":"m","y":{"field":"n","axis":{"values":[0,500,1000,1500,2000,2500,3000,3500,4000,4500,5000]}}"#
    let laidOut = try LaidOut(deck: Self.deck(chart))
    #expect(laidOut.warnings.contains { $0.contains("of 11 values of the y axis") }, "\(laidOut.warnings)")
  }

  @Test func legendsGrowWithTheCanvas() throws {
    let chart =
      #""mark":"column","data":[{"m":"A","s":"p","n":1},{"m":"A","s":"q","n":2}],"x":"m","y":"n","color":"s""#
    func gap(_ preset: String) throws -> Double {
      let texts = try Self.texts(chart, preset: preset)
      let (first, second) = try (
        #require(texts.first { $0.text == "p" }).frame, #require(texts.first { $0.text == "q" }).frame
      )
      return (second.minX - first.maxX) / first.height
    }
    #expect(try abs(gap("story") / gap("email") - 1) < 0.1)
  }

  @Test func weeksBeginAtTheDayOfTheData() throws {
    func words(_ first: Int, _ rule: String = "") throws -> [String] {
      let rows = (0..<5).map {
        #"{"d":"2026-06-\#($0 * 7 + first < 10 ? "0" : "")\#($0 * 7 + first)","n":\#($0)}"#
      }
      .prefix(4)
      return try Self.words(
        #""mark":"line","data":[\#(rows.joined(separator: ","))],"x":"d","y":"n"\#(rule)"#)
    }
    // The 1st of June 2026 is a Monday; weeks of the locale begin on Sundays.
    for day in [1, 3] {
      let labels = try words(day).filter { $0.hasPrefix("Jun") }
      #expect(labels == (0..<4).map { "Jun \(day + 7 * $0)" }, "\(labels)")
    }
    let ruled = try words(1, #","rules":[{"x":"2026-06-10","label":"now"}]"#)
    #expect(ruled.contains("Jun 15"), "\(ruled)")
  }

  @Test func aRampHasTheColorsOfTheDeckAndTheTheme() throws {
    let cells = #""mark":"heatmap","data":{"a":[1,2],"b":["p","p"],"v":[0,40]},"x":"a","y":"b","color":"v""#
    #expect(try Self.dump(cells + ##","colors":["#112233","#AABBCC"]"##).contains("#AABBCC"))
    let shades = try Self.dump(cells + ##","colors":["#884411"]"##)
    #expect(shades.contains("#884411"))
    let branded = try LaidOut(
      deck: ##"{"brand":{"accent":"#B4005A"},"cards":[{"parts":[{"type":"chart",\##(cells)}]}]}"##)
    #expect(try branded.dump != Self.dump(cells))
    // The lowest cell of a scheme that begins almost white is visible.
    #expect(try !Self.dump(cells + #","scheme":"greens""#).contains("#F7FCF5"))
  }

  @Test(
    arguments: [0x2F55E8, 0x111111, 0xF59E0B, 0x16A34A, 0xE11D48, 0x9DB2FF], [0xFFFFFF, 0x1A1D24])
  func shadesOfAColorDifferEvenlyFromTheSurface(color: UInt32, surface: UInt32) {
    let shades = ChartScheme.shades(of: Color(rgb: color), on: Color(rgb: surface)).map {
      OKLab($0).lightness
    }
    let sign: Double = surface == 0xFFFFFF ? -1 : 1
    let steps = zip(shades, shades.dropFirst()).map { sign * ($1 - $0) }
    #expect(steps.allSatisfy { $0 > 0.02 && abs($0 - steps[0]) < 0.02 }, "\(shades)")
  }

  @Test func aNarrowFunnelBeginsAtItsEdge() throws {
    let chart =
      #""mark":"funnel","data":{"s":["Visits of the website","Trials of the product","Sales"],"n":[9000,3107,60]},"x":"s","y":"n""#
    let marks = try Self.marks(chart, width: 320)
    #expect(marks.count == 3 && marks.allSatisfy { isNear($0.minX, marks[0].minX) }, "\(marks)")
    // All shares of a column have the same number of decimals.
    let texts = Set(try Self.words(chart))
    #expect(texts.isSuperset(of: ["100.0%", "34.5%", "0.7%", "1.9%"]), "\(texts)")
  }

  @Test func aLegendOfSizesIsBesideAWideChart() throws {
    let chart =
      #""mark":"bubble","height":300,"data":{"a":[1,2,3],"b":[1,2,3],"s":[1,50,900]},"x":"a","y":"b","size":"s""#
    let label = try #require(Self.texts(chart, preset: "og").first { $0.text == "s" })
    #expect(label.frame.minX > 800, "\(label)")
    let above = try #require(Self.texts(chart, preset: "email").first { $0.text == "s" })
    #expect(above.frame.minX < 200, "\(above)")
  }

  @Test func aNameIsNearestToItsOwnPoint() throws {
    let chart =
      #""mark":"scatter","height":300,"data":[{"a":1,"b":1,"t":"Ada"},{"a":5,"b":5,"t":"Hedy"},{"a":5.05,"b":5.4,"t":"Grace"},{"a":9,"b":9,"t":"Joan"}],"x":"a","y":"b","layer":[{"mark":"text","text":"t"}]"#
    let part = try #require(LaidOut(deck: Self.deck(chart)).card()["parts"]?.element(0))
    guard case .array(let lines)? = part["lines"]?.value else { return }
    let points = try Self.marks(chart).filter { $0.width < 20 }.sorted { $0.midX < $1.midX }
    #expect(points.count == 4)
    for (number, name) in ["Ada", "Hedy", "Grace", "Joan"].enumerated() {
      let line = try #require(lines.first { $0["text"]?.plain == name })
      let words = try LaidOut.frame(of: line)
      let gaps = points.map { point in
        let x = max(words.minX, min(words.maxX, point.midX)) - point.midX
        let y = max(words.minY + 2, min(words.maxY - 2, point.midY)) - point.midY
        return (x * x + y * y).squareRoot()
      }
      #expect(gaps[number] == gaps.min(), "\(name) \(gaps)")
    }
  }

  @Test func namesOfLinesAreNextToTheirEnds() throws {
    let rows = ["A", "B"].flatMap { m in
      ["up", "down"].map { #"{"m":"\#(m)","s":"\#($0)","n":\#($0.count)}"# }
    }
    let chart = #""mark":"line","data":[\#(rows.joined(separator: ","))],"x":"m","y":"n","color":"s""#
    let laidOut = try LaidOut(deck: Self.deck(chart))
    let marks = try Self.marks(chart)
    let name = try #require(
      Self.texts(chart, preset: "email").first { $0.text.hasPrefix("up") })
    let end = try #require(marks.map(\.maxX).max())
    let part = try #require(laidOut.card()["parts"]?.element(0)?["lines"])
    guard case .array(let lines) = part.value else { return }
    let frame = try LaidOut.frame(of: #require(lines.first { $0["text"]?.plain?.hasPrefix("up") == true }))
    #expect(frame.minX - end < 12, "\(name) \(frame) \(end)")
  }

  @Test func withoutAxesThereIsNoGrid() throws {
    let chart = #""mark":"column","axes":false,\#(Self.months)"#
    #expect(try Self.dump(chart) == Self.dump(chart + #","grid":false"#))
    #expect(try Self.dump(chart) != Self.dump(chart + #","grid":true"#))
  }

  @Test func oneEndOfADomainIsEnough() throws {
    func chart(_ scale: String, mark: String = "line") -> String {
      #""mark":"\#(mark)","data":{"a":[1,2,3],"b":[30,55,90]},"x":"a","y":{"field":"b","scale":{\#(scale)}}"#
    }
    #expect(try Self.dump(chart(#""domainMax":200"#)) == Self.dump(chart(#""domain":[0,200]"#)))
    #expect(try Self.dump(chart(#""domainMin":20"#)) == Self.dump(chart(#""domain":[20,90]"#)))
    let clipped = try LaidOut(deck: Self.deck(chart(#""domainMax":60"#)))
    #expect(clipped.warnings.contains { $0.contains("1 value is outside the domain") })
    for (scale, mark) in [(#""domainMin":20"#, "column"), (#""domainMin":95"#, "line")] {
      #expect(try LaidOut.issues(of: Self.deck(chart(scale, mark: mark))).contains { $0.contains("error") })
    }
    let rows = #""data":{"t":["2026-01-05","2026-02-05","2026-03-05"],"n":[1,2,3]},"y":"n""#
    func dates(_ scale: String) throws -> String {
      try Self.dump(#""mark":"line",\#(rows),"x":{"field":"t","scale":{\#(scale)}}"#)
    }
    #expect(
      try dates(#""domainMin":"2026-01-01""#) == dates(#""domain":["2026-01-01","2026-03-05"]"#))
  }

  @Test func theLabelOfARuleIsBesideTheBars() throws {
    let rows = (0..<26).map { week in
      let day = week * 7
      let date =
        "2026-\(day / 28 + 1 < 10 ? "0" : "")\(day / 28 + 1)-\(day % 28 + 1 < 10 ? "0" : "")\(day % 28 + 1)"
      return #"{"w":"\#(date)","n":\#(week < 20 ? 900 : 1205 + week)}"#
    }
    let chart =
      #""mark":"column","height":330,"data":[\#(rows.joined(separator: ","))],"x":"w","y":"n","rules":[{"y":1200,"label":"Goal"}]"#
    let goal = try #require(Self.texts(chart, preset: "og").first { $0.text == "Goal" })
    let first = try #require(Self.texts(chart, preset: "og").first { $0.text.hasPrefix("Jan") })
    #expect(goal.frame.minX < first.frame.maxX + 40, "\(goal) \(first)")
  }

  @Test func aChartWithoutHeightFitsPicturesForSharing() throws {
    let chart = ##"{"type":"chart","mark":"line","data":{"t":["a","b","c"],"n":[1,2,3]},"x":"t","y":"n"}"##
    func frame(_ preset: String, _ layout: String, _ more: String = "") throws -> (
      part: Rect, warnings: [String]
    ) {
      let deck = try LaidOut(
        deck:
          ##"{"theme":"soft","canvas":{"preset":"\##(preset)"},\##(layout)"cards":[{"parts":[{"type":"title","title":"Sales"},\##(chart.dropLast())\##(more)},{"type":"text","text":"In thousands of euros, without the shops that closed during the year and those abroad."}]}]}"##
      )
      return (try deck.frame(1), deck.warnings)
    }
    // In a list it shrinks if the card is too tall, and keeps its height otherwise.
    let list = try frame("og", "")
    #expect(list.warnings.isEmpty && list.part.height < 400, "\(list)")
    #expect(try frame("og", "", #","height":420"#).warnings.contains { $0.contains("taller") })
    #expect(try frame("square", "").part.height < 600)
    // A card that fills the screen gives it all the space.
    #expect(try frame("square", #""layout":"fullScreen","#).part.height > 600)
    #expect(try frame("square", #""layout":"fullScreen","#, #","height":300"#).part.height == 300)
  }

  @Test func theLastValueHasNoSpaceThatItDoesNotNeed() throws {
    func top(_ values: String) throws -> Double {
      let chart =
        #""mark":"line","height":160,"data":{"t":["a","b","c","d"],"n":\#(values)},"x":"t","y":"n","valueLabels":"last""#
      let ten = try #require(Self.texts(chart, preset: "email").first { $0.text == "100" })
      return ten.frame.midY
    }
    let (falling, rising) = (try top("[100,90,40,20]"), try top("[20,40,90,100]"))
    #expect(falling < rising - 8, "\(falling), \(rising)")
  }

  @Test func namesOfRowsDoNotTouch() throws {
    let chart =
      #""mark":"bar","height":300,"data":{"task":["Customer support and onboarding calls","Writing documentation for partners","Internal reviews of designs and planning","Bugs"],"n":[4,3,2,1]},"x":"n","y":"task""#
    func names(_ height: Int) throws -> [(text: String, frame: Rect)] {
      try Self.texts(
        chart.replacing(#""height":300"#, with: #""height":\#(height)"#), preset: "og"
      ).filter { $0.text.first?.isLetter == true }.sorted { $0.frame.minY < $1.frame.minY }
    }
    // Two lines where they have space, otherwise one, which is shortened if needed.
    #expect(try names(400).count > 4)
    let tight = try names(230)
    #expect(tight.count == 4, "\(tight)")
    for (above, below) in zip(tight, tight.dropFirst()) {
      #expect(below.frame.minY >= above.frame.minY + 24, "\(above) \(below)")
    }
  }

  @Test func theValueOfAStepIsBesideItsLine() throws {
    let chart =
      #""mark":{"type":"line","interpolate":"step-after"},"height":160,"data":{"t":["a","b","c","d"],"n":[2,2.25,2.75,2.5]},"x":"t","y":"n","valueLabels":"last""#
    let numbers = try Self.texts(chart, preset: "email").compactMap { text in
      Double(text.text).map { (number: $0, frame: text.frame) }
    }
    // The last point is between the labels of the axis at its left; the line comes from above.
    let value = try #require(numbers.max { $0.frame.minX < $1.frame.minX })
    let axis = numbers.filter { $0.frame.minX < value.frame.minX }.sorted { $0.number < $1.number }
    let (low, high) = (
      try #require(axis.last { $0.number <= 2.5 }), try #require(axis.first { $0.number >= 2.5 })
    )
    #expect(
      value.number == 2.5 && value.frame.maxY > (low.frame.midY + high.frame.midY) / 2, "\(value) \(axis)")
  }

  @Test func sharesInALegendAreAligned() throws {
    let chart =
      #""mark":"donut","legend":"LEGEND","data":{"k":["Rent","Insurance","Games"],"n":[920,71,9]},"x":"k","y":"n""#
    for legend in ["right", "left"] {
      let shares = try Self.texts(chart.replacing("LEGEND", with: legend), preset: "square")
        .filter { $0.text.hasSuffix("%") }
      let ends = Set(shares.map { $0.frame.maxX.rounded() })
      #expect(shares.count == 3 && ends.count == 1, "\(shares)")
    }
  }

  @Test func marksFillHighCharts() throws {
    func marks(_ chart: String) throws -> [Rect] {
      let deck = try LaidOut(
        deck:
          #"{"theme":"soft","canvas":{"preset":"story"},"layout":"fullScreen","cards":[{"parts":[{"type":"chart",\#(chart)}]}]}"#
      )
      guard case .array(let all)? = try deck.inspected()["regions"]?.value else { return [] }
      return try all.filter { $0["kind"]?.plain == "mark" }.map { try LaidOut.frame(of: $0) }
        .sorted { $0.minY < $1.minY }
    }
    let rows = #""data":{"s":["Visits","Trials","Sales"],"n":[900,300,60]}"#
    for chart in [#""mark":"funnel",\#(rows),"x":"s","y":"n""#, #""mark":"bar",\#(rows),"x":"n","y":"s""#] {
      let bars = try marks(chart)
      try #require(bars.count == 3)
      #expect(bars[0].height > 0.4 * (bars[1].minY - bars[0].minY), "\(bars)")
    }
    let bubbles = try marks(
      #""mark":"bubble","data":{"x":[1,2],"y":[1,2],"z":[1,90]},"x":"x","y":"y","size":"z""#)
    #expect((bubbles.map(\.width).max() ?? 0) > 40, "\(bubbles)")
  }

  @Test func valuesAtAllMarksReplaceTheAxis() throws {
    func words(_ more: String, n: String = "[12,18,30]") throws -> [String] {
      try Self.words(#""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":\#(n)},"x":"m","y":"n"\#(more)"#)
    }
    #expect(try words("").contains("20"))
    let bare = try words(#","valueLabels":true"#)
    #expect(!bare.contains("0") && !bare.contains("20") && Set(bare).isSuperset(of: ["12", "18", "30"]))
    for more in [#""axes":true"#, #""grid":"y""#] {
      #expect(try words(#","valueLabels":true,\#(more)"#).contains("0"), "\(more)")
    }
    // The axis stays if a value has no space.
    let long = try words(
      #","valueLabels":{"format":"currency(2)"},"layer":[{"mark":"rule","y":{"datum":5}}]"#)
    #expect(long.contains("20"), "\(long)")
    let many = (0..<40).map { "\(12_340 + 7 * $0)" }.joined(separator: ",")
    let crowded = try Self.words(
      #""mark":"column","data":{"m":[\#(many)],"n":[\#(many)]},"x":{"field":"m","type":"nominal"},"y":"n","valueLabels":true"#
    )
    #expect(crowded.contains("0"), "\(crowded)")
    // A goal is written with its value, once.
    let goal = try words(#","valueLabels":true,"rules":[{"y":25,"label":"Goal"},{"y":20,"label":"20 kWh"}]"#)
    #expect(goal.contains("Goal 25") && goal.contains("20 kWh") && !goal.contains("0"), "\(goal)")
  }

  @Test func aUnitIsWrittenOnce() throws {
    func words(_ unit: String, _ more: String = "") throws -> [String] {
      try Self.words(
        #""mark":"column",\#(Self.months.dropLast(8)),"y":{"field":"n","unit":\#(unit)}\#(more)"#)
    }
    #expect(try words(#""h""#).filter { $0.hasSuffix("h") } == ["20\u{A0}h"])
    #expect(try words(#""tickets""#).filter { $0.contains("tickets") } == ["tickets"])
    #expect(try words(#"{"unit":"h","at":"title"}"#).filter { $0.hasSuffix("h") } == ["h"])
    #expect(try words(#"{"unit":"h","at":"all"}"#).count { $0.hasSuffix("\u{A0}h") } > 2)
    // A sign belongs to its number; a word would be noise.
    #expect(try words(#""%""#, #","valueLabels":true"#).count { $0.hasSuffix("%") } == 3)
    #expect(try words(#""tickets""#, #","valueLabels":true"#).contains("18.0"))
    #expect(try words(#""tickets""#, #","valueLabels":true,"axes":"x""#).contains("18.0\u{A0}tickets"))
    let across = try Self.words(
      #""mark":"scatter","data":{"a":[1,2,3],"b":[4,2,6]},"x":{"field":"a","unit":"km"},"y":"b""#)
    #expect(across.count { $0.hasSuffix("km") } == 1, "\(across)")
  }

  @Test func namesAreLevelWhereTheyFit() throws {
    func words(_ names: String, width: Int) throws -> [String] {
      try Self.lines(#""mark":"column","data":{"m":[\#(names)],"n":[1,2,3,4]},"x":"m","y":"n""#, width)
    }
    let months = #""January","February","September","December""#
    #expect(try words(months, width: 600).contains("September"))
    #expect(try Set(words(months, width: 260)).isSuperset(of: ["Jan", "Feb", "Sep", "Dec"]))
    #expect(try words(#""January","February","September","Total""#, width: 260).allSatisfy { $0 != "Sep" })
  }

  private static func lines(_ chart: String, _ width: Int) throws -> [String] {
    let part = try #require(LaidOut(deck: deck(chart, width: width)).card()["parts"]?.element(0))
    guard case .array(let lines)? = part["lines"]?.value else { return [] }
    return lines.compactMap { $0["text"]?.plain }
  }

  private static func colors(_ chart: String) throws -> [String] {
    try dump(chart).matches(of: #/#[0-9A-F]{6}/#).map { String($0.output) }
  }

  @Test func sectionsOfAGaugeAreShadesUnlessTheDeckHasColors() throws {
    func gauge(_ thresholds: String) throws -> Set<String> {
      try Set(Self.colors(#""mark":"gauge","value":90,"thresholds":\#(thresholds)"#))
    }
    let bars = #""mark":"bar","data":{"k":["a","b"],"n":[1,2],"s":["p","q"]},"x":"k","y":"n""#
    let second = try Set(Self.colors(bars + #","color":"s""#)).subtracting(Self.colors(bars))
    #expect(try !second.isEmpty && second.isDisjoint(with: gauge("[40,70]")), "\(second)")
    #expect(try gauge(##"[40,{"to":70,"color":"#123456"}]"##).contains("#123456"))
    #expect(try gauge(##"[40,70],"colors":["#111122","#113322","#441122"]"##).contains("#113322"))
  }

  @Test func aDayWithoutEventsDiffersFromOneWithFew() throws {
    func cells(_ counts: String, _ y: String = #""n""#) throws -> [String] {
      let dump = try Self.dump(
        #""mark":"calendar","legend":"none","data":{"d":["2026-05-01","2026-05-02"],"n":\#(counts)},"x":"d","y":\#(y)"#
      )
      return dump.matches(of: #/radius 2 (#[0-9A-F]{6})/#).map { String($0.output.1) }
    }
    // The least number of events has the first colour of the ramp, but no events do not.
    let (few, none) = (try cells("[1,3]"), try cells("[0,3]"))
    #expect(few.count == 2 && none.count == 2 && few[0] != none[0] && few[1] == none[1], "\(few) \(none)")
    #expect(try cells("[0,3]", #"{"field":"n","scale":{"scheme":"blues"}}"#)[0] != none[0])
  }

  @Test func sharesOfAFunnelHaveHeads() throws {
    let chart = #""mark":"funnel","data":{"s":["Visits","Trials","Sales"],"n":[900,300,60]},"x":"s","y":"n""#
    let words = try Self.words(chart)
    #expect(Set(words).isSuperset(of: ["of first", "of previous", "33.3%", "6.7%", "33%", "20%"]))
  }

  @Test func aLargeHistogramHasMoreBins() throws {
    func bins(_ count: Int, _ bin: String = "true", _ more: String = "") throws -> Int {
      let values = (0..<count).map { "{\"v\":\(Double($0 * 37 % 580) / 10)}" }.joined(separator: ",")
      return try Self.marks(
        #""mark":"bar","data":[\#(values)],"x":{"field":"v","bin":\#(bin)},"y":"count()"\#(more)"#
      ).count
    }
    #expect(try bins(100) == 6 && bins(400) == 12 && bins(400, #"{"maxbins":10}"#) == 6)
    #expect(
      try bins(400, "true", #","$schema":"https://vega.github.io/schema/vega-lite/v5.json""#) == 6)
  }

  @Test func namesOfSlicesFormColumns() throws {
    let names = try Self.texts(
      #""mark":"pie","data":{"k":["One","Two","Three","Four","Five"],"n":[30,25,20,15,10]},"x":"k","y":"n""#,
      preset: "email"
    ).filter { $0.text.hasSuffix("%") }
    let right = Set(names.filter { $0.frame.minX > 300 }.map { $0.frame.minX.rounded() })
    let left = Set(names.filter { $0.frame.maxX < 300 }.map { $0.frame.maxX.rounded() })
    #expect(names.count == 5 && right.count == 1 && left.count == 1, "\(names)")
  }

  @Test func aValueIsBeyondTheLineOfAGoal() throws {
    let texts = try Self.texts(
      #""mark":"column","height":200,"data":{"m":["Jan","Feb"],"n":[96,50]},"x":"m","y":"n","valueLabels":true,"rules":[{"y":100}]"#,
      preset: "email")
    let value = try #require(texts.first { $0.text == "96" })
    let goal = try #require(texts.first { $0.text == "100" })
    #expect(value.frame.maxY < goal.frame.maxY + 3, "\(value) \(goal)")
  }

  @Test func clockTimesAreThinnedBeforeTheyAreRotated() throws {
    func names(_ times: [String]) throws -> [String] {
      let rows = times.map { #"{"t":"\#($0)","d":"Mon","n":4}"# }.joined(separator: ",")
      return try Self.texts(
        #""mark":"heatmap","data":[\#(rows)],"x":"t","y":"d","color":"n""#, preset: "phone"
      )
      .map(\.text)
    }
    let hours = (8..<22).map { ($0 < 10 ? "0" : "") + "\($0):00" }
    let shown = try names(hours).filter(hours.contains)
    #expect((4...7).contains(shown.count) && shown.first == "08:00", "\(shown)")
    // Uneven times are all needed.
    let uneven = ["08:00", "08:30", "10:00", "12:00", "13:15", "15:00"]
    #expect(try names(uneven).filter(uneven.contains) == uneven)
  }

  @Test func zeroHasNoDecimals() throws {
    let texts = try Self.texts(
      #""mark":"column","data":{"m":["a","b"],"n":[5.5,0]},"x":"m","y":"n","valueLabels":true"#,
      preset: "email"
    ).map(\.text)
    #expect(texts.contains("5.5") && texts.contains("0") && !texts.contains("0.0"), "\(texts)")
  }

  @Test func gainsAndTotalsOfAWaterfallDiffer() throws {
    for theme in ["soft", "editorial", "poster", "report"] {
      for appearance in ["light", "dark"] {
        let dump = try LaidOut(
          deck:
            #"{"theme":"\#(theme)","appearance":"\#(appearance)","cards":[{"parts":[{"type":"chart","mark":"waterfall","data":[{"k":"a","n":90,"total":true},{"k":"b","n":20}],"x":"k","y":"n","axes":false}]}]}"#
        ).dump
        let bars = dump.split(separator: "\n").filter { $0.contains("radius 2 #") }
        let colors = bars.compactMap {
          $0.split(separator: "#").last.flatMap { Color(css: "#\($0.prefix(6))") }
        }
        let oklabs = colors.map { OKLab($0) }
        #expect(
          oklabs.count == 2 && oklabs[0].distance(to: oklabs[1]) > 0.12, "\(theme) \(appearance) \(bars)")
        #expect(try #require(oklabs.last).chroma > 0.05, "a gain is not grey")
      }
    }
  }

  @Test func sharesBelowADonutFormAColumn() throws {
    let shares = try Self.texts(
      #""mark":"donut","data":{"k":["Space heating","Hot water","Appliances and lighting","Cooking","Cooling","Other"],"n":[61.8,14.5,13.6,5.9,2.6,1.6]},"x":"k","y":"n""#,
      preset: "phone"
    ).filter { $0.text.hasSuffix("%") && $0.text.count < 7 }
    #expect(shares.count == 6 && Set(shares.map { $0.frame.maxX.rounded() }).count == 1, "\(shares)")
  }

  @Test func aTickIsAboveTheDataIfThereIsRoom() throws {
    func labels(_ height: Int) throws -> [String] {
      try Self.texts(
        #""mark":"column","plotHeight":\#(height),"data":{"m":["a","b","c"],"n":[430,560,638]},"x":"m","y":"n""#,
        preset: "email"
      ).map(\.text)
    }
    #expect(try labels(240).contains("700"))
    // Fewer labels have room here; the axis ends near the data.
    let few = try labels(120)
    #expect(few.contains("600") && !few.contains("700") && !few.contains("800"), "\(few)")
  }

  @Test func sharesInANormalisedStackHaveTheFormatOfTheAxis() throws {
    let rows = [("Yes", 0.36), ("No", 0.64)].map { #"{"q":"One","a":"\#($0.0)","s":\#($0.1)}"# }.joined(
      separator: ",")
    func texts(_ x: String) throws -> [String] {
      try Self.texts(
        #""mark":"bar","data":[\#(rows)],"x":\#(x),"y":"q","color":"a","stack":"normalize","valueLabels":true"#,
        preset: "email"
      ).map(\.text)
    }
    #expect(try texts(#"{"field":"s","format":"percent"}"#).filter(["36%", "64%"].contains).count == 2)
    #expect(try texts(#""s""#).filter(["36%", "64%"].contains).count == 2)
  }

  @Test func aRuleInPanelsHasOneLabel() throws {
    let rows = ["A", "B", "C"].flatMap { g in (1...6).map { #"{"g":"\#(g)","x":\#($0),"y":\#($0 * 3)}"# } }
    func count(_ more: String) throws -> Int {
      try Self.texts(
        #""mark":"line","data":[\#(rows.joined(separator: ","))],"x":"x","y":"y","facet":"g","columns":3,"rules":[{"y":9,"label":"Goal"}]\#(more)"#,
        preset: "email"
      ).count { $0.text == "Goal" }
    }
    #expect(try count("") == 1)
    #expect(try count(#","resolve":{"scale":{"y":"independent"}}"#) == 3)
  }

  @Test func disagreementHasTheColourOfLosses() throws {
    let names = ["Strongly disagree", "Disagree", "Neutral", "Agree", "Strongly agree"]
    let rows = names.map { #"{"q":"One","a":"\#($0)","n":20}"# }.joined(separator: ",")
    let chart = #""mark":"bar","data":[\#(rows)],"x":"n","y":"q","color":"a""#
    let dump = try LaidOut(
      deck: #"{"theme":"editorial","cards":[{"parts":[{"type":"chart",\#(chart)}]}]}"#
    ).dump
    // The accent of the theme is red, and the longest rectangle of each colour is a bar.
    func bar(_ color: String) -> Double? {
      dump.split(separator: "\n").filter { $0.hasSuffix(color) }.compactMap { line in
        let numbers = line.split(separator: " ").compactMap { Double($0) }
        return numbers.count > 3 ? (numbers[2], numbers[0]) : nil
      }.max { $0.0 < $1.0 }?.1
    }
    #expect(try #require(bar("#9C3B24")) < #require(bar("#6A63DC")) - 100, "\(dump)")
  }
}
