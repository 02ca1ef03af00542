/// What Pango is asked to shape: all that its answer depends on.
struct ShapingQuestion: Equatable {
  let text: TextClusters
  let spans: [TextSpan]
  let request: LineRequest

  static func == (a: ShapingQuestion, b: ShapingQuestion) -> Bool {
    a.text == b.text && a.request == b.request && a.spans.count == b.spans.count
      && zip(a.spans, b.spans).allSatisfy { $0.isShaped(like: $1) && $0.tracking == $1.tracking }
  }
}

/// The texts that were shaped last, so many that those of a card are among them.
struct ShapingAnswers {
  /// How many are remembered.
  static let most = 16
  /// Longer texts are not.
  static let bytes = 2048

  private var entries: [(question: ShapingQuestion, text: RawText)] = []
  /// The place of the oldest one.
  private var oldest = 0

  /// The lines of a text; nil when it was not shaped of late.
  func answer(to question: ShapingQuestion) -> RawText? {
    entries.first { $0.question == question }?.text
  }

  /// Remembers lines in the place of the oldest ones.
  mutating func add(_ text: RawText, to question: ShapingQuestion) {
    guard question.text.bytes.count <= Self.bytes else { return }
    if entries.count < Self.most { return entries.append((question, text)) }
    entries[oldest] = (question, text)
    oldest = (oldest + 1) % Self.most
  }
}
