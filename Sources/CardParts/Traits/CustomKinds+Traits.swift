extension CustomKinds {
  /// The descriptions of the custom traits for decks, the manual and the schema.
  var traits: [TraitKind] {
    types.compactMap { $0 as? any CustomTrait.Type }.map { Self.trait($0) }
  }

  private static func trait<Custom: CustomTrait>(_ type: Custom.Type) -> TraitKind {
    let fields = FieldTable(
      Custom.properties.map { $0.field(of: CustomTraitAdapter<Custom>.self, reading: .stackParts) },
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
    guard let custom, let theme else { return }
    custom.apply(to: &frame, theme: theme)
    let drawing = TraitDrawing(name: Custom.name, values: CustomValues(values: values)) {
      layer, drawing throws(RasterError) in
      switch layer {
      case .behind: try custom.drawBehind(in: &drawing)
      case .over: try custom.drawOver(in: &drawing)
      }
    }
    frame.drawings.append(drawing)
  }
}

/// The drawing of a custom trait; two are equal if the same trait has the same values.
struct TraitDrawing: Hashable, Sendable {
  /// The place of a drawing among the layers of a card.
  enum Layer { case behind, over }

  let name: String
  let values: CustomValues
  let draw: @Sendable (Layer, inout PartDrawing) throws(RasterError) -> Void

  static func == (a: TraitDrawing, b: TraitDrawing) -> Bool { a.name == b.name && a.values == b.values }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(values)
  }
}

/// A trait implemented by the calling program: values from a deck, changes to a card's frame, and drawings
/// behind and over its parts.
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

  /// Changes the frame of a card; does nothing by default.
  func apply(to frame: inout CardFrame, theme: ResolvedTheme)

  /// Draws above the background of a card and behind its parts, at the size of the card; nothing by default.
  ///
  /// Drawings are clipped to round corners, and are not mirrored in a right-to-left deck.
  func drawBehind(in drawing: inout PartDrawing) throws(RasterError)

  /// Draws over the parts of a card and below its border, such as a ribbon; nothing by default.
  func drawOver(in drawing: inout PartDrawing) throws(RasterError)
}

extension CustomTrait {
  /// Changes nothing.
  public func apply(to frame: inout CardFrame, theme: ResolvedTheme) {}
  /// Draws nothing.
  public func drawBehind(in drawing: inout PartDrawing) throws(RasterError) {}
  /// Draws nothing.
  public func drawOver(in drawing: inout PartDrawing) throws(RasterError) {}
}
