import CardRaster
import Foundation
import Glibc
import Testing

/// The folder of the project, as the tests of its pages see it.
package enum DocsFolder {
  /// The project's folder: two above the one of this file.
  package static let root: String = {
    var path = FilePath.directory(of: #filePath)
    for _ in 0..<2 { path = FilePath.directory(of: path) }
    return path
  }()

  /// Where the pictures and fonts of decks in pages are looked up.
  package static let examples = root + "/Examples"

  /// The text of a file below the project's folder; nil when there is none.
  package static func text(_ path: String) -> String? {
    bytes(path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of a file below the project's folder; nil when there is none.
  package static func bytes(_ path: String) -> [UInt8]? {
    try? FileReading.read(path: root + "/" + path, limit: 1 << 24)
  }

  /// Writes a file below the project's folder, with the folders that it needs.
  package static func write(_ bytes: [UInt8], to path: String) throws {
    let folder = FilePath.directory(of: root + "/" + path)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileWriting.write(bytes, to: root + "/" + path)
  }

  /// The names of the files in a folder that end so, in order.
  package static func names(in folder: String, ending: String) -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: root + "/" + folder)) ?? []
    return all.filter { $0.hasSuffix(ending) }.sorted()
  }

  /// Every page that people read: README.md and all of Docs/, in order of their paths.
  package static var pages: [String] {
    let docs = ["Docs", "Docs/parts", "Docs/traits"].flatMap { folder in
      names(in: folder, ending: ".md").map { folder + "/" + $0 }
    }
    return ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"] + docs
  }

  /// Whether the pages and pictures are to be written anew.
  package static var isRecording: Bool { ProcessInfo.processInfo.environment["CARDSHOT_RECORD_DOCS"] == "1" }

  /// Whether this run belongs to a build server, where nothing is recorded.
  package static var isOnServer: Bool {
    let value = ProcessInfo.processInfo.environment["CI"] ?? ""
    return !["", "0", "false"].contains(value)
  }
}

/// The program, run the way a reader of the pages runs it.
package enum Program {
  /// What a run left behind.
  package struct Result {
    package var status: Int32
    package var output: String
    package var errors: String
  }

  /// A built program beside the running tests.
  package static func path(_ name: String = "cardshot") throws -> String {
    let test = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let path = FilePath.directory(of: test) + "/" + name
    try #require(
      FileManager.default.isExecutableFile(atPath: path), "no \(name) beside the tests: run swift build")
    return path
  }

  /// Runs the program with an environment of our own, eighty columns wide.
  package static func run(_ arguments: [String], in folder: String, program: String = "cardshot") throws
    -> Result
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try path(program))
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = ["COLUMNS": "80", "HOME": folder, "PATH": "/usr/bin:/bin"]
    // The address sanitizer's own settings hold for the program too.
    process.environment?["ASAN_OPTIONS"] = ProcessInfo.processInfo.environment["ASAN_OPTIONS"]
    let (output, errors) = (folder + "/.stdout", folder + "/.stderr")
    for path in [output, errors] {
      try #require(FileManager.default.createFile(atPath: path, contents: nil))
    }
    defer { for path in [output, errors] { try? FileManager.default.removeItem(atPath: path) } }
    // Files instead of pipes: a pipe that nobody empties would hold the program up.
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: errors)
    try process.run()
    process.waitUntilExit()
    func text(_ path: String) -> String {
      String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }
    return Result(status: process.terminationStatus, output: text(output), errors: text(errors))
  }
}
