import CardRaster

/// The JSON form of a snapshot, with one line per part so that diffs show which parts changed.
enum SnapshotFile {
  /// The value of `kind` that marks a file as a snapshot.
  static let kind = "layout"
  /// The version of the format that is written, and the newest that is read.
  static let version = 1

  /// Reads a page from a file.
  static func page(_ bytes: [UInt8], file: String) throws(DeckError) -> SnapshotPage {
    var page = SnapshotPage()
    try RecordReader.read(bytes, file: file) { root, reader in
      guard root["kind"]?.value == .string(kind) else {
        reader.error(
          root, .root, "the file is not a layout of a picture: it has no \"kind\": \"\(kind)\"",
          hint: "'cardshot test' writes such files next to goldens")
        return
      }
      if let version = root["version"], case .number(let number) = version.value,
        number.value > Double(Self.version)
      {
        reader.error(
          version, JSONPath.root.key("version"),
          "version \(number.text) is newer than this program, which reads version \(Self.version)",
          hint: "record it again with this program, or use the one that wrote it")
        return
      }
      _ = SnapshotPage.record.read(root, .root, reader, into: &page, others: ["parts"])
      guard let parts = root["parts"] else { return reader.error(root, .root, "'parts' is missing") }
      read(parts, JSONPath.root.key("parts"), parent: nil, reader, into: &page)
    }
    return page
  }

  private static func read(
    _ list: JSONNode, _ path: JSONPath, parent: Int?, _ reader: RecordReader, into page: inout SnapshotPage
  ) {
    for (index, value) in (reader.list(list, path) ?? []).enumerated() {
      let number = page.nodes.count
      guard number < Limits.snapshotNodes else {
        return reader.error(
          list, path, "the layout has more parts than the limit of \(Limits.snapshotNodes)")
      }
      let path = path.index(index)
      var node = SnapshotNode(type: "", parent: parent)
      _ = SnapshotNode.record.read(value, path, reader, into: &node, others: ["parts"])
      page.nodes.append(node)
      if let parts = value["parts"] {
        read(parts, path.key("parts"), parent: number, reader, into: &page)
      }
    }
  }

  /// The JSON text of a snapshot.
  static func encode(_ page: SnapshotPage) -> String {
    var children: [Int: [Int]] = [:]
    for (number, node) in page.nodes.enumerated() { children[node.parent ?? -1, default: []].append(number) }
    func parts(in parent: Int) -> JSONNode {
      let nodes = (children[parent] ?? []).map { number in
        let parts = children[number].map { _ in JSONNode.Member(key: "parts", value: parts(in: number)) }
        return JSONNode(
          .object(SnapshotNode.record.members(page.nodes[number]) + [parts].compactMap(\.self)))
      }
      return .list(nodes)
    }
    var out = "{\n"
    for member in SnapshotPage.record.members(page) {
      out += "  \(JSONNode.of(member.key).text): \(member.value.text),\n"
    }
    out += "  \"parts\": "
    write(parts(in: -1), indent: "  ", to: &out)
    return out + "\n}\n"
  }

  /// The frames and words of a snapshot as text, with one line per part.
  static func outline(_ page: SnapshotPage) -> String {
    func number(_ value: Double) -> String { NumberText.format(value, digits: 2) }
    func quoted(_ text: String) -> String { JSONNode.of(text).text }
    var depths: [Int] = []
    var out = "canvas \(number(page.size.width))×\(number(page.size.height))\n"
    for node in page.nodes {
      let (depth, frame) = (node.parent.map { depths[$0] + 1 } ?? 0, node.frame)
      depths.append(depth)
      var words = [node.type]
      if let id = node.id { words.append(quoted(id)) }
      words.append("\(number(frame.minX)),\(number(frame.minY))")
      words.append("\(number(frame.width))×\(number(frame.height))")
      words += node.texts.map { quoted($0.whole) + ($0.isCut ? " truncated" : "") }
      if let alt = node.alt, !node.derivesAlt { words.append("alt \(quoted(alt))") }
      let links = [node.link].compactMap(\.self) + node.texts.flatMap(\.lines).flatMap(\.links)
      words += links.map { "link \(quoted($0))" }
      if node.isHidden { words.append("hidden") }
      out += String(repeating: "  ", count: depth) + words.joined(separator: " ") + "\n"
    }
    return out
  }

