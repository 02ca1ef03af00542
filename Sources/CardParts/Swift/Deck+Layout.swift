public import CardRaster

extension Deck {
  /// Lays the deck out without painting it: its pictures, the frames of what is in them, and what is doubtful.
  ///
  /// ```swift
  /// let title = try deck.layOut().frame(ofID: "title")
  /// ```
  ///
  /// - Parameters:
  ///   - options: what is decided over the deck.
  ///   - onePageEach: whether each card becomes a picture of its own; so it does when all states are drawn.
  /// - Throws: every mistake of the deck, each with its place.
  public func layOut(
    options: DeckOptions = DeckOptions(), onePageEach: Bool = false
  ) throws(DeckError) -> LaidOutDeck {
    try DeckPipeline().layOut(self, options: options, onePageEach: onePageEach)
  }
}

/// The picture of one card.
public struct CardPicture<Output: Sendable>: Sendable {
  /// The card's `id`, or its number.
  public let name: String
  /// The number of the picture, from 0.
  public let number: Int
  /// How many pictures the deck has: with `number`, how far a drawing is.
  public let count: Int
  /// The picture.
  public let output: Output
}

extension Deck {
  /// Draws a moving picture of the deck.
  ///
  /// Confetti moves, and bars and histograms that are `animated`. The bytes do not depend on the number of workers.
  ///
  /// - Parameters:
  ///   - format: the kind of file: `.gif`, `.png`, `.webp`, or a video, `.mp4` or `.webm`, where ffmpeg is installed.
  ///   - timing: when its frames are.
  ///   - loops: how often it is played; 0 for ever, and for videos, whose players decide.
  ///   - poster: the number of the frame that viewers show which do not play it, from 0; nil for the first, and for videos.
  ///   - options: what is decided over the deck.
  ///   - settings: how the file is packed.
  ///   - workers: how many frames are painted at once; at least 1.
  ///   - onWarning: takes what is doubtful; without it they are written to standard error.
  /// - Throws: a `DeckError` with every mistake of the deck; `CancellationError`; what `MovingFormat.encode` throws.
  public nonisolated(nonsending) func renderMoving(
    to format: MovingFormat, _ timing: FrameTiming, loops: Int = 0, poster: Int? = nil,
    options: DeckOptions = DeckOptions(), settings: OutputFormat.Settings = OutputFormat.Settings(),
    workers: Int = 1, onWarning: (DeckIssue) -> Void = { $0.writeToStandardError() }
  ) async throws -> [UInt8] {
    let pipeline = try DeckPipeline()
    let laidOut = try pipeline.layOut(self, options: options)
    for warning in laidOut.warnings { onWarning(warning) }
    guard let page = laidOut.pages.first else { throw DeckError.nothingToDraw(in: self) }
    return try await pipeline.encode(
      page, of: laidOut, as: format, ExportRequest.Movement(timing: timing, loops: loops, poster: poster),
      settings: settings, workers: workers)
  }

  /// Draws each card as a page of one PDF document.
  ///
  /// - Parameters:
  ///   - options: what is decided over the deck.
  ///   - onWarning: takes what is doubtful; without it they are written to standard error.
  /// - Throws: every mistake of the deck, each with its place.
  public func renderDocument(
    options: DeckOptions = DeckOptions(), onWarning: (DeckIssue) -> Void = { $0.writeToStandardError() }
  ) throws(DeckError) -> [UInt8] {
    let pipeline = try DeckPipeline()
    let laidOut = try pipeline.layOut(self, options: options, onePageEach: true)
    for warning in laidOut.warnings { onWarning(warning) }
    return try pipeline.document(laidOut, as: .pdf)
  }
}

extension DeckError {
  /// The error for a deck without a picture.
  static func nothingToDraw(in deck: Deck) -> DeckError {
    DeckError(
      DeckIssue(
        .error, file: deck.file, place: nil, path: .root, message: "there is no card to draw",
        code: .nothingToDraw))
  }
}

extension Deck {
  /// Draws the deck as one picture.
  ///
  /// It may be called from any task. To draw many decks one after the other, a ``CardRenderer`` is faster.
  ///
  /// - Parameters:
  ///   - target: what it becomes: `.bitmap`, `.png` or `.svg`.
  ///   - options: what is decided over the deck: scale, theme, state, cards, data.
  ///   - onWarning: takes what is doubtful, such as a text that was cut; without it they are written to standard error.
  /// - Throws: every mistake of the deck, each with its place.
  public func render<Output>(
    to target: DeckTarget<Output>, options: DeckOptions = DeckOptions(),
    onWarning: (DeckIssue) -> Void = { $0.writeToStandardError() }
  ) throws(DeckError) -> Output {
    try DeckPipeline().picture(of: self, target, options, onWarning)
  }

