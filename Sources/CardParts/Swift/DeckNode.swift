import CardRaster

/// The JSON of a deck element while it is built, with the line of Swift that created it.
///
/// Cards and parts create it; user code only passes it on.
public struct DeckNode: Hashable, Sendable {
  /// A JSON value, or a container whose elements have their own lines.
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

  /// A position in Swift source.
  struct Line: Hashable, Sendable {
    /// The file as given by `#fileID`.
    var file: String
    var line: Int
  }

  var content: Content
  /// The line; nil for a value on the line of its container.
  var line: Line?

  /// An empty object on the line of its container.
  static var empty: DeckNode {
    changing(DeckNode(JSONNode.null)) { $0.content = .object([]) }
  }

  /// Creates a plain value.
  init(_ value: JSONNode) { content = .value(value) }

  /// Creates a list whose values can have their own lines.
  init(list: [DeckNode]) { content = .list(list) }

  /// Creates an object without members.
  init(_ file: String, _ line: Int) {
    content = .object([])
    self.line = Line(file: file, line: line)
  }

  /// Creates an object with members, except those whose value is nil.
  init(_ file: String, _ line: Int, _ values: KeyValuePairs<String, (any DeckConvertible)?>) {
    self.init(file, line)
    for (key, value) in values { set(key, value) }
  }

  /// Creates a part of a type.
  init(
    type: String, _ file: String, _ line: Int, _ values: KeyValuePairs<String, (any DeckConvertible)?> = [:]
  ) {
    self.init(file, line)
    set("type", type)
    for (key, value) in values { set(key, value) }
  }

  /// Sets the value of a key, replacing an earlier one.
  ///
  /// A string node becomes an object with the string as its `base`, which is how a deck changes a theme.
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

  /// Sets the value of a key, unless it is nil.
  @inline(never) mutating func set(_ key: String, _ value: (any DeckConvertible)?) {
    if let value { set(key, value.deckNode) }
  }

  /// Sets a key to the parts of a block.
  mutating func set(_ key: String, _ parts: () throws -> [any CardPartView]) rethrows {
    set(key, DeckNode(list: try parts().map(\.node)))
  }

  /// Sets a key to the elements of a block.
  mutating func set(_ key: String, _ elements: () throws -> [some DeckElement]) rethrows {
    set(key, DeckNode(list: try elements().map(\.node)))
  }

  /// The JSON of the tree; each value has its own line, or else the line of its container.
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
    case .value(let value):
      return value.marked({ $0 = JSONNode($0.value, place: place) }, keys: { $0 = nil })
    case .list(let nodes): return JSONNode(.array(nodes.map { $0.json(place, &files) }), place: place)
    case .object(let members):
      return JSONNode(
        .object(members.map { JSONNode.Member(key: $0.key, value: $0.node.json(place, &files)) }),
        place: place)
    }
  }
}

/// A Swift value that can be the value of a property.
protocol DeckConvertible: Sendable {
  var deckNode: DeckNode { get }
}

extension DeckNode: DeckConvertible {
  var deckNode: DeckNode { self }
}

/// JSON as it is: for values that are not searched for bindings.
extension JSONNode: DeckConvertible {
  var deckNode: DeckNode { DeckNode(self) }
}

/// An enumeration whose values are words in JSON.
protocol DeckWord: DeckConvertible, RawRepresentable<String> {}

extension DeckWord {
  var deckNode: DeckNode { DeckNode(.of(rawValue)) }
}

/// `blendMode` is a property of every part, so no single part can contain this enumeration.
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
  /// Creates options that override values of the deck; nil or empty values leave them to the deck.
  ///
  /// ```swift
  /// DeckOptions(scale: 2, theme: .mint)
  /// ```
  ///
  /// - Parameters:
  ///   - scale: pixels per point, 0.1…8.
  ///   - width: the width of the canvas in points.
  ///   - theme: a theme, optionally with changed values.
  ///   - appearance: light or dark.
  ///   - locale: the locale of numbers, amounts and dates, such as `de_DE`.
  ///   - state: the state to render of every card that has it.
  ///   - drawsAllStates: whether every state of a card becomes a separate picture.
  ///   - cards: the ids of the cards to render.
  ///   - data: an object whose values override the deck's `data`.
  ///   - date: the day that counts as today.
  ///   - custom: custom parts, traits and formatters that the deck may use.
  ///   - limits: limits that are stricter than those of every rendering.
  public init(
    scale: Double? = nil, width: Double? = nil, theme: CardTheme? = nil, appearance: Appearance? = nil,
    locale: String? = nil, state: String? = nil, drawsAllStates: Bool = false, cards: [String] = [],
    data: DeckValue? = nil, date: CalendarDate? = nil, custom: CustomKinds = [],
    limits: DeckLimits = DeckLimits()
  ) {
    self.init()
    self.scale = scale
    self.width = width
    self.appearance = appearance
    self.locale = locale
    self.state = state
    self.drawsAllStates = drawsAllStates
    self.cards = cards
    self.date = date
    self.custom = custom
    self.limits = limits
    self.data = data
    self.theme = theme
  }

  /// A theme that replaces the deck's theme, optionally with changed values; nil for the deck's theme.
  public var theme: CardTheme? {
    get { (themeName.map { .of($0) } ?? themeNode).map { CardTheme(node: DeckNode($0)) } }
    set {
      // Positions in Swift refer to the files of a deck, and options do not belong to one.
      var files: [String] = []
      let node = newValue?.node.withoutLines.json(nil, &files)
      if case .string(let name)? = node?.value {
        (themeName, themeNode) = (name, nil)
      } else {
        (themeName, themeNode) = (nil, node)
      }
    }
  }

  /// An object whose values override the deck's `data`; nil for the deck's data alone.
  public var data: DeckValue? {
    get {
      guard let first = dataLayers.first else { return nil }
      return DeckValue(dataLayers.dropFirst().reduce(first) { DataOverlay.merge($1, onto: $0) })
    }
    set { (dataLayers, dataFiles, dataPlaces) = (newValue.map { [$0.json] } ?? [], [], []) }
  }
}

extension DeckNode {
  /// The node without source positions.
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
