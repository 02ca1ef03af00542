import CardModel
import CardRaster

/// A value of Vega's expression language.
enum ExpressionValue {
  /// Null, or a value that does not exist.
  case missing
  case number(Double)
  case text(String)
  case flag(Bool)
  /// A date in seconds since 1970, UTC.
  case date(Double)
  case list([ExpressionValue])
  case object([String: ExpressionValue])

  init(_ value: ChartValue) {
    switch value {
    case .missing: self = .missing
    case .number(let number): self = .number(number.value)
    case .text(let text): self = .text(text)
    case .flag(let flag): self = .flag(flag)
    }
  }

  /// The cell of a table; nil for a list or an object.
  var cell: ChartValue? {
    switch self {
    case .missing: .missing
    case .number(let number): number.isFinite ? .of(number) : .missing
    case .text(let text): .text(text)
    case .flag(let flag): .flag(flag)
    case .date(let seconds): ChartTransform.date(seconds)
    case .list, .object: nil
    }
  }

  /// The number, by the rules of JavaScript: null is 0, a date its milliseconds, a word not a number.
  var number: Double {
    switch self {
    case .missing: 0
    case .number(let number): number
    case .text(let text):
      CSVTable.number(text)?.value ?? (text.allSatisfy(\.isWhitespace) ? 0 : Self.number(text))
    case .flag(let flag): flag ? 1 : 0
    case .date(let seconds): seconds * 1_000
    case .list, .object: .nan
    }
  }

  /// A number with leading zeros or spaces around it.
  private static func number(_ text: String) -> Double {
    let digits = text.trimmed
    return digits.allSatisfy { "+-.0123456789eE".contains($0) } ? Double(digits) ?? .nan : .nan
  }

  /// The date in seconds: of a date, an ISO text or milliseconds.
  var seconds: Double? {
    switch self {
    case .date(let seconds): seconds
    case .text(let text): CalendarMoment.seconds(data: text)
    case .number(let number): number.isFinite ? number / 1_000 : nil
    default: nil
    }
  }

  var moment: CalendarMoment? { seconds.flatMap { CalendarMoment(seconds: $0) } }

  var text: String {
    switch self {
    case .missing: "null"
    case .number(let number):
      number.isFinite
        ? JSONNumber.format(number) : number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity"
    case .text(let text): text
    case .flag(let flag): flag ? "true" : "false"
    case .date: cell?.name ?? ""
    case .list(let values): values.map(\.text).joined(separator: ",")
    case .object: "[object Object]"
    }
  }

  var isTrue: Bool {
    switch self {
    case .missing: false
    case .number(let number): number != 0 && !number.isNaN
    case .text(let text): !text.isEmpty
    case .flag(let flag): flag
    case .date, .list, .object: true
    }
  }

  /// Whether two values are equal: `===`, or `==` with a conversion of types.
  static func areEqual(_ a: ExpressionValue, _ b: ExpressionValue, isStrict: Bool) -> Bool {
    switch (a, b) {
    case (.missing, .missing): true
    case (.missing, _), (_, .missing), (.list, _), (_, .list), (.object, _), (_, .object): false
    case (.text(let a), .text(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.flag(let a), .flag(let b)): a == b
    case (.date, _), (_, .date): a.seconds == b.seconds && a.seconds != nil
    default: !isStrict && a.number == b.number
    }
  }

  /// The order of two values; nil if they have none.
  static func order(_ a: ExpressionValue, _ b: ExpressionValue) -> Int? {
    if case .text(let a) = a, case .text(let b) = b { return a == b ? 0 : a < b ? -1 : 1 }
    var (x, y) = (a.number, b.number)
    if case .date = a { y = b.seconds.map { $0 * 1_000 } ?? .nan }
    if case .date = b { x = a.seconds.map { $0 * 1_000 } ?? .nan }
    return x == y ? 0 : x < y ? -1 : x > y ? 1 : nil
  }
}

/// An expression of Vega's language, such as `datum.sum / 2`: a bounded subset without any user code.
struct ChartExpression {
  struct Diagnostic: Error {
    var message: String
    var hint: String?
  }

