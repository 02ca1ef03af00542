internal import Glibc

/// Another program of this machine, such as git, which is run to its end.
package enum OtherProgram {
  /// What a run left behind.
  package struct Result: Sendable {
    /// The exit status; of a program that a signal has ended, 128 and its number.
    package let status: Int32
    /// What it wrote to standard output.
    package let output: [UInt8]
    /// What it wrote to standard error.
    package let error: String
  }

  /// The folder of `PATH` in which a program lies; nil where it is in none.
  package static func folder(of program: String) -> String? {
    let path = variables.first { $0.hasPrefix("PATH=") }?.dropFirst(5) ?? ""
    return path.split(separator: ":").map(String.init).first {
      access(FilePath.join($0, program), X_OK) == 0
    }
  }

  /// Runs a program that is looked for in `PATH`, with this process' variables and nothing to read.
  ///
  /// The corresponding C function is `posix_spawnp`.
  ///
  /// - Parameter limit: the most bytes of each output.
  /// - Throws: `RasterError.library` when it cannot be started, `RasterError.limit` when it says too much.
  package static func run(
    _ program: String, _ arguments: [String], limit: Int = Limits.jsonBytes
  ) throws(RasterError) -> Result {
    func refusal(_ code: Int32) -> RasterError {
      .library(operation: "running '\(program)'", reason: SystemError.reason(code))
    }
    let (out, errors): (SocketPair, SocketPair)
    do throws(SocketPair.Refusal) {
      (out, errors) = try SocketPair.forTalking(waits: true)
    } catch {
      throw refusal(error.code)
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
    guard failure == 0 else { throw refusal(failure) }
    let texts = read(out.ours, errors.ours, limit: limit)
    if texts == nil { kill(pid, SIGKILL) }
    var code: Int32 = 0
    while waitpid(pid, &code, 0) < 0, errno == EINTR {}
    guard let texts else {
      throw .limit(what: "what '\(program)' says in bytes", value: Double(limit + 1), limit: Double(limit))
    }
    let signal = code & 0x7F
    return Result(
      status: signal == 0 ? (code >> 8) & 0xFF : 128 + signal, output: texts[0],
      error: String(decoding: texts[1], as: UTF8.self))
  }

  /// Reads both ends until they are closed; nil when there is more than may be.
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

  /// The variables of this process.
  static var variables: [String] {
    let all = (try? FileReading.read(path: "/proc/self/environ", limit: 4 << 20)) ?? []
    return all.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}
