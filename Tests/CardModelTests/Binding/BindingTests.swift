import CardRaster
import TestSupport
import Testing

@testable import CardModel
@testable import CardParts

@Suite struct BindingTests {
  @Test(arguments: [
    ("{{ user.name }}", #""Ann""#), ("{{user.name}}", #""Ann""#), ("{{ count }}", "3"),
    ("{{ user.isPro }}", "true"),
    ("{{ rows[2].x }}", #"{"y":[]}"#), ("{{ rows.1.x }}", #""two""#), ("{{ rows[0] }}", #"{"x":1}"#),
    ("{{ user[\"first name\"] }}", #""A.""#), ("{{ user['first name'] }}", #""A.""#),
    ("{{ [\"count\"] }}", "3"),
    ("{{ user.nothing }}", "null"), ("{{ !user.isPro }}", "false"), ("{{ !zero }}", "true"),
    ("{{ nope | default(7) }}", "7"), ("{{ nope | default([]) }}", "[]"),
    ("{{ nope | default(null) }}", "null"),
    ("{{ user.nothing | default('–') }}", #""–""#), ("{{ count | default(1) }}", "3"),
    ("{{ nope | upper | default('a') }}", #""a""#), ("{{ nope | default('a') | upper }}", #""A""#),
    ("{{ !nope | default(false) }}", "true"), ("{{ nope | default(-1.5e2) }}", "-150"),
  ]) func aBindingAloneGivesTheValueWithItsType(text: String, value: String) {
    #expect(Sample.fill(text) == value)
  }

  @Test(arguments: [
    ("Hello {{ user.name }}!", "Hello Ann!"), ("{{ count }} of {{amount}}", "3 of 1234.5"),
    (" {{ user.isPro }}", " true"), ("{{ zero }}{{ user.empty }}", "0"), ("{{ user.name | upper }}-", "ANN-"),
    ("plain } text }}", "plain } text }}"), (#"\{{ user.name }}"#, "{{ user.name }}"),
    (#"\\{{ user.name }}"#, #"\Ann"#), (#"\\\{{ {{ count }}"#, #"\{{ 3"#), (#"a\b {{ count }}"#, #"a\b 3"#),
    ("{ {{ count }} }", "{ 3 }"), ("{{ nope | default('}}') }}.", "}}."),
    ("{{ nope | default('it\\'s') }}.", "it's."),
    ("{{ evil }}!", "{{ amount }}!"), ("é{{ count }}𝄞", "é3𝄞"),
  ]) func aBindingInATextGivesAText(text: String, value: String) {
    #expect(Sample.fill(text) == JSONNode.of(value).text)
  }

  @Test(arguments: [
    ("{{ user.nam }}", "no value for 'user.nam' in the data at text; did you mean 'user.name'?"),
    ("{{ usr.name }}", "no value for 'usr.name' in the data at text; did you mean 'user.name'?"),
    (
      "{{ user.zzzzz }}",
      "no value for 'user.zzzzz' in the data at text; 'user' has 'name', 'isPro', 'first name', 'nothing', 'empty'"
    ),
    ("{{ rows[3] }}", "no value for 'rows[3]' in the data at text; 'rows' is a list of 3 elements"),
    ("{{ rows.x }}", "no value for 'rows.x' in the data at text; 'rows' is a list of 3 elements"),
    ("{{ count.x }}", "no value for 'count.x' in the data at text; 'count' is a number"),
    (
      "{{ user['x y'] }}",
      "no value for 'user[\"x y\"]' in the data at text; 'user' has 'name', 'isPro', 'first name', 'nothing', 'empty'"
    ),
    (
      "a {{ user.nothing }}",
      "'user.nothing' is null, which cannot be inserted into a text at text; add a default, such as {{ user.nothing | default(\"–\") }}"
    ),
    ("a {{ rows }}", "'rows' is a list, which cannot be inserted into a text at text"),
    ("a {{ user }}", "'user' is an object, which cannot be inserted into a text at text"),
    (
      "a {{ user.name",
      "unclosed binding: '{{' without '}}' at text; write '\\{{' for the braces themselves"
    ),
    ("{{", "unclosed binding: '{{' without '}}' at text; write '\\{{' for the braces themselves"),
    ("{{ }}", "a binding without a path: '{{ }}' at text; write '\\{{' for the braces themselves"),
    (
      "{{ a b }}",
      #"expected '|' or '}}' in a binding, found 'b' at text; if this is one name, write {{ ["a b"] }}"#
    ),
    (
      "{{ Kunden-Nr. }}",
      #"expected a name after '.' in a path, found ' ' at text; if this is one name, write {{ ["Kunden-Nr."] }}"#
    ),
    ("{{ a.. }}", "expected a name after '.' in a path, found '.' at text"),
    ("{{ & }}", "expected a name in a path, found '&' at text"),
    ("{{ a[x] }}", "expected a number or a quoted name after '[' in a path, found 'x' at text"),
    ("{{ a[1 }}", "expected ']' in a path, found ' ' at text"),
    ("{{ a | }}", "expected a formatter after '|', found '}' at text"),
    (
      "{{ a | f(EUR) }}",
      "expected an argument, found 'EUR' at text; put a text in quotes, such as \"EUR\""
    ),
    ("{{ a | f(1 2) }}", "expected ',' or ')' after an argument of 'f', found '2' at text"),
    ("{{ a | f('x }}", "a text in a binding that is not closed at text"),
    ("{{ amount | curency }}", "unknown formatter 'curency' at text; did you mean 'currency'?"),
    ("{{ nope | uper | default(1) }}", "unknown formatter 'uper' at text; did you mean 'upper'?"),
    (
      "{{ amount | zzz }}",
      "unknown formatter 'zzz' at text; the formatters are currency, number, percent, compact, date, upper, lower, default, plural, count, sum, mean, sort, group, join, locale"
    ),
    ("{{ user.name | currency }}", "the formatter 'currency' takes a number, found a string at text"),
    ("{{ rows | percent }}", "the formatter 'percent' takes a number, found a list at text"),
    ("{{ count | upper }}", "the formatter 'upper' takes a string, found a number at text"),
    ("{{ user.name | lower(1) }}", "the formatter 'lower' takes no argument, found 1 at text"),
    ("{{ count | number(1.5) }}", "the formatter 'number' takes 0 to 10 decimals, found '1.5' at text"),
    ("{{ count | number(11) }}", "the formatter 'number' takes 0 to 10 decimals, found '11' at text"),
    ("{{ count | percent(1, 2) }}", "the formatter 'percent' takes at most 1 argument, found 2 at text"),
    ("{{ count | currency('EURO') }}", "unknown currency 'EURO' at text; did you mean 'EUR'?"),
    (
      "{{ count | currency('dollars') }}",
      "unknown currency 'dollars' at text; a currency is a code such as \"EUR\""
    ),
    (
      "{{ count | default }}",
      "the formatter 'default' takes 1 argument, found 0 at text; write it as default(\"–\")"
    ),
    ("{{ user.isPro | date }}", "the formatter 'date' takes a string or a number, found a boolean at text"),
    (
      "{{ user.name | date }}",
      "the formatter 'date' cannot read 'Ann' at text; write a date as 2026-11-21 or 2026-11-21T10:00:00Z"
    ),
    ("{{ date | date('lon') }}", "unknown field 'l' in the date pattern 'lon' at text; did you mean 'long'?"),
    (
      "{{ date | date('d xx') }}",
      "unknown field 'xx' in the date pattern 'd xx' at text; put words in single quotes"
    ),
    ("{{ date | date(\"d 'de\") }}", "a quote in the date pattern 'd 'de' is not closed at text"),
    (
      "{{ date | date(1) }}",
      "the formatter 'date' takes one text at text; such as \"long\" or \"d MMM yyyy\""
    ),
  ]) func theMessageSaysWhatAndWhere(text: String, message: String) {
    #expect(Sample.fill(text) == "d:2:9: error: " + message)
  }

  @Test func thereMayBeNoDataAtAll() {
    #expect(
      Sample.fill("{{ a }}", data: .object([]))
        == "d:2:9: error: no value for 'a' in the data at text; the deck has no data")
  }

  /// The message names a data file beside the deck that was not given with `--data`.
  @Test func dataBesideTheDeckAreNamed() throws {
    let folder = try TemporaryFolder()
    let text = #"{"cards": [{"parts": [{"type": "text", "text": "{{ a }}"}]}]}"#
    func message(_ options: DeckOptions = DeckOptions()) throws -> String {
      let deck = try DeckLoader.load(Array(text.utf8), file: "d", folder: folder.path)
      do throws(DeckError) {
        _ = try DeckPipeline().resolve(deck, options: options)
        return ""
      } catch {
        return error.issues.map(\.text).joined(separator: "\n")
      }
    }
    #expect(try message().hasSuffix("in the data at cards[0].parts[0].text; the deck has no data"))
    try FileWriting.write(Array(#"{"a": "b"}"#.utf8), to: "\(folder.path)/data.json")
    #expect(
      try message().hasSuffix(
        "; the deck has no data; to use 'data.json' next to the deck, pass it with --data"))
    var options = DeckOptions()
    options.assignments = ["total=1"]
    #expect(try message(options).hasSuffix("; there is 'total'"))
  }

  @Test func aBoundValueIsMarkedPlacedAndNeverReadAgain() throws {
    let log = IssueLog()
    let scope = BindingScope(data: Sample.node(#"{"a": [{"b": "{{ c }}"}], "c": 1}"#))
    let place = SourcePlace(line: 7, column: 3)
    let node = JSONNode(.string("{{ a }}"), place: place)
    let once = try #require(Binding.fill(node, scope: scope, log: log, file: "d", path: .root))
    #expect(once.text == #"[{"b":"{{ c }}"}]"#)
    guard case .array(let list) = once.value, let inner = list.first?["b"] else {
      Issue.record("no list")
      return
    }
    #expect(inner.isBound && inner.place == place && once.isBound)
    #expect(Binding.fillTree(once, scope: scope, log: log, file: "d", path: .root) == once)
    let mixed = Binding.fill(JSONNode(.string("../{{ c }}")), scope: scope, log: log, file: "d", path: .root)
    #expect(mixed?.isBound == true)
  }

  @Test func aTreeIsFilledButNotItsKeysNorWhatIsSkipped() {
    let log = IssueLog()
    let tree = Sample.node(
      #"{"{{ x }}": "{{ count }}", "list": ["{{ user.name }}", {"forEach": "{{ no }}"}], "n": 1}"#)
    let filled = Binding.fillTree(
      tree, scope: BindingScope(data: Sample.data), log: log, file: "d", path: .root,
      skipping: { node, _ in node["forEach"] != nil })
    #expect(filled?.text == #"{"{{ x }}":3,"list":["Ann",{"forEach":"{{ no }}"}],"n":1}"#)
  }

  @Test func allThatIsWrongInATreeIsReported() {
    let log = IssueLog()
    let tree = Sample.node(#"{"a": "{{ x1 }}", "b": ["{{ x2 | default(1) }}", "{{ x3 }}"]}"#)
    #expect(
      Binding.fillTree(tree, scope: BindingScope(data: Sample.data), log: log, file: "d", path: .root) == nil)
    #expect(log.issues.map(\.path.text) == ["a", "b[1]"])
    #expect(log.issues.map(\.place?.column) == [7, 50])
  }

  @Test func bindingsCannotGrowWithoutEnd() {
    let log = IssueLog()
    let list = JSONNode.list((0..<1_000).map { .of($0) })
    let scope = BindingScope(
      data: .object([("a", list), ("t", .of(String(repeating: "x", count: 1 << 20)))]))
    let lists = JSONNode.list(Array(repeating: .of("{{ a }}"), count: 2_000))
    #expect(Binding.fillTree(lists, scope: scope, log: log, file: "d", path: .root) == nil)
    #expect(log.issues.first?.message == "the bindings produce more than 1000000 values")
    let texts = JSONNode.list(Array(repeating: .of("-{{ t }}"), count: 20))
    let second = IssueLog()
    #expect(Binding.fillTree(texts, scope: scope, log: second, file: "d", path: .root) == nil)
    #expect(second.issues.contains { $0.message == "the bindings produce more than 16 MiB of text" })
  }
}
