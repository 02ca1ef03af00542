package import CardRaster

/// The class of a piece of code, which determines its colour.
package enum CodeClass: String, Sendable, CaseIterable {
  case comment, keyword, string, number, type, function, property, directive
}

/// The comments, strings and words of a language, from a table that `Scripts/code_languages.py` generates.
package struct CodeLanguage: Sendable {
  /// A form of strings.
  struct Quotes: Sendable {
    var open: [UInt8]
    var close: [UInt8]
    /// `e` for escapes with a backslash, `m` for several lines, `i` for interpolations, `c` for one character.
    var flags: Set<Character>
  }

  var lineComments: [[UInt8]] = []
  var blockComments: [(open: [UInt8], close: [UInt8])] = []
  var strings: [Quotes] = []
  /// Words that are part of the string that follows.
  var prefixes: Set<String> = []
  var interpolation: (open: [UInt8], close: UInt8)?
  var flags: Set<String> = []
  var words: [String: CodeClass] = [:]
  /// Keywords only where a name or a bracket follows.
  var softWords: Set<String> = []

  /// All names of languages; the first of each line is its own, the others are aliases.
  package static let names: [String] = table.split(separator: "\n").filter { $0.hasPrefix("= ") }.flatMap {
    $0.dropFirst(2).split(separator: " ").map(String.init)
  }

  /// The language with a name or an alias, in any case.
  package static func named(_ name: String) -> CodeLanguage? {
    let name = name.lowercased()
    var language: CodeLanguage?
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words[0] == "=" {
        if language != nil { break }
        if words.dropFirst().contains(where: { $0 == name }) { language = CodeLanguage() }
      } else {
        language?.add(words[0], words.dropFirst().map(String.init))
      }
    }
    return language
  }

  private mutating func add(_ rule: Substring, _ values: [String]) {
    let bytes = values.map { Array($0.utf8) }
    switch rule {
    case "comment": lineComments += bytes
    case "block": blockComments.append((bytes[0], bytes[1]))
    case "string":
      strings.append(Quotes(open: bytes[0], close: bytes[1], flags: Set(values.dropFirst(2).joined())))
    case "prefixes": prefixes = Set(values)
    case "interpolation": interpolation = (bytes[0], bytes[1][0])
    case "flags": flags = Set(values)
    case "soft": softWords.formUnion(values)
    default: if let found = CodeClass(rawValue: String(rule)) { for word in values { words[word] = found } }
    }
  }
}

/// The colours of code; absent ones are those of the theme.
package struct SyntaxColors: Hashable, Sendable {
  private var colors: [CodeClass: Color] = [:]

  package subscript(_ part: CodeClass) -> Color? {
    get { colors[part] }
    set { colors[part] = newValue }
  }

  package init() {}

  /// The theme's colours: the accent for keywords and a hue for each other class.
  ///
  /// - Parameter grounds: The backgrounds with which each colour has the contrast that text needs.
  package init(_ base: ResolvedTheme.Base, on grounds: [Color]) {
    let isDark = (grounds.first ?? base.surfaceColor).luminance < 0.18
    var hues: [(part: CodeClass, light: UInt32, dark: UInt32)] = [
      (.string, 0x0B7A43, 0x7FD99A), (.number, 0xB04A00, 0xFFB86B), (.type, 0x0B7285, 0x6FD3E7),
      (.function, 0x7A3ECF, 0xC9A7FF), (.property, 0xB3245C, 0xFF9DBD),
    ]
    // The colour that looks like the accent gives way to blue, unless the accent is blue.
    let accent = OKLab(base.accentColor)
    func likeness(_ rgb: UInt32) -> Double {
      let hue = OKLab(Color(rgb: rgb))
      return (hue.a * accent.a + hue.b * accent.b) / max(0.001, hue.chroma * accent.chroma)
    }
    let blue = (light: 0x1B5FC1 as UInt32, dark: 0x8CB8FF as UInt32)
    if accent.chroma > 0.05,
      let index = hues.indices.max(by: { likeness(hues[$0].light) < likeness(hues[$1].light) }),
      likeness(hues[index].light) > max(0.9, likeness(blue.light))
    {
      (hues[index].light, hues[index].dark) = blue
    }
    for hue in hues { colors[hue.part] = Color(rgb: isDark ? hue.dark : hue.light) }
    colors[.keyword] = base.accentColor
    colors[.comment] = base.tertiaryTextColor
    colors[.directive] = colors[.number]
    colors = colors.mapValues { $0.standingOut(from: grounds, by: Accents.words) }
  }

  /// The colours with others in their place.
  package func replaced(by own: SyntaxColors) -> SyntaxColors {
    var result = self
    result.colors.merge(own.colors) { $1 }
    return result
  }

  /// A line of code in spans.
  package func spans(_ line: [(text: String, of: CodeClass?)], _ font: Font, _ color: Color) -> [TextSpan] {
    line.isEmpty
      ? [TextSpan("", font: font, color: color)]
      : line.map { TextSpan($0.text.isolatedCode, font: font, color: $0.of.flatMap { self[$0] } ?? color) }
  }

  package static let fields = FieldTable<SyntaxColors> {
    CodeClass.allCases.map { part in
      Field(part.rawValue, \.[part], .color, part.summary, default: "the theme's")
    }
  }
}

