package import CardRaster

/// Places the parts of a card below each other.
///
/// Margins add up and never collapse, and every part is as wide as the column.
package struct ColumnLayout {
  /// The container of the column, which decides the default margins.
  package enum Surroundings {
    /// A card with the given space above and below its parts; the theme's margins apply.
    case card(top: Double, bottom: Double)
    /// A row, an item or a page.
    ///
    /// It is already inside the theme's margins, so parts keep the given distance from its sides. Parts may
    /// bleed to the edges of an item or a page.
    case box(side: Double, hasEdges: Bool = false)
    /// A group of parts; the theme's margins apply only between them.
    case group
  }

  package let parts: [AnyPart]
  package var surroundings = Surroundings.card(top: 0, bottom: 0)
  /// Whether texts are truncated so that the last part stays within an exact height.
  package var keepsLastPart = false
  /// The least height of each visible part with its margins; parts without one have no least height.
  package var leastHeights: [Double] = []
  /// Whether there is additional space above buttons.
  private var setsButtonsApart = true

  package init(
    parts: [AnyPart], surroundings: Surroundings = .card(top: 0, bottom: 0), keepsLastPart: Bool = false,
    leastHeights: [Double] = []
  ) {
    self.leastHeights = leastHeights
    self.parts = parts
    self.surroundings = surroundings
    self.keepsLastPart = keepsLastPart
  }

  /// Lays out the parts for a width; the height is the natural one unless `height` is exact.
  ///
  /// With an exact height, parts without a natural height share the remaining space, and shrink if there is
  /// too little. Without such parts, parts that bleed at an end reach that edge, and `shareAbove` (0…1) of
  /// the remaining space is above the others.
  package func layoutColumn(
    width: Double, height: SizeProposal.Length = .fit(.infinity), shareAbove: Double = 0,
    _ context: LayoutContext
  ) throws(RasterError) -> LayoutBox {
    var shown = parts.filter { !$0.common.isHidden }
    let margins = margins(of: shown, context.theme)
    let rooms = margins.map { width - $0.horizontal }
    if let parts = try shown.withCompactButton(in: rooms, context) { shown = parts }
    var boxes = try naturalBoxes(shown, margins, width, context)
    let natural = self.height(of: boxes, margins)
    if let exact = height.exact, natural > exact + 0.5 {
      var tight = self
      tight.setsButtonsApart = false
      if tight.margins(of: shown, context.theme) != margins {
        return try tight.layoutColumn(width: width, height: height, shareAbove: shareAbove, context)
      }
    }
    if let exact = height.exact, natural > exact + 0.5,
      let fit = try textFit(width: width, height: exact, context)
    {
      return try context.fitting(fit) { () throws(RasterError) in
        try layoutColumn(width: width, height: height, shareAbove: shareAbove, context)
      }
    }
    if let exact = height.exact, exact != natural {
      let open = shown.indices.filter { shown[$0].takesAnyHeight }
      let own = open.reduce(0) { $0 + boxes[$1].size.height }
      for index in open {
        let before = boxes[index].size.height
        let part = exact > natural ? 1 / Double(open.count) : own > 0 ? before / own : 0
        let share = max(0, before + (exact - natural) * part)
        boxes[index] = try context.layoutChild(
          shown[index], offer(shown[index], margins[index], width, .exact(share)))
      }
    }
    if let exact = height.exact, keepsLastPart {
      try truncate(&boxes, shown, margins, width, to: exact, context)
    }
    var result = LayoutBox(size: Size(width: width, height: 0))
    let needed = self.height(of: boxes, margins)
    let spare = max(0, (height.exact ?? needed) - needed)
    let isHeld = ends(of: shown)
    var y = 0.0
    for (index, part) in shown.enumerated() {
      if index == (isHeld.above ? 1 : 0) { y += spare * shareAbove }
      if index > 0, index == shown.count - 1, isHeld.below { y += spare * (1 - shareAbove) }
      y += margins[index].top
      var box = boxes[index]
      if part.part.reachesCardEdges {
        box.clipOutset = Insets(top: 0, left: margins[index].left, bottom: 0, right: margins[index].right)
      }
      let room = width - margins[index].horizontal
      if case .card = surroundings, part.part.headingLevel != nil, !context.isMirrored,
        context.theme.compatibility.hangsQuotes
      {
        box.hangQuote(within: margins[index].left)
      }
      if part.common.bleed, edges == nil {
        box.warnings.append(
          try context.inside(part.path) { () throws(RasterError) in
            context.warning(
              "the part can only bleed to the edges of a card, an item or a page",
              key: "bleed")
          })
      }
      if part.common.anchor != .fill {
        box.warnings.append(
          try context.inside(part.path) { () throws(RasterError) in
            context.warning(
              "the part can only be anchored in a card or in 'layers'", key: "anchor", code: .noEffect)
          })
      }
      if box.size.width > room + 0.5, part.common.width != nil {
        let excess = NumberText.format(box.size.width - room, digits: 1)
        box.warnings.append(
          try context.inside(part.path) { () throws(RasterError) in
            context.warning("the part is \(excess) points wider than the room for it", key: "width")
          })
      }
      let share = part.common.sizing?.alignSelf?.share(turnsSides: context.turnsSides) ?? 0
      result.add(box, at: Point(x: margins[index].left + max(0, room - box.size.width) * share, y: y))
      y += self.height(of: index, box, margins[index]) - margins[index].top
    }
    if let exact = height.exact, y > exact + 0.5 {
      result.warnings.append(
        context.warning(
          "the content is \(NumberText.format(y - exact, digits: 1)) points taller than the height of \(NumberText.format(exact))",
          hint: AnyPart.givingWay(Array(zip(shown, boxes)))))
    }
    result.flow = BoxFlow(.children)
    result.size.height = height.exact ?? y
    return result
  }

  /// The sizes of texts with which the column is low enough, or their smallest ones; nil without such texts.
  private func textFit(width: Double, height: Double, _ context: LayoutContext) throws(RasterError)
    -> TextFit?
  {
    let least = parts.map(\.minimumTextScale).min() ?? 1
    guard least < 1, context.textFit == TextFit() else { return nil }
    let fit = try TextFit.largest(downTo: least) { (fit) throws(RasterError) in
      try context.fitting(fit) { () throws(RasterError) in
        try layoutColumn(width: width, context).size.height <= height + 0.5
      }
    }
    if let fit { return fit }
    return changing(TextFit()) { $0.scale = least }
  }

  /// Truncates texts before the last part and inside of parts, the tallest first, until the column is as tall
  /// as it may be.
  private func truncate(
    _ boxes: inout [LayoutBox], _ shown: [AnyPart], _ margins: [Insets], _ width: Double, to height: Double,
    _ context: LayoutContext
  ) throws(RasterError) {
    let texts = shown.indices.filter {
      shown[$0].holdsWords && ($0 < shown.count - 1 || !shown[$0].part.isWords)
    }
    // Two thirds of the space below the last part may be lost before words are.
    let spare = ((margins.last?.bottom ?? 0) + (edges?.bottom ?? 0)) * 2 / 3
    guard self.height(of: boxes, margins) > height + spare else { return }
    for index in texts.sorted(by: { boxes[$0].size.height > boxes[$1].size.height }) {
      let excess = self.height(of: boxes, margins) - height
      guard excess > 0.5 else { return }
      // Every text keeps one line.
      let least = shown[index].part.isWords ? boxes[index].lineHeight : 0
      guard boxes[index].size.height > least + 0.5 else { continue }
      let room = SizeProposal.Length.fit(max(least, boxes[index].size.height - excess))
      let offer = offer(shown[index], margins[index], width, room)
      if shown[index].part.isWords {
        boxes[index] = try context.layoutChild(shown[index], offer)
        continue
      }
      var fit = context.textFit
      fit.truncatesTexts = true
      let box = try context.fitting(fit) { () throws(RasterError) in
        try context.layoutChild(shown[index], offer)
      }
      if !box.isOverfull, box.size.height < boxes[index].size.height { boxes[index] = box }
    }
  }

  /// The margins of each part; those at the start and the end of the column depend on its surroundings.
  package func margins(of shown: [AnyPart], _ theme: ResolvedTheme) -> [Insets] {
    var all = shown.indices.map { ownMargins($0, of: shown, theme) }
    guard theme.compatibility.keepsNaturalSizes else { return all }
    for index in shown.indices.dropFirst() where isGrouped(index, in: shown) {
      if shown[index - 1].common.margins == nil { all[index - 1].bottom = theme.base.spacing / 2 }
      if shown[index].common.margins == nil { all[index].top = theme.base.spacing / 2 }
    }
    return all
  }

  private func ownMargins(_ index: Int, of shown: [AnyPart], _ theme: ResolvedTheme) -> Insets {
    let part = shown[index]
    let (isFirst, isLast) = (index == 0, index == shown.count - 1)
    var margins = part.margins(theme)
    let isGiven = part.common.margins != nil
    switch surroundings {
    case _ where isGiven: break
    case .card: break
    case .box(let side, _):
      (margins.left, margins.right) = (min(side, margins.left), min(side, margins.right))
    case .group:
      (margins.left, margins.right) = (0, 0)
      if isFirst { margins.top = 0 }
      if isLast { margins.bottom = 0 }
    }
    if !isFirst, !isGiven, theme.compatibility.keepsNaturalSizes {
      if part.part.standsApart(theme) {
        if setsButtonsApart, !shown[index - 1].part.standsApart(theme) {
          margins.top += theme.cardPartMargins.top
        }
      } else if changesKind(index, in: shown) {
        let isBelowTable = shown[index - 1].part.isTable && part.part.groupRole == .row
        margins.top += (isBelowTable ? 2 : 1) * Self.changeShare * theme.cardPartMargins.vertical
      }
    }
    if !isGiven, theme.compatibility.keepsNaturalSizes, let level = part.part.headingLevel {
      if !isLast, level > 1 {
        if !shown[index + 1].part.hasTitle { margins.bottom *= Self.headingShare }
      } else if !isLast {
        // The largest headings keep a distance that fits their letters.
        let least = Self.headerGap * theme.headerTextFont.size - theme.cardPartMargins.top
        margins.bottom = max(margins.bottom, least)
      }
      if !isFirst, !leads(index - 1, in: shown) { margins.top += theme.cardPartMargins.top }
    }
    guard part.common.bleed, let edges else { return margins }
    if !isGiven {
      (margins.left, margins.right) = (0, 0)
      // The neighbour keeps the distance from the part that it would have from the edge.
      if isFirst { (margins.top, margins.bottom) = (0, max(margins.bottom, edges.top)) }
      if isLast { (margins.top, margins.bottom) = (isFirst ? 0 : max(margins.top, edges.bottom), 0) }
      // A heading's own distance would be too small for a picture from edge to edge.
      if !isFirst, !isLast, theme.compatibility.keepsNaturalSizes, shown[index - 1].part.headingLevel != nil {
        margins.top = max(margins.top, margins.bottom, 0.8 * theme.base.margin)
      }
    }
    if isFirst { margins.top -= edges.top }
    if isLast { margins.bottom -= edges.bottom }
    return margins
  }

  /// The margin below a heading, as a share of its usual margin.
  private static let headingShare = 1.0 / 3

  /// The space below the largest headings, in em of the header.
  private static let headerGap = 0.35
  /// The additional space above another kind of content, as a share of the space between two texts.
  private static let changeShare = 0.75

  /// Whether a part is a figure after another kind of content, or a panel begins or ends.
  ///
  /// A heading belongs to the figure below it, unless this has a title or is who speaks, and has its own distance from the part above it;
  /// separators and spacers are distances already.
  private func changesKind(_ index: Int, in shown: [AnyPart]) -> Bool {
    func isPanel(_ part: AnyPart) -> Bool {
      part.common.backgroundColor != nil && !part.part.children.isEmpty
    }
    let (part, before) = (shown[index], shown[index - 1])
    let isIntroduced = !part.part.hasTitle && !part.part.isByline
    let isSeparate = [part, before].contains {
      $0.part.headingLevel != nil && isIntroduced || $0.part.isRule || $0.part.hasNoHeight || $0.common.bleed
    }
    if isSeparate { return false }
    return isPanel(part) != isPanel(before) || before.part.isTable && part.part.groupRole == .row
      || part.part.isFigure && (part.type != before.type || !before.part.isFigure)
  }

  /// Whether a part is in one group with the part above it.
  private func isGrouped(_ index: Int, in shown: [AnyPart]) -> Bool {
    func role(_ index: Int) -> GroupRole? {
      guard shown.indices.contains(index), shown[index].common.backgroundColor == nil else { return nil }
      return shown[index].part.groupRole
    }
    /// Whether bars have their captions above them.
    func hasCaptionsAbove() -> Bool {
      guard let first = shown.indices.first(where: { role($0) == .meter }), first > 0 else { return false }
      return role(first - 1) != nil || shown[first - 1].part.headingLevel != nil
    }
    switch (role(index - 1), role(index)) {
    case (.item, .item), (.caption, .number), (.number, .caption): return true
    // A sentence or a smaller heading completes a number.
    case (.number, nil): return shown[index].part.isWords && shown[index].part.headingLevel != 1
    case (.caption, .meter), (.row, .meter):
      return role(index - 2) != .meter || hasCaptionsAbove()
    case (.meter, .caption): return role(index + 1) != .meter || !hasCaptionsAbove()
    default: return false
    }
  }

  /// Whether a part belongs to the heading that follows, or separates it already: another heading, a pill, the
  /// first text of the column, a separator or a spacer.
  private func leads(_ index: Int, in shown: [AnyPart]) -> Bool {
    let part = shown[index].part
    func isText(_ part: any CardPart) -> Bool { part.isWords || part.headingLevel != nil }
    return part.headingLevel != nil || part.keepsSize || part.isRule || part.hasNoHeight
      || isText(part) && !shown[..<index].contains { isText($0.part) }
  }

  /// The distances of the top and bottom edges from the column; nil without such edges.
  ///
  /// A part may bleed to these edges.
  private var edges: (top: Double, bottom: Double)? {
    switch surroundings {
    case .card(let top, let bottom): (top, bottom)
    case .box(_, let hasEdges): hasEdges ? (0, 0) : nil
    case .group: nil
    }
  }

  /// Whether the first or the last visible part bleeds to an edge.
  ///
  /// The edge may be further away than the other parts need.
  package var isHeldAtEnds: Bool {
    let isHeld = ends(of: parts.filter { !$0.common.isHidden })
    return isHeld.above || isHeld.below
  }

  /// Whether the first and the last visible part bleed to the edge.
  private func ends(of shown: [AnyPart]) -> (above: Bool, below: Bool) {
    guard edges != nil else { return (false, false) }
    return (shown.first?.common.bleed == true, shown.last?.common.bleed == true)
  }

  /// The natural heights of the visible parts with their margins.
  package func heights(width: Double, _ context: LayoutContext) throws(RasterError) -> [Double] {
    let shown = parts.filter { !$0.common.isHidden }
    let margins = margins(of: shown, context.theme)
    return zip(try naturalBoxes(shown, margins, width, context), margins).map { $0.size.height + $1.vertical }
  }

  private func naturalBoxes(
    _ shown: [AnyPart], _ margins: [Insets], _ width: Double, _ context: LayoutContext
  ) throws(RasterError) -> [LayoutBox] {
    var boxes: [LayoutBox] = []
    for (part, margins) in zip(shown, margins) {
      boxes.append(try context.layoutChild(part, offer(part, margins, width, .fit(.infinity))))
    }
    return boxes
  }

  /// The height of a part with its margins.
  private func height(of index: Int, _ box: LayoutBox, _ margins: Insets) -> Double {
    max(box.size.height + margins.vertical, leastHeights.indices.contains(index) ? leastHeights[index] : 0)
  }

  /// The total height of boxes below each other, with their margins.
  private func height(of boxes: [LayoutBox], _ margins: [Insets]) -> Double {
    boxes.indices.reduce(0) { $0 + height(of: $1, boxes[$1], margins[$1]) }
  }

  /// The natural width: that of the widest part, limited to a bound.
  ///
  /// Parts that take any width do not count.
  package func naturalWidth(within bound: Double, _ context: LayoutContext) throws(RasterError) -> Double {
    let shown = parts.filter { !$0.common.isHidden }
    var widest = 0.0
    for (part, margins) in zip(shown, margins(of: shown, context.theme)) {
      let sides = margins.horizontal
      if part.part.hasNoWidth, part.common.width == nil {
        widest = max(widest, sides)
      } else {
        let offer = SizeProposal(width: .fit(max(0, bound - sides)))
        widest = max(widest, try context.layoutChild(part, offer).size.width + sides)
      }
    }
    return min(widest, bound)
  }

  private func offer(_ part: AnyPart, _ margins: Insets, _ width: Double, _ height: SizeProposal.Length)
    -> SizeProposal
  {
    let room = max(0, width - margins.horizontal)
    if let sizing = part.common.sizing {
      if let share = sizing.widthShare { return SizeProposal(width: .exact(room * share), height: height) }
      if let own = sizing.alignSelf {
        return SizeProposal(width: own == .fill ? .exact(room) : .fit(room), height: height)
      }
    }
    let fills = part.part.fillsWidth || part.common.bleed && edges != nil
    return SizeProposal(width: fills ? .exact(room) : .fit(room), height: height)
  }
}

