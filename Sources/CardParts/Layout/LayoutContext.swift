import CardRaster

/// What a part may ask while it is laid out: text, theme, time of the deck, and the layout of its children.
final class LayoutContext {
  /// The theme of the card.
  let theme: ResolvedTheme
  /// Pixels in a point, to tell whether a picture is enlarged.
  let scale: Double
  /// What "today" is.
  let date: CalendarDate
  /// How numbers, amounts and dates are written.
  let locale: DeckLocale
  /// The seed of everything random.
  let seed: Int
  /// The file that issues are about.
  let file: String
  private let tiles: TileReader
  private let fonts: FontShelf
  private let trace: LayoutTrace
  private let boxes: BoxMemory?
  private let cardRepetition: Int?
  /// Answers, each by reference: a table of whole boxes would double their memory whenever it grows.
  private var known: [Key: Rare<Known>] = [:]
  /// Blurred pictures by their names.
  var blurredPictures: [String: ImageSource] = [:]
  private var layouts = 0
  /// How many warnings were made, those in boxes that were known among them.
  private var madeWarnings = 0
  /// The path of what is being laid out.
  private var here: JSONPath
  /// Whether what is being laid out is mirrored afterwards.
  private(set) var isMirrored: Bool
  /// Whether words of every language start at the right in a part that keeps its direction: where the deck's rows do.
  var startsAtRight: Bool {
    theme.direction == .rightToLeft && !isMirrored && theme.partDefaults == .today
  }
  /// Which repetition of its `forEach` that is.
  private var repetition: Int?

  private struct Key: Hashable {
    let part: Int
    let proposal: Proposal
  }

  /// A box, and whether it or one in it has warnings.
  private struct Known {
    let box: LayoutBox
    let hasWarnings: Bool
  }

  /// What holds for all cards of a deck while they are laid out.
  struct Surroundings {
    let scale: Double
    let date: CalendarDate
    let locale: DeckLocale
    let seed: Int
    let file: String
    let fonts: FontShelf
    let tiles: TileReader
    let trace: LayoutTrace
    /// What stays from card to card; nil for cards that have nothing in common.
    let boxes: BoxMemory?
    /// The number that `BindingScope.cardRepetition` stands for.
    let cardRepetition: Int?
  }

  /// Makes what the parts of one card may ask.
  ///
  /// - Parameter path: where the card stands in the deck.
  init(theme: ResolvedTheme, path: JSONPath, _ around: Surroundings) {
    self.theme = theme
    isMirrored = theme.direction == .rightToLeft
    here = path
    scale = around.scale
    date = around.date
    locale = around.locale
    seed = around.seed
    file = around.file
    fonts = around.fonts
    tiles = around.tiles
    trace = around.trace
    boxes = around.boxes
    cardRepetition = around.cardRepetition
  }

