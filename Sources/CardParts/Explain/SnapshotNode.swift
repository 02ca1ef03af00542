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
  /// What a long press does.
  var longPress: String?
  /// What else a program may know.
  var attributes: [GivenProperty] = []
  /// What the deck gives of it: causes, which are told only where something seen has changed.
  var given: [GivenProperty] = []
  /// The theme of a card that has one of its own: causes too.
  var theme: [GivenProperty] = []
  /// What its own drawing looks like.
  var looks: [Look] = []
  /// Its texts.
  var texts: [SnapshotText] = []
  /// The sum of all that it draws itself, whatever its place.
  var drawn = ""
  /// The number of the node that it is in; nil of what lies on the page itself.
  var parent: Int?

  /// One side of a look: all fills, all lines, ….
  struct Look: Hashable, Sendable {
    /// Which side: `fill`, `shadow`, ….
    var aspect: String
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

/// A text of a part, in lines.
struct SnapshotText: Hashable, Sendable {
  /// One line.
  struct Line: Hashable, Sendable {
    /// Its characters.
    var text: String
    /// Where it is on the page, in points.
    var frame: Rect
    /// Its baseline on the page.
    var baseline: Double
    /// Where taps on parts of it go.
    var links: [String] = []
  }

  /// Its fonts, in the order of the text.
  var fonts: [String] = []
  /// The colours of its letters, in the order of the text.
  var colors: [String] = []
  /// Whether words were left out.
  var isCut = false
  /// The lines; pieces of one line, beside a picture, count alone.
  var lines: [Line]

  /// Its characters as one text.
  ///
  /// A line that wraps ends in its space; one that ends with a paragraph does not, and the next begins a word. Only in
  /// scripts without spaces a word may go on.
  var whole: String {
    var result = ""
    for line in lines {
      if let last = result.unicodeScalars.last, let first = line.text.unicodeScalars.first,
        !last.properties.isWhitespace, !(last.isWrittenWithoutSpaces && first.isWrittenWithoutSpaces)
      {
        result += " "
      }
      result += line.text
    }
    return result
  }

  /// How many lines stand below each other.
  var lineCount: Int {
    var count = 0
    var last: Double?
    for line in lines where line.frame.minY != last {
      count += 1
      last = line.frame.minY
    }
    return count
  }
}

extension Unicode.Scalar {
  /// Whether it is of a script in which lines end anywhere: Thai, Lao, Chinese, Japanese, Korean.
  fileprivate var isWrittenWithoutSpaces: Bool {
    switch value {
    case 0x0E00...0x0EFF, 0x2E80...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0xFF00...0xFFEF,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }
}

/// A page as it is seen.
struct SnapshotPage: Hashable, Sendable {
  /// The name of its card; empty when it holds all cards.
  var card = ""
  /// The state of its card.
  var state: String?
  /// Its size in points.
  var size = Size(width: 0, height: 0)
  /// Pixels in a point.
  var scale = 1.0
  /// Behind everything.
  var background: String?
  /// Date, seed and appearance.
  var settings: [GivenProperty] = []
  /// How cards are placed: causes.
  var layout: [GivenProperty] = []
  /// The values of the theme that the page may show: causes.
  var theme: [GivenProperty] = []
  /// The sum of the whole display list.
  var drawn = ""
  /// Everything with a frame, each before what is in it.
  var nodes: [SnapshotNode] = []

  /// Whether two look the same and do the same.
  ///
  /// The display list decides about what is seen; causes do not count.
  static func == (a: SnapshotPage, b: SnapshotPage) -> Bool {
    a.drawn == b.drawn && a.card == b.card && a.state == b.state
      && a.nodes.compactMap(\.unseen) == b.nodes.compactMap(\.unseen)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(drawn) }

  /// A setting by its name.
  func setting(_ name: String) -> String? { settings.first { $0.name == name }?.value }

  /// The name of the theme, when it is one that comes with the library.
  var themeName: String? { theme.first { $0.name == "name" }?.value }
}
