import CardRaster
import TestSupport
import Testing

@testable import CardCharts
@testable import CardParts

/// The looks of charts in modern themes that have only data and channels.
@Suite struct ChartDefaultsTests {
  private static func laidOut(_ chart: String, width: Int = 320) throws -> LaidOut {
    try LaidOut(
      deck: #"{"theme":"soft","canvas":{"width":\#(width)},"cards":[{"parts":[{"type":"chart",\#(chart)}]}]}"#
    )
  }

  /// The texts of a chart that are not rotated.
  private static func lines(_ chart: String, width: Int = 320) throws -> [(text: String, frame: Rect)] {
    let part = try #require(laidOut(chart, width: width).card()["parts"]?.element(0))
    guard case .array(let lines)? = part["lines"]?.value else { return [] }
    return try lines.map { ($0["text"]?.plain ?? "", try LaidOut.frame(of: $0)) }
  }

  private static func words(_ chart: String, width: Int = 320) throws -> [String] {
    try lines(chart, width: width).map(\.text)
  }

  private static func marks(_ chart: String, width: Int = 320) throws -> [(id: String, frame: Rect)] {
    let regions = try laidOut(chart, width: width).inspected()["regions"]
    guard case .array(let all) = regions?.value else { return [] }
    return try all.filter { $0["kind"]?.plain == "mark" }.map {
      ($0["id"]?.plain ?? "", try LaidOut.frame(of: $0))
    }
  }

