import CardParts
import CardRaster
import Foundation
import TestSupport
import Testing

/// The same deck gives the same bytes in any environment.
@Suite struct DeterminismTests {
  private static let deck = Array(
    #"""
    {"canvas":{"width":160},"theme":"mint","date":"2026-03-09","cards":[
      {"id":"a","traits":{"shadow":{},"rounded":{}},"parts":[{"type":"text","text":"Größe ﷺ 漢字 👩‍🚀 {{ 1234.5 | currency }}"}]},
      {"id":"b","parts":[{"type":"bar","percent":0.4},{"type":"title","title":"Two"}]},
      {"id":"c","traits":{"gradient":{"colors":["red","blue"],"angle":30}},"parts":[{"type":"button","buttonTitle":"Go"}]},
      {"id":"d","parts":[{"type":"text","text":"{{ day | date(\"long\") }} {{ amount | currency }}"}]},
      {"id":"e","parts":[{"type":"pillLabel","labelText":"Pill"}]}],
     "data":{"day":"2026-11-21","amount":1234.5}}
    """#.replacing("{{ 1234.5 | currency }}", with: "{{ amount | currency }}").utf8)

  private func files(_ format: OutputFormat, workers: Int) async throws -> [[UInt8]] {
    let deck = try DeckRenderer.laidOut(
      DeterminismTests.deck, file: "deck.json", folder: ".", onePageEach: true,
      catalog: try Goldens.catalog())
    var files: [[UInt8]] = []
    try await deck.paint(as: format, workers: workers) { index, bytes in
      #expect(index == files.count)
      files.append(bytes)
    }
    return files
  }

  @Test(arguments: OutputFormat.stills) func workersAndRepetitionDoNotChangeTheBytes(_ format: OutputFormat)
    async throws
  {
    let first = try await files(format, workers: 1)
    #expect(first.count == 5)
    #expect(Set(first).count == 5)
    for workers in [1, 2, 3, 16] {
      #expect(try await files(format, workers: workers) == first, "\(workers) workers")
    }
  }

  @Test(arguments: ["png", "svg"]) func surroundingsChangeNothing(_ format: String) throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    try FileWriting.write(DeterminismTests.deck, to: "\(folder)/deck.json")
    let arguments = ["\(folder)/deck.json", "-o", "-", "--format", format]
    let first = try BuiltProgram.run(arguments)
    #expect(first.status == 0, "\(first.errorText)")
    #expect(first.output.count > 1000)
    for environment in [
      ["LANG": "de_DE.UTF-8", "LC_ALL": "tr_TR.UTF-8", "TZ": "Pacific/Kiritimati", "HOME": folder],
      [
        "LANG": "C", "TZ": "America/Los_Angeles", "HOME": "/nonexistent", "XDG_CONFIG_HOME": folder,
        "PANGOCAIRO_BACKEND": "win32", "FONTCONFIG_FILE": "\(folder)/none.conf", "LANGUAGE": "ja",
      ],
    ] {
      let other = try BuiltProgram.run(arguments, environment: environment, folder: folder)
      #expect(other.output == first.output, "\(environment) \(other.errorText)")
    }
  }
}
