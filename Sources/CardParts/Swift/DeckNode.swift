import CardRaster

/// What an element of a deck says so far: JSON in the making, and the line of Swift that it was written on.
///
/// Made by cards and parts; there is nothing to do with it but to pass it on.
public struct DeckNode: Hashable, Sendable {
  /// JSON, or something with lines of its own inside.
  indirect enum Content: Hashable, Sendable {
    case value(JSONNode)
    case list([DeckNode])
    case object([Member])
  }

  /// A key and its value.
  struct Member: Hashable, Sendable {
    var key: String
    var node: DeckNode
  }

  /// Where something was written in Swift.
  struct Line: Hashable, Sendable {
    /// The file as `#fileID` gives it.
    var file: String
    var line: Int
  }

  var content: Content
  /// Nil for a value that stands on the line of what it belongs to.
  var line: Line?

  /// An object without members, on the line of what it belongs to.
  static var empty: DeckNode {
    var node = DeckNode(JSONNode.null)
    node.content = .object([])
    return node
  }

  /// A plain value.
  init(_ value: JSONNode) { content = .value(value) }

  /// A list of values that may have lines of their own.
  init(list: [DeckNode]) { content = .list(list) }

  /// An object without members yet.
  init(_ file: String, _ line: Int) {
    content = .object([])
    self.line = Line(file: file, line: line)
  }

  /// An object with members; those whose value is nil are left out.
  init(_ file: String, _ line: Int, _ values: KeyValuePairs<String, (any DeckConvertible)?>) {
    self.init(file, line)
    for (key, value) in values { set(key, value) }
  }

  /// A part of a type.
  init(
    type: String, _ file: String, _ line: Int, _ values: KeyValuePairs<String, (any DeckConvertible)?> = [:]
  ) {
    self.init(file, line)
    set("type", type)
    for (key, value) in values { set(key, value) }
  }

  /// Gives a key its value, in the place of the one it had.
  ///
  /// A name is turned into the object that has it as its `base`, which is how a deck changes a theme.
  mutating func set(_ key: String, _ node: DeckNode) {
    var members: [Member] = []
    switch content {
    case .object(let known): members = known
    case .value, .list: members = [Member(key: "base", node: self)]
    }
    if let number = members.firstIndex(where: { $0.key == key }) {
      members[number].node = node
    } else {
      members.append(Member(key: key, node: node))
    }
    content = .object(members)
  }

  /// Gives a key its value, when there is one.
  @inline(never) mutating func set(_ key: String, _ value: (any DeckConvertible)?) {
    if let value { set(key, value.deckNode) }
  }

  /// Gives a key the parts of a block.
  mutating func set(_ key: String, _ parts: () throws -> [any CardPartView]) rethrows {
    set(key, DeckNode(list: try parts().map(\.node)))
  }

  /// Gives a key the elements of a block.
  mutating func set(_ key: String, _ elements: () throws -> [some DeckElement]) rethrows {
    set(key, DeckNode(list: try elements().map(\.node)))
  }

  /// The JSON of the tree; each value has the line it was written on, or that of what it belongs to.
  func json(_ place: SourcePlace?, _ files: inout [String]) -> JSONNode {
    let place =
      line.map { line in
        let number = files.firstIndex(of: line.file) ?? files.endIndex
        if number == files.endIndex { files.append(line.file) }
        var place = SourcePlace(line: line.line, column: 0)
        place.fileNumber = Int32(clamping: number + 1)
        return place
      } ?? place
    switch content {
    case .value(let value): return DeckNode.placed(value, place)
    case .list(let nodes): return JSONNode(.array(nodes.map { $0.json(place, &files) }), place: place)
    case .object(let members):
      return JSONNode(
        .object(members.map { JSONNode.Member(key: $0.key, value: $0.node.json(place, &files)) }),
        place: place)
    }
  }

