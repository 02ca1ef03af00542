import CardParts

/// The name of a golden: its path below the folder of goldens, without the ending.
///
/// Guarantees: one or more steps with slashes between them; no step is empty, `.` or `..`, begins or ends with a space,
/// ends with a dot, is longer than `GoldenName.stepBytes` bytes or holds a control character, a character that cannot be
/// seen, a backslash or a colon. So a name stays below its folder on any system, and is read as it is.
package struct GoldenName: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The longest step in UTF-8 bytes, which leaves room for endings in the 255 of a file system.
  package static let stepBytes = 200
  /// The longest name in UTF-8 bytes.
  package static let bytes = 1000

  /// The name as it is written: `mail/offer@2x.dark`.
  package let text: String

  /// The name of a record before it is read.
  static let blank = GoldenName()

  private init() { text = "" }

  /// Takes a name.
  ///
  /// - Throws: `GoldenError.name` with the reason when it is none.
  package init(_ text: String) throws(GoldenError) {
    func refuse(_ reason: String) -> GoldenError { .name(text, reason: reason) }
    guard !text.isEmpty else { throw refuse("it is empty") }
    guard text.utf8.count <= Self.bytes else {
      throw refuse("it has \(text.utf8.count) bytes, more than \(Self.bytes)")
    }
    if let scalar = text.unicodeScalars.first(where: Self.isForbidden) {
      throw refuse(Self.reason(scalar))
    }
    guard text.utf8.first != UInt8(ascii: "/") else { throw refuse("a name begins with no slash") }
    for step in text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false) {
      let step = String(String.UnicodeScalarView(step))
      guard !step.isEmpty else { throw refuse("nothing stands between two slashes or behind the last one") }
      guard step != ".", step != ".." else { throw refuse("'\(step)' is no step of a name") }
      guard step.first != " ", step.last != " " else { throw refuse("a step has a space at its edge") }
      guard step.last != "." else { throw refuse("a step ends with a dot") }
      guard step.utf8.count <= Self.stepBytes else {
        throw refuse("a step has \(step.utf8.count) bytes, more than \(Self.stepBytes)")
      }
    }
    self.text = text
  }

  /// The name that is nearest to a text: what a name cannot hold becomes `-`; nil when nothing is left.
  ///
  /// `a: b` → `a- b`, `../x.` → `x`.
  package init?(nearest text: String) {
    var steps: [String] = []
    for part in text.unicodeScalars.split(separator: "/") {
      let scalars = part.map { Self.isForbidden($0) ? Unicode.Scalar("-") : $0 }
      var step = String(String.UnicodeScalarView(scalars))
      while step.utf8.count > Self.stepBytes { step.removeLast() }
      while let last = step.last, last == " " || last == "." { step.removeLast() }
      while let first = step.first, first == " " { step.removeFirst() }
      if !step.isEmpty { steps.append(step) }
    }
    guard let name = try? GoldenName(steps.joined(separator: "/")) else { return nil }
    self = name
  }

  /// Another name: this one with a text at its end.
  ///
  /// - Throws: `GoldenError.name` when that is none.
  package func appending(_ suffix: String) throws(GoldenError) -> GoldenName { try GoldenName(text + suffix) }

  /// A text that is equal for two names which some file systems take for the same one.
  package var collisionKey: String { text.lowercased() }

  /// The name as it is written.
  package var description: String { text }

  /// Names by their bytes, so that the order does not depend on anything.
  package static func < (a: GoldenName, b: GoldenName) -> Bool {
    a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }

  /// Two names are equal when their bytes are: letters with and without composed accents are two files.
  package static func == (a: GoldenName, b: GoldenName) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

  /// Hashes the bytes.
  package func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }

  /// A text in which nothing steers a terminal or the log of a build server; see `Printable.line`.
  ///
  /// - Parameter most: the number of bytes after which it is cut.
  package static func harmless(_ text: String, most: Int = stepBytes) -> String {
    var shown = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < most else { return Printable.line(String(shown)) + "…" }
      count += UTF8.width(scalar)
      shown.append(scalar)
    }
    return Printable.line(text)
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    Printable.isHidden(scalar) || scalar == "\\" || scalar == ":"
  }

  private static func reason(_ scalar: Unicode.Scalar) -> String {
    let code = "U+" + String(repeating: "0", count: max(0, 4 - hex(scalar).count)) + hex(scalar)
    return Printable.isHidden(scalar)
      ? "it holds the invisible character \(code)"
      : "'\(scalar)' is not allowed in the name of a file everywhere"
  }

  private static func hex(_ scalar: Unicode.Scalar) -> String {
    String(scalar.value, radix: 16, uppercase: true)
  }
}
