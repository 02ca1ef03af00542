import CardRaster

/// Data for bindings from a separate file.
package enum DataFile {
  /// Reads a JSON object, or a table as a list with the file's name.
  ///
  /// - Throws: a `DeckError` when the bytes are not JSON, or not an object.
  package static func read(_ bytes: [UInt8], file: String) throws(DeckError) -> JSONNode {
    if let rows = try table(bytes, file: file) {
      let name = FilePath.name(of: file).split(separator: ".").dropLast().joined(separator: ".")
      return .object([name: rows])
    }
    do throws(DeckIssue) {
      return try DataOverlay.read(bytes, file: file)
    } catch {
      throw DeckError(error)
    }
  }

  /// The rows of a table as a list of objects; nil for a file that is not CSV or JSON lines, by its extension.
  ///
  /// - Throws: a `DeckError` with all invalid rows.
  package static func table(_ bytes: [UInt8], file: String) throws(DeckError) -> JSONNode? {
    let log = IssueLog()
    let rows: [JSONNode]
    switch FilePath.pathExtension(of: file) {
    case "csv", "tsv": rows = csvRows(bytes, file, log)
    case "jsonl", "ndjson": rows = lines(bytes, file, log)
    default: return nil
    }
    if let error = DeckError(log) { throw error }
    return .list(rows)
  }

  private static func csvRows(_ bytes: [UInt8], _ file: String, _ log: IssueLog) -> [JSONNode] {
    var reader = CSVRowReader(PieceReader(bytes))
    var rows: [JSONNode] = []
    var values = 0
    do throws(CSVRowReader.Diagnostic) {
      let header = try CSVHeader(&reader)
      while let row = try reader.next() {
        guard row.cells.count == header.names.count else {
          throw CSVRowReader.Diagnostic(
            line: row.line,
            message:
              "the row has \(DeckIssue.counted(row.cells.count, "cell")), the first line has \(header.names.count)"
          )
        }
        values += row.cells.count
        guard values <= Limits.jsonValues else {
          throw CSVRowReader.Diagnostic(
            line: row.line, message: "more values than the limit of \(Limits.jsonValues)")
        }
        let place = SourcePlace(line: row.line, column: 1)
        // Cells are data, which are never searched for bindings.
        rows.append(header.node(row).marked { ($0.place, $0.isBound) = (place, true) })
      }
    } catch {
      log.add(DeckIssue(error, file: file))
    }
    return rows
  }

  private static func lines(_ bytes: [UInt8], _ file: String, _ log: IssueLog) -> [JSONNode] {
    var rows: [JSONNode] = []
    var values = 0
    for (number, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      guard line.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) else { continue }
      let lineLog = IssueLog()
      let node = JSONScanner.scan(Array(line), file: file, log: lineLog, values: &values)
      for var issue in lineLog.issues {
        issue.place = SourcePlace(line: number + 1, column: issue.place?.column ?? 1)
        log.add(issue)
      }
      guard let node, log.issues.isEmpty else { return rows }
      guard case .object = node.value else {
        let place = SourcePlace(line: number + 1, column: 1)
        log.add(
          DeckIssue(
            .error, file: file, place: place, message: "a row must be an object, found \(node.kindText)",
            code: .invalidRow))
        return rows
      }
      rows.append(node.marked { $0.place = SourcePlace(line: number + 1, column: $0.place?.column ?? 1) })
    }
    return rows
  }
}
