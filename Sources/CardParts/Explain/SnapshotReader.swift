import CardRaster

/// Reads a snapshot that was kept, and collects all that is wrong with it.
struct SnapshotReader {
  /// What marks a file as a snapshot.
  static let kind = "layout"
  /// The version of the format that is written and read.
  static let version = 1

  private let file: String
  private let log = IssueLog()
  private var page = SnapshotPage()

  /// The page that a file keeps.
  static func page(_ bytes: [UInt8], file: String) throws(DeckError) -> SnapshotPage {
    var reader = SnapshotReader(file: file)
    if let root = JSONScanner.scan(bytes, file: file, log: reader.log) { reader.read(root) }
    if let error = DeckError(reader.log) { throw error }
    return reader.page
  }

  private init(file: String) { self.file = file }

  private func error(_ node: JSONNode?, _ path: JSONPath, _ message: String, hint: String? = nil) {
    log.add(
      DeckIssue(.error, file: file, place: node?.place, path: path, message: message, hint: hint))
  }

  private mutating func read(_ root: JSONNode) {
    guard case .object = root.value, root["kind"]?.value == .string(Self.kind) else {
      error(
        root, .root, "this is no layout of a picture: it has no \"kind\": \"\(Self.kind)\"",
        hint: "'cardshot test' writes such files beside goldens")
      return
    }
    if let version = root["version"], case .number(let number) = version.value,
      number.value > Double(Self.version)
    {
      error(
        version, JSONPath.root.key("version"),
        "version \(number.text) is newer than this program, which reads version \(Self.version)",
        hint: "record it again with this program, or use the one that wrote it")
      return
    }
    let names = [
      "kind", "version", "card", "state", "canvas", "settings", "layout", "theme", "fonts", "drawn",
      "parts",
    ]
    guard let object = Members(root, .root, names, self) else { return }
    if object.number("version") != Double(Self.version) {
      error(root["version"] ?? root, JSONPath.root.key("version"), "expected version \(Self.version)")
    }
    page.card = object.text("card") ?? ""
    page.state = object.text("state")
    let canvasPath = JSONPath.root.key("canvas")
    if let node = object.needed("canvas"),
      let canvas = Members(node, canvasPath, ["width", "height", "scale", "background"], self)
    {
      page.size = Size(
        width: canvas.neededNumber("width", 0...Limits.number),
        height: canvas.neededNumber("height", 0...Limits.number))
      page.scale = canvas.neededNumber("scale", 0.001...Limits.scale)
      page.background = canvas.text("background")
    }
    page.settings = object.properties("settings")
    page.layout = object.properties("layout")
    page.theme = object.properties("theme")
    page.fonts = object.properties("fonts")
    page.drawn = object.sum("drawn", digits: 64)
    if let parts = object.needed("parts") { read(parts, JSONPath.root.key("parts"), parent: nil, depth: 0) }
  }

  private mutating func read(_ list: JSONNode, _ path: JSONPath, parent: Int?, depth: Int) {
    guard case .array(let nodes) = list.value else {
      error(list, path, "expected a list, found \(list.kindText)")
      return
    }
    for (index, node) in nodes.enumerated() {
      guard page.nodes.count < Limits.snapshotNodes else {
        error(list, path, "the layout has more parts than the limit of \(Limits.snapshotNodes)")
        return
      }
      let place = path.index(index)
      guard let members = Members(node, place, Self.names, self) else { continue }
      let number = page.nodes.count
      page.nodes.append(self.node(members, parent: parent))
      if let parts = members["parts"] {
        read(parts, place.key("parts"), parent: number, depth: depth + 1)
      }
    }
  }

  private static let names = [
    "type", "id", "path", "frame", "hidden", "link", "alt", "derivedAlt", "longPress", "attributes", "given",
    "theme",
    "looks", "drawn", "texts", "parts",
  ]

