import BundledFonts
public import CardRaster

/// The line from a deck's text to PNG files, a stage at a time, for those who measure it.
///
/// `DeckRenderer.layOut` and `OutputFormat.encode` go the same way in one go. Fonts stay open from one deck to the next,
/// as in a program that draws many.
public final class DeckStages {
  private let catalog: FontCatalog
  private let options: DeckOptions
  private let onePageEach: Bool
  private let shelves = FontShelves()

  /// Makes the line.
  ///
  /// - Parameters:
  ///   - catalog: the bundled fonts.
  ///   - onePageEach: whether each card becomes a picture of its own.
  public init(catalog: FontCatalog, options: DeckOptions = DeckOptions(), onePageEach: Bool = false) {
    self.catalog = catalog
    self.options = options
    self.onePageEach = onePageEach
  }

  /// Makes the line with the fonts that travel with the program.
  ///
  /// - Throws: a `DeckError` when they are not there.
  public convenience init(options: DeckOptions = DeckOptions(), onePageEach: Bool = false) throws(DeckError) {
    guard let folder = BundledFonts.directory() else {
      throw Self.error(.file(path: "Fonts", reason: "the fonts are not there"), file: "")
    }
    self.init(catalog: FontCatalog(bundled: folder), options: options, onePageEach: onePageEach)
  }

  /// All stages as far as display lists, as `DeckRenderer.layOut` does them.
  public func run(_ bytes: [UInt8], file: String, folder: String) throws(DeckError) -> LaidOutDeck {
    try DeckRenderer.layOut(
      try load(bytes, file: file, folder: folder), options: options, onePageEach: onePageEach,
      catalog: catalog, shelves: shelves)
  }

  /// The first stage: from text to a deck.
  public func load(_ bytes: [UInt8], file: String, folder: String) throws(DeckError) -> Deck {
    try DeckLoader.load(bytes, file: file, folder: folder)
  }

  /// The second stage: bindings, repetition, states, themes and files.
  public func resolve(_ deck: Deck) throws(DeckError) -> ResolvedDeck {
    let log = IssueLog(swiftFiles: deck.swiftFiles)
    let resolver = Resolver(deck, options, log)
    let fonts = resolver.fonts(catalog)
    let resolved = resolver.resolve(fonts, try shelf(fonts, file: deck.file))
    if let error = DeckError(log) { throw error }
    return resolved
  }

  /// The third stage: the frames of everything, a box for each picture.
  public func layOut(_ deck: ResolvedDeck) throws(DeckError) -> [LayoutBox] {
    let layout = PageLayout(deck: deck, fonts: try shelf(deck.fonts, file: deck.file))
    var boxes: [LayoutBox] = []
    do throws(RasterError) {
      for (cards, content) in DeckRenderer.groups(of: deck, onePageEach: onePageEach) {
        boxes.append(try layout.page(cards, content: content))
      }
    } catch {
      throw Self.error(error, file: deck.file)
    }
    return boxes
  }

  /// The fourth stage: what is drawn, in order.
  public func flatten(_ boxes: [LayoutBox], of deck: ResolvedDeck) -> [DisplayList] {
    boxes.map { Flattening.flatten($0, scale: deck.canvas.scale, title: TextAlternative.of($0)) }
  }

  /// The fifth stage: pixels.
  public func paint(_ list: DisplayList, of deck: ResolvedDeck) throws(DeckError) -> PaintedPicture {
    let shelf = try shelf(deck.fonts, file: deck.file)
    do throws(RasterError) {
      return try BitmapPainter.picture(list, fonts: shelf.library)
    } catch {
      throw Self.error(error, file: deck.file)
    }
  }

  private func shelf(_ fonts: FontCatalog, file: String) throws(DeckError) -> FontShelf {
    do throws(RasterError) {
      return try shelves.shelf(fonts, keeps: true)
    } catch {
      throw Self.error(error, file: file)
    }
  }

  private static func error(_ error: RasterError, file: String) -> DeckError {
    DeckError(DeckIssue(.error, file: file, place: nil, path: .root, message: error.message))
  }
}
