/// The counts of a pass over two pictures.
struct ComparisonTally {
  var differing = 0
  var antialiased = 0
  var ignored = 0
  var compared = 0
  var maxDelta = 0.0
  var maxChannelDelta = 0
  /// An upper bound of the number of unequal pixels.
  var unequalAtMost = 0
  var marks: DifferenceMarks
}

/// A pass over two pictures, sixteen pixels at a time.
struct ComparisonPass<Distance: ColorDistance> {
  private var distance: Distance
  private let detector: AntialiasingDetector?
  /// The part that both pictures have.
  private let width: Int
  private let height: Int
  private let expectedStride: Int
  private let actualStride: Int
  private var result: ComparisonTally
  /// The largest difference of any channel, for each position in a block.
  private var largest = Channels.zero
  private var largestExtent = 0.0
  private var bounds = Bounds(Distance.steps, upTo: 0)

  /// Compares two pictures.
  static func run(
    _ distance: Distance, _ pair: PicturePair, _ ignored: IgnoredPixels, detectsEdges: Bool
  ) -> ComparisonTally {
    var pass = ComparisonPass(distance, pair.expected, pair.actual, detectsEdges: detectsEdges)
    pass.walk(pair, ignored)
    return pass.result
  }

  private init(_ distance: Distance, _ expected: Bitmap, _ actual: Bitmap, detectsEdges: Bool) {
    self.distance = distance
    width = min(expected.width, actual.width)
    height = min(expected.height, actual.height)
    expectedStride = expected.width
    actualStride = actual.width
    detector = detectsEdges ? AntialiasingDetector(width: width, height: height) : nil
    result = ComparisonTally(
      marks: DifferenceMarks(
        width: max(expected.width, actual.width), height: max(expected.height, actual.height)))
  }

  private mutating func walk(_ pair: PicturePair, _ ignored: IgnoredPixels) {
    let (expected, actual, equalRows) = (pair.expected, pair.actual, pair.equalRows)
    let (a, b) = (expected.pixels.span.bytes, actual.pixels.span.bytes)
    var leftOut = [UInt32](repeating: 0, count: ignored.isEmpty ? 0 : result.marks.width)
    for y in 0..<result.marks.height {
      var ignoredHere = 0
      if !ignored.isEmpty {
        ignoredHere = ignored.fill(&leftOut, y: y)
        result.ignored += ignoredHere
        if ignoredHere > 0 { markIgnored(leftOut, y) }
      }
      // Equal rows have no pixels that count, are the worst, or are anti-aliased.
      if y < height, equalRows.isEmpty || !equalRows[y] {
        compareRow(a, b, y, leftOut, hasIgnored: ignoredHere > 0)
      }
      // Pixels that only one picture has: to the right of the other, or a whole row that the other lacks.
      let widths = (y < expected.height ? expected.width : 0, y < actual.height ? actual.width : 0)
      let extra = min(widths.0, widths.1)..<max(widths.0, widths.1)
      result.compared += extra.upperBound
      if ignoredHere > 0 {
        for x in 0..<extra.upperBound where leftOut[x] != 0 { result.compared -= 1 }
      }
      for x in extra where ignoredHere == 0 || leftOut[x] == 0 {
        result.differing += 1
        result.marks.set(x, y, .extra)
      }
    }
    result.maxChannelDelta = Int(largest.max())
    if expected.width != actual.width || expected.height != actual.height {
      result.maxDelta = 1
      result.maxChannelDelta = 255
    }
  }

  private mutating func markIgnored(_ leftOut: [UInt32], _ y: Int) {
    for x in leftOut.indices where leftOut[x] != 0 { result.marks.set(x, y, .ignored) }
  }

  private mutating func compareRow(
    _ a: borrowing RawSpan, _ b: borrowing RawSpan, _ y: Int, _ leftOut: [UInt32], hasIgnored: Bool
  ) {
    let (aRow, bRow) = (4 &* y &* expectedStride, 4 &* y &* actualStride)
    let skipped = leftOut.span.bytes
    var x = 0
    while x &+ 16 <= width {
      let ours = a.unsafeLoadUnaligned(fromUncheckedByteOffset: aRow &+ 4 &* x, as: Words.self)
      var theirs = b.unsafeLoadUnaligned(fromUncheckedByteOffset: bRow &+ 4 &* x, as: Words.self)
      if !Self.isZero(ours ^ theirs) {
        if hasIgnored {
          let mask = skipped.unsafeLoadUnaligned(fromUncheckedByteOffset: 4 &* x, as: Words.self)
          theirs = (theirs & ~mask) | (ours & mask)
        }
        compareBlock(ours, theirs, a, b, x, y)
      }
      x &+= 16
    }
    if x < width {
      // The rest of the row, padded with equal pixels.
      var (ours, theirs) = (Words.zero, Words.zero)
      for lane in 0..<width &- x {
        let place = 4 &* (x &+ lane)
        if hasIgnored, leftOut[x &+ lane] != 0 { continue }
        ours[lane] = a.unsafeLoadUnaligned(fromUncheckedByteOffset: aRow &+ place, as: UInt32.self)
        theirs[lane] = b.unsafeLoadUnaligned(fromUncheckedByteOffset: bRow &+ place, as: UInt32.self)
      }
      if !Self.isZero(ours ^ theirs) { compareBlock(ours, theirs, a, b, x, y) }
    }
  }

