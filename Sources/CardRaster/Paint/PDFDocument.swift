/// A PDF document of finished pages: the objects that connect them (ISO 32000-1, sections 7.7 and 14.7).
struct PDFDocument {
  struct Page {
    /// In points.
    var size: Size
    var contents: PDFContents
    /// The last one is on top of the others.
    var links: [LinkArea]
  }

  let pages: [Page]
  let structure: PDFStructure
  let info: DocumentInfo

  /// The creation date in the document: always the same, so that equal decks give equal files.
  private static let date = "(D:20000101000000Z)"

  /// The numbers of objects that refer to each other.
  private struct Numbers {
    var pages: [Int] = []
    /// The numbers of the link objects of each page.
    var links: [[Int]] = []
    /// The root of the structure tree; the elements follow it.
    var tree = 0

    func element(_ number: Int) -> Int { tree + 1 + number }
  }

  /// The bytes of the file.
  ///
  /// - Parameter objects: the objects that the pages were drawn with.
  func file(with objects: PDFObjects) throws(RasterError) -> [UInt8] {
    var objects = objects
    let list = objects.reserve()
    var numbers = Numbers()
    for page in pages {
      numbers.pages.append(objects.reserve())
      numbers.links.append(page.links.map { _ in objects.reserve() })
    }
    numbers.tree = objects.reserve()
    for _ in structure.elements { _ = objects.reserve() }
    let keys = writeStructure(numbers, into: &objects)
    for (index, page) in pages.enumerated() { try write(page, index, numbers, keys, list, into: &objects) }
    objects.fill(
      list,
      "<< /Type /Pages\n   /Kids [ \(numbers.pages.map { "\($0) 0 R" }.joined(separator: " ")) ]\n   /Count \(pages.count)\n>>"
    )
    let root = writeCatalogue(list, numbers, into: &objects)
    let info = writeInfo(into: &objects)
    return objects.document(root: root, info: info)
  }

  /// Writes a page; its keys connect its marked content, and each link, to their structure elements.
  private func write(
    _ page: Page, _ index: Int, _ numbers: Numbers, _ keys: [Int: Int], _ list: Int,
    into objects: inout PDFObjects
  ) throws(RasterError) {
    let contents = try objects.addStream("", page.contents.operators)
    var text = "<< /Type /Page\n   /Parent \(list) 0 R"
    text +=
      "\n   /MediaBox [ 0 0 \(NumberText.format(page.size.width)) \(NumberText.format(page.size.height)) ]"
    text +=
      "\n   /Contents \(contents) 0 R\n   /Group \(PDFCanvas.group)\n   /Resources \(page.contents.resources)"
    text += "\n   /StructParents \(index)"
    let links = numbers.links[index]
    if !links.isEmpty {
      // Keyboard navigation between links follows the order of the structure tree.
      text += "\n   /Annots [ \(links.map { "\($0) 0 R" }.joined(separator: " ")) ]\n   /Tabs /S"
    }
    objects.fill(numbers.pages[index], text + "\n>>")
    for (link, number) in zip(page.links, links) {
      objects.fill(number, link.annotation(pageHeight: page.size.height, key: keys[number]))
    }
  }

  /// Writes the structure tree and the parent tree of marked content and links; returns the keys of links.
  private func writeStructure(_ numbers: Numbers, into objects: inout PDFObjects) -> [Int: Int] {
    /// For each page, the elements of its marked content.
    var owners = pages.map { _ in [Int]() }
    /// For each link, its element.
    var linkOwners: [Int: Int] = [:]
    for (index, element) in structure.elements.enumerated() {
      let kids = element.kids.map { kid in
        switch kid {
        case .element(let other): return "\(numbers.element(other)) 0 R"
        case .piece(let page, let identifier):
          // Identifiers follow the order of painting, in which elements are opened, but some are opened
          // twice.
          while owners[page].count <= identifier { owners[page].append(0) }
          owners[page][identifier] = numbers.element(index)
          return "<< /Type /MCR /Pg \(numbers.pages[page]) 0 R /MCID \(identifier) >>"
        case .link(let page, let link):
          let annotation = numbers.links[page][link]
          linkOwners[annotation] = numbers.element(index)
          return "<< /Type /OBJR /Obj \(annotation) 0 R /Pg \(numbers.pages[page]) 0 R >>"
        }
      }
      let parent = index == 0 ? numbers.tree : numbers.element(element.parent)
      objects.fill(numbers.element(index), element.object(parent: parent, kids: kids))
    }
    var entries = owners.enumerated().map { key, list in
      "\(key) [ \(list.map { $0 == 0 ? "null" : "\($0) 0 R" }.joined(separator: " ")) ]"
    }
    var keys: [Int: Int] = [:]
    for (annotation, owner) in linkOwners.sorted(by: { $0.key < $1.key }) {
      keys[annotation] = entries.count
      entries.append("\(entries.count) \(owner) 0 R")
    }
    let parents = objects.addObject("<< /Nums [ \(entries.joined(separator: "\n")) ] >>")
    objects.fill(
      numbers.tree,
      "<< /Type /StructTreeRoot\n   /K [ \(numbers.element(0)) 0 R ]\n   /ParentTree \(parents) 0 R\n   /ParentTreeNextKey \(entries.count)\n>>"
    )
    return keys
  }

