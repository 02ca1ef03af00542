extension SVGPainter {
  /// What is defined once and used by its id.
  struct Definitions {
    /// The content of `<defs>`.
    private(set) var writer = SVGWriter()
    private var idsByText: [[UInt8]: String] = [:]
    private var idsByKey: [Key: String?] = [:]
    private var counts: [String: Int] = [:]

    /// What is costly to write, and so is looked up before it is written.
    enum Key: Hashable {
      /// A glyph of a face, as outline or picture.
      case glyph(FontFace, UInt32, isColor: Bool)
      /// A picture.
      case image(ImageSource)
      /// A conic gradient over an area.
      case conic(Gradient, Size)
    }

    /// The id of an element with this content; equal ones are defined once.
    mutating func id(_ prefix: String, _ tag: SVGTag, _ children: [SVGTag] = []) -> String {
      let text = children.reduce(into: tag.bytes) { $0 += $1.bytes }
      if let id = idsByText[text] { return id }
      let id = add(prefix, tag, children)
      idsByText[text] = id
      return id
    }

    /// The id of a key that was added: nil when it is not known, an inner nil when it draws nothing.
    func known(_ key: Key) -> String?? { idsByKey[key] }

    /// Adds the element that a key stands for, nil for one that draws nothing, and gives its id.
    mutating func add(_ prefix: String, for key: Key, _ tag: SVGTag?) -> String? {
      let id = tag.map { add(prefix, $0, []) }
      idsByKey[key] = .some(id)
      return id
    }

    private mutating func add(_ prefix: String, _ tag: SVGTag, _ children: [SVGTag]) -> String {
      let number = counts[prefix, default: 0] + 1
      counts[prefix] = number
      let id = "\(prefix)\(number)"
      let tag = tag.identified(id)
      if children.isEmpty {
        writer.empty(tag)
      } else {
        writer.start(tag)
        for child in children { writer.empty(child) }
        writer.end(tag)
      }
      return id
    }
  }
}