  /// Bounds the distance of sixteen pixels, and measures those that may matter.
  private mutating func compareBlock(
    _ ours: Words, _ theirs: Words, _ a: borrowing RawSpan, _ b: borrowing RawSpan, _ x: Int, _ y: Int
  ) {
    result.unequalAtMost &+= 16
    // Eight at a time: their vectors stay in registers.
    let low = compareHalf(ours.lowHalf, theirs.lowHalf, a, b, x, y)
    let high = compareHalf(ours.highHalf, theirs.highHalf, a, b, x &+ 8, y)
    if low | high != 0 { result.marks.addMarks(low, high, x, y) }
  }

  /// The marks of eight pixels, one byte each.
  @inline(__always) private mutating func compareHalf(
    _ ours: Half, _ theirs: Half, _ a: borrowing RawSpan, _ b: borrowing RawSpan, _ x: Int, _ y: Int
  ) -> UInt64 {
    // Only sums and shifts: they compile to vector instructions, which comparisons of lanes do not.
    let redBlue = Self.distance(Self.channels(ours, 0), Self.channels(theirs, 0))
    let greenAlpha = Self.distance(Self.channels(ours, 8), Self.channels(theirs, 8))
    largest = Self.larger(largest, Self.larger(redBlue, greenAlpha))
    let (rb, ga) = (Self.words(redBlue), Self.words(greenAlpha))
    let steps = (rb & 0xFFFF) &+ (rb &>> 16) &+ (ga & 0xFFFF)
    let least = Self.words(Self.smaller(Self.channels(ours, 8), Self.channels(theirs, 8)))
    let green = Self.lanes(least & 0xFFFF)
    let isBright = Self.sign(Lanes(repeating: bounds.brightGreen &- 1) &- green)
    let isMiddle = Self.sign(Lanes(repeating: bounds.middleGreen &- 1) &- green)
    let limit =
      (isBright & bounds.bright) | (~isBright & ((isMiddle & bounds.middle) | (~isMiddle & bounds.dark)))
    // Bounds apply to opaque colours: other pixels that differ at all are measured.
    let isClear = Self.sign(Self.lanes(least &>> 16) &- 255)
    let differs = Self.sign(0 &- Self.lanes(rb | ga))
    var bits = Self.bits(Self.sign(limit &- Self.lanes(steps)) | (isClear & differs))
    var marks: UInt64 = 0
    while bits != 0 {
      let lane = bits.trailingZeroBitCount
      bits &= bits &- 1
      marks |= UInt64(judge(ours[lane], theirs[lane], a, b, x &+ lane, y).rawValue) &<< UInt64(8 &* lane)
    }
    return marks
  }

  @inline(__always) private mutating func judge(
    _ ours: UInt32, _ theirs: UInt32, _ a: borrowing RawSpan, _ b: borrowing RawSpan, _ x: Int, _ y: Int
  ) -> DifferenceMarks.Mark {
    let difference = distance.measure(ours, theirs, at: y &* width &+ x)
    if difference.exceeds, isEdge(a, b, x, y) {
      result.antialiased &+= 1
      return .antialiased
    }
    if difference.extent > largestExtent {
      largestExtent = difference.extent
      result.maxDelta = Distance.distance(of: difference.extent)
      bounds = Bounds(Distance.steps, upTo: min(distance.threshold, result.maxDelta))
    }
    guard difference.exceeds else { return .same }
    result.differing &+= 1
    return difference.isDarker ? .darker : .different
  }

  private func isEdge(_ a: borrowing RawSpan, _ b: borrowing RawSpan, _ x: Int, _ y: Int) -> Bool {
    guard let detector else { return false }
    return detector.isEdge(a, expectedStride, b, actualStride, x: x, y: y, distance)
      || detector.isEdge(b, actualStride, a, expectedStride, x: x, y: y, distance)
  }
}

