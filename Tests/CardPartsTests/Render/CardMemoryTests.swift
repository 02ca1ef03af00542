import CardRaster
import Foundation
import TestSupport
import Testing

@testable import CardParts

/// A card reuses the parts that are equal to those of the previous card, and only these.
@Suite struct CardMemoryTests {
  /// A deck with a card for each row of data.
  private static func deck(_ rows: [String], parts: String, card: String = "", deck: String = "") -> [UInt8] {
    Array(
      #"{"canvas":{"width":320,"background":"white"},\#(deck)"data":{"all":[1,2],"rows":[\#(rows.joined(separator: ","))]},"cards":[{"forEach":"{{ rows }}","as":"row",\#(card)"parts":[\#(parts)]}]}"#
        .utf8)
  }

  /// The cards of a deck, drawn one after another by one worker, and each by a new worker.
  private static func sketches(
    _ bytes: [UInt8]
  ) throws -> (shared: [PageResult], alone: [PageResult], reused: (parts: Int, boxes: Int)) {
    let pipeline = DeckPipeline(try Goldens.catalog())
    let deck = try pipeline.load(bytes, file: "deck.json", folder: ".")
    guard case .array(let nodes)? = deck.root["cards"]?.value else { return ([], [], (0, 0)) }
    let resolver = Resolver(deck, DeckOptions(), IssueLog())
    var requests = resolver.outline().expand(
      nodes, JSONPath.root.key("cards"), most: 100, noun: "cards"
    ) { CardRequest(node: $0.node, path: $0.path, bound: $0.scope.bound, index: 0) }
    for index in requests.indices { requests[index].index = index }
    let one = try DeckEnvironment(deck, DeckOptions(), pipeline)
    let shared = requests.map(one.page)
    let alone = try requests.map { try DeckEnvironment(deck, DeckOptions(), pipeline).page($0) }
    return (shared, alone, one.reused)
  }

  private static func expectSame(_ bytes: [UInt8], _ comment: Comment? = nil) throws -> (
    parts: Int, boxes: Int
  ) {
    let (shared, alone, reused) = try sketches(bytes)
    #expect(!shared.isEmpty && shared.count == alone.count, comment)
    for (one, other) in zip(shared, alone) {
      #expect(one.display != nil && other.display != nil, comment)
      #expect(one.display == other.display, comment)
      #expect(one.readingDiagnostics == other.readingDiagnostics, comment)
      #expect(one.layoutDiagnostics == other.layoutDiagnostics, comment)
      #expect(one.label == other.label, comment)
      #expect(one.cost == other.cost, comment)
    }
    return reused
  }

  private static func rows(_ count: Int = 6) -> [String] {
    (0..<count).map {
      ##"{"title":"Row \##($0)","same":"The same","bars":[{"h":0.5,"c":"#00F"},{"h":\##($0 < 3 ? 0.25 : 0.75),"c":"#F00"}],"two":\##($0 % 2)\##($0 == 4 ? ",\"rare\":\"here\"" : "")}"##
    }
  }

