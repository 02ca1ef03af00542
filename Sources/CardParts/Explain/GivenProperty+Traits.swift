import CardRaster

extension GivenProperty {
  /// What a deck gives of a card's traits, value by value: `gradient.angle`, `gradient.colors[1]`.
  ///
  /// Pictures and links are left out: they are told as such.
  static func ofTraits(_ node: JSONNode) -> [GivenProperty] {
    var found: [GivenProperty] = []
    collect(node, "", into: &found)
    return found
  }

  /// As many values as a card with all traits has, and some more.
  private static let most = 200
  private static let seen = ["image", "link", "label"]

  private static func collect(_ node: JSONNode, _ name: String, into found: inout [GivenProperty]) {
    guard found.count < most else { return }
    switch node.value {
    case .object(let members):
      for member in members where !seen.contains(member.key) {
        collect(member.value, name.isEmpty ? member.key : "\(name).\(member.key)", into: &found)
      }
    case .array(let elements):
      for (number, element) in elements.enumerated() { collect(element, "\(name)[\(number)]", into: &found) }
    case .string(let text): found.append(GivenProperty(name: name, value: String(text.prefix(120))))
    case .number(let number): found.append(GivenProperty(name: name, value: number.text))
    case .bool(let flag): found.append(GivenProperty(name: name, value: flag ? "true" : "false"))
    case .null: break
    }
  }
}
