import CardParts
import CardRaster

/// The name of a golden: its path in the folder of goldens, without extension.
///
/// A name has one or more components, separated by slashes. A component is not empty, `.` or `..`. It does
/// not start or end with a space, end with a dot, or exceed `GoldenName.stepBytes` bytes. It contains no
/// control or invisible characters, backslashes or colons. So on every system a name stays inside its folder
/// and looks like what it is.
package struct GoldenName: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Maximum length of a component in UTF-8 bytes.
  ///
  /// It leaves room for extensions within the 255 bytes of file systems.
  package static let stepBytes = 200
  /// Maximum length of a name in UTF-8 bytes.
  package static let bytes = 1000

  /// The text of the name: `mail/offer@2x.dark`.
  package let text: String

  /// The name of a record before it is read.
  static let blank = GoldenName()

  private init() { text = "" }

  /// Creates a name from a text.
  ///
  /// - Throws: `GoldenError.name` with the reason if the text is not valid.
  package init(_ text: String) throws(GoldenError) {
    func refuse(_ reason: String) -> GoldenError { .name(text, reason: reason) }
    guard !text.isEmpty else { throw refuse("it is empty") }
    guard text.utf8.count <= Self.bytes else {
      throw refuse("it has \(text.utf8.count) bytes, more than \(Self.bytes)")
    }
    if let scalar = text.unicodeScalars.first(where: Self.isForbidden) {
      throw refuse(Self.reason(scalar))
    }
    guard text.utf8.first != UInt8(ascii: "/") else { throw refuse("a name must not begin with a slash") }
    for step in text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false) {
      let step = String(String.UnicodeScalarView(step))
      guard !step.isEmpty else { throw refuse("a component of a name must not be empty") }
      guard step != ".", step != ".." else { throw refuse("'\(step)' is not allowed in a name") }
      guard step.first != " ", step.last != " " else { throw refuse("a component has a space at an end") }
      guard step.last != "." else { throw refuse("a component must not end with a dot") }
      guard step.utf8.count <= Self.stepBytes else {
        throw refuse("a component has \(step.utf8.count) bytes, more than \(Self.stepBytes)")
      }
    }
    self.text = text
  }

  /// The valid name closest to a text: invalid characters become `-`.
  ///
  /// Returns nil if nothing is left. `a: b` → `a- b`, `../x.` → `x`.
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

  /// The name with a suffix.
  ///
  /// - Throws: `GoldenError.name` if the result is not valid.
  package func appending(_ suffix: String) throws(GoldenError) -> GoldenName { try GoldenName(text + suffix) }

  /// A key that is equal for names that a case-insensitive file system treats as the same.
  package var collisionKey: String { text.lowercased() }

  package var description: String { text }

  /// Compares the bytes of names, so that the order is the same everywhere.
  package static func < (a: GoldenName, b: GoldenName) -> Bool {
    a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }

  /// Whether the bytes are equal.
  ///
  /// Composed and decomposed accents are different names, because they are two files.
  package static func == (a: GoldenName, b: GoldenName) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

  package func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }

  /// A text without characters that could control a terminal or a CI log; see `Printable.line`.
  ///
  /// - Parameter most: maximum length in bytes; longer texts are truncated.
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
    let code = "U+" + scalar.value.hexadecimal(4)
    return Printable.isHidden(scalar)
      ? "it contains the invisible character \(code)"
      : "'\(scalar)' is not allowed in file names on every system"
  }
}
