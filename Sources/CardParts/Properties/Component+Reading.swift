import CardRaster

extension Component {
  /// Reads the components of a deck or a theme, and lays them over those that the context knows.
  ///
  /// One that is made of itself is an error, and a line stands in its place.
  ///
  /// - Parameter isPart: whether a name is that of a part.
  static func read(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext, isPart: (String) -> Bool)
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
        context.error(key, place, "'\(member.key)' is a part already", hint: "choose another name")
        continue
      }
      guard let component = Component(member, place, context) else { continue }
      result[member.key] = component
      own.append(component)
    }
    // All of a circle are told before any of them is replaced.
    let circular = own.filter { component in
      guard let circle = circle(from: component.name, result) else { return false }
      context.error(
        component.part, component.path,
        "component '\(component.name)' is made of itself"
          + (circle.count > 1 ? ", by way of '\(circle[1])'" : ""))
      return true
    }
    // Its name stays known: what uses it is no mistake of its own.
    for component in circular {
      result[component.name] = component.drawing(.object([("type", .of("separator"))]))
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

  /// The part that is drawn, and where it stands; nil when there is none, which is in the log then.
  private static func part(of node: JSONNode, _ path: JSONPath, _ context: ReadContext) -> (
    JSONNode, JSONPath
  )? {
    if let part = node["part"] {
      let place = path.key("part")
      if node["parts"] != nil {
        context.error(part, place, "a component has 'part' or 'parts', not both")
        return nil
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

  /// The names on a way from a component to itself; nil when there is none.
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
  /// The words that stand as `type` anywhere in the value but in data.
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
