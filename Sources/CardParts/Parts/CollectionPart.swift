import CardRaster

/// Items in lines or in a strip, laid out like UICollectionView's flow layout.
struct CollectionPart: CardPart {
  /// The direction in which items overflow.
  enum ScrollDirection: String, Sendable, CaseIterable {
    case vertical, horizontal
  }

  var items: [CollectionItem] = []
  var item: [CollectionItem] = []
  var sections: [PartSection<CollectionItem>] = []
  var itemSize = Size(width: 50, height: 50)
  var minimumInteritemSpacing = 10.0
  var minimumLineSpacing: Double?
  var sectionInset = Insets.zero
  var headerReferenceSize: Double?
  var footerReferenceSize: Double?
  var scrollDirection = ScrollDirection.vertical
  var contentOffset = Point.zero
  var edgeFade = 0.0

  static let kind = PartKind(
    "collection", .container, "Items in a grid or a strip, optionally in sections.",
    example:
      ##"{ "type": "collection", "scrollDirection": "horizontal", "itemSize": [96, 44], "items": [ { "backgroundColor": "accentTintColor", "cornerRadius": 8, "cardParts": [ { "type": "text", "text": "One" } ] }, { "backgroundColor": "accentTintColor", "cornerRadius": 8, "cardParts": [ { "type": "text", "text": "Two" } ] }, { "backgroundColor": "accentTintColor", "cornerRadius": 8, "cardParts": [ { "type": "text", "text": "Three" } ] } ] }"##,
    measures: ["tableViewMargins"],
    template: "item", make: { CollectionPart() },
    follow: { part, theme in
      let growth = theme.base.growth
      part.itemSize = Size(width: part.itemSize.width * growth, height: part.itemSize.height * growth)
      part.minimumInteritemSpacing *= growth
    }, needs: [["items", "item", "sections"]],
    fields: {
      Field(
        "items", \.items, .items,
        "The items: each a list of parts, or an object with `cardParts` and a style."
      )
      Field(
        "item", \.item, .repeatedItem,
        "One item that is repeated by the collection's `forEach`; comes after `items`.")
      Field(
        "sections", \.sections, .sections(),
        "Items with a header and a footer each; they come after `items` and `item`.")
      Field("itemSize", \.itemSize, .size, "The size of items without a size of their own.")
      Field(
        "minimumInteritemSpacing", \.minimumInteritemSpacing, .length,
        "The least space between items of one line.")
      Field(
        "minimumLineSpacing", \.minimumLineSpacing, .length,
        "The space between lines; in a strip, between its items.",
        default: "`minimumInteritemSpacing`")
      Field("sectionInset", \.sectionInset, .insets, "Space around the items of each section.")
      Field(
        "headerReferenceSize", \.headerReferenceSize, .length,
        "The height of the headers of sections; in a strip their width.", default: "what they need")
      Field(
        "footerReferenceSize", \.footerReferenceSize, .length,
        "The height of the footers of sections; in a strip their width.", default: "what they need")
      Field("scrollDirection", \.scrollDirection, .word, "Lines below each other, or a strip to the right.")
      Field(
        "contentOffset", \.contentOffset, .offset,
        "The scroll offset of the items; content scrolled out is clipped at the edge.")
      Field(
        "edgeFade", \.edgeFade, .length,
        "The length over which items fade out at an edge with more items beyond it.")
    },
    check: { part, node, path, context in
      if part.itemSize.isEmpty, let size = node["itemSize"] {
        context.error(size, path.key("itemSize"), "items need a width and a height above 0")
      }
      if !part.sections.contains(where: { $0.header != nil }) {
        context.refuse("headerReferenceSize", of: node, path, because: "no section has a 'header'")
      }
      if !part.sections.contains(where: { $0.footer != nil }) {
        context.refuse("footerReferenceSize", of: node, path, because: "no section has a 'footer'")
      }
    })

  var hasNoWidth: Bool { true }
  var clipsToCorners: Bool { true }
  var reachesCardEdges: Bool { scrollDirection == .horizontal }
  var children: [AnyPart] { (items + item).flatMap(\.cardParts) + sections.flatMap(\.children) }

  func margins(_ theme: ResolvedTheme) -> Insets { theme.tableViewMargins }

  /// Items up to this many points outside the part are laid out too.
  ///
  /// They can be visible in the card's margin, and they decide whether an edge fades.
  private static let reach = 100.0
  /// Space between the items of a section and its header or footer, in points.
  private static let labelGap = 8.0
  /// Space above a header that follows another section, in points.
  private static let sectionGap = 12.0

