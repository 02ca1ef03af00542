/// Rejects SVG documents that would take librsvg too long.
///
/// It is for documents that are not in a subprocess, which can be stopped. How it works: librsvg has no time
/// limit, so the work is estimated. Each element has a price; one unit is about a microsecond at the size of
/// a social card. Referenced elements (`use`, patterns, masks, clips, markers, filters) are counted at each
/// reference, as they are drawn each time. Ten nested `use` elements of ten each cost 10¹⁰. The estimate is
/// good for ordinary pictures; an attacker who knows the prices can find work that costs nothing.
enum SVGGuard {
  /// The maximum cost of a document: some seconds.
  static let price = 2_000_000.0
  /// The maximum number of points of one path: crossing lines cost the square of their number.
  static let pathPoints = 10_000
  /// The longest chain of nested elements, counted through references: librsvg follows it by recursion.
  static let chain = 600

  /// Checks a document of a natural size.
  ///
  /// - Throws: `RasterError.limit` if it costs too much.
  static func check(_ document: SVGDocument, _ references: SVGReferences, _ size: Size) throws(RasterError) {
    var ledger = try Ledger(document, references, size)
    let total = try ledger.total(0, depth: 0)
    guard total <= price else {
      throw .limit(
        what: "the drawing time of an SVG picture in microseconds", value: total.rounded(), limit: price)
    }
  }
}

/// The costs of the elements of a document.
private struct Ledger {
  private enum State {
    case new, open
    case closed(Double)
  }

  private var prices: [Double] = []
  private var children: [[Int]] = []
  private let references: [[String]]
  /// The referenced elements that a style rule may draw with any element; gradients are cheap.
  private let everywhere: [String]
  private var places: [String: Int] = [:]
  private var states: [State] = []

  init(
    _ document: SVGDocument, _ references: SVGReferences, _ size: Size
  ) throws(RasterError) {
    var places: [String: Int] = [:]
    for (index, element) in document.elements.enumerated() {
      if let id = element.attribute("id"), places[id] == nil { places[id] = index }
    }
    let found = references.ofStyle.filter { id in
      guard let target = places[id] else { return false }
      return !document.elements[target].name.hasSuffix("Gradient")
    }
    everywhere = Array(Set(found)).sorted()
    self.references = references.ofElements
    self.places = places
    let stylePrice = Self.isLayer(document.styleSheet) ? 60.0 : 0
    for (index, element) in document.elements.enumerated() {
      let price = try Self.price(element, side: max(size.width, size.height))
      prices.append(price + references.pixels[index] / 50 + stylePrice)
      children.append([])
      states.append(.new)
      if let parent = element.parent { children[parent].append(index) }
    }
    guard everywhere.count <= 100 else {
      throw .limit(
        what: "the number of references in the style of an SVG picture", value: Double(everywhere.count),
        limit: 100)
    }
  }

  /// The cost of an element including its content and references; a cycle is counted once.
  mutating func total(_ index: Int, depth: Int) throws(RasterError) -> Double {
    switch states[index] {
    case .closed(let price): return price
    case .open: return 0
    case .new: break
    }
    guard depth < SVGGuard.chain else {
      throw .limit(
        what: "the depth of an SVG picture through its references", value: Double(depth + 1),
        limit: Double(SVGGuard.chain))
    }
    states[index] = .open
    var sum = prices[index]
    for child in children[index] { sum += try total(child, depth: depth + 1) }
    for id in references[index] + everywhere {
      if let target = places[id] { sum += try total(target, depth: depth + 1) }
    }
    // Beyond this the exact number does not matter, and it stays finite.
    sum = min(sum, 1e12)
    states[index] = .closed(sum)
    return sum
  }

  private static func price(_ element: SVGDocument.Element, side: Double) throws(RasterError) -> Double {
    var price = 10.0
    switch element.name {
    case "text", "tspan": price += 100
    case "image": price += 1_000
    case "pattern": price += 900
    case "path", "rect", "circle", "ellipse", "line", "polyline", "polygon": price += 50
    case "feTurbulence": price += 40_000 * max(1, number(element.attribute("numOctaves")))
    case "feMorphology": price += 40_000 * (1 + number(element.attribute("radius")))
    case "feConvolveMatrix":
      let order = max(3, number(element.attribute("order")))
      price += 5_000 * order * order
    case let name where name.hasPrefix("fe"): price += 40_000
    default: break
    }
    for (name, value) in element.attributes {
      switch name {
      case "d", "points":
        let points = numbers(value) / 2
        try RasterError.checkLimit(
          "the number of points of a path in an SVG picture", points, most: SVGGuard.pathPoints)
        // 4,000 points whose lines all cross take cairo 2.5 s, 8,000 take 7 s.
        price += Double(points) + Double(points) * Double(points) / 40
      case "opacity", "mask", "filter", "clip-path", "mix-blend-mode":
        if value != "1" && value != "none" { price += 1_200 }
      case "style":
        if isLayer(value) { price += 1_200 }
        if let range = value.firstRange(of: "stroke-dasharray") {
          price += dashes(value[range.upperBound...].drop { $0 == ":" }.prefix { $0 != ";" }, side: side)
        }
      case "stroke-dasharray": price += dashes(value[...], side: side)
      default: break
      }
    }
    return price
  }

  private static func isLayer(_ style: String) -> Bool {
    ["opacity", "mask", "filter", "clip-path", "mix-blend-mode"].contains { style.contains($0) }
  }

  /// The cost of dashing a line of twice the picture's perimeter.
  private static func dashes(_ text: Substring, side: Double) -> Double {
    let values = text.split { $0 == "," || $0.isWhitespace }.compactMap {
      Double($0.prefix { "0123456789.e-+".contains($0) })
    }
    let sum = values.reduce(0, +)
    guard sum > 0, sum.isFinite else { return 0 }
    return 8 * side / sum * Double(values.count)
  }

  /// The first number of an attribute, 0 if there is none.
  private static func number(_ text: String?) -> Double {
    let first = (text ?? "").split { $0 == "," || $0.isWhitespace }.first ?? ""
    guard let value = Double(first), value.isFinite else { return 0 }
    return min(1e6, abs(value))
  }

  /// The approximate count of numbers, not separating those written without a space.
  private static func numbers(_ text: String) -> Int {
    var count = 0
    var isInside = false
    for byte in text.utf8 {
      let isDigit = (0x30...0x39).contains(byte) || byte == 0x2E
      if isDigit && !isInside { count += 1 }
      isInside = isDigit
    }
    return count
  }
}
