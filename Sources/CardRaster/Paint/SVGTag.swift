/// An element's name and attributes, in the order in which they were set.
struct SVGTag {
  /// The element's name.
  let name: String
  /// `<name` and the attributes, without the closing bracket.
  fileprivate(set) var bytes: [UInt8]

  /// Starts a tag.
  init(_ name: String, _ attributes: KeyValuePairs<String, String> = [:]) {
    self.name = name
    bytes = [UInt8(ascii: "<")] + name.utf8
    for (attribute, text) in attributes { set(attribute, text) }
  }

  /// A path.
  init(_ data: SVGPainter.PathData) {
    self.init("path")
    set("d", verbatim: data.bytes)
  }

  /// The attributes as a key for comparisons.
  var attributeBytes: [UInt8] { Array(bytes.dropFirst(name.utf8.count + 1)) }

  /// A placeholder for the start of each id until the document is complete, see `SVGWriter.document()`.
  ///
  /// Escaped text never contains it.
  static let idMark: UInt8 = 1

  /// The same tag with `id` as its first attribute.
  func identified(_ id: String) -> SVGTag {
    var tag = SVGTag(name)
    tag.set("id", verbatim: [Self.idMark] + id.utf8)
    tag.bytes += attributeBytes
    return tag
  }

  /// Sets an attribute to text, which is escaped.
  mutating func set(_ attribute: String, _ text: String) {
    quote(attribute) { Self.appendEscaped(text, isAttribute: true, to: &$0) }
  }

  /// Sets an attribute to a number.
  ///
  /// The attribute is left out if the number's text equals that of `missing`, the attribute's default.
  mutating func set(_ attribute: String, _ number: Double, digits: Int = 3, unless missing: Double? = nil) {
    let text = NumberText.format(number, digits: digits)
    if let missing, text == NumberText.format(missing, digits: digits) { return }
    quote(attribute) { $0 += text.utf8 }
  }

  /// Sets an attribute to bytes that need no escaping: path data, Base64, references.
  mutating func set(_ attribute: String, verbatim text: some Sequence<UInt8>) {
    quote(attribute) { $0 += text }
  }

  /// Sets the four numbers of a rectangle; `missing` is the default of its position.
  mutating func set(_ rect: Rect, unless missing: Double? = 0) {
    set("x", rect.minX, unless: missing)
    set("y", rect.minY, unless: missing)
    set("width", rect.width)
    set("height", rect.height)
  }

  /// Sets a colour attribute and its opacity attribute.
  mutating func set(_ attribute: String, opacity: String, _ color: Color) {
    set(attribute, Self.formatColor(color))
    set(opacity, Double(color.alpha) / 255, unless: 1)
  }

  /// Sets a reference to a definition.
  mutating func set(_ attribute: String, reference id: String) {
    set(attribute, verbatim: Array("url(#".utf8) + [Self.idMark] + id.utf8 + ")".utf8)
  }

  /// Sets the target of a link.
  ///
  /// All viewers support `xlink:href`: those older than SVG 2 do not support the plain name, and SVG 2 keeps
  /// the prefixed one.
  mutating func set(target: String) { set("xlink:href", target) }

  /// Sets the definition that a `use` shows.
  mutating func set(use id: String) {
    set("xlink:href", verbatim: [UInt8(ascii: "#"), Self.idMark] + id.utf8)
  }

  /// Sets a transform; the identity is left out.
  mutating func set(_ transform: Transform, attribute: String = "transform") {
    func list(_ values: Double..., digits: Int) -> String {
      values.map { NumberText.format($0, digits: digits) }.joined(separator: " ")
    }
    var text = ""
    if transform.b != 0 || transform.c != 0 {
      let t = transform
      text = "matrix(\(list(t.a, t.b, t.c, t.d, digits: 6)) \(list(t.tx, t.ty, digits: 3)))"
    } else {
      if transform.tx != 0 || transform.ty != 0 {
        text = "translate(\(list(transform.tx, transform.ty, digits: 3)))"
      }
      if transform.a != 1 || transform.d != 1 {
        let isEven = transform.a == transform.d
        text += "scale(\(isEven ? list(transform.a, digits: 6) : list(transform.a, transform.d, digits: 6)))"
      }
    }
    if !text.isEmpty { set(attribute, text) }
  }

  private mutating func quote(_ attribute: String, _ write: (inout [UInt8]) -> Void) {
    bytes.append(UInt8(ascii: " "))
    bytes += attribute.utf8
    bytes += "=\"".utf8
    write(&bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// `#rgb` if that is exact, `#rrggbb` otherwise.
  private static func formatColor(_ color: Color) -> String {
    let digits = Array("0123456789abcdef")
    let channels = [color.red, color.green, color.blue]
    let isShort = channels.allSatisfy { $0 % 17 == 0 }
    return channels.reduce(into: "#") { text, channel in
      if !isShort { text.append(digits[Int(channel >> 4)]) }
      text.append(digits[Int(channel & 15)])
    }
  }

  /// Appends text so that an XML parser returns the same characters.
  ///
  /// Characters that XML 1.0 does not allow (section 2.2: most controls, U+FFFE, U+FFFF) are left out.
  static func appendEscaped(_ text: String, isAttribute: Bool, to out: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": out += "&amp;".utf8
      case "<": out += "&lt;".utf8
      case ">": out += "&gt;".utf8
      case "\"" where isAttribute: out += "&quot;".utf8
      // A parser turns a carriage return into a line feed, and all three into spaces in an attribute.
      case "\r": out += "&#13;".utf8
      case "\n" where isAttribute: out += "&#10;".utf8
      case "\t" where isAttribute: out += "&#9;".utf8
      case "\n", "\t": out.append(UInt8(ascii: scalar))
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": break
      default: out += String(scalar).utf8
      }
    }
  }
}
