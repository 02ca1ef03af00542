package import CardRaster

/// The content of one picture as a value that can be stored next to a golden and compared later.
///
/// Two snapshots are equal when they look the same and have the same links and texts. Properties of the deck
/// and values of the theme are stored too, to explain changes, but are not compared.
package struct LayoutSnapshot: Hashable, Sendable {
  /// The snapshot as JSON; equal pages have equal text.
  package let json: String
  let page: SnapshotPage
  /// The frames, words and links as text, with one line per part.
  package var outline: String { SnapshotFile.outline(page) }

  /// Creates the snapshot of a page.
  package init(_ page: DeckPage) { self.init(page: SnapshotBuilder.snapshot(page)) }

  /// Reads a stored snapshot.
  ///
  /// - Throws: a `DeckError` with every problem of the file and its place.
  package init(_ bytes: [UInt8], file: String) throws(DeckError) {
    self.init(page: try SnapshotFile.page(bytes, file: file))
  }

  private init(page: SnapshotPage) {
    self.page = page
    json = SnapshotFile.encode(page)
  }

  /// Whether both look the same and have the same links and texts.
  package static func == (a: LayoutSnapshot, b: LayoutSnapshot) -> Bool { a.page == b.page }

  /// Hashes the digest of the drawing.
  package func hash(into hasher: inout Hasher) { hasher.combine(page) }

  /// The name of the card on the page; empty when the page shows all cards.
  package var card: String { page.card }
  /// The state of the card.
  package var state: String? { page.state }

  /// The number of the page in a report, from 1; nil outside of reports.
  package var reportPage: Int? {
    page.setting("pages") == nil ? nil : page.setting("page").flatMap { Int($0) }
  }

  /// Whether a file contains a snapshot rather than a deck.
  package static func isSnapshot(_ bytes: [UInt8]) -> Bool {
    guard let root = try? JSONScanner.scan(bytes, file: "") else { return false }
    return root["kind"]?.value == .string(SnapshotFile.kind)
  }

  /// The changes from this snapshot to another one, the most important first.
  ///
  /// Causes come before their consequences. Parts that only moved because of a change above them share a
  /// sentence. Empty when the pages look the same and have the same links and texts.
  package func changes(to other: LayoutSnapshot) -> [LayoutChange] {
    ChangeFinder(page, other.page).findings.map(\.change)
  }

  /// The changes between two reports, for each page of the longer one.
  ///
  /// A node that continues on several pages counts once. A node on another page is reported as moved.
  package static func changes(ofReport old: [LayoutSnapshot], to new: [LayoutSnapshot]) -> [[LayoutChange]] {
    SnapshotReport.changes(old.map(\.page), new.map(\.page))
  }

  /// The changes from this snapshot to another one, matched with the regions of differing pixels.
  ///
  /// Changes that touch a region come first. A region without a known change gets its own sentence.
  ///
  /// - Parameters:
  ///   - other: the later snapshot.
  ///   - regions: the regions of differing pixels, in pixels.
  package func changes(to other: LayoutSnapshot, regions: [PixelRect]) -> [LayoutChange] {
    RegionJoin(page, other.page).join(ChangeFinder(page, other.page).findings, regions)
  }
}

extension LayoutSnapshot {
  /// The frames of the cards and parts with an id, in points, in painting order.
  package func frames(ofID id: String) -> [Rect] { page.nodes.filter { $0.id == id }.map(\.frame) }

  /// The pixels of the cards and parts with an id, clipped to a picture of the given size.
  package func pixels(ofID id: String, width: Int, height: Int) -> [PixelRect] {
    guard let canvas = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height) else { return [] }
    let (most, scale) = (Double(Limits.canvasSide), page.scale)
    func pixel(_ value: Double, _ rule: FloatingPointRoundingRule) -> Int {
      Int(min(2 * most, max(-most, value * scale)).rounded(rule))
    }
    return frames(ofID: id).compactMap { frame in
      PixelRect(
        minX: pixel(frame.minX, .down), minY: pixel(frame.minY, .down), maxX: pixel(frame.maxX, .up),
        maxY: pixel(frame.maxY, .up))?.intersection(canvas)
    }
  }
}