  @Test func equalPartsAreReadAndLaidOutOnce() throws {
    let parts = ##"""
      {"type":"text","text":"{{ row.title }}"},
      {"type":"stack","axis":"horizontal","arrangedSubviews":[
        {"type":"text","text":"{{ row.same }}"},{"type":"text","text":"fixed"}]},
      {"type":"histogram","height":140,"forEach":"{{ row.bars }}","as":"bar","dataEntry":{"height":"{{ bar.h }}","color":"{{ bar.c }}"}}
      """##
    let reused = try Self.expectSame(Self.deck(Self.rows(), parts: parts))
    // The stack is reused in five cards, the histogram in all but the one in which it changes.
    #expect(reused.parts == 5 + 4)
    #expect(reused.boxes >= 9)
  }

  @Test(arguments: [
    // A part is reused only if its bound values are equal, wherever they are.
    ##"{"type":"text","text":"{{ row.same }}","textColor":"{{ \"#F00\" if row.two > 0 else \"#00F\" }}"}"##,
    ##"{"type":"text","text":"{{ row.rare | default(\"none\") }}"}"##,
    ##"{"type":"text","text":"{{ index }} of {{ all.0 }}"}"##,
    ##"{"type":"text","text":"{{ row.same }}","if":"{{ row.two }}"},{"type":"text","text":"after"}"##,
    ##"{"type":"stack","axis":"vertical","arrangedSubviews":[{"type":"text","text":"{{ bar.h }} {{ row.same }}","forEach":"{{ row.bars }}","as":"bar"},{"type":"text","text":"end"}]}"##,
    // One name shadows another.
    ##"{"type":"stack","axis":"vertical","arrangedSubviews":[{"type":"stack","axis":"vertical","forEach":"{{ row.bars }}","as":"row","arrangedSubviews":[{"type":"text","text":"{{ row.h }}"}]}]}"##,
    // The same part twice, and parts whose layout depends on their neighbours.
    ##"{"type":"text","text":"{{ row.same }}"},{"type":"text","text":"{{ row.same }}"},{"type":"button","buttonTitle":"Go"},{"type":"button","buttonTitle":"{{ row.title }}"}"##,
    ##"{"type":"titleDescription","leftTitleText":"{{ row.same }}","leftDescriptionText":"{{ row.title }}"}"##,
  ]) func differentPartsAreMadeAgain(parts: String) throws {
    _ = try Self.expectSame(Self.deck(Self.rows(), parts: parts))
  }

  /// The part of a component is written once, but used with other names and in other places.
  @Test func aComponentIsReadWithTheBindingsAroundIt() throws {
    let tag = ##""components":{"tag":{"part":{"type":"text","text":"{{ x | default('none') }}"}}},"##
    let used = #"{"if":"{{ row.two }}","type":"tag"},{"type":"tag","forEach":"{{ row.bars }}","as":"x"}"#
    let rows = (0..<8).map { $0 % 2 == 0 ? #"{"two":1,"bars":[]}"# : #"{"two":0,"bars":["R\#($0)"]}"# }
    _ = try Self.expectSame(Self.deck(rows, parts: used, deck: tag))

    let weighed = ##""components":{"tag":{"part":{"type":"text","text":"hi","weight":1}}},"##
    let placed = ##"""
      {"if":"{{ row.two }}","type":"stack","arrangedSubviews":[{"type":"tag"}]},
      {"if":"{{ !row.two }}","type":"layers","layers":[{"type":"tag"}]}
      """##
    let (shared, alone, _) = try Self.sketches(Self.deck(rows, parts: placed, deck: weighed))
    #expect(alone.map { $0.display == nil } == (0..<8).map { $0 % 2 == 1 })
    #expect(shared.map { $0.display == nil } == alone.map { $0.display == nil })
  }

  @Test func rowsAreNumberedWithinTheirCard() throws {
    let long = #""a long title that will not fit into one line of this narrow card, really it will not""#
    let rows = (0..<8).map {
      $0 == 0 ? #"{"two":1,"bars":[\#(long),"x"]}"# : #"{"two":0,"bars":["y",\#(long)]}"#
    }
    let parts = ##"""
      {"if":"{{ row.two }}","type":"text","text":"head"},
      {"type":"text","forEach":"{{ row.bars }}","as":"bar","text":"{{ bar }}","maxLines":1}
      """##
    _ = try Self.expectSame(Self.deck(rows, parts: parts))
  }

  @Test func lettersAreComparedByTheirBytes() throws {
    let rows = (0..<8).map { $0 % 2 == 0 ? #"{"t":"caf\u00E9"}"# : #"{"t":"cafe\u0301"}"# }
    let parts = ##"""
      {"type":"text","text":"{{ row.t }}"},{"type":"barcode","text":"{{ row.t }}"},
      {"type":"text","text":"more","link":"https://x.example/{{ row.t }}"}
      """##
    let bytes = Self.deck(rows, parts: parts)
    _ = try Self.expectSame(bytes)
    let (shared, _, _) = try Self.sketches(bytes)
    #expect(shared[0].display != shared[1].display)
    #expect(shared[0].display == shared[2].display)
  }

  @Test func paleColoursOfCardPartsCauseNoWarningInACardWithItsTheme() throws {
    let parts = #"{"type":"button","buttonTitle":"Go"}"#
    let (shared, _, _) = try Self.sketches(Self.deck(Self.rows(), parts: parts, card: #""theme":"mint","#))
    #expect(shared.allSatisfy { $0.layoutDiagnostics.isEmpty == true })
  }

  @Test func aWarningNamesItsOwnRepetition() throws {
    let long =
      #"{"type":"text","text":"{{ row.same }} again and again and again and again and again","maxLines":1}"#
    let bytes = Self.deck(Self.rows(), parts: long + #",{"type":"text","text":"fixed"}"#)
    let reused = try Self.expectSame(bytes)
    // Both texts are read once; the one with a warning is laid out each time.
    #expect(reused.parts == 10)
    #expect(reused.boxes >= 5)
    let issues = try Self.sketches(bytes).shared.compactMap { $0.layoutDiagnostics.first?.message }
    for (number, message) in issues.enumerated() {
      #expect(message.contains("(repetition \(number) of 'forEach')"))
    }
    #expect(issues.count == 6)
  }

  @Test func aReadingWarningIsReportedForEachCard() throws {
    let doubtful = ##"{"type":"text","text":"{{ row.same }}","cornerRadius":8}"##
    let (shared, alone, reused) = try Self.sketches(Self.deck(Self.rows(), parts: doubtful))
    #expect(shared.allSatisfy { $0.readingDiagnostics.count == 1 })
    #expect(shared.map { $0.readingDiagnostics } == alone.map { $0.readingDiagnostics })
    #expect(reused.parts == 0)
  }

  @Test(arguments: [
    #""theme":"{{ \"turbo\" if row.two > 0 else \"mint\" }}","#,
    #""locale":"{{ \"de-DE\" if row.two > 0 else \"en-US\" }}","#,
  ]) func aCardWithItsOwnThemeOrLanguageSharesNothing(card: String) throws {
    let parts = #"{"type":"text","text":"{{ row.same }} {{ 1234.5 | number }}"}"#
    #expect(try Self.expectSame(Self.deck(Self.rows(), parts: parts, card: card)).parts == 0)
  }

  @Test func componentsFollowTheirParameters() throws {
    let component = ##"""
      "components":{"pair":{"parameters":{"a":null,"b":{"type":"text","default":"nothing"}},"parts":[{"type":"text","text":"{{ a }}"},{"type":"text","text":"{{ b }}"}]}},
      """##
    let parts =
      #"{"type":"pair","a":"{{ row.same }}"},{"type":"pair","a":"{{ row.title }}","b":"{{ row.same }}"}"#
    let reused = try Self.expectSame(Self.deck(Self.rows(), parts: parts, deck: component))
    #expect(reused.parts > 0)
  }

  @Test func everyPartIsTheSame() throws {
    // The pictures of these are next to the examples, not next to the tests.
    let parts = PartRegistry.kinds.filter { !["image", "layers", "video"].contains($0.name) }.map(\.example)
    let bound = #"{"type":"text","text":"{{ row.title }}"}"#
    let reused = try Self.expectSame(
      Self.deck(Self.rows(), parts: (parts + [bound] + parts).joined(separator: ",")))
    #expect(reused.parts >= 5 * parts.count)
  }

  @Test func cardsOutsideOfARepetitionShareNothing() throws {
    let card = #"{"parts":[{"type":"text","text":"The same"}]}"#
    let bytes = Array(#"{"canvas":{"width":320},"cards":[\#(card),\#(card),\#(card)]}"#.utf8)
    let (shared, alone, reused) = try Self.sketches(bytes)
    #expect(shared.map { $0.display } == alone.map { $0.display })
    #expect(reused == (0, 0))
  }
}
