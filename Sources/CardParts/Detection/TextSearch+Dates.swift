import CardRaster

/// Dates in words and numbers.
extension TextSearch {
  mutating func findDates() {
    var place = 0
    while place < text.count {
      let isStart = !isWordCharacter(place - 1) && !".,-/:$€£#@_+%".unicodeScalars.contains(at(place - 1))
      if isStart, isWordCharacter(place), let (end, date) = date(at: place), isFree(place..<end) {
        addMatch(.calendarEvent, place..<end, target: nil, value: date)
        place = end
      } else if isWordCharacter(place) {
        while place < text.count, isWordCharacter(place) { place += 1 }
      } else {
        place += 1
      }
    }
  }

  /// A number of at most four digits.
  private func number(at place: Int) -> (value: Int, end: Int)? {
    var (value, end) = (0, place)
    while isDigit(end), end - place < 5 {
      value = 10 * value + Int(at(end).value - 0x30)
      end += 1
    }
    return end > place && end - place <= 4 ? (value, end) : nil
  }

  /// Whether a date may end here.
  private func endsDate(_ end: Int) -> Bool {
    if at(end) == "T" { return isDigit(end + 1) }
    if isWordCharacter(end) { return isIdeograph(end) }
    return !([".", "-", "/", ",", ":"].contains(at(end)) && isDigit(end + 1))
  }

  private func day(_ year: Int, _ month: Int, _ day: Int) -> String? {
    guard (1000...2999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    return CalendarDate(
      "\(year)-\(String(month).leftPadded(to: 2))-\(String(day).leftPadded(to: 2))")?.text
  }

  private func date(at place: Int) -> (end: Int, date: String)? {
    if let first = number(at: place) { return numericDate(place, first) ?? dayMonthYear(first) }
    return monthDayYear(place)
  }

  private func numericDate(_ place: Int, _ first: (value: Int, end: Int)) -> (end: Int, date: String)? {
    let separator = at(first.end)
    guard ["-", "/", "."].contains(separator), let second = number(at: first.end + 1),
      at(second.end) == separator, let third = number(at: second.end + 1), second.end - first.end <= 3,
      endsDate(third.end)
    else { return nil }
    let length = third.end - second.end - 1
    if first.end - place == 4, length == 2, second.end - first.end == 3, separator != "." {
      return day(first.value, second.value, third.value).map { (third.end, $0) }
    }
    guard first.end - place <= 2, length == 4 else { return nil }
    let monthFirst = separator != "." && monthComesFirst
    let usual =
      monthFirst
      ? day(third.value, first.value, second.value) : day(third.value, second.value, first.value)
    // 03/25/2026 has only one valid interpretation.
    let other =
      separator == "."
      ? nil
      : monthFirst ? day(third.value, second.value, first.value) : day(third.value, first.value, second.value)
    return (usual ?? other).map { (third.end, $0) }
  }

  /// The index after one to three spaces; nil without a space.
  private func afterBlanks(_ place: Int) -> Int? {
    var end = place
    while end - place < 3, isBlank(end) { end += 1 }
    return end > place ? end : nil
  }

  private func word(at place: Int) -> (text: String, end: Int)? {
    var end = place
    while isLetter(end), end - place < 24 { end += 1 }
    return end > place ? (string(place..<end).lowercased(), end) : nil
  }

  /// The index after `st`, `nd`, `rd`, `th` or a full stop, if there is one.
  private func afterOrdinal(_ place: Int) -> Int {
    if at(place) == "." || at(place) == "º" { return place + 1 }
    if let word = word(at: place), ["st", "nd", "rd", "th", "er"].contains(word.text) { return word.end }
    return place
  }

  /// The index after `of` or `de` and the following space, if there is one.
  private func afterParticle(_ place: Int) -> Int {
    if let word = word(at: place), ["of", "de", "del"].contains(word.text), let next = afterBlanks(word.end) {
      return next
    }
    return place
  }

  private func year(after place: Int) -> (value: Int, end: Int)? {
    var end = place
    if at(end) == "." { end += 1 }
    if at(end) == "," { end += 1 }
    guard let start = afterBlanks(end).map(afterParticle), let year = number(at: start),
      year.end - start == 4,
      endsDate(year.end)
    else { return nil }
    return year
  }

  /// `12 March 2026`, `12. März 2026`, `12 de marzo de 2026`.
  private func dayMonthYear(_ first: (value: Int, end: Int)) -> (end: Int, date: String)? {
    guard let start = afterBlanks(afterOrdinal(first.end)).map(afterParticle), let name = word(at: start),
      let month = DataDetector.months[name.text], let year = year(after: name.end)
    else { return nil }
    return day(year.value, month, first.value).map { (year.end, $0) }
  }

  /// `March 12, 2026`, `Mar. 12th 2026`.
  private func monthDayYear(_ place: Int) -> (end: Int, date: String)? {
    guard let name = word(at: place), let month = DataDetector.months[name.text],
      let start = afterBlanks(at(name.end) == "." ? name.end + 1 : name.end), let first = number(at: start),
      let year = year(after: afterOrdinal(first.end))
    else { return nil }
    return day(year.value, month, first.value).map { (year.end, $0) }
  }
}

/// Web and email addresses.
extension TextSearch {
  /// The top-level domains that are recognised without a scheme.
  private static let topLevels: Set<String> = Set(
    """
    com org net edu gov mil int info biz io co tv me eu us uk ca au nz ie de fr es it nl be ch at lu li se no dk fi \
    pl cz sk hu ro bg gr pt tr ru ua lt lv ee hr si jp cn kr tw hk sg in br mx ar cl za il ae sa eg dev online shop \
    store blog news bank finance
    """.split(separator: " ").map(String.init))
  /// Top-level domains that are also file extensions, recognised only if a path follows.
  private static let doubtful: Set<String> = Set(
    "app ai sh md rs py cc so zip mov ps pm js am is to fm gg xyz".split(separator: " ").map(String.init))

