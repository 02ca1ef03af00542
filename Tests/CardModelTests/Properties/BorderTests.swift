import CardRaster
import TestSupport
import Testing

@testable import CardModel
@testable import CardParts

/// Lines along the edges of a box.
@Suite struct BorderTests {
  /// The dashes of a line along the upper edge of a box, and the length of the line.
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

  @Test(arguments: [1.0, 2, 3, 4.5], [17.0, 100, 283.4]) func aLineStartsAndEndsWithADash(
    width: Double, length: Double
  ) throws {
    let (stroke, reach) = try stroke(.dashed, width, in: length)
    #expect(abs(reach - length) < 1e-9)
    let (dash, gap) = (stroke.dashes[0], stroke.dashes[1])
    let count = (length - dash) / (dash + gap)
    #expect(abs(count - count.rounded()) < 1e-9)
    #expect(abs(dash / gap - 1.5) < 1e-9)
  }

  /// Each edge of a box with square corners has its own dashes, which start and end in a corner.
  @Test(arguments: [Color.black, Color(red: 0, green: 0, blue: 0, alpha: 99)]) func dashesMeetInSquareCorners(
    _ color: Color
  ) throws {
    var spec = BorderSpec()
    (spec.width, spec.color, spec.style) = (8, .solid(color), .dashed)
    let outline = RoundedRect(rect: Rect(x: 10, y: 20, width: 120, height: 70))
    var lines: [[Point]] = []
    for item in spec.border.items(along: outline, whole: { $0 }) {
      var item = item
      // With translucent colours two edges share a corner.
      if case .group(let group) = item {
        #expect(!color.isOpaque && group.clip != nil)
        item = group.items[0]
      }
      guard case .stroke(let path, let stroke, _) = item else { throw IsNoStroke() }
      let points = path.elements.compactMap { element -> Point? in
        switch element {
        case .move(let point), .line(let point): point
        default: nil
        }
      }
      lines.append(points)
      let length = abs(points[1].x - points[0].x) + abs(points[1].y - points[0].y)
      let count = (length - stroke.dashes[0]) / (stroke.dashes[0] + stroke.dashes[1])
      #expect(abs(count - count.rounded()) < 1e-9)
    }
    #expect(
      lines == [
        [Point(x: 10, y: 24), Point(x: 130, y: 24)], [Point(x: 126, y: 20), Point(x: 126, y: 90)],
        [Point(x: 130, y: 86), Point(x: 10, y: 86)], [Point(x: 14, y: 90), Point(x: 14, y: 20)],
      ])
  }

  @Test func dotsOfACornerAreDrawnOnce() throws {
    var spec = BorderSpec()
    (spec.width, spec.color, spec.style) = (8, .solid(.black), .dotted)
    let outline = RoundedRect(rect: Rect(x: 0, y: 0, width: 120, height: 72))
    let lines = try spec.border.items(along: outline) { $0 }.map { item in
      guard case .stroke(let path, let stroke, _) = item else { throw IsNoStroke() }
      return "\(path.elements) \(stroke.dashes)"
    }
    #expect(lines.count == 4)
    #expect(lines[0].contains("x: 4.0, y: 4.0") && lines[0].contains("x: 116.0, y: 4.0"))
    #expect(lines[1].contains("x: 116.0, y: 20.0") && lines[1].contains("x: 116.0, y: 52.0"), "\(lines[1])")
  }

  /// Each colour fills its part of the ring between the outline and the inner edges, from corner to corner.
  @Test func edgesMeetBetweenTheCorners() throws {
    var spec = BorderSpec()
    (spec.width, spec.color) = (10, .solid(Color(rgb: 0xFF0000)))
    spec.left = BorderSpec.Line(width: 10, color: Color(rgb: 0x008000), style: .solid)
    let rect = Rect(x: 0, y: 0, width: 120, height: 70)
    let outline = RoundedRect(rect: rect, radii: CornerRadii(20))
    let items = spec.border.items(along: outline) { $0 }
    #expect(items.count == 2)
    for item in items {
      guard case .group(let group) = item, case .path(let area)? = group.clip,
        case .fill(.path(let ring), .solid(let color), _) = group.items.first
      else { throw IsNoStroke() }
      #expect(
        ring
          == {
            var path = outline.path; path.append(outline.inset(by: 10).path.reversed); return path
          }())
      let corners = area.elements.compactMap { element -> Point? in
        switch element {
        case .move(let point), .line(let point): point
        default: nil
        }
      }
      // The line between two edges runs from the outer corner through the inner one.
      #expect(corners.contains { $0.x == $0.y && $0.x < 0 } == corners.contains { $0.x == $0.y && $0.x > 15 })
      #expect(corners.contains { $0.x > 60 } == (color == Color(rgb: 0xFF0000)))
    }
  }

  @Test func aThickEdgeLeavesARoundCornerInsideOfIt() {
    let shape = RoundedRect(rect: Rect(x: 0, y: 0, width: 100, height: 60), radii: CornerRadii(20))
    let sizes = shape.innerCornerSizes(Insets(top: 5, left: 12, bottom: 25, right: 0))
    #expect(
      sizes == [Size(width: 8, height: 15), Size(width: 20, height: 15), .zero, .zero])
    // Corners that do not fit next to thick edges are reduced by the same factor.
    let pill = RoundedRect(rect: Rect(x: 0, y: 0, width: 100, height: 40), radii: CornerRadii(20))
    #expect(
      pill.innerCornerSizes(Insets(top: 0, left: 0, bottom: 0, right: 0)).allSatisfy { $0.height == 20 })
  }

  @Test func dotsAreInsideTheLine() throws {
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
