/// The table of locales; the first of a language is the one that is meant when no country is given.
///
/// Source of the customs: the Unicode Common Locale Data Repository, with Latin digits and plain signs everywhere.
extension DeckLocale {
  static let all: [DeckLocale] =
    english + german + romance + nordic + slavic + asian + semitic + others

  static let english: [DeckLocale] = [
    DeckLocale(
      identifier: "en_US", .english, money: ("USD", "$", "¤#"),
      dates: ["M/d/yy", "MMM d, y", "MMMM d, y", "EEEE, MMMM d, y"],
      parts: DeckLocale.DateParts(monthDay: "MMM d", clock: .half),
      weeks: .sunday),
    DeckLocale(
      identifier: "en_GB", .british, money: ("GBP", "£", "¤#"), halves: ("am", "pm"),
      dates: ["dd/MM/y", "d MMM y", "d MMMM y", "EEEE, d MMMM y"]),
    DeckLocale(
      identifier: "en_IE", .british, money: ("EUR", "€", "¤#"), halves: ("am", "pm"),
      dates: ["dd/MM/y", "d MMM y", "d MMMM y", "EEEE d MMMM y"]),
    DeckLocale(
      identifier: "en_CA", .english, money: ("CAD", "$", "¤#"), halves: ("a.m.", "p.m."),
      dates: ["y-MM-dd", "MMM d, y", "MMMM d, y", "EEEE, MMMM d, y"],
      parts: DeckLocale.DateParts(monthDay: "MMM d", clock: .half),
      weeks: .sunday),
    DeckLocale(
      identifier: "en_AU", .australian, money: ("AUD", "$", "¤#"), halves: ("am", "pm"),
      dates: ["d/M/yy", "d MMM y", "d MMMM y", "EEEE, d MMMM y"],
      parts: DeckLocale.DateParts(clock: .half),
      weeks: .monday),
    DeckLocale(
      identifier: "en_NZ", .british, money: ("NZD", "$", "¤#"), halves: ("am", "pm"),
      dates: ["dd/MM/y", "d MMM y", "d MMMM y", "EEEE, d MMMM y"],
      parts: DeckLocale.DateParts(clock: .half),
      weeks: .monday),
    DeckLocale(
      identifier: "en_IN", .british, isLakh: true, money: ("INR", "₹", "¤#"), halves: ("am", "pm"),
      dates: ["dd/MM/yy", "d MMM y", "d MMMM y", "EEEE, d MMMM y"],
      parts: DeckLocale.DateParts(clock: .half),
      weeks: .sunday),
  ]

  private static let german: [DeckLocale] = [
    DeckLocale(
      identifier: "de_DE", .german, decimal: ",", group: ".", percent: "#\u{A0}%",
      money: ("EUR", "€", "#\u{A0}¤"), dates: ["dd.MM.yy", "dd.MM.y", "d. MMMM y", "EEEE, d. MMMM y"],
      parts: DeckLocale.DateParts(monthDay: "d. MMM")),
    DeckLocale(
      identifier: "de_AT", .austrian, decimal: ",", group: ".", percent: "#\u{A0}%",
      money: ("EUR", "€", "¤\u{A0}#"), dates: ["dd.MM.yy", "dd.MM.y", "d. MMMM y", "EEEE, d. MMMM y"],
      parts: DeckLocale.DateParts(monthDay: "d. MMM")),
    DeckLocale(
      identifier: "de_CH", .german, group: "’", money: ("CHF", "CHF", "¤\u{A0}#"), negativeCurrency: "¤-#",
      dates: ["dd.MM.yy", "dd.MM.y", "d. MMMM y", "EEEE, d. MMMM y"],
      parts: DeckLocale.DateParts(monthDay: "d. MMM")),
    DeckLocale(
      identifier: "nl_NL", .dutch, decimal: ",", group: ".", money: ("EUR", "€", "¤\u{A0}#"),
      negativeCurrency: "¤\u{A0}-#", halves: ("a.m.", "p.m."),
      dates: ["dd-MM-y", "d MMM y", "d MMMM y", "EEEE d MMMM y"]),
  ]

