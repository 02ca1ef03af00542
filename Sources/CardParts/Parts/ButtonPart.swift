import CardRaster

/// A button with a title: plain, outlined or filled.
struct ButtonPart: BackgroundAwarePart {
  /// The horizontal position of the title.
  enum HorizontalAlignment: String, Sendable, CaseIterable {
    case left, center, right, leading, trailing
  }

  var style: ButtonStyle?
  var buttonTitle: String?
  var titleLook = TextLook()
  var image: ImageSource?
  var contentHorizontalAlignment: HorizontalAlignment?
  var contentEdgeInsets: Insets?
  var imagePadding = 8.0
  var tintColor: Color?
  var isEnabled = true
  var isHighlighted = false

  /// The opacity of the title and the picture of a pressed button.
  private static let highlightedOpacity = 0.3

  static let kind = PartKind(
    "button", .control, "A button: a title alone, in an outline or on a colour.",
    example: #"{ "type": "button", "buttonTitle": "Apply Now", "link": "https://example.com/apply" }"#,
    measures: ["buttonStyle", "buttonCornerRadius", "buttonInsets"],
    make: { ButtonPart() }, needs: [["buttonTitle", "image"]],
    fields: {
      Field(
        "style", \.style, .word,
        "The button style: the title alone, on the accent colour, on a light tint of it, or in an outline.",
        default: "the theme's; `plain` on a `backgroundColor`")
      Field("buttonTitle", \.buttonTitle, .text, "The title; one line.")
      TextLook.fields(font: "titleFont", color: "titleColor", of: "title").map { $0.lifted(\.titleLook) }
      Field("image", \.image, .image, "A picture in front of the title, or instead of it.")
      Field(
        "contentHorizontalAlignment", \.contentHorizontalAlignment, .word,
        "The alignment of the title in a wider button.",
        default: "the middle; the left of a title alone, but in the middle right before or after one that is")
      Field(
        "contentEdgeInsets", \.contentEdgeInsets, .insets, "Space between the button's edges and its title.",
        default: "the theme's `buttonInsets`; [6, 0, 6, 0] around a title alone")
      Field("imagePadding", \.imagePadding, .length, "Space between the picture and the title.")
      Field(
        "tintColor", \.tintColor, .color, "A tint colour for all non-transparent pixels of the picture.",
        default: "the picture's own; an icon has that of the title")
      Field("isEnabled", \.isEnabled, .boolean, "Whether the control is enabled; a disabled one is faded.")
      Field(
        "isHighlighted", \.isHighlighted, .boolean,
        "Whether the button is pressed: its title and picture then have an opacity of 0.3.")
    },
    check: { part, node, path, context in
      if part.image == nil || part.buttonTitle == nil {
        context.noteUnseen(
          ["imagePadding"], of: node, path,
          "on a button without \(part.image == nil ? "a picture" : "a title")")
      }
      if part.image == nil {
        context.noteUnseen(["tintColor"], of: node, path, "on a button without a picture")
      }
    })

  var isOneLine: Bool { true }

  func isFramedButton(_ theme: ResolvedTheme) -> Bool { (style ?? theme.buttonStyle) != .plain }

