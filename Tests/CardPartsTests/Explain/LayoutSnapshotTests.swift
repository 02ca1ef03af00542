import BundledFonts
import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// The layout snapshot of a page, as a value and as a file.
@Suite struct LayoutSnapshotTests {
  private func issues(_ text: String) -> [String] {
    TestSupport.issues { try LayoutSnapshot(Array(text.utf8), file: "a.layout.json") }
  }

  @Test func aSnapshotReadsBackUnchanged() throws {
    let snapshot = try Explained.snapshot(Explained.deck)
    let back = try LayoutSnapshot(Array(snapshot.json.utf8), file: "a.layout.json")
    #expect(back == snapshot)
    #expect(back.json == snapshot.json)
    #expect(snapshot.changes(to: back) == [])
    #expect(LayoutSnapshot.isSnapshot(Array(snapshot.json.utf8)))
    #expect(!LayoutSnapshot.isSnapshot(Array(Explained.deck.utf8)))
    #expect(!LayoutSnapshot.isSnapshot([]))
  }

  @Test func aKeptSnapshotExplainsEqually() throws {
    let pair = try Explained(replacing: ("Apply Now", "Apply"), (#""percent":0.4"#, #""percent":0.6"#))
    let kept = try LayoutSnapshot(Array(pair.old.json.utf8), file: "a.layout.json")
    #expect(kept.changes(to: pair.new) == pair.changes)
    // The text of the button and the value of the bar.
    #expect(pair.sentences.count == 2)
  }

  @Test func itIsReadableAndSmall() throws {
    let json = try Explained.snapshot(Explained.deck).json
    for words in [
      "\"kind\": \"layout\"", "\"version\": 1", "\"text\":\"Apply Now\"",
      "\"link\":\"https://example.com/apply\"",
      "\"path\":\"cards[0].parts[3]\"", "\"percent\":\"0.4\"", "\"buttonTitleColor\":\"#45CAE6\"",
      "\"name\":\"mint\"",
    ] { #expect(json.contains(words), "\(words)") }
    #expect(json.utf8.count < 12_000)
    #expect(json.hasSuffix("}\n"))
  }

  @Test func invisibleDifferencesOfDecksDoNotCount() throws {
    let deck = #"{"theme":"turbo","canvas":{"width":90},"cards":[{"parts":[{"type":"text","text":"A"}]}]}"#
    let other =
      #"{"theme":"turbo","cards":[{"parts":[{"text":"{{ a }}","type":"text"}]}],"data":{"a":"A"},"canvas":{"width":90}}"#
    let pair = try Explained(deck, other)
    #expect(pair.old == pair.new)
  }

  @Test func everyChangeOfTheDisplayListChangesTheSnapshot() throws {
    let base = try LaidOut(deck: Explained.deck).deck.pages
    let page = try #require(base.first)
    var display = page.display
    // Smaller than any rounding: no frame and no text changes.
    display.items.append(.rect(Rect(x: 0, y: 0, width: 1e-7, height: 1), .black))
    let other = DeckPage(
      name: page.name, number: page.number, state: page.state, box: page.box, display: display,
      origin: page.origin)
    let (a, b) = (LayoutSnapshot(page), LayoutSnapshot(other))
    #expect(a != b)
    #expect(
      a.changes(to: b).map(\.sentence) == [
        "the picture is drawn differently, by less than a thousandth of a point or outside the visible area"
      ])
  }

  @Test func filesThatAreNotSnapshotsAreErrors() {
    #expect(issues("").first?.hasPrefix("a.layout.json:1:1: error: invalid JSON") == true)
    #expect(issues("[]").first?.contains("the file is not a layout of a picture") == true)
    #expect(issues(Explained.deck).first?.contains("the file is not a layout of a picture") == true)
    let newer = issues(#"{"kind":"layout","version":2,"what":1}"#)
    #expect(newer.count == 1)
    #expect(newer.first?.contains("version 2 is newer than this program") == true)
  }

  @Test func allErrorsAreReportedWithTheirPlaces() {
    let found = issues(
      """
      { "kind": "layout", "version": 1,
        "canvas": { "width": "wide", "height": 9, "scale": 99 },
        "drawm": "00",
        "parts": [ { "type": "text", "frame": [1, 2, 3], "drawn": "xyz", "link": 7,
          "texts": [ { "lines": [ { "text": "a", "frame": [0, 0, 1, -1] } ] } ] }, 8 ] }
      """)
    for words in [
      "2:24: error: expected a number, found 'wide' at canvas.width",
      "2:54: error: 99 is out of range: 0.001 to 8 at canvas.scale",
      "unknown key 'drawm' of a layout; did you mean 'drawn'?", "'drawn' is missing",
      "expected four numbers [x, y, width, height] at parts[0].frame",
      "expected 16 lower-case hexadecimal digits, found 'xyz' at parts[0].drawn",
      "expected a string, found 7 at parts[0].link",
      "-1 is out of range", "'baseline' is missing at parts[0].texts[0].lines[0]",
      "expected an object, found 8 at parts[1]",
    ] { #expect(found.contains { $0.contains(words) }, "\(words) in \(found)") }
  }

  @Test func manyPartsEndInSums() throws {
    let count = Limits.snapshotNodes + 50
    func deck(_ last: String) -> String {
      """
      {"version":1,"canvas":{"width":50,"scale":0.1},"data":{"rows":[\((0..<count).map { "\($0)" }.joined(separator: ","))]},
       "cards":[{"parts":[{"forEach":"{{ rows }}","as":"row","type":"spacer","height":1,"margins":0},
         {"type":"spacer","height":3,"backgroundColor":"\(last)"}]}]}
      """
    }
    let pair = try Explained(deck("red"), deck("blue"))
    #expect(pair.old.page.nodes.count <= Limits.snapshotNodes)
    #expect(pair.old != pair.new)
    #expect(!pair.sentences.isEmpty)
    let back = try LayoutSnapshot(Array(pair.old.json.utf8), file: "a.layout.json")
    #expect(back == pair.old)
  }

  @Test func fontsOfAllPlacesAreOne() throws {
    let face = FontFace(path: "/one/Inter.otf")
    func sum(_ face: FontFace) -> String {
      var sum = DrawingDigest(isExact: true, PictureSums())
      sum.combine(
        items: [
          .glyphs(
            GlyphRun(
              face: face, font: Font("Inter", size: 9), isColor: false, color: .black, origin: .zero,
              glyphs: [],
              width: 3, text: "a", isRightToLeft: false))
        ])
      return sum.hex()
    }
    #expect(sum(face) == sum(FontFace(path: "/other/Inter.otf")))
    #expect(sum(face) != sum(FontFace(path: "/one/Other.otf")))
    #expect(sum(face).count == 64)
  }

  /// A deck with a text in its own font; the font file is a copy of a bundled one with some bytes appended.
  private func snapshots(ofFiles ends: [[UInt8]], text: String = "Abc") throws -> [LayoutSnapshot] {
    let fonts = try #require(BundledFonts.directory())
    let place = try #require(FontCatalog(bundled: fonts).place(of: "Quicksand/Quicksand-Bold.ttf"))
    let bytes = try FileReading.read(path: "\(fonts)/\(place)", limit: 1 << 20)
    return try ends.map { end in
      let folder = try TemporaryFolder()
      try FileWriting.write(bytes + end, to: folder.path + "/Brand.ttf")
      let deck =
        #"{"fonts":["Brand.ttf"],"canvas":{"width":200},"cards":[{"parts":["#
        + #"{"type":"text","text":"\#(text)","font":{"family":"Quicksand","size":14,"weight":"bold"}}]}]}"#
      let pages = try LaidOut(deck: deck, folder: folder.path).deck.pages
      return LayoutSnapshot(try #require(pages.first))
    }
  }

  @Test func aChangedFontFileIsReportedEvenIfNoWidthChanges() throws {
    let all = try snapshots(ofFiles: [[], [], [0, 0, 0, 0]])
    #expect(all[0] == all[1] && all[0].json == all[1].json)
    #expect(all[0].page.fonts.map(\.name) == ["Brand.ttf"])
    #expect(all[0].page.drawn == all[2].page.drawn)
    #expect(all[0] != all[2])
    let changes = all[0].changes(to: all[2])
    #expect(changes.map(\.sentence) == ["the font file 'Brand.ttf' changed"])
    #expect(changes.map(\.path) == ["fonts"])
    #expect(
      LayoutSnapshot.changes(ofReport: [all[0]], to: [all[2]]).map { $0.map(\.sentence) }
        == [["the font file 'Brand.ttf' changed"]])
    #expect(all[0].words != all[2].words)
    // The font file explains the changed pixels.
    let region = try #require(PixelRect(minX: 20, minY: 10, maxX: 30, maxY: 20))
    #expect(all[0].changes(to: all[2], regions: [region]) == changes)
    // The font file comes first, since it causes the other changes.
    let other = try snapshots(ofFiles: [[1]], text: "Abcd")[0]
    #expect(
      all[0].changes(to: other).map(\.sentence) == [
        "the font file 'Brand.ttf' changed", "text 'Abc' → 'Abcd'",
      ])
  }

  @Test func aLayoutWithoutFontChecksumsIsTheSame() throws {
    let now = try snapshots(ofFiles: [[]])[0]
    let line = now.json.split(separator: "\n").first { $0.contains(#""fonts":"#) }
    let older = now.json.replacing("\(try #require(line))\n", with: "")
    let kept = try LayoutSnapshot(Array(older.utf8), file: "a.layout.json")
    #expect(kept == now && now == kept)
    #expect(kept.changes(to: now) == [])
    let back = try LayoutSnapshot(Array(now.json.utf8), file: "a.layout.json")
    #expect(back == now && back.page.fonts == now.page.fonts)
    // Bundled files have no checksums.
    #expect(try Explained.snapshot(Explained.deck).page.fonts == [])
  }

  @Test func checksumsOfWordsAreThoseOfTheirBytes() {
    #expect(SHA256.hex(words: []) == SHA256.hex([]))
    #expect(SHA256.hex(words: [0x0102]) == SHA256.hex([2, 1, 0, 0, 0, 0, 0, 0]))
  }
}
