package import CardRaster

/// All that a run of goldens has found.
package struct GoldenRun: Hashable, Sendable {
  /// The outcomes in order of their names.
  package var outcomes: [GoldenOutcome]
  /// The versions of the libraries that decide over pixels.
  package var libraries: [LibraryVersion]
  /// The libraries with which the goldens were recorded, as far as that is known and differs.
  package var otherLibraries: [LibraryVersion]
  /// Whether nothing had to be drawn, as a share or what has changed was asked for.
  package var mayBeEmpty = false
  /// Which share of a larger run it is; nil for a whole one.
  package var share: GoldenShard?

  /// Makes a run.
  package init(
    outcomes: [GoldenOutcome], libraries: [LibraryVersion], otherLibraries: [LibraryVersion] = []
  ) {
    self.outcomes = outcomes
    self.libraries = libraries
    self.otherLibraries = otherLibraries
  }

  /// Whether nobody has to look.
  ///
  /// A run without any outcome is not green, as it has tested nothing, unless it may be empty.
  package var isGreen: Bool { (mayBeEmpty || !outcomes.isEmpty) && outcomes.allSatisfy(\.verdict.isGreen) }

  /// How many outcomes came out so.
  package func count(_ verdict: GoldenOutcome.Verdict) -> Int {
    outcomes.count { $0.verdict == verdict }
  }
}
