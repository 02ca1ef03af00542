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
    var received: [UInt8] = []
    /// The numbers of its unanswered requests; it works on the first.
    var numbers: [Int] = []
    /// The CPU time that it had used when it started the first, in seconds.
    var start = 0.0

    init(_ process: ChildProcess) { self.process = process }
  }

  private var copies: [Copy] = []
  /// Memory for receiving; new memory for each message would take longer than the message.
  private var scratch = [UInt8](repeating: 0, count: 1 << 18)
  private let answer: Answer
  /// The maximum CPU time between two signs of progress, in seconds.
  private let patience: Double

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
      // A second request each, so that no copy waits while this process writes files.
      for depth in 1...2 {
        for copy in copies where copy.numbers.count < depth && next < count {
          guard next - turn < 4 * copies.count else { break }
          give(next, request(next), to: copy)
          next += 1
        }
      }
      wait()
      if isStopped() { return false }
      for index in copies.indices {
        if let failure = exchange(with: copies[index], &early) {
          try await replace(index, failure, request, &early)
        }
      }
      while let due = early.removeValue(forKey: turn) {
        try deliver(turn, due)
        turn += 1
      }
    }
    return true
  }

  private func give(_ number: Int, _ request: [UInt8], to copy: Copy) {
    if copy.numbers.isEmpty { copy.start = copy.process.processorSeconds }
    copy.numbers.append(number)
    copy.unsent += Self.frame(request)
  }

  /// Waits until a copy is ready to send or receive, a quarter of a second at most.
  private func wait() {
    var sockets = copies.map { copy in
      pollfd(fd: copy.process.socket, events: Int16(POLLIN | (copy.unsent.isEmpty ? 0 : POLLOUT)), revents: 0)
    }
    _ = poll(&sockets, nfds_t(sockets.count), 250)
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
    var isOver = false
    while !isOver {
      let got = scratch.withUnsafeMutableBytes {
        recv(copy.process.socket, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
      }
      isOver = got == 0 || got < 0 && errno != EAGAIN && errno != EINTR
      copy.received += scratch.prefix(max(0, got))
      if got < scratch.count { break }
    }
    takeAnswers(of: copy, &early)
    if isOver { return copy.process.howItEnded }
    if !copy.numbers.isEmpty, copy.process.processorSeconds - copy.start > patience { return .processorTime }
    return nil
  }

  private func takeAnswers(of copy: Copy, _ early: inout [Int: Result<[UInt8], Failure>]) {
    var offset = 0
    while copy.received.count - offset >= 8 {
      let length = Int(clamping: ByteReader.bits(of: copy.received, at: offset))
      guard copy.received.count - offset - 8 >= length else { break }
      if length > 0, !copy.numbers.isEmpty {
        let answer = Array(copy.received[offset + 8..<offset + 8 + length])
        early[copy.numbers.removeFirst()] = .success(answer)
      }
      copy.start = copy.process.processorSeconds
      offset += 8 + length
    }
    copy.received.removeFirst(offset)
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

  /// A message with its length in front; a length of 0 is a sign of progress.
  private static func frame(_ message: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.counted(message)
    return writer.bytes
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
      let reply = await answer(request) { _ = Self.send(Self.frame([]), socket) }
      guard Self.send(Self.frame(reply), socket) else { break }
    }
    _exit(0)
  }

  private static func send(_ bytes: [UInt8], _ socket: Int32) -> Bool {
    bytes.withUnsafeBytes { ServingProcess.send($0, to: socket) }
  }
}

extension ChildProcess {
  /// The reason why it gives no more answers.
  fileprivate var howItEnded: WorkProcesses.Failure {
    if case .signal(let number) = ending() { .signal(number) } else { .exit }
  }
}