  indirect enum Node {
    case value(ExpressionValue)
    case column([ChartValue])
    case member(Node, Node)
    case unary(String, Node)
    case binary(String, Node, Node)
    case choice(Node, Node, Node)
    case call(ExpressionFunction, [Node])
    case list([Node])
    case object([(String, Node)])
  }

  /// The values that an evaluation needs, and its bounds.
  struct Environment {
    let locale: DeckLocale
    /// The number of operations so far.
    var steps = 0
    /// The state of `random()`, which is the same in every run.
    var random: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// Counts operations.
    mutating func take(_ count: Int) throws(Diagnostic) {
      steps += count
      guard steps <= Limits.chartSteps else {
        throw Diagnostic(
          message: "the transforms need more than \(Limits.chartSteps) steps", hint: "use fewer rows")
      }
    }

    /// The next number in 0..<1 (SplitMix64).
    mutating func nextRandom() -> Double {
      random &+= 0x9E37_79B9_7F4A_7C15
      var bits = random
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return Double((bits ^ (bits >> 31)) >> 11) / 9_007_199_254_740_992
    }
  }

  let root: Node

  /// Parses an expression for the rows of a table.
  init(_ text: String, _ table: ChartTable, _ constants: [String: ExpressionValue] = [:]) throws(Diagnostic) {
    guard text.unicodeScalars.count <= Limits.chartExpression else {
      throw Diagnostic(
        message: "an expression has more than \(Limits.chartExpression) characters",
        hint: "prepare the data, or use several 'calculate'")
    }
    var parser = ExpressionParser(text, table, constants)
    root = try parser.parse()
  }

  func value(_ row: Int, _ environment: inout Environment) throws(Diagnostic) -> ExpressionValue {
    try Self.value(root, row, &environment)
  }

  private static func value(
    _ node: Node, _ row: Int, _ environment: inout Environment
  ) throws(Diagnostic) -> ExpressionValue {
    try environment.take(1)
    switch node {
    case .value(let value): return value
    case .column(let values): return values.indices.contains(row) ? ExpressionValue(values[row]) : .missing
    case .member(let owner, let key):
      return member(try value(owner, row, &environment), try value(key, row, &environment))
    case .unary(let sign, let operand):
      let operand = try value(operand, row, &environment)
      return sign == "!" ? .flag(!operand.isTrue) : .number(sign == "-" ? -operand.number : operand.number)
    case .binary("&&", let a, let b):
      let first = try value(a, row, &environment)
      return first.isTrue ? try value(b, row, &environment) : first
    case .binary("||", let a, let b):
      let first = try value(a, row, &environment)
      return first.isTrue ? first : try value(b, row, &environment)
    case .binary(let sign, let a, let b):
      return combined(sign, try value(a, row, &environment), try value(b, row, &environment))
    case .choice(let test, let yes, let no):
      return try value(value(test, row, &environment).isTrue ? yes : no, row, &environment)
    case .call(let function, let nodes):
      if function.name == "random" { return .number(environment.nextRandom()) }
      let arguments = try nodes.map { node throws(Diagnostic) in try value(node, row, &environment) }
      return function.body(arguments, environment.locale)
    case .list(let nodes):
      return .list(try nodes.map { node throws(Diagnostic) in try value(node, row, &environment) })
    case .object(let members):
      var result: [String: ExpressionValue] = [:]
      for (key, node) in members { result[key] = try value(node, row, &environment) }
      return .object(result)
    }
  }

  private static func member(_ owner: ExpressionValue, _ key: ExpressionValue) -> ExpressionValue {
    switch owner {
    case .object(let members): return members[key.text] ?? .missing
    case .list(let values):
      if key.text == "length" { return .number(Double(values.count)) }
      return Int(exactly: key.number).flatMap { values.indices.contains($0) ? values[$0] : nil } ?? .missing
    case .text(let text):
      if key.text == "length" { return .number(Double(text.utf16.count)) }
      guard let place = Int(exactly: key.number), place >= 0, place < text.count else { return .missing }
      return .text(String(text[text.index(text.startIndex, offsetBy: place)]))
    default: return .missing
    }
  }

