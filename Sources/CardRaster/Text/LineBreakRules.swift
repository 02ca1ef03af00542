/// Between which characters a line may be broken, as browsers do it.
///
/// Pango follows Unicode's rules (UAX 14), which browsers change for what is written in ASCII: paths, dates and amounts stay whole
/// there, and any space is a place to break. What is said here of ASCII was seen in Chromium.
enum LineBreakRules {
  /// Whether a line may start with a cluster.
  ///
  /// - Parameters:
  ///   - unicode: what Unicode's rules say.
  ///   - before: the character before the previous one, if there is one.
  static func mayBreak(
    _ before: TextClusters.Piece?, _ previous: TextClusters.Piece, _ next: TextClusters.Piece, unicode: Bool
  ) -> Bool {
    if next.kind == .space || next.kind == .newline { return false }
    if previous.kind == .space { return true }
    // Between Hebrew letters a hyphen is a place to break, as in LB21a since Unicode 15.1.
    if previous.isHyphen, next.isHebrew, before?.isHebrew ?? false { return true }
    guard let left = previous.ascii, let right = next.ascii else { return unicode }
    switch left {
    case UInt8(ascii: "-"):
      // Of a number it is the sign, unless it stands behind a letter or a digit.
      if isDigit(right) { return before?.ascii.map { isDigit($0) || isLetter($0) } ?? false }
      return !closing.contains(right)
    case UInt8(ascii: "?"): return !closing.contains(right)
    default: return opening.contains(right) && ending.contains(left)
    }
  }

  /// What does not start a line behind a hyphen or a question mark.
  private static let closing = Set("!\"'),./:;?]}".utf8).union(["$".utf8.first ?? 0])
  /// What starts a line behind what ends something.
  private static let opening = Set("(<[{".utf8)
  /// What ends something, so that a bracket behind it may start a line.
  private static let ending = Set("!\"#%&)*+,.:;=>\\]|}~".utf8)

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}

extension TextClusters {
  /// A cluster as far as breaking lines looks at it.
  struct Piece {
    let kind: Kind
    /// Its character, if it is one of ASCII.
    let ascii: UInt8?
    /// Whether it is a letter of Hebrew.
    var isHebrew = false
    /// Whether it is the hyphen of ASCII or of Hebrew.
    var isHyphen = false
  }

  /// A cluster as far as breaking lines looks at it.
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

  /// For each cluster whether a line may start with it, given what Unicode's rules say.
  func breaks(unicode: [Bool]) -> [Bool] {
    unicode.indices.map { number in
      guard number > 0 else { return false }
      return LineBreakRules.mayBreak(
        number > 1 ? piece(number - 2) : nil, piece(number - 1), piece(number), unicode: unicode[number])
    }
  }
}