  /// Lays out a child; the same question is answered once.
  ///
  /// A width or height of the part's own wins over the offer.
  func layout(_ child: AnyPart, _ offer: Proposal) throws(RasterError) -> LayoutBox {
    var proposal = offer
    if let width = child.common.width { proposal.width = .exact(width) }
    if let height = child.common.height { proposal.height = .exact(height) }
    let sizing = child.common.sizing
    if let sizing { proposal = sizing.bounded(proposal) }
    let key = Key(part: child.number, proposal: proposal)
    if let answer = known[key]?.value {
      if answer.hasWarnings { madeWarnings += 1 }
      return answer.box
    }
    let reuse = reuse(of: child, proposal)
    if let reuse, let entry = boxes?.entry(reuse) {
      try count(entry.layouts)
      try trace.count(text: entry.shapedText)
      known[key] = .some(Known(box: entry.box, hasWarnings: false))
      return entry.box
    }
    let before = (layouts: layouts, warnings: madeWarnings, text: trace.shapedText)
    try count(1)
    var box = try inside(child.path, repetition: child.repetition) { () throws(RasterError) in
      let outer = isMirrored
      isMirrored = outer && !child.part.keepsDirection
      defer { isMirrored = outer }
      var box = try child.part.layout(proposal, over: child.common.backgroundColor, self)
      if let corrected = sizing?.correction(of: box.size, under: proposal) {
        proposal = corrected
        box = try child.part.layout(proposal, over: child.common.backgroundColor, self)
      }
      box.keepsDirection = child.part.keepsDirection
      if let height = proposal.height.exact { noteOverflow(of: &box, beyond: height) }
      return box
    }
    if let width = proposal.width.exact { box.size.width = width }
    if let height = proposal.height.exact { box.size.height = height }
    try inside(child.path, repetition: child.repetition) { () throws(RasterError) in
      try child.common.decorate(&box, clips: child.part.clipsToCorners, self)
    }
    if child.common.cornerCurve == .continuous, box.radii.isZero || !box.showsCorners {
      let missing = box.radii.isZero ? "'cornerRadius'" : "'backgroundColor'"
      box.warnings.append(
        try inside(child.path, repetition: child.repetition) { () throws(RasterError) in
          warning("'cornerCurve' is not seen without \(missing)", key: "cornerCurve", code: .noEffect)
        })
    }
    // What is given a height keeps it on one page.
    if box.flow?.keepsEdges == true, child.common.height != nil || sizing?.settlesHeight == true {
      box.flow = nil
    }
    if child.common.breaking != nil || child.part.leadsOn {
      var flow = box.flow ?? BoxFlow()
      flow.breaking = child.common.breaking ?? Breaking()
      if flow.breaking.after == nil, child.part.leadsOn { flow.breaking.after = .avoid }
      box.flow = flow
    }
    box.source = LayoutBox.Source(type: child.type, id: child.common.id, path: child.path)
    box.source?.part = child.number
    known[key] = .some(Known(box: box, hasWarnings: madeWarnings != before.warnings))
    // A warning may name the repetition that it is about.
    if let reuse, madeWarnings == before.warnings {
      boxes?.add(
        BoxMemory.Entry(
          box: box, layouts: layouts - before.layouts, shapedText: trace.shapedText - before.text), reuse)
    }
    return box
  }

  /// What the box of a part is remembered by for the next card; nil for a part that is not the same there, and where
  /// more than the part decides.
  private func reuse(of child: AnyPart, _ proposal: Proposal) -> BoxMemory.Key? {
    guard boxes != nil, child.stamp != 0, plotInsets == .zero, coveredInsets == .zero, coveredCorner == .zero
    else { return nil }
    return BoxMemory.Key(stamp: child.stamp, proposal: proposal, isMirrored: isMirrored)
  }

  /// Counts layouts against their limit.
  private func count(_ number: Int) throws(RasterError) {
    layouts += number
    trace.count(number)
    guard layouts <= Limits.layouts else {
      throw .limit(
        what: "the number of layouts of a card", value: Double(layouts), limit: Double(Limits.layouts))
    }
  }

  /// Does something for a value of the deck, so that what is wrong or doubtful there names the value's place.
  func inside<Result>(
    _ path: JSONPath, repetition number: Int? = nil, _ body: () throws(RasterError) -> Result
  ) throws(RasterError) -> Result {
    let outer = (here, repetition)
    here = path
    repetition = number ?? repetition
    defer { (here, repetition) = outer }
    do throws(RasterError) {
      return try body()
    } catch {
      trace.blame(path)
      throw error
    }
  }

  /// Does something for a property of what is being laid out.
  func inside<Result>(key: String, _ body: () throws(RasterError) -> Result) throws(RasterError) -> Result {
    try inside(here.key(key), body)
  }

  /// What the plots of charts leave free at each edge at the least, so that several align.
  private(set) var plotInsets = Insets.zero

  /// Lays out once more, with plots of charts that leave so much free.
  func aligning<Result>(
    _ insets: Insets, _ body: () throws(RasterError) -> Result
  ) throws(RasterError) -> Result {
    let (outer, answers) = (plotInsets, known)
    plotInsets = insets
    known = [:]
    defer { (plotInsets, known) = (outer, answers) }
    return try body()
  }

  /// How much of what fills the screen other things cover, for maps that show their place in the rest.
  var coveredInsets = Insets.zero
  /// How far from its right and lower edge a map names its maker.
  var coveredCorner = Point.zero

  /// A tile of a map; nil when its source has none there.
  func tile(_ address: TileAddress, of source: TileSource) throws(RasterError) -> ImageSource? {
    try tiles.tile(address, of: source)
  }