  private static func combined(
    _ sign: String, _ a: ExpressionValue, _ b: ExpressionValue
  ) -> ExpressionValue {
    switch sign {
    case "+":
      if case .text = a { return .text(joined(a, b)) }
      if case .text = b { return .text(joined(a, b)) }
      return .number(a.number + b.number)
    case "-": return .number(a.number - b.number)
    case "*": return .number(a.number * b.number)
    case "/": return .number(a.number / b.number)
    case "%": return .number(a.number.truncatingRemainder(dividingBy: b.number))
    case "**": return .number(ExpressionFunction.power(a.number, b.number))
    case "===", "==": return .flag(ExpressionValue.areEqual(a, b, isStrict: sign == "==="))
    case "!==", "!=": return .flag(!ExpressionValue.areEqual(a, b, isStrict: sign == "!=="))
    default:
      guard let order = ExpressionValue.order(a, b) else { return .flag(false) }
      return .flag(
        sign == "<" ? order < 0 : sign == "<=" ? order <= 0 : sign == ">" ? order > 0 : order >= 0)
    }
  }

  /// Both texts, up to a length that no label has.
  private static func joined(_ a: ExpressionValue, _ b: ExpressionValue) -> String {
    String((a.text + b.text).unicodeScalars.prefix(Limits.chartExpression))
  }
}

/// The parser of expressions: precedence climbing over the characters of the text.
private struct ExpressionParser {
  typealias Diagnostic = ChartExpression.Diagnostic
  typealias Node = ChartExpression.Node

  private let characters: [Character]
  private let table: ChartTable
  private let constants: [String: ExpressionValue]
  private var place = 0
  private var depth = 0

  /// The binary operators, from the weakest to the strongest; longer ones first.
  private static let levels: [[String]] = [
    ["||"], ["&&"], ["===", "!==", "==", "!="], ["<=", ">=", "<", ">"], ["+", "-"], ["*", "/", "%"],
  ]
  private static let names: [String: ExpressionValue] = [
    "true": .flag(true), "false": .flag(false), "null": .missing, "undefined": .missing,
    "NaN": .number(.nan), "Infinity": .number(.infinity), "PI": .number(.pi),
    "E": .number(2.718_281_828_459_045), "LN2": .number(0.693_147_180_559_945_3),
    "LN10": .number(2.302_585_092_994_046), "LOG2E": .number(1.442_695_040_888_963_4),
    "LOG10E": .number(0.434_294_481_903_251_8), "SQRT2": .number(1.414_213_562_373_095_1),
    "SQRT1_2": .number(0.707_106_781_186_547_6), "MAX_VALUE": .number(.greatestFiniteMagnitude),
    "MIN_VALUE": .number(.leastNonzeroMagnitude),
  ]

  init(_ text: String, _ table: ChartTable, _ constants: [String: ExpressionValue]) {
    characters = Array(text)
    self.table = table
    self.constants = constants
  }

  mutating func parse() throws(Diagnostic) -> Node {
    let node = try choice()
    skipSpace()
    guard place == characters.count else { throw unexpected() }
    return node
  }

  private func unexpected(_ expected: String? = nil) -> Diagnostic {
    let found = place < characters.count ? "unexpected '\(characters[place])'" : "unexpected end"
    return Diagnostic(
      message: "\(found) at character \(place + 1) of the expression",
      hint: expected ?? "an expression is as in Vega: datum.a > 5 && datum.b === 'x'")
  }

  private mutating func skipSpace() {
    while place < characters.count, characters[place].isWhitespace { place += 1 }
  }

  private mutating func take(_ token: String) -> Bool {
    skipSpace()
    let end = place + token.count
    guard end <= characters.count, characters[place..<end].elementsEqual(token) else { return false }
    place = end
    return true
  }

  private mutating func require(_ token: String) throws(Diagnostic) {
    guard take(token) else { throw unexpected("'\(token)' is missing") }
  }

