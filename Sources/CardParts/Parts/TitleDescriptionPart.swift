import CardRaster

/// One text of a row with its style, as set by the deck.
struct RowText: Sendable {
  var text: String?
  var runs: [TextRunSpec]?
  var font: FontSpec?
  var color: Color?

  /// The number of characters up to which digits and separators are one number.
  private static let longestNumber = 16

  /// The properties, with the position (such as `leftTitle`) as prefix.
  static func fields(_ name: String, _ summary: String) -> [Field<RowText>] {
    [
      Field("\(name)Text", \.text, .text, summary),
      Field(
        "\(name)AttributedText", \.runs, .attributedText, "The same in runs; overrides the plain text."),
      Field("\(name)Font", \.font, .font, "Its font.", default: "the theme's"),
      Field("\(name)Color", \.color, .color, "Its colour.", default: "the theme's"),
    ]
  }

  /// The label, with the theme's style for properties that the deck does not set.
  ///
  /// - Parameter key: The deck key of the plain text.
  func label(
    _ key: String, _ theme: ResolvedTheme, _ font: Font, _ color: Color, override: Color?
  ) -> TwoColumns.Label {
    let usualSize = font.size
    var font = self.font?.over(font) ?? font
    // Tabular figures leave gaps in a text that is not a number, and in a large number.
    let words = runs.map { $0.map(\.text).joined() } ?? text ?? ""
    // A long row of digits that is not an amount, such as that of a bank account, wraps instead of shrinking.
    let isNumber =
      FigureColumn.holds(words) && (words.count <= Self.longestNumber || FigureColumn.isTabular(words))
    if font.hasTabularFigures, !FigureColumn.isTabular(words) || font.size > 1.25 * usualSize {
      font.hasTabularFigures = false
    }
    let color = override ?? self.color ?? color
    let spans =
      runs?.map { $0.span(font: font, color: color, linkColor: override ?? theme.linkColor) }
      ?? text.map { [TextSpan($0, font: font, color: color)] } ?? []
    return TwoColumns.Label(spans: spans, key: key, isNumber: isNumber)
  }
}

/// The four texts of a row as set by the deck, shared by `titleDescription` and table rows.
struct RowTexts: Sendable {
  var leftTitle = RowText()
  var leftDescription = RowText()
  var rightTitle = RowText()
  var rightDescription = RowText()
  var titleCompression = TwoColumns.Compression.right

  static let fields = FieldTable<RowTexts> {
    RowText.fields(
      "leftTitle",
      "The title at the left; one line, or up to three in themes but `turbo` and `mint`, and as many as it needs beside a number."
    ).map { $0.lifted(\.leftTitle) }
    RowText.fields("leftDescription", "The description at the left; wraps.").map {
      $0.lifted(\.leftDescription)
    }
    RowText.fields(
      "rightTitle",
      "The title at the right; one line, or up to three in themes but `turbo` and `mint`, and as many as it needs as the value of a key without descriptions."
    ).map { $0.lifted(\.rightTitle) }
    RowText.fields("rightDescription", "The description at the right; wraps.").map {
      $0.lifted(\.rightDescription)
    }
    Field(
      "titleCompression", \.titleCompression, .word,
      "Which title is shortened first when both do not fit; it keeps 45 % of the width. A number at the right stays in one piece in themes but `turbo` and `mint`."
    )
  }

  /// The keys of which a row needs at least one.
  static let texts = [
    "leftTitleText", "leftTitleAttributedText", "leftDescriptionText", "leftDescriptionAttributedText",
    "rightTitleText", "rightTitleAttributedText", "rightDescriptionText", "rightDescriptionAttributedText",
  ]

  /// Whether the texts are a key at the left and its value at the right.
  var isKeyValue: Bool {
    [leftTitle, rightTitle].allSatisfy { $0.text != nil || $0.runs != nil }
      && [leftDescription, rightDescription].allSatisfy { $0.text == nil && $0.runs == nil }
  }

