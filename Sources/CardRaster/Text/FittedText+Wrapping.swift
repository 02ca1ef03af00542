extension TextShaper {
  /// Breaks a text into lines after shaping it as a whole.
  ///
  /// How it works: the text is shaped in lines of unlimited length. A paragraph that is too wide is broken by
  /// the advances of its characters, and the text is shaped again with these line ends. If a line comes out
  /// wider than its advances, because joining letters have other forms at its end, words move to the next
  /// line.
  func wrapped(_ source: TextClusters) throws(RasterError) -> FittedText {
    let request = LineRequest(isRightToLeft: style.isRightToLeft, missingAdvances: missingAdvances)
    var text = try lines(of: source, request)
    guard let width, text.lines.contains(where: { $0.raw.width > width + 0.01 }) else { return text }
    let mayBreak = try breaks(in: source)
    var paragraphs: [ParagraphMeasure] = []
    for line in text.lines where line.raw.width > width + 0.01 {
      paragraphs.append(
        try measure(
          line, of: text.sources[0], in: line.clusters, mayBreak: mayBreak, start: line.clusters.lowerBound))
    }
    var ends = paragraphs.flatMap { lineEnds(of: $0, width: width) }
    var isFull = style.lineBreakStrategy == .standard
    if let most = style.maxLines, most > 0, text.lines.count + ends.count > most {
      // A separated amount is better than a text that is cut.
      let loose = paragraphs.map(\.loosened)
      let looseEnds = loose.flatMap { lineEnds(of: $0, width: width) }
      isFull = text.lines.count + looseEnds.count > most
      // The lines of a text that is cut are as long as possible.
      (paragraphs, ends) =
        isFull
        ? (paragraphs, paragraphs.flatMap { $0.ends(from: $0.start, width: width) }) : (loose, looseEnds)
    }
    var isHyphenated = false
    if ends.contains(where: \.isInsideWord) {
      isHyphenated = try hyphenateWideWords(&paragraphs, source, width)
    }
    if isHyphenated {
      // A word that is broken already is not broken once more for the sake of the last line.
      ends = paragraphs.flatMap {
        isFull ? $0.ends(from: $0.start, width: width) : lineEnds(of: $0, width: width)
      }
    }
    // Each attempt repairs at least one line of each paragraph, and few lines need it.
    for _ in 0..<Self.tries where !ends.isEmpty {
      text = try directed(source, ends, request, paragraphs)
      markBrokenWords(in: &text, ends)
      let wide = text.lines.filter {
        $0.raw.width > width + 0.01 && $0.clusters.count > 1 && $0.isEnded(by: ends)
      }
      guard !wide.isEmpty else { break }
      ends = mended(ends, wide, paragraphs, width: width)
    }
    dropHangingSpaces(in: &text)
    (text.isBroken, text.hasEmergencyHyphens) = (true, isHyphenated)
    text.cutsPhrase = paragraphs.contains { paragraph in
      ends.contains { paragraph.cutsPhrase(before: $0.place - paragraph.start) }
    }
    return text
  }

  /// Shapes a text with its line ends.
  ///
  /// Its characters keep the directions that they have in the unbroken text (UAX 9). The separator that ends
  /// a line is one more character for the bidi rules: before it, the hyphen of `2026-` would no longer be
  /// part of a number.
  private func directed(
    _ source: TextClusters, _ ends: [LineEnd], _ request: LineRequest, _ paragraphs: [ParagraphMeasure]
  ) throws(RasterError) -> FittedText {
    let text = try lines(of: source.separated(at: ends), request)
    var directions: [Int: Bool] = [:]
    for paragraph in paragraphs where !paragraph.directions.isEmpty {
      for line in text.lines where line.clusters.lowerBound >= paragraph.start {
        directions.merge(line.misdirected(by: paragraph, from: 0, text.sources[0])) { $1 }
      }
    }
    guard !directions.isEmpty else { return text }
    // The marks are letters to Pango, and the first letter of a paragraph sets its direction.
    var request = request
    let sides = Set(text.lines.map(\.raw.isRightToLeft))
    if sides.count == 1 { request.isRightToLeft = sides.first }
    return try lines(of: source.separated(at: ends, directions: directions), request)
  }

  /// The maximum number of attempts to find the line ends.
  private static let tries = 24

  /// For each cluster of the most recently shaped text, whether a line may start with it.
  func breaks(in source: TextClusters) throws(RasterError) -> [Bool] {
    guard style.lineBreakMode != .charWrap else {
      return source.clusters.indices.map { $0 > 0 && source.clusters[$0].kind != .space }
    }
    var breaks = source.breaks(unicode: tier.fonts.lineBreaks(of: source))
    try source.breakBetweenWords(&breaks, words)
    return breaks
  }

  /// The advances of a line's clusters, and where it may be broken.
  func measure(
    _ line: FittedText.Line?, of source: FittedText.Source, in range: Range<Int>, mayBreak: [Bool], start: Int
  ) throws(RasterError) -> ParagraphMeasure {
    var advances = Array(repeating: 0.0, count: range.count)
    var directions: [Bool?] = []
    if line?.raw.glyphs.contains(where: \.isRightToLeft) ?? false {
      directions = Array(repeating: nil, count: range.count)
    }
    for glyph in line?.raw.glyphs ?? [] {
      let place = source.owners[glyph.byte] - range.lowerBound
      guard advances.indices.contains(place) else { continue }
      advances[place] += glyph.advance
      if !directions.isEmpty, glyph.id != .max { directions[place] = glyph.isRightToLeft }
    }
    let all = source.clusters.clusters[range]
    var trailing = all.map { spans[$0.span].space(after: $0) }
    if !trailing.isEmpty { trailing[trailing.count - 1] = 0 }
    var measure = ParagraphMeasure(
      start: start, advances: advances, trailing: trailing, mayBreak: Array(mayBreak[range]),
      isSpace: all.map { $0.kind == .space }, isRightToLeft: line?.raw.isRightToLeft ?? false,
      directions: directions)
    if style.keepsAmounts {
      // In a line that is too narrow, a compound breaks before an amount does.
      for isCompound in [false, true] {
        let places = source.clusters.keptBreaks(measure.mayBreak, in: range, isCompound: isCompound)
        if isCompound, !style.isHeading, style.lineBreakStrategy == .standard {
          measure.compounds = Set(places)
        } else {
          measure.keep(places, width: width ?? .infinity)
        }
      }
      measure.addressBreaks = source.clusters.addressBreaks(in: range)
    }
    if style.avoidsLoneWords || style.lineBreakStrategy == .pretty {
      measure.pauses = source.clusters.pauses(measure.mayBreak, in: range)
    }
    if style.keepsAmounts, style.lineBreakStrategy == .balanced {
      measure.phraseStarts = source.clusters.phraseStarts(measure.mayBreak, in: range)
    }
    for (place, cluster) in all.enumerated().dropLast()
    where cluster.length == 2 && source.clusters.isSoftHyphen(place + range.lowerBound) {
      // Unicode's rules do not break after a hyphen in Hebrew (LB21a); a soft hyphen has no other purpose.
      if range.lowerBound + place + 1 < all.endIndex {
        measure.mayBreak[place + 1] = !measure.isSpace[place + 1]
      }
      measure.hyphens[place + 1] = try hyphen(behind: cluster)
    }
    if let patterns, style.lineBreakMode != .charWrap {
      try hyphenate(&measure, source.clusters, range, patterns)
    }
    return measure
  }

  /// The hyphen for a word that is broken at the end of a line, as far as the font has one.
  func hyphen(behind cluster: TextClusters.Cluster) throws(RasterError) -> ParagraphMeasure.Hyphen {
    let families = tier.fonts.families
    let sign: Unicode.Scalar = families.family(cluster.family, has: "\u{2010}") ? "\u{2010}" : "-"
    let look = spans[cluster.span]
    let face = families.face(
      family: cluster.family, weight: look.font.weight, isItalic: look.font.isItalic
    ).face
    return ParagraphMeasure.Hyphen(
      sign: String(sign),
      width: try faces.open(face).advance(of: sign) * look.font.size + look.space(after: cluster))
  }

  private func markBrokenWords(in text: inout FittedText, _ ends: [LineEnd]) {
    let broken = Set(ends.filter(\.isInsideWord).map(\.place))
    for index in text.lines.indices {
      text.lines[index].raw.startsInsideWord = broken.contains(text.lines[index].clusters.lowerBound)
    }
  }

  /// Line ends with the first overfull line of each paragraph shortened, and all later ones computed again.
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

  /// Removes the advance of spaces after the last word of a paragraph.
  ///
  /// They hang over the edge, as at every other line end.
  private func dropHangingSpaces(in text: inout FittedText) {
    for index in text.lines.indices where text.lines[index].raw.width > (width ?? .infinity) + 0.01 {
      let line = text.lines[index]
      _ = dropSpaces(at: line.clusters, of: &text.lines[index].raw, in: text.sources[line.source])
    }
  }
}

