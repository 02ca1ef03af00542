internal import CCairo

extension Markdown {
  /// Parses a text as CommonMark.
  ///
  /// The corresponding C function is `cmark_parse_document`.
  ///
  /// - Throws: `RasterError.library` if memory is exhausted.
  package init(_ text: String) throws(RasterError) {
    let document = try MarkdownTree(EmphasisMark.added(to: text))
    var reading = MarkdownReading()
    document.walk { reading.visit($0, isEntered: $1) }
    self.init(paragraphs: reading.paragraphs, unsupported: reading.unsupported)
  }
}

/// Supports emphasis next to ideographs.
///
/// CommonMark treats stars after a bracket and before a letter as the start of an emphasis, so that
/// `**「強調」**です` would keep its stars: Chinese, Japanese and Korean have no spaces there. A mark between
/// bracket and stars, which is not punctuation, ends the emphasis.
private enum EmphasisMark {
  /// A character that does not occur in text: Unicode's language tag, which is deprecated.
  static let mark: Unicode.Scalar = "\u{E0001}"

  /// The text with a mark on the inner side of stars that are next to East Asian punctuation, or to an East
  /// Asian letter after other punctuation.
  static func added(to text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "*")), text.unicodeScalars.contains(where: isEastAsian) else {
      return text
    }
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    var place = 0
    while place < scalars.count {
      guard scalars[place] == "*" else {
        result.append(scalars[place])
        place += 1
        continue
      }
      let end = scalars[place...].firstIndex { $0 != "*" } ?? scalars.count
      let before = place > 0 ? scalars[place - 1] : " "
      let behind = end < scalars.count ? scalars[end] : " "
      let isBeside = isEastAsian(before) || isEastAsian(behind)
      if isBeside, isPunctuation(before), before != "\\" { result.append(mark) }
      result.append(contentsOf: scalars[place..<end])
      if isBeside, isPunctuation(behind) { result.append(mark) }
      place = end
    }
    return String(result)
  }

  /// A text of the document without marks.
  static func removed(from text: String) -> String {
    guard text.unicodeScalars.contains(mark) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != mark }))
  }

  private static func isEastAsian(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x11FF, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE4F,
      0xFF01...0xFFEE, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      true
    default: false
    }
  }
}

/// A text parsed by cmark.
private struct MarkdownTree: ~Copyable {
  private let root: OpaquePointer

  init(_ text: String) throws(RasterError) {
    let parsed = text.withCString { cmark_parse_document($0, text.utf8.count, CMARK_OPT_DEFAULT) }
    guard let parsed else { throw .library(operation: "reading Markdown", reason: "no memory") }
    root = parsed
  }

  deinit { cmark_node_free(root) }

  /// Visits all nodes in text order; containers are visited twice, before and after their children.
  func walk(_ visit: (MarkdownNode, Bool) -> Void) {
    let steps = cmark_iter_new(root)
    defer { cmark_iter_free(steps) }
    while true {
      let event = cmark_iter_next(steps)
      if event == CMARK_EVENT_DONE { return }
      if let node = cmark_iter_get_node(steps) {
        visit(MarkdownNode(node), event == CMARK_EVENT_ENTER)
      }
    }
  }
}

/// A copy of the properties of a node.
private struct MarkdownNode {
  let type: cmark_node_type
  let literal: String
  let link: String
  let fence: String
  let line: Int
  let heading: Int
  let isOrdered: Bool
  let start: Int
  let isTight: Bool

  init(_ node: OpaquePointer) {
    type = cmark_node_get_type(node)
    literal = cmark_node_get_literal(node).map { EmphasisMark.removed(from: String(cString: $0)) } ?? ""
    link = cmark_node_get_url(node).map { EmphasisMark.removed(from: String(cString: $0)) } ?? ""
    fence = cmark_node_get_fence_info(node).map { String(cString: $0) } ?? ""
    line = Int(cmark_node_get_start_line(node))
    heading = Int(cmark_node_get_heading_level(node))
    isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
    start = Int(cmark_node_get_list_start(node))
    isTight = cmark_node_get_list_tight(node) != 0
  }
}

/// Collects paragraphs during the walk over the tree.
private struct MarkdownReading {
  private(set) var paragraphs: [Markdown.Paragraph] = []
  private(set) var unsupported: [Markdown.Unsupported] = []
  private var lists: [(isOrdered: Bool, next: Int, isTight: Bool)] = []
  private var marker: Markdown.Marker?
  private var isAtListStart = false
  private var emphasis = 0
  private var strong = 0
  private var links: [String] = []
  /// The line of the enclosing block, since inline nodes have none.
  private var line = 1

