extension CustomKinds {
  /// What decks, the manual and the schema know of the parts.
  var parts: [PartKind] { partTypes.map { Self.part($0) } }

  /// The types of the parts, in order.
  var partNames: [String] { partTypes.map { $0.name } }

  /// The kind of a `type`.
  func part(named name: String) -> PartKind? { partTypes.first { $0.name == name }.map { Self.part($0) } }

  private var partTypes: [any CustomPart.Type] { types.compactMap { $0 as? any CustomPart.Type } }

  private static func part<Custom: CustomPart>(_ type: Custom.Type) -> PartKind { ForeignPart<Custom>.kind }
}
