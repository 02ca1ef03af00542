/// Text divided into user-perceived characters (clusters), each with its font family.
///
/// Guarantees: `bytes` is UTF-8 without control characters except line feed and tab; each byte belongs to one
/// cluster, and clusters are in text order.
struct TextClusters: Equatable {
  /// The role of a cluster in line breaking.
  enum Kind: UInt8 {
    case text
    case space
    case newline
    /// A break opportunity that was inserted into an overlong run; not part of the source.
    case inserted
    /// An inserted ellipsis or hyphen; not part of the source.
    case sign
  }

  /// The East Asian script of a cluster, as far as it determines the language.
  ///
  /// For a script that a language is not written in, Pango would take another language from the environment.
  enum Ideographs: UInt8 {
    case any, kana, hangul

    /// The language of the script; nil for that of the text.
    var language: String? {
      switch self {
      case .any: nil
      case .kana: "ja"
      case .hangul: "ko"
      }
    }

    init(_ first: UInt8, _ second: UInt8, _ third: UInt8) {
      // UTF-8 of three bytes: U+3040 to U+30FF, and U+AC00 to U+D7A3.
      let value = Int(first & 0x0F) << 12 | Int(second & 0x3F) << 6 | Int(third & 0x3F)
      self = (0x3040...0x30FF).contains(value) ? .kana : (0xAC00...0xD7A3).contains(value) ? .hangul : .any
    }
  }

  /// The letter spacing after a cluster.
  enum Spacing: UInt8 {
    /// None, as letters of its script join (CSS Text, "Cursive Scripts").
    case none
    /// The deck's spacing; for characters of a fallback font.
    case given
    /// The deck's spacing plus the font's tracking.
    case tracked
  }

  /// One user-perceived character.
  struct Cluster: Equatable {
    /// The offset of its first byte.
    var start: Int
    /// The number of its bytes.
    var length: Int
    var span: Int
    /// The number of its font family.
    var family = 0
    /// Its role in line breaking.
    var kind: Kind
    /// Whether no family has it.
    var isMissing = false
    /// Its script.
    var ideographs = Ideographs.any
    /// The number of bytes at its start that are not part of the source: a direction mark.
    var lead = 0
    /// The number of bytes at its end that are not part of the source: a line separator and hyphen.
    var addition = 0
    /// The letter spacing after it.
    var spacing = Spacing.tracked
    /// Whether it is a space at the end of a line, which is not drawn.
    var hangs = false
  }

  /// The text.
  private(set) var bytes: [UInt8] = []
  /// Its characters.
  var clusters: [Cluster] = []
  /// Whether any of the source was dropped: more stacked marks than `Limits.combiningMarks`.
  private(set) var isReduced = false
  /// The number of characters since the last line break opportunity.
  private var unbroken = 0
  /// The number of invisible characters since the last visible one.
  private var invisible = 0
  /// The number of tabs since the start of the line.
  private var tabs = 0

  /// Makes an empty text.
  init() {}

  /// Divides the texts of spans; leading and trailing empty lines are left out.
  init(_ spans: [TextSpan]) {
    var endedInReturn = false
    for (number, text) in Self.texts(of: spans).enumerated() {
      var text = text
      // A pair of return and line feed may be split between two spans.
      if endedInReturn, text.unicodeScalars.first == "\n" {
        text = Substring(text.unicodeScalars.dropFirst())
      }
      if let last = text.unicodeScalars.last { endedInReturn = last == "\r" }
      append(text, span: number)
    }
    trimLineEnds()
  }

  /// Removes the empty lines at both ends, including their spaces.
  private mutating func trimLineEnds() {
    let isSeen: (Cluster) -> Bool = { $0.kind != .newline && $0.kind != .space }
    guard clusters.first.map(isSeen) != true || clusters.last.map(isSeen) != true else { return }
    let first = clusters.firstIndex(where: isSeen) ?? clusters.count
    let start = clusters[..<first].lastIndex { $0.kind == .newline }.map { $0 + 1 } ?? 0
    let last = clusters.lastIndex(where: isSeen) ?? first - 1
    let end = clusters[max(start, last + 1)...].firstIndex { $0.kind == .newline } ?? clusters.count
    guard start > 0 || end < clusters.count else { return }
    var trimmed = part(start..<end)
    trimmed.isReduced = isReduced
    self = trimmed
  }

  /// Joins several lines into one; each line end becomes a space.
  mutating func joinLines() {
    tabs = 0
    for number in clusters.indices {
      let start = clusters[number].start
      if clusters[number].kind == .newline {
        clusters[number].kind = .space
        bytes[start] = 0x20
      } else if bytes[start] == 0x09 {
        bytes[start] = nextTab()
      }
    }
  }

