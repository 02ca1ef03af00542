/// Writes the elements of an SVG document as UTF-8, one element a line.
struct SVGWriter {
  /// What was written.
  private(set) var bytes: [UInt8] = []

  /// Whether nothing was written.
  var isEmpty: Bool { bytes.isEmpty }

  /// Writes an element without content.
  mutating func empty(_ tag: SVGTag) {
    bytes += tag.bytes
    bytes += "/>\n".utf8
  }

  /// Writes an element whose content is text.
  mutating func element(_ tag: SVGTag, text: String) {
    bytes += tag.bytes
    bytes.append(UInt8(ascii: ">"))
    SVGTag.appendEscaped(text, isAttribute: false, to: &bytes)
    end(tag)
  }

  /// Starts an element; `end` must follow with the same tag.
  mutating func start(_ tag: SVGTag) {
    bytes += tag.bytes
    bytes += ">\n".utf8
  }

  /// Ends an element.
  mutating func end(_ tag: SVGTag) {
    bytes += "</".utf8
    bytes += tag.name.utf8
    bytes += ">\n".utf8
  }

  /// Adds what another writer holds.
  mutating func append(_ other: SVGWriter) { bytes += other.bytes }
}
