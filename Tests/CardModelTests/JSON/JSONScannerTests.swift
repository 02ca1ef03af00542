import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// The error for a scanned text, or the value as JSON if the text is valid.
private func outcome(_ bytes: [UInt8]) -> String {
  do throws(DeckIssue) {
    return try JSONScanner.scan(bytes, file: "d").text
  } catch { return error.text }
}

private func outcome(_ text: String) -> String { outcome(Array(text.utf8)) }

@Suite struct JSONScannerTests {
  @Test(arguments: [
    ("[]", "[]"), ("{}", "{}"), (" [ ] ", "[]"), ("\t\r\n{\n}\n", "{}"), ("null", "null"), ("true", "true"),
    ("false", "false"), ("\"\"", "\"\""), (" \"a\" ", "\"a\""), ("42", "42"), ("-0.1", "-0.1"),
    ("[[]   ]", "[[]]"),
    ("[1,null,true,\"x\",{\"a\":[]}]", "[1,null,true,\"x\",{\"a\":[]}]"), ("[\"a\"]\n", "[\"a\"]"),
    ("{\"\":0}", "{\"\":0}"), ("{\"a\":\"b\",\"asd\":\"sdf\"}", "{\"a\":\"b\",\"asd\":\"sdf\"}"),
    ("{\"foo\\u0000bar\": 42}", "{\"foo\\u0000bar\":42}"), ("{\"b\":1,\"a\":2}", "{\"b\":1,\"a\":2}"),
    ("[\"\\uD834\\uDD1E\"]", "[\"\u{1D11E}\"]"), ("[\"\\uDBFF\\uDFFF\"]", "[\"\\uDBFF\\uDFFF\"]"),
    ("[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]", "[\"\\\"\\\\/\\u0008\\u000C\\n\\r\\t\"]"),
    ("[\"\\u0012\"]", "[\"\\u0012\"]"),
    ("[\"\\uFFFF\\u0821\"]", "[\"\\uFFFF\u{821}\"]"), ("[\"a/*b*/c/*d//e\"]", "[\"a/*b*/c/*d//e\"]"),
    ("[\"\u{2028}\u{2029}\u{7F}\"]", "[\"\\u2028\\u2029\\u007F\"]"), ("[\"€𝄞é\"]", "[\"€𝄞é\"]"),
    ("[\"\\u005C\\u0022\"]", "[\"\\\\\\\"\"]"), ("[\"new\\u00A0line\"]", "[\"new\u{A0}line\"]"),
  ]) func textsOfTheGrammarAreAccepted(text: String, value: String) {
    #expect(outcome(text) == value)
  }

  @Test(arguments: [
    ("0", 0.0), ("-0", 0), ("-0.0", 0), ("-0e5", 0), ("123", 123), ("0e1", 0), ("0e+1", 0), ("1E22", 1e22),
    ("1E-2", 0.01),
    ("1E+2", 100), ("123.456e78", 123.456e78), ("123.456789", 123.456789),
    ("-123123123123", -123_123_123_123),
    ("123456789012345678901", 123456789012345683968), ("0.1", 0.1), ("2.675", 2.675), ("1e-400", 0),
    ("-1e-400", 0),
    ("-0.0000000000000000000000000000000000000000001", -1e-43),
    ("1.7976931348623157e308", .greatestFiniteMagnitude),
    ("9007199254740993", 9007199254740992), ("0.000001234", 0.000001234), ("5e-324", .leastNonzeroMagnitude),
    ("20e1", 200),
    ("3.14159265358979", 3.14159265358979), ("100000000000000000000000.5", 1.0000000000000001e23),
  ]) func numbersAreTheNearestDouble(text: String, value: Double) throws {
    let node = try JSONScanner.scan(Array(text.utf8), file: "d")
    guard case .number(let number) = node.value else {
      Issue.record("\(text) is not a number")
      return
    }
    #expect(number.value == value)
    #expect(number.value.sign == value.sign)
  }

