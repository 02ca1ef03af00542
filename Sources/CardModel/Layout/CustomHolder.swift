public import CardRaster

/// A holder of the values that a deck sets for a custom part or trait, by property name.
package protocol CustomHolder: Sendable {
  var values: [String: CustomValue] { get set }
}

extension CustomProperty {
  /// The values of the properties that have a default.
  package static func defaults(of properties: [CustomProperty]) -> [String: CustomValue] {
    let given = properties.compactMap { property in property.standard.map { (property.name, $0) } }
    return Dictionary(given) { first, _ in first }
  }

  /// The required keys, in the form of `FieldTable.needs`.
  package static func required(of properties: [CustomProperty]) -> [[String]] {
    properties.filter(\.isRequired).map { [$0.name] }
  }

  /// An error in the property definitions; nil if they are valid.
  package static func mistake(in properties: [CustomProperty], of what: String, taken: [String]) -> String? {
    var names: Set<String> = []
    for property in properties {
      let name = DeckIssue.quoted(property.name)
      if !CustomKinds.isPlain(property.name) { return "\(what) has a property \(name), which is not a name" }
      if taken.contains(property.name) { return "\(what) has a property \(name), which every part has" }
      if !names.insert(property.name).inserted { return "\(what) has two properties \(name)" }
      if !property.takesItsDefault {
        return "the default of property \(name) of \(what) is not one of its values"
      }
    }
    return nil
  }

  /// Whether the values of the property are parts.
  package var hasParts: Bool { if case .parts = kind { true } else { false } }

  private var takesItsDefault: Bool {
    guard let value = standard?.base else { return true }
    return switch kind {
    case .number(let range): (value as? Double).map(range.contains) == true
    case .integer(let range): (value as? Int).map(range.contains) == true
    case .numbers(let range): (value as? [Double])?.allSatisfy(range.contains) == true
    case .word(let words): (value as? String).map(words.contains) == true
    default: true
    }
  }

  /// The property as a field.
  ///
  /// - Parameter parts: reads the parts of a property.
  package func field<Holder: CustomHolder>(
    of type: Holder.Type, reading parts: ValueKind<[AnyPart]>
  ) -> Field<Holder> {
    switch kind {
    case .number(let range): field(ValueKind<Double>.number(range))
    case .text: field(ValueKind<String>.text)
    case .color: field(ValueKind<Color>.color)
    case .flag: field(ValueKind<Bool>.boolean)
    case .word(let words): field(ValueKind<String>.word(of: words))
    case .integer(let range): field(ValueKind<Int>.integer(range))
    case .numbers(let range):
      field(ValueKind<[Double]>.list(ValueKind<Double>.number(range), 0...Self.mostNumbers))
    case .texts: field(ValueKind<[String]>.list(ValueKind<String>.text, 0...Self.mostNumbers))
    case .image: field(ValueKind<ImageSource>.image)
    case .font: field(ValueKind<FontSpec>.font)
    case .insets: field(ValueKind<Insets>.insets)
    case .parts: field(parts, { $0.map { ChildPart(part: $0) } }, { $0.map(\.part) })
    }
  }

  private func field<Holder: CustomHolder, Value: Hashable & Sendable>(
    _ kind: ValueKind<Value>
  ) -> Field<Holder> { field(kind, { $0 }, { $0 }) }

  private func field<Holder: CustomHolder, Value: Sendable, Stored: Hashable & Sendable>(
    _ kind: ValueKind<Value>, _ wrap: @escaping @Sendable (Value) -> Stored,
    _ unwrap: @escaping @Sendable (Stored) -> Value
  ) -> Field<Holder> {
    let name = name
    return Field(
      name, kind, summary, get: { holder in (holder.values[name]?.base as? Stored).map(unwrap) },
      set: { holder, value in holder.values[name] = CustomValue(wrap(value)) })
  }
}

