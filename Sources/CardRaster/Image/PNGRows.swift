internal import Synchronization

/// Packs and filters the rows of a picture one after the other, from where they lie.
struct PNGRows: ~Copyable {
  private let pixels: UnsafeRawBufferPointer
  private let rows: PixelRows
  private let layout: PNGLayout
  private let strategy: PNGFilter.Strategy
  private let step: Int
  private let sampling: Sampling
  /// Bytes of a row without its filter's number.
  let rowBytes: Int
  /// The lines are at the same places in these, each after some zeros.
  private var line: UnsafeMutablePointer<UInt8>
  private var above: UnsafeMutablePointer<UInt8>
  private let space: UnsafeMutablePointer<UInt8>
  private let trial: UnsafeMutablePointer<UInt8>
  private var seenPairs: [UInt64] = []
  private var next = 0
  /// Rows of which it is known whether they are moved against each other.
  private var group = 0..<0
  private var isSkewed = false
  /// How many rows so far are of photographs.
  private(set) var photographRows = 0

  private static let margin = 16

  /// So many bytes of rows are looked at together.
  static let groupBytes = 256 << 10

  /// How many rows of so many bytes, with their filters' numbers, are looked at together.
  static func groupRows(_ rowBytes: Int) -> Int { max(1, groupBytes / rowBytes) }

  /// What share of a row is read before a filter is chosen for it.
  struct Sampling {
    /// Of so many groups of pixels one tells what a row is made of.
    var content = 1
    /// Of so many groups of pixels one tells whether rows are moved against each other.
    var skew = 4
    /// Of so many groups of bytes one tells which filter suits it best.
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

  /// All rows, each with its filter's number in front, ready to be deflated.
  ///
  /// The array has room for what is written behind its end.
  static func all(
    _ pixels: UnsafeRawBufferPointer, _ rows: PixelRows, _ layout: PNGLayout, _ strategy: PNGFilter.Strategy
  ) -> [UInt8] {
    all(rows, layout, .one) { PNGRows(pixels, rows, layout, strategy) }.bytes
  }

