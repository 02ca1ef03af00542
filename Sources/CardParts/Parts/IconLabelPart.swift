import CardRaster

/// Text with an icon at one side.
struct IconLabelPart: BackgroundAwarePart {
  var labelText: String?
  var look = TextLook()
  var textAlignment = ParagraphStyle.Alignment.natural
  var numberOfLines = 1
  var verticalPadding = 2.0
  var horizontalPadding: Double?
  var padding: Double?
  var icon: ImageSource?
  var iconSize: Double?
  var iconPadding = 0.0
  var iconPosition = IconPosition()
  var tintColor: Color?
  /// Whether a small icon is next to the first of several lines.
  private var isAtFirstLine = false

  static let kind = PartKind(
    "iconLabel", .text, "Text with an icon at one side.",
    example:
      ##"{ "type": "iconLabel", "text": "Two cards are ready to be sent", "icon": "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='22' height='22'%3E%3Ccircle cx='11' cy='11' r='11' fill='%23108000'/%3E%3Cpath d='M6 11l4 4 7-8' fill='none' stroke='white' stroke-width='2.5'/%3E%3C/svg%3E", "iconPosition": ["leading", "center"], "iconPadding": 8, "verticalPadding": 10, "backgroundColor": "rgba(16, 128, 0, 0.16)", "cornerRadius": 8, "numberOfLines": 0 }"##,
    make: { IconLabelPart() },
    follow: { part, theme in
      part.iconPadding = theme.scaled(theme.compatibility.iconLabelGap)
      part.numberOfLines = theme.compatibility.titleLines
      part.isAtFirstLine = theme.compatibility.centersIcons
      if part.isAtFirstLine { part.iconPosition.vertical = .center }
    }, needs: [["labelText", "text", "icon"]],
    fields: {
      Field("labelText", \.labelText, .text, "The text.").alsoCalled("text")
      TextLook.fields(
        font: "font", color: "textColor", of: "letters", summary: "The font.",
        default: "the theme's family in the size of normal text; in 17 points in `turbo` and `mint`"
      ).map { $0.lifted(\.look) }
      Field(
        "textAlignment", \.textAlignment, .word,
        "The alignment of text and icon. `natural` and `justified` mean the side where the text's language starts."
      )
      Field(
        "numberOfLines", \.numberOfLines, .integer(0...10_000),
        "The largest number of lines; 0 for no limit.",
        default: "3; 1 in `turbo` and `mint`")
      Field("verticalPadding", \.verticalPadding, .length, "Space above and below the text and the icon.")
      Field(
        "horizontalPadding", \.horizontalPadding, .length,
        "Space left and right in a label that is as wide as its content, in addition to `padding`.",
        default: "2; 0 without a `backgroundColor`, but not in `turbo` and `mint`")
      Field(
        "padding", \.padding, .length, "Space between the edges and the text or the icon.",
        default: "10; 0 without a `backgroundColor`, but not in `turbo` and `mint`")
      Field("icon", \.icon, .image, "The picture, such as `icon:heart`.")
      Field(
        "iconSize", \.iconSize, .length,
        "The side of a square that the icon fills as far as its form lets it.",
        default: "the picture's own size; at most 24 but in `turbo` and `mint`")
      Field(
        "iconPadding", \.iconPadding, .length, "Space between the icon and the text.",
        default: "8; 0 in `turbo` and `mint`")
      Field(
        "iconPosition", \.iconPosition, .iconPosition,
        "The place of the icon: the side of the text, and the top, middle or bottom of that side.",
        default:
          "`[\"leading\", \"center\"]`, and a small icon next to the first of several lines; `[\"leading\", \"top\"]` in `turbo` and `mint`"
      )
      Field(
        "tintColor", \.tintColor, .color, "A tint colour for all non-transparent pixels of the icon.",
        default: "the picture's own")
    },
    check: { part, node, path, context in
      if node["iconPosition"] != nil { part.isAtFirstLine = false }
      guard node["icon"] == nil else { return }
      context.refuse(
        ["iconPosition", "iconPadding", "iconSize", "tintColor"], of: node, path, "without 'icon'")
    })

  var keepsDirection: Bool { true }
  var groupRole: GroupRole? { .item }

