import CardRaster

/// A value that a deck takes from outside: its type, its limits and its description.
///
/// The keys are a subset of JSON Schema, with the additional type `picture`.
package struct Input: Sendable {
  /// The type of a value.
  package enum Kind: String, CaseIterable, Sendable {
    case string, number, integer, boolean, array, object, picture
  }

  /// The format of a text.
  package enum Format: String, CaseIterable, Sendable {
    case date, color, uri
  }

  /// The name in bindings; empty for the entries of a list.
  package private(set) var name: String
  private var type: Kind?
  /// The allowed values; empty if all values of the type are allowed.
  package private(set) var values: [JSONNode] = []
  package private(set) var minimum: Double?
  package private(set) var maximum: Double?
  package private(set) var minLength: Int?
  package private(set) var maxLength: Int?
  package private(set) var minItems: Int?
  package private(set) var maxItems: Int?
  package private(set) var pattern: TextPattern?
  package private(set) var format: Format?
  /// The folder of a picture, relative to the deck; nil for the deck's folder.
  package private(set) var folder: String?
  /// Whether data from outside must contain the value.
  package private(set) var isRequired = false
  /// The value if data from outside do not contain it.
  package private(set) var standard: JSONNode?
  package private(set) var summary: String?
  package private(set) var examples: [JSONNode] = []
  /// The properties of an object, or the one kind of entry of a list; empty if any are allowed.
  package private(set) var members: [Input] = []

  /// The type, which may follow from the allowed values.
  package var kind: Kind {
    if let type { return type }
    if case .number? = values.first?.value { return .number }
    return .string
  }

  static let fields: FieldTable<Input> = FieldTable(needs: [["type", "enum"]]) {
    field("type", \.type, .word, "The type of the value; with `enum` it may be omitted.")
    field("description", \.summary, .text, "A sentence for people who fill in the value.")
    Field(
      "required", readElsewhere: "boolean, or list of names",
      .any([.boolean, .list(.string, 0...Limits.columns)]),
      "Whether data from outside must contain the value. For an object also the names of its required properties.",
      default: "false", isBound: false)
    Field(
      "default", readElsewhere: "any value", .anything,
      "The value if data from outside do not contain one.", isBound: false)
    Field(
      "enum", readElsewhere: "list of texts or numbers",
      .list(.any([.string, .number(-Limits.number...Limits.number)]), 1...mostValues), "The allowed values.",
      isBound: false)
    field("minimum", \.minimum, .number(), "The smallest number.")
    field("maximum", \.maximum, .number(), "The largest number.")
    field("minLength", \.minLength, .integer(0...Limits.textBytes), "The minimum number of characters.")
    field("maxLength", \.maxLength, .integer(0...Limits.textBytes), "The maximum number of characters.")
    field(
      "pattern", \.pattern, .textPattern,
      "A regular expression that matches a part of the text; without back references and look-around.")
    field(
      "format", \.format, .word,
      "`date`: a day such as `2026-11-21`; `color`: a CSS colour; `uri`: a web, mail or telephone address.")
    field(
      "from", \.folder, .folder,
      "The folder of a picture, such as `photos/`: only files in it are allowed. Without it: any picture that a deck can name."
    )
    field("minItems", \.minItems, .integer(0...Limits.nodes), "The minimum number of entries of a list.")
    field("maxItems", \.maxItems, .integer(0...Limits.nodes), "The maximum number of entries of a list.")
    Field(
      "items", readElsewhere: "input, or inputs by name", .any([.object(object), .map(.object(object))]),
      "The entries of a list: one input, or the properties of an object by name.", isBound: false)
    Field(
      "properties", readElsewhere: "inputs by name", .map(.object(object)),
      "The properties of an object by name; others are errors.", isBound: false)
    Field(
      "examples", readElsewhere: "list", .list(.anything, 0...100), "Examples for people.", isBound: false)
  }

  /// A property that cannot be a binding.
  private static func field<Value>(
    _ name: String, _ keyPath: any WritableKeyPath<Input, Value?> & Sendable, _ kind: ValueKind<Value>,
    _ summary: String
  ) -> Field<Input> {
    Field(
      name, kind, summary, isBound: false, get: { $0[keyPath: keyPath] }, set: { $0[keyPath: keyPath] = $1 })
  }

  /// The description of one input.
  package static let object: ObjectSchema = ObjectSchema(
    "input", "A value that the deck takes from outside; a subset of JSON Schema.", fields
  ) { Input() }

  /// The maximum number of allowed values.
  private static let mostValues = 1_000

  /// The keys that only some types have.
  private static let keysOfKinds: [(kinds: [Kind], keys: [String])] = [
    ([.number, .integer], ["minimum", "maximum"]),
    ([.string], ["minLength", "maxLength", "pattern", "format"]),
    ([.picture], ["from"]),
    ([.array], ["minItems", "maxItems", "items"]),
    ([.object], ["properties"]),
    ([.string, .number, .integer], ["enum"]),
  ]
}

