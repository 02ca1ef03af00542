package import CardRaster

/// Places parts in a row or a column.
///
/// The rules are those of UIStackView. Where UIStackView leaves a choice to constraints, these rules apply:
/// - `fill` distributes the remaining space by `weight`. Without weights it goes to the parts without a
///   natural size (separators, spacers, bars); without such parts, to the last part. The space that a part
///   cannot take because of its `maxWidth` is shared by the others.
/// - In modern themes, buttons, switches and amounts in a row keep their size beside a text or a field, which
///   takes the space, and so do texts beside a column of texts.
/// - A pill or an icon keeps its size in modern themes, and is centred in a row.
/// - A part whose `aspectRatio` determines its length keeps it, like a part with an explicit length.
/// - Content that is too long shrinks. In a row the longest parts with text shrink first, down to a common
///   width; pictures shrink only when almost no space is left for text. In a column the parts without a
///   natural height shrink first, then the last part. A part with an explicit length keeps it. Content that
///   is still too long overflows with a warning.
package struct StackLayout {
  package enum Axis: String, Sendable, CaseIterable {
    case horizontal, vertical
  }

  /// How parts share the length.
  package enum Distribution: String, Sendable, CaseIterable {
    case fill, fillEqually, fillProportionally, equalSpacing, equalCentering
  }

  /// The alignment across the axis.
  package enum Alignment: String, Sendable, CaseIterable {
    case fill, leading, top, firstBaseline, center, trailing, bottom, lastBaseline
  }

  package let axis: Axis
  package let distribution: Distribution
  package let alignment: Alignment
  package let spacing: Double
  package private(set) var children: [AnyPart]
  /// The number of the first part, which is larger than 1 in further lines of a stack that wraps.
  var firstNumber = 1
  /// Whether this is a line of a stack that wraps.
  ///
  /// A percentage is then one of the room, so that lines with fewer parts have the same columns.
  var isLine = false

  package init(
    axis: Axis, distribution: Distribution, alignment: Alignment, spacing: Double, children: [AnyPart]
  ) {
    self.axis = axis
    self.distribution = distribution
    self.alignment = alignment
    self.spacing = spacing
    self.children = children
  }

  private var isHorizontal: Bool { axis == .horizontal }

  private func along(_ size: Size) -> Double { isHorizontal ? size.width : size.height }
  private func across(_ size: Size) -> Double { isHorizontal ? size.height : size.width }
  private func size(_ along: Double, _ across: Double) -> Size {
    isHorizontal ? Size(width: along, height: across) : Size(width: across, height: along)
  }
  private func point(_ along: Double, _ across: Double) -> Point {
    isHorizontal ? Point(x: along, y: across) : Point(x: across, y: along)
  }
  private func proposal(_ along: SizeProposal.Length, _ across: SizeProposal.Length) -> SizeProposal {
    isHorizontal ? SizeProposal(width: along, height: across) : SizeProposal(width: across, height: along)
  }

  /// In a stack only margins set by the deck count.
  func margins(_ child: AnyPart) -> Insets { child.common.margins ?? .zero }
  private func leading(_ m: Insets) -> Double { isHorizontal ? m.left : m.top }
  private func total(_ m: Insets) -> Double { isHorizontal ? m.horizontal : m.vertical }
  private func totalAcross(_ m: Insets) -> Double { isHorizontal ? m.vertical : m.horizontal }
  private func leadingAcross(_ m: Insets) -> Double { isHorizontal ? m.top : m.left }

  /// Lays out the parts for a proposal.
  package func layoutStack(_ offer: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    guard !children.isEmpty else {
      return LayoutBox(size: Size(width: offer.width.exact ?? 0, height: offer.height.exact ?? 0))
    }
    let main = isHorizontal ? offer.width : offer.height
    let crossOffer = isHorizontal ? offer.height : offer.width
    let gaps = spacing * Double(children.count - 1)
    // In a column the width is determined first, because heights depend on it.
    let cross = isHorizontal ? crossOffer : try columnWidth(crossOffer, context)
    if !isHorizontal, alignment == .fill, let width = cross.exact,
      let parts = try children.withCompactButton(
        in: children.map { width - margins($0).horizontal }, context)
    {
      var stack = self
      stack.children = parts
      return try stack.layoutStack(offer, context)
    }

    var lengths: [Double] = []
    for child in children { lengths.append(try naturalLength(child, main, cross, context)) }
    let margin = children.map { total(margins($0)) }
    let outer = margin.reduce(0, +) + gaps
    let available = main.bound - outer
    var spaces = [Double](repeating: spacing, count: children.count - 1)
    let natural = lengths
    if !isHorizontal, context.textFit.truncatesTexts { try truncate(&lengths, to: available, cross, context) }
    if lengths.reduce(0, +) > available + 1e-6 {
      shrink(&lengths, to: available, children.map { staysWhole($0, context) })
    } else if main.exact != nil {
      grow(&lengths, &spaces, to: available, growing(context))
    }
    if distribution == .fillEqually { share(&lengths, main, available) }

    // The thickness of the row, then the position of each part.
    var boxes: [LayoutBox] = []
    for (child, length) in zip(children, lengths) {
      boxes.append(try context.layoutChild(child, proposal(.exact(length), fitAcross(cross, child))))
    }
    let baselineShift = baselineShifts(boxes)
    let widest =
      zip(boxes, zip(children, baselineShift)).map { box, rest in
        across(box.size) + totalAcross(margins(rest.0)) + rest.1
      }.max() ?? 0
    let thickness = cross.exact ?? min(widest, cross.bound)
    let centers = centerShifts(boxes, in: thickness)
    let keepsButtons = hasOpenText(context)
    let firstLine = firstLine(boxes, context)
    var result = LayoutBox(size: .zero)
    var position = 0.0
    for (index, child) in children.enumerated() {
      let m = margins(child)
      var box = boxes[index]
      let room = thickness - totalAcross(m)
      let own = child.common.sizing?.alignSelf
      let isLowButton =
        keepsButtons && child.part.isOneLine && !child.part.isWords && across(box.size) < 0.75 * room
      let atFirstLine =
        own == nil && child.part.followsFirstLine
        ? firstLine.flatMap { line in boxes[index].firstBaseline.map { line - $0 - m.top } } : nil
      let keepsSize =
        atFirstLine != nil
        || own == nil && isHorizontal && alignment == .fill && (isLowButton || keepsSize(child, context))
      let fills =
        (own.map { $0 == .fill } ?? (alignment == .fill && !keepsSize)) && hasNoExplicitAcross(child)
      if fills, across(box.size) != room {
        box = try context.layoutChild(child, proposal(.exact(lengths[index]), .exact(max(0, room))))
      }
      let spare = room - across(box.size)
      let shift =
        own.map {
          spare * ($0.across(isHorizontal: isHorizontal).share(turnsSides: context.turnsSides) ?? 0)
        }
        ?? atFirstLine
        ?? (keepsSize ? spare / 2 : shift(spare, center: centers[index], baseline: baselineShift[index]))
      if !isHorizontal, let warning = crushed(child, box, natural[index] - lengths[index], context) {
        result.warnings.append(warning)
      }
      if let own, case let meant = own.across(isHorizontal: isHorizontal), meant != own {
        result.warnings.append(
          context.warning(
            "'alignSelf' \(own.rawValue) of part \(firstNumber + index) is a value for \(isHorizontal ? "columns" : "rows")",
            hint: "in this stack it means '\(meant.rawValue)'"))
      }
      position += leading(m)
      result.add(box, at: point(position, leadingAcross(m) + shift))
      position += along(box.size) + total(m) - leading(m)
      if index < spaces.count { position += spaces[index] }
    }
    if main.exact == nil, distribution != .fillEqually, children.contains(where: { $0.common.weight != nil })
    {
      result.warnings.append(
        context.warning(
          "'weight' has no effect: the stack is as \(isHorizontal ? "wide" : "tall") as its parts",
          hint: "give the stack a '\(isHorizontal ? "width" : "height")'"))
    }
    result.size = size(main.exact ?? position, thickness)
    if let exact = main.exact, position > exact + 0.5 {
      result.warnings.append(
        context.warning(
          "the parts of the stack are \(NumberText.format(position - exact, digits: 1)) points too long for it",
          hint: isHorizontal
            ? isLine ? nil : "'wraps' continues it on further lines"
            : AnyPart.givingWay(Array(zip(children, boxes)))
        )
      )
    }
    return result
  }

  /// A warning if the content overflows a part because the column is too low.
  private func crushed(
    _ child: AnyPart, _ box: LayoutBox, _ missing: Double, _ context: LayoutContext
  ) -> DeckIssue? {
    guard missing > StackLayout.harmless, box.overhang > 0.5 else { return nil }
    return context.warning(
      "the content is \(NumberText.format(missing, digits: 1)) points taller than the stack",
      hint: AnyPart.givingWay([(child, box)]) ?? "increase the 'height' of the stack", code: .overflow)
  }

  /// The height that a part of a column may lack without harm, in points.
  ///
  /// It is about the empty space above and below the letters of a line.
  private static let harmless = 4.0

  /// Makes all parts equally long, or long in proportion to their weights, except separators, which keep their
  /// thickness.
  private func share(_ lengths: inout [Double], _ main: SizeProposal.Length, _ available: Double) {
    let equal = children.indices.filter { !isThinRule(children[$0]) }
    func weight(_ index: Int) -> Double { children[index].common.weight ?? 1 }
    let total = equal.reduce(0) { $0 + weight($1) }
    guard total > 0 else { return }
    if main.exact == nil {
      let rules = children.indices.filter { isThinRule(children[$0]) }.reduce(0) { $0 + lengths[$1] }
      let longest = equal.filter { weight($0) > 0 }.map { lengths[$0] / weight($0) }.max() ?? 0
      let length = min(max(0, available - rules) / total, longest)
      for index in equal { lengths[index] = length * weight(index) }
    } else {
      for index in equal where !isFixed(children[index]) { lengths[index] = 0 }
      divide(available, &lengths, among: equal.map { ($0, weight($0)) })
    }
  }

  /// Extends parts until they fill the space, like CSS resolves flexible lengths.
  ///
  /// Space that a part cannot take because of its `maxWidth`, or that its `minWidth` takes in addition, is
  /// redistributed among the others.
  ///
  /// - Parameter shares: The indices of the parts and their shares of the remaining space.
  private func divide(_ available: Double, _ lengths: inout [Double], among shares: [(Int, Double)]) {
    var open = shares.filter { $0.1 > 0 && !isFixed(children[$0.0]) }
    let base = lengths
    while !open.isEmpty {
      let flexible = Set(open.map(\.0))
      let taken = lengths.indices.reduce(0) { $0 + (flexible.contains($1) ? base[$1] : lengths[$1]) }
      let (spare, sum) = (max(0, available - taken), open.reduce(0) { $0 + $1.1 })
      var violation = 0.0
      var moved: [Int: Double] = [:]
      for (index, share) in open {
        let wanted = base[index] + spare * share / sum
        lengths[index] = children[index].common.sizing?.bounded(wanted, isWidth: isHorizontal) ?? wanted
        moved[index] = lengths[index] - wanted
        violation += lengths[index] - wanted
      }
      if abs(violation) < 1e-9 { return }
      open.removeAll { violation > 0 ? moved[$0.0] ?? 0 > 0 : moved[$0.0] ?? 0 < 0 }
    }
  }

  /// Whether a part is a separator across the stack.
  private func isThinRule(_ child: AnyPart) -> Bool {
    child.part.isRule && child.part.hasNoWidth != isHorizontal
  }

  /// The offset of a part across the axis, by the stack's alignment.
  private func shift(_ spare: Double, center: Double, baseline: Double) -> Double {
    switch alignment {
    case .fill, .leading, .top: 0
    case .center: center
    case .trailing, .bottom: spare
    case .firstBaseline, .lastBaseline: baseline
    }
  }

  private func hasNoExplicitAcross(_ child: AnyPart) -> Bool {
    (isHorizontal ? child.common.height : child.common.width) == nil
      && (isHorizontal || child.part.fillsWidth)
  }

  /// Whether a part is not stretched; with CardParts' defaults all parts are.
  private func keepsSize(_ child: AnyPart, _ context: LayoutContext) -> Bool {
    child.part.keepsSize && context.theme.compatibility.keepsNaturalSizes
  }

  /// Whether a part is not extended.
  ///
  /// Texts in a column follow each other closely; the remaining height stays below them.
  private func keepsLength(_ child: AnyPart, _ context: LayoutContext) -> Bool {
    keepsSize(child, context)
      || (!isHorizontal && child.part.isWords && context.theme.compatibility.keepsNaturalSizes)
  }

  /// For each part, whether it may be longer than its natural length.
  private func growing(_ context: LayoutContext) -> [Bool] {
    let keepsOthers = hasOpenText(context)
    let hasColumn = children.contains { !isSettled($0) && $0.part.isColumnOfTexts }
    // Texts on one baseline are read as one line, such as "from €12".
    let isLine = alignment == .firstBaseline || alignment == .lastBaseline
    return children.map { child in
      let part = child.part
      let isKept =
        part.isWords ? !isLine && (part.isOneLine || hasColumn) : part.isOneLine || !part.fillsWidth
      return !isSettled(child) && !keepsLength(child, context) && !(keepsOthers && isKept)
    }
  }

  /// Whether a text or a field of a row takes the space, so that buttons, switches and amounts keep their size.
  private func hasOpenText(_ context: LayoutContext) -> Bool {
    isHorizontal && distribution == .fill && context.theme.compatibility.keepsNaturalSizes
      && children.contains {
        !isSettled($0) && !$0.part.isOneLine && !$0.part.keepsSize && !$0.part.keepsWidth && !$0.part.isRule
          && $0.part.fillsWidth
      }
  }

  /// Whether the text of a part cannot wrap, so that others shrink first.
  private func staysWhole(_ child: AnyPart, _ context: LayoutContext) -> Bool {
    keepsSize(child, context) || (child.part.isOneLine && context.theme.compatibility.keepsNaturalSizes)
  }

  /// The proposal across the axis before the thickness is known.
  private func fitAcross(_ cross: SizeProposal.Length, _ child: AnyPart) -> SizeProposal.Length {
    let room = cross.reduced(by: totalAcross(margins(child)))
    let share = isHorizontal ? child.common.sizing?.heightShare : child.common.sizing?.widthShare
    if let share, room.bound.isFinite { return .exact(share * room.bound) }
    if let own = child.common.sizing?.alignSelf, own != .fill { return .fit(room.bound) }
    if !isHorizontal, alignment == .fill, child.part.fillsWidth { return room }
    return .fit(room.bound)
  }

  /// The width of a column: the proposed exact width, or that of its widest part.
  private func columnWidth(_ offer: SizeProposal.Length, _ context: LayoutContext) throws(RasterError)
    -> SizeProposal.Length
  {
    if offer.exact != nil { return offer }
    var widest = 0.0
    for child in children {
      let m = margins(child).horizontal
      let box = try context.layoutChild(child, SizeProposal(width: offer.reduced(by: m)))
      widest = max(widest, box.size.width + m)
    }
    return .exact(min(widest, offer.bound))
  }

  func naturalLength(
    _ child: AnyPart, _ main: SizeProposal.Length, _ cross: SizeProposal.Length, _ context: LayoutContext
  )
    throws(RasterError) -> Double
  {
    if let fixed = fixedLength(child, of: main) { return fixed }
    let offer = isHorizontal ? SizeProposal.Length.fit(main.bound) : .fit(.infinity)
    let box = try context.layoutChild(child, proposal(offer, fitAcross(cross, child)))
    // A part that fills any proposal has no natural length here.
    if isHorizontal, takesAnything(child) { return 0 }
    return along(box.size)
  }

  private func fixedLength(_ child: AnyPart) -> Double? {
    isHorizontal ? child.common.width : child.common.height
  }

  /// The length set by the deck, in points or as a fraction of the stack without its gaps.
  private func fixedLength(_ child: AnyPart, of main: SizeProposal.Length) -> Double? {
    if let share = share(child), main.bound.isFinite {
      if isLine { return max(0, share * (main.bound + spacing) - spacing) }
      return share * max(0, main.bound - spacing * Double(children.count - 1))
    }
    return fixedLength(child)
  }

  private func share(_ child: AnyPart) -> Double? {
    isHorizontal ? child.common.sizing?.widthShare : child.common.sizing?.heightShare
  }

  /// Whether the deck sets the part's length.
  private func isFixed(_ child: AnyPart) -> Bool { fixedLength(child) != nil || share(child) != nil }

  /// Whether the part's length is set, or follows from its `aspectRatio` and its length across the axis.
  private func isSettled(_ child: AnyPart) -> Bool {
    if isFixed(child) { return true }
    guard let sizing = child.common.sizing, sizing.aspectRatio != nil else { return false }
    // In a column the width of a part is always known before its height.
    return !isHorizontal || child.common.height != nil || sizing.heightShare != nil
  }

  /// Whether a part has no natural length in this direction, so that it may take the remaining space.
  func takesAnything(_ child: AnyPart) -> Bool {
    guard !isSettled(child) else { return false }
    return isHorizontal ? child.part.hasNoWidth : child.part.takesSpareHeight
  }

  /// Extends parts and spaces to the available length.
  ///
  /// - Parameter canGrow: For each part, whether it may be longer than its natural length.
  private func grow(
    _ lengths: inout [Double], _ spaces: inout [Double], to available: Double, _ canGrow: [Bool]
  ) {
    let spare = available - lengths.reduce(0, +)
    guard spare > 0 else { return }
    let weights = children.map { $0.common.weight ?? 0 }
    let sum = weights.reduce(0, +)
    if sum > 0, distribution == .fill || distribution == .fillProportionally {
      // A part without a natural length starts at 0: its minimum length is a limit, not a share.
      for index in lengths.indices where weights[index] > 0 && takesAnything(children[index]) {
        lengths[index] = 0
      }
      divide(available, &lengths, among: Array(zip(lengths.indices, weights)))
      return
    }
    switch distribution {
    case .fill:
      let open = children.indices.filter { takesAnything(children[$0]) }
      if open.isEmpty {
        if let last = children.indices.last(where: { canGrow[$0] }) {
          lengths[last] += spare
        }
      } else {
        divide(available, &lengths, among: open.map { ($0, 1) })
      }
    case .fillEqually: break
    case .fillProportionally:
      let flexible = children.indices.filter { canGrow[$0] }
      let natural = flexible.reduce(0) { $0 + lengths[$1] }
      if natural > 0 { divide(available, &lengths, among: flexible.map { ($0, lengths[$0]) }) }
    case .equalSpacing:
      for index in spaces.indices { spaces[index] += spare / Double(spaces.count) }
    case .equalCentering:
      centre(lengths, &spaces, in: available)
    }
  }

  /// Sets spaces so that the centres of the parts are at equal distances.
  ///
  /// No space becomes smaller than `spacing`.
  private func centre(_ lengths: [Double], _ spaces: inout [Double], in available: Double) {
    guard let first = lengths.first, let last = lengths.last, !spaces.isEmpty else { return }
    let total = available + spacing * Double(spaces.count)
    let pitch = (total - first / 2 - last / 2) / Double(spaces.count)
    let wanted = spaces.indices.map { pitch - lengths[$0] / 2 - lengths[$0 + 1] / 2 }
    let missing = wanted.reduce(0) { $0 + max(0, spacing - $1) }
    let roomy = wanted.filter { $0 > spacing }.reduce(0) { $0 + $1 - spacing }
    for index in spaces.indices {
      let extra = max(0, wanted[index] - spacing)
      spaces[index] = spacing + (roomy > 0 ? extra * max(0, 1 - missing / roomy) : 0)
    }
  }

  /// Truncates the texts of a column, the tallest first, until it is as tall as it may be.
  private func truncate(
    _ heights: inout [Double], to available: Double, _ width: SizeProposal.Length, _ context: LayoutContext
  ) throws(RasterError) {
    let texts = children.indices.filter { children[$0].holdsWords && !isSettled(children[$0]) }
    for index in texts.sorted(by: { heights[$0] > heights[$1] }) {
      let excess = heights.reduce(0, +) - available
      guard excess > 0.5 else { return }
      let room = SizeProposal.Length.fit(max(0, heights[index] - excess))
      let box = try context.layoutChild(
        children[index], SizeProposal(width: fitAcross(width, children[index]), height: room))
      if !box.isOverfull { heights[index] = min(heights[index], box.size.height) }
    }
  }

  /// Shortens the parts without an explicit length until they fit, the longest first.
  ///
  /// - Parameter isWhole: For each part, whether it has single-line text, which is truncated if it does not
  ///   fit.
  private func shrink(_ lengths: inout [Double], to available: Double, _ isWhole: [Bool]) {
    let flexible = children.indices.filter { !isFixed(children[$0]) && lengths[$0] > 0 }
    guard isHorizontal else {
      // Parts without a natural height shrink first.
      let open = flexible.filter { takesAnything(children[$0]) }
      let own = open.reduce(0) { $0 + lengths[$1] }
      let excess = min(own, lengths.reduce(0, +) - max(0, available))
      for index in open { lengths[index] -= excess * lengths[index] / own }
      // In a column, text that is lower than its lines loses some of them: only the last part shrinks.
      guard let last = flexible.last else { return }
      lengths[last] = max(0, lengths[last] - (lengths.reduce(0, +) - max(0, available)))
      return
    }
    let fixed = lengths.indices.filter { !flexible.contains($0) }.reduce(0) { $0 + lengths[$1] }
    let room = max(0, available - fixed)
    // Pictures keep their width as long as some is left for texts.
    let words = flexible.filter { !children[$0].part.keepsWidth && !isWhole[$0] }
    let pictures = flexible.filter { children[$0].part.keepsWidth || isWhole[$0] }
      .reduce(0) { $0 + lengths[$1] }
    let wordRoom = room - pictures
    if wordRoom >= StackLayout.leastWidth * Double(words.count), !words.isEmpty {
      cap(&lengths, words, to: wordRoom)
    } else {
      cap(&lengths, flexible, to: room)
    }
  }

  /// The width that a part with text keeps before pictures shrink too: a short word, in points.
  private static let leastWidth = 24.0

  /// Limits the longest lengths to a common maximum so that all fit.
  ///
  /// A short amount next to a long name is therefore not shortened.
  private func cap(_ lengths: inout [Double], _ indices: [Int], to room: Double) {
    var left = room
    for (number, index) in indices.sorted(by: { lengths[$0] < lengths[$1] }).enumerated() {
      let share = left / Double(indices.count - number)
      lengths[index] = max(0, min(lengths[index], share))
      left -= lengths[index]
    }
  }

  /// The first baseline of the tallest text of a row if it has several lines, beside which amounts are; nil otherwise.
  private func firstLine(_ boxes: [LayoutBox], _ context: LayoutContext) -> Double? {
    guard hasOpenText(context), alignment == .fill,
      let index = boxes.indices.max(by: { boxes[$0].size.height < boxes[$1].size.height }),
      children[index].part.isWords, let first = boxes[index].firstBaseline,
      boxes[index].lastBaseline ?? first > first
    else { return nil }
    return first + margins(children[index]).top
  }

  /// The offsets that align the centres of parts, as far as each fits into the thickness.
  ///
  /// In a row the centre of a text is that of its letters. A text as tall as the row cannot move up, so the
  /// other parts move down.
  private func centerShifts(_ boxes: [LayoutBox], in thickness: Double) -> [Double] {
    let spares = zip(boxes, children).map { box, child in
      thickness - totalAcross(margins(child)) - across(box.size)
    }
    guard isHorizontal else { return spares.map { $0 / 2 } }
    let shift = zip(boxes, spares).map { max(0, $0.opticalShift - max(0, $1) / 2) }.max() ?? 0
    return zip(boxes, spares).map { box, spare in
      spare <= 0 ? spare / 2 : min(spare, max(0, spare / 2 - box.opticalShift + shift))
    }
  }

  private func baselineShifts(_ boxes: [LayoutBox]) -> [Double] {
    guard isHorizontal, alignment == .firstBaseline || alignment == .lastBaseline else {
      return boxes.map { _ in 0 }
    }
    let baselines = boxes.map { box in
      (alignment == .firstBaseline ? box.firstBaseline : box.lastBaseline) ?? box.size.height
    }
    let lowest = baselines.max() ?? 0
    return baselines.map { lowest - $0 }
  }
}
