public import CardRaster

/// Where a card or a part of a picture is.
public struct PlacedElement: Hashable, Sendable {
  /// The number of the picture, from 0.
  public let page: Int
  /// What it is: `card`, `row`, `cell` or a part's type.
  public let type: String
  /// Its `id`; nil when it has none.
  public let id: String?
  /// The way to it in the deck.
  public let path: JSONPath
  /// Its frame in points, seen from the picture's top left.
  public let frame: Rect
}

extension LaidOutDeck {
  /// The frames of all cards, rows and parts of all pictures, in the order of painting.
  public var frames: [PlacedElement] {
    var result: [PlacedElement] = []
    for (number, page) in pages.enumerated() {
      Self.collect(page.box, at: .zero, page: number, into: &result)
    }
    return result
  }

  /// The frame of the first card or part with an id; nil when none has it.
  public func frame(ofID id: String) -> Rect? { frames.first { $0.id == id }?.frame }

  private static func collect(
    _ box: LayoutBox, at origin: Point, page: Int, into result: inout [PlacedElement]
  ) {
    if let source = box.source, source.type != "deck" {
      result.append(
        PlacedElement(
          page: page, type: source.type, id: source.id, path: source.path,
          frame: Rect(origin: origin, size: box.size)))
    }
    for case .box(let child, let point) in box.content {
      collect(child, at: origin + point, page: page, into: &result)
    }
  }
}
