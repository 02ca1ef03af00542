import CardRaster

/// The values of expressions.
extension Binding {
  /// The value of what stands between the braces.
  ///
  /// A value that is missing or null goes past the formatters until a `default` takes its place.
  static func value(of expression: BindingExpression, scope: BindingScope) throws(BindingMistake) -> JSONNode
  {
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
  ) throws(BindingMistake) -> JSONNode {
    let formatter = Formatters(rawValue: call.name)
    let node: JSONNode
    if formatter == nil, !scope.custom.hasFormatter(named: call.name) {
      throw Formatters.unknown(call.name, scope.custom)
    }
    do throws(BindingMistake) {
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

  /// Compares two values: numbers by their size, texts by their letters; a cell of a table is taken for what it is compared
  /// with.
  private static func compare(
    _ a: JSONNode, _ sign: BindingExpression.Comparison, _ b: JSONNode, _ budget: DeckBudget
  ) throws(BindingMistake) -> Bool {
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
    guard case .string(let first) = a.value, case .string(let second) = b.value else {
      throw BindingMistake(
        message:
          "'\(sign.rawValue)' compares two numbers or two texts, found \(a.foundText) and \(b.foundText)")
    }
    try budget.take(entries: min(Formatters.entries(in: a), Formatters.entries(in: b)))
    // By scalars: the order of characters is another one in each language, and this one is the same everywhere.
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
  ) throws(BindingMistake) -> Bool {
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
  ) throws(BindingMistake) -> JSONNumber {
    guard let first = a.meantNumber, let second = b.meantNumber else {
      throw BindingMistake(
        message: "'\(sign.rawValue)' takes two numbers, found \(a.foundText) and \(b.foundText)",
        hint: sign == .plus ? "texts are joined by standing beside each other: {{ a }}{{ b }}" : nil)
    }
    return try first.calculated(sign, second)
  }
}

extension BindingScope {
  /// The locale in which an expression is written: that of the last `locale` among its formatters, or the scope's.
  fileprivate func locale(of expression: BindingExpression) throws(BindingMistake) -> DeckLocale {
    guard case .call(let inner, let call) = expression else { return locale }
    guard call.name == Formatters.locale.rawValue else { return try locale(of: inner) }
    return try Formatters.locale(call)
  }
}
