/// The short forms of large numbers by locale.
///
/// Source: the Unicode Common Locale Data Repository 48.
extension DeckLocale {
  /// A power of ten with the word that stands for it behind a number.
  struct ShortForm: Hashable, Sendable {
    let power: Int
    let suffix: String
    /// The power of ten from which on it is used.
    let least: Int
  }

  /// The short forms, the smallest first.
  var shortForms: [ShortForm] {
    let language = String(identifier.prefix { $0 != "_" })
    let words = DeckLocale.shortWords[identifier] ?? DeckLocale.shortWords[language] ?? "K M B T"
    let powers = DeckLocale.shortPowers[identifier] ?? DeckLocale.shortPowers[language] ?? [3, 6, 9, 12]
    // A thousand millions are 1000 M in Spanish, and ten thousand 10 mil M.
    let isSpanish = language == "es"
    return zip(powers, words.split(separator: " ")).compactMap { power, word in
      word == "-"
        ? nil
        : ShortForm(
          power: power, suffix: String(word).replacing("_", with: "\u{A0}"),
          least: isSpanish && power == 9 ? 10 : power)
    }
  }

  private static let shortPowers: [String: [Int]] = [
    "en_IN": [3, 5, 7, 10, 12], "hi": [3, 5, 7, 9, 11, 13], "ja": [4, 8, 12, 16], "zh": [4, 8, 12],
    "ko": [3, 4, 8, 12],
  ]

  /// The words in the order of the powers; `_` is a no-break space, `-` stands where there is none.
  private static let shortWords: [String: String] = [
    "en_IN": "K L Cr KCr LCr", "hi": "_हज़ार _लाख _क॰ _अ॰ _ख॰ _नील", "de": "- _Mio. _Mrd. _Bio.",
    "nl": "K _mln. _mld. _bln.",
    "nb": "k _mill. _mrd. _bill.", "fi": "_t. _milj. _mrd. _bilj.", "fr": "_k _M _Md _Bn",
    "fr_CA": "_k _M _G _T", "sv": "_tn _mn _md _bn", "da": "_t _mio. _mia. _bio.", "es": "_mil _M _mil_M _B",
    "es_MX": "_k _M _mil_M _B", "it": "- _Mln _Mld _Bln", "pl": "_tys. _mln _mld _bln",
    "cs": "_tis. _mil. _mld. _bil.", "ru": "_тыс. _млн _млрд _трлн", "uk": "_тис. _млн _млрд _трлн",
    "pt": "_mil _mi _bi _tri", "pt_PT": "_mil _M _mM _Bi", "tr": "_B _Mn _Mr _Tn",
    "ar": "_ألف _مليون _مليار _ترليون", "ja": "万 億 兆 京", "zh": "万 亿 万亿", "ko": "천 만 억 조", "he": "K M B T",
    "hu": "_E _M _Mrd _B", "ro": "_K _mil. _mld. _tril.", "el": "_χιλ. _εκ. _δισ. _τρισ.",
    "bg": "_хил. _млн. _млрд. _трлн.", "sk": "_tis. _mil. _mld. _bil.", "hr": "_tis. _mil. _mlr. _bil.",
    "vi": "_N _Tr _T _NT",
  ]

  /// A number in its short form with at most so many decimals: `1.2K`.
  func compactText(_ value: Double, digits: Int? = nil) -> String {
    let form = shortForms.last { value.magnitude >= Rounded.power10($0.least) * 0.9995 }
    let scaled = form.map { value / Rounded.power10($0.power) } ?? value
    let most = digits ?? (scaled.magnitude < 100 ? 1 : 0)
    let number = Rounded(scaled, digits: (digits ?? 0)...most)
    return decimalText(number, group: group) + (form?.suffix ?? "")
  }

  /// Whether its script runs from right to left.
  var isRightToLeft: Bool { ["ar", "he"].contains(String(identifier.prefix { $0 != "_" })) }
}

extension Rounded {
  /// A power of ten.
  static func power10(_ power: Int) -> Double { (0..<power).reduce(1.0) { result, _ in result * 10 } }
}
