/// Features of SVG 2 and CSS that librsvg does not support, found by their names in the bytes of a document.
///
/// librsvg ignores them without an error. The list was made by drawing each with librsvg 2.54 and with a
/// browser.
enum SVGFeatures {
  /// The names of the unsupported features in a document, without duplicates, in the order of the table.
  static func undrawn(in svg: [UInt8]) -> [String] {
    var found = Set<Int>()
    var (place, hasProfile) = (0, false)
    while place < svg.count {
      let byte = svg[place]
      if byte == UInt8(ascii: "d"), has("data:image/", at: place, in: svg) {
        let uri = svg[place...].prefix {
          ![UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ")")].contains($0)
        }
        hasProfile = hasProfile || hasOtherColors(uri)
        place = uri.endIndex
        continue
      }
      if byte == UInt8(ascii: "<"), has("<!--", at: place, in: svg) {
        place += 4
        while place < svg.count, !has("-->", at: place, in: svg) { place += 1 }
        continue
      }
      if firstBytes[Int(byte)] {
        for index in table.indices where !found.contains(index) && has(table[index].text, at: place, in: svg)
        {
          let entry = table[index]
          if entry.isWord, place > 0, isNamePart(svg[place - 1]) { continue }
          let rest = svg[(place + entry.text.utf8.count)...].prefix(80)
          if entry.isMeant(String(decoding: rest, as: UTF8.self)) { found.insert(index) }
        }
      }
      place += 1
    }
    let names = found.sorted().map { table[$0].name } + (hasProfile ? ["a colour profile"] : [])
    return names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Whether an embedded image has a colour space other than sRGB, which librsvg ignores.
  private static func hasOtherColors(_ uri: ArraySlice<UInt8>) -> Bool {
    guard let bytes = try? ImageDecoding.dataURI(String(decoding: uri, as: UTF8.self)).bytes,
      let probe = Bitmap(width: 1, height: 1, pixels: [200, 100, 50, 255])
    else { return false }
    switch ImageFormat(bytes) {
    case .png:
      let header = try? PNGHeader(bytes)
      return (try? header?.colors.converted(probe, isGrey: header?.isGrey == true).isSame) == false
    case .jpeg:
      let file = JPEGFile(bytes)
      return (try? file.colors.converted(probe, isGrey: file.isGrey).isSame) == false
    default: return false
    }
  }

  private struct Entry {
    let text: String
    let name: String
    /// Whether it must not be followed by further letters of a longer name.
    var isWord = true
    /// Whether the feature is really used, judged by the text after the name.
    var isMeant: @Sendable (String) -> Bool = { _ in true }
  }

  private static let table: [Entry] = [
    Entry(text: "feDropShadow", name: "feDropShadow"),
    // Drawing programs add private data next to the content for all others.
    Entry(text: "<foreignObject", name: "foreignObject", isWord: false) {
      !$0.contains("requiredExtensions")
    },
    Entry(text: "var(", name: "var()"), Entry(text: "hwb(", name: "hwb()"),
    Entry(text: "lab(", name: "lab()"),
    Entry(text: "lch(", name: "lch()"), Entry(text: "oklab(", name: "oklab()"),
    Entry(text: "oklch(", name: "oklch()"), Entry(text: "color(", name: "color()"),
    Entry(text: "color-mix(", name: "color-mix()"), Entry(text: "light-dark(", name: "light-dark()"),
    Entry(text: "transform-origin", name: "transform-origin"),
    Entry(text: "transform-box", name: "transform-box"),
    Entry(text: "translate:", name: "translate"), Entry(text: "rotate:", name: "rotate"),
    Entry(text: "scale:", name: "scale"),
    Entry(text: "non-scaling-stroke", name: "vector-effect"),
    Entry(text: "circle(", name: "shapes as clip-path"), Entry(text: "ellipse(", name: "shapes as clip-path"),
    Entry(text: "inset(", name: "shapes as clip-path"), Entry(text: "polygon(", name: "shapes as clip-path"),
    Entry(text: "d:path(", name: "the property d"), Entry(text: "d: path(", name: "the property d"),
    // Without these rules it is drawn as on a light screen, which is intended.
    Entry(text: "@media", name: "@media", isWord: false) { rest in
      let query = rest.prefix { $0 != "{" }
      return !["print", "prefers-color-scheme: dark", "prefers-color-scheme:dark", "reduced-motion"].contains
      {
        query.contains($0)
      }
    },
    Entry(text: "@supports", name: "@supports", isWord: false),
    Entry(text: "@layer", name: "@layer", isWord: false),
    Entry(text: "@container", name: "@container", isWord: false),
    Entry(text: ":is(", name: ":is()", isWord: false),
    Entry(text: ":where(", name: ":where()", isWord: false),
    Entry(text: ":has(", name: ":has()", isWord: false),
    Entry(text: "<animate", name: "animation", isWord: false),
    Entry(text: "<set ", name: "animation", isWord: false),
    Entry(text: "@keyframes", name: "animation", isWord: false),
  ]

  /// For each byte, whether an entry of the table starts with it.
  private static let firstBytes: [Bool] = {
    var result = [Bool](repeating: false, count: 256)
    for entry in table { if let first = entry.text.utf8.first { result[Int(first)] = true } }
    return result
  }()

  private static func has(_ text: String, at place: Int, in bytes: [UInt8]) -> Bool {
    let count = text.utf8.count
    return place + count <= bytes.count && bytes[place..<place + count].elementsEqual(text.utf8)
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || "-_".utf8.contains(byte)
  }
}
