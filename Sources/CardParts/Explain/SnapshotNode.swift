import CardRaster

/// A card, a part or another element with its own frame on a page.
struct SnapshotNode: Sendable {
  /// The type: `card`, `row` or the type of a part.
  var type: String
  /// The id, if there is one; a card without an id has its number.
  var id: String?
  /// The path in the deck.
  var path = ""
  /// The frame on the page, in points.
  var frame = Rect(x: 0, y: 0, width: 0, height: 0)
  /// Whether a clip hides the node completely.
  var isHidden = false
  /// The link that a tap opens.
  var link: String?
  /// The alternative text.
  var alt: String?
  /// Whether the alternative text is derived from the value or the content.
  var derivesAlt = false
  /// The link, duration and label of a long press.
  var longPress: String?
  /// Further attributes for programs, such as the value of a bar.
  var attributes: [GivenProperty] = []
  /// The properties in the deck; they are reported only where something visible changed.
  var given: [GivenProperty] = []
  /// The values of the card's own theme, if it has one.
  var theme: [GivenProperty] = []
  /// The look of the node without its child nodes.
  var aspects: [Aspect] = []
  /// The texts of the node without its child nodes.
  var texts: [SnapshotText] = []
  /// The digest of the drawing without child nodes, independent of the position.
  var drawn = ""
  /// The number of the parent node; nil at the top level of the page.
  var parent: Int?
  /// The node's place in a report; not stored in files.
  var flow = Flow()

  /// The place of a node in a report.
  struct Flow: Sendable {
    /// The number of the page on which the node begins, from 0.
    var page = 0
    /// Whether the node continues one on the previous page.
    var isContinued = false
    /// Whether the node repeats one from the previous page.
    var isRepeated = false
    /// The frame on each page, after the pages of a report were joined.
    var pieces: [Int: Rect] = [:]

    /// Whether the node is divided over several pages.
    var isDivided: Bool { pieces.count > 1 }
  }

  /// One aspect of a look with all of its values.
  struct Aspect: Hashable, Sendable {
    /// The name: `fill`, `shadow`, ….
    var name: String
    /// The distinct values, in drawing order.
    var values: [String]
  }

  /// The invisible properties: id, link, alternative text, long press and attributes; nil without any.
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