  private func checkDepth() throws(Diagnostic) {
    guard depth > Limits.chartExpressionDepth else { return }
    throw Diagnostic(
      message: "an expression is nested more than \(Limits.chartExpressionDepth) levels deep",
      hint: "use several 'calculate'")
  }

  /// Runs a step of the parser one level deeper.
  private mutating func deeper(
    _ body: (inout ExpressionParser) throws(Diagnostic) -> Node
  ) throws(Diagnostic) -> Node {
    depth += 1
    try checkDepth()
    let node = try body(&self)
    depth -= 1
    return node
  }

  private mutating func choice() throws(Diagnostic) -> Node {
    try deeper { parser throws(Diagnostic) in
      let test = try parser.binary(0)
      guard parser.take("?") else { return test }
      let yes = try parser.choice()
      try parser.require(":")
      return .choice(test, yes, try parser.choice())
    }
  }

  private mutating func binary(_ level: Int) throws(Diagnostic) -> Node {
    guard level < Self.levels.count else { return try unary() }
    var left = try binary(level + 1)
    // A chain is a tree as deep as it is long.
    let start = depth
    defer { depth = start }
    while let sign = operators(level) {
      depth += 1
      try checkDepth()
      left = .binary(sign, left, try binary(level + 1))
    }
    return left
  }

  private mutating func operators(_ level: Int) -> String? {
    Self.levels[level].first { take($0) }
  }

  private mutating func unary() throws(Diagnostic) -> Node {
    for sign in ["!", "-", "+"] where take(sign) {
      return .unary(sign, try deeper { parser throws(Diagnostic) in try parser.unary() })
    }
    return try postfix()
  }

  private mutating func postfix() throws(Diagnostic) -> Node {
    var path: [String]?
    var node: Node
    skipSpace()
    if let name = identifier() {
      if name == "datum" {
        path = []
        node = .value(.missing)
      } else {
        node = take("(") ? try call(name) : .value(try constant(name))
      }
    } else {
      node = try primary()
    }
    while true {
      if take(".") {
        guard let key = identifier() else { throw unexpected("a name follows the point") }
        (node, path) = try member(node, path, .value(.text(key)), key)
      } else if take("[") {
        let key = try choice()
        try require("]")
        var name: String?
        if case .value(let value) = key { name = value.text }
        (node, path) = try member(node, path, key, name)
      } else {
        break
      }
    }
    if path == [] {
      throw Diagnostic(message: "'datum' needs a column", hint: "write datum.name or datum['a name']")
    }
    return node
  }

  /// A member of a value; members of `datum` are columns, also those with points in their names.
  private func member(
    _ node: Node, _ path: [String]?, _ key: Node, _ name: String?
  ) throws(Diagnostic) -> (Node, [String]?) {
    guard let path else { return (.member(node, key), nil) }
    guard let name else {
      throw Diagnostic(message: "a column is not found by a calculated name", hint: "write datum['name']")
    }
    let whole = (path + [name]).joined(separator: ".")
    if let column = table.column(whole) { return (.column(column.values), path + [name]) }
    // The members of a row, such as that of the largest value.
    if table.columns.contains(where: { $0.name.hasPrefix(whole + ".") }) {
      return (.value(.flag(true)), path + [name])
    }
    if !path.isEmpty, table[path.joined(separator: ".")] != nil { return (.member(node, key), path) }
    guard !table.hasNoColumns else { return (.value(.missing), path + [name]) }
    let names = table.columns.map(\.name)
    let near = Spelling.nearest(to: whole, in: names)
    throw Diagnostic(
      message: "the data has no column \(DeckIssue.quoted(whole))",
      hint: near.map { "did you mean '\($0)'?" }
        ?? "the columns are \(names.map { DeckIssue.quoted($0) }.joined(separator: ", "))")
  }

