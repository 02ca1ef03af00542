internal import Dispatch
internal import Glibc
internal import Synchronization

/// Threads that stand by to help others with work that is short, of which much more follows soon.
///
/// How it works: who has work puts it into a list and begins with it. A helper that is free joins the first work there that
/// still wants one. When it finds none it looks again and again for a moment, and sleeps then: to wake a thread takes some
/// 40 µs, and a picture consists of many pieces of work that take a few hundred. Threads of libdispatch sleep at once, and the
/// first of them begins nearly a millisecond late, when a small picture is all but painted.
///
/// Guarantees: work is left by all helpers before `call` returns. Helpers take no signals.
final class HelperThreads: Sendable {
  /// Those of the process.
  static let shared = HelperThreads()

  /// Work that others can join.
  private final class Job: Sendable {
    /// The address of what the owner and each helper call once.
    ///
    /// It lies on the stack of the owner, who waits until they have left it. A closure that ends there may be held by nobody any
    /// more.
    private let address: UInt
    /// Helpers that are in the body.
    let helping = Atomic(0)
    /// Rung by the last helper when the owner sleeps until then.
    let left = DispatchSemaphore(value: 0)

    init(_ body: UnsafePointer<() -> Void>) { address = UInt(bitPattern: body) }

    /// Does a helper's part.
    func help() { UnsafePointer<() -> Void>(bitPattern: address)?.pointee() }
  }

  private struct State {
    /// Work with how many more helpers each wants.
    var jobs: [(job: Job, wanted: Int)] = []
    /// Owners that sleep until their helpers have left.
    var waiting: [Job] = []
    var threads = 0
    var sleeping = 0
  }

  private let state = Mutex(State())
  /// How often there was new work; what helpers look at before they sleep.
  private let news = Atomic(0)
  private let bell = DispatchSemaphore(value: 0)

  /// More than this are never started: as many as two pictures at once can use.
  private static let most = 2 * (PictureThreads.most - 1)

  /// How long a helper looks for more work before it sleeps, and an owner for helpers that are about to leave, in nanoseconds.
  private static let patience: UInt64 = 50_000

  /// Starts as many helpers as `count`, if there are fewer, so that they are there when they are needed.
  ///
  /// What the thread of the caller may not do they may not do either, so a sandbox is to be entered before.
  func standBy(_ count: Int) {
    let missing = state.withLock { state in
      let missing = max(0, min(count, Self.most) - state.threads)
      state.threads += missing
      return missing
    }
    for _ in 0..<missing where !start() { state.withLock { $0.threads -= 1 } }
  }

  /// Calls a body on the caller's thread and on at most so many others, and returns when all calls have ended.
  ///
  /// - Parameter helpers: how many others at most; which of them come in time depends on what they have to do.
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

  /// Puts work into the list, and wakes helpers as far as they sleep.
  private func offer(_ job: Job, to helpers: Int) {
    // What the owner wrote before is seen by who joins; a `Mutex` tells that too, but not to the thread sanitizer.
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

  /// Takes work out of the list, so that no helper joins it any more.
  private func withdraw(_ job: Job) {
    state.withLock { state in state.jobs.removeAll { $0.job === job } }
  }

  /// Waits until no helper is in the work, which was withdrawn.
  private func wait(for job: Job) {
    if Self.look({ job.helping.load(ordering: .acquiring) == 0 }) { return }
    let isLeft = state.withLock { state in
      let isLeft = job.helping.load(ordering: .acquiring) == 0
      if !isLeft { state.waiting.append(job) }
      return isLeft
    }
    if !isLeft { job.left.wait() }
  }

  /// Asks again and again for a moment; the last answer.
  private static func look(_ isSo: () -> Bool) -> Bool {
    if isSo() { return true }
    let end = now + patience
    while now < end {
      if isSo() { return true }
    }
    return isSo()
  }

  /// Nanoseconds; which picture comes of work does not depend on them.
  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Starts a thread that takes no signals, which are for those who know what they mean; whether there is one.
  ///
  /// The corresponding C function is `pthread_create`.
  private func start() -> Bool {
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    guard pthread_create(&thread, nil, { _ in HelperThreads.shared.help() }, nil) == 0 else { return false }
    pthread_detach(thread)
    return true
  }

  /// What a helper does as long as the process lives.
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

  /// The first work that still wants a helper.
  private func join() -> Job? {
    state.withLock { state in
      guard let index = state.jobs.firstIndex(where: { $0.wanted > 0 }) else { return nil }
      state.jobs[index].wanted -= 1
      let job = state.jobs[index].job
      job.helping.wrappingAdd(1, ordering: .acquiringAndReleasing)
      return job
    }
  }

  /// Leaves a work, whose owner returns when the last helper has left.
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

  /// Notes that the caller sleeps, unless there is work.
  private func sleeps() -> Bool {
    state.withLock { state in
      guard !state.jobs.contains(where: { $0.wanted > 0 }) else { return false }
      state.sleeping += 1
      return true
    }
  }
}
