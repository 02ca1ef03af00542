internal import CCairo
internal import Glibc

/// Copies of this process that do numbered work side by side, so that a crash costs one piece of work and not the run.
///
/// How it works: a copy is made with `fork`, so it has everything that was read before. It gets requests over a socket, one
/// after another, and answers each. A copy that crashes, is ended by the system for want of memory, or goes on for too
/// long is replaced by a new one, which begins with the next request.
///
/// Guarantees: answers are handed over in the order of their numbers. A copy ends with this process.
///
/// No other thread may use Swift's runtime while this process makes copies: a lock that such a thread holds would be held
/// in the copy for ever. What this process talks to, a copy must not talk to as well; see `SVGProcess.endIdle`.
package final class WorkProcesses {
  /// Why a piece of work has no answer.
  package enum Failure: Error, Hashable, Sendable {
    /// Its process ended by a signal, such as 4 for a crash or 9 for want of memory.
    case signal(Int32)
    /// It took more processor time than it may.
    case processorTime
    /// Its process ended by itself.
    case exit

    /// What happened, for a sentence that says to what.
    package var message: String {
      switch self {
      case .signal(let number):
        "the process that drew it ended with signal \(number) (\(Self.name(of: number)))"
      case .processorTime: "it takes more than \(Int(Limits.rowProcessorTime)) s of processor time"
      case .exit: "the process that drew it ended"
      }
    }

    /// What to do about it.
    package static let hint =
      "this is a mistake of cardshot, or there is not enough memory; please report it with this input"

    private static func name(of number: Int32) -> String {
      switch number {
      case SIGKILL: "killed, as for want of memory"
      case SIGABRT: "aborted"
      case SIGXCPU: "no more processor time is allowed"
      default: "crashed"
      }
    }
  }

  /// Answers a request in a copy; calls `goesOn` whenever a part of a long piece of work is done.
  package typealias Answer =
    nonisolated(nonsending) (_ request: [UInt8], _ goesOn: @escaping () -> Void) async -> [UInt8]

  /// A copy, seen from this process.
  private final class Copy {
    let process: ChildProcess
    var unsent: [UInt8] = []
    var received: [UInt8] = []
    /// The numbers that it was given and has not answered; it works on the first.
    var numbers: [Int] = []
    /// The processor time that it had used when it began with the first, in seconds.
    var start = 0.0

    init(_ process: ChildProcess) { self.process = process }
  }

  private var copies: [Copy] = []
  private let answer: Answer
  /// In seconds of processor time, between two signs that work goes on.
  private let patience: Double

  private init(_ answer: @escaping Answer, patience: Double) {
    self.answer = answer
    self.patience = patience
  }

  /// Makes copies that wait for work; nil when the system makes none.
  ///
  /// - Parameters:
  ///   - count: how many; at least 1.
  ///   - patience: how much processor time may go by between two signs that work goes on, in seconds.
  ///   - answer: answers requests; it is called in copies only.
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

  /// Does the work of the numbers from 0, and hands over what came of each in their order.
  ///
  /// - Parameters:
  ///   - isStopped: whether nobody wants more; asked several times a second.
  ///   - request: the request of a number; asked again for one whose process ended before it came to it.
  ///   - deliver: takes a number and its answer.
  /// - Returns: false when it was stopped.
  /// - Throws: what `deliver` throws; `RasterError.library` when no new copy can be made.
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

  /// Waits until a copy can be talked to, a quarter of a second at most.
  private func wait() {
    var sockets = copies.map { copy in
      pollfd(fd: copy.process.socket, events: Int16(POLLIN | (copy.unsent.isEmpty ? 0 : POLLOUT)), revents: 0)
    }
    _ = poll(&sockets, nfds_t(sockets.count), 250)
  }

  /// Sends and receives what can be without waiting.
  ///
  /// - Returns: why the copy gives no more answers; nil while it does.
  private func exchange(with copy: Copy, _ early: inout [Int: Result<[UInt8], Failure>]) -> Failure? {
    if !copy.unsent.isEmpty {
      let sent = copy.unsent.withUnsafeBytes {
        Glibc.send(copy.process.socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
      if sent > 0 { copy.unsent.removeFirst(sent) }
    }
    var isOver = false
    while !isOver {
      let piece = [UInt8](unsafeUninitializedCapacity: 1 << 18) { memory, count in
        let got = recv(copy.process.socket, memory.baseAddress, memory.count, Int32(MSG_DONTWAIT))
        count = max(0, got)
        isOver = got == 0 || got < 0 && errno != EAGAIN && errno != EINTR
      }
      copy.received += piece
      if piece.count < 1 << 18 { break }
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

  /// Puts a new copy in the place of one that ended, with the requests that this one had not begun.
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

  /// The length of a message and the message; a length of 0 says that work goes on.
  private static func frame(_ message: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.counted(message)
    return writer.bytes
  }
}

// MARK: In a copy

extension WorkProcesses {
  /// Makes a copy; returns in this process only.
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
    // It ends with its parent, also one that is killed; wishes to stop are the parent's to heed.
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
  /// Why it gives no more answers.
  fileprivate var howItEnded: WorkProcesses.Failure {
    if case .signal(let number) = ending() { .signal(number) } else { .exit }
  }
}
