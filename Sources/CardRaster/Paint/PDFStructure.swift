/// The structure tree of a document: the reading order and the meaning of its content.
///
/// See ISO 32000-1, section 14.7. How it works: the painter marks content in sequences that are never nested,
/// and this tree assigns them to elements. `PDFDocument` writes it.
final class PDFStructure {
  /// A child of an element.
  enum Kid {
    /// An element, by its number.
    case element(Int)
    /// A marked-content sequence, by its page and its number there.
    case piece(page: Int, identifier: Int)
    /// A link, by its page and its number there.
    case link(page: Int, number: Int)
  }

  struct Element {
    /// Its standard structure type.
    var type: String
    var parent: Int
    var kids: [Kid] = []
    /// Its text alternative.
    var alternative: String?
    /// The scope of a header cell.
    var scope: String?
    /// The numbering style of a list: `Disc`, `Decimal`.
    var numbering: String?
  }

  /// All elements; the first is the document.
  private(set) var elements = [Element(type: "Document", parent: 0)]
  /// The links of the current page; nil for a link that already has an element.
  private var links: [LinkArea?] = []
  private var page = -1
  /// The number of the next marked-content sequence of the page.
  private var identifier = 0
  private var open = [0]
  /// The level of the last heading.
  private var level = 0

  func startPage(_ links: [LinkArea]) {
    page += 1
    identifier = 0
    self.links = links
    open = [0]
  }

  /// Ends a page: links without content become elements of their own.
  func endPage() {
    for number in links.indices {
      guard let area = links[number] else { continue }
      let element = addElement("Link", alternative: area.target)
      elements[element].kids.append(.link(page: page, number: number))
    }
    links = []
  }

  /// Adds an element to the open one.
  private func addElement(_ type: String, alternative: String? = nil, scope: String? = nil) -> Int {
    let parent = open[open.count - 1]
    elements.append(Element(type: type, parent: parent, alternative: alternative, scope: scope))
    elements[parent].kids.append(.element(elements.count - 1))
    return elements.count - 1
  }

  /// Opens an element; everything added from now on is inside it.
  func begin(_ type: String, alternative: String? = nil, scope: String? = nil) {
    open.append(addElement(type, alternative: alternative, scope: scope))
  }

  /// Closes the last opened element and removes it if it is empty.
  func end() {
    guard open.count > 1 else { return }
    let element = open.removeLast()
    guard elements[element].kids.isEmpty, element == elements.count - 1 else { return }
    let parent = elements[element].parent
    elements.removeLast()
    if case .element(element)? = elements[parent].kids.last { elements[parent].kids.removeLast() }
  }

  /// Records a marked-content sequence of the open element and returns its number on the page.
  func mark() -> Int {
    defer { identifier += 1 }
    elements[open[open.count - 1]].kids.append(.piece(page: page, identifier: identifier))
    return identifier
  }

  /// Records the label of a list item; a bulleted list does not continue with numbers.
  func noteLabel(_ text: String) {
    guard elements[open[open.count - 1]].type == "Lbl", let first = text.unicodeScalars.first,
      let place = open.lastIndex(where: { elements[$0].type == "L" }), open.indices.contains(place + 1)
    else { return }
    let (list, item) = (open[place], open[place + 1])
    let numbering = first.properties.numericType == nil ? "Disc" : "Decimal"
    guard let known = elements[list].numbering, known != numbering else {
      elements[list].numbering = numbering
      return
    }
    let parent = elements[list].parent
    elements[list].kids.removeLast()
    elements.append(Element(type: "L", parent: parent, kids: [.element(item)], numbering: numbering))
    elements[parent].kids.append(.element(elements.count - 1))
    elements[item].parent = elements.count - 1
    open[place] = elements.count - 1
  }

  /// Whether the open element may contain content without a paragraph around it.
  var takesContents: Bool {
    !["Document", "Table", "TR", "L", "LI", "Sect"].contains(elements[open[open.count - 1]].type)
  }

  // MARK: Marking

  /// Whether a marked-content sequence is open.
  var isMarking = false
  /// Whether the open sequence is an artifact.
  var isArtifact = false
  /// Whether a paragraph is open that was started by its first letters; the next paragraph ends it.
  var hasParagraph = false
  /// The number of enclosing groups that are a single sequence or an artifact.
  var silence = 0

  /// Opens a link if the page has one there.
  ///
  /// - Parameter frame: the bounds of its content; a clip may make the link smaller.
  func beginLink(_ target: String, in frame: Rect, alternative: String?) {
    begin("Link", alternative: alternative)
    let found = links.firstIndex { area in
      guard let area, area.target == target else { return false }
      return frame.inset(by: Insets(-0.5)).union(area.frame) == frame.inset(by: Insets(-0.5))
    }
    guard let found else { return }
    links[found] = nil
    elements[elements.count - 1].kids.append(.link(page: page, number: found))
  }

  /// A link around the cells of a row; the first cell takes it.
  private var rowLink: (target: String, frame: Rect, alternative: String?)?

  /// Whether a table row is open, so that cells come next.
  var isInRow: Bool { elements[open[open.count - 1]].type == "TR" }

  /// Keeps a link for the first cell of the open row: a row may contain only cells.
  func holdLink(_ target: String, in frame: Rect, alternative: String?) {
    rowLink = (target, frame, alternative)
  }

  /// Opens the kept link if there is one and the open element is a cell.
  func beginHeldLink() -> Bool {
    guard let link = rowLink, ["TD", "TH"].contains(elements[open[open.count - 1]].type) else { return false }
    rowLink = nil
    beginLink(link.target, in: link.frame, alternative: link.alternative)
    return true
  }

  /// Opens the element for a group's role.
  func begin(_ role: StructureRole) {
    switch role {
    case .heading(let wanted):
      // No level is skipped, so that readers do not search for a missing heading.
      level = min(max(1, wanted), level + 1, 6)
      begin("H\(level)")
    case .label:
      reopen("L")
      begin("LI")
      begin("Lbl")
    case .body:
      reopen("L")
      reopen("LI")
      begin("LBody")
    case .table: begin("Table")
    case .row: begin("TR")
    case .columnHeader: begin("TH", scope: "Column")
    case .rowHeader: begin("TH", scope: "Row")
    case .cell: begin("TD")
    case .moreOfCell: reopen("TD", or: ["TH"])
    case .artifact: break
    }
  }

  /// Closes the element for a group's role.
  func end(_ role: StructureRole) {
    let count =
      switch role {
      case .artifact: 0
      case .label, .body: 3
      default: 1
      }
    for _ in 0..<count { end() }
  }

  /// Reopens the last child of the open element if it has a type, or else opens a new one.
  private func reopen(_ type: String, or others: [String] = []) {
    if case .element(let last)? = elements[open[open.count - 1]].kids.last,
      ([type] + others).contains(elements[last].type)
    {
      open.append(last)
    } else {
      begin(type)
    }
  }
}
