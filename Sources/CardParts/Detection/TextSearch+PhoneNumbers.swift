import CardRaster

/// Telephone numbers.
extension TextSearch {
  mutating func findPhoneNumbers() {
    var place = 0
    while place < text.count {
      if startsPhoneNumber(place), let (end, number) = phoneNumber(at: place) {
        add(.phoneNumber, place..<end, target: "tel:" + number, value: number)
        place = end
      } else if isWordCharacter(place) {
        while place < text.count, isWordCharacter(place) { place += 1 }
      } else {
        place += 1
      }
    }
  }

  private func startsPhoneNumber(_ place: Int) -> Bool {
    guard isDigit(place) || (["+", "("].contains(at(place)) && (isDigit(place + 1) || at(place + 1) == "+"))
    else { return false }
    let before = at(place - 1)
    if before == ":" { return isLetter(place - 2) }
    // Digits right behind a bracket belong to the number that the bracket began.
    if before == "(", isDigit(place) { return !isDigit(place - 2) && !isBlank(place - 2) || place < 2 }
    return !isWordCharacter(place - 1) && !".,-/$€£¥₹#@_=+%&*".unicodeScalars.contains(before)
  }

  /// Digits in a row, and what stood in front of them.
  private struct Group {
    var digits: String
    var end: Int
    var separator: Unicode.Scalar
    var isInBrackets: Bool
  }

  private func phoneNumber(at start: Int) -> (end: Int, number: String)? {
    let isInternational = at(start) == "+"
    // No number but an American one begins with a single digit.
    if isDigit(start), !isDigit(start + 1), at(start) != "1" { return nil }
    var groups = groups(from: isInternational ? start + 1 : start)
    // What follows after a space may be another number: `555-123-4567 2 times`.
    while let last = groups.last {
      if endsPhoneNumber(last.end), let number = number(groups, isInternational: isInternational),
        isFree(start..<last.end)
      {
        return (last.end, number)
      }
      guard [" ", "\u{A0}"].contains(last.separator) else { return nil }
      groups.removeLast()
    }
    return nil
  }

  private func groups(from start: Int) -> [Group] {
    var groups: [Group] = []
    var place = start
    var separator: Unicode.Scalar = "\n"
    var count = 0
    while count <= 17, groups.count < 9 {
      var isInBrackets = false
      if at(place) == "(" {
        isInBrackets = true
        place += 1
      }
      let first = place
      while isDigit(place), place - first < 18 { place += 1 }
      guard place > first else { break }
      if isInBrackets {
        guard at(place) == ")" else { break }
      }
      count += place - first
      groups.append(
        Group(
          digits: string(first..<place), end: isInBrackets ? place + 1 : place, separator: separator,
          isInBrackets: isInBrackets))
      if isInBrackets { place += 1 }
      separator = "\n"
      var blanks = 0
      while blanks < 3, isBlank(place) || isSeparator(place) {
        if separator == "\n" || !isBlank(place) { separator = at(place) }
        blanks += 1
        place += 1
      }
      guard blanks > 0 || isInBrackets || at(place) == "(" else { break }
    }
    return groups
  }

  private func endsPhoneNumber(_ end: Int) -> Bool {
    !isWordCharacter(end) && !["%", "€", "$", "£"].contains(at(end))
      && !([".", ",", ":", "-", "/"].contains(at(end)) && isDigit(end + 1))
  }

  /// The number to dial, when the digits are grouped as a telephone number is.
  private func number(_ all: [Group], isInternational: Bool) -> String? {
    var groups = all
    if isInternational {
      // The trunk digit of +44 (0)20 … is dialled inside the country only.
      groups.removeAll { $0.isInBrackets && $0.digits == "0" }
      let digits = groups.map(\.digits).joined()
      guard digits.first != "0", (8...15).contains(digits.count) else { return nil }
      return digits.first == "1" && digits.count != 11 ? nil : "+" + digits
    }
    guard groups.count > 1, let first = groups.first else { return nil }
    if first.digits.first != "0" { return americanNumber(groups) }
    guard first.digits.count > 1 else { return nil }
    let digits = groups.map(\.digits).joined()
    if digits.hasPrefix("00") {
      let rest = digits.dropFirst(2)
      return rest.first != "0" && (8...15).contains(rest.count) ? "+" + rest : nil
    }
    let separators = groups.dropFirst().map(\.separator)
    guard (2...6).contains(first.digits.count), (9...12).contains(digits.count),
      groups.dropFirst().allSatisfy({ $0.digits.count >= 2 }),
      !separators.contains(".") || groups.allSatisfy({ $0.digits.count == 2 })
    else { return nil }
    return digits
  }

  /// `555-234-5678`, with or without a 1 in front.
  private func americanNumber(_ all: [Group]) -> String? {
    let groups = all.first?.digits == "1" ? all.dropFirst() : all[...]
    guard groups.count == 3 else { return nil }
    guard groups.map(\.digits.count) == [3, 3, 4],
      groups.prefix(2).allSatisfy({ $0.digits.first != "0" && $0.digits.first != "1" })
    else { return nil }
    return "+1" + groups.map(\.digits).joined()
  }
}
