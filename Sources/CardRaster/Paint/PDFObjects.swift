/// The objects of a finished PDF document, to which links and what its contents are are added.
///
/// How it works: the table at the end of a document says where each object starts, and the pages are found by the
/// references that lead to them (trailer, catalogue, tree of pages), never by looking for words in the whole file, which may
/// stand in a title. Objects keep their bytes and their numbers; only where they start changes, so the table is written
/// anew (ISO 32000-1, section 7.5).
struct PDFObjects {
  private let bytes: [UInt8]
  /// What each object takes in `bytes`, by its number from 1.
  private var ranges: [Range<Int>] = []
  let root: Int
  private let info: Int?
  /// The numbers of the objects of the pages.
  private var pages: [Int] = []
  /// The keys of pages in the tree of parents, by the numbers of their objects.
  var keys: [Int: Int] = [:]
  /// Further objects, whose numbers follow those of the document.
  private var added: [String] = []
  /// The links as objects are written when all is known of them.
  private var links: [Int: (link: LinkArea, height: Double)] = [:]
  /// For each page that has some the numbers of its links.
  private var references: [Int: Range<Int>] = [:]
  /// What stands in the place of objects of the document.
  var replacements: [Int: [UInt8]] = [:]
  /// The object that describes the document.
  private var metadata: Int?
  /// The element that each link belongs to.
  var linkOwners: [Int: Int] = [:]
  /// The key of each link in the tree of parents.
  var linkKeys: [Int: Int] = [:]
  /// The tree of elements, where the document says what its contents are.
  var tree: Int?
  /// Whether viewers show the title in the place of the file's name.
  var showsTitle = false
  /// The language of all words; letters, digits and hyphens.
  var language: String?

  /// Reads where the objects of a document are.
  ///
  /// - Throws: `RasterError.library` when the document is none of cairo's.
  init(_ document: [UInt8]) throws(RasterError) {
    bytes = try PDFUnpacking.plain(document)
    guard let end = PDFScanner.last("startxref", in: bytes[...]), let table = PDFScanner(bytes[end...]).table,
      table < end, let starts = PDFScanner(bytes[table..<end]).starts, !starts.isEmpty,
      let trailer = PDFScanner.last("trailer", in: bytes[table..<end]),
      let root = PDFScanner(bytes[trailer..<end]).references(of: "/Root").first
    else { throw Self.unexpected }
    self.root = root
    info = PDFScanner(bytes[trailer..<end]).references(of: "/Info").first
    try findRanges(starts, end: table)
    guard let tree = try scanner(ofObject: root).references(of: "/Pages").first else { throw Self.unexpected }
    pages = try scanner(ofObject: tree).references(of: "/Kids")
  }

  static var unexpected: RasterError {
    .library(
      operation: "writing the links and tags of a PDF document", reason: "cairo's file has an unknown form")
  }

  /// Each object ends where the next one in the file starts.
  private mutating func findRanges(_ starts: [Int], end: Int) throws(RasterError) {
    let order = starts.indices.sorted { starts[$0] < starts[$1] }
    ranges = Array(repeating: 0..<0, count: starts.count)
    for (place, index) in order.enumerated() {
      let next = place + 1 < order.count ? starts[order[place + 1]] : end
      guard starts[index] > 0, starts[index] < next else { throw Self.unexpected }
      ranges[index] = starts[index]..<next
    }
  }

  func scanner(ofObject number: Int) throws(RasterError) -> PDFScanner {
    guard ranges.indices.contains(number - 1) else { throw Self.unexpected }
    return PDFScanner(bytes[ranges[number - 1]])
  }

  /// The number of the next object that is added.
  var nextNumber: Int { ranges.count + added.count + 1 }

  /// The bytes of an object, with its number.
  func bytes(ofObject number: Int) throws(RasterError) -> ArraySlice<UInt8> {
    guard ranges.indices.contains(number - 1) else { throw Self.unexpected }
    return bytes[ranges[number - 1]]
  }

  /// Says in XMP what the document is: its title, author and language, and that it keeps PDF/UA where it does.
  ///
  /// A document without a title or a language does not (ISO 14289-1, sections 7.1 and 7.2).
  mutating func describe(_ info: DocumentInfo) {
    metadata = nextNumber
    addObject(XMPPacket(info, isAccessible: tree != nil && showsTitle && language != nil).object)
  }

