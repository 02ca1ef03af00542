package import CardRaster

/// Caches the parts of a repetition and reuses them for later repetitions with the same values.
///
/// While a part is read, each value that its bindings use is recorded. The next repetition looks up these
/// values first. If all are equal and the part has the same text, the cached result is used. A part with an
/// error or a warning is not cached, so that its diagnostics are reported each time.
///
/// Each worker has its own cache.
package final class PartCache {
  /// A part to be read, with everything except its bound values that affects the result.
  package struct Question {
    package let node: JSONNode
    package let path: JSONPath
    /// The number of parts that were read before in the repetition.
    package let number: Int
    package let depth: Int
    /// The name of the containing part, which may define properties for its children.
    package let place: String
    /// The names that are bound around the part; a component may use it where other names are bound.
    ///
    /// Values in the deck's data are the same for every card.
    package let names: [String]
    package let repetition: Int?
    /// The file with the part, which is the base for paths of pictures.
    package let file: String
    /// The colours behind the part to which its theme is adapted.
    package let grounds: [Color]

    package init(
      node: JSONNode, path: JSONPath, number: Int, depth: Int, place: String, names: [String],
      repetition: Int? = nil, file: String, grounds: [Color] = []
    ) {
      self.node = node
      self.path = path
      self.number = number
      self.depth = depth
      self.place = place
      self.names = names
      self.repetition = repetition
      self.file = file
      self.grounds = grounds
    }

    /// Whether the same part results if its bound values are equal.
    fileprivate func isSame(as other: Question) -> Bool {
      path == other.path && place == other.place && repetition == other.repetition && names == other.names
        && file == other.file && grounds == other.grounds && node == other.node
    }
  }

  /// A cached part.
  private struct Entry {
    var question: Question
    var answer: any Sendable
    /// The values that the part depends on.
    var notes: [Note]
    /// The resources that reading the part used.
    var parts: Int
    var cost: DeckCost
  }

  /// A value used by a binding; nil if it was missing.
  private struct Note {
    let path: JSONPath
    let value: JSONNode?
    /// The number of the bound name in the path.
    let local: Int
  }

  private struct Key: Hashable {
    let number: Int
    let depth: Int
  }

  /// The number of cache hits.
  package private(set) var hits = 0
  private var entries: [Key: Entry] = [:]
  private var misses: [Key: Int] = [:]
  private var notes: [Note] = []
  private var open = 0
  private var locals = 0
  private var answers = 0

  package init() {}

  /// The number of consecutive misses after which a part is no longer cached.
  private static let mostMisses = 3
  /// The maximum number of parts that are cached, so that a large card is not kept in memory twice.
  private static let mostParts = 2048

  /// A new number for a bound name.
  func nextLocal() -> Int {
    locals += 1
    return locals
  }

  /// A new unique number.
  package func nextAnswer() -> Int {
    answers += 1
    return answers
  }

  /// Records a value used by a binding.
  func note(_ path: JSONPath, _ value: JSONNode?, local: Int) {
    guard open > 0 else { return }
    notes.append(Note(path: path, value: value, local: local))
  }

  /// The cached result and its number of parts; nil if the part must be read.
  package func answer<Answer>(to question: Question, in scope: BindingScope) -> (Answer, parts: Int)? {
    let key = Key(number: question.number, depth: question.depth)
    guard let entry = entries[key], entry.question.isSame(as: question),
      let answer = entry.answer as? Answer
    else { return nil }
    for note in entry.notes {
      let value = try? scope.value(note.path)
      guard value.isSame(as: note.value) else { return nil }
    }
    do throws(BindingError) {
      try scope.budget.take(entry.cost)
    } catch {
      return nil
    }
    hits += 1
    misses[key] = 0
    return (answer, entry.parts)
  }

  /// Reads a part and caches it with the recorded values.
  ///
  /// - Parameter read: returns the part, and the number of parts that were read so far.
  package func reading<Answer: Sendable>(
    _ question: Question, in scope: BindingScope, _ log: IssueLog, _ read: () -> (Answer?, parts: Int)
  ) -> Answer? {
    guard question.number < Self.mostParts else { return read().0 }
    let key = Key(number: question.number, depth: question.depth)
    let missed = misses[key, default: -1] + 1
    misses[key] = missed
    guard missed <= Self.mostMisses else {
      entries[key] = nil
      return read().0
    }
    let (start, firstInner, issues) = (notes.count, locals, log.added)
    let before = scope.budget.taken
    open += 1
    defer {
      open -= 1
      if open == 0 { notes.removeAll(keepingCapacity: true) }
    }
    let (answer, parts) = read()
    guard let answer, log.added == issues else {
      entries[key] = nil
      return answer
    }
    entries[key] = Entry(
      question: question, answer: answer,
      // Names that were bound inside the part depend on values from outside, which are recorded.
      notes: notes[start...].filter { $0.local <= firstInner }, parts: parts - question.number,
      cost: scope.budget.taken - before)
    return answer
  }
}

extension JSONNode {
  /// Whether another value is equal, regardless of its position.
  package func isSame(as other: JSONNode) -> Bool {
    guard isCell == other.isCell, cellFormat == other.cellFormat, isBound == other.isBound else {
      return false
    }
    switch (value, other.value) {
    case (.array(let a), .array(let b)):
      return a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
    case (.object(let a), .object(let b)):
      return a.count == b.count
        && zip(a, b).allSatisfy { $0.key.isExactly($1.key) && $0.value.isSame(as: $1.value) }
    case (.string(let a), .string(let b)): return a.isExactly(b)
    case (.array, _), (.object, _), (_, .array), (_, .object): return false
    default: return value == other.value
    }
  }
}

extension JSONNode? {
  package func isSame(as other: JSONNode?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let a?, let b?): a.isSame(as: b)
    default: false
    }
  }
}
