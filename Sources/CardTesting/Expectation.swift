public import CardGoldens
public import CardParts
public import CardRaster
import Synchronization
public import Testing

/// The implementation of `expectGolden`, independent of the test framework.
struct Expectation {
  let site: CallSite
  /// The golden's name, or the start of the names if there are several.
  ///
  /// Not validated yet.
  let name: String
  /// Whether the test gave the name.
  let isNamed: Bool
  /// How pictures are compared; nil for the settings of a trait, or else exactly.
  let settings: Comparison.Settings?
  let record: RecordMode?
  let isStrict: Bool
  let keepsLayout: Bool
  /// The folder of goldens, as given by the test.
  let goldens: String
  /// The effect of a different layout; nil for the rule of a trait, or else the change is only reported.
  var layout: LayoutRule?
  /// The path of the deck's file, if there is one.
  var deck: String?

  /// Creates an expectation.
  ///
  /// The name of the test is the default name of the golden.
  init(
    at site: CallSite, named name: String?, settings: Comparison.Settings? = nil, record: RecordMode?,
    isStrict: Bool = false, keepsLayout: Bool = false, goldens: String, deck: String? = nil
  ) {
    self.site = site
    self.name = name ?? site.name
    isNamed = name != nil
    self.settings = settings
    self.record = record
    self.isStrict = isStrict
    self.keepsLayout = keepsLayout
    self.goldens = goldens
    self.deck = deck
  }

  /// The folder of goldens, resolved.
  private var folder: String { site.resolve(goldens) }
  /// The folder for the pictures of failures.
  private var failures: String { FilePath.join(folder, "failures") }

  /// The name of a golden that has the name of the deck's file.
  ///
  /// The file may be in any folder.
  static func name(ofDeckAt path: String) -> String {
    let steps = FilePath.withoutJSON(path).split(separator: "/").filter { $0 != "." && $0 != ".." }
    return path.hasPrefix("/") ? steps.last.map(String.init) ?? "" : steps.joined(separator: "/")
  }

  /// Compares a picture and reports the outcome.
  func outcome(ofBitmap bitmap: () throws -> Bitmap, scale: Double) -> GoldenOutcome {
    report(
      decide { name throws(ExpectationError) in
        let check = try pictureCheck(for: name)
        let picture = try value(bitmap)
        try claim(name, picture.fingerprint)
        return check.comparePicture(picture, named: name, scale: scale)
      })
  }

  /// Renders a deck, compares each of its pictures and reports each outcome.
  ///
  /// Returns the first that is not green. A deck is one picture, unless it is a report or all states are
  /// rendered.
  func outcome(of deck: () throws -> Deck, _ options: DeckOptions) -> GoldenOutcome {
    outcome(of: deck, options, ending: GoldenFiles.pictureEnding, page: compare)
  }

  /// Renders a deck as several pictures, compares them and reports each outcome.
  func outcomes(of deck: () throws -> Deck, _ options: [DeckOptions], eachCard: Bool) -> [GoldenOutcome] {
    // A test without comparisons must not pass.
    guard !options.isEmpty else {
      return [report(broken(ExpectationError("the options are empty, so no picture is compared")))]
    }
    return outcomes(
      of: deck, options, eachCard: eachCard, ending: GoldenFiles.pictureEnding,
      ifSame: "only the data of their options differ",
      end: { choice, laidOut, number in
        guard let laidOut else { return choice.suffix() }
        let page = laidOut.pages[number]
        let isCard = eachCard || choice.drawsAllStates || laidOut.source.isReport
        return changing(choice) { if $0.drawsAllStates { $0.state = page.state } }
          .suffix(card: isCard ? page.name : nil)
      }, page: compare)
  }

  /// The comparison of a page with the golden of a name.
  private typealias PageCheck = (Int, LaidOutDeck, GoldenName, DeckPipeline) throws(ExpectationError) ->
    GoldenOutcome

