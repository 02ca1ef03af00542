import CardModel
import CardRaster

/// A place on Earth, in degrees.
struct Coordinate: Hashable, Sendable {
  var latitude = 0.0
  var longitude = 0.0

  static let object = ObjectSchema(
    "coordinate", "A coordinate on earth.", fields
  ) { Coordinate() }

  static let fields = FieldTable<Coordinate>(needs: [["latitude"], ["longitude"]]) {
    Field("latitude", \.latitude, .number(-90...90), "Degrees north; negative values are south.")
    Field("longitude", \.longitude, .number(-180...180), "Degrees east; negative values are west.")
  }
}

/// The minimum area that a map shows, in degrees.
struct CoordinateSpan: Hashable, Sendable {
  var latitudeDelta = 1.0
  var longitudeDelta = 1.0

  /// The smallest span: ten metres.
  static let least = 0.0001

  static let object = ObjectSchema(
    "coordinateSpan", "The visible part of the earth.", fields
  ) { CoordinateSpan() }

  static let fields = FieldTable<CoordinateSpan>(needs: [["latitudeDelta"], ["longitudeDelta"]]) {
    Field("latitudeDelta", \.latitudeDelta, .number(least...180), "Degrees from south to north.")
    Field("longitudeDelta", \.longitudeDelta, .number(least...360), "Degrees from west to east.")
  }
}

extension ValueKind where Value == Coordinate {
  /// An object, or a list of latitude and longitude.
  static var coordinate: Self {
    .pair(
      "place", Coordinate.object, Coordinate.fields,
      (\.latitude, .number(-90...90)), (\.longitude, .number(-180...180))
    ) { Coordinate(latitude: $0, longitude: $1) }
  }
}

extension ValueKind where Value == CoordinateSpan {
  /// An object, or a list of latitude and longitude differences in degrees.
  static var coordinateSpan: Self {
    let least = CoordinateSpan.least
    return .pair(
      "span", CoordinateSpan.object, CoordinateSpan.fields,
      (\.latitudeDelta, .number(least...180)), (\.longitudeDelta, .number(least...360))
    ) { CoordinateSpan(latitudeDelta: $0, longitudeDelta: $1) }
  }
}

extension ValueKind {
  /// One number of a pair: its key path and its kind.
  fileprivate typealias Half = (place: any KeyPath<Value, Double> & Sendable, kind: ValueKind<Double>)

  /// Two numbers, as an object with both keys or as a list.
  fileprivate static func pair(
    _ noun: String, _ object: ObjectSchema, _ fields: FieldTable<Value>, _ first: Half, _ second: Half,
    _ make: @escaping @Sendable (Double, Double) -> Value
  ) -> Self {
    ValueKind(
      noun, schema: .any([.object(object), .numbers(2)]),
      show: {
        "[\(NumberText.format($0[keyPath: first.place])), \(NumberText.format($0[keyPath: second.place]))]"
      }
    ) { node, path, context in
      guard let found = context.pair(node, path, fields.keys, "a " + noun),
        let one = first.kind.read(found.first.node, found.first.path, context),
        let other = second.kind.read(found.second.node, found.second.path, context)
      else { return nil }
      return make(one, other)
    }
  }
}

extension ReadContext {
  /// The two numbers of a place or a span, from an object with both keys or a list of two.
  fileprivate func pair(_ node: JSONNode, _ path: JSONPath, _ keys: FieldKeys, _ what: String)
    -> (first: (node: JSONNode, path: JSONPath), second: (node: JSONNode, path: JSONPath))?
  {
    let names = keys.names
    switch node.value {
    case .array(let nodes) where nodes.count == 2:
      return ((nodes[0], path.index(0)), (nodes[1], path.index(1)))
    case .object(let members):
      for member in members where !names.contains(member.key) {
        refuse(member, of: what, path, known: names)
      }
      let found = names.compactMap { name in node[name].map { (node: $0, path: path.key(name)) } }
      keys.checkKeys(node, of: node, path, self, what: what)
      guard found.count == 2 else { return nil }
      return (found[0], found[1])
    default:
      mismatch(
        node, path, expected: "\(what): an object with '\(names[0])' and '\(names[1])', or a list of the two")
      return nil
    }
  }
}
