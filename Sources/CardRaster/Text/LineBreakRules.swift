/// Line break opportunities between characters, as in browsers.
///
/// Pango follows Unicode's rules (UAX 14), which browsers change for ASCII: paths, dates and amounts stay
/// whole, and any space is a break opportunity. The rules for ASCII were observed in Chromium.
enum LineBreakRules {
  /// Whether a line may start with a cluster.
  ///
  /// - Parameters:
  ///   - unicode: the result of Unicode's rules.
  ///   - before: the character before the previous one, if there is one.
  static func mayBreak(
    _ before: TextClusters.Piece?, _ previous: TextClusters.Piece, _ next: TextClusters.Piece, unicode: Bool
  ) -> Bool {
    if next.kind == .space || next.kind == .newline { return false }
    if previous.kind == .space { return true }
    // Between Hebrew letters a hyphen is a break opportunity, as in LB21a since Unicode 15.1.
    if previous.isHyphen, next.isHebrew, before?.isHebrew ?? false { return true }
    guard let left = previous.ascii, let right = next.ascii else { return unicode }
    switch left {
    case UInt8(ascii: "-"):
      // A hyphen before a digit is a minus sign, unless it follows a letter or a digit.
      if isDigit(right) { return before?.ascii.map { isDigit($0) || isLetter($0) } ?? false }
      return !closing.contains(right)
    case UInt8(ascii: "?"): return !closing.contains(right)
    default: return opening.contains(right) && ending.contains(left)
    }
  }

  /// Characters that do not start a line after a hyphen or a question mark.
  private static let closing = Set("!\"'),./:;?]}".utf8).union(["$".utf8.first ?? 0])
  /// Characters that may start a line after one of `ending`.
  private static let opening = Set("(<[{".utf8)
  /// Characters after which an opening bracket may start a line.
  private static let ending = Set("!\"#%&)*+,.:;=>\\]|}~".utf8)

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}

extension TextClusters {
  /// The properties of a cluster that matter for line breaks.
  struct Piece {
    let kind: Kind
    /// Its character if it is ASCII.
    let ascii: UInt8?
    /// Whether it is a Hebrew letter.
    var isHebrew = false
    /// Whether it is the ASCII or the Hebrew hyphen.
    var isHyphen = false
  }

  /// The properties of a cluster that matter for line breaks.
  func piece(_ number: Int) -> Piece {
    let cluster = clusters[number]
    let byte = cluster.length == 1 ? bytes[cluster.start] : nil
    var piece = Piece(kind: cluster.kind, ascii: byte, isHyphen: byte == 0x2D)
    if cluster.length > 1 {
      // UTF-8 of U+05D0 to U+05F2, and of U+05BE.
      let pair = (bytes[cluster.start], bytes[cluster.start + 1])
      piece.isHebrew = pair.0 == 0xD7 && (0x90...0xB2).contains(pair.1)
      piece.isHyphen = pair == (0xD6, 0xBE)
    }
    return piece
  }

  /// Removes the line breaks at the spaces inside an amount: `12 %`, `€ 12` and `1 299`, and those after a prefix of
  /// one letter: `e-mail`.
  func keepAmounts(_ breaks: inout [Bool]) {
    for number in breaks.indices.dropFirst(2) where breaks[number] && piece(number - 1).isHyphen {
      let isPrefix = isLetter(number - 2) && (number == 2 || clusters[number - 3].kind == .space)
      if isPrefix { breaks[number] = false }
    }
    for number in breaks.indices.dropFirst(2) where breaks[number] && clusters[number - 1].kind == .space {
      let isAmount =
        isDigit(number - 2) ? isUnit(number) || isGroup(number) : isUnit(number - 2) && isDigit(number)
      if isAmount {
        breaks[number] = false
      }
    }
  }

  /// For each cluster, whether a Japanese phrase starts with it; nil if the text has no kana.
  ///
  /// Particles and endings in hiragana belong to the word before them, so a phrase starts with another script after
  /// hiragana. Words of one script stay whole.
  func phraseStarts(_ breaks: [Bool], in range: Range<Int>) -> [Bool]? {
    let scripts = range.map { scalar($0).flatMap(JapaneseScript.init) }
    guard scripts.contains(where: { $0 == .hiragana || $0 == .katakana }) else { return nil }
    return zip(breaks, scripts.indices).map { mayBreak, place in
      guard mayBreak, place > 0, let before = scripts[place - 1], let next = scripts[place] else {
        return mayBreak
      }
      return next != .hiragana && next != before
    }
  }

  private func isDigit(_ number: Int) -> Bool {
    clusters.indices.contains(number) && scalar(number)?.properties.numericType == .decimal
  }

  private func isLetter(_ number: Int) -> Bool { scalar(number)?.properties.isAlphabetic ?? false }

  private func isUnit(_ number: Int) -> Bool {
    guard let scalar = scalar(number) else { return false }
    return scalar == "%" || scalar == "‰" || scalar.properties.generalCategory == .currencySymbol
  }

  /// Whether three digits start here that continue a number before the space.
  private func isGroup(_ number: Int) -> Bool {
    guard (number..<number + 3).allSatisfy(isDigit), !isDigit(number + 3) else { return false }
    return !(2...5).allSatisfy { isDigit(number - $0) }
  }

  /// For each cluster, whether a line may start with it, from the result of Unicode's rules.
  func breaks(unicode: [Bool]) -> [Bool] {
    unicode.indices.map { number in
      guard number > 0 else { return false }
      return LineBreakRules.mayBreak(
        number > 1 ? piece(number - 2) : nil, piece(number - 1), piece(number), unicode: unicode[number])
    }
  }
}

/// The scripts of Japanese words.
private enum JapaneseScript {
  case hiragana, katakana, han

  /// The script of a character; nil for others and for punctuation.
  init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x3041...0x309F: self = .hiragana
    case 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: self = .katakana
    case 0x3005, 0x3400...0x4DBF, 0x4E00...0x9FFF: self = .han
    default: return nil
    }
  }
}
