/// Finds the intended word, for "did you mean".
package enum Spelling {
  /// The candidate closest to a word, or nil if none is close.
  ///
  /// A candidate that differs only in case, hyphens and underscores wins. Otherwise the result is the
  /// candidate with the fewest edits: a letter added, removed, replaced, or two neighbours swapped, ignoring
  /// case. It may need at most one edit per three letters of the word; one edit is always allowed. The first
  /// candidate wins a tie. If no candidate is close and the word has at least four letters, the result is the
  /// shortest candidate that starts with the word.
  package static func nearest(to word: String, in candidates: [String]) -> String? {
    let candidates = Array(candidates.prefix(most))
    if let near = nearest(to: word, in: candidates, within: max(1, word.count / 3)) { return near }
    guard word.count >= 4 else { return nil }
    let start = word.lowercased()
    return candidates.filter { $0.lowercased().hasPrefix(start) }.min { $0.count < $1.count }
  }

  /// The suggestion for a word; nil if no candidate is close.
  package static func question(for word: String, in candidates: [String]) -> String? {
    nearest(to: word, in: candidates).map { "did you mean '\($0)'?" }
  }

  /// The maximum number of candidates compared: data may have a million names.
  private static let most = 4_096
  /// The longest word compared, in bytes: the work grows with the square of the length.
  private static let longest = 100

  /// The closest candidate within a fixed number of edits.
  static func nearest(to word: String, in candidates: [String], within limit: Int) -> String? {
    let plain = plain(word)
    if let same = candidates.first(where: { Self.plain($0) == plain }) { return same }
    guard word.utf8.count <= longest else { return nil }
    let letters = Array(word.lowercased())
    var best: (candidate: String, edits: Int)?
    for candidate in candidates {
      let other = Array(candidate.lowercased())
      // Skip candidates that cannot be close enough.
      guard abs(other.count - letters.count) <= limit else { continue }
      let edits = distance(letters, other)
      if edits <= min(limit, (best?.edits ?? Int.max) - 1) { best = (candidate, edits) }
    }
    return best?.candidate
  }

  /// The edit distance between two words, with swaps of neighbouring letters.
  ///
  /// Each pair is swapped at most once (the restricted Damerau–Levenshtein distance).
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
