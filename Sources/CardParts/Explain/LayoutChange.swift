public import CardRaster

/// One thing that is not as it was, between two layouts.
public struct LayoutChange: Hashable, Sendable {
  /// The sentence for people, without a full stop: `title of card 'advice' moved 2 pt down`.
  public var sentence: String
  /// The way to the part in the new deck, or in the old one when it is gone: `cards[0].parts[2]`.
  public var path: String
  /// Where it was in points; nil when it was not there.
  public var before: Rect?
  /// Where it is in points; nil when it is gone.
  public var after: Rect?

  /// Makes a change.
  public init(sentence: String, path: String, before: Rect? = nil, after: Rect? = nil) {
    self.sentence = sentence
    self.path = path
    self.before = before
    self.after = after
  }
}

extension LayoutChange {
  /// The change in reports.
  package static let record = Record("a change", LayoutChange(sentence: "", path: "")) {
    RecordField("sentence", \.sentence, .text)
    RecordField("path", \.path, .text)
    RecordField("before", \.before, .rectangle)
    RecordField("after", \.after, .rectangle)
  }
}
