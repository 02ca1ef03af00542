import CardRaster
import Foundation
import Glibc
import Testing

/// The folder of the project, for the tests of its pages.
package enum DocsFolder {
  /// The folder of the project: two levels above the folder of this file.
  package static let root: String = {
    var path = FilePath.directory(of: #filePath)
    for _ in 0..<2 { path = FilePath.directory(of: path) }
    return path
  }()

  /// The folder for pictures and fonts of the decks on the pages.
  package static let examples = root + "/Examples"

  /// The text of a file in the project; nil if there is none.
  package static func text(_ path: String) -> String? {
    bytes(path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of a file in the project; nil if there is none.
  package static func bytes(_ path: String) -> [UInt8]? {
    try? FileReading.read(path: root + "/" + path, limit: 1 << 24)
  }

  /// Writes a file in the project and creates the folders that it needs.
  package static func write(_ bytes: [UInt8], to path: String) throws {
    let folder = FilePath.directory(of: root + "/" + path)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileWriting.write(bytes, to: root + "/" + path)
  }

  /// The names of the files in a folder that have an ending, sorted.
  package static func names(in folder: String, ending: String) -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: root + "/" + folder)) ?? []
    return all.filter { $0.hasSuffix(ending) }.sorted()
  }

  /// Every page for readers: README.md and all of Docs/, sorted by path.
  package static var pages: [String] {
    let docs = ["Docs", "Docs/tutorials", "Docs/how-to", "Docs/parts", "Docs/traits"].flatMap { folder in
      names(in: folder, ending: ".md").map { folder + "/" + $0 }
    }
    return ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"] + docs
  }

  /// Whether the pages and pictures are generated again.
  package static var isRecording: Bool { ProcessInfo.processInfo.environment["CARDSHOT_RECORD_DOCS"] == "1" }

  /// Whether this run is on a build server, where nothing is recorded.
  package static var isOnServer: Bool {
    let value = ProcessInfo.processInfo.environment["CI"] ?? ""
    return !["", "0", "false"].contains(value)
  }
}

/// The program, run as a reader of the pages would run it.
package enum Program {
  /// The output and the exit code of a run.
  package struct Result {
    package var status: Int32
    package var output: String
    package var errors: String
  }

  /// The path of a built program next to the running tests.
  package static func path(_ name: String = "cardshot") throws -> String {
    let test = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let path = FilePath.directory(of: test) + "/" + name
    try #require(
      FileManager.default.isExecutableFile(atPath: path), "no \(name) beside the tests: run swift build")
    return path
  }

  /// Runs the program with a fixed environment, eighty columns wide.
  package static func run(_ arguments: [String], in folder: String, program: String = "cardshot") throws
    -> Result
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try path(program))
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = ["COLUMNS": "80", "HOME": folder, "PATH": "/usr/bin:/bin"]
    // The options of the address sanitizer apply to the program too.
    process.environment?["ASAN_OPTIONS"] = ProcessInfo.processInfo.environment["ASAN_OPTIONS"]
    let (output, errors) = (folder + "/.stdout", folder + "/.stderr")
    for path in [output, errors] {
      try #require(FileManager.default.createFile(atPath: path, contents: nil))
    }
    defer { for path in [output, errors] { try? FileManager.default.removeItem(atPath: path) } }
    // Files instead of pipes: a pipe that is not read would block the program.
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
