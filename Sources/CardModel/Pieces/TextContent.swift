package import CardRaster

/// The alignment of lines as a deck sets it.
package enum TextAlignment: String, Sendable, CaseIterable {
  case natural, left, center, right, justified, leading, trailing

  /// The alignment in a box that may be mirrored later.
  func alignment(isMirrored: Bool, _ direction: LayoutDirection) -> ParagraphStyle.Alignment {
    let isRight = self == .right || self == (direction == .rightToLeft ? .leading : .trailing)
    switch self {
    case .natural: return .natural
    case .center: return .center
    case .justified: return .justified
    case .left, .right, .leading, .trailing: return isRight != isMirrored ? .right : .left
    }
  }
}

/// The text and its line style: the properties shared by both parts with wrapped text.
package struct TextContent: Sendable {
  package var style = TextStyleName.standard(.normal)
  package var text: String?
  package var attributedText: [TextRunSpec]?
  package var font: FontSpec?
  package var textColor: Color?
  package var textAlignment = TextAlignment.natural
  var lineSpacing: Double
  var lineHeightMultiple: Double
  var letterSpacing: LetterSpacing?
  package var figures: FontSpec.Figures?
  var lineBreakStrategy: ParagraphStyle.LineBreakStrategy?
  var hyphenation = false
  package var maxLines: Int?
  var lineBreakMode = ParagraphStyle.LineBreakMode.tail

  /// The default line pitch of the part.
  private let standardPitch: (spacing: Double, multiple: Double)

  package init(lineSpacing: Double, lineHeightMultiple: Double) {
    self.lineSpacing = lineSpacing
    self.lineHeightMultiple = lineHeightMultiple
    standardPitch = (lineSpacing, lineHeightMultiple)
  }

  /// A warning if hyphenation is not available; nil otherwise.
  package func hyphenationWarning(_ context: LayoutContext) -> DeckIssue? {
    guard hyphenation, context.locale.hyphenation == nil else { return nil }
    return context.warning(
      "words of the locale '\(context.locale.identifier)' cannot be hyphenated", key: "hyphenation")
  }

  package static let fields = fieldTable()

  /// The properties, with descriptions of the default line pitch if it depends on the theme.
  package static func fieldTable(
    lineSpacing: FieldDefault<Double> = .fresh, lineHeightMultiple: FieldDefault<Double> = .fresh
  ) -> FieldTable<TextContent> {
    FieldTable<TextContent> {
      Field(
        "style", \.style, .textStyle,
        "The text style: one of five, or one of the theme's `textStyles`.")
      Field("text", \.text, .markup, "The characters; `\\n` starts a new line.")
      Field(
        "attributedText", \.attributedText, .attributedText,
        "Runs of text with different styles; used instead of `text`.")
      Field("font", \.font, .font, "The font.", default: "the style's")
      Field("textColor", \.textColor, .color, "The colour of the letters.", default: "the style's")
      Field(
        "textAlignment", \.textAlignment, .word,
        "The alignment of lines. `natural` is the side where the text's language starts, `leading` the side where the deck's reading direction starts."
      )
      Field(
        "lineSpacing", \.lineSpacing, .number(-100...1000), "Points between two lines.", default: lineSpacing)
      Field(
        "lineHeightMultiple", \.lineHeightMultiple, .number(0.5...10),
        "The natural line height is multiplied by this; the extra goes in halves above and below the letters, with the `compatibility` `cardParts` above them.",
        default: lineHeightMultiple)
      Field(
        "letterSpacing", \.letterSpacing, .letterSpacing,
        "The letter spacing: points, a share of the size such as `\"-0.02em\"`, or `\"auto\"` to adapt it to the size.",
        default: "the theme's `automaticLetterSpacing`")
      Field(
        "figures", \.figures, .word,
        "Whether all figures have the same width, so that columns of numbers align.",
        default: "the font's")
      Field(
        "maxLines", \.maxLines, .integer(1...10_000), "The largest number of lines.",
        default: "as many as needed")
      Field(
        "lineBreakMode", \.lineBreakMode, .word,
        "Where the ellipsis is placed, or how lines break without one.")
      Field(
        "lineBreakStrategy", \.lineBreakStrategy, .word,
        "`balanced` makes lines of about one length, for headings; `pretty` leaves no word alone in the last line, and no very short last line.",
        default:
          "`balanced` for the styles `title` and `header` and centred texts that fit into `maxLines`; else `pretty` where the last line would be short; `standard` in `turbo` and `mint`"
      )
      Field(
        "hyphenation", \.hyphenation, .boolean,
        "Whether words may be broken with a hyphen, by the rules of the deck's `locale`.")
    }
  }

  /// The runs or the plain text, with a base font.
  package func spans(_ base: Font, _ color: Color, linkColor: Color) -> [TextSpan] {
    let font = figured(base)
    if let attributedText {
      return attributedText.map {
        $0.span(font: font, color: color, letterSpacing: ownSpacing, linkColor: linkColor)
      }
    }
    let (spaced, points) = ownSpacing.applied(to: font)
    return [TextSpan(text ?? "", font: spaced, color: color, letterSpacing: points)]
  }

  /// The letter spacing set by the deck, or by the style.
  package var ownSpacing: LetterSpacing? { letterSpacing ?? style.own?.letterSpacing }

  /// The font with the requested kind of figures.
  package func figured(_ base: Font) -> Font {
    var font = base
    if let figures { font.hasTabularFigures = figures == .tabular }
    return font
  }

  /// Reduces the line height of large text, if the theme does so and the deck does not set it.
  ///
  /// From 14 to 28 points the line height decreases to 1.1 em. On a canvas that is viewed from a distance,
  /// body text is larger, but is still treated as body text.
  private func tightened(_ multiple: Double, _ spacing: Double, _ font: Font, _ theme: ResolvedTheme) -> (
    multiple: Double, spacing: Double
  ) {
    let share = min(1, max(0, (font.size / theme.base.growth - 14) / 14))
    return (multiple + (0.91 - multiple) * share, spacing * (1 - share))
  }

  package var isHeading: Bool { headingLevel != nil }

  /// Whether the text has the colour of its style in all themes.
  package var hasThemeColor: Bool { textColor == nil && attributedText == nil && style.own == nil }

  /// Whether the text is small, such as the label of a number.
  package var isCaption: Bool { style == .standard(.detail) || style == .standard(.small) }

  /// The level of a heading, 1 for the largest; nil for other styles.
  package var headingLevel: Int? { style == .standard(.header) ? 1 : style == .standard(.title) ? 2 : nil }

  /// Sets the default line break strategy: modern themes balance headings.
  private func setStrategy(_ paragraph: inout ParagraphStyle, _ theme: ResolvedTheme) {
    paragraph.lineBreakStrategy = lineBreakStrategy ?? .standard
    paragraph.isHeading = isHeading || style.own?.isHeading == true
    if isHeading, !hyphenation, maxLines == nil {
      paragraph.minimumWordScale = theme.compatibility.leastHeadingScale
    }
    guard lineBreakStrategy == nil else { return }
    paragraph.avoidsLoneWords = theme.compatibility.avoidsOrphans
    if isHeading || paragraph.alignment == .center {
      paragraph.lineBreakStrategy = theme.compatibility.headingLineBreaks
    }
  }

  /// A block of spans with the line style.
  package func block(_ spans: [TextSpan], _ font: Font, _ context: LayoutContext) -> TextBlock {
    var block = TextBlock(spans: spans)
    block.style.alignment = textAlignment.alignment(isMirrored: context.isMirrored, context.direction)
    if block.style.alignment == .natural, context.startsAtRight { block.style.alignment = .right }
    block.style.lineBreakMode = lineBreakMode
    block.style.maxLines = maxLines
    block.style.lineSpacing = lineSpacing
    block.style.lineHeightMultiple = lineHeightMultiple
    block.style.leadingDistribution = context.theme.compatibility.leadingDistribution
    let isOwn = lineSpacing != standardPitch.spacing || lineHeightMultiple != standardPitch.multiple
    if let own = style.own, !isOwn, own.lineSpacing != nil || own.lineHeightMultiple != nil {
      block.style.lineSpacing = own.lineSpacing ?? lineSpacing
      block.style.lineHeightMultiple = own.lineHeightMultiple ?? lineHeightMultiple
    } else if context.theme.tightLargeText, !isOwn {
      (block.style.lineHeightMultiple, block.style.lineSpacing) = tightened(
        lineHeightMultiple, lineSpacing, font, context.theme)
    }
    setStrategy(&block.style, context.theme)
    if hyphenation { block.style.hyphenation = context.locale.hyphenation }
    return block
  }
}

