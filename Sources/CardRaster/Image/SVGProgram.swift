internal import Synchronization

/// The program that processes for SVG pictures run.
enum SVGProgram {
  /// Whether the running program serves when it is started for that.
  private static let isServed = Atomic(false)

  /// Takes note that the running program serves.
  static func serves() { isServed.store(true, ordering: .relaxed) }

  /// The one that is started where none is named: the running one if it serves, else a `cardshot` beside it.
  static var found: String? {
    isServed.load(ordering: .relaxed) ? RunningProgram.path : RunningProgram.neighbour("cardshot")
  }
}