  @Test(arguments: [
    ("", "d:1:1: error: invalid JSON: the file is empty"),
    (" \n ", "d:2:2: error: invalid JSON: the file is empty"),
    (
      "\u{FEFF}[1,]",
      "d:1:4: error: invalid JSON: expected a value after ',', found ']'; remove the comma before it"
    ),
    ("[1,]", "d:1:4: error: invalid JSON: expected a value after ',', found ']'; remove the comma before it"),
    (
      "{\"a\":1,}",
      "d:1:8: error: invalid JSON: expected a key in double quotes after ',', found '}'; remove the comma before it"
    ),
    (
      "{\"a\": 1 \"b\": 2}",
      "d:1:9: error: invalid JSON: expected ',' or '}' after a member, found '\"'; a comma is missing before it"
    ),
    ("[1 2]", "d:1:4: error: invalid JSON: expected ',' or ']' after an element, found '2'"),
    ("[1}", "d:1:3: error: invalid JSON: expected ',' or ']' after an element, found '}'"),
    ("{\"a\" 1}", "d:1:6: error: invalid JSON: expected ':' after the key 'a', found '1'"),
    ("{\"a\":}", "d:1:6: error: invalid JSON: expected a value after ':', found '}'"),
    ("[,1]", "d:1:2: error: invalid JSON: expected a value or ']' after '[', found ','"),
    ("[1,,2]", "d:1:4: error: invalid JSON: expected a value after ',', found ','"),
    (
      "{a: 1}",
      "d:1:2: error: invalid JSON: expected a key in double quotes or '}' after '{', found 'a'; did you mean '\"a\"'?"
    ),
    (
      "{1: 1}",
      "d:1:2: error: invalid JSON: expected a key in double quotes or '}' after '{', found '1'; did you mean '\"1\"'?"
    ),
    (
      "{'a': 1}",
      "d:1:2: error: invalid JSON: expected a key in double quotes or '}' after '{', found '''; put a string in straight double quotes"
    ),
    (
      "[“a”]",
      "d:1:2: error: invalid JSON: expected a value or ']' after '[', found '“'; put a string in straight double quotes"
    ),
    ("[1] x", "d:1:5: error: invalid JSON: expected the end of the file after the value, found 'x'"),
    ("{}}", "d:1:3: error: invalid JSON: expected the end of the file after the value, found '}'"),
    (
      "1 // one",
      "d:1:3: error: invalid JSON: expected the end of the file after the value, found '/'; JSON has no comments; a file that ends in .jsonc may have them, as in // or /* */"
    ),
    (
      "[\n  [1,\n",
      "d:3:1: error: invalid JSON: expected a value after ',', found the end of the file; the list that starts at 2:3 is not closed"
    ),
    (
      "{\"a\": {",
      "d:1:8: error: invalid JSON: expected a key in double quotes or '}' after '{', found the end of the file; the object that starts at 1:7 is not closed"
    ),
    (
      "[True]",
      "d:1:2: error: invalid JSON: expected a value or ']' after '[', found 'True'; did you mean 'true'?"
    ),
    (
      "[nul]",
      "d:1:2: error: invalid JSON: expected a value or ']' after '[', found 'nul'; put a string in straight double quotes"
    ),
    ("None", "d:1:1: error: invalid JSON: expected a value, found 'None'; did you mean 'null'?"),
    ("NaN", "d:1:1: error: invalid JSON: expected a value, found 'NaN'; JSON does not support this number"),
    ("[truex]", "d:1:6: error: invalid JSON: expected ',' or ']' after an element, found 'x'"),
    ("+1", "d:1:1: error: invalid JSON: expected a value, found '+'; remove the '+'"),
    (
      ".5",
      "d:1:1: error: invalid JSON: expected a value, found '.'; a number starts with a digit, such as 0.5"
    ),
    ("012", "d:1:2: error: invalid JSON: a number with a leading zero"),
    ("-012", "d:1:3: error: invalid JSON: a number with a leading zero"),
    ("[-]", "d:1:3: error: invalid JSON: expected a digit after '-', found ']'"),
    ("[-NaN]", "d:1:3: error: invalid JSON: expected a digit after '-', found 'NaN'"),
    ("[1.]", "d:1:4: error: invalid JSON: expected a digit after the decimal point, found ']'"),
    ("[2.e3]", "d:1:4: error: invalid JSON: expected a digit after the decimal point, found 'e3'"),
    ("[1e]", "d:1:4: error: invalid JSON: expected a digit in the exponent, found ']'"),
    ("[1e+-2]", "d:1:5: error: invalid JSON: expected a digit in the exponent, found '-'"),
    ("0x1F", "d:1:2: error: invalid JSON: expected the end of the file after the value, found 'x1F'"),
    ("\"abc", "d:1:1: error: invalid JSON: the string is not closed; put a '\"' at its end"),
    (
      "[\"a\nb\"]",
      "d:1:4: error: invalid JSON: a line break in a string; write it as \\n, or close the string"
    ),
    ("[\"\t\"]", "d:1:3: error: invalid JSON: a control character (U+0009) in a string; write it as \\u0009"),
    (
      "[\"\\x00\"]",
      "d:1:3: error: invalid JSON: an unknown escape: '\\' before 'x00'; write a backslash in a text as '\\\\'"
    ),
    (
      "[\"\\",
      "d:1:3: error: invalid JSON: an unknown escape: '\\' before the end of the file; write a backslash in a text as '\\\\'"
    ),
    ("[\"\\u12\"]", "d:1:3: error: invalid JSON: '\\u' without four hexadecimal digits"),
    ("[\"\\uD800\\u1x\"]", "d:1:9: error: invalid JSON: '\\u' without four hexadecimal digits"),
    (
      "[\"é\\uD800\"]",
      "d:1:4: error: invalid JSON: a lone surrogate '\\uD800'; a character beyond U+FFFF needs a surrogate pair, such as \\uD83D\\uDE00"
    ),
    (
      "[\"\\uD800\\uD800\"]",
      "d:1:3: error: invalid JSON: a lone surrogate '\\uD800'; a character beyond U+FFFF needs a surrogate pair, such as \\uD83D\\uDE00"
    ),
    (
      "[\"\\uDC00\"]",
      "d:1:3: error: invalid JSON: a lone surrogate '\\uDC00'; a character beyond U+FFFF needs a surrogate pair, such as \\uD83D\\uDE00"
    ),
    ("[\u{2060}]", "d:1:2: error: invalid JSON: expected a value or ']' after '[', found 'U+2060'"),
    ("[1\u{A0}]", "d:1:3: error: invalid JSON: expected ',' or ']' after an element, found 'U+00A0'"),
    ("[\u{0}]", "d:1:2: error: invalid JSON: expected a value or ']' after '[', found 'U+0000'"),
    (
      "[\"é𝄞\", x]",
      "d:1:8: error: invalid JSON: expected a value after ',', found 'x'; put a string in straight double quotes"
    ),
    (
      "[\r\n1,\r\n\n  2,\rx]",
      "d:4:6: error: invalid JSON: expected a value after ',', found 'x'; put a string in straight double quotes"
    ),
    ("[1e400]", "d:1:2: error: number is too large: 1e400 at [0]"),
    ("{\"a\":{\"b\":-1e999}}", "d:1:11: error: number is too large: -1e999 at a.b"),
    ("{\"a\":1,\n \"a\":2}", "d:2:2: error: duplicate key 'a'; first given at 1:2"),
    (
      "{\"\u{E9}\":1,\"e\u{301}\":2}",
      "d:1:8: error: duplicate key 'e\u{301}'; first given at 1:2, with another Unicode encoding of its accents; "
        + "both are the same key"
    ),
    (
      "[0,{\"c\":{\"a\":1, \"\\u0061\":[]}}]",
      "d:1:17: error: duplicate key 'a' at [1].c; first given at 1:10"
    ),
  ]) func theMessageHasAReasonAndAPlace(text: String, message: String) {
    #expect(outcome(text) == message)
  }

