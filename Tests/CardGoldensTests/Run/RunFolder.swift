import Foundation
import TestSupport
import Testing

/// A fresh folder in which the built program is run.
final class RunFolder {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    path = try BuiltProgram.folder()
    for (name, text) in files { try write(name, text) }
  }

  deinit { BuiltProgram.remove(path) }

  func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    let file = URL(fileURLWithPath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }

  func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try #require(FileManager.default.contents(atPath: "\(path)/\(name)")))
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(path)/\(name)") }

  /// Every file below a folder, in order.
  func files(_ folder: String = ".") -> [String] {
    let found =
      FileManager.default.enumerator(atPath: "\(path)/\(folder)")?.compactMap { $0 as? String } ?? []
    return found.filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: "\(path)/\(folder)/\(name)", isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  /// Runs the program here; nothing of this process's environment reaches it.
  ///
  /// A run of `test` that does not ask for it records nothing.
  func run(_ arguments: String..., environment: [String: String] = [:]) throws -> BuiltProgram.Result {
    let isSilent = arguments.first == "test" && !arguments.contains("--record")
    return try BuiltProgram.run(
      arguments + (isSilent ? ["--record", "never"] : []), environment: environment, folder: path)
  }

  /// A deck with a title and a button, as wide as an icon.
  static func deck(_ title: String = "Welcome", color: String = "#3366CC") -> String {
    """
    {
      "canvas": { "width": 160 },
      "theme": { "base": "turbo", "buttonTitleColor": "\(color)" },
      "cards": [
        {
          "id": "offer",
          "parts": [
            { "type": "title", "id": "headline", "title": "\(title)" },
            { "type": "button", "id": "apply", "buttonTitle": "Apply Now" }
          ]
        }
      ]
    }
    """
  }

  /// A card with two states, and one without.
  static let states = """
    {
      "canvas": { "width": 120 },
      "cards": [
        {
          "id": "a",
          "states": {
            "hasData": [ { "type": "text", "text": "Data" } ],
            "loading": [ { "type": "text", "text": "Loading" } ]
          }
        },
        { "id": "b", "parts": [ { "type": "text", "text": "Plain" } ] }
      ]
    }
    """
}

/// What `--json` prints, as far as tests look at it.
struct PrintedRun: Decodable {
  struct Outcome: Decodable {
    struct Change: Decodable { var sentence: String }
    struct Issue: Decodable {
      var message: String
      var line: Int?
    }
    var name: String
    var verdict: String
    var message: String
    var fingerprint: String?
    var changes: [Change]
    var issues: [Issue]
  }
  var green: Bool
  var report: String?
  var outcomes: [Outcome]

  init(_ result: BuiltProgram.Result) throws {
    self = try JSONDecoder().decode(PrintedRun.self, from: Data(result.output))
  }

  /// Each golden with its verdict.
  var verdicts: [String] { outcomes.map { "\($0.verdict) \($0.name)" } }
}
