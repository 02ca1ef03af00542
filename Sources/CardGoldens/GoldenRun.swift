import CardParts
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

extension GoldenRun {
  /// Goldens of one verdict in which the same changed, told together.
  struct Group {
    var outcomes: [GoldenOutcome]
  }

  /// What has to be told, in the order of the first name of each group; a golden without changes stands alone.
  ///
  /// What changed without a trace in the picture, such as a link, is told too.
  var groups: [Group] {
    var groups: [Group] = []
    var places: [String: Int] = [:]
    for outcome in outcomes where outcome.verdict != .passed || !outcome.changes.isEmpty {
      guard let cause = outcome.cause else {
        groups.append(Group(outcomes: [outcome]))
        continue
      }
      let key = "\(outcome.verdict.rawValue) \(cause)"
      if let place = places[key] {
        groups[place].outcomes.append(outcome)
      } else {
        places[key] = groups.count
        groups.append(Group(outcomes: [outcome]))
      }
    }
    return groups
  }
}

extension GoldenOutcome {
  /// A sum of what changed, in words and by place in the deck: equal for pictures of one cause; nil where nothing was told.
  package var cause: String? {
    guard !changes.isEmpty else { return nil }
    let words = changes.map { "\($0.path)\u{1F}\($0.sentence)" }.joined(separator: "\u{1E}")
    return String(SHA256.hex(Array(words.utf8)).prefix(16))
  }
}

/// One of several shares of a run, of about the same size; together they are the run.
package struct GoldenShard: Hashable, Sendable {
  /// Its number, from 1.
  package var number: Int
  /// How many there are.
  package var count: Int

  /// Reads `2/3`; nil when it is none.
  package init?(_ text: String) {
    let sides = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let number = sides[0], let count = sides[1], (1...1000).contains(count),
      (1...count).contains(number)
    else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// Whether the share holds the piece of work with a number, from 0.
  func holds(_ index: Int) -> Bool { index % count == number - 1 }
}
