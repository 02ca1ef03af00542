import CardParts
package import CardRaster

/// All results of a run of goldens.
package struct GoldenRun: Hashable, Sendable {
  /// The outcomes, sorted by name.
  package var outcomes: [GoldenOutcome]
  /// The versions of the libraries that affect pixels.
  package var libraries: [LibraryVersion]
  /// The libraries of the recorded goldens whose version differs now, if they are known.
  package var otherLibraries: [LibraryVersion] = []
  /// Whether an empty run passes, because a shard or only changed decks were requested.
  package var mayBeEmpty = false
  /// The shard of a larger run; nil for a complete run.
  package var share: GoldenShard?
  /// Whether the run compared two trees of pictures, not decks with goldens.
  package var isReview = false

  /// Whether the run passes.
  ///
  /// A run without outcomes fails, because it has tested nothing, unless `mayBeEmpty` is set.
  package var isGreen: Bool { (mayBeEmpty || !outcomes.isEmpty) && outcomes.allSatisfy(\.verdict.isGreen) }

  /// The number of outcomes of a kind.
  package func count(_ verdict: GoldenOutcome.Verdict) -> Int {
    outcomes.count { $0.verdict == verdict }
  }

  /// The word for one outcome: golden or picture.
  var noun: String { isReview ? "picture" : "golden" }

  /// The number of outcomes for each word, in the order of the verdicts.
  var counts: [(word: String, count: Int)] {
    let all = GoldenOutcome.Verdict.allCases.filter { !isReview || ($0 != .recorded && $0 != .pruned) }
    return all.flatMap { verdict -> [(word: String, count: Int)] in
      guard isReview, verdict == .missing else { return [(verdict.word(isReview), count(verdict))] }
      let moved = outcomes.count { $0.verdict == .missing && $0.removed != nil }
      return [("new", count(.missing) - moved), ("moved", moved)]
    }
  }
}

extension GoldenRun {
  /// Goldens with the same verdict and the same change, reported together.
  struct Group {
    var outcomes: [GoldenOutcome]
  }

  /// The groups to report, in the order of their first names.
  ///
  /// A golden without changes is a group of one. Changes that no pixel shows, such as a different link, are
  /// also reported.
  var groups: [Group] {
    let shown = outcomes.filter { $0.verdict != .passed || !$0.changes.isEmpty }
    return shown.enumerated().grouped { number, outcome in
      outcome.cause.map { "\(outcome.verdict.rawValue) \($0)" } ?? "\(number)"
    }.map { Group(outcomes: $0.elements.map(\.element)) }
  }
}

extension GoldenOutcome {
  /// A hash of the changes and their places in the deck; nil without changes.
  ///
  /// Pictures with the same change have the same hash.
  package var cause: String? {
    get {
      guard ownCause == nil, !changes.isEmpty else { return ownCause }
      let words = changes.map { "\($0.path)\u{1F}\($0.sentence)" }.joined(separator: "\u{1E}")
      return String(SHA256.hex(Array(words.utf8)).prefix(16))
    }
    set { ownCause = newValue == cause ? ownCause : newValue }
  }
}

/// One of several shards of a run.
///
/// The shards have about the same size and together are the complete run.
package struct GoldenShard: Hashable, Sendable {
  /// The number of the shard, starting at 1.
  package var number: Int
  /// The number of shards.
  package var count: Int

  /// Parses `2/3`; nil if the text is not valid.
  package init?(_ text: String) {
    let sides = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let number = sides[0], let count = sides[1], (1...1000).contains(count),
      (1...count).contains(number)
    else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// Whether the shard contains the work item with an index, starting at 0.
  func holds(_ index: Int) -> Bool { index % count == number - 1 }
}

/// An error that prevents comparing or recording, found before any picture is read.
package enum GoldenError: Error, Hashable, Sendable {
  /// An invalid golden name, with the reason.
  case name(String, reason: String)
  /// An unknown record mode, with its origin.
  case recordWord(String, source: String)
  /// A record mode where recording is not allowed, with its origin.
  case recordingOnServer(source: String)
  /// A name filter without effect, with the reason.
  case filter(String)

  /// The message: one sentence without a final full stop.
  ///
  /// Control characters are made visible.
  package var message: String {
    switch self {
    case .name(let name, let reason):
      return "'\(GoldenName.harmless(name))' cannot be the name of a golden: \(reason)"
    case .recordWord(let word, let source):
      let words = RecordMode.allCases.map(\.rawValue)
      return
        "\(source) is '\(GoldenName.harmless(word))'; expected \(words.dropLast().joined(separator: ", "))"
        + " or \(words.last ?? "")"
    case .recordingOnServer(let source):
      return "\(source) requires recording, but goldens are not recorded on CI servers (CI is set)"
    case .filter(let reason): return reason
    }
  }
}

/// Which goldens a run writes.
///
/// A run that has written a golden never passes: someone has to look at the pictures first.
public enum RecordMode: String, CaseIterable, Hashable, Sendable {
  /// Every golden, whether or not it exists.
  case all
  /// Goldens that are missing or differ.
  case failed
  /// Goldens that are missing.
  case missing
  /// None: a missing golden is a failure.
  case never

  /// The description in the manual, one sentence.
  public var summary: String {
    switch self {
    case .all: "Every golden is written, also existing ones."
    case .failed: "Missing and different goldens are written."
    case .missing: "Missing goldens are written."
    case .never: "No golden is written; a missing one is a failure."
    }
  }
}
