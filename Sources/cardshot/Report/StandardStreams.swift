import CardRaster
import Synchronization

/// The two streams for text output.
///
/// A failed write to standard output is remembered, and the program exits with an error, because half an
/// answer must not look complete. A failed write to standard error is ignored, because it cannot be reported
/// anywhere else.
enum StandardStreams {
  /// The first write error.
  private static let failure = Mutex<RasterError?>(nil)

  /// Writes to standard output, unless an earlier write failed.
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

  /// Writes to standard output, or to standard error if standard output is used for something else.
  static func output(_ text: String, isTaken: Bool) { if isTaken { error(text) } else { output(text) } }

  static func error(_ text: String) { try? FileWriting.writeStandardError(Array(text.utf8)) }

  /// The error of the first failed write; nil if all writes succeeded.
  static var outputFailure: RasterError? { failure.withLock { $0 } }
}