  /// A tab, or a space if the line has too many of them.
  private mutating func nextTab() -> UInt8 {
    tabs += 1
    return tabs > Limits.tabs ? 0x20 : 0x09
  }

  func text(of cluster: Cluster) -> String {
    String(decoding: source(of: cluster), as: UTF8.self)
  }

  /// The source bytes of a cluster.
  func source(of cluster: Cluster) -> ArraySlice<UInt8> {
    bytes[cluster.start + cluster.lead..<cluster.start + cluster.length - cluster.addition]
  }

  /// The source text of some clusters, without inserted characters.
  func sourceText(_ range: Range<Int>) -> String {
    var result: [UInt8] = []
    for cluster in clusters[range] where cluster.kind != .inserted && cluster.kind != .sign {
      result += source(of: cluster)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The whole source text.
  var sourceText: String {
    clusters.contains { $0.kind == .inserted || $0.kind == .sign }
      ? sourceText(clusters.indices) : String(decoding: bytes, as: UTF8.self)
  }

  /// For each byte, the number of its cluster; one more entry for the end.
  func owners() -> [Int] {
    var owners: [Int] = []
    owners.reserveCapacity(bytes.count + 1)
    for (number, cluster) in clusters.enumerated() {
      for _ in 0..<cluster.length { owners.append(number) }
    }
    owners.append(clusters.count)
    return owners
  }

  /// A text of some of the clusters; line breaks become spaces if it is to be one line.
  func part(_ range: Range<Int>, asOneLine: Bool = false) -> TextClusters {
    changing(TextClusters()) { $0.append(from: self, range, asOneLine: asOneLine) }
  }

  /// Appends some of the clusters of another text.
  mutating func append(from other: TextClusters, _ range: Range<Int>, asOneLine: Bool = true) {
    for var cluster in other.clusters[range] {
      if asOneLine, cluster.kind == .newline {
        cluster.start = bytes.count
        cluster.kind = .space
        bytes.append(0x20)
      } else {
        let source = other.bytes[cluster.start..<cluster.start + cluster.length]
        cluster.start = bytes.count
        bytes += source
      }
      clusters.append(cluster)
    }
  }

  /// Appends a character that is not part of the source, in the style of a span.
  mutating func appendSign(_ sign: String, span: Int, family: Int?) {
    let encoded = Array(sign.utf8)
    clusters.append(
      Cluster(start: bytes.count, length: encoded.count, span: span, family: family ?? 0, kind: .sign))
    bytes += encoded
  }

  /// The same text with a line separator (U+2028) at line ends, after a hyphen if one is shown.
  ///
  /// The clusters keep their numbers. Pango breaks only at the separator, and takes the direction of all
  /// lines from the paragraph as a whole.
  ///
  /// - Parameter directions: for some clusters, whether they run from right to left, as the bidi rules give
  ///   another direction at a line's end.
  func separated(at ends: [LineEnd], directions: [Int: Bool] = [:]) -> TextClusters {
    var result = TextClusters()
    result.isReduced = isReduced
    var next = 0
    for (number, cluster) in clusters.enumerated() {
      var copy = cluster
      copy.start = result.bytes.count
      let direction = directions[number]
      if let direction {
        copy.lead = Self.directionMark
        result.bytes += Array((direction ? "\u{202E}" : "\u{202D}").utf8)
      }
      result.bytes += bytes[cluster.start..<cluster.start + cluster.length]
      let isEnd = next < ends.count && ends[next].place == number + 1
      if isEnd { result.bytes += Array((ends[next].hyphen ?? "").utf8) }
      if direction != nil { result.bytes += Array("\u{202C}".utf8) }
      if isEnd {
        if copy.kind == .space {
          copy.hangs = true
          result.hangSpaces()
        }
        result.bytes += Array("\u{2028}".utf8)
        next += 1
      }
      copy.addition = result.bytes.count - copy.start - copy.lead - cluster.length
      copy.length = result.bytes.count - copy.start
      result.clusters.append(copy)
    }
    return result
  }

  /// The number of bytes of a direction mark.
  private static let directionMark = 3

  /// Marks the spaces at the end, where a line breaks: letters before them are not kerned with them.
  mutating func hangSpaces() {
    for index in clusters.indices.reversed() {
      guard clusters[index].kind == .space, clusters[index].addition == 0 else { return }
      clusters[index].hangs = true
    }
  }

  /// Whether a cluster is a soft hyphen (U+00AD).
  func isSoftHyphen(_ number: Int) -> Bool {
    let start = clusters[number].start
    return bytes[start..<start + clusters[number].length] == [0xC2, 0xAD]
  }

  private mutating func append(_ text: Substring, span: Int) {
    if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) {
      for byte in text.utf8 { append(ascii: byte, span: span) }
    } else {
      for character in text { append(character, span: span) }
    }
  }

  private mutating func append(ascii byte: UInt8, span: Int) {
    switch byte {
    // A vertical tab and a form feed end a line as well (UAX 14).
    case 0x0A...0x0C:
      append([0x0A], span: span, kind: .newline)
      tabs = 0
    case 0x20: append([byte], span: span, kind: .space)
    case 0x09: append([nextTab()], span: span, kind: .space)
    case 0..<0x20, 0x7F: break
    default:
      append([byte], span: span, kind: .text)
      if byte == 0x2D { unbroken = 0 }
    }
  }

  private mutating func append(_ character: Character, span: Int) {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return }
    if scalars.count == 1 || first == "\r" {
      append(scalar: first, span: span)
    } else {
      var kept: [UInt8] = []
      var marks = 0
      var wasLetter = false
      for scalar in scalars {
        let category = scalar.properties.generalCategory
        guard category != .control, !isOneTooMany(scalar) else { continue }
        let isMark =
          category == .nonspacingMark || category == .enclosingMark || category == .spacingMark
        if isMark {
          marks += 1
          if marks > Limits.combiningMarks {
            isReduced = true
            continue
          }
        }
        kept += String(scalar).utf8
        // Viramas may join any number of consonants, each with its own marks.
        let isJoined = wasLetter && kept.count >= 48 && scalar.properties.canonicalCombiningClass == .virama
        if isJoined { marks = 0 }
        wasLetter = !isMark
        // No font has a glyph for such a long chain; in pieces it can be broken into lines.
        if isJoined || kept.count >= 256 {
          append(kept, span: span, kind: .text)
          kept = []
        }
      }
      append(kept, span: span, kind: .text)
      if Self.breaksAnywhere(first) { unbroken = 0 }
    }
  }

