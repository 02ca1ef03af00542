internal import Glibc
internal import Synchronization

/// A subprocess that performs one request after another, connected by a socket.
///
/// Guarantees: it inherits the descriptors 0 to 2 and no environment variables except the library path.
/// Sending and receiving return within the limits of their `Watch`, whatever it does. When this object is
/// released, the process ends too.
final class ChildProcess: Sendable {
  /// The reason why a process gives no answer.
  enum Failure: Error, Hashable {
    /// It exceeded its CPU time.
    case processorTime
    /// It did not answer in time.
    case silence
    /// It was ended by a signal.
    case signal(Int32)
    /// It exited, or closed its socket.
    case exit
    /// Its answer is not valid.
    case nonsense
    /// The system rejected a resource limit for it.
    case unlimited
    /// A system call failed; `errno`.
    case system(Int32)
    /// The caller's rendering was stopped.
    case stopped(RasterError)
  }

  /// The limits of a request.
  struct Watch {
    fileprivate let start: Double
    fileprivate let processor: Double
    fileprivate let end: Double

    /// The same limit of CPU time, with a wait that starts now.
    func renewed(wait: Double) -> Watch {
      Watch(start: start, processor: processor, end: ChildProcess.now + wait)
    }
  }

  /// Its process identifier.
  let identifier: pid_t
  /// This process' end of the socket.
  let socket: Int32
  /// Its standard error; -1 if it shares that of this process.
  private let errors: Int32
  /// Its exit status, and the CPU time that it had used, in seconds.
  private let ended = Mutex<(status: Int32, seconds: Double)?>(nil)

  init(_ identifier: pid_t, socket: Int32, errors: Int32) {
    (self.identifier, self.socket, self.errors) = (identifier, socket, errors)
  }

  deinit {
    _ = end()
    close(socket)
    close(errors)
  }

  /// Starts a program whose standard input is the socket, in both directions.
  ///
  /// The corresponding C function is `posix_spawn`.
  ///
  /// - Parameter sendsOutput: whether its standard output is the socket too; otherwise it is discarded.
  static func start(
    _ program: String, _ arguments: [String], sendsOutput: Bool = false
  ) throws(Failure) -> ChildProcess {
    do throws(SocketPair.SystemFailure) {
      let (pid, talk, errors) = try SocketPair.talking(waits: false) {
        talk, errors throws(SocketPair.SystemFailure) in
        // Ignored and blocked signals of this process must not be inherited.
        try ProcessStart.spawn(
          [program] + arguments, path: program, variables: Self.environment,
          [
            (STDIN_FILENO, .descriptor(talk)), (STDOUT_FILENO, sendsOutput ? .descriptor(talk) : .nothing),
            (STDERR_FILENO, .descriptor(errors)),
          ], flags: POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
      }
      return ChildProcess(pid, socket: talk, errors: errors)
    } catch {
      throw .system(error.code)
    }
  }

  /// The environment of the process: the library path, if set, and none of the user's variables.
  private static var environment: [String] {
    // Swift's runtime would start another program to report a crash, and librsvg a thread for every
    // processor.
    let own = ["SWIFT_BACKTRACE=enable=no", "RAYON_NUM_THREADS=1"]
    let all = (try? FileReading.read(path: "/proc/self/environ", limit: 4 << 20)) ?? []
    let libraries = all.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      .filter { $0.hasPrefix("LD_LIBRARY_PATH=") }
    return own + libraries
  }
}

// MARK: Talking

extension ChildProcess {
  /// Starts a request with a limit of CPU time and of wall-clock time.
  ///
  /// The kernel enforces the limit too, a second or two later, if this process cannot. The corresponding C
  /// function is `prlimit`.
  ///
  /// - Parameter memory: the new limit of its address space; nil keeps the limit.
  /// - Throws: `Failure` if the system rejects a limit: without one the process gets no requests.
  func watch(processorTime: Double, wait: Double, memory: UInt? = nil) throws(Failure) -> Watch {
    let used = processorSeconds
    var limits = [(RLIMIT_CPU, UInt(used + processorTime) + 2)]
    if let memory { limits.append((RLIMIT_AS, memory)) }
    for (resource, most) in limits where !ProcessLimit.set(resource, most, of: identifier) {
      throw errno == ESRCH ? ending() : .unlimited
    }
    return Watch(start: used, processor: used + processorTime, end: Self.now + wait)
  }

