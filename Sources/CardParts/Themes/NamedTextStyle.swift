import CardRaster

/// A look of text by a name of a theme's own, such as `label`.
struct NamedTextStyle: Hashable, Sendable {
  var name: String
  var font: Font
  var color: Color
  /// Nil for what the font wants.
  var letterSpacing: LetterSpacing?
  /// Nil for that of the part.
  var lineHeightMultiple: Double?
  /// Nil for that of the part.
  var lineSpacing: Double?
}

extension ResolvedTheme {
  /// A style by its own name.
  func textStyle(named name: String) -> NamedTextStyle? { textStyles.first { $0.name == name } }
}
