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

/// The names of the columns of a table whose rows are objects.
package struct CSVHeader: Sendable {
  package let names: [String]
  private let shape: Shape

  /// Reads the first line of a table.
  ///
  /// - Throws: an error for a missing line, or for names that cannot be those of values.
  package init(_ reader: inout CSVRowReader) throws(CSVRowReader.Diagnostic) {
    guard let first = try reader.next() else {
      throw CSVRowReader.Diagnostic(line: 1, message: "the row with the column names is missing")
    }
    func error(_ message: String, _ hint: String? = nil) -> CSVRowReader.Diagnostic {
      CSVRowReader.Diagnostic(line: first.line, message: message, hint: hint)
    }
    names = first.cells
    let paths = first.cells.map(Self.path)
    guard names.count <= Limits.columns else {
      throw error("\(names.count) columns are more than the limit of \(Limits.columns)")
    }
    if let deep = paths.firstIndex(where: { $0.steps.count > Limits.jsonDepth }) {
      throw error("column \(deep + 1) is nested deeper than the limit of \(Limits.jsonDepth)")
    }
    var seen: [String: Int] = [:]
    for (index, name) in names.enumerated() {
      if name.isEmpty { throw error("column \(index + 1) has no name") }
      if let other = seen.updateValue(index, forKey: name) {
        throw error("columns \(other + 1) and \(index + 1) are both called \(DeckIssue.quoted(name))")
      }
    }
    for (index, path) in paths.enumerated() {
      for length in 1..<path.steps.count {
        guard let outer = seen[JSONPath(Array(path.steps.prefix(length))).text] else { continue }
        throw error(
          "columns \(outer + 1) and \(index + 1) are called \(DeckIssue.quoted(names[outer])) and "
            + "\(DeckIssue.quoted(names[index])): the second would be inside the first, which is a value",
          "rename one of them")
      }
    }
    shape = Shape(paths.enumerated().map { ($0.offset, $0.element.steps[...]) })
  }

  /// Splits a column name such as `user.name` into keys; a name that is not a path is a single key.
  private static func path(_ name: String) -> JSONPath {
    if BindingParser.isName(name) { return JSONPath([.key(name)]) }
    let keys = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return JSONPath((keys.allSatisfy(BindingParser.isName) ? keys : [name]).map { .key($0) })
  }

  /// The object of a row with as many cells as there are columns.
  package func node(_ row: CSVRowReader.Row) -> JSONNode { shape.node(row.cells) }
}

/// Maps the cells of a row to the members of an object; the same for all rows.
private indirect enum Shape {
  case cell(Int)
  case object([(key: String, shape: Shape)])

  /// Creates the mapping from columns.
  ///
  /// - Parameter columns: the index of each column and its keys.
  init(_ columns: [(number: Int, steps: ArraySlice<JSONPath.Step>)]) {
    if let first = columns.first, first.steps.isEmpty {
      self = .cell(first.number)
      return
    }
    let groups = columns.grouped { column in
      if case .key(let key)? = column.steps.first { key } else { "" }
    }
    self = .object(groups.map { ($0.key, Shape($0.elements.map { ($0.number, $0.steps.dropFirst()) })) })
  }

  /// The object of a row.
  func node(_ cells: [String]) -> JSONNode {
    switch self {
    // An empty cell becomes null, so that `default` applies.
    case .cell(let number): cells[number].isEmpty ? JSONNode(.null) : .cell(cells[number])
    case .object(let members):
      JSONNode(.object(members.map { JSONNode.Member(key: $0.key, value: $0.shape.node(cells)) }))
    }
  }
}