  /// Whether the character always ends a link.
  private func endsLink(_ place: Int) -> Bool {
    let scalar = at(place)
    switch scalar.value {
    case 0...0x20, 0x7F, 0x22, 0x3C, 0x3E, 0x60, 0x7C, 0xAB, 0xBB: return true
    case 0x21..<0x7F: return false
    case 0x201C...0x201F, 0x2039, 0x203A, 0x3000...0x303F, 0xFF01...0xFF0F, 0xFF1A...0xFF20, 0xFF3B...0xFF40,
      0xFF5B...0xFF65:
      return true
    default: return scalar.properties.isWhitespace || scalar.properties.generalCategory == .format
    }
  }

  mutating func findLinks() {
    var place = 0
    while place < text.count {
      guard !endsLink(place) else {
        place += 1
        continue
      }
      let start = place
      var end = start
      while end < text.count, !endsLink(end) { end += 1 }
      while place < end {
        let isStart =
          place == start || "([{,;:'*~!?’‘".unicodeScalars.contains(at(place - 1)) || isIdeograph(place - 1)
        if isStart, let found = webAddress(place, end) ?? mailAddress(place, end) {
          addMatch(.link, found.range, target: found.target, value: found.target)
          place = found.range.upperBound
        } else if isStart, hasPrefix("http://", at: place) || hasPrefix("https://", at: place) {
          // A rejected address, such as one with a password in it, is not recognised in parts either.
          place = end
        } else {
          // A word is checked once, from its start.
          let first = place
          while place < end, isNameCharacter(place) || at(place) == "." { place += 1 }
          place = max(place, first + 1)
        }
      }
    }
  }

  private typealias Found = (range: Range<Int>, target: String)

  private func isNameCharacter(_ place: Int) -> Bool {
    (isWordCharacter(place) && !isIdeograph(place)) || ["-", "_", "%", "+"].contains(at(place))
  }

  /// A host name: labels separated by dots.
  private func host(from start: Int, to end: Int) -> [Range<Int>] {
    var labels: [Range<Int>] = []
    var place = start
    while place < end {
      let first = place
      while place < end, (isWordCharacter(place) && !isIdeograph(place)) || at(place) == "-" { place += 1 }
      guard place > first, at(first) != "-", at(place - 1) != "-" else { break }
      labels.append(first..<place)
      guard place < end, at(place) == "." else { break }
      place += 1
    }
    return labels
  }

  private func hasPrefix(_ prefix: String, at place: Int) -> Bool {
    for (offset, scalar) in prefix.unicodeScalars.enumerated() {
      let found = at(place + offset)
      guard found == scalar || (isLetter(place + offset) && found.value + 32 == scalar.value) else {
        return false
      }
    }
    return true
  }

