import CardRaster

@testable import CardParts

/// A row of squares, some of them filled: steps that are done.
struct StepsPart: CardPart {
  var count = 5
  var value = 0.0
  var stepsColor: Color?

  static let kind = PartKind(
    "steps", .chart, "A row of squares, some of them filled: steps that are done.",
    example: #"{ "type": "steps", "value": 3 }"#,
    make: { StepsPart() }, needs: [["value"]],
    fields: {
      Field("count", \.count, .integer(1...20), "How many there are.")
      Field("value", \.value, .number(0...20), "How many are filled.")
      Field("stepsColor", \.stepsColor, .color, "The colour of filled ones.", default: "the theme's")
    })

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let natural = Size(width: Double(count) * 20, height: 16)
    var box = LayoutBox(
      size: Size(
        width: proposal.width.resolve(natural.width), height: proposal.height.resolve(natural.height)))
    for index in 0..<count {
      let isFilled = Double(index) < value
      box.add(
        .rect(
          Rect(x: Double(index) * 20, y: 0, width: 16, height: 16),
          isFilled ? stepsColor ?? context.theme.barColor : context.theme.barBackgroundColor))
    }
    return box
  }
}
