import CardParts
import CardRaster
import TestSupport
import Testing

@testable import CardGoldens
@testable import CardTesting

/// Text goldens, the trait for suites, and names that are used twice.
@Suite("Forms of goldens") struct GoldenFormTests {
  private func deck(_ title: String, link: String = "a") -> Deck {
    Deck {
      Card("c") {
        CardPartTitleView("\(title)")
        CardPartButtonView("Go").link("\(link)")
      }
    }.canvas(DeckCanvas(width: 120))
  }

  @Test("A text is recorded, passes, and fails with the line that differs", arguments: GoldenForm.allCases)
  func texts(_ form: GoldenForm) throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let failures = gallery.goldens + "/failures"
    func text(_ deck: Deck) throws -> String {
      let pipeline = try DeckPipeline()
      let laidOut = try pipeline.laidOut(deck)
      return try form.encode(try #require(laidOut.pages.first), laidOut, pipeline)
    }
    func outcome(_ deck: Deck, _ mode: RecordMode) throws -> GoldenOutcome {
      TextCheck(goldens: gallery.goldens, failures: failures, mode: mode)
        .compareText(try text(deck), named: try GoldenName("x/a"), ending: form.ending)
    }
    let ending =
      [
        "svg": ".svg", "outline": ".outline.txt", "layout": ".layout.json", "regions": ".regions.json",
      ][form.rawValue] ?? ""
    #expect(try outcome(deck("Tea"), .never).verdict == .missing)
    #expect(try outcome(deck("Tea"), .missing).verdict == .recorded)
    #expect(try FileTree.entries(below: gallery.goldens + "/x").map(\.path) == ["a\(ending)"])
    #expect(try outcome(deck("Tea"), .never).verdict == .passed)
    let failed = try outcome(deck("Milk"), .never)
    #expect(failed.verdict == .failed)
    #expect(failed.message.hasPrefix("line "), "\(failed.message)")
    #expect(failed.actual == failures + "/x/a.actual\(ending)")
    // A link changes no pixel but changes every text.
    #expect(try outcome(deck("Tea", link: "b"), .never).verdict == .failed)
    // The expectation in a test gives the same result.
    #expect(
      expectGolden(of: deck("Tea"), as: form, named: "x/a", goldens: gallery.goldens).verdict == .passed)
    #expect(try outcome(deck("Milk"), .failed).verdict == .recorded)
    #expect(try outcome(deck("Milk"), .never).verdict == .passed)
    var again: GoldenOutcome?
    withKnownIssue {
      again = expectGolden(of: deck("Milk"), as: form, named: "x/a", goldens: gallery.goldens)
    }
    #expect(again?.verdict == .broken)
    #expect(again?.message.contains("has this name in this run") == true)
  }

  @Test("An outline has a line for each part, without digests")
  func outline() {
    expectInlineGolden(of: deck("Tea"), as: .outline) {
      """
      canvas 120×153
      card "c" 16,16 88×120.6
        title 36,36 48×20.57 "Tea"
        button 36,71.24 48×43.36 "Go" link "a"
      """
    }
  }

  @Test("A test with arguments records no golden without a name", arguments: [1, 2])
  func arguments(_ number: Int) throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    var outcome: GoldenOutcome?
    withKnownIssue {
      outcome = expectGolden(of: deck("\(number)"), goldens: gallery.goldens)
    }
    #expect(outcome?.verdict == .broken)
    #expect(outcome?.message.contains("named:") == true)
    #expect(!FileTree.isFile(gallery.goldens + "/GoldenFormTests/arguments.png"))
  }

  @Test("The first difference between two texts is described")
  func differences() {
    func words(_ old: String, _ new: String) -> String {
      TextDifference(Array(old.utf8), Array(new.utf8)).sentence
    }
    #expect(words("a\nb\nc", "a\nx\nc") == "line 2 is 'x' instead of 'b'")
    #expect(words("a\nb\nc\nd", "a\nx\ny\nd") == "line 2 is 'x' instead of 'b', and 1 more line differs")
    #expect(words("a\nb", "a") == "line 2 'b' is gone")
    #expect(words("a\nd", "a\nb\nc\nd") == "line 2 'b' is new, and 1 more line differs")
    let long = String(repeating: "-", count: 200)
    #expect(words(long + "a" + long, long + "b" + long).contains("…------------------------b---"))
  }

  @Test(
    "A trait sets the common options of the expectations in a test",
    .goldens(record: .missing, comparing: .perceptual, layout: .exact))
  func traits() throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    #expect(GoldensTrait.current.record == .missing)
    func outcome(_ bitmap: Bitmap, _ name: String, comparing: Comparison.Settings? = nil) -> GoldenOutcome {
      var result: GoldenOutcome?
      withKnownIssue(isIntermittent: true) {
        result = expectGolden(
          bitmap: bitmap, named: name, comparing: comparing, goldens: gallery.goldens)
      }
      return result ?? GoldenOutcome(name: "", verdict: .orphaned, message: "", golden: "")
    }
    guard GoldenEnvironment.current.ci == nil else { return }
    for name in ["near", "exact"] {
      let check = PictureCheck(goldens: gallery.goldens, failures: nil, mode: .missing)
      #expect(check.comparePicture(try Gallery.picture(), named: try GoldenName(name)).verdict == .recorded)
    }
    #expect(outcome(try Gallery.picture(), "new").verdict == .recorded)
    var pixels = try Gallery.picture().pixels
    pixels[0] += 1
    let near = try #require(Bitmap(width: 8, height: 8, pixels: pixels))
    #expect(outcome(near, "near").verdict == .passed)
    // An argument overrides the trait.
    #expect(outcome(near, "exact", comparing: .exact).verdict == .failed)
  }

  @Test("With exact layouts a changed link fails in tests too", .goldens(layout: .exact))
  func layouts() throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    func outcome(_ link: String, _ record: RecordMode) -> GoldenOutcome {
      var result: GoldenOutcome?
      withKnownIssue(isIntermittent: true) {
        result = expectGolden(
          of: deck("Tea", link: link), named: "l", record: record, goldens: gallery.goldens)
      }
      return result ?? GoldenOutcome(name: "", verdict: .orphaned, message: "", golden: "")
    }
    guard GoldenEnvironment.current.ci == nil else { return }
    #expect(outcome("a", .missing).verdict == .recorded)
    #expect(outcome("a", .never).verdict == .passed)
    #expect(outcome("b", .never).verdict == .failed)
  }

  @Test("Two pictures without a name in one test are an error with a clear message")
  func twice() throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    guard GoldenEnvironment.current.ci == nil else { return }
    var found: [GoldenOutcome] = []
    withKnownIssue {
      for text in ["Tea", "Milk"] {
        found.append(expectGolden(of: deck(text), record: .missing, goldens: gallery.goldens))
      }
    }
    #expect(found.map(\.verdict) == [.recorded, .broken])
    #expect(
      found.last?.message.contains("has this name in this run") == true, "\(found.last?.message ?? "")")
  }

  @Test("Locales are an axis of combinations")
  func locales() {
    let options = [DeckOptions].combinations(scales: [1, 2], locales: ["de_DE", "en_US"])
    #expect(options.map(\.locale) == ["de_DE", "en_US", "de_DE", "en_US"])
    #expect(options[2].suffix() == "@2x.de_DE")
  }
}

/// The code on the page, compiled here.
private struct PageOfTexts {
  let deck: Deck

  func texts() {
    expectGolden(of: deck, as: .regions)
    expectInlineGolden(of: deck, as: .regions)
  }
}

@Suite(.goldens(record: .missing, comparing: .perceptual, layout: .exact)) struct OfferTests {}
