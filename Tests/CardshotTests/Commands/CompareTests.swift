import CardRaster
import Foundation
import TestSupport
import Testing

/// The output, the files and the exit codes of `cardshot compare`.
@Suite("The command compare") struct CompareTests {
  private typealias Samples = ComparisonSamples

  private struct Report: Decodable {
    struct File: Decodable, Equatable {
      var path: String
      var width: Int
      var height: Int
    }
    /// `x`, `y`, `width`, `height` and `pixels`.
    typealias Region = [String: Int]
    var same: Bool
    var verdict: String
    var metric: String
    var threshold: Double?
    var maxDelta: Double
    var maxChannelDelta: Int
    // Numbers of pixels.
    var differingPixels: Int
    var comparedPixels: Int
    var allowedPixels: Int
    var antialiasedPixels: Int
    var ignoredPixels: Int
    var expected: File
    var actual: File
    var densestWindow: Region?
    var regions: [Region]
    var omittedRegions: Int
    var diff: String?
  }

  private static let deck =
    ##"{"canvas":{"width":60,"scale":2},"cards":[{"id":"a","parts":[{"type":"spacer","id":"gap","height":9},{"type":"spacer","id":"block","height":10,"backgroundColor":"#FF0000"}]}]}"##

  /// Files for every test.
  ///
  /// They are a white picture, one with two black dots, one of another size, and files that are not pictures.
  private func files() throws -> [String: [UInt8]] {
    func png(_ bitmap: Bitmap) throws -> [UInt8] { try PNGEncoder.encode(bitmap, scale: 1) }
    let white = try Samples.dots(30, 20, [])
    return [
      "white.png": try png(white), "dots.png": try png(try Samples.dots(30, 20, [(2, 3), (25, 17)])),
      "large.png": try png(try Samples.dots(30, 21, [])),
      "clear.png": try png(try Samples.picture(30, 20) { _, _ in Samples.clear }),
      "edge.png": try png(try Samples.edge(9, at: 4, grey: 128)),
      "hard.png": try png(try Samples.edge(9, at: 4, grey: 0)),
      "mask.png": try png(
        try Samples.picture(30, 20) { x, _ in x < 10 ? (1, 2, 3, 255) : Samples.clear }),
      "empty.png": [], "cut.png": Array(try png(white).dropLast(20)), "text.png": Array("hello".utf8),
      "shape.svg": Array(#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>"#.utf8),
      "deck.json": Array(Self.deck.utf8),
    ]
  }

  private func run(_ arguments: [String], input: [UInt8] = []) throws -> (
    BuiltProgram.Result, [String: [UInt8]]
  ) {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    let files = try files()
    for (name, bytes) in files { try FileWriting.write(bytes, to: "\(folder)/\(name)") }
    let result = try BuiltProgram.run(["compare"] + arguments, inputBytes: input, folder: folder)
    var written: [String: [UInt8]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where files[name] == nil {
      written[name] = Array(FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data())
    }
    return (result, written)
  }

  private func report(_ arguments: [String]) throws -> (Report, Int32) {
    let (result, _) = try run(arguments + ["--json"])
    return (try JSONDecoder().decode(Report.self, from: Data(result.output)), result.status)
  }

  private func bitmap(_ file: [UInt8]?) throws -> Bitmap {
    let source = try ImageDecoding.decode(try #require(file), name: "diff.png")
    guard case .bitmap(let bitmap) = source.content else { throw BuiltProgram.NotBuilt() }
    return bitmap
  }

  @Test("Equal pictures exit with 0, different ones with 1 and a line for each region")
  func statusTellsTheVerdict() throws {
    let (same, none) = try run(["white.png", "white.png"])
    #expect(same.status == 0, "\(same.errorText)")
    #expect(same.outputText == "same: no pixel differs\n")
    #expect(none.isEmpty)
    let (different, _) = try run(["white.png", "dots.png"])
    #expect(different.status == 1)
    #expect(
      different.outputText == """
        different: 2 of 600 pixels differ (0.33 %), by at most 1
          1 × 1 at 2,3: 1 pixel
          1 × 1 at 25,17: 1 pixel

        """)
    #expect(different.errorText == "")
    let (quiet, _) = try run(["white.png", "dots.png", "--quiet"])
    #expect(quiet.status == 1)
    #expect(quiet.outputText == "")
  }

  @Test("Different sizes are reported, whatever the tolerance is")
  func sizesAreTold() throws {
    let (result, _) = try run(["white.png", "large.png", "--max-diff", "99.9%"])
    #expect(result.status == 1)
    #expect(
      result.outputText.hasPrefix("different: the sizes differ: 30 × 20 expected, 30 × 21 found; 30 of 630"))
    let (found, status) = try report(["white.png", "large.png"])
    #expect(status == 1)
    #expect(found.verdict == "differentSizes")
    #expect(found.differingPixels == 30)
    #expect(found.expected == Report.File(path: "white.png", width: 30, height: 20))
    #expect(found.actual == Report.File(path: "large.png", width: 30, height: 21))
  }

  @Test("The JSON contains all values")
  func machinesGetJSON() throws {
    let (found, status) = try report(["white.png", "dots.png", "--window", "5", "--max-diff", "1"])
    #expect(status == 0)
    #expect(found.same)
    #expect(found.verdict == "same")
    #expect(found.metric == "exact")
    #expect(found.threshold == nil)
    #expect(found.differingPixels == 2)
    #expect(found.comparedPixels == 600)
    #expect(found.allowedPixels == 1)
    #expect(found.maxDelta == 1)
    #expect(found.maxChannelDelta == 255)
    #expect(found.densestWindow == ["x": 0, "y": 0, "width": 5, "height": 5, "pixels": 1])
    #expect(
      found.regions == [
        ["x": 2, "y": 3, "width": 1, "height": 1, "pixels": 1],
        ["x": 25, "y": 17, "width": 1, "height": 1, "pixels": 1],
      ])
    #expect(found.omittedRegions == 0)
    #expect(found.diff == nil)
  }

