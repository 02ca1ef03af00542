package import CardParts
import CardRaster

/// What somebody asks a run of goldens to do; every path is seen from the current folder.
package struct GoldenRequest: Sendable {
  /// What the file says, or a plan without one.
  package var plan: GoldenPlan
  /// Decks and folders that were named; empty for those of the plan.
  package var paths: [String] = []
  /// What was said over the plan and its overrides.
  package var settings = GoldenSettings()
  /// The folder in which names begin.
  package var root: String
  /// The folder of goldens.
  package var goldens: String
  /// The lock file, in the place of a folder of goldens.
  package var lock: String?
  /// The folder for what failed.
  package var failures: String
  /// Which goldens are written.
  package var mode = RecordMode.never
  /// Whether goldens without a deck are removed.
  package var prunes = false
  /// Whether warnings are errors.
  package var isStrict = false
  /// How many decks are drawn at once.
  package var jobs = 1
  /// The real paths of the files that have changed: only decks that these may touch are drawn; nil for all.
  package var changed: [String]?
  /// The program and its version, which is noted beside those of the libraries where something is recorded; nil for none.
  package var program: LibraryVersion?
  /// What tells, after a crash, which picture was drawn then; nil where a crash ends the run.
  package var marks: WorkMarks?
  /// Which share of the pictures is drawn; nil for all.
  package var shard: GoldenShard?

  /// Whether some of the pictures are not drawn, by wish.
  var isPartial: Bool { changed != nil || shard != nil }

  /// Asks for what a plan says.
  package init(_ plan: GoldenPlan) {
    self.plan = plan
    root = plan.folder
    goldens = FilePath.join(plan.folder, plan.goldens)
    lock = plan.lock.map { FilePath.join(plan.folder, $0) }
    failures = FilePath.join(plan.folder, plan.failures)
  }

  /// Whether the run is about every deck there is, so that a golden without one is an orphan.
  package var isWhole: Bool { paths.isEmpty && !isNarrowed }

  /// Whether the matrix or the data of a plan's file were replaced, so that goldens of the plan are not drawn.
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

/// What came out of a run.
package struct GoldenRunResult: Sendable {
  /// The outcomes.
  package var run: GoldenRun
  /// JSON files that are no decks, by their paths.
  package var others: [String] = []
  /// What is doubtful about the run as a whole.
  package var warnings: [DeckIssue] = []

  /// Whether nothing could be compared for some of it: a broken deck, an unreadable golden, a wrong plan.
  package var isFault: Bool { run.count(.broken) > 0 }
}
