/// Limits of one rendering that are stricter than `Limits`, and the end of its time.
///
/// They belong to the current task. Painters check them, and whether the task was cancelled, before each item;
/// so a rendering ends early even in the middle of a picture. A clock decides only whether there is a picture,
/// never its pixels.
package struct RenderLimits: Sendable {
  @TaskLocal package static var current = RenderLimits()

  /// The time of the rendering in seconds, for messages.
  private var seconds = 0.0
  /// The moment at which the time is over; nil for no limit.
  private var end: ContinuousClock.Instant?
  /// The maximum number of bytes of the pixels and layers of a picture; nil for `Limits.layerBytes` only.
  package var memory: Int?

  /// Whether there is a limit.
  package var isSet: Bool { end != nil || memory != nil }

  /// Creates limits; nil values are not limited.
  ///
  /// - Parameter time: the time from now on.
  package init(time: Duration? = nil, memory: Int? = nil) {
    self.memory = memory
    guard let time else { return }
    seconds = time / .seconds(1)
    end = .now + time
  }

  /// Whether `check` would throw.
  package static var isOver: Bool { (try? check()) == nil }

  /// Throws if the task is cancelled, or its time is over.
  ///
  /// - Throws: `RasterError.cancelled` and `.timeout`.
  package static func check() throws(RasterError) {
    if Task.isCancelled { throw .cancelled }
    let limits = current
    if let end = limits.end, .now >= end { throw .timeout(limit: limits.seconds) }
  }
}
