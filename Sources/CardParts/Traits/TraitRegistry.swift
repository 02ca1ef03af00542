import CardRaster

/// All traits, in the order in which they are applied.
enum TraitRegistry {
  /// The name of each kind and a closure that creates it.
  ///
  /// Only the traits used by a deck create their field tables.
  static let entries: [(name: String, kind: @Sendable () -> TraitKind)] = [
    ("noTopBottomMargins", { NoTopBottomMarginsTrait.kind }),
    ("background", { BackgroundTrait.kind }),
    ("transparent", { TransparentTrait.kind }),
    ("editable", { EditableTrait.kind }),
    ("hidden", { HiddenTrait.kind }),
    ("backdropBlur", { BackdropBlurTrait.kind }),
    ("shadow", { ShadowTrait.kind }),
    ("rounded", { RoundedTrait.kind }),
    ("gradient", { GradientTrait.kind }),
    ("backgroundImage", { BackgroundImageTrait.kind }),
    ("border", { BorderTrait.kind }),
    ("notches", { NotchesTrait.kind }),
    ("mask", { MaskTrait.kind }),
    ("customMargin", { CustomMarginTrait.kind }),
    ("longPress", { LongPressTrait.kind }),
  ]

  /// The schema of a card's `traits`.
  static let object = object(adding: [])

  /// The schema of a card's `traits`, with custom traits.
  static func object(adding custom: CustomKinds) -> ObjectSchema {
    ObjectSchema("traits", "A trait: it changes a card's frame.") {
      (kinds + custom.traits).map {
        PropertyDoc(name: $0.name, kindName: $0.name, schema: $0.schema, summary: $0.summary)
      }
    }
  }

  static var kinds: [TraitKind] { entries.map { $0.kind() } }

  /// Reads the `traits` of a card; unknown names are errors.
  static func read(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) -> [any CardTrait] {
    guard let filled = context.given(node, path) else { return [] }
    guard case .object(let members) = filled.value else {
      context.mismatch(filled, path, expected: "an object with traits")
      return []
    }
    let custom = context.scope.custom.traits
    let names = entries.map(\.name) + custom.map(\.name)
    for member in members where !names.contains(member.key) {
      context.refuse(member, of: "the traits", path, known: names)
    }
    let own = entries.compactMap { name, kind in
      filled[name].flatMap { kind().read($0, path.key(name), context) }
    }
    return own
      + custom.compactMap { kind in
        filled[kind.name].flatMap { kind.read($0, path.key(kind.name), context) }
      }
  }
}
