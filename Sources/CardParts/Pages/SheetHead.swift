import CardRaster
import CardScreens

/// The head of a sheet's card: handle, title or parts, accessory, close button.
struct SheetHead {
  @CopyOnWriteBox private(set) var card: ResolvedCard
  let own: SheetCard
  let compatibility: SheetCompatibility
  let width: Double
  let hasHandle: Bool
  let hasClose: Bool
  let context: LayoutContext
  /// Whether a header at the top of the screen shows the title of the card.
  var isNamedAbove = false
  /// The accessibility text of the handle.
  var label = ""

  private var colors: SheetColors { SheetColors(card.theme) }

  /// The head and its measures.
  struct Result {
    var box: LayoutBox
    /// The visible height of a collapsed card, in points.
    var collapsed: Double
    /// The total height, in points.
    var whole: Double { box.size.height }
    /// The y coordinate of the separator.
    var ruleTop: Double
  }

  func layoutHead() throws(RasterError) -> Result {
    switch own.titleStyle {
    case .standard: return try titled()
    case .custom, .customExtended: return try custom()
    case .none:
      let height = compatibility.handleArea(hasHandle)
      var box = LayoutBox(size: Size(width: width, height: height))
      addHandle(to: &box)
      return Result(box: box, collapsed: height, ruleTop: height)
    }
  }

  private func titled() throws(RasterError) -> Result {
    let margin = compatibility.titleMargin
    let keepsRoom = hasClose || compatibility.keepsCloseSpace
    let room = max(1, width - margin - (keepsRoom ? compatibility.textTrailing : margin))
    let fonts = (card.theme.screenFont(compatibility.titleSize, weight: 700), card.theme.screenFont(15))
    let titleFont = own.titleFont?.over(fonts.0) ?? fonts.0
    let subtitleFont = own.subtitleFont?.over(fonts.1) ?? fonts.1
    let title = try block(
      isNamedAbove ? nil : own.title, try holdingWords(of: own.title, titleFont, in: room),
      own.titleTextColor ?? card.theme.base.primaryTextColor,
      line: compatibility.titleLine, most: compatibility.titleLines, width: room, key: "title")
    let subtitle = try block(
      isNamedAbove ? nil : own.subtitle, subtitleFont,
      own.subtitleTextColor ?? card.theme.base.secondaryTextColor, line: compatibility.subtitleLine, most: 1,
      width: room, key: "subtitle")
    let gap = title != nil && subtitle != nil ? compatibility.subtitleGap : 0
    let text = (title?.size.height ?? 0) + gap + (subtitle?.size.height ?? 0)
    let accessory = try layers(
      own.accessory, compatibility.accessoryIsWide ? width : width - 16, key: "accessory")
    let handle = compatibility.handleArea(hasHandle)
    var heights = compatibility.headerHeight(
      text: text, accessory: accessory?.size.height ?? 0, hasClose: hasClose, hasHandle: hasHandle)
    if isNamedAbove {
      // The header contains the page's title and close button. Eight points of margin and the separator
      // remain.
      let height = handle + compatibility.titleBottom + 1
      heights = (height, height)
    }
    var box = LayoutBox(size: Size(width: width, height: heights.whole))
    addHandle(to: &box)
    let row = compatibility.titleRow(text, hasClose: hasClose)
    var y = handle + compatibility.titleTop + (row - text) / 2
    for part in [title, subtitle].compactMap({ $0 }) {
      box.add(part, at: Point(x: margin, y: y))
      y += part.size.height + gap
    }
    if hasClose, !isNamedAbove {
      let middle = handle + compatibility.titleTop + (compatibility.closeHeight ?? row) / 2
      box.add(closeButton(), at: Point(x: width - compatibility.closeCenter - 22, y: middle - 22))
    }
    if let accessory, !isNamedAbove {
      box.add(
        accessory,
        at: Point(
          x: compatibility.accessoryIsWide ? 0 : 8,
          y: handle + compatibility.titleTop + row + compatibility.accessoryGap))
    }
    return Result(
      box: box, collapsed: heights.collapsed, ruleTop: heights.whole - compatibility.separatorHeight)
  }

