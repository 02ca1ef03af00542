import Foundation
import Testing

/// The page in a real browser, over a real socket.
@Suite(.serialized) struct PageTests {
  private func withPage(
    _ files: [String: String], _ arguments: [String] = ["deck.json"], fragment: String = "",
    width: Int = 1280, height: Int = 860, _ body: (RunningStudio, Browser) throws -> Void
  ) throws {
    let folder = try Decks.folder(files)
    defer { BuiltProgram.remove(folder) }
    let studio = try RunningStudio(arguments, in: folder)
    let browser = try Browser(width: width, height: height)
    try browser.open(address: studio.address + (fragment.isEmpty ? "#deck=deck.json" : fragment))
    try browser.wait("the first picture is shown") { try browser.flag(Self.hasPicture) }
    try body(studio, browser)
    // Nothing was requested from another host, and nothing was refused or complained about.
    let foreign = browser.requests.filter { request in
      ![studio.address, "blob:", "data:", "about:blank"].contains(where: request.hasPrefix)
    }
    #expect(foreign.isEmpty, "\(foreign)")
    // An e-mail without images refuses its images.
    let complaints = browser.complaints.filter { !$0.contains("?images=off") }
    #expect(complaints.isEmpty, "\(complaints)")
    #expect(studio.stop() == 0)
  }

  /// The picture in the middle of the page.
  private static let picture = "document.querySelector('.stage .sheet > img')"
  private static let hasPicture =
    "(() => { const p = \(picture); return Boolean(p && p.complete && p.naturalWidth) })()"

  private func address(_ browser: Browser) throws -> String { try browser.text("\(Self.picture).src") }

  @Test func aSavedTitleAppears() throws {
    try withPage(["deck.json": Decks.titled("One")]) { studio, browser in
      let before = try address(browser)
      try Decks.write(Decks.titled("A new title"), studio.folder + "/deck.json")
      try browser.wait("the new picture is shown") {
        try address(browser) != before && browser.flag(Self.hasPicture)
      }
    }
  }

