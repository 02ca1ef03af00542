import BundledFonts
import CardGoldens
import CardParts
import CardRaster
import Foundation
import TestSupport
import Testing

/// Small pictures, with a folder for goldens and one for failures.
struct Gallery {
  let folder: String
  var goldens: String { folder + "/goldens" }
  var failures: String { folder + "/failures" }

  init() throws { folder = try BuiltProgram.folder() }

  func remove() { BuiltProgram.remove(folder) }

  func check(
    _ picture: Bitmap, _ name: String = "a", _ mode: RecordMode = .never,
    _ settings: Comparison.Settings = .exact, layout: LayoutSnapshot? = nil
  ) throws -> GoldenOutcome {
    PictureCheck(goldens: goldens, failures: failures, mode: mode, settings: settings)
      .comparePicture(picture, named: try GoldenName(name), layout: layout)
  }

  /// The paths of all files, relative to the folder.
  func files() throws -> [String] { try FileTree.entries(below: folder).map(\.path) }

  func bytes(_ path: String) throws -> [UInt8] {
    try FileReading.read(path: "\(folder)/\(path)", limit: 1 << 20)
  }

  func picture(_ path: String) throws -> Bitmap {
    guard case .bitmap(let bitmap) = try ImageDecoding.decode(try bytes(path), name: path).content else {
      throw RasterError.image(reason: "no bitmap")
    }
    return bitmap
  }

  /// A picture of one colour whose first pixels have another colour.
  static func picture(_ width: Int = 8, _ height: Int = 8, different: Int = 0, alpha: UInt8 = 255) throws
    -> Bitmap
  {
    let pixels = (0..<width * height).flatMap { [$0 < different ? 10 : 200, 120, 40, alpha] as [UInt8] }
    return try #require(Bitmap(width: width, height: height, pixels: pixels))
  }

  /// The picture of a deck, and its layout.
  static func drawn(_ text: String) throws -> (Bitmap, LayoutSnapshot) {
    let deck = Deck { Card("offer") { CardPartTitleView("\(text)") } }
      .canvas(DeckCanvas(width: 120))
    let fonts = FontCatalog(bundled: try #require(BundledFonts.directory()))
    let laidOut = try DeckRenderer.laidOut(deck, catalog: fonts)
    return (try deck.render(to: .bitmap), LayoutSnapshot(laidOut.pages[0]))
  }
}

@Suite("One picture against its golden") struct PictureCheckTests {
  /// The golden that existed before the check.
  enum Before: CaseIterable, Sendable {
    case absent, equal, different, unreadable, empty
  }

  private static let expected: [Before: [RecordMode: GoldenOutcome.Verdict]] = [
    .absent: [.all: .recorded, .failed: .recorded, .missing: .recorded, .never: .missing],
    .equal: [.all: .recorded, .failed: .passed, .missing: .passed, .never: .passed],
    .different: [.all: .recorded, .failed: .recorded, .missing: .failed, .never: .failed],
    .unreadable: [.all: .recorded, .failed: .recorded, .missing: .broken, .never: .broken],
    .empty: [.all: .recorded, .failed: .recorded, .missing: .broken, .never: .broken],
  ]

  @Test(
    "Each mode gives its verdict and writes only what it should", arguments: Before.allCases,
    RecordMode.allCases)
  func verdicts(_ before: Before, _ mode: RecordMode) throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let picture = try Gallery.picture()
    try FileTree.makeFolder(gallery.goldens)
    var old: [UInt8]?
    switch before {
    case .absent: break
    case .equal: old = try PNGEncoder.encode(picture, scale: 1, compression: .balanced)
    case .different: old = try PNGEncoder.encode(try Gallery.picture(different: 3), scale: 1)
    case .unreadable: old = Array("no picture".utf8)
    case .empty: old = []
    }
    if let old { try FileWriting.write(old, to: gallery.goldens + "/a.png") }
    let outcome = try gallery.check(picture, "a", mode)
    #expect(outcome.verdict == Self.expected[before]?[mode])
    #expect(outcome.golden == gallery.goldens + "/a.png")
    #expect(!outcome.message.isEmpty && !outcome.message.contains("\n"))
    if outcome.verdict == .recorded {
      #expect(!outcome.message.contains("recorded"))
      #expect(try gallery.picture("goldens/a.png") == picture)
      #expect(try gallery.check(picture).verdict == .passed)
      #expect(try gallery.files() == ["goldens/a.png"])
    } else if let old {
      #expect(try gallery.bytes("goldens/a.png") == old)
    } else {
      #expect(try !gallery.files().contains("goldens/a.png"))
    }
    let keepsActual = [.failed, .missing, .broken].contains(outcome.verdict)
    #expect((outcome.actual != nil) == keepsActual)
    if keepsActual { #expect(try gallery.picture("failures/a.actual.png") == picture) }
    #expect((outcome.strip != nil) == (outcome.verdict == .failed))
    #expect((outcome.fingerprint == nil) == (outcome.verdict == .passed))
  }

