internal import Dispatch

/// A pool of workers that process numbered jobs in parallel, each with its own tool.
///
/// How it works: a free worker takes the lowest number that is not taken. A result that is finished before
/// its turn is held back, and no worker starts a new job while too many results are held back. A worker keeps
/// its tool, such as open fonts, from one run to the next. A pool of one worker runs on the caller and starts
/// no thread.
///
/// Guarantees: results are delivered in order of their numbers. If several jobs fail, the failure with the
/// lowest number is thrown, after all results before it, whatever the number of workers. After a failure, an
/// error of the caller or a cancellation, no worker starts another job.
package final class WorkerPool<Tool> {
  /// Runs the job of a number; a single worker runs it on the caller's task.
  package typealias Work<Output> =
    nonisolated(nonsending) @Sendable (Int, inout Tool) async throws -> Output

  private let workers: Int
  private let make: @Sendable () throws -> Tool
  /// The queue of jobs; nil for a single worker.
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

  /// Runs a closure with a pool of workers.
  ///
  /// - Parameters:
  ///   - workers: the number of workers; at least 1.
  ///   - own: the caller's own tool, which is used if there is only one worker.
  ///   - make: makes the tool of a worker, once, before its first job; its errors are thrown as a failure of
  ///     that job.
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
        // Without this, workers with undelivered results would wait forever.
        await queue.close()
        throw error
      }
    }
  }

  /// Runs the jobs with numbers from 0 and delivers the results in order.
  ///
  /// - Parameters:
  ///   - ahead: the maximum number of undelivered jobs per worker; nil for no limit.
  ///   - deliver: takes a number and its result; called on the caller's task.
  /// - Throws: the errors of `make`, `work` and `deliver`; `CancellationError` if the caller's task was
  ///   cancelled.
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
    // Uses the caller's own thread if possible: the workers keep all cores busy, and results would wait for
    // the last of them.
    while turn < count, let (number, result) = await results.next(isolation: #isolation) {
      early[number] = result
      while let due = early.removeValue(forKey: turn) {
        if ahead != nil { await queue.leave() }
        try deliver(turn, try due.get())
        turn += 1
      }
    }
    // The stream of a cancelled task ends early.
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

  /// The results of the jobs with numbers from 0, in order.
  package nonisolated(nonsending) func map<Output: Sendable>(
    _ count: Int, _ work: @escaping Work<Output>
  ) async throws -> [Output] {
    var all: [Output] = []
    all.reserveCapacity(count)
    try await inOrder(count, ahead: nil, work) { all.append($1) }
    return all
  }
}

/// Gives workers their numbers, lowest first, and blocks them while too many results are undelivered.
private actor WorkQueue<Tool> {
  /// Runs the job of a number, creating the worker's tool if necessary; returns whether it succeeded.
  typealias Work = nonisolated(nonsending) @Sendable (Int, inout Tool?) async -> Bool

  private var work: Work?
  private var count = 0
  private var most = 0
  private var taken = 0
  private var delivered = 0
  private var isClosed = false
  private var idle: [CheckedContinuation<Void, Never>] = []

  /// Starts a run of jobs with numbers below a count.
  ///
  /// - Parameter most: the maximum number of jobs taken and not yet delivered.
  func begin(_ count: Int, most: Int, _ work: @escaping Work) {
    (self.count, self.most, self.work) = (count, most, work)
    (taken, delivered) = (0, 0)
    wakeAll()
  }

  /// Waits for a job; nil when the queue is closed.
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

  /// Makes room for the next job after a delivery.
  func leave() {
    delivered += 1
    if taken < count, !idle.isEmpty { idle.removeFirst().resume() }
  }

  /// Gives out no further jobs of this run.
  func stop() { count = taken }

  /// Stops all workers.
  func close() {
    isClosed = true
    wakeAll()
  }

  private func wakeAll() {
    for one in idle { one.resume() }
    idle = []
  }
}

/// A thread for one actor, so that long work never occupies the threads on which all tasks of a program run.
///
/// The thread is one of libdispatch; it exists while there is work.
package final class WorkerThread: SerialExecutor {
  private let queue = DispatchQueue(label: "cardshot.worker")

  /// Creates an executor; no thread is started yet.
  package init() {}

  /// Runs a job after all earlier ones.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
