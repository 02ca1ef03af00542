import CardRaster
import TestSupport
import Testing

@testable import CardModel
@testable import CardParts

/// The limits of the text that bindings produce and of the work that they do.
@Suite struct BindingLimitTests {
  private static func deck(_ text: String, data: String, forEach: String = "") -> String {
    #"{"data":\#(data),"cards":[{"parts":[{"type":"text",\#(forEach)"text":"\#(text)"}]}]}"#
  }

  private static let list = "[\((0..<20_000).map(String.init).joined(separator: ","))]"
  private static let long = String(repeating: "x", count: 50_000)

  /// The texts would have 17 MiB to many gigabytes, so the limit must apply before they are created.
  @Test(arguments: [
    ("{{ l | join('\(long)') }}", "{\"l\":\(list)}"),
    ("{{ n | plural('other: \(String(repeating: "#", count: 60_000))') }}", #"{"n":1e300}"#),
  ]) func textIsCountedBeforeItIsMade(text: String, data: String) throws {
    let issues = try LaidOut.issues(of: Self.deck(text, data: data))
    #expect(
      issues.map { $0.hasSuffix("the bindings produce more than 16 MiB of text at cards[0].parts[0].text") }
        == [true], "\(issues)")
  }

  @Test func numbersAreCounted() throws {
    let budget = DeckBudget()
    let call = FormatterCall(name: "currency")
    _ = try Formatters.apply(
      .currency, call, to: JSONNode(.number(1e300)), locale: .standard, budget: budget)
    #expect(budget.taken.bytes > 300)
  }

  @Test func datesAreCountedFieldByField() throws {
    let pattern = FormatterCall(name: "date", arguments: [.of("MMMM dd ")])
    let budget = DeckBudget()
    #expect(try Formatters.date(pattern, .of(0), .standard, budget) == "January 01 ")
    #expect(budget.taken.bytes == 8 + 7 + 2)
    try budget.take(bytes: Limits.jsonBytes - 30)
    #expect(throws: BindingError.self) { try Formatters.date(pattern, .of(0), .standard, budget) }
  }

  @Test func eachPartOfAnExpressionIsAStep() throws {
    let budget = DeckBudget()
    let scope = BindingScope(data: .object([("a", .of(1))]), budget: budget)
    let pieces = try BindingParser.pieces(of: "{{ (a + 2) * a | number }}")
    guard case .binding(let expression)? = pieces.first else { return }
    _ = try Binding.value(of: expression, scope: scope)
    #expect(budget.taken.steps == 6)
    #expect(throws: BindingError.self) { try budget.take(steps: Limits.bindingSteps) }
  }

  /// A comparison of two lists counts each pair of compared entries.
  @Test func comparedListsAreCounted() throws {
    let budget = DeckBudget()
    let list = JSONNode(.array((0..<100).map { .of($0) }))
    let scope = BindingScope(data: .object([("a", list), ("b", list)]), budget: budget)
    let pieces = try BindingParser.pieces(of: "{{ a == b }}")
    guard case .binding(let expression)? = pieces.first else { return }
    #expect(try Binding.value(of: expression, scope: scope).value == .bool(true))
    #expect(budget.taken.entries == 100)
  }

  /// Members are found in objects of every size.
  ///
  /// An object that was changed after a lookup has the new members, and its old copy has the old ones.
  @Test(arguments: [3, BindingTexts.searched, 500]) func membersOfLargeObjects(count: Int) throws {
    var members = (0..<count).map { JSONNode.Member(key: "k\($0)", value: .of($0)) }
    let texts = BindingTexts()
    for _ in 0..<3 {
      let node = JSONNode(.object(members))
      for number in [0, count / 2, count - 1] {
        #expect(texts.value(of: node, at: .key("k\(number)")) == .of(number))
      }
      #expect(texts.value(of: node, at: .key("k\(count)")) == nil)
      #expect(texts.value(of: node, at: .index(0)) == nil)
    }
    let old = JSONNode(.object(members))
    members[0].key = "other"
    members.swapAt(0, count - 1)
    let node = JSONNode(.object(members))
    #expect(texts.value(of: node, at: .key("k0")) == nil)
    #expect(texts.value(of: node, at: .key("other")) == .of(0))
    #expect(texts.value(of: old, at: .key("k0")) == .of(0))
  }

  /// A hint is computed once for each reported issue, and not for repeated or omitted issues.
  @Test func hintsAreLookedForOnce() throws {
    let log = IssueLog()
    var asked = 0
    for number in 0..<300 {
      let issue = DeckIssue(
        .error, file: "d", path: JSONPath.root.index(number % 150), message: "wrong")
      log.add(issue) {
        asked += 1
        return "hint"
      }
    }
    #expect(asked == Limits.issues && log.issues.allSatisfy { $0.hint == "hint" })
    #expect(log.omitted == 50)
  }

  @Test func nearNamesAreFoundAmongTheFirstOnly() {
    let names = (0..<10_000).map { "name\($0)" }
    #expect(Spelling.nearest(to: "nmae17", in: names) == "name17")
    #expect(Spelling.nearest(to: "Name9999", in: names) != "name9999")
    let long = String(repeating: "a", count: 30_000)
    #expect(Spelling.nearest(to: long + "b", in: [long + "c"]) == nil)
    #expect(Spelling.nearest(to: "mising", in: ["missing"]) == "missing")
  }

  /// A text with a syntax error is parsed once and reported once, even when `forEach` repeats its element.
  @Test func brokenTextsAreReadOnce() throws {
    let texts = BindingTexts()
    for _ in 0..<2 { #expect(throws: BindingError.self) { try texts.pieces(of: "{{ a ") } }
    let broken = "{{ a \(String(repeating: "b ", count: 500)) }}"
    let issues = try LaidOut.issues(
      of: Self.deck(broken, data: #"{"l":[1,2,3]}"#, forEach: #""forEach":"{{ l }}","#))
    #expect(issues.count == 1)
  }
}