  func layout(_ proposal: SizeProposal, over background: Paint?, _ context: LayoutContext) throws(RasterError)
    -> LayoutBox
  {
    let theme = context.theme
    let look = Look(self, theme, over: background)
    let font = titleLook.over(theme.buttonTitleFont, look.titleColor).font
    let picture = image?.size(in: theme) ?? .zero
    let gap = image != nil && buttonTitle != nil ? imagePadding * theme.base.growth : 0
    var insets = look.insets
    let width = proposal.width.bound - picture.width - gap
    var text = try buttonTitle.map { title throws(RasterError) in
      try context.line(
        title, font, look.titleColor, width: max(0, width - insets.horizontal), alignment: .left)
    }
    // The whole title matters more than the padding: the theme's insets shrink before the title is truncated.
    if contentEdgeInsets == nil, let buttonTitle, text?.isTruncated == true,
      let side = try narrowSide(buttonTitle, font, width, insets, context)
    {
      (insets.left, insets.right) = (side, side)
      text = try context.line(buttonTitle, font, look.titleColor, alignment: .left)
    }
    let inner = Size(
      width: picture.width + gap + (text?.naturalWidth ?? 0),
      height: max(text?.size.height ?? 0, picture.height))
    let size = Size(
      width: proposal.width.resolve((inner.width + insets.horizontal).rounded(.up)),
      height: proposal.height.resolve(inner.height + insets.vertical))
    let spare = max(0, size.width - inner.width - insets.horizontal)
    let start =
      switch look.alignment {
      case .left, .leading: 0.0
      case .center: spare / 2
      case .right, .trailing: spare
      }
    var x = insets.left + start
    let middle = insets.top + (size.height - insets.vertical) / 2
    var box = LayoutBox(size: size)
    box.background = look.fill.map { .solid($0) }
    box.radii = CornerRadii(theme.buttonCornerRadius)
    if let border = look.border { addBorder(border, to: &box, theme) }
    var content = LayoutBox(size: size)
    if let image {
      content.add(
        .image(
          DisplayItem.ImageItem(
            image: image, frame: Rect(origin: Point(x: x, y: middle - picture.height / 2), size: picture),
            tint: image.tint(tintColor, words: look.titleColor))))
      x += picture.width + gap
    }
    if let text {
      content.add(text, at: Point(x: x, y: middle - text.size.height / 2))
      box.warnings = context.warnings(text, key: "buttonTitle")
    }
    if isHighlighted {
      content.opacity = ButtonPart.highlightedOpacity
      content.hasMeasuredWords = false
      box.add(content, at: .zero)
    } else {
      box.content += content.content
    }
    if !isEnabled {
      box.opacity = ControlState.disabledOpacity
      box.hasMeasuredWords = false
    }
    if image == nil, (buttonTitle ?? "").allSatisfy(\.isWhitespace) {
      box.warnings.append(context.warning("a button without a visible title", key: "buttonTitle"))
    }
    return box
  }

  /// The reduced side padding for a title that does not fit with the theme's insets.
  ///
  /// Nil if it would be too small.
  private func narrowSide(
    _ title: String, _ font: Font, _ width: Double, _ insets: Insets, _ context: LayoutContext
  ) throws(RasterError) -> Double? {
    guard context.theme.compatibility.shrinksToFit else { return nil }
    let side = (width - (try context.line(title, font, .black, alignment: .left).naturalWidth)) / 2
    return side >= 0.3 * min(insets.left, insets.right) && side >= 4 * context.theme.unit ? side : nil
  }

  private func addBorder(_ color: Color, to box: inout LayoutBox, _ theme: ResolvedTheme) {
    let frame = Rect(origin: .zero, size: box.size)
    let outer = RoundedRect(rect: frame, radii: box.radii)
    box.add(
      .fill(.ring(outer: outer, inner: outer.inset(by: max(1, theme.unit))), .solid(color), bounds: frame))
  }

  /// The resolved colours: the deck's properties override the style, the style overrides the theme.
  private struct Look {
    var fill: Color?
    var border: Color?
    var titleColor: Color
    var insets: Insets
    var alignment: HorizontalAlignment

    init(_ part: ButtonPart, _ theme: ResolvedTheme, over background: Paint?) {
      let style = part.style ?? (background == nil ? theme.buttonStyle : .plain)
      switch style {
      case .plain: titleColor = theme.buttonTitleColor
      case .filled:
        fill = theme.buttonFillColor
        titleColor = theme.buttonFillTitleColor
      case .outlined:
        border = theme.buttonBorderColor
        titleColor = theme.buttonTitleColor
      case .tinted:
        fill = theme.accentTintColor
        titleColor = theme.accentTextColor
      }
      if let color = part.titleLook.color {
        titleColor = color
      } else if theme.compatibility.ensuresContrast, case .solid(let ground)? = background, ground.isOpaque {
        titleColor = Accents.title(titleColor, on: ground)
      }
      let isFramed = style != .plain || (background != nil && theme.compatibility.centersButtonTitles)
      insets =
        part.contentEdgeInsets
        ?? (isFramed
          ? theme.buttonInsets : Insets(top: 6 * theme.unit, left: 0, bottom: 6 * theme.unit, right: 0))
      alignment = part.contentHorizontalAlignment ?? (isFramed ? .center : .left)
    }
  }
}