  /// The columns, with the theme's styles for properties that the deck does not set.
  ///
  /// - Parameter hasQuietKey: Whether the left title is quieter, unless the deck sets its look.
  func columns(_ theme: ResolvedTheme, color: Color? = nil, hasQuietKey: Bool) -> TwoColumns {
    let isQuiet =
      hasQuietKey && theme.compatibility.quietsKeys && leftTitle.font == nil && leftTitle.color == nil
    return TwoColumns(
      leftTitle: leftTitle.label(
        "leftTitleText", theme,
        isQuiet ? FontSpec(weight: 400).over(theme.leftTitleFont) : theme.leftTitleFont,
        isQuiet ? theme.leftDescriptionColor : theme.leftTitleColor, override: color),
      leftDescription: leftDescription.label(
        "leftDescriptionText", theme, theme.leftDescriptionFont, theme.leftDescriptionColor, override: color),
      rightTitle: rightTitle.label(
        "rightTitleText", theme, theme.rightTitleFont, theme.rightTitleColor, override: color),
      rightDescription: rightDescription.label(
        "rightDescriptionText", theme, theme.rightDescriptionFont, theme.rightDescriptionColor,
        override: color),
      compression: titleCompression, titleLines: theme.compatibility.titleLines)
  }
}

/// A title with a description at the left, and a second pair at the right.
struct TitleDescriptionPart: CardPart {
  var texts = RowTexts()
  var titlePosition = TwoColumns.TitlePosition.top
  var secondaryPosition: SecondaryPosition?
  var verticalPadding: Double?

  static let kind = PartKind(
    "titleDescription", .text, "A title with a description at the left, and another pair at the right.",
    example:
      #"{ "type": "titleDescription", "leftTitleText": "Groceries", "leftDescriptionText": "12 transactions", "rightTitleText": "$412.80", "rightDescriptionText": "of $500" }"#,
    measures: ["secondaryTitlePosition", "rowPadding"],
    make: { TitleDescriptionPart() }, needs: [RowTexts.texts],
    fields: {
      RowTexts.fields.fields.map { $0.lifted(\.texts) }
      Field("titlePosition", \.titlePosition, .word, "Whether titles are above or below descriptions.")
      Field(
        "secondaryPosition", \.secondaryPosition, .secondaryPosition, "The alignment of the right pair.",
        default: "the theme's")
      Field(
        "verticalPadding", \.verticalPadding, .length, "Space above and below the texts, inside the margins.",
        default: "the theme's `rowPadding`")
    },
    check: { part, node, path, context in
      let position = part.secondaryPosition ?? context.theme.secondaryTitlePosition
      if position != .right, let value = node["titleCompression"] {
        context.warning(
          value, path.key("titleCompression"),
          "'titleCompression' has no effect where the right pair starts in the middle",
          hint: "set 'secondaryPosition' to 'right'")
      }
    })

  var groupRole: GroupRole? { .row }

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    var columns = texts.columns(context.theme, hasQuietKey: texts.isKeyValue)
    columns.titlePosition = titlePosition
    columns.position = secondaryPosition ?? context.theme.secondaryTitlePosition
    let padding = verticalPadding ?? context.theme.rowPadding
    var width = proposal.width.bound
    // Without a right pair, the part needs the width of its texts only, so that neighbours in a row have theirs.
    let isPair = !columns.rightTitle.isEmpty || !columns.rightDescription.isEmpty
    let isFree = proposal.width.exact == nil && !isPair && context.theme.compatibility.keepsNaturalSizes
    if !width.isFinite || isFree { width = min(width, try naturalWidth(columns, context)) }
    // In CardParts an empty description keeps its gaps above and below.
    let isLone = verticalPadding == nil && columns.leftDescription.isEmpty && titlePosition == .top
    let loneTitle = isLone ? context.theme.compatibility.loneTitlePadding : 0
    let content = try columns.layoutColumns(width: width, context)
    let natural = content.size.height + 2 * padding + loneTitle
    let height = proposal.height.resolve(natural)
    var box = LayoutBox(size: Size(width: width, height: height))
    var inner = try columns.layoutColumns(
      width: width, minimumHeight: max(0, height - 2 * padding), context)
    box.warnings = inner.warnings
    inner.warnings = []
    box.add(inner, at: Point(x: 0, y: padding))
    return box
  }

  private func naturalWidth(_ columns: TwoColumns, _ context: LayoutContext) throws(RasterError) -> Double {
    var style = ParagraphStyle()
    style.maxLines = 1
    var widths: [Double] = []
    for pair in [
      [columns.leftTitle, columns.leftDescription], [columns.rightTitle, columns.rightDescription],
    ] {
      var widest = 0.0
      for label in pair where !label.isEmpty {
        widest = max(widest, try context.shape(label.spans, style, width: nil).naturalWidth)
      }
      widths.append(widest.rounded(.up))
    }
    return widths[0] + widths[1] + (widths[1] > 0 ? TwoColumns.columnGap : 0)
  }
}
