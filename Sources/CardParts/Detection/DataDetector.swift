import CardRaster

/// Finds web and mail addresses, telephone numbers, dates and street addresses in text.
///
/// It errs on the side of finding too little: a number without the look of a telephone number is none. The time it
/// takes grows with the length of the text alone: every attempt looks at a bounded piece or at what no other one does.
enum DataDetector {
  /// What is looked for, by UIKit's names.
  enum Kind: String, Sendable, CaseIterable {
    case link, phoneNumber, address, calendarEvent
  }

  /// Something that was found.
  struct Match: Hashable {
    let kind: Kind
    /// In Unicode scalars from the start of the text.
    let range: Range<Int>
    /// Where a tap goes; nil for a date, which no address stands for.
    let target: String?
    /// What was found, as programs read it: an address, a number without spaces, `2026-03-12`.
    let value: String
  }

  /// All that is in a text, in its order; no two overlap.
  ///
  /// - Parameter monthComesFirst: how 12/03/2026 is read.
  static func matches(in text: String, monthComesFirst: Bool = true) -> [Match] {
    var search = TextSearch(text, monthComesFirst: monthComesFirst)
    // What is found first wins: digits of an address on the web are not a telephone number.
    search.findLinks()
    search.findDates()
    search.findPhoneNumbers()
    search.findAddresses()
    return search.matches.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The months' names in small letters, of all languages that the program knows; short ones where they cannot be
  /// taken for another word.
  static let months: [String: Int] = {
    var months: [String: Int] = ["sept": 9]
    func add(_ names: [String]) {
      for (number, name) in names.enumerated() where name.first?.isLetter == true {
        let word = name.lowercased().filter { $0 != "." }
        if months[word] == nil { months[word] = number + 1 }
      }
    }
    add(DeckLocale.Words.english.shortMonths)
    for locale in DeckLocale.all {
      add(locale.words.months)
      add(locale.words.monthsAlone)
      if locale.words.shortMonths.contains(where: { $0.hasSuffix(".") }) { add(locale.words.shortMonths) }
    }
    return months
  }()
}
