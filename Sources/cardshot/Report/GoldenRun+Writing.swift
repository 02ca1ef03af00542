import CardGoldens
import CardParts
import CardRaster

extension GoldenRun {
  /// Writes a file about the run; what cannot be written is one more outcome, and every other one is told all the same.
  ///
  /// - Parameters:
  ///   - failures: the folder that the outcome names.
  ///   - write: writes the run as it is so far.
  mutating func tell(_ failures: String, _ write: (GoldenRun) throws(RasterError) -> Void) {
    do throws(RasterError) {
      try write(self)
    } catch {
      outcomes.append(
        GoldenOutcome(
          name: "report", verdict: .broken, message: error.message, golden: failures,
          issues: [DeckIssue(error)]))
    }
  }
}
