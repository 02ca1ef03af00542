/// The elements of an SVG document, as far as they determine the cost of drawing it.
///
/// This parser reads tags, not all of XML: librsvg parses the document itself and finds malformed XML.
/// Guarantees: UTF-8 or a superset of ASCII; no custom entities, no inclusion, no external style sheet, no
/// text that would be drawn; at most `nesting` levels; one root, which is `svg`.
struct SVGDocument {
  /// One tag.
  struct Element {
    /// Without its prefix.
    var name: String
    /// The parent element; nil for the root.
    var parent: Int?
    /// Names without prefixes, values with resolved character references.
    var attributes: [(name: String, value: String)]

    /// The value of the first attribute with this name.
    func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
  }

  /// The maximum nesting depth: librsvg draws elements by recursion.
  static let nesting = 200

  private(set) var elements: [Element] = []
  /// All text inside `style` elements.
  private(set) var styleSheet = ""

  /// The error for a document of more than `Limits.svgBytes`.
  static func tooLarge(_ count: Int) -> RasterError {
    .limit(
      what: "the size of an SVG picture in bytes", value: Double(count), limit: Double(Limits.svgBytes))
  }

  /// Parses a document.
  init(_ bytes: [UInt8]) throws(RasterError) {
    guard bytes.count <= Limits.svgBytes else { throw Self.tooLarge(bytes.count) }
    var reader = Reader(bytes: bytes)
    var open: [Int] = []
    var openTexts = 0
    while let tag = try reader.next() {
      switch tag {
      case .text(let range):
        guard let current = open.last else { continue }
        if openTexts > 0 { try Self.checkText(bytes[range]) }
        guard elements[current].name == "style" else { continue }
        styleSheet += String(decoding: bytes[range], as: UTF8.self) + "\n"
      case .end:
        if let last = open.popLast(), elements[last].name == "text" { openTexts -= 1 }
      case .start(let name, let attributes, let isEmpty):
        // The referenced content becomes text, whatever it is.
        if name == "tref" { throw Self.hasText }
        if elements.isEmpty, name != "svg" {
          throw .image(reason: "it is not a picture but a document that begins with <\(name.prefix(40))>")
        }
        elements.append(Element(name: name, parent: open.last, attributes: attributes))
        if !isEmpty {
          open.append(elements.count - 1)
          if name == "text" { openTexts += 1 }
        }
        try RasterError.checkLimit("the depth of an SVG picture", open.count, most: Self.nesting)
      }
    }
    guard let root = elements.first else {
      throw .image(reason: "the SVG picture is damaged: it has no elements")
    }
    // Without its namespace librsvg draws nothing and reports no error.
    guard root.attributes.contains(where: { $0.value == "http://www.w3.org/2000/svg" }) else {
      throw .image(reason: "the SVG picture lacks xmlns=\"http://www.w3.org/2000/svg\"")
    }
  }
}

extension SVGDocument {
  /// Throws if the document would draw text.
  ///
  /// librsvg has no fonts here: it draws a box for each letter, with bytes that differ each time.
  private static func checkText(_ bytes: ArraySlice<UInt8>) throws(RasterError) {
    if bytes.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) { throw hasText }
  }

  private static var hasText: RasterError {
    .image(
      reason: "the SVG picture contains text, but SVG pictures are rendered without fonts;"
        + " convert its text to paths, or place a text part over it")
  }
}

/// Splits a document into tags.
private struct Reader {
  enum Tag {
    case start(name: String, attributes: [(name: String, value: String)], isEmpty: Bool)
    case end
    case text(Range<Int>)
  }

  let bytes: [UInt8]
  var offset = 0

  private var cut: RasterError { .image(reason: "the SVG picture is damaged: a tag has no end") }

