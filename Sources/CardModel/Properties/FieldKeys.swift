import CardRaster

/// The keys of one kind of object, with the checks that do not depend on its type.
package struct FieldKeys: Sendable {
  /// The keys, in the order of the manual.
  package let names: [String]
  /// Groups of keys; an object needs at least one key of each group.
  package let needs: [[String]]
  /// The hint for an object without any of the needed keys, if there is one.
  private let way: @Sendable (JSONNode) -> String?
  private let index: [String: Int]
  private let aliases: [(name: String, other: String)]
  /// The old names of keys, with the index of the key.
  private let formers: [String: (number: Int, words: [String: String])]
  /// Keys of other programs with another or no meaning here, each with a hint.
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
    let old = fields.enumerated().compactMap { number, field in
      field.former.map { ($0.name, (number, $0.words)) }
    }
    formers = Dictionary(uniqueKeysWithValues: old)
    aliases =
      fields.compactMap { field in field.aliasOf.map { ($0, field.name) } }
      + fields.compactMap { field in field.former.map { (field.name, $0.name) } }
  }

  /// The keys and the old names of keys.
  package var allNames: [String] { names + formers.keys.sorted() }

  /// The index of a key; nil for an unknown key.
  func number(of name: String) -> Int? { index[name] }

  /// Reads an object; unknown keys are errors.
  ///
  /// - Parameters:
  ///   - others: Keys that other code reads.
  ///   - take: Reads the value of the key with an index.
  func read(
    _ node: JSONNode, _ path: JSONPath, _ context: ReadContext, others: [String], what: String,
    take: (Int, JSONNode, JSONPath) -> Void
  ) {
    guard case .object(let members) = node.value else {
      context.mismatch(node, path, expected: "an object", hint: object(around: node))
      return
    }
    let nulls = context.nulls
    for member in members where !read(member, path, context, take: take) && !others.contains(member.key) {
      let way = ways[member.key]
      context.refuse(member, of: what, path, known: way == nil ? names + others : [], hint: way)
    }
    guard !needs.isEmpty || !aliases.isEmpty else { return }
    checkKeys(context.withoutNulls(node, since: nulls), of: node, path, context, what: what)
  }

  /// The hint that writes a short value as an object with the key that the object needs.
  func object(around node: JSONNode) -> String? {
    guard needs.count == 1, let key = needs[0].first else { return nil }
    switch node.value {
    case .string(let text) where text.utf8.count <= 40: break
    case .number: break
    default: return nil
    }
    return "write { \"\(key)\": \(JSONDump.write(node, pretty: false)) }"
  }

  /// Reads a member of an object.
  ///
  /// A null counts as absent. Returns false for an unknown key.
  func read(
    _ member: JSONNode.Member, _ path: JSONPath, _ context: ReadContext,
    take: (Int, JSONNode, JSONPath) -> Void
  ) -> Bool {
    guard let number = index[member.key] else { return readFormer(member, path, context, take: take) }
    if case .null = member.value.value { return true }
    take(number, member.value, path.key(member.key))
    return true
  }

  /// Reads a member with an old name, with a warning about what to write instead.
  private func readFormer(
    _ member: JSONNode.Member, _ path: JSONPath, _ context: ReadContext,
    take: (Int, JSONNode, JSONPath) -> Void
  ) -> Bool {
    guard let former = formers[member.key] else { return false }
    let (name, place) = (names[former.number], path.key(member.key))
    guard var node = context.given(member.value, place) else { return true }
    var hint = "write '\(name)'"
    if case .string(let word) = node.value {
      node.value = .string(former.words[word] ?? word)
      hint = "write \"\(name)\": \"\(former.words[word] ?? word)\""
    }
    context.warning(
      member.value, place, "'\(member.key)' is the old name of '\(name)'", hint: hint, code: .deprecated)
    take(former.number, node, place)
    return true
  }

  /// Reports a property that is set by its name and an alias, and missing keys.
  ///
  /// - Parameters:
  ///   - node: The object without nulls.
  ///   - whole: The object with nulls. A needed key that is null is reported at its place.
  package func checkKeys(
    _ node: JSONNode, of whole: JSONNode, _ path: JSONPath, _ context: ReadContext, what: String
  ) {
    for (name, other) in aliases where node[name] != nil {
      guard let value = node[other] else { continue }
      context.error(value, path.key(other), "'\(other)' is another name of '\(name)', which is also given")
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
        hint: isBound ? "add a default, or use 'if' to omit the element" : nil, code: .missingValue)
    }
  }

  /// The groups of needed keys of which the object has none.
  package func missing(in node: JSONNode) -> [[String]] {
    needs.filter { keys in !keys.contains { node[$0] != nil } }
  }

  /// The message about missing keys.
  package static func sentence(_ what: String, needs keys: [String]) -> String {
    "\(what) needs \(DeckIssue.alternatives(keys))"
  }
}

extension ReadContext {
  /// Reports a member of an object with an unknown key.
  package func refuse(
    _ member: JSONNode.Member, of what: String, _ path: JSONPath, known: @autoclosure () -> [String],
    hint: String? = nil
  ) {
    log.add(.unknownKey(member, of: what, at: path, in: file)) {
      DeckIssue.keyHint(member.key, of: what, known: known()) ?? hint
    }
  }
}
