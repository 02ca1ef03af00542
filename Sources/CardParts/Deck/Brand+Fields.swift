import CardRaster

extension Brand {
  static let fields = FieldTable<Brand>(needs: [["accent", "font", "headingFont", "radius"]]) {
    Field(
      "accent", \.accent, .color,
      "The accent colour of the brand: of buttons, links, bars and the first series. It is lightened in the dark appearance if needed.",
      default: "the theme's `accentColor`")
    Field("font", \.font, .fontFamily, "The family of all fonts.", default: "the theme's")
    Field(
      "headingFont", \.headingFont, .fontFamily, "The family of headings and titles.",
      default: "that of `font`")
    Field(
      "radius", \.radius, .length, "The corner radius of cards; buttons have three quarters of it.",
      default: "the theme's `cornerRadius`")
  }
}

extension ValueKind where Value == Brand {
  /// An object with at least one token.
  static var brand: Self { .object("brand", "A company's brand.", Brand.fields) { Brand() } }
}
