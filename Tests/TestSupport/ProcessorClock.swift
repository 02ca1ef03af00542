import Glibc

/// The processor time of the calling thread.
///
/// Tests of fast responses use it, since it does not depend on the load of the machine.
package struct ProcessorClock {
  package init() {}

  /// The time so far.
  package var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The time of some work on this thread.
  package func measure(_ work: () throws -> Void) rethrows -> Duration {
    let start = now
    try work()
    return now - start
  }
}