  private func node(_ members: Members, parent: Int?) -> SnapshotNode {
    var node = SnapshotNode(type: members.neededText("type"))
    node.id = members.text("id")
    node.path = members.text("path") ?? ""
    node.frame = members.frame("frame")
    node.isHidden = members.flag("hidden")
    node.link = members.text("link")
    node.alt = members.text("alt")
    node.derivesAlt = members.flag("derivedAlt")
    node.longPress = members.text("longPress")
    node.attributes = members.properties("attributes")
    node.given = members.properties("given")
    node.theme = members.properties("theme")
    node.drawn = members.sum("drawn", digits: 16)
    node.parent = parent
    if let looks = members["looks"] {
      let path = members.path.key("looks")
      if case .object(let all) = looks.value {
        for aspect in all {
          node.aspects.append(
            SnapshotNode.Aspect(
              name: aspect.key, values: strings(aspect.value, path.key(aspect.key))))
        }
      } else {
        error(looks, path, "expected an object, found \(looks.kindText)")
      }
    }
    node.texts = list(members["texts"], members.path.key("texts")) { text, path in
      guard let members = Members(text, path, ["font", "color", "cut", "words", "lines"], self) else {
        return nil
      }
      var result = SnapshotText(lines: [])
      result.fonts = members.strings("font")
      result.colors = members.strings("color")
      result.isCut = members.flag("cut")
      result.words = members.text("words")
      let linesPath = path.key("lines")
      guard let lines = members.needed("lines") else { return nil }
      result.lines = list(lines, linesPath) { line, path in
        guard let members = Members(line, path, ["text", "frame", "baseline", "links"], self) else {
          return nil
        }
        return SnapshotText.Line(
          text: members.neededText("text"), frame: members.frame("frame"),
          baseline: members.neededNumber("baseline"), links: members.strings("links"))
      }
      return result
    }
    return node
  }

  private func list<Element>(
    _ node: JSONNode?, _ path: JSONPath, _ read: (JSONNode, JSONPath) -> Element?
  ) -> [Element] {
    guard let node else { return [] }
    guard case .array(let nodes) = node.value else {
      error(node, path, "expected a list, found \(node.kindText)")
      return []
    }
    return nodes.enumerated().compactMap { read($0.element, path.index($0.offset)) }
  }

  fileprivate func strings(_ node: JSONNode, _ path: JSONPath) -> [String] {
    list(node, path) { element, path in
      if case .string(let text) = element.value { return text }
      error(element, path, "expected a string, found \(element.kindText)")
      return nil
    }
  }
}

extension SnapshotReader {
  /// The members of an object, with questions that log what is wrong.
  private struct Members {
    let node: JSONNode
    let path: JSONPath
    private let values: [String: JSONNode]
    private let reader: SnapshotReader

    /// Nil when it is no object, which is in the log then.
    init?(_ node: JSONNode, _ path: JSONPath, _ known: [String], _ reader: SnapshotReader) {
      self.node = node
      self.path = path
      self.reader = reader
      guard case .object(let members) = node.value else {
        reader.error(node, path, "expected an object, found \(node.kindText)")
        return nil
      }
      var values: [String: JSONNode] = [:]
      for member in members {
        values[member.key] = member.value
        guard !known.contains(member.key) else { continue }
        reader.log.add(.unknownKey(member, of: "a layout", at: path, in: reader.file, known: known))
      }
      self.values = values
    }

    subscript(name: String) -> JSONNode? { values[name] }

    func needed(_ name: String) -> JSONNode? {
      if let value = values[name] { return value }
      reader.error(node, path, "'\(name)' is missing")
      return nil
    }

    func text(_ name: String) -> String? {
      guard let value = values[name] else { return nil }
      if case .string(let text) = value.value { return text }
      reader.error(value, path.key(name), "expected a string, found \(value.kindText)")
      return nil
    }

    func neededText(_ name: String) -> String {
      guard needed(name) != nil else { return "" }
      return text(name) ?? ""
    }

    func flag(_ name: String) -> Bool {
      guard let value = values[name] else { return false }
      if case .bool(let flag) = value.value { return flag }
      reader.error(value, path.key(name), "expected true or false, found \(value.kindText)")
      return false
    }

    func number(_ name: String) -> Double? {
      guard let value = values[name], case .number(let number) = value.value else { return nil }
      return number.value
    }

    func neededNumber(_ name: String, _ range: ClosedRange<Double> = -Limits.number...Limits.number)
      -> Double
    {
      guard let value = needed(name) else { return 0 }
      return checked(value, path.key(name), range) ?? 0
    }

