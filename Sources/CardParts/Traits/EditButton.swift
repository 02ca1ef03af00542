package import CardRaster

/// The edit button of a card: a pencil in a square that is easy to tap.
package struct EditButton: Hashable, Sendable {
  /// The colour of the pencil.
  package var color = Color(rgb: 0x999999)
  /// The target of a tap.
  package var link: String?
  /// The alt text.
  package var label = "Edit"

  /// The side of the square, in points.
  static let side = 50.0
  /// The side of the pencil's picture in points, centred in the square; a tenth of it is empty at each side.
  static let pencilSide = 20.0

  /// The square at a card's top right corner, no larger than the card.
  static func frame(in card: Size) -> Rect {
    let size = Size(width: min(side, card.width), height: min(side, card.height))
    return Rect(origin: Point(x: card.width - size.width, y: 0), size: size)
  }

  /// The pencil's frame, centred in the square.
  static func pencilFrame(in card: Size) -> Rect {
    let frame = frame(in: card)
    let side = min(pencilSide, min(frame.width, frame.height))
    return Rect(x: frame.midX - side / 2, y: frame.midY - side / 2, width: side, height: side)
  }

  func layoutButton(in card: Size) -> LayoutBox {
    let frame = Self.frame(in: card)
    let pencil = Self.pencilFrame(in: card).moved(by: Point.zero - frame.origin)
    var box = LayoutBox(size: frame.size)
    box.add(.fill(.path(Pencil.path(in: pencil)), .solid(color), bounds: pencil))
    box.link = link
    box.label = label
    box.source = LayoutBox.Source(type: "editButton")
    box.region = "editButton"
    return box
  }
}