extension ReadContext {
  /// Creates a custom part or trait from its values; nil after logging an error.
  package func custom<Custom>(
    _ node: JSONNode, _ path: JSONPath, _ properties: [CustomProperty], _ values: [String: CustomValue],
    _ make: (CustomValues) throws(CustomKindError) -> Custom
  ) -> Custom? {
    // A missing required property is already reported.
    guard properties.allSatisfy({ !$0.isRequired || values[$0.name] != nil }) else { return nil }
    do throws(CustomKindError) {
      return try make(CustomValues(values: values))
    } catch {
      let place = error.property.flatMap { node[$0] } ?? node
      self.error(place, error.property.map { path.key($0) } ?? path, error.message, hint: error.hint)
      return nil
    }
  }
}

/// A value of a custom property, such as a number, a colour or a list of texts.
package struct CustomValue: Hashable, Sendable {
  let base: any Hashable & Sendable

  init(_ base: some Hashable & Sendable) { self.base = base }

  package static func == (a: CustomValue, b: CustomValue) -> Bool {
    AnyHashable(a.base) == AnyHashable(b.base)
  }

  package func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }
}

/// A part that a deck puts into a custom part; the library lays it out and draws it.
public struct ChildPart: Hashable, Sendable {
  package let part: AnyPart

  /// Its `type` in the deck.
  public var type: String { part.type }

  /// Whether both are the same part of one deck.
  public static func == (a: ChildPart, b: ChildPart) -> Bool {
    a.part.number == b.part.number && a.part.path == b.part.path
  }

  /// Hashes the number of the part.
  public func hash(into hasher: inout Hasher) { hasher.combine(part.number) }
}

/// The values that a deck sets for a custom part or trait; absent values have their property's default.
public struct CustomValues: Hashable, Sendable {
  let values: [String: CustomValue]

  package init(values: [String: CustomValue]) { self.values = values }

  private func value<Value>(_ name: String) -> Value? { values[name]?.base as? Value }

  /// A number; nil if the deck does not set it and it has no default.
  public func number(_ name: String) -> Double? { value(name) ?? (value(name) as Int?).map(Double.init) }

  /// A text or keyword; nil if the deck does not set it and it has no default.
  public func text(_ name: String) -> String? { value(name) }

  /// A colour; nil if the deck does not set it and it has no default.
  public func color(_ name: String) -> Color? { value(name) }

  /// Whether a flag is true.
  public func flag(_ name: String) -> Bool { value(name) ?? false }

  /// A list of numbers; nil if the deck does not set it and it has no default.
  public func numbers(_ name: String) -> [Double]? { value(name) }

  /// A whole number; nil if the deck does not set it and it has no default.
  public func integer(_ name: String) -> Int? { value(name) ?? number(name).flatMap { Int(exactly: $0) } }

  /// A list of texts; nil if the deck does not set it.
  public func texts(_ name: String) -> [String]? { value(name) }

  /// A picture; nil if the deck does not set it.
  public func image(_ name: String) -> ImageSource? { value(name) }

  /// A font; nil if the deck does not set it.
  ///
  /// - Parameter standard: the font with the size, weight and family that the deck does not set.
  public func font(_ name: String, over standard: Font) -> Font? {
    (value(name) as FontSpec?)?.over(standard)
  }

  /// The parts that the deck puts into a property; empty if it does not set the property.
  public func parts(_ name: String) -> [ChildPart] { value(name) ?? [] }

  /// Distances from the four edges; nil if the deck does not set them and they have no default.
  public func insets(_ name: String) -> Insets? { value(name) }
}

/// A property of a custom part or trait.
public struct CustomProperty: Sendable {
  enum Kind: Sendable {
    case number(ClosedRange<Double>)
    case text
    case color
    case flag
    case word([String])
    case integer(ClosedRange<Int>)
    case numbers(ClosedRange<Double>)
    case texts
    case image
    case font
    case insets
    case parts
  }

  /// The key in decks.
  public let name: String
  /// The description in one sentence.
  public let summary: String
  /// Whether every use must set the property.
  public let isRequired: Bool
  let kind: Kind
  let standard: CustomValue?

  private init(_ name: String, _ summary: String, _ kind: Kind, _ standard: CustomValue?, _ isRequired: Bool)
  {
    (self.name, self.summary, self.kind, self.standard, self.isRequired) =
      (name, summary, kind, standard, isRequired)
  }