    private func checked(_ value: JSONNode, _ path: JSONPath, _ range: ClosedRange<Double>) -> Double? {
      guard case .number(let number) = value.value else {
        reader.error(value, path, "expected a number, found \(value.kindText)")
        return nil
      }
      guard range.contains(number.value) else {
        reader.error(
          value, path,
          "\(value.briefText) is out of range: \(JSONNumber.text(range.lowerBound)) to "
            + JSONNumber.text(range.upperBound))
        return nil
      }
      return number.value
    }

    func frame(_ name: String) -> Rect {
      let none = Rect(x: 0, y: 0, width: 0, height: 0)
      guard let value = needed(name) else { return none }
      guard case .array(let all) = value.value, all.count == 4 else {
        reader.error(value, path.key(name), "expected four numbers [x, y, width, height]")
        return none
      }
      let most = Limits.number
      // Places add up along the page; lengths are not negative.
      let ranges = [-10 * most...10 * most, -10 * most...10 * most, 0...10 * most, 0...10 * most]
      let numbers = all.enumerated().map {
        checked($0.element, path.key(name).index($0.offset), ranges[$0.offset]) ?? 0
      }
      return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    func strings(_ name: String) -> [String] {
      values[name].map { reader.strings($0, path.key(name)) } ?? []
    }

    /// Values by name; a list holds several of one name.
    func properties(_ name: String) -> [GivenProperty] {
      guard let value = values[name] else { return [] }
      guard case .object(let members) = value.value else {
        reader.error(value, path.key(name), "expected an object, found \(value.kindText)")
        return []
      }
      return members.flatMap { member -> [GivenProperty] in
        if case .string(let text) = member.value.value {
          return [GivenProperty(name: member.key, value: text)]
        }
        return reader.strings(member.value, path.key(name).key(member.key)).map {
          GivenProperty(name: member.key, value: $0)
        }
      }
    }

    func sum(_ name: String, digits: Int) -> String {
      guard let value = needed(name), let text = text(name) else { return "" }
      let isSum =
        text.utf8.count == digits
        && text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) }
      if !isSum {
        reader.error(value, path.key(name), "expected \(digits) hexadecimal digits")
      }
      return text
    }
  }
}

/// A text of a part, in lines.
struct SnapshotText: Hashable, Sendable {
  /// One line.
  struct Line: Hashable, Sendable {
    /// Its characters.
    var text: String
    /// Where it is on the page, in points.
    var frame: Rect
    /// Its baseline on the page.
    var baseline: Double
    /// Where taps on parts of it go.
    var links: [String] = []
  }

  /// Its fonts, in the order of the text.
  var fonts: [String] = []
  /// The colours of its letters, in the order of the text.
  var colors: [String] = []
  /// Whether words were left out.
  var isCut = false
  /// The whole text as it was given, where the lines do not tell it; nil where they do.
  var words: String?
  /// The lines; pieces of one line, beside a picture, count alone.
  var lines: [Line]

  /// Its characters as one text.
  ///
  /// Where they are not known, they are told from the lines. A line that wraps ends in its space; one that ends with a paragraph does not, and the next begins a word. Only in
  /// scripts without spaces a word may go on.
  var whole: String {
    if let words { return TextAlternative.inOneLine(words) }
    var result = ""
    for line in lines {
      if let last = result.unicodeScalars.last, let first = line.text.unicodeScalars.first,
        !last.properties.isWhitespace, !(last.isWrittenWithoutSpaces && first.isWrittenWithoutSpaces)
      {
        result += " "
      }
      result += line.text
    }
    return result
  }

  /// How many lines stand below each other.
  var lineCount: Int {
    var count = 0
    var last: Double?
    for line in lines where line.frame.minY != last {
      count += 1
      last = line.frame.minY
    }
    return count
  }
}

extension Unicode.Scalar {
  /// Whether it is of a script in which lines end anywhere: Thai, Lao, Chinese, Japanese, Korean.
  fileprivate var isWrittenWithoutSpaces: Bool {
    switch value {
    case 0x0E00...0x0EFF, 0x2E80...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0xFF00...0xFFEF,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
