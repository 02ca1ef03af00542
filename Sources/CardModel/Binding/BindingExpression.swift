import CardRaster

/// An expression between `{{` and `}}`.
///
/// Operators from lowest to highest precedence: formatters after `|`; `a if b else c`; `or`; `and`; `not`;
/// comparisons; `+` and `-`; `*`, `/` and `%`. Operands are values, paths and expressions in parentheses.
/// Arithmetic operators need spaces around them, because a name may contain `-`.
package indirect enum BindingExpression: Hashable {
  case path(JSONPath)
  case literal(JSONNode)
  case not(BindingExpression)
  case both(BindingExpression, BindingExpression)
  case either(BindingExpression, BindingExpression)
  case comparison(Comparison, BindingExpression, BindingExpression)
  case arithmetic(Arithmetic, BindingExpression, BindingExpression)
  case choice(BindingExpression, when: BindingExpression, otherwise: BindingExpression)
  case call(BindingExpression, FormatterCall)

  /// A comparison operator.
  package enum Comparison: String, CaseIterable {
    case equal = "=="
    case unequal = "!="
    case atMost = "<="
    case atLeast = ">="
    case below = "<"
    case above = ">"
  }

  /// An arithmetic operator.
  package enum Arithmetic: String, CaseIterable {
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divided = "/"
    case remainder = "%"
  }

  /// The paths in the expression.
  var paths: [JSONPath] {
    switch self {
    case .path(let path): [path]
    case .literal: []
    case .not(let inner), .call(let inner, _): inner.paths
    case .both(let a, let b), .either(let a, let b), .comparison(_, let a, let b),
      .arithmetic(_, let a, let b):
      a.paths + b.paths
    case .choice(let a, let b, let c): a.paths + b.paths + c.paths
    }
  }

  /// Whether the value may be null; most formatters return a text or a number, but some return their input.
  var mayBeNull: Bool {
    switch self {
    case .path: true
    case .literal(let node): node.value == .null
    // These return one of their operands.
    case .both(let a, let b), .either(let a, let b): a.mayBeNull || b.mayBeNull
    case .not, .comparison, .arithmetic: false
    case .choice(let value, _, let other): value.mayBeNull || other.mayBeNull
    case .call(let inner, let call):
      switch Formatters(rawValue: call.name) {
      case .default: call.arguments.contains { $0.value == .null }
      case .locale: inner.mayBeNull
      case nil: true
      default: false
      }
    }
  }

  /// The formatters after a path; nil for other expressions.
  package var callsOfPath: [FormatterCall]? {
    switch self {
    case .path: []
    case .call(let inner, let call): inner.callsOfPath.map { $0 + [call] }
    default: nil
    }
  }

  /// The name in messages: the path, if the expression has exactly one.
  var subject: String {
    let paths = paths
    return paths.count == 1 ? paths[0].text : "the value"
  }
}

/// Parsing of expressions.
extension BindingParser {
  /// The maximum depth of nested parentheses, choices and words such as `not`; each takes about two levels.
  static let mostDepth = 64
  /// The maximum number of values and formatters in an expression.
  static let mostValues = 256

  /// Parses an expression with its formatters.
  ///
  /// - Parameter isNegated: whether a `!` came before it, which negates the result of the formatters.
  mutating func whole(isNegated: Bool = false) throws(BindingError) -> BindingExpression {
    var isNegated = isNegated
    if depth == 0 { size = 0 }
    let start = offset
    var value = try choice()
    if isNegated {
      // In `!a and b` only `a` is negated; in `!a | default(true)` the whole expression is.
      let end = offset
      offset = start
      let first = try operand()
      skipSpace()
      if offset != end {
        offset = start
        value = try choice(after: .not(first), from: start)
        isNegated = false
      } else {
        value = first
      }
    }
    skipSpace()
    while take("|") {
      try grow()
      value = .call(value, try call())
      skipSpace()
    }
    return isNegated ? .not(value) : value
  }

  /// Parses the expression from `start` again, with a first operand that is already known.
  private mutating func choice(
    after first: BindingExpression, from start: Int
  ) throws(BindingError) -> BindingExpression {
    pending = first
    defer { pending = nil }
    return try choice()
  }

  private mutating func choice() throws(BindingError) -> BindingExpression {
    try enter()
    defer { depth -= 1 }
    let value = try either()
    guard takeWord("if") else { return value }
    let condition = try either()
    guard takeWord("else") else {
      throw BindingError(message: "expected 'else' after 'if' in a binding, found \(found)")
    }
    return .choice(value, when: condition, otherwise: try choice())
  }

