import CardGoldens
import CardParts
import CardRaster
import TestSupport
import Testing

/// Several pictures of one deck: their names and the plan that lists them.
@Suite("The matrix of a run") struct MatrixTests {
  @Test("Names are readable, have a fixed order and contain every given axis")
  func names() {
    var variant = DeckOptions()
    #expect(variant.suffix() == "")
    variant.theme = "themes/Brand new.json"
    variant.appearance = .dark
    #expect(variant.suffix() == ".dark.Brand%20new")
    variant.theme = "turbo"
    variant.scale = 2
    variant.locale = "de_DE"
    variant.state = "loading"
    #expect(variant.suffix() == "@2x.dark.turbo.de_DE.state-loading")
    variant.width = 320
    variant.scale = 1.5
    #expect(variant.suffix(card: "offer") == "@1.5x.w320.dark.turbo.de_DE.state-loading.card-offer")
  }

  @Test("States never share a name, and no name leaves its folder")
  func hostileStates() {
    let states = ["a.b", "a/b", "a%2Fb", "../x", "a b", "A", "ä", "٣", "a\u{1B}", ""]
    let names = states.map { state in
      var variant = DeckOptions()
      variant.state = state
      return variant.suffix()
    }
    #expect(Set(names).count == states.count)
    #expect(names[3] == ".state-%2E%2E%2Fx")
    #expect(names[6] == ".state-ä")
    #expect(names[8] == ".state-a%1B")
  }

  @Test("Every combination is drawn")
  func combinations() throws {
    let folder = try RunFolder(["offers/welcome.json": RunFolder.deck("{{ 12 | currency }}")])
    try folder.write("offers/welcome.json", RunFolder.deck())
    let arguments = [
      "test", "--scales", "1,2", "--appearances", "light,dark", "--themes", "turbo,mint", "--locales",
      "en,de-DE",
      "--record", "missing", "--json",
    ]
    let result = try BuiltProgram.run(arguments, environment: [:], folder: folder.path)
    let names = try PrintedRun(result).outcomes.map(\.name)
    #expect(names.count == 16)
    #expect(names.first == "offers/welcome@1x.dark.mint.de_DE")
    #expect(names.last == "offers/welcome@2x.light.turbo.en_US")
    #expect(
      try folder.run(
        "test", "--scales", "1,2", "--appearances", "light,dark", "--themes", "turbo,mint", "--locales",
        "en,de-DE"
      ).status == 0)
    // The pictures of different combinations differ where they should.
    #expect(
      try folder.bytes("Goldens/offers/welcome@1x.dark.mint.de_DE.png")
        != folder.bytes("Goldens/offers/welcome@1x.light.mint.de_DE.png"))
  }

  @Test("The locale determines the format of numbers")
  func locales() throws {
    let deck = """
      { "canvas": { "width": 120 }, "data": { "n": 1234.5 },
        "cards": [ { "parts": [ { "type": "text", "text": "{{ n | number(2) }}" } ] } ] }
      """
    let folder = try RunFolder(["a.json": deck])
    #expect(try folder.run("test", "--locales", "en_US,de_DE", "--record", "missing").status == 1)
    #expect(try folder.bytes("Goldens/a.en_US.png") != folder.bytes("Goldens/a.de_DE.png"))
  }

  @Test("A deck is drawn in the listed states that it has, or unchanged if it has none of them")
  func states() throws {
    let folder = try RunFolder(["plain.json": RunFolder.deck(), "states.json": RunFolder.states])
    func verdicts(_ arguments: String...) throws -> [String] {
      let result = try BuiltProgram.run(
        ["test", "--json", "--record", "never"] + arguments, environment: [:], folder: folder.path)
      return try PrintedRun(result).outcomes.map(\.name)
    }
    #expect(try verdicts("--states", "loading") == ["plain", "states.state-loading"])
    #expect(try verdicts("--states", "all") == ["plain", "states.state-hasData", "states.state-loading"])
    #expect(
      try verdicts("--states", "all", "--each") == [
        "plain.card-offer", "states.card-b", "states.state-hasData.card-a", "states.state-loading.card-a",
      ])
    #expect(try verdicts("--each", "states.json") == ["states.card-a", "states.card-b"])
    let slip = try folder.run("test", "--states", "loadin,loading")
    #expect(slip.status == 2)
    #expect(slip.errorText == "error: no card of any deck has the state 'loadin'; did you mean 'loading'?\n")
    #expect(!folder.exists("Goldens"))
  }

  @Test("Full-screen decks of several cards are drawn card by card, or the error says how")
  func fullScreen() throws {
    let deck = """
      { "layout": "fullScreen", "canvas": { "width": 100, "height": 100 }, "cards": [
        { "id": "a", "parts": [ { "type": "text", "text": "a" } ] },
        { "id": "b", "parts": [ { "type": "text", "text": "b" } ] } ] }
      """
    let folder = try RunFolder(["a.json": deck])
    let result = try folder.run("test")
    #expect(result.status == 2)
    #expect(result.outputText.contains("draw each card with --each"))
    #expect(
      try PrintedRun(try folder.run("test", "--each", "--json")).verdicts == [
        "missing a.card-a", "missing a.card-b",
      ])
  }

  @Test("Two pictures with one name are an error, even if only the case differs, and nothing is written")
  func collisions() throws {
    let folder = try RunFolder(["Offer.json": RunFolder.deck(), "offer.json": RunFolder.deck()])
    let cases = try folder.run("test", "--record", "missing")
    #expect(cases.status == 2)
    #expect(
      cases.errorText.contains(
        "offer.json: error: a picture of this deck and one of 'Offer.json' have the golden 'Offer' and 'offer', which differ only in case"
      ))
    #expect(folder.files() == ["Offer.json", "offer.json"])
    let other = try RunFolder([
      "a.json": RunFolder.deck(), "a@2x.json": RunFolder.deck(), "a.JSON": RunFolder.deck(),
    ])
    let both = try other.run("test", "--scales", "1,2", "--record", "missing")
    #expect(both.status == 2)
    #expect(
      both.errorText.contains("have the golden 'a@2x'")
        || both.errorText.contains("have the golden 'a@1x'"))
    #expect(other.files().count == 3)
  }
}

