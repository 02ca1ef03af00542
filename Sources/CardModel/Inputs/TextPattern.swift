import CardRaster

/// A regular expression that is matched in a time proportional to the length of the text.
///
/// It runs as Thompson's automaton: all possible positions in the pattern advance together, character by
/// character. No pattern can therefore make the program slow, unlike with backtracking. The syntax is what
/// ECMA-262 and JSON Schema have in common with that: no back references and no looking ahead.
package struct TextPattern: Hashable, Sendable {
  /// The pattern as written.
  package let source: String
  private let steps: [Step]

  /// The maximum number of steps of the automaton; a repetition such as `{20}` counts 20 times.
  static let mostSteps = 1_000

  private enum Step: Hashable, Sendable {
    /// Matches one character in the set.
    case scalar(Characters)
    /// Continues at both steps.
    case fork(Int, Int)
    case jump(Int)
    /// Continues at the start, or at the end, of the text.
    case start, end
    case match
  }

  /// A set of characters.
  fileprivate struct Characters: Hashable, Sendable {
    var ranges: [ClosedRange<UInt32>] = []
    var isNegated = false

    /// Whether the set is one character.
    var isSingle: Bool { !isNegated && ranges.count == 1 && ranges[0].count == 1 }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
      ranges.contains { $0.contains(scalar.value) } != isNegated
    }
  }

  /// The reason for which a text is not a pattern.
  package struct Diagnostic: Error {
    package let message: String
  }

  /// Parses a pattern.
  package init(_ source: String) throws(Diagnostic) {
    self.source = source
    guard source.utf8.count <= Self.mostSteps else {
      throw Diagnostic(message: "it has more than \(Self.mostSteps) bytes")
    }
    var parser = Parser(source)
    let node = try parser.alternatives()
    if parser.next != nil { throw Diagnostic(message: "')' without '('") }
    var steps: [Step] = []
    try Self.append(node, to: &steps)
    steps.append(.match)
    self.steps = steps
  }

  /// Whether the pattern matches a part of the text.
  package func isFound(in text: String) -> Bool {
    // The character before which a step was reached last.
    var reached = [Int](repeating: -1, count: steps.count)
    var active: [Int] = []
    let scalars = Array(text.unicodeScalars)
    for offset in 0...scalars.count {
      var next: [Int] = []
      // A match may begin at every character.
      var waiting = active.reversed() + [0]
      while let step = waiting.popLast() {
        guard reached[step] < offset else { continue }
        reached[step] = offset
        switch steps[step] {
        case .match: return true
        case .jump(let other): waiting.append(other)
        case .fork(let first, let second): waiting += [second, first]
        case .start: if offset == 0 { waiting.append(step + 1) }
        case .end: if offset == scalars.count { waiting.append(step + 1) }
        case .scalar(let set):
          if offset < scalars.count, set.contains(scalars[offset]) { next.append(step + 1) }
        }
      }
      active = next
    }
    return false
  }

  private static func append(_ node: Node, to steps: inout [Step]) throws(Diagnostic) {
    guard steps.count < mostSteps else {
      throw Diagnostic(message: "it has more than \(mostSteps) steps, with each repetition counted")
    }
    switch node {
    case .set(let set): steps.append(.scalar(set))
    case .start: steps.append(.start)
    case .end: steps.append(.end)
    case .sequence(let nodes): for node in nodes { try append(node, to: &steps) }
    case .either(let first, let second):
      let fork = steps.count
      steps.append(.match)
      try append(first, to: &steps)
      let jump = steps.count
      steps.append(.match)
      steps[fork] = .fork(fork + 1, steps.count)
      try append(second, to: &steps)
      steps[jump] = .jump(steps.count)
    case .repeated(let inner, let least, let most):
      for _ in 0..<least {
        let count = steps.count
        try append(inner, to: &steps)
        // An empty group may be repeated any number of times.
        if steps.count == count { break }
      }
      guard let most else {
        let fork = steps.count
        steps.append(.match)
        try append(inner, to: &steps)
        steps.append(.jump(fork))
        steps[fork] = .fork(fork + 1, steps.count)
        return
      }
      var forks: [Int] = []
      for _ in least..<most {
        forks.append(steps.count)
        steps.append(.match)
        try append(inner, to: &steps)
      }
      for fork in forks { steps[fork] = .fork(fork + 1, steps.count) }
    }
  }

  private indirect enum Node {
    case set(Characters)
    case start, end
    case sequence([Node])
    case either(Node, Node)
    case repeated(Node, Int, Int?)
  }

  private struct Parser {
    private let scalars: [Unicode.Scalar]
    private var offset = 0
    private var depth = 0

    init(_ source: String) { scalars = Array(source.unicodeScalars) }

    var next: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

    private mutating func take(_ wanted: Unicode.Scalar) -> Bool {
      guard next == wanted else { return false }
      offset += 1
      return true
    }

    mutating func alternatives() throws(Diagnostic) -> Node {
      depth += 1
      defer { depth -= 1 }
      guard depth <= Limits.nesting else { throw Diagnostic(message: "groups are nested too deep") }
      var choices = [try sequence()]
      while take("|") { choices.append(try sequence()) }
      // From the end, so that the nodes are as few as the alternatives.
      return choices.dropLast().reversed().reduce(choices[choices.count - 1]) { .either($1, $0) }
    }

    private mutating func sequence() throws(Diagnostic) -> Node {
      var nodes: [Node] = []
      while let scalar = next, scalar != "|", scalar != ")" { nodes.append(try repeated(try atom())) }
      return .sequence(nodes)
    }

    private mutating func atom() throws(Diagnostic) -> Node {
      guard let scalar = next else { throw Diagnostic(message: "it ends too early") }
      offset += 1
      switch scalar {
      case "^": return .start
      case "$": return .end
      case ".": return .set(Characters(ranges: [0x0A...0x0A, 0x0D...0x0D], isNegated: true))
      case "[": return .set(try characters())
      case "\\": return .set(try escape())
      case "(":
        if take("?"), !take(":") {
          throw Diagnostic(message: "'(?' begins a group that is not supported; only '(?:' is")
        }
        let inner = try alternatives()
        guard take(")") else { throw Diagnostic(message: "')' is missing") }
        return inner
      case "*", "+", "?", "{": throw Diagnostic(message: "nothing to repeat before '\(scalar)'")
      default: return .set(Self.one(scalar))
      }
    }

    private mutating func repeated(_ node: Node) throws(Diagnostic) -> Node {
      let (least, most): (Int, Int?)
      switch next {
      case "*": (least, most) = (0, nil)
      case "+": (least, most) = (1, nil)
      case "?": (least, most) = (0, 1)
      case "{":
        offset += 1
        let first = number()
        let second = take(",") ? number() : first
        let isOpen = scalars[offset - 1] == ","
        guard next == "}", let first, isOpen || second.map({ $0 >= first }) == true else {
          throw Diagnostic(message: "a repetition is {2}, {2,} or {2,5}")
        }
        (least, most) = (first, second)
        guard max(first, second ?? 0) <= TextPattern.mostSteps else {
          throw Diagnostic(message: "a repetition of more than \(TextPattern.mostSteps) times")
        }
      default: return node
      }
      offset += 1
      // Only the length of a match depends on it.
      _ = take("?")
      if let next, "*+?{".unicodeScalars.contains(next) {
        throw Diagnostic(message: "nothing to repeat before '\(next)'")
      }
      return .repeated(node, least, most)
    }

    private mutating func number() -> Int? {
      let start = offset
      while let scalar = next, ("0"..."9").contains(scalar), offset - start < 6 { offset += 1 }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars[start..<offset])
      return Int(String(text))
    }

    private mutating func characters() throws(Diagnostic) -> Characters {
      let isNegated = take("^")
      var ranges: [ClosedRange<UInt32>] = []
      while !take("]") {
        let first = try member()
        // A hyphen at the end, or after a class such as \d, is a character.
        guard next == "-", offset + 1 < scalars.count, scalars[offset + 1] != "]", first.isSingle else {
          ranges += first.isNegated ? Self.complement(first.ranges) : first.ranges
          continue
        }
        offset += 1
        let last = try member()
        guard last.isSingle, first.ranges[0].lowerBound <= last.ranges[0].lowerBound else {
          throw Diagnostic(message: "the ends of a range such as a-z are in the wrong order")
        }
        ranges.append(first.ranges[0].lowerBound...last.ranges[0].lowerBound)
      }
      return Characters(ranges: ranges, isNegated: isNegated)
    }

    private mutating func member() throws(Diagnostic) -> Characters {
      guard let scalar = next else { throw Diagnostic(message: "']' is missing") }
      offset += 1
      return scalar == "\\" ? try escape() : Self.one(scalar)
    }

    private mutating func escape() throws(Diagnostic) -> Characters {
      guard let scalar = next else { throw Diagnostic(message: "it ends with '\\'") }
      offset += 1
      switch scalar {
      case "d", "D": return Characters(ranges: [0x30...0x39], isNegated: scalar == "D")
      case "w", "W":
        return Characters(
          ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A], isNegated: scalar == "W")
      case "s", "S":
        let spaces: [ClosedRange<UInt32>] = [
          0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
          0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
        ]
        return Characters(ranges: spaces, isNegated: scalar == "S")
      case "n": return Self.one("\n")
      case "r": return Self.one("\r")
      case "t": return Self.one("\t")
      default:
        guard scalar.isASCII, !scalar.properties.isAlphabetic, !("0"..."9").contains(scalar) else {
          throw Diagnostic(message: "'\\\(scalar)' is not supported")
        }
        return Self.one(scalar)
      }
    }

    private static func one(_ scalar: Unicode.Scalar) -> Characters {
      Characters(ranges: [scalar.value...scalar.value])
    }

    private static func complement(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
      var result: [ClosedRange<UInt32>] = []
      var next: UInt32 = 0
      for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        if next < range.lowerBound { result.append(next...(range.lowerBound - 1)) }
        next = max(next, range.upperBound + 1)
      }
      return result + [next...0x10FFFF]
    }
  }
}
