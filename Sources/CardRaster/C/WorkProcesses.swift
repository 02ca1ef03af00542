internal import CCairo
internal import Glibc

/// Forked copies of this process that do numbered jobs in parallel, so that a crash costs one job and not the
/// run.
///
/// How it works: a copy is made with `fork`, so it has all data read before. It receives requests over a
/// socket, one after another, and answers each. A copy that crashes, is killed because memory is exhausted,
/// or takes too long is replaced by a new one, which starts with the next request.
///
/// Guarantees: answers are delivered in the order of their numbers. A copy ends with this process.
///
/// No other thread may use Swift's runtime while this process forks: a lock held by such a thread would stay
/// locked in the copy forever. A copy must not use this process' connections; see `SVGProcess.endIdle`.
package final class WorkProcesses {
  /// The reason why a job has no answer.
  package enum Failure: Error, Hashable, Sendable {
    /// Its process was ended by a signal, such as 4 for a crash or 9 for exhausted memory.
    case signal(Int32)
    /// It exceeded its CPU time.
    case processorTime
    /// Its process exited.
    case exit

    /// The reason, for a message that names the job.
    package var message: String {
      switch self {
      case .signal(let number):
        "the process that rendered it ended with signal \(number) (\(Self.name(of: number)))"
      case .processorTime: "it takes more than \(Int(Limits.rowProcessorTime)) s of processor time"
      case .exit: "the process that rendered it ended"
      }
    }

    /// The hint for a failed job.
    package static let hint =
      "this is a bug in cardshot, or there is not enough memory; please report it with this input"

    private static func name(of number: Int32) -> String {
      switch number {
      case SIGKILL: "killed, probably because memory ran out"
      case SIGABRT: "aborted"
      case SIGXCPU: "the processor time limit is exceeded"
      default: "crashed"
      }
    }
  }

  /// Answers a request in a copy; calls `goesOn` whenever a part of a long job is done.
  package typealias Answer =
    nonisolated(nonsending) (_ request: [UInt8], _ goesOn: @escaping () -> Void) async -> [UInt8]

  /// A copy, as seen from this process.
  private final class Copy {
    let process: ChildProcess
    var unsent: [UInt8] = []
    var incoming = Incoming()
    /// The numbers of its unanswered requests; it works on the first.
    var numbers: [Int] = []
    /// The CPU time that it had used at the first check after its last sign of progress, in seconds; nil before
    /// that check.
    var start: Double?

    init(_ process: ChildProcess) { self.process = process }
  }

  /// A message that arrives in pieces: eight bytes with its length, then its bytes.
  ///
  /// The bytes are received into the array that is returned, because pictures are large.
  private struct Incoming {
    private var bytes = [UInt8](repeating: 0, count: 8)
    private var count = 0
    private var isHead = true

    /// The maximum length of a message; a broken copy must not exhaust the memory.
    private static let most = 1 << 31

    /// Receives what has arrived, at most until the end of a message.
    ///
    /// - Returns: the message, empty for a sign of progress; nil if it is not whole.
    /// - Throws: `Failure.exit` if the other end is closed or sends no valid message.
    mutating func receive(from socket: Int32) throws(Failure) -> [UInt8]? {
      while true {
        let wanted = bytes.count - count
        let got = bytes.withUnsafeMutableBytes {
          recv(socket, $0.baseAddress?.advanced(by: count), wanted, Int32(MSG_DONTWAIT))
        }
        guard got > 0 else {
          if got < 0, errno == EAGAIN || errno == EINTR { return nil }
          throw .exit
        }
        count += got
        guard got == wanted else { return nil }
        let message = bytes
        (count, isHead) = (0, !isHead)
        guard !isHead else {
          bytes = [UInt8](repeating: 0, count: 8)
          return message
        }
        let length = Int(clamping: ByteReader.bits(of: message))
        guard length <= Self.most else { throw .exit }
        guard length > 0 else {
          isHead = true
          return []
        }
        bytes = [UInt8](repeating: 0, count: length)
      }
    }
  }

  private var copies: [Copy] = []
  private let answer: Answer
  /// The maximum CPU time between two signs of progress, in seconds.
  private let patience: Double
  /// When the CPU times are checked next, in seconds of `ChildProcess.now`: asking for them takes system calls.
  private var nextCheck = 0.0
  /// The time between two checks, and between two signs of progress, in seconds.
  private static let interval = 0.25

  private init(_ answer: @escaping Answer, patience: Double) {
    self.answer = answer
    self.patience = patience
  }

  /// Forks copies that wait for work; nil if the system cannot fork.
  ///
  /// - Parameters:
  ///   - count: the number of copies; at least 1.
  ///   - patience: the maximum CPU time between two signs of progress, in seconds.
  ///   - answer: answers requests; called only in copies.
  package nonisolated(nonsending) static func start(
    _ count: Int, patience: Double = Limits.rowProcessorTime, answer: @escaping Answer
  ) async -> WorkProcesses? {
    let processes = WorkProcesses(answer, patience: patience)
    for _ in 0..<count {
      guard let copy = await processes.makeCopy() else { break }
      processes.copies.append(copy)
    }
    return processes.copies.isEmpty ? nil : processes
  }

  /// Does the jobs with numbers from 0, and delivers their results in order.
  ///
  /// - Parameters:
  ///   - isStopped: whether to stop; called several times a second.
  ///   - request: the request of a number; called again if a process ended before it started that job.
  ///   - deliver: takes a number and its answer.
  /// - Returns: false if it was stopped.
  /// - Throws: the errors of `deliver`; `RasterError.library` if no new copy can be made.
  package nonisolated(nonsending) func inOrder(
    _ count: Int, isStopped: () -> Bool, request: (Int) -> [UInt8],
    deliver: (Int, Result<[UInt8], Failure>) throws -> Void
  ) async throws -> Bool {
    var (next, turn) = (0, 0)
    var early: [Int: Result<[UInt8], Failure>] = [:]
    while turn < count {
      // Several requests each, so that no copy waits while this process writes files.
      for depth in 1...Self.depth {
        for copy in copies where copy.numbers.count < depth && next < count {
          guard next - turn < 2 * Self.depth * copies.count else { break }
          give(next, request(next), to: copy)
          next += 1
        }
      }
      let ready = wait()
      if isStopped() { return false }
      for index in ready {
        if let failure = exchange(with: copies[index], &early) {
          try await replace(index, failure, request, &early)
        }
      }
      for index in overdue() { try await replace(index, .processorTime, request, &early) }
      while let due = early.removeValue(forKey: turn) {
        try deliver(turn, due)
        turn += 1
      }
    }
    return true
  }

  /// The maximum number of unanswered requests of a copy.
  private static let depth = 4

  private func give(_ number: Int, _ request: [UInt8], to copy: Copy) {
    if copy.numbers.isEmpty { copy.start = nil }
    copy.numbers.append(number)
    var writer = ByteWriter()
    writer.counted(request)
    copy.unsent += writer.bytes
  }

  /// Waits until copies are ready to send or receive, a quarter of a second at most, and returns their indices.
  private func wait() -> [Int] {
    var sockets = copies.map { copy in
      pollfd(fd: copy.process.socket, events: Int16(POLLIN | (copy.unsent.isEmpty ? 0 : POLLOUT)), revents: 0)
    }
    let count = poll(&sockets, nfds_t(sockets.count), Int32(Self.interval * 1000))
    return count > 0 ? sockets.indices.filter { sockets[$0].revents != 0 } : []
  }

  /// The indices of the copies that have used too much CPU time since their last sign of progress.
  private func overdue() -> [Int] {
    guard ChildProcess.now >= nextCheck else { return [] }
    nextCheck = ChildProcess.now + Self.interval
    return copies.indices.filter { index in
      let copy = copies[index]
      guard !copy.numbers.isEmpty else { return false }
      let time = copy.process.processorSeconds
      guard let start = copy.start else {
        copy.start = time
        return false
      }
      return time - start > patience
    }
  }

  /// Sends and receives without blocking.
  ///
  /// - Returns: the reason why the copy gives no more answers; nil while it does.
  private func exchange(with copy: Copy, _ early: inout [Int: Result<[UInt8], Failure>]) -> Failure? {
    if !copy.unsent.isEmpty {
      let sent = copy.unsent.withUnsafeBytes {
        Glibc.send(copy.process.socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
      if sent > 0 { copy.unsent.removeFirst(sent) }
    }
    do throws(Failure) {
      while let message = try copy.incoming.receive(from: copy.process.socket) {
        copy.start = nil
        if !message.isEmpty, !copy.numbers.isEmpty { early[copy.numbers.removeFirst()] = .success(message) }
      }
      return nil
    } catch {
      return copy.process.howItEnded
    }
  }

  /// Replaces a copy that ended by a new one, with the requests that it had not started.
  private nonisolated(nonsending) func replace(
    _ index: Int, _ failure: Failure, _ request: (Int) -> [UInt8],
    _ early: inout [Int: Result<[UInt8], Failure>]
  ) async throws(RasterError) {
    let numbers = copies[index].numbers
    if let first = numbers.first { early[first] = .failure(failure) }
    guard let copy = await makeCopy() else {
      throw .library(operation: "starting a process that draws rows", reason: SystemError.reason(errno))
    }
    copies[index] = copy
    for number in numbers.dropFirst() { give(number, request(number), to: copy) }
  }
}

// MARK: In a copy

extension WorkProcesses {
  /// Makes a copy; returns only in this process.
  private nonisolated(nonsending) func makeCopy() async -> Copy? {
    guard let ends = try? SocketPair() else { return nil }
    let parent = getpid()
    let process = cs_fork()
    if process == 0 {
      close(ends.ours)
      for copy in copies { close(copy.process.socket) }
      await serve(ends.theirs, for: parent)
    }
    close(ends.theirs)
    guard process > 0 else {
      close(ends.ours)
      return nil
    }
    return Copy(ChildProcess(process, socket: ends.ours, errors: -1))
  }

  /// The signals of a crash.
  ///
  /// Swift's runtime starts a debugger for them, which takes longer than the work.
  static let crashes = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP]

  /// Answers requests until the other end is closed, and ends the process.
  private nonisolated(nonsending) func serve(_ socket: Int32, for parent: pid_t) async -> Never {
    // It ends with its parent, even a killed one; the parent handles termination signals.
    guard cs_prctl(PR_SET_PDEATHSIG, UInt(SIGKILL)) == 0, getppid() == parent else { _exit(2) }
    for number in [SIGHUP, SIGINT, SIGTERM] { signal(number, SIG_IGN) }
    for number in Self.crashes { signal(number, SIG_DFL) }
    while let head = ServingProcess.receive(8, from: socket),
      let request = ServingProcess.receive(Int(clamping: ByteReader.bits(of: head)), from: socket)
    {
      var nextSign = ChildProcess.now + Self.interval
      let reply = await answer(request) {
        guard ChildProcess.now >= nextSign else { return }
        nextSign = ChildProcess.now + Self.interval
        _ = Self.send([], socket)
      }
      guard Self.send(reply, socket) else { break }
    }
    _exit(0)
  }

  /// Sends a message after its length; a length of 0 is a sign of progress.
  private static func send(_ message: [UInt8], _ socket: Int32) -> Bool {
    var head = ByteWriter()
    head.number(message.count)
    return [head.bytes, message].allSatisfy { part in
      part.withUnsafeBytes { ServingProcess.send($0, to: socket) }
    }
  }
}

extension ChildProcess {
  /// The reason why it gives no more answers.
  fileprivate var howItEnded: WorkProcesses.Failure {
    if case .signal(let number) = ending() { .signal(number) } else { .exit }
  }
}
