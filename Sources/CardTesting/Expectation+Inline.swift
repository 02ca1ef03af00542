import CardGoldens
import CardParts
import CardRaster

extension Expectation {
  /// The function whose calls are looked for in sources.
  static let inlineFunction = "expectInlineGolden"

  /// Makes a text of a deck, compares it with the one behind the call, and reports.
  func outcome(
    of deck: () throws -> Deck, as form: GoldenForm, _ options: DeckOptions, inline expected: String?
  ) -> GoldenOutcome {
    let place = "\(site.path):\(site.line)"
    var outcome = GoldenOutcome(name: site.name, verdict: .broken, message: "", golden: place)
    do throws(Fault) {
      let mode: RecordMode
      do throws(GoldenError) {
        mode = try self.mode(try GoldenName(site.name))
      } catch {
        throw Fault(error.message)
      }
      let (whole, issues) = try text(of: deck, as: form, options)
      outcome.issues = issues
      let text = Self.withoutEnd(whole)
      (outcome.verdict, outcome.message) = Self.verdict(text, expected.map(Self.withoutEnd), mode)
      if outcome.verdict == .recorded {
        try InlineGoldens.write(text, over: expected, callOf: Self.inlineFunction, at: site)
      }
    } catch {
      (outcome.verdict, outcome.message) = (.broken, error.message)
      outcome.issues += error.issues
    }
    return report(outcome)
  }

  private static func verdict(
    _ text: String, _ expected: String?, _ mode: RecordMode
  ) -> (GoldenOutcome.Verdict, String) {
    guard let expected else {
      return mode == .never
        ? (.missing, "there is no text behind the call") : (.recorded, "there was no text behind the call")
    }
    let (old, new) = (Array(expected.utf8), Array(text.utf8))
    if old == new { return (mode == .all ? .recorded : .passed, "no character differs") }
    let sentence = TextDifference(old, new).sentence
    return (mode == .failed || mode == .all ? .recorded : .failed, sentence)
  }

  /// A literal's last line has no end.
  private static func withoutEnd(_ text: String) -> String {
    text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}
