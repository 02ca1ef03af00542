import CardRaster

/// One row of data with which a deck is drawn.
package struct DataRow: Sendable {
  /// The position in the file.
  package let place: RowPlace
  /// The values as an object that overrides the deck's `data`.
  package let data: JSONNode
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
