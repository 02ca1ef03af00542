/// The total CPU time of several SVG pictures: those of a deck, or those of one painted picture.
///
/// Each picture alone may take seconds, so that sixty of them could take minutes. Each run has a budget, used
/// by one task.
package final class SVGBudget {
  private let most: Double
  /// The time used so far, in seconds.
  private(set) var taken = 0.0

  /// - Parameter most: the maximum time, in seconds.
  package init(_ most: Double = Limits.svgProcessorTimeTogether) { self.most = most }

  /// Resets the budget.
  package func begin() { taken = 0 }

  /// Adds used time, in seconds.
  func count(_ seconds: Double) { taken += seconds }

  /// Throws if the budget is exceeded.
  ///
  /// - Throws: `RasterError.image`.
  func throwIfExceeded() throws(RasterError) {
    guard taken <= most else { throw Self.exceeded(most) }
  }

  /// The error for an exceeded budget.
  static func exceeded(_ most: Double = Limits.svgProcessorTimeTogether) -> RasterError {
    .image(reason: "\(reason) \(NumberText.format(most)) s")
  }

  fileprivate static let reason = "all SVG pictures together take more processor time than"
}

extension RasterError {
  /// A way out, for a few errors.
  package var hint: String? {
    switch self {
    case .image(let words), .picture(_, let words):
      words.contains(SVGBudget.reason) ? "save some of them as PNG pictures, or remove filters" : nil
    case .leftOut(_, let trait): "enable the package trait '\(trait)' of cardshot"
    default: nil
    }
  }
}