  private mutating func identifier() -> String? {
    guard place < characters.count, let first = characters[place].unicodeScalars.first,
      first == "_" || first == "$" || first.properties.isAlphabetic
    else { return nil }
    let start = place
    while place < characters.count,
      characters[place].isLetter || characters[place].isNumber
        || characters[place] == "_" || characters[place] == "$"
    { place += 1 }
    return String(characters[start..<place])
  }

  private func constant(_ name: String) throws(Diagnostic) -> ExpressionValue {
    if let value = constants[name] ?? Self.names[name] { return value }
    let known = Array(constants.keys).sorted() + Self.names.keys.sorted() + ["datum"]
    let column = table[name] == nil ? nil : "write datum.\(name)"
    throw Diagnostic(
      message: "an expression has no name \(DeckIssue.quoted(name))",
      hint: column ?? Spelling.nearest(to: name, in: known).map { "did you mean '\($0)'?" }
        ?? "the values of a row are members of 'datum'")
  }

  private mutating func call(_ name: String) throws(Diagnostic) -> Node {
    let arguments = try list(until: ")")
    if name == "if", arguments.count == 3 { return .choice(arguments[0], arguments[1], arguments[2]) }
    guard let function = ExpressionFunction.all[name] else {
      let near = Spelling.nearest(to: name, in: ExpressionFunction.all.keys.sorted() + ["if"])
      throw Diagnostic(
        message: "an expression has no function \(DeckIssue.quoted(name))",
        hint: near.map { "did you mean '\($0)'?" }
          ?? "the functions are listed in charts-from-other-programs.md")
    }
    guard function.count.contains(arguments.count) else {
      let most = function.count.upperBound
      throw Diagnostic(
        message:
          "'\(name)' takes \(function.count.lowerBound == most ? "\(most)" : "\(function.count.lowerBound) to \(most)") arguments, found \(arguments.count)"
      )
    }
    return .call(function, arguments)
  }

  private mutating func list(until end: String) throws(Diagnostic) -> [Node] {
    var nodes: [Node] = []
    guard !take(end) else { return nodes }
    repeat { nodes.append(try choice()) } while take(",")
    try require(end)
    return nodes
  }

  private mutating func primary() throws(Diagnostic) -> Node {
    if take("(") {
      let node = try choice()
      try require(")")
      return node
    }
    if take("[") { return .list(try list(until: "]")) }
    if take("{") {
      var members: [(String, Node)] = []
      guard !take("}") else { return .object(members) }
      repeat {
        skipSpace()
        var key = identifier()
        if key == nil { key = try text() }
        if key == nil, let number = number() { key = ExpressionValue.number(number).text }
        guard let key else { throw unexpected("a name is missing") }
        try require(":")
        members.append((key, try choice()))
      } while take(",")
      try require("}")
      return .object(members)
    }
    if let text = try text() { return .value(.text(text)) }
    guard let number = number() else { throw unexpected() }
    return .value(.number(number))
  }

  private mutating func text() throws(Diagnostic) -> String? {
    guard place < characters.count, "'\"".contains(characters[place]) else { return nil }
    let quote = characters[place]
    var result = ""
    place += 1
    while place < characters.count, characters[place] != quote {
      if characters[place] == "\\", place + 1 < characters.count {
        place += 1
        let letters: [Character: Character] = ["n": "\n", "t": "\t"]
        result.append(letters[characters[place]] ?? characters[place])
      } else {
        result.append(characters[place])
      }
      place += 1
    }
    guard place < characters.count else { throw unexpected("the closing quote is missing") }
    place += 1
    return result
  }

  private mutating func number() -> Double? {
    let start = place
    func isDigit(_ place: Int) -> Bool {
      place < characters.count && characters[place].isASCII && characters[place].isNumber
    }
    guard isDigit(place) || (place < characters.count && characters[place] == "." && isDigit(place + 1))
    else {
      return nil
    }
    while isDigit(place) || (place < characters.count && characters[place] == ".") { place += 1 }
    if place < characters.count, "eE".contains(characters[place]) {
      let sign = place + 1 < characters.count && "+-".contains(characters[place + 1]) ? 2 : 1
      if isDigit(place + sign) {
        place += sign
        while isDigit(place) { place += 1 }
      }
    }
    guard let number = Double(String(characters[start..<place])) else {
      place = start
      return nil
    }
    return number
  }
}

/// A function of the expression language.
struct ExpressionFunction: Sendable {
  typealias Value = ExpressionValue

