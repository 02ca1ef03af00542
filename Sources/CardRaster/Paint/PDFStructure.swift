/// What a document says of the order and the meaning of its contents: a tree of elements (ISO 32000-1, section 14.7).
///
/// How it works: the painter marks pieces of contents that never lie within each other, and this tree says what they are;
/// `PDFDocument` writes it.
final class PDFStructure {
  /// What an element holds.
  enum Kid {
    /// An element, by its number.
    case element(Int)
    /// A piece of marked contents, by its page and its number there.
    case piece(page: Int, identifier: Int)
    /// A link, by its page and its number there.
    case link(page: Int, number: Int)
  }

  /// One element.
  struct Element {
    /// Its standard type.
    var type: String
    var parent: Int
    var kids: [Kid] = []
    /// What it shows, in words.
    var alternative: String?
    /// What its table cells are at the head of.
    var scope: String?
    /// What stands before the things of a list: `Disc`, `Decimal`.
    var numbering: String?
  }

  /// All elements, the document first.
  private(set) var elements = [Element(type: "Document", parent: 0)]
  /// The links of the page that is painted, each as long as no element holds it.
  private var links: [LinkArea?] = []
  private var page = -1
  /// The number of the next piece of the page that is read out.
  private var identifier = 0
  private var open = [0]
  /// The level of the last heading.
  private var level = 0

  /// Starts a page.
  func startPage(_ links: [LinkArea]) {
    page += 1
    identifier = 0
    self.links = links
    open = [0]
  }

  /// Ends a page: links of which nothing was drawn are elements of their own.
  func endPage() {
    for number in links.indices {
      guard let area = links[number] else { continue }
      let element = add("Link", alternative: area.target)
      elements[element].kids.append(.link(page: page, number: number))
    }
    links = []
  }

  /// Adds an element to the one that is open.
  private func add(_ type: String, alternative: String? = nil, scope: String? = nil) -> Int {
    let parent = open[open.count - 1]
    elements.append(Element(type: type, parent: parent, alternative: alternative, scope: scope))
    elements[parent].kids.append(.element(elements.count - 1))
    return elements.count - 1
  }

  /// Opens an element; what is added from now on is in it.
  func begin(_ type: String, alternative: String? = nil, scope: String? = nil) {
    open.append(add(type, alternative: alternative, scope: scope))
  }

  /// Closes the element that was opened last; one that stayed empty goes away.
  func end() {
    guard open.count > 1 else { return }
    let element = open.removeLast()
    guard elements[element].kids.isEmpty, element == elements.count - 1 else { return }
    let parent = elements[element].parent
    elements.removeLast()
    if case .element(element)? = elements[parent].kids.last { elements[parent].kids.removeLast() }
  }

  /// Notes a piece of contents of the element that is open; gives its number on the page.
  func mark() -> Int {
    defer { identifier += 1 }
    elements[open[open.count - 1]].kids.append(.piece(page: page, identifier: identifier))
    return identifier
  }

  /// Notes what stands before the things of a list; a list of dots does not go on with numbers.
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

  /// Whether contents may lie in the element that is open, without a paragraph around them.
  var takesContents: Bool {
    !["Document", "Table", "TR", "L", "LI", "Sect"].contains(elements[open[open.count - 1]].type)
  }

  // MARK: Marking

  /// Whether a piece is being marked.
  var isMarking = false
  /// Whether it is one that is not read out.
  var isArtifact = false
  /// Whether a paragraph is open that began with its first letters and ends with the next one.
  var hasParagraph = false
  /// How many groups around are one piece each, or not read out at all.
  var silence = 0

  /// Opens a link, if the page has one there.
  ///
  /// - Parameter frame: where what belongs to it is drawn; a clip may leave less of the link.
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

  /// A link around the cells of a row, which the first of them takes.
  private var rowLink: (target: String, frame: Rect, alternative: String?)?

  /// Whether the cells of a row come next.
  var isInRow: Bool { elements[open[open.count - 1]].type == "TR" }

  /// Keeps a link for the first cell of the row that is open: nothing but cells may lie in a row.
  func holdLink(_ target: String, in frame: Rect, alternative: String?) {
    rowLink = (target, frame, alternative)
  }

  /// Opens the link that was kept, if the element that is open is a cell and there is one.
  func beginHeldLink() -> Bool {
    guard let link = rowLink, ["TD", "TH"].contains(elements[open[open.count - 1]].type) else { return false }
    rowLink = nil
    beginLink(link.target, in: link.frame, alternative: link.alternative)
    return true
  }

  /// Opens what a group is.
  func begin(_ role: StructureRole) {
    switch role {
    case .heading(let wanted):
      // No level is left out, so that nobody looks for what is missing.
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

  /// Closes what a group is.
  func end(_ role: StructureRole) {
    let count =
      switch role {
      case .artifact: 0
      case .label, .body: 3
      default: 1
      }
    for _ in 0..<count { end() }
  }

  /// Opens the last thing in the element that is open once more, if it is of a type, else a new one.
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
