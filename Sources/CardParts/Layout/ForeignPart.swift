import CardRaster

/// The part that a custom one becomes: it reads the values, checks the size and hands over what is drawn.
struct ForeignPart<Custom: CustomPart>: CardPart, CustomHolder {
  var values = CustomProperty.defaults(of: Custom.properties)
  private var custom: Custom?

  private init() {}

  static var kind: PartKind {
    PartKind(
      Custom.name, .chart, Custom.summary, example: Custom.example, make: { ForeignPart() },
      needs: CustomProperty.required(of: Custom.properties),
      fields: { Custom.properties.map { $0.field(of: ForeignPart.self) } },
      check: { part, node, path, context in
        part.custom = context.custom(node, path, Custom.properties, part.values) {
          values throws(CustomMistake) in try Custom(values)
        }
      })
  }

  /// What it draws is as it was drawn, whatever side the deck is read from.
  var keepsDirection: Bool { true }

  func layout(_ proposal: Proposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let surroundings = PartSurroundings(context: context)
    guard let custom else { return LayoutBox(size: .zero) }
    let natural = try custom.size(for: proposal, surroundings)
    let size = Size(
      width: proposal.width.resolve(natural.width), height: proposal.height.resolve(natural.height))
    for (length, what) in [(size.width, "width"), (size.height, "height")] {
      guard (0...Limits.number).contains(length) else {
        throw .limit(
          what: "the \(what) of a part '\(Custom.name)'", value: length, limit: Limits.number)
      }
    }
    var drawing = PartDrawing(size, surroundings)
    try custom.draw(in: &drawing)
    return drawing.box
  }
}