  /// A warning about what is being laid out; its place is looked up when the warnings of a page are collected.
  ///
  /// - Parameters:
  ///   - key: the property that it is about.
  ///   - index: the entry of that property's list.
  func warning(
    _ message: String, key: String? = nil, index: Int? = nil, hint: String? = nil,
    code: DeckIssue.Code = .doubtful
  ) -> DeckIssue {
    var path = here
    if let key { path = path.key(key) }
    if let index { path = path.index(index) }
    let number = repetition == BindingScope.cardRepetition ? cardRepetition : repetition
    let which = number.map { " (repetition \($0) of 'forEach')" } ?? ""
    return warning(message + which, at: path, hint: hint, code: code)
  }

  /// A warning about what stands at a path.
  func warning(
    _ message: String, at path: JSONPath, hint: String? = nil, code: DeckIssue.Code = .doubtful
  ) -> DeckIssue {
    madeWarnings += 1
    return DeckIssue(.warning, file: file, place: nil, path: path, message: message, hint: hint, code: code)
  }

  /// Refuses a length that no picture can hold, before more work goes into it.
  func check(_ length: Double, _ what: String) throws(RasterError) {
    let pixels = length * scale
    guard pixels <= Double(Limits.canvasSide) else {
      throw .limit(what: what, value: pixels.rounded(), limit: Double(Limits.canvasSide))
    }
  }

  /// Notes when words stick out below a part that is lower than they are.
  private func noteOverflow(of box: inout LayoutBox, beyond height: Double) {
    let bottom = Self.bottom(of: box)
    // The room above and below the letters of a line may be cut off without harm.
    guard bottom > height + LayoutContext.lineRoom else { return }
    box.warnings.append(
      warning(
        "the content is \(NumberText.text(bottom - height, digits: 1)) points taller than the part",
        code: .overflow))
  }

  /// The lower end of words and of what holds them.
  private static func bottom(of box: LayoutBox) -> Double {
    var bottom = 0.0
    for entry in box.content {
      switch entry {
      case .text(let text, let point): bottom = max(bottom, point.y + text.size.height)
      case .box(let inner, let point) where inner.source == nil:
        // The window of what moves may be larger than the part.
        bottom = max(bottom, point.y + (inner.motion == nil ? inner.size.height : Self.bottom(of: inner)))
      case .box, .item, .confetti: break
      }
    }
    return bottom
  }

  /// About the room above and below the letters of a line.
  private static let lineRoom = 4.0

  /// Shapes text; see `FontLibrary.shape`.
  func shape(_ spans: [TextSpan], _ style: ParagraphStyle, width: Double?, height: Double? = nil)
    throws(RasterError) -> ShapedText
  {
    var style = style
    style.isMirrored = isMirrored
    style.language = locale.ideographs
    var width = width.flatMap { $0.isFinite ? $0 : nil }
    if width == nil, style.maxLines == 1, spans.reduce(0, { $0 + $1.text.utf8.count }) > Self.longLine {
      // Nothing shows more of a line than the widest canvas does, and measuring the rest takes seconds.
      width = Double(Limits.canvasSide)
      style.alignment = .left
    }
    try trace.count(text: spans.reduce(0) { $0 + $1.text.shapingCost })
    return try fonts.library.shape(spans, style, width: width, height: height)
  }

  /// Bytes of a line from which on it is not measured to its end.
  private static let longLine = 4_000

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
  func warnings(_ text: ShapedText, key: String? = nil, index: Int? = nil) -> [DeckIssue] {
    var result: [DeckIssue] = []
    if !text.missing.isEmpty {
      let names = text.missing.prefix(8).map {
        "U+\(String($0.value, radix: 16, uppercase: true).leftPadded(to: 4))"
      }
      result.append(
        warning(
          "no font has a glyph for \(names.joined(separator: ", "))", key: key, index: index,
          hint: "add a font to 'fonts'", code: .missingGlyph)
      )
    }
    for (scalars, look) in [(text.withoutBold, "bold"), (text.withoutItalic, "italic")] where !scalars.isEmpty
    {
      let some = scalars.prefix(8).map { String($0) }.joined()
      result.append(
        warning(
          "no \(look) for \(DeckIssue.quoted(some)): its letters are \(look == "bold" ? "thickened" : "slanted")",
          key: key, index: index, hint: "add a font to 'fonts' that has them", code: .syntheticStyle))
    }
    for tag in text.idleFeatures {
      let look = tag == "smcp" ? "small capitals" : tag == "frac" ? "fractions" : "feature '\(tag)'"
      result.append(
        warning(
          "the font has no \(look)", key: key, index: index,
          hint: tag == "smcp" ? "'Noto Serif' has them" : nil, code: .noEffect))
    }
    if text.isTruncated {
      let words = Self.opening(of: text.words)
      let hasBreaks = text.lines.count > 1 && text.words.contains(where: \.isNewline)
      result.append(
        warning(
          words.isEmpty ? "a text does not fit and was cut" : "the text \(words) does not fit and was cut",
          key: key, index: index,
          hint: hasBreaks
            ? "each line break begins another line; a part 'text' has room for any number" : nil,
          code: .cutText))
    }
    return result
  }

