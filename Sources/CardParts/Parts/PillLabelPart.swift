import CardRaster

/// Text centred in a pill: a rectangle with semicircular ends.
struct PillLabelPart: BackgroundAwarePart {
  var labelText: String?
  var look = TextLook()
  var verticalPadding = 2.0
  var horizontalPadding = 2.0

  static let kind = PartKind(
    "pillLabel", .text, "Text in the middle of a pill: a rectangle whose ends are half circles.",
    example:
      ##"{ "type": "pillLabel", "labelText": "NEW", "textColor": "onAccentColor", "backgroundColor": "accentColor" }"##,
    make: { PillLabelPart() },
    follow: { part, theme in
      let padding = theme.compatibility.pillPadding
      part.verticalPadding = theme.scaled(padding.height)
      part.horizontalPadding = theme.scaled(padding.width)
    }, needs: [["labelText"]],
    fields: {
      Field("labelText", \.labelText, .text, "The text; one line.")
      TextLook.fields(font: "font", color: "textColor", of: "letters", summary: "The font.").map {
        $0.lifted(\.look)
      }
      Field(
        "verticalPadding", \.verticalPadding, .length, "Space above and below the text.",
        default: "4; 2 in `turbo` and `mint`")
      Field(
        "horizontalPadding", \.horizontalPadding, .length,
        "Space left and right of the text, in addition to the room for the round ends.")
    })

  /// Stretched over the card, a pill would look like a bar.
  var fillsWidth: Bool { false }

  /// Stretched in a row, a pill would look like a blob or a bar.
  var keepsSize: Bool { true }

  func layout(_ proposal: SizeProposal, over background: Paint?, _ context: LayoutContext) throws(RasterError)
    -> LayoutBox
  {
    let theme = context.theme
    var (label, color) = look.over(theme.pillLabelFont, theme.pillLabelTextColor)
    if look.color == nil, theme.compatibility.ensuresContrast, case .solid(let ground)? = background,
      ground.isOpaque
    {
      color = Accents.title(color, on: ground)
    }
    let unbounded = try context.line(labelText ?? "", label, color)
    let ends = unbounded.size.height + 2 * horizontalPadding
    let text = try context.line(
      labelText ?? "", label, color, width: max(1, proposal.width.bound - ends), alignment: .left)
    let size = Size(
      width: proposal.width.resolve((text.naturalWidth + ends).rounded(.up)),
      height: proposal.height.resolve(text.size.height + 2 * verticalPadding))
    var box = LayoutBox(size: size)
    box.radii = CornerRadii(size.height / 2)
    if !theme.pillLabelBackgroundColor.isClear { box.background = .solid(theme.pillLabelBackgroundColor) }
    box.add(
      text, at: Point(x: (size.width - text.naturalWidth) / 2, y: (size.height - text.size.height) / 2))
    box.warnings = context.warnings(text, key: "labelText")
    return box
  }
}