  private func webAddress(_ start: Int, _ end: Int) -> Found? {
    let scheme = ["https://", "http://"].first { hasPrefix($0, at: start) }
    let labels = host(from: start + (scheme?.utf8.count ?? 0), to: end)
    guard let last = labels.last, let first = labels.first else { return nil }
    var stop = last.upperBound
    guard !["@", "_", "\\"].contains(at(stop)) else { return nil }
    if at(stop) == ":", stop + 1 < end, !isDigit(stop + 1) { return nil }
    if stop < end, at(stop) == ":", isDigit(stop + 1) {
      var place = stop + 1
      while place < end, isDigit(place) { place += 1 }
      guard at(place) != "@" else { return nil }
      if place - stop <= 6 { stop = place }
    }
    let hasPath = stop < end && ["/", "?", "#"].contains(at(stop))
    if scheme == nil {
      let top = string(last)
      let isWWW = labels.count > 2 && string(first).lowercased() == "www"
      let isKnown = Self.topLevels.contains(top) || (hasPath && Self.doubtful.contains(top))
      guard labels.count > 1, last.count < 30,
        isKnown || (isWWW && last.count > 1 && last.allSatisfy(isLetter))
      else { return nil }
      // 1.5.in is not a host name, but 163.com is.
      let second = labels[labels.count - 2]
      guard second.contains(where: isLetter) || second.count >= 3 else { return nil }
    }
    if hasPath { stop = pathEnd(stop, end) }
    let range = start..<stop
    return (range, (scheme == nil ? "https://" : "") + string(range))
  }

  /// The end of a path, without the punctuation of the surrounding sentence.
  ///
  /// That is full stops, and closing brackets without an opening one.
  private func pathEnd(_ start: Int, _ end: Int) -> Int {
    var open: [Unicode.Scalar: Int] = [:]
    for place in start..<end {
      switch at(place) {
      case "(": open[")", default: 0] += 1
      case "[": open["]", default: 0] += 1
      case "{": open["}", default: 0] += 1
      case ")", "]", "}": open[at(place), default: 0] -= 1
      default: break
      }
    }
    var stop = end
    while stop > start {
      let last = at(stop - 1)
      if let count = open[last], [")", "]", "}"].contains(last) {
        guard count < 0 else { break }
        open[last] = count + 1
      } else if !".,;:!?'’‘*~…".unicodeScalars.contains(last) {
        break
      }
      stop -= 1
    }
    return stop
  }

  private func mailAddress(_ start: Int, _ end: Int) -> Found? {
    var place = start
    while place < end, place - start <= 64, isNameCharacter(place) || at(place) == "." { place += 1 }
    guard place > start, at(place) == "@", at(start) != ".", at(place - 1) != "." else { return nil }
    for index in start..<place where at(index) == "." && at(index + 1) == "." { return nil }
    let labels = host(from: place + 1, to: end)
    guard let last = labels.last, labels.count > 1, (2...24).contains(last.count), last.allSatisfy(isLetter),
      !["@", "_"].contains(at(last.upperBound))
    else { return nil }
    let hasScheme = start >= 7 && hasPrefix("mailto:", at: start - 7)
    let address = string(start..<last.upperBound)
    return ((hasScheme ? start - 7 : start)..<last.upperBound, "mailto:" + address)
  }
}

/// Telephone numbers.
extension TextSearch {
  mutating func findPhoneNumbers() {
    var place = 0
    while place < text.count {
      if startsPhoneNumber(place), let (end, number) = phoneNumber(at: place) {
        addMatch(.phoneNumber, place..<end, target: "tel:" + number, value: number)
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
    // Digits directly after a bracket belong to the number that starts with the bracket.
    if before == "(", isDigit(place) { return !isDigit(place - 2) && !isBlank(place - 2) || place < 2 }
    return !isWordCharacter(place - 1) && !".,-/$€£¥₹#@_=+%&*".unicodeScalars.contains(before)
  }

  /// Consecutive digits, and the separator before them.
  private struct Group {
    var digits: String
    var end: Int
    var separator: Unicode.Scalar
    var isInBrackets: Bool
  }

  private func phoneNumber(at start: Int) -> (end: Int, number: String)? {
    let isInternational = at(start) == "+"
    // Only American numbers start with a group of a single digit.
    if isDigit(start), !isDigit(start + 1), at(start) != "1" { return nil }
    var groups = groups(from: isInternational ? start + 1 : start)
    // Digits after a space may be another number, as in `555-123-4567 2 times`.
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

  /// The number to dial, if the digits are grouped like a telephone number.
  private func number(_ all: [Group], isInternational: Bool) -> String? {
    var groups = all
    if isInternational {
      // The trunk digit in +44 (0)20 … is only dialled inside the country.
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

  /// `555-234-5678`, with or without a 1 before it.
  private func americanNumber(_ all: [Group]) -> String? {
    let groups = all.first?.digits == "1" ? all.dropFirst() : all[...]
    guard groups.count == 3 else { return nil }
    guard groups.map(\.digits.count) == [3, 3, 4],
      groups.prefix(2).allSatisfy({ $0.digits.first != "0" && $0.digits.first != "1" })
    else { return nil }
    return "+1" + groups.map(\.digits).joined()
  }
}
