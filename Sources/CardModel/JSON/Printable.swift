/// Makes external text safe for terminals, logs and pages.
///
/// Escaped characters, such as `\u{1B}`, stay visible, so a reader sees that the text contains them.
package enum Printable {
  /// The text with escapes for everything that a terminal or a log interprets; line breaks are kept.
  ///
  /// This includes control characters, direction marks, invisible characters, line breaks other than `\n`,
  /// and commands in the logs of build servers, such as `##vso[`; see `LogCommand`.
  package static func text(_ text: String) -> String { written(text, isLine: false) }

  /// The same on one line: line breaks are escaped too.
  package static func line(_ text: String) -> String { written(text, isLine: true) }

  /// The same on one line, for people: a line feed becomes a space, all other line breaks are escaped.
  package static func sentence(_ text: String) -> String {
    // By scalars: as a `Character`, a carriage return with its line feed equals neither of them.
    var flat = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { flat.append(scalar == "\n" ? " " : scalar) }
    return line(String(flat))
  }

  /// The text for content and attributes of XML and HTML; characters that XML 1.0 forbids must be gone.
  package static func markup(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// The text without invisible and control characters, for documents; tabs and line feeds become spaces.
  package static func shown(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\n" || scalar == "\t" {
        result.append(" ")
      } else if !isHidden(scalar) || (isTag(scalar) && result.last.map { $0 == "🏴" || isTag($0) } == true) {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Whether a scalar is a tag character.
  ///
  /// Tags turn a black flag into the flag of a region such as Scotland.
  private static func isTag(_ scalar: Unicode.Scalar) -> Bool { (0xE0020...0xE007F).contains(scalar.value) }

  private static func written(_ text: String, isLine: Bool) -> String {
    var result: [UInt8] = []
    // Whether the line has only white space so far; then the repeated character, one of `:-+~^`, and its
    // count.
    var (isStart, first, count) = (true, Unicode.Scalar(0), 0)
    let scalars = text.unicodeScalars
    for place in scalars.indices {
      let scalar = scalars[place]
      if scalar == "\n", !isLine {
        result.append(0x0A)
        (isStart, count) = (true, 0)
        continue
      }
      if isStart {
        let isMark = ":-+~^".unicodeScalars.contains(scalar) && (count == 0 || scalar == first)
        isStart = isMark || (count == 0 && scalar.properties.isWhitespace)
        (first, count) = isMark ? (scalar, count + 1) : (first, 0)
      }
      let isCommand =
        count == (first == ":" ? 2 : 3) && isStart
        || LogCommand.isCompleted(by: UInt8(exactly: scalar.value) ?? 0, after: result)
      if isCommand || isHidden(scalar) || (isJoiner(scalar) && !joins(scalars, place)) {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".utf8
      } else {
        result += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar.value & ~1 == 0x200C }

  /// Whether a joiner is between two characters that it can join; next to Latin letters it is invisible.
  private static func joins(_ scalars: String.UnicodeScalarView, _ place: String.Index) -> Bool {
    let next = scalars.index(after: place)
    guard place > scalars.startIndex, next < scalars.endIndex else { return false }
    return [scalars[scalars.index(before: place)], scalars[next]].allSatisfy {
      $0.value >= 0x0590 && !$0.properties.isWhitespace && !isJoiner($0) && !isHidden($0)
    }
  }

  /// Whether a scalar is a control character or invisible.
  ///
  /// The joiners U+200C and U+200D are not included, because Persian words and emoji need them. They are
  /// escaped where they join nothing.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0xAD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E,
      0x2060...0x206F,
      0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
      true
    default: scalar.value & 0xFFFE == 0xFFFE
    }
  }
}

/// The commands in logs of build servers, anywhere in a line unless stated otherwise.
///
/// | server | command |
/// |---|---|
/// | GitHub, Gitea, Forgejo | `##[group]`, and `::error::` at the start of a line |
/// | Azure Pipelines | `##vso[task.setvariable …]` |
/// | TeamCity | `##teamcity[buildStatus …]` |
/// | Octopus Deploy | `##octopus[setVariable …]` |
/// | Travis CI | `travis_fold:start:name` |
/// | GitLab | `section_start:0:name` |
/// | Buildkite | `---`, `+++`, `~~~` and `^^^` at the start of a line |
///
/// Jenkins, GitLab and Buildkite also have commands that start with control characters, which are never
/// printed.
enum LogCommand {
  private static let words = ["travis_fold", "travis_time", "section_start", "section_end"].map {
    Array($0.utf8)
  }

  /// Whether a byte completes a command in the text before it.
  ///
  /// Examples are the bracket of `##word[` and the colon of `travis_fold:`.
  static func isCompleted(by byte: UInt8, after text: [UInt8]) -> Bool {
    switch byte {
    case UInt8(ascii: "["):
      let word = text.reversed().prefix { isLetter($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
      return text.dropLast(word.count).suffix(2).elementsEqual("##".utf8)
    case UInt8(ascii: ":"):
      return words.contains { text.suffix($0.count).elementsEqual($0) }
    default: return false
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x5F
  }
}