  /// A font in which no word of the title is wider than a line, if the title may have several lines.
  ///
  /// A large title shrinks before one of its words is broken.
  private func holdingWords(of title: String?, _ font: Font, in width: Double) throws(RasterError) -> Font {
    guard compatibility.titleLines == nil, let title else { return font }
    var widest = 0.0
    for word in title.split(whereSeparator: \.isWhitespace) {
      widest = max(widest, try context.line(String(word), font, .black).naturalWidth)
    }
    guard widest > width else { return font }
    var smaller = font
    smaller.size = max(min(font.size, Self.leastTitle), (font.size * width / widest).rounded(.down))
    return smaller
  }

  /// The size of a navigation bar's title: a large title is never smaller.
  private static let leastTitle = 17.0

  private func custom() throws(RasterError) -> Result {
    let parts = try layers(own.titleContent, width, key: "titleContent")
    let top = compatibility.handleArea(hasHandle)
    let height = top + (parts?.size.height ?? 0) + compatibility.separatorSpace
    var box = LayoutBox(size: Size(width: width, height: height))
    addHandle(to: &box)
    if let parts { box.add(parts, at: Point(x: 0, y: top)) }
    return Result(box: box, collapsed: height, ruleTop: height - compatibility.separatorHeight)
  }

  private func layers(_ parts: [AnyPart], _ width: Double, key: String) throws(RasterError) -> LayoutBox? {
    guard !parts.isEmpty else { return nil }
    return try context.inside(card.path.key("sheet").key(key)) { () throws(RasterError) in
      try LayersPart(layers: parts).layout(SizeProposal(width: .exact(max(0, width))), context)
    }
  }

  /// Lines of a fixed height, so that positions do not depend on the font; nil without a text.
  private func block(
    _ words: String?, _ font: Font, _ color: Color, line: Double, most: Int?, width: Double, key: String
  ) throws(RasterError) -> LayoutBox? {
    guard let words, !words.isEmpty else { return nil }
    return try context.inside(card.path.key("sheet").key(key)) { () throws(RasterError) in
      try SheetText(context: context).block(words, font, color, line: line, most: most, width: width)
    }
  }

  private func addHandle(to box: inout LayoutBox) {
    guard hasHandle else { return }
    var handle = LayoutBox(size: compatibility.handle)
    handle.source = LayoutBox.Source(type: BottomSheetLayout.handleType)
    handle.background = .solid(own.grabHandleColor ?? compatibility.handleColor ?? colors.secondaryLabel)
    handle.radii = CornerRadii(compatibility.handle.height / 2)
    handle.label = label.isEmpty ? nil : label
    box.add(
      handle, at: Point(x: (width - compatibility.handle.width) / 2, y: compatibility.handleMargin))
  }

  /// A cross on a circle, in a tap area of 44 × 44 points.
  private func closeButton() -> LayoutBox {
    var box = LayoutBox(size: Size(width: 44, height: 44))
    box.region = "close"
    box.label = "Close"
    let side = compatibility.closeSide
    let frame = Rect(x: 22 - side / 2, y: 22 - side / 2, width: side, height: side)
    let material = compatibility.isTranslucent ? SheetMaterial.button(colors) : nil
    var disc = LayoutBox(size: frame.size)
    disc.radii = CornerRadii(side / 2)
    let ground =
      own.closeButtonBackgroundColor ?? compatibility.closeColor ?? material?.color ?? colors.grouped
    disc.background = .solid(ground)
    if !ground.isOpaque, let material {
      material.frost(&disc)
      disc.decoration?.shadows = [SheetMaterial.buttonShadow]
    }
    box.add(disc, at: frame.origin)
    let ink =
      own.closeButtonCrossColor ?? compatibility.crossColor
      ?? (material == nil ? colors.secondaryLabel : card.theme.base.primaryTextColor)
    let reach = compatibility.crossReach
    for sign in [-1.0, 1] {
      // Two strokes, so that a translucent colour is darker where they cross.
      var path = Path()
      path.move(to: Point(x: 22 - reach, y: 22 - reach * sign))
      path.line(to: Point(x: 22 + reach, y: 22 + reach * sign))
      box.add(.stroke(path, compatibility.crossStroke, ink))
    }
    return box
  }
}