  private static let romance: [DeckLocale] = [
    DeckLocale(
      identifier: "fr_FR", .french, decimal: ",", group: "\u{202F}", percent: "#\u{A0}%",
      money: ("EUR", "€", "#\u{A0}¤"), dates: ["dd/MM/y", "d MMM y", "d MMMM y", "EEEE d MMMM y"]),
    DeckLocale(
      identifier: "fr_CA", .canadianFrench, decimal: ",", group: "\u{A0}", percent: "#\u{A0}%",
      money: ("CAD", "$", "#\u{A0}¤"), halves: ("a.m.", "p.m."),
      dates: ["y-MM-dd", "d MMM y", "d MMMM y", "EEEE d MMMM y"],
      parts: DeckLocale.DateParts(clock: DeckLocale.Clock("HH 'h' mm", seconds: "HH 'h' mm 'min' ss 's'")),
      weeks: .sunday),
    DeckLocale(
      identifier: "fr_CH", .french, decimal: ",", group: "\u{202F}",
      money: ("CHF", "CHF", "#\u{A0}¤"), dates: ["dd.MM.yy", "d MMM y", "d MMMM y", "EEEE, d MMMM y"]),
    DeckLocale(
      identifier: "es_ES", .spanish, decimal: ",", group: ".", minimumGroup: 2, percent: "#\u{A0}%",
      money: ("EUR", "€", "#\u{A0}¤"), halves: ("a.\u{202F}m.", "p.\u{202F}m."),
      dates: ["d/M/yy", "d MMM y", "d 'de' MMMM 'de' y", "EEEE, d 'de' MMMM 'de' y"],
      parts: DeckLocale.DateParts(yearLongMonth: "LLLL 'de' y", clock: .short)),
    DeckLocale(
      identifier: "es_MX", .mexican, money: ("MXN", "$", "¤#"), halves: ("a.m.", "p.m."),
      dates: ["dd/MM/yy", "d MMM y", "d 'de' MMMM 'de' y", "EEEE, d 'de' MMMM 'de' y"],
      parts: DeckLocale.DateParts(yearLongMonth: "LLLL 'de' y", clock: .half),
      weeks: .sunday),
    DeckLocale(
      identifier: "it_IT", .italian, decimal: ",", group: ".", minimumGroup: 2,
      money: ("EUR", "€", "#\u{A0}¤"),
      dates: ["dd/MM/yy", "d MMM y", "d MMMM y", "EEEE d MMMM y"]),
    DeckLocale(
      identifier: "pt_BR", .portuguese, decimal: ",", group: ".", money: ("BRL", "R$", "¤\u{A0}#"),
      dates: ["dd/MM/y", "d 'de' MMM 'de' y", "d 'de' MMMM 'de' y", "EEEE, d 'de' MMMM 'de' y"],
      parts: DeckLocale.DateParts(
        monthDay: "d 'de' MMM", yearMonth: "MMM 'de' y", yearLongMonth: "LLLL 'de' y",
        yearQuarter: "QQQ 'de' y"),
      weeks: .sunday),
    DeckLocale(
      identifier: "pt_PT", .portuguese, decimal: ",", group: "\u{A0}", minimumGroup: 2,
      money: ("EUR", "€", "#\u{A0}¤"), halves: ("da manhã", "da tarde"),
      dates: ["dd/MM/yy", "dd/MM/y", "d 'de' MMMM 'de' y", "EEEE, d 'de' MMMM 'de' y"],
      parts: DeckLocale.DateParts(
        monthDay: "d/MM", yearMonth: "MM/y", yearLongMonth: "LLLL 'de' y", yearQuarter: "QQQ 'de' y"),
      weeks: DeckLocale.WeekRules(firstWeekday: 0, minimumDays: 4)),
  ]

