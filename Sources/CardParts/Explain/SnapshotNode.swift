import CardRaster

/// A card, a part or whatever else has a frame of its own on a page, as far as it is seen.
struct SnapshotNode: Sendable {
  /// What it was made of: `card`, `row` or a part's type.
  var type: String
  /// Its name in the deck, if it has one.
  var id: String?
  /// Where it stands in the deck.
  var path = ""
  /// Where it is on the page, in points.
  var frame = Rect(x: 0, y: 0, width: 0, height: 0)
  /// Whether a clip hides it altogether.
  var isHidden = false
  /// Where a tap goes.
  var link: String?
  /// The text alternative.
  var alt: String?
  /// Whether the text alternative is made from the value or the content.
  var derivesAlt = false
  /// What a long press does.
  var longPress: String?
  /// What else a program may know.
  var attributes: [GivenProperty] = []
  /// What the deck gives of it: causes, which are told only where something seen has changed.
  var given: [GivenProperty] = []
  /// The theme of a card that has one of its own: causes too.
  var theme: [GivenProperty] = []
  /// Its own drawing, aspect by aspect.
  var aspects: [Aspect] = []
  /// Its texts.
  var texts: [SnapshotText] = []
  /// The sum of all that it draws itself, whatever its place.
  var drawn = ""
  /// The number of the node that it is in; nil of what lies on the page itself.
  var parent: Int?
  /// How it goes on over the pages of a report, which is not kept.
  var flow = Flow()

  /// Where something stands in a report.
  struct Flow: Sendable {
    /// The number of the page on which it begins, from 0.
    var page = 0
    /// Whether it goes on from the page before.
    var isContinued = false
    /// Whether it repeats what stands on the page before.
    var isRepeated = false
    /// Of several pages that are joined: its frame on each.
    var pieces: [Int: Rect] = [:]

    /// Whether it stands on more pages than one.
    var isDivided: Bool { pieces.count > 1 }
  }

  /// One aspect of a drawing: all fills, all lines, ….
  struct Aspect: Hashable, Sendable {
    /// Which one: `fill`, `shadow`, ….
    var name: String
    /// The different values, in the order of drawing.
    var values: [String]
  }

  /// What of it is not drawn: what can be touched, read aloud or asked for by name.
  var unseen: Unseen? {
    let unseen = Unseen(
      id: ownID, link: link, alt: alt, longPress: longPress, attributes: attributes,
      links: texts.flatMap { $0.lines.flatMap(\.links) })
    return unseen == Unseen() ? nil : unseen
  }

  struct Unseen: Hashable {
    var id: String?
    var link: String?
    var alt: String?
    var longPress: String?
    var attributes: [GivenProperty] = []
    var links: [String] = []
  }
}
