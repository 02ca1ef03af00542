import CardRaster
import Glibc
import TestSupport
import Testing

@testable import CardParts

/// Limits that no other test covers.
///
/// A value one above the limit is an error with a place, and the limit itself is not an error.
@Suite struct LimitTests {
  /// Whether a deck has an error that contains all of these words.
  private func isRefused(_ deck: String, folder: String = ".", _ words: String...) throws -> Bool {
    let issues = try LaidOut.issues(of: deck, folder: folder)
    return issues.contains { issue in
      issue.contains(" error: ") && issue.hasPrefix("d.json:") && words.allSatisfy(issue.contains)
    }
  }

  @Test func listsAreNoLongerThanTheirLimits() throws {
    let card = #"{"parts":[{"type":"spacer"}]}"#
    func cards(_ count: Int) -> String {
      #"{"cards":[\#([String](repeating: card, count: count).joined(separator: ","))]}"#
    }
    #expect(try isRefused(cards(Limits.cards + 1), "more than 10000 cards"))
    func fonts(_ count: Int) -> String {
      #"{"fonts":[\#([String](repeating: #""no.ttf""#, count: count).joined(separator: ","))],"cards":[\#(card)]}"#
    }
    #expect(
      try isRefused(fonts(Limits.fontFiles + 1), "expected at most 1000 entries, found 1001", "at fonts"))
    #expect(try !isRefused(fonts(Limits.fontFiles), "expected at most 1000 entries"))
  }

  /// OptionalColumn files, which take no disk space.
  @Test func filesAreNoLargerThanTheirLimits() throws {
    let folder = try TemporaryFolder()
    for (name, size) in [("big.png", Limits.imageBytes + 1), ("big.ttf", Limits.fontBytes + 1)] {
      let file = open("\(folder.path)/\(name)", O_WRONLY | O_CREAT, 0o644)
      #expect(file >= 0 && ftruncate(file, off_t(size)) == 0)
      close(file)
    }
    let picture = #"{"cards":[{"parts":[{"type":"image","image":"big.png"}]}]}"#
    #expect(
      try isRefused(
        picture, folder: folder.path, "67108865", "more than the limit of 67108864", "parts[0].image"))
    let font = #"{"fonts":["big.ttf"],"cards":[{"parts":[{"type":"spacer"}]}]}"#
    #expect(
      try isRefused(font, folder: folder.path, "67108865", "more than the limit of 67108864", "fonts[0]"))
  }

  @Test func allDataTogetherHaveALimit() throws {
    let folder = try TemporaryFolder()
    let store = AssetStore(folder: folder.path)
    for number in 0..<5 {
      let file = open("\(folder.path)/\(number).csv", O_WRONLY | O_CREAT, 0o644)
      #expect(file >= 0 && ftruncate(file, off_t(Limits.allDataBytes / 5 + 1)) == 0)
      close(file)
    }
    for number in [0, 1, 2, 3, 0] { #expect(try store.data("\(number).csv").count > 0) }
    #expect(throws: RasterError.self) { try store.data("4.csv") }
  }

  @Test func allPicturesTogetherHaveALimit() throws {
    let folder = try TemporaryFolder()
    for number in 0..<5 {
      let file = open("\(folder.path)/\(number).png", O_WRONLY | O_CREAT, 0o644)
      #expect(file >= 0 && ftruncate(file, off_t(Limits.allImageBytes / 5 + 1)) == 0)
      close(file)
    }
    let parts = (0..<5).map { number in #"{"type":"image","image":"\#(number).png"}"# }.joined(separator: ",")
    #expect(
      try isRefused(
        #"{"cards":[{"parts":[\#(parts)]}]}"#, folder: folder.path,
        "the size of the deck's pictures in bytes is 268435460", "more than the limit of 268435456",
        "parts[4].image"))
  }

  @Test func allSVGPicturesTogetherHaveALimit() throws {
    let svg = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
    func issues(_ seconds: Double) throws -> [String] {
      let log = IssueLog()
      let context = ReadContext(
        file: "d.json", log: log, theme: ThemeRegistry.standard.theme(),
        assets: AssetStore(folder: ".", svg: .isolated(program: try BuiltProgram.path()), SVGBudget(seconds)),
        families: FamilyList { .success($0) }, scope: BindingScope(data: .object([]), locale: .standard),
        counter: NodeCounter())
      let node = try JSONScanner.scan(Array("\"\(svg)\"".utf8), file: "d.json")
      _ = ValueKind<ImageSource>.image.read(node, .root.key("image"), context)
      return log.issues.map(\.text)
    }
    #expect(try issues(60).isEmpty)
    #expect(
      try issues(0) == [
        "d.json:1:1: error: all SVG pictures together take more processor time than 0 s at image; save some of them as "
          + "PNG pictures, or remove filters"
      ])
  }

  @Test func aTileIsNoLargerThanItsLimit() throws {
    let folder = try TemporaryFolder()
    let side = Limits.tileSide + 1
    let pixels = [UInt8](repeating: 255, count: 4 * side * side)
    let tile = try #require(Bitmap(width: side, height: side, pixels: pixels))
    try FileWriting.write(
      try PNGEncoder.encode(tile, scale: 1, compression: .fast), to: folder.path + "/0-0-0.png")
    let deck = """
      {"cards":[{"parts":[{"type":"map","location":[0,0],"span":[100,200],"tiles":"{z}-{x}-{y}.png","height":100}]}]}
      """
    let issues = try LaidOut.issues(of: deck, folder: folder.path)
    #expect(issues.contains { $0.contains("1050625") && $0.contains("1048576") }, "\(issues)")
  }
}
