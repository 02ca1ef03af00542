import CardRaster

/// An extension by a program: a ``CustomPart``, a ``CustomTrait`` or a ``CustomFormatter``.
///
/// It is passed to each drawing in ``DeckOptions/custom`` and is never registered globally.
public protocol CustomKind: Sendable {
  /// The name in decks: ASCII letters and digits, different from all built-in names.
  static var name: String { get }
  /// A sentence for the manual and the JSON Schema.
  static var summary: String { get }
  /// JSON for a deck: a part, a `traits` object, or a text with a binding.
  static var example: String { get }
}

/// The custom parts, traits and formatters of a program.
public struct CustomKinds: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The types, in order.
  public let types: [any CustomKind.Type]

  /// Creates a collection of types; drawing reports an error if two have the same name.
  public init(_ types: [any CustomKind.Type]) { self.types = types }
  /// Creates a collection of types.
  public init(arrayLiteral types: any CustomKind.Type...) { self.init(types) }

  /// Whether a name consists of ASCII letters and digits and does not begin with a digit.
  package static func isPlain(_ name: String) -> Bool {
    name.utf8.first.map { !(0x30...0x39).contains($0) } == true
      && name.utf8.allSatisfy(\.isLetterOrDigit)
  }

  /// Whether both contain the same types in the same order.
  public static func == (a: CustomKinds, b: CustomKinds) -> Bool {
    a.types.map { ObjectIdentifier($0) } == b.types.map { ObjectIdentifier($0) }
  }

  /// Hashes the types.
  public func hash(into hasher: inout Hasher) { hasher.combine(types.map { ObjectIdentifier($0) }) }
}

/// An error in the values that a deck gives to a custom kind.
public struct CustomKindError: Error, Hashable, Sendable {
  /// The message: what was expected and what was found; one line without a full stop.
  public let message: String
  /// The property with the error; nil for the whole part, trait or binding.
  public let property: String?
  /// A hint for fixing the error; nil if there is none.
  public let hint: String?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - message: what was expected and what was found; one line without a full stop.
  ///   - property: the property with the error.
  ///   - hint: a hint for fixing the error.
  public init(_ message: String, about property: String? = nil, hint: String? = nil) {
    (self.message, self.property, self.hint) = (message, property, hint)
  }
}