  @Test("A failure writes its pictures, and they are removed when it passes")
  func artefacts() throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let (old, new) = (try Gallery.picture(), try Gallery.picture(different: 5))
    _ = try gallery.check(old, "mail/offer", .missing)
    let outcome = try gallery.check(new, "mail/offer")
    #expect(outcome.message == "5 of 64 pixels differ (7.81 %), by at most 0.75")
    #expect(outcome.figures?.differingPixels == 5)
    #expect(outcome.fingerprint == new.fingerprint)
    #expect(
      try gallery.files() == [
        "failures/.gitignore", "failures/mail/offer.actual.png", "failures/mail/offer.overlay.png",
        "failures/mail/offer.strip.png", "goldens/mail/offer.png",
      ])
    #expect(try gallery.bytes("failures/.gitignore") == Array("*\n".utf8))
    #expect(try gallery.picture("failures/mail/offer.actual.png") == new)
    #expect(try gallery.picture("failures/mail/offer.overlay.png").width == 8)
    #expect(try gallery.picture("failures/mail/offer.strip.png").width == 3 * 8 + 2 * 4)
    #expect(try gallery.check(old, "mail/offer").verdict == .passed)
    #expect(try gallery.files() == ["failures/.gitignore", "goldens/mail/offer.png"])
  }

  @Test("An existing folder of failures is not hidden from git, and its other files stay")
  func failuresOfOthersStay() throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    try FileTree.makeFolder(gallery.failures)
    try FileWriting.write([1], to: gallery.failures + "/a.notes.txt")
    _ = try gallery.check(try Gallery.picture())
    _ = try gallery.check(try Gallery.picture(), "a", .all)
    #expect(try gallery.files() == ["failures/a.notes.txt", "goldens/a.png"])
  }

  @Test("A picture that was not compared does not pass", arguments: RecordMode.allCases)
  func failsClosed(_ mode: RecordMode) throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let clear = try Gallery.picture(alpha: 0)
    let outcome = try gallery.check(clear, "clear", mode)
    #expect(outcome.verdict == .broken)
    #expect(outcome.message.contains("fully transparent"))
    let picture = try Gallery.picture()
    _ = try gallery.check(picture, "a", .missing)
    for settings in [
      Comparison.Settings(tolerance: Tolerance(threshold: .nan)),
      Comparison.Settings(metric: .oklab, tolerance: Tolerance(threshold: 2)),
      Comparison.Settings(ignored: [try #require(PixelRect(minX: 0, minY: 0, maxX: 8, maxY: 8))]),
      Comparison.Settings(ignored: [try #require(PixelRect(minX: 100, minY: 0, maxX: 108, maxY: 8))]),
      Comparison.Settings(mask: try Gallery.picture(4, 4)),
    ] {
      let outcome = try gallery.check(picture, "a", mode, settings)
      #expect(outcome.verdict == .broken, "\(outcome.message)")
    }
    #expect(try gallery.files().filter { $0.hasPrefix("goldens") } == ["goldens/a.png"])
  }

  @Test("A failed write is reported as broken and leaves no partial file")
  func faultsOfFiles() throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let picture = try Gallery.picture()
    try FileWriting.write([1], to: gallery.goldens)
    for mode in RecordMode.allCases where mode != .never {
      let outcome = try gallery.check(picture, "a/b", mode)
      #expect(outcome.verdict == .broken, "\(outcome.message)")
    }
    #expect(try gallery.bytes("goldens") == [1])
    try FileTree.removeFile(gallery.goldens)
    // A folder blocks the path of the picture.
    try FileTree.makeFolder(gallery.goldens + "/a.png")
    for mode in RecordMode.allCases { #expect(try gallery.check(picture, "a", mode).verdict == .broken) }
    // Failing to write the pictures of a failure does not make the check pass.
    FileTree.removeEmptyFolder(gallery.goldens + "/a.png")
    _ = try gallery.check(picture, "a", .missing)
    BuiltProgram.remove(gallery.failures)
    try FileWriting.write([1], to: gallery.failures)
    let outcome = try gallery.check(try Gallery.picture(different: 1))
    #expect(outcome.verdict == .failed)
    #expect(outcome.message.contains("could not be"), "\(outcome.message)")
    #expect(outcome.actual == nil && outcome.strip == nil)
  }

  @Test("Links out of the folder of goldens or the folder of failures are rejected")
  func linksAreRefused() throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let files = FileManager.default
    try FileTree.makeFolder(gallery.folder + "/outside")
    for inside in [gallery.goldens, gallery.failures] {
      try FileTree.makeFolder(inside)
      try files.createSymbolicLink(
        atPath: inside + "/link", withDestinationPath: gallery.folder + "/outside")
    }
    for mode in RecordMode.allCases {
      let outcome = try gallery.check(try Gallery.picture(), "link/a", mode)
      #expect(outcome.verdict == .broken)
      #expect(outcome.message.contains("symbolic link"), "\(outcome.message)")
    }
    #expect(try FileTree.entries(below: gallery.folder + "/outside").isEmpty)
  }

  @Test("A golden may not be in the folder of failures")
  func failuresAreNoGoldens() throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let check = PictureCheck(
      goldens: gallery.folder, failures: gallery.folder + "/failures", mode: .all)
    let outcome = check.comparePicture(try Gallery.picture(), named: try GoldenName("failures/a"))
    #expect(outcome.verdict == .broken)
    #expect(outcome.message.contains("inside the folder of failures"))
  }

  @Test("A tolerance allows the stated difference, but never another size")
  func tolerance() throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    _ = try gallery.check(try Gallery.picture(), "a", .missing)
    let few = Comparison.Settings(
      tolerance: Tolerance(threshold: 0, amount: .pixels(2), countsAntialiasing: true))
    let passed = try gallery.check(try Gallery.picture(different: 2), "a", .never, few)
    #expect(passed.verdict == .passed)
    #expect(passed.figures?.differingPixels == 2)
    #expect(passed.message.contains("2 of 64 pixels differ"))
    #expect(try gallery.check(try Gallery.picture(different: 3), "a", .never, few).verdict == .failed)
    let all = Comparison.Settings(
      metric: .oklab, tolerance: Tolerance(threshold: 0.99, amount: .share(0.99)))
    let larger = try gallery.check(try Gallery.picture(9, 8), "a", .never, all)
    #expect(larger.verdict == .failed)
    #expect(larger.message.hasPrefix("the sizes differ: 8 × 8 expected, 9 × 8 found"))
    #expect(larger.figures?.actualWidth == 9)
  }

  @Test(
    "A layout that cannot be read is broken, though the picture passes",
    arguments: ["<<<<<<< HEAD\n", "{", "", "{ \"version\": 1 }"])
  func damagedLayouts(text: String) throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let (tea, layout) = try Gallery.drawn("Tea")
    #expect(try gallery.check(tea, "a", .missing, layout: layout).verdict == .recorded)
    try FileWriting.write(Array(text.utf8), to: gallery.goldens + "/a.layout.json")
    for mode in [RecordMode.never, .missing] {
      let outcome = try gallery.check(tea, "a", mode, layout: layout)
      #expect(outcome.verdict == .broken)
      #expect(outcome.message == "no pixel differs; its layout cannot be read")
      #expect(!outcome.issues.isEmpty && outcome.fingerprint != nil)
    }
    // It is recorded again if recording is on.
    #expect(try gallery.check(tea, "a", .failed, layout: layout).verdict == .recorded)
    #expect(try gallery.check(tea, "a", .never, layout: layout).verdict == .passed)
  }

  @Test("The layout next to a golden explains what changed")
  func layouts() throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let (tea, teaLayout) = try Gallery.drawn("Tea")
    let (milk, milkLayout) = try Gallery.drawn("Milk")
    #expect(try gallery.check(tea, "a", .missing, layout: teaLayout).verdict == .recorded)
    #expect(try gallery.files() == ["goldens/a.layout.json", "goldens/a.png"])
    let outcome = try gallery.check(milk, "a", .never, layout: milkLayout)
    #expect(outcome.verdict == .failed)
    #expect(outcome.changes.contains { $0.sentence.contains("Tea") && $0.sentence.contains("Milk") })
    #expect(try gallery.bytes("failures/a.actual.layout.json") == Array(milkLayout.json.utf8))
    // Without a readable layout the check fails all the same.
    try FileWriting.write(Array("{".utf8), to: gallery.goldens + "/a.layout.json")
    let unread = try gallery.check(milk, "a", .never, layout: milkLayout)
    #expect(unread.verdict == .failed)
    #expect(unread.message.contains("its layout cannot be read"))
    #expect(!unread.issues.isEmpty)
    try FileTree.removeFile(gallery.goldens + "/a.layout.json")
    // The pixels explain a change that no layout explains, as in a review.
    let seen = try gallery.check(milk, "a", .never, layout: milkLayout)
    #expect(seen.changes.contains { $0.sentence.contains("pixels at (") && $0.path.isEmpty })
    #expect(try gallery.check(tea, "a", .never, layout: teaLayout).verdict == .passed)
    // A missing layout is recorded like a missing picture.
    #expect(try gallery.check(tea, "a", .missing, layout: teaLayout).verdict == .recorded)
    #expect(try gallery.check(tea, "a", .missing, layout: teaLayout).verdict == .passed)
    // The layout of another picture is removed.
    #expect(try gallery.check(milk, "a", .all).verdict == .recorded)
    #expect(try gallery.files().filter { $0.hasPrefix("goldens") } == ["goldens/a.png"])
  }

  @Test("With the mode 'failed', an older layout under an equal picture stays")
  func olderLayouts() throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let (tea, layout) = try Gallery.drawn("Tea")
    let path = gallery.goldens + "/a.layout.json"
    #expect(try gallery.check(tea, "a", .failed, layout: layout).verdict == .recorded)
    // Differences to the layout of an earlier version, and one difference that is reported: the name of a
    // card.
    for (word, other) in [(#""kind": "layout""#, #""kind":  "layout""#), (#""offer""#, #""other""#)] {
      let older = layout.json.replacing(word, with: other)
      try #require(older != layout.json)
      try FileWriting.write(Array(older.utf8), to: path)
      let kept = try gallery.check(tea, "a", .failed, layout: layout)
      #expect(kept.verdict == .passed, "\(kept.message)")
      #expect(kept.changes.isEmpty == (other != #""other""#))
      #expect(try gallery.bytes("goldens/a.layout.json") == Array(older.utf8))
    }
    // The check fails if layouts are exact, and then the layout is recorded.
    let exact = PictureCheck(
      goldens: gallery.goldens, failures: gallery.failures, mode: .failed, layout: .exact)
    #expect(exact.comparePicture(tea, named: try GoldenName("a"), layout: layout).verdict == .recorded)
    #expect(try gallery.bytes("goldens/a.layout.json") == Array(layout.json.utf8))
    // A missing layout is recorded like a missing picture.
    try FileTree.removeFile(path)
    #expect(try gallery.check(tea, "a", .failed, layout: layout).verdict == .recorded)
    #expect(try gallery.bytes("goldens/a.layout.json") == Array(layout.json.utf8))
  }

  @Test("Concurrent checks do not interfere with each other")
  func parallel() async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let pictures = try (0..<24).map { try Gallery.picture(different: $0) }
    let check = PictureCheck(goldens: gallery.goldens, failures: gallery.failures, mode: .missing)
    func all(_ check: PictureCheck, shift: Int) async throws -> [GoldenOutcome.Verdict] {
      try await withThrowingTaskGroup(of: (Int, GoldenOutcome.Verdict).self) { group in
        for number in pictures.indices {
          group.addTask {
            let name = try GoldenName("deep/\(number % 3)/er/\(number)")
            return (number, check.comparePicture(pictures[(number + shift) % 24], named: name).verdict)
          }
        }
        var found = [GoldenOutcome.Verdict](repeating: .broken, count: pictures.count)
        for try await (number, verdict) in group { found[number] = verdict }
        return found
      }
    }
    #expect(try await all(check, shift: 0) == Array(repeating: .recorded, count: 24))
    #expect(try await all(check, shift: 1) == Array(repeating: .failed, count: 24))
    #expect(try await all(check, shift: 0) == Array(repeating: .passed, count: 24))
    #expect(try gallery.files().count == 24 + 1)
  }

  @Test("One name recorded by several tasks at once is the complete picture of one of them")
  func race() async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let pictures = try (0..<16).map { try Gallery.picture(64, 64, different: $0) }
    let check = PictureCheck(goldens: gallery.goldens, failures: nil, mode: .all)
    await withTaskGroup(of: Void.self) { group in
      for picture in pictures {
        group.addTask {
          if let name = try? GoldenName("a") { _ = check.comparePicture(picture, named: name) }
        }
      }
    }
    #expect(pictures.contains(try gallery.picture("goldens/a.png")))
    #expect(try gallery.files() == ["goldens/a.png"])
  }
}