extension FittedText.Line {
  /// The clusters of a line whose glyphs have another direction than in the unbroken text.
  ///
  /// Each has the direction that it has there.
  ///
  /// - Parameter offset: the position of the line's text among the clusters of the whole text.
  func misdirected(
    by paragraph: ParagraphMeasure, from offset: Int, _ source: FittedText.Source
  ) -> [Int: Bool] {
    var result: [Int: Bool] = [:]
    for glyph in raw.glyphs where glyph.id != .max {
      let owner = source.owners[glyph.byte]
      let place = owner + offset - paragraph.start
      guard paragraph.directions.indices.contains(place), let direction = paragraph.directions[place],
        direction != glyph.isRightToLeft, !source.clusters.clusters[owner].hangs
      else { continue }
      result[owner] = direction
    }
    return result
  }

  /// Whether the line ends at one of some line ends.
  fileprivate func isEnded(by ends: [LineEnd]) -> Bool { ends.contains { $0.place == clusters.upperBound } }
}

/// The advances of the clusters in an unbroken piece of text, and where it may be broken.
struct ParagraphMeasure {
  /// The number of the first cluster.
  let start: Int
  /// In points, for each cluster; a ligature has that of its first cluster.
  let advances: [Double]
  /// For each cluster, the part of its advance that is dropped at the end of a line: the letter spacing.
  let trailing: [Double]
  /// For each cluster, whether a line may start with it.
  var mayBreak: [Bool]
  /// The clusters before which lines could break, but do not.
  private(set) var kept: [Int] = []
  /// The clusters next to the signs of addresses, before which a word breaks if it must.
  var addressBreaks: [Int] = []
  /// For each cluster, whether a phrase starts with it, for headings in Japanese; otherwise nil.
  var phraseStarts: [Bool]?
  /// The clusters after a comma or another sign of a pause, where a line ends well.
  var pauses: [Int] = []
  /// The clusters after the hyphen of a compound, where running text breaks only if the line would be short.
  var compounds: Set<Int> = []
  /// The hyphen, with its width in points, shown before a line break at a cluster.
  var hyphens: [Int: Hyphen] = [:]
  /// For each cluster, whether it is a space, which takes no room at the end of a line.
  let isSpace: [Bool]
  /// Whether the text runs from right to left.
  let isRightToLeft: Bool
  /// For each cluster, whether its glyphs run from right to left; nil without a glyph.
  ///
  /// The array is empty if no cluster runs from right to left.
  var directions: [Bool?] = []

