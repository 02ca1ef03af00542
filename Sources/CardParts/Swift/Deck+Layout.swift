public import CardRaster

extension Deck {
  /// Lays out the deck without painting it: its pages, the frames of its elements, and the warnings.
  ///
  /// ```swift
  /// let title = try deck.laidOut().frame(ofID: "title")
  /// ```
  ///
  /// - Parameters:
  ///   - options: values that override the deck's.
  ///   - onePageEach: whether each card becomes a separate picture; always the case if all states are
  ///     rendered.
  /// - Throws: every error of the deck, each with its position.
  public func laidOut(
    options: DeckOptions = DeckOptions(), onePageEach: Bool = false
  ) throws(DeckError) -> LaidOutDeck {
    try DeckPipeline().open(self, options, onePageEach: onePageEach) { $0 }
  }
}

/// The output of a rendering, with its warnings.
public struct Rendering<Output: Sendable>: Sendable {
  /// The picture in the requested format.
  public let output: Output
  /// The warnings, such as truncated text, in order of their position.
  public let warnings: [DeckIssue]
}

extension Rendering: Equatable where Output: Equatable {}
extension Rendering: Hashable where Output: Hashable {}
extension CardPicture: Equatable where Output: Equatable {}
extension CardPicture: Hashable where Output: Hashable {}

/// The picture of one card.
public struct CardPicture<Output: Sendable>: Sendable {
  /// The card's `id`, or its number if it has none.
  public let name: String
  /// The index of the picture, starting at 0.
  public let index: Int
  /// The number of pictures of the deck; with `index` it gives the progress.
  public let count: Int
  /// The picture in the requested format.
  public let data: Output
}

extension Deck {
  /// Renders an animation of the deck.
  ///
  /// Confetti is animated, and bars and histograms that are `animated`. The bytes do not depend on the number
  /// of workers.
  ///
  /// - Parameters:
  ///   - format: the file format: `.gif`, `.png`, `.webp`, or a video, `.mp4` or `.webm`, if ffmpeg is
  ///     installed.
  ///   - timing: the times of the frames.
  ///   - loops: the number of repetitions; 0 for endless repetition, and for videos, whose players decide.
  ///   - poster: the index of the frame shown by viewers that cannot play animations, starting at 0; nil for
  ///     the first frame, and for videos.
  ///   - options: values that override the deck's.
  ///   - settings: the compression settings.
  ///   - workers: the number of frames painted at the same time; at least 1.
  ///   - onWarning: called for each warning.
  ///   - onFrame: called with the number of painted frames after each of them.
  /// - Throws: every error of the deck, each with its position.
  public nonisolated(nonsending) func renderAnimation(
    to format: MovingFormat, timing: FrameTiming, loops: Int = 0, poster: Int? = nil,
    options: DeckOptions = DeckOptions(), settings: OutputFormat.Settings = OutputFormat.Settings(),
    workers: Int = 1, onWarning: (DeckIssue) -> Void = { _ in }, onFrame: (Int) -> Void = { _ in }
  ) async throws(DeckError) -> [UInt8] {
    try await DeckPipeline().animation(
      of: self, format, ExportRequest.Movement(timing: timing, loops: loops, poster: poster), options,
      settings,
      workers, onWarning, onFrame)
  }

  /// Renders each card as a page of one PDF document.
  ///
  /// - Parameters:
  ///   - options: values that override the deck's.
  ///   - onWarning: called for each warning.
  ///   - onPage: called with the number of finished pages after each of them.
  /// - Throws: every error of the deck, each with its position.
  public func renderPDF(
    options: DeckOptions = DeckOptions(), onWarning: (DeckIssue) -> Void = { _ in },
    onPage: (Int) -> Void = { _ in }
  ) throws(DeckError) -> [UInt8] {
    try DeckPipeline().document(of: self, options, onWarning, onPage)
  }
}

extension Deck {
  /// Renders the deck as one picture.
  ///
  /// You can call it from any task. To render many decks, use a ``DeckRenderer``, which is faster.
  ///
  /// - Parameters:
  ///   - target: the output format, such as `.bitmap`, `.png` or `.svg`.
  ///   - options: values that override the deck's: scale, theme, state, cards, data.
  ///   - onWarning: called for each warning, such as truncated text.
  /// - Throws: every error of the deck, each with its position.
  public func render<Output>(
    to target: RenderFormat<Output>, options: DeckOptions = DeckOptions(),
    onWarning: (DeckIssue) -> Void = { _ in }
  ) throws(DeckError) -> Output {
    try DeckPipeline().picture(of: self, target, options, onWarning)
  }

