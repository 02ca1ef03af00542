import Synchronization
import Testing

@testable import CardRaster

/// Several workers give the same results as one, in its order, and stop early.
///
/// These tests do not use a clock: they count started, created and delivered items.
@Suite struct WorkerPoolTests {
  private struct Refusal: Error, Equatable { var number: Int }

  /// Counts what the workers did.
  ///
  /// Atomics, since the thread sanitizer does not understand how a `Mutex` waits and reports a contended one
  /// as a race.
  private final class Notes: Sendable {
    private let made = Atomic(0)
    private let begun = Atomic(0)

    /// The number of created tools.
    var tools: Int { made.load(ordering: .acquiring) }
    /// The number of started items.
    var count: Int { begun.load(ordering: .acquiring) }

    func make() -> [Int] {
      made.wrappingAdd(1, ordering: .acquiringAndReleasing)
      return []
    }

    func begin() { begun.wrappingAdd(1, ordering: .acquiringAndReleasing) }
  }

  /// Work that takes longer for some numbers, without a clock.
  private static func work(_ number: Int) -> Int {
    var sum = number
    for step in 0..<(number % 7 == 0 ? 20_000 : 10) { sum = sum &* 31 &+ step }
    return sum
  }

  @Test(arguments: [1, 2, 3, 40]) func resultsComeInOrder(workers: Int) async throws {
    try await WorkerPool.with(workers, make: {}) { pool in
      var numbers: [Int] = []
      try await pool.inOrder(100) { number, _ in
        Self.work(number)
      } deliver: { number, result in
        numbers.append(number)
        #expect(result == Self.work(number))
      }
      #expect(numbers == Array(0..<100))
      #expect(try await pool.map(100) { number, _ in Self.work(number) } == (0..<100).map(Self.work))
      #expect(try await pool.map(0) { number, _ in number } == [])
    }
  }

  @Test(arguments: [1, 2, 5]) func aWorkerKeepsItsToolFromOneRunToTheNext(workers: Int) async throws {
    let notes = Notes()
    let seen = try await WorkerPool.with(workers, make: { notes.make() }) { pool in
      var longest = 0
      for _ in 0..<4 {
        let found = try await pool.map(50) { number, tool in
          tool.append(number)
          return tool.count
        }
        longest = max(longest, found.max() ?? 0)
      }
      return longest
    }
    #expect((1...workers).contains(notes.tools))
    // Two hundred items, and tools are kept between calls: some worker did a fair share of them.
    #expect(seen >= 200 / workers)
  }

  @Test func oneWorkerIsTheCallerWithItsOwnTool() async throws {
    let notes = Notes()
    let found = try await WorkerPool.with(1, own: [7], make: { notes.make() }) { pool in
      try await pool.map(3) { number, tool in
        tool.append(number)
        return tool
      }
    }
    #expect(found == [[7, 0], [7, 0, 1], [7, 0, 1, 2]])
    #expect(notes.tools == 0)
  }

  /// Workers let the caller run in between, although they never wait and may use all threads.
  @Test(arguments: [2, 5]) func resultsAreDeliveredInBetween(workers: Int) async throws {
    let notes = Notes()
    var begun: [Int] = []
    try await WorkerPool.with(workers, make: {}) { pool in
      try await pool.inOrder(2000, ahead: nil) { number, _ in
        notes.begin()
        return Self.work(7 * number)
      } deliver: { _, _ in
        begun.append(notes.count)
      }
    }
    #expect(begun.count == 2000)
    #expect((begun.first ?? 2000) < 1000 && begun[1000] < 1900, "\(begun.first ?? 0), \(begun[1000])")
  }

  @Test(arguments: [1, 2, 3]) func noWorkerRunsFarAhead(workers: Int) async throws {
    let notes = Notes()
    var delivered = 0
    try await WorkerPool.with(workers, make: {}) { pool in
      try await pool.inOrder(200) { number, _ in
        notes.begin()
        return Self.work(number)
      } deliver: { _, _ in
        // The slot of a result is free again when the result is delivered.
        delivered += 1
        #expect(notes.count <= delivered + 2 * workers)
      }
    }
    #expect(delivered == 200)
  }

  @Test(arguments: [1, 2, 3, 8]) func theFirstOfSeveralFailuresIsThrown(workers: Int) async throws {
    let notes = Notes()
    var delivered: [Int] = []
    await #expect(throws: Refusal(number: 20)) {
      try await WorkerPool.with(workers, make: {}) { pool in
        try await pool.inOrder(10_000) { number, _ in
          notes.begin()
          if number >= 20 { throw Refusal(number: number) }
          return Self.work(number)
        } deliver: { number, _ in
          delivered.append(number)
        }
      }
    }
    #expect(delivered == Array(0..<20))
    #expect(notes.count <= 20 + 2 * workers)
  }

  @Test(arguments: [1, 3]) func anErrorEndsAllWorkers(workers: Int) async throws {
    let notes = Notes()
    await #expect(throws: Refusal(number: 5)) {
      try await WorkerPool.with(workers, make: {}) { pool in
        try await pool.inOrder(10_000) { number, _ in
          notes.begin()
          return number
        } deliver: { number, _ in
          if number == 5 { throw Refusal(number: number) }
        }
      }
    }
    // The six delivered items, and those that may be started ahead of them.
    #expect(notes.count <= 6 + 2 * workers)
  }

  @Test(arguments: [1, 4]) func aToolThatCannotBeMadeIsAnError(workers: Int) async throws {
    await #expect(throws: Refusal(number: -1)) {
      try await WorkerPool.with(workers, make: { throw Refusal(number: -1) }) { (pool: WorkerPool<Int>) in
        _ = try await pool.map(9) { number, _ in number }
      }
    }
  }

  @Test(arguments: [1, 3]) func workersSeeThatTheCallerIsCancelled(workers: Int) async throws {
    let notes = Notes()
    let task = Task {
      try await WorkerPool.with(workers, make: {}) { pool in
        try await pool.inOrder(10_000) { number, _ in
          notes.begin()
          return number
        } deliver: { number, _ in
          if number == 5 { withUnsafeCurrentTask { $0?.cancel() } }
        }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    // Items still in the stream may have been delivered.
    #expect(notes.count <= 6 + 4 * workers)
  }
}
