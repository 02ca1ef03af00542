import CardRaster

/// The shape of a value as JSON Schema sees it; `SchemaWriter` writes it out.
indirect enum Schema: Hashable, Sendable {
  /// Any text.
  case string
  /// A text of some form.
  case text(TextForm)
  /// A number between two bounds, both included.
  case number(ClosedRange<Double>)
  /// A whole number between two bounds, both included.
  case integer(ClosedRange<Int>)
  /// `true` or `false`.
  case boolean
  /// One of some words.
  case word([String])
  /// A list of one kind of value, with the least and the most entries.
  case list(Schema, ClosedRange<Int>)
  /// A fixed number of numbers.
  case numbers(Int)
  /// An object with properties.
  case object(ObjectSchema)
  /// An object with any keys, whose values have one shape.
  case map(Schema)
  /// What only the whole document can describe, such as a part of any type.
  case reference(Reference)
  /// One of several shapes.
  case any([Schema])
  /// An object with any members.
  case freeObject
  /// Anything.
  case anything

  /// A form of text.
  struct TextForm: Hashable, Sendable {
    /// Texts that an editor offers.
    var names: [String] = []
    /// A regular expression that every text of the form fits, be it one of `names` or not.
    var pattern: String
    /// The most characters.
    var longest = Limits.textBytes

    /// A regular expression for a word in capital or small letters, which have no switch of their own in a schema.
    static func anyCase(_ word: String) -> String {
      word.reduce(into: "") { result, letter in
        let (small, capital) = (letter.lowercased(), letter.uppercased())
        result += small == capital ? small : "[\(small)\(capital)]"
      }
    }
  }

  /// A shape of the whole document.
  enum Reference: String, Hashable, Sendable {
    /// A part of any type, among those of a card.
    case part
    /// A part of any type that stands alone.
    case singlePart
    /// A part of any type, in a stack.
    case stackPart
    /// A part of any type, among layers.
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
    /// What a file holds.
    case include
  }
}

/// An object with properties, as the manual and the schema know it: the one place that describes it.
struct ObjectSchema: Sendable {
  /// Its name among the definitions of the schema.
  let name: String
  /// One sentence.
  let summary: String
  /// Whether it may have `if`, `forEach` and `as`.
  let repeats: Bool
  /// Other shapes that mean the same.
  let shortForms: [Schema]
  /// Its properties with the defaults of a fresh one.
  var properties: [PropertyDoc] { describe().properties }
  /// Keys of which it must have at least one, list by list.
  var needs: [[String]] { describe().needs }
  /// Made when somebody asks: an object may hold others of its own kind.
  private let describe: @Sendable () -> (properties: [PropertyDoc], needs: [[String]])

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  init<Root>(
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

  /// An object whose properties are gathered from elsewhere, such as the traits from their registry.
  init(_ name: String, _ summary: String, properties: @escaping @Sendable () -> [PropertyDoc]) {
    self.name = name
    self.summary = summary
    repeats = false
    shortForms = []
    describe = { (properties(), []) }
  }
}

extension ObjectSchema: Hashable {
  static func == (a: ObjectSchema, b: ObjectSchema) -> Bool { a.name == b.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// What a cell of a table becomes where a property asks for a shape.
extension JSONNode {
  /// A cell as a value of a shape; a cell that cannot be one, and every other node, as it is.
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
  /// Whether it, or one of the shapes that it may have, is of a sort.
  fileprivate func contains(where isWanted: (Schema) -> Bool) -> Bool {
    if case .any(let shapes) = self { return shapes.contains { $0.contains(where: isWanted) } }
    return isWanted(self)
  }

  fileprivate var isText: Bool {
    switch self {
    case .string, .anything: true
    default: false
    }
  }

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
