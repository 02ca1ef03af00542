import CardRaster

/// What decks may hold, in the words of the code's own descriptions: the source of manuals, tables and the schema.
public enum Manual {
  /// A property of a part, a trait, a theme, a card or the deck.
  public struct Property: Sendable {
    /// Its key.
    public let name: String
    /// What it takes.
    public let kind: String
    /// What holds when it is absent.
    public let defaultText: String
    /// One sentence.
    public let summary: String
    let schema: Schema
  }

  /// A part or a trait.
  public struct Entry: Sendable {
    /// Its name in a deck.
    public let name: String
    /// The family's title; empty for traits.
    public let family: String
    /// One sentence.
    public let summary: String
    /// JSON that can be copied into a deck.
    public let example: String
    /// Its own properties.
    public let properties: [Property]
  }

  /// All parts, in the order of the manual.
  public static var parts: [Entry] {
    PartRegistry.kinds.map {
      Entry(
        name: $0.name, family: $0.family.title, summary: $0.summary, example: $0.example,
        properties: $0.properties.map(property))
    }
  }

  /// All traits, in the order in which they are applied.
  public static var traits: [Entry] {
    TraitRegistry.kinds.map {
      Entry(
        name: $0.name, family: "", summary: $0.summary, example: $0.example,
        properties: $0.properties.map(property))
    }
  }

  /// All themes by name, with a sentence each.
  public static var themes: [(name: String, summary: String)] {
    ThemeRegistry.presets.map { ($0.name, $0.summary) }
  }

  /// What every part takes.
  public static var common: [Property] { docs(PartCommon.fields, PartCommon()) }

  /// Objects that have properties of their own, by name; the schema's definitions.
  public static var objects: [(name: String, summary: String, properties: [Property])] {
    [
      ("canvas", "The picture's size, scale and background.", docs(Canvas.fields, Canvas())),
      ("layout", "How cards are placed.", docs(DeckLayout.fields, DeckLayout())),
      ("bottomSheet", "A sheet over the cards.", docs(DeckLayout.sheetFields, DeckLayout())),
      ("handlePosition", "Where a sheet's handle stands.", docs(HandleDistance.fields, HandleDistance())),
      ("card", "A card.", docs(CardReading.fields, CardReading.Values())),
      (
        "state", "A state given as an object.",
        docs(CardReading.StateValues.fields, CardReading.StateValues())
      ),
      ("tableRow", "A row of a table.", docs(TableRow.fields, TableRow())),
      ("tableSection", "A section of a table.", docs(TableSection.fields, TableSection())),
      ("collectionItem", "An item of a collection.", docs(CollectionItem.fields, CollectionItem())),
      (
        "collectionSection", "A section of a collection.", docs(CollectionSection.fields, CollectionSection())
      ),
      ("page", "A page of a paged part.", docs(PagedPart.Page.fields, PagedPart.Page())),
      ("histogramEntry", "A bar of a histogram.", docs(HistogramEntry.fields, HistogramEntry())),
      ("histogramLines", "Which lines a histogram has.", docs(HistogramLines.fields, HistogramLines())),
      ("annotation", "A pin on a map.", docs(MapAnnotation.fields, MapAnnotation())),
      ("coordinate", "A place on earth.", docs(Coordinate.fields, Coordinate())),
      ("coordinateSpan", "How much of the earth is seen.", docs(CoordinateSpan.fields, CoordinateSpan())),
      ("textRun", "A run of attributed text.", docs(TextRunSpec.fields, TextRunSpec())),
      ("textShape", "A shape in a text.", docs(TextShape.fields, TextShape())),
      (
        "linkTextAttributes", "The look of links in text.",
        docs(LinkTextAttributes.fields, LinkTextAttributes())
      ),
      ("iconPosition", "Where an icon stands.", docs(IconPosition.fields, IconPosition())),
      ("gradient", "A blend of colours.", docs(GradientSpec.fields, GradientSpec())),
      ("shadow", "A shadow.", docs(ShadowSpec.fields, ShadowSpec())),
      ("rounded", "Round corners.", docs(RoundedTrait.fields, RoundedTrait())),
      ("editable", "A pencil for editing.", docs(EditableTrait.fields, EditableTrait())),
      ("border", "A border.", docs(BorderTrait.fields, BorderTrait())),
      ("longPress", "A long press.", docs(LongPressTrait.fields, LongPressTrait())),
      ("insets", "Distances from four edges.", docs(Insets.fields, Insets.zero)),
      ("font", "A font in parts.", docs(FontSpec.fields, FontSpec())),
      (
        "centerPosition", "A column that starts near the middle.",
        docs(CenterPosition.fields, CenterPosition())
      ),
    ]
  }

  /// The base values of a theme, with those of the standard theme as defaults.
  public static var themeBase: [Property] { themeBase(.light) }

  /// The base values of a theme, with those of the standard theme for an appearance as defaults.
  public static func themeBase(_ appearance: Appearance) -> [Property] {
    docs(Theme.Base.fields, Theme.Base(appearance))
  }

  /// The properties of a theme, with the values of one of the library's themes as defaults.
  public static func theme(_ name: String, _ appearance: Appearance = .light) -> [Property] {
    docs(Theme.fields, (ThemeRegistry.preset(named: name) ?? ThemeRegistry.standard).theme(for: appearance))
  }

  /// The keys of a deck.
  public static var deck: [(name: String, summary: String)] { Deck.keys }

  static func property(_ doc: PropertyDoc) -> Property {
    Property(
      name: doc.name, kind: doc.kindName, defaultText: doc.defaultText, summary: doc.summary,
      schema: doc.schema)
  }

  private static func docs<Root>(_ table: FieldTable<Root>, _ root: Root) -> [Property] {
    table.fields.map { property(PropertyDoc($0, of: root)) }
  }
}
