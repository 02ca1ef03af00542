import CardRaster

/// Wrapped text with insets, links, and shapes that the text flows around.
struct AttributedTextPart: CardPart {
  var content = TextContent(lineSpacing: 0, lineHeightMultiple: 1)
  var textContainerInset = Insets(top: 8, left: 0, bottom: 8, right: 0)
  var lineFragmentPadding: Double?
  var textViewImage: ImageSource?
  var textViewImageFrame: TextShape?
  var exclusionPath: [TextShape] = []
  var dataDetectorTypes: [DataDetectorType] = []
  var linkTextAttributes: LinkTextAttributes?
  var tintColor: Color?

  static let kind = PartKind(
    "attributedText", .text,
    "Wrapped text that flows around pictures and shapes and detects links, numbers and dates.",
    example:
      ##"{ "type": "attributedText", "text": "Questions? Call (202) 555-0143 or write to help@example.com. We are there every day until 31 December 2026.", "dataDetectorTypes": ["all"], "exclusionPath": [{ "x": "right", "y": 2, "width": 44, "height": 44, "cornerRadius": 22 }] }"##,
    make: { AttributedTextPart() },
    follow: { part, theme in
      if theme.compatibility.hasTextViewInsets { return }
      // The defaults of a plain text, without links and shapes.
      part.content = TextPart().content
      part.textContainerInset = .zero
    }, needs: [["text", "attributedText"]],
    fields: {
      TextContent.fieldTable(
        lineSpacing: "1; 0 in `turbo` and `mint`", lineHeightMultiple: "1.1; 1 in `turbo` and `mint`"
      ).fields.map { $0.lifted(\.content) }
      Field(
        "textContainerInset", \.textContainerInset, .insets,
        "Space between the part's edges and the area of the text.",
        default: "none; [8, 0, 8, 0] in `turbo` and `mint`")
      Field(
        "lineFragmentPadding", \.lineFragmentPadding, .length,
        "Space at both ends of each line, and between a line and a shape next to it.",
        default:
          "5; none at the ends of lines in today's themes, so that they begin where other texts do")
      Field(
        "textViewImage", \.textViewImage, .image, "A picture that the text flows around.")
      Field(
        "textViewImageFrame", \.textViewImageFrame, .pictureShape,
        "The place of the picture in the text's area; it is clipped to its round corners, and the text follows them.",
        default: "at the top left, in its own size")
      Field(
        "exclusionPath", \.exclusionPath, .list(.textShape, 0...Limits.exclusions),
        "Shapes in the area of the text that stay free.")
      Field(
        "dataDetectorTypes", \.dataDetectorTypes, .oneOrMore(.word, most: 5),
        "The kinds of data in the text that become links or regions.")
      Field(
        "linkTextAttributes", \.linkTextAttributes, .linkTextAttributes,
        "The style of links, both given and detected ones.", default: "the theme's `linkColor`")
      Field(
        "tintColor", \.tintColor, .color, "The colour of links that have no other.",
        default: "the theme's `linkColor`")
    },
    check: { part, node, path, context in
      ForeignMarkup.report(in: part.content.text, of: node, path, context)
      if part.textViewImage == nil, node["textViewImage"] == nil, !node.omitsBoundNulls,
        let frame = node["textViewImageFrame"]
      {
        context.error(frame, path.key("textViewImageFrame"), "'textViewImageFrame' needs 'textViewImage'")
      }
      let hasLinks = part.content.attributedText?.contains { $0.link != nil } ?? false
      if !hasLinks, part.dataDetectorTypes.isEmpty, node["dataDetectorTypes"] == nil,
        context.scope.repetition == nil
      {
        context.refuse(
          ["linkTextAttributes", "tintColor"], of: node, path, "on a text without links",
          hint: "give a run a 'link', or set 'dataDetectorTypes'")
      }
    })

  var keepsDirection: Bool { true }

  /// The padding of UIKit's `lineFragmentPadding` at both ends of a line, in points.
  private static let padding = 5.0

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let (themeFont, themeColor) = content.style.attributedFontAndColor(in: context.theme)
    var linked = LinkedText(runs: content.attributedText ?? [], detectors: dataDetectorTypes)
    if content.attributedText == nil {
      var run = TextRunSpec()
      run.text = content.text ?? ""
      linked.runs = [run]
    }
    linked.attributes = linkTextAttributes ?? LinkTextAttributes()
    linked.monthComesFirst = context.locale.monthComesFirst
    let font = content.font?.over(themeFont) ?? themeFont
    let spans = linked.spans(
      font: content.figured(font), color: content.textColor ?? themeColor,
      letterSpacing: content.ownSpacing, linkColor: tintColor ?? context.theme.linkColor)

    let inset = textContainerInset
    let own = context.theme.compatibility.hasTextViewInsets ? AttributedTextPart.padding : 0
    let padding = lineFragmentPadding ?? own
    let area = max(0, proposal.width.bound - inset.horizontal)
    let picture = textViewImage.map {
      (textViewImageFrame ?? TextShape()).shape(inAreaOf: area, natural: $0.size)
    }
    let shapes = exclusionPath.map { $0.shape(inAreaOf: area) } + (picture.map { [$0] } ?? [])

    var block = content.block(spans, font, context)
    block.style.exclusions = shapes.map { $0.moved(by: Point(x: -padding, y: 0)) }
    block.style.exclusionPadding = lineFragmentPadding ?? AttributedTextPart.padding
    block.verticalAlignment = .top
    block.insets = Insets(
      top: inset.top, left: inset.left + padding, bottom: inset.bottom, right: inset.right + padding)
    var box = try block.layoutText(proposal, context)
    if let warning = content.hyphenationWarning(context) { box.warnings.append(warning) }
    if let textViewImage, let picture {
      try addImage(textViewImage, picture, to: &box, proposal, context)
    }
    return box
  }

  /// Adds the picture behind the text, and makes the box large enough for it.
  private func addImage(
    _ image: ImageSource, _ shape: RoundedRect, to box: inout LayoutBox, _ proposal: SizeProposal,
    _ context: LayoutContext
  ) throws(RasterError) {
    let inset = textContainerInset
    let placed = shape.moved(by: Point(x: inset.left, y: inset.top))
    let frame = placed.rect
    for (length, name) in [(frame.width, "width"), (frame.height, "height")] {
      try context.checkLength(length, "the drawn picture's \(name) in pixels")
    }
    var item = DisplayItem.image(DisplayItem.ImageItem(image: image, frame: frame))
    if !placed.radii.isZero { item = .group(DisplayItem.Group([item], clip: .roundedRect(placed))) }
    box.content.insert(.item(item), at: 0)
    box.size = Size(
      width: max(box.size.width, proposal.width.resolve(frame.maxX + inset.right)),
      height: max(box.size.height, proposal.height.resolve(frame.maxY + inset.bottom)))
    let key = textViewImageFrame == nil ? "textViewImage" : "textViewImageFrame"
    if frame.minX < -0.5 || frame.minY < -0.5 || frame.maxX > box.size.width + 0.5
      || frame.maxY > box.size.height + 0.5
    {
      box.warnings.append(context.warning("the picture sticks out of the part", key: key))
    }
    if let warning = context.enlargementWarning(of: image, in: frame, key: "textViewImage") {
      box.warnings.append(warning)
    }
  }
}
