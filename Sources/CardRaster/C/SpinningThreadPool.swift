internal import Dispatch
internal import Glibc
internal import Synchronization

/// A thread pool for short parallel work that is soon followed by more.
///
/// How it works: the owner of a job adds it to a list and starts working on it. A free helper joins the first
/// job in the list that still needs one. A helper without a job spins for a moment before it sleeps: waking a
/// thread takes about 40 µs, and a picture consists of many jobs of a few hundred microseconds. Threads of
/// libdispatch sleep at once, and the first of them starts nearly a millisecond late, when a small picture is
/// almost finished.
///
/// Guarantees: all helpers have left a job before `call` returns. Helpers receive no signals.
final class SpinningThreadPool: Sendable {
  /// The pool of the process.
  static let shared = SpinningThreadPool()

  /// A job that helpers can join.
  private final class Job: Sendable {
    /// The address of the closure that the owner and each helper call once.
    ///
    /// It is on the stack of the owner, who waits until all helpers have left. A non-escaping closure must
    /// not be retained any longer.
    private let address: UInt
    /// The number of helpers in the closure.
    let helping = Atomic(0)
    /// Signalled by the last helper if the owner is waiting.
    let left = DispatchSemaphore(value: 0)

    init(_ body: UnsafePointer<() -> Void>) { address = UInt(bitPattern: body) }

    /// Runs a helper's part.
    func help() { UnsafePointer<() -> Void>(bitPattern: address)?.pointee() }
  }

  private struct State {
    /// Jobs, each with the number of helpers that it still needs.
    var jobs: [(job: Job, wanted: Int)] = []
    /// Jobs whose owners sleep until their helpers have left.
    var waiting: [Job] = []
    var threads = 0
    var sleeping = 0
  }

  private let state = Mutex(State())
  /// A counter of new jobs, which helpers check before they sleep.
  private let news = Atomic(0)
  private let bell = DispatchSemaphore(value: 0)

  /// The maximum number of helpers: enough for two pictures at once.
  private static let most = 2 * (RowParallelism.most - 1)

  /// How long a helper spins for more work before it sleeps, and an owner for its helpers to leave, in
  /// nanoseconds.
  private static let patience: UInt64 = 50_000

  /// Starts helpers until there are `count` of them, so that they are ready when needed.
  ///
  /// Helpers inherit the restrictions of the calling thread, so enter a sandbox before this call.
  func standBy(_ count: Int) {
    let missing = state.withLock { state in
      let missing = max(0, min(count, Self.most) - state.threads)
      state.threads += missing
      return missing
    }
    for _ in 0..<missing where !start() { state.withLock { $0.threads -= 1 } }
  }

  /// Calls a closure on the caller's thread and on some helpers, and returns when all calls have ended.
  ///
  /// - Parameter helpers: the maximum number of helpers; busy ones may join late or not at all.
  func call(helpers: Int, _ body: () -> Void) {
    standBy(helpers)
    withoutActuallyEscaping(body) { body in
      withUnsafePointer(to: body) { pointer in
        let job = Job(pointer)
        offer(job, to: helpers)
        body()
        withdraw(job)
        wait(for: job)
      }
    }
  }

  /// Adds a job to the list, and wakes sleeping helpers.
  private func offer(_ job: Job, to helpers: Int) {
    // Publishes the owner's earlier writes to helpers; a `Mutex` does that too, but not for the thread
    // sanitizer.
    job.helping.store(0, ordering: .releasing)
    let woken = state.withLock { state in
      state.jobs.append((job, helpers))
      let woken = min(state.sleeping, helpers)
      state.sleeping -= woken
      return woken
    }
    news.wrappingAdd(1, ordering: .releasing)
    for _ in 0..<woken { bell.signal() }
  }

  /// Removes a job from the list, so that no more helpers join it.
  private func withdraw(_ job: Job) {
    state.withLock { state in state.jobs.removeAll { $0.job === job } }
  }

  /// Waits until no helper is in a job that was removed from the list.
  private func wait(for job: Job) {
    if Self.look({ job.helping.load(ordering: .acquiring) == 0 }) { return }
    let isLeft = state.withLock { state in
      let isLeft = job.helping.load(ordering: .acquiring) == 0
      if !isLeft { state.waiting.append(job) }
      return isLeft
    }
    if !isLeft { job.left.wait() }
  }

  /// Spins on a condition for a moment and returns its last value.
  private static func look(_ isSo: () -> Bool) -> Bool {
    if isSo() { return true }
    let end = now + patience
    while now < end {
      if isSo() { return true }
    }
    return isSo()
  }

  /// Nanoseconds; no picture depends on them.
  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Starts a thread with all signals blocked; returns whether it was started.
  ///
  /// The corresponding C function is `pthread_create`.
  private func start() -> Bool {
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    guard pthread_create(&thread, nil, { _ in SpinningThreadPool.shared.help() }, nil) == 0 else {
      return false
    }
    pthread_detach(thread)
    return true
  }

  /// The main loop of a helper, which never ends.
  private func help() -> UnsafeMutableRawPointer? {
    while true {
      let seen = news.load(ordering: .acquiring)
      if let job = join() {
        job.help()
        leave(job)
      } else if !Self.look({ news.load(ordering: .acquiring) != seen }), sleeps() {
        bell.wait()
      }
    }
  }

  /// Joins the first job that still needs a helper.
  private func join() -> Job? {
    state.withLock { state in
      guard let index = state.jobs.firstIndex(where: { $0.wanted > 0 }) else { return nil }
      state.jobs[index].wanted -= 1
      let job = state.jobs[index].job
      job.helping.wrappingAdd(1, ordering: .acquiringAndReleasing)
      return job
    }
  }

  /// Leaves a job; its owner returns when the last helper has left.
  private func leave(_ job: Job) {
    guard job.helping.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
    state.withLock { state in
      // Another helper may have joined meanwhile; it will be the last one then.
      guard job.helping.load(ordering: .acquiring) == 0,
        let index = state.waiting.firstIndex(where: { $0 === job })
      else { return }
      state.waiting.remove(at: index)
      job.left.signal()
    }
  }

  /// Registers the calling helper as sleeping, unless there is work.
  private func sleeps() -> Bool {
    state.withLock { state in
      guard !state.jobs.contains(where: { $0.wanted > 0 }) else { return false }
      state.sleeping += 1
      return true
    }
  }
}
