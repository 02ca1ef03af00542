/// How lines are made of text.
public struct ParagraphStyle: Hashable, Sendable {
  /// Where lines stand between the edges.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    /// At the side where the text's own direction starts.
    case natural
    /// At the left edge.
    case left
    /// In the middle.
    case center
    /// At the right edge.
    case right
    /// Stretched to both edges, but for the last line of a paragraph.
    case justified
  }

  /// What happens to text that does not fit.
  public enum LineBreakMode: String, Hashable, Sendable, CaseIterable {
    /// Lines break between words; the last line allowed ends in an ellipsis.
    case tail
    /// As `tail`, the ellipsis at the start of the last line allowed.
    case head
    /// As `tail`, the ellipsis in the middle of the last line allowed.
    case middle
    /// Lines break between words; what is over the last line allowed is cut.
    case wordWrap
    /// Lines break between any two characters; what is over the last line allowed is cut.
    case charWrap
  }

  /// How the ends of lines are chosen among the places between words.
  public enum LineBreakStrategy: String, Hashable, Sendable, CaseIterable {
    /// Each line takes as many words as it holds.
    case standard
    /// Lines of about one length, for headings; longer texts than `Limits.balancedLines` break as `standard`.
    case balanced
    /// No line much shorter than others and no single word at the end, for running text.
    case pretty
  }

  /// Where the room of a line goes that `lineHeightMultiple` adds or takes.
  public enum LeadingDistribution: String, Hashable, Sendable, CaseIterable {
    /// Above the letters, as in UIKit: letters stand low in a high line and high in a low one.
    case above
    /// One half above and one below them, as in CSS.
    case even
  }

  /// Default: natural.
  public var alignment: Alignment = .natural
  /// Whether the box of the text is mirrored afterwards, so that lines of every direction start at its left edge where
  /// their alignment is `natural` or `justified`.
  public var isMirrored = false
  /// The direction of all paragraphs; nil to see it by the text of each.
  public var isRightToLeft: Bool?
  /// The language that the forms of ideographs follow: `ja`, `ko`, `zh-hans` or `zh-hant`; nil to see by the text, where kana
  /// means Japanese, Hangul Korean, and neither Simplified Chinese.
  public var language: String?
  /// Default: tail.
  public var lineBreakMode: LineBreakMode = .tail
  /// Default: standard.
  public var lineBreakStrategy: LineBreakStrategy = .standard
  /// Whether `standard` gives way to `pretty` where it would leave a single word in the last line.
  public var avoidsLoneWords = false
  /// The language of `FontLibrary.hyphenatedLanguages` by whose rules words may be broken; nil for whole words.
  public var hyphenation: String?
  /// The most lines; nil for as many as it takes.
  public var maxLines: Int?
  /// Points added between two lines.
  public var lineSpacing: Double = 0
  /// The natural height of each line is multiplied by this; what it adds goes where `leadingDistribution` says.
  public var lineHeightMultiple: Double = 1
  /// Default: above.
  public var leadingDistribution: LeadingDistribution = .above
  /// The text may shrink to this share of its size to fit width, `maxLines` and height; 1 never shrinks.
  public var minimumScaleFactor: Double = 1
  /// Shapes that lines keep clear of, in points from the top left corner of the text.
  ///
  /// A line whose height meets a shape is shortened by the shape's widest extent at that height; a shape in the middle
  /// splits it, and the text goes on behind the shape. A line without room moves down. `maxLines` counts whole rows.
  public var exclusions: [RoundedRect] = []
  /// How far lines stay away from the left and right of those shapes, in points.
  public var exclusionPadding: Double = 0

  /// Makes the default style.
  public init() {}
}
