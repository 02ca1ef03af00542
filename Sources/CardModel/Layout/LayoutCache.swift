import CardRaster

/// A cache of the boxes of parts that occur unchanged in consecutive cards.
///
/// It is valid for cards with the same theme, locale and time. Each worker has its own.
package final class LayoutCache {
  struct Key: Hashable {
    /// The `AnyPart.stamp` of the part.
    let stamp: Int
    let proposal: SizeProposal
    let isMirrored: Bool
    /// The colours behind the part to which its theme is adapted.
    let grounds: [Color]
    /// The scale of its theme.
    let growth: Double
  }

  /// A box and the layout work that it took.
  struct Entry {
    let box: LayoutBox
    let layouts: Int
    let shapedText: Int
  }

  /// The maximum number of cached boxes for each card.
  private static let most = 4096

  package private(set) var hits = 0
  private var before: [Key: Indirect<Entry>] = [:]
  private var now: [Key: Indirect<Entry>] = [:]

  package init() {}

  /// Starts a card; boxes that the card before did not use are dropped.
  package func beginCard() { (before, now) = (now, [:]) }

  /// The cached box of a part; nil if there is none.
  func entry(_ key: Key) -> Entry? {
    guard let known = now[key] ?? before[key], let entry = known.value else { return nil }
    hits += 1
    now[key] = known
    return entry
  }

  func insert(_ entry: Entry, _ key: Key) {
    guard now.count < Self.most else { return }
    now[key] = .some(entry)
  }
}
