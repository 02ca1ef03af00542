import CardRaster

extension LayoutSnapshot {
  /// The picture in words, one line per fact, for diffs in version control.
  ///
  /// Child nodes are indented and have positions relative to their parent, so that a node that moves with its
  /// children changes one line. Properties and theme values are left out.
  package var words: String { SnapshotWords(page).text }
}

/// Writes a snapshot as lines of words.
private struct SnapshotWords {
  private(set) var text = ""

  init(_ page: SnapshotPage) {
    write(Self.head(page), depth: 0)
    for font in page.fonts { write("font file '\(font.name)' \(font.value)", depth: 1) }
    var depths: [Int] = []
    for node in page.nodes {
      let depth = node.parent.map { depths[$0] + 1 } ?? 1
      depths.append(depth)
      write(Self.head(node, in: node.parent.map { page.nodes[$0].frame }), depth: depth)
      for line in Self.facts(of: node) { write(line, depth: depth + 1) }
    }
  }

  private mutating func write(_ line: String, depth: Int) {
    text += String(repeating: "  ", count: depth) + Printable.sentence(line) + "\n"
  }

  private static func head(_ page: SnapshotPage) -> String {
    var words = ["page \(size(page.size.width, page.size.height)) at scale \(NumberText.format(page.scale))"]
    if !page.card.isEmpty { words.append("card '\(page.card)'") }
    if let state = page.state { words.append("state '\(state)'") }
    if let appearance = page.setting("appearance") { words.append(appearance) }
    if let theme = page.themeName { words.append("theme \(theme)") }
    if let background = page.background { words.append("background \(background)") }
    return words.joined(separator: ", ")
  }

  private static func head(_ node: SnapshotNode, in parent: Rect?) -> String {
    var words = node.type
    if let id = node.ownID { words += " '\(id)'" }
    words += " \(size(node.frame.width, node.frame.height)) at "
    words += NumberText.format(node.frame.minX - (parent?.minX ?? 0), digits: 1) + ", "
    words += NumberText.format(node.frame.minY - (parent?.minY ?? 0), digits: 1)
    return node.isHidden ? words + ", hidden" : words
  }

  private static func facts(of node: SnapshotNode) -> [String] {
    var lines = node.texts.map(line)
    if let link = node.link { lines.append("link \(link)") }
    if let press = node.longPress { lines.append("long press \(press)") }
    if let alt = node.alt { lines.append("alt '\(alt)'") }
    lines += node.attributes.map { "attribute \($0.name) '\($0.value)'" }
    lines += node.aspects.map { "\($0.name) \($0.values.joined(separator: ", "))" }
    return lines
  }

  private static func line(_ content: SnapshotText) -> String {
    var words = "'\(content.whole)' " + (content.fonts + content.colors).joined(separator: ", ")
    if content.lineCount > 1 { words += ", \(content.lineCount) lines" }
    if content.isCut { words += ", cut" }
    let links = content.lines.flatMap(\.links)
    if !links.isEmpty { words += ", links " + links.joined(separator: ", ") }
    return words
  }

  private static func size(_ width: Double, _ height: Double) -> String {
    "\(NumberText.format(width, digits: 1)) × \(NumberText.format(height, digits: 1)) pt"
  }
}
