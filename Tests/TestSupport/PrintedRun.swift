import Foundation

/// The output of `--json`, reduced to what tests need.
package struct PrintedRun: Decodable {
  package struct Outcome: Decodable {
    package struct Change: Decodable { package var sentence: String }
    package struct Issue: Decodable {
      package var message: String
      package var line: Int?
    }
    package var name: String
    package var verdict: String
    package var message: String
    package var fingerprint: String?
    package var changes: [Change]
    package var issues: [Issue]
  }
  package var green: Bool
  package var report: String?
  package var outcomes: [Outcome]

  package init(_ result: BuiltProgram.Result) throws {
    self = try JSONDecoder().decode(PrintedRun.self, from: Data(result.output))
  }

  /// Each golden with its verdict.
  package var verdicts: [String] { outcomes.map { "\($0.verdict) \($0.name)" } }
}
