import CardRaster

/// A part with pieces that have regions of their own and are no parts: rows, items, pages, bars, pins.
protocol HoldsPieces {
  /// Of each piece where it stands in the deck, and what the deck gives of it, in the order of the deck.
  var pieces: [(path: JSONPath, given: [GivenProperty])] { get }
}

extension ListEntry {
  /// Where it stands, and what the deck gives of it.
  fileprivate var piece: (path: JSONPath, given: [GivenProperty]) {
    (region.path, GivenProperty.all(of: self, Self.fields.fields, unlike: Self()))
  }
}

extension TablePart: HoldsPieces {
  var pieces: [(path: JSONPath, given: [GivenProperty])] {
    (rows + sections.flatMap(\.entries)).map(\.piece)
  }
}

extension CollectionPart: HoldsPieces {
  var pieces: [(path: JSONPath, given: [GivenProperty])] {
    (items + item + sections.flatMap(\.entries)).map(\.piece)
  }
}

extension PagedPart: HoldsPieces {
  var pieces: [(path: JSONPath, given: [GivenProperty])] { (pages + page).map(\.piece) }
}

extension HistogramPart: HoldsPieces {
  var pieces: [(path: JSONPath, given: [GivenProperty])] { (dataEntries + dataEntry).map(\.piece) }
}

extension MapPart: HoldsPieces {
  var pieces: [(path: JSONPath, given: [GivenProperty])] { annotations.map(\.piece) }
}
