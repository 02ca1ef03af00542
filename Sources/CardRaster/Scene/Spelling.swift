/// Finds the name that was probably meant.
public enum Spelling {
  /// The candidate nearest to a word, or nil when none is near; of equally near ones the first.
  ///
  /// Near is up to a third of the word's letters wrong, missing, too many or swapped with their neighbour.
  public static func nearest(to word: String, in candidates: [String]) -> String? {
    let letters = Array(word.lowercased().prefix(64))
    var best: (name: String, distance: Int)?
    for candidate in candidates where candidate != word {
      let distance = distance(letters, Array(candidate.lowercased().prefix(64)))
      let limit = max(1, max(letters.count, candidate.count) / 3)
      if distance <= limit, distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    return best?.name
  }

  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var older: [Int] = []
    var previous = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(previous[j + 1] + 1, row[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, older[j - 1] + 1) }
        row.append(cost)
      }
      (older, previous) = (previous, row)
    }
    return previous[b.count]
  }
}