  mutating func visit(_ node: MarkdownNode, isEntered: Bool) {
    if isEntered, node.line > 0 { line = node.line }
    switch node.type {
    case CMARK_NODE_LIST: visitList(node, isEntered: isEntered)
    case CMARK_NODE_ITEM: if isEntered { enterItem() }
    case CMARK_NODE_PARAGRAPH: if isEntered { begin() }
    case CMARK_NODE_HEADING: if isEntered { begin(heading: node.heading) }
    case CMARK_NODE_CODE_BLOCK: addCode(node.literal, node.fence)
    case CMARK_NODE_EMPH: emphasis += isEntered ? 1 : -1
    case CMARK_NODE_STRONG: strong += isEntered ? 1 : -1
    case CMARK_NODE_LINK: if isEntered { links.append(node.link) } else { links.removeLast() }
    case CMARK_NODE_TEXT:
      noteExtensions(in: node.literal)
      appendText(node.literal)
    case CMARK_NODE_CODE: appendText(node.literal, isCode: true)
    case CMARK_NODE_SOFTBREAK: appendText(" ")
    case CMARK_NODE_LINEBREAK: appendText("\n")
    default: if isEntered { note(node) }
    }
  }

  private mutating func visitList(_ node: MarkdownNode, isEntered: Bool) {
    if isEntered {
      if lists.isEmpty { isAtListStart = true }
      lists.append((node.isOrdered, node.start, node.isTight))
    } else {
      lists.removeLast()
    }
  }

  private mutating func enterItem() {
    guard let list = lists.last else { return }
    marker = list.isOrdered ? .number(list.next) : .bullet
    // List numbers wrap around where cmark's do.
    if list.isOrdered { lists[lists.count - 1].next = list.next &+ 1 }
  }

  private mutating func begin(heading: Int? = nil) {
    paragraphs.append(
      Markdown.Paragraph(
        heading: heading, depth: lists.count, marker: marker, isTight: lists.last?.isTight ?? false,
        beginsList: isAtListStart))
    marker = nil
    isAtListStart = false
  }

  private mutating func addCode(_ text: String, _ fence: String) {
    begin()
    paragraphs[paragraphs.count - 1].language = fence.split(separator: " ").first.map(String.init)
    paragraphs[paragraphs.count - 1].isCode = true
    appendText(Self.withoutLastBreak(text), isCode: true)
  }

  private static func withoutLastBreak(_ text: String) -> String {
    text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  private mutating func appendText(_ text: String, isCode: Bool = false) {
    if paragraphs.isEmpty { begin() }
    let run = Markdown.Run(
      text: text, isEmphasized: emphasis > 0, isStrong: strong > 0, isCode: isCode, link: links.last)
    let last = paragraphs.count - 1
    if var before = paragraphs[last].runs.last, before.hasLook(of: run) {
      before.text += text
      paragraphs[last].runs[paragraphs[last].runs.count - 1] = before
    } else {
      paragraphs[last].runs.append(run)
    }
  }

  /// Records unsupported syntax; its text is drawn as it is.
  private mutating func note(_ node: MarkdownNode) {
    switch node.type {
    case CMARK_NODE_BLOCK_QUOTE: note("a block quote")
    case CMARK_NODE_THEMATIC_BREAK: note("a horizontal rule")
    case CMARK_NODE_IMAGE: note("a picture")
    case CMARK_NODE_HTML_INLINE:
      note("HTML")
      appendText(node.literal)
    case CMARK_NODE_HTML_BLOCK:
      note("HTML")
      begin()
      appendText(Self.withoutLastBreak(node.literal))
    default: break
    }
  }

  /// Records common extensions of CommonMark, in which they are plain text.
  private mutating func noteExtensions(in text: String) {
    if text.contains("|"), text.contains("-"), text.allSatisfy({ "|:- ".contains($0) }) { note("a table") }
    if text.contains(#/~~[^~\s][^~]*~~/#) { note("a strikethrough") }
    // The brackets are separate runs.
    guard let paragraph = paragraphs.last, paragraph.marker != nil, paragraph.runs.count <= 1 else { return }
    let before = paragraph.runs.first?.text ?? ""
    guard before.utf8.count < 3 else { return }
    let start = (before + text).prefix(3)
    if ["[ ]", "[x]", "[X]"].contains(String(start)) { note("a task list item") }
  }

  private mutating func note(_ what: String) {
    let entry = Markdown.Unsupported(what: what, line: line)
    if !unsupported.contains(entry) { unsupported.append(entry) }
  }
}

extension Markdown.Run {
  /// Whether another run has the same style.
  fileprivate func hasLook(of other: Self) -> Bool {
    var same = other
    same.text = text
    return same == self
  }
}
