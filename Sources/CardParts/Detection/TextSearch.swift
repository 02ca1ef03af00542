import CardRaster

/// A text while it is searched.
struct TextSearch {
  let text: [Unicode.Scalar]
  let monthComesFirst: Bool
  /// What has been found already.
  private var isTaken: [Bool]
  private(set) var matches: [DataDetector.Match] = []

  init(_ text: String, monthComesFirst: Bool) {
    self.text = Array(text.unicodeScalars)
    self.monthComesFirst = monthComesFirst
    isTaken = Array(repeating: false, count: self.text.count)
  }

  /// The scalar at a place; a line feed outside the text.
  func at(_ place: Int) -> Unicode.Scalar { text.indices.contains(place) ? text[place] : "\n" }

  func isDigit(_ place: Int) -> Bool { ("0"..."9").contains(at(place)) }

  func isLetter(_ place: Int) -> Bool {
    let scalar = at(place)
    return scalar.isASCII
      ? ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) : scalar.properties.isAlphabetic
  }

  func isWordCharacter(_ place: Int) -> Bool { isDigit(place) || isLetter(place) }

  /// Whether a scalar belongs to a script that is written without spaces between words.
  func isIdeograph(_ place: Int) -> Bool { (0x2E80...0xD7FF).contains(at(place).value) }

  /// A space inside a line.
  func isBlank(_ place: Int) -> Bool {
    switch at(place) {
    case " ", "\u{A0}", "\u{202F}", "\t": true
    default: false
    }
  }

  /// What parts the groups of a telephone number, beside blanks.
  func isSeparator(_ place: Int) -> Bool {
    switch at(place) {
    case "-", ".", "/", "\u{2011}": true
    default: false
    }
  }

  func string(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(text[range]))
  }

  func isFree(_ range: Range<Int>) -> Bool { !isTaken[range].contains(true) }

  mutating func add(_ kind: DataDetector.Kind, _ range: Range<Int>, target: String?, value: String) {
    for place in range { isTaken[place] = true }
    matches.append(DataDetector.Match(kind: kind, range: range, target: target, value: value))
  }
}
