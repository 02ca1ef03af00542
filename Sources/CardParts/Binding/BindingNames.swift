import CardRaster

/// The names that the bindings of a deck ask for, told from its text alone.
struct BindingNames {
  /// The ways into the data, those of names that `forEach` binds among them.
  private(set) var paths: Set<JSONPath> = []
  /// The names that `forEach` binds.
  private(set) var locals: Set<String> = []

  /// No names.
  init() {}

  /// Looks through a deck, but not its `data`, which is never read for bindings.
  init(_ root: JSONNode) {
    guard case .object(let members) = root.value else { return }
    for member in members where member.key != "data" { add(member.value) }
  }

  private mutating func add(_ node: JSONNode) {
    switch node.value {
    case .string(let text): add(text)
    case .array(let elements): for element in elements { add(element) }
    case .object(let members):
      if node["forEach"] != nil {
        locals.insert("index")
        if case .string(let name)? = node["as"]?.value { locals.insert(name) } else { locals.insert("item") }
      }
      for member in members { add(member.value) }
    case .null, .bool, .number: break
    }
  }

  private mutating func add(_ text: String) {
    guard Binding.hasBinding(text), let pieces = try? BindingParser.pieces(of: text) else { return }
    for case .binding(let expression) in pieces { paths.formUnion(expression.paths) }
  }

  /// Takes in the names of another deck.
  mutating func formUnion(_ other: BindingNames) {
    paths.formUnion(other.paths)
    locals.formUnion(other.locals)
  }

  /// Whether a value at a path is asked for: itself, something in it, or something that it is in.
  func ask(for path: JSONPath) -> Bool {
    paths.contains { asked in zip(asked.steps, path.steps).allSatisfy(JSONPath.Step.alike) }
  }

  /// The name, at the start of a path, that is asked for and most like another one.
  ///
  /// Blanks in it and around it do not count.
  func nearest(to path: JSONPath) -> String? {
    let known = paths.map(\.plainText).sorted()
    let name = path.plainText
    func withoutBlanks(_ text: String) -> String { text.filter { !$0.isWhitespace && $0 != "\u{FEFF}" } }
    return known.first { withoutBlanks($0) == withoutBlanks(name) } ?? Spelling.nearest(to: name, in: known)
  }
}

extension JSONPath {
  /// The path as a column is called: a single name without brackets and quotes, whatever is in it.
  fileprivate var plainText: String {
    if steps.count == 1, case .key(let name) = steps[0] { name } else { text }
  }
}

extension JSONPath.Step {
  /// Whether two steps lead to the same value: `.2` leads into a list as `[2]` does.
  fileprivate static func alike(_ a: JSONPath.Step, _ b: JSONPath.Step) -> Bool {
    func text(_ step: JSONPath.Step) -> String {
      switch step {
      case .key(let name): name
      case .index(let number): String(number)
      }
    }
    return text(a) == text(b)
  }
}