  @Test func aBrokenDeckKeepsItsPictureUntilItIsMended() throws {
    try withPage(["deck.json": Decks.titled("One")]) { studio, browser in
      let before = try address(browser)
      try Decks.write(#"{ "cards": [ { "parts": [ { "type": "txet" } ] } ] }"#, studio.folder + "/deck.json")
      try browser.wait("the error is told") {
        try browser.text("document.querySelector('#panel-problems').textContent").contains(
          "did you mean 'text'")
      }
      #expect(try address(browser) == before)
      #expect(try browser.flag(Self.hasPicture))
      try Decks.write(Decks.titled("Three"), studio.folder + "/deck.json")
      try browser.wait("the mended deck is shown") {
        try address(browser) != before
          && !browser.text("document.querySelector('#panel-problems').textContent").contains("did you mean")
      }
    }
  }

  /// The field of the form for a value.
  private static func field(_ name: String) -> String {
    "document.querySelector('[data-path=\"[\\\\\"\(name)\\\\\"]\"]')"
  }

  private func type(_ text: String, into name: String, _ browser: Browser) throws {
    try browser.wait("the form has '\(name)'") { try browser.flag("Boolean(\(Self.field(name)))") }
    try browser.value("(() => { const f = \(Self.field(name)); f.focus(); f.select && f.select() })()")
    try browser.type(text)
  }

  @Test func requestsForTheServiceCanBeCopied() throws {
    try withPage(["deck.json": Decks.withInputs]) { _, browser in
      try type("Bye", into: "title", browser)
      let code = "document.querySelector('.code-block').textContent"
      try browser.wait("the request has the title") {
        try browser.value("document.querySelector('[data-copy=curl]').click()")
        return try browser.text(code).contains(#""title":"Bye""#)
      }
      #expect(try browser.text(code).contains("http://127.0.0.1:8080/v1/decks/deck/render"))
      try browser.wait("the address can be signed") {
        try browser.value("document.querySelector('[data-copy=sign]').click()")
        return try browser.text(code).hasPrefix("cardshot sign deck.json --decks . --key-file key")
      }
    }
  }

  @Test func theFormChangesThePictureAndNoFile() throws {
    try withPage(["deck.json": Decks.withInputs]) { studio, browser in
      let before = try address(browser)
      let text = try String(contentsOfFile: studio.folder + "/deck.json", encoding: .utf8)
      try type("Bye", into: "title", browser)
      try browser.wait("the picture follows the form") { try address(browser) != before }
      let run = try BuiltProgram.run(
        ["deck.json", "-o", "-", "--set", "title=Bye"], folder: studio.folder, program: RunningStudio.program)
      try browser.wait("the picture is that of the command line") {
        let url = try address(browser).replacing(studio.address, with: "")
        return try studio.get(url).body == Data(run.output)
      }
      #expect(try String(contentsOfFile: studio.folder + "/deck.json", encoding: .utf8) == text)
      // The values are in the address, so that the view can be bookmarked.
      try browser.wait("the address has the value") { try browser.text("location.hash").contains("Bye") }
      let link = try browser.text("location.href")
      let changed = try address(browser)
      try browser.open(address: "about:blank")
      try browser.open(address: link)
      try browser.wait("the bookmark shows the same") {
        try browser.flag(Self.hasPicture) && address(browser) == changed
      }
    }
  }

  @Test func everythingIsReachedByKeyboard() throws {
    try withPage(["deck.json": Decks.withInputs, "other.json": Decks.titled("Other")]) { _, browser in
      try browser.press("/")
      #expect(try browser.text("document.activeElement.id") == "filter")
      try browser.press("Escape")
      var names: [String] = []
      for _ in 0..<80 {
        try browser.press("Tab")
        let name = try browser.text(
          "(e => e === document.body ? '' : `${e.tagName} ${e.getAttribute('aria-label') || e.textContent || e.name || e.id}`)(document.activeElement)"
        )
        names.append(name)
        if name.isEmpty { break }
        // Where the focus is must be visible.
        let outline = try browser.text("getComputedStyle(document.activeElement).outlineStyle")
        // The parts of a date field have a mark of their own.
        #expect(outline != "none" || name.contains("date"), "\(name)")
        // The arrow keys choose within a group.
        if name == "BUTTON Picture" || name == "BUTTON Problems" {
          try browser.press("ArrowRight")
          names.append(try browser.text("document.activeElement.textContent"))
          try browser.press("ArrowLeft")
        }
      }
      for word in ["Picture", "Variants", "Layout", "Boxes", "Longest", "Copy"] {
        #expect(names.contains { $0.contains(word) }, "\(word): \(names)")
      }
      try browser.value("document.activeElement.blur()")
      try browser.press("v")
      try browser.wait("the variants are shown") {
        try browser.text("location.hash").contains("view=variants")
      }
      try browser.wait("the variants are drawn") {
        try browser.number("[...document.querySelectorAll('.grid img')].filter(i => i.naturalWidth).length")
          >= 2
      }
      try browser.press("p")
      try browser.press("?")
      try browser.wait("the keys are listed") {
        try browser.flag("Boolean(document.querySelector('dialog[open]'))")
      }
      try browser.press("Escape")
    }
  }

  @Test func namesAndRolesAreThere() throws {
    try withPage(["deck.json": Decks.withInputs]) { _, browser in
      // The rules that automatic checks find most often broken.
      let unnamed = try browser.text(
        """
        [...document.querySelectorAll('button, input, select, textarea, a[href], [role=button], [role=tab]')]
          .filter(e => !e.closest('[hidden]'))
          .filter(e => !(e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') || e.labels?.length
            || e.textContent.trim() || e.title)).map(e => e.outerHTML.slice(0, 80)).join()
        """)
      #expect(unnamed.isEmpty, "\(unnamed)")
      let twice = try browser.text(
        "(ids => ids.filter((id, i) => ids.indexOf(id) !== i).join())([...document.querySelectorAll('[id]')].map(e => e.id))"
      )
      #expect(twice.isEmpty, "\(twice)")
      let broken = try browser.text(
        """
        [...document.querySelectorAll('[aria-labelledby], [aria-controls], [aria-describedby]')]
          .flatMap(e => ['aria-labelledby', 'aria-controls', 'aria-describedby'].flatMap(a => (e.getAttribute(a) || '').split(' ')))
          .filter(id => id && !document.getElementById(id)).join()
        """)
      #expect(broken.isEmpty, "\(broken)")
      #expect(try browser.flag("[...document.images].every(i => i.hasAttribute('alt'))"))
      #expect(try browser.number("document.querySelectorAll('h1').length") == 1)
      #expect(try browser.number("document.querySelectorAll('main').length") == 1)
      #expect(try browser.text("document.documentElement.lang") == "en")
      #expect(try browser.flag("Boolean(document.querySelector('[aria-live]'))"))
    }
  }

  @Test func narrowAndEnlargedPagesDoNotScrollSideways() throws {
    try withPage(["deck.json": Decks.withInputs]) { _, browser in
      for scheme in ["light", "dark"] {
        try browser.prefer(["prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"])
        // 320 × 200 is a window of 1280 × 800 at 400 %.
        for (width, height) in [(1280, 800), (400, 800), (320, 200)] {
          try browser.resize(width, height)
          #expect(
            try browser.number("document.scrollingElement.scrollWidth") <= Double(width), "\(scheme) \(width)"
          )
        }
      }
    }
  }

  @Test func textsOfStrangersAreTexts() throws {
    let hostile = "<img src=x onerror=alert(1)><script>alert(2)</script>\u{202E}\"'&"
    let deck = #"""
      { "inputs": { "__proto__": { "type": "string" }, "title": { "type": "string", "description": "<b onclick=alert(3)>x</b>" } },
        "data": { "title": "</script><script>alert(4)</script>", "__proto__": "x" },
        "cards": [ { "id": "<i>", "parts": [ { "type": "title", "title": "{{ title }}" },
          { "type": "text", "text": "javascript:alert(5)", "nonsense<img onerror=alert(6)>": 1 } ] } ] }
      """#
    let files = [
      "deck.json": Decks.titled(hostile), "<img src=x onerror=alert(7)>.json": Decks.titled(hostile),
      "broken\"><script>alert(8)<.json": deck, "a'b&c=d#e?f%41.json": Decks.titled(hostile),
    ]
    try withPage(files) { _, browser in
      for name in files.keys.sorted() {
        let encoded = try #require(name.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        try browser.value("location.hash = 'deck=\(encoded)'")
        try browser.wait("'\(name)' is open") {
          try browser.flag(
            "document.querySelector('.deck-title').textContent.length > 0 && document.title.includes('json')")
        }
        for tab in ["layout", "golden", "size", "problems"] {
          try browser.value("document.getElementById('tab-\(tab)').click()")
          usleep(300_000)
        }
        #expect(
          try browser.number(
            "document.querySelectorAll('#app script, #app [onerror], #app [onclick], #app img[src=x], #app [onmouseover]').length"
          ) == 0)
      }
      #expect(try browser.flag("({}).x === undefined"))
    }
  }

  @Test func mailAndPicturesOfTheFormAreShown() throws {
    let svg =
      "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>"
    let deck = #"""
      { "canvas": { "preset": "email" }, "inputs": { "photo": { "type": "picture", "from": "photos/" } },
        "data": { "photo": "photos/a b+c.svg" },
        "cards": [ { "parts": [ { "type": "image", "image": "{{ photo }}", "height": 40, "alt": "A square" } ] } ] }
      """#
    try withPage(["deck.json": deck, "photos/a b+c.svg": svg]) { _, browser in
      try browser.wait("the form shows the picture") {
        try browser.number("document.querySelector('.thumbnail')?.naturalWidth ?? 0") == 9
      }
      try browser.press("m")
      try browser.wait("the e-mail shows its picture") {
        try browser.flag(
          "[...document.querySelectorAll('iframe')].some(f => f.contentDocument?.images[0]?.naturalWidth > 0)"
        )
      }
    }
  }

  @Test func tabsAreIndependent() throws {
    try withPage(["deck.json": Decks.titled("One"), "other.json": Decks.titled("Other")]) { studio, browser in
      let other = try Browser()
      try other.open(address: studio.address + "#deck=other.json&scale=2")
      try other.wait("the other deck is shown") { try other.flag(Self.hasPicture) }
      let first = try address(browser)
      #expect(try address(other) != first)
      try Decks.write(Decks.titled("Changed"), studio.folder + "/other.json")
      let before = try address(other)
      try other.wait("the other deck has changed") { try address(other) != before }
      #expect(try address(browser) == first)
      #expect(try browser.number("\(Self.picture).naturalWidth") == 375)
      #expect(try other.number("\(Self.picture).naturalWidth") == 750)
    }
  }

  @Test func aRestartAndASleepAreSurvived() throws {
    let folder = try Decks.folder(["deck.json": Decks.titled("One")])
    defer { BuiltProgram.remove(folder) }
    let first = try RunningStudio(["deck.json"], in: folder)
    let browser = try Browser()
    try browser.open(address: first.address + "#deck=deck.json")
    try browser.wait("the first picture is shown") { try browser.flag(Self.hasPicture) }
    let before = try address(browser)
    // A laptop that sleeps loses its connections.
    try browser.setOffline(true)
    try Decks.write(Decks.titled("While it slept"), folder + "/deck.json")
    try browser.setOffline(false)
    try browser.wait("the page has caught up") {
      try address(browser) != before && browser.flag(Self.hasPicture)
    }
    #expect(first.stop() == 0)
    try browser.wait("the page says that the studio has gone") {
      try browser.text("document.querySelector('.connection').textContent") != "Live"
    }
    let meanwhile = try address(browser)
    #expect(try browser.flag(Self.hasPicture))
    try Decks.write(Decks.titled("While it was gone"), folder + "/deck.json")
    let second = try RunningStudio(["deck.json", "--port", "\(first.port)"], in: folder)
    try browser.wait("the page is connected again") {
      try browser.text("document.querySelector('.connection').textContent") == "Live"
        && address(browser) != meanwhile
    }
    #expect(second.stop() == 0)
  }
}
