/// What a text in Markdown says: paragraphs of runs, without a look.
///
/// It is CommonMark: emphasis, links, code, lists, headings and line breaks; the rest is told in `unsupported`.
package struct Markdown: Hashable, Sendable {
  /// A stretch of one kind.
  package struct Run: Hashable, Sendable {
    /// The characters; a line break is one.
    package var text: String
    /// Whether it is emphasized: `*so*`.
    package var isEmphasized = false
    /// Whether it is strong: `**so**`.
    package var isStrong = false
    /// Whether it is code.
    package var isCode = false
    /// Where a tap goes.
    package var link: String?
  }

  /// What stands before an entry of a list.
  package enum Marker: Hashable, Sendable {
    /// A dot.
    case bullet
    /// A number.
    case number(Int)
  }

  /// Lines that belong together.
  package struct Paragraph: Hashable, Sendable {
    /// What it says.
    package var runs: [Run] = []
    /// 1 to 6 for a heading; nil for any other paragraph.
    package var heading: Int?
    /// Whether it is a block of code.
    package var isCode = false
    /// In how many lists it is.
    package var depth = 0
    /// What stands before it; nil but for the first paragraph of an entry.
    package var marker: Marker?
    /// Whether the entries of its list stand close, without an empty line between them.
    package var isTight = false
    /// Whether a list begins with it that is in no other one.
    package var beginsList = false
  }

  /// Something that is drawn as plain words, or not at all.
  package struct Unsupported: Hashable, Sendable {
    /// What it is, in words.
    package var what: String
    /// Its line in the text, from 1.
    package var line: Int
  }

  /// What it says, top to bottom.
  package internal(set) var paragraphs: [Paragraph] = []
  /// What is in the text and not known here.
  package internal(set) var unsupported: [Unsupported] = []
}
