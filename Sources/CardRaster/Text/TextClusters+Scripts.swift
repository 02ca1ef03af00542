/// Joining scripts, as far as spans and letter spacing depend on them.
extension TextClusters {
  /// Removes letter spacing from scripts with joining letters; spaces between their words keep it.
  ///
  /// Digits and punctuation follow the letters before them, as in browsers.
  mutating func markJoinedLetters() {
    guard bytes.contains(where: { $0 >= 0x80 }) else { return }
    var joins = false
    for index in clusters.indices {
      let cluster = clusters[index]
      switch cluster.kind {
      case .newline: joins = false
      case .space: continue
      case .text, .inserted, .sign:
        guard let scalar = text(of: cluster).unicodeScalars.first else { continue }
        if scalar.isOfJoinedScript {
          joins = true
        } else if scalar.properties.isAlphabetic {
          joins = false
        }
        if joins { clusters[index].spacing = .none }
      }
    }
  }

  /// Whether common ligatures of a cluster's script are optional, so that letter spacing disables them.
  ///
  /// In scripts such as Khmer, Thai and Armenian ligatures are part of the spelling.
  func hasOptionalLigatures(_ cluster: Cluster) -> Bool {
    guard cluster.length > 0, bytes[cluster.start] >= 0x80 else { return true }
    guard let scalar = text(of: cluster).unicodeScalars.first else { return true }
    return scalar.value < 0x530 || (0x1C80...0x1C8F).contains(scalar.value)
      || (0x1D00...0x2E7F).contains(scalar.value) || scalar.value >= 0xFB00 && scalar.value <= 0xFB06
  }

  /// The texts of spans, with borders inside a character moved to its end.
  static func texts(of spans: [TextSpan]) -> [Substring] {
    var texts = spans.map { $0.text[...] }
    var last: Int?
    for index in texts.indices where !texts[index].isEmpty {
      if let last { moveBorder(&texts, last, index) }
      if !texts[index].isEmpty { last = index }
    }
    return texts
  }

  private static func moveBorder(_ texts: inout [Substring], _ last: Int, _ next: Int) {
    // Marks and joiners extend a character; none of them is ASCII.
    while texts[next].utf8.first.map({ $0 >= 0x80 }) ?? false
      || texts[last].utf8.last.map({ $0 >= 0x80 }) ?? false,
      let character = texts[last].last, !texts[next].isEmpty
    {
      let scalars = texts[next].unicodeScalars
      let count = overhang(of: scalars, after: character)
      guard count > 0 else { return }
      let border = scalars.index(scalars.startIndex, offsetBy: count)
      texts[last] = Substring(String(texts[last]) + String(scalars[..<border]))
      texts[next] = Substring(scalars[border...])
    }
  }

  /// The number of scalars at the start of a text that belong to the preceding character.
  private static func overhang(of text: Substring.UnicodeScalarView, after character: Character) -> Int {
    var whole = String.UnicodeScalarView(character.unicodeScalars)
    let before = whole.count
    whole.append(contentsOf: text.prefix(Limits.combiningMarks + before))
    guard let first = String(whole).first else { return 0 }
    let more = first.unicodeScalars.count - before
    if more > 0 || !joinsConsonants(character, text.first) { return max(0, more) }
    return String(text.prefix(Limits.combiningMarks)).first?.unicodeScalars.count ?? 0
  }

  /// Whether a character ends in a virama that joins its consonant and the next one into one syllable.
  private static func joinsConsonants(_ character: Character, _ next: Unicode.Scalar?) -> Bool {
    var scalars = character.unicodeScalars[...]
    let isForced = scalars.last?.value == 0x200D
    if isForced { scalars.removeLast() }
    guard let sign = scalars.last, let next, next.properties.generalCategory == .otherLetter,
      sign.properties.canonicalCombiningClass == .virama, sign.value >> 7 == next.value >> 7
    else { return false }
    switch sign.value {
    // Tamil has two such pairs; the Sinhala sign needs a joiner; those of Thai, Lao and Burmese's asat end a
    // syllable.
    case 0x0BCD:
      return isForced || next.value == 0x0BB7 && scalars.first?.value == 0x0B95
        || next.value == 0x0BB0 && scalars.first?.value == 0x0BB8
    case 0x0DCA: return isForced
    case 0x0E3A, 0x0EBA, 0x103A: return false
    default: return true
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is a letter of a joining script: Arabic, Syriac, Mongolian, N'Ko and others.
  fileprivate var isOfJoinedScript: Bool {
    guard value >= 0x600 else { return false }
    let isInBlock =
      switch value {
      case 0x600...0x7FF, 0x840...0x8FF: !(0x780...0x7BF).contains(value)
      case 0x1800...0x18AF, 0xA840...0xA87F, 0xFB50...0xFDFF, 0xFE70...0xFEFE: true
      case 0x10AC0...0x10AFF, 0x10B80...0x10BAF, 0x10D00...0x10D3F, 0x10EC0...0x10EFF, 0x10F30...0x10FDF: true
      case 0x11660...0x1167F, 0x1E900...0x1E95F: true
      default: false
      }
    return isInBlock && (properties.isAlphabetic || value == 0x640)
  }
}
