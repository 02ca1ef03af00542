import CardRaster

/// Items of equal size, one after the other, by UICollectionView's flow layout.
struct CollectionPart: CardPart {
  /// The direction in which the items go on beyond the part's edge.
  enum ScrollDirection: String, Sendable, CaseIterable {
    case vertical, horizontal
  }

  var items: [CollectionItem] = []
  var item: [CollectionItem] = []
  var itemSize = Size(width: 50, height: 50)
  var minimumInteritemSpacing = 10.0
  var minimumLineSpacing: Double?
  var sectionInset = Insets.zero
  var scrollDirection = ScrollDirection.vertical

  static let kind = PartKind(
    "collection", .container, "Items of equal size, one after the other, in lines or in a strip.",
    example:
      ##"{ "type": "collection", "scrollDirection": "horizontal", "itemSize": [96, 44], "items": [ { "backgroundColor": "#E4F4F6", "cornerRadius": 8, "cardParts": [ { "type": "text", "text": "One" } ] }, { "backgroundColor": "#E4F4F6", "cornerRadius": 8, "cardParts": [ { "type": "text", "text": "Two" } ] }, { "backgroundColor": "#E4F4F6", "cornerRadius": 8, "cardParts": [ { "type": "text", "text": "Three" } ] } ] }"##,
    make: { CollectionPart() },
    fields: {
      Field(
        "items", \.items, .items, "The items: each a list of parts, or an object with `cardParts` and a look."
      )
      Field(
        "item", \.item, .repeatedItem,
        "One item that is repeated by the collection's `forEach`; comes after `items`.")
      Field("itemSize", \.itemSize, .size, "The size of every item.")
      Field(
        "minimumInteritemSpacing", \.minimumInteritemSpacing, .length,
        "The least space between items of one line.")
      Field(
        "minimumLineSpacing", \.minimumLineSpacing, .length,
        "The space between lines; in a strip, between its items.",
        default: "`minimumInteritemSpacing`")
      Field("sectionInset", \.sectionInset, .insets, "Space around all items.")
      Field("scrollDirection", \.scrollDirection, .word, "Lines below each other, or a strip to the right.")
    },
    check: { part, node, path, context in
      if node["items"] == nil, node["item"] == nil {
        context.error(node, path, "a collection needs 'items' or 'item'")
      }
      if part.itemSize.isEmpty, let size = node["itemSize"] {
        context.error(size, path.key("itemSize"), "items need a width and a height above 0")
      }
    })

  var hasNoWidth: Bool { true }
  var clipsToCorners: Bool { true }
  var reachesCardEdges: Bool { scrollDirection == .horizontal }
  var children: [AnyPart] { (items + item).flatMap(\.cardParts) }

  func margins(_ theme: Theme) -> Insets { theme.tableViewMargins }

  func layout(_ proposal: Proposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let all = items + item
    let width = proposal.width.bound.isFinite ? proposal.width.bound : 320
    let places =
      scrollDirection == .vertical
      ? lines(count: all.count, width: width) : strip(count: all.count, height: proposal.height.exact)
    let bottom = places.map { $0.y + itemSize.height }.max() ?? sectionInset.top
    let size = Size(width: width, height: proposal.height.resolve(bottom + sectionInset.bottom))
    var box = LayoutBox(size: size)
    box.isClipped = true
    var unseen = 0
    for (entry, place) in zip(all, places) {
      if place.x >= size.width || place.y >= size.height {
        unseen += 1
        continue
      }
      box.add(try entry.layout(itemSize, context), at: place)
    }
    if unseen > 0 {
      box.warnings.append(
        context.warning("\(unseen) of \(all.count) items lie outside the collection and are not seen"))
    }
    return box
  }

  /// How many items stand side by side in some room: at least one, at most all.
  private static func fitting(_ count: Int, _ length: Double, _ spacing: Double, in room: Double) -> Int {
    // Bounded before it becomes a whole number: tiny items fit more often than `Int` can count.
    Int(max(1, min(Double(count), (room + spacing) / (length + spacing))))
  }

  /// Items from left to right, then the next line; spread over the width when there is more than one line.
  private func lines(count: Int, width: Double) -> [Point] {
    let room = width - sectionInset.horizontal
    let perLine = CollectionPart.fitting(count, itemSize.width, minimumInteritemSpacing, in: room)
    let spread =
      perLine > 1 && count > perLine
      ? (room - Double(perLine) * itemSize.width) / Double(perLine - 1) : minimumInteritemSpacing
    let pitch = itemSize.height + (minimumLineSpacing ?? minimumInteritemSpacing)
    return (0..<count).map { index in
      Point(
        x: sectionInset.left + Double(index % perLine) * (itemSize.width + spread),
        y: sectionInset.top + Double(index / perLine) * pitch)
    }
  }

  /// Items from top to bottom, then the next column; a single row stands in the middle.
  private func strip(count: Int, height: Double?) -> [Point] {
    let room = (height ?? itemSize.height + sectionInset.vertical) - sectionInset.vertical
    let perColumn = CollectionPart.fitting(count, itemSize.height, minimumInteritemSpacing, in: room)
    let taken = Double(perColumn) * itemSize.height
    let spread = perColumn > 1 ? (room - taken) / Double(perColumn - 1) : 0
    let start = perColumn > 1 ? 0 : max(0, (room - itemSize.height) / 2)
    let pitch = itemSize.width + (minimumLineSpacing ?? minimumInteritemSpacing)
    return (0..<count).map { index in
      Point(
        x: sectionInset.left + Double(index / perColumn) * pitch,
        y: sectionInset.top + start + Double(index % perColumn) * (itemSize.height + spread))
    }
  }
}
