import Testing

@testable import CardParts

@Suite struct JSONDumpTests {
  @Test(arguments: [
    (3.0, "3"), (-0.0, "0"), (0.1, "0.1"), (-2.5, "-2.5"), (1e14, "100000000000000"), (1e21, "1e+21"),
    (1e-7, "1e-07"),
    (.leastNonzeroMagnitude, "5e-324"), (.infinity, "null"),
  ]) func numbersAreShort(value: Double, text: String) {
    #expect(JSONNode.of(value).text == text)
  }

  @Test func prettyTextHasALineForEachMember() {
    let node = JSONNode.object([
      ("a", .list([.of(1), .of(true), .null])), ("b", .object([])),
      ("c", .object([("d", .of("x\"\u{1B}\u{9B}"))])),
    ])
    let pretty = """
      {
        "a": [
          1,
          true,
          null
        ],
        "b": {},
        "c": {
          "d": "x\\"\\u001B\\u009B"
        }
      }
      """
    #expect(JSONDump.write(node, pretty: true) == pretty)
    #expect(node.text == #"{"a":[1,true,null],"b":{},"c":{"d":"x\"\u001B\u009B"}}"#)
  }

  /// The log of a build server does not execute commands in the text.
  ///
  /// A JSON reader gets the original text.
  @Test(arguments: [
    ("##vso[task.complete]", "\"##vso\\u005Btask.complete]\""), ("##[x", "\"##\\u005Bx\""),
    ("##teamcity[", "\"##teamcity\\u005B\""), ("travis_fold:a", "\"travis_fold\\u003Aa\""),
    ("a[0]: #[b", "\"a[0]: #[b\""),
  ]) func commandsOfLogsAreEscaped(text: String, written: String) throws {
    #expect(JSONNode.of(text).text == written)
    #expect(JSONDump.write(.object([(text, .of(1))]), pretty: true) == "{\n  \(written): 1\n}")
    #expect(try JSONScanner.scan(Array(written.utf8), file: "").plainText == text)
  }

  @Test func writtenJSONReadsBackTheSame() throws {
    let text = #"{"b":[0.1,-1e-09,123456.75,"é\u2028\n/",{"":[[]]}],"a":{"x":false}}"#
    let once = try JSONScanner.scan(Array(text.utf8), file: "").text
    #expect(once == text)
    let pretty = JSONDump.write(try JSONScanner.scan(Array(text.utf8), file: ""), pretty: true)
    #expect(try JSONScanner.scan(Array(pretty.utf8), file: "").text == text)
  }

  @Test(
    arguments: [
      (12.5, [1, 2, 5], 2), (0.05, [5], -1), (0, [], 0), (-100, [1], 3), (1e21, [1], 22),
      (1.5e-7, [1, 5], -6), (2.675, [2, 6, 7, 5], 1),
    ] as [(Double, [UInt8], Int)]) func decimalGivesTheDigits(value: Double, digits: [UInt8], point: Int)
  {
    let decimal = JSONDecimal(value)
    #expect(decimal.digits == digits)
    #expect(decimal.point == point)
  }
}
