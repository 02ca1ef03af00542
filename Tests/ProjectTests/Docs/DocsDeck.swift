import BundledFonts
import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// Lays out and paints the decks of the pages.
enum DocsDeck {
  /// The fonts bundled with the program.
  static func catalog() throws -> FontCatalog {
    FontCatalog(bundled: try #require(BundledFonts.directory()))
  }

  /// Lays out a deck as the program does, with pictures relative to Examples/.
  static func laidOut(
    _ bytes: [UInt8], file: String, folder: String = DocsFolder.examples, options: DeckOptions = DeckOptions()
  ) throws -> LaidOutDeck {
    try DeckRenderer.laidOut(bytes, file: file, folder: folder, options: options, catalog: catalog())
  }

  /// The PNG file of a deck at a scale.
  static func png(_ bytes: [UInt8], file: String, folder: String = DocsFolder.examples, scale: Double) throws
    -> [UInt8]
  {
    var options = DeckOptions()
    options.scale = scale
    let deck = try laidOut(bytes, file: file, folder: folder, options: options)
    let page = try #require(deck.pages.first)
    return try OutputFormat.png.encode(
      page.display, settings: OutputFormat.Settings(), fonts: try FontLibrary(deck.fonts))
  }

  /// The pixels of a PNG file.
  static func pixels(_ png: [UInt8], name: String) throws -> Bitmap {
    guard case .bitmap(let bitmap) = try ImageDecoding.decode(png, name: name).content else {
      throw ManualBlocks.Unreadable(page: name, what: "no pixels")
    }
    return bitmap
  }
}

/// The pictures of the pages.
enum ManualPictures {
  /// A picture: its path and its deck.
  struct Picture: CustomTestStringConvertible, Sendable {
    var path: String
    var deck: [UInt8]
    var folder = DocsFolder.examples
    var scale = 2.0

    var testDescription: String { path }

    /// The PNG file.
    func draw() throws -> [UInt8] { try DocsDeck.png(deck, file: path, folder: folder, scale: scale) }
  }

  /// All of them: parts, traits, and the decks of Examples/ at a small size.
  static var all: [Picture] {
    let parts = Manual.parts.map {
      Picture(path: "Docs/pictures/parts/\($0.name).png", deck: Array(ManualDecks.part($0).utf8))
    }
    let traits = Manual.traits.map {
      Picture(path: "Docs/pictures/traits/\($0.name).png", deck: Array(ManualDecks.trait($0).utf8))
    }
    let catalogue = Picture(
      path: "Docs/catalogue.png", deck: Array(ManualDecks.catalogue.utf8), scale: 1.5)
    let collage = Picture(
      path: "Docs/pictures/collage.png", deck: DocsFolder.bytes("Docs/pictures/collage.json") ?? [],
      folder: DocsFolder.root + "/Docs/pictures", scale: 1)
    return parts + traits + examples + screens + icons + [catalogue, collage]
  }

  /// All icons with their names, on four pictures.
  private static var icons: [Picture] {
    let names = (try? IconSet.bundled().names) ?? []
    let count = (names.count + 3) / 4
    return (0..<4).map { number in
      let part = names.dropFirst(number * count).prefix(count)
      return Picture(
        path: "Docs/pictures/icons-\(number + 1).png", deck: Array(ManualDecks.icons(Array(part)).utf8),
        scale: 1)
    }
  }

  /// Decks in folders of their own that show screens of an app.
  private static var screens: [Picture] {
    [
      ("Examples/swipe", "stack", "swipe-stack"), ("Examples/sheet", "peaking", "sheet"),
      ("Examples/sheet", "collapsed", "sheet-collapsed"), ("Examples/sheet", "expanded", "sheet-extended"),
      ("Examples/sheet", "custom-header", "sheet-custom-header"),
    ].map { folder, deck, picture in
      Picture(
        path: "Docs/pictures/\(picture).png", deck: DocsFolder.bytes("\(folder)/\(deck).json") ?? [],
        folder: "\(DocsFolder.root)/\(folder)", scale: 1)
    }
  }

  private static var examples: [Picture] {
    let folders = [("Examples", 1.0), ("Examples/docs", 2.0)]
    return folders.flatMap { folder, scale in
      DocsFolder.names(in: folder, ending: ".json").filter { !$0.hasSuffix("-data.json") }.map { name in
        let deck = DocsFolder.bytes(folder + "/" + name) ?? []
        return Picture(
          path: "Docs/pictures/\(name.replacing(".json", with: ".png"))", deck: deck,
          folder: DocsFolder.root + "/" + folder, scale: name.hasPrefix("launch") ? 0.75 : scale)
      }
    }
  }
}

/// The animations of the pages.
enum ManualMovies {
  /// An animation: its path and its deck.
  struct Movie: CustomTestStringConvertible, Sendable {
    var path: String
    var deck: String
    var scale: Double
    var timing: FrameTiming

    var testDescription: String { path }

    /// The GIF file.
    func draw() async throws -> [UInt8] {
      var options = DeckOptions()
      options.scale = scale
      let bytes = try #require(DocsFolder.bytes(deck), "there is no \(deck)")
      let folder = FilePath.directory(of: DocsFolder.root + "/" + deck)
      let deck = try DocsDeck.laidOut(bytes, file: path, folder: folder, options: options)
      let page = try #require(deck.pages.first)
      return try await MovingFormat.gif.encode(
        deck.animation(of: page, timing, workers: 2), scale: scale, workers: 2)
    }
  }

  /// All animations.
  static let all = [
    Movie(
      path: "Docs/pictures/swipe.gif", deck: "Examples/swipe/swipe.json", scale: 0.5,
      timing: FrameTiming(frames: 36, rate: 25)),
    Movie(
      path: "Docs/pictures/push.gif", deck: "Examples/sheet/push.json", scale: 0.75,
      timing: FrameTiming(frames: 30, rate: 25)),
    // Each frame shows one page of the studio: a moment between two swipes.
    Movie(
      path: "Docs/pictures/studio.gif", deck: "Docs/pictures/studio/studio.json", scale: 0.6,
      timing: FrameTiming(frames: 4, rate: 0.4)),
  ]
}
