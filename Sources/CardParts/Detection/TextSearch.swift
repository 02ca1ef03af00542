import CardRaster

/// Finds links, dates, addresses and other data in a text; matches never overlap.
struct TextSearch {
  let text: [Unicode.Scalar]
  let monthComesFirst: Bool
  /// Whether each scalar belongs to a match.
  private var isTaken: [Bool]
  private(set) var matches: [DataDetector.Match] = []

  init(_ text: String, monthComesFirst: Bool) {
    self.text = Array(text.unicodeScalars)
    self.monthComesFirst = monthComesFirst
    isTaken = Array(repeating: false, count: self.text.count)
  }

  /// The scalar at an index; a line feed outside the text.
  func at(_ place: Int) -> Unicode.Scalar { text.indices.contains(place) ? text[place] : "\n" }

  func isDigit(_ place: Int) -> Bool { ("0"..."9").contains(at(place)) }

  func isLetter(_ place: Int) -> Bool {
    let scalar = at(place)
    return scalar.isASCII
      ? ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) : scalar.properties.isAlphabetic
  }

  func isWordCharacter(_ place: Int) -> Bool { isDigit(place) || isLetter(place) }

  /// Whether a scalar belongs to a script without spaces between words.
  func isIdeograph(_ place: Int) -> Bool { (0x2E80...0xD7FF).contains(at(place).value) }

  /// Whether a scalar is a space inside a line.
  func isBlank(_ place: Int) -> Bool { [" ", "\u{A0}", "\u{202F}", "\t"].contains(at(place)) }

  /// Whether a scalar separates the groups of a telephone number, apart from spaces.
  func isSeparator(_ place: Int) -> Bool { ["-", ".", "/", "\u{2011}"].contains(at(place)) }

  func string(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(text[range]))
  }

  func isFree(_ range: Range<Int>) -> Bool { !isTaken[range].contains(true) }

  mutating func addMatch(_ kind: DataDetector.Kind, _ range: Range<Int>, target: String?, value: String) {
    for place in range { isTaken[place] = true }
    matches.append(DataDetector.Match(kind: kind, range: range, target: target, value: value))
  }
}

/// Finds web and email addresses, telephone numbers, dates and street addresses in text.
///
/// It prefers missing a match to a false one: a number that is not formatted like a telephone number is not
/// recognised. The time is linear in the length of the text, because each attempt examines a limited part, or
/// a part that no other attempt examines.
enum DataDetector {
  /// The kinds of data, with UIKit's names.
  enum Kind: String, Sendable, CaseIterable {
    case link, phoneNumber, address, calendarEvent
  }

  struct Match: Hashable {
    let kind: Kind
    /// The range in Unicode scalars from the start of the text.
    let range: Range<Int>
    /// The target of a tap; nil for a date.
    let target: String?
    /// The normalised value: an address, a number without spaces, or `2026-03-12`.
    let value: String
  }

  /// All matches in a text, in order and without overlaps.
  ///
  /// - Parameter monthComesFirst: Whether 12/03/2026 means December 3rd.
  static func matches(in text: String, monthComesFirst: Bool = true) -> [Match] {
    var search = TextSearch(text, monthComesFirst: monthComesFirst)
    // The first match wins: digits of a web address are not a telephone number.
    search.findLinks()
    search.findDates()
    search.findPhoneNumbers()
    search.findAddresses()
    return search.matches.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The lowercase names of months in all supported languages, with abbreviations that are not other words.
  static let months: [String: Int] = {
    var months: [String: Int] = ["sept": 9]
    func addMonths(_ names: [String]) {
      for (number, name) in names.enumerated() where name.first?.isLetter == true {
        let word = name.lowercased().filter { $0 != "." }
        if months[word] == nil { months[word] = number + 1 }
      }
    }
    addMonths(DeckLocale.standard.words.shortMonths)
    for locale in DeckLocale.all {
      addMonths(locale.words.months)
      addMonths(locale.words.monthsAlone)
      if locale.words.shortMonths.contains(where: { $0.hasSuffix(".") }) {
        addMonths(locale.words.shortMonths)
      }
    }
    return months
  }()
}

/// Street addresses.
extension TextSearch {
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
  /// Words with other meanings too, recognised only if a postal code or state follows.
  private static let ambiguousStreets = words(
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
  private static let ambiguousGermanStreets = [
    "weg", "platz", "ring", "ufer", "damm", "steig", "plein", "dijk",
  ]

  private func tokens() -> [Token] {
    var tokens: [Token] = []
    var place = 0
    while place < text.count {
      guard !at(place).properties.isWhitespace else {
        if at(place) == "\n", !tokens.isEmpty {
          // Two line breaks separate, while one connects.
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
      // Words of addresses are at most 40 characters long.
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
          addMatch(
            .address, range,
            target: "https://www.openstreetmap.org/search?query="
              + words.percentEncoded { $0.isLetterOrDigit || "-._~".utf8.contains($0) }, value: words)
          index = last + 1
          continue
        }
      }
      index += 1
    }
  }

  /// The index of the last word of an address that starts at a word.
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
      let isSuffix = Self.streets.contains(token.lower) || Self.ambiguousStreets.contains(token.lower)
      if index > first + 1, isSuffix, token.isCapitalized {
        street = index
        // `Park Avenue`, `Hill Road`: the second word is the street type.
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
    // `Road Report` is not a road.
    if !tokens[last].endsInComma, !tokens[last].endsInStop, last + 1 < tokens.count,
      tokens[last + 1].isCapitalized
    {
      return nil
    }
    return last
  }

  /// The next word, unless a sentence ends before it; the full stop of an abbreviation does not count.
  private func following(_ tokens: [Token], _ index: Int, acrossComma: Bool) -> Int? {
    guard index + 1 < tokens.count, acrossComma || !tokens[index].endsInComma else { return nil }
    let isAbbreviation =
      tokens[index].text.count <= 4 && at(tokens[index].range.upperBound) == "."
    return tokens[index].endsInStop && !isAbbreviation ? nil : index + 1
  }

  /// A city with a state and postal code, or with a British, Dutch or continental postal code.
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

  /// A city without a postal code or state.
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

  /// A continental postal code and a city: `10115 Berlin`, `1012 AB Amsterdam`, `1250-096 Lisboa`.
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
      let (isStreet, isDoubtful) = (ends(Self.germanStreets), ends(Self.ambiguousGermanStreets))
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

  /// The index of the last word of a street name.
  ///
  /// A street name has capitalised words, with small words such as `de la` between them.
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