  func layout(_ proposal: SizeProposal, over background: Paint?, _ context: LayoutContext) throws(RasterError)
    -> LayoutBox
  {
    let theme = context.theme
    // A label without visible edges aligns with other texts.
    let isBare = background == nil && !theme.compatibility.padsBareLabels
    let (padding, horizontalPadding) = (padding ?? (isBare ? 0 : 10), horizontalPadding ?? (isBare ? 0 : 2))
    let base = Font(
      theme.base.fontFamily, size: theme.compatibility.controlFontSize ?? theme.normalTextFont.size,
      isTracked: theme.base.automaticLetterSpacing)
    let (font, color) = look.over(base, theme.base.primaryTextColor)
    let spans = [TextSpan(labelText ?? "", font: font, color: color)]
    let picture = iconSize(theme)
    let hasText = !(labelText ?? "").isEmpty
    let gap = icon != nil && hasText ? iconPadding : 0
    // The bundled icons have a margin of a twelfth, which hangs over so that they align with other texts.
    var hanging = 0.0
    if isBare, case .outline? = icon?.content { hanging = picture.width / 12 }
    let slot = picture.width - 2 * hanging
    let taken = slot + gap + 2 * padding
    let isFree = proposal.width.exact == nil
    let room = max(1, proposal.width.bound - taken - (isFree ? 2 * horizontalPadding : 0))
    let text = try shape(spans, room: room, context)
    let textWidth = hasText ? text.size.width : 0
    let textHeight = hasText || icon == nil ? text.size.height : 0

    let natural = (textWidth + taken + 2 * horizontalPadding).rounded(.up)
    // The padding belongs to the text; a tall icon may keep a smaller distance from the edges.
    let iconPadding = min(verticalPadding, theme.compatibility.iconInset)
    let first = isAtFirstLine && text.lines.count > 1 ? text.lines[0].frame.height : 0
    let isBesideFirst = icon != nil && picture.height < Self.smallIcon * first
    // The text begins as far below the edge as that of a label with one line.
    let lead =
      isBesideFirst ? max(0, iconPadding + picture.height / 2 - verticalPadding - first / 2) : 0
    let content = max(textHeight + 2 * verticalPadding + lead, picture.height + 2 * iconPadding)
    let size = Size(width: proposal.width.resolve(natural), height: proposal.height.resolve(content))
    // A label as wide as its content has equal padding on both sides.
    let edge = abs(size.width - natural) < 1 ? padding + horizontalPadding : padding
    let isRightToLeft = text.isRightToLeft || context.startsAtRight
    let row = Row(
      width: size.width, edge: edge, icon: slot, gap: gap, text: textWidth,
      iconIsLeft: iconPosition.isLeft(isRightToLeft: isRightToLeft),
      alignment: side(isRightToLeft: isRightToLeft))

    var box = LayoutBox(size: size)
    let textTop = (size.height - textHeight + lead) / 2
    if let icon {
      let top =
        switch iconPosition.vertical {
        case .top: textTop
        case .center where isBesideFirst: textTop + (first - picture.height) / 2
        case .center: (size.height - picture.height) / 2
        case .bottom: textTop + textHeight - picture.height
        }
      // An icon taller than the text stays inside the label.
      let most = size.height - picture.height - iconPadding
      let y = most < iconPadding ? (size.height - picture.height) / 2 : max(iconPadding, min(top, most))
      box.add(
        .image(
          DisplayItem.ImageItem(
            image: icon, frame: Rect(origin: Point(x: row.iconX - hanging, y: y), size: picture),
            tint: icon.tint(tintColor, words: spans[0].color))))
    }
    if hasText { box.add(text, at: Point(x: row.textX, y: textTop)) }
    box.warnings = context.warnings(text)
    if slot + 2 * padding > size.width + 0.5, icon != nil {
      box.warnings.append(context.warning("the icon is wider than the label", key: "icon"))
    }
    return box
  }

  /// The largest height of an icon next to the first line, relative to the line.
  private static let smallIcon = 1.6

  /// The icon's size, scaled to fit the square set by the deck or the theme.
  private func iconSize(_ theme: ResolvedTheme) -> Size {
    guard let size = icon?.size(in: theme), !size.isEmpty else { return .zero }
    let longest = max(size.width, size.height)
    let factor = (iconSize ?? min(longest, theme.scaled(theme.compatibility.largestIcon))) / longest
    return Size(width: size.width * factor, height: size.height * factor)
  }

