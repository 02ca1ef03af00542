import CardRaster

/// What decks may hold, in the words of the code's own descriptions: the source of manuals, tables and the schema.
package enum Manual {
  /// A property of a part, a trait, a theme, a card or the deck.
  package struct Property: Sendable {
    /// Its key.
    package let name: String
    /// What it takes.
    package let kind: String
    /// What holds when it is absent, or that it must not be.
    package let defaultText: String
    /// One sentence.
    package let summary: String
    let doc: PropertyDoc
    var schema: Schema { doc.schema }

    /// - Parameter text: in the place of the default.
    init(_ doc: PropertyDoc, default text: String? = nil) {
      (name, kind, summary) = (doc.name, doc.kindName, doc.summary)
      defaultText = text ?? doc.defaultText
      self.doc = doc
    }
  }

  /// What a part, a trait or an object may hold, and what it must.
  package struct Keys: Sendable {
    /// All that it may hold.
    package let properties: [Property]
    /// Keys of which at least one must be there, list by list.
    package let choices: [[String]]

    /// Said in the place of the default of what must be there: a fresh object's value is never drawn.
    static let needed = "needed"

    init(_ docs: [PropertyDoc], needs: [[String]]) {
      let alone = Set(needs.filter { $0.count == 1 }.joined())
      properties = docs.map { Property($0, default: alone.contains($0.name) ? Keys.needed : nil) }
      choices = needs.filter { $0.count > 1 }
    }
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
    /// Its own properties, and which of them it needs.
    package let keys: Keys
    /// Its own properties.
    package var properties: [Property] { keys.properties }
  }

  /// All parts, in the order of the manual.
  package static var parts: [Entry] {
    PartRegistry.kinds.map {
      Entry(
        name: $0.name, family: $0.family.title, summary: $0.summary, example: $0.example,
        keys: keys($0))
    }
  }

  /// All traits, in the order in which they are applied.
  package static var traits: [Entry] {
    TraitRegistry.kinds.map {
      Entry(name: $0.name, family: "", summary: $0.summary, example: $0.example, keys: keys($0))
    }
  }

  /// What every part takes.
  package static var common: [Property] {
    PropertyDoc.all(PartCommon.columnFields, PartCommon()).map { Property($0) }
  }

  /// Objects that have properties of their own, by name; the schema's definitions.
  package static var objects: [(name: String, summary: String, keys: Keys)] {
    SchemaDocument.objects.map { ($0.name, $0.summary, Keys($0.properties, needs: $0.needs)) }
  }

  /// The keys of a deck.
  package static var deck: Keys {
    Keys(PropertyDoc.all(Deck.fields, DeckValues()), needs: Deck.fields.keys.needs)
  }

  static func keys(_ kind: PartKind) -> Keys { Keys(kind.properties, needs: kind.needs) }

  /// What a trait needs is known to the object that it is given as, if it is one.
  static func keys(_ kind: TraitKind) -> Keys {
    Keys(kind.properties, needs: kind.schema.objects.first?.needs ?? [])
  }
}

extension CustomKind {
  /// The manual's page of a custom part, trait or formatter, as Markdown.
  public static var manualPage: String { Manual.page(of: Self.self) }
}

extension Manual {
  fileprivate static func page(of type: any CustomKind.Type) -> String {
    var lines = ["# \(type.name)", "", type.summary, "", "```json", type.example, "```", ""]
    let custom = CustomKinds([type])
    if let kind = custom.parts.first {
      lines += table(keys(kind)) + ["", "Every part also takes what is common to all parts.", ""]
    }
    if let kind = custom.traits.first, !kind.properties.isEmpty { lines += table(keys(kind)) + [""] }
    return lines.joined(separator: "\n")
  }

  private static func table(_ keys: Keys) -> [String] {
    let rows = keys.properties.map { property in
      let cells = ["`\(property.name)`", property.kind, property.defaultText, property.summary]
      return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }
    return ["## Properties", "", "| property | value | default | meaning |", "|---|---|---|---|"] + rows
  }
}

extension Manual {
  /// All themes by name, with a sentence each.
  package static var themes: [(name: String, summary: String)] {
    ThemeRegistry.presets.map { ($0.name, $0.summary) }
  }

  /// The base values of a theme, with those of the standard theme as defaults.
  package static var themeBase: [Property] { themeBase(ThemeRegistry.standard.name) }

  /// The base values of a theme, with those of one of the library's themes as defaults.
  ///
  /// - Parameter families: the families of fonts that there are; a theme takes its headings' from them.
  package static func themeBase(
    _ name: String, _ appearance: Appearance = .light, families: [String] = []
  ) -> [Property] {
    values(ResolvedTheme.Base.fields, theme(named: name, appearance, families).base)
  }

  /// The properties of a theme, with the values of one of the library's themes as defaults.
  ///
  /// - Parameter families: the families of fonts that there are; a theme takes its headings' from them.
  package static func theme(_ name: String, _ appearance: Appearance = .light, families: [String] = [])
    -> [Property]
  {
    values(ResolvedTheme.fields, theme(named: name, appearance, families))
  }

  /// A theme as a deck gets it that names it; of an unknown name the standard one.
  private static func theme(named name: String, _ appearance: Appearance, _ families: [String])
    -> ResolvedTheme
  {
    let context = ReadContext(
      file: "", log: IssueLog(), theme: ThemeRegistry.standard.theme(for: appearance),
      assets: AssetStore(folder: "."),
      families: FamilyList { family in
        families.contains(family) ? .success(family) : .failure(.unknownFamily(family, nearest: nil))
      }, scope: BindingScope(data: .object([])), counter: NodeCounter())
    return ThemeReading(context: context, file: "").themed(.of(name), .root).theme
  }

  /// What a theme holds: where it holds a value that others follow a rule for, the value.
  private static func values<Root>(_ table: FieldTable<Root>, _ root: Root) -> [Property] {
    table.fields.map { Property(PropertyDoc($0, of: root), default: $0.show(root)) }
  }
}
