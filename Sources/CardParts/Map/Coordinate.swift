import CardRaster

/// A place on earth, in degrees.
struct Coordinate: Hashable, Sendable {
  var latitude = 0.0
  var longitude = 0.0

  static let object = ObjectSchema(
    "coordinate", "A place on earth.", fields
  ) { Coordinate() }

  static let fields = FieldTable<Coordinate>(needs: [["latitude"], ["longitude"]]) {
    Field("latitude", \.latitude, .number(-90...90), "Degrees to the north; below zero to the south.")
    Field("longitude", \.longitude, .number(-180...180), "Degrees to the east; below zero to the west.")
  }
}

/// How much of the earth a map shows at least, in degrees.
struct CoordinateSpan: Hashable, Sendable {
  var latitudeDelta = 1.0
  var longitudeDelta = 1.0

  /// The smallest span: ten metres.
  static let least = 0.0001

  static let object = ObjectSchema(
    "coordinateSpan", "How much of the earth is seen.", fields
  ) { CoordinateSpan() }

  static let fields = FieldTable<CoordinateSpan>(needs: [["latitudeDelta"], ["longitudeDelta"]]) {
    Field("latitudeDelta", \.latitudeDelta, .number(least...180), "Degrees from south to north.")
    Field("longitudeDelta", \.longitudeDelta, .number(least...360), "Degrees from west to east.")
  }
}

extension ValueKind where Value == Coordinate {
  /// An object, or latitude and longitude in a list.
  static var coordinate: Self {
    ValueKind(
      "place", schema: .any([.object(Coordinate.object), .numbers(2)]),
      show: { "[\(NumberText.text($0.latitude)), \(NumberText.text($0.longitude))]" }
    ) { node, path, context in
      guard let (latitude, longitude) = context.pair(node, path, Coordinate.fields, "a place") else {
        return nil
      }
      var place = Coordinate()
      guard let latitude = ValueKind<Double>.number(-90...90).read(latitude.node, latitude.path, context),
        let longitude = ValueKind<Double>.number(-180...180).read(longitude.node, longitude.path, context)
      else { return nil }
      (place.latitude, place.longitude) = (latitude, longitude)
      return place
    }
  }
}

extension ValueKind where Value == CoordinateSpan {
  /// An object, or the degrees of latitude and longitude in a list.
  static var coordinateSpan: Self {
    ValueKind(
      "span", schema: .any([.object(CoordinateSpan.object), .numbers(2)]),
      show: { "[\(NumberText.text($0.latitudeDelta)), \(NumberText.text($0.longitudeDelta))]" }
    ) { node, path, context in
      guard let (latitude, longitude) = context.pair(node, path, CoordinateSpan.fields, "a span") else {
        return nil
      }
      guard
        let latitude = ValueKind<Double>.number(CoordinateSpan.least...180).read(
          latitude.node, latitude.path, context),
        let longitude = ValueKind<Double>.number(CoordinateSpan.least...360).read(
          longitude.node, longitude.path, context)
      else { return nil }
      return CoordinateSpan(latitudeDelta: latitude, longitudeDelta: longitude)
    }
  }
}

extension ReadContext {
  /// The two numbers of a place or a span, out of an object that has both or a list of two.
  fileprivate func pair<Root>(_ node: JSONNode, _ path: JSONPath, _ fields: FieldTable<Root>, _ what: String)
    -> (first: (node: JSONNode, path: JSONPath), second: (node: JSONNode, path: JSONPath))?
  {
    let names = fields.fields.map(\.name)
    switch node.value {
    case .array(let nodes) where nodes.count == 2:
      return ((nodes[0], path.index(0)), (nodes[1], path.index(1)))
    case .object(let members):
      for member in members where !names.contains(member.key) {
        refuse(member, of: what, path, known: names)
      }
      let found = names.compactMap { name in node[name].map { (node: $0, path: path.key(name)) } }
      fields.check(node, path, self, what: what)
      guard found.count == 2 else { return nil }
      return (found[0], found[1])
    default:
      mismatch(
        node, path, expected: "\(what): an object with '\(names[0])' and '\(names[1])', or a list of the two")
      return nil
    }
  }
}