  /// Draws each card as a picture of its own.
  ///
  /// - Parameters:
  ///   - target: what they become: `.bitmap`, `.png` or `.svg`.
  ///   - options: what is decided over the deck: scale, theme, state, cards, data.
  ///   - onWarning: takes what is doubtful, such as a text that was cut; without it they are written to standard error.
  /// - Throws: every mistake of the deck, each with its place.
  public func renderPages<Output>(
    to target: DeckTarget<Output>, options: DeckOptions = DeckOptions(),
    onWarning: (DeckIssue) -> Void = { $0.writeToStandardError() }
  ) throws(DeckError) -> [CardPicture<Output>] {
    try DeckPipeline().pictures(of: self, target, options, onWarning)
  }

  /// Everything that is wrong or doubtful with the deck, without drawing it; empty when nothing is.
  public func issues(options: DeckOptions = DeckOptions()) -> [DeckIssue] {
    do throws(DeckError) {
      return try DeckPipeline().layOut(self, options: options).warnings
    } catch {
      return error.issues
    }
  }
}

extension DeckPipeline {
  /// Draws a deck as one picture.
  func picture<Output>(
    of deck: Deck, _ target: DeckTarget<Output>, _ options: DeckOptions, _ onWarning: (DeckIssue) -> Void
  ) throws(DeckError) -> Output {
    let laidOut = try layOut(deck, options: options)
    for warning in laidOut.warnings { onWarning(warning) }
    guard let page = laidOut.pages.first else {
      throw DeckError.nothingToDraw(in: deck)
    }
    if let error = laidOut.severalPages { throw error }
    try DeckError.checkCancellation(deck.file)
    return try paint(page, of: laidOut, target)
  }

  /// Draws each card of a deck as a picture of its own.
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
    try deck.source.painting(page.display, of: page.box) { (display) throws(RasterError) in
      try target.paint(display, try fonts(deck.fonts).library)
    }
  }
}

extension Appearance: DeckWord {}
extension LayoutDirection: DeckWord {}

/// Decks written in Swift.
extension Deck {
  /// Makes a deck of cards.
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
  ///   - folder: where pictures, fonts and theme files are looked up.
  ///   - file: the Swift file, for messages.
  ///   - line: the line in it, for messages.
  ///   - cards: the cards, top to bottom.
  public init(
    folder: String = ".", file: String = #fileID, line: Int = #line,
    @DeckListBuilder<Card> cards: () throws -> [Card]
  ) rethrows {
    self.init(try cards(), folder: folder, file: file, line: line)
  }

  /// Makes a deck of a list of cards.
  public init(_ cards: [Card], folder: String = ".", file: String = #fileID, line: Int = #line) {
    var node = DeckNode(file, line)
    node.set("version", DeckLoader.version)
    node.set("cards", DeckNode(list: cards.map(\.node)))
    var files: [String] = []
    let root = node.json(nil, &files)
    self.init(file: file, folder: folder, root: root, files: files, isMadeInCode: true)
  }

  /// Reads a deck out of JSON.
  ///
  /// - Parameters:
  ///   - json: the bytes of the document.
  ///   - file: its name in messages.
  ///   - folder: where pictures, fonts and theme files are looked up.
  /// - Throws: every mistake that can be told before bindings are filled in.
  public init(json: [UInt8], file: String = "deck.json", folder: String = ".") throws(DeckError) {
    self = try DeckLoader.load(json, file: file, folder: folder)
  }

  /// Reads a deck out of a JSON text.
  public init(json: String, file: String = "deck.json", folder: String = ".") throws(DeckError) {
    self = try DeckLoader.load(Array(json.utf8), file: file, folder: folder)
  }

  /// Reads a deck out of a JSON file; the deck's pictures, fonts and themes lie in the folder of that file.
  public init(contentsOf path: String) throws(DeckError) {
    let bytes = try DeckError.wrapping(
      try FileReading.read(path: path, limit: Limits.jsonBytes), file: path)
    self = try DeckLoader.load(bytes, file: path, folder: FilePath.directory(of: path))
  }

  /// The deck as JSON, the same text every time: written to a file in ``folder``, it draws the same picture.
  public var json: String { JSONDump.write(root, pretty: true) + "\n" }

  /// How cards are placed.
  public func layout(_ layout: CardsLayout) -> Deck { setting("layout", layout.node) }

