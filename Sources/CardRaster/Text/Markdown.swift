/// A parsed Markdown text: paragraphs of runs, without styles.
///
/// The syntax is CommonMark: emphasis, links, code, lists, headings and line breaks; everything else is
/// listed in `unsupported`.
package struct Markdown: Hashable, Sendable {
  /// A run of characters with the same attributes.
  package struct Run: Hashable, Sendable {
    /// The characters, including line breaks.
    package var text: String
    /// Whether it is emphasised: `*so*`.
    package var isEmphasized = false
    /// Whether it is strong: `**so**`.
    package var isStrong = false
    /// Whether it is code.
    package var isCode = false
    /// The target of a link.
    package var link: String?
  }

  /// The marker of a list item.
  package enum Marker: Hashable, Sendable {
    /// A bullet.
    case bullet
    /// A number.
    case number(Int)
  }

  /// A paragraph, heading or code block.
  package struct Paragraph: Hashable, Sendable {
    /// Its content.
    package var runs: [Run] = []
    /// 1 to 6 for a heading; nil for any other paragraph.
    package var heading: Int?
    /// Whether it is a block of code.
    package var isCode = false
    /// The language of a block of code: the first word behind its fence.
    package var language: String?
    /// The number of enclosing lists.
    package var depth = 0
    /// The marker; nil except for the first paragraph of a list item.
    package var marker: Marker?
    /// Whether its list is tight, without empty lines between the items.
    package var isTight = false
    /// Whether it starts a list that is not nested.
    package var beginsList = false
  }

  /// Syntax that is drawn as plain text or left out.
  package struct Unsupported: Hashable, Sendable {
    /// A description of the syntax.
    package var what: String
    /// Its line in the text, from 1.
    package var line: Int
  }

  /// The paragraphs, from top to bottom.
  package internal(set) var paragraphs: [Paragraph] = []
  /// The unsupported syntax in the text.
  package internal(set) var unsupported: [Unsupported] = []
}
