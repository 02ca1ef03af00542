import CardRaster

/// A button: a title in the theme's button colour, on a background if wanted.
struct ButtonPart: CardPart {
  /// Where the title stands.
  enum HorizontalAlignment: String, Sendable, CaseIterable {
    case left, center, right, leading, trailing
  }

  var buttonTitle: String?
  var titleFont: FontSpec?
  var titleColor: Color?
  var image: ImageSource?
  var contentHorizontalAlignment = HorizontalAlignment.left
  var contentEdgeInsets = Insets(top: 6, left: 0, bottom: 6, right: 0)
  var imagePadding = 8.0

  static let kind = PartKind(
    "button", .control, "A button: a title in the theme's button colour, on a background if wanted.",
    example: #"{ "type": "button", "buttonTitle": "Apply Now", "link": "https://example.com/apply" }"#,
    measures: ["buttonCornerRadius"],
    make: { ButtonPart() }, needs: [["buttonTitle", "image"]],
    fields: {
      Field("buttonTitle", \.buttonTitle, .text, "The title; one line.")
      Field("titleFont", \.titleFont, .font, "The font of the title.", default: "the theme's")
      Field("titleColor", \.titleColor, .color, "The colour of the title.", default: "the theme's")
      Field("image", \.image, .image, "A picture in front of the title, or instead of it.")
      Field(
        "contentHorizontalAlignment", \.contentHorizontalAlignment, .word,
        "Where the title stands in a wider button.")
      Field(
        "contentEdgeInsets", \.contentEdgeInsets, .insets, "Space between the button's edges and its title.")
      Field("imagePadding", \.imagePadding, .length, "Space between the picture and the title.")
    })

  func layout(_ proposal: Proposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let theme = context.theme
    let font = titleFont?.over(theme.buttonTitleFont) ?? theme.buttonTitleFont
    let picture = image?.size ?? .zero
    let gap = image != nil && buttonTitle != nil ? imagePadding : 0
    let insets = contentEdgeInsets
    let taken = insets.horizontal + picture.width + gap
    let room = proposal.width.reduced(by: taken)
    let text = try buttonTitle.map { title throws(RasterError) in
      try context.line(title, font, titleColor ?? theme.buttonTitleColor, width: room.bound, alignment: .left)
    }
    let inner = Size(
      width: picture.width + gap + (text?.naturalWidth ?? 0),
      height: max(text?.size.height ?? 0, picture.height))
    let size = Size(
      width: proposal.width.resolve((inner.width + insets.horizontal).rounded(.up)),
      height: proposal.height.resolve(inner.height + insets.vertical))
    let spare = max(0, size.width - inner.width - insets.horizontal)
    let start =
      switch contentHorizontalAlignment {
      case .left, .leading: 0.0
      case .center: spare / 2
      case .right, .trailing: spare
      }
    var x = insets.left + start
    let middle = insets.top + (size.height - insets.vertical) / 2
    var box = LayoutBox(size: size)
    box.radii = CornerRadii(theme.buttonCornerRadius)
    if let image {
      box.add(
        .image(
          DisplayItem.ImageItem(
            image: image, frame: Rect(origin: Point(x: x, y: middle - picture.height / 2), size: picture),
            tint: image.tint(nil, words: titleColor ?? theme.buttonTitleColor))))
      x += picture.width + gap
    }
    if let text {
      box.add(text, at: Point(x: x, y: middle - text.size.height / 2))
      box.warnings = context.warnings(text, key: "buttonTitle")
    }
    return box
  }
}
