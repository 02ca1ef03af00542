package import CardParts
import CardRaster

/// The parameters of a run of goldens.
///
/// All paths are relative to the working directory.
package struct GoldenRequest: Sendable {
  /// The plan from a file, or an empty plan.
  package var plan: GoldenPlan
  /// The named decks and folders; empty for those of the plan.
  package var paths: [String] = []
  /// Settings that override the plan and its overrides.
  package var settings = GoldenSettings()
  /// The root folder of names.
  package var root: String
  /// The folder of goldens.
  package var goldens: String
  /// The lock file that replaces the folder of goldens.
  package var lock: String?
  /// The folder of failures.
  package var failures: String
  /// Which goldens are written.
  package var mode = RecordMode.never
  /// Whether goldens without a deck are removed.
  package var prunes = false
  /// Whether warnings are errors.
  package var isStrict = false
  /// The number of decks rendered at the same time.
  package var jobs = 1
  /// The real paths of the changed files.
  ///
  /// Only decks that they may affect are rendered; nil for all decks.
  package var changed: [String]?
  /// The program and its version, recorded next to those of the libraries; nil for none.
  package var program: LibraryVersion?
  /// Records the current picture, so that a crash can be assigned to it; nil if a crash ends the run.
  package var marks: WorkMarks?
  /// The shard to render; nil for all pictures.
  package var shard: GoldenShard?

  /// The tree of actual pictures of a review; nil for a run that renders decks.
  package var actual: String?
  /// The places of the pictures of a review in their trees.
  package var layout = ReviewLayout.mirrored

  /// Whether the request deliberately leaves out some pictures.
  var isPartial: Bool { changed != nil || shard != nil }

  /// Creates the request of a plan.
  package init(_ plan: GoldenPlan) {
    self.plan = plan
    root = plan.folder
    goldens = FilePath.join(plan.folder, plan.goldens)
    lock = plan.lock.map { FilePath.join(plan.folder, $0) }
    failures = FilePath.join(plan.folder, plan.failures)
  }

  /// Whether the run covers every deck, so that a golden without a deck is an orphan.
  package var isWhole: Bool { paths.isEmpty && !isNarrowed }

  /// Whether the matrix or the data of the plan were overridden.
  ///
  /// Some of the goldens of the plan are then not rendered.
  package var isNarrowed: Bool {
    plan.file != nil
      && (!settings.matrix.isEmpty || settings.drawsEachCard != nil || settings.data != nil
        || settings.assignments != nil || settings.date != nil)
  }

  /// The decks and folders of the run.
  var wanted: [String] {
    if !paths.isEmpty { return paths }
    return plan.decks.isEmpty ? [plan.folder] : plan.decks.map { FilePath.join(plan.folder, $0) }
  }
}

/// The outcomes of a run, with warnings and files that are not part of an outcome.
package struct GoldenRunResult: Sendable {
  /// The run with its outcomes.
  package var run: GoldenRun
  /// The paths of JSON files that are not decks.
  package var others: [String] = []
  /// Warnings about the run as a whole.
  package var warnings: [DeckIssue] = []

  /// Whether some pictures could not be compared: a broken deck, an unreadable golden, an invalid plan.
  package var isFault: Bool { run.count(.broken) > 0 }
}
