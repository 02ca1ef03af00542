/// What a language tells apart when it counts.
///
/// Source of the rules: the plural rules for cardinal numbers of the Unicode Common Locale Data Repository.
enum PluralCategory: String, CaseIterable {
  case zero, one, two, few, many, other
}

extension DeckLocale {
  /// The category of a number as it is written with its decimals.
  func pluralCategory(of number: Rounded) -> PluralCategory {
    let count = Count(number)
    switch identifier.prefix(while: { $0 != "_" }) {
    case "en", "de", "nl", "sv", "fi": return count.isOne ? .one : .other
    case "it", "ca": return count.isOne ? .one : count.isMillions ? .many : .other
    case "es": return count.isExactly(1) ? .one : count.isMillions ? .many : .other
    case "pt":
      if identifier == "pt_PT" { return count.isOne ? .one : count.isMillions ? .many : .other }
      return count.whole <= 1 ? .one : count.isMillions ? .many : .other
    case "fr": return count.whole <= 1 ? .one : count.isMillions ? .many : .other
    case "da": return count.isExactly(1) || (count.hasFraction && count.whole <= 1) ? .one : .other
    case "nb", "el", "bg", "hu", "tr": return count.isExactly(1) ? .one : .other
    case "hi": return count.whole == 0 || count.isExactly(1) ? .one : .other
    case "pl": return count.polish
    case "cs", "sk": return count.czech
    case "ru", "uk": return count.russian
    case "hr", "sr": return count.croatian
    case "ro": return count.romanian
    case "ar": return count.arabic
    case "he": return count.hebrew
    default: return .other
    }
  }

  /// The figures of a number that plural rules ask for.
  private struct Count {
    /// The whole part; the last eighteen digits of a longer one, which no rule tells apart.
    let whole: Int
    /// The decimals as a number, without zeros at the end.
    let fraction: Int
    var hasFraction: Bool { fraction > 0 }

    init(_ number: Rounded) {
      whole = number.whole.suffix(18).reduce(0) { $0 * 10 + Int($1) }
      var digits = number.fraction
      while digits.last == 0 { digits.removeLast() }
      fraction = digits.reduce(0) { $0 * 10 + Int($1) }
    }

    func isExactly(_ number: Int) -> Bool { whole == number && !hasFraction }
    var isOne: Bool { isExactly(1) }
    var isMillions: Bool { whole != 0 && whole % 1_000_000 == 0 && !hasFraction }

    /// The whole part, or the decimals, end like 2, 3 or 4 and not like 12, 13 or 14.
    private static func isFew(_ number: Int) -> Bool {
      (2...4).contains(number % 10) && !(12...14).contains(number % 100)
    }

    /// It ends like 1 and not like 11.
    private static func isOneLike(_ number: Int) -> Bool { number % 10 == 1 && number % 100 != 11 }

    var polish: PluralCategory {
      if hasFraction { return .other }
      return whole == 1 ? .one : Self.isFew(whole) ? .few : .many
    }

    var czech: PluralCategory {
      if hasFraction { return .many }
      return whole == 1 ? .one : (2...4).contains(whole) ? .few : .other
    }

    var russian: PluralCategory {
      if hasFraction { return .other }
      return Self.isOneLike(whole) ? .one : Self.isFew(whole) ? .few : .many
    }

    var croatian: PluralCategory {
      let digits = hasFraction ? fraction : whole
      return Self.isOneLike(digits) ? .one : Self.isFew(digits) ? .few : .other
    }

    var romanian: PluralCategory {
      if isOne { return .one }
      return hasFraction || whole == 0 || (1...19).contains(whole % 100) ? .few : .other
    }

    var arabic: PluralCategory {
      if hasFraction { return .other }
      switch (whole, whole % 100) {
      case (0, _): return .zero
      case (1, _): return .one
      case (2, _): return .two
      case (_, 3...10): return .few
      case (_, 11...99): return .many
      default: return .other
      }
    }

    var hebrew: PluralCategory {
      if isOne || (whole == 0 && hasFraction) { return .one }
      return isExactly(2) ? .two : .other
    }
  }
}
