import CardRaster

/// Parts in a row or a column, laid out like UIStackView.
struct StackPart: BackgroundAwarePart {
  var axis = StackLayout.Axis.horizontal
  var distribution = StackLayout.Distribution.fill
  var alignment = StackLayout.Alignment.fill
  var spacing = 0.0
  var wraps = false
  var lineSpacing: Double?
  var lineAlignment = LineWrapping.Alignment.leading
  var layoutMargins: Insets?
  /// The corner radius of a background, which has padding by default; nil if the size is not that of the parts.
  var panelRadius: Double?
  var alignAxes = false
  var arrangedSubviews: [AnyPart] = []
  /// Whether the deck sets no `spacing`.
  private var hasOpenSpacing = false
  /// Whether the stack is a part of a row.
  fileprivate var isInRow = false

  static let kind = PartKind(
    "stack", .container, "Parts in a row or a column, by UIStackView's rules.",
    example:
      #"{ "type": "stack", "axis": "horizontal", "distribution": "equalSpacing", "arrangedSubviews": [ { "type": "button", "buttonTitle": "Apply" }, { "type": "button", "buttonTitle": "Hide" } ] }"#,
    make: { StackPart() }, needs: [["arrangedSubviews"]],
    fields: {
      Field("axis", \.axis, .word, "A row or a column.")
      Field(
        "distribution", \.distribution, .word,
        "How the parts share the length of the stack. In themes but `turbo` and `mint`, `fill` makes buttons in a row equally wide, and buttons whose titles do not fit are below each other; a button, a switch or an amount beside a text keeps its width, and so does a text beside a column of texts; texts aligned at a baseline are one line."
      )
      Field("alignment", \.alignment, .word, "The alignment of the parts across the stack.")
      Field(
        "spacing", \.spacing, .number(-1000...Limits.number),
        "The least space between two parts, in points of the canvas, also on `og`, `square` and `story`. In a column a button with a colour or an outline keeps more space above it, except in `turbo` and `mint`.",
        default:
          "0; in a column the distances of parts in a card, in themes but `turbo` and `mint`, unless it has only texts, none of them a large number, and is in a row, or has `layers`, stacks with `layoutMargins`, or parts with `margins`"
      )
      Field(
        "wraps", \.wraps, .boolean,
        "Whether parts of a row that do not fit continue on the next line, as chips and tags do. With `fillEqually` the lines have equal columns."
      )
      Field(
        "lineSpacing", \.lineSpacing, .length, "With `wraps`: the space between two lines.",
        default: "`spacing`")
      Field("lineAlignment", \.lineAlignment, .word, "With `wraps`: the place of each line in the width.")
      Field(
        "layoutMargins", \.layoutMargins, .insets, "Space between the stack's edges and its parts.",
        default:
          "0; with a background and without a size, 12 or the `cornerRadius` in themes but `turbo` and `mint`"
      )
      Field(
        "alignAxes", \.alignAxes, .boolean,
        "Whether the plots of its charts align: in a row above and below, in a column left and right.")
      Field("arrangedSubviews", \.arrangedSubviews, .stackParts, "The parts, in order.")
    },
    check: { part, node, path, context in
      part.hasOpenSpacing = node["spacing"] == nil
      if part.axis == .horizontal { part.arrangedSubviews = part.arrangedSubviews.map(\.inRow) }
      if part.wraps, part.axis == .vertical {
        context.refuse(["wraps"], of: node, path, "in a column", hint: "it belongs to the axis 'horizontal'")
      }
      if !part.wraps { context.refuse(["lineSpacing", "lineAlignment"], of: node, path, "without 'wraps'") }
      let heeds =
        [.fill, .fillProportionally].contains(part.distribution)
        || (part.distribution == .fillEqually && !part.wraps)
      for child in part.arrangedSubviews where child.common.weight != nil && !heeds {
        context.log.add(
          DeckIssue(
            .error, file: context.file, place: child.place, path: child.path.key("weight"),
            message: "'weight' has no effect in a stack of distribution '\(part.distribution.rawValue)'",
            hint: "it belongs to 'fill' and 'fillProportionally', and without 'wraps' to 'fillEqually'",
            code: .noEffect))
      }
    })

  var children: [AnyPart] { arrangedSubviews }
  var isColumnOfTexts: Bool { axis == .vertical && arrangedSubviews.contains(where: \.holdsWords) }

