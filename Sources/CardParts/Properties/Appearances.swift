import CardRaster

/// A value that depends on the appearance: `{ "light": …, "dark": … }`.
enum Appearances {
  /// Whether an object is of this form.
  static func isGiven(by node: JSONNode) -> Bool {
    Appearance.allCases.contains { node[$0.rawValue] != nil }
  }

  /// Reads both values, so that mistakes of either are found, and returns that of the context's appearance.
  static func read<Value>(
    _ node: JSONNode, _ path: JSONPath, _ context: ReadContext, what: String, _ kind: ValueKind<Value>
  ) -> Value? {
    guard case .object(let members) = node.value else { return nil }
    let names = Appearance.allCases.map(\.rawValue)
    for member in members where !names.contains(member.key) {
      context.refuse(
        member, of: what, path, known: [], hint: "an object gives a 'light' and a 'dark' one")
    }
    var result: Value?
    for appearance in Appearance.allCases {
      let place = path.key(appearance.rawValue)
      guard let value = node[appearance.rawValue] else {
        context.error(node, path, "\(what) for each appearance needs '\(appearance.rawValue)' too")
        continue
      }
      guard let filled = context.filled(value, place) else { continue }
      guard !isGiven(by: filled) else {
        context.error(filled, place, "the \(appearance.rawValue) one cannot depend on the appearance again")
        continue
      }
      let parsed = kind.parse(filled, place, context)
      if appearance == context.theme.appearance { result = parsed }
    }
    return result
  }
}