extension DeckIssue {
  /// The error of a table.
  package init(_ error: CSVRowReader.Diagnostic, file: String) {
    self.init(
      .error, file: file, place: SourcePlace(line: error.line, column: 0), path: .root,
      message: error.message,
      hint: error.hint, code: .invalidRow)
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

  /// The notations of tables that are not in that of JSON, with a locale of each.
  private static let usualFormats: [(CellFormat, String)] =
    ["de_DE", "en_US", "en_GB"].compactMap { name in DeckLocale(name).map { (CellFormat($0), name) } }

  /// The date in a text in the notation of a locale; nil for other texts.
  package static func localDate(_ text: String) -> String? {
    usualFormats.lazy.compactMap { $0.0.date(text) }.first
  }

  /// The hint for a number or a date in the notation of a locale; nil for other texts.
  package static func localizedHint(_ text: String) -> String? {
    var found: [String] = []
    var names: [String] = []
    for (format, name) in usualFormats {
      guard let meant = format.date(text) ?? format.number(text)?.text, !found.contains(meant) else {
        continue
      }
      found.append(meant)
      names.append("\(meant) with \"rowsLocale\": \"\(name)\"")
    }
    return names.isEmpty ? nil : "it is \(names.joined(separator: ", "))"
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

extension CellFormat {
  /// The notation of a locale.
  package init(_ locale: DeckLocale) {
    language = DeckLocale.identifiers.firstIndex(of: locale.identifier)
    hasDecimalComma = locale.decimal == ","
    dateOrder =
      switch locale.dates[0].first {
      case "d": .dayFirst
      case "M": .monthFirst
      default: .yearFirst
      }
  }

  /// The number in a text such as `1.299,00 €` or `9 %`; nil for other texts.
  ///
  /// A percentage is a fraction: `9 %` is 0.09. A text that has another notation may still be a JSON number:
  /// `0.65` with a decimal comma.
  package func number(_ text: String) -> JSONNumber? {
    localNumber(text) ?? CSVTable.number(text)
  }

  /// The date in a text such as `31.12.2026 14:30` or `31 December 2026`, in the form `2026-12-31`; nil for other
  /// texts.
  package func date(_ text: String) -> String? { numericDate(text) ?? dateWithName(text) }

  /// Words between day, month and year: 3 de marzo de 2026.
  private static let particles: Set<Substring> = ["de", "del", "of"]

  /// The date in a text with the name of a month, such as `3. März 2026` or `Mar 3, 2026`; nil for other texts.
  private func dateWithName(_ text: String) -> String? {
    guard let language, (8...60).contains(text.utf8.count), text.contains(where: \.isLetter),
      text.contains(where: Self.isDigit)
    else { return nil }
    var words = text.lowercased().split { Self.spaces.contains($0) || [".", ",", "-", "/"].contains($0) }
    var time: Substring = ""
    if let last = words.last, last.contains(":") {
      time = last
      words.removeLast()
    }
    words.removeAll { Self.particles.contains($0) }
    guard words.count == 3, let place = words.prefix(2).firstIndex(where: { $0.first?.isLetter == true })
    else { return nil }
    let name = words.remove(at: place)
    let numbers = words.map { $0.prefix(while: Self.isDigit) }
    // The number of the day may have an ending: 1st, 2nd, 1er.
    guard zip(words, numbers).allSatisfy({ $0.count - $1.count <= 2 }) else { return nil }
    let (year, day) = numbers[0].count == 4 ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
    guard [2, 4].contains(year.count), (1...2).contains(day.count), let number = Int(day),
      (1...31).contains(number),
      let month = month(name, language)
    else { return nil }
    return Self.date(year, month, number, time: time)
  }

  /// The number of a month by its name, its short form or its first three letters; nil for other words.
  private func month(_ name: Substring, _ language: Int) -> Int? {
    let names = DeckLocale.at(language).words
    var found: Set<Int> = []
    for months in [names.months, names.monthsAlone, names.shortMonths, names.shortMonthsAlone] {
      for (number, month) in months.enumerated() {
        let known =
          month.lowercased().split { $0 == "." || $0 == " " }.last { !Self.particles.contains($0) } ?? ""
        if known == name { return number + 1 }
        if name.count >= 3, known.hasPrefix(name) { found.insert(number + 1) }
      }
    }
    return found.count == 1 ? found.first : nil
  }
}

extension JSONNode {
  /// The text, with a date in the notation of a cell as `2026-12-31`.
  package func isoText(_ text: String) -> String { cellFormat?.date(text) ?? text }

  /// The hint for a cell that is a number in another notation.
  var cellHint: String? {
    guard isCell, cellFormat == nil, case .string(let text) = value else { return nil }
    return CSVTable.localizedHint(text)
  }
}

/// Finds columns whose cells have different notations, so that some of them may be read wrongly.
package struct CellAmbiguity {
  /// The notation of the table; nil for JSON.
  private let format: CellFormat?
  private let columns: [String]
  /// A cell of each column that would have another value in another notation.
  private var doubtful: [String: String] = [:]
  /// A cell of each column that only another notation explains.
  private var foreign: [String: String] = [:]

  package init(_ format: CellFormat?, columns: [String]) { (self.format, self.columns) = (format, columns) }

  /// Notes the cells of a row.
  package mutating func note(_ row: JSONNode) {
    for name in columns {
      guard doubtful[name] == nil || foreign[name] == nil, let cell = row[name], cell.isCell,
        case .string(let text) = cell.value, text.utf8.count <= 40,
        text.utf8.contains(where: { [0x2C, 0x2E, 0x2F, 0x2D].contains($0) })
      else { continue }
      for (own, other) in readings(text) where own != other {
        if own == nil {
          foreign[name] = foreign[name] ?? text
        } else if other != nil {
          doubtful[name] = doubtful[name] ?? text
        }
      }
    }
  }

  /// The values in the notation of the table and in another one.
  private func readings(_ text: String) -> [(own: String?, other: String?)] {
    let comma = format?.hasDecimalComma == true
    let own = format.map { $0.localNumber(text) } ?? CSVTable.number(text)
    let other =
      CellFormat(hasDecimalComma: !comma, dateOrder: .yearFirst).localNumber(text)
    var readings = [(own?.text, other?.text)]
    if let order = format?.dateOrder, order != .yearFirst {
      let dates = [order, order == .dayFirst ? .monthFirst : .dayFirst].map {
        CellFormat(hasDecimalComma: comma, dateOrder: $0).date(text)
      }
      readings.append((dates[0], dates[1]))
    }
    return readings
  }

  /// A warning for each ambiguous column, with an example.
  package func issues(file: String) -> [DeckIssue] {
    columns.compactMap { name in
      guard let read = doubtful[name], let unread = foreign[name] else { return nil }
      let meant = format?.number(read)?.text ?? format?.date(read) ?? read
      return DeckIssue(
        .warning, file: file,
        message:
          "the column \(DeckIssue.quoted(name)) mixes notations: \(DeckIssue.quoted(read)) is read as \(meant), "
          + "but \(DeckIssue.quoted(unread)) has another notation",
        hint: format == nil
          ? "set the notation, such as \"rowsLocale\": \"de_DE\"" : "use one notation in a column",
        code: .invalidRow)
    }
  }
}