  let name: String
  /// The number of arguments.
  let count: ClosedRange<Int>
  let body: @Sendable ([Value], DeckLocale) -> Value

  /// The functions by name.
  static let all: [String: ExpressionFunction] = {
    var all: [String: ExpressionFunction] = [:]
    func add(
      _ name: String, _ count: ClosedRange<Int>, _ body: @escaping @Sendable ([Value], DeckLocale) -> Value
    ) {
      all[name] = ExpressionFunction(name: name, count: count, body: body)
    }
    for (name, function) in numbers { add(name, 1...1) { values, _ in .number(function(values[0].number)) } }
    for (name, function) in tests { add(name, 1...1) { values, _ in .flag(function(values[0])) } }
    for (name, function) in parts {
      for name in [name, "utc\(name)"] {
        add(name, 1...1) { values, _ in
          values[0].moment.map { .number(Double(function($0))) } ?? .number(.nan)
        }
      }
    }
    for (name, function) in texts {
      add(name, 1...4) { values, _ in function(values[0].text, Array(values.dropFirst())) }
    }
    for (name, count, function) in others { add(name, count, function) }
    return all
  }()

  private static let numbers: [String: @Sendable (Double) -> Double] = [
    "abs": { abs($0) }, "ceil": { $0.rounded(.up) }, "floor": { $0.rounded(.down) },
    // Halves are rounded up, as in JavaScript.
    "round": { ($0 + 0.5).rounded(.down) }, "sqrt": { $0.squareRoot() }, "exp": { RealMath.exp($0) },
    "log": { $0 < 0 ? .nan : RealMath.ln($0) }, "sin": { sineAndCosine($0).sine },
    "cos": { sineAndCosine($0).cosine }, "tan": { sineAndCosine($0).sine / sineAndCosine($0).cosine },
    "sign": { $0 > 0 ? 1 : $0 < 0 ? -1 : $0 }, "trunc": { $0.rounded(.towardZero) },
    "quantileNormal": { ChartStatistics.normalQuantile($0) }, "quantileUniform": { $0 },
    "toNumber": { $0 },
  ]

  private static let tests: [String: @Sendable (Value) -> Bool] = [
    "isValid": { value in
      if case .missing = value { return false }
      if case .number(let number) = value { return !number.isNaN }
      return true
    },
    "isDefined": { if case .missing = $0 { false } else { true } },
    "isNaN": { $0.number.isNaN }, "isFinite": { $0.number.isFinite },
    "isNumber": { if case .number = $0 { true } else { false } },
    "isString": { if case .text = $0 { true } else { false } },
    "isBoolean": { if case .flag = $0 { true } else { false } },
    "isDate": { if case .date = $0 { true } else { false } },
    "isArray": { if case .list = $0 { true } else { false } },
    "isObject": { if case .object = $0 { true } else { false } },
    "toBoolean": { $0.isTrue && $0.text != "false" && $0.text != "0" },
  ]

  /// The parts of dates; months count from 0, as in JavaScript.
  private static let parts: [String: @Sendable (CalendarMoment) -> Int] = [
    "year": { $0.year }, "quarter": { ($0.month - 1) / 3 + 1 }, "month": { $0.month - 1 }, "date": { $0.day },
    "day": { $0.weekday }, "dayofyear": { $0.dayOfYear }, "hours": { $0.hour }, "minutes": { $0.minute },
    "seconds": { $0.second }, "milliseconds": { _ in 0 },
  ]

