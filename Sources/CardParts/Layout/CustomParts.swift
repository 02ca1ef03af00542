/// The parts that a program brings with it, by their names.
public struct CustomParts: PartAdditions, Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The types, in order.
  public let types: [any CustomPart.Type]

  /// Takes types of parts; of two with one name the first counts, and drawing tells that there are two.
  public init(_ types: [any CustomPart.Type]) { self.types = types }
  /// Takes types of parts.
  public init(arrayLiteral types: any CustomPart.Type...) { self.init(types) }

  /// What decks, the manual and the schema know of them.
  var kinds: [PartKind] { types.map { Self.kind($0) } }

  /// The kind of a `type`.
  func kind(named name: String) -> PartKind? { types.first { $0.name == name }.map { Self.kind($0) } }

  private static func kind<Custom: CustomPart>(_ type: Custom.Type) -> PartKind { ForeignPart<Custom>.kind }

  /// Whether both hold the same types in the same order.
  public static func == (a: CustomParts, b: CustomParts) -> Bool {
    a.types.map { ObjectIdentifier($0) } == b.types.map { ObjectIdentifier($0) }
  }

  /// Feeds the types.
  public func hash(into hasher: inout Hasher) { hasher.combine(types.map { ObjectIdentifier($0) }) }
}
