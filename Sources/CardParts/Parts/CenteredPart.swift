import CardRaster

/// A centred part with one part at each side.
struct CenteredPart: CardPart {
  var leftView: AnyPart?
  var centeredView: AnyPart?
  var rightView: AnyPart?
  var alignment = ContentAlignment.center

  static let kind = PartKind(
    "centered", .container, "A part in the middle, and one at each side of it.",
    example:
      #"{ "type": "centered", "leftView": { "type": "text", "text": "Income\n$4,200", "textAlignment": "right" }, "centeredView": { "type": "verticalSeparator" }, "rightView": { "type": "text", "text": "Spending\n$3,150" } }"#,
    make: { CenteredPart() }, needs: [["centeredView"]],
    fields: {
      Field("leftView", \.leftView, .part, "The part at the left; it may be left out.")
      Field(
        "centeredView", \.centeredView, .part,
        "The part in the middle, in its own width; it gets at least half of the width if it needs it."
      )
      Field("rightView", \.rightView, .part, "The part at the right; it may be left out.")
      Field("alignment", \.alignment, .word, "Where parts are that are lower than the tallest one.")
    })

  var children: [AnyPart] { [leftView, centeredView, rightView].compactMap { $0 } }

  /// The minimum width of a side next to a wide centre, as a fraction of the width.
  private static let leastShare = 0.25
  /// The largest theme gap between the centre and a side, as a fraction of the width.
  private static let mostGap = 0.1

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let theme = context.theme
    let bound = proposal.width.bound
    // In a narrow part the theme's gap would leave no space for the texts at the sides.
    let most = bound.isFinite ? bound * CenteredPart.mostGap : .infinity
    let left = shown(leftView), right = shown(rightView), center = shown(centeredView)
    // Of the theme's margins only the one next to the centre counts. Margins set by the deck count on all
    // sides.
    let leftMargins = left.map {
      $0.common.margins ?? Insets(top: 0, left: 0, bottom: 0, right: min(most, $0.margins(theme).right))
    }
    let rightMargins = right.map {
      $0.common.margins ?? Insets(top: 0, left: min(most, $0.margins(theme).left), bottom: 0, right: 0)
    }
    let centerMargins = center.map { $0.common.margins ?? .zero }
    let leftNatural = try naturalWidth(left, leftMargins, within: bound, context)
    let rightNatural = try naturalWidth(right, rightMargins, within: bound, context)
    let centerNatural = try naturalWidth(center, centerMargins, within: bound, context)
    let sides = max(leftNatural, rightNatural)
    let width = proposal.width.resolve(centerNatural + 2 * sides)
    let least = min(sides, width * CenteredPart.leastShare)
    let middle = min(centerNatural, max(0, width - 2 * least))
    let room = max(0, (width - middle) / 2)

    let offers = [
      (left, leftMargins, room), (center, centerMargins, middle), (right, rightMargins, room),
    ]
    var natural = 0.0
    for case (let part?, let margins?, let room) in offers {
      let box = try context.layoutChild(part, offer(part, margins, room, .fit(proposal.height.bound)))
      natural = max(natural, box.size.height + margins.vertical)
    }
    let height = proposal.height.resolve(natural)
    var box = LayoutBox(size: Size(width: width, height: height))
    for (index, entry) in offers.enumerated() {
      guard case (let part?, let margins?, let room) = entry else { continue }
      let inner = max(0, height - margins.vertical)
      let isStretched = alignment == .center || part.part.hasNoHeight || part.part.isRule
      let child = try context.layoutChild(
        part, offer(part, margins, room, isStretched ? .exact(inner) : .fit(inner)))
      let spare = room - margins.horizontal - child.size.width
      // A part with a fixed width is placed at the outer edge, the centre part in the middle.
      let x: Double =
        switch index {
        case 0: margins.left
        case 1: (width - middle) / 2 + margins.left + max(0, spare) / 2
        default: width - room + margins.left + max(0, spare)
        }
      // A part with its own height keeps it.
      let y = margins.top + max(0, inner - child.size.height) * alignment.shareAbove
      box.add(child, at: Point(x: x, y: y))
      if spare < -0.5 {
        let excess = NumberText.format(-spare, digits: 1)
        box.warnings.append(
          try context.inside(part.path, repetition: part.repetition) { () throws(RasterError) in
            context.warning("the part is \(excess) points wider than the room for it", key: "width")
          })
      }
    }
    return box
  }

  private func shown(_ part: AnyPart?) -> AnyPart? {
    part.flatMap { $0.common.isHidden ? nil : $0 }
  }

  /// The natural width of a part with its margins; only the margins if it accepts any width.
  private func naturalWidth(
    _ part: AnyPart?, _ margins: Insets?, within bound: Double, _ context: LayoutContext
  ) throws(RasterError) -> Double {
    guard let part, let margins else { return 0 }
    if part.part.hasNoWidth, part.common.width == nil { return margins.horizontal }
    let offer = SizeProposal(width: .fit(max(0, bound - margins.horizontal)))
    return try context.layoutChild(part, offer).size.width + margins.horizontal
  }

  private func offer(_ part: AnyPart, _ margins: Insets, _ room: Double, _ height: SizeProposal.Length)
    -> SizeProposal
  {
    let inner = max(0, room - margins.horizontal)
    return SizeProposal(width: part.part.fillsWidth ? .exact(inner) : .fit(inner), height: height)
  }
}
