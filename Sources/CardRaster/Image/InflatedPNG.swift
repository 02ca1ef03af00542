import Synchronization

/// A plain PNG file of 8-bit RGB or RGBA, inflated but not yet unfiltered.
final class InflatedPNG: Sendable {
  /// The properties of the file except its rows.
  let file: PNGFile
  /// The memory that becomes the picture.
  ///
  /// The filtered rows are at its end, before sixteen bytes that may be read. It can be taken once, because a
  /// copy would take as long as unfiltering.
  private let memory: Mutex<[UInt8]>

  /// Inflates a file; nil for one that `ImageDecoding` must decode: not plain, damaged, or of another kind.
  init?(_ bytes: [UInt8]) {
    guard bytes.count <= Limits.imageBytes, case .png? = ImageFormat(bytes),
      let header = try? PNGHeader(bytes), !header.isAnimated, header.colors == .sRGB,
      header.orientation == .upright,
      header.width <= Limits.imagePixels / header.height, PNGChunks.hasEnd(bytes),
      let file = PNGFile(bytes), file.bits == 8, file.kind == .rgb || file.kind == .rgba
    else { return nil }
    let filtered = file.filteredBytes
    let space = max(4 * file.width * file.height, filtered)
    var isWhole = false
    let memory = [UInt8](unsafeUninitializedCapacity: space + 16) { buffer, count in
      count = space + 16
      let all = UnsafeMutableRawBufferPointer(buffer)
      HugePages.ask(for: all)
      all[..<(space - filtered)].initializeMemory(as: UInt8.self, repeating: 0)
      all[space...].initializeMemory(as: UInt8.self, repeating: 0)
      let rows = UnsafeMutableRawBufferPointer(rebasing: all[space - filtered..<space])
      isWhole = PNGDecoder.inflate(file, bytes, into: rows)
      if !isWhole { rows.initializeMemory(as: UInt8.self, repeating: 0) }
    }
    guard isWhole else { return nil }
    self.file = file
    self.memory = Mutex(memory)
  }

  /// The picture of a file alone; nil if a row has an invalid filter, or if it is already unfiltered.
  func picture() -> Bitmap? {
    var memory = takeMemory()
    guard !memory.isEmpty else { return nil }
    let isWhole = memory.withUnsafeMutableBytes {
      guard let base = $0.baseAddress else { return false }
      return PNGUnfilter.run(file, from: base + ($0.count - 16 - file.filteredBytes), into: base)
    }
    memory.removeLast(memory.count - 4 * file.width * file.height)
    return isWhole ? Bitmap(width: file.width, height: file.height, pixels: memory) : nil
  }

  private func takeMemory() -> [UInt8] {
    memory.withLock {
      let all = $0
      $0 = []
      return all
    }
  }

  /// Whether equal rows of both files have equal pixels.
  func hasShape(of other: InflatedPNG) -> Bool {
    file.width == other.file.width && file.height == other.file.height && file.kind == other.file.kind
      && file.key == other.file.key
  }
}

extension InflatedPNG {
  /// The pictures of two files of the same shape, and which of their rows are known to be equal.
  ///
  /// How it works: both are unfiltered in parallel. If a filtered row is equal in both and the pixels above
  /// it are too, its pixels are equal. They are then copied to the second picture, which takes a fraction of
  /// the time.
  ///
  /// Nil if a row has an invalid filter, or if one of them was unfiltered before.
  static func unfilter(
    _ expected: InflatedPNG, _ actual: InflatedPNG
  ) -> (expected: Bitmap, actual: Bitmap, equalRows: [Bool])? {
    let (file, other) = (expected.file, actual.file)
    guard expected !== actual, expected.hasShape(of: actual) else { return nil }
    var (first, second) = (expected.takeMemory(), actual.takeMemory())
    guard !first.isEmpty, first.count == second.count else { return nil }
    let rows = first.withUnsafeMutableBytes { first in
      second.withUnsafeMutableBytes { second in
        file.kind == .rgb
          ? unfilter(file, other, first, second, bytes: 3, alpha: 0xFF00_0000)
          : unfilter(file, other, first, second, bytes: 4, alpha: 0)
      }
    }
    let rest = first.count - 4 * file.width * file.height
    first.removeLast(rest)
    second.removeLast(rest)
    guard let rows, let one = Bitmap(width: file.width, height: file.height, pixels: first),
      let two = Bitmap(width: file.width, height: file.height, pixels: second)
    else { return nil }
    return (one, two, rows)
  }

  @inline(__always)
  private static func unfilter(
    _ file: PNGFile, _ other: PNGFile, _ first: UnsafeMutableRawBufferPointer,
    _ second: UnsafeMutableRawBufferPointer, bytes: Int, alpha: UInt32
  ) -> [Bool]? {
    guard let base = first.baseAddress, let otherBase = second.baseAddress else { return nil }
    let (length, line) = (1 + bytes * file.width, 4 * file.width)
    // A row of zeros is above the first one.
    let zeros = UnsafeMutableRawPointer.allocate(byteCount: line, alignment: 16)
    defer { zeros.deallocate() }
    zeros.initializeMemory(as: UInt8.self, repeating: 0, count: line)
    var (above, otherAbove) = (zeros, zeros)
    var start = first.count - 16 - file.filteredBytes
    var isEqual = true
    var equalRows: [Bool] = []
    equalRows.reserveCapacity(file.height)
    for y in 0..<file.height {
      // The rows are compared before the first picture overwrites them.
      let isSame =
        isEqual
        && MemoryEquality.holds(
          UnsafeRawBufferPointer(start: base + start, count: length),
          UnsafeRawBufferPointer(start: otherBase + start, count: length))
      let (out, otherOut) = (base + y * line, otherBase + y * line)
      guard PNGUnfilter.words(of: base + start, file, above, out, bytes: bytes, alpha: alpha) else {
        return nil
      }
      if isSame {
        otherOut.copyMemory(from: out, byteCount: line)
      } else {
        guard
          PNGUnfilter.words(of: otherBase + start, other, otherAbove, otherOut, bytes: bytes, alpha: alpha)
        else { return nil }
        isEqual = MemoryEquality.holds(
          UnsafeRawBufferPointer(start: out, count: line),
          UnsafeRawBufferPointer(start: otherOut, count: line))
      }
      equalRows.append(isEqual)
      (above, otherAbove) = (out, otherOut)
      start += length
    }
    return equalRows
  }
}
