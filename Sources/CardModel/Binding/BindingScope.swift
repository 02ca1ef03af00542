import CardRaster

/// The values that bindings can use: the data of the deck and the names bound by `forEach`.
package struct BindingScope {
  /// The values that all scopes of a deck have in common.
  ///
  /// They are one reference, because a scope is copied for each value that is read.
  private struct Common {
    var data: JSONNode
    var locale: DeckLocale
    var budget: DeckBudget
    var texts: BindingTexts
    var custom: CustomKinds
    var leavesDataFile: Bool
  }

  @CopyOnWriteBox private var common: Common
  /// The data of the deck.
  package var data: JSONNode { common.data }
  /// The locale of the deck.
  package var locale: DeckLocale { common.locale }
  /// The limits of the deck.
  package var budget: DeckBudget { common.budget }
  /// The cache of parsed texts.
  package var texts: BindingTexts { common.texts }
  /// The caller's custom parts, traits and formatters.
  package var custom: CustomKinds { common.custom }
  /// The index of the repetition of the nearest `forEach`, from 0.
  package var repetition: Int?
  /// Stands for the index of a card, which is set during layout because several cards may share a part.
  package static let cardRepetition = -1
  /// Records the values used by bindings while cards of one template are read; otherwise nil.
  package var memory: PartCache?
  private var locals: [Local] = []
  /// The names bound by `forEach`.
  package var names: [String] { locals.map(\.name) }

  /// Creates the scope of a deck.
  ///
  /// - Parameter leavesDataFile: whether the deck's folder has a `data.json` that was not loaded.
  package init(
    data: JSONNode, locale: DeckLocale = .standard, budget: DeckBudget = DeckBudget(),
    texts: BindingTexts = BindingTexts(), custom: CustomKinds = [], leavesDataFile: Bool = false
  ) {
    common = Common(
      data: data, locale: locale, budget: budget, texts: texts, custom: custom, leavesDataFile: leavesDataFile
    )
  }

  /// The name of the data file that deck templates use.
  package static let dataFile = "data.json"

  /// The scope with another locale.
  package func with(locale: DeckLocale) -> BindingScope {
    changing(self) { $0.common.locale = locale }
  }

  /// The scope with another name, which hides an outer name and a member of the data with the same name.
  package func binding(_ name: String, to node: JSONNode) -> BindingScope {
    var scope = self
    scope.locals.removeAll { $0.name == name }
    scope.locals.append(Local(name: name, node: node, number: memory?.nextLocal() ?? 0))
    return scope
  }

  /// The scope of one repetition of a `forEach`: its value under a name, and its index as `index`.
  func repeating(_ name: String, _ node: JSONNode, number: Int) -> BindingScope {
    var scope = self
    scope.locals.removeAll { $0.name == name || $0.name == "index" }
    scope.locals.reserveCapacity(scope.locals.count + 2)
    scope.locals.append(Local(name: name, node: node, number: memory?.nextLocal() ?? 0))
    scope.locals.append(Local(name: "index", node: .of(number), number: memory?.nextLocal() ?? 0))
    scope.repetition = number
    return scope
  }

  /// A name bound by `forEach`; a struct, because generic functions would copy a tuple.
  fileprivate struct Local: Sendable {
    var name: String
    var node: JSONNode
    /// The number of the name in the records of `memory`.
    var number: Int
  }

  /// The names of a scope without its deck, so that another worker can add them to its own scope.
  package struct Bound: Sendable {
    fileprivate var repetition: Int?
    fileprivate var locals: [Local]

    /// Whether the scope is inside a `forEach`.
    package var isRepeated: Bool { repetition != nil }
  }

  /// The names of the scope without the deck's data.
  package var bound: Bound { Bound(repetition: repetition, locals: locals) }

  /// The scope of the same deck with other names.
  package func adding(_ bound: Bound, budget: DeckBudget) -> BindingScope {
    changing(self) {
      $0.common.budget = budget
      ($0.memory, $0.repetition, $0.locals) = (nil, bound.repetition, bound.locals)
    }
  }

  /// The value at a path.
  ///
  /// - Parameter isNoted: whether `memory` records it; false for a value that is looked up again later.
  /// - Throws: an error with the path if the value is missing, with the most similar path as a hint.
  func value(_ path: JSONPath, isNoted: Bool = true) throws(BindingError) -> JSONNode {
    var local: Int?
    // A loop over indices does not copy the nodes, unlike a closure.
    if !locals.isEmpty, case .key(let name) = path.steps.first {
      local = locals.indices.last { locals[$0].name == name }
    }
    if local == nil { budget.note(path.steps.first) }
    var node = local.map { locals[$0].node } ?? data
    let found = local.map { locals[$0].number }
    for (number, step) in path.steps.enumerated() where number > 0 || local == nil {
      guard let next = texts.value(of: node, at: step) else {
        if let found { memory?.note(path, nil, local: found) }
        throw missing(path, at: number, in: node)
      }
      node = next
    }
    // Values from the deck's data are the same for every card and need not be recorded.
    if isNoted, let found { memory?.note(path, node, local: found) }
    return node
  }

  private func missing(_ path: JSONPath, at number: Int, in node: JSONNode) -> BindingError {
    let (names, absence) = (
      number == 0 ? Array(locals.reversed().map(\.name)) : [],
      common.leavesDataFile
        ? "the deck has no data; to use '\(Self.dataFile)' next to the deck, pass it with --data"
        : "the deck has no data"
    )
    return BindingError(
      message: "no value for \(DeckIssue.quoted(path.text)) in the data",
      hint: Self.hint(path, at: number, in: node, names, absence), isMissing: true)
  }

  /// A hint about the existing values near a missing one.
  private static func hint(
    _ path: JSONPath, at number: Int, in node: JSONNode, _ locals: [String], _ absence: String
  ) -> String {
    let before = JSONPath(Array(path.steps.prefix(number)))
    switch (node.value, path.steps[number]) {
    case (.object(let members), .key(let name)):
      let names = locals + members.map(\.key)
      if let near = Spelling.nearest(to: name, in: names) {
        let meant = JSONPath(before.steps + [.key(near)] + path.steps.dropFirst(number + 1))
        return "did you mean \(DeckIssue.quoted(meant.text))?"
      }
      if names.isEmpty {
        return number == 0 ? absence : "\(DeckIssue.quoted(before.text)) is empty"
      }
      let some = names.prefix(6).map(DeckIssue.quoted).joined(separator: ", ")
      let place = number == 0 ? "there" : DeckIssue.quoted(before.text)
      return "\(place) \(number == 0 ? "is" : "has") \(some)\(names.count > 6 ? ", ..." : "")"
    case (.array(let elements), _):
      if case .key(let name) = path.steps[number], ["length", "size", "count"].contains(name) {
        return "the number of entries is {{ \(before.text) | count }}"
      }
      let count = elements.count == 1 ? "1 element" : "\(elements.count) elements"
      return "\(DeckIssue.quoted(before.text)) is a list of \(count)"
    default:
      let name = before.steps.isEmpty ? "the data" : DeckIssue.quoted(before.text)
      return "\(name) is \(node.kindText)"
    }
  }
}