/// The number of steps that two pixels may be apart without being measured, by their smaller green.
///
/// A pixel need not be measured if it neither counts nor is the worst so far.
private struct Bounds {
  let middleGreen: Int32
  let brightGreen: Int32
  let dark: SIMD8<Int32>
  let middle: SIMD8<Int32>
  let bright: SIMD8<Int32>

  init(_ steps: ColorSteps, upTo distance: Double) {
    middleGreen = steps.middleGreen
    brightGreen = steps.brightGreen
    dark = SIMD8(repeating: Int32(distance / steps.dark))
    middle = SIMD8(repeating: Int32(distance / steps.middle))
    bright = SIMD8(repeating: Int32(distance / steps.bright))
  }
}

/// Vector arithmetic.
extension ComparisonPass {
  private typealias Words = SIMD16<UInt32>
  private typealias Half = SIMD8<UInt32>
  private typealias Lanes = SIMD8<Int32>
  /// Two channels of each of eight pixels.
  private typealias Channels = SIMD16<Int16>

  /// Whether all bits are 0.
  @inline(__always) private static func isZero(_ words: Words) -> Bool {
    let pairs = unsafeBitCast(words, to: SIMD8<UInt64>.self)
    let four = pairs.lowHalf | pairs.highHalf
    let two = four.lowHalf | four.highHalf
    return two.x | two.y == 0
  }

  /// Red and blue, or green and alpha.
  @inline(__always) private static func channels(_ words: Half, _ shift: UInt32) -> Channels {
    unsafeBitCast((words &>> shift) & 0x00FF_00FF, to: Channels.self)
  }

  @inline(__always) private static func words(_ channels: Channels) -> Half {
    unsafeBitCast(channels, to: Half.self)
  }

  @inline(__always) private static func lanes(_ words: Half) -> Lanes {
    unsafeBitCast(words, to: Lanes.self)
  }

  /// -1 for a negative number, otherwise 0.
  @inline(__always) private static func sign(_ lanes: Lanes) -> Lanes { lanes &>> 31 }

  @inline(__always) private static func distance(_ a: Channels, _ b: Channels) -> Channels {
    let difference = a &- b
    let sign = difference &>> 15
    return (difference ^ sign) &- sign
  }

  @inline(__always) private static func larger(_ a: Channels, _ b: Channels) -> Channels {
    let difference = a &- b
    return a &- (difference & (difference &>> 15))
  }

  @inline(__always) private static func smaller(_ a: Channels, _ b: Channels) -> Channels {
    let difference = a &- b
    return b &+ (difference & (difference &>> 15))
  }

  /// One bit for each lane, set if the lane is -1.
  @inline(__always) private static func bits(_ lanes: Lanes) -> UInt32 {
    let chosen = unsafeBitCast(lanes, to: Half.self) & Half(1, 2, 4, 8, 16, 32, 64, 128)
    let four = chosen.lowHalf | chosen.highHalf
    let two = four.lowHalf | four.highHalf
    return two.x | two.y
  }
}

/// Detects anti-aliased edges, which differ slightly each time a shape is drawn.
///
/// Source: V. Vyšniauskas, Anti-aliased pixel and intensity slope detector (2009). Such a pixel has few
/// neighbours equal to itself, has darker and brighter ones, and the darkest or the brightest of them belongs
/// to a flat area, in both pictures.
struct AntialiasingDetector {
  /// The size of both pictures.
  let width: Int
  let height: Int

