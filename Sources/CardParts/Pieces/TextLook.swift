import CardRaster

/// The font and the colour that a deck may give to some words of a part; what it leaves out is the theme's.
struct TextLook: Hashable, Sendable {
  var font: FontSpec?
  var color: Color?

  /// Both as properties of a part.
  ///
  /// - Parameters:
  ///   - font: the name of the property for the font.
  ///   - color: that for the colour.
  ///   - words: what the manual calls the words: `title` for "The font of the title."
  ///   - summary: what it says of the font where that is more.
  ///   - standard: the font that holds where none is given.
  static func fields(
    font: String, color: String, of words: String, summary: String? = nil,
    default standard: FieldDefault<FontSpec> = "the theme's"
  ) -> [Field<TextLook>] {
    [
      Field(font, \.font, .font, summary ?? "The font of the \(words).", default: standard),
      Field(color, \.color, .color, "The colour of the \(words).", default: "the theme's"),
    ]
  }

  /// The look, with a theme's font and colour for what is not given.
  func over(_ font: Font, _ color: Color) -> (font: Font, color: Color) {
    (self.font?.over(font) ?? font, self.color ?? color)
  }
}