  mutating func next() throws(RasterError) -> Tag? {
    while offset < bytes.count {
      guard bytes[offset] == UInt8(ascii: "<") else {
        let start = offset
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "<") { offset += 1 }
        return .text(start..<offset)
      }
      if has("<!--") {
        try skip(past: "-->", from: 4)
      } else if has("<![CDATA[") {
        let start = offset + 9
        try skip(past: "]]>", from: 9)
        return .text(start..<offset - 3)
      } else if has("<?") {
        let start = offset
        try skip(past: "?>", from: 2)
        try checkInstruction(String(decoding: bytes[start..<offset], as: UTF8.self))
      } else if has("<!") {
        let start = offset
        while offset < bytes.count, bytes[offset] != UInt8(ascii: ">") {
          if bytes[offset] == UInt8(ascii: "[") || (offset > start && bytes[offset] == UInt8(ascii: "<")) {
            throw .image(reason: "the SVG picture declares its own entities, which is not supported")
          }
          offset += 1
        }
        offset += 1
      } else if has("</") {
        try skip(past: ">", from: 2)
        return .end
      } else {
        return try start()
      }
    }
    return nil
  }

  private func has(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard offset + count <= bytes.count else { return false }
    return text.withUTF8Buffer { bytes[offset..<offset + count].elementsEqual($0) }
  }

  private mutating func skip(past end: StaticString, from count: Int) throws(RasterError) {
    offset += count
    while offset < bytes.count {
      if has(end) {
        offset += end.utf8CodeUnitCount
        return
      }
      offset += 1
    }
    throw cut
  }

  private func checkInstruction(_ instruction: String) throws(RasterError) {
    if instruction.hasPrefix("<?xml-stylesheet") {
      throw .image(reason: "the SVG picture uses an external style sheet, which is not supported")
    }
    guard instruction.hasPrefix("<?xml"), let range = instruction.firstRange(of: "encoding") else { return }
    let name = instruction[range.upperBound...].drop { " =\"'\t\r\n".contains($0) }
      .prefix { $0.isLetter || $0.isNumber || "-_".contains($0) }.lowercased()
    // Other encodings could hide a tag from this parser.
    guard ["utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "windows-1252"].contains(name) else {
      throw .image(reason: "the SVG picture is encoded in '\(name)'; use UTF-8")
    }
  }

  private mutating func start() throws(RasterError) -> Tag {
    offset += 1
    let name = word()
    var attributes: [(name: String, value: String)] = []
    while true {
      skipSpace()
      guard offset < bytes.count else { throw cut }
      if bytes[offset] == UInt8(ascii: ">") {
        offset += 1
        return .start(name: name, attributes: attributes, isEmpty: false)
      }
      if has("/>") {
        offset += 2
        return .start(name: name, attributes: attributes, isEmpty: true)
      }
      let before = offset
      let key = word()
      skipSpace()
      guard offset > before, offset < bytes.count, bytes[offset] == UInt8(ascii: "=") else {
        throw .image(reason: "the SVG picture is damaged: an attribute has no value")
      }
      offset += 1
      skipSpace()
      guard offset < bytes.count, bytes[offset] == 0x22 || bytes[offset] == 0x27 else {
        throw .image(reason: "the SVG picture is damaged: an attribute has no quotes")
      }
      let quote = bytes[offset]
      let valueStart = offset + 1
      offset = valueStart
      while offset < bytes.count, bytes[offset] != quote { offset += 1 }
      guard offset < bytes.count else { throw cut }
      attributes.append((key, resolved(bytes[valueStart..<offset])))
      offset += 1
    }
  }

  private mutating func skipSpace() {
    while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
  }

  /// A name without its prefix.
  private mutating func word() -> String {
    let start = offset
    var nameStart = start
    while offset < bytes.count, ![0x20, 0x09, 0x0A, 0x0D, 0x2F, 0x3D, 0x3E].contains(bytes[offset]) {
      if bytes[offset] == UInt8(ascii: ":") { nameStart = offset + 1 }
      offset += 1
    }
    return String(decoding: bytes[nameStart..<offset], as: UTF8.self)
  }

  /// Replaces `&#35;` and the five named entities, so that nothing can be hidden in them.
  private func resolved(_ text: ArraySlice<UInt8>) -> String {
    guard text.contains(UInt8(ascii: "&")) else { return String(decoding: text, as: UTF8.self) }
    var out = ""
    var rest = String(decoding: text, as: UTF8.self)[...]
    while let mark = rest.firstIndex(of: "&") {
      out += rest[..<mark]
      rest = rest[rest.index(after: mark)...]
      guard let end = rest.firstIndex(of: ";") else { break }
      let name = rest[..<end]
      let code =
        name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst(), radix: 10)
      switch name {
      case "amp": out += "&"
      case "lt": out += "<"
      case "gt": out += ">"
      case "quot": out += "\""
      case "apos": out += "'"
      default: if let scalar = code.flatMap(Unicode.Scalar.init) { out.unicodeScalars.append(scalar) }
      }
      rest = rest[rest.index(after: end)...]
    }
    return out + rest
  }
}
