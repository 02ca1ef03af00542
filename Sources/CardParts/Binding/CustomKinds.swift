/// What a program may bring with it: a ``CustomPart``, a ``CustomTrait`` or a ``CustomFormatter``.
///
/// It is given to the drawing that may use it, in ``DeckOptions/custom``, and never registered globally.
public protocol CustomKind: Sendable {
  /// What decks call it: letters and digits, none of cardshot's own.
  static var name: String { get }
  /// One sentence, for the manual and the schema.
  static var summary: String { get }
  /// JSON that can be copied into a deck: a part, a `traits` object, or a text with a binding.
  static var example: String { get }
}

/// The kinds of parts, traits and formatters that a program brings with it, by their names.
public struct CustomKinds: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The types, in order.
  public let types: [any CustomKind.Type]

  /// Takes types; of two with one name the first counts, and drawing tells that there are two.
  public init(_ types: [any CustomKind.Type]) { self.types = types }
  /// Takes types.
  public init(arrayLiteral types: any CustomKind.Type...) { self.init(types) }

  /// Whether a word is letters and digits of ASCII and begins with a letter.
  static func isPlain(_ name: String) -> Bool {
    name.utf8.first.map { !(0x30...0x39).contains($0) } == true
      && name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      }
  }

  /// Whether both hold the same types in the same order.
  public static func == (a: CustomKinds, b: CustomKinds) -> Bool {
    a.types.map { ObjectIdentifier($0) } == b.types.map { ObjectIdentifier($0) }
  }

  /// Feeds the types.
  public func hash(into hasher: inout Hasher) { hasher.combine(types.map { ObjectIdentifier($0) }) }
}

/// What is wrong with the values that a deck gives a custom kind.
public struct CustomMistake: Error, Hashable, Sendable {
  /// What was found and what was expected; one line, no final full stop.
  public let message: String
  /// The property at which it is told; nil for the whole part, trait or binding.
  public let property: String?
  /// The way out; nil when there is nothing to say.
  public let hint: String?

  /// Makes a mistake.
  ///
  /// - Parameters:
  ///   - message: what was found and what was expected; one line, no final full stop.
  ///   - property: the property that it is about.
  ///   - hint: the way out.
  public init(_ message: String, about property: String? = nil, hint: String? = nil) {
    (self.message, self.property, self.hint) = (message, property, hint)
  }
}
