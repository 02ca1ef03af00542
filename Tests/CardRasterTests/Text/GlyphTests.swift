import BundledFonts
import CardRaster
import Testing

@Suite("Glyphs for painters")
struct GlyphTests {
  func glyph(
    _ text: String, in library: borrowing FontLibrary
  ) throws -> (face: FontFace, id: UInt32) {
    let run = try #require(try library.shape([TextSamples.span(text)], ParagraphStyle()).lines[0].runs.first)
    return (run.face, try #require(run.glyphs.first).id)
  }

  @Test("An outline is in em, y down, above the baseline")
  func outline() throws {
    let library = try TextSamples.library()
    let (face, id) = try glyph("H", in: library)
    let points = try library.outline(of: id, in: face).elements.compactMap { element in
      switch element {
      case .move(let p), .line(let p), .curve(_, _, let p): p
      case .close: nil
      }
    }
    #expect(abs((points.map(\.y).min() ?? 0) + 0.727) < 0.01)
    #expect(points.map(\.y).max() == 0)
    #expect(points.allSatisfy { $0.x > 0 && $0.x < 0.75 })
  }

  @Test("A quadratic font gives closed cubic outlines")
  func quadratic() throws {
    let library = try TextSamples.library()
    let run = try library.shape([TextSamples.span("o", family: "JetBrains Mono")], ParagraphStyle()).lines[0]
      .runs[0]
    let elements = try library.outline(of: run.glyphs[0].id, in: run.face).elements
    #expect(elements.filter { $0 == .close }.count == 2)
    #expect(elements.last == .close)
  }

  @Test("A glyph has the same coverage at each subpixel phase", arguments: ["g", "W", "8"])
  func phases(letter: String) throws {
    let library = try TextSamples.library()
    let (face, id) = try glyph(letter, in: library)
    func sum(_ x: Int, _ y: Int) throws -> Int {
      let mask = try #require(try library.mask(of: id, in: face, pixelSize: 24, phaseX: x, phaseY: y))
      #expect(mask.coverage.count == mask.width * mask.height)
      return mask.coverage.reduce(0) { $0 + Int($1) }
    }
    let first = try sum(0, 0)
    for x in 0..<4 {
      for y in 0..<4 { #expect(abs(try sum(x, y) - first) * 100 <= first) }
    }
  }

  @Test("A phase moves the coverage by a quarter of a pixel, right and down")
  func phaseMoves() throws {
    let library = try TextSamples.library()
    let (face, id) = try glyph("H", in: library)
    func centre(_ x: Int, _ y: Int) throws -> Point {
      let mask = try #require(try library.mask(of: id, in: face, pixelSize: 20, phaseX: x, phaseY: y))
      var (total, sumX, sumY) = (0.0, 0.0, 0.0)
      for (index, value) in mask.coverage.enumerated() {
        total += Double(value)
        sumX += Double(value) * (Double(mask.left + index % mask.width) + 0.5)
        sumY += Double(value) * (Double(mask.top + index / mask.width) + 0.5)
      }
      return Point(x: sumX / total, y: sumY / total)
    }
    let start = try centre(0, 0)
    #expect(start.x > 0 && start.y < 0 && start.y > -15)
    #expect(abs(try centre(2, 0).x - start.x - 0.5) < 0.02)
    #expect(abs(try centre(0, 3).y - start.y - 0.75) < 0.02)
  }

  @Test("A space has no mask")
  func blank() throws {
    let library = try TextSamples.library()
    let (face, id) = try glyph(" ", in: library)
    #expect(try library.mask(of: id, in: face, pixelSize: 24, phaseX: 0, phaseY: 0) == nil)
    #expect(try library.outline(of: id, in: face).elements.isEmpty)
  }

  @Test("An emoji has a colour picture on the baseline")
  func picture() throws {
    let library = try TextSamples.library()
    let (face, id) = try glyph("😀", in: library)
    let picture = try #require(try library.picture(of: id, in: face))
    #expect(picture.bitmap.width == 136)
    #expect(picture.frame.width > 1.1 && picture.frame.width < 1.3)
    #expect(picture.frame.minY < -0.8 && picture.frame.maxY > 0 && picture.frame.maxY < 0.4)
    let middle = 4 * (20 * 136 + 68)
    #expect(picture.bitmap.pixels[middle] > 200 && picture.bitmap.pixels[middle + 2] < 120)
    #expect(try library.mask(of: id, in: face, pixelSize: 24, phaseX: 0, phaseY: 0) == nil)
  }

  @Test("A glyph that the face lacks is an error, and so is a face without a file")
  func errors() throws {
    let library = try TextSamples.library()
    let (face, _) = try glyph("a", in: library)
    #expect(throws: RasterError.self) { try library.outline(of: 1_000_000, in: face) }
    #expect(throws: RasterError.self) { try library.outline(of: 1, in: FontFace(path: "/nowhere.ttf")) }
  }
}