  /// Writes a list with one line for each object; its parts and texts begin new lines too.
  private static func write(_ list: JSONNode, indent: String, to out: inout String) {
    guard case .array(let elements) = list.value, !elements.isEmpty else {
      out += "[]"
      return
    }
    for (place, element) in elements.enumerated() {
      out += "\(place == 0 ? "[" : ",")\n\(indent)  {"
      guard case .object(let members) = element.value else { continue }
      for (place, member) in members.enumerated() {
        out += "\(place == 0 ? "" : ",")"
        if ["texts", "parts"].contains(member.key) {
          out += "\n\(indent)    \"\(member.key)\": "
          write(member.value, indent: indent + "    ", to: &out)
        } else {
          out += "\(JSONNode.of(member.key).text):\(member.value.text)"
        }
      }
      out += "}"
    }
    out += "\n\(indent)]"
  }
}

extension SnapshotPage {
  fileprivate static let record = Record("a layout", SnapshotPage()) {
    RecordField("kind", written: { _ in .of(SnapshotFile.kind) })
    RecordField.version(SnapshotFile.version)
    RecordField("card", \.card, .text, default: "")
    RecordField("state", \.state, .text)
    RecordField("canvas", canvas)
    RecordField("settings", \.settings, .properties, default: [], isWritten: true)
    RecordField("layout", \.layout, .properties, default: [])
    RecordField("theme", \.theme, .properties, default: [], isWritten: true)
    RecordField("fonts", \.fonts, .properties, default: [])
    RecordField("drawn", \.drawn, .digest(64))
  }

  private static let canvas = Record("a layout", SnapshotPage()) {
    RecordField("width", \.size.width, .number(0...Limits.number))
    RecordField("height", \.size.height, .number(0...Limits.number))
    RecordField("scale", \.scale, .number(0.001...Limits.scale))
    RecordField("background", \.background, .text)
  }
}

extension SnapshotNode {
  fileprivate static let record = Record("a layout", SnapshotNode(type: "")) {
    RecordField("type", \.type, .text)
    RecordField("id", \.id, .text)
    RecordField("path", \.path, .text, default: "")
    RecordField("frame", \.frame, .frame)
    RecordField("hidden", \.isHidden, .flag, default: false)
    RecordField("link", \.link, .text)
    RecordField("alt", \.alt, .text)
    RecordField("derivedAlt", \.derivesAlt, .flag, default: false)
    RecordField("longPress", \.longPress, .text)
    RecordField("attributes", \.attributes, .properties, default: [])
    RecordField("given", \.given, .properties, default: [])
    RecordField("theme", \.theme, .properties, default: [])
    RecordField("looks", \.aspects, .aspects, default: [])
    RecordField("drawn", \.drawn, .digest(16))
    RecordField("texts", \.texts, .list(SnapshotText.record.kind), default: [])
  }
}

extension SnapshotText {
  fileprivate static let record = Record("a layout", SnapshotText(lines: [])) {
    RecordField("font", \.fonts, .list(.text), default: [], isWritten: true)
    RecordField("color", \.colors, .list(.text), default: [], isWritten: true)
    RecordField("cut", \.isCut, .flag, default: false)
    RecordField("words", \.words, .text)
    RecordField("lines", \.lines, .list(line.kind))
  }

  private static let line = Record(
    "a layout", Line(text: "", frame: Rect(origin: .zero, size: .zero), baseline: 0)
  ) {
    RecordField("text", \.text, .text)
    RecordField("frame", \.frame, .frame)
    RecordField("baseline", \.baseline, .number(-Limits.number...Limits.number))
    RecordField("links", \.links, .list(.text), default: [])
  }
}

extension RecordKind where Value == Rect {
  /// `[x, y, width, height]`.
  fileprivate static var frame: Self {
    RecordKind(json: { .list([$0.minX, $0.minY, $0.width, $0.height].map { .of($0) }) }) {
      node, path, reader in
      guard case .array(let nodes) = node.value, nodes.count == 4 else {
        reader.error(node, path, "expected four numbers [x, y, width, height]")
        return nil
      }
      // Positions add up along the page; lengths are not negative.
      let most = 10 * Limits.number
      let numbers = nodes.enumerated().compactMap { index, node in
        RecordKind<Double>.number((index < 2 ? -most : 0)...most).read(node, path.index(index), reader)
      }
      guard numbers.count == 4 else { return nil }
      return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
  }
}

extension RecordKind where Value == [SnapshotNode.Aspect] {
  /// The values of each aspect, by name.
  fileprivate static var aspects: Self {
    RecordKind<[(name: String, value: [String])]>.dictionary(.list(.text)).map(
      "looks", { $0.map { SnapshotNode.Aspect(name: $0.name, values: $0.value) } },
      json: { $0.map { ($0.name, $0.values) } })
  }
}

extension RecordKind where Value == [GivenProperty] {
  /// Property values by name; several values with the same name, such as menu options, are a list.
  fileprivate static var properties: Self {
    let values = RecordKind<[String]>(json: {
      $0.count == 1 ? .of($0[0]) : RecordKind<[String]>.list(.text).json($0)
    }) {
      node, path, reader in
      if case .string(let text) = node.value { return [text] }
      return RecordKind<[String]>.list(.text).read(node, path, reader)
    }
    return RecordKind<[(name: String, value: [String])]>.dictionary(values).map(
      "properties",
      { groups in
        groups.flatMap { group in group.value.map { GivenProperty(name: group.name, value: $0) } }
      },
      json: { $0.grouped(by: \.name).map { ($0.key, $0.elements.map(\.value)) } })
  }
}