  private mutating func append(scalar: Unicode.Scalar, span: Int) {
    switch scalar.value {
    case 0x0D, 0x85, 0x2028, 0x2029: append(ascii: 0x0A, span: span)
    case 0..<0x80: append(ascii: UInt8(scalar.value), span: span)
    case 0x80..<0xA0: break
    default:
      guard !isOneTooMany(scalar) else { return }
      let isSpace = scalar.properties.isWhitespace && scalar.value != 0xA0 && scalar.value != 0x202F
      append(Array(String(scalar).utf8), span: span, kind: isSpace ? .space : .text)
      if scalar.value == 0x200B || Self.breaksAnywhere(scalar) { unbroken = 0 }
    }
  }

  /// Whether a character is invisible and follows `Limits.invisibleRun` others.
  private mutating func isOneTooMany(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.properties.isDefaultIgnorableCodePoint else {
      invisible = 0
      return false
    }
    invisible += 1
    return invisible > Limits.invisibleRun
  }

  private mutating func append(_ encoded: [UInt8], span: Int, kind: Kind) {
    guard !encoded.isEmpty else { return }
    if encoded[0] < 0x80 { invisible = 0 }
    if kind == .text {
      if unbroken >= Limits.unbrokenRun {
        let space: [UInt8] = [0xE2, 0x80, 0x8B]
        clusters.append(Cluster(start: bytes.count, length: space.count, span: span, kind: .inserted))
        bytes += space
        unbroken = 0
      }
      unbroken += 1
    } else {
      unbroken = 0
    }
    var cluster = Cluster(start: bytes.count, length: encoded.count, span: span, kind: kind)
    if encoded.count >= 3, encoded[0] & 0xF0 == 0xE0 {
      cluster.ideographs = Ideographs(encoded[0], encoded[1], encoded[2])
    }
    clusters.append(cluster)
    bytes += encoded
  }

  /// Whether lines may break on both sides of a cluster's character.
  func isIdeograph(_ number: Int) -> Bool {
    text(of: clusters[number]).unicodeScalars.first.map(Self.breaksAnywhere) ?? false
  }

  /// Whether lines may break on both sides of a character: ideographs, kana, Hangul.
  private static func breaksAnywhere(_ scalar: Unicode.Scalar) -> Bool {
    (0x2E80...0xD7FF).contains(scalar.value) || (0x20000...0x3FFFF).contains(scalar.value)
  }
}
