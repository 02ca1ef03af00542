import CardRaster

/// Fills `{{ … }}` in JSON values: data in, values out, never markup.
///
/// What a binding gives is marked as bound (`JSONNode.isBound`), has the place of the text that asked for it, and is
/// not read for bindings again. So is a text with a binding in it.
enum Binding {
  /// Fills a text; every other value, and one that is bound already, stays as it is.
  ///
  /// A binding that is alone in its text gives the value with its type. Nil when something was wrong and logged.
  ///
  /// - Parameter inPlace: whether what is in the value is left as it stands in the data, unmarked, for a reader that asks
  ///   for no bindings there.
  static func fill(
    _ node: JSONNode, scope: BindingScope, log: IssueLog, file: String, path: JSONPath, inPlace: Bool = false
  ) -> JSONNode? {
    guard !node.isBound, case .string(let text) = node.value, hasBinding(text) else { return node }
    do throws(BindingMistake) {
      let pieces = try scope.texts.pieces(of: text)
      if pieces.count == 1 {
        switch pieces[0] {
        case .binding(let expression):
          let found = try value(of: expression, scope: scope)
          guard inPlace else { return try bound(found, place: node.place, scope.budget) }
          var result = JSONNode(found.value, place: node.place, isBound: true)
          result.isCell = found.isCell
          return result
        case .text(let literal): return JSONNode(.string(literal), place: node.place, isBound: true)
        }
      }
      return JSONNode(.string(try self.text(pieces, scope: scope)), place: node.place, isBound: true)
    } catch {
      log.add(
        DeckIssue(
          .error, file: file, place: node.place, path: path, message: error.message, code: .invalidBinding)
      ) { error.hint }
      return nil
    }
  }

  /// Fills all texts of a tree, but not its keys; nil when something was wrong and logged.
  ///
  /// - Parameter skipping: says of a value and its path that it is left as it is, with all that is in it: a template
  ///   whose names are not bound yet.
  static func fillTree(
    _ node: JSONNode, scope: BindingScope, log: IssueLog, file: String, path: JSONPath,
    skipping: (JSONNode, JSONPath) -> Bool = { _, _ in false }
  ) -> JSONNode? {
    if node.isBound || skipping(node, path) { return node }
    var result = node
    var isWhole = true
    switch node.value {
    case .string: return fill(node, scope: scope, log: log, file: file, path: path)
    case .array(var elements):
      for (number, element) in elements.enumerated() {
        let filled = fillTree(
          element, scope: scope, log: log, file: file, path: path.index(number), skipping: skipping)
        if let filled { elements[number] = filled } else { isWhole = false }
      }
      result.value = .array(elements)
    case .object(var members):
      for (number, member) in members.enumerated() {
        let filled = fillTree(
          member.value, scope: scope, log: log, file: file, path: path.key(member.key), skipping: skipping)
        if let filled { members[number].value = filled } else { isWhole = false }
      }
      result.value = .object(members)
    case .null, .bool, .number: return node
    }
    return isWhole ? result : nil
  }

  /// Whether a text has braces to look at.
  static func hasBinding(_ text: String) -> Bool {
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "{"), previous == byte { return true }
      previous = byte
    }
    return false
  }

  /// Whether a value counts as true: not `false`, 0, null, or an empty text, list or object; nor a cell that says so.
  static func isTrue(_ node: JSONNode) -> Bool {
    if node.isCell, let flag = node.meantBool { return flag }
    return switch node.value {
    case .null: false
    case .bool(let flag): flag
    case .number(let number): number.value != 0
    case .string(let text): !text.isEmpty
    case .array(let elements): !elements.isEmpty
    case .object(let members): !members.isEmpty
    }
  }

  private static func text(_ pieces: [BindingPiece], scope: BindingScope) throws(BindingMistake) -> String {
    var result = ""
    for piece in pieces {
      let text: String
      switch piece {
      case .text(let literal): text = literal
      case .binding(let expression):
        let node = try value(of: expression, scope: scope)
        switch node.value {
        case .string(let value): text = value
        case .number(let value): text = value.text
        case .bool(let value): text = value ? "true" : "false"
        case .null, .array, .object:
          let subject = expression.subject
          throw BindingMistake(
            message: "\(DeckIssue.quoted(subject)) is \(node.kindText), which cannot stand in a text",
            hint: node.value == .null ? "add a default, such as {{ \(subject) | default(\"–\") }}" : nil)
        }
      }
      try scope.budget.take(bytes: text.utf8.count)
      result += text
    }
    return result
  }

  /// A copy of a value that is marked as bound all through and stands where the binding does.
  private static func bound(
    _ node: JSONNode, place: SourcePlace?, _ budget: DeckBudget
  ) throws(BindingMistake) -> JSONNode {
    try budget.take(values: 1)
    var value = node.value
    switch value {
    case .null, .bool, .number, .string: break
    case .array(var elements):
      for number in elements.indices { elements[number] = try bound(elements[number], place: place, budget) }
      value = .array(elements)
    case .object(var members):
      for number in members.indices {
        members[number].keyPlace = place
        members[number].value = try bound(members[number].value, place: place, budget)
      }
      value = .object(members)
    }
    var result = JSONNode(value, place: place, isBound: true)
    result.isCell = node.isCell
    return result
  }
}
