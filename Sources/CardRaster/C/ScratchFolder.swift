internal import Glibc

/// A temporary folder of this process, which is removed with its contents when this object is released or the
/// process ends.
///
/// How it works: another process waits for the end of a socket that only this one holds open, and then
/// removes the folder. It is therefore removed even if this process is killed, or has given up the right to
/// remove files (`FileRules`).
package final class ScratchFolder: Sendable {
  /// The path of the folder.
  package let path: String
  private let socket: Int32
  private let remover: pid_t

  /// Creates a folder below another one.
  ///
  /// The corresponding C functions are `mkdtemp` and `posix_spawn`.
  ///
  /// - Throws: `RasterError.file` if it cannot be created, `RasterError.library` if the process that removes
  ///   it cannot be started.
  package init(below above: String) throws(RasterError) {
    var name = Array(FilePath.join(above, "cardshot-XXXXXX").utf8CString)
    guard mkdtemp(&name) != nil else { throw .file(path: above, reason: SystemError.reason(errno)) }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    do throws(RasterError) {
      (socket, remover) = try Self.startRemover(of: path)
    } catch {
      rmdir(name)
      throw error
    }
  }

  deinit {
    close(socket)
    var code: Int32 = 0
    while waitpid(remover, &code, 0) < 0, errno == EINTR {}
  }

  /// Starts the shell that removes the folder when its standard input ends.
  private static func startRemover(of path: String) throws(RasterError) -> (Int32, pid_t) {
    func startError(_ code: Int32) -> RasterError {
      .library(operation: "running 'sh'", reason: SystemError.reason(code))
    }
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw startError(errno)
    }
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
    for number in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0)
    }
    var pid = pid_t()
    // A signal from the terminal goes to all its processes; the folder must be removed all the same.
    let script = "trap '' HUP INT TERM; cat > /dev/null; rm -rf -- \"$1\""
    let failure = ChildProcess.withStrings(["sh", "-c", script, "sh", path]) { words in
      ChildProcess.withStrings(Subprocess.variables) { posix_spawnp(&pid, "sh", &actions, nil, words, $0) }
    }
    guard failure == 0 else {
      close(ends[0])
      throw startError(failure)
    }
    return (ends[0], pid)
  }
}
