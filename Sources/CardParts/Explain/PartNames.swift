import CardRaster

/// What the parts of a page are called in sentences: never two of them the same.
struct PartNames {
  private let tree: SnapshotTree
  /// The number of a card among all, from 1.
  private var cardNumbers: [Int: Int] = [:]
  /// How often a short name is there on the page.
  private var counts: [String: Int] = [:]
  /// How often it is there in a card.
  private var countsInCard: [Place: Int] = [:]
  /// Which one of a type, or of a short name, a part of a card is, from 1.
  private var ordinals: [Int: Int] = [:]
  private var typeOrdinals: [Int: Int] = [:]

  private struct Place: Hashable {
    let card: Int
    let name: String
  }

  init(_ tree: SnapshotTree) {
    self.tree = tree
    for number in tree.nodes.indices {
      let node = tree.nodes[number]
      if node.type == "card" {
        cardNumbers[number] = cardNumbers.count + 1
        continue
      }
      let card = tree.card(of: number) ?? -1
      let type = Place(card: card, name: node.type)
      countsInCard[type, default: 0] += 1
      typeOrdinals[number] = countsInCard[type]
      guard let label = PartNames.label(of: node) else { continue }
      let name = "\(node.type) \(label)"
      counts[name, default: 0] += 1
      countsInCard[Place(card: card, name: name), default: 0] += 1
      ordinals[number] = countsInCard[Place(card: card, name: name)]
    }
  }

  /// What a part is called: `text 'Apply Now'`, `title of card 'advice'`, `second button of card 2`.
  func name(of number: Int) -> String {
    let node = tree.nodes[number]
    if node.type == "card" { return cardName(number) }
    let card = tree.card(of: number)
    let place = card.map { " of \(cardName($0))" } ?? " of the page"
    let inCard = card ?? -1
    let ofType = countsInCard[Place(card: inCard, name: node.type)] ?? 0
    if node.type == "title", ofType == 1, let card, tree.nodes[card].ownID != nil { return "title" + place }
    let label = PartNames.label(of: node)
    if let label, counts["\(node.type) \(label)"] == 1 { return "\(node.type) \(label)" }
    if let id = node.ownID { return "\(node.type) with the id '\(id)'" }
    if let label {
      let name = "\(node.type) \(label)"
      if countsInCard[Place(card: inCard, name: name)] == 1 { return name + place }
      return "\(Ordinal.text(ordinals[number] ?? 1)) \(name)" + place
    }
    if ofType == 1 { return node.type + place }
    return "\(Ordinal.text(typeOrdinals[number] ?? 1)) \(node.type)" + place
  }

  /// What a card is called: by its id, or by its number.
  func cardName(_ number: Int) -> String {
    if let id = tree.nodes[number].ownID { return "card '\(id)'" }
    return "card \(cardNumbers[number] ?? 1)"
  }

  /// Whether a name is the type and the first words.
  func isNamedByWords(_ number: Int) -> Bool {
    let node = tree.nodes[number]
    guard node.type != "card", !node.texts.isEmpty, let label = PartNames.label(of: node) else {
      return false
    }
    return name(of: number) == "\(node.type) \(label)"
  }

  /// The first words of a part, or the name of its picture, in quotes.
  private static func label(of node: SnapshotNode) -> String? {
    if let text = node.texts.first(where: { !$0.whole.isEmpty }) { return Wording.quoted(text.whole) }
    guard let picture = node.aspects.first(where: { $0.name == "picture" })?.values.first,
      let end = picture.lastIndex(of: " "), picture[..<end] != SnapshotBuilder.embedded
    else { return nil }
    return Wording.quoted(String(picture[..<end]))
  }
}
