import CardRaster

/// A part composed of other parts in a deck or a theme, with parameters that each use may set.
package struct Component: Sendable {
  package let name: String
  package let parameters: [ComponentParameter]
  /// The part that is drawn.
  package private(set) var part: JSONNode
  /// The path of `part`.
  package let path: JSONPath
  /// The position of the component in its file.
  let place: SourcePlace?
  /// The file of the component, as shown in messages.
  let file: String
  /// The file that refers to the component: the deck or a theme.
  package let ownFile: String
  /// The description for editors.
  package var summary: String?

  /// The properties of a component, for the manual and the schema.
  struct Values: Sendable {
    var description: String?

    static let object = ObjectSchema("component", "A part made of other parts.", fields) { Values() }

    static let fields = FieldTable<Values>(needs: [["part", "parts"]]) {
      Field(
        "parameters", readElsewhere: "parameters",
        .map(.any([.object(ComponentParameter.Values.object), .anything])),
        "The parameters by name: a default value, `null` for a required one, or a parameter object.",
        isBound: false)
      // Which keys its place allows is known where the component is used.
      Field(
        "part", readElsewhere: "part",
        .any([.reference(.part), .reference(.stackPart), .reference(.layerPart)]),
        "The part that is drawn; its bindings see the parameters by their names.", isBound: false)
      Field(
        "parts", readElsewhere: "parts", .list(.reference(.stackPart), 0...Limits.nodes),
        "Several parts instead of `part`, arranged as a vertical stack.", isBound: false)
      Field("description", \.description, .text, "A sentence for editors.")
    }
  }

  /// The schema of `components`.
  package static let allSchema = Schema.any([.map(.object(Values.object)), .reference(.include)])

  func drawing(_ part: JSONNode) -> Component { changing(self) { $0.part = part } }

  /// The part for a use of the component.
  ///
  /// The use's values are bound, and its other members override those of the part.
  ///
  /// Returns nil after logging an error.
  package func filled(_ use: JSONNode, _ path: JSONPath, _ context: ReadContext) -> (
    part: JSONNode, scope: BindingScope
  )? {
    guard case .object(let given) = use.value, case .object(var members) = part.value else { return nil }
    var scope = context.scope
    var isWhole = true
    for parameter in parameters {
      guard let value = value(of: parameter, in: use, path, context) else {
        isWhole = false
        continue
      }
      scope = scope.binding(parameter.name, to: value)
    }
    let names = Set(parameters.map(\.name))
    for var member in given where member.key != "type" && !names.contains(member.key) {
      // Bindings in the use refer to the scope of the use.
      guard let value = fill(member.value, path.key(member.key), context) else {
        isWhole = false
        continue
      }
      member.value = value
      members.removeAll { $0.key == member.key }
      members.append(member)
    }
    var result = part
    result.value = .object(members)
    return isWhole ? (result, scope) : nil
  }

  private func value(
    of parameter: ComponentParameter, in use: JSONNode, _ path: JSONPath, _ context: ReadContext
  )
    -> JSONNode?
  {
    let place = path.key(parameter.name)
    guard let node = use[parameter.name], !context.isNull(node) else {
      if parameter.standard == nil {
        let sentence = "component '\(name)' needs '\(parameter.name)'"
        if let null = use.member(parameter.name) {
          context.error(null, place, "\(sentence), and \(null.briefText) is null", hint: placeText)
        } else {
          context.error(use, path, sentence, hint: placeText)
        }
      }
      return parameter.standard
    }
    guard var filled = fill(node, place, context) else { return nil }
    filled.place = node.place
    let isRight = context.log.noting(placeText) { parameter.accepts(filled, place, context) }
    return isRight ? filled : nil
  }

  private func fill(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) -> JSONNode? {
    Binding.fillTree(node, scope: context.scope, log: context.log, file: context.file, path: path)
  }

  /// The place of the component, for messages.
  private var placeText: String {
    let line = place.map { "line \($0.line) of " } ?? ""
    return "the component is in \(line)\(file)"
  }
}

