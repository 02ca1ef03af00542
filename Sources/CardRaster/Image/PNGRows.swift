internal import Synchronization

/// Packs and filters the rows of a picture in order.
struct PNGRows: ~Copyable {
  private let pixels: UnsafeRawBufferPointer
  private let rows: PixelRows
  private let layout: PNGLayout
  private let strategy: PNGFilter.Strategy
  private let step: Int
  private let sampling: Sampling
  /// Bytes of a row without its filter byte.
  let rowBytes: Int
  /// Buffers of lines, each after some zeros.
  private var line: UnsafeMutablePointer<UInt8>
  private var above: UnsafeMutablePointer<UInt8>
  private let space: UnsafeMutablePointer<UInt8>
  private let trial: UnsafeMutablePointer<UInt8>
  private var seenPairs: [UInt64] = []
  private var next = 0
  /// The group of rows for which `isDiagonalGradient` is already known.
  private var group = 0..<0
  private var isSkewed = false
  /// The number of photographic rows so far.
  private(set) var photographRows = 0

  private static let margin = 16

  /// The number of bytes in a group of rows.
  static let groupBytes = 256 << 10

  /// The number of rows in a group, for rows of some bytes including their filter bytes.
  static func groupRows(_ rowBytes: Int) -> Int { max(1, groupBytes / rowBytes) }

  /// The sampling rates for choosing the filter of a row.
  struct Sampling {
    /// One of this many groups of pixels is sampled for the content of a row.
    var content = 1
    /// One of this many groups of pixels is sampled for shifted rows.
    var skew = 4
    /// One of this many groups of bytes is sampled for the best filter.
    var filters = 1
  }

  init(
    _ pixels: UnsafeRawBufferPointer, _ rows: PixelRows, _ layout: PNGLayout, _ strategy: PNGFilter.Strategy,
    sampling: Sampling = Sampling()
  ) {
    self.sampling = sampling
    self.pixels = pixels
    self.rows = rows
    self.layout = layout
    self.strategy = strategy
    step = layout.pixelBytes
    rowBytes = layout.rowBytes(width: rows.width)
    let length = Self.margin + rowBytes + PNGFilter.slack
    space = .allocate(capacity: 2 * length)
    space.initialize(repeating: 0, count: 2 * length)
    above = space + Self.margin
    line = space + length + Self.margin
    trial = .allocate(capacity: length)
    if case .fewestPairs = strategy { seenPairs = [UInt64](repeating: 0, count: 1024) }
  }

  deinit {
    space.deallocate()
    trial.deallocate()
  }

  /// All rows, each with its filter byte in front, ready for compression.
  ///
  /// The array has capacity for the bytes written after its end.
  static func all(
    _ pixels: UnsafeRawBufferPointer, _ rows: PixelRows, _ layout: PNGLayout, _ strategy: PNGFilter.Strategy
  ) -> [UInt8] {
    all(rows, layout, .one) { PNGRows(pixels, rows, layout, strategy) }.bytes
  }

  /// All rows of a picture, filtered by several threads, and the number of photographic rows.
  ///
  /// The picture must not be empty.
  ///
  /// - Parameter make: returns the rows of the picture, from the first on, for each thread.
  static func all(
    _ rows: PixelRows, _ layout: PNGLayout, _ threads: RowParallelism, make: () -> PNGRows
  ) -> (bytes: [UInt8], photographRows: Int) {
    let photographs = Atomic(0)
    let (height, length) = (rows.height, 1 + layout.rowBytes(width: rows.width))
    let bytes = [UInt8](unsafeUninitializedCapacity: height * length + PNGFilter.slack) { buffer, count in
      HugePages.ask(for: UnsafeMutableRawBufferPointer(buffer))
      threads.forEachBand(of: 0..<height, rowBytes: length) { band in
        var source = make()
        source.skip(to: band.lowerBound)
        source.write(
          band.count, to: UnsafeMutableBufferPointer(rebasing: buffer[(band.lowerBound * length)...]))
        photographs.wrappingAdd(source.photographRows, ordering: .relaxed)
      }
      count = height * length
    }
    return (bytes, photographs.load(ordering: .relaxed))
  }

