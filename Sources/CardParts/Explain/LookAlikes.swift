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
