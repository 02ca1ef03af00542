import CardRaster

/// A title and a description at the left, and another pair at the right: rows of tables and title-descriptions.
struct TwoColumns {
  /// Which title gives way when both do not fit.
  enum Compression: String, Sendable, CaseIterable {
    case left, right
  }

  /// Whether titles stand above or below descriptions.
  enum TitlePosition: String, Sendable, CaseIterable {
    case top, bottom
  }

  /// One of the four texts.
  struct Label {
    var spans: [TextSpan]
    var key: String
    /// Whether it is one number, with its currency or without.
    var isNumber = false

    var isEmpty: Bool { spans.allSatisfy { $0.text.isEmpty } }
  }

  var leftTitle: Label
  var leftDescription: Label
  var rightTitle: Label
  var rightDescription: Label
  var compression = Compression.right
  var titlePosition = TitlePosition.top
  var position = SecondaryPosition.right
  /// The most lines of a title; running text leaves no word alone where there may be more than one.
  var titleLines = 1
  /// Whether the columns are the cells of a table's row.
  var isRow = false
  /// Room at the top right that both columns stay clear of; nothing when it has no width.
  var topRight = Size.zero

  /// Points between a title and its description.
  static let gap = 2.0
  /// The share of the room that the title keeps that is shortened first.
  static let leastShare = 0.45
  /// The share of the room that the left title keeps beside a number, which stays in one line.
  static let leastShareBesideNumber = 0.35
  /// The size, as a share of its own, down to which a number shrinks that is wider than the rest.
  static let leastNumberScale = 0.5
  /// The least points between the two columns.
  static let columnGap = 20.0

  private struct Column {
    var title: ShapedText?
    var description: ShapedText?
    var width = 0.0

    var height: Double {
      (title?.size.height ?? 0) + (description?.size.height ?? 0)
        + (title != nil && description != nil ? gap : 0)
    }
  }

  /// The two columns in a width, each in the middle of the height: the box's own, or at least `minimumHeight`.
  func layout(width: Double, minimumHeight: Double = 0, _ context: LayoutContext) throws(RasterError)
    -> LayoutBox
  {
    let naturalLeft = try naturalWidth(leftTitle, context)
    let naturalRight = try naturalWidth(rightTitle, context)
    let naturalRightDescription = try naturalWidth(rightDescription, context)
    let hasRight = !rightTitle.isEmpty || !rightDescription.isEmpty
    // Words that run to the left stand at the right edge, unless that would put them into the middle of the row.
    let leftAlignment = hasRight ? ParagraphStyle.Alignment.left : .natural
    let clearWidth = topRight.width > 0 ? max(0, width - topRight.width - TwoColumns.columnGap) : width
    var warnings: [DeckIssue] = []
    let left: Column
    let right: Column
    let rightX: Double
    let alignment: ParagraphStyle.Alignment
    switch position {
    case .right:
      let room = max(0, width - (!rightTitle.isEmpty ? TwoColumns.columnGap : 0))
      let (leftWidth, rightWidth) = try titleWidths(
        room: room, left: naturalLeft, right: naturalRight, clear: clearWidth, context)
      let rightDescriptionWidth = min(
        naturalRightDescription, max(rightWidth, (width - TwoColumns.columnGap) / 2))
      // The columns are centred each for itself, so the left description must stay clear of the whole right one.
      let rightColumn = max(rightWidth, rightDescriptionWidth)
      let leftDescriptionWidth = min(
        clearWidth, rightColumn > 0 ? max(0, width - rightColumn - TwoColumns.columnGap) : width)
      left = try column(
        leftTitle, leftWidth, leftDescription, leftDescriptionWidth, leftAlignment, &warnings, context)
      right = try column(
        rightTitle, rightWidth, rightDescription, rightDescriptionWidth, .right, &warnings, context)
      rightX = width
      alignment = .right
    case .center(let amount):
      rightX = min(width, max(0, width / 2 + amount))
      let leftRoom = min(clearWidth, hasRight ? max(0, rightX - TwoColumns.columnGap) : width)
      left = try column(leftTitle, leftRoom, leftDescription, leftRoom, leftAlignment, &warnings, context)
      right = try column(
        rightTitle, width - rightX, rightDescription, width - rightX, .left, &warnings, context)
      alignment = .left
    }
    let rightTop = topRight.width > 0 ? max(0, topRight.height) : 0
    let height = max(minimumHeight, max(left.height, right.height > 0 ? rightTop + right.height : 0))
    var box = LayoutBox(size: Size(width: width, height: height))
    place(left, x: 0, alignment: .left, in: &box)
    place(right, x: rightX, alignment: alignment, top: rightTop, in: &box)
    box.warnings = warnings
    return box
  }

