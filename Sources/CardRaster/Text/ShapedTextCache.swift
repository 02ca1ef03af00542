/// Remembers shaped texts, since containers measure the same text more than once.
///
/// When it is full it is emptied: what a card needs again is soon back.
struct ShapedTextCache {
  /// All that shaping depends on.
  struct Key: Hashable {
    let spans: [TextSpan]
    let style: ParagraphStyle
    let width: Double?
    let height: Double?
  }

  /// The most texts that are kept.
  static let texts = 4096
  /// The most glyphs that are kept, some 32 bytes each.
  static let glyphs = 500_000

  private var known: [Key: ShapedText] = [:]
  private var glyphs = 0

  /// Finds or keeps a text.
  subscript(key: Key) -> ShapedText? {
    get { known[key] }
    set {
      guard let newValue else { return }
      let count = newValue.lines.reduce(0) { $0 + $1.runs.reduce(1) { $0 + $1.glyphs.count } }
      if known.count >= Self.texts || glyphs + count > Self.glyphs {
        known = [:]
        glyphs = 0
      }
      glyphs += count
      known[key] = newValue
    }
  }
}
