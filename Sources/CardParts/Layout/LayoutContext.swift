import CardRaster

/// The fonts of one worker, shared by all that measures or paints there.
final class FontShelf {
  let library: FontLibrary

  init(_ library: consuming FontLibrary) { self.library = library }
}

/// What a part may ask while it is laid out: text, theme, time of the deck, and the layout of its children.
final class LayoutContext {
  /// The theme of the card.
  let theme: Theme
  /// Pixels in a point, to tell whether a picture is enlarged.
  let scale: Double
  /// What "today" is.
  let date: CalendarDate
  /// The file that issues are about.
  let file: String
  private let fonts: FontShelf
  private var known: [Key: LayoutBox] = [:]
  private var layouts = 0
  private var current: AnyPart?

  private struct Key: Hashable {
    let part: Int
    let proposal: Proposal
  }

  init(theme: Theme, scale: Double, date: CalendarDate, file: String, fonts: FontShelf) {
    self.scale = scale
    self.theme = theme
    self.date = date
    self.file = file
    self.fonts = fonts
  }

  /// Lays out a child; the same question is answered once.
  ///
  /// A width or height of the part's own wins over the offer.
  func layout(_ child: AnyPart, _ offer: Proposal) throws(RasterError) -> LayoutBox {
    var proposal = offer
    if let width = child.common.width { proposal.width = .exact(width) }
    if let height = child.common.height { proposal.height = .exact(height) }
    let key = Key(part: child.number, proposal: proposal)
    if let box = known[key] { return box }
    layouts += 1
    guard layouts <= Limits.layouts else {
      throw .limit(
        what: "the number of layouts of a card", value: Double(layouts), limit: Double(Limits.layouts))
    }
    let outer = current
    current = child
    defer { current = outer }
    var box = try child.part.layout(proposal, self)
    if let width = proposal.width.exact { box.size.width = width }
    if let height = proposal.height.exact { box.size.height = height }
    child.common.decorate(&box)
    box.source = LayoutBox.Source(type: child.type, id: child.common.id, path: child.path.text)
    known[key] = box
    return box
  }

  /// A warning about the part that is being laid out.
  func warning(_ message: String, key: String? = nil, hint: String? = nil) -> DeckIssue {
    let path = current?.path ?? .root
    return DeckIssue(
      .warning, file: file, place: current?.place, path: key.map { path.key($0) } ?? path, message: message,
      hint: hint)
  }

  /// Shapes text; see `FontLibrary.shape`.
  func shape(_ spans: [TextSpan], _ style: ParagraphStyle, width: Double?, height: Double? = nil)
    throws(RasterError) -> ShapedText
  {
    try fonts.library.shape(spans, style, width: width.flatMap { $0.isFinite ? $0 : nil }, height: height)
  }

  /// Shapes one line of text with a tail ellipsis.
  func line(
    _ text: String, _ font: Font, _ color: Color, width: Double = .infinity,
    alignment: ParagraphStyle.Alignment = .natural
  ) throws(RasterError) -> ShapedText {
    var style = ParagraphStyle()
    style.maxLines = 1
    style.alignment = alignment
    return try shape([TextSpan(text, font: font, color: color)], style, width: width)
  }

  /// What is doubtful about text: characters without a glyph, and words that were left out.
  func warnings(_ text: ShapedText, key: String? = nil) -> [DeckIssue] {
    var result: [DeckIssue] = []
    if !text.missing.isEmpty {
      let names = text.missing.prefix(8).map {
        "U+\(String($0.value, radix: 16, uppercase: true).leftPadded(to: 4))"
      }
      result.append(
        warning(
          "no font has a glyph for \(names.joined(separator: ", "))", key: key, hint: "add a font to 'fonts'")
      )
    }
    if text.isTruncated { result.append(warning("the text does not fit and was cut", key: key)) }
    return result
  }
}

extension String {
  /// The text with zeros in front, at least `count` characters long.
  func leftPadded(to count: Int) -> String {
    String(repeating: "0", count: Swift.max(0, count - self.count)) + self
  }
}
