import TestSupport

/// SVG documents that keep librsvg busy, fill its memory, or crash it.
enum SVGBombs {
  /// A document around some elements.
  static func svg(_ body: String, _ attributes: String = "width='300' height='200'") -> [UInt8] {
    let spaces = "xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'"
    return Array("<svg \(spaces) \(attributes)>\(body)</svg>".utf8)
  }

  private static let rect = "<rect width='300' height='200'/>"

  private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

  /// `levels` elements of a kind, each with ten references to the previous one.
  private static func doubling(_ open: (Int) -> String, _ inner: (Int) -> String, _ close: String) -> String {
    (1...9).map { open($0) + times(10, inner($0 - 1)) + close }.joined()
  }

  /// Documents that crash librsvg 2.54.
  static let crashes: [(name: String, body: String)] = [
    (
      "a matrix of 3 × 199",
      "<filter id='f'><feConvolveMatrix order='3 199' kernelMatrix='\(times(597, "1 "))'/></filter>"
        + "<rect filter='url(#f)' width='30' height='20'/>"
    ),
    (
      "a tile outside of its region",
      "<filter id='f' primitiveUnits='objectBoundingBox'><feColorMatrix y='3 199'/><feTile/></filter>"
        + "<rect width='90' height='70' filter='url(#f)'/>"
    ),
  ]

  /// Documents that exceed the time or the memory of a small allowance.
  static let heavy: [(name: String, body: String)] = [
    (
      "dashes of a large shape",
      "<rect width='1e9' height='1e9' fill='none' stroke='red' stroke-width='1e8' stroke-dasharray='1 2'/>"
    ),
    (
      "masks of links",
      "<mask id='m0'>\(rect)</mask>"
        + doubling({ "<mask id='m\($0)'>" }, { "<a mask='url(#m\($0))'>\(rect)</a>" }, "</mask>")
        + "<a mask='url(#m9)'>\(rect)</a>"
    ),
    (
      "uses of uses",
      "<g id='a0'>\(rect)</g>" + doubling({ "<g id='a\($0)'>" }, { "<use href='#a\($0)'/>" }, "</g>")
    ),
    (
      "a pattern that is inherited",
      "<pattern id='p' width='9' height='9' patternUnits='userSpaceOnUse'>\(times(300, "<circle r='5'/>"))</pattern>"
        + "<g fill='url(#p)'>\(times(9_000, rect))</g>"
    ),
    (
      "a marker at every point",
      "<marker id='k'>\(times(3_000, "<circle r='2'/>"))</marker>"
        + "<path marker-mid='url(#k)' d='M0 0\(times(4_000, "L9 9 "))'/>"
    ),
    ("a list of filters", "<rect width='300' height='200' filter='\(times(1_000, "blur(9) "))'/>"),
    (
      "filters by a style sheet",
      "<style>rect{filter:\(times(400, "blur(9px) "))}</style>\(times(2_000, rect))"
    ),
    (
      "a filter behind a character's number",
      "<style>rect{&#102;ilter:blur(9px)}</style>\(times(20_000, rect))"
    ),
    (
      "gradients by a style sheet",
      "<style>rect{fill:url(#g)}</style><linearGradient id='g'>\(times(9_000, "<stop offset='.5'/>"))"
        + "</linearGradient>\(times(9_000, rect))"
    ),
    (
      "a zigzag of dashes",
      "<path fill='none' stroke='red' stroke-dasharray='.1' d='M0 0"
        + (0..<3_000).map { "L\($0 % 300) \($0 % 2 * 200)" }.joined() + "'/>"
    ),
    (
      "many rules for many elements",
      "<style>\((0..<20_000).map { "g g rect.a\($0){fill:red}" }.joined())</style>"
        + "<g><g>\(times(20_000, "<rect class='b'/>"))</g></g>"
    ),
    (
      "curves that are far away",
      "<path fill='none' stroke='red' stroke-width='1e7' d='M0 0"
        + times(2_000, "C1e7 -1e7 -1e7 1e7 1e7 1e7 ") + "'/>"
    ),
    ("a circle without end", "<circle r='1e20' fill='none' stroke='red' stroke-dasharray='1'/>"),
    (
      "lines that cross",
      "<path d='M0 0" + (0..<60_000).map { "L\($0 * 7919 % 300) \($0 * 104_729 % 200)" }.joined() + "'/>"
    ),
  ]
}

