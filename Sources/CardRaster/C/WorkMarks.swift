internal import CCairo
internal import Glibc
internal import Synchronization

/// A crash recovery record: the jobs that a run is working on, in memory that outlives its process.
///
/// How it works: `supervise` forks the process, lets the copy do the run, and waits for it. If the copy
/// crashes, the marks show which jobs it was working on. Another copy repeats the run. A job that was the
/// only one during the crash is skipped. If there were several, they are done one by one, so that the next
/// crash identifies the job.
///
/// For runs that may be repeated, since all their output comes at the end.
package final class WorkMarks: Sendable {
  private enum Mark {
    static let none: UInt8 = 0
    static let begun: UInt8 = 1
    static let ended: UInt8 = 2
    static let doubtful: UInt8 = 3
    /// With the number of the signal.
    static let lost: UInt8 = 0x80
  }

  /// The maximum number of jobs with marks; jobs beyond it have none.
  private static let most = 1 << 20
  private static let signals = [SIGHUP, SIGINT, SIGTERM]
  /// The copy that does the run.
  private static let copy = Atomic<Int32>(0)

  /// The address of a counter of marks, followed by one byte for each job.
  private let address: UInt

  private init?() {
    let memory = mmap(nil, Self.most + 64, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else { return nil }
    memory.initializeMemory(as: Atomic<Int>.self, to: Atomic(0))
    address = UInt(bitPattern: memory)
  }

  // MARK: In the copy that does the run

  /// Whether it is unknown which of several jobs crashed: then they must be done one by one.
  package var hasUncertainEntries: Bool { marks?.contains(Mark.doubtful) == true }

  /// Does a job; returns a failure with the reason for a skipped one.
  ///
  /// - Parameter number: its number, the same in each repetition of the run.
  package func work<Value>(_ number: Int, _ body: () throws -> Value) rethrows -> Result<
    Value, WorkProcesses.Failure
  > {
    guard let marks, marks.indices.contains(number) else { return .success(try body()) }
    if marks[number] >= Mark.lost {
      let signal = Int32(marks[number] - Mark.lost)
      return .failure(signal == SIGXCPU ? .processorTime : .signal(signal))
    }
    set(number, Mark.begun)
    defer { set(number, Mark.ended) }
    return .success(try body())
  }

  private var marks: UnsafeMutableBufferPointer<UInt8>? {
    UnsafeMutablePointer<UInt8>(bitPattern: address + 64).map { .init(start: $0, count: Self.most) }
  }

  private func set(_ number: Int, _ mark: UInt8) {
    marks?[number] = mark
    UnsafePointer<Atomic<Int>>(bitPattern: address)?.pointee.add(1, ordering: .relaxed)
  }

  // MARK: In the process that waits

  /// Continues in a copy of the process; the process itself waits for the copy and ends in the same way.
  ///
  /// Call it before starting another thread.
  ///
  /// - Returns: the marks, in a copy; nil in the process itself if the system cannot fork.
  package static func supervise() -> WorkMarks? {
    guard let marks = WorkMarks() else { return nil }
    let parent = getpid()
    while true {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      let process = cs_fork()
      if process == 0 {
        close(ends[0])
        // The copy ends with the process that waits for it.
        guard cs_prctl(PR_SET_PDEATHSIG, UInt(SIGKILL)) == 0, getppid() == parent else { _exit(2) }
        // The waiting process reports a crash, without a debugger that is started for it.
        for number in WorkProcesses.crashes { signal(number, SIG_DFL) }
        return marks
      }
      close(ends[1])
      guard process > 0 else {
        close(ends[0])
        return nil
      }
      pass(to: process)
      let status = marks.wait(for: process, whileOpen: ends[0])
      close(ends[0])
      guard let signal = marks.crash(status) else { end(as: status) }
      marks.note(signal)
    }
  }

  /// Forwards termination signals to the copy, unless they are ignored.
  private static func pass(to process: Int32) {
    copy.store(process, ordering: .relaxed)
    for number in signals {
      let before = signal(number) { kill(WorkMarks.copy.load(ordering: .relaxed), $0) }
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
  }

  /// Waits for the end of the copy, and ends it if no mark changes for too long.
  private func wait(for process: Int32, whileOpen end: Int32) -> Int32 {
    var (changes, since) = (-1, 0.0)
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      var one = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
      _ = poll(&one, 1, 250)
      if one.revents != 0 {
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        break
      }
      let seconds = ChildProcess.processorSeconds(of: process)
      let now = UnsafePointer<Atomic<Int>>(bitPattern: address)?.pointee.load(ordering: .relaxed) ?? 0
      if now != changes { (changes, since) = (now, seconds) }
      // Several threads use several seconds of CPU time per second.
      if seconds - since > Limits.rowProcessorTime * Double(max(1, begun.count)) { kill(process, SIGXCPU) }
    }
    return status
  }

  private var begun: [Int] { marks.map { marks in marks.indices.filter { marks[$0] == Mark.begun } } ?? [] }

  /// The signal of a crash after which the run is repeated; nil for any other end.
  private func crash(_ status: Int32) -> Int32? {
    let number = status & 0x7F
    guard number != 0, !Self.signals.contains(number), number != SIGPIPE, number != SIGQUIT else {
      return nil
    }
    return begun.isEmpty ? nil : number
  }

  private func note(_ signal: Int32) {
    let begun = begun
    for number in begun { set(number, begun.count == 1 ? Mark.lost + UInt8(signal & 0x7F) : Mark.doubtful) }
  }

  /// Ends the process with the status of the copy, or by the same signal.
  private static func end(as status: Int32) -> Never {
    let number = status & 0x7F
    if number != 0 {
      signal(number, SIG_DFL)
      raise(number)
    }
    _exit(number == 0 ? status >> 8 & 0xFF : 2)
  }
}
