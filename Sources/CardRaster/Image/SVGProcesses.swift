internal import Synchronization

/// A pool of subprocesses that parse and render SVG pictures.
///
/// How it works: each caller has exclusive use of a subprocess for one picture; then the subprocess waits for
/// the next one. There are therefore as many as workers that draw at once, and a hundred icons start no more.
/// Guarantees: the answer for a picture is pixels or an error message, within the limits, whatever the
/// subprocess does. A subprocess that failed is not used again, and one picture's failure does not depend on
/// earlier pictures.
final class SVGProcesses: Sendable {
  /// The pool shared by all decks of this process.
  static let shared = SVGProcesses()

  /// The resource limits of a subprocess for one picture.
  struct Allowance: Sendable {
    /// In seconds.
    var processorTime = Limits.svgProcessorTime
    /// In bytes, beyond its size before the first picture.
    var memory = Limits.svgMemory
    /// In seconds of wall-clock time.
    var wait = Limits.svgWait
  }

  /// A subprocess that has reported that it is ready.
  private struct Worker: Sendable {
    let process: ChildProcess
    let welcome: SVGWelcome
    /// Its address space in bytes before the first picture.
    let addressSpace: Int
    /// Whether it has drawn another picture.
    var isUsed = false
  }

  private let allowance: Allowance
  /// The idle subprocesses, by their executable.
  private let idle = Mutex<[String: [Worker]]>([:])

  init(_ allowance: Allowance = Allowance()) { self.allowance = allowance }

  /// The process identifiers of the idle subprocesses.
  var idleIdentifiers: [Int32] { idle.withLock { $0.values.joined().map(\.process.identifier) } }

  /// The number of idle subprocesses.
  var idleCount: Int { idleIdentifiers.count }

  /// Ends the idle subprocesses.
  func endIdle() { idle.withLock { $0 = [:] } }

  /// Parses a document, renders it for trial, and returns its natural size.
  ///
  /// - Parameter budget: counts the time used, also after a failure.
  /// - Throws: `RasterError.image` and `.limit` for a picture that cannot be drawn; `.library` if the
  ///   subprocess cannot be started.
  func checkedSize(
    of svg: [UInt8], program: String, _ budget: SVGBudget? = nil
  ) throws(RasterError) -> Size {
    guard svg.count <= Limits.svgBytes else { throw SVGDocument.tooLarge(svg.count) }
    return try ask(.check(svg), program, budget, into: nil) { SVGAnswer.size($0) }
  }

  /// Renders a layer into memory: rows of `width` pixels without gaps.
  ///
  /// - Throws: the errors of `checkedSize`.
  func draw(
    _ drawing: SVGDrawing, width: Int, height: Int, into memory: UnsafeMutableRawBufferPointer,
    program: String, _ budget: SVGBudget? = nil
  ) throws(RasterError) {
    try ask(.layer(drawing, width: width, height: height), program, budget, into: memory) { _ in () }
  }

  /// Renders a document as a single-page PDF and returns its bytes.
  ///
  /// - Throws: the errors of `checkedSize`.
  func document(
    _ drawing: SVGDrawing, program: String, _ budget: SVGBudget? = nil
  ) throws(RasterError) -> [UInt8] {
    try ask(.document(drawing), program, budget, into: nil, most: Limits.svgDocumentBytes) { $0 }
  }

  /// The welcome message of a subprocess; starts one if none is idle.
  ///
  /// - Throws: `RasterError.library` if it cannot be started.
  func welcome(program: String) throws(RasterError) -> SVGWelcome {
    let worker = try take(program)
    give(worker, program)
    return worker.welcome
  }

  /// Sends a request to a subprocess, and to a new one if the first may have failed for unrelated reasons.
  ///
  /// - Parameters:
  ///   - budget: counts the time used.
  ///   - most: the maximum number of bytes of an answer.
  ///   - read: decodes an answer; nil if it is not valid.
  private func ask<Meaning>(
    _ request: SVGRequest, _ program: String, _ budget: SVGBudget?,
    into memory: UnsafeMutableRawBufferPointer?,
    most: Int = SVGAnswer.longestReason, read: ([UInt8]) -> Meaning?
  ) throws(RasterError) -> Meaning {
    let bytes = request.bytes
    var worker = try take(program)
    while true {
      let answer: Result<Meaning, RasterError>
      do throws(ChildProcess.Failure) {
        answer = try exchange(bytes, worker, budget, into: memory, most: most, read: read)
      } catch {
        guard worker.isUsed, error.mayPass else { throw sentence(error, worker.process.complaints()) }
        worker = try start(program)
        continue
      }
      give(worker, program)
      return try answer.get()
    }
  }

