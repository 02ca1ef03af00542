import CardRaster
import Testing

@testable import CardParts

/// Assigns changes to the regions of different pixels.
@Suite struct RegionJoinTests {
  private func region(_ x: Int, _ y: Int, _ width: Int, _ height: Int) throws -> PixelRect {
    try #require(PixelRect(minX: x, minY: y, maxX: x + width, maxY: y + height))
  }

  private func pair(scale: Int = 1) throws -> Explained {
    func deck(_ first: String, _ last: String) -> String {
      """
      {"canvas":{"width":200,"scale":\(scale)},"theme":{"base":"turbo","cardPartMargins":0},"cards":[{"parts":[
        {"type":"spacer","height":50,"backgroundColor":"\(first)"},{"type":"spacer","height":50},
        {"type":"spacer","id":"last","height":50,"backgroundColor":"\(last)","link":"#\(first)"}]}]}
      """
    }
    return try Explained(deck("red", "blue"), deck("green", "black"))
  }

  @Test func changesThatTouchARegionComeFirst() throws {
    let pair = try pair()
    let all = pair.sentences
    #expect(all.count == 3)
    let last = pair.old.changes(to: pair.new, regions: [try region(10, 120, 30, 10)]).map(\.sentence)
    #expect(last.first?.contains("'last'") == true && last.first?.contains("#0000FF → #000000") == true)
    #expect(Set(last) == Set(all))
    let first = pair.old.changes(to: pair.new, regions: [try region(10, 20, 30, 10)]).map(\.sentence)
    #expect(first.first == all.first)
    #expect(pair.old.changes(to: pair.new, regions: []).map(\.sentence) == all)
  }

  @Test func regionsAreInPixels() throws {
    let pair = try pair(scale: 2)
    let lines = pair.old.changes(to: pair.new, regions: [try region(10, 220, 30, 10)]).map(\.sentence)
    #expect(lines.first?.contains("'last'") == true)
  }

  @Test func anUnexplainedRegionIsReported() throws {
    let pair = try pair()
    let changes = pair.old.changes(
      to: pair.new, regions: [try region(10, 20, 3, 4), try region(60, 70, 30, 8)])
    #expect(
      changes[1].sentence
        == "pixels changed at 60,70 (30 × 8) though the layout did not (another version of a library, or another font file?)"
    )
    #expect(changes[1].after == Rect(x: 60, y: 70, width: 30, height: 8))
  }

  @Test func everyRegionIsReportedIfNothingChanged() throws {
    let pair = try Explained(Explained.deck, Explained.deck)
    let regions = try (0..<5).map { try region(20 * $0, 9, 5, 5) }
    let lines = pair.old.changes(to: pair.new, regions: regions).map(\.sentence)
    #expect(lines.count == 4)
    #expect(lines[0].hasPrefix("pixels changed at 0,9 (5 × 5) though the layout did not"))
    #expect(lines[3].hasPrefix("pixels changed in 2 more places though the layout did not"))
  }

  @Test func aLinkExplainsNoPixels() throws {
    let pair = try Explained(replacing: ("com/apply", "com/go"))
    let frame = try #require(pair.changes.first?.after)
    let place = try region(Int(frame.minX), Int(frame.minY), 10, 5)
    let lines = pair.old.changes(to: pair.new, regions: [place]).map(\.sentence)
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("pixels changed at "))
  }
}
