package import CardRaster

/// A title with a description at the left, and another pair at the right.
///
/// Table rows and `titleDescription` use it.
package struct TwoColumns {
  /// Which title is truncated when both do not fit.
  package enum Compression: String, Sendable, CaseIterable {
    case left, right
  }

  /// Whether titles are above or below descriptions.
  package enum TitlePosition: String, Sendable, CaseIterable {
    case top, bottom
  }

  package struct Label {
    package var spans: [TextSpan]
    package var key: String
    /// Whether the text is a single number, with or without a currency.
    package var isNumber = false

    package init(spans: [TextSpan], key: String, isNumber: Bool = false) {
      self.spans = spans
      self.key = key
      self.isNumber = isNumber
    }

    package var isEmpty: Bool { spans.allSatisfy { $0.text.isEmpty } }
  }

  package var leftTitle: Label
  package var leftDescription: Label
  package var rightTitle: Label
  package var rightDescription: Label
  package var compression = Compression.right
  package var titlePosition = TitlePosition.top
  package var position = SecondaryPosition.right
  /// The maximum number of lines of a title; if there may be more than one, no last line is a single word.
  package var titleLines = 1
  /// The maximum number of lines of the right title.
  private var valueLines: Int {
    let hasDescriptions = !leftDescription.isEmpty || !rightDescription.isEmpty
    // The value of a key may be as long as an address.
    return titleLines > 1 && !leftTitle.isEmpty && !hasDescriptions ? Self.mostValueLines : titleLines
  }
  private static let mostValueLines = 12
  /// Whether the columns are the cells of a table row.
  package var isRow = false
  /// The size of the area at the top right that both columns avoid; none if its width is 0.
  package var topRight = Size.zero

  package init(
    leftTitle: Label, leftDescription: Label, rightTitle: Label, rightDescription: Label,
    compression: Compression = .right, titlePosition: TitlePosition = .top,
    position: SecondaryPosition = .right, titleLines: Int = 1, isRow: Bool = false, topRight: Size = .zero
  ) {
    self.leftTitle = leftTitle
    self.leftDescription = leftDescription
    self.rightTitle = rightTitle
    self.rightDescription = rightDescription
    self.compression = compression
    self.titlePosition = titlePosition
    self.position = position
    self.titleLines = titleLines
    self.isRow = isRow
    self.topRight = topRight
  }

  /// Space between a title and its description, in points.
  package static let gap = 2.0
  /// The minimum width of the truncated title, as a fraction of the width.
  static let leastShare = 0.45
  /// The minimum width of the left title next to a single-line number, as a fraction of the width.
  static let leastShareBesideNumber = 0.35
  /// The smallest scale of a number that is wider than the remaining space.
  package static let leastNumberScale = 0.5
  /// The minimum space between the columns, in points.
  package static let columnGap = 20.0

  private struct Column {
    var title: ShapedText?
    var description: ShapedText?
    var width = 0.0

    var height: Double {
      (title?.size.height ?? 0) + (description?.size.height ?? 0)
        + (title != nil && description != nil ? gap : 0)
    }

    /// The text of a column with a single text; nil for others.
    var onlyText: ShapedText? {
      let texts = [title, description].compactMap { $0 }
      return texts.count == 1 ? texts[0] : nil
    }
  }

  /// Lays out the columns for a width, each vertically centred.
  ///
  /// The height is the natural one, but at least `minimumHeight`.
  package func layoutColumns(width: Double, minimumHeight: Double = 0, _ context: LayoutContext)
    throws(RasterError)
    -> LayoutBox
  {
    let naturalLeft = try naturalWidth(leftTitle, context)
    let naturalRight = try naturalWidth(rightTitle, context)
    let naturalRightDescription = try naturalWidth(rightDescription, context)
    let hasRight = !rightTitle.isEmpty || !rightDescription.isEmpty
    // Right-to-left text is at the right edge, unless that is in the middle of the row.
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
      // The columns are centred independently, so the left description must avoid the whole right column.
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
    let baseline = topRight.width > 0 ? nil : sharedBaseline(left, right, height)
    place(left, x: 0, alignment: .left, baseline: baseline, in: &box)
    place(right, x: rightX, alignment: alignment, top: rightTop, baseline: baseline, in: &box)
    box.warnings = warnings
    return box
  }

  /// The baseline of the first lines of two texts, in modern themes, whose taller one is vertically centred, or of
  /// the titles if the left one has several lines or the right one has a description.
  ///
  /// Fonts of different scripts have different heights, so two single lines have the lower of their baselines.
  private func sharedBaseline(_ left: Column, _ right: Column, _ height: Double) -> Double? {
    if titleLines > 1, titlePosition == .top, right.title != nil, left.height >= right.height,
      let lines = left.title?.lines, lines.count > 1 || right.description != nil
    {
      return (height - left.height) / 2 + lines[0].baseline
    }
    guard titleLines > 1, let left = left.onlyText, let right = right.onlyText else { return nil }
    let most = max(left.lines.count, right.lines.count)
    return [left, right].filter { $0.lines.count == most }.compactMap { text in
      text.lines.first.map { (height - text.size.height) / 2 + $0.baseline }
    }.max()
  }

  /// Whether the right title is a number that is not wrapped.
  private var keepsRightTitle: Bool { titleLines > 1 && rightTitle.isNumber }

  /// The widths of both titles in the available space.
  private func titleWidths(
    room: Double, left naturalLeft: Double, right naturalRight: Double, clear: Double,
    _ context: LayoutContext
  ) throws(RasterError) -> (left: Double, right: Double) {
    if keepsRightTitle {
      let right = min(naturalRight, max(room - naturalLeft, room * (1 - TwoColumns.leastShareBesideNumber)))
      return (min(room - right, clear), right)
    }
    // The truncated side keeps a good part of the width, so that neither text disappears.
    let yielding = room * TwoColumns.leastShare
    switch compression {
    case .right:
      var most = max(room - naturalLeft, yielding)
      if valueLines > titleLines,
        try context.shape(rightTitle.spans, titleStyle(rightTitle, .left, context), width: max(1, most))
          .lines.count > titleLines
      {
        most = max(most, room * (1 - TwoColumns.leastShareBesideNumber))
      }
      let right = try wrappedWidth(rightTitle, min(naturalRight, most), context)
      return (min(room - right, clear), right)
    case .left:
      let left = min(
        try wrappedWidth(leftTitle, min(naturalLeft, max(room - naturalRight, yielding)), context), clear)
      return (left, min(naturalRight, room - left))
    }
  }

  /// The line breaking of a title.
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
    style.maxLines =
      label.key == rightTitle.key ? valueLines : keepsRightTitle ? Self.mostValueLines : titleLines
    style.avoidsLoneWords = true
    style.isHeading = true
    return style
  }

  /// The width that a title uses of the available one: less if its words wrap earlier.
  private func wrappedWidth(_ label: Label, _ width: Double, _ context: LayoutContext) throws(RasterError)
    -> Double
  {
    guard titleLines > 1, !label.isEmpty else { return width }
    var style = TwoColumns.oneLine
    style.maxLines = label.key == rightTitle.key ? valueLines : titleLines
    style.alignment = .left
    return min(width, try context.shape(label.spans, style, width: max(1, width)).naturalWidth.rounded(.up))
  }

  private func naturalWidth(_ label: Label, _ context: LayoutContext) throws(RasterError) -> Double {
    label.isEmpty
      ? 0 : try context.shape(label.spans, TwoColumns.oneLine, width: nil).naturalWidth.rounded(.up)
  }

  private static let oneLine: ParagraphStyle = {
    return changing(ParagraphStyle()) { $0.maxLines = 1 }
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
      let text = try context.shape(description.spans, style, width: max(1, descriptionWidth))
      warnings += context.warnings(text, key: description.key)
      result.description = text
    }
    result.width = max(result.title?.size.width ?? 0, result.description?.size.width ?? 0)
    return result
  }

  private func place(
    _ column: Column, x: Double, alignment: ParagraphStyle.Alignment, top: Double = 0,
    baseline: Double? = nil,
    in box: inout LayoutBox
  ) {
    var y = max(top, (box.size.height - column.height) / 2)
    if let baseline, let line = (column.onlyText ?? column.title)?.lines.first {
      y = baseline - line.baseline
    }
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
