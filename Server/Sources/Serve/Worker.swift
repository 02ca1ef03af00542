import Foundation
import Glibc
import Synchronization

/// One `cardshot answers` process, which draws one picture at a time.
///
/// Reading and writing wait on a thread of the worker's own.
final class Worker: Sendable {
  /// The line and the file that answer a request.
  struct Answer: Sendable {
    var line: Data
    var file: Data
  }

  /// A process that ended before it answered.
  enum Failure: Error {
    case crashed
    case slow
    case grew
    case cannotStart(String)
  }

  /// The processor and wall-clock time of one answer, and the memory of a process.
  struct Limits: Sendable {
    var wall: Duration
    var processor: Duration
    /// In MiB; a larger process is ended at once.
    var memory: Int
    /// The time after which an answer is stopped if no request waits for it.
    static let grace = Duration.milliseconds(200)
  }

  let process: pid_t
  private let (input, output): (Int32, Int32)
  private let thread: DispatchQueue
  private let state = Mutex(State())

  private struct State {
    /// The start of the present answer; nil for an idle worker.
    var start: ContinuousClock.Instant?
    var processorAtStart = Duration.zero
    var reason: Failure?
    var isEnded = false
    var isUnwanted = false
    var cards = 0
  }

  /// One process starts at a time, so that none inherits a pipe of another before it is marked.
  private static let starting = Mutex(())

  private static func pipe() throws(Failure) -> [Int32] {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw .cannotStart(String(cString: strerror(errno))) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends
  }

  private static func new(_ program: String, _ arguments: [String]) throws(Failure) -> Worker {
    let result = starting.withLock { _ in
      Result { () throws(Failure) in try Worker(program, arguments) }
    }
    return try result.get()
  }

