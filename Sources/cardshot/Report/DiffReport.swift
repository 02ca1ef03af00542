import CardParts
import CardRaster

/// What is told about changes: lines for people, one JSON object for machines.
struct DiffReport {
  private let pages: [ComparedPage]
  private let old: String
  private let new: String

  init(_ pages: [ComparedPage], old: String, new: String) {
    self.pages = pages
    self.old = old
    self.new = new
  }

  /// Whether nothing changed.
  var isSame: Bool { pages.allSatisfy(\.changes.isEmpty) }

  /// The verdict, and a line for each change.
  var text: String {
    guard !isSame else { return "same: nothing changed\n" }
    let changed = pages.filter { !$0.changes.isEmpty }
    var lines: [String] = []
    if pages.count == 1 {
      lines.append("different: \(Self.count(changed[0].changes.count, "change"))")
      lines += changed[0].changes.map { "  " + $0.sentence }
    } else {
      lines.append("different: \(changed.count) of \(Self.count(pages.count, "picture"))")
      for page in changed {
        lines.append("  \(page.name)")
        lines += page.changes.map { "    " + $0.sentence }
      }
    }
    return lines.map { Printable.sentence($0) + "\n" }.joined()
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Everything that is known.
  var json: String {
    let nodes = pages.map { page in
      var members: [(String, JSONNode)] = [("same", .of(page.changes.isEmpty))]
      if let number = page.reportPage { members.append(("page", .of(number))) }
      if !page.card.isEmpty { members.append(("card", .of(page.card))) }
      if let state = page.state { members.append(("state", .of(state))) }
      members.append(("changes", .list(page.changes.map(Self.node))))
      return JSONNode.object(members)
    }
    let document = JSONNode.object([
      ("same", .of(isSame)), ("old", .of(old)), ("new", .of(new)), ("pages", .list(nodes)),
    ])
    return JSONDump.write(document, pretty: true) + "\n"
  }

  private static func node(_ change: LayoutChange) -> JSONNode {
    var members: [(String, JSONNode)] = [("sentence", .of(change.sentence))]
    if !change.path.isEmpty { members.append(("path", .of(change.path))) }
    if let before = change.before { members.append(("before", frame(before))) }
    if let after = change.after { members.append(("after", frame(after))) }
    return .object(members)
  }

  private static func frame(_ rect: Rect) -> JSONNode {
    func number(_ value: Double) -> JSONNode { .of((value * 1000).rounded() / 1000) }
    return .object([
      ("x", number(rect.minX)), ("y", number(rect.minY)), ("width", number(rect.width)),
      ("height", number(rect.height)),
    ])
  }
}
