import CardParts
import CardRaster
import TestSupport
import Testing

@testable import CardGoldens

/// The files that runs leave for later ones, whole.
@Suite struct RecordTests {
  private static let digest = ReportSamples.digest

  @Test(arguments: [true, false]) func aLastRunIsWrittenAndRead(isLock: Bool) throws {
    var outcomes = [
      ReportSamples.outcome("a", .failed, fingerprint: Self.digest, changes: []),
      ReportSamples.outcome(
        "b", .failed, fingerprint: Self.digest, changes: [LayoutChange(sentence: "s", path: "p")]),
    ]
    outcomes[0].scale = 0.5
    let run = LastRun(
      outcomes, golden: "Goldens", isLock: isLock, isWhole: true,
      libraries: [LibraryVersion("cairo", "1.16.0")])
    let cause = try #require(outcomes[1].cause)
    let folder = try TemporaryFolder()
    try run.write(failures: folder.path)
    #expect(
      String(
        decoding: try FileReading.read(path: folder.path + "/last-run.json", limit: 9_999), as: UTF8.self)
          == """
          {
            "version": 1,
            "\(isLock ? "lock" : "goldens")": "Goldens",
            "whole": true,
            "libraries": {
              "cairo": "1.16.0"
            },
            "pictures": [
              {
                "name": "a",
                "fingerprint": "\(Self.digest)",
                "scale": 0.5
              },
              {
                "name": "b",
                "fingerprint": "\(Self.digest)",
                "scale": 1,
                "cause": "\(cause)"
              }
            ]
          }

          """)
    #expect(try LastRun(failures: folder.path) == run)
    for (member, other) in [
      ("\"version\": 1", "\"version\": 2"), ("\"a\"", "\"../a\""), ("0.5", "9"), ("true", "1"),
      ("goldens\"", "golden\""), ("lock\"", "log\""), (Self.digest, "ABC"),
    ] {
      let text = run.json.replacing(member, with: other)
      guard text != run.json else { continue }
      try FileWriting.write(Array(text.utf8), to: folder.path + "/last-run.json")
      #expect(throws: DeckError.self, "\(other)") { try LastRun(failures: folder.path) }
    }
  }

  @Test func aReportIsWrittenAndRead() throws {
    var outcome = ReportSamples.outcome("a", .failed, "m", fingerprint: Self.digest, strip: "s.png")
    outcome.issues = [ReportSamples.issue("text is cut", .warning, hint: "h")]
    outcome.overlay = "o.png"
    outcome.seconds = 0.12345
    outcome.place = SourcePlace(line: 3, column: 4)
    let frame = try #require(PixelRect(minX: 1, minY: 2, maxX: 4, maxY: 6))
    outcome.figures = GoldenOutcome.Figures(
      pixels: (5, 9), maxDelta: 0.25, sizes: [1, 2, 3, 4],
      regions: [Comparison.Region(frame: frame, pixels: 5)])
    outcome.changes = [
      LayoutChange(sentence: "s", path: "cards[0]", before: Rect(x: 1, y: 2, width: 3, height: 4.5))
    ]
    var run = GoldenRun(
      outcomes: [outcome], libraries: [LibraryVersion("cairo", "1")], otherLibraries: [])
    run.share = GoldenShard("2/3")
    let cause = try #require(outcome.cause)
    let text = RunReport(run, report: nil).json
    #expect(
      text == """
        {
          "version": 1,
          "green": false,
          "counts": {
            "passed": 0,
            "failed": 1,
            "missing": 0,
            "recorded": 0,
            "orphaned": 0,
            "broken": 0,
            "pruned": 0
          },
          "share": {
            "number": 2,
            "count": 3
          },
          "libraries": [
            {
              "name": "cairo",
              "version": "1"
            }
          ],
          "otherLibraries": [],
          "report": null,
          "groups": [],
          "outcomes": [
            {
              "name": "a",
              "verdict": "failed",
              "message": "m",
              "deck": "deck.json",
              "golden": "Goldens/a.png",
              "actual": "out/a.actual.png",
              "fingerprint": "\(Self.digest)",
              "strip": "s.png",
              "overlay": "o.png",
              "scale": 1,
              "changes": [
                {
                  "sentence": "s",
                  "path": "cards[0]",
                  "before": {
                    "x": 1,
                    "y": 2,
                    "width": 3,
                    "height": 4.5
                  }
                }
              ],
              "cause": "\(cause)",
              "line": 3,
              "column": 4,
              "seconds": 0.123,
              "figures": {
                "differingPixels": 5,
                "comparedPixels": 9,
                "maxDelta": 0.25,
                "expectedWidth": 1,
                "expectedHeight": 2,
                "actualWidth": 3,
                "actualHeight": 4,
                "regions": [
                  {
                    "x": 1,
                    "y": 2,
                    "width": 3,
                    "height": 4,
                    "pixels": 5
                  }
                ]
              },
              "issues": [
                {
                  "severity": "warning",
                  "code": "doubtful",
                  "file": "deck.json",
                  "line": 3,
                  "column": 5,
                  "path": "cards[0]",
                  "message": "text is cut",
                  "hint": "h"
                }
              ]
            }
          ]
        }

        """)
    #expect(RunReport(try GoldenRun(json: Array(text.utf8), file: "")).json == text)
    for (member, other) in [
      ("\"version\": 1,", ""), ("\"number\": 2", "\"number\": 4"), ("\"failed\",", "\"fails\","),
      ("\"a\"", "\"../a\""),
    ] {
      #expect(throws: DeckError.self, "\(other)") {
        try GoldenRun(json: Array(text.replacing(member, with: other).utf8), file: "")
      }
    }
  }

  @Test func ofAWholeRunThatIsBrokenLittleIsBelieved() throws {
    var outcome = ReportSamples.outcome("../a\u{1B}", .broken, "m", fingerprint: Self.digest)
    outcome.issues = [ReportSamples.issue("i")]
    let text = RunReport(GoldenRun(outcomes: [outcome], libraries: [])).json
    let read = try #require(try GoldenRun(json: Array(text.utf8), file: "").outcomes.first)
    #expect(read.name == GoldenName.harmless(outcome.name))
    #expect(read.message == "m" && read.issues == outcome.issues)
    #expect(read.actual == nil && read.fingerprint == nil && read.deck == nil)
  }
}