/// Reading.
extension Input {
  /// Reads the inputs of a deck.
  package static func readAll(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) -> [Input] {
    var left = Limits.inputs
    // Braces in descriptions are not bindings.
    let inputs = members(of: node.marked { $0.isBound = true }, path, context, &left)
    if left < 0 {
      context.error(node, path, "more inputs than the limit of \(Limits.inputs)", code: .limit)
    }
    return inputs
  }

  /// Reads one input; nil after logging an error.
  static func read(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) -> Input? {
    var left = Limits.inputs
    return Input(node, path, context, &left)
  }

  private static func members(
    of node: JSONNode, _ path: JSONPath, _ context: ReadContext, _ left: inout Int
  ) -> [Input] {
    guard case .object(let members) = node.value else {
      context.mismatch(node, path, expected: "an object with inputs by name")
      return []
    }
    var inputs: [Input] = []
    for member in members {
      let place = path.key(member.key)
      guard BindingParser.isName(member.key) else {
        context.error(
          member.value, place, "\(DeckIssue.quoted(member.key)) is not a name that a binding can use",
          hint: "use letters, digits, '-' and '_'")
        continue
      }
      if var input = Input(member.value, place, context, &left) {
        input.name = member.key
        inputs.append(input)
      }
    }
    return inputs
  }

  /// Creates an input without limits.
  init(name: String = "") { self.name = name }

  /// Reads one input; nil after logging an error.
  private init?(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext, _ left: inout Int) {
    self.init()
    left -= 1
    guard left >= 0 else { return nil }
    guard case .object = node.value else {
      let example = node.plainText.flatMap(Kind.init) ?? .string
      context.mismatch(
        node, path, expected: "an input such as { \"type\": \"\(example.rawValue)\" }")
      return nil
    }
    let errors = context.log.added
    Self.fields.read(node, path, context, into: &self, what: "an input")
    readValues(node, path, context)
    let kind = kind
    for (kinds, keys) in Self.keysOfKinds where !kinds.contains(kind) {
      context.refuse(
        keys, of: node, path, "on an input of type '\(kind.rawValue)'", owners: kinds.map(\.rawValue))
    }
    readMembers(node, path, context, &left)
    checkLimits(node, path, context)
    guard context.log.added == errors else { return nil }
    for (key, value) in [("default", standard)] + examples.map({ ("examples", $0) }) {
      guard let value else { continue }
      InputCheck(file: context.file) { context.log.add($0) }.value(value, of: self, at: path.key(key))
    }
  }

  /// Reads the keys whose values are data, in which bindings are not evaluated.
  private mutating func readValues(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    standard = node["default"]
    if case .array(let nodes)? = node["examples"]?.value { examples = nodes }
    if case .bool(let flag)? = node["required"]?.value { isRequired = flag }
    guard let list = node["enum"] else { return }
    if case .array(let nodes) = list.value, !nodes.isEmpty {
      let areTexts = nodes.allSatisfy { $0.plainText != nil }
      let range = -Limits.number...Limits.number
      if areTexts || nodes.allSatisfy({ $0.number.map(range.contains) == true }),
        nodes.count <= Self.mostValues
      {
        values = nodes
        return
      }
    }
    context.error(
      list, path.key("enum"), "expected a list of at most \(Self.mostValues) texts, or of as many numbers")
  }

  /// Reads `items`, `properties` and the names in `required`.
  private mutating func readMembers(
    _ node: JSONNode, _ path: JSONPath, _ context: ReadContext, _ left: inout Int
  ) {
    if let items = node["items"] {
      let place = path.key("items")
      if items["type"]?.plainText != nil || items["enum"] != nil, items["type"]?["type"] == nil {
        members = [Input(items, place, context, &left)].compactMap(\.self)
      } else {
        var entry = Input()
        entry.type = .object
        entry.members = Self.members(of: items, place, context, &left)
        members = [entry]
      }
    }
    if let properties = node["properties"] {
      members = Self.members(of: properties, path.key("properties"), context, &left)
    }
    guard let required = node["required"] else { return }
    let place = path.key("required")
    switch required.value {
    case .bool: break
    case .array(let names) where kind == .object || names.isEmpty:
      for (number, name) in names.enumerated() {
        guard let index = members.firstIndex(where: { $0.name == name.plainText }) else {
          context.error(
            name, place.index(number), "the object has no property \(name.briefText)",
            hint: Spelling.question(for: name.plainText ?? "", in: members.map(\.name)))
          continue
        }
        members[index].isRequired = true
      }
    default: context.mismatch(required, place, expected: "true or false")
    }
  }