  /// Starts a process.
  private init(_ program: String, _ arguments: [String]) throws(Failure) {
    let (request, answer) = (try Self.pipe(), try Self.pipe())
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, request[0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, answer[1], STDOUT_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // The service ignores SIGPIPE and handles SIGTERM and SIGHUP; its children start with the default of all.
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // A group of its own, so that Ctrl-C reaches the service only, which lets its workers finish.
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
      close(request[0])
      close(answer[1])
    }
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    // A process that reads the data of strangers does not know the keys.
    var variables =
      ProcessInfo.processInfo.environment.filter { $0.key != "CARDSHOT_KEYS" }
      .map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for variable in variables { free(variable) } }
    var process = pid_t()
    let failure = posix_spawn(&process, program, &actions, &attributes, &words, &variables)
    (input, output, self.process) = (request[1], answer[0], process)
    thread = DispatchQueue(label: "worker \(process)")
    guard failure == 0 else {
      close(input)
      close(output)
      throw .cannotStart(String(cString: strerror(failure)))
    }
  }

  /// Starts a process that serves a folder, and waits until it has read all decks.
  ///
  /// - Returns: the worker and its line about the decks.
  static func start(
    _ program: String, _ arguments: [String], deadline: Duration
  ) async throws(Failure) -> (worker: Worker, line: Data) {
    let worker = try new(program, ["answers"] + arguments)
    do {
      let answer = try await worker.exchange([], deadline: deadline)
      return (worker, answer.line)
    } catch {
      await worker.end()
      throw error
    }
  }

  /// The number of answers.
  var cards: Int { state.withLock { $0.cards } }

  /// The time since the start of the present answer; nil for an idle worker.
  var busy: Duration? { state.withLock { $0.start.map { ContinuousClock.now - $0 } } }

  /// Sends a request and waits for its answer.
  func answer(_ request: [UInt8]) async throws(Failure) -> Answer {
    // A second line would be answered too, and its answer would be that of the next request.
    guard request.firstIndex(of: 0x0A) == request.count - 1 else { throw .crashed }
    return try await exchange(request, deadline: nil)
  }

  private func exchange(_ request: [UInt8], deadline: Duration?) async throws(Failure) -> Answer {
    state.withLock { state in
      state.start = .now
      state.processorAtStart = Self.processorTime(of: process) ?? .zero
    }
    let guardian = deadline.map { deadline in
      Task {
        try await Task.sleep(for: deadline)
        kill(.slow)
      }
    }
    let answer: Answer? = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        thread.async {
          let isSent = request.isEmpty || self.send(request)
          continuation.resume(returning: isSent ? self.receive() : nil)
        }
      }
    } onCancel: {
      // Most pictures are finished sooner than a new worker is started.
      state.withLock { $0.isUnwanted = true }
    }
    guardian?.cancel()
    let reason = state.withLock { state in
      state.start = nil
      state.isUnwanted = false
      // The line about the decks is not a picture.
      if !request.isEmpty { state.cards += 1 }
      return state.reason
    }
    guard let answer, reason == nil else { throw reason ?? .crashed }
    return answer
  }

  /// Ends the process if its present answer exceeds a limit, or if no request waits for it any more.
  func check(_ limits: Limits) {
    let (start, before, isUnwanted) = state.withLock { ($0.start, $0.processorAtStart, $0.isUnwanted) }
    if let memory = Self.megabytes(of: process), memory > limits.memory { return kill(.grew) }
    guard let start else { return }
    let wall = ContinuousClock.now - start
    if wall > limits.wall || (isUnwanted && wall > Limits.grace) { return kill(.slow) }
    guard wall > limits.processor, let now = Self.processorTime(of: process) else { return }
    if now - before > limits.processor { kill(.slow) }
  }

  /// Whether the process has ended by itself.
  var hasEnded: Bool {
    guard let text = Self.text("/proc/\(process)/stat"), let end = text.lastIndex(of: ")") else {
      return false
    }
    return text[end...].dropFirst(2).first == "Z"
  }

  /// The memory of the process in MiB.
  var megabytes: Int { Self.megabytes(of: process) ?? 0 }

  private func kill(_ reason: Failure) {
    state.withLock { state in
      // After the process has been waited for, its number may belong to another one.
      guard !state.isEnded else { return }
      state.reason = reason
      _ = Glibc.kill(-process, SIGKILL)
      _ = Glibc.kill(process, SIGKILL)
    }
  }

  /// Closes the pipes and waits for the end of the process.
  func end() async {
    let isFirst = state.withLock { state in
      defer { state.isEnded = true }
      guard !state.isEnded else { return false }
      _ = Glibc.kill(-process, SIGKILL)
      _ = Glibc.kill(process, SIGKILL)
      return true
    }
    guard isFirst else { return }
    await withCheckedContinuation { continuation in
      thread.async {
        close(self.input)
        close(self.output)
        var status: Int32 = 0
        while waitpid(self.process, &status, 0) < 0, errno == EINTR {}
        // As the first process of a container, the service inherits the worker's own process for SVG pictures.
        while waitpid(-self.process, &status, 0) > 0 || errno == EINTR {}
        continuation.resume()
      }
    }
  }

  // MARK: Messages

  /// The longest line of an answer, in bytes.
  private static let longestLine = 32 << 20
  /// The largest file.
  private static let largestFile = 256 << 20

  private func send(_ request: [UInt8]) -> Bool {
    var rest = request[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Reads a line that tells the number of bytes after it.
  private func receive() -> Answer? {
    var received = Data()
    var end: Data.Index?
    while end == nil {
      guard received.count <= Self.longestLine, let more = read(1 << 16) else { return nil }
      end = more.firstIndex(of: 0x0A).map { received.count + $0 - more.startIndex }
      received += more
    }
    guard let end else { return nil }
    let line = Data(received[..<end])
    let size = Self.size(in: line)
    guard (0...Self.largestFile).contains(size) else { return nil }
    var file = Data(received[(end + 1)...])
    file.reserveCapacity(size)
    while file.count < size {
      guard let more = read(min(1 << 18, size - file.count)) else { return nil }
      file += more
    }
    return file.count == size ? Answer(line: line, file: file) : nil
  }

  private func read(_ most: Int) -> Data? {
    var buffer = Data(count: most)
    while true {
      let count = buffer.withUnsafeMutableBytes { Glibc.read(output, $0.baseAddress, most) }
      if count < 0, errno == EINTR { continue }
      return count > 0 ? buffer.prefix(count) : nil
    }
  }

  /// The value of `bytes` in a line that begins with `{"kind":"…","bytes":`; 0 for the line about the decks.
  private static func size(in line: Data) -> Int {
    let head = String(decoding: line.prefix(80), as: UTF8.self)
    guard head.hasPrefix(#"{"kind":""#), let match = head.firstMatch(of: /"bytes":(\d+)/) else { return 0 }
    return Int(match.1) ?? -1
  }

  // MARK: Measures

  private static let ticks = Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
  private static let pageBytes = max(1, sysconf(Int32(_SC_PAGESIZE)))

  private static func processorTime(of process: pid_t) -> Duration? {
    // The name of the process, in parentheses, may contain spaces.
    guard let text = text("/proc/\(process)/stat"), let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[end...].split(separator: " ")
    guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else {
      return nil
    }
    return .seconds((user + system) / ticks)
  }

  private static func megabytes(of process: pid_t) -> Int? {
    let fields = text("/proc/\(process)/statm")?.split(separator: " ")
    return fields.flatMap { $0.count > 1 ? Int($0[1]) : nil }.map { ($0 * pageBytes) >> 20 }
  }

  private static func text(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = Glibc.read(file, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }
}
