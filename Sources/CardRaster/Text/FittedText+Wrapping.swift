extension TextShaper {
  /// Lines of a text that is shaped as a whole.
  ///
  /// How it works: the text is shaped in lines without end. A paragraph that is wider than the text may be is broken by the
  /// advances of its characters, and the text is shaped once more with its line ends in it. A line that comes out wider than
  /// its advances promised, as letters that join take other forms at its end, gives up words.
  func wrapped(_ source: TextClusters) throws(RasterError) -> FittedText {
    let request = LineRequest(isRightToLeft: style.isRightToLeft, missingAdvances: missingAdvances)
    var text = try lines(of: source, request)
    guard let width, text.lines.contains(where: { $0.raw.width > width + 0.01 }) else { return text }
    let mayBreak = breaks(in: source)
    var paragraphs: [ParagraphMeasure] = []
    for line in text.lines where line.raw.width > width + 0.01 {
      paragraphs.append(
        try measure(
          line, of: text.sources[0], in: line.clusters, mayBreak: mayBreak, start: line.clusters.lowerBound))
    }
    var ends = paragraphs.flatMap { lineEnds(of: $0, width: width) }
    // Each try mends one line of each paragraph at least, and the letters that need it are few.
    for _ in 0..<Self.tries where !ends.isEmpty {
      text = try lines(of: source.separated(at: ends), request)
      markBrokenWords(in: &text, ends)
      let wide = text.lines.filter {
        $0.raw.width > width + 0.01 && $0.clusters.count > 1 && $0.isEnded(by: ends)
      }
      guard !wide.isEmpty else { break }
      ends = mended(ends, wide, paragraphs, width: width)
    }
    dropHangingSpaces(in: &text)
    text.isBroken = true
    return text
  }

  /// How often line ends are looked for anew.
  private static let tries = 24

  /// For each cluster of the text that was shaped last whether a line may start with it.
  func breaks(in source: TextClusters) -> [Bool] {
    style.lineBreakMode == .charWrap
      ? source.clusters.indices.map { $0 > 0 && source.clusters[$0].kind != .space }
      : source.breaks(unicode: tier.fonts.lineBreaks(of: source))
  }

  /// How wide the clusters of a line are, and where it may be broken.
  func measure(
    _ line: FittedText.Line?, of source: FittedText.Source, in range: Range<Int>, mayBreak: [Bool], start: Int
  ) throws(RasterError) -> ParagraphMeasure {
    var advances = Array(repeating: 0.0, count: range.count)
    for glyph in line?.raw.glyphs ?? [] {
      let place = source.owners[glyph.byte] - range.lowerBound
      if advances.indices.contains(place) { advances[place] += glyph.advance }
    }
    let all = source.clusters.clusters[range]
    var trailing = all.map { spans[$0.span].letterSpacing }
    if !trailing.isEmpty { trailing[trailing.count - 1] = 0 }
    var measure = ParagraphMeasure(
      start: start, advances: advances, trailing: trailing, mayBreak: Array(mayBreak[range]),
      isSpace: all.map { $0.kind == .space }, isRightToLeft: line?.raw.isRightToLeft ?? false)
    for (place, cluster) in all.enumerated().dropLast()
    where cluster.length == 2 && source.clusters.isSoftHyphen(place + range.lowerBound) {
      measure.hyphens[place + 1] = try hyphen(behind: cluster)
    }
    if let patterns, style.lineBreakMode != .charWrap {
      try hyphenate(&measure, source.clusters, range, patterns)
    }
    return measure
  }

  /// The sign that a font has for a word that goes on in the next line.
  func hyphen(behind cluster: TextClusters.Cluster) throws(RasterError) -> ParagraphMeasure.Hyphen {
    let families = tier.fonts.families
    let sign: Unicode.Scalar = families.family(cluster.family, has: "\u{2010}") ? "\u{2010}" : "-"
    let look = spans[cluster.span]
    let face = families.face(
      family: cluster.family, weight: look.font.weight, isItalic: look.font.isItalic
    ).face
    return ParagraphMeasure.Hyphen(
      sign: String(sign),
      width: try faces.open(face).advance(of: sign) * look.font.size + look.letterSpacing)
  }

  private func markBrokenWords(in text: inout FittedText, _ ends: [LineEnd]) {
    let broken = Set(ends.filter(\.isInsideWord).map(\.place))
    for index in text.lines.indices {
      text.lines[index].raw.startsInsideWord = broken.contains(text.lines[index].clusters.lowerBound)
    }
  }

  /// Line ends with the first wide line of each paragraph shortened, and all behind it made anew.
  private func mended(
    _ ends: [LineEnd], _ wide: [FittedText.Line], _ paragraphs: [ParagraphMeasure], width: Double
  ) -> [LineEnd] {
    var result: [LineEnd] = []
    for paragraph in paragraphs {
      let range = paragraph.start..<paragraph.start + paragraph.advances.count
      let own = ends.filter { range.contains($0.place) }
      guard let line = wide.first(where: { range.contains($0.clusters.lowerBound) }),
        let shorter = paragraph.breaks(before: line.clusters.upperBound, after: line.clusters.lowerBound)
          .first
      else {
        result += own
        continue
      }
      let isBetweenWords = paragraph.mayBreak[shorter - paragraph.start]
      result += own.filter { $0.place <= line.clusters.lowerBound }
      result.append(
        isBetweenWords
          ? paragraph.end(at: shorter - paragraph.start) : LineEnd(place: shorter, isInsideWord: true))
      result += paragraph.ends(from: shorter, width: width)
    }
    return result
  }

  /// Spaces behind the last word of a paragraph hang over the edge, as at every other line's end.
  private func dropHangingSpaces(in text: inout FittedText) {
    for index in text.lines.indices where text.lines[index].raw.width > (width ?? .infinity) + 0.01 {
      let line = text.lines[index]
      _ = dropSpaces(at: line.clusters, of: &text.lines[index].raw, in: text.sources[line.source])
    }
  }
}

extension FittedText.Line {
  /// Whether one of some line ends is that of the line.
  fileprivate func isEnded(by ends: [LineEnd]) -> Bool { ends.contains { $0.place == clusters.upperBound } }
}