  /// Renders the deck as one picture, and returns it with the warnings.
  ///
  /// See ``render(to:options:onWarning:)``.
  public func rendering<Output>(
    to target: RenderFormat<Output>, options: DeckOptions = DeckOptions()
  ) throws(DeckError) -> Rendering<Output> {
    try DeckPipeline().rendering(of: self, target, options)
  }

  /// Renders each card as a separate picture.
  ///
  /// - Parameters:
  ///   - target: the output format, such as `.bitmap`, `.png` or `.svg`.
  ///   - options: values that override the deck's: scale, theme, state, cards, data.
  ///   - onWarning: called for each warning, such as truncated text.
  ///   - onPage: called with the number of finished pictures after each of them.
  /// - Throws: every error of the deck, each with its position.
  public func renderPages<Output>(
    to target: RenderFormat<Output>, options: DeckOptions = DeckOptions(),
    onWarning: (DeckIssue) -> Void = { _ in }, onPage: (Int) -> Void = { _ in }
  ) throws(DeckError) -> [CardPicture<Output>] {
    try DeckPipeline().pictures(of: self, target, options, onWarning, onPage)
  }

  /// Returns all errors and warnings of the deck without rendering it; empty if there are none.
  public func issues(options: DeckOptions = DeckOptions()) -> [DeckIssue] {
    do throws(DeckError) {
      return try laidOut(options: options).warnings
    } catch {
      return error.issues
    }
  }
}

extension DeckPipeline {
  /// Lays out a deck within the limits of its options, reports its warnings, and makes an output of it.
  func open<Output>(
    _ deck: Deck, _ options: DeckOptions, onePageEach: Bool = false,
    _ onWarning: (DeckIssue) -> Void = { _ in }, _ make: (LaidOutDeck) throws(DeckError) -> Output
  ) throws(DeckError) -> Output {
    try options.limits.within { () throws(DeckError) in
      let laidOut = try laidOut(deck, options: options.ofLibrary, onePageEach: onePageEach)
      for warning in laidOut.warnings { onWarning(warning) }
      return try make(laidOut)
    }
  }

  /// Renders a deck as one picture.
  func picture<Output>(
    of deck: Deck, _ target: RenderFormat<Output>, _ options: DeckOptions, _ onWarning: (DeckIssue) -> Void
  ) throws(DeckError) -> Output {
    try open(deck, options, onWarning) { laidOut throws(DeckError) in try picture(of: laidOut, target) }
  }

  /// Renders a deck as one picture, with the warnings.
  func rendering<Output>(
    of deck: Deck, _ target: RenderFormat<Output>, _ options: DeckOptions
  ) throws(DeckError) -> Rendering<Output> {
    var warnings: [DeckIssue] = []
    let output = try picture(of: deck, target, options) { warnings.append($0) }
    return Rendering(output: output, warnings: warnings)
  }

  /// Paints a deck that has one picture.
  func picture<Output>(
    of deck: LaidOutDeck, _ target: RenderFormat<Output>
  ) throws(DeckError) -> Output {
    if let error = deck.severalPages { throw error }
    return try picture(0, of: deck, target).data
  }

  /// Renders each card of a deck as a separate picture.
  func pictures<Output>(
    of deck: Deck, _ target: RenderFormat<Output>, _ options: DeckOptions, _ onWarning: (DeckIssue) -> Void,
    _ onPage: (Int) -> Void
  ) throws(DeckError) -> [CardPicture<Output>] {
    try open(deck, options, onePageEach: true, onWarning) { laidOut throws(DeckError) in
      try pictures(of: laidOut, target, onPage)
    }
  }

  /// Paints the pages of a deck.
  func pictures<Output>(
    of deck: LaidOutDeck, _ target: RenderFormat<Output>, _ onPage: (Int) -> Void
  ) throws(DeckError) -> [CardPicture<Output>] {
    try deck.options.limits.within { () throws(DeckError) in
      var pictures: [CardPicture<Output>] = []
      for number in deck.pages.indices {
        pictures.append(try picture(number, of: deck, target))
        onPage(pictures.count)
      }
      return pictures
    }
  }

