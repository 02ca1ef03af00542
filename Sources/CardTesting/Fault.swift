import CardParts
import CardRaster

/// Why there is nothing to compare.
struct Fault: Error {
  var message: String
  var issues: [DeckIssue] = []

  init(_ message: String, _ issues: [DeckIssue] = []) {
    self.message = message
    self.issues = issues
  }

  init(_ error: DeckError) {
    let count = error.issues.count { $0.severity == .error }
    self.init("the deck has \(count == 1 ? "an error" : "\(count) errors")", error.issues)
  }

  /// What a function of files gives, with its error as a fault.
  static func wrapping<Value>(_ body: () throws(RasterError) -> Value) throws(Fault) -> Value {
    do throws(RasterError) {
      return try body()
    } catch {
      throw Fault(error.message)
    }
  }
}
