import Glibc
import Synchronization

/// Whether somebody wished that the program ends; outside of the type, since a signal's handler has no context.
private let wish = Atomic<Bool>(false)

/// A wish from outside that the program ends: Ctrl-C, or the signal TERM.
///
/// What goes on for long asks for it and ends in order. A second wish ends the program at once.
public enum Interruption {
  /// Takes wishes from now on; without this they end the program at once.
  public static func listen() {
    for number in [SIGINT, SIGTERM] {
      _ = signal(number) { number in
        wish.store(true, ordering: .relaxed)
        _ = signal(number, SIG_DFL)
      }
    }
  }

  /// Whether somebody wished that the program ends.
  public static var isAsked: Bool { wish.load(ordering: .relaxed) }
}
