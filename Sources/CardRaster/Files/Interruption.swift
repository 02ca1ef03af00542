import Glibc
internal import Synchronization

/// Handles the signals that end the program: INT (Ctrl-C), HUP (the terminal closes) and TERM.
///
/// How it works: a signal handler may do very little, so it writes the signal's number into a pipe, and a
/// thread reads it. If the program listens in order to stop gracefully, the first signal only sets a flag.
/// Every other signal removes the temporary files and ends the process by the same signal. Signals that are
/// ignored, as under `nohup`, stay ignored.
package enum Interruption {
  private static let isHeeded = Atomic(false)
  private static let wish = Atomic(false)

  /// Makes the first signal only set `isAsked` instead of ending the program.
  ///
  /// Long operations call it and check `isAsked`.
  package static func listen() {
    isHeeded.store(true, ordering: .relaxed)
    watch()
  }

  /// Makes these signals end the program with the exit status 0, for a program that runs until it is stopped.
  ///
  /// A parent may have blocked them.
  package static func endQuietly() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGHUP, SIGINT, SIGTERM] {
      signal(number) { _ in _exit(0) }
      sigaddset(&signals, number)
    }
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Whether a signal asked the program to end.
  package static var isAsked: Bool { wish.load(ordering: .relaxed) }

  /// Installs the handlers; signals then end the program without leaving temporary files.
  static func watch() { _ = handlers }

  /// The pipe from the handler to the thread; it is created before the handler is installed.
  private static let pipe: (source: Int32, sink: Int32) = {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return (-1, -1) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }()

  /// Installs the handlers and starts the thread, once.
  private static let handlers: Void = {
    guard pipe.source >= 0 else { return }
    var thread = pthread_t()
    guard pthread_create(&thread, nil, { _ in Interruption.waitForSignals() }, nil) == 0 else { return }
    pthread_detach(thread)
    for number in [SIGHUP, SIGINT, SIGTERM] {
      let before = signal(number) { number in
        let code = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(Interruption.pipe.sink, &byte, 1)
        errno = code
      }
      if isIgnored(before) { signal(number, SIG_IGN) }
    }
  }()

  private static func isIgnored(_ handler: sighandler_t?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Reads the numbers of signals, and ends the process unless the first one only sets the flag.
  private static func waitForSignals() -> UnsafeMutableRawPointer? {
    var byte: UInt8 = 0
    while true {
      let count = read(pipe.source, &byte, 1)
      if count != 1 {
        if count < 0, errno == EINTR { continue }
        return nil
      }
      let isFirst = !wish.exchange(true, ordering: .relaxed)
      if isHeeded.load(ordering: .relaxed), isFirst { continue }
      let number = Int32(byte)
      TemporaryFiles.removeAll {
        signal(number, SIG_DFL)
        kill(getpid(), number)
        while true { pause() }
      }
    }
  }
}
