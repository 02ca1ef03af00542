extension TextShaper {
  /// The last line allowed, made anew from the text that is left over.
  struct ShortenedLine {
    var line: FittedText.Line
    var source: FittedText.Source
    var isTruncated: Bool
  }

  /// Makes the last line that may stay show that text is left out; nil when the line is to be cut as it is.
  ///
  /// How it works: the text that is left is shaped as one line, whose characters are counted off until the width is
  /// used up; what stays is shaped again with the sign for the rest. Pango's own ellipsis works on one paragraph at
  /// a time, and its sign takes the font of the character it replaces, which may be one of pictures.
  func shortened(
    _ last: FittedText.Line, next: FittedText.Line, in text: FittedText
  ) throws(RasterError) -> ShortenedLine? {
    let start = text.whole(last).lowerBound
    let end = clusters.clusters.count
    switch style.lineBreakMode {
    case .wordWrap, .charWrap: return nil
    case .tail:
      // This line and the next hold more than fits, unless a paragraph ends here.
      let (here, there) = (text.whole(last), text.whole(next))
      let stop =
        there.lowerBound == here.upperBound ? max(here.upperBound, there.upperBound) : here.upperBound
      return try shortened(front: start..<stop, back: stop..<stop, last)
    case .head, .middle:
      if end - start <= 2 * reserve {
        let whole = try oneLine(clusters.part(start..<end, asOneLine: true), last)
        if whole.line.raw.width <= (width ?? .infinity) + 0.01 {
          return ShortenedLine(line: whole.line, source: whole.source, isTruncated: false)
        }
      }
      let middle = style.lineBreakMode == .head ? start : (start + end) / 2
      return try shortened(
        front: start..<min(middle, start + reserve), back: max(middle, end - reserve)..<end, last)
    }
  }

  /// More characters than a line can show.
  private var reserve: Int {
    let smallest = spans.reduce(Limits.fontSize) { min($0, $1.font.size) }
    return min(2048, Int((width ?? Limits.number) / (smallest * 0.1)) + 64)
  }

  private func shortened(
    front: Range<Int>, back: Range<Int>, _ last: FittedText.Line
  ) throws(RasterError) -> ShortenedLine {
    let room = width ?? .infinity
    var head = TextClusters()
    let neighbour = front.isEmpty ? back.lowerBound : front.lowerBound
    let span =
      neighbour < clusters.clusters.count
      ? clusters.clusters[neighbour].span : clusters.clusters.last?.span ?? 0
    head.appendSign("…", span: span, family: ellipsisFamily(span))
    let signWidth = try oneLine(head, last).line.raw.width
    let frontAdvances = try advances(of: front, last)
    let backAdvances = try advances(of: back, last)

    var (kept, keptBack) = (0, 0)
    let share = back.isEmpty || front.isEmpty ? room - signWidth : (room - signWidth) / 2
    var used = 0.0
    while kept < frontAdvances.count, used + frontAdvances[kept] <= share + 0.01 {
      used += frontAdvances[kept]
      kept += 1
    }
    while keptBack < backAdvances.count,
      used + backAdvances[backAdvances.count - 1 - keptBack] <= room - signWidth + 0.01
    {
      used += backAdvances[backAdvances.count - 1 - keptBack]
      keptBack += 1
    }
    let fitting = try firstFitting(of: kept + keptBack + 1) { (dropped) throws(RasterError) in
      let stays = Self.kept(kept, keptBack, dropping: dropped)
      return try oneLine(shortened(front.prefix(stays.front), back.suffix(stays.back)), last)
    } fits: {
      $0.line.raw.width <= room + 0.01
    }
    return fitting.result
  }

  /// How many characters stay in front of the sign and behind it when some are dropped: one of the longer side each time.
  private static func kept(_ front: Int, _ back: Int, dropping count: Int) -> (front: Int, back: Int) {
    var (front, back) = (front, back)
    for _ in 0..<count {
      if front > back || back == 0 { front -= 1 } else { back -= 1 }
    }
    return (front, back)
  }

  /// Text, sign, text; without spaces at the sign.
  private func shortened(_ front: Range<Int>, _ back: Range<Int>) -> TextClusters {
    let all = clusters.clusters
    func isBlank(_ index: Int) -> Bool { all[index].kind != .text }
    var front = front
    var back = back
    while let last = front.last, isBlank(last) { front.removeLast() }
    while let first = back.first, isBlank(first) { back.removeFirst() }
    var text = TextClusters()
    text.append(from: clusters, front)
    let span = (front.last ?? back.first).map { all[$0].span } ?? all.last?.span ?? 0
    text.appendSign("…", span: span, family: ellipsisFamily(span))
    text.append(from: clusters, back)
    return text
  }

  private func ellipsisFamily(_ span: Int) -> Int {
    tier.choice.family(for: "…", asked: families[span]) ?? families[span]
  }

  /// How wide each of some clusters is when they stand in one line.
  private func advances(of range: Range<Int>, _ last: FittedText.Line) throws(RasterError) -> [Double] {
    guard !range.isEmpty else { return [] }
    let line = try oneLine(clusters.part(range, asOneLine: true), last)
    var advances = Array(repeating: 0.0, count: range.count)
    for glyph in line.line.raw.glyphs { advances[line.source.owners[glyph.byte]] += glyph.advance }
    return advances
  }

  /// Shapes a text as one line in the direction of the line that it replaces.
  private func oneLine(_ text: TextClusters, _ last: FittedText.Line) throws(RasterError) -> ShortenedLine {
    let request = LineRequest(isRightToLeft: last.raw.isRightToLeft, missingAdvances: missingAdvances)
    let shaped = try lines(of: text, request)
    guard let line = shaped.lines.first else {
      throw .library(operation: "shape text", reason: "Pango gave no line")
    }
    return ShortenedLine(line: line, source: shaped.sources[0], isTruncated: true)
  }
}

extension FittedText {
  /// Where the clusters of a line are in the whole text.
  fileprivate func whole(_ line: Line) -> Range<Int> {
    let offset = sources[line.source].offset
    return line.clusters.lowerBound + offset..<line.clusters.upperBound + offset
  }
}
