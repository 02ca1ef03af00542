import CardRaster
import TestSupport
import Testing

@testable import CardCharts
@testable import CardModel
@testable import CardParts

/// Ticks as d3 chooses them; the numbers are those of its own tests and pages.
@Suite struct ChartTickTests {
  private func ticks(_ low: Double, _ high: Double, _ count: Double) -> [Double] {
    TickStep(from: low, to: high, count: count)?.values(from: low, to: high) ?? []
  }

  @Test func stepsAreOneTwoAndFive() {
    #expect(ticks(0, 1, 10) == [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1])
    #expect(ticks(0, 1, 4) == [0, 0.2, 0.4, 0.6, 0.8, 1])
    #expect(ticks(-10, 10, 10) == [-10, -8, -6, -4, -2, 0, 2, 4, 6, 8, 10])
    #expect(ticks(0, 31, 3) == [0, 10, 20, 30])
    #expect(ticks(0, 1_500, 4) == [0, 500, 1_000, 1_500])
  }

  @Test func multiplesOfFractionsAreExact() {
    #expect(ticks(0, 2, 10).contains(1.2))
    #expect(ticks(0, 0.07, 7) == [0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07])
  }

  @Test func domainEndsAreRounded() throws {
    let nice = try #require(TickStep.nice(0.131_4, 13.37, count: 10))
    #expect((nice.low, nice.high) == (0, 14))
    let whole = try #require(TickStep.nice(0, 3, count: 10, isWhole: true))
    #expect(whole.step.length == 1)
  }

  @Test func decadesAreLabelledWhereTheyFit() {
    let ticks = LogTicks.values(from: 1, to: 1_000, count: 10)
    #expect(ticks.map(\.value).contains(20))
    let sparse = LogTicks.values(from: 1, to: 1_000_000, count: 3)
    #expect(sparse.map(\.value) == [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000])
  }

  @Test func logarithmicAxesNamePowersUnlessAllRoundNumbersFit() {
    func labels(_ low: Double, _ high: Double, count: Double) -> [Double] {
      LogTicks.values(from: low, to: high, count: count).filter(\.isLabelled).map(\.value)
    }
    #expect(labels(1, 1_000, count: 10) == [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000])
    #expect(labels(1, 1_000, count: 9) == [1, 10, 100, 1_000])
    #expect(labels(1, 100, count: 5) == [1, 10, 100])
    #expect(labels(2, 9, count: 8) == [2, 3, 4, 5, 6, 7, 8, 9])
    // Without two powers, the first multiples are labelled.
    #expect(labels(30, 90, count: 3) == [30, 40])
  }

  @Test func logarithmsAndPowersAgree() {
    for value in [1e-9, 0.3, 1, 2, 7.5, 1e6, 1e12] {
      #expect(abs(RealMath.exp(RealMath.ln(value)) / value - 1) < 1e-12)
    }
    #expect(RealMath.exponent10(1_000) == 3)
    #expect(RealMath.exponent10(999.999) == 2)
    #expect(RealMath.exponent10(0.001) == -3)
    #expect(abs(RealMath.power(2, 0.5) - 2.0.squareRoot()) < 1e-14)
  }

  private func seconds(_ text: String) -> Double { Double(CalendarMoment(data: text)?.seconds ?? 0) }