  @Test(arguments: [
    "[", "{", "]", "}", "[a", "[\"", "[\"a", "[\"a\",", "[1,\n1\n,1", "[{}", "{\"a\":\"a", "{\"a\"",
    "{\"a\":", "{\"a\",1}",
    "[\"x\"]]", "[\"x\",,]", "[,", "[3[4]]", "[1:2]", "[\"a\":1]", "[*]", "[fals]", "[tru]", "[++1]", "[-01]",
    "[-1.0.]",
    "[-2.]", "[.-1]", "[.2e-3]", "[0.1.2]", "[0.3e+]", "[0.3e]", "[0.e1]", "[0E+]", "[0E]", "[1.0e+]",
    "[1.0e-]", "[1.0e]",
    "[1 000.0]", "[1eE2]", "[9.e+]", "[Inf]", "[0x42]", "[Infinity]", "[0e+-1]", "[-123.123foo]",
    "[-Infinity]",
    "[-foo]", "[- 1]", "[-.123]", "[1ea]", "[1.2a-3]", "[1.8011670033376514H-308]", "[１]", "{\"x\"::\"b\"}",
    "{\"x\", null}",
    "{key: 'value'}", "{null:null,null:null}", "{🇨🇭}", "{\"id\":0,,,,,}", "{'a':0}", "{\"a\":\"a\" 123}",
    "{\"id\":0,}", "{\"a\":\"b\"}/**/", "{\"a\":\"b\"}/**//", "{\"a\":\"b\"}//", "{\"a\":\"b\",,\"c\":\"d\"}",
    "{\"a\":\"b\"}#",
    "[\"\\uD800\\\"]", "[\"\\uD800\\u\"]", "[\"\\uD800\\u1\"]", "[é]", "[\"\\a\"]", "[\"\\'\"]",
    "[\"\\u00A\"]", "[\"\\🌀\"]",
    "['single quote']", "abc", "[\"\\\\\\\"]", "\"\\UA66D\"", "<.>", "[<null>]", "[1]x", "[1]]", "aå",
    "[True]", "1]", "{\"x\": true,",
    "[][]", "2@", "{}}", "{\"\":", "{\"a\":/*comment*/\"b\"}", "{\"a\": true} \"x\"", "['", "[\"a",
    "{\"a\":\"a", "*", "{\"a\":\"b\"}#{}",
    "[\\u000A\"\"]", "[1", "[false, nul", "å", "[true, fals", "[false, tru", "{\"asd\":\"asd\"", "\u{2060}",
    "[\u{C}]", "\u{85}[]",
    "[nan]", "[1,\u{0}]", "[\"\u{0}\"]", "[\"\u{1F}\"]", "nulltrue", "\"a\"b", "--1", "1e1.5", "00", "[01]",
    "#{}",
  ]) func textsOutsideTheGrammarAreInvalid(text: String) {
    #expect(outcome(text).hasPrefix("d:"))
    #expect(outcome(text).contains(": error: invalid JSON: "))
  }

