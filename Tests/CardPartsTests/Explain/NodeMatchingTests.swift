import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// Matching the parts of two decks, of every size.
@Suite struct NodeMatchingTests {
  /// A table with the given rows.
  private func table(_ rows: [String]) -> String {
    let all = rows.map { #"{"leftTitleText":"\#($0)","rightTitleText":"$\#($0.utf8.count)"}"# }
    return """
      {"canvas":{"width":300,"scale":0.1},"cards":[{"parts":[{"type":"table","rowHeight":60,"rows":[\(all.joined(separator: ","))]}]}]}
      """
  }

  /// A page of plain nodes, without a layout.
  private func page(_ words: [String]) -> SnapshotPage {
    var page = SnapshotPage()
    page.drawn = words.joined()
    for (place, word) in words.enumerated() {
      var node = SnapshotNode(type: "row")
      node.frame = Rect(x: 0, y: Double(place) * 10, width: 100, height: 10)
      node.texts = [
        SnapshotText(lines: [SnapshotText.Line(text: word, frame: node.frame, baseline: node.frame.maxY)])
      ]
      node.drawn = word
      page.nodes.append(node)
    }
    return page
  }

  @Test func rowsAreFoundWhereverTheyAre() throws {
    let rows = (1...40).map { "Row \($0)" }
    var other = rows
    other.remove(at: 30)
    other.insert("Another one", at: 10)
    let pair = try Explained(table(rows), table(other))
    #expect(
      pair.sentences.filter { !$0.contains(" moved ") } == [
        "row 'Another one' is new in table of card 1", "row 'Row 31' is gone from table of card 1",
      ])
  }

  @Test(arguments: [
    ["a", "b", "c", "d"], ["a", "x", "b", "c"], ["b", "c"], ["c", "b", "a"], ["a", "a", "b", "c"],
    ["y", "z"], [],
  ]) func everyNodeHasAtMostOnePartner(_ words: [String]) {
    let (old, new) = (SnapshotTree(page(["a", "b", "c"])), SnapshotTree(page(words)))
    let matching = NodeMatching(old, new)
    for (number, partner) in matching.new.enumerated() {
      if let partner { #expect(matching.old[partner] == number) }
    }
    for (number, partner) in matching.old.enumerated() {
      if let partner { #expect(matching.new[partner] == number) }
    }
    // A text that occurs once on both sides is matched with itself.
    for (number, word) in words.enumerated() where words.count(where: { $0 == word }) == 1 {
      if let other = ["a", "b", "c"].firstIndex(of: word) { #expect(matching.old[number] == other) }
    }
  }

  @Test func theLongestIncreasingSubsequenceIsFound() {
    #expect(Order.longestRise([3, 1, 2, 5, 4]) == [1, 2, 4])
    #expect(Order.longestRise([]) == [])
    #expect(Order.longestRise([3, 2, 1]).count == 1)
    #expect(Order.longestRise([1, 2, 3]) == [0, 1, 2])
  }

  /// Lists of 5,000 nodes, each of which defeats one stage of the matching.
  static let hard: [(name: String, old: [String], new: [String])] = {
    let count = 5_000
    let rows = (0..<count).map { "row \($0)" }
    return [
      ("all others", rows, rows.map { "line " + $0 }),
      ("all the same", [String](repeating: "a", count: count), [String](repeating: "a", count: count - 7)),
      ("reversed", rows, rows.reversed()),
      (
        "two words in turn", (0..<count).map { $0 % 2 == 0 ? "a" : "b" },
        (0..<count).map { $0 % 3 == 0 ? "a" : "b" }
      ),
      ("interleaved", rows, (0..<count).map { "row \($0 % 2 == 0 ? $0 / 2 : count / 2 + $0 / 2)" }),
      ("each with a change", rows, rows.map { $0 + "!" }),
    ]
  }()

  @Test(arguments: hard.map(\.name)) func theWorstListsAreFast(_ name: String) throws {
    let entry = try #require(Self.hard.first { $0.name == name })
    let (old, new) = (page(entry.old), page(entry.new))
    let clock = ProcessorClock()
    var sentences: [String] = []
    let time = clock.measure { sentences = ChangeFinder(old, new).findings.map(\.sentence) }
    #expect(!sentences.isEmpty)
    #expect(sentences.count < 40)
    // This limit is for a debug build; an optimised build is about thirty times faster.
    #expect(time < .seconds(8), "\(name) took \(time)")
  }

  @Test func aTableOfTwoThousandRowsIsFast() throws {
    let rows = (0..<2_000).map { "Row \($0)" }
    var other = rows
    other.remove(at: 999)
    let pair = try Explained(table(rows), table(other))
    let clock = ProcessorClock()
    var sentences: [String] = []
    let time = clock.measure { sentences = pair.sentences }
    #expect(
      sentences == [
        "row 'Row 999' is gone from table of card 1", "1000 parts below moved 60 pt up",
        "the picture became 60 pt shorter",
      ])
    #expect(time < .seconds(5), "\(time)")
  }
}