  /// Whether the right title is a number that stays in one piece.
  private var keepsRightTitle: Bool { titleLines > 1 && rightTitle.isNumber }

  /// The widths of both titles in the room that is there for them.
  private func titleWidths(
    room: Double, left naturalLeft: Double, right naturalRight: Double, clear: Double,
    _ context: LayoutContext
  ) throws(RasterError) -> (left: Double, right: Double) {
    if keepsRightTitle {
      let right = min(naturalRight, max(room - naturalLeft, room * (1 - TwoColumns.leastShareBesideNumber)))
      return (min(room - right, clear), right)
    }
    // The side that gives way keeps a good part of the room, so that neither text disappears.
    let yielding = room * TwoColumns.leastShare
    switch compression {
    case .right:
      let right = try wrappedWidth(
        rightTitle, min(naturalRight, max(room - naturalLeft, yielding)), context)
      return (min(room - right, clear), right)
    case .left:
      let left = min(
        try wrappedWidth(leftTitle, min(naturalLeft, max(room - naturalRight, yielding)), context), clear)
      return (left, min(naturalRight, room - left))
    }
  }

  /// How a title's lines are broken.
  private func titleStyle(_ label: Label, _ alignment: ParagraphStyle.Alignment, _ context: LayoutContext)
    -> ParagraphStyle
  {
    var style = TwoColumns.oneLine
    style.alignment = alignment
    guard titleLines > 1 else { return style }
    if keepsRightTitle, label.key == rightTitle.key {
      style.minimumScaleFactor = TwoColumns.leastNumberScale
      return style
    }
    style.maxLines = titleLines
    style.avoidsLoneWords = true
    // What gives way to a number is narrow, and a word in it may have to be broken.
    if keepsRightTitle { style.hyphenation = context.locale.hyphenation }
    return style
  }

  /// The width that a title takes of the one that it gets: less where its words wrap before its end.
  private func wrappedWidth(_ label: Label, _ width: Double, _ context: LayoutContext) throws(RasterError)
    -> Double
  {
    guard titleLines > 1, !label.isEmpty else { return width }
    var style = TwoColumns.oneLine
    style.maxLines = titleLines
    style.alignment = .left
    return min(width, try context.shape(label.spans, style, width: max(1, width)).naturalWidth.rounded(.up))
  }

  private func naturalWidth(_ label: Label, _ context: LayoutContext) throws(RasterError) -> Double {
    label.isEmpty
      ? 0 : try context.shape(label.spans, TwoColumns.oneLine, width: nil).naturalWidth.rounded(.up)
  }

  private static let oneLine: ParagraphStyle = {
    var style = ParagraphStyle()
    style.maxLines = 1
    return style
  }()

  private func column(
    _ title: Label, _ titleWidth: Double, _ description: Label, _ descriptionWidth: Double,
    _ alignment: ParagraphStyle.Alignment, _ warnings: inout [DeckIssue], _ context: LayoutContext
  ) throws(RasterError) -> Column {
    var result = Column()
    if !title.isEmpty {
      let style = titleStyle(title, alignment, context)
      let text = try context.shape(title.spans, style, width: max(1, titleWidth))
      warnings += context.warnings(text, key: title.key)
      result.title = text
    }
    if !description.isEmpty {
      var style = ParagraphStyle()
      style.alignment = alignment
      style.avoidsLoneWords = titleLines > 1
      if keepsRightTitle { style.hyphenation = context.locale.hyphenation }
      let text = try context.shape(description.spans, style, width: max(1, descriptionWidth))
      warnings += context.warnings(text, key: description.key)
      result.description = text
    }
    result.width = max(result.title?.size.width ?? 0, result.description?.size.width ?? 0)
    return result
  }

  private func place(
    _ column: Column, x: Double, alignment: ParagraphStyle.Alignment, top: Double = 0, in box: inout LayoutBox
  ) {
    var y = max(top, (box.size.height - column.height) / 2)
    let texts =
      titlePosition == .top ? [column.title, column.description] : [column.description, column.title]
    var isFirst = true
    for case .some(var text) in texts {
      if isRow { text.role = isFirst ? .cell : .moreOfCell }
      isFirst = false
      box.add(text, at: Point(x: alignment == .right ? x - text.size.width : x, y: y))
      y += text.size.height + TwoColumns.gap
    }
  }
}
