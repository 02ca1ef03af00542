import Glibc
internal import Synchronization

/// Files that have a temporary name at this moment, which a signal must not leave behind.
///
/// How it works: a signal's handler may do next to nothing, so it writes the signal's number into a pipe; a thread that
/// reads there removes the files and ends the process by the same signal. Both are set up with the first temporary name,
/// which only file systems need that cannot make a file without a name.
public enum TemporaryFiles {
  private static let names = Mutex<Set<String>>([])
  private static let isAsked = Atomic(false)

  /// Makes the program remove them when it is interrupted or told to end; for programs, as it sets handlers of signals.
  ///
  /// Signals that are ignored, as under `nohup`, stay so.
  public static func removeWhenInterrupted() { isAsked.store(true, ordering: .relaxed) }

  /// Makes a file under a name that is free.
  ///
  /// No signal comes between making the file and noting its name.
  ///
  /// - Parameters:
  ///   - stem: what the names begin with; a number follows.
  ///   - make: makes a file; gives an error number, `EEXIST` for a name that is taken.
  /// - Returns: the name, or the last error number.
  static func make(_ stem: String, make: (String) -> Int32) -> (name: String?, code: Int32) {
    if isAsked.load(ordering: .relaxed) { _ = watch }
    return names.withLock { names in
      for number in 0..<10_000 {
        let name = stem + String(number)
        let code = make(name)
        if code == 0 { names.insert(name) }
        if code != EEXIST { return (code == 0 ? name : nil, code) }
      }
      return (nil, EEXIST)
    }
  }

  /// Forgets a name that has gone.
  static func forget(_ name: String) { names.withLock { _ = $0.remove(name) } }

  /// The pipe from the handler to the thread; the handler uses it after it is there.
  private static let pipe: (source: Int32, sink: Int32) = {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return (-1, -1) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }()

  /// Sets the handlers and starts the thread, once.
  private static let watch: Void = {
    guard pipe.source >= 0 else { return }
    var thread = pthread_t()
    guard pthread_create(&thread, nil, { _ in TemporaryFiles.waitForSignal() }, nil) == 0 else { return }
    pthread_detach(thread)
    for number in [SIGHUP, SIGINT, SIGTERM] {
      let before = signal(number) { number in
        let code = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(TemporaryFiles.pipe.sink, &byte, 1)
        errno = code
      }
      if isIgnored(before) { signal(number, SIG_IGN) }
    }
  }()

  private static func isIgnored(_ handler: sighandler_t?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Waits for a signal's number and ends the process by it, without its temporary files.
  private static func waitForSignal() -> UnsafeMutableRawPointer? {
    var byte: UInt8 = 0
    while read(pipe.source, &byte, 1) != 1 { if errno != EINTR { return nil } }
    // Nobody gets a new name any more: the lock is held to the end.
    names.withLock { names in
      for name in names { unlink(name) }
      signal(Int32(byte), SIG_DFL)
      kill(getpid(), Int32(byte))
      while true { pause() }
    }
    return nil
  }
}
