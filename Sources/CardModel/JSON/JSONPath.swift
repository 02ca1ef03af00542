import CardRaster

/// The path from the root of a document to one of its values, such as `cards[0].parts[2].type`.
public struct JSONPath: Hashable, Sendable {
  /// One step of a path.
  public enum Step: Hashable, Sendable {
    /// A key of an object.
    case key(String)
    /// An index of a list.
    case index(Int)
  }

  /// The first steps.
  private var start: [Step]
  /// The last of the steps that follow `start`.
  private var end: Extension?

  /// A step that extends a path.
  ///
  /// Each property that is read has a path, and few paths are shown, so extending one copies no steps.
  private final class Extension: Sendable {
    let before: Extension?
    let step: Step
    let count: Int

    init(_ step: Step, after before: Extension?) {
      (self.step, self.before, count) = (step, before, (before?.count ?? 0) + 1)
    }
  }

  /// The steps from the root.
  public var steps: [Step] {
    get {
      guard var last = end else { return start }
      var added: [Step] = []
      added.reserveCapacity(last.count)
      while true {
        added.append(last.step)
        guard let before = last.before else { return start + added.reversed() }
        last = before
      }
    }
    set { (start, end) = (newValue, nil) }
  }

  /// The path of the root.
  public static let root = JSONPath([])

  /// Creates a path from its steps.
  public init(_ steps: [Step]) { start = steps }

  /// The path extended by a key.
  public func key(_ name: String) -> JSONPath { extended(by: .key(name)) }
  /// The path extended by an index.
  public func index(_ number: Int) -> JSONPath { extended(by: .index(number)) }

  private func extended(by step: Step) -> JSONPath { changing(self) { $0.end = Extension(step, after: end) } }

  /// Whether two paths have the same steps.
  public static func == (a: JSONPath, b: JSONPath) -> Bool {
    if a.end === b.end, a.start == b.start { return true }
    return a.count == b.count && a.steps == b.steps
  }

  /// Hashes the steps.
  public func hash(into hasher: inout Hasher) { hasher.combine(steps) }

  private var count: Int { start.count + (end?.count ?? 0) }

  /// The path as text; empty for the root.
  ///
  /// A key that is not a plain word is quoted: `data["first name"]`.
  public var text: String {
    // Every box of a card has its path as text, so no intermediate strings are created.
    let steps = steps
    var result = ""
    result.reserveCapacity(16 * steps.count)
    for step in steps {
      switch step {
      case .index(let number):
        result += "["
        result += String(number)
        result += "]"
      case .key(let name) where JSONPath.isPlain(name):
        if !result.isEmpty { result += "." }
        result += name
      case .key(let name):
        result += "[\""
        result += name
        result += "\"]"
      }
    }
    return result
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy {
        ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x41 && $0 <= 0x5A) || ($0 >= 0x61 && $0 <= 0x7A)
          || $0 == 0x5F || $0 == 0x24 || $0 == 0x2D
      }
  }
}

extension JSONPath {
  /// Parses a path in the format of `text`; nil if it is invalid.
  ///
  /// Examples are `cards[0].parts[2]` and `data["first name"]`.
  package init?(_ text: String) {
    var steps: [Step] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first == "[" {
        guard let step = Self.bracket(&rest) else { return nil }
        steps.append(step)
        continue
      }
      if first == "." { rest = rest.dropFirst() }
      let name = rest.prefix { $0 != "." && $0 != "[" }
      guard !name.isEmpty else { return nil }
      steps.append(.key(String(name)))
      rest = rest.dropFirst(name.count)
    }
    self.init(steps)
  }

  /// Parses `[2]` or `["first name"]`.
  private static func bracket(_ rest: inout Substring) -> Step? {
    let inner = rest.dropFirst()
    let isName = inner.first == "\""
    let content = isName ? inner.dropFirst() : inner
    guard let end = content.firstRange(of: isName ? "\"]" : "]") else { return nil }
    let text = String(content[..<end.lowerBound])
    rest = content[end.upperBound...]
    if isName { return .key(text) }
    return Int(text).flatMap { $0 >= 0 ? .index($0) : nil }
  }
}
