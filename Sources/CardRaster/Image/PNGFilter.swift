/// The five filters of PNG and the ways to choose one for each row (PNG, third edition, section 9).
///
/// How it works: each row is packed once into a line that starts with a pixel of zeros, so that "left" and "above
/// left" need no case of their own; every loop is then free of branches, and the compiler makes vectors of it.
/// The usual measure of a filtered row is the sum of its bytes taken as signed numbers: small sums compress well.
enum PNGFilter: UInt8, CaseIterable {
  case none, sub, up, average, paeth

  /// How the filter of each row is chosen.
  enum Strategy: Hashable {
    /// The same filter for all rows.
    case fixed(PNGFilter)
    /// Of these, the one with the smallest sum.
    case smallestSum([PNGFilter])
    /// Of all five, the one whose bytes have the least entropy.
    case leastEntropy
  }

  /// The rows of a picture, each with its filter's number in front, ready to be deflated.
  static func filter(
    _ bytes: borrowing RawSpan, _ rows: PixelRows, _ layout: PNGLayout, _ strategy: Strategy
  ) -> [UInt8] {
    let step = layout.pixelBytes
    let length = layout.rowBytes(width: rows.width)
    var above = [UInt8](repeating: 0, count: step + length)
    var line = above
    var trial = [UInt8](repeating: 0, count: 1 + length)
    var out = [UInt8](repeating: 0, count: rows.height * (1 + length))
    var target = out.mutableSpan
    for y in 0..<rows.height {
      var packed = line.mutableSpan
      layout.pack(bytes, rows, row: y, into: &packed)
      let start = y * (1 + length)
      switch strategy {
      case .fixed(let filter):
        filter.apply(line.span, above: above.span, step: step, to: &target, at: start)
      case .smallestSum(let filters):
        choose(filters, line.span, above.span, step, &target, start, &trial) { sum($0, from: $1) }
      case .leastEntropy:
        choose(PNGFilter.allCases, line.span, above.span, step, &target, start, &trial) {
          entropy($0, from: $1)
        }
      }
      swap(&line, &above)
    }
    return out
  }

  /// Filters a row in each way and leaves the one with the lowest score in `target`.
  private static func choose(
    _ filters: [PNGFilter], _ line: Span<UInt8>, _ above: Span<UInt8>, _ step: Int,
    _ target: inout MutableSpan<UInt8>, _ start: Int, _ trial: inout [UInt8],
    score: (Span<UInt8>, Int) -> UInt64
  ) {
    var best = UInt64.max
    for filter in filters {
      var attempt = trial.mutableSpan
      filter.apply(line, above: above, step: step, to: &attempt, at: 0)
      let value = score(attempt.span, 1)
      guard value < best else { continue }
      best = value
      for index in 0..<attempt.count { target[unchecked: start &+ index] = attempt[unchecked: index] }
      if best == 0 { return }
    }
  }

  /// Writes the number of the filter and the filtered row.
  private func apply(
    _ line: Span<UInt8>, above: Span<UInt8>, step: Int, to target: inout MutableSpan<UInt8>, at start: Int
  ) {
    let length = line.count - step
    precondition(above.count == line.count && start >= 0 && start + length < target.count)
    target[unchecked: start] = rawValue
    let out = start &+ 1
    switch self {
    case .none:
      for i in 0..<length { target[unchecked: out &+ i] = line[unchecked: i &+ step] }
    case .sub:
      for i in 0..<length {
        target[unchecked: out &+ i] = line[unchecked: i &+ step] &- line[unchecked: i]
      }
    case .up:
      for i in 0..<length {
        target[unchecked: out &+ i] = line[unchecked: i &+ step] &- above[unchecked: i &+ step]
      }
    case .average:
      for i in 0..<length {
        let sum = UInt16(line[unchecked: i]) &+ UInt16(above[unchecked: i &+ step])
        target[unchecked: out &+ i] = line[unchecked: i &+ step] &- UInt8(truncatingIfNeeded: sum >> 1)
      }
    case .paeth:
      for i in 0..<length {
        let a = Int16(line[unchecked: i])
        let b = Int16(above[unchecked: i &+ step])
        let c = Int16(above[unchecked: i])
        // |p - a|, |p - b|, |p - c| for p = a + b - c.
        let da = abs16(b &- c)
        let db = abs16(a &- c)
        let dc = abs16(a &+ b &- c &- c)
        let other = db <= dc ? b : c
        let nearest = da <= db && da <= dc ? a : other
        target[unchecked: out &+ i] = line[unchecked: i &+ step] &- UInt8(truncatingIfNeeded: nearest)
      }
    }
  }

  /// The sum of the distances of bytes from zero, where 255 is one away.
  private static func sum(_ bytes: Span<UInt8>, from start: Int) -> UInt64 {
    var total: UInt32 = 0
    for i in start..<bytes.count {
      let byte = bytes[unchecked: i]
      total &+= UInt32(min(byte, 0 &- byte))
    }
    return UInt64(total)
  }

  /// Σ n·log₂ n of the counts of the byte values, taken from the largest it can be: lower is better.
  private static func entropy(_ bytes: Span<UInt8>, from start: Int) -> UInt64 {
    var counts = [UInt32](repeating: 0, count: 256)
    for i in start..<bytes.count { counts[Int(bytes[unchecked: i])] += 1 }
    var order: UInt64 = 0
    for count in counts where count > 1 { order += UInt64(count) * logarithm(count) }
    return UInt64(bytes.count) * logarithm(UInt32(bytes.count)) - order
  }

  /// log₂ in 1/256, by the highest bit and a straight line after it: no library that could differ.
  private static func logarithm(_ value: UInt32) -> UInt64 {
    let bit = UInt64(31 - value.leadingZeroBitCount)
    let rest = ((UInt64(value) << 8) >> bit) - 256
    return (bit << 8) + rest
  }
}

@inline(__always)
private func abs16(_ value: Int16) -> Int16 { max(value, 0 &- value) }
