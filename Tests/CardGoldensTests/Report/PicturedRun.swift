import CardParts
import CardRaster
import Testing

@testable import CardGoldens

/// A run whose pictures are in a folder.
struct PicturedRun {
  let folder: String
  var run = GoldenRun(outcomes: [], libraries: [LibraryVersion("cairo", "1.16.0")])

  init(folder: String) throws {
    self.folder = folder
    run.outcomes = [
      try failed("a/first", mark: (4, 6, 10, 8)), try failed("b/second", mark: (20, 2, 6, 20)),
      GoldenOutcome(
        name: "c/broken", verdict: .broken, message: "the deck has an error", deck: "decks/c.json",
        golden: path("c"),
        issues: [ReportSamples.issue("unknown part type 'txet'", hint: "did you mean 'text'?")]),
      GoldenOutcome(
        name: "d/missing", verdict: .missing, message: "the golden does not exist", deck: "decks/d.json",
        golden: path("d"),
        actual: try write("d.actual", Self.picture(mark: nil)),
        fingerprint: Self.picture(mark: nil).fingerprint),
      GoldenOutcome(
        name: "e/orphan", verdict: .orphaned, message: "no deck draws it",
        golden: try write("e", Self.picture(mark: nil))),
      GoldenOutcome(
        name: "f/passed", verdict: .passed, message: "no pixel differs", deck: "decks/f.json",
        golden: try write("f", Self.picture(mark: nil))),
      GoldenOutcome(
        name: "g/passed", verdict: .passed, message: "no pixel differs", deck: "decks/g.json",
        golden: try write("g", Self.picture(mark: (0, 0, 3, 3)))),
    ]
  }

  /// The path of the picture with a name.
  func path(_ name: String) -> String { "\(folder)/\(name.replacing("/", with: "-")).png" }

  private func write(_ name: String, _ picture: Bitmap) throws -> String {
    try FileWriting.write(try PNGEncoder.encode(picture, scale: 1), to: path(name))
    return path(name)
  }

  private func failed(_ name: String, mark: (Int, Int, Int, Int)) throws -> GoldenOutcome {
    let (expected, actual) = (Self.picture(mark: nil), Self.picture(mark: mark))
    let comparison = try Comparison(expected: expected, actual: actual)
    let (x, y, width, height) = mark
    let after = Rect(
      x: Double(x) / 2, y: Double(y) / 2, width: Double(width) / 2, height: Double(height) / 2)
    return GoldenOutcome(
      name: name, verdict: .failed, message: comparison.summary, deck: "decks/\(name).json",
      golden: try write(name, expected), actual: try write("\(name).actual", actual),
      fingerprint: actual.fingerprint,
      strip: try write("\(name).strip", try DiffImage.draw(comparison, .strip)),
      overlay: try write("\(name).overlay", try DiffImage.draw(comparison, .overlay)),
      changes: [
        LayoutChange(
          sentence: "square moved 2 pt down", path: "cards[0].parts[0]",
          before: after.moved(by: Point(x: 0, y: -2)), after: after),
        LayoutChange(sentence: "theme mint → turbo", path: ""),
      ],
      figures: GoldenOutcome.Figures(comparison), scale: 2)
  }

  /// A picture of 60 × 40 pixels with a frame, and with a square if it is marked.
  static func picture(mark: (x: Int, y: Int, width: Int, height: Int)?) -> Bitmap {
    var pixels: [UInt8] = []
    for y in 0..<40 {
      for x in 0..<60 {
        var color: [UInt8] =
          x == 0 || y == 0 || x == 59 || y == 39 ? [20, 60, 120, 255] : [240, 244, 250, 255]
        if let mark, x >= mark.x, x < mark.x + mark.width, y >= mark.y, y < mark.y + mark.height {
          color = [200, 40, 60, 255]
        }
        pixels += color
      }
    }
    guard let bitmap = Bitmap(width: 60, height: 40, pixels: pixels) else { return picture(mark: nil) }
    return bitmap
  }
}
