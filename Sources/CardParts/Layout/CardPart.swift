import CardRaster

/// A part of a card: values that were read out of a deck, and how they are laid out.
///
/// A part returns a box with items; it does not draw, read files or look at anything but its own values, the theme and
/// what its parent offers. It must answer any offer, and be of a sane size where nothing is asked for.
protocol CardPart: Sendable {
  /// What decks, the manual and the schema know of the part.
  static var kind: PartKind { get }
  /// The margins when the deck gives none.
  func margins(_ theme: Theme) -> Insets
  /// Whether the part takes all the width that is there instead of one of its own.
  var fillsWidth: Bool { get }
  /// Whether the part has no width of its own: in a row it takes what is left over.
  var hasNoWidth: Bool { get }
  /// Whether the part becomes narrower in a row only after those that can wrap or shorten their words.
  var keepsWidth: Bool { get }
  /// Whether the part has no height of its own: in a column or a card it takes what is left over.
  var hasNoHeight: Bool { get }
  /// Whether round corners cut off what the part holds.
  var clipsToCorners: Bool { get }
  /// Whether what lies beyond its left and right edge is seen up to the edges of the card.
  var reachesCardEdges: Bool { get }
  /// What the part lies over instead of taking space among the others.
  var overlay: PartOverlay { get }
  /// The parts inside it, for checks that go over a whole card.
  var children: [AnyPart] { get }
  /// The part's box for an offer, without the background, margins and link that every part has.
  func layout(_ proposal: Proposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox
}

extension CardPart {
  func margins(_ theme: Theme) -> Insets { theme.cardPartMargins }
  var fillsWidth: Bool { true }
  var hasNoWidth: Bool { false }
  var keepsWidth: Bool { false }
  var hasNoHeight: Bool { false }
  var clipsToCorners: Bool { false }
  var reachesCardEdges: Bool { false }
  var overlay: PartOverlay { .none }
  var children: [AnyPart] { [] }
}

/// What a part lies over.
enum PartOverlay: String, Sendable, CaseIterable {
  /// Nothing: it has a place of its own.
  case none
  /// The whole card, above its other parts.
  case card
  /// The whole picture, above all cards.
  case deck
}

/// The families of the manual.
enum PartFamily: String, Sendable, CaseIterable {
  case text, picture, control, rule, container, chart, effect

  var title: String {
    switch self {
    case .text: "Text"
    case .picture: "Pictures"
    case .control: "Controls"
    case .rule: "Rules and space"
    case .container: "Containers"
    case .chart: "Charts"
    case .effect: "Effects"
    }
  }
}

/// What decks, the manual and the schema know of a part.
struct PartKind: Sendable {
  /// The `type` in a deck.
  let name: String
  let family: PartFamily
  /// One sentence.
  let summary: String
  /// A part that can be copied into a deck, as JSON.
  let example: String
  /// The part's own properties.
  var properties: [PropertyDoc] { describe() }
  /// Reads the part's own properties; the keys in `others` are somebody else's.
  let read:
    @Sendable (JSONNode, JSONPath, ReadContext, FieldTable<PartCommon>, inout PartCommon) -> any CardPart
  /// The part's own properties that are not as they are by default, for explanations.
  let given: @Sendable (any CardPart) -> [GivenProperty]
  /// Defaults become words only when somebody reads them.
  private let describe: @Sendable () -> [PropertyDoc]

  init<Part: CardPart>(
    _ name: String, _ family: PartFamily, _ summary: String, example: String,
    make: @escaping @Sendable () -> Part,
    @FieldBuilder<Part> fields makeFields: () -> [Field<Part>],
    check: @escaping @Sendable (Part, JSONNode, JSONPath, ReadContext) -> Void = { _, _, _, _ in }
  ) {
    let fields = makeFields()
    let table = FieldTable(fields)
    self.name = name
    self.family = family
    self.summary = summary
    self.example = example
    describe = { fields.map { PropertyDoc($0, of: make()) } }
    given = { part in (part as? Part).map { GivenProperty.all(of: $0, fields, unlike: make()) } ?? [] }
    read = { node, path, context, commonFields, common in
      var part = make()
      guard case .object(let members) = node.value else { return part }
      for member in members where member.key != "type" {
        let place = path.key(member.key)
        if case .null = member.value.value, table[member.key] != nil || commonFields[member.key] != nil {
          continue
        }
        if let field = table[member.key] {
          field.read(&part, member.value, place, context)
        } else if let field = commonFields[member.key] {
          field.read(&common, member.value, place, context)
        } else {
          let known = fields.map(\.name) + commonFields.fields.map(\.name)
          let near = Spelling.nearest(to: member.key, in: known)
          context.log.add(
            DeckIssue(
              .error, file: context.file, place: member.keyPlace ?? member.value.place, path: path,
              message: "unknown key '\(member.key)' of part '\(name)'",
              hint: near.map { "did you mean '\($0)'?" }))
        }
      }
      check(part, node, path, context)
      return part
    }
  }
}

/// A property as the manual and the schema show it.
struct PropertyDoc: Sendable {
  let name: String
  let kindName: String
  let schema: Schema
  let summary: String
  let defaultText: String

  init(name: String, kindName: String, schema: Schema, summary: String, defaultText: String) {
    self.name = name
    self.kindName = kindName
    self.schema = schema
    self.summary = summary
    self.defaultText = defaultText
  }

  init<Root>(_ field: Field<Root>, of root: Root) {
    name = field.name
    kindName = field.kindName
    schema = field.schema
    summary = field.summary
    defaultText = field.defaultText(root)
  }
}
