import CardParts
import CardRaster
import Foundation
import TestSupport
import Testing

@testable import CardGoldens

/// The contents of the page; `HTMLReportBrowserTests` tests its behaviour.
@Suite("The HTML report") struct HTMLReportTests {
  /// Makes a run in a new folder and removes the folder afterwards.
  private func withRun(_ body: (PicturedRun) throws -> Void) throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    try body(try PicturedRun(folder: folder))
  }

  private func data(_ html: String) throws -> [String: Any] {
    let start = try #require(html.firstRange(of: "<script type=\"application/json\" id=\"run\">"))
    let end = try #require(html[start.upperBound...].firstRange(of: "</script>"))
    let text = html[start.upperBound..<end.lowerBound]
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func outcomes(_ html: String) throws -> [[String: Any]] {
    try #require(try data(html)["outcomes"] as? [[String: Any]])
  }

  /// The embedded pictures by their ids.
  private func pictures(_ html: String) throws -> [String: Data] {
    var result: [String: Data] = [:]
    for part in html.components(separatedBy: "<script type=\"text/plain\" id=\"").dropFirst() {
      let pieces = part.components(separatedBy: "</script>")[0].components(separatedBy: "\">")
      let picture = Data(base64Encoded: pieces[1])
      #expect(picture != nil)
      result[pieces[0]] = picture
    }
    return result
  }

  @Test("The report is a single file with everything embedded") func write() throws {
    try withRun { sample in
      let path = try HTMLReport(sample.run).write(to: sample.folder)
      #expect(path == "\(sample.folder)/report.html")
      let html = String(decoding: try FileReading.read(path: path, limit: 10_000_000), as: UTF8.self)
      #expect(html == HTMLReport(sample.run).html)
      #expect(throws: RasterError.self) { try HTMLReport(sample.run).write(to: "\(sample.folder)/nowhere") }
      // A page of our own is overwritten, another file is not.
      try HTMLReport(sample.run).write(to: sample.folder)
      try FileWriting.write(Array("<title>Sales</title>".utf8), to: path)
      #expect(throws: RasterError.self) { try HTMLReport(sample.run).write(to: sample.folder) }
      #expect(try FileReading.read(path: path, limit: 100) == Array("<title>Sales</title>".utf8))
    }
  }

  @Test("The pictures of an outcome are the files at its paths") func embedded() throws {
    try withRun { sample in
      let html = HTMLReport(sample.run).html
      let outcomes = try outcomes(html)
      let pictures = try pictures(html)
      func file(_ outcome: Int, _ key: String) throws -> Data? {
        guard let picture = outcomes[outcome][key] as? [String: Any] else { return nil }
        #expect((picture["width"] as? Int, picture["height"] as? Int) == (60, 40))
        return pictures[try #require(picture["id"] as? String)]
      }
      let paths: [(Int, String, String?)] = [
        (0, "expected", sample.run.outcomes[0].golden), (0, "actual", sample.run.outcomes[0].actual),
        (0, "overlay", sample.run.outcomes[0].overlay), (2, "expected", nil), (2, "actual", nil),
        (3, "expected", nil),
        (3, "actual", sample.run.outcomes[3].actual), (4, "expected", sample.run.outcomes[4].golden),
        (5, "expected", sample.run.outcomes[5].golden), (5, "actual", nil),
      ]
      for (outcome, key, path) in paths {
        let found = try file(outcome, key)
        #expect(found == path.flatMap { FileManager.default.contents(atPath: $0) })
        #expect((found == nil) == (path == nil), "\(outcome) \(key)")
      }
    }
  }

  @Test("Places of changes are in pixels, as the regions are") func places() throws {
    try withRun { sample in
      let first = try outcomes(HTMLReport(sample.run).html)[0]
      let changes = try #require(first["changes"] as? [[String: Any]])
      #expect(changes[0]["after"] as? [Int] == [4, 6, 10, 8])
      #expect(changes[0]["before"] as? [Int] == [4, 2, 10, 8])
      #expect(changes[1]["after"] == nil)
      #expect(first["regions"] as? [[Int]] == [[4, 6, 10, 8]])
    }
  }

  @Test("Equal runs give equal pages") func deterministic() throws {
    try withRun { sample in
      #expect(HTMLReport(sample.run).bytes == HTMLReport(sample.run).bytes)
    }
  }

  @Test("Beyond the size limit pictures are only named, and passed goldens come last") func limit() throws {
    try withRun { sample in
      let sizes = sample.run.outcomes.flatMap { outcome in
        [outcome.verdict == .missing ? nil : outcome.golden, outcome.actual, outcome.overlay].compactMap {
          $0
        }.compactMap {
          FileManager.default.contents(atPath: $0)?.count
        }
      }
      let all = sizes.reduce(0, +)
      #expect(try pictures(HTMLReport(sample.run, pictureBytes: all).html).count == sizes.count)
      let html = HTMLReport(sample.run, pictureBytes: all - 1).html
      #expect(try pictures(html).count == sizes.count - 1)
      let last = try outcomes(html)[6]
      #expect(last["expected"] == nil)
      #expect((last["notes"] as? [String])?.first?.contains("has reached its size limit") == true)
      #expect((last["notes"] as? [String])?.first?.contains(sample.run.outcomes[6].golden) == true)
      #expect(try outcomes(html)[0]["expected"] != nil)
      let none = HTMLReport(sample.run, pictureBytes: 0).html
      #expect(try pictures(none).isEmpty)
      // A picture that is not shown can be approved too: its path is given.
      #expect(try outcomes(none)[0]["approvable"] as? Bool == true)
    }
  }

  @Test("A golden in a lock file and a missing picture are reported") func noPicture() throws {
    try withRun { sample in
      var run = sample.run
      let lock = "\(sample.folder)/goldens.lock"
      try FileWriting.write(Array("a/first 0123456789abcdef 0123456789abcdef\n".utf8), to: lock)
      run.outcomes[0].golden = lock
      run.outcomes[1].actual = "\(sample.folder)/gone.png"
      run.outcomes[4].golden = sample.folder
      let outcomes = try outcomes(HTMLReport(run).html)
      #expect(
        outcomes[0]["notes"] as? [String]
          == ["The golden is a line in '\(lock)', so its picture is not stored."])
      #expect(outcomes[0]["expected"] == nil)
      #expect(outcomes[0]["actual"] != nil)
      #expect(
        outcomes[1]["notes"] as? [String]
          == ["The picture '\(sample.folder)/gone.png' cannot be read: no such file."])
      #expect((outcomes[4]["notes"] as? [String])?.first?.contains("cannot be read") == true)
    }
  }

  @Test("A PNG header with a size of zero or a huge size is not embedded")
  func header() throws {
    try withRun { sample in
      var run = sample.run
      let good = try #require(FileManager.default.contents(atPath: run.outcomes[4].golden))
      for (offset, value) in [(16, UInt8(0x7F)), (19, 0), (12, 0x20)] {
        var bytes = Array(good)
        bytes[offset] = value
        run.outcomes[4].golden = "\(sample.folder)/odd.png"
        try FileWriting.write(bytes, to: run.outcomes[4].golden)
        #expect(try outcomes(HTMLReport(run).html)[4]["expected"] == nil)
      }
    }
  }

  @Test("The page may load nothing except its embedded pictures") func policy() throws {
    let html = HTMLReport(ReportSamples.mixed).html
    let start = try #require(html.firstRange(of: "http-equiv=\"Content-Security-Policy\" content=\""))
    let policy = html[start.upperBound...].prefix { $0 != "\"" }.split(separator: ";").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    #expect(policy.contains("default-src 'none'"))
    #expect(policy.contains("img-src data:"))
    #expect(policy.contains("base-uri 'none'"))
    #expect(policy.contains("form-action 'none'"))
    for name in ["style-src", "script-src"] {
      let value = try #require(policy.first { $0.hasPrefix(name + " ") }).dropFirst(name.count + 1)
      #expect(value.hasPrefix("'sha256-") && value.hasSuffix("='") && value.utf8.count == 53)
    }
    #expect(!html.contains("http://"))
    #expect(!html.contains("https://"))
    #expect(!html.contains(" style=\""))
    for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"] {
      #expect(!html.contains(word), "\(word)")
    }
  }

  @Test("No hostile text can break out of its place") func hostile() throws {
    let html = HTMLReport(ReportSamples.hostileRun, command: ReportSamples.hostile[0]).html
    #expect(!ReportSamples.hasHidden(html))
    // The run and the script; no picture could be read.
    #expect(html.components(separatedBy: "<script").count == 3)
    #expect(html.components(separatedBy: "</script").count == 3)
    #expect(!html.contains("<img"))
    #expect(!html.contains("<!--"))
    let outcomes = try outcomes(html)
    #expect(outcomes.compactMap { $0["name"] as? String } == ReportSamples.hostile)
    #expect(outcomes.compactMap { $0["label"] as? String } == ReportSamples.hostile.map(Printable.line))
  }

  @Test(
    "The title sums up the run",
    arguments: [
      ([], "No golden was tested"), ([.passed], "1 golden, all green"),
      ([.passed, .pruned], "2 goldens, all green"),
      ([.passed, .failed, .recorded], "2 of 3 goldens need a review"),
    ] as [([GoldenOutcome.Verdict], String)])
  func title(_ verdicts: [GoldenOutcome.Verdict], _ title: String) throws {
    let run = GoldenRun(
      outcomes: verdicts.enumerated().map { ReportSamples.outcome("\($0)", $1) }, libraries: [])
    let html = HTMLReport(run).html
    #expect(html.contains("<title>\(title) · cardshot</title>"))
    #expect(try data(html)["title"] as? String == title)
  }
}
