import CardRaster

@testable import CardParts

/// A row of squares, some of them filled: a rating.
struct RatingPart: CardPart {
  var count = 5
  var value = 0.0
  var ratingColor: Color?

  static let kind = PartKind(
    "rating", .chart, "A row of squares, some of them filled: a rating.",
    example: #"{ "type": "rating", "value": 3 }"#,
    make: { RatingPart() }, needs: [["value"]],
    fields: {
      Field("count", \.count, .integer(1...20), "How many there are.")
      Field("value", \.value, .number(0...20), "How many are filled.")
      Field("ratingColor", \.ratingColor, .color, "The colour of filled ones.", default: "the theme's")
    })

  func layout(_ proposal: Proposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let natural = Size(width: Double(count) * 20, height: 16)
    var box = LayoutBox(
      size: Size(
        width: proposal.width.resolve(natural.width), height: proposal.height.resolve(natural.height)))
    for index in 0..<count {
      let isFilled = Double(index) < value
      box.add(
        .rect(
          Rect(x: Double(index) * 20, y: 0, width: 16, height: 16),
          isFilled ? ratingColor ?? context.theme.barColor : context.theme.barBackgroundColor))
    }
    return box
  }
}
