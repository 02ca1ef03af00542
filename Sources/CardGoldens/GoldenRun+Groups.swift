import CardParts
import CardRaster

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