  /// Paints a deck that has one picture into memory of the caller.
  func draw(
    _ deck: LaidOutDeck, into memory: inout MutableRawSpan, bytesPerRow: Int?, _ format: PixelFormat
  ) throws(DeckError) {
    if let error = deck.severalPages { throw error }
    let (page, file) = (deck.pages[0], deck.source.file)
    let (width, height) = (page.display.pixelWidth, page.display.pixelHeight)
    let rowBytes = bytesPerRow ?? 4 * width
    if let reason = PaintedPicture.misfit(
      width: width, height: height, byteCount: memory.byteCount, bytesPerRow: rowBytes)
    {
      var issue = DeckIssue(.error, file: file, message: reason, code: .outOfRange)
      issue.option = rowBytes < 4 * width ? "bytesPerRow" : "memory"
      throw DeckError(issue)
    }
    try deck.options.limits.within { () throws(DeckError) in
      try deck.source.attachingLocation(page.display, of: page.box) { (display) throws(RasterError) in
        try paint(display, fonts: deck.fonts).write(to: &memory, bytesPerRow: rowBytes, format)
      }
      try DeckError.checkCancellation(file)
    }
  }

  /// Paints one of the pages.
  func picture<Output>(
    _ number: Int, of deck: LaidOutDeck, _ target: RenderFormat<Output>
  ) throws(DeckError) -> CardPicture<Output> {
    try DeckError.checkCancellation(deck.source.file)
    if let issue = target.issue { throw DeckError(issue) }
    let page = deck.pages[number]
    if let format = target.format, let error = DeckError(deck.unsupportedReasons(for: format, page)) {
      throw error
    }
    return try deck.options.limits.within { () throws(DeckError) in
      let data = try deck.source.attachingLocation(page.display, of: page.box) {
        (display) throws(RasterError) in
        try target.paint(display, try fonts(deck.fonts).library)
      }
      // Pages that were skipped, or finished after the time limit, are never delivered.
      try DeckError.checkCancellation(deck.source.file)
      return CardPicture(name: page.name, index: number, count: deck.pages.count, data: data)
    }
  }

  /// Renders each card of a deck as a page of one PDF document.
  func document(
    of deck: Deck, _ options: DeckOptions, _ onWarning: (DeckIssue) -> Void, _ onPage: (Int) -> Void
  ) throws(DeckError) -> [UInt8] {
    try open(deck, options, onePageEach: true, onWarning) { laidOut throws(DeckError) in
      try document(laidOut, as: .pdf, onPage: onPage)
    }
  }

  /// Renders an animation of a deck.
  nonisolated(nonsending) func animation(
    of deck: Deck, _ format: MovingFormat, _ movement: ExportRequest.Movement, _ options: DeckOptions,
    _ settings: OutputFormat.Settings, _ workers: Int, _ onWarning: (DeckIssue) -> Void,
    _ onFrame: (Int) -> Void
  ) async throws(DeckError) -> [UInt8] {
    let laidOut = try open(deck, options, onWarning) { $0 }
    var count = 0
    do {
      return try await RenderLimits.$current.withValue(options.limits.raster) {
        try await encode(
          laidOut.pages[0], of: laidOut, as: format, movement, settings: settings, workers: workers
        ) {
          count += 1
          onFrame(count)
        }
      }
    } catch {
      throw DeckError(error, of: deck)
    }
  }
}

extension DeckError {
  /// Any error of rendering as one type.
  init(_ error: any Error, of deck: Deck) {
    switch error {
    case let error as DeckError: self = error
    case let error as RasterError: self.init(error, file: deck.file)
    case is CancellationError: self = .cancelled(deck.file)
    default:
      self.init(DeckIssue(.error, file: deck.file, message: String(describing: error), code: .failedLibrary))
    }
  }
}

extension LaidOutDeck {
  /// Renders a deck with one picture; the deck is not laid out again, so several formats cost little.
  ///
  /// ```swift
  /// let laidOut = try deck.laidOut()
  /// let (png, svg) = (try laidOut.render(to: .png), try laidOut.render(to: .svg))
  /// ```
  ///
  /// - Throws: an error of painting, or of a deck with several pictures.
  public func render<Output>(to format: RenderFormat<Output>) throws(DeckError) -> Output {
    try DeckPipeline(fonts).picture(of: self, format)
  }

  /// Renders all pictures of the deck.
  ///
  /// - Parameters:
  ///   - format: the output format.
  ///   - onPage: called with the number of finished pictures after each of them.
  /// - Throws: an error of painting.
  public func renderPages<Output>(
    to format: RenderFormat<Output>, onPage: (Int) -> Void = { _ in }
  ) throws(DeckError) -> [CardPicture<Output>] {
    try DeckPipeline(fonts).pictures(of: self, format, onPage)
  }

