import CardRaster

package struct ComponentParameter: Sendable {
  /// The type of a parameter.
  package enum Kind: String, CaseIterable, Sendable {
    case any, text, number, boolean, color, list, object

    /// The type inferred from a default value; nil for an object, which is read as a description instead.
    init?(of node: JSONNode) {
      switch node.value {
      case .null: self = .any
      case .bool: self = .boolean
      case .number: self = .number
      case .string: self = .text
      case .array: self = .list
      case .object: return nil
      }
    }

    var schema: Schema {
      switch self {
      case .any: .anything
      case .text: .string
      case .number: .number(-Limits.number...Limits.number)
      case .boolean: .boolean
      case .color: .reference(.color)
      case .list: .list(.anything, 0...Limits.nodes)
      case .object: .freeObject
      }
    }

    /// Whether a value has the type; logs an error if it does not.
    func accepts(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) -> Bool {
      switch self {
      case .any: return true
      case .text: return ValueKind<String>.text.read(node, path, context) != nil
      case .number: return ValueKind<Double>.number().read(node, path, context) != nil
      case .boolean: return ValueKind<Bool>.boolean.read(node, path, context) != nil
      case .color: return ValueKind<Color>.color.read(node, path, context) != nil
      case .list:
        if case .array = node.value { return true }
        context.mismatch(node, path, expected: "a list")
      case .object:
        if case .object = node.value { return true }
        context.mismatch(node, path, expected: "an object")
      }
      return false
    }
  }

  /// The properties in a parameter's description.
  struct Values: Sendable {
    var type = Kind.any
    var values: [String] = []
    var description: String?

    static let object = ObjectSchema("parameter", "A parameter of a component.", fields) {
      Values()
    }

    static let fields = FieldTable<Values>(needs: [["type"]]) {
      Field("type", \.type, .word, "The type of its values.", default: "none")
      Field(
        "default", readElsewhere: "any value", .anything,
        "The default; `null` for nothing. Without it the parameter is required.",
        isBound: false)
      Field("values", \.values, .list(.text, 1...100), "The allowed texts.")
      Field("description", \.description, .text, "A sentence for editors.")
    }
  }

  package let name: String
  package var kind = Kind.any
  /// The allowed texts; empty if any text is allowed.
  var words: [String] = []
  package var summary: String?
  /// The default value; nil if each use must set the parameter.
  package var standard: JSONNode?

  package var schema: Schema { words.isEmpty ? kind.schema : .word(words) }

  /// Reads a parameter: its default value, `null` if each use must set it, or a description.
  ///
  /// Returns nil after logging an error.
  init?(_ member: JSONNode.Member, _ path: JSONPath, _ context: ReadContext) {
    name = member.key
    let node = member.value
    guard !Self.taken.contains(name), BindingParser.isName(name) else {
      context.error(node, path, "\(DeckIssue.quoted(name)) cannot be the name of a parameter")
      return nil
    }
    if let kind = Kind(of: node) {
      self.kind = kind
      standard = node.value == .null ? nil : node
      return
    }
    var values = Values()
    Values.fields.read(node, path, context, into: &values, what: "a parameter")
    (kind, words, summary) = (values.type, values.values, values.description)
    standard = node.member("default")
    if !words.isEmpty, kind != .text {
      context.error(node["values"] ?? node, path.key("values"), "'values' is for parameters of type 'text'")
    }
    if let standard, standard.value != .null, !accepts(standard, path.key("default"), context) { return nil }
  }

  /// Names with another meaning in every use.
  private static let taken = ["type"] + Repetition.keys

  /// Whether a value is valid; logs an error if it is not.
  func accepts(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) -> Bool {
    guard kind.accepts(node, path, context) else { return false }
    guard !words.isEmpty, case .string(let text) = node.value, !words.contains(text) else { return true }
    context.mismatch(
      node, path, expected: DeckIssue.alternatives(words),
      hint: Spelling.question(for: text, in: words))
    return false
  }
}