/// `cardshot.test.json`.
@Suite("The plan of a run") struct GoldenPlanTests {
  private func issues(_ text: String) -> [String] {
    TestSupport.issues {
      try GoldenPlan(Array(text.utf8), file: "p.json", folder: ".")
    }
  }

  @Test("Every key of a plan is read")
  func everything() throws {
    let text = """
      {
        "$schema": "x", "version": 1, "decks": ["a", "b.json"], "goldens": "G", "failures": "F",
        "matrix": {
          "themes": ["mint", "brand.json"], "appearances": ["dark"], "scales": [1, 2.5], "widths": [320],
          "states": ["loading"], "locales": ["de"]
        },
        "each": true, "data": ["d.json"], "set": ["a.b=1"], "date": "2026-11-21", "metric": "yiq", "threshold": 0.2, "maxDiff": "0.5%", "window": 32,
        "countAntialiasing": true, "background": "white", "ignore": ["clock"],
        "ignoreRectangles": [[1, 2, 3, 4]], "mask": "m.png", "layout": "exact",
        "overrides": [ { "decks": "a/x.json", "maxDiff": 12, "matrix": { "scales": [3] }, "metric": "exact" } ]
      }
      """
    let plan = try GoldenPlan(Array(text.utf8), file: "p.json", folder: "here")
    #expect(plan.decks == ["a", "b.json"])
    #expect((plan.goldens, plan.failures, plan.lock) == ("G", "F", nil))
    var settings = GoldenSettings()
    settings.matrix.themes = ["mint", "brand.json"]
    settings.matrix.appearances = [.dark]
    settings.matrix.scales = [1, 2.5]
    settings.matrix.widths = [320]
    settings.matrix.states = ["loading"]
    settings.matrix.locales = ["de_DE"]
    settings.drawsEachCard = true
    settings.data = ["d.json"]
    settings.assignments = ["a.b=1"]
    settings.date = CalendarDate("2026-11-21")
    settings.metric = .yiq
    settings.threshold = 0.2
    settings.amount = .share(0.005)
    settings.window = 32
    settings.countsAntialiasing = true
    settings.background = .white
    settings.ignoredIDs = ["clock"]
    settings.ignoredRectangles = [try #require(PixelRect(minX: 1, minY: 2, maxX: 4, maxY: 6))]
    settings.mask = "m.png"
    settings.layout = .exact
    #expect(plan.settings == settings)
    #expect(GoldenSettings().overridden(by: settings) == settings)
    let override = try #require(plan.overrides.first)
    #expect(override.decks == ["a/x.json"])
    let merged = plan.settings.overridden(by: override.settings)
    #expect(merged.matrix.scales == [3])
    #expect(merged.matrix.themes == ["mint", "brand.json"])
    #expect(merged.amount == .pixels(12))
    // The exact metric drops the settings that only the other metrics have.
    #expect(merged.comparison.metric == .exact)
    #expect(merged.threshold == nil)
    #expect(merged.ignoredIDs == ["clock"])
  }

  @Test("A threshold on top of an exact metric implies a perceptual metric")
  func upgrade() {
    var below = GoldenSettings()
    below.metric = .exact
    var over = GoldenSettings()
    over.threshold = 0.3
    #expect(below.overridden(by: over).comparison.metric == .oklab)
    #expect(over.overridden(by: below).comparison.metric == .exact)
    #expect(GoldenSettings().comparison == .exact)
  }

  @Test("All errors are reported at once, with their places and suggestions")
  func mistakes() {
    let text = """
      {
        "version": 2,
        "golden": "G",
        "matrix": { "themes": ["trubo"], "scale": [1], "appearances": ["dim"], "scales": [0, 2, 2], "locales": ["xx"] },
        "metric": "exakt", "maxDiff": "many", "window": 0, "decks": [""],
        "overrides": [ { "threshold": 2 }, 3, { "decks": [], "metric": "exact", "threshold": 0.1 } ]
      }
      """
    let found = issues(text)
    func has(_ start: String) { #expect(found.contains { $0.hasPrefix(start) }, "\(start) in \(found)") }
    has("p.json:2:14: error: expected the number 1, found 2 at version")
    has("p.json:3:3: error: unknown key 'golden' of the plan of a run; did you mean 'goldens'?")
    has("p.json:4:26: error: unknown theme 'trubo' at matrix.themes[0]; did you mean 'turbo'?")
    has("p.json:4:36: error: unknown key 'scale' of matrix at matrix; did you mean 'scales'?")
    has("p.json:4:66: error: unknown value 'dim', expected one of light, dark at matrix.appearances[0]")
    has("p.json:4:85: error: 0 is out of range")
    has("p.json:4:107: error: unknown locale 'xx'")
    has("p.json:5:13: error: unknown value 'exakt'")
    has(
      "p.json:5:33: error: expected a number of pixels, or a share of \"0%\" to \"100%\", found 'many' at maxDiff"
    )
    has("p.json:5:51: error: 0 is out of range")
    has("p.json:5:64: error: expected the path of a deck or folder, found '' at decks[0]")
    has("p.json:6:33: error: 2 is out of range")
    has("p.json:6:18: error: an override needs 'decks' at overrides[0]")
    has("p.json:6:38: error: expected an object, found 3 at overrides[1]")
    has(
      "p.json:6:88: error: the metric 'exact' has no 'threshold' at overrides[2].threshold; choose the metric 'oklab' or 'yiq'"
    )
    #expect(
      issues(#"{ "matrix": { "scales": [2, 2] } }"#) == [
        "p.json:1:29: error: 2 is given twice at matrix.scales[1]"
      ])
    #expect(issues(#"{ "lock": "a", "goldens": "b" }"#).count == 1)
    #expect(issues("[]") == ["p.json:1:1: error: expected an object, found a list"])
    #expect(issues("{").first?.contains("invalid JSON") == true)
    #expect(issues("{}") == [])
  }

  @Test("A plan sets decks, folders, matrix and tolerance; overrides apply to some of the decks")
  func run() throws {
    let plan = """
      {
        "decks": ["cards"], "goldens": "pictures", "failures": "failed",
        "matrix": { "appearances": ["light", "dark"] },
        "overrides": [
          { "decks": ["cards/mail"], "matrix": { "appearances": [], "scales": [2] } },
          { "decks": ["cards/mail/big.json"], "each": true }
        ]
      }
      """
    let folder = try RunFolder([
      "cardshot.test.json": plan, "cards/a.json": RunFolder.deck(), "cards/mail/b.json": RunFolder.deck("B"),
      "cards/mail/big.json": RunFolder.states, "elsewhere/c.json": RunFolder.deck("C"),
    ])
    let run = try PrintedRun(try folder.run("test", "--record", "missing", "--json"))
    let names = [
      "cards/a.dark", "cards/a.light", "cards/mail/b@2x", "cards/mail/big@2x.card-a",
      "cards/mail/big@2x.card-b",
    ]
    #expect(run.verdicts == names.map { "recorded \($0)" })
    #expect(folder.exists("pictures/cards/a.dark.png"))
    #expect(try folder.run("test").status == 0)
    // A run of a part of the matrix: the other goldens are not orphans and cannot be pruned.
    #expect(
      try PrintedRun(try folder.run("test", "--appearances", "dark", "cards/a.json", "--json")).verdicts == [
        "passed cards/a.dark"
      ])
    #expect(try folder.run("test", "--appearances", "dark").status == 1)
    #expect(!(try folder.run("test", "--appearances", "dark").outputText.contains("orphaned")))
    #expect(try folder.run("test", "--appearances", "dark", "--prune").status == 64)
    // From another folder, names and folders are relative to the plan.
    let above = try BuiltProgram.run(
      ["test", "--config", folder.path + "/cardshot.test.json", "--json"], environment: [:], folder: "/")
    #expect(above.status == 0)
    #expect(try PrintedRun(above).verdicts == names.map { "passed \($0)" })
  }

