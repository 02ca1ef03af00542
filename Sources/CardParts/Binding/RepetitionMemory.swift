/// Remembers what the parts of one repetition were read into, for the next one whose values are the same.
///
/// How it works: while a part is read, each value that it asks for by a binding is noted. The next repetition asks for the
/// same values first; where all are equal, and the part is written the same, what was made of it then is right now.
/// A part with something wrong or doubtful in it is not remembered: its message is found anew each time.
///
/// One for each worker.
final class RepetitionMemory {
  /// A part that is to be read, and what decides how besides the values of its bindings.
  struct Question {
    let node: JSONNode
    let path: JSONPath
    /// How many parts of the repetition were read before.
    let number: Int
    let depth: Int
    /// The name of what it stands in, which has properties of its own for it.
    let place: String
    /// The names that are bound around it: a component's part may be used where others are.
    ///
    /// What a binding finds in the deck's data under the same names stays the same from card to card.
    let names: [String]
    let repetition: Int?
    /// The file that it is written in, below which its pictures are looked for.
    let file: String

    /// Whether it asks for the same part, where the values of its bindings are the same.
    fileprivate func isSame(as other: Question) -> Bool {
      path == other.path && place == other.place && repetition == other.repetition && names == other.names
        && file == other.file && node == other.node
    }
  }

  /// What was read.
  private struct Entry {
    var question: Question
    var answer: any Sendable
    /// The values that it depends on.
    var notes: [Note]
    /// What it took of the limits.
    var parts: Int
    var cost: DeckCost
  }

  /// A value that was asked for; nil when there was none.
  private struct Note {
    let path: JSONPath
    let value: JSONNode?
    /// The number of the name that it was found by.
    let local: Int
  }

  private struct Key: Hashable {
    let number: Int
    let depth: Int
  }

  /// How often parts were found here.
  private(set) var hits = 0
  private var entries: [Key: Entry] = [:]
  private var misses: [Key: Int] = [:]
  private var notes: [Note] = []
  private var open = 0
  private var locals = 0
  private var answers = 0

  /// Parts that were different so often are not looked for any more.
  private static let mostMisses = 3
  /// The parts after these are read each time, so that a large card is not held twice.
  private static let mostParts = 2048

  /// The number of the next name that is bound.
  func nextLocal() -> Int {
    locals += 1
    return locals
  }

  /// A number that no other answer has.
  func nextAnswer() -> Int {
    answers += 1
    return answers
  }

  /// Notes a value that a binding asked for.
  func note(_ path: JSONPath, _ value: JSONNode?, local: Int) {
    guard open > 0 else { return }
    notes.append(Note(path: path, value: value, local: local))
  }

  /// What a part was read into, and how many parts that took; nil when it has to be read.
  func answer<Answer>(to question: Question, in scope: BindingScope) -> (Answer, parts: Int)? {
    let key = Key(number: question.number, depth: question.depth)
    guard let entry = entries[key], entry.question.isSame(as: question),
      let answer = entry.answer as? Answer
    else { return nil }
    for note in entry.notes {
      let value = try? scope.value(note.path)
      guard value.isSame(as: note.value) else { return nil }
    }
    do throws(BindingMistake) {
      try scope.budget.take(entry.cost)
    } catch {
      return nil
    }
    hits += 1
    misses[key] = 0
    return (answer, entry.parts)
  }

  /// Reads a part, and remembers it with all that it asked for.
  ///
  /// - Parameter read: gives the part, and how many parts were read until then.
  func reading<Answer: Sendable>(
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
      // What was bound inside of the part comes of what was asked for outside.
      notes: notes[start...].filter { $0.local <= firstInner }, parts: parts - question.number,
      cost: scope.budget.taken - before)
    return answer
  }
}

extension JSONNode {
  /// Whether another value is the same, wherever it stands.
  fileprivate func isSame(as other: JSONNode) -> Bool {
    guard isCell == other.isCell, isBound == other.isBound else { return false }
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
  fileprivate func isSame(as other: JSONNode?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let a?, let b?): a.isSame(as: b)
    default: false
    }
  }
}
