/// The row of data that a deck was drawn for.
package struct RowPlace: Hashable, Sendable {
  /// The file of the data.
  package let file: String
  /// The line on which the row begins, from 1.
  package let line: Int
  /// The number of the row, from 1; the line with the names of columns does not count.
  package let number: Int
  /// What the row calls itself: the value of `id`; nil when it has none.
  package let id: String?

  /// The place in messages: `people.csv:151: row 150 'P150'`.
  package var text: String {
    "\(file):\(line): row \(number)" + (id.map { " \(DeckIssue.quoted($0))" } ?? "")
  }

  /// The place for machines.
  package var json: JSONNode {
    var members: [(String, JSONNode)] = [
      ("dataFile", .of(file)), ("dataLine", .of(line)), ("row", .of(number)),
    ]
    if let id { members.append(("id", .of(id))) }
    return .object(members)
  }
}
