extension CustomKinds {
  /// The descriptions of the custom traits for decks, the manual and the schema.
  var traits: [TraitKind] {
    types.compactMap { $0 as? any CustomTrait.Type }.map { Self.trait($0) }
  }

  private static func trait<Custom: CustomTrait>(_ type: Custom.Type) -> TraitKind {
    let fields = FieldTable(
      Custom.properties.map { $0.field(of: CustomTraitAdapter<Custom>.self) },
      needs: CustomProperty.required(of: Custom.properties))
    let object = ObjectSchema("\(Custom.name)Trait", Custom.summary, fields) { CustomTraitAdapter<Custom>() }
    let kind = ValueKind<CustomTraitAdapter<Custom>>("`\(Custom.name)`", schema: .object(object)) {
      node, path, context in
      var trait = CustomTraitAdapter<Custom>(theme: context.theme)
      fields.read(node, path, context, into: &trait, what: "trait '\(Custom.name)'")
      trait.custom = context.custom(node, path, Custom.properties, trait.values) {
        values throws(CustomKindError) in try Custom(values)
      }
      return trait
    }
    return TraitKind(
      Custom.name, Custom.summary, example: Custom.example, kind: kind,
      properties: fields.fields.map { PropertyDoc($0, of: CustomTraitAdapter<Custom>()) })
  }
}

/// Makes a trait of the calling program usable as a built-in one.
private struct CustomTraitAdapter<Custom: CustomTrait>: CardTrait, CustomHolder {
  var values = CustomProperty.defaults(of: Custom.properties)
  var custom: Custom?
  var theme: ResolvedTheme?

  func apply(to frame: inout CardFrame) {
    if let custom, let theme { custom.apply(to: &frame, theme: theme) }
  }
}

/// A trait implemented by the calling program: values from a deck, and the changes to a card's frame.
///
/// Pass it to a renderer in ``DeckOptions/custom``. Custom traits are applied after the built-in ones, in the
/// order of registration. Their order in the deck has no effect. Later traits override earlier ones.
public protocol CustomTrait: CustomKind {
  /// The trait's properties.
  static var properties: [CustomProperty] { get }

  /// Creates the trait from the values in a deck, each of its property's type.
  ///
  /// - Throws: A `CustomKindError` if the values contradict each other.
  init(_ values: CustomValues) throws(CustomKindError)

  /// Changes the frame of a card.
  func apply(to frame: inout CardFrame, theme: ResolvedTheme)
}