  private static let nordic: [DeckLocale] = [
    DeckLocale(
      identifier: "sv_SE", .swedish, decimal: ",", group: "\u{A0}", minus: "\u{2212}", percent: "#\u{A0}%",
      money: ("SEK", "kr", "#\u{A0}¤"), halves: ("fm", "em"),
      dates: ["y-MM-dd", "d MMM y", "d MMMM y", "EEEE d MMMM y"]),
    DeckLocale(
      identifier: "da_DK", .danish, decimal: ",", group: ".", percent: "#\u{A0}%",
      money: ("DKK", "kr.", "#\u{A0}¤"), dates: ["dd.MM.y", "d. MMM y", "d. MMMM y", "EEEE 'den' d. MMMM y"],
      parts: DeckLocale.DateParts(monthDay: "d. MMM", clock: DeckLocale.Clock("HH.mm", seconds: "HH.mm.ss"))),
    DeckLocale(
      identifier: "nb_NO", .norwegian, decimal: ",", group: "\u{A0}", minus: "\u{2212}", percent: "#\u{A0}%",
      money: ("NOK", "kr", "#\u{A0}¤"), halves: ("a.m.", "p.m."),
      dates: ["dd.MM.y", "d. MMM y", "d. MMMM y", "EEEE d. MMMM y"],
      parts: DeckLocale.DateParts(monthDay: "d. MMM")),
    DeckLocale(
      identifier: "fi_FI", .finnish, decimal: ",", group: "\u{A0}", minus: "\u{2212}", percent: "#\u{A0}%",
      money: ("EUR", "€", "#\u{A0}¤"), halves: ("ap.", "ip."),
      dates: ["d.M.y", "d.M.y", "d. MMMM y", "EEEE d. MMMM y"],
      parts: DeckLocale.DateParts(
        monthDay: "d.M.", yearMonth: "LLL y", clock: DeckLocale.Clock("H.mm", seconds: "H.mm.ss"))),
  ]

  private static let slavic: [DeckLocale] = [
    DeckLocale(
      identifier: "pl_PL", .polish, decimal: ",", group: "\u{A0}", minimumGroup: 2,
      money: ("PLN", "zł", "#\u{A0}¤"), dates: ["d.MM.y", "d MMM y", "d MMMM y", "EEEE, d MMMM y"],
      parts: DeckLocale.DateParts(yearMonth: "LLL y")),
    DeckLocale(
      identifier: "cs_CZ", .czech, decimal: ",", group: "\u{A0}", percent: "#\u{A0}%",
      money: ("CZK", "Kč", "#\u{A0}¤"), halves: ("dop.", "odp."),
      dates: ["dd.MM.yy", "d. M. y", "d. MMMM y", "EEEE d. MMMM y"],
      parts: DeckLocale.DateParts(monthDay: "d. M.", yearMonth: "LLLL y", clock: .short)),
    DeckLocale(
      identifier: "ru_RU", .russian, decimal: ",", group: "\u{A0}", percent: "#\u{A0}%",
      money: ("RUB", "₽", "#\u{A0}¤"),
      dates: ["dd.MM.y", "d MMM y\u{202F}'г.'", "d MMMM y\u{202F}'г.'", "EEEE, d MMMM y\u{202F}'г.'"],
      parts: DeckLocale.DateParts(
        yearMonth: "LLL y\u{202F}'г.'", yearLongMonth: "LLLL y\u{202F}'г.'", yearQuarter: "QQQ y\u{202F}'г.'")
    ),
    DeckLocale(
      identifier: "uk_UA", .ukrainian, decimal: ",", group: "\u{A0}", money: ("UAH", "₴", "#\u{A0}¤"),
      halves: ("дп", "пп"),
      dates: ["dd.MM.yy", "d MMM y\u{202F}'р.'", "d MMMM y\u{202F}'р.'", "EEEE, d MMMM y\u{202F}'р.'"],
      parts: DeckLocale.DateParts(yearMonth: "LLL y\u{202F}'р.'", yearLongMonth: "LLLL y\u{202F}'р.'"),
      weeks: .monday),
  ]

