import CardParts
import CardRaster

/// A run as JUnit XML, which CI servers display.
///
/// It has one `testsuite` per deck, in the order of their first goldens, and one `testcase` per golden.
/// Failed, missing, recorded and orphaned goldens are failures, broken ones are errors, pruned ones are
/// skipped. So the file reports a failure exactly if the run fails. Equal runs differ only in the measured
/// times.
package struct JUnitReport: Sendable {
  private let run: GoldenRun

  package init(_ run: GoldenRun) { self.run = run }

  package var text: String {
    // A run without tests fails, but a file without tests would pass.
    let nothing = run.outcomes.isEmpty && !run.mayBeEmpty
    var out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    out += "<testsuites name=\"cardshot\"\(counts(run.outcomes, nothing: nothing))\(time(run.outcomes))>\n"
    if nothing {
      out += "  <testsuite name=\"cardshot\"\(counts([], nothing: true)) skipped=\"0\">\n"
      out += "    <testcase name=\"\(run.noun)s\" classname=\"cardshot.goldens\">\n"
      out +=
        "      <error message=\"\(RunReport(run).summary)\" type=\"empty\"></error>\n    </testcase>\n  </testsuite>\n"
    }
    for (name, outcomes) in run.outcomes.grouped(by: { $0.deck ?? "\(run.noun)s" }) {
      append(name, outcomes, to: &out)
    }
    return out + "</testsuites>\n"
  }

  private enum Element: String {
    case failure
    case error
    case skipped
  }

  private func element(_ verdict: GoldenOutcome.Verdict) -> Element? {
    switch verdict {
    case .passed: nil
    case .failed, .missing, .recorded, .orphaned: .failure
    case .broken: .error
    case .pruned: .skipped
    }
  }

  private func append(_ name: String, _ outcomes: [GoldenOutcome], to out: inout String) {
    let skipped = outcomes.count { element($0.verdict) == .skipped }
    out += "  <testsuite\(attribute("name", name))\(counts(outcomes, nothing: false)) skipped=\"\(skipped)\""
    out += time(outcomes)
    if let deck = outcomes.first?.deck { out += attribute("file", deck) }
    out += ">\n"
    for outcome in outcomes { append(outcome, to: &out) }
    out += "  </testsuite>\n"
  }

  private func append(_ outcome: GoldenOutcome, to out: inout String) {
    out += "    <testcase\(attribute("name", outcome.name)) classname=\"cardshot.goldens\""
    out += attribute("file", outcome.deck ?? outcome.golden)
    if let place = outcome.place { out += attribute("line", String(place.line)) }
    out += time([outcome])
    guard let element = element(outcome.verdict) else {
      out += "/>\n"
      return
    }
    out += ">\n      <\(element.rawValue)\(attribute("message", outcome.message))"
    out += "\(attribute("type", outcome.word))>"
    out += MarkupText.content(details(outcome).joined(separator: "\n"))
    out += "</\(element.rawValue)>\n    </testcase>\n"
  }

  private func details(_ outcome: GoldenOutcome) -> [String] {
    var lines = [outcome.message] + outcome.changes.map(\.sentence) + outcome.issues.map(\.text)
    let paths = [
      ("golden", outcome.golden), ("actual", outcome.actual), ("strip", outcome.strip),
      ("overlay", outcome.overlay),
    ]
    for (name, path) in paths {
      if let path { lines.append("\(name): \(path)") }
    }
    return lines
  }

  private func counts(_ outcomes: [GoldenOutcome], nothing: Bool) -> String {
    let failures = outcomes.count { element($0.verdict) == .failure }
    let errors = outcomes.count { element($0.verdict) == .error } + (nothing ? 1 : 0)
    return " tests=\"\(outcomes.count + (nothing ? 1 : 0))\" failures=\"\(failures)\" errors=\"\(errors)\""
  }

  /// The measured time in seconds, as an attribute; empty if nothing was measured.
  private func time(_ outcomes: [GoldenOutcome]) -> String {
    let times = outcomes.compactMap(\.seconds)
    guard !times.isEmpty else { return "" }
    return attribute("time", JSONNumber.format((times.reduce(0, +) * 1000).rounded() / 1000))
  }

  private func attribute(_ name: String, _ value: String) -> String {
    " \(name)=\"\(MarkupText.attribute(value))\""
  }
}