  @Test("Perceptual options select a perceptual metric")
  func metricsAreChosen() throws {
    #expect(try report(["edge.png", "hard.png"]).0.differingPixels == 9)
    let (soft, status) = try report(["edge.png", "hard.png", "--metric", "oklab"])
    #expect(status == 0)
    #expect(soft.threshold == 0.1)
    #expect(soft.antialiasedPixels == 9)
    #expect(try report(["edge.png", "hard.png", "--threshold", "0.2"]).0.metric == "oklab")
    #expect(try report(["edge.png", "hard.png", "--count-antialiasing"]).0.differingPixels == 9)
    #expect(try report(["edge.png", "hard.png", "--metric", "yiq"]).0.metric == "yiq")
    #expect(try report(["clear.png", "white.png", "--background", "white"]).0.same)
    #expect(try !report(["clear.png", "white.png", "--background", "checkerboard"]).0.same)
  }

  @Test("Shares of pixels, rectangles, masks and parts of a deck can be ignored")
  func thingsAreLetPass() throws {
    #expect(try run(["white.png", "dots.png", "--max-diff", "2"]).0.status == 0)
    #expect(try run(["white.png", "dots.png", "--max-diff", "0.3%"]).0.status == 1)
    #expect(try run(["white.png", "dots.png", "--max-diff", "0.4%"]).0.status == 0)
    let (one, _) = try report(["white.png", "dots.png", "--ignore", "2,3,1,1"])
    #expect(one.differingPixels == 1)
    #expect(one.ignoredPixels == 1)
    #expect(
      try run(["white.png", "dots.png", "--ignore", "0,0,5,5", "--ignore", "20,10,99,99"]).0.status == 0)
    let (masked, _) = try report(["white.png", "dots.png", "--mask", "mask.png"])
    #expect(masked.regions.map { $0["x"] } == [25])
    #expect(masked.ignoredPixels == 200)
  }

  @Test("Regions of a deck are found by their ids, at the scale of the picture")
  func regionsOfADeckAreFound() throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    try FileWriting.write(Array(Self.deck.utf8), to: "\(folder)/deck.json")
    func program(_ arguments: [String]) throws -> BuiltProgram.Result {
      try BuiltProgram.run(arguments, folder: folder)
    }
    let changed = Self.deck.replacing("#FF0000", with: "#FF0001")
    try FileWriting.write(Array(changed.utf8), to: "\(folder)/changed.json")
    for scale in ["2", "3"] {
      #expect(try program(["deck.json", "-o", "a.png", "--scale", scale]).status == 0)
      #expect(try program(["changed.json", "-o", "b.png", "--scale", scale]).status == 0)
      #expect(try program(["compare", "a.png", "b.png"]).status == 1)
      // The scale is that of the picture, whatever the deck sets.
      let same = try program([
        "compare", "a.png", "b.png", "--ignore-region", "block", "--deck", "deck.json",
      ])
      #expect(same.status == 0, "\(same.outputText) \(same.errorText)")
      let other = try program([
        "compare", "a.png", "b.png", "--ignore-region", "gap", "--deck", "deck.json",
      ])
      #expect(other.status == 1)
      let card = try program(["compare", "a.png", "b.png", "--ignore-region", "a", "--deck", "deck.json"])
      #expect(card.status != 1, "\(card.outputText)")
    }
    let unknown = try program([
      "compare", "a.png", "b.png", "--ignore-region", "blok", "--deck", "deck.json",
    ])
    #expect(unknown.status == 2)
    #expect(
      unknown.errorText == "deck.json: error: no part or card has the id 'blok'; did you mean 'block'?\n")
    let shape = try program([
      "compare", "a.png", "b.png", "--ignore-region", "block", "--deck", "deck.json", "--width", "90",
    ])
    #expect(shape.status == 2)
    #expect(shape.errorText.contains("but the expected picture has"), "\(shape.errorText)")
  }

  @Test("Diff pictures are written, also for equal pictures")
  func differencesAreDrawn() throws {
    let (result, written) = try run(["white.png", "dots.png", "-o", "diff.png"])
    #expect(result.status == 1)
    #expect(written.keys.sorted() == ["diff.png"])
    let strip = try bitmap(written["diff.png"])
    #expect((strip.width, strip.height) == (98, 20))
    let (_, overlay) = try run(["white.png", "dots.png", "-o", "d.png", "--diff-style", "overlay"])
    #expect(try bitmap(overlay["d.png"]).width == 30)
    let (_, mask) = try run(["white.png", "dots.png", "-o", "d.png", "--diff-style", "mask"])
    let pixels = try bitmap(mask["d.png"]).pixels
    #expect(pixels.filter { $0 != 0 }.count == 4)
    let (equal, faint) = try run(["white.png", "white.png", "-o", "d.png"])
    #expect(equal.status == 0)
    #expect(faint.count == 1)
    let (piped, none) = try run(["white.png", "dots.png", "-o", "-", "--json"])
    #expect(piped.status == 1)
    #expect(try bitmap(piped.output).width == 98)
    #expect(try JSONDecoder().decode(Report.self, from: Data(piped.error)).diff == "-")
    #expect(none.isEmpty)
  }

  /// Simple command lines are read by `PlainCompare`, all others by ArgumentParser.
  ///
  /// A line with `--sandbox`, for example, is not simple.
  @Test(
    "Both parsers of the command line give the same result",
    arguments: [
      ["white.png", "dots.png"], ["white.png", "white.png", "--json"],
      ["edge.png", "hard.png", "--metric", "oklab"], ["--metric", "yiq", "edge.png", "hard.png", "--quiet"],
      ["white.png", "dots.png", "-o", "d.png"], ["white.png", "large.png", "--output", "d.png", "--json"],
      ["none.png", "white.png"], ["white.png", "cut.png", "--json"], ["white.png", "white.png", "--quiet"],
    ]) func bothReadersAgree(_ arguments: [String]) throws
  {
    let (plain, written) = try run(arguments)
    let (other, writtenToo) = try run(arguments + ["--sandbox", "auto"])
    #expect(plain.status == other.status)
    #expect(plain.output == other.output)
    #expect(plain.error == other.error)
    #expect(written == writtenToo)
  }

  @Test("Either picture may come from standard input")
  func standardInputIsRead() throws {
    let dots = try #require(try files()["dots.png"])
    #expect(try run(["dots.png", "-"], input: dots).0.status == 0)
    #expect(try run(["-", "dots.png"], input: dots).0.status == 0)
    #expect(try run(["-", "white.png"], input: dots).0.status == 1)
    let (empty, _) = try run(["-", "white.png"])
    #expect(empty.status == 2)
    #expect(empty.errorText == "error: cannot access '<stdin>': the picture is empty\n")
  }

  @Test(
    "Files that cannot be compared are never the same",
    arguments: [
      ["none.png", "white.png"], ["white.png", "none.png"], ["empty.png", "empty.png"],
      ["empty.png", "white.png"], ["white.png", "cut.png"], ["cut.png", "cut.png"],
      ["text.png", "text.png"], [".", "white.png"], ["shape.svg", "shape.svg"], ["clear.png", "clear.png"],
      ["white.png", "white.png", "--ignore", "0,0,30,20"],
      ["white.png", "white.png", "--ignore", "30,0,5,5"],
      ["white.png", "white.png", "--mask", "large.png"], ["white.png", "white.png", "--mask", "none.png"],
      ["white.png", "white.png", "--mask", "white.png"],
      ["white.png", "white.png", "--ignore-region", "a", "--deck", "none.json"],
      ["white.png", "white.png", "--ignore-region", "a", "--deck", "deck.json"],
      ["white.png", "white.png", "-o", "no/such/folder.png"],
    ]) func faultsAreNeverTheSame(_ arguments: [String]) throws
  {
    let (result, written) = try run(arguments)
    #expect(result.status == 2, "\(result.outputText)\(result.errorText)")
    #expect(result.errorText.contains("error: "))
    #expect(result.outputText == "")
    #expect(written.isEmpty)
    let (json, _) = try run(arguments + ["--json"])
    #expect(json.status == 2)
    let document = try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any]
    #expect(document?["ok"] as? Bool == false)
  }

  @Test("Only large files are read in parallel, with the same result", .withFaults)
  func threads() throws {
    // Incompressible noise makes a large file.
    func noise(_ side: Int, _ seed: UInt64) throws -> [UInt8] {
      var state = seed
      let bitmap = try Samples.picture(side, side) { _, _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (
          UInt8(truncatingIfNeeded: state >> 33), UInt8(truncatingIfNeeded: state >> 41), UInt8(seed), 255
        )
      }
      return try PNGEncoder.encode(bitmap, scale: 1, compression: .fast)
    }
    let folder = try RunFolder()
    for (name, side) in [("small", 60), ("large", 700)] {
      try folder.write("\(name).png", try noise(side, 1))
      try folder.write("\(name)-other.png", try noise(side, 2))
    }
    try folder.write("large-cut.png", Array(try folder.bytes("large-other.png").dropLast(40)))
    let beside = try RunFolder()
    let shim = try FaultShim(in: beside.path)
    let small = try shim.run(["compare", "small.png", "small-other.png"], folder: folder.path)
    #expect(small.program.status == 1 && small.threads == 0, "\(small.threads)")
    let large = try shim.run(["compare", "large.png", "large-other.png"], folder: folder.path)
    #expect(large.program.status == 1 && large.threads > 0)
    for (result, count) in [(small, 3600), (large, 490_000)] {
      #expect(result.program.outputText.contains("\(count) of \(count) pixels differ (100 %)"))
    }
    let cut = try BuiltProgram.run(["compare", "large.png", "large-cut.png"], folder: folder.path)
    #expect(cut.status == 2 && cut.errorText.contains("large-cut.png"))
  }

  @Test(
    "Wrong usage exits with 64",
    arguments: [
      ["white.png"], [], ["white.png", "white.png", "white.png"], ["-", "-"], ["white.png", ""],
      ["white.png", "white.png", "--nonsense"], ["white.png", "white.png", "--metric", "ssim"],
      ["white.png", "white.png", "--threshold", "1.5"], ["white.png", "white.png", "--threshold", "nan"],
      ["white.png", "white.png", "--metric", "exact", "--threshold", "0.1"],
      ["white.png", "white.png", "--max-diff", "-1"], ["white.png", "white.png", "--max-diff", "101%"],
      ["white.png", "white.png", "--max-diff", "few"], ["white.png", "white.png", "--window", "0"],
      ["white.png", "white.png", "--ignore", "1,2,3"], ["white.png", "white.png", "--ignore", "1,2,0,4"],
      ["white.png", "white.png", "--ignore", "1,2,3,x"], ["white.png", "white.png", "--ignore-region", "a"],
      ["white.png", "white.png", "--deck", "deck.json"], ["white.png", "white.png", "--scale", "2"],
      ["white.png", "white.png", "-o", "diff.jpg"], ["white.png", "dots.png", "-o", "dots.png"],
      ["white.png", "white.png", "--diff-style", "blink"],
    ]) func wrongUsageIs64(_ arguments: [String]) throws
  {
    let (result, written) = try run(arguments)
    #expect(result.status == 64, "\(result.outputText)\(result.errorText)")
    #expect(!result.errorText.isEmpty)
    #expect(written.isEmpty)
  }
}
