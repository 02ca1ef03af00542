import Foundation
import Glibc
import TestSupport
import Testing

@testable import CardRaster

/// SVG pictures drawn by a separate process, which may crash or hang.
@Suite struct SVGProcessTests {
  /// A tenth of the usual allowance, so that a test ends soon.
  private static let small = SVGProcesses.Allowance(processorTime: 0.25, memory: 96 << 20, wait: 60)

  private static func program() throws -> String { try BuiltProgram.path() }

  private let plain = SVGBombs.svg("<rect width='30' height='20' fill='red'/>")

  @Test(arguments: SVGBombs.crashes.map(\.name)) func aCrashEndsAProcessAndNothingElse(name: String) throws {
    let processes = SVGProcesses()
    let body = try #require(SVGBombs.crashes.first { $0.name == name }).body
    let program = try Self.program()
    let found = message { _ = try processes.checkedSize(of: SVGBombs.svg(body), program: program) }
    #expect(found == "librsvg crashed while rendering the SVG picture, with signal 6")
    #expect(processes.idleCount == 0)
    #expect(try processes.checkedSize(of: plain, program: program) == Size(width: 300, height: 200))
    #expect(processes.idleCount == 1)
  }

  @Test(
    .enabled(if: BuiltProgram.sanitizerOptions == nil, "the address sanitizer takes more than such pictures"),
    arguments: SVGBombs.heavy.map(\.name))
  func whatTakesTooMuchIsStopped(name: String) throws {
    let processes = SVGProcesses(Self.small)
    let body = try #require(SVGBombs.heavy.first { $0.name == name }).body
    let found = message { _ = try processes.checkedSize(of: SVGBombs.svg(body), program: try Self.program()) }
    let sentences = [
      "the SVG picture takes more than 0.25 s of processor time",
      "the SVG picture takes more than 96 MiB of memory",
    ]
    #expect(sentences.contains(found), "\(found)")
    #expect(try processes.checkedSize(of: plain, program: try Self.program()).width == 300)
  }

  @Test func everyPictureOfTheGrammarHasAResult() throws {
    // CARDSHOT_SVG_SEEDS=0..<3000 runs more of them.
    let words = ProcessInfo.processInfo.environment["CARDSHOT_SVG_SEEDS"]?.split(separator: "..<") ?? []
    let bounds = words.compactMap { UInt64($0) }
    let seeds = bounds.count == 2 ? bounds[0]..<bounds[1] : 0..<60
    let processes = SVGProcesses()
    var drawn = 0
    for seed in seeds {
      var grammar = SVGGrammar(seed: seed)
      let found = message {
        _ = try processes.checkedSize(of: grammar.document(), program: try Self.program())
      }
      if found == "no error" { drawn += 1 }
      #expect(!found.contains("failed:"), "\(seed): \(found)")
      if seeds.count > 60, found != "no error" { print(seed, found) }
    }
    #expect(drawn > seeds.count / 2)
  }

