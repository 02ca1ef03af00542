import CardRaster

/// The schema of a value; `SchemaWriter` writes it as JSON Schema.
package indirect enum Schema: Hashable, Sendable {
  /// Any text.
  case string
  /// A text with a pattern.
  case text(TextForm)
  /// A number in a closed range.
  case number(ClosedRange<Double>)
  /// An integer in a closed range.
  case integer(ClosedRange<Int>)
  /// `true` or `false`.
  case boolean
  /// One of some keywords.
  case word([String])
  /// A list of one kind of value, with its minimum and maximum length.
  case list(Schema, ClosedRange<Int>)
  /// A fixed number of numbers.
  case numbers(Int)
  /// An object with properties.
  case object(ObjectSchema)
  /// An object with arbitrary keys, whose values have one schema.
  case map(Schema)
  /// A definition that depends on the whole document, such as a part of any type.
  case reference(Reference)
  /// One of several schemas.
  case any([Schema])
  /// An object with arbitrary members.
  case freeObject
  /// Any value.
  case anything

  /// A text pattern.
  package struct TextForm: Hashable, Sendable {
    /// Texts that an editor suggests.
    package var names: [String] = []
    /// A regular expression that matches every valid text, including `names`.
    package var pattern: String
    /// The maximum number of characters.
    package var longest = Limits.textBytes

    package init(names: [String] = [], pattern: String, longest: Int = Limits.textBytes) {
      self.names = names
      self.pattern = pattern
      self.longest = longest
    }

    /// A regular expression that matches a word in any case; JSON Schema has no flag for ignoring case.
    package static func anyCase(_ word: String) -> String {
      word.reduce(into: "") { result, letter in
        let (small, capital) = (letter.lowercased(), letter.uppercased())
        result += small == capital ? small : "[\(small)\(capital)]"
      }
    }
  }

  /// A definition of the whole document.
  package enum Reference: String, Hashable, Sendable {
    /// A part of any type, in a card.
    case part
    /// A single part of any type.
    case singlePart
    /// A part of any type, in a stack.
    case stackPart
    /// A part of any type, in layers.
    case layerPart
    /// A card.
    case card
    /// The traits of a card.
    case traits
    /// A theme: a name, a path or an object.
    case theme
    /// A colour.
    case color
    /// A colour or a gradient.
    case paint
    /// The content of an included file.
    case include
  }
}

/// The definition of an object with properties, the single source for the manual and the schema.
package struct ObjectSchema: Sendable {
  /// The name among the schema's definitions.
  package let name: String
  /// The description in one sentence.
  package let summary: String
  /// Whether it supports `if`, `forEach` and `as`.
  let repeats: Bool
  /// Alternative short forms.
  let shortForms: [Schema]
  /// The properties with the defaults of a new object.
  package var properties: [PropertyDoc] { describe().properties }
  /// Groups of keys; the object needs at least one key of each group.
  package var needs: [[String]] { describe().needs }
  /// Created on demand, because an object may contain others of its own kind.
  private let describe: @Sendable () -> (properties: [PropertyDoc], needs: [[String]])

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package init<Root>(
    _ name: String, _ summary: String, _ fields: @autoclosure @escaping @Sendable () -> FieldTable<Root>,
    repeats: Bool = false, shortForms: [Schema] = [], make: @escaping @Sendable () -> Root
  ) {
    self.name = name
    self.summary = summary
    self.repeats = repeats
    self.shortForms = shortForms
    describe = {
      let table = fields()
      return (table.fields.map { PropertyDoc($0, of: make()) }, table.keys.needs)
    }
  }

  /// Creates an object whose properties come from elsewhere, such as the traits from their registry.
  package init(_ name: String, _ summary: String, properties: @escaping @Sendable () -> [PropertyDoc]) {
    self.name = name
    self.summary = summary
    repeats = false
    shortForms = []
    describe = { (properties(), []) }
  }
}

extension ObjectSchema: Hashable {
  package static func == (a: ObjectSchema, b: ObjectSchema) -> Bool { a.name == b.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Conversion of a table cell to the type of a property.
extension JSONNode {
  /// A cell converted to a value of the schema.
  ///
  /// A cell that cannot be converted, and every other node, is unchanged.
  func meant(as schema: Schema) -> JSONNode {
    guard isCell, !schema.contains(where: \.isText) else { return self }
    var result = self
    if schema.contains(where: \.isNumber), let number = meantNumber {
      result.value = .number(number)
    } else if schema.contains(where: { $0 == .boolean }), let flag = meantBool {
      result.value = .bool(flag)
    } else if schema.contains(where: \.isCollection), let node = meantCollection {
      result.value = node.value
    }
    return result
  }
}

extension Schema {
  /// Whether this schema, or one of its alternatives, satisfies a condition.
  fileprivate func contains(where isWanted: (Schema) -> Bool) -> Bool {
    if case .any(let shapes) = self { return shapes.contains { $0.contains(where: isWanted) } }
    return isWanted(self)
  }

  fileprivate var isText: Bool { self == .string || self == .anything }

  fileprivate var isNumber: Bool {
    switch self {
    case .number, .integer: true
    default: false
    }
  }

  fileprivate var isCollection: Bool {
    switch self {
    case .list, .numbers, .object, .map, .freeObject: true
    default: false
    }
  }
}