  /// Lays out a deck and reports the outcome of each page.
  ///
  /// Returns the first that is not green, or that of the first page. The golden of the first page has the
  /// plain name even if there are more pages. So an additional page does not rename any golden.
  private func outcome(
    of deck: () throws -> Deck, _ options: DeckOptions, ending: String, page body: PageCheck
  ) -> GoldenOutcome {
    do throws(ExpectationError) {
      // Errors in the name or the environment are reported before the test's code runs.
      _ = try pictureCheck(for: try goldenName(name))
    } catch {
      return report(broken(error, ending: ending))
    }
    let found = outcomes(
      of: deck, [options], eachCard: false, ending: ending,
      ifSame: "give cards ids that differ in more than case",
      end: { options, laidOut, number in
        guard let laidOut, number > 0 else { return "" }
        let page = laidOut.pages[number]
        return changing(DeckOptions()) { if options.drawsAllStates { $0.state = page.state } }
          .suffix(card: page.name)
      }, page: body)
    return found.first { !$0.verdict.isGreen } ?? found.first
      ?? report(broken(ExpectationError("the deck has no card to draw"), ending: ending))
  }

  /// Lays out a deck with each of some options and reports the outcome of each page.
  ///
  /// - Parameters:
  ///   - hint: the hint for two pictures with the same name.
  ///   - end: the end of a golden's name, by the options and the page; without a deck, after an error.
  private func outcomes(
    of deck: () throws -> Deck, _ options: [DeckOptions], eachCard: Bool, ending: String,
    ifSame hint: String, end: (DeckOptions, LaidOutDeck?, Int) -> String, page body: PageCheck
  ) -> [GoldenOutcome] {
    var (known, found) = (Set<String>(), [GoldenOutcome]())
    let (source, pipeline): (Deck, DeckPipeline)
    do throws(ExpectationError) {
      (source, pipeline) = (try value(deck), try value { try DeckPipeline() })
    } catch {
      return [report(broken(error, ending: ending))]
    }
    for choice in options {
      let laidOut: LaidOutDeck
      do throws(ExpectationError) {
        laidOut = try layOut(source, choice, onePageEach: eachCard, pipeline)
      } catch {
        found.append(report(broken(error, name + end(choice, nil, 0), ending: ending)))
        continue
      }
      for number in laidOut.pages.indices {
        let outcome = decide(name + end(choice, laidOut, number), ending: ending) {
          name throws(ExpectationError) in
          guard known.insert(name.collisionKey).inserted else {
            throw ExpectationError("two pictures of this deck have this name; \(hint)")
          }
          return try body(number, laidOut, name, pipeline)
        }
        found.append(report(outcome))
      }
    }
    return found
  }

  /// Lays out a deck; with `isStrict`, warnings are thrown as a fault.
  private func layOut(
    _ deck: Deck, _ options: DeckOptions, onePageEach: Bool = false, _ pipeline: DeckPipeline
  ) throws(ExpectationError) -> LaidOutDeck {
    let laidOut = try value {
      try pipeline.laidOut(deck, options: options.ofLibrary, onePageEach: onePageEach)
    }
    guard !isStrict || laidOut.warnings.isEmpty else {
      throw ExpectationError("the deck has warnings", laidOut.warnings)
    }
    return laidOut
  }

  /// Determines the outcome of one golden.
  ///
  /// Any error before the comparison makes it `broken`.
  private func decide(
    _ text: String? = nil, ending: String = GoldenFiles.pictureEnding,
    _ body: (GoldenName) throws(ExpectationError) -> GoldenOutcome
  ) -> GoldenOutcome {
    do throws(ExpectationError) {
      return try body(try goldenName(text ?? name))
    } catch {
      return broken(error, text, ending: ending)
    }
  }

  private func goldenName(_ text: String) throws(ExpectationError) -> GoldenName {
    try value { try GoldenName(text) }
  }

  private func broken(
    _ fault: ExpectationError, _ text: String? = nil, ending: String = GoldenFiles.pictureEnding
  ) -> GoldenOutcome {
    GoldenOutcome(
      name: text ?? name, verdict: .broken, message: fault.message, deck: deck,
      golden: FilePath.join(folder, (text ?? name) + ending), issues: fault.issues)
  }

  /// The check of a golden, configured by the environment and the test.
  private func pictureCheck(for name: GoldenName) throws(ExpectationError) -> PictureCheck {
    guard goldens.hasPrefix("/") || FileTree.isFolder(site.folder) else {
      throw ExpectationError(
        "the folder of the test's file, '\(site.folder)', does not exist on this machine; give the folder of goldens"
          + " as an absolute path")
    }
    return PictureCheck(
      goldens: folder, failures: failures, mode: try value { try mode(name) },
      settings: settings ?? GoldensTrait.current.settings ?? .exact,
      layout: layout ?? GoldensTrait.current.layout ?? .told)
  }

