import BundledFonts
import CardRaster
import Testing

/// Shared helpers for tests of text: the bundled fonts and short ways to shape with them.
enum TextSamples {
  /// A library of the bundled fonts.
  static func library() throws -> FontLibrary { try FontLibrary(try catalog()) }

  /// The catalog of the bundled fonts.
  static func catalog() throws -> FontCatalog {
    FontCatalog(
      bundled: try #require(BundledFonts.directory(), "looked in \(BundledFonts.candidates())"))
  }

  /// A span, by default in Inter at 16 points.
  static func span(
    _ text: String, size: Double = 16, family: String = "Inter", weight: Int = 400, tabular: Bool = false,
    letterSpacing: Double = 0, color: Color = .black
  ) -> TextSpan {
    TextSpan(
      text, font: Font(family, size: size, weight: weight, hasTabularFigures: tabular), color: color,
      letterSpacing: letterSpacing)
  }

  /// A style with the tested fields.
  static func style(
    _ alignment: ParagraphStyle.Alignment = .natural, maxLines: Int? = nil,
    mode: ParagraphStyle.LineBreakMode = .tail
  ) -> ParagraphStyle {
    var style = ParagraphStyle()
    style.alignment = alignment
    style.maxLines = maxLines
    style.lineBreakMode = mode
    return style
  }

  /// The visible text of each line, including the ellipsis.
  static func shown(_ text: ShapedText) -> [String] {
    text.lines.map { line in line.runs.map(\.text).joined() }
  }

  /// A text without spaces at its end.
  static func trimmed(_ text: String) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return text
  }
}
