package import CardRaster

/// The header or footer of a section: a text, or parts.
package struct SectionLabel: Sendable {
  package var text: String?
  package var parts: [AnyPart] = []
  package var path = JSONPath.root
  package var repetition: Int?

  package init() {}

  /// The text style and the insets; parts use only the horizontal insets.
  package struct Style {
    var font: Font
    var color: Color
    var insets: Insets
    package var verticalAlignment = TextBlock.VerticalAlignment.bottom

    /// The header of a list: slightly smaller than the row titles, and bolder.
    package static func heading(_ theme: ResolvedTheme, insets: Insets) -> Style {
      let font = FontSpec(size: 14 * theme.base.growth, weight: 600).over(theme.leftTitleFont)
      return Style(font: font, color: theme.leftTitleColor, insets: insets)
    }

    /// The header of a group in a card: as small as row descriptions, and bolder.
    package static func groupHeading(_ theme: ResolvedTheme, insets: Insets) -> Style {
      let font = FontSpec(weight: 600).over(theme.leftDescriptionFont)
      return Style(font: font, color: theme.leftDescriptionColor, insets: insets)
    }

    /// A footer, or the header of a group: as small as row descriptions.
    package static func footer(_ theme: ResolvedTheme, insets: Insets) -> Style {
      Style(font: theme.leftDescriptionFont, color: theme.leftDescriptionColor, insets: insets)
    }
  }

  /// The natural width, limited to a bound.
  package func naturalWidth(within bound: Double, _ style: Style, _ context: LayoutContext)
    throws(RasterError)
    -> Double
  {
    let room = max(0, bound - style.insets.horizontal)
    let inner: Double
    if let text {
      inner = min(
        room, try context.line(text, style.font, style.color, width: room).naturalWidth.rounded(.up))
    } else {
      inner = try column.naturalWidth(within: room, context)
    }
    return inner + style.insets.horizontal
  }

  /// The label for a width, with a minimum height.
  package func layoutLabel(
    width: Double, minimumHeight: Double, _ style: Style, type: String, _ context: LayoutContext
  ) throws(RasterError) -> LayoutBox {
    try context.inside(path, repetition: repetition) { () throws(RasterError) in
      let insets = style.insets
      let room = max(0, width - insets.horizontal)
      var content: LayoutBox
      var vertical = (top: insets.top, bottom: insets.bottom)
      if let text {
        let span = TextSpan(text, font: style.font, color: style.color)
        content = try TextBlock(spans: [span]).layoutText(SizeProposal(width: .exact(room)), context)
      } else {
        content = try column.layoutColumn(width: room, context)
        vertical = (0, 0)
      }
      let natural = content.size.height + vertical.top + vertical.bottom
      var box = LayoutBox(size: Size(width: width, height: max(minimumHeight, natural)))
      box.warnings = content.warnings
      content.warnings = []
      let spare = box.size.height - natural
      let shift =
        switch style.verticalAlignment {
        case .top: 0.0
        case .center: spare / 2
        case .bottom: spare
        }
      box.add(content, at: Point(x: insets.left, y: vertical.top + shift))
      box.source = LayoutBox.Source(type: type, path: path)
      return box
    }
  }

  private var column: ColumnLayout { ColumnLayout(parts: parts, surroundings: .box(side: 0)) }
}
