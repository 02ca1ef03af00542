import CardRaster
import CardScreens

/// The bar at the top of a sheet's screen.
struct SheetHeaderLayout {
  let header: SheetHeader
  let compatibility: SheetCompatibility
  let accessory: [AnyPart]
  /// The last card, whose style the bar has.
  @CopyOnWriteBox private(set) var card: ResolvedCard
  let width: Double
  let context: LayoutContext

  private var own: SheetCard { card.sheet ?? SheetCard() }
  private var colors: SheetColors { SheetColors(card.theme) }
  private var tint: Color { own.titleTextColor ?? colors.blue }

  /// Whether the header's texts replace the titles of the pages.
  var namesPages: Bool { compatibility.headerNamesPages && header.title != nil }

  /// The content of the bar, below the status bar.
  func layoutHeader() throws(RasterError) -> LayoutBox {
    let row = try row()
    let accessory = try accessoryBox()
    let rowHeight = row?.size.height ?? 0
    let height =
      header.height ?? rowHeight + max(accessory?.size.height ?? 0, row == nil ? 44 : 0)
    var box = LayoutBox(size: Size(width: width, height: height))
    if let row { box.add(row, at: .zero) }
    if let accessory {
      let room = height - rowHeight
      box.add(
        accessory,
        at: Point(x: (width - accessory.size.width) / 2, y: rowHeight + (room - accessory.size.height) / 2))
    }
    if let words = header.rightButton {
      var button = try button(words)
      button.region = "button"
      box.add(
        button,
        at: Point(
          x: width - 8 - button.size.width,
          y: ((row == nil ? height : rowHeight) - button.size.height) / 2))
    }
    return box
  }

  private func button(_ words: String) throws(RasterError) -> LayoutBox {
    let font = card.theme.screenFont(17)
    let text = try context.inside(JSONPath.root.key("layout").key("header").key("rightButton")) {
      () throws(RasterError) in try context.line(words, font, tint, width: max(1, width / 2))
    }
    var box = LayoutBox(size: Size(width: text.naturalWidth.rounded(.up), height: max(44, text.size.height)))
    box.add(text, at: Point(x: 0, y: (box.size.height - text.size.height) / 2))
    box.label = words
    return box
  }

  /// Close button, texts and arrow, as in the first headers.
  private func row() throws(RasterError) -> LayoutBox? {
    guard header.title != nil || header.subtitle != nil || header.closeButton || header.nextButton else {
      return nil
    }
    let ink = own.titleTextColor ?? card.theme.base.primaryTextColor
    var blocks: [LayoutBox] = []
    let path = JSONPath.root.key("layout").key("header")
    for (words, size, line, key) in [
      (header.title, 20.0, 24.0, "title"), (header.subtitle, 15, 18, "subtitle"),
    ] {
      guard let words, !words.isEmpty else { continue }
      blocks.append(
        try context.inside(path.key(key)) { () throws(RasterError) in
          try SheetText(context: context).block(
            words, card.theme.screenFont(size), ink, line: line, width: max(1, width - 120),
            alignment: .center)
        })
    }
    let text = blocks.reduce(0) { $0 + $1.size.height }
    var box = LayoutBox(size: Size(width: width, height: max(44, text)))
    var y = (box.size.height - text) / 2
    for block in blocks {
      box.add(block, at: Point(x: 60, y: y))
      y += block.size.height
    }
    let middle = (box.size.height - 44) / 2
    if header.closeButton {
      box.add(glyph([[(0, 0), (17, 17)], [(0, 17), (17, 0)]], "Close", 17), at: Point(x: 8, y: middle))
    }
    if header.nextButton, !isLastPage {
      box.add(
        glyph([[(0, 0), (8.5, 8.5), (0, 17)]], "Next", 8.5), at: Point(x: width - 52, y: middle))
    }
    return box
  }

  private var isLastPage: Bool { own.currentPage >= card.sheetPages.count - 1 }

  /// Strokes centred in a square tap area.
  private func glyph(_ strokes: [[(Double, Double)]], _ label: String, _ wide: Double) -> LayoutBox {
    var box = LayoutBox(size: Size(width: 44, height: 44))
    box.region = label == "Close" ? "close" : "next"
    box.label = label
    let origin = Point(x: (44 - wide) / 2, y: (44 - 17) / 2)
    for stroke in strokes {
      var path = Path()
      for (index, point) in stroke.enumerated() {
        let place = origin + Point(x: point.0, y: point.1)
        if index == 0 { path.move(to: place) } else { path.line(to: place) }
      }
      box.add(.stroke(path, Stroke(width: 3), tint))
    }
    return box
  }

  /// The deck's parts, or page dots.
  private func accessoryBox() throws(RasterError) -> LayoutBox? {
    guard accessory.isEmpty else {
      return try context.inside(JSONPath.root.key("layout").key("headerAccessory")) {
        () throws(RasterError) in
        let height: SizeProposal.Length = header.height.map { .exact($0) } ?? .fit(.infinity)
        return try LayersPart(layers: accessory).layout(
          SizeProposal(width: .exact(max(0, width - 2 * compatibility.headerMargin)), height: height), context
        )
      }
    }
    let pages = card.sheetPages.count
    guard pages > 1 else { return nil }
    var box = LayoutBox(size: Size(width: Double(pages) * 16 - 9, height: 44))
    box.label = "Page \(own.currentPage + 1) of \(pages)"
    let handle = compatibility.handleColor ?? colors.secondaryLabel
    let other =
      own.subtitleTextColor
      ?? (compatibility.hasBlueDots ? handle : card.theme.base.secondaryTextColor.multiplyingAlpha(by: 0.5))
    let current = own.grabHandleColor ?? (compatibility.hasBlueDots ? colors.blue : handle)
    for number in 0..<pages {
      var dot = LayoutBox(size: Size(width: 7, height: 7))
      dot.background = .solid(number == own.currentPage ? current : other)
      dot.radii = CornerRadii(3.5)
      box.add(dot, at: Point(x: Double(number) * 16, y: 18.5))
    }
    return box
  }
}
