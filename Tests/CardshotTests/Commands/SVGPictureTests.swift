import CardRaster
import Foundation
import TestSupport
import Testing

/// Decks with malicious SVG pictures: the program reports them and draws the rest.
@Suite struct SVGPictureTests {
  private static let crash = """
    <svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><filter id='f' primitiveUnits='objectBoundingBox'>
    <feColorMatrix y='3 199'/><feTile/></filter><rect width='9' height='9' filter='url(#f)'/></svg>
    """
  /// Cheap in its natural size, but expensive when enlarged.
  private static let turbulence = """
    <svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'><filter id='f' x='0' y='0' width='1' height='1'>
    <feTurbulence baseFrequency='0.1' numOctaves='500'/></filter><rect width='10' height='10' filter='url(#f)'/></svg>
    """
  private static let good =
    "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>"

  /// Runs the program in a folder with three pictures and some decks; also returns the files it wrote.
  private func run(_ decks: [String: String], _ arguments: [String]) throws -> (BuiltProgram.Result, [String])
  {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    var files = decks
    (files["crash.svg"], files["dear.svg"], files["good.svg"]) = (Self.crash, Self.turbulence, Self.good)
    for (name, text) in files { try FileWriting.write(Array(text.utf8), to: "\(folder)/\(name)") }
    let result = try BuiltProgram.run(arguments, environment: [:], folder: folder)
    let found = try FileManager.default.contentsOfDirectory(atPath: folder)
    return (result, found.filter { files[$0] == nil }.sorted())
  }

  private func cards(_ pictures: [String], size: Int = 9) -> String {
    let cards = pictures.enumerated().map {
      #"{"id":"c\#($0)","parts":[{"type":"image","image":"\#($1)","width":\#(size),"height":\#(size)}]}"#
    }
    return #"{"canvas":{"width":400,"scale":4},"cards":["# + "\n" + cards.joined(separator: ",\n") + "\n]}"
  }

  @Test(arguments: ["{id}.png", "all.png", "all.pdf", "{id}.svg"])
  func aDeckWithAMaliciousPictureIsNotWritten(output: String) throws {
    let pictures =
      Array(repeating: "good.svg", count: 8) + ["crash.svg"] + Array(repeating: "good.svg", count: 3)
    let (result, files) = try run(["d.json": cards(pictures)], ["d.json", "-o", output])
    #expect(result.status == 2)
    #expect(
      result.errorText
        == "d.json:10:45: error: cannot read the picture 'crash.svg': librsvg crashed while rendering the SVG"
        + " picture, with signal 6 at cards[8].parts[0].image\n")
    #expect(files == [])
  }

  @Test(arguments: ["{id}.png", "{id}.pdf"])
  func errorsThatDependOnTheSizeHaveAPlaceToo(output: String) throws {
    let deck = cards(["good.svg", "dear.svg"], size: 380)
    let (result, files) = try run(["d.json": deck], ["d.json", "-o", output, "--workers", "1"])
    #expect(result.status == 2)
    #expect(
      result.errorText.hasSuffix(
        "d.json:3:45: error: cannot draw the picture 'dear.svg': the SVG picture takes more than 2 s of processor time"
          + " at cards[1].parts[0].image\n"), "\(result.errorText)")
    #expect(!files.contains { $0.hasPrefix("c1") || $0.hasPrefix(".") }, "\(files)")
  }

  /// If `ulimit`, systemd or Slurm sets a hard limit, the limit of the process still applies.
  @Test(
    .enabled(if: BuiltProgram.sanitizerOptions == nil, "the address sanitizer takes more than any limit"),
    arguments: ["-v 6000000", "-v 6000000; ulimit -t 60", "-S -v 6000000", "-v unlimited"])
  func memoryIsLimitedUnderAHardLimit(limit: String) throws {
    let folder = try RunFolder(["d.json": cards(["p.svg"], size: 340), "good.svg": Self.good])
    try folder.write(
      "p.svg",
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="3000" height="2000"><rect width="1e9" height="1e9" fill="none"
       stroke="red" stroke-width="1e8" stroke-dasharray="1 2"/></svg>
      """)
    try folder.write("good.json", cards(["good.svg"]))
    let program = try BuiltProgram.path()
    func shell(_ line: String) throws -> BuiltProgram.Result {
      try BuiltProgram.run(
        ["-c", "ulimit \(limit); exec \(program) \(line)"], folder: folder.path, program: "/bin/sh")
    }
    let result = try shell("d.json -o o.png")
    #expect(result.status == 2)
    #expect(result.errorText.contains("takes more than 512 MiB of memory"), "\(result.errorText)")
    let good = try shell("good.json -o o.png")
    #expect(good.status == 0, "\(good.errorText)")
  }

  @Test func otherDecksOfARunAreDrawn() throws {
    let decks = [
      "a.json": cards(["good.svg"]), "b.json": cards(["crash.svg"]), "c.json": cards(["good.svg"], size: 20),
    ]
    let (result, files) = try run(decks, ["test", ".", "--record", "all", "--goldens", "goldens"])
    #expect(result.status == 2)
    #expect(result.outputText.contains("b.json:2:45: error: cannot read the picture 'crash.svg'"))
    #expect(files.contains("goldens"))
  }
}
