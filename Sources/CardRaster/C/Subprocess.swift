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
    let (pid, out, errors): (pid_t, Int32, Int32)
    do throws(SocketPair.SystemFailure) {
      (pid, out, errors) = try SocketPair.talking(waits: true) {
        out, errors throws(SocketPair.SystemFailure) in
        try ProcessStart.spawn(
          [program] + arguments,
          [
            (STDIN_FILENO, .nothing), (STDOUT_FILENO, .descriptor(out)), (STDERR_FILENO, .descriptor(errors)),
          ])
      }
    } catch {
      throw .library(operation: "running '\(program)'", reason: SystemError.reason(error.code))
    }
    defer {
      close(out)
      close(errors)
    }
    let texts = read(out, errors, limit: limit)
    if texts == nil { kill(pid, SIGKILL) }
    let status = ProcessStart.wait(for: pid)
    guard let texts else {
      throw .limit(
        what: "the output of '\(program)' in bytes", value: Double(limit + 1), limit: Double(limit))
    }
    return Result(status: status, output: texts[0], error: String(decoding: texts[1], as: UTF8.self))
  }

  /// Replaces this program by another one, which keeps the process, its output and its terminal.
  ///
  /// The corresponding C function is `execv`. It returns only if it fails.
  package static func replace(with program: String, _ arguments: [String]) throws(RasterError) -> Never {
    let failure = ProcessStart.withStrings([program] + arguments) { words in
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
    do throws(SocketPair.SystemFailure) {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw SocketPair.SystemFailure(code: errno) }
      _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
      _ = input.prefix(mostInput).withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
      let process = Swift.Result { () throws(SocketPair.SystemFailure) in
        try ProcessStart.spawn(
          [CommandLine.arguments[0]] + arguments, path: RunningProgram.path,
          [(STDIN_FILENO, .descriptor(ends[0])), (ends[0], .closed)])
      }
      for end in ends { close(end) }
      return ProcessStart.wait(for: try process.get())
    } catch {
      throw .library(operation: "running the program again", reason: SystemError.reason(error.code))
    }
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
