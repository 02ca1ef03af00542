import BundledFonts
package import CardParts
package import CardRaster
import Testing

/// The laid-out deck of a test, with shortcuts to frames and issues.
package struct LaidOut {
  package let deck: LaidOutDeck

  /// Lays out a deck given as JSON.
  package init(deck json: String, options: DeckOptions = DeckOptions(), folder: String = ".") throws {
    let fonts = try #require(BundledFonts.directory(), "looked in \(BundledFonts.candidates())")
    deck = try DeckRenderer.laidOut(
      Array(json.utf8), file: "d.json", folder: folder, options: options, catalog: FontCatalog(bundled: fonts)
    )
  }

  /// Lays out one card in Mint on a canvas 375 points wide, given its parts.
  package init(parts: String, card: String = "", theme: String = "mint", canvas: String = "{}") throws {
    try self.init(
      deck: #"{"theme":"\#(theme)","canvas":\#(canvas),"cards":[{\#(card)"parts":[\#(parts)]}]}"#)
  }

  /// Lays out one part in a card of Turbo without a margin.
  package init(part: String) throws {
    try self.init(
      deck:
        #"{"theme":{"base":"turbo","cardPartMargins":0},"canvas":{"width":300},"cards":[{"parts":[\#(part)]}]}"#
    )
  }

  /// The texts of all issues of a deck; empty if it can be drawn without a warning.
  package static func issues(of json: String, options: DeckOptions = DeckOptions(), folder: String = ".")
    throws
    -> [String]
  {
    do {
      return try LaidOut(deck: json, options: options, folder: folder).warnings
    } catch let error as DeckError {
      return error.issues.map(\.text)
    }
  }

  /// The texts of the warnings.
  package var warnings: [String] { deck.warnings.map(\.text) }

  /// The output of `inspect` for the first page.
  package func inspected(_ viewport: Inspection.Viewport? = nil) throws -> JSONNode {
    Inspection(viewport: viewport).page(try #require(deck.pages.first))
  }

  /// The display list of the first page, as text.
  package var dump: String { deck.pages.first?.display.dump ?? "" }

  /// All glyph runs on the first page, in painting order.
  package var glyphRuns: [GlyphRun] {
    func runs(_ items: [DisplayItem]) -> [GlyphRun] {
      items.flatMap { item -> [GlyphRun] in
        switch item {
        case .glyphs(let run): [run]
        case .group(let group): runs(group.items)
        default: []
        }
      }
    }
    return runs(deck.pages.first?.display.items ?? [])
  }

  /// A card of the first page.
  package func card(_ number: Int = 0) throws -> JSONNode {
    try #require(inspected()["cards"]?.element(number))
  }

  /// The frame of a part, by its path of numbers in the first card.
  package func frame(_ numbers: Int...) throws -> Rect {
    var node = try card()
    for number in numbers { node = try #require(node["parts"]?.element(number)) }
    return try Self.frame(of: node)
  }

  /// The frame of a line of a part in the first card.
  package func line(_ number: Int = 0, ofPart part: Int = 0) throws -> Rect {
    try Self.frame(of: #require(card()["parts"]?.element(part)?["lines"]?.element(number)))
  }

  /// The texts of the lines of a part in the first card.
  package func lines(ofPart part: Int = 0) throws -> [String] {
    guard case .array(let lines) = try card()["parts"]?.element(part)?["lines"]?.value else { return [] }
    return lines.map { $0["text"]?.plain ?? "" }
  }

  /// The frame in a node.
  package static func frame(of node: JSONNode) throws -> Rect {
    func number(_ key: String) throws -> Double { try #require(node["frame"]?[key]?.number) }
    return Rect(
      x: try number("x"), y: try number("y"), width: try number("width"), height: try number("height"))
  }
}

extension LaidOutDeck {
  /// Paints and encodes the pages on several workers, and delivers the files in order.
  ///
  /// - Parameter deliver: Receives the number of a page and its file.
  package nonisolated(nonsending) func paint(
    as format: OutputFormat, settings: OutputFormat.Settings = OutputFormat.Settings(), workers: Int = 1,
    deliver: (Int, [UInt8]) throws -> Void
  ) async throws {
    try await DeckPipeline(fonts).paint(
      self, as: format, settings: settings, workers: workers, deliver: deliver)
  }
}

extension JSONNode {
  /// An element of a list.
  package func element(_ number: Int) -> JSONNode? {
    guard case .array(let elements) = value, elements.indices.contains(number) else { return nil }
    return elements[number]
  }
  /// The text of a string node.
  package var plain: String? { if case .string(let text) = value { text } else { nil } }
}

/// Whether two lengths are equal to the thousandth of a point, as `inspect` prints them.
package func isNear(_ a: Double, _ b: Double, within tolerance: Double = 0.002) -> Bool {
  abs(a - b) <= tolerance
}
