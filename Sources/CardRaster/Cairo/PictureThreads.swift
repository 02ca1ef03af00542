internal import Synchronization

/// The threads that work on one picture: where there are fewer pictures than workers, the others help.
///
/// How it works: work is cut into numbered pieces, and a free thread takes the lowest number that nobody has. The caller is
/// one of the threads, and does everything itself when no other comes in time. The others are `HelperThreads`.
///
/// Guarantees: what comes of a piece may depend on its number alone, so the bytes of a picture do not depend on how many
/// threads there are. Of several failures that of the lowest number is thrown.
package struct PictureThreads: Sendable {
  /// How many there are, with the caller's own.
  package let count: Int

  /// The caller's own thread alone.
  package static let one = PictureThreads(1)

  /// More threads than this gain little, as painting is in the order of items, and each packs in half a megabyte of its own.
  static let most = 4

  /// - Parameter count: how many threads there may be; fewer than 1 are 1, more than `most` are `most`.
  package init(_ count: Int) { self.count = max(1, min(Self.most, count)) }

  /// Has the other threads started before there is work, as that takes a while.
  ///
  /// - Parameter workers: how many threads may draw altogether.
  package static func standBy(workers: Int) { HelperThreads.shared.standBy(min(workers, most) - 1) }

  /// The threads of each of some pictures that are drawn at once.
  ///
  /// - Parameters:
  ///   - workers: how many threads may draw altogether.
  ///   - pictures: how many pictures there are.
  package init(of workers: Int, pictures: Int) { self.init(workers / max(1, min(workers, pictures))) }

  /// Does the work of the numbers from 0, each of them once.
  ///
  /// - Parameters:
  ///   - make: makes what a thread works with; none is shared.
  ///   - work: is called by several threads at once, and writes nothing that another number writes or reads.
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
    HelperThreads.shared.call(helpers: threads - 1) {
      var number = next.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue
      // Who comes late makes no tool for nothing.
      guard number < numbers else { return }
      var tool = make()
      while number < numbers {
        work(number, &tool)
        number = next.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue
      }
      ended.wrappingAdd(1, ordering: .acquiringAndReleasing)
    }
    // What the others wrote is seen from here on.
    _ = ended.load(ordering: .acquiring)
  }

  /// The results for the numbers from 0, in their order.
  ///
  /// - Throws: of what `work` throws that of the lowest number.
  func map<Tool: ~Copyable, Output>(
    _ numbers: Int, make: () -> Tool,
    _ work: (_ number: Int, _ tool: inout Tool) throws(RasterError) -> Output
  ) throws(RasterError) -> [Output] {
    var results = [Result<Output, RasterError>?](repeating: nil, count: numbers)
    results.withUnsafeMutableBufferPointer { results in
      forEach(numbers, make: make) { number, tool in
        do throws(RasterError) {
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

  /// So many bytes of pixels are worth another thread.
  private static let bandBytes = 64 << 10

  /// Gives bands of rows, which are all of them together, to a body.
  ///
  /// - Parameters:
  ///   - rowBytes: how many bytes of a row are read or written.
  ///   - body: is called by several threads at once.
  func forEachBand(of rows: Range<Int>, rowBytes: Int, _ body: (Range<Int>) -> Void) {
    // Several for each thread, so that one that comes late or is slow does fewer of them.
    let most = count == 1 ? 1 : min(4 * count, rows.count * max(1, rowBytes) / Self.bandBytes)
    let bands = max(1, min(most, rows.count))
    func start(_ band: Int) -> Int { rows.lowerBound + rows.count * band / bands }
    forEach(bands, make: {}) { band, _ in body(start(band)..<start(band + 1)) }
  }
}
