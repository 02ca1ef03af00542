extension CustomKinds {
  /// The errors in the definitions of custom kinds, independent of the deck.
  var issues: [DeckIssue] {
    var known: Set<String> = []
    return types.flatMap { type in
      let messages = Self.mistakes(of: type, &known)
      return messages.map { DeckOptions().issue("custom", "DeckOptions.custom", $0, nil, .invalidValue) }
    }
  }

  /// Keys that every part has.
  private static let taken = ["type", "if", "else", "forEach", "as"]

  private static func mistakes(of type: any CustomKind.Type, _ known: inout Set<String>) -> [String] {
    let name = type.name
    guard isPlain(name) else {
      return ["\(DeckIssue.quoted(name)) cannot be the name of a part, trait or formatter"]
    }
    var mistakes: [String] = []
    func checkKind(_ noun: String, isOwn: Bool, _ properties: [CustomProperty]) {
      if isOwn {
        mistakes.append("'\(name)' is already a \(noun) of cardshot")
      } else if !known.insert("\(noun) \(name)").inserted {
        mistakes.append("two \(noun)s have the name '\(name)'")
      } else if let mistake = CustomProperty.mistake(in: properties, of: "\(noun) '\(name)'", taken: taken) {
        mistakes.append(mistake)
      }
    }
    let (part, trait) = (type as? any CustomPart.Type, type as? any CustomTrait.Type)
    if let part { checkKind("part", isOwn: PartRegistry.kind(named: name) != nil, part.properties) }
    if let trait {
      checkKind("trait", isOwn: TraitRegistry.entries.contains { $0.name == name }, trait.properties)
      if let parts = trait.properties.first(where: \.hasParts) {
        mistakes.append("trait '\(name)' has parts in '\(parts.name)', which only a part can have")
      }
    }
    let isFormatter = type is any CustomFormatter.Type
    if isFormatter { checkKind("formatter", isOwn: Formatters(rawValue: name) != nil, []) }
    if part == nil, trait == nil, !isFormatter {
      mistakes.append("'\(name)' is not a part, trait or formatter")
    }
    return mistakes
  }
}