  /// Draws a deck with one picture into memory that you provide, such as a texture or a shared buffer.
  ///
  /// ```swift
  /// let laidOut = try deck.laidOut()
  /// let page = laidOut.pages[0].display
  /// var pixels = [UInt8](repeating: 0, count: 4 * page.pixelWidth * page.pixelHeight)
  /// var span = pixels.mutableSpan
  /// var memory = span.mutableBytes
  /// try laidOut.draw(into: &memory, format: .premultipliedBGRA)
  /// ```
  ///
  /// - Parameters:
  ///   - memory: the bytes for the rows, the top one first. Their content is undefined after an error.
  ///   - bytesPerRow: the bytes from one row to the next, at least four for each pixel; nil for rows without
  ///     gaps.
  ///   - format: the bytes of a pixel.
  /// - Throws: an error of painting, of a deck with several pictures, or of memory that is too small.
  public func draw(
    into memory: inout MutableRawSpan, bytesPerRow: Int? = nil, format: PixelFormat = .rgba
  ) throws(DeckError) {
    try DeckPipeline(fonts).draw(self, into: &memory, bytesPerRow: bytesPerRow, format)
  }

  /// Renders each picture as a page of one PDF document.
  ///
  /// - Parameter onPage: called with the number of finished pages after each of them.
  /// - Throws: an error of painting.
  public func renderPDF(onPage: (Int) -> Void = { _ in }) throws(DeckError) -> [UInt8] {
    try options.limits.within { () throws(DeckError) in
      try DeckPipeline(fonts).document(self, as: .pdf, onPage: onPage)
    }
  }
}

extension Appearance: DeckWord {}
extension DeckAppearance: DeckWord {}
extension LayoutDirection: DeckWord {}

/// Decks written in Swift.
extension Deck {
  /// Creates a deck from a block of cards.
  ///
  /// ```swift
  /// let deck = Deck {
  ///   Card("hello") {
  ///     CardPartTitleView("Hello, world!")
  ///     CardPartTextView("CardParts is awesome!")
  ///   }
  /// }
  /// .theme(.mint)
  /// ```
  ///
  /// - Parameters:
  ///   - folder: the folder for the paths of images, fonts and theme files.
  ///   - file: the Swift file, for messages.
  ///   - line: the line in the file, for messages.
  ///   - cards: the cards, from top to bottom.
  public init(
    folder: String = ".", file: String = #fileID, line: Int = #line,
    @DeckListBuilder<Card> cards: () throws -> [Card]
  ) rethrows {
    self.init(try cards(), folder: folder, file: file, line: line)
  }

  /// Creates a deck from a list of cards.
  public init(_ cards: [Card], folder: String = ".", file: String = #fileID, line: Int = #line) {
    var node = DeckNode(file, line)
    node.set("version", DeckLoader.version)
    node.set("cards", DeckNode(list: cards.map(\.node)))
    var files: [String] = []
    let root = node.json(nil, &files)
    self.init(file: file, folder: folder, root: root, files: files, isMadeInCode: true)
  }

  /// Reads a deck from JSON.
  ///
  /// - Parameters:
  ///   - json: the bytes of the document: an array, `Data` or the body of a request.
  ///   - file: the name of the document in messages.
  ///   - folder: the folder for the paths of images, fonts and theme files; without it the deck cannot use
  ///     files, whatever it contains.
  /// - Throws: every error that can be found before bindings are filled in.
  public init(
    json: some Collection<UInt8>, file: String = "deck.json", folder: String? = nil
  ) throws(DeckError) {
    self = try DeckLoader.load(Array(json), file: file, folder: folder)
  }

  /// Reads a deck from a JSON string; without a folder it cannot use files.
  public init(json: String, file: String = "deck.json", folder: String? = nil) throws(DeckError) {
    self = try DeckLoader.load(Array(json.utf8), file: file, folder: folder)
  }

  /// Reads a deck from a JSON file; paths of images, fonts and themes are relative to the folder of the file.
  public init(contentsOf path: String) throws(DeckError) {
    let bytes = try DeckError.wrapping(
      try FileReading.read(path: path, limit: Limits.jsonBytes), file: path)
    self = try DeckLoader.load(bytes, file: path, folder: FilePath.directory(of: path))
  }

