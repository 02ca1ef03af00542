import CardRaster

/// The keys of one kind of object, whatever holds what they say: what is checked alike for all of them.
struct FieldKeys: Sendable {
  /// The keys, in the order of the manual.
  let names: [String]
  /// Keys of which an object must have at least one, list by list.
  let needs: [[String]]
  /// The way out for an object that has none of them, where one is known.
  private let way: @Sendable (JSONNode) -> String?
  private let index: [String: Int]
  /// The properties that are other names of others.
  private let aliases: [(name: String, other: String)]
  /// Keys of other programs that mean something else, or nothing here, with what to write instead.
  private let ways: [String: String]

  init(
    _ fields: [FieldFacts], needs: [[String]], ways: [String: String],
    way: @escaping @Sendable (JSONNode) -> String?
  ) {
    names = fields.map(\.name)
    self.needs = needs
    self.ways = ways
    self.way = way
    var index: [String: Int] = [:]
    for (number, name) in names.enumerated() { index[name] = number }
    self.index = index
    aliases = fields.compactMap { field in field.aliasOf.map { ($0, field.name) } }
  }

  /// Where a key stands among the keys; nil for one that is not there.
  func number(of name: String) -> Int? { index[name] }

  /// Reads an object; keys that nobody knows are errors.
  ///
  /// - Parameters:
  ///   - others: keys that somebody else reads.
  ///   - take: reads the value of a key, which is given by its number.
  func read(
    _ node: JSONNode, _ path: JSONPath, _ context: ReadContext, others: [String], what: String,
    take: (Int, JSONNode, JSONPath) -> Void
  ) {
    guard case .object(let members) = node.value else {
      context.mismatch(node, path, expected: "an object")
      return
    }
    for member in members where !read(member, path, take: take) && !others.contains(member.key) {
      let way = ways[member.key]
      context.refuse(member, of: what, path, known: way == nil ? names + others : [], hint: way)
    }
    // Finding nulls that are bound takes as long as reading the values again.
    guard !needs.isEmpty || !aliases.isEmpty else { return }
    check(context.withoutNulls(node), of: node, path, context, what: what)
  }

  /// Reads a member of an object, where a null stands for an absent one; false for a key that is not there.
  func read(_ member: JSONNode.Member, _ path: JSONPath, take: (Int, JSONNode, JSONPath) -> Void) -> Bool {
    guard let number = index[member.key] else { return false }
    if case .null = member.value.value { return true }
    take(number, member.value, path.key(member.key))
    return true
  }

  /// Reports two names of one property, and that nothing is there of what an object needs.
  ///
  /// - Parameters:
  ///   - node: the object without its nulls.
  ///   - whole: the object with them: what is needed and null is reported where it is.
  func check(
    _ node: JSONNode, of whole: JSONNode, _ path: JSONPath, _ context: ReadContext, what: String
  ) {
    for (name, other) in aliases where node[name] != nil {
      guard let value = node[other] else { continue }
      context.error(value, path.key(other), "'\(other)' is another name of '\(name)', which is given too")
    }
    for keys in missing(in: node) {
      let sentence = FieldKeys.sentence(what, needs: keys)
      guard let key = keys.first(where: { whole.member($0) != nil }), let null = whole.member(key) else {
        context.error(node, path, sentence, hint: way(node), code: .missingValue)
        continue
      }
      let isBound = null.value != .null
      context.error(
        null, path.key(key),
        isBound ? "\(sentence), and \(null.briefText) is null" : "\(sentence), found null",
        hint: isBound ? "add a default, or leave the whole out with 'if'" : nil, code: .missingValue)
    }
  }

  /// The keys of which an object needs one and has none, list by list.
  func missing(in node: JSONNode) -> [[String]] {
    needs.filter { keys in !keys.contains { node[$0] != nil } }
  }

  /// What an object lacks, in words.
  static func sentence(_ what: String, needs keys: [String]) -> String {
    "\(what) needs \(DeckIssue.alternatives(keys))"
  }
}

extension ReadContext {
  /// Reports a member of an object that nobody reads.
  func refuse(
    _ member: JSONNode.Member, of what: String, _ path: JSONPath, known: @autoclosure () -> [String],
    hint: String? = nil
  ) {
    log.add(.unknownKey(member, of: what, at: path, in: file)) {
      DeckIssue.keyHint(member.key, known: known()) ?? hint
    }
  }
}
