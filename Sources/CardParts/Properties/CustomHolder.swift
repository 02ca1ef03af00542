import CardRaster

/// What holds the values that a deck gives a custom part or trait, by the names of its properties.
protocol CustomHolder: Sendable {
  var values: [String: CustomValue] { get set }
}

extension CustomProperty {
  /// The values of absent properties.
  static func defaults(of properties: [CustomProperty]) -> [String: CustomValue] {
    let given = properties.compactMap { property in property.standard.map { (property.name, $0) } }
    return Dictionary(given) { first, _ in first }
  }

  /// The keys that must be there, as tables of properties want them.
  static func required(of properties: [CustomProperty]) -> [[String]] {
    properties.filter(\.isRequired).map { [$0.name] }
  }

  /// What is wrong with the properties themselves; nil for nothing.
  static func mistake(in properties: [CustomProperty], of what: String, taken: [String]) -> String? {
    var names: Set<String> = []
    for property in properties {
      let name = DeckIssue.quoted(property.name)
      if !CustomKinds.isPlain(property.name) { return "\(what) has a property \(name), which is no name" }
      if taken.contains(property.name) { return "\(what) has a property \(name), which every part has" }
      if !names.insert(property.name).inserted { return "\(what) has two properties \(name)" }
      if !property.takesItsDefault {
        return "the default of property \(name) of \(what) is none of its values"
      }
    }
    return nil
  }

  private var takesItsDefault: Bool {
    switch (kind, standard) {
    case (.number(let range), .number(let value)?): range.contains(value)
    case (.word(let words), .text(let word)?): words.contains(word)
    default: true
    }
  }

  /// The property as the tables know it.
  func field<Holder: CustomHolder>(of type: Holder.Type) -> Field<Holder> {
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
    case .numbers:
      field(ValueKind<[Double]>.list(ValueKind<Double>.number(), 0...Self.mostNumbers), { .numbers($0) }) {
        if case .numbers(let values) = $0 { values } else { nil }
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
  /// Makes a custom part or trait of its values; nil when that failed, which is in the log then.
  func custom<Custom>(
    _ node: JSONNode, _ path: JSONPath, _ properties: [CustomProperty], _ values: [String: CustomValue],
    _ make: (CustomValues) throws(CustomMistake) -> Custom
  ) -> Custom? {
    // Of one without what it needs there is nothing more to say.
    guard properties.allSatisfy({ !$0.isRequired || values[$0.name] != nil }) else { return nil }
    do throws(CustomMistake) {
      return try make(CustomValues(values: values))
    } catch {
      let place = error.property.flatMap { node[$0] } ?? node
      self.error(place, error.property.map { path.key($0) } ?? path, error.message, hint: error.hint)
      return nil
    }
  }
}
