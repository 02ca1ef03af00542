/// A piece of text with one style.
public struct TextSpan: Hashable, Sendable {
  /// The characters; may contain line breaks.
  public var text: String
  /// The requested font.
  public var font: Font
  /// The colour of the glyphs.
  public var color: Color
  /// A colour behind the glyphs, from the top to the bottom of the line; nil for none.
  public var backgroundColor: Color?
  /// Whether it has an underline.
  public var isUnderlined: Bool
  /// Whether it has a strikethrough.
  public var isStruckThrough: Bool
  /// Extra space after each character except the last of a line, in points; may be negative.
  ///
  /// Joining scripts such as Arabic get none.
  public var letterSpacing: Double
  /// The offset above the baseline, in points.
  public var baselineOffset: Double
  /// Space after each letter of the requested font, in points; see `tracked`.
  private(set) var tracking = 0.0
  /// The target of a link.
  public var link: String?
  /// The kind of detected text, for programs; nil for none.
  public var finding: TextFinding?

  /// Makes a span; everything except text, font and colour is off.
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

  /// The same span with the tracking of its font, and more between capitals.
  var tracked: TextSpan {
    guard font.isTracked else { return self }
    return changing(self) { $0.tracking = (font.tracking + (hasOnlyCapitals ? 0.05 : 0)) * font.size }
  }

  /// Whether the text has several capitals and no small letters, as a line above a heading; codes have more digits.
  private var hasOnlyCapitals: Bool {
    var balance = 0
    for scalar in text.unicodeScalars {
      if scalar.properties.isLowercase { return false }
      balance += scalar.properties.isUppercase ? 1 : scalar.properties.numericType != nil ? -1 : 0
    }
    return balance > 4
  }

  /// Whether it has letter spacing or tracking.
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
  package func scaled(by scale: Double) -> TextSpan {
    var span = self
    span.font.size *= scale
    span.letterSpacing *= scale
    span.tracking *= scale
    span.baselineOffset *= scale
    return span
  }

  /// Whether letters of both spans can form one glyph: they differ at most in colour, underline or link.
  func isShaped(like other: TextSpan) -> Bool {
    font == other.font && letterSpacing == other.letterSpacing && baselineOffset == other.baselineOffset
  }
}

/// Detected text: a telephone number, a date.
public struct TextFinding: Hashable, Sendable {
  /// The kind of text.
  public var kind: String
  /// The value in a machine-readable form, such as `2026-03-12`.
  public var value: String

  /// Makes a finding.
  public init(kind: String, value: String) {
    self.kind = kind
    self.value = value
  }
}
