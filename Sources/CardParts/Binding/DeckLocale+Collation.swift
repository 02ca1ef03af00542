/// The order of names in a language: by letters, then by accents, then small letters before capital ones.
///
/// Source: the rules of the Unicode Common Locale Data Repository 48, type `standard`. Ideographs, Hangul, Hebrew and Hindi
/// follow their code points.
struct Collation {
  /// The sort key of a name: letters first, then accents, then case.
  struct Key: Comparable {
    fileprivate var letters: [Int] = []
    fileprivate var accents: [Int] = []
    fileprivate var cases: [Int] = []
    fileprivate let name: String

    static func < (a: Key, b: Key) -> Bool {
      for levels in [(a.letters, b.letters), (a.accents, b.accents), (a.cases, b.cases)]
      where levels.0 != levels.1 {
        return levels.0.lexicographicallyPrecedes(levels.1)
      }
      return a.name.unicodeScalars.lexicographicallyPrecedes(b.name.unicodeScalars)
    }
  }

  private struct Weight {
    var letter: Int
    var accent = 0
    var isCapital = false
  }

  private let locale: DeckLocale
  private var weights: [Character: [Weight]] = [:]
  /// Several letters that count as one, the longest first.
  private var groups: [(text: [Character], weight: Weight)] = []

  init(_ locale: DeckLocale) {
    self.locale = locale
    addSigns()
    addAccents()
    addLanguage()
    groups.sort { $0.text.count > $1.text.count }
  }

  /// The key of a name.
  func key(of name: String) -> Key {
    var key = Key(name: name)
    var rest = readingOrder(Array(name))[...]
    while let first = rest.first {
      let small = rest.prefix(3).map { Self.lowercased($0, locale) }
      var found: [Weight]
      var count = 1
      if let group = groups.first(where: { small.starts(with: $0.text) }) {
        (found, count) = ([group.weight], group.text.count)
      } else {
        found = weights[small[0]] ?? Self.byCodePoint(small[0])
      }
      if small[0] != first { found[0].isCapital = true }
      for weight in found {
        key.letters.append(weight.letter)
        key.accents.append(weight.accent)
        key.cases.append(weight.isCapital ? 1 : 0)
      }
      rest = rest.dropFirst(count)
    }
    return key
  }

  private static func lowercased(_ letter: Character, _ locale: DeckLocale) -> Character {
    let text = locale.lowercased(String(letter))
    return text.count == 1 ? text.first ?? letter : letter
  }

  private static func byCodePoint(_ letter: Character) -> [Weight] {
    letter.unicodeScalars.map { Weight(letter: 100_000 + 4 * Int($0.value)) }
  }

  /// Thai writes some vowels before the consonant that they are sorted behind.
  private func readingOrder(_ letters: [Character]) -> [Character] {
    guard locale.identifier.hasPrefix("th") else { return letters }
    var result = letters.flatMap { $0.unicodeScalars.map(Character.init) }
    var number = 0
    while number + 1 < result.count {
      if "เแโใไ".contains(result[number]) {
        result.swapAt(number, number + 1)
        number += 1
      }
      number += 1
    }
    return result
  }

  // MARK: Tables

  /// How far two letters of the alphabet are apart, so that others fit between them.
  private static let pitch = 20
  private static let signs = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789"
  private static let alphabet = "abcdefghijklmnopqrstuvwxyz"

  private static func place(of letter: Character) -> Int {
    let number = alphabet.firstIndex(of: letter).map { alphabet.distance(from: alphabet.startIndex, to: $0) }
    return 1_000 + pitch * (number ?? 0)
  }

  private mutating func addSigns() {
    for (number, sign) in Self.signs.enumerated() { weights[sign] = [Weight(letter: number + 1)] }
    for dash in "–—‐‑" { weights[dash] = weights["-"] }
    for letter in Self.alphabet { weights[letter] = [Weight(letter: Self.place(of: letter))] }
  }

