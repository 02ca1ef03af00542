import Foundation
import Testing

/// A new folder in which the built program runs.
package final class RunFolder {
  package let path: String

  package init(_ files: [String: String] = [:]) throws {
    path = try BuiltProgram.folder()
    for (name, text) in files { try write(name, text) }
  }

  deinit { BuiltProgram.remove(path) }

  package func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

  package func write(_ name: String, _ bytes: [UInt8]) throws {
    let file = URL(fileURLWithPath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  package func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }

  package func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

  package func bytes(_ name: String) throws -> [UInt8] {
    Array(try #require(FileManager.default.contents(atPath: "\(path)/\(name)")))
  }

  package func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(path)/\(name)") }

  /// All files in a folder, sorted.
  package func files(_ folder: String = ".") -> [String] {
    let found =
      FileManager.default.enumerator(atPath: "\(path)/\(folder)")?.compactMap { $0 as? String } ?? []
    return found.filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: "\(path)/\(folder)/\(name)", isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  /// All files except for those that record finished rows.
  package func pictures(_ folder: String = ".") -> [String] {
    files(folder).filter { !$0.hasPrefix(".cardshot-rows-") }
  }

  /// The path of the only file of finished rows in a folder.
  package func note(in folder: String) throws -> String {
    let notes = files(folder).filter { $0.hasPrefix(".cardshot-rows-") && $0.hasSuffix(".jsonl") }
    #expect(notes.count == 1, "\(notes)")
    return "\(folder)/\(try #require(notes.first))"
  }

  /// Runs the program here without the environment of this process.
  ///
  /// A `test` run records nothing unless its arguments say so.
  package func run(_ arguments: String..., environment: [String: String] = [:]) throws -> BuiltProgram.Result
  {
    let isSilent = arguments.first == "test" && !arguments.contains("--record")
    return try BuiltProgram.run(
      arguments + (isSilent ? ["--record", "never"] : []), environment: environment, folder: path)
  }

  /// A deck with a title and a button, as wide as an icon.
  package static func deck(_ title: String = "Welcome", color: String = "#3366CC") -> String {
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
  package static let states = """
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