  /// Whether this is a row with a column of texts or another figure, or a column that starts with one.
  var isFigure: Bool {
    let shown = arrangedSubviews.filter { !$0.common.isHidden }
    return axis == .vertical
      ? shown.first?.part.isFigure == true
      : shown.contains { $0.part.isFigure || $0.part.isColumnOfTexts }
  }

  var isByline: Bool {
    axis == .horizontal && arrangedSubviews.first { !$0.common.isHidden }?.part.isByline == true
  }

  func isFramedButton(_ theme: ResolvedTheme) -> Bool { sharesWidth(theme) }

  func standsApart(_ theme: ResolvedTheme) -> Bool {
    axis == .horizontal
      && arrangedSubviews.contains { !$0.common.isHidden && $0.part.isFramedButton(theme) }
  }

  /// Whether this is a row of buttons, of which one has a colour or an outline, that leaves their widths open.
  private func sharesWidth(_ theme: ResolvedTheme) -> Bool {
    [.fill, .fillEqually].contains(distribution) && isRowOfFreeButtons
      && arrangedSubviews.contains { $0.part.isFramedButton(theme) }
  }

  private var isRowOfFreeButtons: Bool {
    axis == .horizontal && !wraps && arrangedSubviews.count > 1
      && arrangedSubviews.allSatisfy {
        $0.part is ButtonPart && $0.common.width == nil && $0.common.height == nil && $0.common.weight == nil
          && $0.common.sizing == nil
      }
  }
  var clipsToCorners: Bool { true }

  func layout(_ proposal: SizeProposal, over background: Paint?, _ context: LayoutContext) throws(RasterError)
    -> LayoutBox
  {
    let layoutMargins = layoutMargins ?? Insets(background == nil ? 0 : padding(context.theme))
    let inner = SizeProposal(
      width: proposal.width.reduced(by: layoutMargins.horizontal),
      height: proposal.height.reduced(by: layoutMargins.vertical))
    let stack = try arranged(inner, context)
    var content = try lay(stack, inner, context)
    if alignAxes {
      let insets = plotInsets(of: content)
      if insets != .zero {
        content = try context.aligning(insets) { () throws(RasterError) in
          try lay(stack, inner, context)
        }
      }
    }
    return padded(content, layoutMargins, context.theme)
  }

  /// The default padding of a panel: at least the radius of its corners, if they are not those of a pill.
  private func padding(_ theme: ResolvedTheme) -> Double {
    let usual = theme.scaled(theme.compatibility.panelPadding)
    guard let panelRadius, usual > 0 else { return 0 }
    return max(usual, min(panelRadius, 2 * usual))
  }

  // Functions of their own keep the call stack of nested stacks small.

  /// The visible parts as they are placed.
  private func arranged(_ inner: SizeProposal, _ context: LayoutContext) throws(RasterError) -> StackLayout {
    let shown = arrangedSubviews.filter { !$0.common.isHidden }
    func stack(_ children: [AnyPart]) -> StackLayout {
      StackLayout(
        axis: axis, distribution: distribution, alignment: alignment, spacing: spacing, children: children)
    }
    if hasCardDistances(shown, context.theme) {
      let spread = stack(spreading(shown, context.theme))
      // In a column that is too low, the parts move together.
      guard inner.height.bound.isFinite else { return spread }
      let natural = try spread.layoutStack(SizeProposal(width: inner.width), context).size.height
      if natural <= inner.height.bound + 0.5 { return spread }
    }
    let stack = stack(spaced(shown, context.theme))
    return context.theme.compatibility.keepsNaturalSizes && isRowOfFreeButtons
      ? try arrangingButtons(stack, inner, context) : stack
  }

  /// The box of the stack: the parts within its margins.
  private func padded(_ content: LayoutBox, _ margins: Insets, _ theme: ResolvedTheme) -> LayoutBox {
    var box = content
    box.content = []
    box.firstBaseline = nil
    box.lastBaseline = nil
    box.size = Size(
      width: content.size.width + margins.horizontal, height: content.size.height + margins.vertical)
    if axis == .vertical || wraps { box.flow = BoxFlow(.children, keepsEdges: true) }
    // Only visible with a background.
    box.radii = CornerRadii(theme.compatibility.stackRadius ?? theme.buttonCornerRadius)
    for case .box(let child, let point) in content.content {
      box.add(child, at: point + Point(x: margins.left, y: margins.top))
    }
    return box
  }

