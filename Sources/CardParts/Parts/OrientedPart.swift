import CardRaster

/// A column of parts, aligned to the top or bottom of a taller neighbour.
struct OrientedPart: CardPart {
  /// The vertical alignment of the parts.
  enum Orientation: String, Sendable, CaseIterable {
    case top, bottom
  }

  var cardParts: [AnyPart] = []
  var orientation = Orientation.top

  static let kind = PartKind(
    "oriented", .container,
    "Parts below each other, at the top or the bottom of the available height.",
    example:
      #"{ "type": "stack", "spacing": 12, "distribution": "fillEqually", "arrangedSubviews": [ { "type": "oriented", "orientation": "bottom", "cardParts": [ { "type": "text", "text": "At the bottom" } ] }, { "type": "text", "text": "A text that runs over more lines than the one beside it" } ] }"#,
    make: { OrientedPart() }, needs: [["cardParts"]],
    fields: {
      Field("cardParts", \.cardParts, .parts, "The parts, from top to bottom.")
      Field(
        "orientation", \.orientation, .word,
        "The vertical alignment of the parts in a taller box, such as next to a taller part in a stack.")
    })

  var children: [AnyPart] { cardParts }

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let column = ColumnLayout(parts: cardParts, surroundings: .group)
    var width = proposal.width.exact ?? 0
    if proposal.width.exact == nil {
      width = try column.naturalWidth(within: proposal.width.bound, context)
    }
    var content = try column.layoutColumn(width: width, context)
    let height = proposal.height.resolve(content.size.height)
    let grows = cardParts.contains { !$0.common.isHidden && $0.takesAnyHeight }
    if grows || content.size.height > height + 0.5 {
      content = try column.layoutColumn(width: width, height: .exact(height), context)
    }
    var box = LayoutBox(size: Size(width: width, height: height))
    let spare = orientation == .bottom ? max(0, height - content.size.height) : 0
    box.add(content, at: Point(x: 0, y: spare))
    if height == content.size.height { box.flow = BoxFlow(.children) }
    return box
  }
}
