/// Several workers that do numbered work side by side, each with a tool of its own that it shares with no other.
///
/// How it works: a free worker takes the lowest number that nobody has. What is done before its turn waits, and nobody
/// begins anything new while too much waits. A worker keeps its tool, such as open fonts, from one run to the next. A single
/// worker is the caller itself: nothing is started for it.
///
/// Guarantees: results are handed over in order of their numbers. Of several failures the one with the lowest number is
/// thrown, after all results before it, however many workers there are. After a failure, a refusal of the caller or a
/// cancellation nobody begins anything more.
package final class WorkerPool<Tool> {
  /// The work of a number; a single worker does it on the caller's task.
  package typealias Work<Output> =
    nonisolated(nonsending) @Sendable (Int, inout Tool) async throws -> Output

  private let workers: Int
  private let make: @Sendable () throws -> Tool
  /// Where several workers get their work; nil for a single one.
  private let queue: WorkQueue<Tool>?
  /// The tool of a single worker.
  private var tool: Tool?

  private init(
    _ workers: Int, tool: Tool?, _ queue: WorkQueue<Tool>?, make: @escaping @Sendable () throws -> Tool
  ) {
    self.workers = workers
    self.tool = tool
    self.queue = queue
    self.make = make
  }

  /// Keeps workers ready while a body gives them work.
  ///
  /// - Parameters:
  ///   - workers: how many there are; at least 1.
  ///   - own: the caller's own tool, which is used when there is but one worker.
  ///   - make: makes the tool of a worker, once, before its first work; what it throws is thrown as a failure of that work.
  package nonisolated(nonsending) static func with<Value>(
    _ workers: Int, own: Tool? = nil, make: @escaping @Sendable () throws -> Tool,
    _ body: nonisolated(nonsending) (WorkerPool) async throws -> Value
  ) async throws -> Value {
    guard workers > 1 else { return try await body(WorkerPool(1, tool: own, nil, make: make)) }
    let queue = WorkQueue<Tool>()
    return try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<workers {
        group.addTask {
          var tool: Tool?
          while let (number, work) = await queue.next() {
            if await !work(number, &tool) { await queue.stop() }
            // A caller without a thread of its own takes results in between.
            await Task.yield()
          }
        }
      }
      do {
        let value = try await body(WorkerPool(workers, tool: nil, queue, make: make))
        await queue.close()
        return value
      } catch {
        // Nobody takes what the workers would still make: without this they would wait for their turn for ever.
        await queue.close()
        throw error
      }
    }
  }

  /// Does the work of the numbers from 0, and hands the results over in their order.
  ///
  /// - Parameters:
  ///   - ahead: how many numbers a worker may have taken that are not handed over; nil for as many as there are.
  ///   - deliver: takes a number and its result; called on the caller's task.
  /// - Throws: what `make`, `work` or `deliver` throws; `CancellationError` when the caller's task was cancelled.
  package nonisolated(nonsending) func inOrder<Output: Sendable>(
    _ count: Int, ahead: Int? = 2, _ work: @escaping Work<Output>, deliver: (Int, Output) throws -> Void
  ) async throws {
    guard let queue else { return try await alone(count, work, deliver) }
    let make = make
    let (stream, continuation) = AsyncStream<(Int, Result<Output, any Error>)>.makeStream()
    await queue.begin(count, most: ahead.map { workers * $0 } ?? count) { number, tool in
      do {
        var own = try tool.take() ?? make()
        defer { tool = own }
        continuation.yield((number, .success(try await work(number, &own))))
        return true
      } catch {
        continuation.yield((number, .failure(error)))
        return false
      }
    }
    var early: [Int: Result<Output, any Error>] = [:]
    var turn = 0
    var results = stream.makeAsyncIterator()
    // On the caller's own thread, if it has one: the workers keep all others busy, and results would wait for the last.
    while turn < count, let (number, result) = await results.next(isolation: #isolation) {
      early[number] = result
      while let due = early.removeValue(forKey: turn) {
        if ahead != nil { await queue.leave() }
        try deliver(turn, try due.get())
        turn += 1
      }
    }
    // A task that is cancelled is given no more results.
    if turn < count { throw CancellationError() }
  }

  private nonisolated(nonsending) func alone<Output>(
    _ count: Int, _ work: Work<Output>, _ deliver: (Int, Output) throws -> Void
  ) async throws {
    for number in 0..<count {
      try Task.checkCancellation()
      var own = try tool.take() ?? make()
      defer { tool = own }
      try deliver(number, try await work(number, &own))
    }
  }

  /// The results for the numbers from 0, in their order.
  package nonisolated(nonsending) func map<Output: Sendable>(
    _ count: Int, _ work: @escaping Work<Output>
  ) async throws -> [Output] {
    var all: [Output] = []
    all.reserveCapacity(count)
    try await inOrder(count, ahead: nil, work) { all.append($1) }
    return all
  }
}

/// Gives workers their numbers, lowest first, and holds them back while too many results wait.
private actor WorkQueue<Tool> {
  /// Does the work of a number with the tool of a worker, which makes one when it has none; whether that succeeded.
  typealias Work = nonisolated(nonsending) @Sendable (Int, inout Tool?) async -> Bool

  private var work: Work?
  private var count = 0
  private var most = 0
  private var taken = 0
  private var delivered = 0
  private var isClosed = false
  private var idle: [CheckedContinuation<Void, Never>] = []

  /// Has the numbers below a count done.
  ///
  /// - Parameter most: how many may be taken that are not delivered.
  func begin(_ count: Int, most: Int, _ work: @escaping Work) {
    (self.count, self.most, self.work) = (count, most, work)
    (taken, delivered) = (0, 0)
    wakeAll()
  }

  /// Waits for a number; nil when there will be none any more.
  func next() async -> (Int, Work)? {
    while !isClosed, !Task.isCancelled {
      if let work, taken < count, taken - delivered < most {
        taken += 1
        return (taken - 1, work)
      }
      await withCheckedContinuation { idle.append($0) }
    }
    return nil
  }

  /// Makes room for the next number.
  func leave() {
    delivered += 1
    if taken < count, !idle.isEmpty { idle.removeFirst().resume() }
  }

  /// Gives out no more numbers of this run.
  func stop() { count = taken }

  /// Sends all workers home.
  func close() {
    isClosed = true
    wakeAll()
  }

  private func wakeAll() {
    for one in idle { one.resume() }
    idle = []
  }
}
