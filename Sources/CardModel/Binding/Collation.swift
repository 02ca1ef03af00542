/// Sorts names by the rules of a language: letters first, then accents, then lowercase before uppercase.
///
/// The rules are those of the Unicode Common Locale Data Repository 48, type `standard`. Ideographs, Hangul,
/// Hebrew and Hindi are sorted by code points.
package struct Collation {
  /// The sort key of a name: letters first, then accents, then case.
  package struct Key: Comparable {
    fileprivate var letters: [Int] = []
    fileprivate var accents: [Int] = []
    fileprivate var cases: [Int] = []
    fileprivate let name: String

    package static func < (a: Key, b: Key) -> Bool {
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
  /// Sequences of letters that are sorted as one letter, the longest first.
  private var groups: [(text: [Character], weight: Weight)] = []

  package init(_ locale: DeckLocale) {
    self.locale = locale
    addSigns()
    addAccents()
    addLanguage()
    groups.sort { $0.text.count > $1.text.count }
  }

  /// The key of a name.
  package func key(of name: String) -> Key {
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

  /// Thai writes some vowels before the consonant after which they are sorted.
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

  /// The distance between two letters of the alphabet, which leaves room for letters between them.
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

  /// Letters with their variants, which only differ if all letters are equal.
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
    // Ukrainian letters that are sorted directly after another letter.
    let others: [(Character, Character, Int)] = [("ґ", "г", 1), ("є", "е", 1), ("і", "и", 1), ("ї", "и", 2)]
    for (letter, after, steps) in others {
      weights[letter] = [Weight(letter: Self.byCodePoint(after)[0].letter + steps)]
    }
  }

  /// Additional letters of a language: `letter<one<two` sorts them after a letter, `=` lists variants.
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
