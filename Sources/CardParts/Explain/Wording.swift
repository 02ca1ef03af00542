import CardRaster

/// Formats texts and numbers for sentences about changes.
enum Wording {
  /// The maximum number of characters of a quoted text; longer ones are shortened.
  private static let longest = 40
  /// The number of characters kept before a difference.
  private static let lead = 12

  /// A text in quotes, shortened at its end when it is long.
  static func quoted(_ text: String) -> String {
    let line = oneLine(text)
    return line.count <= longest ? "'\(line)'" : "'\(line.prefix(longest - 1))…'"
  }

  /// Two texts in quotes, long ones shortened around their first difference.
  static func quoted(_ old: String, _ new: String) -> (old: String, new: String) {
    let (a, b) = (Array(oneLine(old)), Array(oneLine(new)))
    if a.count <= longest, b.count <= longest { return told(old, new, "'\(String(a))'", "'\(String(b))'") }
    let start = a.commonEnds(with: b).start
    var from = max(0, start - lead)
    // Starts at the beginning of a word if there is one.
    if from > 0, let space = a[from..<min(start, a.count)].firstIndex(of: " ") { from = space + 1 }
    if from <= 2 { from = 0 }
    func part(_ text: [Character]) -> String {
      let rest = text.dropFirst(from)
      let end = rest.count <= longest ? String(rest) : "\(String(rest.prefix(longest - 1)))…"
      return "'\(from > 0 ? "…" : "")\(end)'"
    }
    return told(old, new, part(a), part(b))
  }

  /// The quoted texts, or the code points from the first difference if both look the same.
  private static func told(_ old: String, _ new: String, _ a: String, _ b: String) -> (
    old: String, new: String
  ) {
    // A Cyrillic letter and a Latin one may look the same.
    guard NodeSimilarity.skeleton(a) == NodeSimilarity.skeleton(b), !haveSameScalars(old, new) else {
      return (a, b)
    }
    return (spelled(old, unlike: new), spelled(new, unlike: old))
  }

  /// Whether two texts have the same code points; composed and decomposed accents differ.
  private static func haveSameScalars(_ a: String, _ b: String) -> Bool {
    a.unicodeScalars.elementsEqual(b.unicodeScalars)
  }

  /// The end of the common start of two texts, then up to three code points in hexadecimal.
  private static func spelled(_ text: String, unlike other: String) -> String {
    let (a, b) = (Array(text.unicodeScalars), Array(other.unicodeScalars))
    let start = a.commonEnds(with: b).start
    let words = String(String.UnicodeScalarView(a[max(0, start - lead)..<start]))
    let codes = a.dropFirst(start).prefix(3).map { DeckIssue.code($0.value) }
    return
      "'\(start > lead ? "…" : "")\(oneLine(words))' + \(codes.isEmpty ? "nothing" : codes.joined(separator: " "))"
  }

  /// The text with each run of white space replaced by one space.
  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// A length with one decimal place, or up to three for lengths below 1 pt.
  static func points(_ value: Double) -> String {
    let size = value.magnitude
    return NumberText.format(value, digits: size >= 1 ? 1 : size >= 0.05 ? 2 : 3) + " pt"
  }

  /// A movement in words: `2 pt down`, `3 pt left and 1 pt up`.
  static func shift(_ delta: Point) -> String {
    var words: [String] = []
    if isSeen(delta.x) { words.append(points(delta.x.magnitude) + (delta.x > 0 ? " right" : " left")) }
    if isSeen(delta.y) { words.append(points(delta.y.magnitude) + (delta.y > 0 ? " down" : " up")) }
    return words.joined(separator: " and ")
  }

  /// A change of size in words: `grew 12 pt wider and 3 pt taller`, `became 2 pt shorter`.
  static func growth(_ width: Double, _ height: Double) -> String {
    func word(_ value: Double, _ more: String, _ less: String) -> String? {
      isSeen(value) ? "\(points(value.magnitude)) \(value > 0 ? more : less)" : nil
    }
    let words = [word(width, "wider", "narrower"), word(height, "taller", "shorter")].compactMap { $0 }
    let isGrowth = width > -0.0015 && height > -0.0015
    return (isGrowth ? "grew " : "became ") + words.joined(separator: " and ")
  }

  /// Whether a length is larger than rounding noise.
  static func isSeen(_ value: Double) -> Bool { value.magnitude > 0.0015 }

  /// A number with its noun: `1 part`, `14 parts`.
  static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? one + "s")"
  }

  /// A list in words: `a`, `a and b`, `a, b and 3 more`.
  static func list(_ words: [String], most: Int = 3) -> String {
    if words.count > most {
      return words.prefix(most - 1).joined(separator: ", ") + " and \(words.count - most + 1) more"
    }
    guard words.count > 1, let last = words.last else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}

/// Finds texts that look the same but have different characters.
enum NodeSimilarity {
  /// The text with each character replaced by the one it looks like, without invisible characters.
  static func skeleton(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.properties.isDefaultIgnorableCodePoint { continue }
      result.unicodeScalars.append(plain(scalar))
    }
    return result
  }

  /// The Latin letter, digit or punctuation mark that a character looks like; otherwise the character itself.
  private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if let known = table[scalar] { return known }
    // The full-width forms of ASCII have the same order as ASCII.
    if (0xFF01...0xFF5E).contains(scalar.value) { return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar }
    return scalar
  }

  private static let table: [Unicode.Scalar: Unicode.Scalar] = {
    // Cyrillic, Greek and Armenian letters, then hyphens, dots and other marks.
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
