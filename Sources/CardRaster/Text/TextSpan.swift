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
  ///
  /// Letters of scripts that join them, such as Arabic, get none.
  public var letterSpacing: Double
  /// How far the span stands above the baseline, in points.
  public var baselineOffset: Double
  /// Space that the font adds after each of its own letters, in points; see `tracked`.
  private(set) var tracking = 0.0
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

  /// The same with the space that its font adds between letters.
  var tracked: TextSpan {
    guard font.isTracked else { return self }
    var result = self
    result.tracking = font.tracking * font.size
    return result
  }

  /// Whether space is added between some letters.
  var isSpaced: Bool { letterSpacing != 0 || tracking != 0 }

  /// The space after a cluster, in points.
  func space(after cluster: TextClusters.Cluster) -> Double {
    switch cluster.spacing {
    case .none: 0
    case .given: letterSpacing
    case .tracked: letterSpacing + tracking
    }
  }

  /// The span at another size.
  func scaled(by scale: Double) -> TextSpan {
    var span = self
    span.font.size *= scale
    span.letterSpacing *= scale
    span.tracking *= scale
    span.baselineOffset *= scale
    return span
  }

  /// Whether letters of both spans can be one glyph: they differ in colour, underline or link at most.
  func isShaped(like other: TextSpan) -> Bool {
    font == other.font && letterSpacing == other.letterSpacing && baselineOffset == other.baselineOffset
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
