public import CardRaster

/// One difference between two layouts.
public struct LayoutChange: Hashable, Sendable {
  /// The sentence without a full stop: `title of card 'advice' moved 2 pt down`.
  public var sentence: String
  /// The path of the part in the new deck, or in the old deck if the part was removed: `cards[0].parts[2]`.
  public var path: String
  /// The old area in points; nil when the part is new.
  public var before: Rect?
  /// The new area in points; nil when the part was removed.
  public var after: Rect?

  /// Creates a change.
  public init(sentence: String, path: String, before: Rect? = nil, after: Rect? = nil) {
    self.sentence = sentence
    self.path = path
    self.before = before
    self.after = after
  }
}

extension LayoutChange {
  /// The JSON form of a change.
  package static let record = Record("a change", LayoutChange(sentence: "", path: "")) {
    RecordField("sentence", \.sentence, .text)
    RecordField("path", \.path, .text)
    RecordField("before", \.before, .rectangle)
    RecordField("after", \.after, .rectangle)
  }
}
