/// The fonts of a document: for each face, the glyphs in use and their text.
final class PDFFonts {
  /// A font subset, with at most as many glyphs as two-byte codes can address.
  final class Font {
    /// A glyph and its text; the same glyph with other text has another code.
    struct Sign: Hashable {
      var glyph: UInt32
      var text: String
      /// The number of letters that share the width of the glyph, as in a ligature.
      var letters = 1
      /// Whether the outline is drawn; false only reserves the position of a letter.
      var isDrawn = true
    }

    let face: FontFace
    /// The number of its font object in the document.
    let object: Int
    /// In order of their codes, from 1.
    fileprivate(set) var signs: [Sign] = []
    /// The advances of all signs, in thousandths of an em.
    fileprivate(set) var widths: [Int] = []
    fileprivate var codes: [Sign: Int] = [:]

    fileprivate init(_ face: FontFace, object: Int) {
      self.face = face
      self.object = object
    }
  }

  /// The maximum number of glyphs of a font.
  private static let most = 60_000
  /// All fonts, in order of their first use.
  private(set) var all: [Font] = []
  /// The last font of each face.
  private var current: [FontFace: Font] = [:]

  /// The font of a face with room for some more signs.
  func font(_ face: FontFace, for count: Int, _ objects: inout PDFObjects) -> Font {
    if let font = current[face], font.signs.count + count <= Self.most { return font }
    let font = Font(face, object: objects.reserve())
    all.append(font)
    current[face] = font
    return font
  }
}

extension PDFFonts.Font {
  /// The maximum number of two-byte codes.
  private static let mostSigns = 65_535

  /// The code of a glyph with some text, and its advance in thousandths of an em.
  ///
  /// - Throws: `RasterError.limit` if all codes are in use; `.library` if the face cannot be read.
  func code(_ sign: Sign, _ glyphs: borrowing some Glyphs) throws(RasterError) -> (code: Int, width: Int) {
    if let code = codes[sign] { return (code, widths[code - 1]) }
    guard signs.count < Self.mostSigns else {
      throw .limit(
        what: "the number of glyphs of a line in a document", value: Double(signs.count + 1),
        limit: Double(Self.mostSigns))
    }
    let advance = try glyphs.advance(of: sign.glyph, in: face) / Double(sign.letters)
    let width = Int(min(32_000, max(0, advance * CompactFont.unitsPerEm)).rounded())
    signs.append(sign)
    widths.append(width)
    codes[sign] = signs.count
    return (signs.count, width)
  }

  /// Writes the font: its glyphs, their widths, and the text of each code.
  ///
  /// See ISO 32000-1, sections 9.7 and 9.8.
  ///
  /// - Parameter number: its number among the fonts of the document, from 0.
  func write(
    _ number: Int, into objects: inout PDFObjects, _ glyphs: borrowing some Glyphs
  ) throws(RasterError) {
    var font = CompactFont(name: name(number))
    for (sign, width) in zip(signs, widths) {
      font.addGlyph(sign.isDrawn ? try glyphs.outline(of: sign.glyph, in: face) : Path(), width: width)
    }
    let file = try objects.addStream("/Subtype /CIDFontType0C", font.bytes)
    let box = font.box
    // Metrics for a viewer that substitutes the font; it is always embedded.
    let descriptor = objects.addObject(
      """
      << /Type /FontDescriptor
         /FontName /\(font.name)
         /Flags 4
         /FontBBox [ \(box.left) \(box.bottom) \(box.right) \(box.top) ]
         /ItalicAngle \(face.isSlanted ? -12 : 0)
         /Ascent \(box.top)
         /Descent \(box.bottom)
         /CapHeight \(box.top)
         /StemV 80
         /FontFile3 \(file) 0 R
      >>
      """)
    let descendant = objects.addObject(
      """
      << /Type /Font
         /Subtype /CIDFontType0
         /BaseFont /\(font.name)
         /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>
         /FontDescriptor \(descriptor) 0 R
         /DW 0
         /W [ 1 [ \(widths.map(String.init).joined(separator: " ")) ] ]
      >>
      """)
    let letters = try objects.addStream("", Array(letters.utf8))
    objects.fill(
      object,
      """
      << /Type /Font
         /Subtype /Type0
         /BaseFont /\(font.name)-Identity-H
         /Encoding /Identity-H
         /DescendantFonts [ \(descendant) 0 R ]
         /ToUnicode \(letters) 0 R
      >>
      """)
  }

  /// The subset tag of six letters, and the characters of the file's name that are allowed in a font name.
  private func name(_ number: Int) -> String {
    var rest = number
    var tag = ""
    for _ in 0..<6 {
      tag.unicodeScalars.insert(Unicode.Scalar(UInt8(ascii: "A") + UInt8(rest % 26)), at: tag.startIndex)
      rest /= 26
    }
    let plain = face.name.unicodeScalars.filter {
      ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "-"
    }
    let style = (face.isEmboldened ? "-Bold" : "") + (face.isSlanted ? "-Italic" : "")
    return "\(tag)+\(plain.isEmpty ? "Font" : String(String.UnicodeScalarView(plain.prefix(60))))\(style)"
  }

  /// The text of each code, as a CMap (Adobe Technical Note 5411).
  private var letters: String {
    var text = """
      /CIDInit /ProcSet findresource begin
      12 dict begin
      begincmap
      /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
      /CMapName /Adobe-Identity-UCS def
      /CMapType 2 def
      1 begincodespacerange
      <0000> <FFFF>
      endcodespacerange

      """
    // A list has at most a hundred lines.
    for start in stride(from: 0, to: signs.count, by: 100) {
      let part = signs[start..<min(start + 100, signs.count)]
      text += "\(part.count) beginbfchar\n"
      for (index, sign) in zip(part.indices, part) {
        text += "<\((index + 1).hexadecimal(4))> <\(PDFText.digits(sign.text))>\n"
      }
      text += "endbfchar\n"
    }
    return text + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
  }
}
