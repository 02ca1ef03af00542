package import CardRaster

/// Reads comma-separated values (RFC 4180) row by row, with only one row in memory.
///
/// A cell may be in double quotes; inside, a doubled quote is a quote, and line breaks are kept. The
/// separator is a comma, semicolon, tab or vertical bar, whichever is most frequent in the first line. A byte
/// order mark, empty lines and rows of empty cells are skipped, and so is Excel's first line `sep=;`, which names
/// the separator. After an error, reading continues with the next line, so an
/// unbalanced quote affects only one row.
package struct CSVRowReader {
  /// A row of the file.
  package struct Row: Sendable {
    /// The number of its first line, from 1.
    package let line: Int
    /// The cells without quotes.
    package let cells: [String]
  }

  /// An error in a row, or in the whole file.
  package struct Diagnostic: Error, Hashable {
    /// The number of the line, from 1.
    package let line: Int
    package let message: String
    package var hint: String?
    /// Whether no more rows can be read.
    package var isLast = false
  }

  private var reader: PieceReader
  /// The number of the next row's first line.
  private var line = 1
  private var separator = UInt8(ascii: ",")
  private var isBegun = false
  /// The number of skipped rows whose cells are all empty.
  package private(set) var emptyRows = 0
  /// The offset in the current row.
  private var place = 0

  /// Creates a reader that continues at the current position of a source.
  package init(_ reader: PieceReader) { self.reader = reader }

  /// Creates a reader of a file or standard input.
  package init(_ source: ByteSource) { self.init(PieceReader(source)) }

  /// The next row that is not empty; nil at the end.
  ///
  /// - Throws: an error in a row; the next call continues after it.
  package mutating func next() throws(Diagnostic) -> Row? {
    try begin()
    while try byte(0) != nil {
      let first = line
      let cells: [String]
      do throws(Diagnostic) {
        cells = try row()
      } catch {
        if !error.isLast { try skipLine() }
        // The error gets the line on which the row begins, because the next row may begin before the line of
        // the error.
        guard error.line > first else { throw error }
        throw Diagnostic(
          line: first, message: "\(error.message), on line \(error.line)", hint: error.hint,
          isLast: error.isLast)
      }
      if cells.contains(where: { !$0.isEmpty }) { return Row(line: first, cells: cells) }
      if cells.count > 1 { emptyRows += 1 }
    }
    return nil
  }

  /// Checks the encoding and detects the separator.
  private mutating func begin() throws(Diagnostic) {
    guard !isBegun else { return }
    isBegun = true
    _ = try byte(3)
    let start = Array(reader[0..<min(4, reader.count)])
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { reader.discard(3) }
    let isWide =
      start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE])
      || (start.count == 4 && (start[0] == 0) != (start[1] == 0))
    if isWide {
      throw Diagnostic(line: 1, message: "the file is UTF-16", hint: "save it as UTF-8", isLast: true)
    }
    // The signatures of XLSX files (ZIP) and of older spreadsheets.
    if start == [0x50, 0x4B, 3, 4] || start == [0xD0, 0xCF, 0x11, 0xE0] {
      throw Diagnostic(
        line: 1, message: "the file is a spreadsheet or an archive, not text",
        hint: "save the sheet as CSV, in UTF-8", isLast: true)
    }
    if let named = try namedSeparator() { separator = named } else { separator = try firstSeparator() }
  }

  /// The separator in Excel's first line `sep=;`, which is discarded; nil without such a line.
  private mutating func namedSeparator() throws(Diagnostic) -> UInt8? {
    let end = try lineEnd(atMost: 9)
    var text = String(decoding: reader[0..<end], as: UTF8.self)
    if text.hasPrefix("\""), text.hasSuffix("\"") { text = String(text.dropFirst().dropLast()) }
    guard text.lowercased().hasPrefix("sep="), text.utf8.count == 5, let named = text.utf8.last else {
      return nil
    }
    var length = end
    if try byte(length) == 0x0D { length += 1 }
    if try byte(length) == 0x0A { length += 1 }
    reader.discard(length)
    line += 1
    return named
  }

  /// The number of bytes before the end of the line.
  private mutating func lineEnd(atMost most: Int) throws(Diagnostic) -> Int {
    var end = 0
    while end < most, let byte = try byte(end), byte != 0x0A, byte != 0x0D { end += 1 }
    return end
  }

  /// The most frequent candidate in the first line, outside of quoted cells.
  private mutating func firstSeparator() throws(Diagnostic) -> UInt8 {
    let candidates = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }
    var counts = candidates.map { _ in 0 }
    var isQuoted = false
    var offset = 0
    while offset < Limits.rowBytes, let byte = try byte(offset), byte != 0x0A || isQuoted {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, let number = candidates.firstIndex(of: byte) { counts[number] += 1 }
      offset += 1
    }
    return candidates[counts.firstIndex(of: counts.max() ?? 0) ?? 0]
  }

  /// Reads a row and discards its bytes if it is valid.
  private mutating func row() throws(Diagnostic) -> [String] {
    place = 0
    var (cells, lines): ([String], Int) = ([], 1)
    while true {
      cells.append(try cell(&lines))
      guard try byte(place) == separator else { break }
      place += 1
    }
    if try byte(place) == 0x0D { place += 1 }
    if try byte(place) == 0x0A { place += 1 }
    reader.discard(place)
    line += lines
    return cells
  }

  private mutating func cell(_ lines: inout Int) throws(Diagnostic) -> String {
    if try byte(place) == UInt8(ascii: "\"") { return try quotedCell(&lines) }
    let first = place
    while let byte = try byte(place), !isEnd(byte) { place += 1 }
    return try decodeText(reader[first..<place])
  }

  private func isEnd(_ byte: UInt8) -> Bool { byte == separator || byte == 0x0A || byte == 0x0D }

  private mutating func quotedCell(_ lines: inout Int) throws(Diagnostic) -> String {
    let opened = line + lines - 1
    var bytes: [UInt8] = []
    place += 1
    while let byte = try byte(place, quoteFrom: opened) {
      place += 1
      if byte == 0x0A { lines += 1 }
      if byte != UInt8(ascii: "\"") {
        bytes.append(byte)
      } else if try self.byte(place) == UInt8(ascii: "\"") {
        bytes.append(byte)
        place += 1
      } else {
        if let next = try self.byte(place), !isEnd(next) {
          throw Diagnostic(
            line: line + lines - 1, message: "text after a closing quote",
            hint: "write a quote inside a quoted cell twice")
        }
        return try decodeText(bytes[...])
      }
    }
    throw Diagnostic(line: opened, message: "a quote is not closed")
  }

  private func decodeText(_ bytes: ArraySlice<UInt8>) throws(Diagnostic) -> String {
    if bytes.contains(0) {
      throw Diagnostic(line: line, message: "a zero byte, which text cannot contain")
    }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let byte = bytes.first { $0 >= 0x80 } ?? 0
    throw Diagnostic(
      line: line, message: "the byte 0x\(String(byte, radix: 16, uppercase: true)) is not valid UTF-8",
      hint: "the encoding is probably Windows-1252 or ISO 8859-1; save the file as UTF-8")
  }

  /// The byte at an offset in the row; nil at the end of the file.
  private mutating func byte(_ offset: Int, quoteFrom opened: Int? = nil) throws(Diagnostic) -> UInt8? {
    guard offset < Limits.rowBytes else {
      let quote = opened.map { ": the quote opened on line \($0) is not closed" } ?? ""
      throw Diagnostic(line: line, message: "the row has more than \(Limits.rowBytes >> 20) MiB\(quote)")
    }
    do throws(RasterError) {
      return offset < reader.count ? reader[offset] : try reader.byte(offset)
    } catch {
      throw Diagnostic(line: line, message: error.message, isLast: true)
    }
  }

  /// Skips the first line of an invalid row.
  private mutating func skipLine() throws(Diagnostic) {
    do throws(RasterError) {
      while true {
        if let end = try reader.lineEnd(from: 0, atMost: Limits.rowBytes) {
          reader.discard(end + 1)
          line += 1
          return
        }
        let isAtEnd = reader.isAtEnd
        reader.discard(reader.count)
        if isAtEnd { return }
      }
    } catch {
      throw Diagnostic(line: line, message: error.message, isLast: true)
    }
  }
}
