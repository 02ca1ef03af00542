/// Remembers the boxes of parts from one card to the next, where the same part is in both.
///
/// It is right for cards of one theme, locale and moment. One for each worker.
final class BoxMemory {
  struct Key: Hashable {
    /// `AnyPart.stamp`.
    let stamp: Int
    let proposal: Proposal
    let isMirrored: Bool
  }

  /// A box, and what it took.
  struct Entry {
    let box: LayoutBox
    let layouts: Int
    let shapedText: Int
  }

  /// The most boxes of a card that are kept.
  private static let most = 4096

  /// How often boxes were found here.
  private(set) var hits = 0
  private var before: [Key: Rare<Entry>] = [:]
  private var now: [Key: Rare<Entry>] = [:]

  /// Tells that a card comes: what the one before it did not ask for is forgotten.
  func beginCard() { (before, now) = (now, [:]) }

  /// The box of a part; nil when it was not laid out.
  func entry(_ key: Key) -> Entry? {
    guard let known = now[key] ?? before[key], let entry = known.value else { return nil }
    hits += 1
    now[key] = known
    return entry
  }

  func add(_ entry: Entry, _ key: Key) {
    guard now.count < Self.most else { return }
    now[key] = .some(entry)
  }
}
