/// A plural category of a language.
///
/// The rules of the languages are in `Generated/Locales.swift`.
enum PluralCategory: String, CaseIterable {
  case zero, one, two, few, many, other
}

/// The properties of a number that the plural rules of CLDR use.
struct PluralOperands {
  /// CLDR's `i`: the integer part.
  ///
  /// A longer one is replaced by 1 and its last eighteen digits, which all rules treat alike.
  let whole: Int
  /// CLDR's `v`: the number of decimals.
  let decimals: Int
  /// CLDR's `f`: the decimals as an integer.
  let fraction: Int
  /// CLDR's `t`: the decimals without trailing zeros as an integer.
  let trimmed: Int

  init(_ number: Rounded) {
    func value(_ digits: some Sequence<UInt8>, from start: Int = 0) -> Int {
      digits.reduce(start) { $0 * 10 + Int($1) }
    }
    whole = value(number.whole.suffix(18), from: number.whole.count > 18 ? 1 : 0)
    decimals = number.fraction.count
    fraction = value(number.fraction)
    trimmed = value(number.fraction.reversed().drop { $0 == 0 }.reversed())
  }
}

extension DeckLocale {
  /// The plural category of a number as written with its decimals.
  func pluralCategory(of number: Rounded) -> PluralCategory { .of(PluralOperands(number), in: identifier) }
}
