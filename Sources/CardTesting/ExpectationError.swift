import CardParts
import CardRaster

/// The reason why nothing can be compared.
struct ExpectationError: Error {
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

  /// Runs file code and converts its error to a fault.
  static func wrapping<Value>(_ body: () throws(RasterError) -> Value) throws(ExpectationError) -> Value {
    do throws(RasterError) {
      return try body()
    } catch {
      throw ExpectationError(error.message)
    }
  }
}
