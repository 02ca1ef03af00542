package import CardRaster

/// Reads comma-separated values (RFC 4180) row by row, with no more of the file in memory than the row that is read.
///
/// A cell may stand in double quotes, where a doubled one is a quote and line breaks are kept. The separator is a comma, or
/// the semicolon, tab or bar that the first line has more of. A byte order mark and empty lines are left out. After a
/// mistake it goes on with the next line, so that one quote too many costs a row and not the rest of the file.
package struct CSVRowReader {
  /// A row as it stands in the file.
  package struct Row: Sendable {
    /// The line on which it begins, from 1.
    package let line: Int
    /// Its cells, the quotes taken off.
    package let cells: [String]
  }

  /// What is wrong with a row, or with the whole file.
  package struct Mistake: Error, Hashable {
    /// The line, from 1.
    package let line: Int
    package let message: String
    package var hint: String?
    /// Whether nothing can be read after it.
    package var isLast = false
  }

  private var reader: PieceReader
  /// The line on which the row begins that is read next.
  private var line = 1
  private var separator = UInt8(ascii: ",")
  private var isBegun = false
  /// The place in the row that is read.
  private var place = 0

  /// Reads what a source has from where it is.
  package init(_ reader: PieceReader) { self.reader = reader }

  /// Reads a file, or standard input.
  package init(_ source: ByteSource) { self.init(PieceReader(source)) }

  /// The next row that is not empty; nil at the end.
  ///
  /// - Throws: what is wrong with a row; the next call goes on behind it.
  package mutating func next() throws(Mistake) -> Row? {
    try begin()
    while try byte(0) != nil {
      let first = line
      let cells: [String]
      do throws(Mistake) {
        cells = try row()
      } catch {
        if !error.isLast { try skipLine() }
        // A row stands where it begins: the next one may begin above the line on which this one went wrong.
        guard error.line > first else { throw error }
        throw Mistake(
          line: first, message: "\(error.message), on line \(error.line)", hint: error.hint,
          isLast: error.isLast)
      }
      if cells != [""] { return Row(line: first, cells: cells) }
    }
    return nil
  }

  /// Looks at the encoding and the first line.
  private mutating func begin() throws(Mistake) {
    guard !isBegun else { return }
    isBegun = true
    _ = try byte(3)
    let start = Array(reader[0..<min(4, reader.count)])
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { reader.discard(3) }
    let isWide =
      start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE])
      || (start.count == 4 && (start[0] == 0) != (start[1] == 0))
    if isWide {
      throw Mistake(line: 1, message: "the file is UTF-16", hint: "save it as UTF-8", isLast: true)
    }
    // How files of spreadsheets begin, those of today (a ZIP archive) and those of before.
    if start == [0x50, 0x4B, 3, 4] || start == [0xD0, 0xCF, 0x11, 0xE0] {
      throw Mistake(
        line: 1, message: "the file is a spreadsheet or an archive, not a text",
        hint: "save the sheet as CSV, in UTF-8", isLast: true)
    }
    separator = try firstSeparator()
  }

  /// The most frequent candidate of the first line, quoted cells left out.
  private mutating func firstSeparator() throws(Mistake) -> UInt8 {
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

  /// Reads a row, and forgets its bytes when nothing is wrong with it.
  private mutating func row() throws(Mistake) -> [String] {
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

  private mutating func cell(_ lines: inout Int) throws(Mistake) -> String {
    if try byte(place) == UInt8(ascii: "\"") { return try quotedCell(&lines) }
    let first = place
    while let byte = try byte(place), !isEnd(byte) { place += 1 }
    return try text(reader[first..<place])
  }

  private func isEnd(_ byte: UInt8) -> Bool { byte == separator || byte == 0x0A || byte == 0x0D }

  private mutating func quotedCell(_ lines: inout Int) throws(Mistake) -> String {
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
          throw Mistake(
            line: line + lines - 1, message: "a cell goes on behind its closing quote",
            hint: "a quote inside of a quoted cell is written twice")
        }
        return try text(bytes[...])
      }
    }
    throw Mistake(line: opened, message: "a quote is not closed")
  }

  private func text(_ bytes: ArraySlice<UInt8>) throws(Mistake) -> String {
    if bytes.contains(0) {
      throw Mistake(line: line, message: "a zero byte, which no text has")
    }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let byte = bytes.first { $0 >= 0x80 } ?? 0
    throw Mistake(
      line: line, message: "the byte 0x\(String(byte, radix: 16, uppercase: true)) is no UTF-8",
      hint: "the file looks like Windows-1252 or ISO 8859-1; save it as UTF-8")
  }

  /// The byte at an offset of the row; nil at the end of the file.
  private mutating func byte(_ offset: Int, quoteFrom opened: Int? = nil) throws(Mistake) -> UInt8? {
    guard offset < Limits.rowBytes else {
      let quote = opened.map { ": the quote opened on line \($0) is not closed by then" } ?? ""
      throw Mistake(line: line, message: "the row has more than \(Limits.rowBytes >> 20) MiB\(quote)")
    }
    do throws(RasterError) {
      return offset < reader.count ? reader[offset] : try reader.byte(offset)
    } catch {
      throw Mistake(line: line, message: error.message, isLast: true)
    }
  }

  /// Goes behind the line on which a row begins that cannot be read.
  private mutating func skipLine() throws(Mistake) {
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
      throw Mistake(line: line, message: error.message, isLast: true)
    }
  }
}