  /// The CPU time that a request has taken so far, in seconds.
  func time(_ watch: Watch) -> Double { max(0, processorSeconds - watch.start) }

  /// Sends all bytes.
  ///
  /// The corresponding C function is `send`.
  func send(_ bytes: [UInt8], _ watch: Watch) throws(Failure) {
    var offset = 0
    while offset < bytes.count {
      let sent = bytes[offset...].withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
      if sent > 0 {
        offset += sent
      } else {
        try pause(errno, for: POLLOUT, watch)
      }
    }
  }

  /// Ends its input; it can still send.
  ///
  /// The corresponding C function is `shutdown`.
  func endInput() { shutdown(socket, Int32(SHUT_WR)) }

  /// Receives bytes until the buffer is full.
  ///
  /// The corresponding C function is `recv`.
  func receive(into memory: UnsafeMutableRawBufferPointer, _ watch: Watch) throws(Failure) {
    var offset = 0
    while offset < memory.count, let place = memory.baseAddress?.advanced(by: offset) {
      let got = recv(socket, place, memory.count - offset, Int32(MSG_DONTWAIT))
      if got > 0 {
        offset += got
      } else if got == 0 {
        throw ending()
      } else {
        try pause(errno, for: POLLIN, watch)
      }
    }
  }

  /// Receives a number of bytes.
  func receive(_ count: Int, _ watch: Watch) throws(Failure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var failure: Failure?
    bytes.withUnsafeMutableBytes { memory in
      do throws(Failure) { try receive(into: memory, watch) } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }

  /// The unread text on its standard error, at most some kilobytes.
  func complaints() -> String {
    var text = [UInt8](repeating: 0, count: 1 << 16)
    let got = recv(errors, &text, text.count, Int32(MSG_DONTWAIT))
    return String(decoding: text.prefix(max(0, got)), as: UTF8.self)
  }

  /// How long a wait lasts, in seconds, until the caller's own limits are checked again.
  private static let patience = 0.02

  /// Waits after a call that failed, if it may succeed later.
  private func pause(_ code: Int32, for events: Int32, _ watch: Watch) throws(Failure) {
    switch code {
    case EINTR: return
    case EAGAIN: break
    case EPIPE, ECONNRESET: throw ending()
    default: throw .system(code)
    }
    let time = processorSeconds
    guard time < watch.processor else { throw .processorTime }
    let now = Self.now
    guard now < watch.end else { throw .silence }
    // One thread cannot use more CPU time than wall-clock time.
    let longest = min(watch.processor - time, watch.end - now, Self.patience)
    do throws(RasterError) { try RenderLimits.check() } catch { throw .stopped(error) }
    var wait = pollfd(fd: socket, events: Int16(events), revents: 0)
    guard poll(&wait, 1, Int32(longest * 1000) + 1) >= 0 || errno == EINTR else { throw .system(errno) }
  }

  /// Ends the process and returns the reason for its end.
  func ending() -> Failure {
    let signal = end() & 0x7F
    return signal == 0 ? .exit : signal == SIGXCPU ? .processorTime : .signal(signal)
  }

  /// Kills the process if it is still running, and returns its exit status.
  ///
  /// The corresponding C functions are `kill` and `wait4`.
  private func end() -> Int32 {
    ended.withLock { ended in
      if let ended { return ended.status }
      kill(identifier, SIGKILL)
      var code: Int32 = 0
      var usage = rusage()
      while wait4(identifier, &code, 0, &usage) < 0, errno == EINTR {}
      let (user, system) = (usage.ru_utime, usage.ru_stime)
      let seconds = Double(user.tv_sec + system.tv_sec) + Double(user.tv_usec + system.tv_usec) / 1e6
      ended = (code, seconds)
      return code
    }
  }

  /// Whether it has ended by itself, without an error.
  var hasSucceeded: Bool { ended.withLock { $0?.status } == 0 }

  /// The CPU time that it has used, in seconds.
  ///
  /// The corresponding C function is `clock_getcpuclockid`.
  var processorSeconds: Double {
    ended.withLock { $0?.seconds } ?? Self.processorSeconds(of: identifier)
  }

  /// The CPU time that a process has used, in seconds; 0 for one that has ended.
  static func processorSeconds(of process: pid_t) -> Double {
    var clock = clockid_t()
    guard clock_getcpuclockid(process, &clock) == 0 else { return 0 }
    return seconds(clock)
  }

  /// Seconds of a monotonic clock.
  static var now: Double { seconds(CLOCK_MONOTONIC) }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