  private static let asian: [DeckLocale] = [
    DeckLocale(
      identifier: "tr_TR", .turkish, decimal: ",", group: ".", percent: "%#", money: ("TRY", "₺", "¤#"),
      halves: ("ÖÖ", "ÖS"), dates: ["d.MM.y", "d MMM y", "d MMMM y", "d MMMM y EEEE"],
      parts: DeckLocale.DateParts(yearQuarter: "y QQQ"),
      weeks: .monday),
    DeckLocale(
      identifier: "ja_JP", .japanese, money: ("JPY", "¥", "¤#"), halves: ("午前", "午後"),
      dates: ["y/MM/dd", "y/MM/dd", "y年M月d日", "y年M月d日EEEE"],
      parts: DeckLocale.DateParts(
        monthDay: "M月d日", yearMonth: "y年M月", yearLongMonth: "y年M月", yearQuarter: "y/QQQ", year: "y年",
        clock: .short),
      weeks: .sunday),
    DeckLocale(
      identifier: "zh_CN", .chinese, money: ("CNY", "¥", "¤#"), halves: ("上午", "下午"),
      dates: ["y/M/d", "y年M月d日", "y年M月d日", "y年M月d日EEEE"],
      parts: DeckLocale.DateParts(
        monthDay: "M月d日", yearMonth: "y年M月", yearLongMonth: "y年M月", yearQuarter: "y年第QQQ", year: "y年"),
      weeks: .monday),
    DeckLocale(
      identifier: "ko_KR", .korean, money: ("KRW", "₩", "¤#"), halves: ("오전", "오후"),
      dates: ["yy. M. d.", "y. M. d.", "y년 M월 d일", "y년 M월 d일 EEEE"],
      parts: DeckLocale.DateParts(
        monthDay: "MMM d일", yearMonth: "y년 MMM", yearLongMonth: "y년 LLLL", yearQuarter: "y년 QQQ", year: "y년",
        clock: DeckLocale.Clock("a h:mm", seconds: "a h:mm:ss", hour: "a h시")),
      weeks: .sunday),
    DeckLocale(
      identifier: "hi_IN", .hindi, isLakh: true, money: ("INR", "₹", "¤#"), halves: ("am", "pm"),
      dates: ["d/M/yy", "d MMM y", "d MMMM y", "EEEE, d MMMM y"],
      parts: DeckLocale.DateParts(clock: .half),
      weeks: .sunday),
  ]