  @Test func calendarStepsFollowTheCalendar() {
    let (low, high) = (seconds("2026-01-15"), seconds("2026-06-20"))
    let months = TimeStep.fitting(span: high - low, count: 5)
    #expect(months == TimeStep(unit: .month, count: 1))
    #expect(
      months.values(from: low, to: high)
        == ["2026-02", "2026-03", "2026-04", "2026-05", "2026-06"].map(seconds))
    let weeks = TimeStep(unit: .week, count: 1).values(
      from: seconds("2026-11-01"), to: seconds("2026-11-30"), firstWeekday: 1)
    #expect(weeks == ["2026-11-02", "2026-11-09", "2026-11-16", "2026-11-23", "2026-11-30"].map(seconds))
    // A step of two days starts again with each month.
    let days = TimeStep(unit: .day, count: 2).values(from: seconds("2026-01-29"), to: seconds("2026-02-04"))
    #expect(days == ["2026-01-29", "2026-02-01", "2026-02-03"].map(seconds) || days.count == 4)
  }

  @Test func timesAreRoundedDownToUnits() throws {
    let moment = try #require(CalendarMoment("2026-08-20T14:30:00Z"))
    #expect(TimeUnit.yearmonth.value(of: moment) == seconds("2026-08"))
    #expect(TimeUnit.yearquarter.value(of: moment) == seconds("2026-07"))
    #expect(TimeUnit.month.value(of: moment) == 8)
    #expect(TimeUnit.quarter.value(of: moment) == 3)
    #expect(TimeUnit.day.value(of: moment) == 4)
    #expect(TimeUnit.hours.value(of: moment) == 14)
  }

  // MARK: Labels

  private func labels(
    _ low: Double, _ high: Double, _ format: String?, _ scale: ChartScaleSpec.Kind? = nil,
    values: [Double] = []
  ) -> ChartTicks {
    var dimension = ChartDimension()
    dimension.isWhole = false
    dimension.include(low)
    dimension.include(high)
    dimension.format = format
    dimension.scale.type = scale
    dimension.axis.values = values.map { .of($0) }
    return ChartTicks.numbers(dimension, count: 5, zero: false, .standard)
  }

  private static let formats: [String?] = [
    nil, "compact", "compact(0)", "currency", "currency(0)", "currency('JPY')", "percent", "percent(1)",
    "number",
    "number(0)", "d", ",d", ".0f", ".1f", ".0%", "s", ".2s", "$,.0f", ".1e", "~g", ".3r", "abs",
    "abs | percent",
    "locale('de_DE') | number(0)",
  ]
  private static let ranges: [(Double, Double)] = [
    (0, 1), (4_001, 4_004), (0.991, 0.996), (1_200_000, 1_200_900), (-0.4, 0.3), (0.000_12, 0.000_19),
    (123_456_000, 123_457_000), (17, 17.002), (-5_000, 9_000), (0, 3), (2, 900_000),
  ]

  @Test("Different ticks never have the same label", arguments: formats)
  func distinctLabels(format: String?) {
    for (low, high) in Self.ranges {
      for scale in [nil, ChartScaleSpec.Kind.linear, .sqrt, .symlog] + (low > 0 ? [.log] : []) {
        let ticks = labels(low, high, format, scale)
        var known: [String: Double] = [:]
        for tick in ticks.ticks where !tick.text.isEmpty {
          let value = format?.hasPrefix("abs") == true ? tick.value.magnitude : tick.value
          let old = known.updateValue(value, forKey: tick.text) ?? value
          #expect(old == value, "\(low)...\(high) \(String(describing: scale)): \(tick.text)")
        }
        #expect(ticks.repeated == nil, "\(low)...\(high) \(String(describing: scale))")
        #expect(ticks.ticks.filter { !$0.text.isEmpty }.count > 1 || scale == .log || scale == .symlog)
      }
    }
  }

  @Test func finerLabelsKeepTheFormat() {
    func texts(_ ticks: ChartTicks) -> [String] { ticks.ticks.map(\.text) }
    #expect(texts(labels(4_001, 4_005, "compact")) == ["4.001K", "4.002K", "4.003K", "4.004K", "4.005K"])
    #expect(texts(labels(0, 1, "currency(0)")).contains("$0.20"))
    #expect(texts(labels(0, 3, "currency(0)")) == ["$0", "$1", "$2", "$3"])
    #expect(texts(labels(0.991, 0.996, "percent")).allSatisfy { $0.contains(".") })
    #expect(texts(labels(0, 1, nil, values: [0.123, 0.124])) == ["0.123", "0.124"])
  }

  /// A step that fits a span of zero would be a second, and the half days around the date have many of them.
  @Test func theStepOfASingleDateFitsTheDaysAroundIt() {
    var dimension = ChartDimension()
    dimension.type = .temporal
    dimension.include(seconds("2026-01-02"))
    let step = TimeStep.fitting(span: dimension.dates.high - dimension.dates.low, count: 5)
    let ticks = ChartTicks.times(dimension, step: step, .standard)
    #expect(step.unit == .hour && (3...6).contains(ticks.ticks.count))
  }

  @Test func datesOfAFormatAreShownWhereTheyChange() {
    var dimension = ChartDimension()
    dimension.type = .temporal
    dimension.format = "%b %Y"
    dimension.include(seconds("2026-11-01"))
    dimension.include(seconds("2027-02-01"))
    let ticks = ChartTicks.times(dimension, step: TimeStep(unit: .week, count: 1), .standard)
    #expect(ticks.ticks.map(\.text) == ["Nov 2026", "Dec 2026", "Jan 2027", "Feb 2027"])
    dimension.format = "%b"
    dimension.include(seconds("2028-01-01"))
    let years = ChartTicks.times(dimension, step: TimeStep(unit: .month, count: 1), .standard)
    #expect(years.ticks.count { $0.text == "Nov" } == 2)
    #expect(years.ticks.first?.second == "2026")
    #expect(years.ticks.last?.second == "2028")
    dimension.format = "%Y"
    let alone = ChartTicks.times(dimension, step: TimeStep(unit: .month, count: 1), .standard)
    #expect(alone.ticks.map(\.text) == ["2027", "2028"])
  }

  @Test func placesWithEqualLabelsCauseAWarning() throws {
    let chart = #""mark":"column","data":{"d":["2026-11-01","2026-11-02","2026-11-03"],"v":[1,2,3]},"y":"v""#
    func warnings(_ format: String) throws -> [String] {
      try LaidOut(
        deck:
          #"{"cards":[{"parts":[{"type":"chart",\#(chart),"x":{"field":"d","type":"ordinal","format":"\#(format)"}}]}]}"#
      ).warnings
    }
    #expect(
      try warnings("%b %Y").contains { $0.contains("several ticks of the x axis have the label 'Nov 2026'") })
    #expect(try warnings("%d").isEmpty)
  }

  // MARK: The number of labels

  private static func part(_ chart: String, width: Int = 400) throws -> JSONNode {
    let deck =
      #"{"theme":"mint","canvas":{"width":\#(width)},"cards":[{"parts":[{"type":"chart","height":240,\#(chart)}]}]}"#
    return try #require(LaidOut(deck: deck).card()["parts"]?.element(0))
  }

  private static func words(_ part: JSONNode) -> [String] {
    guard case .array(let lines)? = part["lines"]?.value else { return [] }
    return lines.compactMap { $0["text"]?.plain }
  }

  @Test(arguments: [9.0, 12, 17, 24, 31, 38, 45, 60, 75, 88, 93, 99, 124, 270, 0.7, 0.031])
  func valueAxesHaveAFewLabels(_ most: Double) throws {
    for mark in ["column", "line", "scatter", "area"] {
      let part = try Self.part(
        #""mark":"\#(mark)","data":{"m":["a","b","c"],"n":[0,\#(most / 2),\#(most)]},"x":"m","y":"n","valueLabels":false"#
      )
      let numbers = Self.words(part).filter { !["a", "b", "c"].contains($0) }
      #expect((3...7).contains(numbers.count), "\(mark) \(most): \(numbers)")
    }
    let flat = try Self.part(
      #""mark":"horizontalBar","data":{"m":["a","b","c"],"n":[0,\#(most / 2),\#(most)]},"x":"m","y":"n""#)
    let numbers = Self.words(flat).filter { !["a", "b", "c"].contains($0) }
    #expect((3...8).contains(numbers.count), "\(most): \(numbers)")
  }

  @Test func yearsInPanelsAreBelowTheirTicks() throws {
    let years = #"["2010","2015","2020","2010","2015","2020"]"#
    let part = try Self.part(
      #""mark":"line","data":{"t":\#(years),"v":[1,3,2,2,1,3],"k":["a","a","a","b","b","b"]},"x":"t","y":"v","column":"k""#
    )
    guard case .array(let panels)? = part["panels"]?.value, case .array(let lines)? = part["lines"]?.value
    else {
      Issue.record("no panels")
      return
    }
    let left = try LaidOut.frame(of: part).minX
    for panel in panels.compactMap(\.plain) {
      let plot = panel.split(separator: ":")[1].split(separator: " ").compactMap { Double($0) }
      for (year, place) in [("2010", plot[0]), ("2020", plot[0] + plot[2])] {
        let middles = try lines.filter { $0["text"]?.plain == year }.map {
          try LaidOut.frame(of: $0).midX - left
        }
        #expect(middles.contains { isNear($0, place, within: 0.6) }, "\(year) \(place): \(middles)")
      }
    }
  }

  @Test func theTotalOfSharesIsNotWritten() throws {
    func words(_ unit: String, _ n: String = "[40,60]") throws -> [String] {
      try Self.words(
        Self.part(
          #""mark":"donut","data":{"k":["a","b"],"n":\#(n)},"x":"k","y":{"field":"n"\#(unit)},"centerText":["total","votes"]"#
        ))
    }
    #expect(try words("").contains("100") && words("").contains("votes"))
    #expect(
      try !words(#","unit":"%""#).contains { $0.hasPrefix("100") } && words(#","unit":"%""#).contains("votes")
    )
    #expect(try words(#","unit":"%""#, "[40,30]").contains("70%"))
  }

  @Test func smallBubblesAreVisible() throws {
    let chart =
      #"{"theme":"mint","canvas":{"width":400},"cards":[{"parts":[{"type":"chart","mark":"bubble","data":{"a":[1,2],"b":[3,4],"s":[1,100000]},"x":"a","y":"b","size":"s"}]}]}"#
    guard case .array(let regions) = try LaidOut(deck: chart).inspected()["regions"]?.value else { return }
    let widths = try regions.filter { $0["kind"]?.plain == "mark" }.map { try LaidOut.frame(of: $0).width }
    #expect(isNear(widths.min() ?? 0, 5, within: 0.02), "\(widths)")
  }
}
