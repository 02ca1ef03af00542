/// Lets a few in at a time.
actor Gate {
  private var free: Int
  private var isClosed = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ free: Int) { self.free = free }

  /// Waits until there is room.
  ///
  /// - Throws: `CancellationError` when the gate was closed.
  func enter() async throws {
    if isClosed { throw CancellationError() }
    if free > 0 {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
    if isClosed { throw CancellationError() }
  }

  /// Makes room for the next one.
  func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }

  /// Turns away all who wait and all who come: whoever they work for has given up.
  func close() {
    isClosed = true
    for one in waiting { one.resume() }
    waiting = []
  }
}
