extension TextShaper {
  /// Where the lines of a paragraph end.
  func lineEnds(of paragraph: ParagraphMeasure, width: Double) -> [LineEnd] {
    let ends = paragraph.ends(from: paragraph.start, width: width)
    // Within a word no place is better than another one.
    guard !ends.isEmpty, style.lineBreakMode != .charWrap, !ends.contains(where: \.isInsideWord) else {
      return ends
    }
    switch style.lineBreakStrategy {
    case .standard:
      guard style.avoidsLoneWords, paragraph.leavesLoneWord(behind: ends) else { return ends }
      return paragraph.prettyEnds(width: width) ?? ends
    case .balanced:
      return ends.count < Limits.balancedLines ? paragraph.balancedEnds(ends, width: width) : ends
    case .pretty: return paragraph.prettyEnds(width: width) ?? ends
    }
  }
}

extension ParagraphMeasure {
  /// The ends of as many lines as the longest ones need, in the least width that takes no more.
  ///
  /// The width is found by halves, to a quarter of a point.
  func balancedEnds(_ ends: [LineEnd], width: Double) -> [LineEnd] {
    var best = ends
    var low = 0.0
    var high = width
    while high - low > 0.25 {
      let middle = (low + high) / 2
      let tried = self.ends(from: start, width: middle)
      if tried.count > ends.count || tried.contains(where: \.isInsideWord) {
        low = middle
      } else {
        (high, best) = (middle, tried)
      }
    }
    return best
  }

  /// Whether the last of some lines is a single word.
  func leavesLoneWord(behind ends: [LineEnd]) -> Bool {
    guard let last = ends.last else { return false }
    return !mayBreak.indices.contains { $0 > last.place - start && mayBreak[$0] }
  }

  /// The ends of lines of which all together leave the least room, by the squares of what each leaves; nil when a word is
  /// wider than a line.
  ///
  /// A hyphen and a last line of one word cost as much as lines that are a good deal shorter, so that they are taken only
  /// where the other lines would suffer. The corresponding rule is that of Knuth and Plass, "Breaking Paragraphs into Lines".
  func prettyEnds(width: Double) -> [LineEnd]? {
    let places = [0] + advances.indices.dropFirst().filter { mayBreak[$0] } + [advances.count]
    let wordStarts = places.filter { $0 < advances.count && hyphens[$0] == nil }
    var best = [Double](repeating: .infinity, count: places.count)
    var previous = [Int](repeating: 0, count: places.count)
    best[0] = 0
    for first in places.indices.dropLast() where best[first] < .infinity {
      var line = PlaceWidth()
      for next in first + 1..<places.count {
        line.add(places[next - 1]..<places[next], self)
        let isLast = places[next] == advances.count
        let hyphen = hyphens[places[next]]
        let room = width + 0.01 - line.seen - (isLast ? 0 : hyphen?.width ?? 0)
        if line.seen > width + 0.01 { break }
        guard room >= 0 else { continue }
        let share = room / width
        var cost = isLast ? 0 : share * share
        if !isLast, hyphen != nil { cost += Self.hyphenCost }
        if isLast, first > 0, wordStarts.last.map({ $0 <= places[first] }) ?? false {
          cost += Self.loneWordCost
        }
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

  /// As a line that is a fifth too short.
  private static let hyphenCost = 0.04
  /// As a line that is half empty.
  private static let loneWordCost = 0.25

  /// How wide a line is that grows by pieces.
  private struct PlaceWidth {
    private var used = 0.0
    /// Without what is dropped at its end.
    private(set) var seen = 0.0

    mutating func add(_ range: Range<Int>, _ measure: ParagraphMeasure) {
      for place in range {
        used += measure.advances[place]
        if !measure.isSpace[place] { seen = used - measure.trailing[place] }
      }
    }
  }
}
