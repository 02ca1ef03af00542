import Glibc
import Synchronization
import TestSupport
import Testing

@testable import CardRaster

/// Several threads do the same work as one: each item once, with the same bytes and the same error.
@Suite struct RowParallelismTests {
  @Test func thereAreAsManyAsIdleWorkers() {
    #expect(RowParallelism.one.count == 1)
    #expect(RowParallelism(0).count == 1)
    #expect(RowParallelism(3).count == 3)
    #expect(RowParallelism(1000).count == RowParallelism.most)
    #expect(RowParallelism(of: 1, pictures: 1).count == 1)
    #expect(RowParallelism(of: 2, pictures: 1).count == 2)
    #expect(RowParallelism(of: 2, pictures: 2).count == 1)
    #expect(RowParallelism(of: 2, pictures: 900).count == 1)
    #expect(RowParallelism(of: 4, pictures: 2).count == 2)
    #expect(RowParallelism(of: 3, pictures: 2).count == 1)
    #expect(RowParallelism(of: 2, pictures: 0).count == 2)
  }

  @Test(arguments: [1, 2, 4], [0, 1, 2, 3, 100]) func eachNumberIsDoneOnce(threads: Int, numbers: Int) {
    let done = Mutex([Int](repeating: 0, count: numbers))
    let tools = Atomic(0)
    RowParallelism(threads).forEach(numbers) {
      tools.wrappingAdd(1, ordering: .relaxed)
    } _: { number, _ in
      done.withLock { $0[number] += 1 }
    }
    #expect(done.withLock { $0 } == [Int](repeating: 1, count: numbers))
    #expect(tools.load(ordering: .relaxed) <= threads)
  }

  /// Several pictures share the helper threads, which may start nested work, and sleep when they are idle.
  @Test func manyCallersShareTheHelpers() async {
    let sums = await withTaskGroup(of: Int.self) { group in
      for owner in 0..<8 {
        group.addTask {
          let sum = Atomic(0)
          for round in 0..<50 {
            if owner == 0, round % 10 == 0 { usleep(500) }
            RowParallelism(4).forEach(7, make: {}) { number, _ in
              guard number == 3 else {
                sum.wrappingAdd(number, ordering: .relaxed)
                return
              }
              RowParallelism(2).forEach(3, make: {}) { _, _ in sum.wrappingAdd(1, ordering: .relaxed) }
            }
          }
          return sum.load(ordering: .relaxed)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sums == [Int](repeating: 50 * 21, count: 8))
  }

  @Test func helpersExistBeforeThereIsWork() {
    for workers in [0, 1, 2, 1000] { RowParallelism.standBy(workers: workers) }
    let begun = Atomic(0)
    let deadline = ContinuousClock.now + .seconds(60)
    // Each item waits until the other has started, so one thread alone would never finish both.
    RowParallelism(2).forEach(2, make: {}) { _, _ in
      begun.wrappingAdd(1, ordering: .relaxed)
      while begun.load(ordering: .relaxed) < 2, ContinuousClock.now < deadline { usleep(100) }
    }
    #expect(ContinuousClock.now < deadline)
  }

  @Test func oneThreadIsTheCaller() {
    let caller = pthread_self()
    var callers: [Bool] = []
    RowParallelism.one.forEach(20, make: {}) { _, _ in callers.append(pthread_self() == caller) }
    #expect(callers == [Bool](repeating: true, count: 20))
  }

  @Test(arguments: [1, 2, 4]) func resultsAreInOrder(threads: Int) throws {
    let all = try RowParallelism(threads).map(300, make: { 7 }) { number, tool in
      tool += 1
      return number * number
    }
    #expect(all == (0..<300).map { $0 * $0 })
  }

  @Test(arguments: [1, 2, 4]) func theFirstFailureIsThrown(threads: Int) {
    #expect(throws: RasterError.image(reason: "30")) {
      try RowParallelism(threads).map(100, make: {}) { (number, _) throws(RasterError) in
        if number >= 30 { throw .image(reason: "\(number)") }
      }
    }
  }

  @Test(arguments: [1, 2, 4], [(0, 1), (5, 6), (0, 999), (-70, 70)]) func bandsAreAllRows(
    threads: Int, ends: (Int, Int)
  ) {
    for rowBytes in [0, 1, 5000] {
      let seen = Mutex<[Range<Int>]>([])
      RowParallelism(threads).forEachBand(of: ends.0..<ends.1, rowBytes: rowBytes) { band in
        seen.withLock { $0.append(band) }
      }
      let bands = seen.withLock { $0 }.sorted { $0.lowerBound < $1.lowerBound }
      #expect(bands.flatMap { $0 } == Array(ends.0..<ends.1))
      #expect(bands.allSatisfy { !$0.isEmpty })
      // One thread looks at the limits after each megabyte.
      let pieces = max(1, ((ends.1 - ends.0) * max(1, rowBytes)) >> 20)
      #expect(threads > 1 || bands.count == min(pieces, ends.1 - ends.0), "\(bands.count)")
    }
  }
}

/// Several threads give the same picture as one.
@Suite struct SharedPictureTests {
  @Test(arguments: PictureSample.allCases, PNGCompression.allCases)
  func filesAreTheSame(sample: PictureSample, compression: PNGCompression) throws {
    // With this many rows `fast` has several parts, and the last one is short.
    let (width, height) = compression == .smallest ? (60, 40) : (701, 503)
    let bitmap = try #require(sample.bitmap(width, height))
    let files = try [1, 2, 3, 4].map { try file(bitmap, compression, threads: $0) }
    #expect(Set(files).count == 1)
  }