  /// A number within a range.
  public static func number(
    _ name: String, _ summary: String, in range: ClosedRange<Double> = -1_000_000...1_000_000,
    default standard: Double? = nil, isRequired: Bool = false
  ) -> CustomProperty {
    CustomProperty(name, summary, .number(range), standard.map { CustomValue($0) }, isRequired)
  }

  /// A text that is drawn or spoken.
  public static func text(
    _ name: String, _ summary: String, default standard: String? = nil, isRequired: Bool = false
  ) -> CustomProperty {
    CustomProperty(name, summary, .text, standard.map { CustomValue($0) }, isRequired)
  }

  /// A colour, or the name of a theme colour.
  public static func color(
    _ name: String, _ summary: String, default standard: Color? = nil, isRequired: Bool = false
  ) -> CustomProperty {
    CustomProperty(name, summary, .color, standard.map { CustomValue($0) }, isRequired)
  }

  /// `true` or `false`.
  public static func flag(_ name: String, _ summary: String, default standard: Bool = false) -> CustomProperty
  {
    CustomProperty(name, summary, .flag, CustomValue(standard), false)
  }

  /// One of some keywords.
  public static func word(
    _ name: String, _ summary: String, of words: [String], default standard: String? = nil,
    isRequired: Bool = false
  ) -> CustomProperty {
    CustomProperty(name, summary, .word(words), standard.map { CustomValue($0) }, isRequired)
  }

  /// The maximum length of a list of numbers.
  static let mostNumbers = 1_000

  /// A whole number within a range.
  public static func integer(
    _ name: String, _ summary: String, in range: ClosedRange<Int> = -1_000_000...1_000_000,
    default standard: Int? = nil, isRequired: Bool = false
  ) -> CustomProperty {
    CustomProperty(name, summary, .integer(range), standard.map { CustomValue($0) }, isRequired)
  }

  /// A list of at most 1,000 numbers within a range.
  public static func numbers(
    _ name: String, _ summary: String, in range: ClosedRange<Double> = -1_000_000...1_000_000,
    default standard: [Double]? = nil, isRequired: Bool = false
  ) -> CustomProperty {
    CustomProperty(name, summary, .numbers(range), standard.map { CustomValue($0) }, isRequired)
  }

  /// A list of at most 1,000 texts.
  public static func texts(_ name: String, _ summary: String, isRequired: Bool = false) -> CustomProperty {
    CustomProperty(name, summary, .texts, nil, isRequired)
  }

  /// A picture: a file of the deck, an icon or a `data:` URI.
  public static func image(_ name: String, _ summary: String, isRequired: Bool = false) -> CustomProperty {
    CustomProperty(name, summary, .image, nil, isRequired)
  }

  /// A font, or the name of a theme font.
  public static func font(_ name: String, _ summary: String, isRequired: Bool = false) -> CustomProperty {
    CustomProperty(name, summary, .font, nil, isRequired)
  }

  /// Parts, with `if` and `forEach`; only custom parts can have them.
  public static func parts(_ name: String, _ summary: String, isRequired: Bool = false) -> CustomProperty {
    CustomProperty(name, summary, .parts, nil, isRequired)
  }

  /// Distances from the four edges.
  public static func insets(
    _ name: String, _ summary: String, default standard: Insets? = nil, isRequired: Bool = false
  ) -> CustomProperty {
    CustomProperty(name, summary, .insets, standard.map { CustomValue($0) }, isRequired)
  }
}

/// A property of a custom part or trait, with the type of its value.
///
/// ```swift
/// static let value = CustomKey.number("value", "How far the arc is filled.", in: 0...1)
/// static let caption = CustomKey.text("caption", "Words below the value.").optional
/// static let properties = [value.property, caption.property]
///
/// init(_ values: CustomValues) {
///   (share, words) = (values[Self.value], values[Self.caption])
/// }
/// ```
///
/// Without a default and without ``optional``, every use must set the property.
public struct CustomKey<Value: Sendable>: Sendable {
  /// The description of the property, for `properties`.
  public let property: CustomProperty
  /// The value without one in the deck, which happens only if the key is not among the `properties`.
  let fallback: Value
  /// Converts the value that a deck sets.
  var read: @Sendable (any Hashable & Sendable) -> Value? = { $0 as? Value }