/// Texts of a sheet in lines of a given height.
struct SheetText {
  let context: LayoutContext

  /// A box as high as its lines, each vertically centred.
  func block(
    _ words: String, _ font: Font, _ color: Color, line: Double, most: Int? = 1, width: Double,
    alignment: ParagraphStyle.Alignment = .natural
  ) throws(RasterError) -> LayoutBox {
    var style = ParagraphStyle()
    style.maxLines = most
    style.alignment = alignment
    let span = TextSpan(words, font: font, color: color)
    var text = try context.shape([span], style, width: width)
    let natural = text.lines.first?.frame.height ?? line
    if text.lines.count > 1 {
      style.lineSpacing = line - natural
      text = try context.shape([span], style, width: width)
    }
    var box = LayoutBox(size: Size(width: width, height: line * Double(max(1, text.lines.count))))
    box.add(text, at: Point(x: 0, y: (line - natural) / 2))
    box.warnings = context.warnings(text)
    return box
  }
}

/// A blur with a colour overlay, as in iOS, in both appearances.
///
/// TGCardViewController does not define the system's materials in numbers. In the screenshots of its page a
/// panel of buttons is (217, 240, 160) over a map of (208, 230, 165): 1.8 times the saturation, with white at
/// 0.3 opacity on top.
struct SheetMaterial {
  /// The standard deviation of the blur, in points.
  var radius: Double
  var saturation = 1.8
  /// The colour over the blurred content.
  var color: Color

  /// The material of the status bar and groups of buttons.
  static func regular(_ colors: SheetColors) -> SheetMaterial {
    SheetMaterial(
      radius: 12,
      color: colors.isDark ? Self.night.multiplyingAlpha(by: 0.6) : .white.multiplyingAlpha(by: 0.3))
  }

  /// A less translucent material, for solid buttons and sidebars.
  static func thick(_ colors: SheetColors) -> SheetMaterial {
    SheetMaterial(radius: 15, color: (colors.isDark ? Self.night : .white).multiplyingAlpha(by: 0.85))
  }

  /// The background of a card in iOS 26, on which its own colours are as visible as on an opaque card.
  static func pane(_ color: Color) -> SheetMaterial {
    SheetMaterial(radius: 15, saturation: 1, color: color.multiplyingAlpha(by: 0.88))
  }

  /// The material of buttons in iOS 26, which stand out from a map and a card by their shadow.
  static func button(_ colors: SheetColors) -> SheetMaterial {
    SheetMaterial(
      radius: 12, saturation: 1,
      color: (colors.isDark ? Color(rgb: 0x4A4A4E) : .white).multiplyingAlpha(by: 0.85))
  }

  /// The shadow of buttons that stand out from a map.
  static let buttonShadow = Shadow(
    color: Color.black.multiplyingAlpha(by: 0.16), radius: 4, offset: Point(x: 0, y: 2))

  private static let night = Color(rgb: 0x1C1C1E)

  /// Blurs the content behind a box, below its background.
  func frost(_ box: inout LayoutBox) {
    if box.decoration == nil { box.decoration = BoxDecoration() }
    box.decoration?.backdropBlur = radius
    box.decoration?.backdropSaturation = saturation
  }

  /// Gives a box the material as its background.
  func fill(_ box: inout LayoutBox) {
    frost(&box)
    box.background = .solid(color)
  }
}
