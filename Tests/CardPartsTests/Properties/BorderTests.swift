import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// Lines along edges.
@Suite struct BorderTests {
  /// The dashes of a line along the upper edge of a box, and how long it is.
  private func stroke(_ style: BorderSpec.Style, _ width: Double, in length: Double) throws -> (
    Stroke, Double
  ) {
    var spec = BorderSpec()
    spec.edges = []
    spec.top = BorderSpec.Line(width: width, color: .black, style: style)
    let outline = RoundedRect(rect: Rect(x: 0, y: 0, width: length, height: 40))
    guard case .stroke(let path, let stroke, _) = try #require(spec.border.items(along: outline) { $0 }.first)
    else { throw IsNoStroke() }
    let ends = path.elements.compactMap { element in
      switch element {
      case .move(let point), .line(let point): point.x
      default: nil
      }
    }
    return (stroke, try #require(ends.last) - (try #require(ends.first)))
  }

  private struct IsNoStroke: Error {}

  @Test(arguments: [1.0, 2, 3, 4.5], [17.0, 100, 283.4]) func dashesBeginAndEndALine(
    width: Double, length: Double
  ) throws {
    let (stroke, reach) = try stroke(.dashed, width, in: length)
    #expect(abs(reach - length) < 1e-9)
    let (dash, gap) = (stroke.dashes[0], stroke.dashes[1])
    let count = (length - dash) / (dash + gap)
    #expect(abs(count - count.rounded()) < 1e-9)
    #expect(abs(dash / gap - 1.5) < 1e-9)
  }

  @Test func dotsStandWithinALine() throws {
    let (stroke, reach) = try stroke(.dotted, 4, in: 100)
    #expect(reach == 96)
    #expect(stroke.dashes == [0, 8])
  }

  @Test(arguments: [("soft", "dark"), ("soft", "light"), ("turbo", "dark")]) func aColourIsTheThemesInTheDark(
    theme: String, appearance: String
  ) throws {
    func drawn(_ border: String) throws -> String {
      try LaidOut(
        deck: #"""
          {"theme":"\#(theme)","appearance":"\#(appearance)",
           "cards":[{"parts":[{"type":"text","text":"a","border":\#(border)}]}]}
          """#
      ).deck.pages[0].display.dump
    }
    let isThemes = theme == "soft" && appearance == "dark"
    let (same, other) = isThemes ? ("separatorColor", "#E7E7E7") : ("#E7E7E7", "separatorColor")
    #expect(try drawn("{}") == drawn(#"{"color":"\#(same)"}"#))
    #expect(try drawn("{}") != drawn(#"{"color":"\#(other)"}"#))
  }
}
