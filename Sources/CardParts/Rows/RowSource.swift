#if Rows
package import CardRaster

/// Reads rows from a data file one after another.
///
/// Only one row of CSV or JSON lines is in memory at a time.
package struct RowSource {
  /// The format of the rows.
  package enum Form: String, Sendable, CaseIterable {
    /// Comma-separated values with the names of the columns in the first line.
    case csv
    /// One JSON object per line.
    case jsonLines
    /// A JSON document with a list of objects.
    case json

    /// The format for the extension of a file name; nil for unknown extensions.
    package init?(pathExtension: String) {
      switch pathExtension {
      case "csv", "tsv": self = .csv
      case "jsonl", "ndjson": self = .jsonLines
      case "json": self = .json
      default: return nil
      }
    }
  }

  private enum Reading {
    case csv(CSVRows)
    case lines(JSONLineRows)
    case list(JSONListRows)
  }

  /// The name of the file in messages.
  package let file: String
  private var reading: Reading

  /// Creates a reader of rows.
  ///
  /// - Parameters:
  ///   - source: the source of the bytes.
  ///   - form: the format; nil to detect it from the first character.
  ///   - file: the name in messages.
  ///   - hasCells: whether strings in JSON are cells of a table, which can be numbers or empty.
  /// - Throws: a `DeckError` for a file that cannot contain rows, such as one in UTF-16.
  package init(_ source: ByteSource, form: Form?, file: String, hasCells: Bool = false) throws(DeckError) {
    self.file = file
    let reader = PieceReader(source)
    var known = form
    if known == nil {
      var looking = reader
      known = try DeckError.wrapping(try Form.found(in: &looking), file: file)
      self.reading = try Self.reading(looking, known ?? .csv, file, hasCells)
    } else {
      self.reading = try Self.reading(reader, known ?? .csv, file, hasCells)
    }
  }

  private static func reading(
    _ reader: PieceReader, _ form: Form, _ file: String, _ hasCells: Bool
  ) throws(DeckError) -> Reading {
    switch form {
    case .csv: .csv(try CSVRows(CSVRowReader(reader), file: file))
    case .jsonLines: .lines(JSONLineRows(reader, file: file, hasCells: hasCells))
    case .json: .list(try JSONListRows(reader, file: file, hasCells: hasCells))
    }
  }

  /// The names of the columns in a CSV file; nil for formats without a header.
  package var columns: [String]? {
    if case .csv(let rows) = reading { rows.names } else { nil }
  }

  /// The number of skipped rows whose cells are all empty.
  package var emptyRows: Int { if case .csv(let rows) = reading { rows.emptyRows } else { 0 } }

  /// Whether the next row can be read without waiting for a pipe.
  var isReady: Bool {
    if case .lines(let rows) = reading { rows.hasLine } else { true }
  }

  /// The next row or its errors; nil at the end.
  package mutating func next() -> RowEntry? {
    switch reading {
    case .csv(var rows):
      defer { reading = .csv(rows) }
      return rows.next()
    case .lines(var rows):
      defer { reading = .lines(rows) }
      return rows.next()
    case .list(var rows):
      defer { reading = .list(rows) }
      return rows.next()
    }
  }
}

extension RowSource.Form {
  /// Detects the format from the first character that is not white space.
  fileprivate static func found(in reader: inout PieceReader) throws(RasterError) -> RowSource.Form {
    var offset = 0
    while let byte = try reader.byte(offset) {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF: offset += 1
      case UInt8(ascii: "{"): return .jsonLines
      case UInt8(ascii: "["): return .json
      default: return .csv
      }
    }
    return .csv
  }
}

extension DeckIssue {
  /// Creates an error about a row of data.
  static func row(_ place: RowPlace, _ message: String, hint: String? = nil) -> DeckIssue {
    var issue = DeckIssue(
      .error, file: "", message: message, hint: hint, code: .invalidRow)
    issue.row = place
    return issue
  }
}

extension JSONNode {
  /// The `id` of a row; nil if it has none.
  var rowID: String? {
    switch self["id"]?.value {
    case .string(let text) where !text.isEmpty: text
    case .number(let number): number.text
    default: nil
    }
  }
}

/// One row of data with which a deck is drawn.
package struct DataRow: Sendable {
  /// The position in the file.
  package let place: RowPlace
  /// The values as an object that overrides the deck's `data`.
  package let data: JSONNode

  /// Creates a row.
  package init(place: RowPlace, data: JSONNode) { (self.place, self.data) = (place, data) }
}

/// A row from a source, or its errors.
package enum RowEntry: Sendable {
  /// A valid row.
  case row(DataRow)
  /// An invalid row with its position and errors.
  case broken(RowPlace, [DeckIssue])

  /// The position in the file.
  package var place: RowPlace {
    switch self {
    case .row(let row): row.place
    case .broken(let place, _): place
    }
  }
}
#endif