  private mutating func either() throws(BindingError) -> BindingExpression {
    var value = try both()
    while takeWord("or") { value = .either(value, try both()) }
    return value
  }

  private mutating func both() throws(BindingError) -> BindingExpression {
    var value = try turned()
    while takeWord("and") { value = .both(value, try turned()) }
    return value
  }

  private mutating func turned() throws(BindingError) -> BindingExpression {
    try enter()
    defer { depth -= 1 }
    if takeWord("not") { return .not(try turned()) }
    let value = try sum()
    skipSpace()
    for sign in BindingExpression.Comparison.allCases where takeSign(sign.rawValue) {
      return .comparison(sign, value, try sum())
    }
    return value
  }

  private mutating func sum() throws(BindingError) -> BindingExpression {
    var value = try product()
    while true {
      skipSpace()
      if takeSign("+") {
        value = .arithmetic(.plus, value, try product())
      } else if takeSign("-") {
        value = .arithmetic(.minus, value, try product())
      } else {
        return value
      }
    }
  }

  private mutating func product() throws(BindingError) -> BindingExpression {
    var value = try operand()
    while true {
      skipSpace()
      let signs: [BindingExpression.Arithmetic] = [.times, .divided, .remainder]
      guard let sign = signs.first(where: { takeSign($0.rawValue) }) else { return value }
      value = .arithmetic(sign, value, try operand())
    }
  }

  /// Counts a value or a formatter, because expressions are evaluated recursively.
  private mutating func grow() throws(BindingError) {
    size += 1
    guard size <= Self.mostValues else {
      throw BindingError(message: "an expression has more than \(Self.mostValues) values and formatters")
    }
  }

  /// Enters another level of recursion, which is limited because each one takes stack memory.
  private mutating func enter() throws(BindingError) {
    depth += 1
    guard depth <= Self.mostDepth else {
      throw BindingError(message: "an expression is nested deeper than \(Self.mostDepth) levels")
    }
  }

  private mutating func operand() throws(BindingError) -> BindingExpression {
    try enter()
    defer { depth -= 1 }
    try grow()
    skipSpace()
    if let known = pending {
      pending = nil
      // The operand was already parsed, so it is skipped.
      _ = try operand()
      return known
    }
    if take("!") { return .not(try operand()) }
    if take("(") {
      let inner = try whole()
      guard take(")") else { throw BindingError(message: "expected ')' in a binding, found \(found)") }
      return inner
    }
    if next == "\"" || next == "'" { return .literal(.of(try quotedText())) }
    if let number = try number() { return .literal(.of(number)) }
    for (word, node) in [("true", JSONNode.of(true)), ("false", .of(false)), ("null", JSONNode(.null))] {
      if takeWord(word) { return .literal(node) }
    }
    return .path(try path())
  }

  /// Parses a number; nil if there is none.
  private mutating func number() throws(BindingError) -> JSONNumber? {
    let isNegative = next == "-"
    guard let digit = peek(isNegative ? 1 : 0), ("0"..."9").contains(digit) else { return nil }
    let start = offset
    var text = ""
    while let scalar = next,
      ("0"..."9").contains(scalar) || scalar == "." || (scalar == "-" && text.isEmpty)
    {
      text.unicodeScalars.append(scalar)
      offset += 1
    }
    if let scalar = next, BindingParser.isNamePart(scalar) {
      // `2nd` is a name, not a number.
      offset = start
      return nil
    }
    guard let number = Double(text), number.isFinite else {
      throw BindingError(message: "\(DeckIssue.quoted(text)) is not a number")
    }
    guard case .number(let exact)? = (try? JSONScanner.scan(Array(text.utf8), file: ""))?.value else {
      return JSONNumber(number)
    }
    return exact
  }

  /// Consumes a keyword, unless it is the start of a name or has no operand after it.
  private mutating func takeWord(_ word: String) -> Bool {
    skipSpace()
    let letters = Array(word.unicodeScalars)
    for (index, letter) in letters.enumerated() where peek(index) != letter { return false }
    if let scalar = peek(letters.count), BindingParser.isNamePart(scalar) || scalar == "." || scalar == "[" {
      return false
    }
    let start = offset
    offset += letters.count
    skipSpace()
    // In `{{ not }}` and `{{ not | upper }}`, `not` is the name of a value.
    if word == "not", next == nil || next == "}" || next == "|" || next == ")" {
      offset = start
      return false
    }
    return true
  }

  private mutating func takeSign(_ sign: String) -> Bool {
    let letters = Array(sign.unicodeScalars)
    for (index, letter) in letters.enumerated() where peek(index) != letter { return false }
    offset += letters.count
    return true
  }
}
