/// The processor time that several SVG pictures may take together: those that a deck reads, or those of one picture that is
/// painted.
///
/// Each may take seconds for itself, so that sixty of them would take minutes. One for each run, in one task.
package final class SVGBudget {
  private let most: Double
  /// What was taken, in seconds.
  private(set) var taken = 0.0

  /// - Parameter most: what may be taken, in seconds.
  package init(_ most: Double = Limits.svgProcessorTimeTogether) { self.most = most }

  /// Begins anew.
  package func begin() { taken = 0 }

  /// Counts what was taken, in seconds.
  func count(_ seconds: Double) { taken += seconds }

  /// Refuses to go on when more was taken than may be.
  ///
  /// - Throws: `RasterError.image`.
  func check() throws(RasterError) {
    guard taken <= most else { throw Self.exceeded(most) }
  }

  /// What is said when more is taken than may be.
  static func exceeded(_ most: Double = Limits.svgProcessorTimeTogether) -> RasterError {
    .image(reason: "\(reason) \(NumberText.text(most)) s")
  }

  private static let reason = "all SVG pictures together take more processor time than"

  /// What to do about it; nil for another error.
  package static func hint(for error: RasterError) -> String? {
    switch error {
    case .image(let words), .picture(_, let words):
      words.contains(reason) ? "save some of them as PNG pictures, or leave out filters" : nil
    default: nil
    }
  }
}