  private static func placed(_ node: JSONNode, _ place: SourcePlace?) -> JSONNode {
    switch node.value {
    case .array(let elements): JSONNode(.array(elements.map { placed($0, place) }), place: place)
    case .object(let members):
      JSONNode(
        .object(members.map { JSONNode.Member(key: $0.key, value: placed($0.value, place)) }), place: place)
    case .null, .bool, .number, .string: JSONNode(node.value, place: place)
    }
  }
}

/// A Swift value that a property of a deck may have.
protocol DeckConvertible: Sendable {
  var deckNode: DeckNode { get }
}

/// One of the words of a property.
protocol DeckWord: DeckConvertible, RawRepresentable<String> {}

extension DeckWord {
  var deckNode: DeckNode { DeckNode(.of(rawValue)) }
}

/// The word of every part, which no part can nest an enumeration for.
extension BlendMode: DeckWord {}
extension BreakInside: DeckWord {}
extension CornerCurve: DeckWord {}
extension CardFont.Figures: DeckWord {}
extension LayerAnchor: DeckWord {}
extension PageBreak: DeckWord {}
extension PartAlignment: DeckWord {}

extension String: DeckConvertible {
  var deckNode: DeckNode { DeckNode(.of(self)) }
}

extension Double: DeckConvertible {
  var deckNode: DeckNode { DeckNode(.of(self)) }
}

extension Int: DeckConvertible {
  var deckNode: DeckNode { DeckNode(.of(self)) }
}

extension Bool: DeckConvertible {
  var deckNode: DeckNode { DeckNode(.of(self)) }
}

extension Array: DeckConvertible where Element: DeckConvertible {
  var deckNode: DeckNode { DeckNode(list: map(\.deckNode)) }
}

extension Point: DeckConvertible {
  var deckNode: DeckNode { [x, y].deckNode }
}

extension Size: DeckConvertible {
  var deckNode: DeckNode { [width, height].deckNode }
}

extension DeckOptions {
  /// Makes options of what a caller decides; what is nil or empty is left to the deck.
  ///
  /// ```swift
  /// DeckOptions(scale: 2, theme: .mint)
  /// ```
  ///
  /// - Parameters:
  ///   - scale: pixels in a point, 0.1…8.
  ///   - width: the width of the canvas in points.
  ///   - theme: a theme, with other values if wanted.
  ///   - appearance: light or dark.
  ///   - locale: how numbers, amounts and dates are written, such as `de_DE`.
  ///   - state: the state to draw of every card that has it.
  ///   - drawsAllStates: whether every state of a card becomes a picture of its own.
  ///   - cards: the ids of the cards to draw.
  ///   - data: an object laid over the deck's `data`.
  ///   - custom: kinds of parts, traits and formatters that the deck may use besides cardshot's own.
  public init(
    scale: Double? = nil, width: Double? = nil, theme: CardTheme? = nil, appearance: Appearance? = nil,
    locale: String? = nil, state: String? = nil, drawsAllStates: Bool = false, cards: [String] = [],
    data: DeckValue? = nil, custom: CustomKinds = []
  ) {
    self.init()
    self.scale = scale
    self.width = width
    self.appearance = appearance
    self.locale = locale
    self.state = state
    self.drawsAllStates = drawsAllStates
    self.cards = cards
    self.custom = custom
    if let data { self.data = [data.json] }
    guard let theme else { return }
    if case .value(let node) = theme.node.content, case .string(let name) = node.value {
      self.theme = name
    } else {
      // The lines of Swift belong to the files of a deck, and this is none.
      var files: [String] = []
      themeNode = theme.node.withoutLines.json(nil, &files)
    }
  }
}

extension DeckNode {
  /// The same without the lines that it was written on.
  fileprivate var withoutLines: DeckNode {
    var copy = self
    copy.line = nil
    switch content {
    case .value: break
    case .list(let nodes): copy.content = .list(nodes.map(\.withoutLines))
    case .object(let members):
      copy.content = .object(members.map { Member(key: $0.key, node: $0.node.withoutLines) })
    }
    return copy
  }
}
