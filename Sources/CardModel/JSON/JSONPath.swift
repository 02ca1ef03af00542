/// The path from the root of a document to one of its values, such as `cards[0].parts[2].type`.
public struct JSONPath: Hashable, Sendable {
  /// One step of a path.
  public enum Step: Hashable, Sendable {
    /// A key of an object.
    case key(String)
    /// An index of a list.
    case index(Int)
  }

  /// The steps from the root.
  public var steps: [Step]

  /// The path of the root.
  public static let root = JSONPath([])

  /// Creates a path from its steps.
  public init(_ steps: [Step]) { self.steps = steps }

  /// The path extended by a key.
  public func key(_ name: String) -> JSONPath { JSONPath(steps + [.key(name)]) }
  /// The path extended by an index.
  public func index(_ number: Int) -> JSONPath { JSONPath(steps + [.index(number)]) }

  /// The path as text; empty for the root.
  ///
  /// A key that is not a plain word is quoted: `data["first name"]`.
  public var text: String {
    // Every box of a card has its path as text, so no intermediate strings are created.
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
