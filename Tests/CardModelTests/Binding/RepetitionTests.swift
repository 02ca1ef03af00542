import CardRaster
import Testing

@testable import CardModel
@testable import CardParts

/// Applies `if` and `forEach`; returns the elements as JSON with their texts filled, and the issues.
private func expand(_ list: String, limit: Int = 100) -> (nodes: [String], issues: [String]) {
  let log = IssueLog()
  guard case .array(let nodes) = Sample.node(list).value else { return ([], ["no list"]) }
  let elements = Repetition.expand(
    list: nodes, at: JSONPath.root.key("parts"), scope: BindingScope(data: Sample.data), limit: limit,
    log: log, file: "d")
  let filled = elements.map { element in
    Binding.fillTree(element.node, scope: element.scope, log: log, file: "d", path: element.path)?.text ?? "-"
  }
  return (filled, log.issues.map(\.text))
}

@Suite struct RepetitionTests {
  @Test(
    arguments: [
      (#"[1, {"a": 1}]"#, ["1", #"{"a":1}"#]),
      (#"[{"if": true}, {"if": false}, {"if": "{{ user.isPro }}", "a": 1}]"#, ["{}", #"{"a":1}"#]),
      (
        #"[{"if": "{{ zero }}"}, {"if": "{{ user.empty }}"}, {"if": "{{ user.nothing }}"}, {"if": "{{ rows }}"}]"#,
        ["{}"]
      ),
      (#"[{"if": "{{ nope | default(false) }}"}, {"if": "{{ !nope | default(false) }}"}]"#, ["{}"]),
      (
        #"[{"forEach": "{{ rows }}", "t": "{{ item.x }}", "i": "{{ index }}"}]"#,
        [#"{"t":1,"i":0}"#, #"{"t":"two","i":1}"#, #"{"t":{"y":[]},"i":2}"#]
      ),
      (
        #"[{"forEach": "{{ rows }}", "as": "row", "if": "{{ index }}", "t": "{{ row.x }}"}]"#,
        [#"{"t":"two"}"#, #"{"t":{"y":[]}}"#]
      ),
      (
        #"[{"forEach": [1, "{{ user.name }}"], "as": "amount", "t": "{{ amount }}"}]"#,
        [#"{"t":1}"#, #"{"t":"Ann"}"#]
      ),
      (#"[{"forEach": "{{ nope | default([]) }}", "t": "{{ item }}"}]"#, []),
      (
        #"[{"forEach": "{{ rows[0] }}", "t": "{{ item.key }}={{ item.value }} {{ index + 1 }}"}]"#,
        [#"{"t":"x=1 1"}"#]
      ),
    ] as [(String, [String])]) func elementsComeAndAreRepeated(list: String, nodes: [String])
  {
    let result = expand(list)
    #expect(result.nodes == nodes)
    #expect(result.issues.isEmpty)
  }

  @Test(arguments: [
    (#"[{"if": "{{ zero }}", "a": 1}, {"else": true, "a": 2}, {"a": 3}]"#, [#"{"a":2}"#, #"{"a":3}"#], ""),
    (#"[{"if": "{{ count }}", "a": 1}, {"else": true, "a": 2}]"#, [#"{"a":1}"#], ""),
    (
      #"[{"if": "{{ zero }}"}, {"else": true, "if": "{{ count == 3 }}", "a": 2}, {"else": true, "a": 3}]"#,
      [#"{"a":2}"#], ""
    ),
    (
      #"[{"if": "{{ count }}", "a": 1}, {"else": true, "if": true, "a": 2}, {"else": true, "a": 3}]"#,
      [#"{"a":1}"#], ""
    ),
    (#"[{"forEach": [], "a": 1}, {"else": true, "a": 2}]"#, [#"{"a":2}"#], ""),
    (
      #"[{"a": 1}, {"else": true, "a": 2}]"#, [#"{"a":1}"#],
      "'else' must follow an element with 'if' or 'forEach'"
    ),
    (#"[{"if": true}, {"else": "yes"}]"#, ["{}"], "'else' takes true, found 'yes'"),
  ]) func anElementMayBeThereInsteadOfOthers(list: String, nodes: [String], issue: String) {
    let result = expand(list)
    #expect(result.nodes == nodes)
    #expect(issue.isEmpty ? result.issues.isEmpty : result.issues.contains { $0.contains(issue) })
  }

  @Test func anInnerRepetitionSeesTheOuterNames() {
    let log = IssueLog()
    let scope = BindingScope(
      data: Sample.node(#"{"groups": [{"n": "A", "rows": [1, 2]}, {"n": "B", "rows": [3]}]}"#))
    let outer = Sample.node(
      ##"{"forEach": "{{ groups }}", "as": "g", "rows": [{"forEach": "{{ g.rows }}", "as": "r", "t": "{{ g.n }}{{ r }}#{{ index }}"}]}"##
    )
    var texts: [String] = []
    for group in Repetition.expand(list: [outer], at: .root, scope: scope, log: log, file: "d") {
      guard case .array(let rows)? = group.node["rows"]?.value else { continue }
      for row in Repetition.expand(list: rows, at: group.path, scope: group.scope, log: log, file: "d") {
        texts.append(
          Binding.fillTree(row.node, scope: row.scope, log: log, file: "d", path: row.path)?.text ?? "-")
      }
    }
    #expect(texts == [#"{"t":"A1#0"}"#, #"{"t":"A2#1"}"#, #"{"t":"B3#0"}"#])
    #expect(log.issues.isEmpty)
  }

  @Test(arguments: [
    (
      #"[{"forEach": "{{ count }}"}]"#,
      "d:1:14: error: 'forEach' takes a list, found a number at parts[0].forEach"
    ),
    (
      #"[{"forEach": "rows"}]"#,
      #"d:1:14: error: 'forEach' takes a list, found a string at parts[0].forEach; write it as "{{ name }}""#
    ),
    (#"[{"forEach": 3}]"#, "d:1:14: error: 'forEach' takes a list, found a number at parts[0].forEach"),
    (
      #"[{"forEach": "{{ row }}"}]"#,
      "d:1:14: error: no value for 'row' in the data at parts[0].forEach; did you mean 'rows'?"
    ),
    (#"[{"as": "x"}]"#, "d:1:9: error: 'as' without 'forEach' at parts[0].as"),
    (#"[{"forEach": [], "as": 1}]"#, "d:1:24: error: 'as' takes a name, found a number at parts[0].as"),
    (
      #"[{"forEach": [], "as": "a b"}]"#,
      "d:1:24: error: 'as' takes a name, found 'a b' at parts[0].as; a name can contain letters, digits, '_', '-' and '$'"
    ),
    (
      #"[{"forEach": [], "as": "index"}]"#,
      "d:1:24: error: 'as' cannot be 'index', the name for the number of the repetition at parts[0].as"
    ),
    (
      #"[{"if": "false"}]"#,
      #"d:1:9: error: 'if' takes a binding, found a plain text at parts[0].if; write it as "{{ name }}""#
    ),
    (#"[{"if": []}]"#, "d:1:9: error: 'if' takes a binding or a boolean, found a list at parts[0].if"),
    (
      #"[{"if": "{{ user.isPr }}"}]"#,
      "d:1:9: error: no value for 'user.isPr' in the data at parts[0].if; did you mean 'user.isPro'?"
    ),
    (
      #"[{"forEach": "{{ rows }}", "t": "{{ item.z }}"}]"#,
      "d:1:33: error: no value for 'item.z' in the data at parts[0].t; did you mean 'item.x'?"
    ),
    (
      #"[1, {"forEach": [1, 2, 3, 4]}]"#,
      "d:1:17: error: more than 4 parts at parts[1]; 'forEach' repeats too often"
    ),
    ("[1, 2, 3, 4, 5]", "d:1:14: error: more than 4 parts at parts[4]"),
  ]) func theMessageSaysWhatAndWhere(list: String, message: String) {
    #expect(expand(list, limit: 4).issues == [message])
  }

  @Test func repetitionsThatAllDropOutEndToo() {
    let log = IssueLog()
    let scope = BindingScope(data: .object([("a", .list((0..<100_000).map { .of($0) }))]))
    let node = Sample.node(#"{"forEach": "{{ a }}", "if": false}"#)
    let elements = Repetition.expand(
      list: Array(repeating: node, count: 1_000), at: .root, scope: scope, log: log, file: "d")
    #expect(elements.isEmpty)
    #expect(log.issues.contains { $0.message == "the bindings produce more than 1000000 values" })
  }
}
