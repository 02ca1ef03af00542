import CardRaster

/// Words and lines.
extension ChangeFinder {
  mutating func findTexts(_ a: Int, _ b: Int, isGiven: Bool) {
    let (first, second) = (before.nodes[a].texts, after.nodes[b].texts)
    guard first != second else { return }
    guard first.count == second.count else {
      findGainedTexts(first, second, b)
      return
    }
    for (x, y) in zip(first, second) {
      if !SnapshotText.haveSameWords(x, y) {
        causes.insert(b)
        explained.insert(b)
        tellText(x, y, a, b)
        continue
      }
      tellLines(x, y, a, b)
    }
  }

  private mutating func tellText(_ x: SnapshotText, _ y: SnapshotText, _ a: Int, _ b: Int) {
    let (from, to) = Wording.quoted(x.whole, y.whole)
    let node = after.nodes[b]
    var sentence: String
    if node.texts.count == 1, oldNames.isNamedByWords(a) {
      sentence = "\(node.type) \(from) → \(to)"
    } else {
      // Called by words that are no more, a part could not be found.
      let isItsName = node.texts.first == y && newNames.isCalled(b, by: y.whole)
      sentence = "\(isItsName ? oldNames.name(of: a) : newNames.name(of: b)): \(from) → \(to)"
    }
    if x.lineCount != y.lineCount {
      sentence += ", now on \(Wording.count(y.lineCount, "line"))"
    }
    if x.isCut != y.isCut { sentence += y.isCut ? ", now cut off" : ", no longer cut off" }
    tell(.content, of: b, sentence, plural: "texts changed")
  }

  /// The same words in other lines.
  private mutating func tellLines(_ x: SnapshotText, _ y: SnapshotText, _ a: Int, _ b: Int) {
    let node = after.nodes[b]
    func name() -> String {
      // A word that is broken in its middle now is called as it was.
      if x.whole != y.whole, x.lineCount < y.lineCount, oldNames.isNamedByWords(a), node.texts.count == 1 {
        return oldNames.name(of: a)
      }
      return newName()
    }
    func newName() -> String {
      let name = newNames.name(of: b)
      return node.texts.count == 1 ? name : "\(Wording.quoted(y.whole)) in \(name)"
    }
    var words: [String] = []
    if x.lineCount < y.lineCount {
      words.append("now wraps to \(Wording.count(y.lineCount, "line"))")
    } else if x.lineCount > y.lineCount {
      words.append("now fits on \(Wording.count(y.lineCount, "line"))")
    } else if x.lines.map(\.text) != y.lines.map(\.text), !x.isCut, !y.isCut {
      let isTorn = x.lines.map { Self.withoutEnd($0.text) } != y.lines.map { Self.withoutEnd($0.text) }
      words.append(isTorn ? "breaks its lines elsewhere" : "has other blanks at the end of a line")
    }
    if x.isCut != y.isCut {
      words.append(y.isCut ? "is cut off now" : "is no longer cut off")
    } else if x.isCut, x.lineCount == y.lineCount, x.lines.map(\.text) != y.lines.map(\.text) {
      words.append("is cut off elsewhere")
    }
    guard !words.isEmpty else { return }
    causes.insert(b)
    explained.insert(b)
    tell(.lines, of: b, "\(name()) \(words.joined(separator: " and "))", plural: "texts wrap differently")
  }

  /// A line without the blanks at its end, which nobody sees.
  private static func withoutEnd(_ line: String) -> Substring {
    var line = line[...]
    while line.last == " " { line.removeLast() }
    return line
  }

  /// A part has another number of texts.
  private mutating func findGainedTexts(_ first: [SnapshotText], _ second: [SnapshotText], _ b: Int) {
    causes.insert(b)
    explained.insert(b)
    let (old, new) = (first.map(\.whole), second.map(\.whole))
    let (gone, added) = (old.filter { !new.contains($0) }, new.filter { !old.contains($0) })
    let name = newNames.name(of: b)
    var words: [String] = []
    func list(_ texts: [String]) -> String {
      Wording.list(texts.map(Wording.quoted)) + (texts.count == 1 ? " is" : " are")
    }
    if !added.isEmpty { words.append("\(list(added)) new in \(name)") }
    if !gone.isEmpty { words.append("\(list(gone)) gone from \(name)") }
    if words.isEmpty {
      words = ["\(name) has \(Wording.count(second.count, "text")) instead of \(first.count)"]
    }
    tell(.content, of: b, words.joined(separator: ", and "), plural: "texts changed")
  }
}

extension SnapshotText {
  /// Whether two texts are the same words, wherever their lines break and end.
  static func haveSameWords(_ a: SnapshotText, _ b: SnapshotText) -> Bool {
    func letters(_ text: SnapshotText) -> [Character] {
      text.lines.flatMap { $0.text.filter { !$0.isWhitespace } }
    }
    if a.words != nil, b.words != nil { return a.whole == b.whole }
    if a.lines.map(\.text) == b.lines.map(\.text) { return true }
    let (x, y) = (letters(a), letters(b))
    if x == y { return a.lines.count != b.lines.count || a.whole == b.whole || a.hasOtherBreaks(b) }
    guard a.isCut || b.isCut else { return false }
    // What is left of a cut text is the start of the whole, or its start and its end.
    let (short, long) = x.count <= y.count ? (x, y) : (y, x)
    guard (x.count <= y.count ? a : b).isCut, !short.isEmpty else { return false }
    var start = 0
    while start < short.count, short[start] == long[start] { start += 1 }
    var end = 0
    while end < short.count - start, short[short.count - 1 - end] == long[long.count - 1 - end] { end += 1 }
    return start + end == short.count
  }

  /// Whether the same letters stand in other lines: then blank space between them is where lines end.
  private func hasOtherBreaks(_ other: SnapshotText) -> Bool {
    func joined(_ text: SnapshotText) -> String {
      text.lines.map(\.text).joined(separator: " ").split(separator: " ").joined(separator: " ")
    }
    return joined(self) == joined(other)
  }
}
