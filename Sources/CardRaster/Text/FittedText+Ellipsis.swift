extension TextShaper {
  /// The last line that fits, rebuilt from the remaining text.
  struct ShortenedLine {
    var line: FittedText.Line
    var source: FittedText.Source
    var isTruncated: Bool
  }

  /// Adds an ellipsis to the last line that may stay; nil if the line is to be cut as it is.
  ///
  /// How it works: the remaining text is shaped as one line, whose characters are added up until the width is
  /// used. The part that fits is shaped again with the ellipsis. Pango's own ellipsis works on one paragraph
  /// at a time, and uses the font of the character it replaces, which may be an emoji font.
  func shortened(
    _ last: FittedText.Line, next: FittedText.Line, in text: FittedText
  ) throws(RasterError) -> ShortenedLine? {
    let start = text.whole(last).lowerBound
    let end = clusters.clusters.count
    switch style.lineBreakMode {
    case .wordWrap, .charWrap: return nil
    case .tail:
      // This line and the next contain more than fits, unless a paragraph ends here.
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

  /// The number of characters before and after the ellipsis if some are dropped.
  ///
  /// Each dropped character is taken from the longer side.
  private static func kept(_ front: Int, _ back: Int, dropping count: Int) -> (front: Int, back: Int) {
    var (front, back) = (front, back)
    for _ in 0..<count {
      if front > back || back == 0 { front -= 1 } else { back -= 1 }
    }
    return (front, back)
  }

  /// Text, ellipsis, text; without spaces next to the ellipsis.
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

  /// The advance of each of some clusters if they are in one line.
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
      throw .library(operation: "shape text", reason: "Pango returned no line")
    }
    return ShortenedLine(line: line, source: shaped.sources[0], isTruncated: true)
  }
}

extension FittedText {
  /// The range of a line's clusters in the whole text.
  fileprivate func whole(_ line: Line) -> Range<Int> {
    let offset = sources[line.source].offset
    return line.clusters.lowerBound + offset..<line.clusters.upperBound + offset
  }
}

extension TextShaper {
  func lineEnds(of paragraph: ParagraphMeasure, width: Double) -> [LineEnd] {
    let ends = paragraph.ends(from: paragraph.start, width: width)
    // Inside a word all breaks are equally good.
    guard !ends.isEmpty, style.lineBreakMode != .charWrap, !ends.contains(where: \.isInsideWord) else {
      return ends
    }
    switch style.lineBreakStrategy {
    case .standard:
      guard style.avoidsLoneWords, paragraph.endsShort(ends, width: width) else { return ends }
      return paragraph.prettyEnds(width: width) ?? ends
    case .balanced:
      guard ends.count < Limits.balancedLines else { return ends }
      // A cut phrase is harder to read than one more line.
      if let starts = paragraph.phraseStarts {
        var phrases = paragraph
        phrases.mayBreak = starts
        let whole = phrases.ends(from: phrases.start, width: width)
        let most = style.maxLines.flatMap { $0 > 0 ? $0 : nil } ?? .max
        if whole.count <= ends.count || whole.count <= min(ends.count + 1, most),
          !whole.contains(where: \.isInsideWord)
        {
          return phrases.balancedEnds(whole, width: width)
        }
      }
      return style.isHeading
        ? paragraph.pausingEnds(ends, width: width) : paragraph.balancedEnds(ends, width: width)
    case .pretty: return paragraph.prettyEnds(width: width) ?? ends
    }
  }
}

extension ParagraphMeasure {
  /// Line ends for the smallest width that needs no more lines than the full width.
  ///
  /// The width is found by bisection, to a quarter of a point. Within it, three and more lines are about equally long.
  ///
  /// - Parameter pause: A cluster with which a line starts in any case.
  func balancedEnds(_ ends: [LineEnd], width: Double, pause: Int? = nil) -> [LineEnd] {
    var best = ends
    var low = 0.0
    var high = width
    while high - low > 0.25 {
      let middle = (low + high) / 2
      let tried = self.ends(from: start, width: middle, pause: pause)
      if tried.count > ends.count || tried.contains(where: \.isInsideWord) {
        low = middle
      } else {
        (high, best) = (middle, tried)
      }
    }
    guard best.count > 1, let even = evenEnds(width: high, pause: pause), even.count == best.count else {
      return best
    }
    return even
  }

  /// Balanced line ends of which one is at a pause, if this needs no more lines and leaves no line that is much
  /// shorter than the others.
  func pausingEnds(_ ends: [LineEnd], width: Double) -> [LineEnd] {
    let balanced = balancedEnds(ends, width: width)
    guard !balanced.contains(where: { pauses.contains($0.place - start) }) else { return balanced }
    var best: (ends: [LineEnd], evenness: Double)?
    for pause in pauses.prefix(Self.mostPauses) {
      let split = self.ends(from: start, width: width, pause: pause)
      guard split.count == ends.count, !split.contains(where: \.isInsideWord) else { continue }
      let tried = balancedEnds(split, width: width, pause: pause)
      let places = [0] + tried.map { $0.place - start } + [advances.count]
      let lengths = zip(places, places.dropFirst()).map { advances[$0..<$1].reduce(0, +) }
      let evenness = (lengths.min() ?? 0) / max(1, lengths.max() ?? 1)
      if evenness >= max(Self.leastEvenness, best?.evenness ?? 0) { best = (tried, evenness) }
    }
    return best?.ends ?? balanced
  }

