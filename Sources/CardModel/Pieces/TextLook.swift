package import CardRaster

/// Font and colour that a deck may set for a text of a part; absent ones are those of the theme.
package struct TextLook: Hashable, Sendable {
  var font: FontSpec?
  package var color: Color?

  package init() {}

  /// Both as properties of a part.
  ///
  /// - Parameters:
  ///   - font: The name of the font property.
  ///   - color: The name of the colour property.
  ///   - words: The noun for the text in the manual, such as `title` in "The font of the title."
  ///   - summary: A longer description of the font property.
  ///   - standard: The default font.
  package static func fields(
    font: String, color: String, of words: String, summary: String? = nil,
    default standard: FieldDefault<FontSpec> = "the theme's"
  ) -> [Field<TextLook>] {
    [
      Field(font, \.font, .font, summary ?? "The font of the \(words).", default: standard),
      Field(color, \.color, .color, "The colour of the \(words).", default: "the theme's"),
    ]
  }

  /// The resolved style, with the theme's font and colour as defaults.
  package func over(_ font: Font, _ color: Color) -> (font: Font, color: Color) {
    (self.font?.over(font) ?? font, self.color ?? color)
  }
}