  /// The same property, which decks may omit; it has no default.
  public var optional: CustomKey<Value?> {
    CustomKey<Value?>(property: property.omittable, fallback: nil, read: { read($0) })
  }
}

extension CustomValues {
  /// The value of a property.
  public subscript<Value>(key: CustomKey<Value>) -> Value {
    values[key.property.name].flatMap { key.read($0.base) } ?? key.fallback
  }
}

extension CustomProperty {
  /// The same property, without a default and not required.
  fileprivate var omittable: CustomProperty { CustomProperty(name, summary, kind, nil, false) }
}

extension CustomKey {
  /// A number within a range.
  public static func number(
    _ name: String, _ summary: String, in range: ClosedRange<Double> = -1_000_000...1_000_000,
    default standard: Double? = nil
  ) -> CustomKey where Value == Double {
    CustomKey(
      property: .number(name, summary, in: range, default: standard, isRequired: standard == nil),
      fallback: standard ?? range.lowerBound)
  }

  /// A whole number within a range.
  public static func integer(
    _ name: String, _ summary: String, in range: ClosedRange<Int> = -1_000_000...1_000_000,
    default standard: Int? = nil
  ) -> CustomKey where Value == Int {
    CustomKey(
      property: .integer(name, summary, in: range, default: standard, isRequired: standard == nil),
      fallback: standard ?? range.lowerBound)
  }

  /// A text that is drawn or spoken.
  public static func text(_ name: String, _ summary: String, default standard: String? = nil) -> CustomKey
  where Value == String {
    CustomKey(
      property: .text(name, summary, default: standard, isRequired: standard == nil), fallback: standard ?? ""
    )
  }

  /// A colour, or the name of a theme colour.
  public static func color(_ name: String, _ summary: String, default standard: Color? = nil) -> CustomKey
  where Value == Color {
    CustomKey(
      property: .color(name, summary, default: standard, isRequired: standard == nil),
      fallback: standard ?? .black)
  }

  /// `true` or `false`.
  public static func flag(_ name: String, _ summary: String, default standard: Bool = false) -> CustomKey
  where Value == Bool {
    CustomKey(property: .flag(name, summary, default: standard), fallback: standard)
  }

  /// A list of at most 1,000 numbers within a range.
  public static func numbers(
    _ name: String, _ summary: String, in range: ClosedRange<Double> = -1_000_000...1_000_000,
    default standard: [Double]? = nil
  ) -> CustomKey where Value == [Double] {
    CustomKey(
      property: .numbers(name, summary, in: range, default: standard, isRequired: standard == nil),
      fallback: standard ?? [])
  }

  /// A list of at most 1,000 texts, which every use must set.
  public static func texts(_ name: String, _ summary: String) -> CustomKey where Value == [String] {
    CustomKey(property: .texts(name, summary, isRequired: true), fallback: [])
  }

  /// A picture, which decks may omit: a file of the deck, an icon or a `data:` URI.
  public static func image(_ name: String, _ summary: String) -> CustomKey where Value == ImageSource? {
    CustomKey(property: .image(name, summary), fallback: nil)
  }

  /// Parts, with `if` and `forEach`, which decks may omit; only custom parts can have them.
  public static func parts(_ name: String, _ summary: String) -> CustomKey where Value == [ChildPart] {
    CustomKey(property: .parts(name, summary), fallback: [])
  }

  /// One of the keywords of an enumeration.
  public static func word(_ name: String, _ summary: String, default standard: Value) -> CustomKey
  where Value: RawRepresentable<String> & CaseIterable {
    CustomKey(
      property: .word(
        name, summary, of: Value.allCases.map(\.rawValue), default: standard.rawValue),
      fallback: standard, read: { ($0 as? String).flatMap { Value(rawValue: $0) } })
  }
}