  /// Writes the document catalogue.
  ///
  /// A document without a title or a language does not conform to PDF/UA (ISO 14289-1, sections 7.1 and 7.2).
  private func writeCatalogue(_ list: Int, _ numbers: Numbers, into objects: inout PDFObjects) -> Int {
    let hasTitle = !(info.title ?? "").isEmpty
    let isAccessible = hasTitle && info.plainLanguage != nil
    let metadata = objects.addObject(XMPPacket(info: info, isAccessible: isAccessible).object)
    var text = "<< /Type /Catalog\n   /Pages \(list) 0 R\n   /Metadata \(metadata) 0 R"
    text += "\n   /StructTreeRoot \(numbers.tree) 0 R\n   /MarkInfo << /Marked true >>"
    if let language = info.plainLanguage { text += "\n   /Lang (\(language))" }
    if hasTitle { text += "\n   /ViewerPreferences << /DisplayDocTitle true >>" }
    return objects.addObject(text + "\n>>")
  }

  private func writeInfo(into objects: inout PDFObjects) -> Int {
    var text =
      "<< /Producer (cardshot)\n   /Creator (cardshot)\n   /CreationDate \(Self.date)\n   /ModDate \(Self.date)"
    for (key, words) in [("Title", info.title), ("Author", info.author)] {
      if let words, !words.isEmpty { text += "\n   /\(key) \(PDFText.hexadecimal(words))" }
    }
    return objects.addObject(text + "\n>>")
  }
}

extension PDFStructure.Element {
  /// The element as an object of a document.
  fileprivate func object(parent: Int, kids: [String]) -> String {
    var text = "<< /Type /StructElem\n   /S /\(type)\n   /P \(parent) 0 R\n"
    if let alternative { text += "   /Alt \(PDFText.hexadecimal(alternative))\n" }
    if let scope { text += "   /A << /O /Table /Scope /\(scope) >>\n" }
    if let numbering { text += "   /A << /O /List /ListNumbering /\(numbering) >>\n" }
    return text + "   /K [ \(kids.joined(separator: " ")) ]\n>>"
  }
}

/// The metadata of a document in XMP (ISO 16684-1), which archives and viewers read.
struct XMPPacket {
  let info: DocumentInfo
  /// Whether the document declares conformance to PDF/UA-1 (ISO 14289-1).
  let isAccessible: Bool

  /// The packet as an object of a PDF document.
  var object: String {
    let text = text
    return
      "<< /Type /Metadata\n   /Subtype /XML\n   /Length \(text.utf8.count)\n>>\nstream\n\(text)\nendstream"
  }

  private var text: String {
    var properties: [String] = []
    if let title = info.title, !title.isEmpty {
      properties.append(
        "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">\(Self.plain(title))</rdf:li></rdf:Alt></dc:title>"
      )
    }
    if let author = info.author, !author.isEmpty {
      properties.append("<dc:creator><rdf:Seq><rdf:li>\(Self.plain(author))</rdf:li></rdf:Seq></dc:creator>")
    }
    if let language = info.plainLanguage {
      properties.append("<dc:language><rdf:Bag><rdf:li>\(language)</rdf:li></rdf:Bag></dc:language>")
    }
    if isAccessible { properties.append("<pdfuaid:part>1</pdfuaid:part>") }
    // The byte order mark at the start is that of ISO 16684-1, section 7.3.2.
    return """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
      \(properties.joined(separator: "\n"))
      </rdf:Description>
      </rdf:RDF>
      </x:xmpmeta>
      <?xpacket end="r"?>
      """
  }

