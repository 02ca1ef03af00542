import CardRaster

/// The names of a page's parts in sentences; no two parts have the same name.
struct PartNames {
  private let tree: SnapshotTree
  /// The number of each card, from 1.
  private var cardNumbers: [Int: Int] = [:]
  /// How often each short name occurs on the page.
  private var counts: [String: Int] = [:]
  /// How often each short name or type occurs in each card.
  private var countsInCard: [Place: Int] = [:]
  /// The ordinal of each part among those with its short name in its card, from 1.
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

  /// The name of a part and what the name contains.
  private struct Name {
    var text: String
    /// The quoted words or picture name in the name.
    var label: String?
    /// Whether the name includes the part's place.
    var isPlaced = false
    /// The card that the name mentions, if any.
    var card: Int?
  }

  /// The name of a part: `text 'Apply Now'`, `title of card 'advice'`, `second button of card 2`.
  func name(of number: Int) -> String { whole(number).text }

  /// Whether the name of a part contains the given words.
  func isCalled(_ number: Int, by words: String) -> Bool { whole(number).label == Wording.quoted(words) }

  /// Whether the name of a part mentions its card.
  func saysCard(_ number: Int) -> Bool { whole(number).card != nil }

  /// Whether the name of a part consists of its type and its words.
  func isNamedByWords(_ number: Int) -> Bool {
    let name = whole(number)
    return name.label != nil && !name.isPlaced && !tree.nodes[number].texts.isEmpty
  }

  private func whole(_ number: Int) -> Name {
    let node = tree.nodes[number]
    if node.type == "card" { return Name(text: cardName(number)) }
    let card = tree.card(of: number)
    let place = card.map { " of \(cardName($0))" } ?? " of the page"
    let inCard = card ?? -1
    let ofType = countsInCard[Place(card: inCard, name: node.type)] ?? 0
    if node.type == "title", ofType == 1, let card, tree.nodes[card].ownID != nil {
      return Name(text: "title" + place, isPlaced: true, card: card)
    }
    let label = PartNames.label(of: node)
    if let label, counts["\(node.type) \(label)"] == 1 {
      return Name(text: "\(node.type) \(label)", label: label)
    }
    if let id = node.ownID { return Name(text: "\(node.type) with the id '\(id)'") }
    if let label {
      let name = "\(node.type) \(label)"
      let isOnly = countsInCard[Place(card: inCard, name: name)] == 1
      let which = isOnly ? "" : "\(Ordinal.format(ordinals[number] ?? 1)) "
      return Name(text: which + name + place, label: label, isPlaced: true, card: card)
    }
    let which = ofType == 1 ? "" : "\(Ordinal.format(typeOrdinals[number] ?? 1)) "
    return Name(text: which + node.type + place, isPlaced: true, card: card)
  }

  /// The name of a card: its id, or else its number.
  func cardName(_ number: Int) -> String {
    if let id = tree.nodes[number].ownID { return "card '\(id)'" }
    return "card \(cardNumbers[number] ?? 1)"
  }

  /// The first words of a part, or the name of its picture, in quotes; nil when it has none.
  ///
  /// Charts have no label, because their texts are the figures of their axes.
  private static func label(of node: SnapshotNode) -> String? {
    if node.type == "chart" || node.type == "histogram" { return nil }
    if let text = node.texts.first(where: { !$0.whole.isEmpty }) { return Wording.quoted(text.whole) }
    if node.type == "barcode", let text = node.attributes.first(where: { $0.name == "text" })?.value {
      return Wording.quoted(text)
    }
    guard let picture = node.aspects.first(where: { $0.name == "picture" })?.values.first,
      let end = picture.lastIndex(of: " "), picture[..<end] != SnapshotBuilder.embedded
    else { return nil }
    return Wording.quoted(String(picture[..<end]))
  }
}

/// Ordinal numbers in words.
enum Ordinal {
  private static let words = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
  ]

  /// `first`, `second`, …, `11th`.
  static func format(_ number: Int) -> String {
    if words.indices.contains(number - 1) { return words[number - 1] }
    let isTeen = (11...13).contains(number % 100)
    let ending = isTeen ? "th" : [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th"
    return "\(number)\(ending)"
  }
}
