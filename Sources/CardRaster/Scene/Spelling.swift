/// Finds the word that someone meant, for "did you mean".
package enum Spelling {
  /// The candidate that is most like a word, or nil when none is near.
  ///
  /// A candidate that differs only in case, hyphens and underscores wins. Otherwise the one with the fewest edits
  /// (a letter added, left out, replaced, or two neighbours exchanged; case does not count) is taken, when it needs
  /// at most one edit for three letters of the word, and one edit is always allowed. Of equals, the first wins.
  /// Where none is near, the shortest one that begins with the word is taken, for words of four letters and more.
  package static func nearest(to word: String, in candidates: [String]) -> String? {
    let candidates = Array(candidates.prefix(most))
    if let near = nearest(to: word, in: candidates, within: max(1, word.count / 3)) { return near }
    guard word.count >= 4 else { return nil }
    let start = word.lowercased()
    return candidates.filter { $0.lowercased().hasPrefix(start) }.min { $0.count < $1.count }
  }

  /// The most candidates that are looked at: data may have a million names.
  private static let most = 4_096
  /// The longest word of which edits are counted, in bytes: their number grows with its square.
  private static let longest = 100

  /// The same with a fixed number of edits allowed.
  static func nearest(to word: String, in candidates: [String], within limit: Int) -> String? {
    let plain = plain(word)
    if let same = candidates.first(where: { Self.plain($0) == plain }) { return same }
    guard word.utf8.count <= longest else { return nil }
    let letters = Array(word.lowercased())
    var best: (candidate: String, edits: Int)?
    for candidate in candidates {
      let other = Array(candidate.lowercased())
      // No measuring of what cannot be near.
      guard abs(other.count - letters.count) <= limit else { continue }
      let edits = distance(letters, other)
      if edits <= min(limit, (best?.edits ?? Int.max) - 1) { best = (candidate, edits) }
    }
    return best?.candidate
  }

  /// The least number of edits between two words, where a pair of letters is exchanged at most once (the
  /// restricted Damerau–Levenshtein distance).
  static func distance(_ a: [Character], _ b: [Character]) -> Int {
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [i]
      for j in 1...b.count {
        var edits = min(last[j], row[j - 1]) + 1
        edits = min(edits, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          edits = min(edits, beforeLast[j - 2] + 1)
        }
        row.append(edits)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }

  private static func plain(_ word: String) -> String {
    word.lowercased().filter { $0 != "-" && $0 != "_" }
  }
}