  /// XML text: special characters are escaped, and characters that XML does not allow are left out.
  private static func plain(_ text: String) -> String {
    var result = ""
    for scalar in text.withoutNoncharacters.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\t", "\n", "\r": result += " "
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): continue
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// The objects of a PDF document that is being written, and the resulting file (ISO 32000-1, section 7.5).
struct PDFObjects {
  /// The bytes of each object, by its number from 1; empty for a reserved object that is not filled yet.
  private var objects: [[UInt8]] = []

  /// Reserves an object number; `fill` sets its content later.
  mutating func reserve() -> Int {
    objects.append([])
    return objects.count
  }

  /// Sets the content of a reserved object.
  mutating func fill(_ number: Int, _ text: String) { objects[number - 1] = Array(text.utf8) }

  /// Adds an object and returns its number.
  mutating func addObject(_ text: String) -> Int {
    objects.append(Array(text.utf8))
    return objects.count
  }

  /// Adds a stream, which is compressed unless it is short, and returns its number.
  ///
  /// - Parameter entries: the entries of its dictionary besides length and filter.
  mutating func addStream(_ entries: String, _ contents: [UInt8]) throws(RasterError) -> Int {
    let number = reserve()
    try fillStream(number, entries, contents)
    return number
  }

  /// The minimum number of bytes that are compressed.
  ///
  /// Releases of libdeflate compress fewer than 512 in different ways (1.14 and 1.23).
  static let leastPacked = 1024

  /// Sets the content of a reserved stream, which is compressed unless it is short.
  ///
  /// The bytes of level 6 are the same on every processor (`Deflate`).
  mutating func fillStream(_ number: Int, _ entries: String, _ contents: [UInt8]) throws(RasterError) {
    guard contents.count >= Self.leastPacked else { return fillStream(number, entries, as: contents) }
    let head = entries.isEmpty ? "" : entries + "\n   "
    fillStream(number, head + "/Filter /FlateDecode", as: try Deflate.zlib(contents, level: 6))
  }

  /// Sets the content of a reserved stream without further compression.
  mutating func fillStream(_ number: Int, _ entries: String, as bytes: [UInt8]) {
    objects[number - 1] =
      Array("<< \(entries)\n   /Length \(bytes.count)\n>>\nstream\n".utf8) + bytes + Array("\nendstream".utf8)
  }

  /// The file: its objects in order, and the cross-reference table.
  ///
  /// - Parameters:
  ///   - root: the number of the catalogue.
  ///   - info: the number of the document information dictionary.
  func document(root: Int, info: Int) -> [UInt8] {
    // Bytes above 127 in the second line mark the file as binary.
    var out: [UInt8] = Array("%PDF-1.7\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A]
    out.reserveCapacity(objects.reduce(0) { $0 + $1.count + 40 } + 1024)
    var starts: [Int] = []
    for (index, object) in objects.enumerated() {
      starts.append(out.count)
      out += "\(index + 1) 0 obj\n".utf8
      out += object
      out += "\nendobj\n".utf8
    }
    let table = out.count
    out += "xref\n0 \(starts.count + 1)\n0000000000 65535 f \n".utf8
    for start in starts {
      out += ("\(start)".leftPadded(to: 10) + " 00000 n \n").utf8
    }
    out += "trailer\n<< /Size \(starts.count + 1)\n   /Root \(root) 0 R\n   /Info \(info) 0 R\n>>\n".utf8
    out += "startxref\n\(table)\n%%EOF\n".utf8
    return out
  }
}

/// Text strings in a PDF document.
enum PDFText {
  /// The text in UTF-16 as hexadecimal digits, so that no character can end the string.
  ///
  /// See ISO 32000-1, section 7.9.2.2.
  static func hexadecimal(_ text: String) -> String { "<FEFF\(digits(text))>" }

  /// The text in UTF-16, four hexadecimal digits per unit.
  static func digits(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for unit in text.withoutNoncharacters.utf16 {
      for shift in [12, 8, 4, 0] as [UInt16] { result.append(digits[Int(unit >> shift) & 15]) }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
