import CardGoldens
import CardParts
import CardRaster

extension GoldenRun {
  /// Writes a file about the run.
  ///
  /// A failed write is added as an outcome; all other outcomes are still reported.
  ///
  /// - Parameters:
  ///   - failures: the folder that the outcome names.
  ///   - write: writes the run in its current state.
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