/// Detection of numbers for a column of numbers.
package enum FigureColumn {
  /// Whether a text is a number.
  ///
  /// A number has digits with signs, separators, a currency or a percent sign, and no other letters.
  package static func holds(_ text: String) -> Bool {
    var letters = 0
    var hasDigit = false
    for scalar in text.unicodeScalars {
      if scalar.properties.generalCategory == .decimalNumber {
        hasDigit = true
      } else if scalar.properties.isAlphabetic {
        letters += 1
      }
    }
    guard hasDigit, letters > 0 else { return hasDigit }
    // A currency code such as `EUR`, or a currency symbol made of letters, such as `kr`, `zł` or `ج.م.`.
    let words = text.split { !$0.isLetter && $0 != "." }.filter { $0.contains(where: \.isLetter) }
    return words.count == 1 && letters <= 3
  }

  /// Whether a text has tabular figures in a column: a number that is not grouped as that of an order or a
  /// telephone, such as `2841-0093` and `4471 9920 31`.
  package static func isTabular(_ text: String) -> Bool {
    guard holds(text), let first = text.firstIndex(where: \.isNumber),
      let last = text.lastIndex(where: \.isNumber)
    else { return false }
    let inner = text[first...last]
    let groups = inner.split { $0.isWhitespace }
    let isGrouped = groups.dropFirst().allSatisfy { group in
      [0, 3].contains(group.prefix { $0.isNumber }.count)
    }
    return isGrouped && !inner.contains { "-\u{2010}\u{2011}\u{2013}".contains($0) }
  }
}
