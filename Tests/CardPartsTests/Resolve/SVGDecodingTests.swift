import BundledFonts
import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// Issues with the SVG pictures of a deck: their places, and how the pictures are drawn.
@Suite struct SVGDecodingTests {
  private static let svg =
    "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>"

  /// A folder with two pictures, one of which crashes librsvg.
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let crash = """
      <svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><filter id='f' primitiveUnits='objectBoundingBox'>
      <feColorMatrix y='3 199'/><feTile/></filter><rect width='9' height='9' filter='url(#f)'/></svg>
      """
    try FileWriting.write(Array(Self.svg.utf8), to: "\(folder.path)/good.svg")
    try FileWriting.write(Array(crash.utf8), to: "\(folder.path)/crash.svg")
    return folder
  }

  private func deck(_ names: [String]) -> String {
    let parts = names.map { #"{ "type": "image", "image": "\#($0)" }"# }
    return #"{ "cards": [{ "parts": ["# + "\n" + parts.joined(separator: ",\n") + "\n] }] }"
  }

  private func issues(_ deck: String, _ way: SVGDecoding, in folder: String) -> [String] {
    var options = DeckOptions()
    options.svg = way
    do {
      return try LaidOut(deck: deck, options: options, folder: folder).deck.warnings.map(\.text)
    } catch let error as DeckError {
      return error.issues.map(\.text)
    } catch {
      return ["\(error)"]
    }
  }

  @Test func everyPictureThatCrashesItsProcessIsNamed() throws {
    let folder = try folder()
    let found = issues(deck(["good.svg", "crash.svg", "good.svg", "crash.svg"]), .standard, in: folder.path)
    let sentence =
      "cannot read the picture 'crash.svg': librsvg crashed while rendering the SVG picture, with signal 6"
    #expect(
      found == [
        "d.json:3:29: error: \(sentence) at cards[0].parts[1].image",
        "d.json:5:29: error: \(sentence) at cards[0].parts[3].image",
      ])
  }

  @Test func drawingAPictureInThisProcessCausesAWarning() throws {
    let folder = try folder()
    #expect(
      issues(deck(["good.svg"]), .inProcess, in: folder.path) == [
        "d.json:2:29: warning: an SVG picture is rendered in this process, which it can crash at"
          + " cards[0].parts[0].image; use SVGDecoding.isolated, unless you trust the picture"
      ])
    #expect(issues(deck(["good.svg"]), .standard, in: folder.path) == [])
    #expect(
      issues(deck(["good.svg"]), .refused, in: folder.path) == [
        "d.json:2:29: error: cannot read the picture 'good.svg': SVG pictures are not allowed here at"
          + " cards[0].parts[0].image"
      ])
  }

  @Test func aPictureThatCannotBePaintedHasAPlace() throws {
    let folder = try folder()
    let json =
      #"{ "data": { "face": "good.svg" }, "cards": [{ "parts": [{ "type": "text", "text": "good.svg" },"#
      + "\n" + #"{ "type": "stack", "arrangedSubviews": [{ "type": "image", "image": "good.svg" }] }] },"#
      + "\n" + #"{ "parts": [{ "type": "image", "image": "{{ face }}" }] }] }"#
    let deck = try LaidOut(deck: json, folder: folder.path).deck
    let error = RasterError.picture(name: "good.svg", reason: "no memory")
    func text(_ error: RasterError, _ box: LayoutBox) -> String {
      deck.source.issue(of: error, painting: [box]).text
    }
    let page = deck.pages[0].box
    #expect(
      text(error, page)
        == "d.json:2:69: error: cannot draw the picture 'good.svg': no memory at cards[0].parts[1].arrangedSubviews[0].image"
    )
    // A name that comes from data is not in the text of the part.
    guard case .box(let second, _)? = page.content.last else { return #expect(Bool(false)) }
    #expect(text(error, second).hasSuffix("at cards[1].parts[0]"))
    #expect(
      text(RasterError.picture(name: "other.svg", reason: "no memory"), page)
        == "d.json: error: cannot draw the picture 'other.svg': no memory")
  }
}
