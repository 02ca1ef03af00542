/// A stretch of text with one look.
public struct TextSpan: Hashable, Sendable {
  /// The characters; may hold line breaks.
  public var text: String
  /// The font asked for.
  public var font: Font
  /// The colour of the glyphs.
  public var color: Color
  /// A colour behind the glyphs, from the top to the bottom of the line; nil for none.
  public var backgroundColor: Color?
  /// Whether a line is drawn below the baseline.
  public var isUnderlined: Bool
  /// Whether a line is drawn through the letters.
  public var isStruckThrough: Bool
  /// Extra space after each character but the last of a line, in points; may be negative.
  public var letterSpacing: Double
  /// How far the span stands above the baseline, in points.
  public var baselineOffset: Double
  /// Where a tap on the span goes.
  public var link: String?
  /// What the span was found to be, for programs; nil for nothing in particular.
  public var finding: TextFinding?

  /// Makes a span; everything but text, font and colour is off.
  public init(
    _ text: String, font: Font, color: Color, backgroundColor: Color? = nil, isUnderlined: Bool = false,
    isStruckThrough: Bool = false, letterSpacing: Double = 0, baselineOffset: Double = 0, link: String? = nil,
    finding: TextFinding? = nil
  ) {
    self.text = text
    self.font = font
    self.color = color
    self.backgroundColor = backgroundColor
    self.isUnderlined = isUnderlined
    self.isStruckThrough = isStruckThrough
    self.letterSpacing = letterSpacing
    self.baselineOffset = baselineOffset
    self.link = link
    self.finding = finding
  }
}

/// What a stretch of text was found to be: a telephone number, a date.
public struct TextFinding: Hashable, Sendable {
  /// What sort of thing.
  public var kind: String
  /// The thing in a form that programs read, such as `2026-03-12`.
  public var value: String

  /// Makes a finding.
  public init(kind: String, value: String) {
    self.kind = kind
    self.value = value
  }
}

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

  /// Default: natural.
  public var alignment: Alignment = .natural
  /// Default: tail.
  public var lineBreakMode: LineBreakMode = .tail
  /// The most lines; nil for as many as it takes.
  public var maxLines: Int?
  /// Points added between two lines.
  public var lineSpacing: Double = 0
  /// The natural height of each line is multiplied by this; the extra goes above the glyphs.
  public var lineHeightMultiple: Double = 1
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
