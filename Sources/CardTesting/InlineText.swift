/// The text in the closure after a call in the source of a test: `expectInlineGolden(…) { """ … """ }`.
///
/// The call is found at the position that the compiler recorded. Its parentheses are matched to their end,
/// skipping strings and comments. No other part of Swift is parsed.
struct InlineText {
  private let source: [UInt8]
  /// The start of the call's name.
  private let start: Int
  /// The end of the parentheses.
  private let end: Int

  /// Finds a call.
  ///
  /// - Parameters:
  ///   - source: the bytes of the file.
  ///   - name: the name of the function.
  ///   - line: the line of its name, starting at 1.
  ///   - column: a byte of the call's name or the parenthesis after it, starting at 1.
  /// - Throws: a `ExpectationError` if the call is not found.
  init(_ source: [UInt8], callOf name: String, line: Int, column: Int) throws(ExpectationError) {
    self.source = source
    let lines = source.split(separator: 0x0A, omittingEmptySubsequences: false)
    let word = Array(name.utf8)
    guard lines.indices.contains(line - 1) else { throw Self.moved }
    let bytes = lines[line - 1]
    let places = bytes.indices.filter { place in
      bytes[place...].starts(with: word)
        && bytes.dropFirst(place - bytes.startIndex + word.count).first == 0x28
    }
    let at = bytes.startIndex + column - 1
    guard let place = places.count == 1 ? places.first : places.first(where: { at <= $0 + word.count }) else {
      throw Self.moved
    }
    var scanner = SourceScanner(source, at: place + word.count)
    guard scanner.skipGroup() else { throw Self.moved }
    (start, end) = (place, scanner.place)
  }

  private static let moved = ExpectationError(
    "the call moved since the tests were built; build and run them again")

  /// The source with a different text after the call.
  ///
  /// - Parameters:
  ///   - text: the new text.
  ///   - old: the current text; nil if no closure follows the call.
  /// - Throws: a `ExpectationError` if the source contains a different text, or the new text cannot be written as a
  ///   literal.
  func replaced(by text: String, over old: String?) throws(ExpectationError) -> [UInt8] {
    let closure = Array(try literal(of: text).utf8)
    var scanner = SourceScanner(source, at: end)
    scanner.skipBlanks()
    guard let old else {
      // The tests were built before the closure was written; a second one would not compile.
      guard scanner.byte != 0x7B else { throw Self.moved }
      return source[..<end] + closure + source[end...]
    }
    let open = scanner.place
    guard scanner.byte == 0x7B, scanner.skipGroup() else { throw Self.moved }
    let close = scanner.place
    scanner = SourceScanner(source, at: open + 1)
    scanner.skipBlanks()
    let first = scanner.place
    guard scanner.isString, scanner.skipString() else {
      throw ExpectationError("its closure contains more than a text and cannot be replaced")
    }
    let last = scanner.place
    scanner.skipBlanks()
    guard scanner.place == close - 1 else {
      throw ExpectationError("its closure contains more than a text and cannot be replaced")
    }
    if let known = Self.value(of: source[first..<last]), known != old { throw Self.moved }
    return source[..<end] + closure + source[close...]
  }

  /// The closure with a text, indented like the line of the call.
  private func literal(of text: String) throws(ExpectationError) -> String {
    let isWritable = text.unicodeScalars.allSatisfy {
      $0 == "\n" || $0 == "\t" || ($0.value >= 0x20 && $0.value != 0x7F && !(0x80...0x9F).contains($0.value))
    }
    guard isWritable else { throw ExpectationError("the text has control characters, invalid in a source") }
    let line = source[..<start].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let indent = String(decoding: source[line..<start].prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
    var hashes = ""
    if text.contains("\\") || text.contains("\"\"\"") { hashes = "#" }
    while !hashes.isEmpty, text.contains("\\" + hashes) || text.contains("\"\"\"" + hashes) { hashes += "#" }
    var lines = ["\(hashes)\"\"\""]
    lines += text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines.append("\"\"\"\(hashes)")
    let body = lines.map { $0.isEmpty ? "" : "\(indent)  \($0)" }
    return " {\n" + body.joined(separator: "\n") + "\n\(indent)}"
  }

  /// The value of a literal in the form that `literal(of:)` writes; nil for any other form.
  private static func value(of literal: ArraySlice<UInt8>) -> String? {
    let hashes = literal.prefix { $0 == 0x23 }.count
    var lines = literal.split(separator: 0x0A, omittingEmptySubsequences: false)
    let quotes: [UInt8] = [0x22, 0x22, 0x22]
    guard lines.count > 1, lines.removeFirst().elementsEqual(literal.prefix(hashes) + quotes) else {
      return nil
    }
    let indent = lines.removeLast().prefix { $0 == 0x20 || $0 == 0x09 }
    var texts: [String] = []
    for line in lines {
      guard line.isEmpty || line.starts(with: indent) else { return nil }
      let text = line.dropFirst(indent.count)
      // Only raw literals may contain an unescaped backslash.
      guard hashes > 0 || !text.contains(0x5C) else { return nil }
      texts.append(String(decoding: text, as: UTF8.self))
    }
    return texts.joined(separator: "\n")
  }
}