  /// Items and labels at their positions in the scrolled content.
  private struct Content {
    var items: [(item: CollectionItem, frame: Rect)] = []
    var labels: [(box: LayoutBox, origin: Point)] = []
    /// The extent in the scroll direction, in points.
    var length = 0.0
    /// The extent across the scroll direction, in points.
    var thickness = 0.0
  }

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let width = proposal.width.bound.isFinite ? proposal.width.bound : 320
    let isVertical = scrollDirection == .vertical
    let content =
      isVertical
      ? try lines(width: width, context) : try strip(width: width, height: proposal.height.exact, context)
    let all =
      isVertical
      ? Size(width: width, height: content.length)
      : Size(width: content.length, height: content.thickness)
    var box = LayoutBox(
      size: Size(width: width, height: proposal.height.resolve(all.height)))
    box.isClipped = true
    if edgeFade > 0 {
      box.fade =
        isVertical
        ? Insets(top: edgeFade, left: 0, bottom: edgeFade, right: 0)
        : Insets(top: 0, left: edgeFade, bottom: 0, right: edgeFade)
    }
    let offset = offset(in: all, &box, context)
    let near = Rect(origin: .zero, size: box.size).inset(by: -CollectionPart.reach)
    for label in content.labels {
      let origin = label.origin - offset
      if near.intersects(Rect(origin: origin, size: label.box.size)) { box.add(label.box, at: origin) }
    }
    var unseen = 0
    let seen = Rect(origin: .zero, size: box.size)
    for entry in content.items {
      let frame = entry.frame.moved(by: Point.zero - offset)
      if !seen.intersects(frame) { unseen += 1 }
      guard near.intersects(frame) else { continue }
      var item = try entry.item.layoutItem(frame.size, context)
      item.flow = nil
      box.add(item, at: frame.origin)
    }
    if isVertical, edgeFade == 0, box.size.height == all.height {
      box.flow = BoxFlow(.children, keepsEdges: true)
    }
    // A scroll offset or a faded edge shows that the deck intends hidden items.
    if unseen > 0, contentOffset == .zero, edgeFade == 0 {
      box.warnings.append(
        context.warning(
          "\(unseen) of \(content.items.count) items are outside the collection and not visible"))
    }
    return box
  }

  /// The scroll offset: that of the deck, clamped to the content.
  private func offset(in content: Size, _ box: inout LayoutBox, _ context: LayoutContext) -> Point {
    let most = Point(
      x: max(0, content.width - box.size.width), y: max(0, content.height - box.size.height))
    let offset = Point(
      x: min(most.x, max(0, contentOffset.x)), y: min(most.y, max(0, contentOffset.y)))
    if (offset.x - contentOffset.x).magnitude > 0.5 || (offset.y - contentOffset.y).magnitude > 0.5 {
      let limit = "[\(NumberText.format(most.x, digits: 1)), \(NumberText.format(most.y, digits: 1))]"
      box.warnings.append(
        context.warning(
          "the items can be scrolled from [0, 0] to \(limit), no further", key: "contentOffset",
          hint: scrollDirection == .vertical && most.y == 0
            ? "give the collection a 'height' below that of its items" : nil))
    }
    return offset
  }

  private var all: [PartSection<CollectionItem>] {
    var first = PartSection<CollectionItem>()
    first.entries = items + item
    return (first.entries.isEmpty && !sections.isEmpty ? [] : [first]) + sections
  }

  private func size(of item: CollectionItem) -> Size { item.itemSize ?? itemSize }

  /// Lays out sections from top to bottom, each with its items in lines from left to right.
  private func lines(width: Double, _ context: LayoutContext) throws(RasterError) -> Content {
    let flow = FlowLayout(
      spacing: minimumInteritemSpacing, lineSpacing: minimumLineSpacing ?? minimumInteritemSpacing)
    var content = Content()
    content.thickness = width
    let gap = CollectionPart.labelGap * context.theme.base.growth
    let above = CollectionPart.sectionGap * context.theme.base.growth
    var y = 0.0
    for (index, section) in all.enumerated() {
      if let header = section.header {
        let insets = Insets(
          top: index == 0 ? 0 : above, left: sectionInset.left, bottom: gap, right: sectionInset.right)
        var label = try header.layoutLabel(
          width: width, minimumHeight: headerReferenceSize ?? 0, .heading(context.theme, insets: insets),
          type: "sectionHeader", context)
        label.flow = BoxFlow()
        label.flow?.breaking.after = .avoid
        content.labels.append((label, Point(x: 0, y: y)))
        y += headerReferenceSize ?? label.size.height
      }
      y += sectionInset.top
      let (places, thickness) = flow.place(
        section.entries.map(size), room: max(0, width - sectionInset.horizontal))
      for (item, place) in zip(section.entries, places) {
        content.items.append(
          (item, Rect(origin: place + Point(x: sectionInset.left, y: y), size: size(of: item))))
      }
      y += thickness + sectionInset.bottom
      if let footer = section.footer {
        let insets = Insets(
          top: gap, left: sectionInset.left, bottom: 0, right: sectionInset.right)
        var footerStyle = SectionLabel.Style.footer(context.theme, insets: insets)
        footerStyle.verticalAlignment = .top
        let label = try footer.layoutLabel(
          width: width, minimumHeight: footerReferenceSize ?? 0, footerStyle, type: "sectionFooter", context)
        content.labels.append((label, Point(x: 0, y: y)))
        y += footerReferenceSize ?? label.size.height
      }
    }
    content.length = y
    return content
  }

  /// Lays out sections side by side, each with its items in columns from top to bottom.
  private func strip(width: Double, height: Double?, _ context: LayoutContext) throws(RasterError) -> Content
  {
    let flow = FlowLayout(
      spacing: minimumInteritemSpacing, lineSpacing: minimumLineSpacing ?? minimumInteritemSpacing,
      fillsLines: true)
    let theme = context.theme
    let gap = CollectionPart.labelGap * theme.base.growth
    let sectionGap = CollectionPart.sectionGap * theme.base.growth
    var headerStyle = SectionLabel.Style.heading(
      theme, insets: Insets(top: 0, left: 0, bottom: 0, right: gap))
    var footerStyle = SectionLabel.Style.footer(theme, insets: Insets(top: 0, left: gap, bottom: 0, right: 0))
    headerStyle.verticalAlignment = .center
    footerStyle.verticalAlignment = .center
    func label(
      _ label: SectionLabel?, _ style: SectionLabel.Style, _ length: Double?, _ type: String, _ height: Double
    ) throws(RasterError) -> LayoutBox? {
      guard let label else { return nil }
      var length = length
      if length == nil { length = try label.naturalWidth(within: width, style, context) }
      return try label.layoutLabel(width: length ?? 0, minimumHeight: height, style, type: type, context)
    }
    var tallest = 0.0
    if height == nil {
      for section in all {
        let items = section.entries.map { size(of: $0).height }.max().map { $0 + sectionInset.vertical } ?? 0
        let header = try label(section.header, headerStyle, headerReferenceSize, "", 0)
        let footer = try label(section.footer, footerStyle, footerReferenceSize, "", 0)
        tallest = max(tallest, items, max(header?.size.height ?? 0, footer?.size.height ?? 0))
      }
    }
    let thickness = height ?? tallest
    var content = Content()
    content.thickness = thickness
    var x = 0.0
    for section in all {
      let header = try label(section.header, headerStyle, headerReferenceSize, "sectionHeader", thickness)
      if let header {
        content.labels.append((header, Point(x: x, y: 0)))
        x += header.size.width
      }
      x += sectionInset.left
      let (places, length) = flow.place(
        section.entries.map { Size(width: size(of: $0).height, height: size(of: $0).width) },
        room: max(0, thickness - sectionInset.vertical))
      for (item, place) in zip(section.entries, places) {
        content.items.append(
          (item, Rect(origin: Point(x: x + place.y, y: sectionInset.top + place.x), size: size(of: item))))
      }
      x += length + sectionInset.right
      let footer = try label(section.footer, footerStyle, footerReferenceSize, "sectionFooter", thickness)
      if let footer {
        content.labels.append((footer, Point(x: x, y: 0)))
        x += footer.size.width
      }
      if !sections.isEmpty, section.footer != nil || section.header != nil {
        x += sectionGap
      }
    }
    if let last = all.last, !sections.isEmpty, last.footer != nil || last.header != nil {
      x -= sectionGap
    }
    content.length = x
    return content
  }
}

extension Rect {
  /// Whether the interiors overlap, or a rectangle without extent is inside the other.
  fileprivate func intersects(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}
