package import CardRaster

/// An element of a part's list: a row, an item, a page, a bar or a pin.
///
/// A deck gives a list, in which `forEach` repeats elements, or a single element that the part's own
/// `forEach` repeats.
package protocol ListEntry: Sendable {
  init()

  /// The properties, including those of its region.
  static var fields: FieldTable<Self> { get }
  /// The noun for messages, such as `a row`.
  static var noun: String { get }

  /// The properties of the element as a whole.
  var region: EntryRegion { get set }

  mutating func read(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext)
}

extension ListEntry {
  package mutating func read(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    readKeys(node, path, context)
  }

  package mutating func readKeys(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    Self.fields.read(node, path, context, into: &self, what: Self.noun)
  }

  /// The properties of the region, to be included in `fields`.
  ///
  /// - Parameter alt: The default alt text, described for the manual.
  package static func regionFields(alt: String? = nil) -> [Field<Self>] {
    EntryRegion.fields(alt: alt).map { $0.lifted(\.region) }
  }
}

/// The properties of a list element as a whole: its id, link, alt text, and place in the deck.
package struct EntryRegion: Sendable {
  var id: String?
  package var link: String?
  package var alt: String?
  package var path = JSONPath.root
  var repetition: Int?

  package init() {}

  /// Whether it has an identifier.
  package var isNamed: Bool { id != nil }

  fileprivate static func fields(alt: String?) -> [Field<EntryRegion>] {
    [
      Field("id", \.id, .identifier, "A name for its region."),
      Field("link", \.link, .link, "The target of a tap."),
      Field("alt", \.alt, .text, "Its text alternative.", default: alt.map { .rule($0) } ?? .fresh),
    ]
  }
}

extension LayoutBox {
  /// Marks the box as a list element with the region's link, alt text and source.
  package mutating func mark(as type: String, _ region: EntryRegion) {
    link = region.link
    (label, givesLabel) = (region.alt, region.alt != nil)
    source = Source(type: type, id: region.id, path: region.path)
  }
}

extension LayoutContext {
  /// Lays out the content of a list element, so that warnings and errors name it.
  package func inside<Result>(
    _ region: EntryRegion, _ body: () throws(RasterError) -> Result
  ) throws(RasterError) -> Result {
    try inside(region.path, repetition: region.repetition, body)
  }
}

extension ValueKind {
  /// A list of elements, with support for `if` and `forEach`, or a single element.
  ///
  /// - Parameters:
  ///   - name: The plural noun, such as `rows`.
  ///   - schema: Whether a list, a single element, or both are accepted.
  ///   - most: The maximum number of elements.
  ///   - noun: The unit in which the limit is counted.
  package static func entries<Entry: ListEntry>(
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
