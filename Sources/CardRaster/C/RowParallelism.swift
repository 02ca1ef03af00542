internal import Synchronization

/// The threads of one picture: if there are fewer pictures than workers, the others help.
///
/// How it works: work is divided into numbered pieces, and a free thread takes the lowest number that is not
/// taken. The caller is one of the threads, and does everything alone if no other comes in time. The others
/// are `SpinningThreadPool`.
///
/// Guarantees: the result of a piece depends only on its number, so the bytes of a picture do not depend on
/// the number of threads. If several pieces fail, the failure with the lowest number is thrown.
package struct RowParallelism: Sendable {
  /// The number of threads, including the caller's own.
  package let count: Int

  /// Only the caller's own thread.
  package static let one = RowParallelism(1)

  /// The maximum number of threads; more gain little, as items are painted in order, and each thread
  /// compresses half a megabyte of its own.
  static let most = 4

  /// - Parameter count: the number of threads, clamped to 1…`most`.
  package init(_ count: Int) { self.count = max(1, min(Self.most, count)) }

  /// Starts the other threads before there is work, as that takes a while.
  ///
  /// - Parameter workers: the total number of threads that may draw.
  package static func standBy(workers: Int) { SpinningThreadPool.shared.standBy(min(workers, most) - 1) }

  /// The threads of each of some pictures that are drawn in parallel.
  ///
  /// - Parameters:
  ///   - workers: the total number of threads that may draw.
  ///   - pictures: the number of pictures.
  package init(of workers: Int, pictures: Int) { self.init(workers / max(1, min(workers, pictures))) }

  /// Does the work of the numbers from 0, each of them once.
  ///
  /// - Parameters:
  ///   - make: makes the tool of a thread; tools are not shared.
  ///   - work: called on several threads at once; it must not write data that another number writes or reads.
  func forEach<Tool: ~Copyable>(
    _ numbers: Int, make: () -> Tool, _ work: (_ number: Int, _ tool: inout Tool) -> Void
  ) {
    let threads = min(count, numbers)
    guard threads > 1 else {
      var tool = make()
      for number in 0..<numbers { work(number, &tool) }
      return
    }
    let next = Atomic(0)
    let ended = Atomic(0)
    SpinningThreadPool.shared.call(helpers: threads - 1) {
      var number = next.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue
      // A thread that comes late makes no tool.
      guard number < numbers else { return }
      var tool = make()
      while number < numbers {
        work(number, &tool)
        number = next.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue
      }
      ended.wrappingAdd(1, ordering: .acquiringAndReleasing)
    }
    // Makes the writes of the other threads visible from here on.
    _ = ended.load(ordering: .acquiring)
  }

  /// The results for the numbers from 0, in order.
  ///
  /// - Throws: the error of `work` with the lowest number.
  func map<Tool: ~Copyable, Output>(
    _ numbers: Int, make: () -> Tool,
    _ work: (_ number: Int, _ tool: inout Tool) throws(RasterError) -> Output
  ) throws(RasterError) -> [Output] {
    var results = [Result<Output, RasterError>?](repeating: nil, count: numbers)
    results.withUnsafeMutableBufferPointer { results in
      forEach(numbers, make: make) { number, tool in
        do throws(RasterError) {
          // Only the caller's own thread belongs to the task; its pieces are enough to stop early.
          try RenderLimits.check()
          results[number] = .success(try work(number, &tool))
        } catch {
          results[number] = .failure(error)
        }
      }
    }
    var all: [Output] = []
    all.reserveCapacity(numbers)
    for case .some(let result) in results { all.append(try result.get()) }
    return all
  }

  /// The number of bytes of pixels that justify another thread.
  private static let bandBytes = 64 << 10
  /// The number of bytes of pixels between two looks at the limits of the rendering, some milliseconds of work.
  private static let checkedBytes = 1 << 20

  /// Divides rows into bands and passes each of them to a closure.
  ///
  /// If the task is cancelled, or its time is over, the remaining bands of its thread are skipped. The caller
  /// must call `RenderLimits.check()` before it uses or keeps the rows.
  ///
  /// - Parameters:
  ///   - rowBytes: the number of bytes of a row that are read or written.
  ///   - body: called on several threads at once.
  func forEachBand(of rows: Range<Int>, rowBytes: Int, _ body: (Range<Int>) -> Void) {
    // Several for each thread, so that a late or slow one does fewer of them.
    let bytes = rows.count * max(1, rowBytes)
    let most = count == 1 ? 0 : min(4 * count, bytes / Self.bandBytes)
    let bands = max(1, min(max(most, bytes / Self.checkedBytes), rows.count))
    func start(_ band: Int) -> Int { rows.lowerBound + rows.count * band / bands }
    forEach(bands, make: {}) { band, _ in
      if !RenderLimits.isOver { body(start(band)..<start(band + 1)) }
    }
  }
}