extension JSONNode {
  /// The value at a step; `.2` selects an element of a list like `[2]`.
  package func step(_ step: JSONPath.Step) -> JSONNode? {
    guard case .array(let elements) = value, case .key(let name) = step else { return child(step) }
    guard let number = Int(name), elements.indices.contains(number), name == "\(number)" else { return nil }
    return elements[number]
  }
}

/// Caches the parsed texts with bindings, and the positions of members in large objects.
///
/// Each repetition of a `forEach` looks up the same texts and members.
///
/// There is one cache per run, used by one task.
package final class BindingTexts {
  /// The maximum number of cached texts.
  static let most = 4096

  /// The number of members above which an object gets a lookup table.
  static let searched = 32

  private var known: [ExactText: Result<[BindingPiece], BindingError>] = [:]
  /// Keyed by the address of the members' storage, which stays valid because the members are retained here.
  private var objects: [Int: (members: [JSONNode.Member], places: [String: Int])] = [:]
  /// The number of retained members.
  private var held = 0

  package init() {}

  /// The literals and bindings of a text.
  func pieces(of text: String) throws(BindingError) -> [BindingPiece] {
    let key = ExactText(text)
    if let pieces = known[key] { return try pieces.get() }
    let pieces = Result { () throws(BindingError) in try BindingParser.pieces(of: text) }
    if known.count >= Self.most { known = [:] }
    known[key] = pieces
    return try pieces.get()
  }

  /// The value at a step of a node.
  func value(of node: JSONNode, at step: JSONPath.Step) -> JSONNode? {
    guard case .object(let members) = node.value, members.count > Self.searched, case .key(let name) = step
    else { return node.step(step) }
    let storage = members.storage
    if let object = objects[storage] { return object.places[name].map { members[$0].value } }
    held += members.count
    if held > Limits.jsonValues { (objects, held) = ([:], members.count) }
    let numbered = members.enumerated().map { ($0.element.key, $0.offset) }
    let places = Dictionary(numbered, uniquingKeysWith: { first, _ in first })
    objects[storage] = (members, places)
    return places[name].map { members[$0].value }
  }
}
