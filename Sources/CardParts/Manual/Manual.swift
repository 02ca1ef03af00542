import CardRaster

/// The properties of decks with the descriptions in the code.
///
/// It is the source of the manual, its tables and the schema.
package enum Manual {
  /// A property of a part, a trait, a theme, a card or the deck.
  package struct Property: Sendable {
    /// The key.
    package let name: String
    /// The kind of value, as in the "takes" column of the manual.
    package let kind: String
    /// The default value, or a note that the property is required.
    package let defaultText: String
    /// The description in one sentence.
    package let summary: String
    let doc: PropertyDoc
    var schema: Schema { doc.schema }
    /// The objects in the value, and the objects in these, with their keys.
    package var objects: [(name: String, keys: [String])] {
      ObjectSchema.all(in: [schema]).map { ($0.name, $0.properties.map(\.name)) }
    }

    /// Creates a property from its documentation.
    ///
    /// - Parameter text: Replaces the default value.
    init(_ doc: PropertyDoc, default text: String? = nil) {
      (name, kind, summary) = (doc.name, doc.kindName, doc.summary)
      defaultText = text ?? doc.defaultText
      self.doc = doc
    }
  }

  /// The allowed and the required properties of a part, a trait or an object.
  package struct Keys: Sendable {
    /// All allowed properties.
    package let properties: [Property]
    /// Groups of keys; at least one key of each group is required.
    package let choices: [[String]]

    /// Replaces the default of required properties, because the value of a new object is never drawn.
    static let needed = "needed"

    init(_ docs: [PropertyDoc], needs: [[String]]) {
      let alone = Set(needs.filter { $0.count == 1 }.joined())
      properties = docs.map { Property($0, default: alone.contains($0.name) ? Keys.needed : nil) }
      choices = needs.filter { $0.count > 1 }
    }
  }

  /// A part or a trait.
  package struct Entry: Sendable {
    /// The name in a deck.
    package let name: String
    /// The title of the family; empty for traits.
    package let family: String
    /// The description in one sentence.
    package let summary: String
    /// An example as JSON, ready to be copied into a deck.
    package let example: String
    /// Its own properties, and the required ones.
    package let keys: Keys
    /// Its own properties.
    package var properties: [Property] { keys.properties }

    init(_ kind: PartKind) {
      (name, family, summary, example) = (kind.name, kind.family.title, kind.summary, kind.example)
      keys = Manual.keys(kind)
    }

    init(_ kind: TraitKind) {
      (name, family, summary, example) = (kind.name, "", kind.summary, kind.example)
      keys = Manual.keys(kind)
    }

    /// The page as Markdown.
    package var markdown: String {
      var lines = ["# \(name)", "", summary, "", "```json", example, "```", ""]
      if !properties.isEmpty { lines += Manual.table(keys) + [""] }
      if !family.isEmpty { lines += ["Every part also takes what is common to all parts.", ""] }
      return lines.joined(separator: "\n")
    }
  }

  /// The names of all parts.
  package static var partNames: [String] { PartRegistry.entries.map(\.name) }
  /// The names of all traits.
  package static var traitNames: [String] { TraitRegistry.kinds.map(\.name) }

  /// All parts, in the order of the manual.
  package static var parts: [Entry] { PartRegistry.kinds.map(Entry.init) }

  /// All traits, in the order in which they are applied.
  package static var traits: [Entry] { TraitRegistry.kinds.map(Entry.init) }

  /// The properties of every part.
  package static var common: [Property] {
    PropertyDoc.all(PartCommon.columnFields, PartCommon()).map { Property($0) }
  }

  /// All objects with their own properties, by name: the schema's definitions.
  package static var objects: [(name: String, summary: String, keys: Keys)] {
    SchemaDocument.objects.map { ($0.name, $0.summary, Keys($0.properties, needs: $0.needs)) }
  }

  package static var deck: Keys {
    Keys(PropertyDoc.all(Deck.fields, DeckValues()), needs: Deck.fields.keys.needs)
  }

  static func keys(_ kind: PartKind) -> Keys { Keys(kind.properties, needs: kind.needs) }

  /// The properties of a trait; the required keys are those of its object form, if it has one.
  static func keys(_ kind: TraitKind) -> Keys {
    Keys(kind.properties, needs: kind.schema.objects.first?.needs ?? [])
  }
}

extension CustomKind {
  /// The manual page of a custom part, trait or formatter, as Markdown.
  public static var manualPage: String { Manual.page(of: Self.self) }
}

extension Manual {
  fileprivate static func page(of type: any CustomKind.Type) -> String {
    let custom = CustomKinds([type])
    let entry =
      custom.parts(reading: .stackParts).first.map(Entry.init) ?? custom.traits.first.map(Entry.init)
    return entry?.markdown
      ?? ["# \(type.name)", "", type.summary, "", "```json", type.example, "```", ""].joined(separator: "\n")
  }

  fileprivate static func table(_ keys: Keys) -> [String] {
    let rows = keys.properties.map { property in
      let cells = ["`\(property.name)`", property.kind, property.defaultText, property.summary]
      return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }
    return ["## Properties", "", "| property | value | default | meaning |", "|---|---|---|---|"] + rows
  }
}

extension Manual {
  /// All themes with a one-sentence description each.
  package static var themes: [(name: String, summary: String)] {
    ThemeRegistry.presets.map { ($0.name, $0.summary) }
  }

  /// The base values of a theme, with those of the default theme as defaults.
  package static var themeBase: [Property] { themeBase(ThemeRegistry.standard.name) }

  /// The base values of a theme, with those of a built-in theme as defaults.
  ///
  /// - Parameter families: The available font families, from which a theme chooses that of its headings.
  package static func themeBase(
    _ name: String, _ appearance: Appearance = .light, families: [String] = []
  ) -> [Property] {
    values(ResolvedTheme.Base.fields, theme(named: name, appearance, families).base)
  }

  /// The properties of a theme, with the values of a built-in theme as defaults.
  ///
  /// - Parameter families: The available font families, from which a theme chooses that of its headings.
  package static func theme(_ name: String, _ appearance: Appearance = .light, families: [String] = [])
    -> [Property]
  {
    values(ResolvedTheme.fields, theme(named: name, appearance, families))
  }

  /// The theme that a deck with this theme name gets; the default theme for an unknown name.
  private static func theme(named name: String, _ appearance: Appearance, _ families: [String])
    -> ResolvedTheme
  {
    let context = ReadContext(
      file: "", log: IssueLog(), theme: ThemeRegistry.standard.theme(for: appearance),
      assets: AssetStore(folder: "."),
      families: FamilyList { family in
        families.contains(family) ? .success(family) : .failure(.unknownFamily(family, nearest: nil))
      }, scope: BindingScope(data: .object([:])), counter: NodeCounter())
    return ThemeReading(context: context, file: "").themed(.of(name), .root).theme
  }

  /// The properties with the values of a theme; values replace the rules for defaults.
  private static func values<Root>(_ table: FieldTable<Root>, _ root: Root) -> [Property] {
    table.fields.map { Property(PropertyDoc($0, of: root), default: $0.show(root)) }
  }
}