  /// The first words of a text, in quotes.
  static func opening(of text: String) -> String {
    let words = text.unicodeScalars.prefix(24)
    let trimmed = String(String.UnicodeScalarView(words)).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    return trimmed.isEmpty ? "" : DeckIssue.quoted(trimmed + "…")
  }
}

extension String {
  /// How long it takes to shape, in bytes of Latin letters: others take about twice as long a byte.
  fileprivate var shapingCost: Int {
    let count = utf8.count
    // What is short costs little, and there is much of it.
    guard count > 256 else { return count }
    return count + 2 * utf8.count { $0 >= 0xD0 }
  }
}

extension LayoutContext {
  /// A warning when a picture has fewer pixels than are drawn.
  func enlargementWarning(of image: ImageSource, in frame: Rect, key: String) -> DeckIssue? {
    guard let pixels = image.pixelSize else { return nil }
    let enlarged = max(
      frame.width * scale / Double(pixels.width), frame.height * scale / Double(pixels.height))
    // One part in fifty is rounding, not blur.
    guard enlarged > 1.02 else { return nil }
    return warning(
      "the picture '\(image.shortName)' has \(pixels.width) × \(pixels.height) pixels and is enlarged "
        + "\(NumberText.text(enlarged, digits: 1)) times", key: key)
  }
}

extension ImageSource {
  /// The colour of a picture where a deck gives none: an icon has that of the words beside it, others have their own.
  func tint(_ given: Color?, words: Color) -> Color? {
    if case .outline = content { given ?? words } else { given }
  }

  /// The size of a picture where a deck gives none: icons of today's themes grow with the words beside them.
  func size(in theme: ResolvedTheme) -> Size {
    guard case .outline = content, theme.partDefaults == .today else { return size }
    return Size(width: size.width * theme.base.growth, height: size.height * theme.base.growth)
  }
}

extension LayoutContext {
  /// A picture blurred, as one of a size in points is drawn; the same question is answered once.
  func blurred(_ image: ImageSource, radius: Double, in size: Size) throws(RasterError) -> ImageSource {
    guard image.pixelSize != nil else { return image }
    let drawn = Size(width: size.width * scale, height: size.height * scale)
    let numbers = [radius * scale, drawn.width, drawn.height].map { NumberText.text($0, digits: 3) }
    let name = "\(image.name) (blur \(numbers[0]) in \(numbers[1]) × \(numbers[2]))"
    if let known = blurredPictures[name] { return known }
    let result = try image.blurred(sigma: radius * scale, drawnAt: drawn, name: name)
    blurredPictures[name] = result
    return result
  }
}

extension ImageSource {
  /// The name for messages: a `data:` URI without its data.
  var shortName: String { name.hasPrefix("data:") ? "data: URI" : name }
}

/// Remembers what happened while the pages of a deck were laid out: where the error came from that stopped it, and the work.
final class LayoutTrace {
  /// Where the error came from.
  private(set) var path: JSONPath?
  /// How many parts were laid out, those left out whose box was known for the same offer.
  private(set) var layouts = 0

  /// How much text was shaped for the present page, in bytes of Latin letters.
  private(set) var shapedText = 0

  /// Tells that a page begins.
  func beginPage() { shapedText = 0 }

  /// Counts text.
  ///
  /// - Throws: `RasterError.limit` when it is too much for one page.
  func count(text: Int) throws(RasterError) {
    shapedText += text
    guard shapedText <= Limits.shapedText else {
      throw .limit(
        what: "the text of a picture in bytes, with letters of other scripts than Latin twice",
        value: Double(shapedText), limit: Double(Limits.shapedText))
    }
  }

  /// Counts layouts.
  func count(_ number: Int) { layouts += number }

  /// Names the place of an error; the first, innermost one stays.
  func blame(_ path: JSONPath) {
    if self.path == nil { self.path = path }
  }
}
