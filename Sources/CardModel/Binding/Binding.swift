import CardRaster

/// Evaluates `{{ … }}` in JSON values: data in, values out, never markup.
///
/// The result of a binding is marked as bound (`JSONNode.isBound`) and has the position of the text with the
/// binding. Bound values are not searched for bindings again. A text that contains a binding is also marked
/// as bound.
package enum Binding {
  /// Evaluates the bindings of a text; other values and bound values are returned unchanged.
  ///
  /// A binding without surrounding text returns the value with its type. Returns nil after an error, which is
  /// added to the log.
  ///
  /// - Parameter inPlace: whether nested values stay unmarked, for a reader that does not look for bindings
  ///   in them.
  static func fill(
    _ node: JSONNode, scope: BindingScope, log: IssueLog, file: String, path: JSONPath, inPlace: Bool = false
  ) -> JSONNode? {
    guard !node.isBound, case .string(let text) = node.value, hasBinding(text) else { return node }
    do throws(BindingError) {
      let pieces = try scope.texts.pieces(of: text)
      if pieces.count == 1 {
        switch pieces[0] {
        case .binding(let expression):
          let found = try value(of: expression, scope: scope)
          if case .null = found.value { scope.budget.countNull() }
          guard inPlace else {
            var result = found
            var left = Limits.jsonValues - scope.budget.taken.values
            let before = left
            mark(&result, at: node.place, left: &left)
            try scope.budget.take(values: max(1, before - left))
            return result
          }
          var result = JSONNode(found.value, place: node.place, isBound: true)
          (result.isCell, result.mayNameFile) = (found.isCell, found.mayNameFile)
          result.cellFormat = found.cellFormat
          return result
        case .text(let literal): return JSONNode(.string(literal), place: node.place, isBound: true)
        }
      }
      return JSONNode(.string(try self.join(pieces, scope: scope)), place: node.place, isBound: true)
    } catch {
      log.add(
        DeckIssue(
          .error, file: file, place: node.place, path: path, message: error.message, code: .invalidBinding)
      ) { error.hint }
      return nil
    }
  }

  /// Evaluates the bindings in all strings of a tree except its keys; nil after an error, which is logged.
  ///
  /// - Parameter skipping: whether a value at a path is left unchanged with everything in it, such as a
  ///   template whose names are not bound yet.
  package static func fillTree(
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

  /// Whether a text contains `{{`.
  package static func hasBinding(_ text: String) -> Bool {
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "{"), previous == byte { return true }
      previous = byte
    }
    return false
  }

  /// Whether a value is true: not `false`, 0, null or empty, and not a cell with the text `false`.
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

  private static func join(_ pieces: [BindingPiece], scope: BindingScope) throws(BindingError) -> String {
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
          throw BindingError(
            message: "\(DeckIssue.quoted(subject)) is \(node.kindText), which cannot be inserted into a text",
            hint: node.value == .null ? "add a default, such as {{ \(subject) | default(\"–\") }}" : nil)
        }
      }
      try scope.budget.take(bytes: text.utf8.count)
      result += text
    }
    return result
  }

  /// Marks a value and all values in it as bound, with the position of the binding.
  ///
  /// - Parameter left: The number of values that the deck may still copy. Marking stops when it reaches 0.
  private static func mark(_ node: inout JSONNode, at place: SourcePlace?, left: inout Int) {
    guard left > 0 else { return }
    left -= 1
    node.place = place
    node.isBound = true
    switch node.value {
    case .null, .bool, .number, .string: break
    case .array(var elements):
      node.value = .null
      for number in elements.indices { mark(&elements[number], at: place, left: &left) }
      node.value = .array(elements)
    case .object(var members):
      node.value = .null
      for number in members.indices {
        members[number].keyPlace = place
        mark(&members[number].value, at: place, left: &left)
      }
      node.value = .object(members)
    }
  }
}

/// Evaluation of expressions.
extension Binding {
  /// The value of an expression.
  ///
  /// Formatters pass on a value that is missing or null until a `default` replaces it.
  static func value(of expression: BindingExpression, scope: BindingScope) throws(BindingError) -> JSONNode {
    try scope.budget.take(steps: 1)
    switch expression {
    case .path(let path): return try scope.value(path)
    case .literal(let node): return node
    case .not(let inner): return .of(!isTrue(try value(of: inner, scope: scope)))
    case .both(let a, let b):
      return .of(try isTrue(value(of: a, scope: scope)) ? isTrue(value(of: b, scope: scope)) : false)
    case .either(let a, let b):
      return .of(try isTrue(value(of: a, scope: scope)) ? true : isTrue(value(of: b, scope: scope)))
    case .comparison(let sign, let a, let b):
      return .of(
        try compare(value(of: a, scope: scope), sign, value(of: b, scope: scope), scope.budget))
    case .arithmetic(let sign, let a, let b):
      return .of(try calculate(value(of: a, scope: scope), sign, value(of: b, scope: scope)))
    case .choice(let value, let condition, let otherwise):
      let isMet = isTrue(try self.value(of: condition, scope: scope))
      return try self.value(of: isMet ? value : otherwise, scope: scope)
    case .call(let inner, let call): return try formatted(inner, call, scope)
    }
  }

