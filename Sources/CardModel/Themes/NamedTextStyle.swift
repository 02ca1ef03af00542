import CardRaster

/// A text style with a name that a theme defines, such as `label`.
package struct NamedTextStyle: Hashable, Sendable {
  var name: String
  var font: Font
  var color: Color
  /// The letter spacing; nil for that of the font.
  var letterSpacing: LetterSpacing?
  /// The line height multiple; nil for that of the part.
  var lineHeightMultiple: Double?
  /// The line spacing; nil for that of the part.
  var lineSpacing: Double?
}

extension ResolvedTheme {
  /// The text style with a name that the theme defines; nil if there is none.
  func textStyle(named name: String) -> NamedTextStyle? { textStyles.first { $0.name == name } }
}
