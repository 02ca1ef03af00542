import CardRaster

/// Pages side by side, one of them visible, with a page dot for each below.
struct PagedPart: CardPart {
  struct Page: ListEntry {
    var cardParts: [AnyPart] = []
    var backgroundColor: Paint?
    var cornerRadius = CornerRadii.zero
    var region = EntryRegion()

    static let noun = "a page"

    static let object = ObjectSchema(
      "page", "A page of a paged part.", fields, repeats: true,
      shortForms: [.list(.reference(.part), 0...Limits.nodes)]
    ) { Page() }

    static let fields = FieldTable<Page> {
      Field("cardParts", \.cardParts, .parts, "The parts of the page, from its top.")
        .alsoCalled("arrangedSubviews")
      Field("backgroundColor", \.backgroundColor, .paint, "The background of the page.")
      Field(
        "cornerRadius", \.cornerRadius, .radii, "The corner radius of the page; the content is clipped to it."
      )
      regionFields()
    }
  }

  var pages: [Page] = []
  var page: [Page] = []
  var pageHeight: Double?
  var currentPage = 0
  var pageOffset = 0.0
  var contentAlignment = ContentAlignment.center
  var hidesPageControl = false
  var hidesForSinglePage = false
  var pageIndicatorTintColor = Color(rgb: 0xAAAAAA)
  var currentPageIndicatorTintColor = Color(rgb: 0x555555)

  static let kind = PartKind(
    "paged", .container, "Pages side by side, one of them visible, with page dots below.",
    example:
      ##"{ "type": "paged", "currentPage": 1, "pages": [ [ { "type": "text", "text": "First" } ], { "backgroundColor": "accentTintColor", "cornerRadius": 8, "cardParts": [ { "type": "text", "text": "The second of three pages", "textAlignment": "center" } ] }, [ { "type": "text", "text": "Third" } ] ] }"##,
    template: "page", make: { PagedPart() },
    follow: { part, theme in
      if theme.compatibility.usesThemeColors {
        // An outlined button's border may have the accent colour, which would make the inactive dots too
        // prominent.
        part.pageIndicatorTintColor = theme.base.quietEdgeColor
        part.currentPageIndicatorTintColor = theme.base.primaryTextColor
      } else if theme.appearance == .dark {
        // The dot of the current page is the brightest.
        part.pageIndicatorTintColor = Color(rgb: 0x636366)
        part.currentPageIndicatorTintColor = Color(rgb: 0xD1D1D6)
      }
    }, needs: [["pages", "page"]],
    fields: {
      Field(
        "pages", \.pages, .pages,
        "The pages: each a list of parts, or an object with `cardParts` and a style."
      )
      Field(
        "page", \.page, .repeatedPage,
        "One page that is repeated by the part's `forEach`; comes after `pages`."
      )
      Field(
        "pageHeight", \.pageHeight, .length,
        "The height of the pages; the dots make the part 24 taller, in `turbo` and `mint` it is 50 taller.",
        default: "that of the tallest page")
      Field("currentPage", \.currentPage, .integer(0...Limits.nodes), "The visible page, from 0.")
      Field(
        "pageOffset", \.pageOffset, .number(-1...1),
        "The drag as a share of a page: above 0 towards the next page, below 0 towards the one before."
      )
      Field(
        "contentAlignment", \.contentAlignment, .word, "The vertical alignment of the parts in a taller page."
      )
      Field("hidesPageControl", \.hidesPageControl, .boolean, "Whether the page dots are hidden.")
      Field(
        "hidesForSinglePage", \.hidesForSinglePage, .boolean, "Whether the dot of a single page is hidden.")
      Field(
        "pageIndicatorTintColor", \.pageIndicatorTintColor, .color, "The colour of the dots.",
        default: "a quiet grey")
      Field(
        "currentPageIndicatorTintColor", \.currentPageIndicatorTintColor, .color,
        "The colour of the dot of the visible page.",
        default: "a darker or lighter one than the others")
    },
    check: { part, node, path, context in
      let count = part.all.count
      // Without pages, another error is already reported.
      if part.currentPage > 0, part.currentPage >= count, count > 0 || !context.log.hasErrors {
        context.error(
          node["currentPage"] ?? node, path.key("currentPage"),
          "\(part.currentPage) is out of range: there \(count == 1 ? "is 1 page" : "are \(count) pages")",
          hint: count == 0 ? nil : "the first page is 0, the last one \(count - 1)")
      }
      if node["height"] != nil {
        context.refuse(["pageHeight"], of: node, path, "with 'height', which includes the dots")
      }
      if part.hidesPageControl {
        context.refuse(
          ["pageIndicatorTintColor", "currentPageIndicatorTintColor", "hidesForSinglePage"], of: node, path,
          "with 'hidesPageControl'")
      }
    })

  var children: [AnyPart] { all.flatMap(\.cardParts) }

  private var all: [Page] { pages + page }

  /// The free space around the pages.
  private struct Room {
    var top = 10.0
    var side = 20.0
    /// The space below the pages, with dots and without.
    var foot: (withDots: Double, without: Double) = (40, 10)
    /// The gap between two pages of a strip that is being dragged.
    var gap = 0.0
    var control = PageControl.height

    init(_ theme: ResolvedTheme) {
      if theme.compatibility.insetsPages { return }
      // Pages align with the other parts of the card.
      (top, side, gap) = (0, 0, theme.base.margin)
      control = PagedPart.dotsHeight * theme.base.growth
      foot = (control, 0)
    }
  }

