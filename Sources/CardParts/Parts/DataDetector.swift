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
    var search = Search(text, monthComesFirst: monthComesFirst)
    // What is found first wins: digits of an address on the web are not a telephone number.
    search.findLinks()
    search.findDates()
    search.findPhoneNumbers()
    search.findAddresses()
    return search.matches.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The months' names in small letters, of all languages that the program knows; short ones where they cannot be
  /// taken for another word.
  fileprivate static let months: [String: Int] = {
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

/// A text while it is searched.
private struct Search {
  private let text: [Unicode.Scalar]
  private let monthComesFirst: Bool
  /// What has been found already.
  private var isTaken: [Bool]
  private(set) var matches: [DataDetector.Match] = []

  init(_ text: String, monthComesFirst: Bool) {
    self.text = Array(text.unicodeScalars)
    self.monthComesFirst = monthComesFirst
    isTaken = Array(repeating: false, count: self.text.count)
  }

  // MARK: Characters

  /// The scalar at a place; a line feed outside the text.
  private func at(_ place: Int) -> Unicode.Scalar { text.indices.contains(place) ? text[place] : "\n" }

  private func isDigit(_ place: Int) -> Bool { ("0"..."9").contains(at(place)) }

  private func isLetter(_ place: Int) -> Bool {
    let scalar = at(place)
    return scalar.isASCII
      ? ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) : scalar.properties.isAlphabetic
  }

  private func isWordCharacter(_ place: Int) -> Bool { isDigit(place) || isLetter(place) }

  /// Whether a scalar belongs to a script that is written without spaces between words.
  private func isIdeograph(_ place: Int) -> Bool { (0x2E80...0xD7FF).contains(at(place).value) }

  /// A space inside a line.
  private func isBlank(_ place: Int) -> Bool {
    switch at(place) {
    case " ", "\u{A0}", "\u{202F}", "\t": true
    default: false
    }
  }

  /// What parts the groups of a telephone number, beside blanks.
  private func isSeparator(_ place: Int) -> Bool {
    switch at(place) {
    case "-", ".", "/", "\u{2011}": true
    default: false
    }
  }

  private func string(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(text[range]))
  }

  private func isFree(_ range: Range<Int>) -> Bool { !isTaken[range].contains(true) }

  private mutating func add(_ kind: DataDetector.Kind, _ range: Range<Int>, target: String?, value: String) {
    for place in range { isTaken[place] = true }
    matches.append(DataDetector.Match(kind: kind, range: range, target: target, value: value))
  }

  // MARK: Links

  /// The last labels of names on the web that are taken for one without a scheme in front.
  private static let topLevels: Set<String> = Set(
    """
    com org net edu gov mil int info biz io co tv me eu us uk ca au nz ie de fr es it nl be ch at lu li se no dk fi \
    pl cz sk hu ro bg gr pt tr ru ua lt lv ee hr si jp cn kr tw hk sg in br mx ar cl za il ae sa eg dev online shop \
    store blog news bank finance
    """.split(separator: " ").map(String.init))
  /// Those that are endings of files too: only with a path behind them.
  private static let doubtful: Set<String> = Set(
    "app ai sh md rs py cc so zip mov ps pm js am is to fm gg xyz".split(separator: " ").map(String.init))

  /// Ends a link wherever it stands.
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
          add(.link, found.range, target: found.target, value: found.target)
          place = found.range.upperBound
        } else if isStart, hasPrefix("http://", at: place) || hasPrefix("https://", at: place) {
          // An address that is not shown, such as one with a password in it, is not shown in pieces.
          place = end
        } else {
          // A word is looked at once, from its start.
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

  /// The name of a computer: labels with dots between them.
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
      // 1.5.in is no name, 163.com is one.
      let second = labels[labels.count - 2]
      guard second.contains(where: isLetter) || second.count >= 3 else { return nil }
    }
    if hasPath { stop = pathEnd(stop, end) }
    let range = start..<stop
    return (range, (scheme == nil ? "https://" : "") + string(range))
  }

  /// The end of a path, without what belongs to the sentence around it: points, and brackets that were not opened.
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

  // MARK: Dates

  mutating func findDates() {
    var place = 0
    while place < text.count {
      let isStart = !isWordCharacter(place - 1) && !".,-/:$€£#@_+%".unicodeScalars.contains(at(place - 1))
      if isStart, isWordCharacter(place), let (end, date) = date(at: place), isFree(place..<end) {
        add(.calendarEvent, place..<end, target: nil, value: date)
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
    // 03/25/2026 can be read in one way only.
    let other =
      separator == "."
      ? nil
      : monthFirst ? day(third.value, second.value, first.value) : day(third.value, first.value, second.value)
    return (usual ?? other).map { (third.end, $0) }
  }

  /// The place behind at least one space.
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

  /// The place behind `st`, `nd`, `rd`, `th` or a point, if one is there.
  private func afterOrdinal(_ place: Int) -> Int {
    if at(place) == "." || at(place) == "º" { return place + 1 }
    if let word = word(at: place), ["st", "nd", "rd", "th", "er"].contains(word.text) { return word.end }
    return place
  }

  /// The place behind `of` or `de` and the space that follows, if one is there.
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

  // MARK: Telephone numbers

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

  // MARK: Street addresses

  /// A word between spaces, without the punctuation around it.
  private struct Token {
    var text: String
    var range: Range<Int>
    /// Whether a comma or a line break follows.
    var endsInComma = false
    /// Whether a sentence or a bracket may end here.
    var endsInStop = false

    var lower: String { text.lowercased() }
    var isCapitalized: Bool { text.unicodeScalars.first?.properties.isUppercase ?? false }
    var isNumber: Bool { !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    /// `12`, `12a`, `12-14`.
    var isHouseNumber: Bool {
      let digits = text.prefix { $0.isASCII && $0.isNumber }
      guard (1...5).contains(digits.count) else { return false }
      let rest = text.dropFirst(digits.count)
      if rest.isEmpty { return true }
      if rest.count == 1 { return rest.allSatisfy { $0.isASCII && $0.isLetter } }
      let second = rest.dropFirst()
      return ["-", "–", "/"].contains(rest.first) && second.count <= 4
        && second.allSatisfy { $0.isASCII && $0.isNumber }
    }
    /// `5th`, `42nd`.
    var isOrdinal: Bool {
      let digits = text.prefix { $0.isASCII && $0.isNumber }
      return !digits.isEmpty && ["st", "nd", "rd", "th"].contains(text.dropFirst(digits.count).lowercased())
    }
  }

  private static func words(_ list: String) -> Set<String> {
    Set(list.split(separator: " ").map(String.init))
  }

  private static let streets = words(
    "street st avenue ave road rd boulevard blvd lane ln parkway pkwy highway hwy terrace")
  /// These mean other things too: only with a city's number or state behind them.
  private static let doubtfulStreets = words(
    "drive dr court ct place pl square sq way circle cir loop trail close crescent row walk hill gardens mews park plaza"
  )
  private static let directions = words("n s e w ne nw se sw north south east west")
  private static let units = words("apt apartment suite ste unit floor fl room")
  private static let states = words(
    """
    AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI \
    SC SD TN TX UT VT VA WA WV WI WY DC PR
    """)
  private static let frenchStreets = words("rue avenue boulevard place quai chemin allée impasse cours route")
  private static let romanceStreets = words(
    "calle avenida avda plaza paseo carrer via viale piazza corso largo rua praça travessa")
  private static let particles = words(
    "de la le les du des del della dei di da do das dos y e l d el los las en sur saint")
  private static let germanStreets = [
    "straße", "strasse", "str", "allee", "gasse", "chaussee", "straat", "laan", "gracht", "kade", "singel",
  ]
  private static let doubtfulGermanStreets = [
    "weg", "platz", "ring", "ufer", "damm", "steig", "plein", "dijk",
  ]

  private func tokens() -> [Token] {
    var tokens: [Token] = []
    var place = 0
    while place < text.count {
      guard !at(place).properties.isWhitespace else {
        if at(place) == "\n", !tokens.isEmpty {
          // Two line breaks part what one joins.
          if tokens[tokens.count - 1].endsInComma, at(place - 1) == "\n" {
            tokens[tokens.count - 1].endsInStop = true
          }
          tokens[tokens.count - 1].endsInComma = true
        }
        place += 1
        continue
      }
      var start = place
      while place < text.count, !at(place).properties.isWhitespace { place += 1 }
      var end = place
      var token = Token(text: "", range: start..<end)
      while end > start, ",.;:!?)]\"'”’".unicodeScalars.contains(at(end - 1)) {
        if at(end - 1) == "," { token.endsInComma = true } else { token.endsInStop = true }
        end -= 1
      }
      while start < end, "([\"'“‘".unicodeScalars.contains(at(start)) { start += 1 }
      token.range = start..<end
      // No word of an address is longer.
      if end - start <= 40 { token.text = string(start..<end) }
      tokens.append(token)
    }
    return tokens
  }

  mutating func findAddresses() {
    let tokens = tokens()
    var index = 0
    while index < tokens.count {
      if let last = address(tokens, index) {
        let range = tokens[index].range.lowerBound..<tokens[last].range.upperBound
        if isFree(range) {
          let words = string(range).split(whereSeparator: \.isWhitespace).joined(separator: " ")
          add(
            .address, range,
            target: "https://www.openstreetmap.org/search?query=" + Self.percentEncoded(words), value: words)
          index = last + 1
          continue
        }
      }
      index += 1
    }
  }

  private static func percentEncoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      let scalar = Unicode.Scalar(byte)
      if byte < 0x80,
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
          || "-._~".unicodeScalars.contains(scalar)
      {
        result.unicodeScalars.append(scalar)
      } else {
        result += "%" + String(byte, radix: 16, uppercase: true).leftPadded(to: 2)
      }
    }
    return result
  }

  /// The last word of an address that starts with a word.
  private func address(_ tokens: [Token], _ first: Int) -> Int? {
    let token = tokens[first]
    if token.isHouseNumber, !token.endsInStop {
      return frenchAddress(tokens, first) ?? (token.endsInComma ? nil : englishAddress(tokens, first))
    }
    guard token.isCapitalized, !token.endsInComma else { return nil }
    return germanAddress(tokens, first) ?? (token.endsInStop ? nil : romanceAddress(tokens, first))
  }

  /// `1600 Amphitheatre Parkway, Mountain View, CA 94043`, `10 Downing Street, London SW1A 2AA`.
  private func englishAddress(_ tokens: [Token], _ first: Int) -> Int? {
    var index = first + 1
    var street: Int?
    while index < min(tokens.count, first + 7) {
      let token = tokens[index]
      let isSuffix = Self.streets.contains(token.lower) || Self.doubtfulStreets.contains(token.lower)
      if index > first + 1, isSuffix, token.isCapitalized {
        street = index
        // `Park Avenue`, `Hill Road`: the last of two is the street.
        if !token.endsInComma, !token.endsInStop, index + 1 < tokens.count,
          Self.streets.contains(tokens[index + 1].lower), tokens[index + 1].isCapitalized
        {
          street = index + 1
        }
        break
      }
      guard token.isCapitalized || token.isOrdinal, !token.endsInComma else { return nil }
      if token.endsInStop, !Self.directions.contains(token.lower), token.lower != "st" { return nil }
      index += 1
    }
    guard let street else { return nil }
    var last = street
    if let next = following(tokens, last, acrossComma: false), Self.directions.contains(tokens[next].lower),
      tokens[next].isCapitalized
    {
      last = next
    }
    if let next = following(tokens, last, acrossComma: true) {
      let word = tokens[next]
      if word.text.hasPrefix("#"), word.text.count > 1 {
        last = next
      } else if Self.units.contains(word.lower), let number = following(tokens, next, acrossComma: false),
        tokens[number].text.contains(where: \.isNumber) || tokens[number].text.count == 1
      {
        last = number
      }
    }
    if let end = region(tokens, last) { return end }
    guard Self.streets.contains(tokens[street].lower) else { return nil }
    if let end = lonelyCity(tokens, last) { return end }
    // `Road Report` is no road.
    if !tokens[last].endsInComma, !tokens[last].endsInStop, last + 1 < tokens.count,
      tokens[last + 1].isCapitalized
    {
      return nil
    }
    return last
  }

  /// The next word, unless a sentence ends before it; a point after an abbreviation does not count.
  private func following(_ tokens: [Token], _ index: Int, acrossComma: Bool) -> Int? {
    guard index + 1 < tokens.count, acrossComma || !tokens[index].endsInComma else { return nil }
    let isAbbreviation =
      tokens[index].text.count <= 4 && at(tokens[index].range.upperBound) == "."
    return tokens[index].endsInStop && !isAbbreviation ? nil : index + 1
  }

  /// A city with a state and a number, or with a British or Dutch or continental number.
  private func region(_ tokens: [Token], _ last: Int) -> Int? {
    guard var index = following(tokens, last, acrossComma: true) else { return nil }
    let start = index
    while index < min(tokens.count, start + 5) {
      let token = tokens[index]
      if Self.states.contains(token.text) {
        if let next = following(tokens, index, acrossComma: false), isZip(tokens[next].text) { return next }
        if index > start, token.endsInComma || token.endsInStop || index + 1 == tokens.count { return index }
      }
      if index > start || tokens[last].endsInComma, isZip(token.text) { return index }
      if let next = following(tokens, index, acrossComma: false),
        isBritishCode(token.text, tokens[next].text)
      {
        return next
      }
      guard token.isCapitalized, !token.endsInStop || token.text.count <= 3 else { return nil }
      index += 1
    }
    return nil
  }

  /// A city without anything behind it.
  private func lonelyCity(_ tokens: [Token], _ last: Int) -> Int? {
    guard tokens[last].endsInComma, var index = following(tokens, last, acrossComma: true) else { return nil }
    let start = index
    while index < min(tokens.count, start + 3) {
      let token = tokens[index]
      guard token.isCapitalized, token.text.count > 2 else { return nil }
      if token.endsInComma || token.endsInStop || index + 1 == tokens.count { return index }
      index += 1
    }
    return nil
  }

  private func isZip(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } }
    return isPlain && (parts.map(\.count) == [5] || parts.map(\.count) == [5, 4])
  }

  /// `SW1A 2AA`.
  private func isBritishCode(_ outward: String, _ inward: String) -> Bool {
    func shape(_ text: String) -> String {
      String(
        text.map { character in
          character.isASCII && character.isNumber
            ? "9" : character.isASCII && character.isUppercase ? "A" : "-"
        })
    }
    return ["A9", "A99", "AA9", "AA99", "A9A", "AA9A"].contains(shape(outward)) && shape(inward) == "9AA"
  }

  /// A number and a city of the continent: `10115 Berlin`, `1012 AB Amsterdam`, `1250-096 Lisboa`.
  private func continentalCity(_ tokens: [Token], _ last: Int) -> Int? {
    guard let code = following(tokens, last, acrossComma: true) else { return nil }
    let parts = tokens[code].text.split(separator: "-", omittingEmptySubsequences: false).map(\.count)
    guard tokens[code].text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "-") }),
      [[4], [5], [4, 3], [2, 3]].contains(parts), var city = following(tokens, code, acrossComma: false)
    else { return nil }
    if parts == [4], tokens[city].text.count == 2,
      tokens[city].text.allSatisfy({ $0.isASCII && $0.isUppercase }),
      let next = following(tokens, city, acrossComma: false)
    {
      city = next
    }
    guard tokens[city].isCapitalized else { return nil }
    // `Frankfurt am Main`.
    if let small = following(tokens, city, acrossComma: false),
      ["am", "an", "im", "sur"].contains(tokens[small].text),
      let next = following(tokens, small, acrossComma: false), tokens[next].isCapitalized
    {
      return next
    }
    return city
  }

  /// `Hauptstraße 5, 10115 Berlin`, `Lange Straße 12a`, `Keizersgracht 123, 1015 CJ Amsterdam`.
  private func germanAddress(_ tokens: [Token], _ first: Int) -> Int? {
    for street in first..<min(tokens.count, first + 3) {
      let word = tokens[street]
      guard word.isCapitalized, !word.endsInComma else { return nil }
      func ends(_ endings: [String]) -> Bool {
        endings.contains { word.lower.hasSuffix($0) && (word.text.count > $0.count + 2 || street > first) }
      }
      let (isStreet, isDoubtful) = (ends(Self.germanStreets), ends(Self.doubtfulGermanStreets))
      let isAbbreviation = word.lower.hasSuffix("str") && at(word.range.upperBound) == "."
      if word.endsInStop, !isAbbreviation { return nil }
      guard isStreet || isDoubtful, street + 1 < tokens.count, tokens[street + 1].isHouseNumber else {
        continue
      }
      if word.lower.hasSuffix("str"), !isAbbreviation { return nil }
      return continentalCity(tokens, street + 1) ?? (isStreet ? street + 1 : nil)
    }
    return nil
  }

  /// `10 rue de la Paix, 75002 Paris`.
  private func frenchAddress(_ tokens: [Token], _ first: Int) -> Int? {
    var index = first + 1
    if index < tokens.count, ["bis", "ter"].contains(tokens[index].text) { index += 1 }
    guard index < tokens.count, Self.frenchStreets.contains(tokens[index].text), !tokens[index].endsInComma,
      let last = streetName(tokens, index)
    else { return nil }
    return continentalCity(tokens, last) ?? last
  }

  /// `Calle de Alcalá 48, 28014 Madrid`, `Via Roma, 12`.
  private func romanceAddress(_ tokens: [Token], _ first: Int) -> Int? {
    guard Self.romanceStreets.contains(tokens[first].lower), let name = streetName(tokens, first),
      let number = following(tokens, name, acrossComma: true), tokens[number].isHouseNumber
    else { return nil }
    if let end = continentalCity(tokens, number) { return end }
    let isEnd = tokens[number].endsInComma || tokens[number].endsInStop || number + 1 == tokens.count
    return isEnd || !tokens[name].endsInComma ? number : nil
  }

  /// The last word of a street's name: capitalized words with small ones like `de la` between them.
  private func streetName(_ tokens: [Token], _ street: Int) -> Int? {
    var last: Int?
    var index = street + 1
    while index < min(tokens.count, street + 7) {
      let token = tokens[index]
      let tail = token.lower.split(whereSeparator: { $0 == "'" || $0 == "’" })
      let isElided = tail.count == 2 && tail[0].count == 1
      if token.isCapitalized || isElided {
        last = index
      } else if !Self.particles.contains(token.lower) {
        break
      }
      if token.endsInComma || token.endsInStop { break }
      index += 1
    }
    return last
  }
}
