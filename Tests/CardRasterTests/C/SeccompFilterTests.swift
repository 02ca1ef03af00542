import TestSupport
import Testing

@testable import CardRaster

/// Child programs that write a file but do not end as they should.
@Suite struct SeccompFilterTests {
  private func run(
    _ script: String, patience: Double = 60, processorTime: Double = 60, input: Int = 0
  ) -> String {
    message {
      let program = try SeccompFilter(
        "sh", ["-c", script], operation: "working", patience: patience, processorTime: processorTime)
      try program.write([UInt8](repeating: 1, count: input))
      _ = try program.finish()
    }
  }

  @Test(arguments: [
    "sleep 600", "sleep 600 & wait", "exec 2>&-; sleep 600", "trap '' TERM XCPU; sleep 600", "kill -STOP $$",
  ]) func anIdleProgramIsEnded(script: String) {
    #expect(run(script, patience: 0.3) == "working failed: it made no progress for 0.3 s")
    // A program that does not read its input is ended too.
    #expect(run(script, patience: 0.3, input: 4 << 20) == "working failed: it made no progress for 0.3 s")
  }

  @Test(arguments: [
    "while :; do :; done", "while :; do echo x >&2; done", "trap '' XCPU; while :; do :; done",
  ])
  func anEndlessProgramIsEnded(script: String) {
    #expect(run(script, processorTime: 0.5).hasPrefix("working failed: it takes more than "))
  }

  /// If the limit does not work, the scripts' own bounds protect the memory of the machine.
  @Test(arguments: [
    "exec head -c 80000000 /dev/zero >&3", "head -c 80000000 /dev/zero >&3; sleep 600",
    "sleep 0.1; head -c 80000000 /dev/zero >&3",
  ]) func aProgramThatWritesTooMuchIsEnded(script: String) {
    let found = run(script)
    #expect(found.hasPrefix("the number of bytes of a file is "), "\(found)")
    #expect(found.hasSuffix("more than the limit of 67108864"), "\(found)")
  }

  @Test func aSlowProgramIsWaitedFor() {
    #expect(run("sleep 0.3; cat >&3", input: 1 << 20) == "no error")
  }
}