/// Generates random SVG documents from a grammar: all are different and most are valid.
struct SVGGrammar {
  private var numbers: SampleNumbers

  init(seed: UInt64) { numbers = SampleNumbers(state: seed) }

  /// The next document.
  mutating func document() -> [UInt8] {
    var body = definitions()
    for _ in 0..<Int.random(in: 1...6, using: &numbers) { body += element(depth: 0) }
    return SVGBombs.svg(body, "width='\(length())' height='\(length())' \(maybe("viewBox='0 0 30 20'"))")
  }

  private mutating func pick(_ choices: [String]) -> String { choices.randomElement(using: &numbers) ?? "" }

  private mutating func maybe(_ text: String) -> String { Bool.random(using: &numbers) ? text : "" }

  private mutating func length() -> String {
    pick(["1", "9", "30", "120", "300", "0.5", "2in", "50%", "1e3", "7.25"])
  }

  private mutating func number() -> String {
    pick(["0", "1", "3", "-2", "0.1", "45", "200", "1e4", "-1e7", "1e9", "1e20", "3 199", "nan", "", "2 0.5"])
  }

  private mutating func reference() -> String { "url(#\(pick(["g", "r", "p", "m", "c", "f", "k", "x"])))" }

  private mutating func style() -> String {
    var result = ""
    for _ in 0..<Int.random(in: 0...4, using: &numbers) {
      let name = pick([
        "fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "filter", "mask", "clip-path",
        "transform", "marker-mid", "font-size", "mix-blend-mode",
      ])
      let value =
        Bool.random(using: &numbers) ? reference() : pick([number(), "red", "none", "blur(3)", "multiply"])
      if !result.contains(" \(name)=") { result += " \(name)='\(value)'" }
    }
    return result
  }

  private mutating func definitions() -> String {
    var primitives = ""
    for _ in 0..<Int.random(in: 1...4, using: &numbers) { primitives += primitive() }
    return """
      <linearGradient id='g' x1='\(number())'><stop offset='\(number())'/><stop offset='1' stop-color='red'/></linearGradient>
      <radialGradient id='r' r='\(number())' \(maybe("href='#g'"))/>
      <pattern id='p' width='\(length())' height='\(length())'>\(element(depth: 3))</pattern>
      <mask id='m'>\(element(depth: 3))</mask><clipPath id='c'>\(shape())</clipPath><marker id='k'>\(shape())</marker>
      <filter id='f' \(maybe("primitiveUnits='objectBoundingBox'"))>\(primitives)</filter>
      """
  }

  private mutating func primitive() -> String {
    let name = pick([
      "feGaussianBlur", "feOffset", "feFlood", "feColorMatrix", "feTile", "feTurbulence", "feMorphology",
      "feMerge",
      "feConvolveMatrix", "feComposite", "feBlend", "feDiffuseLighting", "feDisplacementMap", "feImage",
      "feComponentTransfer", "feSpecularLighting", "feDropShadow",
    ])
    var result = "<\(name)"
    for _ in 0..<Int.random(in: 0...4, using: &numbers) {
      let attribute = pick([
        "stdDeviation", "dx", "dy", "order", "radius", "baseFrequency", "numOctaves", "scale", "x", "y",
        "width",
        "height", "values", "kernelMatrix", "k1", "in",
      ])
      if !result.contains(" \(attribute)=") { result += " \(attribute)='\(number())'" }
    }
    return result + "/>"
  }

  private mutating func shape() -> String {
    let name = pick(["rect", "circle", "ellipse", "path", "polygon", "line"])
    return
      "<\(name) width='\(length())' height='\(length())' r='\(length())' rx='\(length())' ry='\(length())'"
      + " d='M0 0L\(length()) 9C1 2 3 4 \(length()) 6z' points='0 0 9 9 30 2'/>"
  }

  private mutating func element(depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 3 ? 2 : 6), using: &numbers) {
    case 0, 1: return shape().replacing("/>", with: style() + "/>", maxReplacements: 1)
    case 2: return "<text\(style())> </text>"
    case 3: return "<use href='#\(pick(["u", "p", "m", "k"]))'\(style())/>"
    case 4:
      return
        "<svg width='\(length())' height='\(length())' viewBox='0 0 9 9'>\(element(depth: depth + 1))</svg>"
    default:
      return "<g id='u'\(style())>\(element(depth: depth + 1))\(element(depth: depth + 1))</g>"
    }
  }
}