  private static func list(_ texts: [String]) -> String { #"["\#(texts.joined(separator: #"",""#))"]"# }

  private static func bars(_ names: [String], mark: String = "column", _ more: String = "") -> String {
    let values = names.indices.map { "\(10 + $0 * 7 % 11)" }.joined(separator: ",")
    return #""mark":"\#(mark)","data":{"k":\#(list(names)),"v":[\#(values)]},"x":"k","y":"v"\#(more)"#
  }

  // MARK: Logarithmic axes

  @Test(arguments: [(3.0, 104.0, 2.0, 200.0), (1, 100, 1, 100), (0.03, 0.4, 0.02, 0.5), (7, 7, 5, 10)])
  func logarithmicAxesEndAtRoundNumbers(low: Double, high: Double, first: Double, last: Double) {
    let ends = LogBase(10).roundEnds(low, high, multiples: [1, 2, 5])
    #expect(abs(ends.low / first - 1) < 1e-9 && abs(ends.high / last - 1) < 1e-9, "\(ends)")
    let powers = LogBase(10).roundEnds(3, 104, multiples: [1])
    #expect(powers == (1, 1_000))
  }

  @Test func numbersOfALogarithmicAxisAreAsManyAsFit() throws {
    let chart =
      #""mark":"point","data":{"x":[3,104],"y":[1,2]},"x":{"field":"x","scale":{"type":"log"}},"y":"y""#
    #expect(try Set(["2", "5", "10", "20", "50", "100", "200"]).isSubset(of: Self.words(chart, width: 600)))
    #expect(try !Self.words(chart, width: 240).contains("5"))
  }

  // MARK: Gauges

  @Test func theEndsOfAHalfRingHaveNumbers() throws {
    let gauge = #""mark":"gauge","value":42,"domain":[-100,100]"#
    let lines = try Self.lines(gauge)
    let low = try #require(lines.first { $0.text == "−100" }).frame
    let high = try #require(lines.first { $0.text == "100" }).frame
    let ring = try #require(Self.marks(gauge).first).frame
    #expect(low.maxX < high.minX && low.minY == high.minY && high.maxX <= ring.maxX + 1)
    for chart in [gauge + #","axes":false"#, gauge + #","startAngle":-120,"endAngle":120"#] {
      #expect(try Self.words(chart) == ["42"])
    }
  }

  // MARK: Names below a plot

  @Test func monthsAreUprightAndLeftOutIfNecessary() throws {
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    #expect(try Set(months).isSubset(of: Self.words(Self.bars(months), width: 600)))
    let few = try Self.words(Self.bars(months), width: 260).filter { months.contains($0) }
    #expect(few.count >= 4 && few.first == "Jan", "\(few)")
    #expect(try Self.laidOut(Self.bars(months), width: 260).warnings.isEmpty)
  }

  @Test func periodsHaveTheirYearBelowThem() throws {
    let quarters = [2025, 2026].flatMap { year in (1...4).map { "Q\($0) \(year)" } }
    #expect(try Set(quarters).isSubset(of: Self.words(Self.bars(quarters), width: 640)))
    let narrow = try Self.words(Self.bars(quarters))
    #expect(narrow.filter { $0.hasPrefix("Q") } == (quarters.map { String($0.prefix(2)) }))
    #expect(narrow.filter { $0.count == 4 } == ["2025", "2026"])
    // A year for each name is part of it.
    #expect(try !Self.words(Self.bars(["Games 2024", "Games 2025"])).contains("2024"))
  }

  @Test func yearsOfBarsAreShortened() throws {
    let years = (2021...2026).map(String.init)
    for chart in [
      Self.bars(years),
      Self.bars(years).replacing(#""x":"k""#, with: #""x":{"field":"k","type":"ordinal"}"#),
    ] {
      let words = try Self.words(chart, width: 300)
      #expect(Set(["2021", "’22", "’26"]).isSubset(of: words), "\(words)")
    }
    #expect(try Self.words(Self.bars(years), width: 600).contains("2026"))
  }

  @Test func longNamesOfColumnsAreAllWritten() throws {
    let names = [
      "Research and development", "Sales", "Customer support", "Finance", "Human resources",
      "Legal and compliance", "Information technology", "Facilities",
    ]
    #expect(try Self.laidOut(Self.bars(names)).warnings == [])
    #expect(
      try Set(["Sales", "Finance", "Facilities"]).isSubset(of: Self.words(Self.bars(names), width: 800)))
  }

  // MARK: Names above bars

  @Test func longNamesInANarrowChartAreAboveTheirBars() throws {
    let names = ["The onboarding was easy", "I would recommend the product", "Updates improve my work"]
    let chart = Self.bars(names, mark: "horizontalBar")
    let (lines, bars) = (try Self.lines(chart), try Self.marks(chart))
    for (number, name) in names.enumerated() {
      let (label, bar) = (try #require(lines.first { $0.text == name }).frame, bars[number].frame)
      #expect(label.maxY <= bar.minY + 3 && label.minX <= bar.minX + 1, "\(label) \(bar)")
      if number > 0 { #expect(label.minY >= bars[number - 1].frame.maxY) }
    }
    let wide = try Self.lines(chart, width: 600).first { $0.text == names[0] }
    #expect(try #require(wide).frame.maxX < Self.marks(chart, width: 600)[0].frame.minX)
  }

  // MARK: Legends

  @Test func entriesOfSeveralRowsAreInColumns() throws {
    let names = ["Northwind", "Contoso", "Fabrikam", "Tailspin", "Others"]
    let data = Self.list(names)
    let chart =
      #""mark":"column","data":{"k":["a","a","a","a","a"],"s":\#(data),"v":[1,2,3,4,5]},"x":"k","y":"v","color":"s""#
    let lines = try Self.lines(chart)
    let frames = try names.map { name in try #require(lines.first { $0.text == name }).frame }
    #expect(frames[3].minX == frames[0].minX && frames[4].minX == frames[1].minX)
    #expect(frames[2].minY == frames[0].minY && frames[3].minY > frames[0].minY)
  }

  // MARK: Stacks on both sides of 0

  @Test func negativeSeriesAreInTheOrderOfTheData() throws {
    let chart =
      #""mark":"bar","data":{"q":["a","a","a","a"],"s":["No!","No","Yes","Yes!"],"v":[-4,-9,48,27]},"x":"v","y":"q","color":"s""#
    let marks = try Self.marks(chart).sorted { $0.frame.minX < $1.frame.minX }
    #expect(marks.map { $0.id.split(separator: " ").last } == ["No!", "No", "Yes", "Yes!"])
  }

  @Test func aForecastHasAShadeOfTheFirstColour() throws {
    func colors(_ names: [String]) throws -> Set<Substring> {
      let chart =
        #""mark":"column","data":{"q":\#(Self.list(names)),"k":["Actual","Actual","Forecast"],"v":[3,4,5]},"x":"q","y":"v","color":"k""#
      return try Set(Self.laidOut(chart).dump.split { " \n".contains($0) }.filter { $0.hasPrefix("#") })
    }
    let (quarters, groups) = (try colors(["Q1 2026", "Q2 2026", "Q3 2026"]), try colors(["A", "B", "C"]))
    #expect(quarters.subtracting(groups).count == 1 && groups.subtracting(quarters).count == 1)
  }

  // MARK: Periods as series

  /// The colours of the first bars of two series, in the order of the series.
  private static func colors(of series: [String], _ more: String = "") throws -> [Substring] {
    let rows = series.flatMap { name in
      ["a", "b"].map { #"{"k":"\#($0)","v":5,"s":\#(Int(name) == nil ? "\"\(name)\"" : name)}"# }
    }
    let chart =
      #""mark":"column","stack":false,"legend":"none","axes":false,"data":[\#(rows.joined(separator: ","))],"x":"k","y":"v","color":"s"\#(more)"#
    let fills = try laidOut(chart).dump.matches(of: #/radius 2[ 0-9]* (#[0-9A-F]{6})/#).map { $0.output.1 }
    return fills.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  @Test(
    "The latest of several periods has the accent, whatever their order in the data",
    arguments: [
      ["2025", "2026"], ["Q1 2025", "Q1 2026"], ["Q3 2026", "Q4 2026"], ["March 2025", "Mar 2026"],
      ["FY 2024", "FY 2025", "FY 2026"], ["2024/25", "2025/26"], ["2026-03", "2026-04"],
    ])
  func periods(names: [String]) throws {
    let accent = try #require(Color(css: String(Self.colors(of: ["One", "Two"]).first ?? "")))
    let rising = try Self.colors(of: names)
    let last = OKLab(try #require(Color(css: String(rising.last ?? ""))))
    #expect(rising.count == names.count && last.distance(to: OKLab(accent)) < 0.15, "\(rising) \(accent)")
    let falling = try Self.colors(of: names.reversed())
    // Numbers are in ascending order by themselves.
    #expect(falling == (Int(names[0]) == nil ? rising.reversed() : rising))
  }

  @Test(arguments: [
    ["Plan 2026", "Actual 2026"], ["Plan 2025", "Actual 2026"], ["Room 12", "Room 13"], ["2026", "Goal"],
    ["31.1.2026", "1.2.2026"],
  ]) func otherNamesHaveColoursOfTheirOwn(names: [String]) throws {
    #expect(try Self.colors(of: names) == Self.colors(of: ["One", "Two"]))
  }

  @Test func periodsKeepColorsOfTheDeckAndHaveContrast() throws {
    let own = try Self.colors(of: ["2025", "2026"], ##","colors":["#112233","#445566"]"##)
    #expect(own == ["#112233", "#445566"])
    for color in try Self.colors(of: ["2025", "2026"]) {
      #expect(try #require(Color(css: String(color))).contrast(with: .white) >= 2)
    }
  }

  @Test(arguments: ["light", "dark"], ["#0E7490", "#1D4ED8", "#F59E0B", "#7C2D12"])
  func shadesOfPeriodsDiffer(appearance: String, accent: String) throws {
    for names in [["2025", "2026"], ["2024", "2025", "2026"]] {
      let rows = names.map { #"{"k":"a","v":5,"s":"\#($0)"}"# }.joined(separator: ",")
      let laidOut = try LaidOut(
        deck: ##"""
          {"theme":"soft","appearance":"\##(appearance)","brand":{"accent":"\##(accent)"},"cards":[{"parts":[{"type":"chart",
          "mark":"column","stack":false,"legend":"none","axes":false,"data":[\##(rows)],"x":"k","y":"v","color":"s"}]}]}
          """##)
      let fills = laidOut.dump.matches(of: #/radius 2[ 0-9]* (#[0-9A-F]{6})/#).map { String($0.output.1) }
      let surface = Color(rgb: appearance == "dark" ? 0x1A1D24 : 0xFFFFFF)
      let ratios = try fills.map { try #require(Color(css: $0)).contrast(with: surface) }
      #expect(ratios.count == names.count)
      for (earlier, later) in zip(ratios, ratios.dropFirst()) { #expect(later >= 1.75 * earlier, "\(fills)") }
      #expect(try #require(ratios.last) >= (appearance == "dark" ? 4.4 : 3.5), "\(fills)")
      #expect(try #require(ratios.first) >= 1.9)
    }
  }

  @Test(arguments: [402, 431, 455, 212]) func axesEndJustAboveTheirData(most: Int) throws {
    let values = "\(most / 2),\(most * 3 / 4),\(most)"
    let chart =
      #""mark":"column","height":240,"data":{"k":["a","b","c"],"v":[\#(values)]},"x":"k","y":"v","valueLabels":false"#
    let numbers = try Self.lines(chart).filter { Int($0.text) != nil }
    let ticks = numbers.compactMap { Int($0.text) }
    let (top, bar) = (try #require(ticks.max()), try #require(Self.marks(chart).last?.frame))
    #expect(Double(top) <= 1.13 * Double(most) && Double(top) >= 0.85 * Double(most), "\(ticks)")
    let plot = try #require(numbers.map(\.frame.midY).min())
    #expect(bar.minY < plot + 0.15 * bar.height)
  }

  @Test func longWordsAreHyphenatedBeforeNamesAreTurned() throws {
    let names = [
      "Budget", "New customers", "Price increase", "Energy costs", "Wages", "Half-year", "Cancellations",
      "One-off grants",
      "Result",
    ]
    let words = try Self.words(Self.bars(names), width: 600)
    #expect(
      words.contains { $0.hasPrefix("Cancel") && $0.count < 13 } && words.contains("customers"), "\(words)")
    // Many broken words are harder to read than turned ones.
    let long = [
      "Kindergarten", "Undertakings", "Observations", "Entertainment", "Understanding", "Restaurants",
    ]
    #expect(try Self.words(Self.bars(long)).allSatisfy { $0.first?.isLowercase != true })
  }

  @Test func sharesOfSlicesAreSemibold() throws {
    let chart = #""mark":"donut","data":{"k":["18–24","25–34","35+"],"v":[50,30,20]},"theta":"v","color":"k""#
    let words = try Self.words(chart, width: 420)
    #expect(words.contains("18–24") && words.contains("50%"), "\(words)")
  }

  @Test(arguments: [
    ("en_US", "$", "$4,000", "$3,120"), ("de_DE", "€", "4.000\u{A0}€", "3.120\u{A0}€"),
    ("en_US", "kg", "4,000\u{A0}kg", "3,120\u{A0}kg"),
  ]) func unitsOfMoneyAreWhereTheLocaleHasThem(locale: String, unit: String, top: String, last: String) throws
  {
    let chart =
      #""mark":"line","data":{"k":["a","b","c"],"v":[1251,2900,3120]},"x":"k","y":{"field":"v","unit":"\#(unit)","scale":{"domain":[0,4000]}}"#
    let laidOut = try LaidOut(
      deck: #"{"theme":"soft","locale":"\#(locale)","cards":[{"parts":[{"type":"chart",\#(chart)}]}]}"#)
    for text in [top, last] { #expect(laidOut.dump.contains(text), "\(text)") }
    #expect(ChartUnit.Affixes(before: "$").around("\u{2212}5") == "\u{2212}$5")
  }

  @Test func theNameOfALineThatEndsEarlyIsAtItsEnd() throws {
    func places(_ later: String) throws -> (last: Double, earlier: Double) {
      let months = (1...12).map { "\"m\($0)\"" }.joined(separator: ",")
      let chart =
        #""mark":"line","data":{"m":[\#(months)],"North":[1,2,3,4,5,6,7,8,9,10,11,12],"South":[\#(later)]},"x":"m","y":["North","South"]"#
      let lines = try Self.lines(chart, width: 420)
      func left(_ name: String) throws -> Double { try #require(lines.first { $0.text == name }).frame.minX }
      return (try left("North"), try left("South"))
    }
    let free = try places("11,12,13,14,15,16,17,18,19,null,null,null")
    #expect(free.earlier < free.last - 20)
    // The other line would cross the name.
    let crossed = try places("3,4,5,6,7,8,9,9,10,null,null,null")
    #expect(crossed.earlier == crossed.last)
  }

  // MARK: Waterfalls

  @Test func stepsOfAWaterfallHaveSigns() throws {
    let rows =
      #"{"k":"A","v":10,"total":true},{"k":"B","v":4},{"k":"C","v":-2},{"k":"D","v":0},{"k":"E","total":true}"#
    func words(_ more: String = "") throws -> [String] {
      try Self.words(#""mark":"waterfall","data":[\#(rows)],"x":"k","y":"v"\#(more)"#)
    }
    #expect(try Set(["10", "+4", "−2", "0", "12"]).isSubset(of: words()))
    #expect(try words(#","valueLabels":{"show":"all","format":"+,.1f"}"#).contains("+4.0"))
  }

  @Test func valuesThatWouldOverlapAreSmaller() throws {
    let steps = [
      ("Opening", 1800), ("Sales", 940), ("Salaries", -1210), ("Rent", -280), ("Tax refund", 150),
      ("Other", 90),
    ]
    let rows = steps.map { #"{"k":"\#($0.0)","v":\#($0.1)}"# }.joined(separator: ",")
    let chart =
      #""mark":"waterfall","data":[\#(rows)],"x":{"field":"k","axis":{"orient":"bottom"}},"y":{"field":"v","format":"currency('EUR', 0)"}"#
    let large = #","valueLabels":{"show":"all","font":{"size":12}}"#
    #expect(try Self.laidOut(chart, width: 300).warnings.isEmpty)
    #expect(try !Self.laidOut(chart + large, width: 300).warnings.isEmpty)
    #expect(try Self.words(chart, width: 300).filter { $0.contains("€") }.count == 6)
    func width(_ chart: String, width: Int) throws -> Double {
      try #require(Self.lines(chart, width: width).first { $0.text == "+€940" }).frame.width
    }
    #expect(try width(chart, width: 300) < width(chart, width: 700))
  }

  @Test func totalsOfAWaterfallAreStrongAndMarkedWithTrue() throws {
    func chart(_ total: String) -> String {
      #""mark":"waterfall","data":[{"k":"A","v":10},{"k":"B","v":4,"total":\#(total)}],"x":"k","y":"v""#
    }
    let marked = try Self.laidOut(chart("true"))
    #expect(try marked.dump == Self.laidOut(chart(#""TRUE""#)).dump && marked.warnings.isEmpty)
    #expect(try Self.laidOut(chart(#""yes""#)).warnings.contains { $0.contains("found 'yes'") })
    // Totals have the colour of titles, mixed with that of cards.
    #expect(marked.dump.contains("#31343B"), "\(marked.dump)")
    let black = try LaidOut(
      deck:
        ##"{"brand":{"accent":"#111111"},"cards":[{"parts":[{"type":"chart",\##(chart("true"))}]}]}"##
    ).dump
    // Next to a black brand, rises are lighter than it.
    #expect(black.contains("#31343B") && !black.contains("#111111"), "\(black)")
  }

  // MARK: Two vertical axes

  private static func twoAxes(_ margins: String, _ more: String = "") -> String {
    #"""
    "title":"Orders and margin","data":{"k":["a","b","c"],"n":[120,135,128],"m":\#(margins)},"x":"k","layer":[
    {"mark":"bar","y":{"field":"n","title":"Orders"}},{"mark":"line","y":{"field":"m","title":"Margin"}}],
    "resolve":{"scale":{"y":"independent"}}\#(more)
    """#
  }

  @Test(arguments: ["[18,21,24]", "[40,45,52]", "[90,91,90]"]) func theSecondAxisKeepsClearOfBars(
    margins: String
  ) throws {
    let marks = try Self.marks(Self.twoAxes(margins))
    let base = try #require(marks.first { $0.frame.width > 20 }).frame.maxY
    let lowest = try #require(marks.filter { $0.frame.width < 20 }.map(\.frame.midY).max())
    #expect(marks.count == 6 && base - lowest > 8, "\(marks)")
  }

  @Test(arguments: ["[18,21,24]", "[40,45,52]", "[0.31,0.37,0.35]", "[1800,212000,94000]"])
  func bothAxesShareTheGrid(margins: String) throws {
    for width in [320, 500, 900] {
      let lines = try Self.lines(Self.twoAxes(margins), width: width).filter { line in
        line.text.contains(where: \.isNumber)
      }
      let middle = Double(width) / 2
      func heights(_ isLeft: Bool) -> [Int] {
        lines.filter { ($0.frame.midX < middle) == isLeft }.map { Int($0.frame.midY.rounded()) }.sorted()
      }
      #expect(heights(true).count > 2 && heights(true) == heights(false), "\(lines)")
    }
  }

  @Test func zerosOfTwoAxesAreLevel() throws {
    let lines = try Self.lines(Self.twoAxes("[-4,-2,3]"), width: 500)
    let zeros = lines.filter { $0.text == "0" }
    #expect(zeros.count == 2 && isNear(zeros[0].frame.midY, zeros[1].frame.midY, within: 0.5), "\(lines)")
    // Orders are never negative.
    #expect(lines.count { $0.text.hasPrefix("\u{2212}") && $0.frame.midX < 250 } == 0, "\(lines)")
  }

  @Test func labelsOfTwoAxesHaveTheColorsOfTheirSeries() throws {
    let dump = try Self.laidOut(Self.twoAxes("[18,21,24]")).dump
    #expect(dump.matches(of: /glyphs .*#2F55E8/).count > 3, "\(dump)")
    #expect(try !Self.laidOut(Self.bars(["a", "b"])).dump.contains(/glyphs .*#2F55E8/))
  }

  @Test func theAlternativeTextHasTheExtremesOfEachAxis() throws {
    let alt = try Self.laidOut(Self.twoAxes("[18,21,24]")).card()["parts"]?.element(0)?["alt"]?.plain ?? ""
    #expect(
      alt.contains("Orders: Highest 135 (b), lowest 120 (a). Margin: Highest 24 (c), lowest 18 (a)."),
      "\(alt)")
  }

  @Test func titlesOfTwoAxesAreTheLegend() throws {
    let words = try Self.words(Self.twoAxes("[18,21,24]"))
    #expect(words.count { $0 == "Orders" } == 1 && words.count { $0 == "Margin" } == 1, "\(words)")
    let legend = try Self.words(Self.twoAxes("[18,21,24]", #","legend":"bottom""#))
    #expect(legend.count { $0 == "Orders" } == 2)
  }

  @Test func anAxisDoesNotRepeatTheTitle() throws {
    let chart =
      #""title":"Sales","mark":"line","data":{"k":["a","b"],"v":[1,2]},"x":"k","y":{"field":"v","title":"Sales"}"#
    #expect(try Self.words(chart).count { $0 == "Sales" } == 1)
  }

  // MARK: Lines

  @Test func fewPointsHaveNoCurve() throws {
    func dump(_ count: Int, _ form: String) throws -> String {
      let values = (0..<count).map { "\($0 * 7 % 5)" }.joined(separator: ",")
      return try Self.laidOut(#""mark":{"type":"line"\#(form)},"data":[\#(values)]"#).dump
    }
    for (count, form) in [(4, "linear"), (5, "monotone")] {
      #expect(try dump(count, "") == dump(count, #","interpolate":"\#(form)""#))
    }
  }

  @Test func aLineOverBarsHasAnEdge() throws {
    func layers(_ first: String) -> String {
      #""data":{"k":["a","b","c"],"n":[12,13,9]},"x":"k","y":"n","layer":[{"mark":"\#(first)"},{"mark":"line"}]"#
    }
    #expect(try Self.laidOut(layers("bar")).dump.contains("#FFFFFF width 4"))
    #expect(try !Self.laidOut(layers("point")).dump.contains("#FFFFFF width 4"))
  }

  @Test(arguments: ["", "#111111", "#E11D48", "#F59E0B", "#16A34A"], Appearance.allCases)
  func aLineDiffersFromTheBarsBelowIt(accent: String, appearance: Appearance) throws {
    let chart =
      #""mark":"column","axes":false,"legend":"none","data":{"k":["a","b"],"n":[5,8],"t":[4,6]},"x":"k","y":"n","layer":[{"mark":"line","x":"k","y":"t"}]"#
    let brand = accent.isEmpty ? "" : #""brand":{"accent":"\#(accent)"},"#
    let dump = try LaidOut(
      deck:
        #"{\#(brand)"appearance":"\#(appearance.rawValue)","cards":[{"parts":[{"type":"chart",\#(chart)}]}]}"#
    ).dump
    func color(_ pattern: Regex<(Substring, Substring)>) throws -> Color {
      try #require(dump.firstMatch(of: pattern).flatMap { Color(css: String($0.output.1)) })
    }
    let (bar, line) = (
      try color(/radius 2 2 0 0 (#[0-9A-F]{6})/), try color(/(#[0-9A-F]{6}) width 2 round/)
    )
    let surface = try color(/(#[0-9A-F]{6}) width 4 round/)
    #expect(line.contrast(with: bar) >= 2.99 && line.contrast(with: surface) >= 2.99, "\(bar) \(line)")
    #expect(bar.contrast(with: surface) > 1.2)
  }

  // MARK: Dates

  /// The bars of columns, from left to right.
  private static func columns(_ dates: [String], _ more: String = "") throws -> [Rect] {
    let rows = dates.enumerated().map { #"{"d":"\#($1)","v":\#(5 + $0 % 3)}"# }.joined(separator: ",")
    return try marks(#""mark":"column","data":[\#(rows)],"x":"d","y":"v"\#(more)"#, width: 600)
      .map(\.frame).filter { $0.width > 15 }.sorted { $0.minX < $1.minX }
  }

  @Test(
    arguments: [
      (1...12).map { "2025-\($0 < 10 ? "0" : "")\($0)" },
      ["2025-01-01", "2025-04-01", "2025-07-01", "2025-10-01"],
      ["2025-01-31", "2025-02-28", "2025-03-31", "2025-04-30"], ["2022", "2023", "2024", "2025"],
    ], ["", #","layer":[{"mark":"line"}]"#])
  func columnsOfMonthsAreEven(dates: [String], more: String) throws {
    let bars = try Self.columns(dates, more)
    let steps = zip(bars, bars.dropFirst()).map { $1.midX - $0.midX }
    #expect(bars.count == dates.count)
    for step in steps { #expect(isNear(step, steps[0], within: 0.4), "\(steps)") }
    for bar in bars { #expect(isNear(bar.width, bars[0].width, within: 0.01), "\(bars)") }
  }

  @Test func aHighlightedColumnKeepsItsWidth() throws {
    let more =
      ##","layer":[{"mark":{"type":"bar","color":"#E11D48"},"data":[{"d":"2025-02","v":6}]}]"##
    let bars = try Self.columns(["2025-01", "2025-02", "2025-03"], more)
    #expect(bars.count == 4 && bars[0].width > 60)
    for bar in bars { #expect(isNear(bar.width, bars[0].width, within: 0.01), "\(bars)") }
  }

  @Test func aMissingMonthLeavesAGap() throws {
    let bars = try Self.columns(["2025-01", "2025-02", "2025-04", "2025-05"])
    let steps = zip(bars, bars.dropFirst()).map { $1.midX - $0.midX }
    #expect(isNear(steps[1], 2 * steps[0], within: 0.1) && isNear(steps[2], steps[0], within: 0.1))
  }

  @Test func aLineHasALabelAtItsFirstDate() throws {
    func words(_ mark: String) throws -> [String] {
      let rows = (0..<60).map { day in
        #"{"d":"2026-0\#(1 + (day + 5) / 28)-\#(10 + (day + 5) % 18)","v":\#(day % 7)}"#
      }.joined(separator: ",")
      return try Self.words(#""mark":"\#(mark)","data":[\#(rows)],"x":"d","y":"max(v)""#, width: 400)
    }
    let found = try words("line")
    #expect(found.contains { $0.hasPrefix("Jan 10") } && found.contains { $0.contains("2026") }, "\(found)")
  }

  @Test func shortPeriodsHaveAtLeastThreeDates() throws {
    let rows = (0..<44).map { #"{"d":"2026-0\#(6 + $0 / 30)-\#(10 + $0 % 20)","v":\#($0 % 7)}"# }
    let chart = #""mark":"line","data":[\#(rows.joined(separator: ","))],"x":"d","y":"max(v)""#
    let dates = try Self.words(chart, width: 400).filter { $0.hasPrefix("Ju") }
    #expect(dates.count >= 3, "\(dates)")
  }

  @Test func theShortestBarOfALogarithmicAxisHasALength() throws {
    let chart =
      #""mark":"bar","data":{"k":["a","b"],"v":[0.001,10]},"x":"k","y":{"field":"v","scale":{"type":"log"}}"#
    let heights = try Self.marks(chart).map(\.frame.height)
    #expect(heights.count == 2 && heights.allSatisfy { $0 > 20 }, "\(heights)")
  }

  @Test func anAxisIsNotNamedAfterOneOfItsSeries() throws {
    func chart(_ second: String) -> String {
      #""data":{"k":["a","b"],"u":[2,3],"v":[4,5]},"layer":[{"mark":"bar","encoding":{"x":{"field":"k"},"y":{"field":"u","title":"Actual"}}}\#(second)]"#
    }
    let plan = #",{"mark":"line","encoding":{"x":{"field":"k"},"y":{"field":"v","title":"Plan"}}}"#
    #expect(try Self.words(chart(plan)).count { $0 == "Actual" } == 1)
    #expect(try Self.words(chart("")).count { $0 == "Actual" } == 1)
  }

  @Test func aTitleOfOneLayerIsThatOfTheAxis() throws {
    let words = try Self.words(
      #""data":{"k":["a","b"],"wheat":[2,3],"wages":[4,5]},"mark":"bar","x":"k","y":{"field":"wheat","title":"Shillings"},"layer":[{"mark":"line","y":"wages"}]"#
    )
    #expect(
      ["wheat", "wages", "Shillings"].allSatisfy { name in words.count { $0 == name } == 1 }, "\(words)")
  }

  @Test func boxesOfSeriesAreSideBySide() throws {
    let rows = ["m", "f"].flatMap { sex in
      (1...5).map { #"{"k":"a","s":"\#(sex)","v":\#($0 * (sex == "m" ? 1 : 10))}"# }
    }
    let boxes = try Self.marks(
      #""mark":"boxplot","data":[\#(rows.joined(separator: ","))],"x":"k","y":"v","color":"s""#
    ).map(\.frame).filter { $0.width > 10 }
    #expect(boxes.count == 2 && boxes[0].maxX <= boxes[1].minX, "\(boxes)")
  }

  @Test func statisticsOfRulesAreThoseOfTheRowsOfTheFirstMark() throws {
    let rows = [1.1, 1.2, 1.3, 9.0].map { #"{"v":\#($0)}"# }.joined(separator: ",")
    let bins =
      #""mark":"bar","data":[\#(rows)],"x":{"field":"v","bin":true},"y":"count()","rules":[{"x":"median"}]"#
    let plain = bins.replacing(#""median""#, with: "1.25")
    #expect(try Self.laidOut(bins).dump == Self.laidOut(plain).dump)
    let layers =
      #""mark":"bar","data":{"k":["a","b"],"u":[10,20],"v":[1,2]},"x":"k","y":"u","layer":[{"mark":"line","y":"v"}],"rules":[{"y":"mean"}]"#
    #expect(
      try Self.laidOut(layers).dump == Self.laidOut(layers.replacing(#""mean""#, with: "15")).dump)
  }

  @Test(arguments: [("zero", "40"), ("normalize", "1")])
  func theMeanOfAStackIsThatOfItsSums(stack: String, mean: String) throws {
    let chart =
      #""mark":"bar","data":{"k":["a","a","b","b"],"s":["u","v","u","v"],"n":[10,20,20,30]},"x":"k","y":"n","color":"s","stack":"\#(stack)","rules":[{"y":"mean"}]"#
    #expect(try Self.laidOut(chart).dump == Self.laidOut(chart.replacing(#""mean""#, with: mean)).dump)
  }

  @Test func orderedNamesHaveALegendOfSwatches() throws {
    let names = (0..<10).map { "class \($0)" }
    let rows = names.map { #"{"k":"a","c":"\#($0)","v":1}"# }.joined(separator: ",")
    let words = try Self.words(
      #""mark":"bar","data":[\#(rows)],"x":"k","y":"v","color":{"field":"c","type":"ordinal"}"#, width: 600)
    #expect(names.allSatisfy(words.contains), "\(words)")
  }

  @Test func theNameOfANarrowBandIsAboveIt() throws {
    let rows = (0..<10).map { #"{"x":\#($0),"y":\#($0 % 3)}"# }.joined(separator: ",")
    let lines = try Self.lines(
      #""mark":"line","data":[\#(rows)],"x":"x","y":"y","rules":[{"x":[4,5],"label":"A long name of a period"}]"#
    )
    let name = try #require(lines.first { $0.text.hasPrefix("A long") })
    let others = lines.filter { $0.text != name.text }.map(\.frame)
    #expect(others.allSatisfy { $0.intersection(name.frame) == nil })
    #expect(abs(name.frame.midX - 176) < 40, "\(name)")
  }

  @Test func namesOfNarrowPanelsDoNotOverlap() throws {
    let rows = ["University Farm", "Waseca", "Grand Rapids", "Crookston"].flatMap { site in
      ["Wisconsin No. 38", "Manchuria"].map { #"{"site":"\#(site)","kind":"\#($0)","v":\#(site.count)}"# }
    }.joined(separator: ",")
    let lines = try Self.lines(
      #""mark":"point","data":[\#(rows)],"encoding":{"facet":{"field":"site","columns":2},"x":{"field":"v"},"y":{"field":"kind"}}"#,
      width: 300)
    let names = lines.filter { ["University", "Farm", "Waseca", "University Farm"].contains($0.text) }
    #expect(names.count >= 2)
    for (number, name) in names.enumerated() {
      #expect(names[..<number].allSatisfy { $0.frame.intersection(name.frame) == nil }, "\(names)")
    }
  }

  @Test func theLegendOfALowChartIsBesideTheTitleOfItsAxis() throws {
    func tops(_ height: Int) throws -> [Double] {
      let chart =
        #""mark":"column","height":\#(height),"data":[{"k":"a","s":"Shop","v":1},{"k":"a","s":"Web","v":2}],"x":"k","y":{"field":"v","title":"Orders"},"color":"s""#
      let lines = try Self.lines(chart, width: 360)
      return try ["Orders", "Shop"].map { text in try #require(lines.first { $0.text == text }).frame.midY }
    }
    let (low, high) = (try tops(150), try tops(400))
    #expect(isNear(low[0], low[1], within: 3) && high[0] > high[1] + 10, "\(low) \(high)")
  }

  @Test func aLowChartHasTheYearInTheLineOfTheMonth() throws {
    func words(_ height: Int) throws -> [String] {
      let rows = (1...9).map { #"{"d":"2026-0\#($0)-01","v":\#($0)}"# }.joined(separator: ",")
      return try Self.words(
        #""mark":"line","height":\#(height),"data":[\#(rows)],"x":"d","y":"v""#, width: 400)
    }
    #expect(try words(120).contains("Jan 2026") && words(240).contains("2026"))
  }

  @Test func aFewColumnsOfAWideChartAreWide() throws {
    let chart = #""mark":"column","data":{"k":["a","b","c"],"v":[1,2,3]},"x":"k","y":"v""#
    #expect(try Self.marks(chart, width: 1_100).allSatisfy { isNear($0.frame.width, 96, within: 0.1) })
    #expect(try Self.marks(chart, width: 320).allSatisfy { (45...60).contains($0.frame.width) })
  }

  // MARK: Answers

  @Test func answersHaveHuesFromTwoSides() throws {
    func colors(_ answers: [String]) throws -> [Color] {
      let rows = answers.map { #"{"q":"a","s":"\#($0)","n":1}"# }.joined(separator: ",")
      let dump = try Self.laidOut(
        #""mark":"bar","stack":"normalize","legend":"none","axes":false,"data":[\#(rows)],"x":"n","y":"q","color":"s""#
      ).dump
      return dump.matches(of: /fill rect [0-9. ]+ (#[0-9A-F]{6})/).compactMap {
        Color(css: String($0.output.1))
      }
      .dropLast().suffix(answers.count)
    }
    for answers in [
      ["Strongly disagree", "Disagree", "Neutral", "Agree", "Strongly agree"],
      ["Sehr unzufrieden", "Unzufrieden", "Teils", "Zufrieden", "Sehr zufrieden"],
    ] {
      let all = try colors(answers).map { OKLab($0) }
      #expect(all.count == 5 && all[2].chroma < 0.03, "\(all)")
      for (outer, inner) in [(0, 1), (4, 3)] where all.count == 5 {
        #expect(all[inner].chroma < all[outer].chroma && all[inner].chroma > 0.04)
        let (a, b) = (all[outer], all[inner])
        #expect(a.a * b.a + a.b * b.b > 0.9 * a.chroma * b.chroma)
      }
    }
    #expect(try colors(["A", "B", "C", "D", "E"]).map { OKLab($0).chroma }.allSatisfy { $0 > 0.06 })
  }

  @Test func aSliceNamedOtherIsGrey() throws {
    func dump(_ name: String) throws -> String {
      try Self.laidOut(#""mark":"pie","data":{"k":["A","B","\#(name)"],"v":[3,2,1]},"x":"k","y":"v""#).dump
    }
    #expect(try dump("Other").contains("#8A8F98") && !dump("C").contains("#8A8F98"))
  }

  // MARK: Ticks

  @Test(arguments: [84.0, 104, 161, 205, 999, 1_010, 2_600]) func theHighestTickIsNearTheData(
    most: Double
  ) throws {
    let chart =
      #""mark":"column","data":{"k":["a","b","c"],"v":[\#(most / 3),\#(most),\#(most / 2)]},"x":"k","y":"v""#
    for width in [420, 600, 1_200] {
      let numbers = try Self.words(chart, width: width).compactMap { Double($0.replacing(",", with: "")) }
      #expect(numbers.count > 2 && numbers.max() ?? 0 >= 0.85 * most, "\(numbers)")
    }
  }

  @Test(arguments: [
    ("Sales 2026", false), ("Sales", true), ("Sales 20265", true), ("", true),
  ]) func aYearInTheTitleIsNotRepeated(title: String, isShown: Bool) throws {
    let days = (1...6).map { "\"2026-0\($0)\"" }.joined(separator: ",")
    let chart =
      #""title":"\#(title)","mark":"line","data":{"d":[\#(days)],"v":[1,2,3,4,5,6]},"x":"d","y":"v""#
    #expect(try Self.words(chart).contains("2026") == isShown)
  }

  @Test func aDayInTheTitleIsNotRepeated() throws {
    let times = (0...6).map { "\"2026-03-03T0\($0):00\"" }.joined(separator: ",")
    for (title, isShown) in [("Visits on 3 March 2026", false), ("Visits on 4 March 2026", true)] {
      let chart =
        #""title":"\#(title)","mark":"line","data":{"d":[\#(times)],"v":[1,2,3,4,5,6,5]},"x":"d","y":"v""#
      #expect(try Self.words(chart).contains { $0.contains("Mar 3") } == isShown)
    }
  }

  @Test func everyBarOfAMonthHasItsNameIfAllFit() throws {
    let months = (1...8).map { "\"2026-0\($0)\"" }.joined(separator: ",")
    let chart = #""mark":"column","data":{"d":[\#(months)],"v":[1,2,3,4,5,6,7,8]},"x":"d","y":"v""#
    #expect(
      try Set(["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug"]).isSubset(
        of: Self.words(chart, width: 340)))
    #expect(try !Self.words(chart, width: 200).contains("Feb"))
  }

  @Test func panelsHaveTheSameTicks() throws {
    let chart =
      #""mark":"column","data":{"k":["a","b","a","b"],"v":[38,20,43,11],"p":["N","N","S","S"]},"x":"k","y":"v","column":"p""#
    #expect(try Self.words(chart, width: 500).contains("40"))
    let marks = try Self.marks(chart, width: 500).map(\.frame.height).sorted()
    #expect(abs(marks[3] / marks[2] - 43.0 / 38) < 0.03, "\(marks)")
  }

  @Test func anAxisWithoutNumbersEndsNearItsData() throws {
    func tallest(_ axis: String) throws -> Double {
      let chart =
        #""mark":"column","height":200,"data":{"k":["a","b"],"v":[305,198]},"x":"k","y":{"field":"v"\#(axis)}"#
      return try #require(Self.marks(chart).map(\.frame.height).max())
    }
    #expect(try tallest(#","axis":false"#) > 160)
    #expect(try tallest("") > 160)
  }

  // MARK: Names of rows

  @Test func datesOfRowsAreShortInNarrowCharts() throws {
    let chart =
      #""mark":"heatmap","data":{"d":["2026-01","2026-02"],"k":["a","a"],"v":[1,2]},"x":"k","y":"d","color":"v""#
    #expect(try Self.words(chart).contains("Feb 2026"))
    #expect(try Self.words(chart, width: 600).contains("February 2026"))
  }

  // MARK: Names at bubbles

  @Test func pointsThatAreSeriesHaveTheirNamesBesideThem() throws {
    let names = ["China and Mongolia", "India", "Brazil", "Egypt and Sudan", "Japan"]
    func chart(_ x: String, y: String = "[78,72,76,70,85]", _ more: String = "") -> String {
      #""mark":"bubble","data":{"n":\#(Self.list(names)),"x":\#(x),"y":\#(y),"s":[14,14,21,11,12]},"x":"x","y":"y","size":"s","color":"n"\#(more)"#
    }
    let apart = chart("[33,10,20,25,50]")
    let marks = try Self.marks(apart)
    let lines = try Self.lines(apart)
    for name in names {
      let mark = try #require(marks.first { $0.id.hasSuffix(name) })
      let label = try #require(lines.first { name.hasPrefix($0.text) || $0.text == name }).frame
      #expect(label.inset(by: -20).intersection(mark.frame) != nil, "\(name): \(label) \(mark)")
    }
    #expect(!lines.map(\.text).contains("n"))
    // Names without room, and a legend that the deck wants, stay in the legend.
    for crowded in [
      chart("[20,20,20,20,60]", y: "[70,70.2,70.1,70,90]"), chart("[33,10,20,25,50]", #","legend":"top""#),
    ] {
      #expect(try Self.words(crowded).contains("n"))
    }
    #expect(try Self.words(apart).count { $0 == "India" } == 1)
  }

  @Test(arguments: [260, 320, 420]) func namesKeepClearOfOtherBubbles(width: Int) throws {
    let chart = #"""
      "mark":"bubble","data":{"n":["China","India","Brazil","Egypt","Japan"],"x":[23,10,20,19,50],"y":[78,72,76,72,85],
      "s":[1410,1438,212,114,123]},"x":"x","y":"y","size":"s","layer":[{"mark":"text","text":"n"}]
      """#
    let names = try Self.lines(chart, width: width).filter { $0.text.count == 5 || $0.text == "Brazil" }
    let bubbles = try Self.marks(chart, width: width)
    for name in names {
      let ink = name.frame.inset(by: Insets(top: 3, left: 0, bottom: 3, right: 0))
      let touched = bubbles.filter { bubble in
        let (center, radius) = (Point(x: bubble.frame.midX, y: bubble.frame.midY), bubble.frame.width / 2.8)
        let x = max(ink.minX, min(ink.maxX, center.x)) - center.x
        let y = max(ink.minY, min(ink.maxY, center.y)) - center.y
        return x * x + y * y < radius * radius
      }
      #expect(touched.count <= 1, "\(name.text)")
    }
  }
}
