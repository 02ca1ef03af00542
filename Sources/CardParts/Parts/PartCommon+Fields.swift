import CardRaster

extension PartCommon {
  /// The properties of every part.
  static let fields = FieldTable<PartCommon> {
    Field("id", \.id, .identifier, "A name for selecting the part and for its region in `inspect`.")
    Field(
      "margins", \.margins, .insets, "Space around the part. In a stack only margins that are given count.",
      default: "the theme's")
    Field("width", \.width, .length, "An explicit width.", default: "the part's own")
    Field("height", \.height, .length, "An explicit height.", default: "the part's own")
    Field("isHidden", \.isHidden, .boolean, "A hidden part takes no space.")
    Field("alpha", \.alpha, .fraction, "The opacity of the whole part.")
    Field("backgroundColor", \.backgroundColor, .paint, "A colour or gradient behind the part.")
    Field(
      "cornerRadius", \.cornerRadius, .radii,
      "The corners of the background; pictures, stacks, tables and collections are cut off by them too.",
      default: "the part's own")
    Field(
      "cornerCurve", \.cornerCurve, .word,
      "The form of these corners: a quarter of a circle, or Apple's continuous curve.",
      default: .value(.circular))
    Field("link", \.link, .link, "Where a tap goes.")
    Field("alt", \.alt, .text, "The text alternative.")
  }

  /// The properties of a part in a stack.
  static let stackFields = FieldTable<PartCommon> {
    fields.fields
    Field(
      "weight", \.weight, .number(0...1000),
      "In a stack: the part takes this share of the space that is left over.")
  }
}