  private static let texts: [String: @Sendable (String, [Value]) -> Value] = [
    "toString": { text, _ in .text(text) }, "upper": { text, _ in .text(text.uppercased()) },
    "lower": { text, _ in .text(text.lowercased()) },
    "trim": { text, _ in .text(text.trimmed) },
    "parseFloat": { text, _ in .number(Double(text.prefix { "+-.0123456789eE".contains($0) }) ?? .nan) },
    "parseInt": { text, _ in .number(Double(text.prefix { "+-0123456789".contains($0) }) ?? .nan) },
    "split": { text, rest in
      let separator = rest.first?.text ?? ""
      guard !separator.isEmpty else { return .list(text.map { .text(String($0)) }) }
      return .list(
        text.split(separator: separator, omittingEmptySubsequences: false).map { .text(String($0)) })
    },
    "replace": { text, rest in
      guard rest.count == 2, let range = text.firstRange(of: rest[0].text) else { return .text(text) }
      return .text(text.replacingCharacters(in: range, with: rest[1].text))
    },
    "substring": { text, rest in
      let (from, to) = (
        bound(rest.first, text.count), rest.count > 1 ? bound(rest[1], text.count) : text.count
      )
      return .text(String(text.dropFirst(min(from, to)).prefix(abs(to - from))))
    },
    "pad": { text, rest in
      let (length, fill) = (
        min(100, Int(clamping: rest.first?.number ?? 0)), rest.count > 1 ? rest[1].text : " "
      )
      let missing = String(repeating: fill.first ?? " ", count: max(0, length - text.count))
      return .text(rest.count > 2 && rest[2].text == "left" ? missing + text : text + missing)
    },
    "truncate": { text, rest in
      let length = bound(rest.first, text.count)
      return .text(length < text.count ? text.prefix(max(0, length - 1)) + "…" : text)
    },
  ]

  private static let others: [(String, ClosedRange<Int>, @Sendable ([Value], DeckLocale) -> Value)] = [
    ("random", 0...0, { _, _ in .number(0) }),
    ("toDate", 1...1, { values, _ in values[0].seconds.map { .date($0) } ?? .missing }),
    ("time", 1...1, { values, _ in .number(values[0].seconds.map { $0 * 1_000 } ?? .nan) }),
    ("datetime", 1...7, { values, _ in date(values) }), ("utc", 1...7, { values, _ in date(values) }),
    ("pow", 2...2, { values, _ in .number(power(values[0].number, values[1].number)) }),
    ("atan2", 2...2, { values, _ in .number(arctangent(values[0].number, values[1].number)) }),
    ("min", 1...64, { values, _ in .number(values.map(\.number).min() ?? .nan) }),
    ("max", 1...64, { values, _ in .number(values.map(\.number).max() ?? .nan) }),
    (
      "clamp", 3...3, { values, _ in .number(max(values[1].number, min(values[2].number, values[0].number))) }
    ),
    (
      "inrange", 2...2,
      { values, _ in
        guard case .list(let ends) = values[1], ends.count == 2 else { return .flag(false) }
        let (a, b) = (ends[0].number, ends[1].number)
        return .flag(values[0].number >= min(a, b) && values[0].number <= max(a, b))
      }
    ),
    (
      "length", 1...1,
      { values, _ in
        if case .list(let items) = values[0] { return .number(Double(items.count)) }
        if case .text(let text) = values[0] { return .number(Double(text.utf16.count)) }
        return .missing
      }
    ),
    (
      "indexof", 2...2,
      { values, _ in
        if case .list(let items) = values[0] {
          let place = items.firstIndex { ExpressionValue.areEqual($0, values[1], isStrict: true) }
          return .number(Double(place ?? -1))
        }
        let text = values[0].text
        return .number(
          text.firstRange(of: values[1].text).map {
            Double(text.distance(from: text.startIndex, to: $0.lowerBound))
          }
            ?? -1)
      }
    ),
    (
      "join", 1...2,
      { values, _ in
        guard case .list(let items) = values[0] else { return values[0] }
        return .text(items.map(\.text).joined(separator: values.count > 1 ? values[1].text : ","))
      }
    ),
    (
      "slice", 2...3,
      { values, _ in
        if case .list(let items) = values[0] {
          let (from, to) = (
            bound(values[1], items.count), values.count > 2 ? bound(values[2], items.count) : items.count
          )
          return .list(from < to ? Array(items[from..<to]) : [])
        }
        let text = values[0].text
        let (from, to) = (
          bound(values[1], text.count), values.count > 2 ? bound(values[2], text.count) : text.count
        )
        return .text(String(text.dropFirst(from).prefix(max(0, to - from))))
      }
    ),
    (
      "format", 1...2,
      { values, locale in
        guard values.count > 1, let format = try? D3NumberFormat(values[1].text) else {
          return .text(values[0].text)
        }
        return .text(format.format(values[0].number, locale))
      }
    ),
    ("timeFormat", 2...2, { values, locale in formatted(values, locale) }),
    ("utcFormat", 2...2, { values, locale in formatted(values, locale) }),
    ("monthFormat", 1...1, { values, locale in name(values[0], locale.words.monthsAlone) }),
    ("monthAbbrevFormat", 1...1, { values, locale in name(values[0], locale.words.shortMonthsAlone) }),
    ("dayFormat", 1...1, { values, locale in name(values[0], locale.words.weekdays) }),
    ("dayAbbrevFormat", 1...1, { values, locale in name(values[0], locale.words.shortWeekdays) }),
  ]

