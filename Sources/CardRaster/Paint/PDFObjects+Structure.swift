extension PDFObjects {
  /// Marks the pieces of all pages, and writes the tree of elements that they belong to.
  ///
  /// - Throws: `RasterError.library` when the document has other pieces than the tree.
  mutating func add(_ structure: PDFStructure) throws(RasterError) {
    guard !structure.pieces.isEmpty else { return }
    try mark(structure.pieces)
    let tree = nextNumber
    let document = tree + 1
    addObject("")
    /// For each key of the tree of parents the elements that it leads to.
    var owners: [Int: [Int]] = [:]
    for (number, element) in structure.elements.enumerated() {
      var kids: [String] = []
      for kid in element.kids {
        switch kid {
        case .element(let other): kids.append("\(document + other) 0 R")
        case .piece(let index):
          let piece = structure.pieces[index]
          guard let identifier = piece.identifier else { continue }
          let page = try object(ofPage: piece.page)
          kids.append("<< /Type /MCR /Pg \(page) 0 R /MCID \(identifier) >>")
          // Numbers are given in the order of painting, in which elements are opened, but some are opened twice.
          var list = owners[try key(ofPage: page)] ?? []
          while list.count <= identifier { list.append(0) }
          list[identifier] = document + number
          owners[try key(ofPage: page)] = list
        case .link(let page, let link):
          guard let annotation = annotation(link, ofPage: page) else { continue }
          kids.append("<< /Type /OBJR /Obj \(annotation.number) 0 R /Pg \(annotation.page) 0 R >>")
          linkOwners[annotation.number] = document + number
        }
      }
      addObject(element.object(parent: number == 0 ? tree : document + element.parent, kids: kids))
    }
    addParents(owners, to: tree, document)
  }

  /// Writes marks into the contents of pages.
  private mutating func mark(_ pieces: [PDFStructure.Piece]) throws(RasterError) {
    for (number, pieces) in Dictionary(grouping: pieces, by: \.page).sorted(by: { $0.key < $1.key }) {
      let page = try object(ofPage: number)
      guard let contents = try scanner(ofObject: page).references(of: "/Contents").first else {
        throw Self.unexpected
      }
      let stream = try PDFStream(try bytes(ofObject: contents))
      replacements[contents] = try PDFStream(contents: PDFMarks.write(pieces, into: stream.contents)).object
      keys[page] = try scanner(ofObject: page).number(of: "/StructParents") ?? number
    }
  }

  /// The key of a page with pieces in the tree of parents.
  private func key(ofPage page: Int) throws(RasterError) -> Int {
    guard let key = keys[page] else { throw Self.unexpected }
    return key
  }

  /// Writes the root of the tree, and which element each piece and each link belongs to.
  private mutating func addParents(_ owners: [Int: [Int]], to tree: Int, _ document: Int) {
    var next = (keys.values.max() ?? -1) + 1
    var entries = owners.keys.sorted().map { key in
      let list = (owners[key] ?? []).map { $0 == 0 ? "null" : "\($0) 0 R" }
      return "\(key) [ \(list.joined(separator: " ")) ]"
    }
    for annotation in linkOwners.keys.sorted() {
      guard let owner = linkOwners[annotation] else { continue }
      linkKeys[annotation] = next
      entries.append("\(next) \(owner) 0 R")
      next += 1
    }
    let parents = nextNumber
    addObject("<< /Nums [ \(entries.joined(separator: "\n")) ] >>")
    fillObject(
      tree,
      "<< /Type /StructTreeRoot\n   /K [ \(document) 0 R ]\n   /ParentTree \(parents) 0 R\n   /ParentTreeNextKey \(next)\n>>"
    )
    self.tree = tree
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

/// Text in a PDF document.
enum PDFText {
  /// The text in UTF-16 as digits, which no character of it can end (ISO 32000-1, section 7.9.2.2).
  static func hexadecimal(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    var result = "<FEFF"
    for unit in text.withoutNoncharacters.utf16 {
      for shift in [12, 8, 4, 0] { result.append(digits[Int(unit >> shift) & 15]) }
    }
    return result + ">"
  }
}