extension LayoutBox {
  /// The height of one line of the tallest text.
  fileprivate var lineHeight: Double {
    content.reduce(0) { tallest, entry in
      guard case .text(let text, _) = entry else { return tallest }
      return max(tallest, text.size.height / Double(max(1, text.lines.count)))
    }
  }
}

extension [AnyPart] {
  /// The parts of a column with a single button that is only as wide as its content and aligned like the text
  /// above it.
  ///
  /// It is nil if all parts fill the column. Only on `og` and `square` a full-width button looks like a bar.
  ///
  /// - Parameter rooms: The width of the column without the margins of each part.
  func withCompactButton(in rooms: [Double], _ context: LayoutContext) throws(RasterError) -> [AnyPart]? {
    let theme = context.theme
    guard theme.base.growth > 1 else { return nil }
    let buttons = indices.filter { self[$0].part.isFramedButton(theme) }
    guard buttons.count == 1, let index = buttons.first,
      // Below a table a button has the edges of the table, unless it would look like a bar.
      rooms[index] > (index > 0 && self[index - 1].part.isTable ? 450 : 375) * theme.base.canvasGrowth,
      self[index].common.sizing == nil, self[index].common.width == nil, !self[index].common.bleed,
      self[index].common.anchor == .fill,
      let text = self[..<index].lastIndex(where: { $0.part.isWords || $0.part.headingLevel != nil })
    else { return nil }
    let box = try context.layoutChild(self[text], SizeProposal(width: .exact(Swift.max(0, rooms[text]))))
    var result = self
    var sizing = PartSizing()
    sizing.alignSelf = box.textAlignment
    result[index].common.sizing = sizing
    return result
  }
}