  private static let others: [DeckLocale] = [
    DeckLocale(
      identifier: "hu_HU", .hungarian, decimal: ",", group: "\u{A0}", minimumGroup: 2,
      money: ("HUF", "Ft", "#\u{A0}¤"), halves: ("de.", "du."),
      dates: ["y. MM. dd.", "y. MMM d.", "y. MMMM d.", "y. MMMM d., EEEE"],
      parts: DeckLocale.DateParts(
        monthDay: "MMM d.", yearMonth: "y. MMM", yearLongMonth: "y. LLLL", yearQuarter: "y. QQQ", year: "y.",
        clock: .short)),
    DeckLocale(
      identifier: "ro_RO", .romanian, decimal: ",", group: ".", percent: "#\u{A0}%",
      money: ("RON", "RON", "#\u{A0}¤"), halves: ("a.m.", "p.m."),
      dates: ["dd.MM.y", "d MMM y", "d MMMM y", "EEEE, d MMMM y"],
      weeks: .monday),
    DeckLocale(
      identifier: "el_GR", .greek, decimal: ",", group: ".", money: ("EUR", "€", "#\u{A0}¤"),
      halves: ("π.μ.", "μ.μ."), dates: ["d/M/yy", "d MMM y", "d MMMM y", "EEEE d MMMM y"],
      parts: DeckLocale.DateParts(clock: .half)),
    DeckLocale(
      identifier: "bg_BG", .bulgarian, decimal: ",", group: "\u{A0}", minimumGroup: 2,
      money: ("EUR", "€", "#\u{A0}¤"), halves: ("пр.об.", "сл.об."),
      dates: [
        "d.MM.yy\u{202F}'г.'", "d.MM.y\u{202F}'г.'", "d MMMM y\u{202F}'г.'", "EEEE, d MMMM y\u{202F}'г.'",
      ],
      parts: DeckLocale.DateParts(
        monthDay: "d.MM", yearMonth: "MM.y\u{202F}'г.'", yearLongMonth: "LLLL y\u{202F}'г.'",
        yearQuarter: "QQQ y\u{202F}'г.'", year: "y\u{202F}'г.'", clock: .short)),
    DeckLocale(
      identifier: "sk_SK", .slovak, decimal: ",", group: "\u{A0}", percent: "#\u{A0}%",
      money: ("EUR", "€", "#\u{A0}¤"), dates: ["d. M. y", "d. M. y", "d. MMMM y", "EEEE d. MMMM y"],
      parts: DeckLocale.DateParts(monthDay: "d. M.", yearMonth: "M/y", clock: .short)),
    DeckLocale(
      identifier: "hr_HR", .croatian, decimal: ",", group: ".", minus: "\u{2212}", percent: "#\u{A0}%",
      money: ("EUR", "€", "#\u{A0}¤"), dates: ["dd. MM. y.", "d. MMM y.", "d. MMMM y.", "EEEE, d. MMMM y."],
      parts: DeckLocale.DateParts(
        monthDay: "d. MMM", yearMonth: "LLL y.", yearLongMonth: "LLLL y.", yearQuarter: "QQQ y.", year: "y."),
      weeks: .monday),
    DeckLocale(
      identifier: "th_TH", .thai, money: ("THB", "฿", "¤#"), halves: ("ก่อนเที่ยง", "หลังเที่ยง"),
      dates: ["d/M/yy", "d MMM y", "d MMMM y", "EEEEที่ d MMMM y"],
      weeks: .sunday),
    DeckLocale(
      identifier: "vi_VN", .vietnamese, decimal: ",", group: ".", money: ("VND", "₫", "#\u{A0}¤"),
      halves: ("SA", "CH"), dates: ["d/M/yy", "d MMM, y", "d MMMM, y", "EEEE, d MMMM, y"],
      parts: DeckLocale.DateParts(yearLongMonth: "MMMM 'năm' y"),
      weeks: .monday),
  ]

  private static let semitic: [DeckLocale] = [
    DeckLocale(
      identifier: "ar_EG", .arabic, money: ("EGP", "ج.م.", "#\u{A0}¤"), halves: ("ص", "م"),
      dates: ["d/M/y", "dd/MM/y", "d MMMM y", "EEEE، d MMMM y"],
      parts: DeckLocale.DateParts(clock: .half),
      weeks: DeckLocale.WeekRules(firstWeekday: 6, minimumDays: 1)),
    DeckLocale(
      identifier: "ar_AE", .arabic, money: ("AED", "د.إ.", "#\u{A0}¤"), halves: ("ص", "م"),
      dates: ["d/M/y", "dd/MM/y", "d MMMM y", "EEEE، d MMMM y"],
      parts: DeckLocale.DateParts(clock: .half),
      weeks: .monday),
    DeckLocale(
      identifier: "ar_SA", .arabic, money: ("SAR", "ر.س.", "#\u{A0}¤"), halves: ("ص", "م"),
      dates: ["d/M/y", "dd/MM/y", "d MMMM y", "EEEE، d MMMM y"],
      parts: DeckLocale.DateParts(clock: .half),
      weeks: .sunday),
    DeckLocale(
      identifier: "he_IL", .hebrew, money: ("ILS", "₪", "#\u{A0}¤"), halves: ("AM", "PM"),
      dates: ["d.M.y", "d בMMM y", "d בMMMM y", "EEEE, d בMMMM y"],
      parts: DeckLocale.DateParts(monthDay: "d בMMM", clock: .short),
      weeks: .sunday),
  ]
}
