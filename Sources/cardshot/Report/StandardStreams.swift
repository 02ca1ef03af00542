import CardRaster
import Synchronization

/// The two streams that the program writes text to.
///
/// What standard output does not take is remembered, and the program ends with a fault: half an answer must not look like a
/// whole one. What standard error does not take is lost; there is nowhere else to say it.
enum StandardStreams {
  /// The first thing that went wrong.
  private static let failure = Mutex<RasterError?>(nil)

  /// Writes to standard output, unless that has failed before.
  static func output(_ text: String) {
    failure.withLock { failure in
      guard failure == nil else { return }
      do throws(RasterError) {
        try FileWriting.writeStandardOutput(Array(text.utf8))
      } catch {
        failure = error
      }
    }
  }

  /// Writes to standard output or, where that is taken, to standard error.
  static func output(_ text: String, isTaken: Bool) { if isTaken { error(text) } else { output(text) } }

  static func error(_ text: String) { try? FileWriting.writeStandardError(Array(text.utf8)) }

  /// What standard output did not take; nil when it has everything.
  static var outputFailure: RasterError? { failure.withLock { $0 } }
}