  /// The height of the dots with the space above and below them in modern themes.
  private static let dotsHeight = 24.0

  private var hasDots: Bool { !hidesPageControl && !(hidesForSinglePage && all.count == 1) && !all.isEmpty }

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let all = self.all
    let free = Room(context.theme)
    let around = free.top + (hasDots ? free.foot.withDots : free.foot.without)
    var width = proposal.width.exact ?? 0
    if proposal.width.exact == nil {
      var widest = 0.0
      let room = max(0, proposal.width.bound - 2 * free.side)
      for page in all { widest = max(widest, try page.naturalWidth(within: room, context)) }
      width = proposal.width.resolve(widest + 2 * free.side)
    }
    let stripWidth = max(0, width - 2 * free.side)
    var tallest = 0.0
    if proposal.height.exact == nil, pageHeight == nil {
      for page in all { tallest = max(tallest, try page.column(width: stripWidth, context).size.height) }
    }
    let natural = all.isEmpty && pageHeight == nil ? 0 : (pageHeight ?? tallest) + around
    let size = Size(width: width, height: proposal.height.resolve(natural))
    var box = LayoutBox(size: size)
    let pageSize = Size(width: stripWidth, height: max(0, size.height - around))
    var strip = LayoutBox(size: pageSize)
    strip.isClipped = true
    for (index, page) in all.enumerated() {
      let place = (Double(index - currentPage) - pageOffset) * (stripWidth + free.gap)
      let content = try page.layoutPage(pageSize, contentAlignment, context)
      if place > -stripWidth, place < stripWidth {
        strip.add(content, at: Point(x: place, y: 0))
      } else {
        // Warnings of every page are reported, even if the page is not visible.
        content.collectWarnings(into: &box.warnings)
      }
    }
    box.add(strip, at: Point(x: free.side, y: free.top))
    if hasDots {
      var control = PageControl(
        count: all.count, current: currentPage, color: pageIndicatorTintColor,
        currentColor: currentPageIndicatorTintColor)
      control.height = free.control
      control.scale = context.theme.base.growth
      box.add(control.layoutDots(width: width), at: Point(x: 0, y: size.height - control.height))
    }
    box.attributes = [
      LayoutBox.Attribute("numberOfPages", textOf: Double(all.count)),
      LayoutBox.Attribute("currentPage", textOf: Double(currentPage)),
    ]
    return box
  }
}

extension PagedPart.Page {
  /// The horizontal padding of a page with a background, in points.
  private var side: Double { backgroundColor == nil ? 0 : 12 }

  private var parts: ColumnLayout {
    ColumnLayout(parts: cardParts, surroundings: .box(side: side, hasEdges: true))
  }

  fileprivate func naturalWidth(within bound: Double, _ context: LayoutContext) throws(RasterError) -> Double
  {
    try parts.naturalWidth(within: bound, context)
  }

  /// The column of parts at its natural height.
  fileprivate func column(
    width: Double, height: SizeProposal.Length = .fit(.infinity), shareAbove: Double = 0,
    _ context: LayoutContext
  ) throws(RasterError) -> LayoutBox {
    try context.inside(region) { () throws(RasterError) in
      try parts.layoutColumn(width: width, height: height, shareAbove: shareAbove, context)
    }
  }

  fileprivate func layoutPage(
    _ size: Size, _ alignment: ContentAlignment, _ context: LayoutContext
  ) throws(RasterError) -> LayoutBox {
    var content = try column(width: size.width, context)
    let grows = cardParts.contains { !$0.common.isHidden && $0.takesAnyHeight }
    if grows || content.size.height > size.height + 0.5 || parts.isHeldAtEnds {
      content = try column(
        width: size.width, height: .exact(size.height), shareAbove: alignment.shareAbove, context)
    }
    var box = LayoutBox(size: size)
    box.background = backgroundColor
    box.radii = cornerRadius
    box.isClipped = !cornerRadius.isZero
    let top = (size.height - content.size.height) * alignment.shareAbove
    box.add(content, at: Point(x: 0, y: max(0, top)))
    box.mark(as: "page", region)
    return box
  }
}

extension LayoutBox {
  /// Appends the warnings of the box and all its descendants.
  fileprivate func collectWarnings(into all: inout [DeckIssue]) {
    all += warnings
    for case .box(let child, _) in content { child.collectWarnings(into: &all) }
  }
}

extension PagedPart.Page {
  mutating func read(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    if case .array = node.value {
      cardParts = ValueKind<[AnyPart]>.parts.read(node, path, context) ?? []
    } else {
      readKeys(node, path, context)
    }
  }
}

extension ValueKind where Value == [PagedPart.Page] {
  /// A list of pages, with support for `if` and `forEach`.
  static var pages: Self {
    entries("pages", schema: .list(.object(PagedPart.Page.object), 0...Limits.nodes))
  }

  /// A single page, repeated by the part's own `forEach`.
  static var repeatedPage: Self { entries("pages", schema: .object(PagedPart.Page.object)) }
}

/// The vertical alignment of parts in a page or a full-screen card.
enum ContentAlignment: String, Sendable, CaseIterable {
  case top, center, bottom

  /// The fraction of the remaining space that is above the parts.
  var shareAbove: Double {
    switch self {
    case .top: 0
    case .center: 0.5
    case .bottom: 1
    }
  }
}
