/// Capital and small letters by the rules of Unicode (chapter 3.13 and `SpecialCasing.txt`) and of the language.
extension DeckLocale {
  /// The text in capital letters.
  ///
  /// Turkish has an `i` of its own, and Greek capitals have no accents.
  func uppercased(_ text: String) -> String {
    switch identifier.prefix(2) {
    case "tr": text.replacing("i", with: "İ").uppercased()
    case "el": Self.greekUppercased(text)
    default: text.uppercased()
    }
  }

  /// The text in small letters.
  ///
  /// Turkish has an `ı` of its own; a Greek sigma at the end of a word has a form of its own in every language.
  func lowercased(_ text: String) -> String {
    let text = identifier.hasPrefix("tr") ? text.replacing("İ", with: "i").replacing("I", with: "ı") : text
    guard text.utf8.contains(0xCE), text.unicodeScalars.contains("Σ") else { return text.lowercased() }
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    for (place, scalar) in scalars.enumerated() {
      if scalar == "Σ" {
        let before = scalars[..<place].last { !$0.properties.isCaseIgnorable }
        let behind = scalars[(place + 1)...].first { !$0.properties.isCaseIgnorable }
        let isFinal = before?.properties.isCased == true && behind?.properties.isCased != true
        result.append(isFinal ? "ς" : "σ")
      } else {
        result.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      }
    }
    return String(result)
  }

  /// Greek capitals as in CLDR's rule `el-Upper`.
  ///
  /// Accents and breathings go, a dialytika stays, and one is added where the accent said that two vowels are apart: `μάιος` is
  /// `ΜΑΪΟΣ`. The word `ή` keeps its accent.
  private static func greekUppercased(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    var place = 0
    var isBehindAccent = false
    while place < scalars.count {
      let start = place
      var letters = Array(scalars[place].properties.uppercaseMapping.unicodeScalars)
      place += 1
      guard let first = letters.first, let letter = GreekCapital(first) else {
        result.append(contentsOf: letters)
        isBehindAccent = false
        continue
      }
      letters.removeFirst()
      var (hasAccent, hasDialytika, iotas) = (letter.hasAccent, letter.hasDialytika, 0)
      func add(_ mark: Unicode.Scalar) -> Bool {
        switch mark.value {
        case 0x300, 0x301, 0x303, 0x342: hasAccent = true
        case 0x308: hasDialytika = true
        case 0x344: (hasAccent, hasDialytika) = (true, true)
        case 0x345, 0x399: iotas += 1
        case 0x304, 0x306, 0x311, 0x313, 0x314, 0x343: break
        default: return false
        }
        return true
      }
      for mark in letters { _ = add(mark) }
      while place < scalars.count, scalars[place].value < 0x399, add(scalars[place]) { place += 1 }
      let isIotaOrUpsilon = letter.base == "Ι" || letter.base == "Υ"
      if isBehindAccent, isIotaOrUpsilon { hasDialytika = true }
      isBehindAccent = letter.isVowel && hasAccent && !hasDialytika
      let isOr =
        letter.base == "Η" && hasAccent && iotas == 0 && !isCased(scalars[..<start].last)
        && !isCased(place < scalars.count ? scalars[place] : nil)
      switch letter.base {
      case "Η" where isOr: result.append("Ή")
      case "Ι" where hasDialytika: result.append("Ϊ")
      case "Υ" where hasDialytika: result.append("Ϋ")
      default:
        result.append(letter.base)
        if hasDialytika { result.append("\u{308}") }
      }
      for _ in 0..<iotas { result.append("Ι") }
    }
    return String(result)
  }

  private static func isCased(_ scalar: Unicode.Scalar?) -> Bool { scalar?.properties.isCased == true }
}

/// A Greek capital, and what is above it.
private struct GreekCapital {
  let base: Unicode.Scalar
  var hasAccent = false
  var hasDialytika = false

  var isVowel: Bool { "ΑΕΗΙΟΥΩ".unicodeScalars.contains(base) }

  /// Nil for other characters, and for Coptic letters.
  init?(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    let bases: [(ClosedRange<UInt32>, Unicode.Scalar)] = [
      (0x386...0x386, "Α"), (0x388...0x388, "Ε"), (0x389...0x389, "Η"), (0x38A...0x38A, "Ι"),
      (0x38C...0x38C, "Ο"), (0x38E...0x38E, "Υ"), (0x38F...0x38F, "Ω"), (0x3AA...0x3AA, "Ι"),
      (0x3AB...0x3AB, "Υ"), (0x1F08...0x1F0F, "Α"), (0x1F18...0x1F1D, "Ε"), (0x1F28...0x1F2F, "Η"),
      (0x1F38...0x1F3F, "Ι"), (0x1F48...0x1F4D, "Ο"), (0x1F59...0x1F5F, "Υ"), (0x1F68...0x1F6F, "Ω"),
      (0x1FB8...0x1FBB, "Α"), (0x1FC8...0x1FC9, "Ε"), (0x1FCA...0x1FCB, "Η"), (0x1FD8...0x1FDB, "Ι"),
      (0x1FE8...0x1FEB, "Υ"), (0x1FEC...0x1FEC, "Ρ"), (0x1FF8...0x1FF9, "Ο"), (0x1FFA...0x1FFB, "Ω"),
    ]
    if (0x391...0x3A9).contains(value) {
      base = scalar
    } else if let entry = bases.first(where: { $0.0.contains(value) }) {
      base = entry.1
      switch value {
      case 0x386...0x38F, 0x1FC8...0x1FCB, 0x1FF8...0x1FFB: hasAccent = true
      case 0x3AA, 0x3AB: hasDialytika = true
      // The first two of a row have a breathing or a length alone.
      case 0x1F00...0x1FEB: hasAccent = value % 8 > 1
      default: break
      }
    } else {
      return nil
    }
  }
}
