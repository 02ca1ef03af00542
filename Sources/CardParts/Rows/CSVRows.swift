#if Rows
import CardRaster

/// Reads rows from comma-separated values.
struct CSVRows {
  private let header: CSVHeader
  /// The names of the columns.
  var names: [String] { header.names }
  private var reader: CSVRowReader
  private let file: String
  private var number = 0
  var emptyRows: Int { reader.emptyRows }
  private var isOver = false

  init(_ reader: CSVRowReader, file: String) throws(DeckError) {
    self.file = file
    self.reader = reader
    do throws(CSVRowReader.Diagnostic) {
      header = try CSVHeader(&self.reader)
    } catch {
      throw DeckError(DeckIssue(error, file: file))
    }
  }

  mutating func next() -> RowEntry? {
    guard !isOver else { return nil }
    number += 1
    do throws(CSVRowReader.Diagnostic) {
      guard let row = try reader.next() else {
        isOver = true
        return nil
      }
      return entry(row)
    } catch {
      isOver = error.isLast
      let place = RowPlace(file: file, line: error.line, number: number, id: nil)
      return .broken(place, [.row(place, error.message, hint: error.hint)])
    }
  }

  private func entry(_ row: CSVRowReader.Row) -> RowEntry {
    guard row.cells.count == names.count else {
      let index = names.firstIndex(of: "id")
      let id = index.flatMap { row.cells.indices.contains($0) ? row.cells[$0] : nil }
      let place = RowPlace(file: file, line: row.line, number: number, id: id)
      return .broken(
        place,
        [
          .row(
            place,
            "the row has \(DeckIssue.counted(row.cells.count, "cell")), the first line has \(names.count)")
        ])
    }
    let data = header.node(row)
    return .row(
      DataRow(place: RowPlace(file: file, line: row.line, number: number, id: data.rowID), data: data))
  }
}
#endif