extension LayoutBox {
  /// Moves the first line of a heading to the left by its opening quotation mark, so that its letters align with those
  /// of other lines.
  fileprivate mutating func hangQuote(within margin: Double) {
    for index in content.indices {
      guard case .text(var text, let origin) = content[index] else { continue }
      guard let line = text.lines.first, let first = line.text.first, "“„«‹‘‚\"".contains(first),
        let run = line.runs.first, !run.isRightToLeft, run.glyphs.count > 1,
        origin.x + line.frame.minX < 0.5, text.lines.count > 1
      else { return }
      let advance = run.glyphs[1].x - run.glyphs[0].x
      guard (0...margin).contains(advance) else { return }
      text.lines[0] = line.moved(by: -advance)
      content[index] = .text(text, at: origin)
      return
    }
  }

  /// The alignment of the lines of its first text in this box.
  package var textAlignment: PartAlignment {
    for case .text(let text, let origin) in content {
      let sides = text.lines.map { line in
        (start: origin.x + line.frame.minX, end: size.width - origin.x - line.frame.maxX)
      }
      guard sides.contains(where: { $0.start > 2 }) else { return .leading }
      return sides.allSatisfy { abs($0.start - $0.end) < 2 } ? .center : .trailing
    }
    return .leading
  }
}