  /// Rejects a lower limit above the upper one, and a required value with a default.
  private func checkLimits(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    let pairs: [(lower: String, Double?, upper: String, Double?)] = [
      ("minimum", minimum, "maximum", maximum),
      ("minLength", minLength.map(Double.init), "maxLength", maxLength.map(Double.init)),
      ("minItems", minItems.map(Double.init), "maxItems", maxItems.map(Double.init)),
    ]
    for (lower, least, upper, most) in pairs {
      guard let least, let most, least > most else { continue }
      context.error(
        node[upper] ?? node, path.key(upper),
        "'\(upper)' \(NumberText.format(most)) is below '\(lower)' \(NumberText.format(least))")
    }
    if isRequired, let standard {
      context.error(
        standard, path.key("default"), "'default' has no effect on a required input",
        hint: "remove 'required' or 'default'")
    }
  }
}

extension ValueKind where Value == TextPattern {
  /// A regular expression.
  fileprivate static var textPattern: Self {
    ValueKind(
      "regular expression",
      schema: .string, isExplained: false
    ) { node, path, context in
      guard let text = ValueKind<String>.markup.parse(node, path, context) else { return nil }
      do throws(TextPattern.Diagnostic) {
        return try TextPattern(text)
      } catch {
        return context.error(node, path, "cannot use the pattern \(node.briefText): \(error.message)")
      }
    }
  }
}

extension ValueKind where Value == String {
  /// A folder inside that of the deck.
  fileprivate static var folder: Self {
    markup.refined("folder") { text, node, path, context in
      if !text.isEmpty, Input.steps(of: text) != nil { return true }
      context.mismatch(node, path, expected: "a folder inside the deck's, such as \"photos/\"")
      return false
    }
  }
}

extension Input {
  /// The steps of a relative path that stays in its folder; nil for other paths.
  static func steps(of path: String) -> [Substring]? {
    guard !path.hasPrefix("/"), !path.contains("\\"), !path.contains("://"), !path.contains("\0") else {
      return nil
    }
    let steps = path.split(separator: "/").filter { $0 != "." }
    return steps.contains("..") ? nil : steps
  }
}

/// Description.
extension Input {
  /// The valid values in words, such as `a number from 0 to 1`.
  package var expectation: String {
    if !values.isEmpty {
      let shown = values.prefix(8).map(\.briefText)
      guard shown.count == values.count, let last = shown.last else {
        return "one of \(values.count) values, such as \(shown.prefix(3).joined(separator: ", "))"
      }
      return shown.count == 1 ? last : shown.dropLast().joined(separator: ", ") + " or \(last)"
    }
    switch kind {
    case .string:
      let noun =
        switch format {
        case .date: "a day such as 2026-11-21"
        case .color: "a CSS colour such as #2563EB"
        case .uri: "an address such as https://example.com"
        case nil: "a text"
        }
      let form = pattern.map { " that matches \(DeckIssue.quoted($0.source))" } ?? ""
      return noun + Self.range(" of ", minLength, maxLength, "character") + form
    case .number: return "a number" + Self.range(minimum, maximum)
    case .integer: return "a whole number" + Self.range(minimum, maximum)
    case .boolean: return "true or false"
    case .array: return "a list" + Self.range(" of ", minItems, maxItems, "entr")
    case .object: return "an object"
    case .picture: return "the path of a picture" + (folder.map { " in \(DeckIssue.quoted($0))" } ?? "")
    }
  }

  private static func range(_ least: Double?, _ most: Double?) -> String {
    switch (least.map { JSONNumber.format($0) }, most.map { JSONNumber.format($0) }) {
    case (let least?, let most?): " from \(least) to \(most)"
    case (let least?, nil): " of at least \(least)"
    case (nil, let most?): " of at most \(most)"
    case (nil, nil): ""
    }
  }

  private static func range(_ word: String, _ least: Int?, _ most: Int?, _ noun: String) -> String {
    func counted(_ count: Int) -> String {
      noun == "entr" ? "\(count) entr\(count == 1 ? "y" : "ies")" : DeckIssue.counted(count, noun)
    }
    switch (least, most) {
    case (let least?, let most?):
      return word + (least == most ? counted(most) : "\(least) to \(counted(most))")
    case (let least?, nil): return word + "at least \(counted(least))"
    case (nil, let most?): return word + "at most \(counted(most))"
    case (nil, nil): return ""
    }
  }
}