  /// Tests a pixel of one picture; a row of it has `stride` pixels, one of the other picture `otherStride`.
  func isEdge<Distance: ColorDistance>(
    _ picture: borrowing RawSpan, _ stride: Int, _ other: borrowing RawSpan, _ otherStride: Int, x: Int,
    y: Int, _ distance: Distance
  ) -> Bool {
    let pixel = Self.word(picture, y &* stride &+ x)
    let (left, right) = (max(0, x &- 1), min(width &- 1, x &+ 1))
    let (top, bottom) = (max(0, y &- 1), min(height &- 1, y &+ 1))
    // Starts at -1, since the loop visits the pixel itself too. At a border, the missing neighbours count as
    // one equal neighbour.
    var equal = isBorder(x, y) ? 0 : -1
    var common = pixel
    var row = top
    while row <= bottom {
      var place = row &* stride &+ left
      let end = row &* stride &+ right
      while place <= end {
        let neighbor = Self.word(picture, place)
        if neighbor == pixel { equal &+= 1 }
        common &= neighbor
        place &+= 1
      }
      row &+= 1
    }
    if equal > 2 { return false }
    var (darkest, brightest) = (0.0, 0.0)
    var (darkX, darkY, brightX, brightY) = (0, 0, 0, 0)
    let index = y &* width &+ x
    // Column by column: of equally dark ones the first is kept.
    var column = left
    while column <= right {
      row = top
      while row <= bottom {
        let neighbor = Self.word(picture, row &* stride &+ column)
        if neighbor != pixel {
          // Integers are faster, but exact only for opaque pixels.
          let brightness =
            common >= 0xFF00_0000
            ? Double(Luma.units(of: pixel) &- Luma.units(of: neighbor))
            : distance.brightness(of: pixel, over: neighbor, at: index)
          if brightness == 0 {
            equal &+= 1
            if equal > 2 { return false }
          } else if brightness < brightest {
            (brightest, brightX, brightY) = (brightness, column, row)
          } else if brightness > darkest {
            (darkest, darkX, darkY) = (brightness, column, row)
          }
        }
        row &+= 1
      }
      column &+= 1
    }
    guard darkest != 0, brightest != 0 else { return false }
    return (isEven(picture, stride, brightX, brightY) && isEven(other, otherStride, brightX, brightY))
      || (isEven(picture, stride, darkX, darkY) && isEven(other, otherStride, darkX, darkY))
  }

  /// Whether a pixel has at least three neighbours of exactly its own colour.
  private func isEven(_ picture: borrowing RawSpan, _ stride: Int, _ x: Int, _ y: Int) -> Bool {
    let pixel = Self.word(picture, y &* stride &+ x)
    var equal = isBorder(x, y) ? 0 : -1
    for row in max(0, y &- 1)...min(height &- 1, y &+ 1) {
      for column in max(0, x &- 1)...min(width &- 1, x &+ 1)
      where Self.word(picture, row &* stride &+ column) == pixel {
        equal &+= 1
      }
    }
    return equal > 2
  }

  private func isBorder(_ x: Int, _ y: Int) -> Bool {
    x == 0 || y == 0 || x == width - 1 || y == height - 1
  }

  @inline(__always) private static func word(_ picture: borrowing RawSpan, _ index: Int) -> UInt32 {
    picture.unsafeLoadUnaligned(fromUncheckedByteOffset: 4 &* index, as: UInt32.self)
  }
}

/// The pixels that a comparison ignores.
struct IgnoredPixels {
  private let regions: [PixelRect]
  private let mask: Bitmap?
  /// Whether the mask marks by its painted pixels; otherwise by its white ones.
  private let marksByAlpha: Bool

  /// Whether no pixels are ignored.
  var isEmpty: Bool { regions.isEmpty && mask == nil }

  init(_ settings: Comparison.Settings, expected: Bitmap, actual: Bitmap) throws(RasterError) {
    let (width, height) = (max(expected.width, actual.width), max(expected.height, actual.height))
    var regions: [PixelRect] = []
    for region in settings.ignored {
      guard let all = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height),
        let seen = region.intersection(all)
      else {
        throw .image(
          reason: "the ignored part \(region.minX),\(region.minY),\(region.width),\(region.height) is"
            + " outside the pictures, which are \(width) × \(height)")
      }
      regions.append(seen)
    }
    self.regions = regions
    mask = settings.mask
    marksByAlpha = settings.mask.map { !$0.isOpaque } ?? false
    if let mask, mask.width != expected.width || mask.height != expected.height {
      throw .image(
        reason: "the mask is \(mask.width) × \(mask.height), but the expected picture is"
          + " \(expected.width) × \(expected.height)")
    }
  }

  /// Writes a row with all bits set for an ignored pixel and 0 for a compared one.
  ///
  /// Returns the number of ignored pixels.
  func fill(_ row: inout [UInt32], y: Int) -> Int {
    for x in row.indices { row[x] = 0 }
    for region in regions where region.minY <= y && y < region.maxY {
      for x in region.minX..<region.maxX { row[x] = .max }
    }
    if let mask, y < mask.height {
      let bytes = mask.pixels.span.bytes
      for x in 0..<mask.width {
        let word = bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: 4 &* (y &* mask.width &+ x), as: UInt32.self)
        if marks(word) { row[x] = .max }
      }
    }
    var count = 0
    for value in row where value != 0 { count += 1 }
    return count
  }

  private func marks(_ word: UInt32) -> Bool {
    if marksByAlpha { return word >= 0x0100_0000 }
    return Double(Luma.units(of: word)) >= 128 * Luma.unitsInOne
  }
}