  /// The deck as JSON, always the same text; stored in a file in its folder, it produces the same picture.
  public var json: String { JSONDump.write(root, pretty: true) + "\n" }

  /// Sets the arrangement of the cards.
  public func layout(_ layout: CardsLayout) -> Deck { setting("layout", layout.node) }

  /// Sets the arrangement of the cards.
  public func layout(_ kind: CardsLayout.Kind) -> Deck { setting("layout", kind.deckNode) }

  /// Sets an arrangement of the cards that has its own type: a sheet or a swipe stack.
  ///
  /// ```swift
  /// deck.layout(CardSwipeStack(compatibility: .shuffle))
  /// ```
  public func layout(_ layout: some DeckElement) -> Deck { setting("layout", layout.node) }

  /// Sets the data for bindings: an object.
  public func data(_ data: DeckValue) -> Deck { setting("data", data.json) }

  /// Sets the data for bindings from an `Encodable` value that encodes as an object.
  ///
  /// - Parameters:
  ///   - value: the value; see ``DeckValue/init(encoding:dates:)``.
  ///   - dates: the format of dates; by default the one that the formatter `date` reads.
  /// - Throws: the errors of the value's own encoding.
  public func data(encoding value: some Encodable, dates: DeckValue.DateEncoding = .utc) throws -> Deck {
    data(try DeckValue(encoding: value, dates: dates))
  }

  /// Declares the values that the deck takes from outside, by name.
  ///
  /// ```swift
  /// deck.inputs(["title": DeckInput(type: .string, required: true), "share": DeckInput(type: .number, maximum: 1)])
  /// ```
  public func inputs(_ inputs: KeyValuePairs<String, DeckInput>) -> Deck {
    setting("inputs", DeckNode(inputs))
  }

  /// Sets a key of the deck to any value, by its name in JSON.
  public func property(_ name: String, _ value: DeckValue) -> Deck {
    Self.unbound.contains(name) ? setting(name, value.json) : setting(name, value)
  }

  /// The keys whose values are not searched for bindings.
  private static let unbound = ["data", "inputs", "components"]

  /// Adds a component: a part that combines other parts, and that ``CardComponent`` uses by its name.
  ///
  /// ```swift
  /// deck.component("stat", parameters: ["label": nil, "value": nil]) {
  ///   CardPartTextView("{{ value }}").font(.named("Inter Bold 20"))
  ///   CardPartTextView("{{ label }}")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the type of the part; replaces an earlier component with this name.
  ///   - parameters: the parameters with their defaults; nil for a required parameter.
  ///   - file: the Swift file, for messages.
  ///   - line: the line in the file, for messages.
  ///   - parts: the parts, from top to bottom; their bindings can use the parameters.
  public func component(
    _ name: String, parameters: DeckValue = [:], file: String = #fileID, line: Int = #line,
    @CardPartBuilder parts: () throws -> [any CardPartView]
  ) rethrows -> Deck {
    var node = DeckNode(file, line)
    node.set("parameters", parameters.json)
    node.set("parts", DeckNode(list: try parts().map(\.node)))
    var copy = self
    let value = node.json(root.place, &copy.files)
    var members: [JSONNode.Member] = []
    if case .object(let known)? = root["components"]?.value { members = known.filter { $0.key != name } }
    members.append(JSONNode.Member(key: name, value: value))
    return copy.setting("components", json: JSONNode(.object(members), place: root.place))
  }

  /// Sets the folder for the paths of images, fonts and theme files.
  public func folder(_ path: String) -> Deck {
    changing(self) { $0.folder = path }
  }

  func setting(_ key: String, _ value: some DeckConvertible) -> Deck { setting(key, value.deckNode) }

  /// Sets a key of the deck; new keys are inserted in the order of the manual.
  func setting(_ key: String, _ element: some DeckElement) -> Deck { setting(key, element.node) }

  func setting(_ key: String, _ node: DeckNode) -> Deck {
    var copy = self
    let value = node.json(root.place, &copy.files)
    return copy.setting(key, json: value)
  }

  private func setting(_ key: String, json value: JSONNode) -> Deck {
    guard case .object(var members) = root.value else { return self }
    var copy = self
    let order = Deck.fields.names
    if let number = members.firstIndex(where: { $0.key == key }) {
      members[number].value = value
    } else if let rank = order.firstIndex(of: key),
      let next = members.firstIndex(where: { (order.firstIndex(of: $0.key) ?? rank) > rank })
    {
      members.insert(JSONNode.Member(key: key, value: value), at: next)
    } else {
      members.append(JSONNode.Member(key: key, value: value))
    }
    copy.root.value = .object(members)
    return copy
  }
}

