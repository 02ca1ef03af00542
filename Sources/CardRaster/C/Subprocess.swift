internal import Glibc

/// Runs an external program to its end, such as git.
package enum Subprocess {
  /// The result of a run.
  package struct Result: Sendable {
    /// The exit status; 128 plus the signal number if the program was ended by a signal.
    package let status: Int32
    /// Its standard output.
    package let output: [UInt8]
    /// Its standard error.
    package let error: String
  }

  /// The folder of `PATH` that contains a program; nil if there is none.
  package static func folder(of program: String) -> String? {
    let path = variables.first { $0.hasPrefix("PATH=") }?.dropFirst(5) ?? ""
    return path.split(separator: ":").map(String.init).first {
      access(FilePath.join($0, program), X_OK) == 0
    }
  }

  /// Runs a program from `PATH`, with this process' environment and empty input.
  ///
  /// The corresponding C function is `posix_spawnp`.
  ///
  /// - Parameter limit: the maximum number of bytes of each output.
  /// - Throws: `RasterError.library` if it cannot be started, `RasterError.limit` if its output is too long.
  package static func run(
    _ program: String, _ arguments: [String], limit: Int = Limits.jsonBytes
  ) throws(RasterError) -> Result {
    func startError(_ code: Int32) -> RasterError {
      .library(operation: "running '\(program)'", reason: SystemError.reason(code))
    }
    let (out, errors): (SocketPair, SocketPair)
    do throws(SocketPair.SystemFailure) {
      (out, errors) = try SocketPair.forTalking(waits: true)
    } catch {
      throw startError(error.code)
    }
    defer {
      close(out.ours)
      close(errors.ours)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, out.theirs, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors.theirs, STDERR_FILENO)
    var pid = pid_t()
    let failure = ChildProcess.withStrings([program] + arguments) { words in
      ChildProcess.withStrings(variables) { posix_spawnp(&pid, program, &actions, nil, words, $0) }
    }
    close(out.theirs)
    close(errors.theirs)
    guard failure == 0 else { throw startError(failure) }
    let texts = read(out.ours, errors.ours, limit: limit)
    if texts == nil { kill(pid, SIGKILL) }
    var code: Int32 = 0
    while waitpid(pid, &code, 0) < 0, errno == EINTR {}
    guard let texts else {
      throw .limit(
        what: "the output of '\(program)' in bytes", value: Double(limit + 1), limit: Double(limit))
    }
    let signal = code & 0x7F
    return Result(
      status: signal == 0 ? (code >> 8) & 0xFF : 128 + signal, output: texts[0],
      error: String(decoding: texts[1], as: UTF8.self))
  }

  /// Replaces this program by another one, which keeps the process, its output and its terminal.
  ///
  /// The corresponding C function is `execv`. It returns only if it fails.
  package static func replace(with program: String, _ arguments: [String]) throws(RasterError) -> Never {
    let failure = ChildProcess.withStrings([program] + arguments) { words in
      execv(program, words)
      return errno
    }
    throw .library(operation: "running '\(program)'", reason: SystemError.reason(failure))
  }

  /// The maximum size of the input of `runAgain`: what a pipe holds, so that writing it does not wait.
  package static let mostInput = 60_000

  /// Runs this program again with other arguments; its output is that of this process.
  ///
  /// - Parameter input: Its standard input, at most `mostInput` bytes.
  /// - Returns: The exit status.
  package static func runAgain(_ arguments: [String], input: [UInt8]) throws(RasterError) -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw .library(operation: "running the program again", reason: SystemError.reason(errno))
    }
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    _ = input.prefix(mostInput).withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    var pid = pid_t()
    let failure = ChildProcess.withStrings([CommandLine.arguments[0]] + arguments) { words in
      ChildProcess.withStrings(variables) { posix_spawn(&pid, RunningProgram.path, &actions, nil, words, $0) }
    }
    for end in ends { close(end) }
    guard failure == 0 else {
      throw .library(operation: "running the program again", reason: SystemError.reason(failure))
    }
    var code: Int32 = 0
    while waitpid(pid, &code, 0) < 0, errno == EINTR {}
    return code & 0x7F == 0 ? (code >> 8) & 0xFF : 128 + code & 0x7F
  }

  /// Reads both pipes until they are closed; nil if there is more than the limit.
  private static func read(_ first: Int32, _ second: Int32, limit: Int) -> [[UInt8]]? {
    var texts: [[UInt8]] = [[], []]
    var ends = [first, second].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let room = buffer.count
    while ends.contains(where: { $0.fd >= 0 }) {
      guard poll(&ends, 2, -1) >= 0 else {
        if errno == EINTR { continue }
        return texts
      }
      for number in ends.indices where ends[number].fd >= 0 && ends[number].revents != 0 {
        let got = Glibc.read(ends[number].fd, &buffer, room)
        if got > 0 {
          texts[number] += buffer[..<got]
          if texts[number].count > limit { return nil }
        } else if got == 0 || errno != EINTR {
          ends[number].fd = -1
        }
      }
    }
    return texts
  }

  /// The environment of this process.
  static var variables: [String] {
    let all = (try? FileReading.read(path: "/proc/self/environ", limit: 4 << 20)) ?? []
    return all.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}
