import CardRaster

struct CollectionItem: ListEntry {
  var cardParts: [AnyPart] = []
  var itemSize: Size?
  var backgroundColor: Paint?
  var cornerRadius = CornerRadii.zero
  var cornerCurve = CornerCurve.circular
  var borderWidth = 0.0
  var borderColor = Color(rgb: 0xE7E7E7)
  var region = EntryRegion()

  static let noun = "an item"

  static let object = ObjectSchema(
    "collectionItem", "An item of a collection.", fields, repeats: true,
    shortForms: [.list(.reference(.part), 0...Limits.nodes)]
  ) { CollectionItem() }

  static let fields = FieldTable<CollectionItem> {
    Field("cardParts", \.cardParts, .parts, "The parts of the item, from its top.")
    Field("itemSize", \.itemSize, .size, "The size of this item.", default: "the collection's `itemSize`")
    Field("backgroundColor", \.backgroundColor, .paint, "The background of the item.")
    Field("cornerRadius", \.cornerRadius, .radii, "The corners of background and border.")
    Field(
      "cornerCurve", \.cornerCurve, .word,
      "The form of these corners: a quarter of a circle, or Apple's continuous curve.")
    Field("borderWidth", \.borderWidth, .length, "The thickness of a border inside the item's edge.")
    Field("borderColor", \.borderColor, .color, "The colour of the border.")
    regionFields()
  }

  func layoutItem(_ size: Size, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    try context.inside(region) { () throws(RasterError) in
      try content(size, context)
    }
  }

  private func content(_ size: Size, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    // An item with a background or border insets its texts.
    let side = backgroundColor != nil || borderWidth > 0 ? 8.0 : 0
    let column = ColumnLayout(parts: cardParts, surroundings: .box(side: side, hasEdges: true))
    let natural = try column.layoutColumn(width: size.width, context)
    let content =
      column.isHeldAtEnds && natural.size.height < size.height
      ? try column.layoutColumn(width: size.width, height: .exact(size.height), context) : natural
    var box = LayoutBox(size: size)
    box.background = backgroundColor
    box.radii = cornerRadius
    box.cornerCurve = cornerCurve
    box.isClipped =
      !cornerRadius.isZero && cardParts.contains { $0.common.bleed && !$0.common.isHidden }
    box.add(content, at: .zero)
    if borderWidth > 0 {
      let outer = RoundedRect(
        rect: Rect(origin: .zero, size: size), radii: cornerRadius, curve: cornerCurve)
      box.add(
        .fill(
          .ring(outer: outer, inner: outer.inset(by: borderWidth)), .solid(borderColor), bounds: outer.rect))
    }
    if content.size.height > size.height + 0.5 {
      box.warnings.append(
        context.warning(
          "the content of an item is \(NumberText.format(content.size.height - size.height, digits: 1)) points taller than the item",
          hint: "shorten its texts, or increase the height in 'itemSize'", code: .overflow))
    }
    box.mark(as: "item", region)
    return box
  }
}

extension CollectionItem {
  mutating func read(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    if case .array = node.value {
      cardParts = ValueKind<[AnyPart]>.parts.read(node, path, context) ?? []
      return
    }
    readKeys(node, path, context)
    let node = context.withoutNulls(node)
    if itemSize?.isEmpty == true, let size = node["itemSize"] {
      context.error(size, path.key("itemSize"), "an item needs a width and a height above 0")
      itemSize = nil
    }
  }
}

extension ValueKind where Value == [CollectionItem] {
  /// A list of items, with support for `if` and `forEach`.
  static var items: Self {
    entries("items", schema: .list(.object(CollectionItem.object), 0...Limits.nodes))
  }

  /// A single item, repeated by the collection's own `forEach`.
  static var repeatedItem: Self { entries("items", schema: .object(CollectionItem.object)) }
}
