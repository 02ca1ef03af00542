import CardRaster

/// One of those that a part lists: a row, an item, a page, a bar, a pin.
///
/// A deck repeats it with `forEach`, and gives it as a list or as the one that the part's own `forEach` repeats.
protocol ListEntry: Sendable {
  init()

  /// The properties, those of its region among them.
  static var fields: FieldTable<Self> { get }
  /// What messages call one: `a row`.
  static var noun: String { get }

  /// What it says as a whole.
  var region: EntryRegion { get set }

  /// Takes what a deck says of it.
  mutating func read(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext)
}

extension ListEntry {
  mutating func read(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    readKeys(node, path, context)
  }

  /// Reads the keys of an object.
  mutating func readKeys(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    Self.fields.read(node, path, context, into: &self, what: Self.noun)
  }

  /// The properties of its region, for the table of its own.
  ///
  /// - Parameter alt: what is its text alternative where a deck gives none, in words.
  static func regionFields(alt: String? = nil) -> [Field<Self>] {
    EntryRegion.fields(alt: alt).map { $0.lifted(\.region) }
  }
}

/// What an entry of a list says as a whole: its name, where a tap on it goes, what a listener hears, and where it stands.
struct EntryRegion: Sendable {
  var id: String?
  var link: String?
  var alt: String?
  var path = JSONPath.root
  var repetition: Int?

  fileprivate static func fields(alt: String?) -> [Field<EntryRegion>] {
    [
      Field("id", \.id, .identifier, "A name for its region."),
      Field("link", \.link, .link, "Where a tap on it goes."),
      Field("alt", \.alt, .text, "Its text alternative.", default: alt.map { .rule($0) } ?? .fresh),
    ]
  }
}

extension LayoutBox {
  /// Says which entry of a list the box is.
  mutating func mark(as type: String, _ region: EntryRegion) {
    link = region.link
    (label, givesLabel) = (region.alt, region.alt != nil)
    source = Source(type: type, id: region.id, path: region.path)
  }
}

extension LayoutContext {
  /// Lays out what is inside of an entry of a list, so that warnings and errors name it.
  func inside<Result>(
    _ region: EntryRegion, _ body: () throws(RasterError) -> Result
  ) throws(RasterError) -> Result {
    try inside(region.path, repetition: region.repetition, body)
  }
}

extension ValueKind {
  /// A list of entries, with `if` and `forEach`, or a single one.
  ///
  /// - Parameters:
  ///   - name: what they are called: `rows`.
  ///   - schema: whether a list is meant, a single one, or both.
  ///   - most: how many there may be.
  ///   - noun: what the limit is counted in.
  static func entries<Entry: ListEntry>(
    _ name: String, schema: Schema, most: Int = Limits.nodes, noun: String = "parts"
  ) -> Self where Value == [Entry] {
    ValueKind(name, schema: schema) { node, path, context in
      context.elements(node, path, what: "a list of \(name)", most: most, noun: noun)?.map {
        node, path, inner in
        var entry = Entry()
        entry.region.path = path
        entry.region.repetition = inner.scope.repetition
        entry.read(node, path, inner)
        return entry
      }
    }
  }
}
