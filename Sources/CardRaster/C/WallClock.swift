internal import Glibc

/// The time of the day, for messages only: nothing that is drawn depends on it.
package enum WallClock {
  /// Seconds since 1970.
  package static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The local time, such as `12:03:11`.
  package static var text: String {
    var (now, parts) = (time_t(seconds), tm())
    localtime_r(&now, &parts)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(
      separator: ":")
  }
}
