/// Remembers shaped texts, since containers measure the same text more than once.
///
/// Texts that stay from deck to deck are kept, as are the last ones of others: when a deck comes after many texts, those that nobody
/// has asked for since the last time are let go. When it is full it is emptied: what a card needs again is soon back.
struct ShapedTextCache {
  /// All that shaping depends on.
  struct Key: Hashable {
    let spans: [TextSpan]
    let style: ParagraphStyle
    let width: Double?
    let height: Double?

    static func == (a: Key, b: Key) -> Bool {
      a.width == b.width && a.height == b.height && a.style == b.style && a.spans == b.spans
        // Letters that look alike may be other bytes, which documents hold.
        && zip(a.spans, b.spans).allSatisfy { $0.text.isExactly($1.text) }
    }
  }

  /// The most texts that are kept.
  static let texts = 4096
  /// The most glyphs that are kept, some 32 bytes each.
  static let glyphs = 500_000
  /// With so many texts a new deck begins a new shelf.
  static let textsOfDecks = 128

  private typealias Shelf = [Key: ShapedText]

  /// What was asked for since the shelf was begun.
  private var recent: Shelf = [:]
  /// What was asked for while the shelf before was the recent one, and not since.
  private var older: Shelf = [:]
  private var glyphs = 0

  /// How many texts there are.
  var count: Int { recent.count + older.count }

  /// Finds a text.
  mutating func text(_ key: Key) -> ShapedText? {
    if let text = recent[key] { return text }
    guard let text = older.removeValue(forKey: key) else { return nil }
    recent[key] = text
    return text
  }

  /// Keeps a text that is not here.
  mutating func add(_ text: ShapedText, _ key: Key) {
    let more = text.glyphCount
    if count >= Self.texts || glyphs + more > Self.glyphs { (recent, older, glyphs) = ([:], [:], 0) }
    recent[key] = text
    glyphs += more
  }

  /// A deck comes.
  mutating func beginDeck() {
    guard recent.count >= Self.textsOfDecks else { return }
    glyphs -= older.values.reduce(0) { $0 + $1.glyphCount }
    (older, recent) = (recent, [:])
  }
}

extension ShapedText {
  /// Its glyphs, and a little for each run.
  fileprivate var glyphCount: Int { lines.reduce(0) { $0 + $1.runs.reduce(1) { $0 + $1.glyphs.count } } }
}
