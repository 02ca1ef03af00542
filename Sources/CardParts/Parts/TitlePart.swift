import CardRaster

/// A title with an optional menu button at its right end.
struct TitlePart: CardPart {
  /// The control next to the title.
  enum Style: String, Sendable, CaseIterable {
    case titleOnly, titleWithMenu, titleWithActionableButton
  }

  var style = Style.titleOnly
  var title: String?
  var titleLook = TextLook()
  var menuTitle: String?
  var menuOptions: [String] = []
  var menuOptionLinks: [String] = []
  var menuButtonImage: ImageSource?
  var menuButtonColor: Color?
  var menuColor = Color(rgb: 0x808080)
  var menuButtonLink: String?

  static let kind = PartKind(
    "title", .text, "A title, optionally with a menu or a button at its right end.",
    example:
      #"{ "type": "title", "style": "titleWithMenu", "title": "Advice", "menuTitle": "Hide this offer" }"#,
    measures: ["titleViewMargins"],
    make: { TitlePart() },
    follow: { part, theme in
      if theme.compatibility.usesThemeColors { part.menuColor = theme.accessoryColor }
    }, needs: [["title"]],
    fields: {
      Field("style", \.style, .word, "The element next to the title.")
      Field(
        "title", \.title, .text, "The title, in up to three lines; one line in `turbo` and `mint`.")
      TextLook.fields(font: "titleFont", color: "titleColor", of: "title").map { $0.lifted(\.titleLook) }
      Field("menuTitle", \.menuTitle, .text, "The heading of the menu, for `inspect`.")
      Field("menuOptions", \.menuOptions, .list(.text, 0...100), "The entries of the menu, for `inspect`.")
      Field(
        "menuOptionLinks", \.menuOptionLinks, .list(.link, 0...100),
        "The target of a tap on each entry, in the order of `menuOptions`, for `inspect`.")
      Field("menuButtonImage", \.menuButtonImage, .image, "The button's picture.", default: "a chevron")
        .alsoCalled("menuButtonImageName")
      Field(
        "menuButtonColor", \.menuButtonColor, .color,
        "The colour of the chevron, or of all non-transparent pixels of the button's picture.",
        default: "the theme's `accessoryColor`, `#808080` in `turbo` and `mint`; or the picture's own")
      Field("menuButtonLink", \.menuButtonLink, .link, "The target of a tap on the button.")
    },
    check: { part, node, path, context in
      if part.style == .titleOnly {
        context.refuse(
          [
            "menuTitle", "menuOptions", "menuOptionLinks", "menuButtonImage", "menuButtonImageName",
            "menuButtonColor", "menuButtonLink",
          ], of: node, path, "on style 'titleOnly'",
          hint: "use style 'titleWithMenu' or 'titleWithActionableButton'")
      }
      if part.menuOptionLinks.count > part.menuOptions.count {
        context.error(
          node["menuOptionLinks"] ?? node, path.key("menuOptionLinks"),
          "there are more 'menuOptionLinks' (\(part.menuOptionLinks.count)) than 'menuOptions' (\(part.menuOptions.count))"
        )
      }
    })

  var headingLevel: Int? { 2 }
  func margins(_ theme: ResolvedTheme) -> Insets { theme.titleViewMargins }

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let theme = context.theme
    let (font, color) = titleLook.over(theme.titleFont, theme.titleColor)
    let button = try button(theme.unit)
    let reserved = button.map { $0.size.width + 12 } ?? 0
    let room = proposal.width.reduced(by: reserved)
    // Aligned within the title's width, not the proposed width.
    var style = ParagraphStyle()
    style.maxLines = theme.compatibility.titleLines
    style.lineBreakStrategy = theme.compatibility.headingLineBreaks
    style.isHeading = true
    style.alignment = room.exact == nil ? .left : .natural
    var text = try context.shape(
      [TextSpan(title ?? "", font: font, color: color)], style, width: room.bound)
    text.role = .heading(2)
    let natural = text.naturalWidth.rounded(.up) + reserved
    let width = proposal.width.resolve(natural)
    let height = proposal.height.resolve(max(text.size.height, button?.size.height ?? 0))
    var box = LayoutBox(size: Size(width: width, height: height))
    box.add(text, at: Point(x: 0, y: (height - text.size.height) / 2))
    if let button {
      box.add(button, at: Point(x: width - button.size.width, y: (height - button.size.height) / 2))
    }
    box.warnings = context.warnings(text, key: "title")
    if let menuTitle { box.attributes.append(LayoutBox.Attribute("menuTitle", menuTitle)) }
    box.attributes += menuOptions.map { LayoutBox.Attribute("menuOptions", element: $0) }
    box.attributes += menuOptionLinks.map { LayoutBox.Attribute("menuOptionLinks", element: $0) }
    return box
  }

  /// The menu button; nil for `titleOnly`.
  ///
  /// - Parameter scale: The scale of the chevron.
  private func button(_ scale: Double) throws(RasterError) -> LayoutBox? {
    guard style != .titleOnly else { return nil }
    var box: LayoutBox
    if let menuButtonImage {
      box = LayoutBox(size: menuButtonImage.size)
      box.add(
        .image(
          DisplayItem.ImageItem(
            image: menuButtonImage, frame: Rect(origin: .zero, size: menuButtonImage.size),
            tint: menuButtonImage.tint(menuButtonColor, words: Color(rgb: 0x808080)))))
    } else {
      box = LayoutBox(size: Size(width: 14 * scale, height: 7 * scale))
      box.add(Chevron.down(at: .zero, scale: scale, color: menuButtonColor ?? menuColor))
    }
    box.link = menuButtonLink
    box.region = menuButtonLink == nil ? (style == .titleWithMenu ? "menu" : "button") : nil
    return box
  }
}