  /// Rejects a golden that another picture of this run uses, before anything is compared or recorded.
  private func claim(
    _ name: GoldenName, _ fingerprint: String, ending: String = GoldenFiles.pictureEnding
  ) throws(ExpectationError) {
    let golden = FilePath.join(folder, name.collisionKey + ending)
    if !isNamed, TestReporter.hasArguments, !FileTree.isFile(FilePath.join(folder, name.text + ending)) {
      // The first argument of this run would otherwise record its picture for all.
      throw ExpectationError(
        "the test has arguments, so each picture needs a name: write named: \"\\(…)\" with the argument")
    }
    let place = "\(site.fileID):\(site.line):\(site.column)"
    if let fault = GoldenCallers.fault(golden, fingerprint, at: place, isNamed: isNamed) {
      throw ExpectationError(fault)
    }
  }

  /// Which goldens are written: set by the argument, else by a trait, else by the environment.
  ///
  /// The environment comes first if it names the golden, as in the command that a failure prints.
  func mode(_ name: GoldenName) throws(GoldenError) -> RecordMode {
    if GoldenEnvironment.current.asks(for: name) { return try GoldenEnvironment.current.mode(for: name) }
    if record == nil, let wish = GoldensTrait.current.record {
      return try GoldenEnvironment.current.mode(for: name, wish, source: "the trait 'goldens'")
    }
    return try GoldenEnvironment.current.mode(for: name, record)
  }

  /// Compares a text form of each picture of a deck and reports the outcomes.
  ///
  /// Returns the first that is not green.
  func outcome(of deck: () throws -> Deck, as form: GoldenForm, _ options: DeckOptions) -> GoldenOutcome {
    outcome(of: deck, options, ending: form.ending) {
      number, laidOut, name, pipeline throws(ExpectationError) in
      let check = TextCheck(goldens: folder, failures: failures, mode: try value { try mode(name) })
      let text = try value { try form.encode(laidOut.pages[number], laidOut, pipeline) }
      try claim(name, SHA256.hex(Array(text.utf8)), ending: form.ending)
      let golden = FilePath.join(folder, name.text + form.ending)
      let old = try? FileReading.read(path: golden, limit: Limits.imageBytes)
      var outcome = check.compareText(text, named: name, ending: form.ending, issues: laidOut.warnings)
      if let old { explain(&outcome, old, laidOut.pages[number], form) }
      return outcome
    }
  }

  /// Describes the difference of two layouts in words, instead of by the first line that differs.
  private func explain(
    _ outcome: inout GoldenOutcome, _ old: [UInt8], _ page: DeckPage, _ form: GoldenForm
  ) {
    guard form == .layout, outcome.verdict == .failed || outcome.verdict == .recorded,
      let before = try? LayoutSnapshot(old, file: "")
    else { return }
    outcome.changes = before.changes(to: LayoutSnapshot(page))
    if !outcome.changes.isEmpty { outcome.message = "the layout changed" }
  }

  /// The text form of a deck with one picture, with the page and the deck's warnings.
  func goldenText(
    of deck: () throws -> Deck, as form: GoldenForm, _ options: DeckOptions
  ) throws(ExpectationError) -> (String, DeckPage, [DeckIssue]) {
    let (source, pipeline) = (try value(deck), try value { try DeckPipeline() })
    let laidOut = try layOut(source, options, pipeline)
    guard let page = laidOut.pages.first else { throw ExpectationError("the deck has no card to draw") }
    guard laidOut.pages.count == 1 else {
      throw ExpectationError(
        "the deck has \(laidOut.pages.count) pictures, but the call records one text; use expectGolden(of:as:)"
          + ", which records a text for each")
    }
    return (try value { try form.encode(page, laidOut, pipeline) }, page, laidOut.warnings)
  }

