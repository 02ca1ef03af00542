package import CardRaster

/// The rows of a file of data, one after another.
///
/// Of CSV and of JSON lines no more than one row is in memory.
package struct RowSource {
  /// How rows are written.
  package enum Form: String, Sendable, CaseIterable {
    /// Comma-separated values, with the names of the columns in the first line.
    case csv
    /// A JSON object a line.
    case jsonLines
    /// A JSON document: a list of objects.
    case json

    /// The form that the ending of a file's name says; nil for any other.
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

  /// The file's name in messages.
  package let file: String
  private var reading: Reading

  /// Reads rows.
  ///
  /// - Parameters:
  ///   - source: where they come from.
  ///   - form: how they are written; nil to look at the first character.
  ///   - file: the name for messages.
  ///   - hasCells: whether the texts of JSON lines are cells of a table, which may stand for numbers and for nothing.
  /// - Throws: a `DeckError` for a file that has no rows in it whatever follows, such as one in UTF-16.
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
    case .json: .list(try JSONListRows(reader, file: file))
    }
  }

  /// The names that every row has, where the file says so at its start; nil where each row says it for itself.
  package var columns: [String]? {
    if case .csv(let rows) = reading { rows.names } else { nil }
  }

  /// Whether the next row can be had without waiting for more of a pipe.
  var isReady: Bool {
    if case .lines(let rows) = reading { rows.hasLine } else { true }
  }

  /// The next row, or what is wrong with it; nil at the end.
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
  /// The form of what begins here.
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
  /// What is wrong with a row of data.
  static func row(_ place: RowPlace, _ message: String, hint: String? = nil) -> DeckIssue {
    var issue = DeckIssue(
      .error, file: "", place: nil, path: .root, message: message, hint: hint, code: .invalidRow)
    issue.row = place
    return issue
  }
}

extension JSONNode {
  /// What a row calls itself.
  var rowID: String? {
    switch self["id"]?.value {
    case .string(let text) where !text.isEmpty: text
    case .number(let number): number.text
    default: nil
    }
  }
}