  /// The number of pauses at which a heading is split to find the best one.
  private static let mostPauses = 8
  /// The least length of a line of a heading that ends at a pause, as a share of its longest line.
  private static let leastEvenness = 0.45

  /// Whether the last line is a single word, or much shorter than the others and does not follow a pause.
  func endsShort(_ ends: [LineEnd], width: Double) -> Bool {
    guard let last = ends.last else { return false }
    let first = last.place - start
    if !mayBreak.indices.contains(where: { $0 > first && mayBreak[$0] }) { return true }
    return !pauses.contains(first) && advances[first...].reduce(0, +) < Self.shortLine * width
  }

  /// Line ends with the smallest total cost; nil if a word is wider than a line.
  ///
  /// The cost is the sum of the squared empty space of each line. A hyphen and a last line that is short or a
  /// single word cost as much as considerably shorter lines, so they are used only if the other lines would be
  /// worse. The corresponding rule is that of Knuth and Plass, "Breaking Paragraphs into Lines".
  func prettyEnds(width: Double) -> [LineEnd]? {
    let lastWord = lastWordStart
    return cheapestEnds(width: width) { first, last, line in
      let isLast = last == advances.count
      let hyphen = hyphens[last]
      let room = width + 0.01 - line - (isLast ? 0 : hyphen?.width ?? 0)
      guard room >= 0 else { return nil }
      let share = room / width
      var cost = isLast ? 0 : share * share
      if !isLast, hyphen != nil || compounds.contains(last) { cost += Self.hyphenCost }
      if isLast, first > 0 {
        let missing = pauses.contains(first) ? 0 : 1 - line / (Self.shortLine * width)
        cost += Self.loneWordCost * (lastWord <= first ? 1 : max(0, missing))
      }
      return cost
    }
  }

  /// Line ends with the smallest sum of the squared empty spaces of all lines, the last one included; nil if a line
  /// would end inside a word.
  ///
  /// - Parameter pause: A cluster with which a line starts in any case.
  private func evenEnds(width: Double, pause: Int?) -> [LineEnd]? {
    let lastWord = lastWordStart
    return cheapestEnds(width: width) { first, last, line in
      let isLast = last == advances.count
      guard isLast || hyphens[last] == nil && !compounds.contains(last) && phraseStarts?[last] != false,
        pause.map({ first >= $0 || last <= $0 }) ?? true
      else { return nil }
      let share = (width + 0.01 - line) / width
      return share * share + (isLast && lastWord <= first ? Self.loneWordCost : 0)
    }
  }

  /// The place at which the last word starts.
  private var lastWordStart: Int {
    mayBreak.indices.last { $0 > 0 && mayBreak[$0] && hyphens[$0] == nil } ?? 0
  }

  /// The line ends with the smallest sum of costs; nil if no line ends are possible.
  ///
  /// - Parameters:
  ///   - width: The width of the longest possible line.
  ///   - cost: The cost of a line between two places that has the given width; nil if it is not allowed.
  private func cheapestEnds(
    width: Double, _ cost: (_ first: Int, _ last: Int, _ line: Double) -> Double?
  ) -> [LineEnd]? {
    let places = [0] + advances.indices.dropFirst().filter { mayBreak[$0] } + [advances.count]
    var best = [Double](repeating: .infinity, count: places.count)
    var previous = [Int](repeating: 0, count: places.count)
    best[0] = 0
    for first in places.indices.dropLast() where best[first] < .infinity {
      var line = PlaceWidth()
      for next in first + 1..<places.count {
        line.addPlaces(places[next - 1]..<places[next], self)
        if line.seen > width + 0.01 { break }
        guard let cost = cost(places[first], places[next], line.seen) else { continue }
        if best[first] + cost < best[next] {
          best[next] = best[first] + cost
          previous[next] = first
        }
      }
    }
    guard best[places.count - 1] < .infinity else { return nil }
    var ends: [LineEnd] = []
    var number = previous[places.count - 1]
    while number > 0 {
      ends.append(end(at: places[number]))
      number = previous[number]
    }
    return ends.reversed()
  }

  /// The same as a line that is a fifth too short.
  private static let hyphenCost = 0.04
  /// The same as a line that is half empty.
  private static let loneWordCost = 0.25
  /// The share of the width below which a last line is short.
  private static let shortLine = 0.3

  /// The width of a line that grows piece by piece.
  private struct PlaceWidth {
    private var used = 0.0
    /// Without trailing spaces and spacing that are dropped at its end.
    private(set) var seen = 0.0

