extension TextShaper {
  /// A text of more clusters is not given to Pango as a whole.
  private static let wholeText = 2048
  /// Nor is one of more bytes: clusters of many marks are long.
  private static let wholeTextBytes = 16_384
  /// How many clusters of a long text are shaped at a time.
  static let portion = 1024
  /// A paragraph of a long text with more clusters is broken by `longParagraph`.
  private static let shortParagraph = 32

  /// Lines of the whole text, or of as much of it as `most` lines and one more need.
  ///
  /// How it works: a text of the size that cards have is shaped as a whole (`wrapped`). A text of 100 kB would take Pango
  /// minutes; of such it gets short paragraphs in portions, and long paragraphs are broken a line at a time.
  ///
  /// - Parameter first: the cluster to start with, the first of a paragraph.
  func broken(most: Int?, from first: Int = 0) throws(RasterError) -> FittedText {
    let all = clusters.clusters
    let bytes = clusters.bytes.count - (first < all.count ? all[first].start : clusters.bytes.count)
    guard all.count - first > Self.wholeText || bytes > Self.wholeTextBytes else {
      guard first > 0 else { return try wrapped(clusters) }
      var text = FittedText()
      text.isBroken = true
      text.append(try wrapped(clusters.part(first..<all.count)), offset: first)
      return text
    }
    let enough = most.map { $0 < Int.max ? $0 + 1 : $0 } ?? .max
    var text = FittedText()
    text.isBroken = true
    var start = first
    while text.lines.count < enough {
      let end = shortParagraphs(from: start)
      if end > start || start == all.count {
        var part = try wrapped(clusters.part(start..<end))
        // What follows the last line feed is the next portion's.
        if end < all.count { part.lines.removeLast() }
        text.append(part, offset: start)
        guard end < all.count else { break }
        start = end
      } else {
        let end = all[start...].firstIndex { $0.kind == .newline } ?? all.count
        try appendLongParagraph(start..<end, enough: enough, to: &text)
        guard end < all.count else { break }
        start = end + 1
      }
    }
    return text
  }

  /// Where the short paragraphs from a place on end: behind a line feed or at the end of the text.
  private func shortParagraphs(from start: Int) -> Int {
    let all = clusters.clusters
    var end = start
    while end < all.count, end - start < Self.portion {
      let limit = width == nil ? all.count : min(all.count, end + Self.shortParagraph)
      if let newline = all[end..<limit].firstIndex(where: { $0.kind == .newline }) {
        end = newline + 1
      } else {
        return limit == all.count ? limit : end
      }
    }
    return end
  }

  /// Breaks one paragraph: as many words to a line as its width holds, by the advances of the unbroken text.
  ///
  /// Each line is then shaped for itself, in the direction of the paragraph; embeddings of explicit direction marks
  /// do not reach from one line into the next.
  private func appendLongParagraph(
    _ paragraph: Range<Int>, enough: Int, to text: inout FittedText
  ) throws(RasterError) {
    var start = paragraph.lowerBound
    var portion = Self.portion
    var isRightToLeft = style.isRightToLeft
    var startsInsideWord = false
    while start < paragraph.upperBound {
      let window = start..<min(paragraph.upperBound, start + portion)
      let measure = try measured(window, isRightToLeft: isRightToLeft)
      isRightToLeft = measure.isRightToLeft
      var line = start
      while line < window.upperBound, text.lines.count < enough {
        let end = measure.end(ofLineFrom: line, width: width ?? .infinity)
        // What ends with the window may go on behind it.
        guard end.place < window.upperBound || window.upperBound == paragraph.upperBound else { break }
        let isLast = end.place == paragraph.upperBound
        let place = try appendLine(
          line, end.place, measure, isLast: isLast, startsInsideWord: startsInsideWord, to: &text)
        startsInsideWord = end.isInsideWord || place != end.place
        line = place
      }
      if text.lines.count >= enough { return }
      if line == start { portion *= 2 } else { portion = Self.portion }
      start = line
    }
  }

  /// Shapes a line; takes words off its end, then characters, while it is wider than its advances promised.
  ///
  /// What is taken off is looked for by halves: each attempt shapes the whole line.
  func appendLine(
    _ start: Int, _ end: Int, _ measure: ParagraphMeasure, isLast: Bool, startsInsideWord: Bool,
    to text: inout FittedText
  ) throws(RasterError) -> Int {
    let room = (width ?? .infinity) + 0.01
    var end = end
    var (line, source) = try line(start..<end, measure, isLast: isLast)
    if line.raw.width > room {
      let ends = measure.breaks(before: end, after: start)
      if !ends.isEmpty {
        let fitting = try firstFitting(of: ends.count) { (number) throws(RasterError) in
          try self.line(start..<ends[number], measure, isLast: false)
        } fits: {
          $0.0.raw.width <= room
        }
        end = ends[fitting.number]
        (line, source) = fitting.result
      }
    }
    line.raw.startsInsideWord = startsInsideWord
    var part = FittedText()
    part.lines = [line]
    part.sources = [source]
    text.append(part, offset: start)
    return end
  }

  private func line(
    _ range: Range<Int>, _ measure: ParagraphMeasure, isLast: Bool
  ) throws(RasterError) -> (FittedText.Line, FittedText.Source) {
    var part = clusters.part(range)
    if !isLast { part.hangSpaces() }
    if !isLast, let last = part.clusters.last,
      let sign = measure.hyphens[range.upperBound - measure.start]?.sign
    {
      part.appendSign(
        sign, span: last.span, family: tier.choice.family(for: sign, asked: families[last.span]))
    }
    let request = LineRequest(isRightToLeft: measure.isRightToLeft, missingAdvances: missingAdvances)
    var shaped = try lines(of: part, request)
    let directions =
      shaped.lines.first?.misdirected(by: measure, from: range.lowerBound, shaped.sources[0]) ?? [:]
    if !directions.isEmpty {
      part = part.separated(at: [], directions: directions)
      shaped = try lines(of: part, request)
    }
    guard var line = shaped.lines.first else {
      throw .library(operation: "shape text", reason: "Pango gave no line")
    }
    let whole = 0..<part.clusters.count
    if !isLast {
      self.end(&line.raw, at: whole, in: shaped.sources[0])
    } else if line.raw.width > (width ?? .infinity) + 0.01 {
      // Spaces behind the last word hang over the edge, as at every other line's end.
      _ = dropSpaces(at: whole, of: &line.raw, in: shaped.sources[0])
    }
    return (line, shaped.sources[0])
  }

  /// How wide the clusters of a window are when they stand in one line.
  func measured(_ window: Range<Int>, isRightToLeft: Bool?) throws(RasterError) -> ParagraphMeasure {
    let part = clusters.part(window)
    let request = LineRequest(isRightToLeft: isRightToLeft, missingAdvances: missingAdvances)
    let shaped = try lines(of: part, request)
    return try measure(
      shaped.lines.first, of: shaped.sources[0], in: 0..<window.count, mayBreak: try breaks(in: part),
      start: window.lowerBound)
  }
}

extension FittedText {
  /// Adds the lines of a portion.
  fileprivate mutating func append(_ part: FittedText, offset: Int) {
    guard var source = part.sources.first else { return }
    source.offset = offset
    for var line in part.lines {
      line.source = sources.count
      lines.append(line)
    }
    sources.append(source)
  }
}