  @Test(
    arguments: [
      ([0x22, 0xFF, 0x22], "0xFF"), ([0x22, 0xC0, 0xAF, 0x22], "0xC0"),
      ([0x22, 0xE0, 0x80, 0x80, 0x22], "0xE0"),
      ([0x22, 0xED, 0xA0, 0x80, 0x22], "0xED"), ([0x22, 0xF4, 0xBF, 0xBF, 0xBF, 0x22], "0xF4"),
      ([0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], "0xF5"), ([0x22, 0x81, 0x22], "0x81"),
      ([0x22, 0xE2, 0x82], "0xE2"),
      ([0x22, 0xF0, 0x80, 0x80, 0x80, 0x22], "0xF0"), ([0x22, 0xE2, 0x82, 0x22], "0xE2"),
      ([0x22, 0xFC, 0x83], "0xFC"),
    ] as [([UInt8], String)]) func bytesThatAreNotUTF8AreInvalid(bytes: [UInt8], byte: String)
  {
    #expect(
      outcome(bytes)
        == "d:1:2: error: invalid JSON: the byte \(byte) is not valid UTF-8 here; save the file as UTF-8")
  }

  @Test func bytesOutsideStringsAreInvalidToo() {
    #expect(
      outcome([0x5B, 0xE5, 0x5D])
        == "d:1:2: error: invalid JSON: the byte 0xE5 is not valid UTF-8 here; save the file as UTF-8")
  }

  @Test(
    arguments: [
      [0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00], [0xFE, 0xFF, 0x00, 0x5B], [0x5B, 0x00, 0x5D, 0x00],
      [0x00, 0x5B, 0x00, 0x5D],
    ] as [[UInt8]]) func otherEncodingsAreNamed(bytes: [UInt8])
  {
    #expect(outcome(bytes) == "d:1:1: error: invalid JSON: the file is UTF-16 or UTF-32; save it as UTF-8")
  }

  @Test func everyValueHasItsPlace() throws {
    let text = "{\r\n  \"é\": [1, \"𝄞\", {\"x\": null}],\n\"b\":\ttrue\n}"
    let root = try JSONScanner.scan(Array(text.utf8), file: "d")
    #expect(root.place == SourcePlace(line: 1, column: 1))
    guard case .object(let members) = root.value, case .array(let list)? = root["é"]?.value else {
      Issue.record("not an object with a list")
      return
    }
    #expect(members.map(\.keyPlace) == [SourcePlace(line: 2, column: 3), SourcePlace(line: 3, column: 1)])
    #expect(members.map(\.value.place) == [SourcePlace(line: 2, column: 8), SourcePlace(line: 3, column: 6)])
    #expect(list.map(\.place?.column) == [9, 12, 17])
    #expect(list[2].member("x")?.place == SourcePlace(line: 2, column: 23))
  }

  @Test func allDuplicatesAreReportedAndTheFirstValueStays() {
    let log = IssueLog()
    let node = JSONScanner.scan(
      Array("{\"a\":1,\"a\":{\"b\":0,\"b\":1},\"a\":3,\"c\":4}".utf8), file: "d", log: log)
    #expect(node?.text == "{\"a\":1,\"c\":4}")
    #expect(
      log.issues.map(\.text) == [
        "d:1:8: error: duplicate key 'a'; first given at 1:2",
        "d:1:19: error: duplicate key 'b' at a; first given at 1:13",
        "d:1:26: error: duplicate key 'a'; first given at 1:2",
      ])
  }

  @Test func duplicatesInALargeObjectAreFoundFast() {
    let members = (0..<50_000).map { "\"key\($0)\":0" }
    let text = "{" + (members + ["\"key77\":1"]).joined(separator: ",") + "}"
    let clock = ProcessorClock()
    var message = ""
    let time = clock.measure { message = outcome(text) }
    #expect(message.contains("duplicate key 'key77'"))
    #expect(time < .seconds(8))
  }

  @Test func nestingEndsAtTheLimit() {
    let depth = Limits.jsonDepth
    let deepest = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(outcome(deepest) == deepest)
    let path = String(repeating: "[0]", count: depth)
    #expect(
      outcome("[\(deepest)]") == "d:1:129: error: the document is nested deeper than 128 levels at \(path)")
  }

  @Test func deepTextThatIsNotJSONIsInvalid() {
    #expect(
      outcome(String(repeating: "[", count: 100_000))
        == "d:1:100001: error: invalid JSON: expected a value or ']' after '[', found the end of the file")
    #expect(outcome(String(repeating: "[{\"\":", count: 50_000) + "\n").contains("invalid JSON: "))
  }

  @Test func tooManyValuesAreRefused() {
    let text = "[" + String(repeating: "1,", count: Limits.jsonValues - 1) + "1]"
    #expect(outcome(text) == "d:1:2000000: error: the document has more than 1000000 values at [999999]")
  }

  @Test func tooManyBytesAreRefused() {
    let bytes = [UInt8](repeating: 0x20, count: Limits.jsonBytes + 1)
    #expect(outcome(bytes) == "d:1:1: error: the document is larger than 16 MiB")
  }

  @Test func aNumberOfAMillionDigitsIsRead() {
    let long = "0." + String(repeating: "1", count: 1_000_000)
    #expect(outcome(long) == long)
    #expect(
      outcome(String(repeating: "1", count: 1_000_000)).hasPrefix("d:1:1: error: number is too large: 1111"))
  }

  @Test(
    arguments: [
      ("// first\n{ /* a */ \"a\" /**/ : 1, // é\n \"b\": [ 1, 2, ], }", "{\"a\":1,\"b\":[1,2]}"),
      ("[ /* a\n b */ ]", "[]"), ("[[1,],] // end", "[[1]]"),
      ("[\"// text /* */\", ]", "[\"// text /* */\"]"),
    ])
  func commentsAndTrailingCommasAreForJSONC(_ text: String, _ plain: String) throws {
    let node = try JSONScanner.scan(Array(text.utf8), file: "deck.JSONC")
    #expect(JSONDump.write(node, pretty: false) == plain)
    #expect(throws: DeckIssue.self) { try JSONScanner.scan(Array(text.utf8), file: "deck.json") }
  }

  @Test(
    arguments: [
      ("{ /* é */ \"a\": 1 }", "1:11"), ("// é\n/* é\n é */ { \"a\": 1 }", "3:9"),
    ])
  func commentsKeepPlaces(_ text: String, _ place: String) throws {
    let node = try JSONScanner.scan(Array(text.utf8), file: "d.jsonc")
    guard case .object(let members) = node.value else {
      Issue.record("not an object")
      return
    }
    #expect(members[0].keyPlace?.text == place)
  }

  @Test(
    arguments: [
      (
        "[1 /* open",
        "d.jsonc:1:4: error: invalid JSON: expected ',' or ']' after an element, found '/'; a comment is '// …' or '/* … */'"
      ),
      ("[,]", "d.jsonc:1:2: error: invalid JSON: expected a value or ']' after '[', found ','"),
      ("[1,,]", "d.jsonc:1:4: error: invalid JSON: expected a value after ',', found ','"),
      (
        "{,}", "d.jsonc:1:2: error: invalid JSON: expected a key in double quotes or '}' after '{', found ','"
      ),
      (
        "# no",
        "d.jsonc:1:1: error: invalid JSON: expected a value, found '#'; JSON has no comments; a file that ends in .jsonc may have them, as in // or /* */"
      ),
      ("// only", "d.jsonc:1:8: error: invalid JSON: the file is empty"),
    ])
  func otherErrorsStayInJSONC(_ text: String, _ message: String) {
    do throws(DeckIssue) {
      _ = try JSONScanner.scan(Array(text.utf8), file: "d.jsonc")
      Issue.record("no error")
    } catch { #expect(error.text == message) }
  }
}