  /// Paints a page and compares it.
  private func compare(
    _ number: Int, _ deck: LaidOutDeck, _ name: GoldenName, _ pipeline: DeckPipeline
  ) throws(ExpectationError) -> GoldenOutcome {
    let (page, check) = (deck.pages[number], try pictureCheck(for: name))
    let picture = try value { try pipeline.bitmap(of: page, in: deck) }
    try claim(name, picture.fingerprint)
    return check.comparePicture(
      picture, named: name, layout: keepsLayout ? LayoutSnapshot(page) : nil, scale: page.display.scale,
      deck: self.deck, issues: deck.warnings)
  }

  /// Runs code of the test or the pipeline and converts its errors to faults.
  private func value<Value>(_ body: () throws -> Value) throws(ExpectationError) -> Value {
    do {
      return try body()
    } catch let error as DeckError {
      throw ExpectationError(error)
    } catch let error as RasterError {
      throw ExpectationError(error.message)
    } catch let error as GoldenError {
      throw ExpectationError(error.message)
    } catch {
      throw ExpectationError("it could not be made: \(error)")
    }
  }

  /// Reports an outcome to the test framework.
  @discardableResult
  func report(_ outcome: GoldenOutcome) -> GoldenOutcome {
    if !outcome.verdict.isGreen {
      TestReporter.attach(FailureText.pictures(of: outcome), at: site)
      TestReporter.fail(FailureText.message(of: outcome), at: site)
    }
    return outcome
  }
}

extension Expectation {
  /// The function whose calls are searched for in source files.
  static let inlineFunction = "expectInlineGolden"

  /// Compares a text form of a deck with the text after the call and reports the outcome.
  func outcome(
    of deck: () throws -> Deck, as form: GoldenForm, _ options: DeckOptions, inline expected: String?
  ) -> GoldenOutcome {
    let place = "\(site.path):\(site.line)"
    var outcome = GoldenOutcome(name: site.name, verdict: .broken, message: "", golden: place)
    do throws(ExpectationError) {
      let mode = try value { try self.mode(try GoldenName(site.name)) }
      let (whole, page, issues) = try goldenText(of: deck, as: form, options)
      outcome.issues = issues
      let text = Self.withoutEnd(whole)
      (outcome.verdict, outcome.message) = Self.verdict(text, expected.map(Self.withoutEnd), mode)
      if let expected { explain(&outcome, Array(expected.utf8), page, form) }
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
        ? (.missing, "the call has no recorded text") : (.recorded, "the call had no recorded text")
    }
    let (old, new) = (Array(expected.utf8), Array(text.utf8))
    if old == new { return (mode == .all ? .recorded : .passed, "no character differs") }
    let sentence = TextDifference(old, new).sentence
    return (mode == .failed || mode == .all ? .recorded : .failed, sentence)
  }

  /// The text without its final line break, because the last line of a literal has none.
  private static func withoutEnd(_ text: String) -> String {
    text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}

/// The goldens compared in this process, with their callers.
///
/// Two pictures must not have the same name. If two tests shared a golden, it would belong to the one that
/// recorded it first, and approving one picture would break the other test.
enum GoldenCallers {
  private struct Caller: Sendable {
    var fingerprint: String
    var place: String
    var isNamed: Bool
  }

  private static let callers = Mutex<[String: Caller]>([:])

  /// Registers a picture for a golden.
  ///
  /// Returns an error message if another picture already uses the golden. Several tests may name the same
  /// golden if they expect the same picture. A default name cannot be shared, because that would be a
  /// mistake.
  ///
  /// - Parameters:
  ///   - golden: the path of the golden.
  ///   - fingerprint: the fingerprint of the picture.
  ///   - place: the place of the expectation in a test.
  ///   - isNamed: whether the test gives the name.
  static func fault(_ golden: String, _ fingerprint: String, at place: String, isNamed: Bool) -> String? {
    let caller = Caller(fingerprint: fingerprint, place: place, isNamed: isNamed)
    let first = callers.withLock { callers in
      let first = callers[golden]
      if first == nil { callers[golden] = caller }
      return first
    }
    guard let first else { return nil }
    if first.fingerprint != fingerprint {
      return "another picture has this name in this run, at \(first.place); give each golden its own name"
    }
    if first.place != place, !(first.isNamed && isNamed) {
      return "the golden at \(first.place) has the same name; give each golden its own name"
    }
    return nil
  }
}

/// The text form of a deck, which can be reviewed and merged.
public enum GoldenForm: String, CaseIterable, Hashable, Sendable {
  /// The picture as SVG: `offer.svg`.
  case svg
  /// Cards and parts with their frames, words and links, one line each: `offer.outline.txt`.
  case outline
  /// Every element with its frame, appearance and behaviour, as `diff` reads it: `offer.layout.json`.
  case layout
  /// Cards and parts with their frames, lines, links and alt texts, as `inspect` prints them:
  /// `offer.regions.json`.
  case regions

