import CardRaster

/// All properties of one kind of object, found by name.
struct FieldTable<Root>: Sendable {
  let fields: [Field<Root>]
  /// Keys of which an object must have at least one, list by list.
  let needs: [[String]]
  private let index: [String: Int]
  /// The properties that are other names of others.
  private let aliases: [(name: String, other: String)]

  init(needs: [[String]] = [], @FieldBuilder<Root> _ make: () -> [Field<Root>]) {
    self.init(make(), needs: needs)
  }

  init(_ fields: [Field<Root>], needs: [[String]] = []) {
    self.fields = fields
    self.needs = needs
    var index: [String: Int] = [:]
    for (number, field) in fields.enumerated() { index[field.name] = number }
    self.index = index
    aliases = fields.compactMap { field in field.aliasOf.map { ($0, field.name) } }
  }

  subscript(name: String) -> Field<Root>? { index[name].map { fields[$0] } }

  /// The keys of an object, in the order of the manual.
  var names: [String] { fields.map(\.name) }

  /// Reads an object into a value; keys that nobody knows are errors.
  ///
  /// - Parameter others: keys that somebody else reads.
  func read(
    _ node: JSONNode, _ path: JSONPath, _ context: ReadContext, into root: inout Root, others: [String] = [],
    what: String
  ) {
    guard case .object(let members) = node.value else {
      context.mismatch(node, path, expected: "an object")
      return
    }
    read(members, path, context, into: &root)
    context.refuseUnknownKeys(
      of: what, members, path, isKnown: { self[$0] != nil || others.contains($0) }, known: names + others)
    check(node, path, context, what: what)
  }

  /// Reads the members of an object that the table knows; a null stands for an absent one.
  ///
  /// - Parameter isTaken: whether a key is somebody else's, though the table has one of its name.
  func read(
    _ members: [JSONNode.Member], _ path: JSONPath, _ context: ReadContext, into root: inout Root,
    unless isTaken: (String) -> Bool = { _ in false }
  ) {
    for member in members {
      if case .null = member.value.value { continue }
      guard let field = self[member.key], !isTaken(member.key) else { continue }
      field.read(&root, member.value, path.key(member.key), context)
    }
  }

  /// Reports two names of one property, and that nothing is there of what an object needs.
  func check(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext, what: String) {
    for (name, other) in aliases where node[name] != nil {
      guard let value = node[other] else { continue }
      context.error(value, path.key(other), "'\(other)' is another name of '\(name)', which is given too")
    }
    for keys in needs where !keys.contains(where: { node[$0] != nil }) {
      context.error(node, path, "\(what) needs \(DeckIssue.alternatives(keys))")
    }
  }
}

extension ReadContext {
  /// Reports the members of an object that nobody reads.
  func refuseUnknownKeys(
    of what: String, _ members: [JSONNode.Member], _ path: JSONPath, isKnown: (String) -> Bool,
    known: @autoclosure () -> [String], hint: String? = nil
  ) {
    for member in members where !isKnown(member.key) {
      log.add(.unknownKey(member, of: what, at: path, in: file, known: known(), hint: hint))
    }
  }
}
