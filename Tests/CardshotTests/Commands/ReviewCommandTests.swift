import CardParts
import CardRaster
import TestSupport
import Testing

/// The exit codes, files and messages of `cardshot review`.
@Suite("The command review") struct ReviewCommandTests {
  private func picture(_ red: UInt8) throws -> [UInt8] {
    let pixels = [UInt8](repeating: red, count: 4 * 16 * 16).enumerated().map {
      $0.offset % 4 == 3 ? 255 : $0.element
    }
    return try PNGEncoder.encode(try #require(Bitmap(width: 16, height: 16, pixels: pixels)), scale: 1)
  }

  private func folder(_ files: [String: UInt8]) throws -> RunFolder {
    let folder = try RunFolder()
    for (name, red) in files { try folder.write(name, try picture(red)) }
    return folder
  }

  @Test("Exit codes: 0 same, 1 different, 2 unreadable, 64 wrong usage") func exitCodes() throws {
    let folder = try folder(["a/x.png": 9, "b/x.png": 9])
    let same = try folder.run("review", "a", "b")
    #expect(same.status == 0 && same.outputText == "1 picture: 1 same\n")
    #expect(!folder.exists("out/failures/report.html"))
    try folder.write("b/x.png", try picture(250))
    #expect(try folder.run("review", "a", "b").status == 1)
    try folder.write("b/x.png", "no picture")
    let broken = try folder.run("review", "a", "b")
    #expect(broken.status == 2 && broken.outputText.contains("unreadable x.png"))
    #expect(try folder.run("review", "a", "none").status == 2)
    #expect(try folder.run("review", "out", "out").status == 2)
    for words in [
      ["--layout", "flutte"], ["--layout", "paparazzi"], ["--ignore-region", "x"], ["--report-url", "x"],
    ] {
      #expect(try BuiltProgram.run(["review", "a"] + words, folder: folder.path).status == 64, "\(words)")
    }
  }

  @Test("A failed review leaves a report, and the printed command accepts the pictures") func approving()
    throws
  {
    let folder = try folder(["a/d/x.png": 9, "b/d/x.png": 250, "b/new.png": 70, "a/gone.png": 1])
    let result = try folder.run(
      "review", "a", "b", "--junit", "j.xml", "--pull-request", "c.md", "--pictures-url", "https://x/y",
      "--json")
    #expect(result.status == 1)
    for word in ["\"state\": \"changed\"", "\"state\": \"new\"", "\"state\": \"gone\"", "\"review\": true"] {
      #expect(result.outputText.contains(word), "\(word)")
    }
    #expect(try folder.text("out/failures/report.html").contains("3 of 3 pictures need a review"))
    #expect(try folder.text("j.xml").contains("tests=\"3\" failures=\"3\""))
    let comment = try folder.text("c.md")
    #expect(comment.contains("cardshot approve --all --goldens a\n"))
    #expect(folder.files("out/failures/pull-request").count == 3)
    let approved = try folder.run("approve", "--all", "--goldens", "a")
    #expect(approved.status == 0, "\(approved.errorText)")
    #expect(folder.files("a") == ["d/x.png", "new.png"])
    #expect(try folder.run("review", "a", "b").status == 0)
    #expect(!folder.exists("out/failures/report.html"))
  }

  @Test("Shards merge into one run that can be approved") func shards() throws {
    let folder = try folder(["a/1.png": 9, "b/1.png": 250, "a/2.png": 9, "b/2.png": 250])
    for shard in ["1", "2"] {
      let result = try folder.run("review", "a", "b", "--shard", "\(shard)/2", "--json")
      #expect(result.status == 1)
      try folder.write("share-\(shard).json", result.output)
    }
    let merged = try folder.run("merge", "share-1.json", "share-2.json", "--goldens", "a")
    #expect(merged.status == 1 && merged.outputText.contains("2 pictures: 2 changed"), "\(merged.outputText)")
    #expect(try folder.run("approve", "--all", "--goldens", "a").status == 0)
    #expect(try folder.run("review", "a", "b").status == 0)
  }

  @Test("The settings file applies, and its errors have places") func settings() throws {
    let folder = try folder(["a/x.png": 9, "b/x.png": 10])
    try folder.write("cardshot.review.json", #"{ "metric": "exact" }"#)
    #expect(try folder.run("review", "a", "b").status == 1)
    #expect(try folder.run("review", "a", "b", "--metric", "oklab").status == 0)
    try folder.write("cardshot.review.json", #"{ "metrc": "exact" }"#)
    let result = try folder.run("review", "a", "b")
    #expect(
      result.status == 2 && result.errorText.contains("cardshot.review.json:1:3"), "\(result.errorText)")
    try folder.write("cardshot.review.json", #"{ "mask": "../m.png" }"#)
    #expect(try folder.run("review", "a", "b").errorText.contains("is outside the plan's folder"))
  }

  @Test("The page lists the keys of the settings file") func keysOfThePage() throws {
    let schema = try JSONScanner.scan(try folder([:]).run("schema", "review").output, file: "schema")
    guard case .object(let members)? = schema["properties"]?.value else {
      Issue.record("the schema has no properties")
      return
    }
    let keys = members.map(\.key).filter { $0 != "$schema" && $0 != "version" }
    #expect(table(after: "| key | value | default |") == keys.sorted())
  }

  /// The first cells of a table of `Docs/review.md`, without backticks.
  private func table(after head: String) -> [String] {
    let lines = (DocsFolder.text("Docs/review.md") ?? "").split(separator: "\n")
    let rows = lines.drop { $0 != head }.dropFirst(2).prefix { $0.hasPrefix("| `") }
    return rows.map { String($0.dropFirst(3).prefix { $0 != "`" }) }.sorted()
  }

  @Test("Without pdftoppm, files are compared byte by byte, and a warning says so") func noPages() throws {
    let folder = try RunFolder()
    try folder.write("a/x.pdf", "%PDF-1")
    try folder.write("b/x.pdf", "%PDF-2")
    let result = try BuiltProgram.run(
      ["review", "a", "b"], environment: ["PATH": "/none"], folder: folder.path)
    #expect(result.status == 1)
    #expect(result.outputText.contains("changed x.pdf: the files differ; their pages were not compared"))
    let warning = "'pdftoppm', which draws pages, is not in PATH; install poppler-utils"
    #expect(result.outputText.contains(warning), "\(result.outputText)")
  }

  @Test("The sandbox lets pdftoppm draw pages", .enabled(if: PDFPages.isAvailable)) func pages() throws {
    let folder = try RunFolder()
    for (side, text) in [("a", "Tea"), ("b", "Milk")] {
      try folder.write(
        "card.json",
        #"{ "canvas": { "width": 120 }, "cards": [ { "parts": [ { "type": "title", "title": "\#(text)" } ] } ] }"#
      )
      try FileTree.makeFolder("\(folder.path)/\(side)")
      #expect(try folder.run("card.json", "-o", "\(side)/x.pdf").status == 0)
    }
    let result = try folder.run("review", "a", "b")
    #expect(
      result.status == 1 && result.outputText.contains("changed x.pdf: 1 of 1 page differs: 1"),
      "\(result.outputText)")
    #expect(folder.files("out/failures").contains("x.pdf, page 1.expected.png"))
  }
}
