/// The style of a paragraph: alignment, line breaks and line heights.
public struct ParagraphStyle: Hashable, Sendable {
  /// The horizontal alignment of lines.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    /// At the start side of the text's own direction.
    case natural
    /// At the left edge.
    case left
    /// Centred.
    case center
    /// At the right edge.
    case right
    /// Stretched to both edges, except for the last line of a paragraph.
    case justified
  }

  /// The handling of text that does not fit.
  public enum LineBreakMode: String, Hashable, Sendable, CaseIterable {
    /// Lines break between words; the last visible line ends in an ellipsis.
    case tail
    /// As `tail`, with the ellipsis at the start of the last visible line.
    case head
    /// As `tail`, with the ellipsis in the middle of the last visible line.
    case middle
    /// Lines break between words; text after the last visible line is cut off.
    case wordWrap
    /// Lines break between any two characters; text after the last visible line is cut off.
    case charWrap
  }

  /// The choice of line ends among the break opportunities.
  public enum LineBreakStrategy: String, Hashable, Sendable, CaseIterable {
    /// Each line takes as many words as fit.
    case standard
    /// Lines of similar length, for headings.
    ///
    /// Texts with more than `Limits.balancedLines` lines use `standard`.
    case balanced
    /// Avoids lines much shorter than others, most of all at the end, for running text.
    case pretty
  }

  /// The distribution of the space that `lineHeightMultiple` adds or removes.
  public enum LeadingDistribution: String, Hashable, Sendable, CaseIterable {
    /// Above the letters, as in UIKit: letters are low in a high line and high in a low one.
    case above
    /// Half above and half below the letters, as in CSS.
    case even
  }

  /// Default: natural.
  public var alignment: Alignment = .natural
  /// Whether the text is mirrored afterwards.
  ///
  /// If so, lines of every direction start at its left edge if their alignment is `natural` or `justified`.
  public var isMirrored = false
  /// The direction of all paragraphs; nil to detect it for each from its text.
  public var isRightToLeft: Bool?
  /// The language for the glyph forms of ideographs: `ja`, `ko`, `zh-hans` or `zh-hant`.
  ///
  /// Nil detects it from the text: kana means Japanese, Hangul Korean, and neither Simplified Chinese.
  public var language: String?
  /// Default: tail.
  public var lineBreakMode: LineBreakMode = .tail
  /// Default: standard.
  public var lineBreakStrategy: LineBreakStrategy = .standard
  /// Whether `standard` uses `pretty` if the last line would be a single word or very short.
  public var avoidsLoneWords = false
  /// The language of the hyphenation rules, from `FontLibrary.hyphenatedLanguages`; nil for no hyphenation.
  public var hyphenation: String?
  /// The language whose rules break a word that is wider than a line; nil to break it at any letter.
  ///
  /// Unlike `hyphenation` it breaks no other word.
  package var emergencyHyphenation: String?
  /// Whether an amount such as `12 km` or `1 299 €`, a name with its title such as `Dr. Koch`, and a word such as
  /// `e-mail` stay on one line if the line is wide enough.
  package var keepsAmounts = false
  /// Whether compounds such as `Q3-Report` stay on one line as in balanced and pretty text, if `keepsAmounts` is set.
  package var isHeading = false
  /// The scale of the text before it shrinks any further.
  package var scale: Double = 1
  /// The smallest scale to which the text may shrink so that no word is wider than a line.
  package var minimumWordScale: Double = 1
  /// The maximum number of lines; nil for no limit.
  public var maxLines: Int?
  /// Extra points between two lines.
  public var lineSpacing: Double = 0
  /// The factor for the natural height of each line; `leadingDistribution` distributes the added space.
  public var lineHeightMultiple: Double = 1
  /// Default: above.
  public var leadingDistribution: LeadingDistribution = .above
  /// The smallest scale to which the text may shrink to fit width, `maxLines` and height; 1 never shrinks.
  public var minimumScaleFactor: Double = 1
  /// Shapes that the text flows around, in points from the top left corner of the text.
  ///
  /// A line next to a shape is shortened by the shape's widest extent at that height. A shape in the middle
  /// splits the line, and the text continues after the shape. A line without room moves down. `maxLines`
  /// counts whole rows.
  public var exclusions: [RoundedRect] = []
  /// The distance between lines and the left and right of those shapes, in points.
  public var exclusionPadding: Double = 0

  /// Makes the default style.
  public init() {}
}
