import CardRaster

/// What decks may hold, in the words of the code's own descriptions: the source of manuals, tables and the schema.
package enum Manual {
  /// A property of a part, a trait, a theme, a card or the deck.
  package struct Property: Sendable {
    /// Its key.
    package let name: String
    /// What it takes.
    package let kind: String
    /// What holds when it is absent.
    package let defaultText: String
    /// One sentence.
    package let summary: String
    let doc: PropertyDoc
    var schema: Schema { doc.schema }
  }

  /// A part or a trait.
  package struct Entry: Sendable {
    /// Its name in a deck.
    package let name: String
    /// The family's title; empty for traits.
    package let family: String
    /// One sentence.
    package let summary: String
    /// JSON that can be copied into a deck.
    package let example: String
    /// Its own properties.
    package let properties: [Property]
  }

  /// All parts, in the order of the manual.
  package static var parts: [Entry] {
    PartRegistry.kinds.map {
      Entry(
        name: $0.name, family: $0.family.title, summary: $0.summary, example: $0.example,
        properties: $0.properties.map(property))
    }
  }

  /// All traits, in the order in which they are applied.
  package static var traits: [Entry] {
    TraitRegistry.kinds.map {
      Entry(
        name: $0.name, family: "", summary: $0.summary, example: $0.example,
        properties: $0.properties.map(property))
    }
  }

  /// All themes by name, with a sentence each.
  package static var themes: [(name: String, summary: String)] {
    ThemeRegistry.presets.map { ($0.name, $0.summary) }
  }

  /// What every part takes.
  package static var common: [Property] { docs(PartCommon.columnFields, PartCommon()) }

  /// Objects that have properties of their own, by name; the schema's definitions.
  package static var objects: [(name: String, summary: String, properties: [Property])] {
    SchemaDocument.objects.map { ($0.name, $0.summary, $0.properties.map(property)) }
  }

  /// The base values of a theme, with those of the standard theme as defaults.
  package static var themeBase: [Property] { themeBase(ThemeRegistry.standard.name) }

  /// The base values of a theme, with those of one of the library's themes as defaults.
  package static func themeBase(_ name: String, _ appearance: Appearance = .light) -> [Property] {
    docs(
      ResolvedTheme.Base.fields,
      (ThemeRegistry.preset(named: name) ?? ThemeRegistry.standard).base(appearance))
  }

  /// The properties of a theme, with the values of one of the library's themes as defaults.
  package static func theme(_ name: String, _ appearance: Appearance = .light) -> [Property] {
    docs(
      ResolvedTheme.fields,
      (ThemeRegistry.preset(named: name) ?? ThemeRegistry.standard).theme(for: appearance))
  }

  /// The keys of a deck.
  package static var deck: [Property] { docs(Deck.fields, DeckValues()) }

  static func property(_ doc: PropertyDoc) -> Property {
    Property(
      name: doc.name, kind: doc.kindName, defaultText: doc.defaultText, summary: doc.summary, doc: doc)
  }

  private static func docs<Root>(_ table: FieldTable<Root>, _ root: Root) -> [Property] {
    table.fields.map { property(PropertyDoc($0, of: root)) }
  }
}
