/// What a page or a layer of a PDF document is drawn with: operators, and the resources that they name (ISO 32000-1,
/// section 7.8).
struct PDFContents {
  /// A kind of resource, by its key in the dictionary of resources.
  enum Resource: String, CaseIterable {
    case font = "Font"
    /// A picture or a layer.
    case object = "XObject"
    /// Opacity and the way colours are mixed.
    case state = "ExtGState"
    /// A gradient.
    case pattern = "Pattern"
  }

  /// The operators with their operands.
  private(set) var operators: [UInt8] = []
  /// The numbers of the objects that are named.
  private var used: [Resource: Set<Int>] = [:]

  /// Whether nothing is drawn.
  var isEmpty: Bool { operators.isEmpty }

  /// Adds operators as they are.
  mutating func append(_ text: String) { operators += text.utf8 }

  /// Adds an operand.
  mutating func append(_ number: Double, digits: Int = 3) {
    NumberText.append(number, digits: digits, to: &operators)
    operators.append(UInt8(ascii: " "))
  }

  /// Adds the operands of a place.
  mutating func append(_ point: Point) {
    append(point.x)
    append(point.y)
  }

  /// Adds the six numbers of a map, of which all but the shift are precise enough for the longest side of a page.
  mutating func append(_ map: Transform) {
    for number in [map.a, map.b, map.c, map.d] { append(number, digits: 6) }
    append(map.tx)
    append(map.ty)
  }

  /// Adds the name of a resource: `R` and the number of its object.
  mutating func append(_ resource: Resource, _ number: Int) {
    used[resource, default: []].insert(number)
    append("/R\(number) ")
  }

  /// The dictionary of the resources.
  var resources: String {
    let kinds = Resource.allCases.compactMap { kind -> String? in
      guard let numbers = used[kind]?.sorted() else { return nil }
      return "/\(kind.rawValue) << " + numbers.map { "/R\($0) \($0) 0 R" }.joined(separator: " ") + " >>"
    }
    return "<< \(kinds.joined(separator: "\n      ")) >>"
  }
}