  @Test("An entry of a plan that matches nothing is reported with its place")
  func unused() throws {
    let folder = try RunFolder(["a.json": RunFolder.deck(), "b.json": RunFolder.deck()])
    func result(_ plan: String) throws -> String {
      try folder.write("cardshot.test.json", plan)
      let result = try folder.run("test")
      #expect(result.status == 2)
      return result.errorText + result.outputText
    }
    #expect(
      try result(#"{ "overrides": [ { "decks": ["x.json"] } ] }"#)
        == "cardshot.test.json:1:30: error: cannot access 'x.json': no such file or folder at overrides[0].decks[0]\n"
    )
    try folder.write("sub/data.json", "{}")
    #expect(
      try result(#"{ "overrides": [ { "decks": ["sub"], "each": true } ] }"#).contains(
        "cardshot.test.json:1:29: error: the override has no effect: it matches no deck of the run"))
    #expect(
      try result(#"{ "ignore": ["headlin"] }"#).contains(
        "cardshot.test.json:1:14: error: no deck has a part or card with the id 'headlin', so nothing is ignored at ignore[0]; did you mean 'headline'?"
      ))
    #expect(
      try result(#"{ "matrix": { "states": ["lost"] } }"#).contains(
        "cardshot.test.json:1:25: error: no card of any deck has the state 'lost'"))
    #expect(try result(#"{ "data": ["no.json"] }"#).contains("cannot access 'no.json'"))
    #expect(try result(#"{ "deks": [] }"#).contains("did you mean 'decks'?"))
    #expect(try folder.run("test", "--config", "none.json").status == 2)
  }

  @Test("Data files of the plan are merged into the data of the decks")
  func data() throws {
    let deck = """
      { "canvas": { "width": 120 }, "data": { "who": "you" },
        "cards": [ { "parts": [ { "type": "text", "text": "Hello {{ who }}" } ] } ] }
      """
    let folder = try RunFolder(["a.json": deck])
    #expect(try folder.run("test", "--record", "missing").status == 1)
    try folder.write("cardshot.test.json", #"{ "data": ["ada.json"] }"#)
    try folder.write("ada.json", #"{ "who": "Ada" }"#)
    let result = try folder.run("test")
    #expect(result.status == 1)
    #expect(result.outputText.contains("Ada"))
    // The command line takes precedence.
    try folder.write("bob.json", #"{ "who": "Bob" }"#)
    let data = try folder.run("test", "--data", "ada.json", "--data", "bob.json")
    #expect(data.status == 1)
    #expect(data.outputText.contains("'Hello Bob'"), "\(data.outputText)")
    let set = try folder.run("test", "--set", "other=1", "--set", "who=Eve")
    #expect(set.outputText.contains("'Hello Eve'"), "\(set.outputText)")
    #expect(set.outputText.contains("Ada") == false)
    #expect(try folder.run("test", "--set", "who=you").status == 0)
    #expect(try folder.run("test", "--set", "who").status == 64)
    let missing = try folder.run("test", "--data", "none.json")
    #expect(missing.status == 2)
    #expect(missing.errorText.contains("cannot access 'none.json'"))
    let over = try folder.run("test", "--data", "bob.json", "--junit", "./bob.json")
    #expect(over.status == 64)
    #expect(over.errorText.contains("which is read by --data"))
    #expect(try folder.run("test", "--junit", "ada.json").errorText.contains("which is named by the plan"))
    #expect(try folder.run("test", "--prune", "--set", "who=Eve").status == 64)
  }

  @Test("A plan sets values, and data paths of the command line are relative to the working directory")
  func assignments() throws {
    let deck = """
      { "canvas": { "width": 120 }, "data": { "who": "you" },
        "cards": [ { "parts": [ { "type": "text", "text": "Hello {{ who }}" } ] } ] }
      """
    let folder = try RunFolder(["sub/a.json": deck, "bob.json": #"{ "who": "Bob" }"#])
    let config = ["test", "--config", "sub/cardshot.test.json"]
    func run(_ more: String...) throws -> BuiltProgram.Result {
      try BuiltProgram.run(config + more, environment: [:], folder: folder.path)
    }
    try folder.write("sub/cardshot.test.json", #"{ "set": ["who=Bob"] }"#)
    #expect(try run("--record", "missing").status == 1)
    #expect(try run("--record", "never").status == 0)
    try folder.write(
      "sub/cardshot.test.json", #"{ "overrides": [{ "decks": "a.json", "set": ["who=Eve"] }] }"#)
    #expect(try run("--record", "never").outputText.contains("Eve"))
    try folder.write("sub/cardshot.test.json", "{}")
    #expect(try run("--record", "never").status == 1)
    #expect(try run("--record", "never", "--data", "bob.json").status == 0)
    try folder.write("sub/cardshot.test.json", #"{ "set": ["who", "a[=1"] }"#)
    let wrong = try run("--record", "never")
    #expect(wrong.status == 2)
    #expect(
      wrong.errorText.contains("cardshot.test.json:1:11: error: expected path=value, found 'who' at set[0]"),
      "\(wrong.errorText)")
    #expect(wrong.errorText.contains("at set[1]"))
    // An error that appears only with a deck is reported at the place in the plan too.
    try folder.write("sub/cardshot.test.json", #"{ "set": ["who=Bob", "who.name=Eve"] }"#)
    let late = try run("--record", "never")
    #expect(
      late.outputText.contains("cardshot.test.json:1:22: error: cannot set 'who.name' at set[1]; 'who' is a"),
      "\(late.outputText)")
    #expect(!late.outputText.contains("--set"), "\(late.outputText)")
    try folder.write(
      "sub/cardshot.test.json",
      #"{ "overrides": [{ "decks": "a.json", "set": ["who=Bob", "wo=Eve"], "data": ["../bob.json"] }] }"#)
    let idle = try run("--record", "never")
    #expect(
      idle.errorText.contains(
        "cardshot.test.json:1:57: warning: the deck does not use 'wo' at overrides[0].set[1]"),
      "\(idle.errorText)")
  }

  @Test("A data key that no deck uses is reported once; a key that some decks use is fine")
  func idleNames() throws {
    func deck(_ text: String) -> String {
      #"{ "canvas": { "width": 90 }, "data": { "who": "x" }, "cards": [ { "parts": [ "#
        + #"{ "type": "text", "text": "\#(text)" } ] } ] }"#
    }
    let folder = try RunFolder(["a.json": deck("A"), "b.json": deck("{{ who }}"), "c.json": deck("C")])
    #expect(try folder.run("test", "--record", "missing").status == 1)
    let right = try folder.run("test", "--set", "who=x", "--strict")
    #expect(right.status == 0)
    #expect(right.errorText == "")
    let wrong = try folder.run("test", "--set", "wo=x")
    #expect(wrong.status == 0)
    #expect(wrong.errorText == "--set: warning: no deck uses 'wo'; did you mean 'who'?\n")
    #expect(try folder.run("test", "--set", "wo=x", "--json").errorText == wrong.errorText)
    let strict = try folder.run("test", "--set", "wo=x", "--strict")
    #expect(strict.status == 2)
    #expect(strict.errorText.contains("no deck uses 'wo'"))
    let one = try folder.run("test", "b.json", "--set", "wo=x")
    #expect(one.errorText == "--set: warning: the deck does not use 'wo'; did you mean 'who'?\n")
    // The data of an override apply to its decks only.
    try folder.write("d.json.data", #"{ "who": "x" }"#)
    let plan = #"{ "overrides": [ { "decks": "a.json", "data": ["d.json.data"] } ] }"#
    try folder.write("cardshot.test.json", plan)
    #expect(
      try folder.run("test").errorText
        == "cardshot.test.json:1:48: warning: the deck does not use 'who' at overrides[0].data[0]; "
        + "the deck has no bindings\n")
    #expect(try folder.run("test", "b.json").errorText == "")
  }

  @Test("The date is taken from the command line, then the plan, then the deck")
  func days() throws {
    let deck = """
      { "canvas": { "width": 160 }, "date": "2026-01-01", "theme": { "base": "mint", "showTodayLine": true },
        "cards": [ { "parts": [ { "type": "bar", "percent": 0.4 } ] } ] }
      """
    let folder = try RunFolder(["a.json": deck])
    #expect(try folder.run("test", "--record", "missing").status == 1)
    #expect(try folder.run("test").status == 0)
    #expect(try folder.run("test", "--date", "2026-01-20").status == 1)
    try folder.write("cardshot.test.json", #"{ "date": "2026-01-20" }"#)
    #expect(try folder.run("test").status == 1)
    #expect(try folder.run("test", "--date", "2026-01-01").status == 0)
    #expect(try folder.run("test", "--date", "soon").status == 64)
    try folder.write("cardshot.test.json", #"{ "date": "soon" }"#)
    #expect(try folder.run("test").errorText.contains("expected a day such as"))
  }

  @Test("The schema of plans contains every key and every axis")
  func schema() throws {
    let result = try BuiltProgram.run(["schema", "test"])
    #expect(result.status == 0)
    for key in GoldenPlan.manual + GoldenPlan.matrixManual {
      #expect(result.outputText.contains("\"\(key.name)\":{"), "\(key.name)")
      #expect(result.outputText.contains(key.summary.replacing("\"", with: "\\\"")), "\(key.summary)")
    }
    #expect(!result.outputText.contains("$defs/binding"))
  }
}
