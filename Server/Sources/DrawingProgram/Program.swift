package import Foundation
import Subprocess
import SystemPackage

/// Runs the drawing program.
///
/// Each call is a process of its own, so that a crash or an endless run costs one answer.
package struct Program: Sendable {
  /// The path of `cardshot`.
  package let path: String
  private let deadline: Duration
  private let slots = Slots(max(2, ProcessInfo.processInfo.activeProcessorCount))

  /// - Parameter deadline: The time after which a process is ended.
  package init(path: String, deadline: Duration = .seconds(60)) {
    (self.path, self.deadline) = (path, deadline)
  }

  /// The program did not finish, or too many processes wait for it.
  package struct Busy: Error {
    package let message: String
  }

  /// The result of one process.
  package struct Result: Sendable {
    /// The exit status; nil if a signal ended the process.
    package var status: Int32?
    package var output: Data
    package var error: String
  }

  /// Runs a command to its end.
  ///
  /// The process ends early if the task is cancelled or the deadline has passed.
  package func run(_ arguments: [String], input: Data = Data()) async throws -> Result {
    try await slots.use {
      try await withThrowingTaskGroup(of: Result.self) { group in
        group.addTask { try await start(arguments, input: input) }
        group.addTask {
          try await Task.sleep(for: deadline)
          throw Busy(message: "cardshot did not finish within \(deadline.components.seconds) seconds")
        }
        defer { group.cancelAll() }
        guard let result = try await group.next() else { throw CancellationError() }
        return result
      }
    }
  }

  private func start(_ arguments: [String], input: Data) async throws -> Result {
    let result = try await Subprocess.run(
      .path(FilePath(path)), arguments: Arguments(arguments), environment: Self.environment,
      platformOptions: Self.options, input: .array([UInt8](input)), output: .bytes(limit: 256 << 20),
      error: .string(limit: 4 << 20))
    return Result(
      status: result.terminationStatus.exitCode, output: Data(result.standardOutput),
      error: result.standardError)
  }

  /// Starts a command and hands over each line of its output until it ends.
  ///
  /// - Parameter showsErrors: Whether its messages go to the terminal.
  /// - Returns: The exit status; nil if a signal ended the process.
  package func follow(
    _ arguments: [String], showsErrors: Bool, line: @escaping @Sendable (String) async -> Void
  ) async throws -> Int32? {
    let terminal = FileDescriptor(rawValue: showsErrors ? 2 : try Self.nowhere())
    let result = try await Subprocess.run(
      .path(FilePath(path)), arguments: Arguments(arguments), environment: Self.environment,
      platformOptions: Self.options, input: .none, output: .sequence,
      error: .fileDescriptor(terminal, closeAfterSpawningProcess: !showsErrors)
    ) { execution in
      for try await text in execution.standardOutput.strings(bufferingPolicy: .maxLineLength(64 << 20)) {
        await line(text)
      }
    }
    return result.terminationStatus.exitCode
  }

  private static func nowhere() throws -> CInt {
    try FileDescriptor.open("/dev/null", .writeOnly).rawValue
  }

  /// The variables of this process without the keys of the service and those that would record goldens.
  private static let environment = Environment.inherit.updating([
    "CARDSHOT_RECORD": nil, "CARDSHOT_RECORD_NAME": nil, "CARDSHOT_KEYS": nil,
  ])

  private static var options: PlatformOptions {
    var options = PlatformOptions()
    options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .milliseconds(300))]
    return options
  }
}

extension TerminationStatus {
  fileprivate var exitCode: Int32? { if case .exited(let code) = self { code } else { nil } }
}

/// Limits the number of processes that run at the same time, and of those that wait.
actor Slots {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private static let mostWaiting = 256

  init(_ count: Int) { free = count }

  nonisolated func use<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
    try await take()
    do {
      try Task.checkCancellation()
      let value = try await body()
      await release()
      return value
    } catch {
      await release()
      throw error
    }
  }

  private func take() async throws {
    if free > 0 {
      free -= 1
      return
    }
    guard waiting.count < Self.mostWaiting else {
      throw Program.Busy(message: "too many pictures are waiting")
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func release() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