  @Test func rowsThatRepeatAreTheSame() throws {
    // Rows repeat across the places where another thread's rows begin.
    var pixels: [UInt8] = []
    for y in 0..<700 {
      for x in 0..<900 {
        let lowest: UInt8 = y % 90 < 45 ? 0 : 1
        pixels += [UInt8(truncatingIfNeeded: x / 3) | lowest, 40, UInt8(truncatingIfNeeded: x) | lowest, 255]
      }
    }
    let bitmap = try #require(Bitmap(width: 900, height: 700, pixels: pixels))
    for compression in [PNGCompression.fast, .balanced] {
      let files = try [1, 2, 4].map { try file(bitmap, compression, threads: $0) }
      #expect(Set(files).count == 1, "\(compression)")
    }
  }

  private func file(_ bitmap: Bitmap, _ compression: PNGCompression, threads: Int) throws -> [UInt8] {
    let rows = try PixelRows(
      width: bitmap.width, height: bitmap.height, stride: 4 * bitmap.width, order: .straightRGBA,
      byteCount: bitmap.pixels.count)
    return try bitmap.pixels.withUnsafeBytes { bytes in
      try PNGEncoder.encode(
        bytes, rows, isOpaque: nil, scale: 1, compression: compression, threads: RowParallelism(threads))
    }
  }

  private static func gradient(_ kind: Gradient.Kind, alpha: UInt8 = 255) throws -> Paint {
    .gradient(
      try #require(
        Gradient(
          kind: kind,
          stops: [
            Gradient.Stop(offset: 0, color: Color(red: 250, green: 10, blue: 90, alpha: alpha)),
            Gradient.Stop(offset: 0.4, color: Color(red: 20, green: 200, blue: 9, alpha: 255)),
            Gradient.Stop(offset: 1, color: Color(red: 0, green: 30, blue: 240, alpha: alpha)),
          ])))
  }

  @Test func aCancelledTaskSkipsTheRestOfALargeOperation() async {
    let bands = await Task {
      var bands = 0
      RowParallelism.one.forEachBand(of: 0..<64, rowBytes: 1 << 20) { _ in
        bands += 1
        withUnsafeCurrentTask { $0?.cancel() }
      }
      return bands
    }.value
    #expect(bands == 1)
  }

  @Test func aCancelledTaskKeepsNoPartOfAResult() async {
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      let all = PixelRect(minX: 0, minY: 0, maxX: 60, maxY: 60)
      #expect(throws: RasterError.cancelled) {
        let picture = try makeBitmap(30, 30) { _, _ in .black }
        _ = try picture.scaled(
          to: Rect(x: 0, y: 0, width: 60, height: 60), part: try #require(all))
      }
      #expect(throws: RasterError.cancelled) {
        _ = try LibWebPWriter.encode(makeBitmap(30, 30) { _, _ in .black }, quality: nil)
      }
    }.value
  }

  @Test func pixelsAreTheSame() throws {
    let (corner, middle) = (Point(x: 0, y: 0), Point(x: 0.5, y: 0.4))
    let kinds: [Gradient.Kind] = [
      .linear(start: corner, end: Point(x: 1, y: 0.7)), .linear(start: corner, end: Point(x: 1, y: 0)),
      .linear(start: corner, end: Point(x: 0, y: 1)), .radial(center: middle, radius: 0.6),
      .conic(center: middle, angle: 33),
    ]
    let card = RoundedRect(
      rect: Rect(x: 70, y: 60.5, width: 460, height: 300), radii: CornerRadii(24))
    let shadow = Shadow(
      color: Color(red: 9, green: 0, blue: 30, alpha: 120), radius: 14, offset: Point(x: 3, y: 9))
    let picture = try makeBitmap(300, 260) { x, y in
      Color(red: UInt8(x / 2), green: UInt8(y / 2), blue: 9, alpha: x < 40 ? 120 : 255)
    }
    for kind in kinds {
      var group = DisplayItem.Group([.roundedRect(card, try Self.gradient(kind, alpha: 90))])
      group.opacity = 0.5
      let items: [DisplayItem] = [
        .shadow(card, shadow, hole: card), .roundedRect(card, .solid(.white)), .innerShadow(card, shadow),
        .bitmap(picture, Rect(x: 100.3, y: 80, width: 211, height: 190)),
        .bitmap(picture, Rect(x: 20, y: 300, width: 450.5, height: 90)), .group(group),
        .roundedRect(
          RoundedRect(rect: Rect(x: 0, y: 0, width: 600, height: 80)), try Self.gradient(kind, alpha: 30)),
      ]
      let list = DisplayList(
        size: Size(width: 600, height: 420), scale: 1.5, background: try Self.gradient(kind), items: items)
      let pictures = try [1, 2, 3, 4].map { threads in
        try BitmapPainter.paint(list, glyphs: SquareGlyphs(), threads: RowParallelism(threads)).bitmap()
      }
      #expect(pictures.allSatisfy { $0 == pictures[0] }, "\(kind)")
    }
  }
}