extension Deck {
  /// The reading direction of a deck, as its modifier takes it.
  public typealias Direction = LayoutDirection
}

/// The output format of a deck, such as pixels, a PNG file or an SVG file.
///
/// Use one of the values: ``bitmap``, ``png``, ``jpeg``, ``webp``, ``gif``, ``svg``, ``pdf``.
public struct RenderFormat<Output: Sendable>: Sendable {
  /// The format of a file; nil for pixels in memory.
  var format: OutputFormat?
  /// The error of a format that no picture can have.
  var issue: DeckIssue?
  let paint: @Sendable (DisplayList, borrowing FontLibrary) throws(RasterError) -> Output

  /// Creates a format.
  init(
    _ format: OutputFormat? = nil,
    _ paint: @escaping @Sendable (DisplayList, borrowing FontLibrary) throws(RasterError) -> Output
  ) {
    (self.format, self.paint) = (format, paint)
  }
}

extension RenderFormat<Bitmap> {
  /// Pixels in memory: red, green, blue and alpha, not premultiplied.
  public static var bitmap: RenderFormat {
    RenderFormat(nil) { (list, fonts) throws(RasterError) in try BitmapPainter.bitmap(list, fonts: fonts) }
  }
}

extension RenderFormat<[UInt8]> {
  /// A PNG file.
  public static var png: RenderFormat { png(.balanced) }

  /// A PNG file with a given compression effort.
  public static func png(_ compression: PNGCompression) -> RenderFormat {
    file(.png, OutputFormat.Settings(compression: compression))
  }

  /// A JPEG file; the background must be opaque.
  public static var jpeg: RenderFormat { file(.jpeg) }

  /// A JPEG file with a given quality, 1…100.
  public static func jpeg(quality: Int) -> RenderFormat {
    file(.jpeg, quality: quality)
  }

  /// A lossless WebP file.
  public static var webp: RenderFormat { file(.webp) }

  /// A lossy WebP file with a given quality, 1…100.
  public static func webp(quality: Int) -> RenderFormat {
    file(.webp, quality: quality)
  }

  /// A still GIF file; the background must be opaque.
  public static var gif: RenderFormat { file(.gif) }

  /// A PDF document with one page.
  public static var pdf: RenderFormat { file(.pdf) }

  /// A file of any format.
  public static func file(
    _ format: OutputFormat, _ settings: OutputFormat.Settings = OutputFormat.Settings()
  ) -> RenderFormat {
    var target = RenderFormat(format) { (list, fonts) throws(RasterError) in
      try format.encode(list, settings: settings, fonts: fonts)
    }
    if !format.isStill {
      target.issue = DeckIssue(
        .error, file: "",
        message: "\(format.rawValue) is a format for animations, but a still picture was requested",
        hint: "call 'renderAnimation'", code: .unfitFormat)
    }
    return target
  }

  private static func file(_ format: OutputFormat, quality: Int) -> RenderFormat {
    var target = file(format, OutputFormat.Settings(quality: quality))
    if !(1...100).contains(quality) {
      var issue = DeckIssue(
        .error, file: "", message: "the quality must be between 1 and 100, found \(quality)",
        code: .outOfRange)
      issue.option = "quality"
      target.issue = issue
    }
    return target
  }
}

extension RenderFormat<String> {
  /// An SVG document with text as outlines.
  public static var svg: RenderFormat { svg(keepsText: false) }

  /// An SVG document.
  ///
  /// - Parameter keepsText: whether text stays text instead of becoming outlines.
  public static func svg(keepsText: Bool) -> RenderFormat {
    let settings = OutputFormat.Settings(keepsSVGText: keepsText)
    return RenderFormat(.svg) { (list, fonts) throws(RasterError) in
      String(decoding: try OutputFormat.svg.encode(list, settings: settings, fonts: fonts), as: UTF8.self)
    }
  }
}

extension DeckInput {
  /// The properties of an object, by name.
  public func properties(_ inputs: KeyValuePairs<String, DeckInput>) -> Self {
    setting("properties", DeckNode(inputs))
  }
}

extension DeckNode {
  /// Creates an object with inputs by name.
  fileprivate init(_ inputs: KeyValuePairs<String, DeckInput>) {
    self = .empty
    for (name, input) in inputs { set(name, input.node) }
  }
}
