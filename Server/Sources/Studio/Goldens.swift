import DrawingProgram
import Foundation
import HTTPTypes

/// Golden tests of one deck, and their approval.
struct Goldens: Sendable {
  private let drawing: Drawing

  /// The file that describes the tests of a project.
  static let plan = "cardshot.test.json"

  init(_ drawing: Drawing) { self.drawing = drawing }

  /// A part of the output of `cardshot test --json`.
  struct Report: Codable, Sendable {
    var outcomes: [Outcome]
  }

  struct Outcome: Codable, Sendable {
    var name: String
    var verdict: String
    var message: String?
    var golden: String?
    var actual: String?
    var overlay: String?
    var fingerprint: String?
    var changes: [Change]
    var issues: [StudioIssue]

    struct Change: Codable, Sendable { var sentence: String }
  }

  /// An outcome as the page receives it.
  struct Shown: Codable, Sendable {
    var name: String
    var verdict: String
    var message: String
    var changes: [String]
    var expected: String?
    var difference: String?
    var actual: String?
    var fingerprint: String?
    var issues: [StudioIssue]
  }

  struct Answer: Codable, Sendable {
    var ok: Bool
    var issues: [StudioIssue]
    var outcomes: [Shown]
  }

  /// Runs the tests; records nothing.
  func test(_ deck: String, failures: String) async throws -> Report {
    let result = try await drawing.program.run(
      ["test", try drawing.folder.deck(deck)] + data(of: deck)
        + ["--json", "--record", "never", "--failures", failures])
    if let report = try? JSONDecoder().decode(Report.self, from: result.output) { return report }
    let message = try drawing.decode(result).issues.first?.message ?? "the tests gave no result"
    throw StudioError(.conflict, message)
  }

  /// A plan names its own data.
  private func data(of deck: String) -> [String] {
    StudioFolder.isFile(Self.plan) ? [] : drawing.dataFiles(of: deck).map { "--data=\($0)" }
  }

  /// The folder that keeps the pictures of a deck's last run, for its approval.
  private func failures(_ deck: String) -> String {
    "\(drawing.scratch)/goldens-" + PictureStore.sum(of: Data(deck.utf8))
  }

  /// Runs the tests for the page.
  func answer(_ deck: String) async throws -> Answer {
    let report = try await test(deck, failures: failures(deck))
    var shown: [Shown] = []
    for outcome in report.outcomes {
      func url(_ path: String?) async -> String? {
        guard let path, let data = FileManager.default.contents(atPath: path) else { return nil }
        return await drawing.store.add(data, ending: StudioFolder.ending(path))
      }
      shown.append(
        Shown(
          name: outcome.name, verdict: outcome.verdict, message: outcome.message ?? "",
          changes: outcome.changes.map(\.sentence), expected: await url(outcome.golden),
          difference: await url(outcome.overlay), actual: await url(outcome.actual),
          fingerprint: outcome.fingerprint, issues: drawing.issues(outcome.issues, of: deck)))
    }
    return Answer(ok: true, issues: [], outcomes: shown)
  }

  /// A request of the page to approve a picture.
  struct Approval: Codable, Sendable {
    var deck: String
    var name: String
    var fingerprint: String
  }

  /// The record of the last run, which `cardshot approve` reads too.
  private struct LastRun: Codable {
    var pictures: [Picture]

    struct Picture: Codable {
      var name: String
      var fingerprint: String
    }
  }

  struct Approved: Codable, Sendable {
    var approved: Bool
    var message: String
  }

  /// Writes the picture of the last run as the golden, if it is the one that the page has shown.
  func approve(_ approval: Approval) async throws -> Approved {
    _ = try drawing.folder.deck(approval.deck)
    let place = failures(approval.deck)
    guard let text = FileManager.default.contents(atPath: "\(place)/last-run.json"),
      let last = try? JSONDecoder().decode(LastRun.self, from: text), !approval.name.hasPrefix("-"),
      last.pictures.contains(where: { $0.name == approval.name && $0.fingerprint == approval.fingerprint })
    else {
      return Approved(
        approved: false, message: "the picture has changed since this page has shown it; look at it again")
    }
    let result = try await drawing.program.run(["approve", approval.name, "--failures", place, "--json"])
    let isDone = result.status == 0
    return Approved(
      approved: isDone,
      message: isDone
        ? "the golden of '\(approval.name)' was written"
        : try drawing.decode(result).issues.first?.message ?? "the golden was not written")
  }
}