extension AnyPart {
  /// Whether the part may take the remaining height: no `height` and no `aspectRatio` determine it.
  package var takesAnyHeight: Bool {
    (part.takesSpareHeight || common.bleed && part.fillsAnyFrame) && common.height == nil
      && common.sizing?.aspectRatio == nil
  }

  /// Whether the part is a text or has texts inside, and its height is not set.
  package var holdsWords: Bool {
    !common.isHidden && common.height == nil && (part.isWords || part.children.contains(where: \.holdsWords))
  }

  /// The smallest scale of the texts inside, if the part is shown.
  package var minimumTextScale: Double { common.isHidden ? 1 : part.minimumTextScale }

  /// A hint that names the part that could be lower if the content is too tall; nil if no part could.
  package static func givingWay(_ shown: [(part: AnyPart, box: LayoutBox)]) -> String? {
    let open = shown.filter { part, box in
      box.size.height > 0 && (part.common.height != nil || part.part.isWords || part.part.keepsWidth)
    }
    guard let part = open.max(by: { $0.box.size.height < $1.box.size.height })?.part else { return nil }
    let advice =
      if part.common.height != nil { "lower its 'height'" } else if !part.part.isWords {
        "give it a 'height'"
      } else if part.minimumTextScale < 1 {
        "lower its 'minimumScaleFactor', or shorten the text"
      } else { "give it a 'minimumScaleFactor', or shorten the text" }
    return "\(part.path.text) could give way: \(advice)"
  }
}