  /// The text, with its lines aligned within the widest line.
  private func shape(_ spans: [TextSpan], room: Double, _ context: LayoutContext) throws(RasterError)
    -> ShapedText
  {
    var style = ParagraphStyle()
    style.maxLines = numberOfLines == 0 ? nil : numberOfLines
    style.avoidsLoneWords = context.theme.compatibility.avoidsOrphans
    style.alignment = .left
    let loose = try context.shape(spans, style, width: room)
    style.alignment = textAlignment == .justified ? .natural : textAlignment
    if style.alignment == .natural, context.startsAtRight { style.alignment = .right }
    let width = min(room, loose.naturalWidth.rounded(.up))
    var text = try context.shape(spans, style, width: width)
    text.size.width = width
    return text
  }

  private func side(isRightToLeft: Bool) -> ParagraphStyle.Alignment {
    switch textAlignment {
    case .left, .center, .right: textAlignment
    case .natural, .justified: isRightToLeft ? .right : .left
    }
  }

  /// The horizontal positions of icon and text.
  private struct Row {
    var iconX: Double
    var textX: Double

    init(
      width: Double, edge: Double, icon: Double, gap: Double, text: Double, iconIsLeft: Bool,
      alignment: ParagraphStyle.Alignment
    ) {
      let whole = icon + gap + text
      // `center` centres the text, as long as the icon keeps its distance from the edge.
      let start =
        switch alignment {
        case .right: width - edge - whole
        case .center:
          max(edge, min(width - edge - whole, (width - text) / 2 - (iconIsLeft ? icon + gap : 0)))
        case .left, .natural, .justified: edge
        }
      iconX = iconIsLeft ? start : start + text + gap
      textX = iconIsLeft ? start + icon + gap : start
    }
  }
}

/// The position of an icon relative to its text.
struct IconPosition: Hashable, Sendable {
  /// The side of the text.
  enum Horizontal: String, Sendable, CaseIterable {
    case left, right, leading, trailing
  }
  /// The vertical position.
  enum Vertical: String, Sendable, CaseIterable {
    case top, center, bottom
  }

  var horizontal = Horizontal.leading
  var vertical = Vertical.top

  static let fields = FieldTable<IconPosition> {
    Field(
      "horizontal", \.horizontal, .word,
      "The side of the text; `leading` is the side where its language starts.")
    Field("vertical", \.vertical, .word, "The vertical position next to the text.")
  }

  /// Whether the icon is left of the text.
  func isLeft(isRightToLeft: Bool) -> Bool {
    switch horizontal {
    case .left: true
    case .right: false
    case .leading: !isRightToLeft
    case .trailing: isRightToLeft
    }
  }
}

extension ValueKind where Value == IconPosition {
  /// `["left", "top"]` or an object.
  static var iconPosition: Self {
    let object = ValueKind<IconPosition>.object("iconPosition", "The icon's position.", IconPosition.fields) {
      IconPosition()
    }
    let words =
      IconPosition.Horizontal.allCases.map(\.rawValue) + IconPosition.Vertical.allCases.map(\.rawValue)
    return ValueKind(
      "`[side, height]`: `left`, `right`, `leading`, `trailing`; `top`, `center`, `bottom`",
      schema: .any([.list(.word(words), 2...2), object.schema]),
      show: { "`[\"\($0.horizontal.rawValue)\", \"\($0.vertical.rawValue)\"]`" }
    ) { node, path, context in
      guard case .array(let nodes) = node.value else {
        guard case .object = node.value else {
          return context.mismatch(node, path, expected: "two words such as [\"left\", \"top\"]")
        }
        return object.parse(node, path, context)
      }
      guard nodes.count == 2 else {
        return context.mismatch(node, path, expected: "two words such as [\"left\", \"top\"]")
      }
      let horizontal = ValueKind<IconPosition.Horizontal>.word.read(nodes[0], path.index(0), context)
      let vertical = ValueKind<IconPosition.Vertical>.word.read(nodes[1], path.index(1), context)
      guard let horizontal, let vertical else { return nil }
      return IconPosition(horizontal: horizontal, vertical: vertical)
    }
  }
}
