import CardRaster

/// The change in a region of two pictures, as far as their pixels show it.
enum RegionChange: Hashable, Sendable {
  /// The expected picture has one colour there, the actual one has content.
  case appeared
  /// The actual picture has one colour there, the expected one has content.
  case disappeared
  /// The content moved by a number of pixels to the right and down.
  case moved(x: Int, y: Int)
  /// Most pixels changed from one colour to another; pixels are red, green, blue and alpha.
  case recolored(from: [UInt8], to: [UInt8])
  /// Nearly all different pixels are lighter.
  case lighter
  /// Nearly all different pixels are darker.
  case darker
  /// None of these.
  case changed
}

/// Finding out what changed.
extension Comparison {
  /// Maximum number of pixels that the search for a movement reads in a region.
  ///
  /// It bounds the time for a large region to some milliseconds.
  private static let searchedPixels = 8_000_000
  /// The number of pixels that are searched for edges; of larger regions only some rows are.
  private static let searchedEdges = 1_000_000

  /// Describes the change in a region.
  func change(in region: PixelRect) -> RegionChange {
    let (ours, theirs) = (Words(expected), Words(actual))
    guard let first = ours.frame, let second = theirs.frame,
      let frame = region.intersection(first)?.intersection(second)
    else { return .changed }
    let (one, other) = (ours.uniform(in: frame), theirs.uniform(in: frame))
    if let one, let other {
      // The colour around both is the background of a shape that is new or gone.
      let around = ours.neighbor(of: frame)
      if around == theirs.neighbor(of: frame), let around {
        if other == around { return .disappeared }
        if one == around { return .appeared }
      }
      return .recolored(from: Words.bytes(one), to: Words.bytes(other))
    }
    if one != nil { return .appeared }
    if other != nil { return .disappeared }
    if let (x, y) = movement(in: frame, ours, theirs) { return .moved(x: x, y: y) }
    var pairs: [UInt64: Int] = [:]
    var (count, darker) = (0, 0)
    for y in frame.minY..<frame.maxY {
      for x in frame.minX..<frame.maxX {
        let (a, b) = (ours[x, y], theirs[x, y])
        guard a != b else { continue }
        count += 1
        if Words.luma(b) < Words.luma(a) { darker += 1 }
        // A photo has many pairs, and none of them is frequent.
        let pair = UInt64(a) << 32 | UInt64(b)
        if pairs.count < 4096 || pairs[pair] != nil { pairs[pair, default: 0] += 1 }
      }
    }
    let most = pairs.max { ($0.value, $1.key) < ($1.value, $0.key) }
    if let most, most.value * 5 >= count * 2 {
      return .recolored(
        from: Words.bytes(UInt32(most.key >> 32)), to: Words.bytes(UInt32(most.key & 0xFFFF_FFFF)))
    }
    if darker * 20 >= count * 19 { return .darker }
    return (count - darker) * 20 >= count * 19 ? .lighter : .changed
  }

  /// The pixels of both pictures in a region, such as to recognise the same change elsewhere.
  func pixels(in region: PixelRect) -> (expected: [UInt8], actual: [UInt8]) {
    (Words(expected).pixels(in: region), Words(actual).pixels(in: region))
  }

  /// The rows that only one of two pictures of the same width has, if all others are equal.
  ///
  /// - Returns: the first row, and the number of rows; negative if they were removed.
  var insertedRows: (y: Int, count: Int)? {
    guard expected.width == actual.width, expected.height != actual.height else { return nil }
    let least = min(expected.height, actual.height)
    let stride = 4 * expected.width
    func isEqual(_ row: Int, _ other: Int) -> Bool {
      expected.pixels[row * stride..<(row + 1) * stride]
        .elementsEqual(actual.pixels[other * stride..<(other + 1) * stride])
    }
    var top = 0
    while top < least, isEqual(top, top) { top += 1 }
    var bottom = 0
    while bottom < least - top, isEqual(expected.height - 1 - bottom, actual.height - 1 - bottom) {
      bottom += 1
    }
    return top + bottom == least ? (top, actual.height - expected.height) : nil
  }

