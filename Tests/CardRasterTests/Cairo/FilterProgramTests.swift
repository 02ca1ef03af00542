import TestSupport
import Testing

@testable import CardRaster

/// Programs that make a file and do not end as they should.
@Suite struct FilterProgramTests {
  private func run(
    _ script: String, patience: Double = 60, processorTime: Double = 60, input: Int = 0
  ) -> String {
    message {
      let program = try FilterProgram(
        "sh", ["-c", script], operation: "working", patience: patience, processorTime: processorTime)
      try program.write([UInt8](repeating: 1, count: input))
      _ = try program.finish()
    }
  }

  @Test(arguments: [
    "sleep 600", "sleep 600 & wait", "exec 2>&-; sleep 600", "trap '' TERM XCPU; sleep 600", "kill -STOP $$",
  ]) func whatDoesNothingIsEnded(script: String) {
    #expect(run(script, patience: 0.3) == "working failed: it has done nothing for 0.3 s")
    // It does not take what it is given.
    #expect(run(script, patience: 0.3, input: 4 << 20) == "working failed: it has done nothing for 0.3 s")
  }

  @Test(arguments: [
    "while :; do :; done", "while :; do echo x >&2; done", "trap '' XCPU; while :; do :; done",
  ])
  func whatWorksWithoutEndIsEnded(script: String) {
    #expect(run(script, processorTime: 0.5).hasPrefix("working failed: it takes more than "))
  }

  /// A test has a bound of its own: should the limit not hold, it must not take the machine's memory.
  @Test(arguments: [
    "exec head -c 80000000 /dev/zero >&3", "head -c 80000000 /dev/zero >&3; sleep 600",
    "sleep 0.1; head -c 80000000 /dev/zero >&3",
  ]) func whatWritesTooMuchIsEnded(script: String) {
    let found = run(script)
    #expect(found.hasPrefix("the number of bytes of a file is "), "\(found)")
    #expect(found.hasSuffix("more than the limit of 67108864"), "\(found)")
  }

  @Test func whatIsSlowIsWaitedFor() {
    #expect(run("sleep 0.3; cat >&3", input: 1 << 20) == "no error")
  }
}
