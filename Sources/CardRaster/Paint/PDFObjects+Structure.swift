extension PDFObjects {
  /// Writes a tree of elements in the place of cairo's.
  ///
  /// - Throws: `RasterError.library` when the document marks other contents than the tree knows.
  mutating func add(_ structure: PDFStructure) throws(RasterError) {
    guard structure.pieces > 0, let tree = try scanner(ofObject: root).references(of: "/StructTreeRoot").first
    else { return }
    let marked = try markedContents(of: tree)
    guard marked.count == structure.pieces else { throw Self.unexpected }
    try writeArtifacts(structure.artifacts.sorted().map { marked[$0] })
    let first = nextNumber
    let document = first
    /// For each key of the tree of parents the elements that it leads to.
    var owners: [Int: [Int]] = [:]
    for (number, element) in structure.elements.enumerated() {
      var kids: [String] = []
      for kid in element.kids {
        switch kid {
        case .element(let other): kids.append("\(first + other) 0 R")
        case .piece(let piece):
          let (page, identifier) = marked[piece]
          kids.append("<< /Type /MCR /Pg \(page) 0 R /MCID \(identifier) >>")
          guard let key = try scanner(ofObject: page).number(of: "/StructParents") else {
            throw Self.unexpected
          }
          var list = owners[key] ?? []
          while list.count <= identifier { list.append(0) }
          list[identifier] = first + number
          owners[key] = list
        case .link(let page, let link):
          guard let annotation = annotation(link, ofPage: page) else { continue }
          kids.append("<< /Type /OBJR /Obj \(annotation.number) 0 R /Pg \(annotation.page) 0 R >>")
          linkOwners[annotation.number] = first + number
        }
      }
      addObject(element.object(parent: number == 0 ? tree : first + element.parent, kids: kids))
    }
    try addParents(owners, to: tree, document)
  }

  /// Pages and numbers of marked contents, in the order of painting; cairo's elements go.
  private mutating func markedContents(of tree: Int) throws(RasterError) -> [(page: Int, identifier: Int)] {
    var result: [(page: Int, identifier: Int)] = []
    for element in try scanner(ofObject: tree).references(of: "/K") {
      let scanner = try scanner(ofObject: element)
      guard let page = scanner.references(of: "/Pg").first, let identifier = scanner.number(of: "/K") else {
        throw Self.unexpected
      }
      result.append((page, identifier))
      // Nothing leads to it any more.
      replacements[element] = Array("null".utf8)
    }
    return result
  }

  /// Writes the root of the tree, and which element each piece and each link belongs to.
  private mutating func addParents(
    _ owners: [Int: [Int]], to tree: Int, _ document: Int
  ) throws(RasterError) {
    var next = (owners.keys.max() ?? -1) + 1
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
    let root =
      "<< /Type /StructTreeRoot\n   /K [ \(document) 0 R ]\n   /ParentTree \(parents) 0 R\n   /ParentTreeNextKey \(next)\n>>"
    replacements[tree] = Array(root.utf8)
    isTagged = true
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
