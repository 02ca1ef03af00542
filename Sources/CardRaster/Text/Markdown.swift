/// What a text in Markdown says: paragraphs of runs, without a look.
///
/// It is CommonMark: emphasis, links, code, lists, headings and line breaks; the rest is told in `unsupported`.
public struct Markdown: Hashable, Sendable {
  /// A stretch of one kind.
  public struct Run: Hashable, Sendable {
    /// The characters; a line break is one.
    public var text: String
    /// Whether it is emphasized: `*so*`.
    public var isEmphasized = false
    /// Whether it is strong: `**so**`.
    public var isStrong = false
    /// Whether it is code.
    public var isCode = false
    /// Where a tap goes.
    public var link: String?
  }

  /// What stands before an entry of a list.
  public enum Marker: Hashable, Sendable {
    /// A dot.
    case bullet
    /// A number.
    case number(Int)
  }

  /// Lines that belong together.
  public struct Paragraph: Hashable, Sendable {
    /// What it says.
    public var runs: [Run] = []
    /// 1 to 6 for a heading; nil for any other paragraph.
    public var heading: Int?
    /// Whether it is a block of code.
    public var isCode = false
    /// In how many lists it is.
    public var depth = 0
    /// What stands before it; nil but for the first paragraph of an entry.
    public var marker: Marker?
    /// Whether the entries of its list stand close, without an empty line between them.
    public var isTight = false
  }

  /// Something that is drawn as plain words, or not at all.
  public struct Unsupported: Hashable, Sendable {
    /// What it is, in words.
    public var what: String
    /// Its line in the text, from 1.
    public var line: Int
  }

  /// What it says, top to bottom.
  public internal(set) var paragraphs: [Paragraph] = []
  /// What is in the text and not known here.
  public internal(set) var unsupported: [Unsupported] = []
}
