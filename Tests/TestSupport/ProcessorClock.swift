import Glibc

/// The time that the calling thread has been given by a processor.
///
/// A test that asks whether something is answered soon measures by it: how many others share the machine does not count.
package struct ProcessorClock {
  package init() {}

  /// The time so far.
  package var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// How long some work on this thread takes.
  package func measure(_ work: () throws -> Void) rethrows -> Duration {
    let start = now
    try work()
    return now - start
  }
}
