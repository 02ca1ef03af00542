import CardParts
import CardRaster
import Foundation
import TestSupport
import Testing

@testable import CardGoldens

/// Two trees of pictures that no deck describes.
@Suite("Reviews of two folders of pictures") struct ReviewTests {
  /// A white picture with a filled rectangle.
  static func picture(
    _ color: [UInt8] = [255, 0, 0, 255], width: Int = 60, height: Int = 40, x: Int = 10, y: Int = 10
  ) throws -> [UInt8] {
    try PNGEncoder.encode(bitmap(color, width: width, height: height, x: x, y: y), scale: 1)
  }

  static func bitmap(_ color: [UInt8], width: Int = 60, height: Int = 40, x: Int = 10, y: Int = 10) throws
    -> Bitmap
  {
    var pixels = [UInt8](repeating: 255, count: 4 * width * height)
    for row in y..<y + 20 {
      for column in x..<x + 20 {
        pixels.replaceSubrange(4 * (row * width + column)..<4 * (row * width + column) + 4, with: color)
      }
    }
    return try #require(Bitmap(width: width, height: height, pixels: pixels))
  }

  private static let blue: [UInt8] = [0, 0, 255, 255]
  private static let pointer = Array(
    "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n".utf8)

  /// Runs a review of files in a new folder, `a` against `b` unless other folders are given.
  private func review(
    _ files: [String: [UInt8]], _ folder: TemporaryFolder, layout: String = "mirrored",
    expected: String = "a",
    actual: String = "b", plan: String? = nil, shard: String? = nil
  ) async throws -> GoldenRunResult {
    for (name, bytes) in files { try write(bytes, name, folder) }
    var plan = try plan.map { try GoldenPlan(review: Array($0.utf8), file: "plan", folder: folder.path) }
    plan = plan ?? GoldenPlan(folder: folder.path)
    var request = GoldenRequest(try #require(plan))
    request.goldens = "\(folder.path)/\(expected)"
    request.actual = "\(folder.path)/\(actual)"
    request.failures = "\(folder.path)/failures"
    request.layout = try #require(ReviewLayout(layout))
    request.jobs = 2
    request.shard = shard.flatMap(GoldenShard.init)
    return try await ReviewRunner(request).run()
  }

  private func write(_ bytes: [UInt8], _ name: String, _ folder: TemporaryFolder) throws {
    let file = URL(fileURLWithPath: "\(folder.path)/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  private func words(_ result: GoldenRunResult) -> [String: String] {
    Dictionary(uniqueKeysWithValues: result.run.outcomes.map { ($0.name, $0.word) })
  }

  @Test("Each picture is same, changed, new, gone, moved or unreadable") func states() async throws {
    let folder = try TemporaryFolder()
    let red = try Self.picture()
    let other = try Self.picture(Self.blue)
    let moved = try Self.picture([0, 255, 0, 255])
    let result = try await review(
      [
        "a/x/same.png": red, "b/x/same.png": red, "a/changed.png": red, "b/changed.png": other,
        "a/gone.png": try Self.picture(x: 12), "b/new.png": try Self.picture(x: 14), "a/old.png": moved,
        "b/y/moved.png": moved, "a/broken.png": red, "b/broken.png": Array(red.prefix(60)),
        "a/lfs.png": red, "b/lfs.png": Self.pointer, "a/note.txt": [1], "b/anim.gif": [1],
        "a/size.png": red, "b/size.png": try Self.picture(height: 60),
      ], folder)
    #expect(
      words(result) == [
        "x/same.png": "same", "changed.png": "changed", "gone.png": "gone", "new.png": "new",
        "y/moved.png": "moved", "broken.png": "unreadable", "lfs.png": "changed", "size.png": "changed",
      ])
    #expect(result.others == ["\(folder.path)/b/anim.gif"])
    #expect(result.isFault)
    let lfs = try #require(result.run.outcomes.first { $0.name == "lfs.png" })
    #expect(lfs.issues.first?.message == "the file is a Git LFS pointer, not the picture")
    let size = try #require(result.run.outcomes.first { $0.name == "size.png" })
    #expect(
      size.changes.map(\.sentence)
        == ["the picture is 20 pixels taller: 20 rows were inserted at y = 40, and all others are equal"])
    #expect(
      RunReport(result.run).text.contains(
        "8 pictures: 1 same, 3 changed, 1 new, 1 moved, 1 gone, 1 unreadable"))
    // A merged run is the same run.
    let again = try GoldenRun(json: Array(RunReport(result.run).json.utf8), file: "x")
    #expect(again.outcomes.map(\.word) == result.run.outcomes.map(\.word))
    #expect(again.isReview)
  }

  @Test("Approving copies the reviewed bytes, removes what is gone, and refuses other content")
  func approval() async throws {
    let folder = try TemporaryFolder()
    let (red, blue) = (try Self.picture(), try Self.picture(Self.blue))
    let moved = try Self.picture(x: 20)
    let result = try await review(
      [
        "a/changed.png": red, "b/changed.png": blue, "a/gone.png": try Self.picture(x: 12),
        "b/d/new.png": blue,
        "a/old.png": moved, "b/moved.png": moved, "a/late.png": red, "b/late.png": blue,
      ], folder)
    let approval = GoldenApproval(goldens: "\(folder.path)/a", lock: nil, failures: "\(folder.path)/failures")
    let wishes = Approvals(all: result.run).approved.map {
      GoldenApproval.Wish(name: $0.name, fingerprint: $0.fingerprint)
    }
    #expect(wishes.count == 5)
    // Someone else changes a copy after the review.
    try write(red, "failures/late.png.actual.png", folder)
    let answers = try approval.approve(wishes)
    #expect(answers.filter { !$0.isApproved }.map(\.name) == ["late.png"])
    func bytes(_ name: String) -> [UInt8]? {
      FileManager.default.contents(atPath: "\(folder.path)/a/\(name)").map(Array.init)
    }
    #expect(bytes("changed.png") == blue)
    #expect(bytes("d/new.png") == blue)
    #expect(bytes("moved.png") == moved)
    #expect(bytes("gone.png") == nil && bytes("old.png") == nil)
    let next = try await review(["b/late.png": red], folder)
    #expect(next.run.isGreen)
  }

  @Test(
    "The layouts of other tools",
    arguments: [
      ("playwright", "t/one-expected.png", "t/one-actual.png", "t/one-diff.png", "t/one.png"),
      (
        "backstop", "d/bitmaps_reference/p.png", "d/bitmaps_test/20260102-1/p.png",
        "d/bitmaps_test/20260102-1/failed_diff_p.png", "d/p.png"
      ),
      (
        "jest-image-snapshot", "__image_snapshots__/q-snap.png",
        "__image_snapshots__/__received_output__/q-received.png",
        "__image_snapshots__/__diff_output__/q-diff.png", "__image_snapshots__/q.png"
      ),
      ("roborazzi", "r.png", "r_actual.png", "r_compare.png", "r.png"),
      ("flutter", "s_masterImage.png", "s_testImage.png", "s_maskedDiff.png", "s.png"),
      ("reg-suit", "expected/u.png", "actual/u.png", "diff/u.png", "u.png"),
      ("-old:-new", "v-old.png", "v-new.png", "w.png", "v.png"),
      ("old/:new/", "old/v.png", "new/v.png", "w.png", "v.png"),
    ]) func layouts(name: String, expected: String, actual: String, ignored: String, key: String) async throws
  {
    let folder = try TemporaryFolder()
    let (red, blue) = (try Self.picture(), try Self.picture(Self.blue))
    let files = ["a/\(expected)": red, "a/\(actual)": blue, "a/\(ignored)": red]
    let result = try await review(files, folder, layout: name, actual: "a")
    #expect(words(result) == [key: "changed"])
    #expect(result.run.outcomes.first?.file == expected)
    if !name.contains(":") {
      // The layout is recognised.
      #expect(words(try await review([:], folder, actual: "a")) == [key: "changed"])
    }
  }

  @Test func everyLayoutIsOnThePage() {
    let page = DocsFolder.text("Docs/review.md") ?? ""
    for layout in ReviewLayout.known { #expect(page.contains("\n| `\(layout.name)` | "), "\(layout.name)") }
  }

  @Test("Tools that write only failures into another folder") func partialLayouts() async throws {
    let (red, blue) = (try Self.picture(), try Self.picture(Self.blue))
    let folder = try TemporaryFolder()
    #expect(
      words(
        try await review(
          ["a/one.png": red, "a/two.png": blue, "b/one.png": blue, "b/delta-one.png": red], folder,
          layout: "paparazzi")) == ["one.png": "changed"])
    let swift = try TemporaryFolder()
    let snapshots = try await review(
      ["a/T/__Snapshots__/S/x.1.png": red, "a/T/__Snapshots__/S/y.1.png": red, "b/S/x.1.png": blue], swift,
      layout: "swift-snapshot-testing")
    #expect(words(snapshots) == ["S/x.1.png": "changed"])
    #expect(snapshots.run.outcomes.first?.file == "T/__Snapshots__/S/x.1.png")
    // Playwright copies the snapshot; the copy leads to the snapshot, which approving replaces.
    let playwright = try TemporaryFolder()
    let found = try await review(
      [
        "a/login.spec.ts-snapshots/page-linux.png": red, "a/login.spec.ts-snapshots/other-linux.png": blue,
        "b/login/page-expected.png": red, "b/login/page-actual.png": blue, "b/login/page-diff.png": blue,
      ], playwright, layout: "playwright")
    #expect(words(found) == ["login.spec.ts-snapshots/page-linux.png": "changed"])
    #expect(found.run.outcomes.first?.isApprovable == true)
  }

  @Test("A result of Playwright leads to its own snapshot, also if others have the same content")
  func snapshotsOfPlaywright() async throws {
    let folder = try TemporaryFolder()
    let (red, blue, green) = (
      try Self.picture(), try Self.picture(Self.blue), try Self.picture([0, 255, 0, 255])
    )
    let found = try await review(
      [
        // The same snapshot in three tests, of which the second one fails, twice.
        "a/a.spec.ts-snapshots/home-linux.png": red, "a/b.spec.ts-snapshots/home-linux.png": red,
        "a/shop/b.spec.ts-snapshots/home-linux.png": red, "b/b-home/home-expected.png": red,
        "b/b-home/home-actual.png": green, "b/b-home-retry1/home-expected.png": red,
        "b/b-home-retry1/home-actual.png": blue,
        // A snapshot that the run has written, one that it has not, and one that someone replaced since.
        "a/new.spec.ts-snapshots/new-linux.png": green, "b/new-is-new/new-actual.png": green,
        "b/other/lost-actual.png": red, "a/old.spec.ts-snapshots/old-linux.png": blue,
        "b/old-test/old-expected.png": try Self.picture(x: 20), "b/old-test/old-actual.png": red,
      ], folder, layout: "playwright")
    #expect(
      words(found) == [
        "b.spec.ts-snapshots/home-linux.png": "changed", "new.spec.ts-snapshots/new-linux.png": "same",
        "other/lost.png": "new", "old-test/old.png": "changed",
      ])
    #expect(found.run.outcomes.filter(\.isApprovable).map(\.file) == ["b.spec.ts-snapshots/home-linux.png"])
    let home = try #require(found.run.outcomes.first { $0.isApprovable })
    #expect(home.fingerprint == SHA256.hex(blue))
    // Pictures that cannot be approved are shown, and the next run removes them.
    let old = try #require(found.run.outcomes.first { $0.name == "old-test/old.png" })
    #expect(
      old.actual != nil && old.message.hasSuffix("its snapshot was not found, so it cannot be approved here"))
    for name in ["b-home", "b-home-retry1", "old-test", "other"] {
      try FileManager.default.removeItem(atPath: "\(folder.path)/b/\(name)")
    }
    #expect(try await review([:], folder, layout: "playwright").run.isGreen)
    #expect(try FileTree.entries(below: "\(folder.path)/failures").allSatisfy { $0.path.hasPrefix(".") })
  }

  @Test("Only the last run of BackstopJS counts") func lastRun() async throws {
    let folder = try TemporaryFolder()
    let (red, blue) = (try Self.picture(), try Self.picture(Self.blue))
    let found = try await review(
      [
        "a/bitmaps_reference/p.png": red, "a/bitmaps_reference/q.png": red,
        "a/bitmaps_test/20260101-100000/p.png": red, "a/bitmaps_test/20260101-100000/q.png": red,
        "a/bitmaps_test/20260102-100000/p.png": blue,
      ], folder, layout: "backstop", actual: "a")
    #expect(words(found) == ["p.png": "changed", "q.png": "gone"])
  }

  @Test("Names that differ only in the case of letters are different pictures") func letterCase() async throws
  {
    let folder = try TemporaryFolder()
    let (red, blue) = (try Self.picture(), try Self.picture(Self.blue))
    let moved = try Self.picture(x: 20)
    let found = try await review(
      [
        "a/d/Home.png": red, "b/d/Home.png": red, "a/d/home.png": blue, "b/d/home.png": red,
        "a/Name.png": moved, "b/name.png": moved,
      ], folder, plan: #"{ "overrides": [ { "pictures": "d/home.png", "threshold": 0.2 } ] }"#)
    #expect(words(found) == ["d/Home.png": "same", "d/(2) home.png": "changed", "name.png": "moved"])
    #expect(found.run.outcomes.first { $0.word == "changed" }?.file == "d/home.png")
    #expect(found.warnings.isEmpty)
    let approval = GoldenApproval(goldens: "\(folder.path)/a", lock: nil, failures: "\(folder.path)/failures")
    let wishes = Approvals(all: found.run).approved.map {
      GoldenApproval.Wish(name: $0.name, fingerprint: $0.fingerprint)
    }
    #expect(try approval.approve(wishes).filter(\.isApproved).count == 2)
    #expect(try await review([:], folder).run.isGreen)
    #expect(
      try FileTree.entries(below: "\(folder.path)/a").map(\.path) == ["d/Home.png", "d/home.png", "name.png"])
  }

  @Test("A name that is not valid UTF-8 is one unreadable picture") func invalidNames() async throws {
    let folder = try TemporaryFolder()
    let red = try Self.picture()
    _ = try await review(["a/same.png": red, "b/same.png": red], folder)
    for side in ["a", "b"] {
      let name = Array("\(folder.path)/\(side)/x".utf8) + [0xFF] + Array(".png".utf8) + [0]
      let descriptor = creat(name.map { CChar(bitPattern: $0) }, 0o644)
      #expect(descriptor >= 0)
      close(descriptor)
    }
    let found = try await review([:], folder)
    #expect(found.run.outcomes.map(\.word) == ["same", "unreadable"])
    #expect(found.run.outcomes.last?.message.contains("the name is not valid UTF-8") == true)
    #expect(found.isFault)
  }

  @Test("Settings apply to the pictures that match a pattern") func settings() async throws {
    let folder = try TemporaryFolder()
    let (red, blue) = (try Self.picture(), try Self.picture(Self.blue))
    let result = try await review(
      ["a/d/one.png": red, "b/d/one.png": blue, "a/two.png": red, "b/two.png": blue], folder,
      plan: """
        { "overrides": [ { "pictures": "d/*.png", "ignoreRectangles": [[10, 10, 20, 20]] },
          { "pictures": "none/**", "maxDiff": 3 } ] }
        """)
    #expect(words(result) == ["d/one.png": "same", "two.png": "changed"])
    #expect(result.warnings.map(\.message) == ["the override has no effect: it matches no picture"])
    #expect(throws: DeckError.self) {
      try GoldenPlan(
        review: Array(#"{ "decks": "x", "overrides": [{ "threshold": 0.1 }] }"#.utf8), file: "", folder: ".")
    }
  }

  @Test func patterns() {
    for (pattern, name, isMatch) in [
      ("*.png", "a.png", true), ("*.png", "d/a.png", false), ("**.png", "d/a.png", true),
      ("**/a.png", "a.png", true), ("**/a.png", "d/e/a.png", true), ("d", "d/a.png", true),
      ("d/?.png", "d/a.png", true), ("d/?.png", "d/ab.png", false), ("*a*b*.png", "xaybz.png", true),
      ("[a].png", "[a].png", true), ("", "a", false),
    ] {
      #expect(NamePattern(pattern).matches(name) == isMatch, "\(pattern) \(name)")
    }
  }

  @Test("Hostile names are data, and links do not lead out of the folders") func hostileNames() async throws {
    let folder = try TemporaryFolder()
    let (red, blue) = (try Self.picture(), try Self.picture(Self.blue))
    let name = "::error::x`@all](http:\u{202E}a\n.png"
    let files = [
      "a/\(name)": red, "b/\(name)": blue, "a/l.png": red, "secret.png": blue, "a/e\u{301}.png": red,
    ]
    // A dictionary has one of two texts that differ only in the encoding of an accent.
    try write(red, "a/\u{E9}.png", folder)
    try write(try Self.picture([0, 255, 0, 255]), "b/k.png", folder)
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/b/l.png", withDestinationPath: "\(folder.path)/secret.png")
    let result = try await review(files, folder)
    #expect(result.run.outcomes.count == 5)
    let linked = try #require(result.run.outcomes.first { $0.name == "l.png" })
    #expect(linked.verdict == .broken && linked.message.contains("symbolic link points outside"))
    let text = PullRequestText(
      result.run, command: "cardshot approve '```\nx'", report: nil, pictures: "https://x"
    ).text
    #expect(!text.contains("@all]") || text.contains("`--error--x'@all]"))
    #expect(text.hasSuffix("````sh\ncardshot approve '```\\nx'\n````\n") || text.contains("````sh"))
    #expect(
      GitHubAnnotations(result.run).lines.allSatisfy {
        $0.hasPrefix("::error ") || $0.hasPrefix("::warning ")
      })
  }

  @Test("Shards together are the whole review, and the settings of a moved picture stay") func shards()
    async throws
  {
    let folder = try TemporaryFolder()
    let (red, blue) = (try Self.picture(), try Self.picture(Self.blue))
    var files: [String: [UInt8]] = [:]
    for number in 0..<5 { (files["a/\(number).png"], files["b/\(number).png"]) = (red, blue) }
    let one = try await review(files, folder, shard: "1/2")
    let two = try await review(files, folder, shard: "2/2")
    #expect(one.run.outcomes.count == 3 && two.run.outcomes.count == 2)
    let merged = try GoldenRun(merging: [(one.run, "1"), (two.run, "2")])
    #expect(merged.outcomes.count == 5 && merged.isReview)
    let last = try #require(try LastRun(failures: "\(folder.path)/failures"))
    #expect(last.pictures.count == 5)
  }

  @Test("A comment has the worst first, and small pictures with stable names") func pullRequest() async throws
  {
    let folder = try TemporaryFolder()
    let (red, blue) = (try Self.picture(), try Self.picture(Self.blue))
    let result = try await review(
      [
        "a/one.png": red, "b/one.png": blue, "b/two.png": red, "a/three.png": red,
        "b/three.png": try Self.picture(x: 12),
      ], folder)
    let text = PullRequestText(
      result.run, command: "cardshot approve --all", report: "https://r", pictures: "https://p")
    #expect(text.text.hasPrefix(PullRequestText.mark + "\n### Pictures\n"))
    let places = ["one.png", "three.png", "two.png"].compactMap {
      text.text.firstRange(of: "`\($0)`")?.lowerBound
    }
    #expect(places.count == 3 && places == places.sorted())
    try text.writePictures(to: "\(folder.path)/p")
    let names = try FileTree.entries(below: "\(folder.path)/p").map(\.path)
    #expect(names.count == 3)
    for name in names { #expect(text.text.contains("https://p/\(name))")) }
    // 2,000 different changes fit into the limit.
    var many = result.run
    many.outcomes = (0..<2_000).map { number in
      GoldenOutcome(
        name: "n\(number)", verdict: .failed, message: String(repeating: "x", count: 9_999), golden: "g")
    }
    let long = PullRequestText(many, command: "c", report: nil, pictures: nil).text
    #expect(long.utf8.count <= PullRequestText.mostBytes)
    #expect(long.contains("and 1980 more in the report"))
  }
}

