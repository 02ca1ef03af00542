/// A PDF document of pages that were drawn: the objects that say how all belongs together (ISO 32000-1, sections 7.7 and
/// 14.7).
struct PDFDocument {
  /// A page.
  struct Page {
    /// In points.
    var size: Size
    var contents: PDFContents
    /// The last lies over the others.
    var links: [LinkArea]
  }

  let pages: [Page]
  let structure: PDFStructure
  let info: DocumentInfo

  /// What the document says of when it was made: always the same, so that equal decks give equal files.
  private static let date = "(D:20000101000000Z)"

  /// The numbers of objects that refer to each other.
  private struct Numbers {
    var pages: [Int] = []
    /// For each page the numbers of its links.
    var links: [[Int]] = []
    /// The root of the tree of elements; the elements follow it.
    var tree = 0

    func element(_ number: Int) -> Int { tree + 1 + number }
  }

  /// The file.
  ///
  /// - Parameter objects: what the pages are drawn with.
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

  /// Writes a page: the keys lead from its pieces, and from each link, to what they belong to.
  private func write(
    _ page: Page, _ index: Int, _ numbers: Numbers, _ keys: [Int: Int], _ list: Int,
    into objects: inout PDFObjects
  ) throws(RasterError) {
    let contents = try objects.addStream("", page.contents.operators)
    var text = "<< /Type /Page\n   /Parent \(list) 0 R"
    text += "\n   /MediaBox [ 0 0 \(NumberText.text(page.size.width)) \(NumberText.text(page.size.height)) ]"
    text +=
      "\n   /Contents \(contents) 0 R\n   /Group \(PDFCanvas.group)\n   /Resources \(page.contents.resources)"
    text += "\n   /StructParents \(index)"
    let links = numbers.links[index]
    if !links.isEmpty {
      // Whoever goes from link to link does so in the order of the tree.
      text += "\n   /Annots [ \(links.map { "\($0) 0 R" }.joined(separator: " ")) ]\n   /Tabs /S"
    }
    objects.fill(numbers.pages[index], text + "\n>>")
    for (link, number) in zip(page.links, links) {
      objects.fill(number, link.annotation(pageHeight: page.size.height, key: keys[number]))
    }
  }

  /// Writes the tree of elements, and which element each piece and each link belongs to; gives the keys of links.
  private func writeStructure(_ numbers: Numbers, into objects: inout PDFObjects) -> [Int: Int] {
    /// For each page the elements of its pieces.
    var owners = pages.map { _ in [Int]() }
    /// For each link its element.
    var linkOwners: [Int: Int] = [:]
    for (index, element) in structure.elements.enumerated() {
      let kids = element.kids.map { kid in
        switch kid {
        case .element(let other): return "\(numbers.element(other)) 0 R"
        case .piece(let page, let identifier):
          // Numbers are given in the order of painting, in which elements are opened, but some are opened twice.
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
    let parents = objects.add("<< /Nums [ \(entries.joined(separator: "\n")) ] >>")
    objects.fill(
      numbers.tree,
      "<< /Type /StructTreeRoot\n   /K [ \(numbers.element(0)) 0 R ]\n   /ParentTree \(parents) 0 R\n   /ParentTreeNextKey \(entries.count)\n>>"
    )
    return keys
  }

  /// Writes what a reader begins with.
  ///
  /// A document without a title or a language does not keep PDF/UA (ISO 14289-1, sections 7.1 and 7.2).
  private func writeCatalogue(_ list: Int, _ numbers: Numbers, into objects: inout PDFObjects) -> Int {
    let hasTitle = !(info.title ?? "").isEmpty
    let isAccessible = hasTitle && info.plainLanguage != nil
    let metadata = objects.add(XMPPacket(info, isAccessible: isAccessible).object)
    var text = "<< /Type /Catalog\n   /Pages \(list) 0 R\n   /Metadata \(metadata) 0 R"
    text += "\n   /StructTreeRoot \(numbers.tree) 0 R\n   /MarkInfo << /Marked true >>"
    if let language = info.plainLanguage { text += "\n   /Lang (\(language))" }
    if hasTitle { text += "\n   /ViewerPreferences << /DisplayDocTitle true >>" }
    return objects.add(text + "\n>>")
  }

  private func writeInfo(into objects: inout PDFObjects) -> Int {
    var text =
      "<< /Producer (cardshot)\n   /Creator (cardshot)\n   /CreationDate \(Self.date)\n   /ModDate \(Self.date)"
    for (key, words) in [("Title", info.title), ("Author", info.author)] {
      if let words, !words.isEmpty { text += "\n   /\(key) \(PDFText.hexadecimal(words))" }
    }
    return objects.add(text + "\n>>")
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
