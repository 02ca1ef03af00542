import CardRaster
import Testing

@testable import CardModel
@testable import CardParts

private func set(_ assignment: String, in data: String) -> String {
  do throws(DeckIssue) {
    return try DataOverlay.set(assignment, in: Sample.node(data)).text
  } catch { return error.text }
}

@Suite struct DataOverlayTests {
  @Test func objectsAreMergedAndTheRestIsReplaced() {
    let base = Sample.node(#"{"b": {"x": 1, "y": [1, 2]}, "a": 1, "c": {"d": 1}}"#)
    let over = Sample.node(#"{"new": 1, "b": {"y": [3], "z": null}, "c": "text"}"#)
    #expect(
      DataOverlay.merge(over, onto: base).text == #"{"b":{"x":1,"y":[3],"z":null},"a":1,"c":"text","new":1}"#)
  }

  @Test func aDataFileHoldsAnObject() {
    #expect(throws: Never.self) { try DataOverlay.read(Array("{}".utf8), file: "x.json") }
    do throws(DeckIssue) {
      _ = try DataOverlay.read(Array("\n [1]".utf8), file: "x.json")
      Issue.record("a list was taken")
    } catch {
      #expect(
        error.text
          == "x.json:2:2: error: the data must be an object, found a list; put it under a name, such as {\"rows\": [...]}"
      )
    }
  }

  @Test(arguments: [
    ("a=2", "{}", #"{"a":2}"#), ("a=Ann", #"{"a":1}"#, #"{"a":"Ann"}"#), ("a=", "{}", #"{"a":""}"#),
    ("a=true", "{}", #"{"a":true}"#), (#"a={"b":[1]}"#, "{}", #"{"a":{"b":[1]}}"#),
    ("a=[1", "{}", #"{"a":"[1"}"#),
    ("a.b.c=1", "{}", #"{"a":{"b":{"c":1}}}"#), ("a.b=1", #"{"a":null,"c":2}"#, #"{"a":{"b":1},"c":2}"#),
    ("a[1].x=5", #"{"a":[1,{"x":2}]}"#, #"{"a":[1,{"x":5}]}"#), ("a.0=5", #"{"a":[1]}"#, #"{"a":[5]}"#),
    ("a=x=y", "{}", #"{"a":"x=y"}"#), ("[\"a b\"]=1", "{}", #"{"a b":1}"#),
    ("a=01234", "{}", #"{"a":"01234"}"#),
    ("a=\"1\"", "{}", #"{"a":"1"}"#),
  ]) func aValueIsSet(assignment: String, data: String, result: String) {
    #expect(set(assignment, in: data) == result)
  }

  @Test(arguments: [
    ("a", "{}", "--set: error: expected path=value, found 'a'"),
    ("=1", "{}", "--set: error: expected path=value, found '=1'"),
    ("a b=1", "{}", "--set: error: 'a b' is not a path: unexpected ' '"),
    ("a.=1", "{}", "--set: error: expected a name after '.' in a path, found the end"),
    ("a.b=1", #"{"a":2}"#, "--set: error: cannot set 'a.b'; 'a' is a number"),
    ("a[2]=1", #"{"a":[1]}"#, "--set: error: no 'a[2]'; 'a' is a list of 1 element"),
    ("a.x=1", #"{"a":[1,2]}"#, "--set: error: no 'a.x'; 'a' is a list of 2 elements"),
    ("a[0]=1", "{}", "--set: error: cannot set 'a[0]'; 'a' is null"),
    ("a=1e999", "{}", "--set:1:1: error: number is too large: 1e999"),
    ("a={\"b\":1,\"b\":2}", "{}", "--set:1:8: error: duplicate key 'b'; first given at 1:2"),
  ]) func whatCannotBeSetIsNamed(assignment: String, data: String, message: String) {
    #expect(set(assignment, in: data) == message)
  }
}
