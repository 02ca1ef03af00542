import CardRaster

extension ReadContext {
  /// An entry of a list after `if` and `forEach`, with what is bound there.
  typealias Element = (node: JSONNode, path: JSONPath, context: ReadContext)

  /// The entries of a list with `if` and `forEach` done.
  func expand(_ nodes: [JSONNode], _ path: JSONPath, most: Int, noun: String = "parts") -> [Element] {
    expand(nodes, path, most: most, noun: noun) { ($0.node, $0.path, with(scope: $0.scope)) }
  }

  /// The same, with something else made of each entry.
  func expand<Result>(
    _ nodes: [JSONNode], _ path: JSONPath, most: Int, noun: String, _ make: (Repetition.Element) -> Result
  ) -> [Result] {
    let prepared = nodes.map(ReadContext.movingRepetitionInside)
    return Repetition.expand(
      list: prepared, at: path, scope: scope, limit: most, noun: noun, log: log, file: file, make)
  }

  /// The entries of a list, or of the single template that a container's `forEach` repeats.
  func elements(_ node: JSONNode, _ path: JSONPath, what: String) -> [Element]? {
    switch node.value {
    case .array(let nodes): return expand(nodes, path, most: Limits.nodes)
    case .object: return expand([node], path, most: Limits.nodes).map { ($0.node, path, $0.context) }
    default:
      mismatch(node, path, expected: what)
      return nil
    }
  }

  /// A table with `cell`, a collection with `item`, a paged part with `page` or a histogram with `dataEntry` is not
  /// repeated itself: its `forEach` repeats the rows, items, pages or bars.
  private static func movingRepetitionInside(_ node: JSONNode) -> JSONNode {
    guard case .object(let members) = node.value, let type = node["type"],
      case .string(let name) = type.value,
      let key = ["table": "cell", "collection": "item", "paged": "page", "histogram": "dataEntry"][name],
      let template = node[key]
    else { return node }
    let moved = ["forEach", "as"]
    let repetition = members.filter { moved.contains($0.key) }
    var inner: [JSONNode.Member]
    switch template.value {
    case .object(let values): inner = values
    case .array: inner = [JSONNode.Member(key: "cardParts", keyPlace: template.place, value: template)]
    default: return node
    }
    inner += repetition
    var result = node
    result.value = .object(
      members.filter { !moved.contains($0.key) }.map { member in
        guard member.key == key else { return member }
        return JSONNode.Member(
          key: key, keyPlace: member.keyPlace, value: JSONNode(.object(inner), place: template.place))
      })
    return result
  }
}
