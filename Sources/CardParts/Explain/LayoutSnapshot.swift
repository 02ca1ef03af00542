package import CardRaster

/// What one picture shows, as a value that can be kept beside a golden and compared later.
///
/// Two snapshots are equal when nothing that is seen or can be touched differs. What the deck says of the causes
/// (properties, theme) is kept too, for explanations, and does not count.
package struct LayoutSnapshot: Hashable, Sendable {
  /// The snapshot as text, the same for the same page.
  package let json: String
  /// The snapshot as a value.
  let page: SnapshotPage

  /// Takes a page.
  package init(_ page: DeckPage) { self.init(page: SnapshotBuilder.snapshot(page)) }

  /// Reads a snapshot that was kept.
  ///
  /// - Throws: a `DeckError` with all that is wrong when it is no snapshot, each with its place in the file.
  package init(_ bytes: [UInt8], file: String) throws(DeckError) {
    self.init(page: try SnapshotFile.page(bytes, file: file))
  }

  private init(page: SnapshotPage) {
    self.page = page
    json = SnapshotFile.text(page)
  }

  /// Whether both show and do the same.
  package static func == (a: LayoutSnapshot, b: LayoutSnapshot) -> Bool { a.page == b.page }

  /// Hashes what is drawn.
  package func hash(into hasher: inout Hasher) { hasher.combine(page) }

  /// The name of the card that the page shows alone; empty when it shows all.
  package var card: String { page.card }
  /// The state of that card.
  package var state: String? { page.state }

  /// In a report: the number of the page, from 1.
  package var reportPage: Int? {
    page.setting("pages") == nil ? nil : page.setting("page").flatMap { Int($0) }
  }

  /// Whether bytes look like a snapshot rather than a deck.
  package static func isSnapshot(_ bytes: [UInt8]) -> Bool {
    guard let root = try? JSONScanner.scan(bytes, file: "") else { return false }
    return root["kind"]?.value == .string(SnapshotFile.kind)
  }

  /// What changed from this snapshot to another one, the most telling first.
  ///
  /// Causes come before what follows from them; parts that only moved because of something above them are one
  /// sentence. Empty when nothing that is seen or can be touched differs.
  package func changes(to other: LayoutSnapshot) -> [LayoutChange] {
    ChangeFinder(page, other.page).findings.map(\.change)
  }

  /// What changed from the pages of one report to those of another, for each page of the longer one.
  ///
  /// What goes on over several pages is one thing, and what stands on another page has moved there.
  package static func changes(ofReport old: [LayoutSnapshot], to new: [LayoutSnapshot]) -> [[LayoutChange]] {
    SnapshotReport.changes(old.map(\.page), new.map(\.page))
  }

  /// What changed from this snapshot to another one, joined to where the pixels differ.
  ///
  /// Changes that touch a region come first. A region that no change explains gets a sentence of its own.
  ///
  /// - Parameters:
  ///   - other: the later one.
  ///   - regions: where pixels differ, in pixels of the pictures.
  package func changes(to other: LayoutSnapshot, regions: [PixelRect]) -> [LayoutChange] {
    RegionJoin(page, other.page).join(ChangeFinder(page, other.page).findings, regions)
  }
}

extension LayoutSnapshot {
  /// Where the cards and parts with an id are, in points, in the order of painting.
  package func frames(ofID id: String) -> [Rect] { page.nodes.filter { $0.id == id }.map(\.frame) }

  /// The pixels of the cards and parts with an id, as far as they lie in a picture of some size.
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