  /// All rows of a picture that is not empty, filtered by several threads, and how many of them are of photographs.
  ///
  /// - Parameter make: gives the rows of the picture, from the first on, to each thread.
  static func all(
    _ rows: PixelRows, _ layout: PNGLayout, _ threads: PictureThreads, make: () -> PNGRows
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

  /// Writes the next rows and nothing behind them, where those of another thread are.
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

  /// Leaves out the rows before one.
  mutating func skip(to row: Int) {
    guard row > next else { return }
    layout.pack(pixels, rows, row: row - 1, into: line)
    next = row
  }

  /// Writes the next row: its filter's number, its bytes, and up to `PNGFilter.slack` bytes that mean nothing.
  mutating func write(to out: UnsafeMutablePointer<UInt8>) {
    let y = next
    next += 1
    let start = y * rows.stride
    let isRepeated = y > 0 && repeatsAbove(y)
    var content: RowContent?
    if case .content = strategy, !areSkewed(at: y), y > 0, !isRepeated, let base = pixels.baseAddress {
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

  /// Whether a row, which is not the first, is the one above again.
  private func repeatsAbove(_ row: Int) -> Bool {
    guard let base = pixels.baseAddress else { return false }
    let start = row * rows.stride
    return base.isSame(start, as: base + (start - rows.stride), count: 4 * rows.width)
  }

  /// Whether a row is of a group whose rows are moved against each other, so that they are written without filters.
  ///
  /// A group is looked at as a whole, as a row that is written plainly among filtered ones is found in none of them.
  mutating func areSkewed(at row: Int) -> Bool {
    if !group.contains(row) {
      let count = Self.groupRows(1 + rowBytes)
      let first = row / count * count
      group = first..<min(rows.height, first + count)
      isSkewed = areSkewed(group)
    }
    return isSkewed
  }

  private func areSkewed(_ range: Range<Int>) -> Bool {
    guard let base = pixels.baseAddress else { return false }
    var skew = RowSkew()
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
  /// Whether the bytes at an offset are those at another place.
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

/// What a row of pixels is made of, as far as the choice of a filter asks for it.
///
/// Drawn shapes and letters repeat themselves: a deflater finds more of that in plain bytes than in filtered ones.
/// Gradients and photographs do not, but change little from pixel to pixel, and a filter makes that small. So the pixels
/// are counted that are like neither the one at their left nor the one above: smooth ones, which are near one of them, and
/// hard ones.
///
struct RowContent {
  private(set) var smooth = 0
  private(set) var hard = 0
  /// How many were looked at.
  private(set) var seen = 0

  /// A row of which much is new is of a photograph.
  var isPhotograph: Bool { 4 * (smooth + hard) > seen }
  /// Whether filtered bytes will take less than plain ones.
  var wantsFilter: Bool { smooth > hard || isPhotograph }

  /// Channels that are at most so far apart are near.
  private static let near: Int16 = 4

  /// Looks at a row, which is not the first: at one group of four pixels in `rate`, in each row at other ones.
  init(_ row: UnsafeRawPointer, above: UnsafeRawPointer, width: Int, number: Int, rate: Int) {
    var (changed, far) = (Pixels.zero, Pixels.zero)
    // The first pixel has none at its left.
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
    // What is far from both is different from both.
    for lane in 0..<4 {
      hard &+= Int(far[lane])
      smooth &+= Int(changed[lane] &- far[lane])
    }
  }

  /// Four pixels in the order of the memory they come from.
  typealias Pixels = SIMD4<UInt32>

  /// Whether a bit of four is set.
  @inline(__always) static func isAny(_ pixels: Pixels) -> Bool {
    let pair = unsafeBitCast(pixels, to: SIMD2<UInt64>.self)
    return pair.x | pair.y != 0
  }

  /// 1 for each that is not 0.
  @inline(__always) static func ones(_ pixels: Pixels) -> Pixels { (pixels | (0 &- pixels)) &>> 31 }

  /// Not zero for pixels of which a channel is far from the same in the other.
  @inline(__always) static func far(_ a: Pixels, _ b: Pixels) -> Pixels {
    far(a & 0x00FF_00FF, channels: b & 0x00FF_00FF)
      | far((a &>> 8) & 0x00FF_00FF, channels: (b &>> 8) & 0x00FF_00FF)
  }

  /// The same of two channels.
  @inline(__always) private static func far(_ a: Pixels, channels b: Pixels) -> Pixels {
    let difference = unsafeBitCast(a, to: SIMD8<Int16>.self) &- unsafeBitCast(b, to: SIMD8<Int16>.self)
    let sign = difference &>> 15
    // Negative where it is too much.
    let excess = SIMD8<Int16>(repeating: near) &- ((difference ^ sign) &- sign)
    return unsafeBitCast(excess &>> 15, to: Pixels.self)
  }
}

/// Whether some rows of pixels are the ones above moved by a pixel, as those of a gradient at an angle are.
///
/// No filter foretells such a row, but a deflater finds nearly all of it in the one above, when both are written as they are.
/// So those pixels are counted that are like neither the one at the left nor the one above: moved ones, which are like a
/// neighbour of the one above, smooth ones, which are near the left or the one above, and hard ones.
struct RowSkew {
  private var moved = 0
  private var smooth = 0
  private var hard = 0
  /// How many pixels were looked at.
  private var seen = 0

  /// Whether plain bytes take less than filtered ones.
  ///
  /// The shares were measured with libdeflate at level 6 on cards with gradients, pictures and text.
  var isLarge: Bool { 200 * moved >= seen && moved > 0 && 2 * moved >= smooth && 4 * moved >= hard }

  /// Looks at a row, which is not the first: at one group of four pixels in `rate`, in each row at other ones.
  mutating func look(
    at row: UnsafeRawPointer, above: UnsafeRawPointer, width: Int, number: Int, rate: Int
  ) {
    var (new, far, elsewhere) = (Pixels.zero, Pixels.zero, Pixels.zero)
    // The first pixel has none at its left, the last none at the right of the one above.
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
