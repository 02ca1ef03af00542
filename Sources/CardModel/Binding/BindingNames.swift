import CardRaster

/// The names in the bindings of a deck, found without evaluating them.
package struct BindingNames {
  /// The paths into the data, including those of names bound by `forEach`.
  package private(set) var paths: Set<JSONPath> = []
  /// The names bound by `forEach`.
  package private(set) var locals: Set<String> = []

  /// An empty set of names.
  package init() {}

  /// Collects the names in a deck except in its `data` and `inputs`, which cannot contain bindings.
  package init(_ root: JSONNode) {
    guard case .object(let members) = root.value else { return }
    for member in members where member.key != "data" && member.key != "inputs" {
      collectNames(in: member.value)
    }
  }

  private mutating func collectNames(in node: JSONNode) {
    switch node.value {
    case .string(let text): collectNames(in: text)
    case .array(let elements): for element in elements { collectNames(in: element) }
    case .object(let members):
      if node["forEach"] != nil {
        locals.insert("index")
        if case .string(let name)? = node["as"]?.value { locals.insert(name) } else { locals.insert("item") }
      }
      for member in members { collectNames(in: member.value) }
    case .null, .bool, .number: break
    }
  }

  private mutating func collectNames(in text: String) {
    guard Binding.hasBinding(text), let pieces = try? BindingParser.pieces(of: text) else { return }
    for case .binding(let expression) in pieces { paths.formUnion(expression.paths) }
  }

  /// Adds a name.
  package mutating func insert(_ path: JSONPath) { paths.insert(path) }

  /// Adds the names of another deck.
  package mutating func formUnion(_ other: BindingNames) {
    paths.formUnion(other.paths)
    locals.formUnion(other.locals)
  }

  /// Whether a binding uses the value at a path, a value inside it, or a value that contains it.
  package func ask(for path: JSONPath) -> Bool {
    paths.contains { asked in zip(asked.steps, path.steps).allSatisfy(JSONPath.Step.alike) }
  }

  /// The used path that is most similar to another path, as a suggestion for a misspelled name.
  ///
  /// White space is ignored.
  package func nearest(to path: JSONPath) -> String? {
    let known = paths.map(\.plainText).sorted()
    let name = path.plainText
    func withoutBlanks(_ text: String) -> String { text.filter { !$0.isWhitespace && $0 != "\u{FEFF}" } }
    return known.first { withoutBlanks($0) == withoutBlanks(name) } ?? Spelling.nearest(to: name, in: known)
  }
}

extension JSONPath {
  /// The path like the name of a column: a single name without brackets and quotes.
  fileprivate var plainText: String {
    if steps.count == 1, case .key(let name) = steps[0] { name } else { text }
  }
}

extension JSONPath.Step {
  /// Whether two steps select the same value; `.2` and `[2]` are equal for a list.
  fileprivate static func alike(_ a: JSONPath.Step, _ b: JSONPath.Step) -> Bool {
    switch (a, b) {
    case (.key(let name), .index(let number)), (.index(let number), .key(let name)): name == String(number)
    default: a == b
    }
  }
}