  /// Writes the next rows and no bytes after them, as the rows of another thread follow.
  private mutating func write(_ count: Int, to out: UnsafeMutableBufferPointer<UInt8>) {
    let length = 1 + rowBytes
    guard var place = out.baseAddress else { return }
    for _ in 1..<count {
      write(to: place)
      place += length
    }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: length + PNGFilter.slack) { last in
      guard let start = last.baseAddress else { return }
      write(to: start)
      place.update(from: start, count: length)
    }
  }

  /// Skips the rows before one.
  mutating func skip(to row: Int) {
    guard row > next else { return }
    layout.pack(pixels, rows, row: row - 1, into: line)
    next = row
  }

  /// Writes the next row: its filter byte, its bytes, and up to `PNGFilter.slack` unused bytes.
  mutating func write(to out: UnsafeMutablePointer<UInt8>) {
    let y = next
    next += 1
    let start = y * rows.stride
    let isRepeated = y > 0 && repeatsAbove(y)
    var content: RowContent?
    if case .content = strategy, !isDiagonalGradient(at: y), y > 0, !isRepeated, let base = pixels.baseAddress
    {
      content = RowContent(
        base + start, above: base + start - rows.stride, width: rows.width, number: y, rate: sampling.content)
    }
    if !isRepeated {
      swap(&line, &above)
      layout.pack(pixels, rows, row: y, into: line)
    }
    // A row that repeats the one above is its own row above.
    let higher = isRepeated ? line : above
    if content?.isPhotograph == true { photographRows += 1 }
    let filter = choose(content, higher, out + 1)
    out[0] = filter.rawValue
    filter.apply(line, above: higher, count: rowBytes, step: step, to: out + 1)
  }

  /// Whether a row, which is not the first, equals the one above.
  private func repeatsAbove(_ row: Int) -> Bool {
    guard let base = pixels.baseAddress else { return false }
    let start = row * rows.stride
    return base.isSame(start, as: base + (start - rows.stride), count: 4 * rows.width)
  }

  /// Whether a row is in a group of shifted rows, which are written without filters.
  ///
  /// A group is tested as a whole, since an unfiltered row has no matches among filtered ones.
  mutating func isDiagonalGradient(at row: Int) -> Bool {
    if !group.contains(row) {
      let count = Self.groupRows(1 + rowBytes)
      let first = row / count * count
      group = first..<min(rows.height, first + count)
      isSkewed = isDiagonalGradient(group)
    }
    return isSkewed
  }

  private func isDiagonalGradient(_ range: Range<Int>) -> Bool {
    guard let base = pixels.baseAddress else { return false }
    var skew = DiagonalRows()
    for y in max(1, range.lowerBound)..<max(1, range.upperBound) {
      let row = base + y * rows.stride
      skew.look(at: row, above: row - rows.stride, width: rows.width, number: y, rate: sampling.skew)
    }
    return skew.isLarge
  }

  private mutating func choose(
    _ content: RowContent?, _ above: UnsafePointer<UInt8>, _ out: UnsafeMutablePointer<UInt8>
  ) -> PNGFilter {
    switch strategy {
    case .fixed(let filter): return filter
    case .smallestSum(let filters): return smallestSum(filters, above, rate: 1)
    case .content(let photograph):
      guard let content, content.wantsFilter else { return .none }
      return smallestSum(content.isPhotograph ? photograph : Self.gradient, above, rate: sampling.filters)
    case .leastEntropy: return best(above) { bytes, _ in PNGFilter.entropy(bytes) }
    case .fewestPairs: return best(above) { bytes, seen in PNGFilter.pairs(bytes, &seen) }
    }
  }

  private static let gradient: [PNGFilter] = [.up, .sub]

  private func smallestSum(_ filters: [PNGFilter], _ above: UnsafePointer<UInt8>, rate: Int) -> PNGFilter {
    var (best, least) = (PNGFilter.none, Int.max)
    for filter in filters {
      let sum = filter.sum(line, above: above, count: rowBytes, step: step, rate: rate)
      if sum < least { (best, least) = (filter, sum) }
    }
    return best
  }

  private mutating func best(
    _ above: UnsafePointer<UInt8>, _ score: (UnsafeBufferPointer<UInt8>, inout [UInt64]) -> Int
  ) -> PNGFilter {
    var (best, least) = (PNGFilter.none, Int.max)
    for filter in PNGFilter.allCases {
      filter.apply(line, above: above, count: rowBytes, step: step, to: trial)
      let value = score(UnsafeBufferPointer(start: trial, count: rowBytes), &seenPairs)
      if value < least { (best, least) = (filter, value) }
    }
    return best
  }
}

