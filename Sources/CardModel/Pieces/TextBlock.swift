package import CardRaster

/// Text in a box, shared by all parts with text.
package struct TextBlock: Sendable {
  /// The vertical alignment of lines in a taller box.
  package enum VerticalAlignment: String, Sendable, CaseIterable {
    case top, center, bottom
  }

  var spans: [TextSpan]
  package var style = ParagraphStyle()
  package var verticalAlignment = VerticalAlignment.center
  package var insets = Insets.zero

  /// The box of the text; it is as wide as an exact proposal, otherwise as wide as its lines.
  ///
  /// If the box is too low, lines that do not fit are replaced with an ellipsis and a warning is added.
  package func layoutText(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox
  {
    let inner = SizeProposal(
      width: proposal.width.reduced(by: insets.horizontal),
      height: proposal.height.reduced(by: insets.vertical))
    var shaped = try shape(in: inner, context)
    var natural = inner.width.resolve(shaped.naturalWidth.rounded(.up))
    if inner.width.exact == nil, natural < shaped.size.width, style.alignment != .left {
      // The lines are aligned within the proposed width, but the box is only as wide as the text: align again
      // within that.
      natural = min(inner.width.bound, shaped.naturalWidth.rounded(.up))
      shaped = try shape(in: SizeProposal(width: .exact(natural), height: inner.height), context)
    }
    let height = inner.height.resolve(shaped.size.height)
    var box = LayoutBox(
      size: Size(
        width: max(0, natural + insets.horizontal), height: max(0, height + insets.vertical)))
    let room = max(0, height - shaped.size.height)
    let lead = verticalAlignment == .center ? self.lead(of: shaped) : 0
    let top =
      switch verticalAlignment {
      case .top: 0.0
      case .center: max(0, room - lead) / 2
      case .bottom: room
      }
    box.add(shaped, at: Point(x: insets.left, y: insets.top + top))
    box.flow = BoxFlow(.lines)
    box.opticalShift = max(0, lead - room) / 2
    box.warnings = context.warnings(shaped)
    return box
  }

  /// The space above the letters of the first line that the line height multiple adds.
  private func lead(of shaped: ShapedText) -> Double {
    guard style.leadingDistribution == .above, style.lineHeightMultiple > 1, let line = shaped.lines.first
    else { return 0 }
    return line.frame.height * (1 - 1 / style.lineHeightMultiple)
  }

  private func shape(in inner: SizeProposal, _ context: LayoutContext) throws(RasterError) -> ShapedText {
    let most = inner.height.bound
    let shaped = try context.shape(
      spans, style, width: inner.width.bound,
      height: most.isFinite && style.minimumScaleFactor < 1 ? most : nil)
    // The tolerance of 0.1 points is invisible and larger than rounding errors.
    guard most.isFinite, shaped.size.height > most + 0.1, shaped.lines.count > 1 else { return shaped }
    var cut = style
    let tops = shaped.lines.filter { $0.frame.maxY <= most + 0.1 }.map(\.frame.minY)
    // Next to shapes a line may consist of several parts.
    cut.maxLines = max(1, style.exclusions.isEmpty ? tops.count : Set(tops).count)
    return try context.shape(spans, cut, width: inner.width.bound)
  }
}

/// One run of attributed text; absent properties are inherited from the part.
package struct TextRunSpec: Sendable {
  package var text = ""
  var font: FontSpec?
  package var color: Color?
  package var backgroundColor: Color?
  package var link: String?
  package var underline = false
  var strikethrough = false
  var letterSpacing: LetterSpacing?
  var figures: FontSpec.Figures?
  var baselineOffset = 0.0
  var script = Script.normal

  package init() {}

  /// Whether a run is superscript or subscript.
  enum Script: String, Sendable, CaseIterable {
    case normal, superscript, subscripted = "subscript"

    /// The offset above the baseline, relative to the surrounding font size.
    var offset: Double {
      switch self {
      case .normal: 0
      case .superscript: 0.35
      case .subscripted: -0.14
      }
    }

    /// The font size, relative to the surrounding one.
    var size: Double { self == .normal ? 1 : 0.62 }
  }

  package static let fields = FieldTable<TextRunSpec> {
    Field("text", \.text, .text, "The characters.")
    Field("font", \.font, .font, "The font.", default: "the part's")
    Field("color", \.color, .color, "The colour of the letters.", default: "the part's")
    Field("backgroundColor", \.backgroundColor, .color, "The background colour of the letters.")
    Field("link", \.link, .link, "The target of a tap on the run.")
    Field("underline", \.underline, .boolean, "A line below the letters.")
    Field("strikethrough", \.strikethrough, .boolean, "A line through the letters.")
    Field(
      "letterSpacing", \.letterSpacing, .letterSpacing,
      "Space added after each letter: points, a share of the size such as `\"-0.02em\"`, or `\"auto\"`.",
      default: "the part's")
    Field(
      "figures", \.figures, .word,
      "Whether all figures have the same width, so that columns of numbers align.",
      default: "the font's")
    Field(
      "baselineOffset", \.baselineOffset, .number(-1000...1000), "The shift above the baseline.")
    Field("script", \.script, .word, "Superscript or subscript, as in m² and CO₂.")
  }

  /// The run as a text span, based on the style of the part.
  package func span(
    font base: Font, color baseColor: Color, letterSpacing baseSpacing: LetterSpacing? = nil, linkColor: Color
  ) -> TextSpan {
    var own = font?.over(base) ?? base
    if let figures { own.hasTabularFigures = figures == .tabular }
    let rise = baselineOffset + script.offset * own.size
    own.size *= script.size
    let (spaced, points) = (letterSpacing ?? baseSpacing).applied(to: own)
    return TextSpan(
      text, font: spaced, color: color ?? (link == nil ? baseColor : linkColor),
      backgroundColor: backgroundColor, isUnderlined: underline, isStruckThrough: strikethrough,
      letterSpacing: points, baselineOffset: rise, link: link)
  }
}

extension ValueKind where Value == [TextRunSpec] {
  /// A text, or a list of runs.
  package static var attributedText: Self {
    let runs = ValueKind<[TextRunSpec]>.list(
      ValueKind<TextRunSpec>.object("textRun", "A run of attributed text.", TextRunSpec.fields) {
        TextRunSpec()
      }, 0...10_000)
    return ValueKind(
      "attributed text", schema: .any([.string, runs.schema])
    ) { node, path, context in
      if case .array = node.value {
        guard let result = runs.parse(node, path, context) else { return nil }
        let bytes = result.reduce(0) { $0 + $1.text.utf8.count }
        guard bytes <= Limits.textBytes else {
          return context.error(
            node, path, "the text has \(bytes) bytes, more than the limit of \(Limits.textBytes)",
            code: .limit)
        }
        return result
      }
      return ValueKind<String>.text.parse(node, path, context).map { text in
        var run = TextRunSpec()
        run.text = text
        return [run]
      }
    }
  }
}