/// Reviews of PDF files, whose pages another program draws.
@Suite("Reviews of PDF files", .enabled(if: PDFPages.isAvailable)) struct ReviewOfPagesTests {
  /// A document whose pages have one rectangle each, at these places.
  private func document(_ places: [Double]) throws -> [UInt8] {
    let lists = places.map { x in
      let rect = Rect(x: x, y: 15, width: 30, height: 30)
      return DisplayList(
        size: Size(width: 120, height: 90), scale: 1, background: .solid(.white),
        items: [.fill(.roundedRect(RoundedRect(rect: rect)), .solid(Color(rgb: 0xFF0000)), bounds: rect)])
    }
    return try OutputFormat.pdf.encode(
      pages: lists, settings: OutputFormat.Settings(), fonts: try FontLibrary(try Goldens.catalog()))
  }

  private func review(_ files: [String: [UInt8]], _ folder: TemporaryFolder) async throws -> GoldenRunResult {
    for (name, bytes) in files {
      try FileTree.makeFolders(for: name, below: folder.path)
      try FileWriting.write(bytes, to: "\(folder.path)/\(name)")
    }
    var request = GoldenRequest(GoldenPlan(folder: folder.path))
    (request.goldens, request.actual) = ("\(folder.path)/a", "\(folder.path)/b")
    request.failures = "\(folder.path)/failures"
    return try await ReviewRunner(request).run()
  }

  @Test("Pages are compared as pictures, and each page that differs is an outcome") func pages() async throws
  {
    let folder = try TemporaryFolder()
    let result = try await review(
      [
        "a/r.pdf": try document([15, 15, 15]), "b/r.pdf": try document([15, 60, 15, 15]),
        // Other bytes, and the same pages.
        "a/same.pdf": try document([15]), "b/same.pdf": try document([15]) + Array("\n%".utf8),
      ], folder)
    #expect(
      result.run.outcomes.map { "\($0.word) \($0.name): \($0.message)" } == [
        "changed r.pdf: 2 of 4 pages differ: 2, 4",
        "changed r.pdf, page 2: 3200 of 19200 pixels differ (16.67 %), by at most 0.69",
        "new r.pdf, page 4: only the actual file has this page", "same same.pdf: no page differs",
      ])
    let page = try #require(result.run.outcomes.first { $0.name == "r.pdf, page 2" })
    #expect(
      page.changes.map(\.sentence) == ["40 × 40 pixels at (20, 20), middle left: moved 60 pixels right"])
    for path in [page.golden, page.actual, page.strip, page.overlay] {
      #expect(FileTree.isFile(path ?? ""), "\(path ?? "")")
    }
    // The file is approved, not a page of it.
    #expect(result.run.outcomes.filter(\.isApprovable).map(\.name) == ["r.pdf"])
    let approval = GoldenApproval(goldens: "\(folder.path)/a", lock: nil, failures: "\(folder.path)/failures")
    #expect(try approval.approve([.init(name: "r.pdf")]).map(\.isApproved) == [true])
    #expect(try await review([:], folder).run.isGreen)
    #expect(try FileTree.entries(below: "\(folder.path)/failures").allSatisfy { $0.path.hasPrefix(".") })
  }

  @Test("A file may have a thousand pages, and a page as many pixels as a picture") func limits() async throws
  {
    let folder = try TemporaryFolder()
    func pages(_ count: Int, side: Int) -> [UInt8] {
      let numbers = (3..<count + 3).map(String.init)
      let objects = numbers.map {
        "\($0) 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 \(side) \(side)] >> endobj"
      }
      return Array(
        """
        %PDF-1.4
        1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
        2 0 obj << /Type /Pages /Count \(count) /Kids [\(numbers.joined(separator: " 0 R ")) 0 R] >> endobj
        \(objects.joined(separator: "\n"))
        trailer << /Root 1 0 R >>
        """.utf8)
    }
    let result = try await review(
      [
        "a/many.pdf": pages(1_000, side: 9), "b/many.pdf": pages(1_001, side: 9),
        "a/most.pdf": pages(1_000, side: 9), "b/most.pdf": pages(1_000, side: 9) + [10],
        "a/wide.pdf": pages(1, side: 300), "b/wide.pdf": pages(1, side: 7_000),
        "a/huge.pdf": pages(1, side: 300), "b/huge.pdf": pages(1, side: 14_400),
      ], folder)
    let found = result.run.outcomes.map {
      "\($0.word) \($0.name): \($0.message.replacing(folder.path + "/", with: ""))"
    }
    #expect(
      found == [
        "unreadable huge.pdf: cannot access 'b/huge.pdf': page 1 has more than 67108864 pixels",
        "unreadable many.pdf: cannot access 'b/many.pdf': "
          + "the number of pages of a PDF file is 1001, more than the limit of 1000",
        "same most.pdf: no page differs",
        "unreadable wide.pdf: cannot access 'b/wide.pdf': page 1 has more than 67108864 pixels",
      ])
  }

  @Test("A file that is not readable is named with the reason") func damaged() async throws {
    let folder = try TemporaryFolder()
    let good = try document([15])
    let result = try await review(
      [
        "a/r.pdf": good, "b/r.pdf": Array(good.prefix(200)), "a/s.pdf": Array("%PDF-1.4 x".utf8),
        "b/s.pdf": good,
      ],
      folder)
    #expect(result.run.outcomes.map(\.word) == ["unreadable", "unreadable"])
    #expect(result.run.outcomes[0].message.contains("/b/r.pdf"))
    #expect(result.run.outcomes[1].message.contains("/a/s.pdf"))
    #expect(result.run.outcomes[1].message.contains("pdftoppm cannot draw it: Syntax Error"))
  }
}

