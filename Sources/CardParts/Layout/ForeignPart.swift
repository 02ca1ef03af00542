import CardRaster

/// The part that a custom one becomes: it reads the values, checks the size and hands over what is drawn.
struct ForeignPart<Custom: CustomPart>: CardPart {
  private var values: [String: CustomValue]
  private var custom: Custom?

  private init() {
    let given = Custom.properties.compactMap { property in property.standard.map { (property.name, $0) } }
    values = Dictionary(given) { first, _ in first }
  }

  static var kind: PartKind {
    PartKind(
      Custom.name, .chart, Custom.summary, example: Custom.example, make: { ForeignPart() },
      needs: Custom.properties.filter(\.isRequired).map { [$0.name] },
      fields: { Custom.properties.map { ForeignPart.field($0) } },
      check: { part, node, path, context in
        do throws(CustomMistake) {
          part.custom = try Custom(CustomValues(values: part.values))
        } catch {
          context.error(
            node[error.property] ?? node, path.key(error.property), error.message, hint: error.hint)
        }
      })
  }

  /// What it draws is as it was drawn, whatever side the deck is read from.
  var keepsDirection: Bool { true }

  func layout(_ proposal: Proposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let surroundings = PartSurroundings(context: context)
    guard let custom else { return LayoutBox(size: .zero) }
    let natural = try custom.size(for: proposal, surroundings)
    let size = Size(
      width: proposal.width.resolve(natural.width), height: proposal.height.resolve(natural.height))
    for (length, what) in [(size.width, "width"), (size.height, "height")] {
      guard (0...Limits.number).contains(length) else {
        throw .limit(
          what: "the \(what) of a part '\(Custom.name)'", value: length, limit: Limits.number)
      }
    }
    var drawing = PartDrawing(size, surroundings)
    try custom.draw(in: &drawing)
    return drawing.box
  }

  private static func field(_ property: CustomProperty) -> Field<ForeignPart> {
    switch property.kind {
    case .number(let range):
      field(property, ValueKind<Double>.number(range), { .number($0) }) {
        if case .number(let value) = $0 { value } else { nil }
      }
    case .text:
      field(property, ValueKind<String>.text, { .text($0) }) {
        if case .text(let value) = $0 { value } else { nil }
      }
    case .color:
      field(property, ValueKind<Color>.color, { .color($0) }) {
        if case .color(let value) = $0 { value } else { nil }
      }
    case .flag:
      field(property, ValueKind<Bool>.boolean, { .flag($0) }) {
        if case .flag(let value) = $0 { value } else { nil }
      }
    case .word(let words):
      field(property, ValueKind<String>.word(of: words), { .text($0) }) {
        if case .text(let value) = $0 { value } else { nil }
      }
    case .numbers:
      field(property, ValueKind<[Double]>.list(ValueKind<Double>.number(), 0...1_000), { .numbers($0) }) {
        if case .numbers(let values) = $0 { values } else { nil }
      }
    }
  }

  private static func field<Value: Sendable>(
    _ property: CustomProperty, _ kind: ValueKind<Value>, _ wrap: @escaping @Sendable (Value) -> CustomValue,
    _ unwrap: @escaping @Sendable (CustomValue) -> Value?
  ) -> Field<ForeignPart> {
    let name = property.name
    return Field(
      name, kind, property.summary, get: { part in part.values[name].flatMap(unwrap) },
      set: { part, value in part.values[name] = wrap(value) })
  }
}

extension ValueKind where Value == String {
  /// One of some words that are known when the program runs.
  fileprivate static func word(of words: [String]) -> Self {
    ValueKind(
      words.map { "`\($0)`" }.joined(separator: ", "), schema: .word(words), show: { "`\($0)`" },
      json: { .of($0) }
    ) { node, path, context in
      guard case .string(let word) = node.value, words.contains(word) else {
        let near = Spelling.nearest(to: node.meantText ?? "", in: words)
        context.error(
          node, path, "unknown value \(node.briefText), expected one of \(words.joined(separator: ", "))",
          hint: near.map { "did you mean '\($0)'?" })
        return nil
      }
      return word
    }
  }
}