  /// Letters with their variants, which count as the letter until nothing else differs.
  private static let accents = [
    "aáàăắằẵẳặâấầẫẩậåǻäãąāảạ", "cćĉčċç", "dďđḍ", "eéèêếềễểệěëẽęėēẻẹ", "gğĝǧġģ", "hĥȟḥħ", "iíìîïĩįīỉị", "jĵ",
    "kǩķ", "lĺľļłḷ", "nńǹňñņṇ", "oóòôốồỗổộöőõøōỏọơớờỡởợ", "pṕṗ", "rŕřŗṛ", "sśŝšşșṣ", "tťţțṭŧ",
    "uúùûůüűũųūủụưứừữửự", "wŵẁẃẅ",
    "yýỳŷÿỹỷỵ", "zźžżẓ", "αά", "εέ", "ηή", "ιίϊΐ", "οό", "υύϋΰ", "ωώ", "σς", "еёѐ", "اآأإٱ", "وؤ", "يئ",
    "あぁアァ", "いぃイィ",
    "うぅウゥヴ", "えぇエェ", "おぉオォ", "かがカガヵ", "きぎキギ", "くぐクグ", "けげケゲヶ", "こごコゴ", "さざサザ", "しじシジ", "すずスズ", "せぜセゼ",
    "そぞソゾ", "ただタダ", "ちぢチヂ", "つづっツヅッ", "てでテデ", "とどトド", "なナ", "にニ", "ぬヌ", "ねネ", "のノ", "はばぱハバパ", "ひびぴヒビピ",
    "ふぶぷフブプ", "へべぺヘベペ", "ほぼぽホボポ", "まマ", "みミ", "むム", "めメ", "もモ", "やゃヤャ", "ゆゅユュ", "よょヨョ", "らラ", "りリ", "るル",
    "れレ", "ろロ", "わゎワヮ", "をヲ", "んン",
  ]
  private static let pairs: [(Character, String)] = [
    ("ß", "ss"), ("æ", "ae"), ("œ", "oe"), ("þ", "th"), ("ĳ", "ij"), ("ð", "d"),
  ]

  private mutating func addAccents() {
    for variants in Self.accents {
      guard let base = variants.first else { continue }
      let letter = (weights[base] ?? Self.byCodePoint(base))[0].letter
      for (number, variant) in variants.enumerated() {
        weights[variant] = [Weight(letter: letter, accent: number)]
      }
    }
    for (sign, letters) in Self.pairs {
      weights[sign] = letters.map { Weight(letter: Self.place(of: $0), accent: 40) }
    }
    weights["ı"] = [Weight(letter: Self.place(of: "i") + 1)]
    // The Ukrainian letters that have their place after another one.
    let others: [(Character, Character, Int)] = [("ґ", "г", 1), ("є", "е", 1), ("і", "и", 1), ("ї", "и", 2)]
    for (letter, after, steps) in others {
      weights[letter] = [Weight(letter: Self.byCodePoint(after)[0].letter + steps)]
    }
  }

  /// Letters with a place of their own in a language: `letter<one<two` sorts them after a letter, `=` lists variants.
  private static let rules = [
    "sv": "z<å<ä=æ=ę<ö=ø=ő=œ y=ü", "fi": "z<å<ä=æ<ö=ø y=ü", "da": "z<æ=ä<ø=ö<å=aa y=ü",
    "nb": "z<æ=ä<ø=ö<å=aa y=ü",
    "es": "n<ñ", "pl": "a<ą c<ć e<ę l<ł n<ń o<ó s<ś z<ź<ż", "cs": "c<č h<ch r<ř s<š z<ž",
    "sk": "a<ä c<č h<ch o<ô r<ř s<š z<ž", "hr": "c<č<ć d<dž<đ l<lj n<nj s<š z<ž",
    "tr": "c<ç g<ğ h<ı o<ö s<ş u<ü", "hu": "c<cs d<dz<dzs g<gy l<ly n<ny o<ö=ő s<sz t<ty u<ü=ű z<zs",
    "ro": "a<ă<â i<î s<ș=ş t<ț=ţ",
    "vi":
      "a<ă=ằ=ẳ=ẵ=ắ=ặ<â=ầ=ẩ=ẫ=ấ=ậ d<đ e<ê=ề=ể=ễ=ế=ệ o<ô=ồ=ổ=ỗ=ố=ộ<ơ=ờ=ở=ỡ=ớ=ợ u<ư=ừ=ử=ữ=ứ=ự",
  ]

  private mutating func addLanguage() {
    let language = String(locale.identifier.prefix { $0 != "_" })
    for rule in (Self.rules[language] ?? "").split(separator: " ") {
      for (step, letters) in rule.split(separator: "<").enumerated() {
        let variants = letters.split(separator: "=").map { Array($0) }
        guard let base = rule.first else { continue }
        for (number, variant) in variants.enumerated() where step > 0 || number > 0 {
          let weight = Weight(letter: Self.place(of: base) + 2 * step, accent: number)
          if variant.count == 1 { weights[variant[0]] = [weight] } else { groups.append((variant, weight)) }
        }
      }
    }
  }
}

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
