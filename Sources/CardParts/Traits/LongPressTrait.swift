import CardRaster

/// The action of a long press on the card.
struct LongPressTrait: CardTrait {
  var link: String?
  var minimumPressDuration = 1.0
  var alt: String?

  static let fields = FieldTable<LongPressTrait>(needs: [["link"]]) {
    Field("link", \.link, .link, "The link of a long press on the card.")
    Field(
      "minimumPressDuration", \.minimumPressDuration, .number(0...3600),
      "The minimum press duration, in seconds.")
    Field("alt", \.alt, .text, "The text alternative of the long press.")
  }

  private static let object = ValueKind<LongPressTrait>.object("longPress", "A long press.", fields) {
    LongPressTrait()
  }

  static let kind = TraitKind(
    "longPress", "The link of a long press on the card; `inspect` lists its region, but nothing is drawn.",
    example: #"{ "longPress": { "link": "https://example.com/options", "alt": "More options" } }"#,
    kind: object.refined { trait, _, _, _ in trait.link != nil },
    properties: fields.fields.map { PropertyDoc($0, of: LongPressTrait()) })

  func apply(to frame: inout CardFrame) {
    frame.longPress = link.map {
      LayoutBox.LongPress(link: $0, minimumPressDuration: minimumPressDuration, label: alt)
    }
  }
}