  private static func formatted(
    _ inner: BindingExpression, _ call: FormatterCall, _ scope: BindingScope
  ) throws(BindingError) -> JSONNode {
    let formatter = Formatters(rawValue: call.name)
    let node: JSONNode
    if formatter == nil, !scope.custom.hasFormatter(named: call.name) {
      throw Formatters.unknown(call.name, scope.custom)
    }
    do throws(BindingError) {
      node = try value(of: inner, scope: scope)
    } catch {
      guard error.isMissing, formatter == .default else { throw error }
      return try Formatters.fallback(call)
    }
    if case .null = node.value { return formatter == .default ? try Formatters.fallback(call) : node }
    return try Formatters.apply(
      call, to: node, locale: try scope.locale(of: inner), budget: scope.budget, texts: scope.texts,
      custom: scope.custom)
  }

  /// Compares two values: numbers by value, texts by their characters.
  ///
  /// A cell of a table is converted to the type of the other value.
  private static func compare(
    _ a: JSONNode, _ sign: BindingExpression.Comparison, _ b: JSONNode, _ budget: DeckBudget
  ) throws(BindingError) -> Bool {
    if let first = a.meantNumber, let second = b.meantNumber {
      let order = first.compared(to: second)
      switch sign {
      case .equal: return order == 0
      case .unequal: return order != 0
      case .below: return order < 0
      case .atMost: return order <= 0
      case .above: return order > 0
      case .atLeast: return order >= 0
      }
    }
    if sign == .equal || sign == .unequal { return try areEqual(a, b, budget) == (sign == .equal) }
    guard case .string(var first) = a.value, case .string(var second) = b.value else {
      throw BindingError(
        message:
          "'\(sign.rawValue)' compares two numbers or two texts, found \(a.foundText) and \(b.foundText)")
    }
    try budget.take(entries: min(Formatters.entries(in: a), Formatters.entries(in: b)))
    (first, second) = (a.isoText(first), b.isoText(second))
    // Unicode scalars have the same order in every locale; the order of characters depends on the language.
    let isBelow = first.unicodeScalars.lexicographicallyPrecedes(second.unicodeScalars)
    let isEqual = first == second
    switch sign {
    case .below: return isBelow
    case .atMost: return isBelow || isEqual
    case .above: return !isBelow && !isEqual
    default: return !isBelow || isEqual
    }
  }

  private static func areEqual(
    _ a: JSONNode, _ b: JSONNode, _ budget: DeckBudget
  ) throws(BindingError) -> Bool {
    try budget.take(entries: min(Formatters.entries(in: a), Formatters.entries(in: b)))
    switch (a.value, b.value) {
    case (.null, .null): return true
    case (.bool(let flag), _): return b.meantBool == flag
    case (_, .bool(let flag)): return a.meantBool == flag
    case (.number(let first), .number(let second)): return first.compared(to: second) == 0
    case (.string(let first), .string(let second)): return first == second
    case (.array(let first), .array(let second)):
      guard first.count == second.count else { return false }
      for (one, other) in zip(first, second) where try !areEqual(one, other, budget) { return false }
      return true
    case (.object(let first), .object(let second)):
      guard first.count == second.count else { return false }
      for (one, other) in zip(first, second) {
        guard one.key == other.key, try areEqual(one.value, other.value, budget) else { return false }
      }
      return true
    default: return false
    }
  }

  private static func calculate(
    _ a: JSONNode, _ sign: BindingExpression.Arithmetic, _ b: JSONNode
  ) throws(BindingError) -> JSONNumber {
    guard let first = a.meantNumber, let second = b.meantNumber else {
      throw BindingError(
        message: "'\(sign.rawValue)' takes two numbers, found \(a.foundText) and \(b.foundText)",
        hint: sign == .plus ? "to join texts, write them one after the other: {{ a }}{{ b }}" : nil)
    }
    return try first.calculated(sign, second)
  }
}

extension BindingScope {
  /// The locale of an expression: that of the last `locale` among its formatters, or the scope's.
  fileprivate func locale(of expression: BindingExpression) throws(BindingError) -> DeckLocale {
    guard case .call(let inner, let call) = expression else { return locale }
    guard call.name == Formatters.locale.rawValue else { return try locale(of: inner) }
    return try Formatters.locale(call)
  }
}