  /// The extension of the golden's file.
  var ending: String {
    switch self {
    case .svg: ".svg"
    case .outline: ".outline.txt"
    case .layout: ".layout.json"
    case .regions: ".regions.json"
    }
  }

  func encode(_ page: DeckPage, _ deck: LaidOutDeck, _ pipeline: DeckPipeline) throws -> String {
    switch self {
    case .svg:
      String(
        decoding: try pipeline.encode(page.display, fonts: deck.fonts, as: .svg), as: UTF8.self)
    case .outline: LayoutSnapshot(page).outline
    case .layout: LayoutSnapshot(page).json
    case .regions: JSONDump.write(Inspection().page(page), pretty: true) + "\n"
    }
  }
}

/// Settings that the expectations of a suite or test share.
///
/// They choose which goldens are written and how pictures are compared.
///
/// ```swift
/// @Suite(.goldens(record: .failed, comparing: .perceptual)) struct OfferTests { … }
/// ```
///
/// An argument of an expectation overrides the trait, and an inner trait overrides an outer one. Methods of
/// an `XCTestCase` cannot have traits.
public struct GoldensTrait: SuiteTrait, TestTrait, TestScoping {
  var record: RecordMode?
  var settings: Comparison.Settings?
  var layout: LayoutRule?

  /// Whether the tests of a suite inherit the trait: always.
  public var isRecursive: Bool { true }

  /// The trait of the running test.
  @TaskLocal static var current = GoldensTrait()

  /// Runs a test with this trait as the current one.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let outer = Self.current
    let inner = GoldensTrait(
      record: record ?? outer.record, settings: settings ?? outer.settings, layout: layout ?? outer.layout)
    try await Self.$current.withValue(inner) { try await function() }
  }
}

extension Trait where Self == GoldensTrait {
  /// Creates a trait for the expectations of a suite or test.
  ///
  /// - Parameters:
  ///   - record: which goldens are written; nil for the mode of the environment.
  ///   - settings: how pictures are compared; nil if every bit counts.
  ///   - layout: the effect of a layout that differs from the golden's; nil if the change is only reported.
  public static func goldens(
    record: RecordMode? = nil, comparing settings: Comparison.Settings? = nil, layout: LayoutRule? = nil
  ) -> GoldensTrait {
    GoldensTrait(record: record, settings: settings, layout: layout)
  }
}

/// The reason why nothing can be compared.
struct ExpectationError: Error {
  var message: String
  var issues: [DeckIssue] = []

  init(_ message: String, _ issues: [DeckIssue] = []) {
    self.message = message
    self.issues = issues
  }

  init(_ error: DeckError) {
    let count = error.issues.count { $0.severity == .error }
    self.init("the deck has \(count == 1 ? "an error" : "\(count) errors")", error.issues)
  }

  /// Runs file code and converts its error to a fault.
  static func wrapping<Value>(_ body: () throws(RasterError) -> Value) throws(ExpectationError) -> Value {
    do throws(RasterError) {
      return try body()
    } catch {
      throw ExpectationError(error.message)
    }
  }
}

extension [DeckOptions] {
  /// Every combination of the given themes, appearances, scales, widths, locales and states.
  ///
  /// An empty list leaves the value to the deck.
  ///
  /// - Parameter base: the options that all combinations share.
  public static func combinations(
    themes: [String] = [], appearances: [Appearance] = [], scales: [Double] = [], widths: [Double] = [],
    locales: [String] = [], states: [String] = [], of base: DeckOptions = DeckOptions()
  ) -> [DeckOptions] {
    [base].combined(with: scales, \.scale).combined(with: widths, \.width)
      .combined(with: appearances, \.appearance).combined(with: themes, \.themeName)
      .combined(with: locales, \.locale).combined(with: states, \.state)
  }
}
