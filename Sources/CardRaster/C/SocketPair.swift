internal import Glibc

/// Two connected sockets, for communication with another process.
///
/// Neither is one of the descriptors 0 to 2, which are replaced in a new process, and no process inherits
/// them.
struct SocketPair {
  /// The reason for a failure: `errno`.
  struct SystemFailure: Error {
    let code: Int32
  }

  /// The end for this process.
  let ours: Int32
  /// The end that the other process gets under another number.
  let theirs: Int32

  /// Opens two ends, which the caller closes.
  ///
  /// The corresponding C function is `socketpair`.
  init(isBlocking: Bool = true) throws(SystemFailure) {
    var ends: [Int32] = [-1, -1]
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | (isBlocking ? 0 : SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, Int32(kind), 0, &ends) == 0 else { throw SystemFailure(code: errno) }
    for index in ends.indices {
      do throws(SystemFailure) {
        ends[index] = try Self.raised(ends[index])
      } catch {
        close(ends[1 - index])
        throw error
      }
    }
    (ours, theirs) = (ends[0], ends[1])
  }

  /// Starts a process with two sockets, for its requests and its error messages.
  ///
  /// - Parameters:
  ///   - waits: whether reading error messages blocks.
  ///   - start: starts it with the ends that it gets.
  /// - Returns: the process and the ends of this process, which the caller closes.
  static func talking(
    waits: Bool, _ start: (_ talk: Int32, _ errors: Int32) throws(SystemFailure) -> pid_t
  ) throws(SystemFailure) -> (process: pid_t, talk: Int32, errors: Int32) {
    let talk = try SocketPair()
    defer { close(talk.theirs) }
    do throws(SystemFailure) {
      let errors = try SocketPair(isBlocking: waits)
      defer { close(errors.theirs) }
      do throws(SystemFailure) {
        return (try start(talk.theirs, errors.theirs), talk.ours, errors.ours)
      } catch {
        close(errors.ours)
        throw error
      }
    } catch {
      close(talk.ours)
      throw error
    }
  }

  /// A descriptor above 2 for the same object; the original is closed if another one is returned.
  ///
  /// The corresponding C function is `fcntl` with `F_DUPFD_CLOEXEC`.
  static func raised(_ descriptor: Int32) throws(SystemFailure) -> Int32 {
    guard (0...STDERR_FILENO).contains(descriptor) else { return descriptor }
    let other = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    let code = errno
    close(descriptor)
    guard other >= 0 else { throw SystemFailure(code: code) }
    return other
  }
}
