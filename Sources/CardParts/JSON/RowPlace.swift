/// The row of data that a deck was drawn for.
package struct RowPlace: Hashable, Sendable {
  /// The file of the data.
  package var file: String
  /// The line on which the row begins, from 1.
  package var line: Int
  /// The number of the row, from 1; the line with the names of columns does not count.
  package var number: Int
  /// What the row calls itself: the value of `id`; nil when it has none.
  package var id: String?

  /// The place in messages: `people.csv:151: row 150 'P150'`.
  package var text: String {
    "\(file):\(line): row \(number)" + (id.map { " \(DeckIssue.quoted($0))" } ?? "")
  }
}
