import CardRaster

/// Writes a snapshot as JSON: a line for each part, so that version control shows which of them changed.
struct SnapshotWriter {
  private let page: SnapshotPage
  /// The numbers of the nodes in each node, and of those on the page.
  private let children: [Int: [Int]]
  private var out = ""

  /// The text of a snapshot.
  static func text(_ page: SnapshotPage) -> String {
    var writer = SnapshotWriter(page)
    writer.write()
    return writer.out
  }

  private init(_ page: SnapshotPage) {
    self.page = page
    var children: [Int: [Int]] = [:]
    for (number, node) in page.nodes.enumerated() { children[node.parent ?? -1, default: []].append(number) }
    self.children = children
  }

  private mutating func write() {
    var members: [(String, JSONNode)] = [
      ("kind", .of(SnapshotReader.kind)), ("version", .of(SnapshotReader.version)),
    ]
    if !page.card.isEmpty { members.append(("card", .of(page.card))) }
    if let state = page.state { members.append(("state", .of(state))) }
    var canvas: [(String, JSONNode)] = [
      ("width", .of(page.size.width)), ("height", .of(page.size.height)), ("scale", .of(page.scale)),
    ]
    if let background = page.background { canvas.append(("background", .of(background))) }
    members.append(("canvas", .object(canvas)))
    members.append(("settings", Self.object(page.settings)))
    if !page.layout.isEmpty { members.append(("layout", Self.object(page.layout))) }
    members.append(("theme", Self.object(page.theme)))
    if !page.fonts.isEmpty { members.append(("fonts", Self.object(page.fonts))) }
    members.append(("drawn", .of(page.drawn)))
    out = "{\n"
    for (name, value) in members { out += "  \(JSONNode.of(name).text): \(value.text),\n" }
    out += "  \"parts\": "
    list(-1, indent: "  ")
    out += "\n}\n"
  }

  private mutating func list(_ parent: Int, indent: String) {
    let numbers = children[parent] ?? []
    if numbers.isEmpty {
      out += "[]"
      return
    }
    out += "["
    for (place, number) in numbers.enumerated() {
      out += (place == 0 ? "\n" : ",\n") + indent + "  "
      write(number, indent: indent + "  ")
    }
    out += "\n\(indent)]"
  }

  private mutating func write(_ number: Int, indent: String) {
    let node = page.nodes[number]
    // Without its closing brace: what is inside follows on lines of its own.
    out += String(Self.own(node).text.dropLast())
    if !node.texts.isEmpty {
      out += ",\n\(indent)  \"texts\": ["
      for (place, text) in node.texts.enumerated() {
        out += (place == 0 ? "\n" : ",\n") + indent + "    " + Self.node(text).text
      }
      out += "\n\(indent)  ]"
    }
    if children[number] != nil {
      out += ",\n\(indent)  \"parts\": "
      list(number, indent: indent + "  ")
    }
    out += "}"
  }

  /// A node without its texts and what is in it.
  private static func own(_ node: SnapshotNode) -> JSONNode {
    var members: [(String, JSONNode)] = [("type", .of(node.type))]
    if let id = node.id { members.append(("id", .of(id))) }
    if !node.path.isEmpty { members.append(("path", .of(node.path))) }
    members.append(("frame", frame(node.frame)))
    if node.isHidden { members.append(("hidden", .of(true))) }
    if let link = node.link { members.append(("link", .of(link))) }
    if let alt = node.alt { members.append(("alt", .of(alt))) }
    if node.derivesAlt { members.append(("derivedAlt", .of(true))) }
    if let press = node.longPress { members.append(("longPress", .of(press))) }
    if !node.attributes.isEmpty { members.append(("attributes", object(node.attributes))) }
    if !node.given.isEmpty { members.append(("given", object(node.given))) }
    if !node.theme.isEmpty { members.append(("theme", object(node.theme))) }
    if !node.aspects.isEmpty {
      members.append(("looks", .object(node.aspects.map { ($0.name, strings($0.values)) })))
    }
    members.append(("drawn", .of(node.drawn)))
    return .object(members)
  }

  private static func node(_ text: SnapshotText) -> JSONNode {
    var members: [(String, JSONNode)] = [("font", strings(text.fonts)), ("color", strings(text.colors))]
    if text.isCut { members.append(("cut", .of(true))) }
    if let words = text.words { members.append(("words", .of(words))) }
    let lines = text.lines.map { line in
      var members: [(String, JSONNode)] = [
        ("text", .of(line.text)), ("frame", frame(line.frame)), ("baseline", .of(line.baseline)),
      ]
      if !line.links.isEmpty { members.append(("links", strings(line.links))) }
      return JSONNode.object(members)
    }
    members.append(("lines", .list(lines)))
    return .object(members)
  }

  private static func frame(_ rect: Rect) -> JSONNode {
    .list([.of(rect.minX), .of(rect.minY), .of(rect.width), .of(rect.height)])
  }

  private static func strings(_ texts: [String]) -> JSONNode { .list(texts.map { .of($0) }) }

  /// Values by name; those of one name, such as the options of a menu, as a list.
  private static func object(_ properties: [GivenProperty]) -> JSONNode {
    var names: [String] = []
    var values: [String: [String]] = [:]
    for property in properties {
      if values[property.name] == nil { names.append(property.name) }
      values[property.name, default: []].append(property.value)
    }
    return .object(
      names.map { name in
        let all = values[name] ?? []
        return (name, all.count == 1 ? .of(all[0]) : strings(all))
      })
  }
}
