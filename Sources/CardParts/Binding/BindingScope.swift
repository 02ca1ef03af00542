import CardRaster

/// What bindings can see: the data of the deck and the names that `forEach` bound around them.
struct BindingScope {
  let data: JSONNode
  private(set) var locale: DeckLocale
  let budget: DeckBudget
  /// The texts that were read for bindings before.
  let texts: BindingTexts
  /// The kinds of parts, traits and formatters that the caller brings.
  let custom: CustomKinds
  /// Whether a file lies beside the deck that has the name of data, and was not given.
  let leavesDataFile: Bool
  /// Which repetition of the nearest `forEach` the scope belongs to, from 0.
  var repetition: Int?
  /// Stands for the number of the card's repetition, which is told when it is laid out: a part may be that of several cards.
  static let cardRepetition = -1
  /// Notes what bindings ask for, while cards of one template are read one after another; else nil.
  var memory: RepetitionMemory?
  private var locals: [Local] = []
  /// The names that were bound around it.
  var names: [String] { locals.map(\.name) }

  /// Makes the scope of a deck.
  init(
    data: JSONNode, locale: DeckLocale = .standard, budget: DeckBudget = DeckBudget(),
    texts: BindingTexts = BindingTexts(), custom: CustomKinds = [], leavesDataFile: Bool = false
  ) {
    self.data = data
    self.locale = locale
    self.budget = budget
    self.texts = texts
    self.custom = custom
    self.leavesDataFile = leavesDataFile
  }

  /// The name that data beside a deck have in all templates.
  static let dataFile = "data.json"

  /// The scope in which numbers, amounts and dates are written in another way.
  func with(locale: DeckLocale) -> BindingScope {
    var scope = self
    scope.locale = locale
    return scope
  }

  /// The scope with one more name; it hides an outer one, and a member of the data, of the same name.
  func binding(_ name: String, to node: JSONNode) -> BindingScope {
    var scope = self
    scope.locals.removeAll { $0.name == name }
    scope.locals.append(Local(name: name, node: node, number: memory?.nextLocal() ?? 0))
    return scope
  }

  /// The scope of one repetition of a `forEach`: its value under a name, and its number as `index`.
  func repeating(_ name: String, _ node: JSONNode, number: Int) -> BindingScope {
    var scope = self
    scope.locals.removeAll { $0.name == name || $0.name == "index" }
    scope.locals.reserveCapacity(scope.locals.count + 2)
    scope.locals.append(Local(name: name, node: node, number: memory?.nextLocal() ?? 0))
    scope.locals.append(Local(name: "index", node: .of(number), number: memory?.nextLocal() ?? 0))
    scope.repetition = number
    return scope
  }

  /// A name that `forEach` binds; a tuple would be copied by a function for any type.
  fileprivate struct Local: Sendable {
    var name: String
    var node: JSONNode
    /// Its number in the notes of `memory`.
    var number: Int
  }

  /// What a scope has beyond that of its deck; it may go to another worker, where the deck's scope is another one.
  struct Bound: Sendable {
    fileprivate var repetition: Int?
    fileprivate var locals: [Local]

    /// Whether it is one of many.
    var isRepeated: Bool { repetition != nil }
  }

  /// What it has beyond the scope of its deck.
  var bound: Bound { Bound(repetition: repetition, locals: locals) }

  /// The scope with what another one has beyond that of its deck.
  func adding(_ bound: Bound, budget: DeckBudget) -> BindingScope {
    var scope = BindingScope(
      data: data, locale: locale, budget: budget, texts: texts, custom: custom,
      leavesDataFile: leavesDataFile)
    (scope.repetition, scope.locals) = (bound.repetition, bound.locals)
    return scope
  }

  /// The value of a path.
  ///
  /// - Parameter isNoted: whether `memory` notes it; false for a value that is asked for again later.
  /// - Throws: a mistake that names the path when there is no value; with the nearest path there is.
  func value(_ path: JSONPath, isNoted: Bool = true) throws(BindingMistake) -> JSONNode {
    var local: Int?
    // By index: a closure would copy each node that it looks past.
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
    // What is found in the data of the deck stays the same from card to card.
    if isNoted, let found { memory?.note(path, node, local: found) }
    return node
  }

  private func missing(_ path: JSONPath, at number: Int, in node: JSONNode) -> BindingMistake {
    let (names, absence) = (
      number == 0 ? Array(locals.reversed().map(\.name)) : [],
      leavesDataFile
        ? "there is no data; that of '\(Self.dataFile)' beside the deck is given by --data"
        : "there is no data"
    )
    return BindingMistake(
      message: "no value for \(DeckIssue.quoted(path.text)) in the data",
      hint: Self.hint(path, at: number, in: node, names, absence), isMissing: true)
  }

  /// What there is instead of a value that is missing.
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
      let count = elements.count == 1 ? "1 element" : "\(elements.count) elements"
      return "\(DeckIssue.quoted(before.text)) is a list of \(count)"
    default:
      let name = before.steps.isEmpty ? "the data" : DeckIssue.quoted(before.text)
      return "\(name) is \(node.kindText)"
    }
  }
}

extension JSONNode {
  /// The value one step further; `.2` leads into a list as `[2]` does.
  func step(_ step: JSONPath.Step) -> JSONNode? {
    switch (value, step) {
    case (.object, .key(let name)): return member(name)
    case (.array(let elements), .index(let number)): return number < elements.count ? elements[number] : nil
    case (.array(let elements), .key(let name)):
      guard let number = Int(name), elements.indices.contains(number), name == "\(number)" else { return nil }
      return elements[number]
    default: return nil
    }
  }
}

/// Remembers the pieces of texts with bindings, and where the members of large objects are: what `forEach` repeats asks for
/// the same ones each time.
///
/// One for each run, in one task.
final class BindingTexts {
  /// The most texts that are kept.
  static let most = 4096

  /// Of objects with more members it is remembered where they are.
  static let searched = 32

  private var known: [ExactText: Result<[BindingPiece], BindingMistake>] = [:]
  /// By the storage of their members, which stays where it is while it is held here.
  private var objects: [Int: (members: [JSONNode.Member], places: [String: Int])] = [:]
  /// How many members are held.
  private var held = 0

  /// The pieces of a text.
  func pieces(of text: String) throws(BindingMistake) -> [BindingPiece] {
    let key = ExactText(text)
    if let pieces = known[key] { return try pieces.get() }
    let pieces: Result<[BindingPiece], BindingMistake>
    do throws(BindingMistake) {
      pieces = .success(try BindingParser.pieces(of: text))
    } catch {
      pieces = .failure(error)
    }
    if known.count >= Self.most { known = [:] }
    known[key] = pieces
    return try pieces.get()
  }

  /// The value one step further than a node.
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
