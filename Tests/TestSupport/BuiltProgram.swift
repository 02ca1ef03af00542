import Foundation

/// Runs the built program, which is next to the tests.
package enum BuiltProgram {
  /// The output and the exit code of a run.
  package struct Result {
    package var status: Int32
    package var output: [UInt8]
    package var error: [UInt8]

    package var outputText: String { String(decoding: output, as: UTF8.self) }
    package var errorText: String { String(decoding: error, as: UTF8.self) }
  }

  /// `swift build --build-tests` builds the program too.
  package struct NotBuilt: Error {
    package init() {}
  }

  /// The path of the program: in the folder of the running tests.
  package static func path() throws -> String {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    for _ in 0..<6 {
      let path = folder.appendingPathComponent("cardshot").path
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue {
        return path
      }
      folder = folder.deletingLastPathComponent()
    }
    throw NotBuilt()
  }

  /// A new folder.
  package static func folder() throws -> String {
    let path = NSTemporaryDirectory() + "/cardshot-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  /// The options that `make asan` sets for the address sanitizer; nil without it.
  package static let sanitizerOptions = ProcessInfo.processInfo.environment["ASAN_OPTIONS"]

  /// The variables of a program that no test chose: those of the tests without the ones that change its results.
  ///
  /// `CI`, for example, turns off the recording of goldens.
  package static let plainEnvironment = ProcessInfo.processInfo.environment.filter { name, _ in
    name != "CI" && !name.hasPrefix("CARDSHOT_")
  }

  package static func remove(_ folder: String) { try? FileManager.default.removeItem(atPath: folder) }

  package static func run(
    _ arguments: [String], input: String = "", inputBytes: [UInt8]? = nil,
    environment: [String: String]? = nil, folder: String? = nil,
    program: String? = nil
  ) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try program ?? path())
    process.arguments = arguments
    if let environment {
      process.environment = environment.merging(["PATH": "/usr/bin:/bin"]) { a, _ in a }
      process.environment?["ASAN_OPTIONS"] = sanitizerOptions
    } else {
      process.environment = plainEnvironment
    }
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    // Files instead of pipes: they never block.
    let scratch = try BuiltProgram.folder()
    defer { remove(scratch) }
    func file(_ name: String, _ content: [UInt8]) throws -> FileHandle {
      _ = FileManager.default.createFile(atPath: "\(scratch)/\(name)", contents: Data(content))
      guard let handle = FileHandle(forUpdatingAtPath: "\(scratch)/\(name)") else { throw NotBuilt() }
      return handle
    }
    process.standardInput = try file("in", inputBytes ?? Array(input.utf8))
    process.standardOutput = try file("out", [])
    process.standardError = try file("err", [])
    try process.run()
    process.waitUntilExit()
    func bytes(_ name: String) -> [UInt8] {
      Array(FileManager.default.contents(atPath: "\(scratch)/\(name)") ?? Data())
    }
    return Result(status: process.terminationStatus, output: bytes("out"), error: bytes("err"))
  }
}
