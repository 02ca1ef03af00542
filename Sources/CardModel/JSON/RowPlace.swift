/// The row of data for which a deck was drawn.
package struct RowPlace: Hashable, Sendable {
  /// The file of the data.
  package var file: String
  /// The line at which the row starts, from 1.
  package var line: Int
  /// The number of the row, from 1; the header line does not count.
  package var number: Int
  /// The value of `id` in the row; nil if it has none.
  package var id: String?

  package init(file: String, line: Int, number: Int, id: String? = nil) {
    self.file = file
    self.line = line
    self.number = number
    self.id = id
  }

  /// The position in messages: `people.csv:151: row 150 'P150'`.
  package var text: String {
    "\(file):\(line): row \(number)" + (id.map { " \(DeckIssue.quoted($0))" } ?? "")
  }
}
