internal import CCairo
internal import Glibc

/// Resource limits of a process.
enum ProcessLimit {
  /// Lowers a soft limit, or raises it again.
  ///
  /// An existing hard limit is never raised: a lower one stays.
  ///
  /// The corresponding C function is `prlimit`.
  ///
  /// - Parameters:
  ///   - process: the process; 0 is the running one.
  ///   - isFinal: whether the process itself may not raise the limit again.
  /// - Returns: false with the reason in `errno` if the system rejects it.
  static func set(
    _ resource: __rlimit_resource, _ most: UInt, of process: pid_t = 0, isFinal: Bool = false
  ) -> Bool {
    var limits: [UInt64] = [0, 0]
    guard cs_limits(process, Int32(resource.rawValue), nil, &limits) == 0 else { return false }
    limits[0] = min(UInt64(most), limits[1])
    if isFinal { limits[1] = limits[0] }
    return cs_limits(process, Int32(resource.rawValue), limits, nil) == 0
  }
}
