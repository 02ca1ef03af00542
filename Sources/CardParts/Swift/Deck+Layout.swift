public import CardRaster

extension Deck {
  /// Lays out the deck without painting it: its pages, the frames of its elements, and the warnings.
  ///
  /// ```swift
  /// let title = try deck.layOut().frame(ofID: "title")
  /// ```
  ///
  /// - Parameters:
  ///   - options: values that override the deck's.
  ///   - onePageEach: whether each card becomes a separate picture; always the case if all states are
  ///     rendered.
  /// - Throws: every error of the deck, each with its position.
  public func layOut(
    options: DeckOptions = DeckOptions(), onePageEach: Bool = false
  ) throws(DeckError) -> LaidOutDeck {
    try DeckPipeline().layOut(self, options: options, onePageEach: onePageEach)
  }
}

/// The picture of one card.
public struct CardPicture<Output: Sendable>: Sendable {
  /// The card's `id`, or its number if it has none.
  public let name: String
  /// The index of the picture, starting at 0.
  public let number: Int
  /// The number of pictures of the deck; with `number` it gives the progress.
  public let count: Int
  /// The picture in the requested format.
  public let output: Output
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
  ///   - onWarning: called for each warning; by default warnings are written to standard error.
  /// - Throws: a `DeckError` with every error of the deck, a `CancellationError`, or an error of
  ///   `MovingFormat.encode`.
  public nonisolated(nonsending) func renderMoving(
    to format: MovingFormat, _ timing: FrameTiming, loops: Int = 0, poster: Int? = nil,
    options: DeckOptions = DeckOptions(), settings: OutputFormat.Settings = OutputFormat.Settings(),
    workers: Int = 1, onWarning: (DeckIssue) -> Void = { $0.writeToStandardError() }
  ) async throws -> [UInt8] {
    let pipeline = try DeckPipeline()
    let laidOut = try pipeline.layOut(self, options: options)
    for warning in laidOut.warnings { onWarning(warning) }
    return try await pipeline.encode(
      laidOut.pages[0], of: laidOut, as: format,
      ExportRequest.Movement(timing: timing, loops: loops, poster: poster),
      settings: settings, workers: workers)
  }

  /// Renders each card as a page of one PDF document.
  ///
  /// - Parameters:
  ///   - options: values that override the deck's.
  ///   - onWarning: called for each warning; by default warnings are written to standard error.
  /// - Throws: every error of the deck, each with its position.
  public func renderDocument(
    options: DeckOptions = DeckOptions(), onWarning: (DeckIssue) -> Void = { $0.writeToStandardError() }
  ) throws(DeckError) -> [UInt8] {
    let pipeline = try DeckPipeline()
    let laidOut = try pipeline.layOut(self, options: options, onePageEach: true)
    for warning in laidOut.warnings { onWarning(warning) }
    return try pipeline.document(laidOut, as: .pdf)
  }
}

extension Deck {
  /// Renders the deck as one picture.
  ///
  /// You can call it from any task. To render many decks, use a ``CardRenderer``, which is faster.
  ///
  /// - Parameters:
  ///   - target: the output format, such as `.bitmap`, `.png` or `.svg`.
  ///   - options: values that override the deck's: scale, theme, state, cards, data.
  ///   - onWarning: called for each warning, such as truncated text; by default warnings are written to
  ///     standard error.
  /// - Throws: every error of the deck, each with its position.
  public func render<Output>(
    to target: DeckTarget<Output>, options: DeckOptions = DeckOptions(),
    onWarning: (DeckIssue) -> Void = { $0.writeToStandardError() }
  ) throws(DeckError) -> Output {
    try DeckPipeline().picture(of: self, target, options, onWarning)
  }

  /// Renders each card as a separate picture.
  ///
  /// - Parameters:
  ///   - target: the output format, such as `.bitmap`, `.png` or `.svg`.
  ///   - options: values that override the deck's: scale, theme, state, cards, data.
  ///   - onWarning: called for each warning, such as truncated text; by default warnings are written to
  ///     standard error.
  /// - Throws: every error of the deck, each with its position.
  public func renderPages<Output>(
    to target: DeckTarget<Output>, options: DeckOptions = DeckOptions(),
    onWarning: (DeckIssue) -> Void = { $0.writeToStandardError() }
  ) throws(DeckError) -> [CardPicture<Output>] {
    try DeckPipeline().pictures(of: self, target, options, onWarning)
  }

  /// Returns all errors and warnings of the deck without rendering it; empty if there are none.
  public func issues(options: DeckOptions = DeckOptions()) -> [DeckIssue] {
    do throws(DeckError) {
      return try DeckPipeline().layOut(self, options: options).warnings
    } catch {
      return error.issues
    }
  }
}

extension DeckPipeline {
  /// Renders a deck as one picture.
  func picture<Output>(
    of deck: Deck, _ target: DeckTarget<Output>, _ options: DeckOptions, _ onWarning: (DeckIssue) -> Void
  ) throws(DeckError) -> Output {
    let laidOut = try layOut(deck, options: options)
    for warning in laidOut.warnings { onWarning(warning) }
    if let error = laidOut.severalPages { throw error }
    try DeckError.checkCancellation(deck.file)
    return try paint(laidOut.pages[0], of: laidOut, target)
  }

  /// Renders each card of a deck as a separate picture.
  func pictures<Output>(
    of deck: Deck, _ target: DeckTarget<Output>, _ options: DeckOptions, _ onWarning: (DeckIssue) -> Void
  ) throws(DeckError) -> [CardPicture<Output>] {
    let laidOut = try layOut(deck, options: options, onePageEach: true)
    for warning in laidOut.warnings { onWarning(warning) }
    var pictures: [CardPicture<Output>] = []
    for number in laidOut.pages.indices { pictures.append(try picture(number, of: laidOut, target)) }
    return pictures
  }