  /// A process that reports a failed limit, or that cannot be limited, draws nothing.
  @Test func withoutLimitsNothingIsDrawn() throws {
    let folder = try TemporaryFolder()
    let welcome = SVGWelcome(hasFilter: true, addressSpace: nil).bytes
    let script = "#!/bin/sh\nprintf '" + welcome.map { "\\\(String($0, radix: 8))" }.joined() + "' >&0\n"
    try FileWriting.write(Array(script.utf8), to: folder.path + "/program")
    try #require(chmod(folder.path + "/program", 0o755) == 0)
    let found = message {
      _ = try SVGProcesses().checkedSize(of: plain, program: folder.path + "/program")
    }
    #expect(
      found
        == "starting a process for SVG pictures failed: the system rejected the limits of its memory, files or processor time"
    )
    withExtendedLifetime(folder) {}
  }

  @Test func aHundredIconsTakeOneProcess() throws {
    let processes = SVGProcesses()
    for number in 1...100 {
      let icon = SVGBombs.svg("<rect width='9' height='9'/>", "width='\(number)' height='9'")
      #expect(try processes.checkedSize(of: icon, program: try Self.program()).width == Double(number))
    }
    #expect(processes.idleCount == 1)
  }

  @Test func workersHaveAProcessEach() async throws {
    let processes = SVGProcesses()
    let (program, plain) = (try Self.program(), plain)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { _ = try processes.checkedSize(of: plain, program: program) } }
      try await group.waitForAll()
    }
    #expect((1...8).contains(processes.idleCount))
  }

  @Test(arguments: [0.0, 0.3]) func thePixelsAreThoseOfThisProcess(angle: Double) throws {
    let body = """
      <linearGradient id='g'><stop offset='0' stop-color='red'/><stop offset='1' stop-color='blue'/></linearGradient>
      <filter id='f'><feGaussianBlur stdDeviation='2'/></filter><rect x='9' y='9' width='70' height='50' fill='url(#g)'/>
      <circle cx='40' cy='40' r='20' filter='url(#f)' opacity='.6'/>
      """
    let svg = SVGBombs.svg(body, "width='100' height='90'")
    func pixels(_ way: SVGDecoding) throws -> [UInt8] {
      let picture = ImageSource(
        name: "a.svg", size: Size(width: 100, height: 90), content: .vector(SVGPicture(svg, way)), file: nil)
      let item = DisplayItem.image(
        DisplayItem.ImageItem(image: picture, frame: Rect(x: 5.25, y: 3.5, width: 80, height: 60)))
      var group = DisplayItem.Group([item])
      group.transform = Transform(
        a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 12, ty: 4)
      return try painted([.group(group)], width: 120, height: 100).pixels
    }
    let here = try pixels(.inProcess)
    #expect(try pixels(.isolated(program: try Self.program())) == here)
    #expect(here.contains { $0 > 0 })
  }

  @Test func theProcessMayDoNearlyNothing() throws {
    let processes = SVGProcesses()
    let welcome = try processes.welcome(program: try Self.program())
    let pid = try #require(processes.idleIdentifiers.first)
    let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
    func value(_ name: String) -> Substring? {
      status.split(separator: "\n").first { $0.hasPrefix("\(name):") }?.split(separator: "\t").last
    }
    #expect(value("Seccomp") == (welcome.hasFilter ? "2" : "0"))
    if welcome.hasFilter { #expect(value("NoNewPrivs") == "1") }
    let limits = try String(contentsOfFile: "/proc/\(pid)/limits", encoding: .utf8).split(separator: "\n")
    for (name, most) in [("Max core file size", 0), ("Max open files", 3), ("Max file size", 0)] {
      let line = try #require(limits.first { $0.hasPrefix(name) })
      #expect(line.split(separator: " ").compactMap { Int($0) } == [most, most], "\(name)")
    }
  }

  @Test func anEndedProcessIsStartedAgain() throws {
    let processes = SVGProcesses()
    _ = try processes.checkedSize(of: plain, program: try Self.program())
    let first = try #require(processes.idleIdentifiers.first)
    kill(first, SIGKILL)
    #expect(try processes.checkedSize(of: plain, program: try Self.program()).width == 300)
    #expect(processes.idleIdentifiers.count == 1)
    #expect(processes.idleIdentifiers.first != first)
  }

  @Test func anotherProgramIsNotTalkedTo() {
    let processes = SVGProcesses(SVGProcesses.Allowance(wait: 0.3))
    for program in ["/bin/true", "/bin/cat", "/usr/bin/env"] {
      let found = message { _ = try processes.checkedSize(of: plain, program: program) }
      #expect(found.hasPrefix("starting a process for SVG pictures failed: '"), "\(found)")
    }
    let found = message { _ = try processes.checkedSize(of: plain, program: "/nowhere/cardshot") }
    #expect(found == "starting a process for SVG pictures failed: no such file")
  }

  /// Replies that only a compromised process would send; a request is 8 + 112 bytes and a document.
  @Test(arguments: [
    "", "abc", "\\000\\000\\000\\000\\377\\377\\377\\377", "\\000\\000\\000\\000\\020\\000\\000\\000",
    "\\011\\000\\000\\000\\000\\000\\000\\000", "\\001\\000\\000\\000\\377\\377\\000\\000abc",
    "\\000\\000\\000\\000\\020\\000\\000\\000" + String(repeating: "\\377", count: 16),
    "\\000\\000\\000\\000\\001\\000\\000\\000a",
  ]) func invalidAnswersAreRejected(answer: String) throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    let program = "\(folder)/program"
    let welcome = "CSVG\\002\\000\\000\\000\\000\\000\\000\\001\\000\\000\\000\\000"
    let script = "#!/bin/sh\nprintf '\(welcome)' >&0\nhead -c 120 >/dev/null\nprintf '\(answer)' >&0\n"
    try script.write(toFile: program, atomically: true, encoding: .utf8)
    chmod(program, 0o755)
    let processes = SVGProcesses(SVGProcesses.Allowance(wait: 5))
    var found = ""
    repeat {
      found = message { _ = try processes.checkedSize(of: plain, program: program) }
      // A process that another test starts at this moment may still hold the file that was just written.
    } while found.hasSuffix("it is in use")
    #expect(found == "drawing an SVG picture failed: its process did not respond", "\(found)")
    #expect(processes.idleCount == 0)
  }

  /// The time is counted for every result; limits for a deck are tested elsewhere.
  @Test(.enabled(if: BuiltProgram.sanitizerOptions == nil, "the checker's own time is longer"))
  func timeIsCountedAlsoWhereAPictureFails() throws {
    let processes = SVGProcesses(Self.small)
    let program = try Self.program()
    func taken(_ svg: [UInt8]) -> Double {
      let budget = SVGBudget()
      _ = try? processes.checkedSize(of: svg, program: program, budget)
      return budget.taken
    }
    #expect(taken(plain) > 0)
    #expect(taken(plain) < 0.25)
    // A crashed process has used its time too.
    #expect(taken(SVGBombs.svg(SVGBombs.crashes[0].body)) > 0)
    let heavy = try #require(SVGBombs.heavy.first { $0.name == "dashes of a large shape" }).body
    #expect(taken(SVGBombs.svg(heavy)) > 0)
  }

  @Test func picturesOfOnePictureHaveABudget() throws {
    let svg = SVGPicture(plain, .isolated(program: try Self.program()))
    let size = Size(width: 300, height: 200)
    let drawing = SVGDrawing(
      svg: plain, size: size, frame: Rect(origin: .zero, size: size), map: .identity)
    // The time of earlier pictures, because a small one may take less than the system measures.
    let found = try [61, 0].map { seconds in
      let layer = try BitmapPainter(width: 300, height: 200)
      let budget = SVGBudget(60)
      budget.count(seconds)
      return message { try svg.paint(drawing, on: layer, budget) }
    }
    #expect(found == ["all SVG pictures together take more processor time than 60 s", "no error"])
  }

  @Test func messagesAreReadAsTheyWereWritten() throws {
    let drawing = SVGDrawing(
      svg: plain, size: Size(width: 3, height: 4), frame: Rect(x: 1, y: -2, width: 5, height: 6),
      map: Transform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6))
    let requests: [SVGRequest] = [
      .check(plain), .layer(drawing, width: 7, height: 8),
      .document(drawing),
    ]
    for request in requests {
      let bytes = request.bytes
      let head = Array(bytes.prefix(SVGRequest.headLength))
      #expect(SVGRequest.length(afterHead: head) == bytes.count - SVGRequest.headLength)
      #expect(SVGRequest(head: head, body: Array(bytes.dropFirst(SVGRequest.headLength))) == request)
      for place in bytes.indices.prefix(120) {
        var changed = bytes
        changed[place] ^= 0x80
        _ = SVGRequest(head: Array(changed.prefix(8)), body: Array(changed.dropFirst(8)))
        _ = SVGRequest(head: Array(changed.prefix(8)), body: Array(changed[8..<place + 8]))
      }
    }
    let limit = RasterError.limit(what: "the size", value: 3, limit: 2)
    for failure in [RasterError.image(reason: "it is damaged"), limit] {
      let bytes = SVGAnswer.failure(failure).bytes
      #expect(
        SVGAnswer.announcedError(SVGFrame(Array(bytes.prefix(8))).kind, Array(bytes.dropFirst(8))) == failure)
    }
    let size = Size(width: 3, height: 4)
    #expect(SVGAnswer.size(Array(SVGAnswer.size(size).bytes.dropFirst(8))) == size)
    for wrong in [Size(width: 0, height: 1), Size(width: .nan, height: 1), Size(width: 1e9, height: 1)] {
      #expect(SVGAnswer.size(Array(SVGAnswer.size(wrong).bytes.dropFirst(8))) == nil)
    }
    let welcome = SVGWelcome(hasFilter: true, addressSpace: 1 << 30)
    #expect(SVGWelcome(welcome.bytes) == welcome)
    #expect(SVGWelcome(Array(welcome.bytes.reversed())) == nil)
    let refusal = SVGWelcome(hasFilter: true, addressSpace: nil)
    #expect(SVGWelcome(refusal.bytes) == refusal)
  }
}
