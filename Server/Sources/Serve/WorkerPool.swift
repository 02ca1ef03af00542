import Foundation
import Synchronization

/// Workers that draw, and the requests that wait for them.
final class WorkerPool: Sendable {
  /// The way of starting a worker.
  struct Recipe: Sendable {
    var program: String
    var arguments: [String]
    var limits: Worker.Limits
    var count: Int
    var longestQueue: Int
    var longestWait: Duration
    /// After this number of pictures, or this size in MiB, a worker is replaced.
    var (cards, megabytes): (Int, Int)
    /// The time of reading all decks.
    static let start = Duration.seconds(60)
  }

  private struct Waiter {
    let number: Int
    let since: ContinuousClock.Instant
    let continuation: CheckedContinuation<Worker?, Never>
  }

  private struct State {
    var idle: [Worker] = []
    var all: [Worker] = []
    var waiting: [Waiter] = []
    var number = 0
    var isEnded = false
    var isReplaced = false
  }

  private let recipe: Recipe
  private let metrics: Metrics
  private let state = Mutex(State())

  /// Starts all workers.
  ///
  /// - Throws: the failure of the first worker.
  static func start(_ recipe: Recipe, _ metrics: Metrics) async throws -> WorkerPool {
    let pool = WorkerPool(recipe, metrics)
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<recipe.count { group.addTask { try await pool.add() } }
        try await group.waitForAll()
      }
    } catch {
      await pool.end()
      throw error
    }
    return pool
  }

  private init(_ recipe: Recipe, _ metrics: Metrics) { (self.recipe, self.metrics) = (recipe, metrics) }

  private func add() async throws {
    let worker = try await Worker.start(recipe.program, recipe.arguments, deadline: Recipe.start).worker
    state.withLock { $0.all.append(worker) }
    await give(worker)
  }

  /// Whether a picture that is requested now would soon be drawn.
  ///
  /// It is not if each worker has been busy with one picture for half of its time.
  var isReady: Bool {
    let workers = state.withLock { $0.isEnded ? [] : $0.all }
    return workers.contains { $0.busy.map { $0 < recipe.limits.wall / 2 } ?? true }
  }

  /// The numbers of workers, busy workers and waiting requests.
  var load: (workers: Int, busy: Int, waiting: Int, megabytes: Int) {
    let (all, idle, waiting) = state.withLock { ($0.all, $0.idle.count, $0.waiting.count) }
    return (all.count, all.count - idle, waiting, all.reduce(0) { $0 + $1.megabytes })
  }

  /// Draws a picture.
  ///
  /// - Returns: the answer, and the time that the request has waited for a worker.
  func draw(_ request: [UInt8]) async throws -> (answer: Worker.Answer, waited: Duration) {
    let start = ContinuousClock.now
    let worker = try await take()
    let waited = ContinuousClock.now - start
    do {
      let answer = try await worker.answer(request)
      await give(worker)
      return (answer, waited)
    } catch {
      await replace(worker, "\(error)")
      try Task.checkCancellation()
      switch error {
      case .slow: throw Problem.slow
      case .grew: throw Problem.tooLarge
      default: throw Problem.crashed
      }
    }
  }

  private func take() async throws -> Worker {
    try Task.checkCancellation()
    let number = state.withLock { state in
      state.number += 1
      return state.number
    }
    let worker = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Worker?, Never>) in
        let now: Worker?? = state.withLock { state in
          if state.isEnded || Task.isCancelled { return .some(nil) }
          if let worker = state.idle.popLast() { return worker }
          guard state.waiting.count < recipe.longestQueue else { return .some(nil) }
          state.waiting.append(Waiter(number: number, since: .now, continuation: continuation))
          return .none
        }
        if let now { continuation.resume(returning: now) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
      }
      waiter?.continuation.resume(returning: nil)
    }
    guard let worker else {
      try Task.checkCancellation()
      throw Problem.busy
    }
    return worker
  }

  /// Hands a worker to the first request that waits.
  private func give(_ worker: Worker) async {
    if worker.cards >= recipe.cards { return await replace(worker, "cards") }
    enum Next {
      case waiter(Waiter)
      case none
      case end
    }
    let next: Next = state.withLock { state in
      if state.isEnded { return .end }
      if state.waiting.isEmpty {
        state.idle.append(worker)
        return .none
      }
      return .waiter(state.waiting.removeFirst())
    }
    switch next {
    case .waiter(let waiter): waiter.continuation.resume(returning: worker)
    case .end: await remove(worker)
    case .none: break
    }
  }

  private func remove(_ worker: Worker) async {
    state.withLock { state in
      state.all.removeAll { $0 === worker }
      state.idle.removeAll { $0 === worker }
    }
    await worker.end()
  }

  /// Ends a worker and starts another one.
  private func replace(_ worker: Worker, _ reason: String) async {
    metrics.count(\.restarts, reason)
    await remove(worker)
    Task { await refill() }
  }

  /// Starts a worker; after a failure it is tried again, each time later.
  private func refill() async {
    var pause = Duration.milliseconds(100)
    while !state.withLock({ $0.isEnded }) {
      if (try? await add()) != nil { return }
      try? await Task.sleep(for: pause)
      pause = min(pause * 2, .seconds(5))
    }
  }

  /// Ends what takes too long, five times a second, until the pool ends or is replaced.
  func watch() async {
    while !Task.isCancelled, !state.withLock({ $0.isEnded || $0.isReplaced }) { await check() }
  }

  /// Ends the pool after the requests that have begun with it.
  func endAfterRequests() async {
    state.withLock { $0.isReplaced = true }
    // No request waits for longer, and those that are about to wait have begun already.
    let last = ContinuousClock.now + recipe.longestWait + .seconds(1)
    while ContinuousClock.now < last, !state.withLock({ $0.isEnded }) { await check() }
    await end()
  }

  private func check() async {
    try? await Task.sleep(for: .milliseconds(200))
    let late = state.withLock { state in
      let limit = ContinuousClock.now - recipe.longestWait
      let count = state.waiting.prefix { $0.since < limit }.count
      defer { state.waiting.removeFirst(count) }
      return Array(state.waiting.prefix(count))
    }
    for waiter in late { waiter.continuation.resume(returning: nil) }
    for worker in state.withLock({ $0.all }) { worker.check(recipe.limits) }
    for worker in state.withLock({ $0.idle }) {
      // The kernel may have ended a process that was idle.
      let hasEnded = worker.hasEnded
      guard hasEnded || worker.megabytes > recipe.megabytes else { continue }
      let isIdle = state.withLock { state in
        let index = state.idle.firstIndex { $0 === worker }
        if let index { state.idle.remove(at: index) }
        return index != nil
      }
      if isIdle { await replace(worker, hasEnded ? "crashed" : "size") }
    }
  }

  /// Ends the pool; pictures that are being drawn are finished first.
  func end() async {
    let (idle, waiting) = state.withLock { state in
      defer { (state.idle, state.waiting) = ([], []) }
      state.isEnded = true
      return (state.idle, state.waiting)
    }
    for waiter in waiting { waiter.continuation.resume(returning: nil) }
    for worker in idle { await remove(worker) }
    // Workers that are busy are removed when they are given back.
    for _ in 0..<200 {
      if state.withLock({ $0.all.isEmpty }) { return }
      try? await Task.sleep(for: .milliseconds(100))
    }
    for worker in state.withLock({ $0.all }) { await remove(worker) }
  }
}
