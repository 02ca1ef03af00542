import CardRaster

/// One row of data, which a deck is drawn with.
package struct DataRow: Sendable {
  /// Where it stands.
  package let place: RowPlace
  /// Its values, an object that is laid over the deck's `data`.
  package let data: JSONNode
}

/// What a source of rows gives: a row, or what is wrong with one.
package enum RowEntry: Sendable {
  /// A row that can be read.
  case row(DataRow)
  /// A row that cannot, with its place.
  case broken(RowPlace, [DeckIssue])

  /// Where the row stands.
  package var place: RowPlace {
    switch self {
    case .row(let row): row.place
    case .broken(let place, _): place
    }
  }
}
