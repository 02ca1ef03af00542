import CardRaster

/// A part with pieces that have regions of their own and are no parts: rows, items, pages, bars, pins.
protocol HoldsPieces {
  /// Of each piece where it stands in the deck, and what the deck gives of it, in the order of the deck.
  var pieces: [(path: JSONPath, given: [GivenProperty])] { get }
}

extension TablePart: HoldsPieces {
  var pieces: [(path: JSONPath, given: [GivenProperty])] {
    (rows + sections.flatMap(\.entries)).map {
      ($0.path, GivenProperty.all(of: $0, TableRow.fields.fields, unlike: TableRow()))
    }
  }
}

extension CollectionPart: HoldsPieces {
  var pieces: [(path: JSONPath, given: [GivenProperty])] {
    (items + item + sections.flatMap(\.entries)).map {
      ($0.path, GivenProperty.all(of: $0, CollectionItem.fields.fields, unlike: CollectionItem()))
    }
  }
}

extension PagedPart: HoldsPieces {
  var pieces: [(path: JSONPath, given: [GivenProperty])] {
    (pages + page).map { ($0.path, GivenProperty.all(of: $0, Page.fields.fields, unlike: Page())) }
  }
}

extension HistogramPart: HoldsPieces {
  var pieces: [(path: JSONPath, given: [GivenProperty])] {
    (dataEntries + dataEntry).map {
      ($0.path, GivenProperty.all(of: $0, HistogramEntry.fields.fields, unlike: HistogramEntry()))
    }
  }
}

extension MapPart: HoldsPieces {
  var pieces: [(path: JSONPath, given: [GivenProperty])] {
    annotations.map {
      ($0.path, GivenProperty.all(of: $0, MapAnnotation.fields.fields, unlike: MapAnnotation()))
    }
  }
}
