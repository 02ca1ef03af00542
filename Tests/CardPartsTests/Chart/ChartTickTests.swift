import CardRaster
import Testing

@testable import CardParts

/// Ticks as d3 gives them, whose figures stand in its own tests and pages.
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

  @Test func endsBecomeRound() throws {
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
    // Every second day begins anew with each month.
    let days = TimeStep(unit: .day, count: 2).values(from: seconds("2026-01-29"), to: seconds("2026-02-04"))
    #expect(days == ["2026-01-29", "2026-02-01", "2026-02-03"].map(seconds) || days.count == 4)
  }

  @Test func unitsOfTimeBegin() throws {
    let moment = try #require(CalendarMoment("2026-08-20T14:30:00Z"))
    #expect(TimeUnit.yearmonth.value(of: moment) == seconds("2026-08"))
    #expect(TimeUnit.yearquarter.value(of: moment) == seconds("2026-07"))
    #expect(TimeUnit.month.value(of: moment) == 8)
    #expect(TimeUnit.quarter.value(of: moment) == 3)
    #expect(TimeUnit.day.value(of: moment) == 4)
    #expect(TimeUnit.hours.value(of: moment) == 14)
  }
}