  /// Paints one of the pages.
  func picture<Output>(
    _ number: Int, of deck: LaidOutDeck, _ target: DeckTarget<Output>
  ) throws(DeckError) -> CardPicture<Output> {
    try DeckError.checkCancellation(deck.source.file)
    let page = deck.pages[number]
    return CardPicture(
      name: page.name, number: number, count: deck.pages.count, output: try paint(page, of: deck, target))
  }

  private func paint<Output>(
    _ page: DeckPage, of deck: LaidOutDeck, _ target: DeckTarget<Output>
  ) throws(DeckError) -> Output {
    try deck.source.attachingLocation(page.display, of: page.box) { (display) throws(RasterError) in
      try target.paint(display, try fonts(deck.fonts).library)
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
  ///   - json: the bytes of the document.
  ///   - file: the name of the document in messages.
  ///   - folder: the folder for the paths of images, fonts and theme files.
  /// - Throws: every error that can be found before bindings are filled in.
  public init(json: [UInt8], file: String = "deck.json", folder: String = ".") throws(DeckError) {
    self = try DeckLoader.load(json, file: file, folder: folder)
  }

  /// Reads a deck from a JSON string.
  public init(json: String, file: String = "deck.json", folder: String = ".") throws(DeckError) {
    self = try DeckLoader.load(Array(json.utf8), file: file, folder: folder)
  }

  /// Reads a deck from a JSON file; paths of images, fonts and themes are relative to the folder of the file.
  public init(contentsOf path: String) throws(DeckError) {
    let bytes = try DeckError.wrapping(
      try FileReading.read(path: path, limit: Limits.jsonBytes), file: path)
    self = try DeckLoader.load(bytes, file: path, folder: FilePath.directory(of: path))
  }

  /// The deck as JSON, always the same text; stored in a file in ``folder``, it produces the same picture.
  public var json: String { JSONDump.write(root, pretty: true) + "\n" }

  /// Sets the arrangement of the cards.
  public func layout(_ layout: CardsLayout) -> Deck { setting("layout", layout.node) }

  /// Sets the arrangement of the cards.
  public func layout(_ kind: CardsLayout.Kind) -> Deck { setting("layout", kind.deckNode) }

  /// Sets an arrangement of the cards that has its own type: a sheet or a swipe stack.
  ///
  /// ```swift
  /// deck.layout(CardPartSwipeStack(type: .swipeStack, compatibility: .shuffle))
  /// ```
  public func layout(_ layout: some DeckElement) -> Deck { setting("layout", layout.node) }

  /// Sets the data for bindings: an object.
  public func data(_ data: DeckValue) -> Deck { setting("data", data.deckNode) }

  /// Sets the data for bindings from an `Encodable` value that encodes as an object.
  ///
  /// - Parameters:
  ///   - value: the value; see ``DeckValue/init(encoding:dates:)``.
  ///   - dates: the format of dates; by default the one that the formatter `date` reads.
  /// - Throws: the errors of the value's own encoding.
  public func data(encoding value: some Encodable, dates: DeckValue.DateForm = .utc) throws -> Deck {
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
  public func property(_ name: String, _ value: DeckValue) -> Deck { setting(name, value.deckNode) }

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
    node.set("parameters", parameters)
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
    var copy = self
    copy.folder = path
    return copy
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
public struct DeckTarget<Output: Sendable>: Sendable {
  let paint: @Sendable (DisplayList, borrowing FontLibrary) throws(RasterError) -> Output
}

extension DeckTarget<Bitmap> {
  /// Pixels in memory: red, green, blue and alpha, not premultiplied.
  public static var bitmap: DeckTarget {
    DeckTarget { (list, fonts) throws(RasterError) in try BitmapPainter.bitmap(list, fonts: fonts) }
  }
}

extension DeckTarget<[UInt8]> {
  /// A PNG file.
  public static var png: DeckTarget { png(.balanced) }

  /// A PNG file with a given compression effort.
  public static func png(_ compression: PNGCompression) -> DeckTarget {
    file(.png, OutputFormat.Settings(compression: compression))
  }

  /// A JPEG file; the background must be opaque.
  public static var jpeg: DeckTarget { file(.jpeg) }

  /// A JPEG file with a given quality, 1…100.
  public static func jpeg(quality: Int) -> DeckTarget {
    file(.jpeg, OutputFormat.Settings(quality: quality))
  }

  /// A lossless WebP file.
  public static var webp: DeckTarget { file(.webp) }

  /// A lossy WebP file with a given quality, 1…100.
  public static func webp(quality: Int) -> DeckTarget {
    file(.webp, OutputFormat.Settings(quality: quality))
  }

  /// A still GIF file; the background must be opaque.
  public static var gif: DeckTarget { file(.gif) }

  /// A PDF document with one page.
  public static var pdf: DeckTarget { file(.pdf) }

  /// A file of any format.
  public static func file(
    _ format: OutputFormat, _ settings: OutputFormat.Settings = OutputFormat.Settings()
  ) -> DeckTarget {
    DeckTarget { (list, fonts) throws(RasterError) in
      try format.encode(list, settings: settings, fonts: fonts)
    }
  }
}

extension DeckTarget<String> {
  /// An SVG document with text as outlines.
  public static var svg: DeckTarget { svg(keepsText: false) }

  /// An SVG document.
  ///
  /// - Parameter keepsText: whether text stays text instead of becoming outlines.
  public static func svg(keepsText: Bool) -> DeckTarget {
    let settings = OutputFormat.Settings(keepsSVGText: keepsText)
    return DeckTarget { (list, fonts) throws(RasterError) in
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
