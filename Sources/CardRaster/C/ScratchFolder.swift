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
    ProcessStart.wait(for: remover)
  }

  /// Starts the shell that removes the folder when its standard input ends.
  private static func startRemover(of path: String) throws(RasterError) -> (Int32, pid_t) {
    // A signal from the terminal goes to all its processes; the folder must be removed all the same.
    let script = "trap '' HUP INT TERM; cat > /dev/null; rm -rf -- \"$1\""
    do throws(SocketPair.SystemFailure) {
      let ends = try SocketPair()
      defer { close(ends.theirs) }
      do throws(SocketPair.SystemFailure) {
        let pid = try ProcessStart.spawn(
          ["sh", "-c", script, "sh", path],
          [
            (STDIN_FILENO, .descriptor(ends.theirs)), (STDOUT_FILENO, .nothing), (STDERR_FILENO, .nothing),
          ])
        return (ends.ours, pid)
      } catch {
        close(ends.ours)
        throw error
      }
    } catch {
      throw .library(operation: "running 'sh'", reason: SystemError.reason(error.code))
    }
  }
}