  /// The smallest movement that explains every pixel of a region; nil if there is none.
  private func movement(in frame: PixelRect, _ ours: Words, _ theirs: Words) -> (Int, Int)? {
    var moves: [(x: Int, y: Int)] = []
    for far in 1...256 {
      moves += [(0, far), (0, -far), (far, 0), (-far, 0)]
      guard far <= 16 else { continue }
      for near in 1...far {
        moves += [(near, far), (near, -far), (-near, far), (-near, -far)]
        if near < far { moves += [(far, near), (far, -near), (-far, near), (-far, -near)] }
      }
    }
    // Most movements are ruled out by a few edges.
    var edges: [(Int, Int)] = []
    let rows = max(1, frame.width * frame.height / Self.searchedEdges)
    for y in stride(from: frame.minY, to: frame.maxY, by: rows) {
      for x in frame.minX + 1..<max(frame.minX + 1, frame.maxX) where ours[x, y] != ours[x - 1, y] {
        edges.append((x, y))
      }
    }
    let step = max(1, edges.count / 64)
    let probes = stride(from: 0, to: edges.count, by: step).map { edges[$0] }
    var budget = Self.searchedPixels
    for move in moves {
      guard
        let after = PixelRect(
          minX: max(frame.minX, frame.minX + move.x), minY: max(frame.minY, frame.minY + move.y),
          maxX: min(frame.maxX, frame.maxX + move.x), maxY: min(frame.maxY, frame.maxY + move.y)),
        2 * after.width * after.height >= frame.width * frame.height, budget > 0
      else { continue }
      let isPossible = probes.allSatisfy { x, y in
        let (newX, newY) = (x + move.x, y + move.y)
        return newX < after.minX || newX >= after.maxX || newY < after.minY || newY >= after.maxY
          || ours[x, y] == theirs[newX, newY]
      }
      guard isPossible else { continue }
      var isSame = true
      var isUniform = true
      let first = theirs[after.minX, after.minY]
      rows: for y in after.minY..<after.maxY {
        budget -= after.width
        for x in after.minX..<after.maxX {
          let word = theirs[x, y]
          if word != first { isUniform = false }
          guard ours[x - move.x, y - move.y] == word else {
            isSame = false
            break rows
          }
        }
      }
      // A single colour has moved only if something else was at its new place.
      let corner = ours[move.x > 0 ? frame.maxX - 1 : frame.minX, move.y > 0 ? frame.maxY - 1 : frame.minY]
      if isSame, !isUniform || corner != first { return move }
    }
    return nil
  }
}

/// The pixels of a picture as words.
private struct Words {
  private let pixels: [UInt8]
  private let width: Int
  private let height: Int

  init(_ picture: Bitmap) { (pixels, width, height) = (picture.pixels, picture.width, picture.height) }

  var frame: PixelRect? { PixelRect(minX: 0, minY: 0, maxX: width, maxY: height) }

  subscript(x: Int, y: Int) -> UInt32 {
    let place = 4 * (y * width + x)
    return UInt32(pixels[place]) | UInt32(pixels[place + 1]) << 8 | UInt32(pixels[place + 2]) << 16
      | UInt32(pixels[place + 3]) << 24
  }

  /// The only colour of a region; nil if there are several.
  func uniform(in frame: PixelRect) -> UInt32? {
    let first = self[frame.minX, frame.minY]
    for y in frame.minY..<frame.maxY {
      for x in frame.minX..<frame.maxX where self[x, y] != first { return nil }
    }
    return first
  }

  /// The colour next to the first row of a region; nil if the region is as wide as the picture.
  func neighbor(of frame: PixelRect) -> UInt32? {
    if frame.minX > 0 { return self[frame.minX - 1, frame.minY] }
    return frame.maxX < width ? self[frame.maxX, frame.minY] : nil
  }

  func pixels(in region: PixelRect) -> [UInt8] {
    guard let whole = frame, let frame = region.intersection(whole) else { return [] }
    var out: [UInt8] = []
    out.reserveCapacity(4 * frame.width * frame.height)
    for y in frame.minY..<frame.maxY {
      out += pixels[4 * (y * width + frame.minX)..<4 * (y * width + frame.maxX)]
    }
    return out
  }

  /// The brightness of a pixel, by the weights of ITU-R BT.601.
  static func luma(_ word: UInt32) -> UInt32 {
    299 * (word & 255) + 587 * (word >> 8 & 255) + 114 * (word >> 16 & 255)
  }

  static func bytes(_ word: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
}
