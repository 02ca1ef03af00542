package import CardParts
package import CardRaster

/// The fingerprints of goldens instead of their pictures: a text file with one line per golden.
///
/// ```text
/// # cardshot goldens 1
/// decks/offer@2x 9f86d0… 60303a… cairo=1.16.0 pango=1.50.14
/// ```
///
/// A line contains the name, in which spaces are written as `%20` and percent signs as `%25`, the fingerprint
/// of the picture, the digest of its layout, and the libraries that drew it. Lines are sorted by the bytes of
/// their names and are independent, so that branches merge without conflicts in unrelated lines.
package struct GoldenLock: Hashable, Sendable {
  /// The recorded data of one golden.
  package struct Entry: Hashable, Sendable {
    /// The fingerprint of the picture.
    package var picture: String
    /// The SHA-256 digest of the layout.
    package var layout: String
    /// The libraries that drew the picture.
    package var libraries: [LibraryVersion]
  }

  /// The first line of every lock file.
  static let header = "# cardshot goldens 1"
  /// The maximum size of the file in bytes, enough for several hundred thousand lines.
  static let mostBytes = 64 << 20

  package var entries: [GoldenName: Entry] = [:]

  /// Creates a lock without goldens.
  package init() {}

  /// Reads a lock file; a missing file is an empty lock.
  ///
  /// - Throws: a `DeckError` with every error in the file, line by line.
  package init(path: String) throws(DeckError) {
    let bytes = try DeckError.wrapping(
      try FileReading.readIfPresent(path: path, limit: Self.mostBytes))
    if let bytes { try self.init(bytes, file: path) } else { self.init() }
  }

  /// Parses a lock file.
  ///
  /// - Throws: a `DeckError` with every error in the file, line by line.
  package init(_ bytes: [UInt8], file: String) throws(DeckError) {
    var issues: [DeckIssue] = []
    func refuse(_ line: Int, _ message: String, _ hint: String? = nil) {
      guard issues.count < Limits.issues else { return }
      issues.append(
        DeckIssue(
          .error, file: file, place: SourcePlace(line: line, column: 1), path: .root, message: message,
          hint: hint))
    }
    var lines: [GoldenName: Int] = [:]
    var hasHeader = false
    for (index, raw) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      let number = index + 1
      guard let text = String(validating: raw.last == 0x0D ? raw.dropLast() : raw, as: UTF8.self) else {
        refuse(number, "the line is not UTF-8")
        continue
      }
      if text.isEmpty { continue }
      if !hasHeader {
        hasHeader = true
        if text != Self.header {
          refuse(
            number, "a lock file begins with the line '\(Self.header)'",
            text.hasPrefix("# cardshot goldens") ? "another version of cardshot wrote the file" : nil)
        }
        if text.hasPrefix("#") { continue }
      }
      if text.hasPrefix("#") { continue }
      if ["<<<<<<<", "=======", ">>>>>>>", "|||||||"].contains(where: text.hasPrefix) {
        refuse(
          number, "a merge conflict is not resolved",
          "keep both sides; a name in both is recorded again")
        continue
      }
      do throws(LineError) {
        let (name, entry) = try Self.entry(text)
        if let first = lines[name] {
          refuse(number, "'\(Printable.line(name.text))' is in the file twice", "first on line \(first)")
        } else {
          lines[name] = number
          entries[name] = entry
        }
      } catch { refuse(number, error.message, error.hint) }
    }
    if let error = DeckError(issues) { throw error }
  }

  /// The text of the file.
  package var text: String {
    let lines = entries.sorted { $0.key < $1.key }.map { name, entry in
      ([Self.escaped(name.text), entry.picture, entry.layout]
        + entry.libraries.map { "\($0.name)=\(Self.escaped($0.version))" }).joined(separator: " ")
    }
    return ([Self.header] + lines).joined(separator: "\n") + "\n"
  }

  /// Merges lines into a lock file, and writes it if that changes any line; its folder is created.
  ///
  /// The file is read again, because another run may have written it in the meantime. Concurrent calls wait
  /// for each other.
  ///
  /// - Throws: a `DeckError` if the file cannot be read or written.
  package static func lay(
    _ entries: [GoldenName: Entry], removing names: [GoldenName] = [], over path: String
  ) throws(DeckError) {
    guard !entries.isEmpty || !names.isEmpty else { return }
    let folder = FilePath.directory(of: path)
    try DeckError.wrapping(try FileTree.makeFolder(folder))
    try FolderLock.holding(folder) { () throws(DeckError) in
      let before = try GoldenLock(path: path)
      var lock = before
      lock.entries.merge(entries) { $1 }
      for name in names { lock.entries[name] = nil }
      guard lock != before else { return }
      try DeckError.wrapping(try FileWriting.writeFile(Array(lock.text.utf8), to: path))
    }
  }

  private struct LineError: Error {
    var message: String
    var hint: String?
  }

  private static func entry(_ text: String) throws(LineError) -> (GoldenName, Entry) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count >= 3 else {
      throw LineError(
        message:
          "expected name, checksums and libraries, found \(words.count) word\(words.count == 1 ? "" : "s")")
    }
    let name: GoldenName
    do throws(GoldenError) {
      guard let text = unescaped(words[0]) else {
        throw .name(words[0], reason: "a '%' must be followed by two hexadecimal digits")
      }
      name = try GoldenName(text)
    } catch { throw LineError(message: error.message) }
    for (word, what) in [(words[1], "picture"), (words[2], "layout")] where !Fingerprint.isOne(word) {
      throw LineError(
        message:
          "the checksum of the \(what) must be 64 lower-case hexadecimal digits, found '\(Printable.line(String(word.prefix(70))))'"
      )
    }
    var libraries: [LibraryVersion] = []
    for word in words.dropFirst(3) {
      let sides = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard sides.count == 2, !sides[0].isEmpty, let version = unescaped(sides[1]), !version.isEmpty else {
        throw LineError(
          message:
            "expected a library such as cairo=1.16.0, found '\(Printable.line(String(word.prefix(70))))'")
      }
      libraries.append(LibraryVersion(sides[0], version))
    }
    return (name, Entry(picture: words[1], layout: words[2], libraries: libraries))
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing(" ", with: "%20").replacing("#", with: "%23")
  }

  private static func unescaped(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else {
        return nil
      }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
