import Testing

@testable import CardGoldens

@Suite("Runs of goldens") struct GoldenRunTests {
  @Test("A run is green only if it has tested something and nothing needs a look")
  func green() {
    func run(_ verdicts: GoldenOutcome.Verdict...) -> GoldenRun {
      GoldenRun(
        outcomes: verdicts.map { GoldenOutcome(name: "a", verdict: $0, message: "", golden: "a.png") },
        libraries: [])
    }
    #expect(!run().isGreen)
    #expect(run(.passed, .pruned).isGreen)
    for verdict in GoldenOutcome.Verdict.allCases where verdict != .passed && verdict != .pruned {
      #expect(!run(.passed, verdict).isGreen)
    }
  }
}