extension UnsafeRawPointer {
  /// Whether the bytes at an offset equal those at another place.
  func isSame(_ offset: Int, as other: UnsafeRawPointer, count: Int) -> Bool {
    var index = 0
    while index &+ 16 <= count {
      let difference =
        loadUnaligned(fromByteOffset: offset &+ index, as: SIMD2<UInt64>.self)
        ^ other.loadUnaligned(fromByteOffset: index, as: SIMD2<UInt64>.self)
      if difference.x | difference.y != 0 { return false }
      index &+= 16
    }
    while index < count {
      let one = load(fromByteOffset: offset &+ index, as: UInt8.self)
      if one != other.load(fromByteOffset: index, as: UInt8.self) { return false }
      index &+= 1
    }
    return true
  }
}

/// The content of a pixel row, as far as it affects the choice of a filter.
///
/// Drawn shapes and letters repeat themselves: a compressor finds more matches in unfiltered bytes. Gradients
/// and photographs do not repeat, but change little from pixel to pixel, and a filter makes the differences
/// small. The counts are of pixels that equal neither the one at their left nor the one above: smooth ones,
/// which are close to one of them, and hard ones.
struct RowContent {
  private(set) var smooth = 0
  private(set) var hard = 0
  /// The number of sampled pixels.
  private(set) var seen = 0

  /// A photographic row has many new pixels.
  var isPhotograph: Bool { 4 * (smooth + hard) > seen }
  /// Whether filtered bytes probably compress better than unfiltered ones.
  var wantsFilter: Bool { smooth > hard || isPhotograph }

  /// The maximum difference of close channels.
  private static let near: Int16 = 4

  /// Samples a row, which is not the first: one group of four pixels in `rate`.
  ///
  /// The offset of the group varies with the row.
  init(_ row: UnsafeRawPointer, above: UnsafeRawPointer, width: Int, number: Int, rate: Int) {
    var (changed, far) = (Pixels.zero, Pixels.zero)
    // The first pixel has no left neighbour.
    var x = 4 * (1 + number % rate)
    while x &+ 4 <= width {
      let here = row.loadUnaligned(fromByteOffset: 4 &* x, as: Pixels.self)
      let higher = above.loadUnaligned(fromByteOffset: 4 &* x, as: Pixels.self)
      seen &+= 4
      if Self.isAny(here ^ higher) {
        let left = row.loadUnaligned(fromByteOffset: 4 &* x &- 4, as: Pixels.self)
        if Self.isAny(here ^ left) {
          changed = changed &+ (Self.ones(here ^ left) & Self.ones(here ^ higher))
          far = far &+ (Self.ones(Self.far(here, left)) & Self.ones(Self.far(here, higher)))
        }
      }
      x &+= 4 &* rate
    }
    // Pixels that are far from both neighbours also differ from both.
    for lane in 0..<4 {
      hard &+= Int(far[lane])
      smooth &+= Int(changed[lane] &- far[lane])
    }
  }

  /// Four pixels in memory order.
  typealias Pixels = SIMD4<UInt32>

