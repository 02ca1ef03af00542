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
