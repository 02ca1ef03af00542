import CardRaster

/// Parts on top of each other; each fills the box or is anchored at an edge.
struct LayersPart: CardPart {
  var layers: [AnyPart] = []

  static let kind = PartKind(
    "layers", .container,
    "Parts over each other; each fills the box or is placed at one of nine anchors.",
    example:
      ##"{ "type": "layers", "height": 120, "cornerRadius": 12, "layers": [ { "type": "image", "image": "assets/pots.jpg", "contentMode": "scaleAspectFill", "alt": "Four terracotta pots" }, { "type": "pillLabel", "labelText": "NEW", "textColor": "white", "backgroundColor": "#C62828", "anchor": "topRight", "margins": 10 } ] }"##,
    make: { LayersPart() }, needs: [["layers"]],
    fields: {
      Field(
        "layers", \.layers, .layerParts,
        "The parts, the first at the bottom unless `zIndex` changes the order; their margins are their distance from the edges."
      )
    })

  var children: [AnyPart] { layers }
  var clipsToCorners: Bool { true }

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let shown = ordered
    var natural = Size.zero
    if proposal.width.exact == nil || proposal.height.exact == nil {
      for part in shown {
        let size = try naturalSize(part, proposal, context)
        natural.width = max(natural.width, size.width)
        natural.height = max(natural.height, size.height)
      }
    }
    let size = Size(
      width: proposal.width.resolve(natural.width), height: proposal.height.resolve(natural.height))
    var box = LayoutBox(size: size)
    for part in shown {
      let room = Rect(origin: .zero, size: size).inset(by: part.common.margins ?? .zero)
      var child = try context.layoutChild(part, offer(part, room.size))
      // A map that fills the box has the corners of the box.
      if part.common.anchor == .fill, part.common.cornerRadius == nil, ["map", "video"].contains(part.type) {
        child.radii = .zero
      }
      let share = part.common.anchor.share(turnsSides: context.turnsSides)
      if part.common.margins != nil, part.common.anchor != .fill {
        try noteIdleMargins(of: part, share, &child, in: room.size, context)
      }
      box.add(
        child,
        at: Point(
          x: room.minX + (room.width - child.size.width) * share.x,
          y: room.minY + (room.height - child.size.height) * share.y))
    }
    return box
  }

  /// The visible parts, from back to front.
  private var ordered: [AnyPart] {
    layers.enumerated().filter { !$0.element.common.isHidden }
      .sorted { ($0.element.common.zIndex, $0.offset) < ($1.element.common.zIndex, $1.offset) }
      .map(\.element)
  }

  /// The natural size of a part with its margins.
  ///
  /// In a direction in which the part accepts any length, it is the size of the margins only.
  private func naturalSize(_ part: AnyPart, _ proposal: SizeProposal, _ context: LayoutContext)
    throws(RasterError) -> Size
  {
    let margins = part.common.margins ?? .zero
    let width = proposal.width.reduced(by: margins.horizontal)
    let isFilling = part.common.anchor == .fill && part.part.fillsWidth
    let offer = SizeProposal(
      width: isFilling ? width : .fit(width.bound),
      height: .fit(proposal.height.reduced(by: margins.vertical).bound))
    let box = try context.layoutChild(part, offer)
    let hasNoWidth = part.part.hasNoWidth && part.common.width == nil
    let hasNoHeight = part.part.hasNoHeight && part.common.height == nil
    return Size(
      width: (hasNoWidth ? 0 : box.size.width) + margins.horizontal,
      height: (hasNoHeight ? 0 : box.size.height) + margins.vertical)
  }

  /// A part that fills the box gets an exact proposal, other parts the box as an upper bound.
  private func offer(_ part: AnyPart, _ room: Size) -> SizeProposal {
    func length(_ room: Double, _ share: Double?) -> SizeProposal.Length {
      if let share { return .exact(room * share) }
      return part.common.anchor == .fill ? .exact(room) : .fit(room)
    }
    let sizing = part.common.sizing
    return SizeProposal(
      width: length(max(0, room.width), sizing?.widthShare),
      height: length(max(0, room.height), sizing?.heightShare))
  }

  /// Warns about a margin at the side opposite to the anchor, if there is none at the side of the anchor.
  private func noteIdleMargins(
    of part: AnyPart, _ share: Point, _ box: inout LayoutBox, in room: Size, _ context: LayoutContext
  ) throws(RasterError) {
    let margins = part.common.margins ?? .zero
    let sides = context.isMirrored ? ("right", "left") : ("left", "right")
    for (share, start, end, (first, last), spare) in [
      (share.x, margins.left, margins.right, sides, room.width - box.size.width),
      (share.y, margins.top, margins.bottom, ("top", "bottom"), room.height - box.size.height),
    ] {
      let (near, far, side, other) = share == 0 ? (start, end, last, first) : (end, start, first, last)
      // A part as large as the room is limited by the margin.
      guard share != 0.5, near == 0, far > 0, spare > 0.5 else { continue }
      box.warnings.append(
        try context.inside(part.path) { () throws(RasterError) in
          context.warning(
            "the \(side) margin has no effect at the anchor '\(part.common.anchor.rawValue)'", key: "margins",
            hint:
              "a list of margins is [top, left, bottom, right]; write { \"\(other)\": \(JSONNumber.format(far)) } for the other side",
            code: .noEffect)
        })
    }
  }
}
