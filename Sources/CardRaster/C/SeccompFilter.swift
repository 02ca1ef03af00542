internal import CCairo
internal import Glibc

/// An external program that makes one file from its standard input, such as ffmpeg.
///
/// How it works: the input is sent over its standard input. Its file is unnamed memory, which it opens at
/// `outputPath` and may write in any order. Guarantees: no file is left behind, whatever happens. If this
/// object is released early, the program ends too. A program is killed if it makes no progress, exceeds the
/// CPU time that its work can need, or writes more than the maximum size of a file.
final class SeccompFilter {
  /// The path at which the program opens its output file.
  static let outputPath = "/proc/self/fd/\(outputDescriptor)"
  private static let outputDescriptor: Int32 = 3

  /// The operation, for errors.
  private let operation: String
  private let identifier: pid_t
  private let input: Int32
  private let errors: Int32
  private let file: Int32
  private let patience: Double
  private let processorTime: Double
  /// The number of bytes that it has read.
  private var taken = 0
  private var isOpen = true
  private var isRunning = true
  private var isSilent = false
  private var complaints: [UInt8] = []

  /// Starts a program from `PATH`, with this process' environment.
  ///
  /// The corresponding C functions are `memfd_create` and `posix_spawnp`.
  ///
  /// - Parameters:
  ///   - program: its name.
  ///   - arguments: its arguments, without its name.
  ///   - operation: the operation, for errors.
  ///   - patience: the number of seconds without progress after which it is killed.
  ///   - processorTime: the CPU time in seconds that it may use in addition to that for pixels.
  /// - Throws: `RasterError.library` if it cannot be started.
  init(
    _ program: String, _ arguments: [String], operation: String, patience: Double = 60,
    processorTime: Double = 60
  ) throws(RasterError) {
    (self.operation, self.patience, self.processorTime) = (operation, patience, processorTime)
    var memory: Int32 = -1
    do throws(SocketPair.SystemFailure) {
      (identifier, input, errors) = try SocketPair.talking(waits: true) {
        talk, errors throws(SocketPair.SystemFailure) in
        let made = cs_memory_file()
        guard made >= 0 else { throw SocketPair.SystemFailure(code: errno) }
        memory = try SocketPair.raised(made)
        // Processes that it starts are killed with it.
        return try ProcessStart.spawn(
          [program] + arguments,
          [
            (STDIN_FILENO, .descriptor(talk)), (STDOUT_FILENO, .nothing),
            (STDERR_FILENO, .descriptor(errors)), (Self.outputDescriptor, .descriptor(memory)),
          ], flags: POSIX_SPAWN_SETPGROUP)
      }
    } catch {
      if memory >= 0 { close(memory) }
      let isMissing = error.code == ENOENT
      throw .library(
        operation: operation,
        reason: isMissing
          ? "'\(program)' is not in PATH" : "'\(program)': \(SystemError.reason(error.code))")
    }
    file = memory
    guard ProcessLimit.set(RLIMIT_FSIZE, UInt(Limits.imageBytes) + 1, of: identifier, isFinal: true) else {
      throw .library(operation: operation, reason: "the system rejected the limit of its file size")
    }
  }

  deinit {
    closeInput()
    if isRunning {
      kill(-identifier, SIGKILL)
      ProcessStart.wait(for: identifier)
    }
    close(errors)
    close(file)
  }

  /// Sends bytes as fast as the program reads them.
  ///
  /// The corresponding C functions are `send` and `poll`.
  ///
  /// - Throws: `RasterError.library` if it has ended.
  func write(_ bytes: [UInt8]) throws(RasterError) {
    var offset = 0
    while offset < bytes.count {
      let sent = bytes[offset...].withUnsafeBytes {
        send(input, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
      if sent > 0 {
        offset += sent
        taken += sent
        continue
      }
      guard [EAGAIN, EINTR].contains(errno) else { throw ending() }
      // Its messages must be read, or it would block; it may close its standard error and continue.
      var ends = [
        pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: isSilent ? -1 : errors, events: Int16(POLLIN), revents: 0),
      ]
      try wait { poll(&ends, 2, Self.pause) > 0 }
      if ends[1].revents != 0 { isSilent = !listen() }
    }
  }

  /// Closes its input, waits for its end and returns its file.
  ///
  /// - Throws: `RasterError.library` if it fails, `RasterError.limit` if its file is too large.
  func finish() throws(RasterError) -> [UInt8] {
    let status = try end()
    let size = written
    guard size <= Limits.imageBytes else { throw Self.tooLarge(size) }
    guard status == 0, size > 0 else { throw outputError }
    var bytes = [UInt8](repeating: 0, count: size)
    var offset = 0
    while offset < size {
      let got = bytes[offset...].withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, offset) }
      if got > 0 {
        offset += got
      } else if got == 0 || errno != EINTR {
        throw outputError
      }
    }
    return bytes
  }

  private static func tooLarge(_ size: Int) -> RasterError {
    .limit(what: "the number of bytes of a file", value: Double(size), limit: Double(Limits.imageBytes))
  }

  /// Waits for its messages and reads them; false at the end.
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

  /// Closes its input and waits for its end; returns the status from `wait`.
  private func end() throws(RasterError) -> Int32 {
    closeInput()
    var ends = [pollfd(fd: errors, events: Int16(POLLIN), revents: 0)]
    repeat { try wait { poll(&ends, 1, Self.pause) > 0 } } while listen()
    var code: Int32 = 0
    try wait {
      if waitpid(identifier, &code, WNOHANG) == identifier { return true }
      poll(nil, 0, 5)
      return false
    }
    isRunning = false
    return code
  }

  /// The error for a program that ended before it had read everything.
  private func ending() -> RasterError {
    do throws(RasterError) { _ = try end() } catch { return error }
    return outputError
  }

  /// The size of its file in bytes.
  private var written: Int {
    var information = stat()
    return fstat(file, &information) == 0 ? Int(information.st_size) : 0
  }

  /// The interval between two checks of its progress, in milliseconds.
  private static let pause: Int32 = 20

  /// Waits for an operation.
  ///
  /// - Parameter isDone: waits for a moment and returns whether the operation is done.
  /// - Throws: `RasterError.library` for a program without progress or with too much CPU time,
  ///   `RasterError.limit` for one whose file is too large; the program is killed.
  private func wait(until isDone: () -> Bool) throws(RasterError) {
    // An encoder takes some tenths of a second for a million pixels.
    let most = processorTime + 10 * Double(taken) / 4e6
    var (time, size, since) = (-1.0, -1, 0.0)
    // The limits are checked first: the messages of a program that never stops are always ready.
    repeat {
      let (now, used, has) = (ChildProcess.now, ChildProcess.processorSeconds(of: identifier), written)
      if used > time || has > size { (time, size, since) = (used, has, now) }
      var failure: RasterError?
      if has > Limits.imageBytes {
        failure = Self.tooLarge(has)
      } else if used > most {
        let limit = NumberText.format(most.rounded())
        failure = .library(operation: operation, reason: "it takes more than \(limit) s of processor time")
      } else if now - since > patience {
        let limit = NumberText.format(patience)
        failure = .library(operation: operation, reason: "it made no progress for \(limit) s")
      }
      if let failure {
        kill(-identifier, SIGKILL)
        throw failure
      }
    } while !isDone()
  }

  /// The error with its messages, or without any if it failed silently.
  private var outputError: RasterError {
    let lines = String(decoding: complaints, as: UTF8.self).split(whereSeparator: \.isNewline)
    return .library(
      operation: operation, reason: lines.first.map { String($0.prefix(300)) } ?? "it gave no reason")
  }
}
