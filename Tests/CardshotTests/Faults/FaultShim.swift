import Foundation
import TestSupport
import Testing

/// Injects faults into the built program; see `Scripts/faults.c`.
struct FaultShim {
  /// The library that is preloaded.
  private let path: String
  /// The file in which the library writes its counts.
  private let counts: String

  /// Compiles the library into a folder.
  init(in folder: String) throws {
    path = folder + "/faults.so"
    counts = folder + "/counts"
    let source = Goldens.folder.deletingLastPathComponent().path + "/Scripts/faults.c"
    let built = try BuiltProgram.run(
      ["cc", "-O1", "-shared", "-fPIC", "-o", path, source, "-ldl"], program: "/usr/bin/env")
    guard built.status == 0 else { throw Failure(description: built.errorText) }
  }

  struct Failure: Error, CustomStringConvertible { var description: String }

  /// The result of a run, and the counts of writes, allocations, files opened by `PROBE`, and threads.
  struct Result {
    var program: BuiltProgram.Result
    var writes = 0
    var allocations = 0
    var opened = 0
    var threads = 0
  }

  /// Runs the program with faults, such as `["WRITE": 3]`.
  func run(_ arguments: [String], folder: String, faults: [String: String] = [:], input: String = "")
    throws -> Result
  {
    var environment = ["LD_PRELOAD": path, "FAULT_COUNT": counts]
    for (name, value) in faults { environment["FAULT_\(name)"] = value }
    var result = Result(
      program: try BuiltProgram.run(arguments, input: input, environment: environment, folder: folder))
    let text = String(decoding: FileManager.default.contents(atPath: counts) ?? Data(), as: UTF8.self)
    let numbers = text.split { $0 == " " || $0 == "\n" }.compactMap { Int($0) }
    if numbers.count == 4 {
      (result.writes, result.allocations, result.opened) = (numbers[0], numbers[1], numbers[2])
      result.threads = numbers[3]
    }
    return result
  }
}

extension Trait where Self == ConditionTrait {
  /// Enabled if the library can be preloaded: the address sanitizer's own library has to come first.
  static var withFaults: Self {
    .enabled(if: BuiltProgram.sanitizerOptions == nil, "the address sanitizer stands where faults are made")
  }
}
