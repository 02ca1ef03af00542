import CardRaster

/// All traits, in the order in which they are applied.
enum TraitRegistry {
  static let kinds: [TraitKind] = [
    NoTopBottomMarginsTrait.kind,
    TransparentTrait.kind,
    EditableTrait.kind,
    HiddenTrait.kind,
    ShadowTrait.kind,
    RoundedTrait.kind,
    GradientTrait.kind,
    BorderTrait.kind,
    CustomMarginTrait.kind,
    LongPressTrait.kind,
  ]

  /// Reads the `traits` of a card.
  static func read(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) -> [any CardTrait] {
    guard let filled = context.filled(node, path) else { return [] }
    guard case .object(let members) = filled.value else {
      context.mismatch(filled, path, expected: "an object with traits")
      return []
    }
    for member in members where !kinds.contains(where: { $0.name == member.key }) {
      let near = Spelling.nearest(to: member.key, in: kinds.map(\.name))
      context.log.add(
        DeckIssue(
          .error, file: context.file, place: member.keyPlace ?? member.value.place, path: path,
          message: "unknown trait '\(member.key)'", hint: near.map { "did you mean '\($0)'?" }))
    }
    return kinds.compactMap { kind in
      filled[kind.name].flatMap { kind.read($0, path.key(kind.name), context) }
    }
  }
}
