import CardParts
import CardRaster

/// What is kept of a deck as a text, which can be read in a review and merged.
public enum GoldenForm: String, CaseIterable, Hashable, Sendable {
  /// The picture as SVG: `offer.svg`.
  case svg
  /// Everything with a frame, and what it shows and does, as `diff` reads it: `offer.layout.json`.
  case layout
  /// Cards and parts with their frames, lines, links and text alternatives, as `inspect` prints them: `offer.regions.json`.
  case regions

  /// The ending of the golden's file.
  var ending: String {
    switch self {
    case .svg: ".svg"
    case .layout: ".layout.json"
    case .regions: ".regions.json"
    }
  }

  /// The text of a page.
  func text(_ page: DeckPage, _ deck: LaidOutDeck, _ pipeline: DeckPipeline) throws -> String {
    switch self {
    case .svg:
      String(
        decoding: try pipeline.encode(page.display, fonts: deck.fonts, as: .svg), as: UTF8.self)
    case .layout: LayoutSnapshot(page).json
    case .regions: JSONDump.write(Inspection().page(page), pretty: true) + "\n"
    }
  }
}