/// The words for changes that pixels show.
@Suite("Changes between two pictures in words") struct PictureChangesTests {
  private func sentences(_ a: Bitmap, _ b: Bitmap) throws -> (sentences: [String], cause: String?) {
    var outcome = GoldenOutcome(name: "n", verdict: .failed, message: "", golden: "")
    outcome.describe(try Comparison(expected: a, actual: b))
    return (outcome.changes.map(\.sentence), outcome.cause)
  }

  @Test func moves() throws {
    let found = try sentences(
      ReviewTests.bitmap([255, 0, 0, 255]), ReviewTests.bitmap([255, 0, 0, 255], x: 13, y: 9))
    #expect(
      found.sentences == ["23 × 21 pixels at (10, 9), middle centre: moved 3 pixels right and 1 pixel up"])
    let near = try sentences(
      ReviewTests.bitmap([255, 0, 0, 255]), ReviewTests.bitmap([255, 0, 0, 255], y: 13))
    #expect(near.sentences == ["20 × 23 pixels at (10, 10), middle centre: moved 3 pixels down"])
    let far = try sentences(
      ReviewTests.bitmap([255, 0, 0, 255], width: 300),
      ReviewTests.bitmap([255, 0, 0, 255], width: 300, x: 200))
    #expect(far.sentences == ["20 × 20 pixels at (10, 10), middle left: moved 190 pixels right"])
  }

  @Test("The same change of colour in other places has the same cause") func colors() throws {
    let one = try sentences(ReviewTests.bitmap([255, 0, 0, 255]), ReviewTests.bitmap([0, 0, 255, 255]))
    #expect(one.sentences == ["20 × 20 pixels at (10, 10), middle centre: colour #ff0000 → #0000ff"])
    let two = try sentences(
      ReviewTests.bitmap([255, 0, 0, 255], x: 30), ReviewTests.bitmap([0, 0, 255, 255], x: 30))
    #expect(two.sentences != one.sentences && two.cause == one.cause)
    let three = try sentences(ReviewTests.bitmap([255, 0, 0, 255]), ReviewTests.bitmap([0, 255, 0, 255]))
    #expect(three.cause != one.cause)
  }

  @Test func unnoticeable() throws {
    let found = try sentences(ReviewTests.bitmap([255, 0, 0, 255]), ReviewTests.bitmap([254, 0, 0, 255]))
    #expect(found.sentences.first == "only antialiasing or unnoticeable colour differences")
  }

  @Test func newAndGone() throws {
    let white = try ReviewTests.bitmap([255, 255, 255, 255])
    let text = try ReviewTests.bitmap([255, 0, 0, 255])
    var pixels = text.pixels
    pixels[4 * (15 * 60 + 15)] = 9
    let dotted = try #require(Bitmap(width: 60, height: 40, pixels: pixels))
    #expect(
      try sentences(white, dotted).sentences == ["20 × 20 pixels at (10, 10), middle centre: something new"])
    #expect(
      try sentences(dotted, white).sentences == [
        "20 × 20 pixels at (10, 10), middle centre: something is gone"
      ]
    )
  }
}
