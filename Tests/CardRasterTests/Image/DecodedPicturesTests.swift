import TestSupport
import Testing

@testable import CardRaster

/// The cache of decoded pictures.
@Suite struct DecodedPicturesTests {
  /// A PNG file of one colour, 10 × 10 pixels.
  private func file(_ red: UInt8) throws -> [UInt8] {
    let pixels = [UInt8](repeating: red, count: 400)
    return try PNGEncoder.encode(try #require(Bitmap(width: 10, height: 10, pixels: pixels)), scale: 1)
  }

  private func picture(_ pictures: DecodedPictures, _ bytes: [UInt8], _ name: String, made: inout Int) throws
    -> ImageSource
  {
    try pictures.picture(bytes, name: name) { () throws(RasterError) in
      made += 1
      return try ImageDecoding.decode(bytes, name: name)
    }
  }

  @Test func aPictureIsFoundByItsNameAndAllItsBytes() throws {
    let pictures = DecodedPictures(limit: 1 << 20)
    var made = 0
    let (red, other) = (try file(200), try file(100))
    let first = try picture(pictures, red, "a.png", made: &made)
    #expect(try picture(pictures, red, "a.png", made: &made) == first)
    #expect(made == 1)
    // A changed file keeps its name; the suffix '@2x' of the name halves the size.
    #expect(try picture(pictures, other, "a.png", made: &made) != first)
    #expect(try picture(pictures, red, "a@2x.png", made: &made).size == Size(width: 5, height: 5))
    #expect(made == 3)
    #expect(pictures.count == 3)
  }

  @Test func memoryHasALimit() throws {
    let one = try file(1).count + 400
    let pictures = DecodedPictures(limit: 4 * one + one / 2)
    var made = 0
    for red in 1...4 { _ = try picture(pictures, try file(UInt8(red)), "a.png", made: &made) }
    #expect(pictures.count == 4)
    _ = try picture(pictures, try file(5), "a.png", made: &made)
    #expect(pictures.count == 1)
    let none = DecodedPictures(limit: one)
    _ = try picture(none, try file(1), "a.png", made: &made)
    #expect(none.count == 0)
  }

  @Test func errorsOfThePictureAreCachedAndThoseOfTheMachineAreNot() {
    let pictures = DecodedPictures(limit: 1 << 20)
    var made = 0
    for _ in 0..<2 {
      #expect(throws: RasterError.self) { try picture(pictures, [1, 2, 3], "a.png", made: &made) }
    }
    #expect(made == 1)
    #expect(pictures.count == 1)
    for _ in 0..<2 {
      #expect(throws: RasterError.self) {
        try pictures.picture([4], name: "a.png") { () throws(RasterError) in
          made += 1
          throw .library(operation: "reading", reason: "no memory")
        }
      }
    }
    #expect(made == 3)
  }

  @Test func theCostOfAPictureDoesNotDependOnTheCache() throws {
    let pictures = DecodedPictures(limit: 1 << 20)
    let svg = Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>".utf8)
    func read(_ name: String, _ budget: SVGBudget) throws {
      _ = try pictures.picture(svg, name: name, .standard, budget) { () throws(RasterError) in
        budget.count(1.5)
        return ImageSource(
          name: name, size: Size(width: 9, height: 9), content: .vector(SVGPicture(svg)), file: nil)
      }
    }
    let refusal = "all SVG pictures together take more processor time than 4 s"
    for _ in 0..<2 {
      let budget = SVGBudget()
      let found = ["a", "b", "c", "d"].map { name in message { try read(name, budget) } }
      #expect(found == ["no error", "no error", refusal, refusal])
      // Other pictures can still be decoded.
      var made = 0
      let file = try file(200)
      _ = try pictures.picture(file, name: "x.png", .standard, budget) { () throws(RasterError) in
        made += 1
        return try ImageDecoding.decode(file, name: "x.png")
      }
    }
  }

  @Test func svgPicturesAreCachedByTheirProcess() throws {
    let pictures = DecodedPictures(limit: 1 << 20)
    let svg = Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>".utf8)
    let found = try [SVGDecoding.inProcess, .standard, .inProcess].map { way in
      try pictures.picture(svg, name: "a.svg", way) { () throws(RasterError) in
        try ImageDecoding.decode(svg, name: "a.svg", svg: way)
      }.content
    }
    #expect(found == [.vector(SVGPicture(svg, .inProcess)), .vector(SVGPicture(svg)), found[0]])
    #expect(pictures.count == 2)
  }
}