  /// How cards are placed.
  public func layout(_ kind: CardsLayout.Kind) -> Deck { setting("layout", kind.deckNode) }

  /// How cards are placed, where that is an object of its own: a sheet or a pile.
  ///
  /// ```swift
  /// deck.layout(CardPartSwipeStack(type: .swipeStack, profile: .shuffle))
  /// ```
  public func layout(_ layout: some DeckElement) -> Deck { setting("layout", layout.node) }

  /// The values that bindings look up: an object.
  public func data(_ data: DeckValue) -> Deck { setting("data", data.deckNode) }

  /// The values that bindings look up, taken from a value of your own that becomes an object.
  ///
  /// - Parameters:
  ///   - value: the value; see ``DeckValue/init(encoding:dates:)``.
  ///   - dates: how dates are written; by default as the formatter `date` reads them.
  /// - Throws: what the value's own encoding throws.
  public func data(encoding value: some Encodable, dates: DeckValue.DateForm = .utc) throws -> Deck {
    data(try DeckValue(encoding: value, dates: dates))
  }

  /// Gives a key of the deck any value, by the name that it has in JSON.
  public func property(_ name: String, _ value: DeckValue) -> Deck { setting(name, value.deckNode) }

  /// The deck with one more component: a part made of others, which ``CardComponent`` uses by its name.
  ///
  /// ```swift
  /// deck.component("stat", parameters: ["label": nil, "value": nil]) {
  ///   CardPartTextView("{{ value }}").font(.named("Inter Bold 20"))
  ///   CardPartTextView("{{ label }}")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the type of the part; one of the same name is replaced.
  ///   - parameters: what a use may give, each with its default; nil for what it must.
  ///   - file: the Swift file, for messages.
  ///   - line: the line in it, for messages.
  ///   - parts: below each other; their bindings see the parameters.
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

  /// The deck with another folder for pictures, fonts and theme files.
  public func folder(_ path: String) -> Deck {
    var copy = self
    copy.folder = path
    return copy
  }

  func setting(_ key: String, _ value: some DeckConvertible) -> Deck { setting(key, value.deckNode) }

  /// The deck with a key changed; new keys stand in the order of the manual.
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
  /// From which side a deck is read, as its modifier takes it.
  public typealias Direction = LayoutDirection
}

/// What a deck becomes: pixels, a PNG file, an SVG file.
///
/// Use one of the values: ``bitmap``, ``png``, ``jpeg``, ``webp``, ``gif``, ``svg``, ``pdf``.
public struct DeckTarget<Output: Sendable>: Sendable {
  let paint: @Sendable (DisplayList, borrowing FontLibrary) throws(RasterError) -> Output
}

extension DeckTarget<Bitmap> {
  /// Pixels: red, green, blue and alpha, straight.
  public static var bitmap: DeckTarget {
    DeckTarget { (list, fonts) throws(RasterError) in try BitmapPainter.bitmap(list, fonts: fonts) }
  }
}

extension DeckTarget<[UInt8]> {
  /// A PNG file.
  public static var png: DeckTarget { png(.balanced) }

  /// A PNG file that may take more or less time to become small.
  public static func png(_ compression: PNGCompression) -> DeckTarget {
    file(.png, OutputFormat.Settings(compression: compression))
  }

  /// A JPEG file; the background must be opaque.
  public static var jpeg: DeckTarget { file(.jpeg) }

  /// A JPEG file that keeps more or less of the picture: 1…100.
  public static func jpeg(quality: Int) -> DeckTarget {
    file(.jpeg, OutputFormat.Settings(quality: quality))
  }

  /// A WebP file without loss.
  public static var webp: DeckTarget { file(.webp) }

  /// A WebP file that keeps more or less of the picture: 1…100.
  public static func webp(quality: Int) -> DeckTarget {
    file(.webp, OutputFormat.Settings(quality: quality))
  }

  /// A GIF file that does not move; the background must be opaque.
  public static var gif: DeckTarget { file(.gif) }

  /// A PDF document of one page.
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
  /// An SVG document whose text is outlines.
  public static var svg: DeckTarget { svg(keepsText: false) }

  /// An SVG document.
  ///
  /// - Parameter keepsText: whether text stays text instead of outlines.
  public static func svg(keepsText: Bool) -> DeckTarget {
    let settings = OutputFormat.Settings(keepsSVGText: keepsText)
    return DeckTarget { (list, fonts) throws(RasterError) in
      String(decoding: try OutputFormat.svg.encode(list, settings: settings, fonts: fonts), as: UTF8.self)
    }
  }
}
