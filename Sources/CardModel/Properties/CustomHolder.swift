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

  private var takesItsDefault: Bool {
    switch (kind, standard) {
    case (.number(let range), .number(let value)?): range.contains(value)
    case (.integer(let range), .number(let value)?): Int(exactly: value).map(range.contains) == true
    case (.numbers(let range), .numbers(let values)?): values.allSatisfy(range.contains)
    case (.word(let words), .text(let word)?): words.contains(word)
    default: true
    }
  }

  /// The property as a field.
  package func field<Holder: CustomHolder>(of type: Holder.Type) -> Field<Holder> {
    switch kind {
    case .number(let range):
      field(ValueKind<Double>.number(range), { .number($0) }) {
        if case .number(let value) = $0 { value } else { nil }
      }
    case .text:
      field(ValueKind<String>.text, { .text($0) }) { if case .text(let value) = $0 { value } else { nil } }
    case .color:
      field(ValueKind<Color>.color, { .color($0) }) { if case .color(let value) = $0 { value } else { nil } }
    case .flag:
      field(ValueKind<Bool>.boolean, { .flag($0) }) { if case .flag(let value) = $0 { value } else { nil } }
    case .word(let words):
      field(ValueKind<String>.word(of: words), { .text($0) }) {
        if case .text(let value) = $0 { value } else { nil }
      }
    case .integer(let range):
      field(ValueKind<Int>.integer(range), { .number(Double($0)) }) {
        if case .number(let value) = $0 { Int(exactly: value) } else { nil }
      }
    case .numbers(let range):
      field(ValueKind<[Double]>.list(ValueKind<Double>.number(range), 0...Self.mostNumbers), { .numbers($0) })
      { if case .numbers(let values) = $0 { values } else { nil } }
    case .texts:
      field(ValueKind<[String]>.list(ValueKind<String>.text, 0...Self.mostNumbers), { .texts($0) }) {
        if case .texts(let values) = $0 { values } else { nil }
      }
    case .image:
      field(ValueKind<ImageSource>.image, { .image($0) }) {
        if case .image(let value) = $0 { value } else { nil }
      }
    case .font:
      field(ValueKind<FontSpec>.font, { .font($0) }) { if case .font(let value) = $0 { value } else { nil } }
    case .insets:
      field(ValueKind<Insets>.insets, { .insets($0) }) {
        if case .insets(let value) = $0 { value } else { nil }
      }
    }
  }

  private func field<Holder: CustomHolder, Value: Sendable>(
    _ kind: ValueKind<Value>, _ wrap: @escaping @Sendable (Value) -> CustomValue,
    _ unwrap: @escaping @Sendable (CustomValue) -> Value?
  ) -> Field<Holder> {
    let name = name
    return Field(
      name, kind, summary, get: { holder in holder.values[name].flatMap(unwrap) },
      set: { holder, value in holder.values[name] = wrap(value) })
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

/// A value of a custom property.
package enum CustomValue: Hashable, Sendable {
  case number(Double)
  case text(String)
  case color(Color)
  case flag(Bool)
  case numbers([Double])
  case texts([String])
  case image(ImageSource)
  case font(FontSpec)
  case insets(Insets)
}

/// The values that a deck sets for a custom part or trait; absent values have their property's default.
public struct CustomValues: Hashable, Sendable {
  let values: [String: CustomValue]

  /// A number; nil if the deck does not set it and it has no default.
  public func number(_ name: String) -> Double? {
    if case .number(let value)? = values[name] { value } else { nil }
  }

  /// A text or keyword; nil if the deck does not set it and it has no default.
  public func text(_ name: String) -> String? {
    if case .text(let value)? = values[name] { value } else { nil }
  }

  /// A colour; nil if the deck does not set it and it has no default.
  public func color(_ name: String) -> Color? {
    if case .color(let value)? = values[name] { value } else { nil }
  }

  /// Whether a flag is true.
  public func flag(_ name: String) -> Bool { values[name] == .flag(true) }

  /// A list of numbers; nil if the deck does not set it and it has no default.
  public func numbers(_ name: String) -> [Double]? {
    if case .numbers(let values)? = values[name] { values } else { nil }
  }

  /// A whole number; nil if the deck does not set it and it has no default.
  public func integer(_ name: String) -> Int? { number(name).flatMap { Int(exactly: $0) } }

  /// A list of texts; nil if the deck does not set it.
  public func texts(_ name: String) -> [String]? {
    if case .texts(let values)? = values[name] { values } else { nil }
  }

  /// A picture; nil if the deck does not set it.
  public func image(_ name: String) -> ImageSource? {
    if case .image(let value)? = values[name] { value } else { nil }
  }

  /// A font; nil if the deck does not set it.
  ///
  /// - Parameter standard: the font with the size, weight and family that the deck does not set.
  public func font(_ name: String, over standard: Font) -> Font? {
    if case .font(let value)? = values[name] { value.over(standard) } else { nil }
  }

  /// Distances from the four edges; nil if the deck does not set them and they have no default.
  public func insets(_ name: String) -> Insets? {
    if case .insets(let value)? = values[name] { value } else { nil }
  }
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
    CustomProperty(name, summary, .number(range), standard.map { .number($0) }, isRequired)
  }

  /// A text that is drawn or spoken.
  public static func text(
    _ name: String, _ summary: String, default standard: String? = nil, isRequired: Bool = false
  ) -> CustomProperty {
    CustomProperty(name, summary, .text, standard.map { .text($0) }, isRequired)
  }

  /// A colour, or the name of a theme colour.
  public static func color(
    _ name: String, _ summary: String, default standard: Color? = nil, isRequired: Bool = false
  ) -> CustomProperty {
    CustomProperty(name, summary, .color, standard.map { .color($0) }, isRequired)
  }

  /// `true` or `false`.
  public static func flag(_ name: String, _ summary: String, default standard: Bool = false) -> CustomProperty
  {
    CustomProperty(name, summary, .flag, .flag(standard), false)
  }

  /// One of some keywords.
  public static func word(
    _ name: String, _ summary: String, of words: [String], default standard: String? = nil,
    isRequired: Bool = false
  ) -> CustomProperty {
    CustomProperty(name, summary, .word(words), standard.map { .text($0) }, isRequired)
  }

  /// The maximum length of a list of numbers.
  static let mostNumbers = 1_000

  /// A whole number within a range.
  public static func integer(
    _ name: String, _ summary: String, in range: ClosedRange<Int> = -1_000_000...1_000_000,
    default standard: Int? = nil, isRequired: Bool = false
  ) -> CustomProperty {
    CustomProperty(name, summary, .integer(range), standard.map { .number(Double($0)) }, isRequired)
  }

  /// A list of at most 1,000 numbers within a range.
  public static func numbers(
    _ name: String, _ summary: String, in range: ClosedRange<Double> = -1_000_000...1_000_000,
    default standard: [Double]? = nil, isRequired: Bool = false
  ) -> CustomProperty {
    CustomProperty(name, summary, .numbers(range), standard.map { .numbers($0) }, isRequired)
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

  /// Distances from the four edges.
  public static func insets(
    _ name: String, _ summary: String, default standard: Insets? = nil, isRequired: Bool = false
  ) -> CustomProperty {
    CustomProperty(name, summary, .insets, standard.map { .insets($0) }, isRequired)
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
  /// The value of a deck; nil if the deck does not set it and it has no default.
  let read: @Sendable (CustomValues) -> Value?
  /// The value where a deck gives none, which happens only if the key is not among the `properties`.
  let fallback: Value

  /// The same property, which decks may omit; it has no default.
  public var optional: CustomKey<Value?> {
    CustomKey<Value?>(property: property.omittable, read: { read($0) }, fallback: nil)
  }
}

extension CustomValues {
  /// The value of a property.
  public subscript<Value>(key: CustomKey<Value>) -> Value { key.read(self) ?? key.fallback }
}

extension CustomProperty {
  /// The same property, without a default and not required.
  fileprivate var omittable: CustomProperty { CustomProperty(name, summary, kind, nil, false) }
}

extension CustomKey<Double> {
  /// A number within a range.
  public static func number(
    _ name: String, _ summary: String, in range: ClosedRange<Double> = -1_000_000...1_000_000,
    default standard: Double? = nil
  ) -> CustomKey {
    CustomKey(
      property: .number(name, summary, in: range, default: standard, isRequired: standard == nil),
      read: { $0.number(name) }, fallback: standard ?? range.lowerBound)
  }
}

extension CustomKey<Int> {
  /// A whole number within a range.
  public static func integer(
    _ name: String, _ summary: String, in range: ClosedRange<Int> = -1_000_000...1_000_000,
    default standard: Int? = nil
  ) -> CustomKey {
    CustomKey(
      property: .integer(name, summary, in: range, default: standard, isRequired: standard == nil),
      read: { $0.integer(name) }, fallback: standard ?? range.lowerBound)
  }
}

extension CustomKey<String> {
  /// A text that is drawn or spoken.
  public static func text(_ name: String, _ summary: String, default standard: String? = nil) -> CustomKey {
    CustomKey(
      property: .text(name, summary, default: standard, isRequired: standard == nil),
      read: { $0.text(name) }, fallback: standard ?? "")
  }
}

extension CustomKey<Color> {
  /// A colour, or the name of a theme colour.
  public static func color(_ name: String, _ summary: String, default standard: Color? = nil) -> CustomKey {
    CustomKey(
      property: .color(name, summary, default: standard, isRequired: standard == nil),
      read: { $0.color(name) }, fallback: standard ?? .black)
  }
}

extension CustomKey<Bool> {
  /// `true` or `false`.
  public static func flag(_ name: String, _ summary: String, default standard: Bool = false) -> CustomKey {
    CustomKey(property: .flag(name, summary, default: standard), read: { $0.flag(name) }, fallback: standard)
  }
}

extension CustomKey<[Double]> {
  /// A list of at most 1,000 numbers within a range.
  public static func numbers(
    _ name: String, _ summary: String, in range: ClosedRange<Double> = -1_000_000...1_000_000,
    default standard: [Double]? = nil
  ) -> CustomKey {
    CustomKey(
      property: .numbers(name, summary, in: range, default: standard, isRequired: standard == nil),
      read: { $0.numbers(name) }, fallback: standard ?? [])
  }
}

extension CustomKey<[String]> {
  /// A list of at most 1,000 texts, which every use must set.
  public static func texts(_ name: String, _ summary: String) -> CustomKey {
    CustomKey(
      property: .texts(name, summary, isRequired: true), read: { $0.texts(name) }, fallback: [])
  }
}

extension CustomKey<ImageSource?> {
  /// A picture, which decks may omit: a file of the deck, an icon or a `data:` URI.
  public static func image(_ name: String, _ summary: String) -> CustomKey {
    CustomKey(property: .image(name, summary), read: { $0.image(name) }, fallback: nil)
  }
}

extension CustomKey where Value: RawRepresentable<String> & CaseIterable {
  /// One of the keywords of an enumeration.
  public static func word(_ name: String, _ summary: String, default standard: Value) -> CustomKey {
    CustomKey(
      property: .word(
        name, summary, of: Value.allCases.map(\.rawValue), default: standard.rawValue),
      read: { $0.text(name).flatMap { Value(rawValue: $0) } }, fallback: standard)
  }
}
