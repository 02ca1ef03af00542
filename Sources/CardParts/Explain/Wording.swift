import CardRaster

/// Texts and numbers as sentences about changes have them.
enum Wording {
  /// The longest text that is quoted as a whole, in characters.
  private static let longest = 40
  /// How many characters before a difference are kept.
  private static let lead = 12

  /// A text in quotes, its end left out when it is long.
  static func quoted(_ text: String) -> String {
    let line = oneLine(text)
    return line.count <= longest ? "'\(line)'" : "'\(line.prefix(longest - 1))…'"
  }

  /// Two texts in quotes, long ones shortened around the first difference.
  static func quoted(_ old: String, _ new: String) -> (old: String, new: String) {
    let (a, b) = (Array(oneLine(old)), Array(oneLine(new)))
    if a.count <= longest, b.count <= longest { return told(old, new, "'\(String(a))'", "'\(String(b))'") }
    var start = 0
    while start < a.count, start < b.count, a[start] == b[start] { start += 1 }
    var from = max(0, start - lead)
    // From the start of a word, when one starts there.
    if from > 0, let space = a[from..<min(start, a.count)].firstIndex(of: " ") { from = space + 1 }
    if from <= 2 { from = 0 }
    func part(_ text: [Character]) -> String {
      let rest = text.dropFirst(from)
      let end = rest.count <= longest ? String(rest) : "\(String(rest.prefix(longest - 1)))…"
      return "'\(from > 0 ? "…" : "")\(end)'"
    }
    return told(old, new, part(a), part(b))
  }

  /// What is not seen is spelled out where nothing else tells two texts apart.
  private static func told(_ old: String, _ new: String, _ a: String, _ b: String) -> (
    old: String, new: String
  ) {
    // Comparing what is drawn: a Cyrillic letter and a Latin one may be one picture.
    guard LookAlikes.skeleton(a) == LookAlikes.skeleton(b), !haveSameScalars(old, new) else { return (a, b) }
    return (spelled(old, unlike: new), spelled(new, unlike: old))
  }

  /// Whether two texts are the same to the last code point: letters with and without composed accents are not.
  private static func haveSameScalars(_ a: String, _ b: String) -> Bool {
    a.unicodeScalars.elementsEqual(b.unicodeScalars)
  }

  /// The characters of a text from the first that another one does not have, by number.
  private static func spelled(_ text: String, unlike other: String) -> String {
    let (a, b) = (Array(text.unicodeScalars), Array(other.unicodeScalars))
    var start = 0
    while start < a.count, start < b.count, a[start] == b[start] { start += 1 }
    let words = String(String.UnicodeScalarView(a[max(0, start - lead)..<start]))
    let codes = a.dropFirst(start).prefix(3).map { DeckIssue.code($0.value) }
    return
      "'\(start > lead ? "…" : "")\(oneLine(words))' + \(codes.isEmpty ? "nothing" : codes.joined(separator: " "))"
  }

  /// The text with blank space as single spaces.
  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// A length as people read it: to the tenth of a point, small ones finer.
  static func points(_ value: Double) -> String {
    let size = value.magnitude
    return NumberText.text(value, digits: size >= 1 ? 1 : size >= 0.05 ? 2 : 3) + " pt"
  }

  /// `2 pt down`, `3 pt left and 1 pt up`.
  static func shift(_ delta: Point) -> String {
    var words: [String] = []
    if isSeen(delta.x) { words.append(points(delta.x.magnitude) + (delta.x > 0 ? " right" : " left")) }
    if isSeen(delta.y) { words.append(points(delta.y.magnitude) + (delta.y > 0 ? " down" : " up")) }
    return words.joined(separator: " and ")
  }

  /// `grew 12 pt wider and 3 pt taller`, `became 2 pt shorter`.
  static func growth(_ width: Double, _ height: Double) -> String {
    func word(_ value: Double, _ more: String, _ less: String) -> String? {
      isSeen(value) ? "\(points(value.magnitude)) \(value > 0 ? more : less)" : nil
    }
    let words = [word(width, "wider", "narrower"), word(height, "taller", "shorter")].compactMap { $0 }
    let isGrowth = width > -0.0015 && height > -0.0015
    return (isGrowth ? "grew " : "became ") + words.joined(separator: " and ")
  }

  /// Whether a length is more than the noise of rounding.
  static func isSeen(_ value: Double) -> Bool { value.magnitude > 0.0015 }

  /// `1 part`, `14 parts`.
  static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? one + "s")"
  }

  /// `a`, `a and b`, `a, b and 3 more`.
  static func list(_ words: [String], most: Int = 3) -> String {
    if words.count > most {
      return words.prefix(most - 1).joined(separator: ", ") + " and \(words.count - most + 1) more"
    }
    guard words.count > 1, let last = words.last else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}

/// Characters that look like others, so that two texts can look the same and be different.
enum LookAlikes {
  /// The text with each character in the place of those that look like it, and without those that nobody sees.
  static func skeleton(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.properties.isDefaultIgnorableCodePoint { continue }
      result.unicodeScalars.append(plain(scalar))
    }
    return result
  }

  /// The Latin letter, digit or sign that a character looks like; itself when it looks like none.
  private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if let known = table[scalar] { return known }
    // The full-width forms of ASCII stand in its order.
    if (0xFF01...0xFF5E).contains(scalar.value) { return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar }
    return scalar
  }

  private static let table: [Unicode.Scalar: Unicode.Scalar] = {
    // Cyrillic, Greek, Armenian; then hyphens, dots and marks.
    let pairs: [(String, String)] = [
      ("АВЕЅІЈКМНОРСТУХԌԚԜѴаеѕіјорсухѵԁһԛԝӏ", "ABESIJKMHOPCTYXGQWVaesijopcyxvdhqwl"),
      ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοικρνυϳ", "ABEZHIKMNOPTYXoikpvuj"),
      ("օսհոց", "ouhng"),
      ("‐‑−․‚ʹʻʼ՚", "---.,''''"),
    ]
    var table: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (from, to) in pairs {
      for (a, b) in zip(from.unicodeScalars, to.unicodeScalars) { table[a] = b }
    }
    return table
  }()
}
