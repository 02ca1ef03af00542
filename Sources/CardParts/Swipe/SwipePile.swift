/// Which cards of a stack are left, in their order, and which are gone: numbers of cards.
struct SwipePile: Equatable {
  /// The cards that are left, the top one first.
  private(set) var remaining: [Int]
  /// Those that are gone, the last one last.
  private(set) var swiped: [(card: Int, direction: SwipeDirection)]
  /// The order before it was shifted.
  private var unshifted: [Int]
  private let visible: Int

  /// The pile that a deck describes; names of cards that are not on the page are passed over.
  ///
  /// - Parameter names: those of the cards, in the order of the deck.
  init(_ stack: SwipeStack, names: [String]) {
    func number(_ name: String) -> Int? { names.firstIndex(of: name) }
    swiped = stack.swiped.compactMap { entry in number(entry.card).map { ($0, entry.direction) } }
    let inserted = stack.inserted.compactMap { entry in number(entry.card).map { ($0, entry.position) } }
    let deleted = Set(stack.deleted.compactMap(number))
    let gone = deleted.union(swiped.map(\.card)).union(inserted.map(\.0))
    let first = stack.order.compactMap(number).filter { !gone.contains($0) }
    let named = Set(first)
    unshifted = first + names.indices.filter { !gone.contains($0) && !named.contains($0) }
    remaining = unshifted
    visible = stack.numberOfVisibleCards
    shift(by: stack.shift)
    for (card, position) in inserted { remaining.insert(card, at: min(position, remaining.count)) }
  }

  /// Takes the top card away.
  mutating func swipe(_ direction: SwipeDirection) {
    guard !remaining.isEmpty else { return }
    swiped.append((remaining.removeFirst(), direction))
    unshifted = remaining
  }

  /// Puts the card that went last back onto the top.
  ///
  /// In MGSwipeCards every state remembers the one before it, so that cards that were shifted since then are not.
  mutating func undo(_ profile: SwipeProfile) {
    guard let last = swiped.popLast() else { return }
    remaining = [last.card] + (profile == .mgswipecards ? unshifted : remaining)
    unshifted = remaining
  }

  /// Moves cards from the top to the back, or below 0 the other way.
  mutating func shift(by distance: Int) {
    let count = remaining.count
    guard distance != 0, abs(distance) <= count, min(visible, count) > 1 else { return }
    let first = (distance + count) % count
    remaining = Array(remaining[first...] + remaining[..<first])
  }

  static func == (a: Self, b: Self) -> Bool {
    a.remaining == b.remaining && a.swiped.map(\.card) == b.swiped.map(\.card)
      && a.swiped.map(\.direction) == b.swiped.map(\.direction)
  }
}
