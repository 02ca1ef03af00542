import BundledFonts
public import CardRaster

/// What a deck becomes: pixels, a PNG file, an SVG file.
///
/// Use one of the values: ``bitmap``, ``png``, ``svg``.
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

/// The picture of one card.
public struct CardPicture<Output: Sendable>: Sendable {
  /// The card's `id`, or its number.
  public let name: String
  /// The picture.
  public let output: Output
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
    try DeckDrawing().picture(of: self, target, options, onWarning)
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
    try DeckDrawing().pictures(of: self, target, options, onWarning)
  }

  /// Everything that is wrong or doubtful with the deck, without drawing it; empty when nothing is.
  public func issues(options: DeckOptions = DeckOptions()) -> [DeckIssue] {
    do throws(DeckError) {
      return try DeckDrawing().layOut(self, options, onePageEach: false).deck.warnings
    } catch {
      return error.issues
    }
  }
}

/// Draws one deck after the other with fonts that stay open, which saves most of the time of a small deck.
///
/// The bytes are those of ``Deck/render(to:options:onWarning:)``. A renderer does one thing at a time: for more, make
/// one for each worker.
public actor CardRenderer {
  private let drawing = DeckDrawing()

  /// Makes a renderer whose fonts are opened with the first deck.
  public init() {}

  /// Draws a deck as one picture; see ``Deck/render(to:options:onWarning:)``.
  public func render<Output>(
    _ deck: Deck, to target: DeckTarget<Output>, options: DeckOptions = DeckOptions(),
    onWarning: @Sendable (DeckIssue) -> Void = { $0.writeToStandardError() }
  ) throws(DeckError) -> Output {
    try drawing.picture(of: deck, target, options, onWarning)
  }

  /// Draws each card as a picture of its own; see ``Deck/renderPages(to:options:onWarning:)``.
  public func renderPages<Output>(
    _ deck: Deck, to target: DeckTarget<Output>, options: DeckOptions = DeckOptions(),
    onWarning: @Sendable (DeckIssue) -> Void = { $0.writeToStandardError() }
  ) throws(DeckError) -> [CardPicture<Output>] {
    try drawing.pictures(of: deck, target, options, onWarning)
  }
}

/// The whole line from a deck to pictures, with the fonts of one worker.
package final class DeckDrawing {
  private let shelves = FontShelves()

  package init() {}

  /// Lays a deck out, as `DeckRenderer` does.
  package func pages(of deck: Deck, _ options: DeckOptions, onePageEach: Bool) throws(DeckError)
    -> LaidOutDeck
  {
    try layOut(deck, options, onePageEach: onePageEach).deck
  }

  /// Paints a page of a deck that was laid out here.
  package func bitmap(of page: Page, in laidOut: LaidOutDeck) throws(DeckError) -> Bitmap {
    do throws(RasterError) {
      let shelf = try shelves.shelf(laidOut.fonts, keeps: laidOut.source.root["fonts"] == nil)
      return try BitmapPainter.bitmap(page.display, fonts: shelf.library)
    } catch {
      throw self.error(error.message, laidOut.source)
    }
  }

  func picture<Output>(
    of deck: Deck, _ target: DeckTarget<Output>, _ options: DeckOptions, _ onWarning: (DeckIssue) -> Void
  ) throws(DeckError) -> Output {
    let laidOut = try layOut(deck, options, onePageEach: false)
    for warning in laidOut.deck.warnings { onWarning(warning) }
    guard let page = laidOut.deck.pages.first else { throw error("there is no card to draw", deck) }
    return try paint(page, target, laidOut.shelf, deck)
  }

  func pictures<Output>(
    of deck: Deck, _ target: DeckTarget<Output>, _ options: DeckOptions, _ onWarning: (DeckIssue) -> Void
  ) throws(DeckError) -> [CardPicture<Output>] {
    let laidOut = try layOut(deck, options, onePageEach: true)
    for warning in laidOut.deck.warnings { onWarning(warning) }
    var pictures: [CardPicture<Output>] = []
    for page in laidOut.deck.pages {
      pictures.append(CardPicture(name: page.name, output: try paint(page, target, laidOut.shelf, deck)))
    }
    return pictures
  }

  func layOut(
    _ deck: Deck, _ options: DeckOptions, onePageEach: Bool
  ) throws(DeckError) -> (deck: LaidOutDeck, shelf: FontShelf) {
    guard let folder = BundledFonts.directory() else {
      let places = BundledFonts.candidates().joined(separator: ", ")
      throw error("the fonts are not there: looked in \(places)", deck)
    }
    let laidOut = try DeckRenderer.layOut(
      deck, options: options, onePageEach: onePageEach, catalog: FontCatalog(bundled: folder),
      shelves: shelves)
    do throws(RasterError) {
      return (laidOut, try shelves.shelf(laidOut.fonts, keeps: deck.root["fonts"] == nil))
    } catch {
      throw self.error(error.message, deck)
    }
  }

  private func paint<Output>(
    _ page: Page, _ target: DeckTarget<Output>, _ shelf: FontShelf, _ deck: Deck
  ) throws(DeckError) -> Output {
    do throws(RasterError) {
      return try target.paint(page.display, shelf.library)
    } catch {
      throw self.error(error.message, deck)
    }
  }

  private func error(_ message: String, _ deck: Deck) -> DeckError {
    DeckError(DeckIssue(.error, file: deck.file, place: nil, path: .root, message: message))
  }
}

extension DeckIssue {
  /// Writes the issue to standard error, in one line and with nothing in it that a terminal obeys.
  public func writeToStandardError() {
    // Where nobody listens to standard error, there is nobody to tell that.
    try? FileWriting.writeStandardError(Array((Printable.line(text) + "\n").utf8))
  }
}
