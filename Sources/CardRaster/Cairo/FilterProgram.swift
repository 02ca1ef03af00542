internal import CCairo
internal import Glibc

/// Another program of this machine that makes one file of what it reads, such as ffmpeg.
///
/// How it works: what it reads comes over its standard input. Its file is memory without a name, which it finds at
/// `outputPath` and may write in any order. Guarantees: no file is left behind, whatever happens; when this object goes before
/// the end, so does the program.
final class FilterProgram {
  /// Where the program finds the file that it is to write.
  static let outputPath = "/proc/self/fd/\(outputDescriptor)"
  private static let outputDescriptor: Int32 = 3

  /// What is being done, for errors.
  private let operation: String
  private let identifier: pid_t
  private let input: Int32
  private let errors: Int32
  private let file: Int32
  private var isOpen = true
  private var isRunning = true
  private var isSilent = false
  private var complaints: [UInt8] = []

  /// Starts a program that is looked for in `PATH`, with this process' variables.
  ///
  /// The corresponding C functions are `memfd_create` and `posix_spawnp`.
  ///
  /// - Parameters:
  ///   - program: its name.
  ///   - arguments: its arguments, without its name.
  ///   - operation: what is being done, for errors.
  /// - Throws: `RasterError.library` when it cannot be started.
  init(_ program: String, _ arguments: [String], operation: String) throws(RasterError) {
    func refusal(_ code: Int32) -> RasterError {
      let isMissing = code == ENOENT
      return .library(
        operation: operation,
        reason: isMissing ? "there is no '\(program)' in PATH" : "'\(program)': \(SystemError.reason(code))")
    }
    self.operation = operation
    let (talk, errors): (SocketPair, SocketPair)
    do throws(SocketPair.Refusal) {
      (talk, errors) = try SocketPair.forTalking(waits: true)
    } catch {
      throw refusal(error.code)
    }
    defer {
      close(talk.theirs)
      close(errors.theirs)
    }
    var memory = cs_memory_file()
    var failure = memory < 0 ? errno : 0
    do throws(SocketPair.Refusal) {
      memory = try SocketPair.raised(memory)
    } catch {
      (memory, failure) = (-1, error.code)
    }
    var pid = pid_t()
    if failure == 0 {
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_adddup2(&actions, talk.theirs, STDIN_FILENO)
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, errors.theirs, STDERR_FILENO)
      posix_spawn_file_actions_adddup2(&actions, memory, Self.outputDescriptor)
      failure = ChildProcess.withStrings([program] + arguments) { words in
        ChildProcess.withStrings(OtherProgram.variables) {
          posix_spawnp(&pid, program, &actions, nil, words, $0)
        }
      }
    }
    guard failure == 0 else {
      close(talk.ours)
      close(errors.ours)
      if memory >= 0 { close(memory) }
      throw refusal(failure)
    }
    (identifier, input, self.errors, file) = (pid, talk.ours, errors.ours, memory)
  }

  deinit {
    closeInput()
    if isRunning {
      kill(identifier, SIGKILL)
      _ = status()
    }
    close(errors)
    close(file)
  }

  /// Gives it bytes, as soon as it takes them.
  ///
  /// The corresponding C functions are `send` and `poll`.
  ///
  /// - Throws: `RasterError.library` when it has ended.
  func write(_ bytes: [UInt8]) throws(RasterError) {
    var offset = 0
    while offset < bytes.count {
      let sent = bytes[offset...].withUnsafeBytes {
        send(input, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
      if sent > 0 {
        offset += sent
        continue
      }
      guard [EAGAIN, EINTR].contains(errno) else { throw ending() }
      // What it says has to be read, or it waits for that; it may have closed that end and go on.
      var ends = [
        pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: isSilent ? -1 : errors, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&ends, 2, -1) >= 0 else { continue }
      if ends[1].revents != 0 { isSilent = !listen() }
    }
  }

  /// Says that there is no more, waits for its end and takes its file.
  ///
  /// - Throws: `RasterError.library` when it fails, `RasterError.limit` when its file is too large.
  func finish() throws(RasterError) -> [UInt8] {
    closeInput()
    while listen() {}
    guard status() == 0 else { throw refusal }
    var information = stat()
    guard fstat(file, &information) == 0, information.st_size > 0 else { throw refusal }
    let size = Int(information.st_size)
    guard size <= Limits.imageBytes else {
      throw .limit(
        what: "the number of bytes of a file", value: Double(size), limit: Double(Limits.imageBytes))
    }
    var bytes = [UInt8](repeating: 0, count: size)
    var offset = 0
    while offset < size {
      let got = bytes[offset...].withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, offset) }
      if got > 0 {
        offset += got
      } else if got == 0 || errno != EINTR {
        throw refusal
      }
    }
    return bytes
  }

  /// Reads what it says, waiting for it; false at the end.
  private func listen() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let got = read(errors, &buffer, buffer.count)
    if got > 0, complaints.count < 1 << 16 { complaints += buffer[..<got] }
    return got > 0 || (got < 0 && errno == EINTR)
  }

  private func closeInput() {
    if isOpen { close(input) }
    isOpen = false
  }

  /// Waits for its end, for the status that `wait` has.
  private func status() -> Int32 {
    var code: Int32 = 0
    while waitpid(identifier, &code, 0) < 0, errno == EINTR {}
    isRunning = false
    return code
  }

  /// Why it gave up before it had read all.
  private func ending() -> RasterError {
    closeInput()
    while listen() {}
    _ = status()
    return refusal
  }

  /// What it complained of, or that it failed without a word.
  private var refusal: RasterError {
    let lines = String(decoding: complaints, as: UTF8.self).split(whereSeparator: \.isNewline)
    return .library(
      operation: operation, reason: lines.first.map { String($0.prefix(300)) } ?? "it gave no reason")
  }
}
