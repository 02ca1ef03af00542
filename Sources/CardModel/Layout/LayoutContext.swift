package import CardRaster

/// The environment of a part during layout: text shaping, theme, date, and the layout of its children.
package final class LayoutContext {
  /// The storage of `theme`: accesses to a variable that other modules see are checked at run time.
  private var currentTheme: ResolvedTheme
  /// The theme of the element being laid out: its appearance, and adapted to the background of its containers.
  package var theme: ResolvedTheme { currentTheme }
  /// The adapted themes, by the colours behind the parts.
  private var adaptedThemes: [[Color]: ResolvedTheme] = [:]
  /// The number of pixels per point, to detect enlarged pictures.
  package let scale: Double
  /// The date used as today.
  package let date: CalendarDate
  /// The locale of numbers, amounts and dates.
  package let locale: DeckLocale
  /// The seed of all random numbers.
  package let seed: Int
  /// The file name in issues.
  let file: String
  private let tiles: TileReader
  private let fonts: FontContext
  private let trace: LayoutTrace
  private let boxes: LayoutCache?
  private let cardRepetition: Int?
  /// The layout cache.
  ///
  /// Its values are references, because growing a table of whole boxes would temporarily double their memory.
  private var known: [Key: Indirect<Known>] = [:]
  /// The blurred pictures, by name.
  var blurredPictures: [String: ImageSource] = [:]
  private var layouts = 0
  /// The number of warnings, including those in cached boxes.
  private var madeWarnings = 0
  /// The path of the element being laid out.
  private var here: JSONPath
  /// The language that hyphenates words wider than a line.
  private let emergencyHyphenation: String?
  /// The sizes of texts that shrink together.
  package var textFit = TextFit()
  /// The storage of `isMirrored`: accesses to a variable that other modules see are checked at run time.
  private var mirrors: Bool
  /// Whether the element being laid out will be mirrored.
  package var isMirrored: Bool { mirrors }
  /// The layout direction of the element being laid out.
  package private(set) var direction: LayoutDirection
  /// Whether the element will be mirrored, and its left and right stay where they are.
  package var turnsSides: Bool { mirrors && !theme.compatibility.mirrorsSides }
  /// Whether text of every language starts at the right in a part that is not mirrored.
  ///
  /// This is the case in right-to-left decks with modern themes.
  package var startsAtRight: Bool {
    direction == .rightToLeft && !isMirrored && theme.compatibility.alignsTextToStart
  }
  /// The index of the element in its `forEach`.
  private var repetition: Int?
  /// Whether the element is one of several of a `forEach`.
  package var isRepeated: Bool { repetition != nil }

  private struct Key: Hashable {
    let part: Int
    let proposal: SizeProposal
  }

  /// A cached box, and whether it or one inside it has warnings.
  private struct Known {
    let box: LayoutBox
    let hasWarnings: Bool
  }

  /// Settings shared by all cards of a deck during layout.
  package struct Surroundings {
    package let scale: Double
    package let date: CalendarDate
    package let locale: DeckLocale
    package let seed: Int
    package let file: String
    package let fonts: FontContext
    package let tiles: TileReader
    package let trace: LayoutTrace
    /// The cache shared by consecutive cards; nil for independent cards.
    package let boxes: LayoutCache?
    /// The value of `BindingScope.cardRepetition` for this card.
    package let cardRepetition: Int?

    package init(
      scale: Double, date: CalendarDate, locale: DeckLocale, seed: Int, file: String, fonts: FontContext,
      tiles: TileReader, trace: LayoutTrace, boxes: LayoutCache? = nil, cardRepetition: Int? = nil
    ) {
      self.scale = scale
      self.date = date
      self.locale = locale
      self.seed = seed
      self.file = file
      self.fonts = fonts
      self.tiles = tiles
      self.trace = trace
      self.boxes = boxes
      self.cardRepetition = cardRepetition
    }
  }

  /// Creates the context for the parts of one card.
  ///
  /// - Parameter path: The path of the card in the deck.
  package init(theme: ResolvedTheme, path: JSONPath, _ around: Surroundings) {
    currentTheme = theme
    direction = theme.direction
    mirrors = theme.direction == .rightToLeft
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
    emergencyHyphenation = theme.compatibility.breaksWordsByRules ? around.locale.hyphenation : nil
    cardRepetition = around.cardRepetition
  }

  /// Lays out a child; the result for each proposal is cached.
  ///
  /// The part's own width or height overrides the proposal.
  package func layoutChild(_ child: AnyPart, _ offer: SizeProposal) throws(RasterError) -> LayoutBox {
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
      let outer = (mirrors, direction)
      if let own = child.common.direction { (mirrors, direction) = (own == .rightToLeft, own) }
      mirrors = mirrors && !child.part.keepsDirection
      defer { (mirrors, direction) = outer }
      let theme = theme(for: child)
      let outerTheme = theme == nil ? nil : currentTheme
      if let theme { currentTheme = theme }
      defer { if let outerTheme { currentTheme = outerTheme } }
      var box = try child.part.layout(proposal, over: child.common.backgroundColor, self)
      if let corrected = sizing?.correction(of: box.size, under: proposal) {
        proposal = corrected
        box = try child.part.layout(proposal, over: child.common.backgroundColor, self)
      }
      if child.common.direction == .rightToLeft, !child.part.keepsDirection { box = box.mirrored() }
      box.keepsDirection = child.part.keepsDirection || child.common.direction != nil
      if let height = proposal.height.exact { noteOverflow(of: &box, in: child, beyond: height) }
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
          warning("'cornerCurve' has no effect without \(missing)", key: "cornerCurve", code: .noEffect)
        })
    }
    // A part with a fixed height is kept on one page.
    if box.flow?.keepsEdges == true, child.common.height != nil || sizing?.settlesHeight == true {
      box.flow = nil
    }
    let isHeading = child.part.headingLevel != nil
    if child.common.breaking != nil || isHeading {
      var flow = box.flow ?? BoxFlow()
      flow.breaking = child.common.breaking ?? Breaking()
      if flow.breaking.after == nil, isHeading { flow.breaking.after = .avoid }
      box.flow = flow
    }
    box.source = LayoutBox.Source(type: child.type, id: child.common.id, path: child.path)
    box.source?.part = child.number
    known[key] = .some(Known(box: box, hasWarnings: madeWarnings != before.warnings))
    // Boxes with warnings are not shared, because a warning may name its repetition.
    if let reuse, madeWarnings == before.warnings {
      boxes?.insert(
        LayoutCache.Entry(
          box: box, layouts: layouts - before.layouts, shapedText: trace.shapedText - before.text), reuse)
    }
    return box
  }

  /// Lays out parts inside a part that is not mirrored itself.
  func mirroring(_ body: () throws(RasterError) -> LayoutBox) throws(RasterError) -> LayoutBox {
    let outer = mirrors
    mirrors = direction == .rightToLeft
    defer { mirrors = outer }
    let box = try body()
    return mirrors ? box.mirrored() : box
  }

  /// The theme of a part that has its own appearance, or a background below other parts; nil for the current one.
  private func theme(for child: AnyPart) -> ResolvedTheme? {
    let own = child.common.theme
    let picture = child.common.decoration?.backgroundImage
    guard child.common.backgroundColor != nil || picture != nil, !child.part.children.isEmpty else {
      return own
    }
    let theme = own ?? currentTheme
    let behind = theme.grounds.isEmpty ? [theme.cardBackgroundColor] : theme.grounds
    let grounds =
      picture.map(\.grounds) ?? child.common.backgroundColor.map { $0.colors(over: behind) } ?? behind
    guard own == nil else { return theme.adapted(to: grounds) }
    if let known = adaptedThemes[grounds] { return known }
    let adapted = theme.adapted(to: grounds)
    adaptedThemes[grounds] = adapted
    return adapted
  }

  /// The key of a part's box in the cache of consecutive cards; nil without one.
  ///
  /// A part that is not shared, or whose layout depends on more than the part, has no key.
  private func reuse(of child: AnyPart, _ proposal: SizeProposal) -> LayoutCache.Key? {
    guard boxes != nil, child.stamp != 0, plotInsets == .zero, coveredInsets == .zero, coveredCorner == .zero,
      coveredAreas.isEmpty,
      textFit == TextFit()
    else { return nil }
    return LayoutCache.Key(
      stamp: child.stamp, proposal: proposal, isMirrored: isMirrored, grounds: currentTheme.grounds,
      growth: currentTheme.base.growth)
  }

  /// Counts layouts, and throws when there are more than the limit.
  private func count(_ number: Int) throws(RasterError) {
    layouts += number
    trace.count(number)
    try RasterError.checkLimit("the number of layouts of a card", layouts, most: Limits.layouts)
  }

  /// Runs the body for an element of the deck, so that errors and warnings name its place.
  package func inside<Result>(
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

  /// Runs the body for a property of the current element.
  package func inside<Result>(key: String, _ body: () throws(RasterError) -> Result) throws(RasterError)
    -> Result
  {
    try inside(here.key(key), body)
  }

  /// The minimum insets of the charts' plot areas, which align several charts.
  package private(set) var plotInsets = Insets.zero

  /// Lays out again with the given minimum insets of plot areas.
  package func aligning<Result>(
    _ insets: Insets, _ body: () throws(RasterError) -> Result
  ) throws(RasterError) -> Result {
    let (outer, answers) = (plotInsets, known)
    plotInsets = insets
    known = [:]
    defer { (plotInsets, known) = (outer, answers) }
    return try body()
  }

  /// Lays out again with texts of other sizes.
  package func fitting<Result>(_ fit: TextFit, _ body: () throws(RasterError) -> Result) throws(RasterError)
    -> Result
  {
    let outer = (textFit, known)
    (textFit, known) = (fit, [:])
    defer { (textFit, known) = outer }
    return try body()
  }

  /// The insets covered by other elements; maps that fill the screen centre their place in the rest.
  package var coveredInsets = Insets.zero
  /// Further areas of a map that fills the screen that are behind buttons and bars.
  package var coveredAreas: [Rect] = []
  /// The distance of a map's attribution from its right and bottom edges, in points.
  package var coveredCorner = Point.zero

  /// A tile of a map; nil if its source does not have it.
  package func tile(_ address: TileAddress, of source: TileSource) throws(RasterError) -> ImageSource? {
    try tiles.tile(address, of: source)
  }

  /// A warning about the current element.
  ///
  /// Its position is looked up when the warnings of a page are collected.
  ///
  /// - Parameters:
  ///   - key: The property with the problem.
  ///   - index: The index in that property's list.
  package func warning(
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

  /// A warning about the element at a path.
  package func warning(
    _ message: String, at path: JSONPath, hint: String? = nil, code: DeckIssue.Code = .doubtful
  ) -> DeckIssue {
    madeWarnings += 1
    return DeckIssue(.warning, file: file, path: path, message: message, hint: hint, code: code)
  }

  /// Rejects a length that exceeds every canvas before doing more work for it.
  package func checkLength(_ length: Double, _ what: String) throws(RasterError) {
    let pixels = length * scale
    guard pixels <= Double(Limits.canvasSide) else {
      throw .limit(what: what, value: pixels.rounded(), limit: Double(Limits.canvasSide))
    }
  }

  /// Warns if texts overflow the bottom of a part.
  private func noteOverflow(of box: inout LayoutBox, in part: AnyPart, beyond height: Double) {
    let bottom = Self.bottom(of: box)
    // The empty space above and below the letters of a line can be cut off without harm.
    guard bottom > height + LayoutContext.lineRoom else { return }
    box.warnings.append(
      warning(
        "the content is \(NumberText.format(bottom - height, digits: 1)) points taller than the part",
        hint: part.common.height == nil
          ? "shorten its texts, or leave it more height" : "shorten its texts, or increase its 'height'",
        code: .overflow))
  }

  /// The bottom edge of texts and the boxes that contain them.
  private static func bottom(of box: LayoutBox) -> Double {
    var bottom = 0.0
    for entry in box.content {
      switch entry {
      case .text(let text, let point): bottom = max(bottom, point.y + text.size.height)
      case .box(let inner, let point) where inner.source == nil:
        // The clip around a moving box may be larger than the part.
        bottom = max(bottom, point.y + (inner.motion == nil ? inner.size.height : Self.bottom(of: inner)))
      case .box, .item, .confetti: break
      }
    }
    return bottom
  }

  /// The approximate space above and below the letters of a line, in points.
  private static let lineRoom = 4.0

  /// Shapes text; see `FontLibrary.shape`.
  package func shape(
    _ spans: [TextSpan], _ style: ParagraphStyle, width: Double?, height: Double? = nil,
    hyphenates: Bool = true
  ) throws(RasterError) -> ShapedText {
    var style = style
    style.isMirrored = isMirrored
    style.language = locale.ideographs
    style.emergencyHyphenation = hyphenates ? emergencyHyphenation : nil
    style.keepsAmounts = theme.compatibility.breaksWordsByRules
    if style.isRightToLeft == nil, direction == .rightToLeft, Self.isRange(spans) {
      style.isRightToLeft = true
    }
    var width = width.flatMap { $0.isFinite ? $0 : nil }
    if width == nil, style.maxLines == 1, spans.reduce(0, { $0 + $1.text.utf8.count }) > Self.longLine {
      // The widest canvas cannot show more of the line, and measuring the rest would take seconds.
      width = Double(Limits.canvasSide)
      style.alignment = .left
    }
    try trace.count(text: spans.reduce(0) { $0 + $1.text.shapingCost })
    return try fonts.library.shape(spans, style, width: width, height: height)
  }

  /// Whether a text is a range of numbers without letters, such as `09:30 – 17:00`.
  ///
  /// Unicode gives such a text no direction of its own, and from left to right its ends would be exchanged for
  /// readers of Arabic and Hebrew. Numbers with spaces, such as those of telephones, are not a range.
  private static func isRange(_ spans: [TextSpan]) -> Bool {
    let text = spans.count == 1 ? spans[0].text : spans.map(\.text).joined()
    guard text.utf8.count < 64, let dash = text.firstIndex(where: { "–—→".contains($0) }) else {
      return false
    }
    return !text.contains(where: \.isLetter) && text[..<dash].contains(where: \.isNumber)
      && text[dash...].contains(where: \.isNumber)
  }

  /// The length in bytes from which a line is not measured to its end.
  private static let longLine = 4_000

  /// Shapes one line of text, truncated with an ellipsis at its end.
  package func line(
    _ text: String, _ font: Font, _ color: Color, width: Double = .infinity,
    alignment: ParagraphStyle.Alignment = .natural
  ) throws(RasterError) -> ShapedText {
    var style = ParagraphStyle()
    style.maxLines = 1
    style.alignment = alignment
    return try shape([TextSpan(text, font: font, color: color)], style, width: width)
  }

  /// Warnings about a text: missing glyphs and truncation.
  package func warnings(_ text: ShapedText, key: String? = nil, index: Int? = nil) -> [DeckIssue] {
    var result: [DeckIssue] = []
    if !text.missing.isEmpty {
      let names = text.missing.prefix(8).map {
        "U+\($0.value.hexadecimal(4))"
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
    if text.hasBrokenWord, !text.isTruncated {
      result.append(
        warning(
          "a word of the text \(Self.opening(of: text.words)) is wider than its line and was broken",
          key: key, index: index, hint: "use a smaller font or a wider part", code: .brokenWord))
    }
    if text.isTruncated {
      let words = Self.opening(of: text.words)
      let hasBreaks = text.lines.count > 1 && text.words.contains(where: \.isNewline)
      result.append(
        warning(
          words.isEmpty ? "a text does not fit and was cut" : "the text \(words) does not fit and was cut",
          key: key, index: index,
          hint: hasBreaks
            ? "each line break starts a new line; use a part 'text' for several lines" : nil,
          code: .cutText))
    }
    return result
  }

  /// The first words of a text, in quotes; a text of at most 24 characters as a whole.
  package static func opening(of text: String) -> String {
    let words = text.unicodeScalars.prefix(24)
    let trimmed = String(String.UnicodeScalarView(words)).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    let isWhole = words.endIndex == text.unicodeScalars.endIndex
    return trimmed.isEmpty ? "" : DeckIssue.quoted(isWhole ? trimmed : trimmed + "…")
  }
}

extension String {
  /// The cost of shaping, in bytes of Latin text: other scripts cost about twice as much per byte.
  fileprivate var shapingCost: Int {
    let count = utf8.count
    // Short strings are cheap and common.
    guard count > 256 else { return count }
    return count + 2 * utf8.count { $0 >= 0xD0 }
  }
}

extension LayoutContext {
  /// A warning if a picture has fewer pixels than its frame.
  package func enlargementWarning(of image: ImageSource, in frame: Rect, key: String) -> DeckIssue? {
    guard let pixels = image.pixelSize else { return nil }
    let enlarged = max(
      frame.width * scale / Double(pixels.width), frame.height * scale / Double(pixels.height))
    // Up to 2 % is rounding and not visible as blur.
    guard enlarged > 1.02 else { return nil }
    return warning(
      "the picture '\(image.shortName)' has \(pixels.width) × \(pixels.height) pixels and is enlarged "
        + "\(NumberText.format(enlarged, digits: enlarged < 1.1 ? 2 : 1)) times", key: key)
  }
}

extension ImageSource {
  /// The default tint of a picture.
  ///
  /// An icon has the colour of the text next to it, other pictures keep their colours.
  package func tint(_ given: Color?, words: Color) -> Color? {
    if case .outline = content { given ?? words } else { given }
  }

  /// The default size of a picture: in modern themes icons scale with the text next to them.
  package func size(in theme: ResolvedTheme) -> Size {
    guard case .outline = content, theme.compatibility.scalesIcons else { return size }
    return Size(width: size.width * theme.base.growth, height: size.height * theme.base.growth)
  }
}

extension LayoutContext {
  /// The picture with other colours; results are cached.
  package func filtered(_ image: ImageSource, by filters: ColorFilters?) throws(RasterError) -> ImageSource {
    guard let filters, image.pixelSize != nil else { return image }
    let name = "\(image.name) (\(filters.words))"
    if let known = blurredPictures[name] { return known }
    let result = try image.filtered(by: filters)
    blurredPictures[name] = result
    return result
  }

  /// The blurred picture at a size in points; results are cached.
  func blurred(_ image: ImageSource, radius: Double, in size: Size) throws(RasterError) -> ImageSource {
    guard image.pixelSize != nil else { return image }
    let drawn = Size(width: size.width * scale, height: size.height * scale)
    let numbers = [radius * scale, drawn.width, drawn.height].map { NumberText.format($0, digits: 3) }
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

/// Records the layout work for the pages of a deck, and the place of the error that stopped it.
package final class LayoutTrace {
  /// The path of the element that caused the error.
  package private(set) var path: JSONPath?
  /// The number of parts that were laid out; results from the cache of the same card do not count.
  private(set) var layouts = 0

  /// The amount of text shaped for the current page, in bytes of Latin text.
  private(set) var shapedText = 0

  package init() {}

  package func beginPage() { shapedText = 0 }

  /// Counts shaped text.
  ///
  /// - Throws: `RasterError.limit` if one page has too much text.
  func count(text: Int) throws(RasterError) {
    shapedText += text
    try RasterError.checkLimit(
      "the text of a picture in bytes, counting non-Latin letters twice", shapedText, most: Limits.shapedText)
  }

  func count(_ number: Int) { layouts += number }

  /// Sets the place of an error; the first call, from the innermost element, wins.
  func blame(_ path: JSONPath) {
    if self.path == nil { self.path = path }
  }
}
