import CardRaster
import TestSupport
import Testing

/// Layouts that can fail, and the other parts that a plan may exclude from a comparison.
@Suite("Layouts as goldens") struct LayoutRuleTests {
  private func deck(link: String = "a", title: String = "Tea", alt: String = "") -> String {
    """
    {"canvas":{"width":120},"theme":"turbo","cards":[{"id":"c","parts":[
      {"type":"title","title":"\(title)"\(alt)},{"type":"button","buttonTitle":"Go","link":"\(link)"}]}]}
    """
  }

  private func recorded() throws -> RunFolder {
    let folder = try RunFolder(["d.json": deck()])
    #expect(try folder.run("test", "--record", "missing").status == 1)
    return folder
  }

  @Test("'exact' fails on a changed link, the default only reports it, 'off' does not record layouts")
  func rules() throws {
    let folder = try recorded()
    try folder.write("d.json", deck(link: "b"))
    let told = try folder.run("test")
    #expect(told.status == 0)
    #expect(told.outputText.contains("link of "))
    let exact = try folder.run("test", "--layout", "exact")
    #expect(exact.status == 1)
    #expect(exact.outputText.contains("failed d: no pixel differs, and the layout differs"))
    #expect(exact.outputText.contains("link of "))
    let off = try folder.run("test", "--layout", "off")
    #expect(off.status == 0)
    #expect(!off.outputText.contains("link of "))
    try folder.write("cardshot.test.json", #"{"layout":"exact"}"#)
    #expect(try folder.run("test").status == 1)
    #expect(try folder.run("approve", "d").status == 0)
    #expect(try folder.run("test").status == 0)
    #expect(try folder.text("Goldens/d.layout.json").contains(#""link":"b""#))
  }

  @Test("'exact' applies even with a tolerance for pixels, and to a golden without a layout")
  func tolerated() throws {
    let folder = try recorded()
    try folder.write("d.json", deck(title: "Teа"))
    let options = ["test", "--record", "never", "--max-diff", "90%"]
    func status(_ more: String...) throws -> Int32 {
      try BuiltProgram.run(options + more, environment: [:], folder: folder.path).status
    }
    #expect(try status() == 0)
    #expect(try status("--layout", "exact") == 1)
    try folder.remove("Goldens/d.layout.json")
    #expect(try status() == 0)
    #expect(try status("--layout", "exact") == 1)
    // After the deck is reverted, recording makes the run green.
    try folder.write("d.json", deck())
    let recorded = try folder.run("test", "--layout", "exact", "--record", "failed")
    #expect(recorded.status == 1)
    #expect(try folder.run("test", "--layout", "exact").status == 0)
  }

  @Test("'off' does not record a layout and cannot ignore ids")
  func off() throws {
    let folder = try RunFolder(["d.json": deck()])
    #expect(try folder.run("test", "--layout", "off", "--record", "missing").status == 1)
    #expect(folder.files("Goldens") == ["d.png", "goldens.versions"])
    #expect(try folder.run("test", "--layout", "off", "--ignore-region", "c").status == 64)
    try folder.write("cardshot.test.json", #"{"layout":"off","ignore":["c"]}"#)
    let plan = try folder.run("test")
    #expect(plan.status == 2)
    #expect(plan.errorText.contains("'ignore' needs layouts"))
  }

  @Test("Rectangles and masks are ignored, from options and from the plan")
  func rectangles() throws {
    let folder = try recorded()
    try folder.write("d.json", deck(title: "Milk"))
    #expect(try folder.run("test").status == 1)
    let golden = try ImageDecoding.decode(try folder.bytes("Goldens/d.png"), name: "d.png")
    guard case .bitmap(let picture) = golden.content else { throw BuiltProgram.NotBuilt() }
    let (width, height) = (picture.width, picture.height)
    #expect(try folder.run("test", "--ignore", "0,0,\(width),40").status == 0)
    #expect(try folder.run("test", "--ignore", "0,41,\(width),9").status == 1)
    #expect(try folder.run("test", "--ignore", "0,0,\(width),\(height)").status == 2)
    func plan(_ text: String) throws -> BuiltProgram.Result {
      try folder.write("cardshot.test.json", text)
      return try folder.run("test", "d.json")
    }
    #expect(try plan(#"{"ignoreRectangles":[[0,0,\#(width),40]]}"#).status == 0)
    #expect(try plan(#"{"ignoreRectangles":[[0,0,0,40]]}"#).errorText.contains("four whole numbers"))
    let pixels = (0..<width * height).flatMap {
      $0 < 40 * width ? [255, 255, 255, 255] : [0, 0, 0, 255] as [UInt8]
    }
    let mask = try #require(Bitmap(width: width, height: height, pixels: pixels))
    try folder.write("masks/top.png", try PNGEncoder.encode(mask, scale: 1))
    #expect(try plan(#"{"mask":"masks/top.png"}"#).status == 0)
    #expect(try plan(#"{"mask":"masks/none.png"}"#).status == 2)
    #expect(try plan(#"{"overrides":[{"decks":"d.json","mask":"masks/top.png"}]}"#).status == 0)
    try folder.remove("cardshot.test.json")
    #expect(try folder.run("test", "--mask", "masks/top.png").status == 0)
    #expect(
      try folder.run("test", "--mask", "masks/top.png", "--scales", "2", "--record", "missing").status == 1)
    let other = try folder.run("test", "d.json", "--mask", "masks/top.png", "--scales", "2")
    #expect(other.status == 2)
    #expect(other.outputText.contains("the mask is \(width) × \(height)"), "\(other.outputText)")
  }
}
