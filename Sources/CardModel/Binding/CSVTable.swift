import CardRaster

/// A table of comma-separated values with a header, completely in memory.
package struct CSVTable: Sendable {
  /// The names of the columns in the first line.
  package let columns: [String]
  /// The cells of all rows after the first line; each row has one cell per column.
  package let rows: [[String]]
  /// The number of each row's first line, from 1.
  package let lines: [Int]

  /// Reads a table.
  ///
  /// - Throws: errors of `CSVRowReader`, and an error for a row with another number of cells, a duplicate
  ///   column name, or too many rows or cells.
  package init(
    _ bytes: [UInt8], atMost most: Int = .max, cells: Int = .max
  ) throws(CSVRowReader.Diagnostic) {
    var reader = CSVRowReader(PieceReader(bytes))
    guard let names = try reader.next() else {
      throw CSVRowReader.Diagnostic(line: 1, message: "the file is empty")
    }
    var seen: Set<String> = []
    for name in names.cells where !seen.insert(name).inserted {
      throw CSVRowReader.Diagnostic(
        line: names.line, message: "two columns are called \(DeckIssue.quoted(name))")
    }
    var (rows, lines): ([[String]], [Int]) = ([], [])
    while let row = try reader.next() {
      guard row.cells.count == names.cells.count else {
        throw CSVRowReader.Diagnostic(
          line: row.line,
          message:
            "the row has \(DeckIssue.counted(row.cells.count, "cell")), the first line has \(names.cells.count)"
        )
      }
      guard rows.count < most else {
        throw CSVRowReader.Diagnostic(line: row.line, message: "more rows than the limit of \(most)")
      }
      guard (rows.count + 1) * names.cells.count <= cells else {
        throw CSVRowReader.Diagnostic(line: row.line, message: "more cells than the limit of \(cells)")
      }
      rows.append(row.cells)
      lines.append(row.line)
    }
    (columns, self.rows, self.lines) = (names.cells, rows, lines)
  }
}

extension CSVTable {
  /// The number in a text that is a valid JSON number; nil for other texts.
  package static func number(_ text: String) -> JSONNumber? {
    var digits = text.utf8[...]
    if digits.first == UInt8(ascii: "-") { digits = digits.dropFirst() }
    guard let first = digits.first, (0x30...0x39).contains(first) else { return nil }
    // 007 is a name, not a number.
    if first == 0x30, let second = digits.dropFirst().first, (0x30...0x39).contains(second) { return nil }
    let isPlain = digits.allSatisfy {
      (0x30...0x39).contains($0) || [0x2E, 0x65, 0x45, 0x2B, 0x2D].contains($0)
    }
    guard isPlain, digits.last != 0x2E, let value = Double(text), value.isFinite else { return nil }
    return JSONNumber(literal: text, value: value)
  }

  /// Whether a text is a number without a digit before its point: `.5`.
  package static func startsWithPoint(_ text: String) -> Bool {
    let unsigned = text.hasPrefix("-") ? text.dropFirst() : text[...]
    return unsigned.hasPrefix(".") && number("0" + unsigned) != nil
  }

  /// A hint with the JSON form of a number in a human-readable format; nil for other texts.
  ///
  /// A comma before three digits may be a group separator or the decimal separator, so both readings are
  /// mentioned. Any other comma is the decimal separator.
  package static func meantNumber(_ text: String) -> String? {
    var plain = text.filter { $0 != " " && $0 != "\u{A0}" && $0 != "\u{202F}" }
    plain = plain.replacing("\u{2212}", with: "-")
    let signs: Set<Character> = ["$", "€", "£", "¥", "%"]
    plain = plain.filter { !signs.contains($0) }
    if plain.hasPrefix("+") { plain.removeFirst() }
    if plain.hasSuffix(".") { plain.removeLast() }
    if startsWithPoint(plain) { plain = plain.hasPrefix("-") ? "-0" + plain.dropFirst() : "0" + plain }
    func written(_ text: String) -> String? {
      number(text).map { $0.isExact ? JSONNumber.format($0.value) : $0.text }
    }
    let groups = plain.split(separator: ",", omittingEmptySubsequences: false)
    guard groups.count > 1 else { return written(plain).map { "write \($0)" } }
    let areThousands = groups.dropFirst().allSatisfy { $0.prefix { $0 != "." }.count == 3 }
    let whole = areThousands ? written(plain.replacing(",", with: "")) : nil
    // In `1.234,5` the points separate groups.
    let points = groups[0].split(separator: ".", omittingEmptySubsequences: false).dropFirst()
    if groups.count == 2, !points.isEmpty, points.allSatisfy({ $0.count == 3 }), !groups[1].contains(".") {
      return written(groups[0].filter { $0 != "." } + "." + groups[1]).map { "write \($0)" }
    }
    let part = groups.count == 2 && !plain.contains(".") ? written(plain.replacing(",", with: ".")) : nil
    switch (whole, part) {
    case (let whole?, let part?): return "write \(whole), or \(part) if the comma is the decimal separator"
    case (let one?, nil), (nil, let one?): return "write \(one)"
    case (nil, nil): return nil
    }
  }
}
