/// The references between the elements of an SVG document.
///
/// librsvg ignores missing references and reports no error. A document is therefore rejected if it refers to
/// a file, includes one, imports a style sheet, or embeds an image that is neither PNG nor JPEG.
struct SVGReferences {
  /// The ids that each element refers to.
  private(set) var ofElements: [[String]] = []
  /// The ids that the style sheet refers to; a rule may apply to any element.
  let ofStyle: [String]
  /// For each element, the number of pixels of its embedded image.
  private(set) var pixels: [Double] = []

  /// Reads the references of a document.
  ///
  /// - Throws: `RasterError.image` for an external reference, `.limit` for an image that is too large.
  init(_ document: SVGDocument) throws(RasterError) {
    try Self.refuseImports(document.styleSheet)
    ofStyle = try Self.targets(document.styleSheet)
    for element in document.elements {
      ofElements.append(try Self.references(element))
      pixels.append(try Self.pixels(element))
    }
  }

  /// The ids that an element refers to, in the order of its attributes.
  private static func references(_ element: SVGDocument.Element) throws(RasterError) -> [String] {
    if element.name == "include" {
      throw .image(reason: "the SVG picture includes another file, which is not supported")
    }
    if element.name == "script" { return [] }
    var found: [String] = []
    for (name, value) in element.attributes {
      if name == "href" {
        // A link is external by design, and librsvg does not follow it.
        if element.name == "a" { continue }
        let target = value.drop { $0.isWhitespace }
        if target.hasPrefix("#") {
          found.append(String(target.dropFirst()))
        } else if ["use", "image", "feImage"].contains(element.name), !target.hasPrefix("data:"),
          !target.isEmpty
        {
          throw outside(target)
        }
      } else {
        found += try targets(value)
      }
    }
    return found
  }

  /// The ids in `url(#…)`.
  private static func targets(_ text: String) throws(RasterError) -> [String] {
    let hasEscape = text.utf8.contains(0x5C)
    guard hasEscape || text.utf8.contains(0x28) else { return [] }
    if hasEscape && (text.contains("url") || text.utf8.contains(0x28)) {
      throw .image(reason: "the SVG picture's style contains escapes, which are not supported")
    }
    var found: [String] = []
    var rest = text.lowercased()[...]
    var exact = text[...]
    while let range = rest.firstRange(of: "url(") {
      let skipped = rest.distance(from: rest.startIndex, to: range.upperBound)
      rest = rest[range.upperBound...]
      exact = exact.dropFirst(skipped)
      let target = exact.prefix { $0 != ")" }.filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
      if target.hasPrefix("#") {
        found.append(String(target.dropFirst()))
      } else if !target.hasPrefix("data:") {
        throw outside(target[...])
      }
    }
    return found
  }

  private static func refuseImports(_ style: String) throws(RasterError) {
    guard style.lowercased().contains("@import") else { return }
    throw .image(reason: "the SVG picture uses an external style sheet, which is not supported")
  }

  private static func outside(_ target: Substring) -> RasterError {
    .image(reason: "the SVG picture refers to '\(target.prefix(80))', but external references are not read")
  }

  /// The number of pixels of an image embedded as a `data:` URI; 0 if there is none.
  private static func pixels(_ element: SVGDocument.Element) throws(RasterError) -> Double {
    guard element.name == "image" || element.name == "feImage", let uri = element.attribute("href"),
      uri.drop(while: { $0.isWhitespace }).hasPrefix("data:")
    else { return 0 }
    let bytes = try ImageDecoding.dataURI(String(uri.drop { $0.isWhitespace })).bytes
    let size: (Int, Int)
    switch ImageFormat(bytes) {
    case .png:
      let header = try PNGHeader(bytes)
      size = (header.width, header.height)
    case .jpeg:
      let header = try TurboJPEG().header(bytes)
      size = (header.width, header.height)
    default:
      throw .image(
        reason: "the SVG picture contains an image that is neither PNG nor JPEG, which is not supported")
    }
    try ImageDecoding.checkPixels(size.0, size.1)
    return Double(size.0) * Double(size.1)
  }
}
