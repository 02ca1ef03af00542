/// Writes the elements of an SVG document as UTF-8, one element per line.
struct SVGWriter {
  /// The bytes written so far.
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

  /// Writes an element of words, each in its own element, with spaces between them.
  mutating func element(_ tag: SVGTag, words: [(tag: SVGTag, text: String)]) {
    bytes += tag.bytes
    bytes.append(UInt8(ascii: ">"))
    for (number, word) in words.enumerated() {
      if number > 0 { bytes.append(UInt8(ascii: " ")) }
      bytes += word.tag.bytes
      bytes.append(UInt8(ascii: ">"))
      SVGTag.appendEscaped(word.text, isAttribute: false, to: &bytes)
      bytes += "</\(word.tag.name)>".utf8
    }
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

  /// Appends the elements of another writer.
  mutating func append(_ other: SVGWriter) { bytes += other.bytes }

  /// The document with complete ids.
  ///
  /// Each id starts with letters that depend on the document's content. Several documents can therefore be
  /// embedded in one HTML page, where ids are shared, and a hidden document does not affect another one.
  /// Equal documents have equal ids.
  func document() -> [UInt8] {
    let prefix = Self.idPrefix(of: bytes)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 8)
    var rest = bytes[...]
    while let place = rest.firstIndex(of: SVGTag.idMark) {
      result += rest[..<place]
      result += prefix
      rest = rest[(place + 1)...]
    }
    result += rest
    return result
  }

  /// Six letters and digits that depend on bytes; the first is a letter, as XML ids require.
  private static func idPrefix(of bytes: [UInt8]) -> [UInt8] {
    // FNV-1a, eight bytes per step.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func mix(_ word: UInt64) { hash = (hash ^ word) &* 0x100_0000_01b3 ^ hash >> 29 }
    bytes.withUnsafeBytes { memory in
      let words = memory.count / 8
      for index in 0..<words {
        mix(UInt64(littleEndian: memory.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)))
      }
      for byte in memory[(8 * words)...] { mix(UInt64(byte)) }
    }
    mix(UInt64(bytes.count))
    hash ^= hash >> 32
    let digits = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
    return (0..<6).map { place in
      let base: UInt64 = place == 0 ? 26 : 36
      defer { hash /= base }
      return digits[Int(hash % base)]
    }
  }
}
