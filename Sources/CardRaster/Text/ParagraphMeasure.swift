/// How wide the clusters of an unbroken piece of text are, and where it may be broken.
struct ParagraphMeasure {
  /// The number of the first cluster.
  let start: Int
  /// In points, for each cluster; a ligature's is that of its first.
  let advances: [Double]
  /// For each cluster how much of its advance is dropped where it ends a line: the space between letters.
  let trailing: [Double]
  /// For each cluster whether a line may start with it.
  var mayBreak: [Bool]
  /// For each cluster the hyphen that is shown behind the one before it when a line starts with it, and its width in points.
  var hyphens: [Int: Hyphen] = [:]
  /// For each cluster whether it takes no room at the end of a line.
  let isSpace: [Bool]
  /// Whether the text runs from right to left.
  let isRightToLeft: Bool
  /// For each cluster whether its glyphs run from right to left, nil without a glyph; empty where none do.
  var directions: [Bool?] = []

  /// A hyphen at the end of a line.
  struct Hyphen {
    var sign: String
    var width: Double
  }

  /// Where a line ends that starts at a cluster: before the word that goes over the width, inside it when it is the
  /// first of the line; at least one cluster is taken.
  func end(ofLineFrom first: Int, width: Double) -> LineEnd {
    // The advances are sums of rounded numbers.
    let room = width + 0.01
    var used = 0.0
    var seen = 0.0
    var last: Int?
    for place in first - start..<advances.count {
      if place > first - start, mayBreak[place], seen + (hyphens[place]?.width ?? 0) <= room { last = place }
      used += advances[place]
      guard !isSpace[place] else { continue }
      seen = used - trailing[place]
      guard seen > room, place > first - start else { continue }
      return last.map { end(at: $0) } ?? LineEnd(place: place + start, isInsideWord: true)
    }
    return LineEnd(place: advances.count + start)
  }

  /// The end of a line in front of a cluster at which it may be broken, counted from the start of the piece.
  func end(at place: Int) -> LineEnd { LineEnd(place: place + start, hyphen: hyphens[place]?.sign) }

  /// The places to break before another one, from the last to the first, for a line that starts at a cluster: those
  /// between words, then those inside the first word.
  func breaks(before end: Int, after first: Int) -> [Int] {
    guard first + 1 < end else { return [] }
    let between = (first + 1..<end).filter { mayBreak[$0 - start] }
    return between.reversed() + (first + 1..<(between.first ?? end)).reversed()
  }

  /// The ends of all lines but the last from a cluster on, each as long as it can be.
  func ends(from first: Int, width: Double) -> [LineEnd] {
    var ends: [LineEnd] = []
    var place = first
    while true {
      let end = end(ofLineFrom: place, width: width)
      guard end.place < start + advances.count else { return ends }
      ends.append(end)
      place = end.place
    }
  }
}