extension Component {
  /// Reads the components of a deck or a theme, and merges them over those of the context.
  ///
  /// A component that contains itself is an error, and is replaced with a separator.
  ///
  /// - Parameter isPart: Whether a name is a part type.
  package static func read(
    _ node: JSONNode, _ path: JSONPath, _ context: ReadContext, isPart: (String) -> Bool
  )
    -> [String: Component]
  {
    var result = context.components
    guard case .object(let members) = node.value else {
      context.mismatch(node, path, expected: "an object with components by name")
      return result
    }
    guard members.count <= Limits.components else {
      context.error(node, path, "\(members.count) components, more than the limit of \(Limits.components)")
      return result
    }
    var own: [Component] = []
    for member in members {
      let place = path.key(member.key)
      let key = JSONNode(.string(member.key), place: member.keyPlace ?? member.value.place)
      guard ValueKind<String>.identifier.parse(key, place, context) != nil else { continue }
      if isPart(member.key) {
        context.error(key, place, "'\(member.key)' is already a part", hint: "choose another name")
        continue
      }
      guard let component = Component(member, place, context) else { continue }
      result[member.key] = component
      own.append(component)
    }
    // All components of a cycle are reported before any is replaced.
    let circular = own.filter { component in
      guard let circle = circle(from: component.name, result) else { return false }
      context.error(
        component.part, component.path,
        "component '\(component.name)' contains itself"
          + (circle.count > 1 ? ", through '\(circle[1])'" : ""))
      return true
    }
    // The name stays defined, so that its uses do not cause further errors.
    for component in circular {
      result[component.name] = component.drawing(.object(["type": "separator"]))
    }
    return result
  }

  private init?(_ member: JSONNode.Member, _ path: JSONPath, _ context: ReadContext) {
    var values = Values()
    Values.fields.read(member.value, path, context, into: &values, what: "a component")
    guard let (part, place) = Self.part(of: member.value, path, context) else { return nil }
    var parameters: [ComponentParameter] = []
    let parametersPath = path.key("parameters")
    switch member.value["parameters"]?.value {
    case nil: break
    case .object(let members):
      parameters = members.compactMap { ComponentParameter($0, parametersPath.key($0.key), context) }
    default:
      let node = member.value["parameters"] ?? member.value
      context.mismatch(node, parametersPath, expected: "an object with values by name")
    }
    self.init(
      name: member.key, parameters: parameters, part: part, path: place,
      place: member.keyPlace ?? member.value.place, file: context.fileName(of: member.value),
      ownFile: context.file, summary: values.description)
  }

  /// The part that is drawn, and its path; nil after logging an error.
  private static func part(of node: JSONNode, _ path: JSONPath, _ context: ReadContext) -> (
    JSONNode, JSONPath
  )? {
    if let part = node["part"] {
      let place = path.key("part")
      if node["parts"] != nil {
        return context.error(part, place, "a component has 'part' or 'parts', not both")
      }
      if case .object = part.value { return (part, place) }
      context.mismatch(part, place, expected: "a part such as { \"type\": \"text\", … }")
    }
    if let parts = node["parts"] {
      let place = path.key("parts")
      if case .array = parts.value {
        let stack: [(String, JSONNode)] = [
          ("type", .of("stack")), ("axis", .of("vertical")), ("arrangedSubviews", parts),
        ]
        var part = JSONNode.object(stack)
        part.place = parts.place
        return (part, path)
      }
      context.mismatch(parts, place, expected: "a list of parts")
    }
    return nil
  }

  /// The cycle of names from a component to itself; nil if there is none.
  private static func circle(from start: String, _ all: [String: Component]) -> [String]? {
    var visited: Set<String> = []
    func way(from name: String) -> [String]? {
      guard visited.insert(name).inserted, let part = all[name]?.part else { return nil }
      for next in part.partTypes.sorted() where all[next] != nil {
        if next == start { return [name] }
        if let rest = way(from: next) { return [name] + rest }
      }
      return nil
    }
    return way(from: start)
  }
}

extension JSONNode {
  /// All values of `type` in the node, except in data.
  fileprivate var partTypes: Set<String> {
    switch value {
    case .array(let elements): return elements.reduce(into: []) { $0.formUnion($1.partTypes) }
    case .object(let members):
      return members.reduce(into: []) { result, member in
        if member.key == "type", case .string(let name) = member.value.value { result.insert(name) }
        if member.key != "data" { result.formUnion(member.value.partTypes) }
      }
    case .null, .bool, .number, .string: return []
    }
  }
}
