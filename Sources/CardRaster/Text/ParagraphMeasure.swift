/// How wide the clusters of an unbroken piece of text are, and where it may be broken.
struct ParagraphMeasure {
  /// The number of the first cluster.
  let start: Int
  /// In points, for each cluster; a ligature's is that of its first.
  let advances: [Double]
  /// For each cluster whether a line may start with it.
  let mayBreak: [Bool]
  /// For each cluster whether it takes no room at the end of a line.
  let isSpace: [Bool]
  /// Whether the text runs from right to left.
  let isRightToLeft: Bool

  /// Where a line ends that starts at a cluster: before the word that goes over the width, inside it when it is the
  /// first of the line; at least one cluster is taken.
  func end(ofLineFrom first: Int, width: Double) -> (place: Int, isInsideWord: Bool) {
    var used = 0.0
    var last: Int?
    for place in first - start..<advances.count {
      if place > first - start, mayBreak[place] { last = place }
      used += advances[place]
      // The advances are sums of rounded numbers.
      guard used > width + 0.01, !isSpace[place], place > first - start else { continue }
      if let last { return (last + start, false) }
      return (place + start, true)
    }
    return (advances.count + start, false)
  }

  /// The places to break before another one, from the last to the first, for a line that starts at a cluster: those
  /// between words, then those inside the first word.
  func breaks(before end: Int, after first: Int) -> [Int] {
    guard first + 1 < end else { return [] }
    let between = (first + 1..<end).filter { mayBreak[$0 - start] }
    return between.reversed() + (first + 1..<(between.first ?? end)).reversed()
  }
}