  /// Whether any bit of the four pixels is set.
  @inline(__always) static func isAny(_ pixels: Pixels) -> Bool {
    let pair = unsafeBitCast(pixels, to: SIMD2<UInt64>.self)
    return pair.x | pair.y != 0
  }

  /// 1 for each pixel that is not 0.
  @inline(__always) static func ones(_ pixels: Pixels) -> Pixels { (pixels | (0 &- pixels)) &>> 31 }

  /// Not zero for pixels with a channel that is far from that of the other pixel.
  @inline(__always) static func far(_ a: Pixels, _ b: Pixels) -> Pixels {
    far(a & 0x00FF_00FF, channels: b & 0x00FF_00FF)
      | far((a &>> 8) & 0x00FF_00FF, channels: (b &>> 8) & 0x00FF_00FF)
  }

  /// The same for two of the channels.
  @inline(__always) private static func far(_ a: Pixels, channels b: Pixels) -> Pixels {
    let difference = unsafeBitCast(a, to: SIMD8<Int16>.self) &- unsafeBitCast(b, to: SIMD8<Int16>.self)
    let sign = difference &>> 15
    // Negative if the difference is too large.
    let excess = SIMD8<Int16>(repeating: near) &- ((difference ^ sign) &- sign)
    return unsafeBitCast(excess &>> 15, to: Pixels.self)
  }
}

/// Detects rows that are the row above shifted by a pixel, as in a diagonal gradient.
///
/// No filter predicts such a row, but a compressor matches nearly all of it with the row above if both are
/// unfiltered. The counts are of pixels that equal neither the one at the left nor the one above: moved ones,
/// which equal a neighbour of the one above, smooth ones, which are close to the left or the one above, and
/// hard ones.
struct DiagonalRows {
  private var moved = 0
  private var smooth = 0
  private var hard = 0
  /// The number of sampled pixels.
  private var seen = 0

  /// Whether unfiltered bytes compress better than filtered ones.
  ///
  /// The thresholds were measured with libdeflate at level 6 on cards with gradients, pictures and text.
  var isLarge: Bool { 200 * moved >= seen && moved > 0 && 2 * moved >= smooth && 4 * moved >= hard }

  /// Samples a row, which is not the first: one group of four pixels in `rate`.
  ///
  /// The offset of the group varies with the row.
  mutating func look(
    at row: UnsafeRawPointer, above: UnsafeRawPointer, width: Int, number: Int, rate: Int
  ) {
    var (new, far, elsewhere) = (Pixels.zero, Pixels.zero, Pixels.zero)
    // The first pixel has no left neighbour, the last one no right neighbour above.
    var x = 4 * (1 + number % rate)
    while x &+ 5 <= width {
      let here = row.loadUnaligned(fromByteOffset: 4 &* x, as: Pixels.self)
      let higher = above.loadUnaligned(fromByteOffset: 4 &* x, as: Pixels.self)
      seen &+= 4
      if RowContent.isAny(here ^ higher) {
        let left = row.loadUnaligned(fromByteOffset: 4 &* x &- 4, as: Pixels.self)
        if RowContent.isAny(here ^ left) {
          let before = above.loadUnaligned(fromByteOffset: 4 &* x &- 4, as: Pixels.self)
          let behind = above.loadUnaligned(fromByteOffset: 4 &* x &+ 4, as: Pixels.self)
          let isNew = RowContent.ones(here ^ left) & RowContent.ones(here ^ higher)
          let isElsewhere = isNew & RowContent.ones(here ^ before) & RowContent.ones(here ^ behind)
          new = new &+ isNew
          elsewhere = elsewhere &+ isElsewhere
          far =
            far
            &+ (isElsewhere & RowContent.ones(RowContent.far(here, left))
              & RowContent.ones(RowContent.far(here, higher)))
        }
      }
      x &+= 4 &* rate
    }
    for lane in 0..<4 {
      hard &+= Int(far[lane])
      smooth &+= Int(elsewhere[lane] &- far[lane])
      moved &+= Int(new[lane] &- elsewhere[lane])
    }
  }

  private typealias Pixels = RowContent.Pixels
}
