import Glibc
internal import Synchronization

/// A wish from outside that the program ends: Ctrl-C, the end of its terminal, or the signal TERM.
///
/// How it works: a signal's handler may do next to nothing, so it writes the signal's number into a pipe, and a thread reads
/// there. Where something listens that ends in order, the first wish is only noted. Any other wish removes the files
/// that have a temporary name and ends the process by the same signal. Signals that are ignored, as under `nohup`, stay so.
package enum Interruption {
  private static let isHeeded = Atomic(false)
  private static let wish = Atomic(false)

  /// Notes the first wish from now on, instead of ending the program; for what goes on for long and asks `isAsked`.
  package static func listen() {
    isHeeded.store(true, ordering: .relaxed)
    watch()
  }

  /// Whether somebody wished that the program ends.
  package static var isAsked: Bool { wish.load(ordering: .relaxed) }

  /// Takes wishes from now on; they end the program, but leave no temporary file.
  static func watch() { _ = handlers }

  /// The pipe from the handler to the thread; the handler uses it after it is there.
  private static let pipe: (source: Int32, sink: Int32) = {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return (-1, -1) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }()

  /// Sets the handlers and starts the thread, once.
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

  /// Waits for the numbers of signals, and ends the process by one that is more than a wish.
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