  /// Adds an object.
  mutating func addObject(_ text: String) { added.append(text) }

  /// Says what stands in an object that was added.
  mutating func fillObject(_ number: Int, _ text: String) { added[number - ranges.count - 1] = text }

  /// The number of the object of a page, which is counted from 0.
  func object(ofPage number: Int) throws(RasterError) -> Int {
    guard pages.indices.contains(number) else { throw Self.unexpected }
    return pages[number]
  }

  /// Adds links to a page that has none, the last over the others.
  ///
  /// - Throws: `RasterError.library` when the document has no such page.
  mutating func add(_ areas: [LinkArea], height: Double, toPage number: Int) throws(RasterError) {
    guard !areas.isEmpty else { return }
    let page = try object(ofPage: number)
    guard try scanner(ofObject: page).end(ofDictionary: "/Page") != nil else { throw Self.unexpected }
    let first = nextNumber
    for area in areas {
      links[nextNumber] = (area, height)
      addObject("")
    }
    references[page] = first..<first + areas.count
  }

  /// The objects of a link and of its page.
  func annotation(_ link: Int, ofPage number: Int) -> (number: Int, page: Int)? {
    guard pages.indices.contains(number), let range = references[pages[number]], link < range.count else {
      return nil
    }
    return (range.lowerBound + link, pages[number])
  }

  /// The document with what was added.
  var document: [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count + added.count * 256)
    var starts = Array(repeating: 0, count: ranges.count)
    let order = ranges.indices.sorted { ranges[$0].lowerBound < ranges[$1].lowerBound }
    out += bytes[..<(order.first.map { ranges[$0].lowerBound } ?? 0)]
    for index in order {
      starts[index] = out.count
      appendObject(index + 1, to: &out)
    }
    for object in added {
      let number = starts.count + 1
      starts.append(out.count)
      let text =
        links[number].map { $0.link.annotation(pageHeight: $0.height, key: linkKeys[number]) } ?? object
      out += "\(number) 0 obj\n\(text)\nendobj\n".utf8
    }
    out.appendTable(starts, root: root, info: info)
    return out
  }

  private func appendObject(_ number: Int, to out: inout [UInt8]) {
    let range = ranges[number - 1]
    if let object = replacements[number] {
      out += "\(number) 0 obj\n".utf8
      out += object
      out += "\nendobj\n".utf8
      return
    }
    let scanner = PDFScanner(bytes[range])
    var end: Int?
    var lines: [String] = []
    if number == root {
      end = scanner.end(ofDictionary: "/Catalog")
      if let tree {
        lines += ["/StructTreeRoot \(tree) 0 R", "/MarkInfo << /Marked true >>"]
      }
      if let language { lines.append("/Lang (\(language))") }
      if let metadata { lines.append("/Metadata \(metadata) 0 R") }
      if showsTitle { lines.append("/ViewerPreferences << /DisplayDocTitle true >>") }
    } else if pages.contains(number) {
      end = scanner.end(ofDictionary: "/Page")
      if let key = keys[number], !scanner.has("/StructParents") { lines.append("/StructParents \(key)") }
      if let links = references[number] {
        lines.append("/Annots [ \(links.map { "\($0) 0 R" }.joined(separator: " ")) ]")
        // Whoever goes from link to link does so in the order of the tree.
        if tree != nil { lines.append("/Tabs /S") }
      }
    }
    let place = end ?? range.upperBound
    out += bytes[range.lowerBound..<place]
    for line in lines { out += "   \(line)\n".utf8 }
    out += bytes[place..<range.upperBound]
  }

}

extension [UInt8] {
  /// Ends a document with the plain table that says where its objects start, from number 1.
  mutating func appendTable(_ starts: [Int], root: Int, info: Int?) {
    let table = count
    self += "xref\n0 \(starts.count + 1)\n0000000000 65535 f \n".utf8
    for start in starts {
      let digits = "\(start)"
      self += (String(repeating: "0", count: Swift.max(0, 10 - digits.count)) + digits + " 00000 n \n").utf8
    }
    self += "trailer\n<< /Size \(starts.count + 1)\n   /Root \(root) 0 R\n".utf8
    if let info { self += "   /Info \(info) 0 R\n".utf8 }
    self += ">>\nstartxref\n\(table)\n%%EOF\n".utf8
  }
}