  /// A position in a text or list; a negative one counts from its end.
  private static func bound(_ value: Value?, _ count: Int) -> Int {
    let place = Int(clamping: value?.number ?? 0)
    return max(0, min(count, place < 0 ? count + place : place))
  }

  private static func name(_ value: Value, _ names: [String]) -> Value {
    .text(Int(exactly: value.number).flatMap { names[at: Double($0)] } ?? "")
  }

  private static func formatted(_ values: [Value], _ locale: DeckLocale) -> Value {
    guard let seconds = values[0].seconds, let format = try? D3TimeFormat(values[1].text) else {
      return .missing
    }
    return .text(format.format(seconds, locale))
  }

  /// A date of year, month (from 0), day and time, or of one value.
  private static func date(_ values: [Value]) -> Value {
    if values.count == 1 { return values[0].seconds.map { .date($0) } ?? .missing }
    let fields = values.map { Int(clamping: $0.number) }
    func field(_ place: Int, _ standard: Int) -> Int { place < fields.count ? fields[place] : standard }
    let months = field(0, 0) * 12 + field(1, 0)
    guard (12...119_987).contains(months), var start = CalendarMoment(data: "2000-01-01") else {
      return .missing
    }
    (start.year, start.month) = (months / 12, months % 12 + 1)
    let days = min(1_000_000, max(-1_000_000, field(2, 1) - 1))
    let time = [3_600, 60, 1].enumerated().map { min(1_000_000, max(-1_000_000, field(3 + $0, 0))) * $1 }
    return .date(Double(start.seconds + days * 86_400 + time.reduce(0, +)))
  }

  static func power(_ base: Double, _ exponent: Double) -> Double {
    guard exponent != exponent.rounded() || exponent.magnitude > 64 else {
      var result = 1.0
      for _ in 0..<Int(exponent.magnitude) { result *= base }
      return exponent < 0 ? 1 / result : result
    }
    return base < 0 ? .nan : RealMath.power(base, exponent)
  }

  private static func sineAndCosine(_ radians: Double) -> (sine: Double, cosine: Double) {
    guard radians.isFinite else { return (.nan, .nan) }
    return Angle.sineAndCosine(degrees: radians * 180 / .pi)
  }

  /// The angle of a point, by bisection, so that it is the same on every machine.
  private static func arctangent(_ y: Double, _ x: Double) -> Double {
    guard y != 0 || x != 0, y.isFinite, x.isFinite else { return 0 }
    var (low, high) = (0.0, Double.pi)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let (sine, cosine) = sineAndCosine(middle)
      if x * sine - y.magnitude * cosine < 0 { low = middle } else { high = middle }
    }
    return y < 0 ? -(low + high) / 2 : (low + high) / 2
  }
}

extension String {
  /// The text without spaces at its ends.
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  fileprivate func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
