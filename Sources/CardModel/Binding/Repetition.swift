import CardRaster

/// Expands `if`, `else`, `forEach` and `as` in a list: cards, parts, rows of a table, items of a collection.
///
/// `forEach` repeats the element for every value of a list, or for every `key` and `value` of an object. The
/// value is bound to the name in `as` (`item` by default), and its index from 0 to `index`. Names of an outer
/// `forEach` stay visible, except its `index`. `if` is evaluated for each repetition and may use these names.
/// An element with `else` is used when the elements before it produced nothing. The keys are removed; other
/// bindings are evaluated by the caller with the scope of each result.
package enum Repetition {
  /// An element after the expansion, with the scope of its bindings.
  package struct Element {
    package var node: JSONNode
    /// The path in the deck; all repetitions of one element share it.
    package var path: JSONPath
    package var scope: BindingScope
  }

  /// The keys that are removed from an element.
  static let keys = ["if", "else", "forEach", "as"]

  /// Expands a list; elements with errors are left out, and the errors are logged.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of results; more are an error.
  ///   - noun: the plural of the elements for that error: `parts`.
  static func expand(
    list nodes: [JSONNode], at path: JSONPath, scope: BindingScope, limit: Int = Limits.nodes,
    noun: String = "parts",
    log: IssueLog, file: String
  ) -> [Element] {
    expand(list: nodes, at: path, scope: scope, limit: limit, noun: noun, log: log, file: file) { $0 }
  }

  /// Expands a list and converts each element at once, so that thousands of scopes need not be kept.
  static func expand<Result>(
    list nodes: [JSONNode], at path: JSONPath, scope: BindingScope, limit: Int, noun: String, log: IssueLog,
    file: String, _ make: (Element) -> Result
  ) -> [Result] {
    var results: [Result] = []
    // Whether the elements before a possible `else` produced results; nil if there are none.
    var isMet: Bool?
    for (number, node) in nodes.enumerated() {
      let place = path.index(number)
      let count = results.count
      if let otherwise = node["else"] {
        guard mayBeElse(otherwise, after: isMet, at: place.key("else"), log, file), isMet == false else {
          continue
        }
      }
      append(node, at: place, scope, limit, log, file, make, to: &results)
      isMet = node["if"] != nil || node["forEach"] != nil ? results.count > count : nil
      if results.count > limit {
        log.add(
          DeckIssue(
            .error, file: file, place: (node["forEach"] ?? node).place, path: place,
            message: "more than \(limit) \(noun)",
            hint: node["forEach"] == nil ? nil : "'forEach' repeats too often", code: .limit))
        results.removeLast(results.count - count)
        break
      }
    }
    return results
  }

  /// Whether an element with `else` follows an element with `if` or `forEach`; otherwise logs an error.
  private static func mayBeElse(
    _ node: JSONNode, after isMet: Bool?, at path: JSONPath, _ log: IssueLog, _ file: String
  ) -> Bool {
    guard case .bool(true) = node.value else {
      report("'else' takes true, found \(node.briefText)", nil, node, path, log, file)
      return false
    }
    if isMet == nil {
      report("'else' must follow an element with 'if' or 'forEach'", nil, node, path, log, file)
    }
    return isMet != nil
  }

  /// Appends the repetitions of one element, stopping after one more than the limit.
  private static func append<Result>(
    _ node: JSONNode, at path: JSONPath, _ scope: BindingScope, _ limit: Int, _ log: IssueLog, _ file: String,
    _ make: (Element) -> Result, to results: inout [Result]
  ) {
    guard case .object(let members) = node.value, members.contains(where: { keys.contains($0.key) }) else {
      results.append(make(Element(node: node, path: path, scope: scope)))
      return
    }
    var body = node
    body.value = .object(members.filter { !keys.contains($0.key) })
    let condition = node["if"]
    guard let list = node["forEach"] else {
      if let name = node["as"] {
        report("'as' without 'forEach'", nil, name, path.key("as"), log, file)
        return
      }
      if isThere(condition, at: path, scope, log, file) {
        results.append(make(Element(node: body, path: path, scope: scope)))
      }
      return
    }
    let name = name(node["as"], at: path.key("as"), log, file)
    guard let values = values(list, at: path.key("forEach"), scope, log, file), let name else { return }
    for (number, value) in values.enumerated() {
      do throws(BindingError) {
        try scope.budget.take(values: 1)
      } catch {
        report(error.message, error.hint, list, path.key("forEach"), log, file)
        return
      }
      let inner = scope.repeating(name, value, number: number)
      guard isThere(condition, at: path, inner, log, file) else { continue }
      results.append(make(Element(node: body, path: path, scope: inner)))
      if results.count > limit { return }
    }
  }

  /// The name in `as`, or `item`; nil after an error.
  private static func name(_ node: JSONNode?, at path: JSONPath, _ log: IssueLog, _ file: String) -> String? {
    guard let node else { return "item" }
    guard case .string(let name) = node.value else {
      report("'as' takes a name, found \(node.kindText)", nil, node, path, log, file)
      return nil
    }
    guard BindingParser.isName(name) else {
      let found = "'as' takes a name, found \(DeckIssue.quoted(name))"
      report(found, "a name can contain letters, digits, '_', '-' and '$'", node, path, log, file)
      return nil
    }
    guard name != "index" else {
      report(
        "'as' cannot be 'index', the name for the number of the repetition", nil, node, path, log,
        file)
      return nil
    }
    return name
  }

  /// The list in `forEach`: a binding of a list or an object, or a list in the deck.
  private static func values(
    _ node: JSONNode, at path: JSONPath, _ scope: BindingScope, _ log: IssueLog, _ file: String
  ) -> [JSONNode]? {
    guard let filled = Binding.fillTree(node, scope: scope, log: log, file: file, path: path) else {
      return nil
    }
    switch (filled.meantCollection ?? filled).value {
    case .array(let elements): return elements
    case .object(let members):
      return members.map { member in
        var entry = JSONNode.object([("key", .of(member.key)), ("value", member.value)])
        entry.isBound = filled.isBound
        return entry
      }
    default: break
    }
    let hint = node.isText && !filled.isBound ? "write it as \"{{ name }}\"" : nil
    report("'forEach' takes a list, found \(filled.kindText)", hint, node, path, log, file)
    return nil
  }

  /// Whether `if` is true or missing; false after an error, which is logged.
  private static func isThere(
    _ node: JSONNode?, at path: JSONPath, _ scope: BindingScope, _ log: IssueLog, _ file: String
  ) -> Bool {
    guard let node else { return true }
    let path = path.key("if")
    switch node.value {
    case .bool(let flag): return flag
    case .string:
      guard let filled = Binding.fill(node, scope: scope, log: log, file: file, path: path) else {
        return false
      }
      if filled.isBound { return Binding.isTrue(filled) }
      report("'if' takes a binding, found a plain text", "write it as \"{{ name }}\"", node, path, log, file)
    case .null, .number, .array, .object:
      report("'if' takes a binding or a boolean, found \(node.kindText)", nil, node, path, log, file)
    }
    return false
  }

  private static func report(
    _ message: String, _ hint: String?, _ node: JSONNode, _ path: JSONPath, _ log: IssueLog, _ file: String
  ) {
    log.add(DeckIssue(.error, file: file, place: node.place, path: path, message: message, hint: hint))
  }
}

extension JSONNode {
  fileprivate var isText: Bool { if case .string = value { true } else { false } }
}
