import CardRaster
import TestSupport
import Testing

@testable import CardCharts
@testable import CardParts

/// How charts format dates and number weeks, checked against the published values of CLDR 48.
@Suite struct ChartDateTests {
  private static func seconds(_ text: String) throws -> Double {
    Double(try #require(CalendarMoment(data: text)).seconds)
  }

  private static func lines(_ chart: String, locale: String, width: Int = 420) throws -> [String] {
    try LaidOut(
      deck:
        #"{"locale":"\#(locale)","canvas":{"width":\#(width)},"cards":[{"parts":[{"type":"chart",\#(chart)}]}]}"#
    ).lines()
  }

  // MARK: Patterns

  /// 16 November 2026, 15:04 by the skeletons MMMd, yMMM, yMMMM, y and jm; then firstDay and minDays.
  private static let customs = """
    en_US · Nov 16 · Nov 2026 · November 2026 · 2026 · 3:04 PM · 0+1
    en_GB · 16 Nov · Nov 2026 · November 2026 · 2026 · 15:04 · 1+4
    en_IE · 16 Nov · Nov 2026 · November 2026 · 2026 · 15:04 · 1+4
    en_CA · Nov 16 · Nov 2026 · November 2026 · 2026 · 3:04 p.m. · 0+1
    en_AU · 16 Nov · Nov 2026 · November 2026 · 2026 · 3:04 pm · 1+1
    en_NZ · 16 Nov · Nov 2026 · November 2026 · 2026 · 3:04 pm · 1+1
    en_IN · 16 Nov · Nov 2026 · November 2026 · 2026 · 3:04 pm · 0+1
    de_DE · 16. Nov. · Nov. 2026 · November 2026 · 2026 · 15:04 · 1+4
    de_AT · 16. Nov. · Nov. 2026 · November 2026 · 2026 · 15:04 · 1+4
    de_CH · 16. Nov. · Nov. 2026 · November 2026 · 2026 · 15:04 · 1+4
    nl_NL · 16 nov · nov 2026 · november 2026 · 2026 · 15:04 · 1+4
    fr_FR · 16 nov. · nov. 2026 · novembre 2026 · 2026 · 15:04 · 1+4
    fr_CA · 16 nov. · nov. 2026 · novembre 2026 · 2026 · 15 h 04 · 0+1
    fr_CH · 16 nov. · nov. 2026 · novembre 2026 · 2026 · 15:04 · 1+4
    es_ES · 16 nov · nov 2026 · noviembre de 2026 · 2026 · 15:04 · 1+4
    es_MX · 16 nov · nov 2026 · noviembre de 2026 · 2026 · 3:04 p.m. · 0+1
    it_IT · 16 nov · nov 2026 · novembre 2026 · 2026 · 15:04 · 1+4
    pt_BR · 16 de nov. · nov. de 2026 · novembro de 2026 · 2026 · 15:04 · 0+1
    pt_PT · 16/11 · 11/2026 · novembro de 2026 · 2026 · 15:04 · 0+4
    sv_SE · 16 nov. · nov. 2026 · november 2026 · 2026 · 15:04 · 1+4
    da_DK · 16. nov. · nov. 2026 · november 2026 · 2026 · 15.04 · 1+4
    nb_NO · 16. nov. · nov. 2026 · november 2026 · 2026 · 15:04 · 1+4
    fi_FI · 16.11. · marras 2026 · marraskuu 2026 · 2026 · 15.04 · 1+4
    pl_PL · 16 lis · lis 2026 · listopad 2026 · 2026 · 15:04 · 1+4
    cs_CZ · 16. 11. · listopad 2026 · listopad 2026 · 2026 · 15:04 · 1+4
    ru_RU · 16 нояб. · нояб. 2026 г. · ноябрь 2026 г. · 2026 · 15:04 · 1+4
    uk_UA · 16 лист. · лист. 2026 р. · листопад 2026 р. · 2026 · 15:04 · 1+1
    tr_TR · 16 Kas · Kas 2026 · Kasım 2026 · 2026 · 15:04 · 1+1
    ja_JP · 11月16日 · 2026年11月 · 2026年11月 · 2026年 · 15:04 · 0+1
    zh_CN · 11月16日 · 2026年11月 · 2026年11月 · 2026年 · 15:04 · 1+1
    ko_KR · 11월 16일 · 2026년 11월 · 2026년 11월 · 2026년 · 오후 3:04 · 0+1
    hi_IN · 16 नव॰ · नव॰ 2026 · नवंबर 2026 · 2026 · 3:04 pm · 0+1
    hu_HU · nov. 16. · 2026. nov. · 2026. november · 2026. · 15:04 · 1+4
    ro_RO · 16 nov. · nov. 2026 · noiembrie 2026 · 2026 · 15:04 · 1+1
    el_GR · 16 Νοε · Νοε 2026 · Νοέμβριος 2026 · 2026 · 3:04 μ.μ. · 1+4
    bg_BG · 16.11 · 11.2026 г. · ноември 2026 г. · 2026 г. · 15:04 · 1+4
    sk_SK · 16. 11. · 11/2026 · november 2026 · 2026 · 15:04 · 1+4
    hr_HR · 16. stu · stu 2026. · studeni 2026. · 2026. · 15:04 · 1+1
    th_TH · 16 พ.ย. · พ.ย. 2026 · พฤศจิกายน 2026 · 2026 · 15:04 · 0+1
    vi_VN · 16 thg 11 · thg 11 2026 · tháng 11 năm 2026 · 2026 · 15:04 · 1+1
    ar_EG · ١٦ نوفمبر · نوفمبر ٢٠٢٦ · نوفمبر ٢٠٢٦ · ٢٠٢٦ · ٣:٠٤ م · 6+1
    ar_AE · 16 نوفمبر · نوفمبر 2026 · نوفمبر 2026 · 2026 · 3:04 م · 1+1
    ar_SA · ١٦ نوفمبر · نوفمبر ٢٠٢٦ · نوفمبر ٢٠٢٦ · ٢٠٢٦ · ٣:٠٤ م · 0+1
    he_IL · 16 בנוב׳ · נוב׳ 2026 · נובמבר 2026 · 2026 · 15:04 · 0+1
    """.split(separator: "\n").map(String.init)

  @Test("Parts of dates, times and weeks are those of CLDR", arguments: customs)
  func parts(row: String) throws {
    let cells = row.split(separator: " · ").map(String.init)
    let locale = try #require(DeckLocale(cells[0]))
    let format = ChartTimeFormat(nil, locale)
    let moment = try Self.seconds("2026-11-16T15:04:00")
    let parts = locale.parts
    let patterns = [parts.monthDay, parts.yearMonth, parts.yearLongMonth, parts.year, parts.clock.minutes]
    let texts = patterns.map {
      format.format(moment, $0).replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
    }
    #expect(texts == Array(cells[1...5]))
    #expect("\(locale.weeks.firstWeekday)+\(locale.weeks.minimumDays)" == cells[6])
  }

  @Test func everyLocaleIsCompared() {
    #expect(Self.customs.map { String($0.prefix { $0 != " " }) }.sorted() == DeckLocale.identifiers.sorted())
  }

  @Test(
    "A month alone uses the stand-alone form",
    arguments: [
      ("de_DE", "Jan Feb Mär Apr Mai Jun", "Q1"), ("nb_NO", "jan feb mar apr mai jun", "K1"),
      ("ru_RU", "янв. февр. март апр. май июнь", "1-й кв."),
      ("fi_FI", "tammi helmi maalis huhti touko kesä", "1. nelj."),
      ("en_GB", "Jan Feb Mar Apr May Jun", "Q1"),
      ("vi_VN", "Tháng 1 Tháng 2 Tháng 3", "Q1"),
    ])
  func monthsAlone(locale: String, months: String, quarter: String) throws {
    let data =
      #""data":{"d":["2026-01","2026-02","2026-03","2026-04","2026-05","2026-06"],"v":[1,2,3,4,5,6]}"#
    let lines = try Self.lines(#""mark":"column",\#(data),"x":"yearmonth(d)","y":"v""#, locale: locale)
    #expect(lines.filter { $0 != "2026" }.joined(separator: " ").contains(months))
    let quarters = try Self.lines(#""mark":"column",\#(data),"x":"quarter(d)","y":"sum(v)""#, locale: locale)
    #expect(quarters.contains(quarter))
  }

  // MARK: Axes

  @Test(
    "Days, months and hours of an axis follow the locale, with the larger unit below",
    arguments: [
      ("ja_JP", ["11月17日", "2026年"], ["1月", "2026年"], ["12:00", "11月16日"]),
      ("zh_CN", ["11月17日", "2026年"], ["1月", "2026年"], ["12:00", "11月16日"]),
      ("ko_KR", ["11월 17일", "2026년"], ["1월", "2026년"], ["오후 12시", "11월 16일"]),
      ("hu_HU", ["nov. 17.", "2026."], ["jan.", "2026."], ["12:00", "nov. 16."]),
      ("de_DE", ["17. Nov.", "2026"], ["Jan", "2026"], ["12:00", "16. Nov."]),
      ("cs_CZ", ["17. 11.", "2026"], ["led", "2026"], ["12:00", "16. 11."]),
      ("pt_BR", ["17 de nov.", "2026"], ["jan.", "2026"], ["12:00", "16 de nov."]),
      ("da_DK", ["17. nov.", "2026"], ["jan.", "2026"], ["12.00", "16. nov."]),
      ("he_IL", ["17 בנוב׳", "2026"], ["ינו׳", "2026"], ["12:00", "16 בנוב׳"]),
      ("en_US", ["Nov 17", "2026"], ["Jan", "2026"], ["12 PM", "Nov 16"]),
    ])
  func axes(locale: String, days: [String], months: [String], hours: [String]) throws {
    func lines(_ first: String, _ last: String) throws -> [String] {
      try Self.lines(
        #""mark":"line","data":{"d":["\#(first)","\#(last)"],"v":[1,4]},"x":"d","y":"v""#, locale: locale)
    }
    let (a, b) = (try lines("2026-11-16", "2026-11-20"), try lines("2025-11-16", "2026-08-20"))
    let c = try lines("2026-11-16T03:00:00", "2026-11-17T23:00:00")
    #expect(days.allSatisfy { a.contains($0) }, "\(a)")
    #expect(months.allSatisfy { b.contains($0) }, "\(b)")
    #expect(hours.allSatisfy { c.contains($0) }, "\(c)")
  }

  @Test func theYearIsBelowJanuary() throws {
    let laidOut = try LaidOut(
      deck:
        #"{"locale":"ja_JP","canvas":{"width":500},"cards":[{"parts":[{"type":"chart","mark":"line","data":{"d":["2025-12-01","2026-06-01"],"v":[1,4]},"x":"d","y":"v"}]}]}"#
    )
    let lines = try laidOut.lines()
    func middle(_ text: String) throws -> Double {
      try laidOut.line(try #require(lines.firstIndex(of: text), "\(lines)")).midX
    }
    #expect(abs(try middle("2026年") - middle("1月")) < 1)
  }

  @Test func datesUsedAsNamesStayDistinct() throws {
    let locale = try #require(DeckLocale("de_DE"))
    let format = ChartTimeFormat(nil, locale)
    func forms(_ moments: [String]) throws -> [[String]] {
      let seconds = try moments.map { try Self.seconds($0) }
      return format.forms(of: seconds, nil).map { form in
        seconds.map { [form($0).text, form($0).second ?? ""].filter { !$0.isEmpty }.joined(separator: "/") }
      }
    }
    #expect(try forms(["2026-11-16", "2026-11-17"]).last == ["16. Nov.", "17. Nov."])
    #expect(
      try forms(["2025-11-16", "2026-11-16"]) == [
        ["16.11.2025", "16.11.2026"], ["16. Nov./2025", "16. Nov./2026"],
      ])
    // Labels of days in different years include the year, even if they would differ without it.
    #expect(try forms(["2020-12-28", "2024-12-30"]).last == ["28. Dez./2020", "30. Dez./2024"])
    #expect(
      try forms(["2026-11-16T08:00:00Z", "2026-11-17T09:00:00Z"]).last == [
        "16. Nov. 08:00", "17. Nov. 09:00",
      ])
    #expect(try forms(["2026-11-16T08:00:00Z", "2026-11-16T09:30:00Z"]).last == ["08:00", "09:30"])
    #expect(
      try forms(["2026-11-16T08:00:00Z", "2026-11-17T08:00:00Z"]).last == [
        "16. Nov. 08:00", "17. Nov. 08:00",
      ])
  }

  // MARK: Weeks

  @Test(
    "Weeks are numbered by the rules of the locale's territory",
    arguments: [
      (
        "de_DE",
        [("2020-12-28", 53), ("2021-01-03", 53), ("2021-01-04", 1), ("2024-12-30", 1), ("2027-01-04", 1)]
      ),
      ("en_GB", [("2022-01-02", 52), ("2022-01-03", 1), ("2026-12-31", 53), ("2028-01-03", 1)]),
      (
        "en_US",
        [("2020-12-27", 1), ("2021-01-02", 1), ("2021-01-03", 2), ("2024-12-28", 52), ("2024-12-29", 1)]
      ),
      ("pt_PT", [("2021-01-02", 53), ("2021-01-03", 1), ("2025-01-04", 1), ("2025-01-05", 2)]),
      ("ar_EG", [("2021-01-01", 1), ("2021-01-02", 2), ("2022-01-01", 1)]),
      ("tr_TR", [("2021-01-03", 1), ("2021-01-04", 2), ("2023-01-01", 1), ("2023-01-02", 2)]),
    ] as [(String, [(String, Int)])])
  func weeks(locale: String, days: [(String, Int)]) throws {
    let weeks = try #require(DeckLocale(locale)).weeks
    for (day, number) in days {
      let moment = try #require(CalendarMoment(day))
      #expect(Int(TimeUnit.week.value(of: moment, weeks)) == number, "\(day)")
    }
  }

  @Test("The first week of a year has the locale's minimum of days, and weeks are consecutive")
  func weeksOfManyYears() throws {
    for locale in DeckLocale.all {
      let weeks = locale.weeks
      var day = try #require(CalendarMoment("2014-12-20"))
      var last = weeks.week(of: day)
      while day.year < 2041 {
        day = try #require(day.adding(seconds: 86_400))
        let number = weeks.week(of: day)
        let isStart = day.weekday == weeks.firstWeekday
        guard isStart || number == last else {
          Issue.record("\(locale.identifier) \(day): week \(number) begins within week \(last)")
          return
        }
        if isStart, number != last + 1 {
          // At the end of a year the last week was at least the 52nd, and the new week has enough days of the
          // new year.
          let end = try #require(day.adding(seconds: 6 * 86_400))
          let days = end.year > day.year ? end.dayOfYear : 7
          let skipped = end.year > day.year ? 0 : day.dayOfYear - 1
          #expect(number == 1 && last >= 52, "\(locale.identifier) \(day)")
          #expect(days >= weeks.minimumDays && skipped < weeks.minimumDays, "\(locale.identifier) \(day)")
        }
        last = number
      }
    }
  }

  @Test(
    "A format writes the same week number as the axis",
    arguments: [("de_DE", "%V"), ("en_US", "%U"), ("en_GB", "%V")])
  func formatsOfWeeks(locale: String, format: String) throws {
    let weeks = try #require(DeckLocale(locale)).weeks
    let letters = try D3TimeFormat(format)
    for number in 1...52 {
      let moment = try #require(TimeUnit.week.moment(of: number, weeks))
      let text = letters.format(Double(moment.seconds), .standard)
      #expect(Int(text) == number)
    }
    if format == "%V" {
      let last = try #require(TimeUnit.week.moment(of: 53, weeks))
      #expect(letters.format(Double(last.seconds), .standard) == "53")
    }
  }

  @Test("Days without times have no hours on their axis", arguments: ["x", "y"])
  func daysHaveNoHours(axis: String) throws {
    func lines(_ times: [String]) throws -> [String] {
      let list = times.map { "\"\($0)\"" }.joined(separator: ",")
      let places = axis == "x" ? #""x":"d","y":"v""# : #""x":"v","y":"d","order":"d""#
      return try LaidOut(
        deck:
          #"{"canvas":{"width":600},"cards":[{"parts":[{"type":"chart","mark":"point","height":400,\#(places),"data":{"d":[\#(list)],"v":[2,4,3]}}]}]}"#
      ).lines()
    }
    let days = try lines(["2026-11-23", "2026-11-24", "2026-11-25"])
    #expect(!days.contains { $0.contains("AM") || $0.contains("PM") }, "\(days)")
    #expect(days.contains { $0.hasPrefix("Nov 24") })
    let hours = try lines(["2026-11-23T06:00", "2026-11-24T00:00", "2026-11-25T00:00"])
    #expect(hours.contains { $0.contains("AM") || $0.contains("PM") }, "\(hours)")
  }
}