  /// Whether the parts of a column have the distances that they have in a card.
  ///
  /// Texts in a row, such as a name and a role, are close to each other, unless one is a large number. Parts with
  /// margins or a padding of their own have their distances already.
  private func hasCardDistances(_ shown: [AnyPart], _ theme: ResolvedTheme) -> Bool {
    axis == .vertical && hasOpenSpacing && [.fill, .fillProportionally].contains(distribution)
      && theme.compatibility.keepsNaturalSizes
      && !(isInRow && shown.allSatisfy { $0.part.isWords && $0.part.groupRole != .number })
      && !shown.contains {
        $0.common.margins != nil || $0.part is LayersPart || ($0.part as? StackPart)?.layoutMargins != nil
      }
  }

  /// The parts of a column with the distances of a card.
  private func spreading(_ shown: [AnyPart], _ theme: ResolvedTheme) -> [AnyPart] {
    let margins = ColumnLayout(parts: shown, surroundings: .group).margins(of: shown, theme)
    return zip(shown, margins).map { part, margins in
      changing(part) {
        $0.common.margins = margins
        // The box of the part is the same.
        $0.stamp = part.stamp
      }
    }
  }

  /// The parts of a column, with enough space above buttons with a colour or an outline.
  private func spaced(_ parts: [AnyPart], _ theme: ResolvedTheme) -> [AnyPart] {
    guard axis == .vertical, theme.compatibility.keepsNaturalSizes else { return parts }
    var result = parts
    for index in parts.indices.dropFirst()
    where parts[index].common.margins == nil && parts[index].part.standsApart(theme) {
      let isAfterButton = parts[index - 1].part.standsApart(theme)
      let missing = (isAfterButton ? 2 : 3) * theme.base.spacing - spacing
      if missing > 0 { result[index].common.margins = Insets(top: missing, left: 0, bottom: 0, right: 0) }
    }
    return result
  }

  /// A row of buttons with equal widths, or a column if their titles do not fit beside each other.
  private func arrangingButtons(
    _ stack: StackLayout, _ inner: SizeProposal, _ context: LayoutContext
  ) throws(RasterError) -> StackLayout {
    let theme = context.theme
    let gap = spacing == 0 && sharesWidth(theme) ? 2 * theme.base.spacing : spacing
    let row =
      sharesWidth(theme)
      ? StackLayout(
        axis: .horizontal, distribution: .fillEqually, alignment: alignment, spacing: gap,
        children: stack.children) : stack
    guard try row.layoutStack(inner, context).damagedTexts > 0 else { return row }
    let column = StackLayout(
      axis: .vertical, distribution: .fill, alignment: .fill, spacing: max(gap, 2 * theme.base.spacing),
      children: stack.children)
    let box = try column.layoutStack(SizeProposal(width: inner.width), context)
    return box.size.height <= inner.height.bound + 0.5 ? column : row
  }

  /// The stack, with smaller texts if they do not fit otherwise.
  private func lay(_ stack: StackLayout, _ inner: SizeProposal, _ context: LayoutContext) throws(RasterError)
    -> LayoutBox
  {
    if axis == .vertical, inner.height.bound.isFinite, context.textFit == TextFit(), minimumTextScale < 1 {
      let natural = SizeProposal(width: inner.width)
      func fits(_ fit: TextFit) throws(RasterError) -> Bool {
        try context.fitting(fit) { () throws(RasterError) in
          try place(stack, natural, context).size.height <= inner.height.bound + 0.5
        }
      }
      if try place(stack, natural, context).size.height > inner.height.bound + 0.5 {
        var smallest = TextFit()
        smallest.scale = minimumTextScale
        let fit = try TextFit.largest(downTo: minimumTextScale, fits) ?? smallest
        return try context.fitting(fit) { () throws(RasterError) in try place(stack, inner, context) }
      }
    }
    var (stack, box) = (stack, try place(stack, inner, context))
    if axis == .horizontal, !wraps, context.theme.compatibility.keepsNaturalSizes,
      let gap = box.gapOfNumbers(context.theme), gap > spacing
    {
      stack = StackLayout(
        axis: axis, distribution: distribution, alignment: alignment, spacing: gap, children: stack.children)
      box = try place(stack, inner, context)
    }
    guard hasEqualColumns || stack.spacing != self.spacing else { return box }
    var fit = context.textFit
    fit.shared.merge(box.sharedScales) { min($0, $1) }
    guard fit != context.textFit else { return box }
    return try context.fitting(fit) { () throws(RasterError) in try place(stack, inner, context) }
  }