  /// Sends one request and receives its answer.
  private func exchange<Meaning>(
    _ request: [UInt8], _ worker: Worker, _ budget: SVGBudget?,
    into memory: UnsafeMutableRawBufferPointer?, most: Int, read: ([UInt8]) -> Meaning?
  ) throws(ChildProcess.Failure) -> Result<Meaning, RasterError> {
    let process = worker.process
    // Earlier messages have nothing to do with this picture.
    _ = process.complaints()
    // A layer, and those for groups in the picture.
    let space = worker.addressSpace + allowance.memory + 4 * (memory?.count ?? 0)
    let watch = try process.watch(
      processorTime: allowance.processorTime, wait: allowance.wait, memory: UInt(space))
    defer { budget?.count(process.time(watch)) }
    try process.send(request, watch)
    let head = SVGFrame(try process.receive(SVGRequest.headLength, watch))
    let length = Int(head.length)
    if head.kind == 0, let memory {
      guard length == memory.count else { throw .nonsense }
      try process.receive(into: memory, watch)
    } else if length > (head.kind == 0 ? most : SVGAnswer.longestReason) {
      throw .nonsense
    }
    let body = head.kind == 0 && memory != nil ? [] : try process.receive(length, watch)
    if head.kind == 0, let meaning = read(body) { return .success(meaning) }
    guard let failure = SVGAnswer.announcedError(head.kind, body) else { throw .nonsense }
    return .failure(isMemory(failure.message) ? tooMuchMemory : failure)
  }

  private func take(_ program: String) throws(RasterError) -> Worker {
    if let worker = idle.withLock({ $0[program]?.popLast() }) { return worker }
    return try start(program)
  }

  private func give(_ worker: Worker, _ program: String) {
    var worker = worker
    worker.isUsed = true
    idle.withLock { [worker] in $0[program, default: []].append(worker) }
  }

  private func start(_ program: String) throws(RasterError) -> Worker {
    let operation = "starting a process for SVG pictures"
    do throws(ChildProcess.Failure) {
      let process = try ChildProcess.start(program, [SVGWelcome.word])
      let watch = try process.watch(processorTime: 10, wait: allowance.wait)
      guard let welcome = SVGWelcome(try process.receive(SVGWelcome.length, watch)) else {
        throw .exit
      }
      guard let addressSpace = welcome.addressSpace else { throw .unlimited }
      return Worker(process: process, welcome: welcome, addressSpace: addressSpace)
    } catch {
      if case .system(let code) = error {
        throw .library(operation: operation, reason: SystemError.reason(code))
      }
      if case .stopped(let stop) = error { throw stop }
      if error == .unlimited { throw .library(operation: operation, reason: Self.noLimits) }
      throw .library(operation: operation, reason: "'\(FilePath.name(of: program))' cannot render SVG")
    }
  }
}

extension SVGProcesses {
  private static let noLimits = "the system rejected the limits of its memory, files or processor time"

  private func sentence(_ failure: ChildProcess.Failure, _ complaints: String) -> RasterError {
    switch failure {
    case .processorTime:
      .image(
        reason: "the SVG picture takes more than \(NumberText.format(allowance.processorTime)) s"
          + " of processor time")
    case .silence:
      .library(
        operation: "drawing an SVG picture",
        reason: "its process did not respond within \(NumberText.format(allowance.wait)) s")
    case .signal where isMemory(complaints): tooMuchMemory
    case .signal(let number):
      .image(reason: "librsvg crashed while rendering the SVG picture, with signal \(number)")
    case .stopped(let stop): stop
    case .system(let code):
      .library(operation: "communicating with the process for SVG pictures", reason: SystemError.reason(code))
    case .unlimited: .library(operation: "drawing an SVG picture", reason: Self.noLimits)
    case .exit, .nonsense:
      .library(operation: "drawing an SVG picture", reason: "its process did not respond")
    }
  }

  private var tooMuchMemory: RasterError {
    .image(reason: "the SVG picture takes more than \(allowance.memory >> 20) MiB of memory")
  }

  /// Whether a message of a library reports that it is out of memory.
  private func isMemory(_ words: String) -> Bool {
    ["NoMemory", "out of memory", "memory allocation", "failed to allocate"].contains(where: words.contains)
  }
}

extension ChildProcess.Failure {
  /// Whether a fresh subprocess may succeed.
  fileprivate var mayPass: Bool {
    switch self {
    case .signal, .exit, .nonsense: true
    case .processorTime, .silence, .system, .unlimited, .stopped: false
    }
  }
}

/// The welcome message of an SVG subprocess when it is ready.
struct SVGWelcome: Equatable, Sendable {
  /// The argument that starts a program as an SVG subprocess.
  static let word = "--draws-svg-pictures"
  /// The number of bytes of a welcome.
  static let length = 16
  /// The protocol version: changes with every change of the messages.
  private static let mark: UInt64 = 0x0002_4756_5343

  /// Whether system calls are filtered.
  var hasFilter: Bool
  /// Its address space in bytes before the first picture.
  ///
  /// It is nil if the system rejected a limit; the process then draws nothing.
  var addressSpace: Int?

  init(hasFilter: Bool, addressSpace: Int?) {
    self.hasFilter = hasFilter
    self.addressSpace = addressSpace
  }

  /// Decodes a welcome; nil for invalid bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.length, ByteReader.bits(of: bytes) & 0xFFFF_FFFF_FFFF == Self.mark else {
      return nil
    }
    hasFilter = bytes[7] != 0
    let room = ByteReader.bits(of: bytes, at: 8)
    guard room != .max else { return }
    // Large enough for a program under an address sanitizer, small enough to add to.
    guard let space = Int(exactly: room), space < 1 << 50 else { return nil }
    addressSpace = space
  }

  /// The bytes of the welcome.
  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.bits(Self.mark | (hasFilter ? 1 << 56 : 0))
    writer.bits(addressSpace.map { UInt64(clamping: $0) } ?? .max)
    return writer.bytes
  }
}
