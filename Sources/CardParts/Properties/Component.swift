import CardRaster

/// A part that a deck or a theme makes of others, with values that each use of it may give.
struct Component: Sendable {
  let name: String
  let parameters: [ComponentParameter]
  /// The part that is drawn.
  private(set) var part: JSONNode
  /// Where `part` stands.
  let path: JSONPath
  /// Where the component stands in its file.
  let place: SourcePlace?
  /// The file with the component, as messages show it.
  let file: String
  /// The file that its values are read for: the deck or a theme.
  let ownFile: String
  /// A sentence for editors.
  var summary: String?

  /// What a deck says of a component, for the manual and the schema.
  struct Values: Sendable {
    var description: String?

    static let object = ObjectSchema("component", "A part made of others.", fields) { Values() }

    static let fields = FieldTable<Values>(needs: [["part", "parts"]]) {
      Field(
        "parameters", readElsewhere: "parameters",
        .map(.any([.object(ComponentParameter.Values.object), .anything])),
        "What a use may give, by name: a default, `null` for what it must give, or a parameter.",
        isBound: false)
      Field(
        "part", readElsewhere: "part", .reference(.part),
        "The part that is drawn; its bindings see the parameters by their names.", isBound: false)
      Field(
        "parts", readElsewhere: "parts", .list(.reference(.stackPart), 0...Limits.nodes),
        "In the place of `part`: several, below each other as in a vertical stack.", isBound: false)
      Field("description", \.description, .text, "A sentence for editors.")
    }
  }

  /// The shape of all components.
  static let allSchema = Schema.any([.map(.object(Values.object)), .reference(.include)])

  /// The component with another part.
  func drawing(_ part: JSONNode) -> Component {
    var result = self
    result.part = part
    return result
  }

  /// The part for a use of the component: the use's values bound, its other members laid over those of the part.
  ///
  /// Nil when something was wrong and logged.
  func filled(_ use: JSONNode, _ path: JSONPath, _ context: ReadContext) -> (
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
      // What stands in the use sees what is bound there.
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

  /// Where the component is said, for messages.
  private var placeText: String {
    let line = place.map { "line \($0.line) of " } ?? ""
    return "the component is in \(line)\(file)"
  }
}
