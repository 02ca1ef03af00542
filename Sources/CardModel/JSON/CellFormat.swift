import CardRaster

/// The notation of numbers and dates in the cells of a table.
package struct CellFormat: Hashable, Sendable {
  /// The order of day, month and year in dates.
  package enum DateOrder: Hashable, Sendable { case dayFirst, monthFirst, yearFirst }

  package var hasDecimalComma = false
  package var dateOrder = DateOrder.yearFirst
  /// The index of the locale whose names of months are read; nil for none.
  package var language: Int?

  static let spaces: Set<Character> = [" ", "\u{A0}", "\u{202F}", "\u{2009}"]
  private static let currencies: Set<String> = ["kr", "kr.", "zł", "Kč", "Ft", "Fr.", "R$", "US$", "лв."]

  /// The number in this notation, such as `1.299,00 €` or `9 %`; nil for other texts.
  ///
  /// A percentage is a fraction: `9 %` is 0.09.
  func localNumber(_ text: String) -> JSONNumber? {
    guard text.utf8.count <= 60, text.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return nil }
    var rest = text.map { Self.spaces.contains($0) ? " " : $0 }[...]
    func trim() {
      while rest.first == " " { rest.removeFirst() }
      while rest.last == " " { rest.removeLast() }
    }
    var isNegative = false
    func takeSign() {
      trim()
      guard let first = rest.first, ["-", "−", "+"].contains(first) else { return }
      isNegative = first != "+"
      rest.removeFirst()
      trim()
    }
    takeSign()
    let start = rest.prefix { !Self.isDigit($0) && $0 != " " }
    if Self.isCurrency(start) {
      rest = rest.dropFirst(start.count)
      if !isNegative { takeSign() }
    }
    let end = rest.suffix(from: rest.lastIndex(where: Self.isDigit).map { $0 + 1 } ?? rest.endIndex)
      .drop { $0 == " " }
    let isPercentage = end == ["%"]
    if isPercentage || Self.isCurrency(end) { rest = rest.dropLast(end.count) }
    trim()
    guard let (whole, part) = digits(String(rest)) else { return nil }
    var literal = isNegative ? "-" : ""
    if isPercentage {
      let padded = whole.leftPadded(to: 3)
      literal += "\(padded.dropLast(2)).\(padded.suffix(2))\(part)"
    } else {
      literal += part.isEmpty ? whole : "\(whole).\(part)"
    }
    return Double(literal).map { JSONNumber(literal: literal, value: $0) }
  }

  /// The digits before and after the decimal separator, without group separators.
  private func digits(_ text: String) -> (whole: String, part: String)? {
    let halves = text.split(separator: hasDecimalComma ? "," : ".", omittingEmptySubsequences: false)
    guard (1...2).contains(halves.count) else { return nil }
    let part = halves.count == 2 ? String(halves[1]) : ""
    guard halves.count == 1 || (!part.isEmpty && part.allSatisfy(Self.isDigit)) else { return nil }
    let separators: [Character] = [hasDecimalComma ? "." : ",", " ", "'", "’"]
    let separator = separators.first { halves[0].contains($0) }
    let groups =
      separator.map { halves[0].split(separator: $0, omittingEmptySubsequences: false) } ?? [halves[0]]
    guard groups.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isDigit) }) else { return nil }
    if groups.count > 1 {
      // The last group has three digits, others may have two, as in 12,34,567.
      let isGrouped =
        groups[0].count <= 3 && groups[0].first != "0" && groups.last?.count == 3
        && groups.dropFirst().allSatisfy { (2...3).contains($0.count) }
      guard isGrouped else { return nil }
    }
    let whole = groups.joined()
    // 007 is a name.
    return whole.count > 1 && whole.first == "0" ? nil : (whole, part)
  }

  static func isDigit(_ letter: Character) -> Bool { letter.isASCII && letter.isNumber }

  private static func isCurrency(_ letters: ArraySlice<Character>) -> Bool {
    guard !letters.isEmpty else { return false }
    let text = String(letters)
    if currencies.contains(text) || (letters.count == 3 && letters.allSatisfy({ ("A"..."Z").contains($0) })) {
      return true
    }
    return letters.count == 1
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory == .currencySymbol }
  }

  /// The date in a text of numbers such as `31.12.2026` or `31.12.26 14:30`, in the form `2026-12-31`; nil for
  /// other texts.
  ///
  /// Years of two digits are in 1970 to 2069.
  func numericDate(_ text: String) -> String? {
    guard (6...24).contains(text.utf8.count) else { return nil }
    var numbers: [Substring] = []
    var rest = text[...]
    while numbers.count < 3 {
      let digits = rest.prefix(while: Self.isDigit)
      guard (1...4).contains(digits.count) else { return nil }
      numbers.append(digits)
      rest = rest.dropFirst(digits.count)
      let separator = rest.prefix { !Self.isDigit($0) }
      if numbers.count < 3 {
        guard [".", "/", "-", ". ", "年", "月", " "].contains(separator) else { return nil }
        rest = rest.dropFirst(separator.count)
      }
    }
    if let end = [".", "日"].first(where: rest.hasPrefix) { rest = rest.dropFirst(end.count) }
    let isYearFirst = numbers[0].count == 4
    guard isYearFirst || dateOrder != .yearFirst || numbers[2].count <= 2 else { return nil }
    let order: (year: Int, month: Int, day: Int) =
      isYearFirst
      ? (0, 1, 2)
      : dateOrder == .dayFirst ? (2, 1, 0) : dateOrder == .monthFirst ? (2, 0, 1) : (0, 1, 2)
    guard numbers[order.month].count <= 2, numbers[order.day].count <= 2,
      [2, 4].contains(numbers[order.year].count), let month = Int(numbers[order.month]),
      let day = Int(numbers[order.day]), (1...12).contains(month),
      (1...31).contains(day)
    else { return nil }
    return Self.date(
      numbers[order.year], month, day, time: rest.drop { $0 == " " || $0 == "," || $0 == "T" })
  }

  /// The date in the form `2026-12-31`, and the time if there is one.
  static func date(_ year: Substring, _ month: Int, _ day: Int, time: Substring) -> String? {
    guard let number = Int(year) else { return nil }
    let full = year.count == 4 ? number : number + (number < 70 ? 2000 : 1900)
    let date = [(full, 4), (month, 2), (day, 2)].map { String($0.0).leftPadded(to: $0.1) }.joined(
      separator: "-")
    if time.isEmpty { return date }
    guard time.first.map(isDigit) == true, time.contains(":") else { return nil }
    return "\(date)T\(time.prefix { $0 != ":" }.count == 1 ? "0" : "")\(time)"
  }
}