  /// Removes line breaks, except inside pieces that are wider than a line without them.
  mutating func keep(_ places: [Int], width: Double) {
    guard !places.isEmpty else { return }
    var places = places
    for place in places { mayBreak[place] = false }
    var first = 0
    for next in advances.indices.dropFirst() + [advances.count]
    where next == advances.count || mayBreak[next] {
      let piece = (first..<next).reversed().drop { isSpace[$0] }.reduce(0) { $0 + advances[$1] }
      if piece > width + 0.01 {
        for place in places where (first..<next).contains(place) { mayBreak[place] = true }
        places.removeAll { (first..<next).contains($0) }
      }
      first = next
    }
    kept += places
  }

  /// The same with all line breaks that were removed.
  var loosened: ParagraphMeasure {
    changing(self) { for place in kept { $0.mayBreak[place] = true } }
  }

  /// A hyphen at the end of a line.
  struct Hyphen {
    var sign: String
    var width: Double
  }

  /// The end of a line that starts at a cluster.
  ///
  /// It is before the word that exceeds the width, or inside it if that is the first word of the line. A line
  /// has at least one cluster.
  func end(ofLineFrom first: Int, width: Double) -> LineEnd {
    // The advances are sums of rounded numbers.
    let room = width + 0.01
    var used = 0.0
    var seen = 0.0
    var last: Int?
    var length = 0.0
    for place in first - start..<advances.count {
      if place > first - start, mayBreak[place], seen + (hyphens[place]?.width ?? 0) <= room,
        !compounds.contains(place) || length < Self.longLine * width
      {
        (last, length) = (place, seen)
      }
      used += advances[place]
      guard !isSpace[place] else { continue }
      seen = used - trailing[place]
      guard seen > room, place > first - start else { continue }
      if let last { return end(at: last) }
      // In the second half of the line, the sign of an address is a better place.
      let sign = addressBreaks.last {
        $0 < place && $0 > first - start && advances[first - start..<$0].reduce(0, +) >= room / 2
      }
      return LineEnd(place: (sign ?? place) + start, isInsideWord: true)
    }
    return LineEnd(place: advances.count + start)
  }

  /// The share of the width from which a line is not extended by a part of a compound.
  private static let longLine = 0.7

  /// The line end before a cluster, counted from the start of the piece.
  func end(at place: Int) -> LineEnd { LineEnd(place: place + start, hyphen: hyphens[place]?.sign) }

  /// The possible breaks before a position, from the last to the first, for a line that starts at a cluster:
  /// first those between words, then those inside the first word.
  func breaks(before end: Int, after first: Int) -> [Int] {
    guard first + 1 < end else { return [] }
    let between = (first + 1..<end).filter { mayBreak[$0 - start] }
    return between.reversed() + (first + 1..<(between.first ?? end)).reversed()
  }

  /// The ends of all lines except the last, from a cluster on, each as long as possible.
  ///
  /// - Parameter pause: The position in the piece of a cluster with which a line starts in any case.
  func ends(from first: Int, width: Double, pause: Int? = nil) -> [LineEnd] {
    var ends: [LineEnd] = []
    var place = first
    while true {
      var end = end(ofLineFrom: place, width: width)
      if let pause, place < pause + start, end.place > pause + start { end = self.end(at: pause) }
      guard end.place < start + advances.count else { return ends }
      ends.append(end)
      place = end.place
    }
  }
}

extension ParagraphMeasure {
  /// Whether a line that starts with a cluster cuts a Japanese phrase.
  fileprivate func cutsPhrase(before place: Int) -> Bool {
    phraseStarts.map { $0.indices.contains(place) && !$0[place] } ?? false
  }
}