  /// Whether the parts of a row are equally wide, so that their texts shrink together.
  private var hasEqualColumns: Bool {
    guard axis == .horizontal, arrangedSubviews.count > 1 else { return false }
    let weight = arrangedSubviews[0].common.weight
    return (distribution == .fillEqually || weight != nil)
      && arrangedSubviews.allSatisfy { $0.common.weight == weight }
  }

  private func place(_ stack: StackLayout, _ inner: SizeProposal, _ context: LayoutContext)
    throws(RasterError)
    -> LayoutBox
  {
    guard wraps else { return try stack.layoutStack(inner, context) }
    let wrapping = LineWrapping(spacing: lineSpacing ?? max(0, spacing), alignment: lineAlignment)
    return try stack.layoutLines(inner, wrapping, context)
  }

  /// The largest insets of the charts' plot areas, along the edges that can be aligned.
  private func plotInsets(of content: LayoutBox) -> Insets {
    var insets = Insets.zero
    for case .box(let child, _) in content.content {
      guard let plot = child.plot else { continue }
      if axis == .horizontal {
        insets.top = max(insets.top, plot.minY)
        insets.bottom = max(insets.bottom, child.size.height - plot.maxY)
      } else {
        insets.left = max(insets.left, plot.minX)
        insets.right = max(insets.right, child.size.width - plot.maxX)
      }
    }
    return insets
  }
}

extension AnyPart {
  /// The part as a part of a row.
  fileprivate var inRow: AnyPart {
    guard var stack = part as? StackPart, stack.axis == .vertical else { return self }
    stack.isInRow = true
    return changing(self) {
      $0.part = stack
      $0.stamp = stamp
    }
  }
}

extension LayoutBox {
  /// The scales of shrunk texts by their usual font size, if a text of that size is shrunk less.
  var sharedScales: [Int: Double] {
    var scales: [Int: ClosedRange<Double>] = [:]
    noteScales(in: &scales)
    return scales.filter { $0.value.lowerBound < $0.value.upperBound }.mapValues(\.lowerBound)
  }

  private func noteScales(in scales: inout [Int: ClosedRange<Double>]) {
    for entry in content {
      switch entry {
      case .box(let box, _): box.noteScales(in: &scales)
      case .text(let text, _):
        guard let size = text.lines.first?.runs.first?.font.size else { continue }
        let (key, scale) = (TextFit.key(size / text.scaleFactor), text.scaleFactor)
        let range = scales[key] ?? scale...scale
        scales[key] = min(range.lowerBound, scale)...max(range.upperBound, scale)
      case .item, .confetti: break
      }
    }
  }
}

extension LayoutBox {
  /// The least space between numbers in large type, if two in neighbouring parts are closer; nil otherwise.
  fileprivate func gapOfNumbers(_ theme: ResolvedTheme) -> Double? {
    let least = theme.normalTextFont.size * Self.largeType
    var gap: Double?
    var last: [(frame: Rect, size: Double)] = []
    for case .box(let child, let origin) in content {
      let numbers = child.largeNumbers(least, at: origin)
      for (left, right) in last.flatMap({ left in numbers.map { (left, $0) } })
      where left.frame.minY < right.frame.maxY && right.frame.minY < left.frame.maxY {
        let needed = Self.numberGap * max(left.size, right.size)
        if right.frame.minX - left.frame.maxX < needed - 0.5 { gap = max(gap ?? 0, needed) }
      }
      last = numbers
    }
    return gap
  }

  /// The size of large type, relative to normal text.
  private static let largeType = 1.4
  /// The least space between two numbers, in em of the larger one.
  private static let numberGap = 0.6

  /// The numbers in large type, and their font sizes; none in a part with a background, which separates them.
  private func largeNumbers(_ least: Double, at origin: Point) -> [(frame: Rect, size: Double)] {
    guard background == nil else { return [] }
    return content.flatMap { entry -> [(frame: Rect, size: Double)] in
      switch entry {
      case .box(let box, let point): return box.largeNumbers(least, at: origin + point)
      case .text(let text, let point):
        guard text.lines.count == 1, let line = text.lines.first, let size = line.runs.first?.font.size,
          size / text.scaleFactor >= least, text.words.contains(where: \.isNumber)
        else { return [] }
        return [(line.frame.moved(by: origin + point), size)]
      case .item, .confetti: return []
      }
    }
  }
}
