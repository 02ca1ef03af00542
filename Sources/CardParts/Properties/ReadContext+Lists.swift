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
    Repetition.expand(
      list: nodes, at: path, scope: scope, limit: most, noun: noun, log: log, file: file, make)
  }

  /// The entries of a list, or of the single template that a container's `forEach` repeats.
  func elements(
    _ node: JSONNode, _ path: JSONPath, what: String, most: Int = Limits.nodes, noun: String = "parts"
  ) -> [Element]? {
    switch node.value {
    case .array(let nodes): return expand(nodes, path, most: most, noun: noun)
    case .object: return expand([node], path, most: most, noun: noun).map { ($0.node, path, $0.context) }
    default:
      mismatch(node, path, expected: what)
      return nil
    }
  }
}
