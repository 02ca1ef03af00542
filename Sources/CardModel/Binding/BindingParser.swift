import CardRaster

/// An error in a binding or a formatter, before its position is known.
package struct BindingError: Error {
  package let message: String
  /// Computes the hint on demand, so that no similar names are searched when `default` replaces a value.
  private let findHint: @Sendable () -> String?
  /// Whether the error is a missing value, which `default` can replace.
  let isMissing: Bool

  package init(
    message: String, hint: @autoclosure @escaping @Sendable () -> String? = nil, isMissing: Bool = false
  ) {
    (self.message, self.isMissing) = (message, isMissing)
    findHint = hint
  }

  /// A hint for fixing the error; nil if there is none.
  package var hint: String? { findHint() }
}

/// A formatter with its arguments, as in `number(2)`.
package struct FormatterCall: Hashable {
  package var name: String
  package var arguments: [JSONNode] = []

  package init(name: String, arguments: [JSONNode] = []) {
    self.name = name
    self.arguments = arguments
  }
}

/// A literal or a binding in a text.
package enum BindingPiece: Hashable {
  case text(String)
  case binding(BindingExpression)
}

/// Parses texts with bindings, and paths.
///
/// A binding is `{{ path | formatter(argument, …) | … }}`. A path is a name with steps: `.name`, `[2]`, `.2`
/// or `["first name"]`, which may also be the first step. Names consist of letters, digits, `_`, `-` and `$`.
/// Arguments are texts in single or double quotes, numbers, `true`, `false`, `null` and `[]`. A `!` before
/// the path converts the value to a boolean and negates it. Instead of a path there may be an expression; see
/// `BindingExpression`.
///
/// `\{{` is a literal `{{`. Two backslashes before `{{` are one literal backslash.
package struct BindingParser {
  private let scalars: [Unicode.Scalar]
  var offset = 0
  /// The current depth of nested parentheses and words such as `not`.
  var depth = 0
  /// The number of values and formatters in the expression so far.
  var size = 0
  /// The known first operand of an expression that is parsed a second time.
  var pending: BindingExpression?

  private init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// Parses the literals and bindings of a text.
  package static func pieces(of text: String) throws(BindingError) -> [BindingPiece] {
    var parser = BindingParser(text)
    var pieces: [BindingPiece] = []
    var literal = ""
    while let scalar = parser.next {
      var backslashes = 0
      while parser.peek(backslashes) == "\\" { backslashes += 1 }
      if parser.peek(backslashes) == "{", parser.peek(backslashes + 1) == "{" {
        parser.offset += backslashes + 2
        literal += String(repeating: "\\", count: backslashes / 2)
        if backslashes % 2 == 1 {
          literal += "{{"
          continue
        }
        if !literal.isEmpty { pieces.append(.text(literal)) }
        literal = ""
        pieces.append(.binding(try parser.expression()))
      } else {
        let length = max(1, backslashes)
        literal.unicodeScalars.append(contentsOf: repeatElement(scalar, count: length))
        parser.offset += length
      }
    }
    if !literal.isEmpty || pieces.isEmpty { pieces.append(.text(literal)) }
    return pieces
  }

  /// Parses a path such as `rows[2].name`.
  package static func path(_ text: String) throws(BindingError) -> JSONPath {
    var parser = BindingParser(text)
    let path = try parser.path()
    guard parser.next == nil else {
      throw BindingError(message: "\(DeckIssue.quoted(text)) is not a path: unexpected \(parser.found)")
    }
    return path
  }

  /// Whether a text is a name that needs no quotes in a path.
  package static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, !("0"..."9").contains(first) else { return false }
    return text.unicodeScalars.allSatisfy(isNamePart)
  }

  static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "_", "-", "$", "0"..."9", "a"..."z", "A"..."Z": true
    default: scalar.value >= 0x80 && (scalar.properties.isAlphabetic || scalar.properties.isIDContinue)
    }
  }

  var next: Unicode.Scalar? { peek(0) }
  func peek(_ ahead: Int) -> Unicode.Scalar? {
    offset + ahead < scalars.count ? scalars[offset + ahead] : nil
  }
  var found: String { next.map { DeckIssue.quoted(String(Character($0))) } ?? "the end" }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    offset += 1
    return true
  }

  mutating func skipSpace() {
    while let scalar = next, scalar.properties.isWhitespace { offset += 1 }
  }

  /// Parses from after `{{` to after `}}`.
  private mutating func expression() throws(BindingError) -> BindingExpression {
    skipSpace()
    let isNegated = take("!")
    skipSpace()
    if next == nil { throw unclosed }
    if next == "}", peek(1) == "}" {
      throw BindingError(
        message: "a binding without a path: '{{ }}'", hint: "write '\\{{' for the braces themselves")
    }
    if next == "{" {
      throw BindingError(
        message: "three braces in a binding", hint: "write two: {{ name }}; values are never markup")
    }
    let start = offset
    let expression: BindingExpression
    do throws(BindingError) {
      expression = try whole(isNegated: isNegated)
    } catch {
      guard error.hint == nil, let hint = nameHint(from: start) else { throw error }
      throw BindingError(message: error.message, hint: hint)
    }
    if next == "}", peek(1) == "}" {
      offset += 2
      return expression
    }
    guard next != nil else { throw unclosed }
    if next == "&" || next == "?" || next == "=" {
      throw BindingError(
        message: "expected '|' or '}}' in a binding, found \(found)",
        hint: "comparisons are ==, !=, <, <=, > and >=; joined by 'and' and 'or'; choices are 'a if b else c'"
      )
    }
    let hint = nameHint(from: start)
    throw BindingError(message: "expected '|' or '}}' in a binding, found \(found)", hint: hint)
  }

  /// The hint for a name with spaces or dots, which needs quotes; nil for other texts.
  private func nameHint(from start: Int) -> String? {
    var name = String.UnicodeScalarView()
    var place = start
    while place < scalars.count, name.count <= 80, scalars[place] != "|", scalars[place] != "}" {
      name.append(scalars[place])
      place += 1
    }
    let text = String(name).trimmingSpaces
    let others = " .:,;/()%€#&+'".unicodeScalars
    let isClosed =
      place < scalars.count && (scalars[place] == "|" || scalars[place...].starts(with: ["}", "}"]))
    guard isClosed, text.unicodeScalars.first?.properties.isAlphabetic == true, !Self.isName(text),
      !text.contains(".."),
      text.unicodeScalars.allSatisfy({ Self.isNamePart($0) || others.contains($0) })
    else { return nil }
    return "if this is one name, write {{ [\"\(text)\"] }}"
  }

  private var unclosed: BindingError {
    BindingError(
      message: "unclosed binding: '{{' without '}}'",
      hint: "write '\\{{' for the braces themselves")
  }

  mutating func path() throws(BindingError) -> JSONPath {
    var steps: [JSONPath.Step] = []
    if next != "[" { steps.append(.key(try name("a name"))) }
    while true {
      if take(".") {
        steps.append(.key(try name("a name after '.'")))
      } else if take("[") {
        steps.append(try bracket())
      } else {
        return JSONPath(steps)
      }
    }
  }

  private mutating func bracket() throws(BindingError) -> JSONPath.Step {
    let step: JSONPath.Step
    if next == "\"" || next == "'" {
      step = .key(try quotedText())
    } else {
      let digits = word()
      guard let number = Int(digits), number >= 0 else {
        throw BindingError(
          message: "expected a number or a quoted name after '[' in a path, found \(shown(digits))")
      }
      step = .index(number)
    }
    guard take("]") else { throw BindingError(message: "expected ']' in a path, found \(found)") }
    return step
  }

  private mutating func name(_ wanted: String) throws(BindingError) -> String {
    let name = word()
    guard !name.isEmpty else {
      throw BindingError(message: "expected \(wanted) in a path, found \(found)")
    }
    return name
  }

  private mutating func word() -> String {
    var word = ""
    while let scalar = next, BindingParser.isNamePart(scalar) {
      word.unicodeScalars.append(scalar)
      offset += 1
    }
    return word
  }

  private func shown(_ word: String) -> String { word.isEmpty ? found : DeckIssue.quoted(word) }

  mutating func call() throws(BindingError) -> FormatterCall {
    skipSpace()
    let name = word()
    guard !name.isEmpty else {
      throw BindingError(message: "expected a formatter after '|', found \(found)")
    }
    var call = FormatterCall(name: name)
    skipSpace()
    if next == ":" {
      throw BindingError(
        message: "expected '(' or '|' after the formatter '\(name)', found ':'",
        hint: "arguments are in parentheses, such as \(name)(\"…\")")
    }
    guard take("(") else { return call }
    skipSpace()
    if take(")") { return call }
    while true {
      skipSpace()
      call.arguments.append(try argument())
      skipSpace()
      if take(")") { return call }
      guard take(",") else {
        throw BindingError(message: "expected ',' or ')' after an argument of '\(name)', found \(found)")
      }
    }
  }

  private mutating func argument() throws(BindingError) -> JSONNode {
    if next == "\"" || next == "'" { return .of(try quotedText()) }
    if next == "[", peek(1) == "]" {
      offset += 2
      return .list([])
    }
    let start = offset
    var text = ""
    while let scalar = next, BindingParser.isNamePart(scalar) || scalar == "." || scalar == "+" {
      text.unicodeScalars.append(scalar)
      offset += 1
    }
    guard !text.isEmpty, let node = try? JSONScanner.scan(Array(text.utf8), file: "") else {
      offset = start
      throw BindingError(
        message: "expected an argument, found \(shown(text))",
        hint: "put a text in quotes, such as \"EUR\"")
    }
    return JSONNode(node.value)
  }

  /// Parses a text in quotes; a backslash escapes the next character.
  mutating func quotedText() throws(BindingError) -> String {
    let quote = next
    offset += 1
    var text = ""
    while let scalar = next {
      offset += 1
      if scalar == quote { return text }
      if scalar == "\\", let escaped = next {
        text.unicodeScalars.append(escaped)
        offset += 1
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    throw BindingError(message: "a text in a binding that is not closed")
  }
}
