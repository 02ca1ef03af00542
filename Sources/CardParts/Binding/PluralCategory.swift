/// A category of numbers that a language tells apart when it counts.
///
/// The rules of the languages are in `Generated/Locales.swift`.
enum PluralCategory: String, CaseIterable {
  case zero, one, two, few, many, other
}

/// The properties of a number that the plural rules of CLDR use.
struct PluralOperands {
  /// The whole part, CLDR's `i`: the last eighteen digits of a longer one behind a 1, which no rule tells apart.
  let whole: Int
  /// How many decimals there are: `v`.
  let decimals: Int
  /// The decimals as a number: `f`.
  let fraction: Int
  /// The same without zeros at the end: `t`.
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
  /// The category of a number as it is written with its decimals.
  func pluralCategory(of number: Rounded) -> PluralCategory { .of(PluralOperands(number), in: identifier) }
}