extension String {
  /// The text with a left-to-right mark on both sides if it has letters that run from right to left.
  ///
  /// Without the marks, the bidi rules would exchange two such tokens of a line of code.
  var isolatedCode: String { hasRightToLeftLetters ? "\u{200E}\(self)\u{200E}" : self }

  /// Whether the text has Hebrew, Arabic or other letters that run from right to left.
  var hasRightToLeftLetters: Bool {
    unicodeScalars.contains {
      (0x590...0x8FF).contains($0.value) || (0xFB1D...0xFDFF).contains($0.value)
        || (0xFE70...0xFEFF).contains($0.value) || (0x10800...0x10FFF).contains($0.value)
    }
  }
}

extension CodeClass {
  fileprivate var summary: String {
    switch self {
    case .comment: "The colour of comments."
    case .keyword: "The colour of keywords and of the names of tags."
    case .string: "The colour of strings."
    case .number: "The colour of numbers and of constants such as `true`."
    case .type: "The colour of types, and of selectors in CSS."
    case .function: "The colour of functions."
    case .property: "The colour of keys, attributes and variables."
    case .directive: "The colour of directives and decorators, such as `#include` and `@main`."
    }
  }
}

/// Finds the classes of code without parsing it: it knows words, strings, comments and numbers, and guesses
/// types and functions from their names and what follows them.
///
/// The time is proportional to the length of the code.
package struct CodeLexer {
  private let language: CodeLanguage
  private let bytes: [UInt8]
  /// The class of each byte.
  private var classes: [CodeClass?]
  private var place = 0
  /// The last byte that is not a space, and the last word.
  private var last = newline
  private var lastWord = ""
  /// The number of open braces, for CSS.
  private var depth = 0
  /// Whether the next word of a shell is a command.
  private var isCommand = true

  /// The code in lines of runs with the same class; line breaks are `\n`.
  package static func lines(of code: String, in language: CodeLanguage?) -> [[(text: String, of: CodeClass?)]]
  {
    let bytes = Array(code.utf8)
    var lexer = CodeLexer(language ?? CodeLanguage(), bytes)
    if language != nil { lexer.lex(to: bytes.count, 0) }
    var lines: [[(text: String, of: CodeClass?)]] = [[]]
    var start = 0
    for end in 0...bytes.count {
      let isEnd = end == bytes.count || bytes[end] == newline
      guard isEnd || lexer.classes[end] != lexer.classes[start] else { continue }
      if start < end {
        lines[lines.count - 1].append(
          (String(decoding: bytes[start..<end], as: UTF8.self), lexer.classes[start]))
      }
      start = isEnd ? end + 1 : end
      if isEnd, end < bytes.count { lines.append([]) }
      if start >= bytes.count, isEnd { break }
    }
    return lines
  }

  private init(_ language: CodeLanguage, _ bytes: [UInt8]) {
    self.language = language
    self.bytes = bytes
    classes = Array(repeating: nil, count: bytes.count)
  }

  // MARK: Steps

  private mutating func lex(to end: Int, _ nesting: Int) {
    while place < end {
      let start = place
      if language.flags.contains("markup") {
        stepMarkup(end)
      } else if isLineStart, !stepLine(end) {
        step(end, nesting)
      } else if place == start {
        step(end, nesting)
      }
      if place == start { place += 1 }
    }
    place = end
  }

  /// Lexes the beginning of a line, in languages whose lines begin with a key or a sign.
  private mutating func stepLine(_ end: Int) -> Bool {
    isCommand = true
    let start = place
    let stop = lineEnd(place, end)
    if language.flags.contains("diff") {
      let signs = ["@@", "diff ", "index ", "--- ", "+++ "]
      if signs.contains(where: { starts(Array($0.utf8), stop) }) { mark(stop, .directive) }
      place = stop
      return true
    }
    if language.flags.contains("yaml") {
      stepYAML(stop)
      return true
    }
    skipSpaces(stop)
    guard place < stop else { return place > start }
    if language.flags.contains("assigned"), bytes[place] == Self.bracket {
      mark(stop, .type)
    } else if language.flags.contains("assigned"), isLetter(bytes[place]),
      let equals = bytes[place..<stop].firstIndex(of: UInt8(ascii: "="))
    {
      mark(equals, .property)
    } else if language.flags.contains("directives"), bytes[place] == Self.hash {
      let name = place + 1 + bytes[(place + 1)..<stop].prefix { $0 == 0x20 }.count
      mark(wordEnd(name, stop), .directive)
      let isInclude = bytes[name..<place].elementsEqual("include".utf8)
      skipSpaces(stop)
      if isInclude, place < stop, bytes[place] == UInt8(ascii: "<") { mark(stop, .string) }
    } else if language.flags.contains("shell"), starts([UInt8(ascii: "$"), 0x20], stop) {
      mark(place + 1, .comment)
    }
    return place > start
  }

  private mutating func step(_ end: Int, _ nesting: Int) {
    let byte = bytes[place]
    if byte == 0x20 || byte == Self.newline || byte == Self.tab {
      if byte == Self.newline, language.flags.contains("shell") { last = byte }
      place += 1
      return
    }
    if stepComment(end) || stepString(end, nesting) || stepSign(byte, end) { return }
    let start = place
    if isDigit(byte) || byte == Self.dot && isDigit(at: place + 1, end) && !isLetter(last) {
      stepNumber(end)
    } else if isLetter(byte) {
      stepWord(end, nesting)
    } else {
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth = max(0, depth - 1) }
      isCommand = "|&;({`".utf8.contains(byte)
      lastWord = ""
      place += 1
    }
    last = bytes[max(start, place - 1)]
  }

  private mutating func stepComment(_ end: Int) -> Bool {
    for comment in language.lineComments where starts(comment, end) {
      // In shells and YAML a hash inside a word does not start a comment.
      if comment == [Self.hash], place > 0, bytes[place - 1] > 0x20, last != UInt8(ascii: ";") { continue }
      mark(lineEnd(place, end), .comment)
      return true
    }
    for comment in language.blockComments where starts(comment.open, end) {
      var (level, next) = (1, place + comment.open.count)
      while next < end, level > 0 {
        if matches(comment.close, next, end) {
          level -= 1
          next += comment.close.count
        } else if language.flags.contains("nest"), matches(comment.open, next, end) {
          level += 1
          next += comment.open.count
        } else {
          next += 1
        }
      }
      mark(next, .comment)
      return true
    }
    return false
  }

  private mutating func stepString(_ end: Int, _ nesting: Int) -> Bool {
    guard let quotes = language.strings.first(where: { starts($0.open, end) }) else { return false }
    if quotes.flags.contains("c"), !isCharacter(end) {
      // A lifetime of Rust.
      mark(wordEnd(place + 1, end), .type)
      return true
    }
    let start = place
    place += quotes.open.count
    var from = start
    while place < end, !matches(quotes.close, place, end) {
      if bytes[place] == Self.newline, !quotes.flags.contains("m") { break }
      if quotes.flags.contains("i"), nesting < 8, let hole = language.interpolation, starts(hole.open, end) {
        mark(from: from, place, .string)
        place += hole.open.count
        lexHole(hole.open[hole.open.count - 1], hole.close, end, nesting + 1)
        from = place
      } else if quotes.flags.contains("e"), language.flags.contains("$var"), bytes[place] == UInt8(ascii: "$")
      {
        mark(from: from, place, .string)
        if !stepVariable(end) { place += 1 }
        from = place
      } else {
        place += quotes.flags.contains("e") && bytes[place] == UInt8(ascii: "\\") ? 2 : 1
      }
    }
    place = min(end, place)
    if matches(quotes.close, place, end) { place += quotes.close.count }
    mark(from: from, place, .string)
    let next = nextByte(place, end)
    if language.flags.contains("keys"), next == UInt8(ascii: ":") { mark(from: start, place, .property) }
    (last, lastWord, isCommand) = (UInt8(ascii: "\""), "", false)
    return true
  }

  /// Lexes the code of an interpolation up to its closing bracket.
  private mutating func lexHole(_ open: UInt8, _ close: UInt8, _ end: Int, _ nesting: Int) {
    var level = 1
    while place < end {
      if bytes[place] == open { level += 1 }
      if bytes[place] == close { level -= 1 }
      if level == 0 {
        place += 1
        return
      }
      step(end, nesting)
    }
  }

  /// Lexes what begins with a sign: attributes, variables, symbols, regular expressions, and the signs of CSS.
  private mutating func stepSign(_ byte: UInt8, _ end: Int) -> Bool {
    let flags = language.flags
    func follows(_ offset: Int = 1) -> Bool { place + offset < end && isLetter(bytes[place + offset]) }
    let name = wordEnd(place + 1, end)
    switch byte {
    case UInt8(ascii: "@") where follows() && flags.contains("@var"): mark(name, .property)
    case UInt8(ascii: "@") where follows() && (flags.contains("@") || flags.contains("css")):
      mark(name, .directive)
    case Self.hash where follows() && flags.contains("#"): mark(name, .directive)
    case Self.hash
    where flags.contains("attribute") && place + 1 < end && "[!".utf8.contains(bytes[place + 1]):
      let stop = lineEnd(place, end)
      mark((bytes[place..<stop].lastIndex(of: UInt8(ascii: "]")) ?? stop - 1) + 1, .directive)
    case UInt8(ascii: "$") where flags.contains("$var"): return stepVariable(end)
    case UInt8(ascii: ":") where follows() && flags.contains("symbols") && last != byte: mark(name, .number)
    case UInt8(ascii: "<") where flags.contains("php") && matches(Array("<?php".utf8), place, end):
      mark(place + 5, .directive)
    case UInt8(ascii: "?") where flags.contains("php") && matches(Array("?>".utf8), place, end):
      mark(place + 2, .directive)
    case UInt8(ascii: "/") where flags.contains("regex"): return stepExpression(end)
    case UInt8(ascii: "-") where flags.contains("shell") && place > 0 && bytes[place - 1] <= 0x20:
      mark(shellEnd(place, end), .property)
    case Self.hash, Self.dot:
      guard flags.contains("css"), place + 1 < end, byte == Self.hash || isLetter(bytes[place + 1]) else {
        return false
      }
      mark(name, byte == Self.hash && last == UInt8(ascii: ":") ? .number : .type)
    case UInt8(ascii: "-") where flags.contains("css") && follows(2) && bytes[place + 1] == byte:
      mark(name, .property)
    case UInt8(ascii: "!") where flags.contains("css") && follows(): mark(name, .keyword)
    default: return false
    }
    (last, lastWord) = (bytes[place - 1], "")
    return true
  }

  /// A variable of a shell or of PHP.
  private mutating func stepVariable(_ end: Int) -> Bool {
    let next = place + 1
    guard next < end else { return false }
    if bytes[next] == UInt8(ascii: "{"), let close = bytes[next..<lineEnd(next, end)].firstIndex(of: 0x7D) {
      mark(close + 1, .property)
    } else if isLetter(bytes[next]) || isDigit(bytes[next]) {
      mark(wordEnd(next, end), .property)
    } else {
      return false
    }
    (last, isCommand) = (UInt8(ascii: "x"), false)
    return true
  }

  /// A regular expression, where no operand is before the slash.
  private mutating func stepExpression(_ end: Int) -> Bool {
    let isOperand = isLetter(last) || isDigit(last) || ")]}\"".utf8.contains(last)
    guard !isOperand || ["return", "case", "in", "of", "if", "when"].contains(lastWord) else { return false }
    let stop = min(lineEnd(place, end), place + 200)
    var (next, isClass) = (place + 1, false)
    while next < stop {
      switch bytes[next] {
      case UInt8(ascii: "\\"): next += 1
      case Self.bracket: isClass = true
      case UInt8(ascii: "]"): isClass = false
      case UInt8(ascii: "/") where !isClass:
        mark(wordEnd(next + 1, end), .string)
        (last, lastWord) = (UInt8(ascii: "\""), "")
        return true
      default: break
      }
      next += 1
    }
    return false
  }

  private mutating func stepNumber(_ end: Int) {
    let isHex = bytes[place] == 0x30 && place + 1 < end && bytes[place + 1] | 0x20 == UInt8(ascii: "x")
    var next = place + 1
    while next < end {
      let byte = bytes[next]
      let isExponent = !isHex && bytes[next - 1] | 0x20 == UInt8(ascii: "e") && "+-".utf8.contains(byte)
      guard
        isLetter(byte) || isDigit(byte) || isExponent && isDigit(at: next + 1, end)
          || byte == Self.dot && isDigit(at: next + 1, end)
          || byte == UInt8(ascii: "%") && language.flags.contains("css")
      else { break }
      next += 1
    }
    mark(next, .number)
    lastWord = ""
  }

  private mutating func stepWord(_ end: Int, _ nesting: Int) {
    let start = place
    let flags = language.flags
    let isShell = flags.contains("shell")
    if isShell { place = shellEnd(place, end) } else { place = wordEnd(place, end) }
    if flags.contains("?"), place < end, "?!".utf8.contains(bytes[place]),
      place + 1 == end || bytes[place + 1] != 0x3D
    {
      place += 1
    }
    var word = String(decoding: bytes[start..<place], as: UTF8.self)
    if flags.contains("folded") { word = word.lowercased() }
    defer { lastWord = word }
    if language.prefixes.contains(word), language.strings.contains(where: { starts($0.open, end) }) {
      _ = stepString(end, nesting)
      mark(from: start, place, .string)
      return
    }
    let next = nextByte(place, end)
    var found = language.words[word]
    let isMember = last == Self.dot && (start < 2 || bytes[start - 2] != Self.dot)
    if isMember, found != .number || flags.contains("types") { found = nil }
    if language.softWords.contains(word), !isMember, let next, !"=,:).(+-/<>!?&|]".utf8.contains(next),
      bytes[place] != Self.newline
    {
      found = .keyword
    }
    if isShell {
      if found == .keyword {
        isCommand = ["then", "do", "else", "if", "while", "until", "elif"].contains(word)
      } else if place < end, bytes[place] == UInt8(ascii: "="), isCommand {
        found = .property
      } else {
        found = isCommand ? .function : nil
        isCommand = isCommand && word == "sudo"
      }
    } else if flags.contains("css") {
      let isDeclaration = depth > 0 && "{;}".utf8.contains(last) && next == UInt8(ascii: ":")
      found =
        isDeclaration ? .property : next == UInt8(ascii: "(") ? .function : depth == 0 ? .keyword : nil
    } else if flags.contains("!"), next == UInt8(ascii: "!"), place + 1 < end,
      "([{ ".utf8.contains(bytes[place + 1]),
      bytes[place + 1] != 0x20
    {
      place += 1
      found = .function
    }
    if found == nil, flags.contains("functions"), !flags.contains("css") {
      let isName = word.first?.isUppercase == true && (word.contains(where: \.isLowercase) || word.count == 1)
      if Self.definesType.contains(lastWord) || flags.contains("types") && isName {
        found = .type
      } else if next == UInt8(ascii: "(") || Self.definesFunction.contains(lastWord) {
        found = .function
      }
    }
    mark(from: start, place, found)
  }

  private static let definesFunction: Set = ["func", "def", "fn", "function", "fun"]
  private static let definesType: Set = [
    "class", "struct", "enum", "interface", "trait", "protocol", "actor", "extension", "namespace", "module",
    "impl",
  ]

  // MARK: Markup

  private mutating func stepMarkup(_ end: Int) {
    if stepComment(end) { return }
    let byte = bytes[place]
    if byte == UInt8(ascii: "&"),
      let stop = bytes[place..<min(end, place + 12)].firstIndex(of: UInt8(ascii: ";"))
    {
      mark(stop + 1, .number)
    } else if byte == UInt8(ascii: "<"), place + 1 < end,
      isLetter(bytes[place + 1]) || "/!?".utf8.contains(bytes[place + 1])
    {
      let name = tagEnd(place + 2, end)
      let tag = String(decoding: bytes[(place + 1)..<name], as: UTF8.self).lowercased()
      mark(name, "!?".utf8.contains(bytes[place + 1]) ? .directive : .keyword)
      while place < end, bytes[place] != UInt8(ascii: ">") {
        if stepString(end, 0) { continue }
        if isLetter(bytes[place]) { mark(tagEnd(place, end), .property) } else { place += 1 }
      }
      let start = place
      mark(
        from: max(name, place > 0 && "/?".utf8.contains(bytes[place - 1]) ? place - 1 : place),
        min(end, place + 1), .keyword)
      place = min(end, start + 1)
      guard tag == "script" || tag == "style" else { return }
      lexInside(tag, end)
    }
  }

  /// Lexes the script or the styles of a page in their own language.
  private mutating func lexInside(_ tag: String, _ end: Int) {
    let close = Array("</\(tag)".utf8)
    var stop = place
    while stop < end, !matches(close, stop, end) { stop += 1 }
    guard let language = CodeLanguage.named(tag == "style" ? "css" : "javascript") else { return }
    var inner = CodeLexer(language, Array(bytes[place..<stop]))
    inner.lex(to: inner.bytes.count, 0)
    classes.replaceSubrange(place..<stop, with: inner.classes)
    place = stop
  }

  private func tagEnd(_ start: Int, _ end: Int) -> Int {
    var next = start
    while next < end, isLetter(bytes[next]) || isDigit(bytes[next]) || "-:.@".utf8.contains(bytes[next]) {
      next += 1
    }
    return next
  }

  // MARK: YAML

  /// The indentation of the key whose text continues on the next lines; nil without one.
  private var blockIndent: Int?

  private mutating func stepYAML(_ stop: Int) {
    let start = place
    skipSpaces(stop)
    let indent = place - start
    if let blockIndent {
      if place == stop || indent > blockIndent { return mark(from: place, stop, .string) }
      self.blockIndent = nil
    }
    while place + 1 < stop, bytes[place] == UInt8(ascii: "-"), bytes[place + 1] == 0x20 {
      place += 2
      skipSpaces(stop)
    }
    if starts(Array("---".utf8), stop) { return mark(stop, .directive) }
    while place < stop {
      let byte = bytes[place]
      if byte == 0x20
        || ",[]{}:-".utf8.contains(byte) && (place + 1 == stop || byte != 0x2D || bytes[place + 1] == 0x20)
      {
        place += 1
      } else if stepComment(stop) {
        continue
      } else if "&*!".utf8.contains(byte) {
        mark(bytes[place..<stop].firstIndex(of: 0x20) ?? stop, .directive)
      } else if "|>".utf8.contains(byte) {
        blockIndent = indent
        mark(stop, .directive)
      } else {
        stepScalar(stop)
      }
    }
  }

  private mutating func stepScalar(_ stop: Int) {
    let from = place
    let isQuoted = stepString(stop, 0)
    while !isQuoted, place < stop, !",]}".utf8.contains(bytes[place]) {
      let isEnd = place + 1 == stop || bytes[place + 1] == 0x20
      if bytes[place] == UInt8(ascii: ":") && isEnd { break }
      if bytes[place] == 0x20, place + 1 < stop, bytes[place + 1] == Self.hash { break }
      place += 1
    }
    if place < stop, bytes[place] == UInt8(ascii: ":") { return mark(from: from, place, .property) }
    if isQuoted { return }
    let word = String(decoding: bytes[from..<place], as: UTF8.self)
    mark(from: from, place, language.words[word.lowercased()] ?? (Double(word) == nil ? .string : .number))
  }

  // MARK: Bytes

  private static let newline = UInt8(ascii: "\n")
  private static let tab = UInt8(ascii: "\t")
  private static let hash = UInt8(ascii: "#")
  private static let dot = UInt8(ascii: ".")
  private static let bracket = UInt8(ascii: "[")

  private var isLineStart: Bool { place == 0 || bytes[place - 1] == Self.newline }

  /// Gives the bytes up to an end a class and moves there.
  private mutating func mark(_ end: Int, _ found: CodeClass) {
    mark(from: place, end, found)
    place = max(place, end)
  }

  private mutating func mark(from start: Int, _ end: Int, _ found: CodeClass?) {
    if start < end { for index in start..<end { classes[index] = found } }
    if start == place { place = max(place, end) }
  }

  private func starts(_ text: [UInt8], _ end: Int) -> Bool { matches(text, place, end) }

  private func matches(_ text: [UInt8], _ start: Int, _ end: Int) -> Bool {
    start + text.count <= end && bytes[start] == text[0]
      && bytes[start..<(start + text.count)].elementsEqual(text)
  }

  private mutating func skipSpaces(_ end: Int) {
    while place < end, bytes[place] == 0x20 || bytes[place] == Self.tab { place += 1 }
  }

  /// The next byte that is not a space.
  private func nextByte(_ start: Int, _ end: Int) -> UInt8? {
    bytes[start..<end].first { $0 > 0x20 }
  }

  private func lineEnd(_ start: Int, _ end: Int) -> Int {
    bytes[start..<end].firstIndex(of: Self.newline) ?? end
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
  private func isDigit(at index: Int, _ end: Int) -> Bool { index < end && isDigit(bytes[index]) }

  /// Whether a byte may start a name; letters outside ASCII are bytes from 128.
  private func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
      || byte == UInt8(ascii: "$") && language.flags.contains("$")
  }

  private func wordEnd(_ start: Int, _ end: Int) -> Int {
    var next = min(start, end)
    let hasHyphens = language.flags.contains("css")
    while next < end, isLetter(bytes[next]) || isDigit(bytes[next]) || hasHyphens && bytes[next] == 0x2D {
      next += 1
    }
    return next
  }

  private func shellEnd(_ start: Int, _ end: Int) -> Int {
    var next = start
    while next < end, isLetter(bytes[next]) || isDigit(bytes[next]) || "-./+:@~".utf8.contains(bytes[next]) {
      next += 1
    }
    return next
  }

  /// Whether the quote at the place is that of a character.
  private func isCharacter(_ end: Int) -> Bool {
    guard place + 2 < end else { return false }
    if bytes[place + 1] == UInt8(ascii: "\\") { return true }
    var next = place + 2
    while next < end, bytes[next] & 0xC0 == 0x80 { next += 1 }
    return next < end && bytes[next] == UInt8(ascii: "'")
  }
}
