import CardRaster

extension Appearance: DeckWord {}
extension LayoutDirection: DeckWord {}

/// Decks written in Swift.
extension Deck {
  /// Makes a deck of cards.
  ///
  /// ```swift
  /// let deck = Deck {
  ///   Card("hello") {
  ///     CardPartTitleView("Hello, world!")
  ///     CardPartTextView("CardParts is awesome!")
  ///   }
  /// }
  /// .theme(.mint)
  /// ```
  ///
  /// - Parameters:
  ///   - folder: where pictures, fonts and theme files are looked up.
  ///   - file: the Swift file, for messages.
  ///   - line: the line in it, for messages.
  ///   - cards: the cards, top to bottom.
  public init(
    folder: String = ".", file: String = #fileID, line: Int = #line,
    @DeckListBuilder<Card> cards: () throws -> [Card]
  ) rethrows {
    self.init(try cards(), folder: folder, file: file, line: line)
  }

  /// Makes a deck of a list of cards.
  public init(_ cards: [Card], folder: String = ".", file: String = #fileID, line: Int = #line) {
    var node = DeckNode(file, line)
    node.set("version", DeckLoader.version)
    node.set("cards", DeckNode(list: cards.map(\.node)))
    var files: [String] = []
    let root = node.json(nil, &files)
    self.init(file: file, folder: folder, root: root, files: files, isMadeInCode: true)
  }

  /// Reads a deck out of JSON.
  ///
  /// - Parameters:
  ///   - json: the bytes of the document.
  ///   - file: its name in messages.
  ///   - folder: where pictures, fonts and theme files are looked up.
  /// - Throws: every mistake that can be told before bindings are filled in.
  public init(json: [UInt8], file: String = "deck.json", folder: String = ".") throws(DeckError) {
    self = try DeckLoader.load(json, file: file, folder: folder)
  }

  /// Reads a deck out of a JSON text.
  public init(json: String, file: String = "deck.json", folder: String = ".") throws(DeckError) {
    self = try DeckLoader.load(Array(json.utf8), file: file, folder: folder)
  }

  /// Reads a deck out of a JSON file; the deck's pictures, fonts and themes lie in the folder of that file.
  public init(contentsOf path: String) throws(DeckError) {
    let bytes = try DeckError.wrapping(
      try FileReading.read(path: path, limit: Limits.jsonBytes), file: path)
    self = try DeckLoader.load(bytes, file: path, folder: FilePath.directory(of: path))
  }

  /// The deck as JSON, the same text every time: written to a file in ``folder``, it draws the same picture.
  public var json: String { JSONDump.write(root, pretty: true) + "\n" }

  /// How cards are placed.
  public func layout(_ layout: CardsLayout) -> Deck { setting("layout", layout.node) }

  /// How cards are placed.
  public func layout(_ kind: CardsLayout.Kind) -> Deck { setting("layout", kind.deckNode) }

  /// How cards are placed, where that is an object of its own: a sheet or a pile.
  ///
  /// ```swift
  /// deck.layout(CardPartSwipeStack(type: .swipeStack, profile: .shuffle))
  /// ```
  public func layout(_ layout: some DeckElement) -> Deck { setting("layout", layout.node) }

  /// The values that bindings look up: an object.
  public func data(_ data: DeckValue) -> Deck { setting("data", data.deckNode) }

  /// The values that bindings look up, taken from a value of your own that becomes an object.
  ///
  /// - Parameters:
  ///   - value: the value; see ``DeckValue/init(encoding:dates:)``.
  ///   - dates: how dates are written; by default as the formatter `date` reads them.
  /// - Throws: what the value's own encoding throws.
  public func data(encoding value: some Encodable, dates: DeckValue.DateForm = .utc) throws -> Deck {
    data(try DeckValue(encoding: value, dates: dates))
  }

  /// Gives a key of the deck any value, by the name that it has in JSON.
  public func property(_ name: String, _ value: DeckValue) -> Deck { setting(name, value.deckNode) }

  /// The deck with one more component: a part made of others, which ``CardComponent`` uses by its name.
  ///
  /// ```swift
  /// deck.component("stat", parameters: ["label": nil, "value": nil]) {
  ///   CardPartTextView("{{ value }}").font(.named("Inter Bold 20"))
  ///   CardPartTextView("{{ label }}")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the type of the part; one of the same name is replaced.
  ///   - parameters: what a use may give, each with its default; nil for what it must.
  ///   - file: the Swift file, for messages.
  ///   - line: the line in it, for messages.
  ///   - parts: below each other; their bindings see the parameters.
  public func component(
    _ name: String, parameters: DeckValue = [:], file: String = #fileID, line: Int = #line,
    @CardPartBuilder parts: () throws -> [any CardPartView]
  ) rethrows -> Deck {
    var node = DeckNode(file, line)
    node.set("parameters", parameters)
    node.set("parts", DeckNode(list: try parts().map(\.node)))
    var copy = self
    let value = node.json(root.place, &copy.files)
    var members: [JSONNode.Member] = []
    if case .object(let known)? = root["components"]?.value { members = known.filter { $0.key != name } }
    members.append(JSONNode.Member(key: name, value: value))
    return copy.setting("components", json: JSONNode(.object(members), place: root.place))
  }

  /// The deck with another folder for pictures, fonts and theme files.
  public func folder(_ path: String) -> Deck {
    var copy = self
    copy.folder = path
    return copy
  }

  func setting(_ key: String, _ value: some DeckConvertible) -> Deck { setting(key, value.deckNode) }

  /// The deck with a key changed; new keys stand in the order of the manual.
  func setting(_ key: String, _ element: some DeckElement) -> Deck { setting(key, element.node) }

  func setting(_ key: String, _ node: DeckNode) -> Deck {
    var copy = self
    let value = node.json(root.place, &copy.files)
    return copy.setting(key, json: value)
  }

  private func setting(_ key: String, json value: JSONNode) -> Deck {
    guard case .object(var members) = root.value else { return self }
    var copy = self
    let order = Deck.fields.names
    if let number = members.firstIndex(where: { $0.key == key }) {
      members[number].value = value
    } else if let rank = order.firstIndex(of: key),
      let next = members.firstIndex(where: { (order.firstIndex(of: $0.key) ?? rank) > rank })
    {
      members.insert(JSONNode.Member(key: key, value: value), at: next)
    } else {
      members.append(JSONNode.Member(key: key, value: value))
    }
    copy.root.value = .object(members)
    return copy
  }
}

extension Deck {
  /// From which side a deck is read, as its modifier takes it.
  public typealias Direction = LayoutDirection
}
