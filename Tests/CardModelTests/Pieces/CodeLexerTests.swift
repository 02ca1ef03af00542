import Testing

@testable import CardModel

/// The classes of code, compared with those of Pygments.
@Suite struct CodeLexerTests {
  /// The first letter of the class of each character, `.` without one, and spaces as they are.
  static func classes(_ code: String, _ language: String) -> String {
    CodeLexer.lines(of: code, in: CodeLanguage.named(language)).map { line in
      line.map { run in
        run.text.map { $0.isWhitespace ? String($0) : String(run.of?.rawValue.first ?? ".") }.joined()
      }.joined()
    }.joined(separator: "\n")
  }

  /// Letters that Pygments and this lexer mean in the same way.
  private static let sure = Set("cksn")

  @Test(
    "Comments, keywords, strings and numbers are those of Pygments",
    arguments: CodeSamples.all.map(\.language))
  func agreement(_ language: String) throws {
    let sample = try #require(CodeSamples.all.first { $0.language == language })
    let own = Self.classes(sample.code, language)
    #expect(own.count == sample.classes.count)
    var different: [Int: [String]] = [:]
    var count = 0
    var line = 1
    for (character, (mine, theirs)) in zip(sample.code, zip(own, sample.classes)) {
      if mine == "\n" { line += 1 }
      guard !mine.isWhitespace, character.isLetter || character.isNumber,
        Self.sure.contains(mine) || Self.sure.contains(theirs)
      else { continue }
      count += 1
      if mine != theirs { different[line, default: []].append("\(mine)\(theirs)") }
    }
    let wrong = different.values.reduce(0) { $0 + $1.count }
    #expect(
      Double(wrong) <= 0.1 * Double(count),
      "\(wrong) of \(count): \(different.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.joined(separator: " "))" })"
    )
  }

  @Test func textIsKept() {
    for sample in CodeSamples.all {
      for name in CodeLanguage.names {
        let lines = CodeLexer.lines(of: sample.code, in: CodeLanguage.named(name))
        #expect(lines.map { $0.map(\.text).joined() }.joined(separator: "\n") == sample.code)
      }
    }
  }

  @Test("Every beginning of a program has classes, in every language")
  func beginnings() {
    for sample in CodeSamples.all {
      let language = CodeLanguage.named(sample.language)
      for count in 0...sample.code.count {
        let code = String(sample.code.prefix(count))
        #expect(
          CodeLexer.lines(of: code, in: language).map { $0.map(\.text).joined() }.joined(separator: "\n")
            == code)
      }
    }
  }

  @Test(arguments: [
    ("swift", #"let a = "x \(f("y")) z""#, "kkk . . ss ..f.sss.. ss"),
    ("rust", "fn f<'a>(x: &'a str)", "kk f.tt.... .tt ttt."),
    ("javascript", "a = b / c / d; x = /[/]/g", ". . . . . . .. . . ssssss"),
    ("shell", "git push --force $REMOTE", "fff .... ppppppp ppppppp"),
    ("json", #"{"a": ["b", -1, null]}"#, ".ppp. .sss. .n. nnnn.."),
    ("yaml", "a b: c d # e", "p p. s s c c"),
    ("css", "a { --x: #fff; y: 1px }", "k . ppp. nnnn. p. nnn ."),
  ])
  func details(_ language: String, _ code: String, _ classes: String) {
    #expect(Self.classes(code, language) == classes)
  }

  @Test func languagesHaveAliases() {
    #expect(CodeLanguage.named("C++") != nil)
    #expect(CodeLanguage.named("brainfuck") == nil)
    #expect(Set(CodeLanguage.names).count == CodeLanguage.names.count)
  }
}