    mutating func addPlaces(_ range: Range<Int>, _ measure: ParagraphMeasure) {
      for place in range {
        used += measure.advances[place]
        if !measure.isSpace[place] { seen = used - measure.trailing[place] }
      }
    }
  }
}

extension TextShaper {
  /// The text with synthetic bold or italic faces for families without one.
  ///
  /// Symbols and emoji stay as they are.
  func completed(_ raw: RawText, of source: TextClusters) throws(RasterError) -> RawText {
    guard spans.contains(where: { $0.font.weight >= Self.bold || $0.font.isItalic }) else { return raw }
    var result = raw
    let owners = source.owners()
    // Adjacent glyphs mostly have the same face.
    var last: (face: Int, opened: FreeTypeFace)?
    for line in result.lines.indices {
      for index in result.lines[line].glyphs.indices {
        let glyph = result.lines[line].glyphs[index]
        let cluster = source.clusters[owners[glyph.byte]]
        let family = tier.fonts.families.all[cluster.family]
        guard !family.isColor, !FontCatalog.signFamilies.contains(family.name) else { continue }
        let font = spans[cluster.span].font
        let opened: FreeTypeFace
        if let last, last.face == glyph.face {
          opened = last.opened
        } else {
          opened = try faces.open(raw.faces[glyph.face])
          last = (glyph.face, opened)
        }
        var face = raw.faces[glyph.face]
        face.isEmboldened = font.weight >= Self.bold && opened.weight < Self.bold
        face.isSlanted = font.isItalic && !opened.isItalic
        guard face != raw.faces[glyph.face] else { continue }
        let number = result.faces.firstIndex(of: face) ?? result.faces.count
        if number == result.faces.count { result.faces.append(face) }
        result.lines[line].glyphs[index].face = number
      }
    }
    return result
  }

  /// The minimum weight that looks bold next to regular text.
  private static let bold = 600
}

extension TextShaper {
  /// The same text with a list of the features that are switched on and that none of the faces has.
  func namingIdleFeatures(_ text: ShapedText) throws(RasterError) -> ShapedText {
    guard spans.contains(where: { !$0.font.features.isEmpty }) else { return text }
    var result = text
    var known: [String: Bool] = [:]
    for run in text.lines.flatMap(\.runs) {
      // Kerning may be in a separate table.
      for feature in run.font.features where feature.value > 0 && feature.tag != "kern" {
        let face = try faces.open(run.face)
        known[feature.tag] = known[feature.tag] == true || face.hasFeature(feature.tag)
      }
    }
    result.idleFeatures = known.filter { !$0.value }.map(\.key).sorted()
    return result
  }
}

extension ShapedText {
  /// The same text with a list of the characters that have a synthetic face.
  func namingSynthesis() -> ShapedText {
    let made = lines.flatMap(\.runs).filter { $0.face.isEmboldened || $0.face.isSlanted }
    guard !made.isEmpty else { return self }
    var result = self
    for run in made {
      for scalar in run.text.unicodeScalars where !scalar.properties.isWhitespace && !scalar.isSilent {
        if run.face.isEmboldened, !result.withoutBold.contains(scalar) { result.withoutBold.append(scalar) }
        if run.face.isSlanted, !result.withoutItalic.contains(scalar) { result.withoutItalic.append(scalar) }
      }
    }
    return result
  }
}

/// The cache key of a text: everything that Pango's result depends on.
struct ShapingKey: Equatable {
  let text: TextClusters
  let spans: [TextSpan]
  let request: LineRequest

  static func == (a: ShapingKey, b: ShapingKey) -> Bool {
    a.text == b.text && a.request == b.request && a.spans.count == b.spans.count
      && zip(a.spans, b.spans).allSatisfy { $0.isShaped(like: $1) && $0.tracking == $1.tracking }
  }
}

/// A cache of the texts shaped most recently, large enough for those of a card.
struct ShapingCache {
  /// The maximum number of entries.
  static let most = 16
  /// The maximum length of a text in bytes; longer texts are not cached.
  static let bytes = 2048

  private var entries: [(question: ShapingKey, text: RawText)] = []
  /// The index of the oldest entry.
  private var oldest = 0

  /// The lines of a text; nil if it is not in the cache.
  func answer(to question: ShapingKey) -> RawText? {
    entries.first { $0.question == question }?.text
  }

  /// Adds lines and removes the oldest ones.
  mutating func insert(_ text: RawText, for question: ShapingKey) {
    guard question.text.bytes.count <= Self.bytes else { return }
    if entries.count < Self.most { return entries.append((question, text)) }
    entries[oldest] = (question, text)
    oldest = (oldest + 1) % Self.most
  }
}

/// Lines and the faces of their glyphs.
struct RawText {
  /// The lines, from top to bottom.
  var lines: [RawLine]
  var faces: [FontFace]
  /// Characters that turned out to be missing in the chosen face.
  var unknown: [Unicode.Scalar] = []
}
