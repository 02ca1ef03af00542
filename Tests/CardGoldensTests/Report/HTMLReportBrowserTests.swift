import CardParts
import CardRaster
import Foundation
import TestSupport
import Testing

@testable import CardGoldens

/// The page in a real browser: what it shows and requests, and how it reacts to keys.
///
/// Serialized, since each browser takes a core.
@Suite("The HTML report in a browser", .serialized) struct HTMLReportBrowserTests {
  /// Opens the report of a run from a file; checks afterwards that it requested nothing and logged nothing.
  private func withReport(
    _ make: (PicturedRun) -> GoldenRun = { $0.run }, fragment: String = "",
    _ body: (Browser, GoldenRun) throws -> Void
  ) throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    let run = make(try PicturedRun(folder: folder))
    let path = try HTMLReport(run).write(to: folder)
    let browser = try Browser()
    try browser.open(file: path, fragment: fragment)
    try body(browser, run)
    let page = URL(fileURLWithPath: path).absoluteString
    for request in browser.requests {
      #expect(
        request.hasPrefix("data:") || request.hasPrefix("blob:") || request.prefix { $0 != "#" } == page,
        "\(request)")
    }
    // The control: the request of the page itself was seen.
    #expect(browser.requests.contains { $0.hasPrefix("file:") })
    #expect(browser.complaints == [])
  }

  private func names(_ browser: Browser) throws -> [String] {
    try browser.value(
      "[...document.querySelectorAll('#list [role=listitem]:not([hidden]) .name')].map(n => n.textContent)")
      as? [String]
      ?? []
  }

  private func current(_ browser: Browser) throws -> String {
    try browser.text("document.querySelector('h2').textContent")
  }

  private func panes(_ browser: Browser) throws -> String {
    try browser.text("document.querySelector('.panes').className")
  }

  @Test("The report opens from a file, shows what needs a look first, and loads only its own pictures")
  func opens() throws {
    try withReport { browser, run in
      #expect(try names(browser) == run.outcomes.map(\.name))
      #expect(try browser.text("document.querySelector('h1').textContent") == "5 of 7 goldens need a review")
      #expect(try current(browser) == "a/first")
      #expect(try browser.text("document.querySelector('.message').textContent") == run.outcomes[0].message)
      let buttons = try browser.text(
        "[...document.querySelectorAll('[data-kind]')].map(b => b.textContent).join(' ')")
      #expect(buttons == "All7 Failed2 New1 Orphaned1 Broken1 Passed2")
      #expect(try panes(browser) == "panes side")
      let sizes =
        "[...document.querySelectorAll('.sheet img')].map(i => i.naturalWidth + 'x' + i.naturalHeight).join()"
      try browser.wait("both pictures are there") { try browser.text(sizes) == "60x40,60x40" }
      let entries = try browser.value(
        "performance.getEntriesByType('resource').filter(e => !/^data:/.test(e.name)).length")
      #expect(entries as? Int == 0)
    }
  }

  @Test("The fragment of the address names the golden") func address() throws {
    try withReport(fragment: "#d%2Fmissing") { browser, _ in
      #expect(try current(browser) == "d/missing")
      #expect(try panes(browser) == "panes one")
      try browser.press("k")
      #expect(try browser.text("decodeURIComponent(location.hash)") == "#c/broken")
    }
  }

  @Test("Keys move through goldens, views, zoom, search and help") func keys() throws {
    try withReport { browser, _ in
      try browser.press("j")
      #expect(try current(browser) == "b/second")
      try browser.press("k")
      try browser.press("k")
      #expect(try current(browser) == "a/first")
      for (key, view) in [
        ("2", "onion"), ("3", "swipe"), ("4", "flicker"), ("5", "difference"), ("1", "side"),
      ] {
        try browser.press(key)
        #expect(try panes(browser) == "panes \(view)")
        #expect(
          try browser.text("document.querySelector('[data-view][aria-checked=true]').dataset.view") == view)
      }
      let width = "parseFloat(document.querySelector('.sheet').style.width)"
      #expect(try browser.number(width) == 240)
      try browser.press("+")
      #expect(try browser.number(width) == 360)
      try browser.press("=")
      #expect(try browser.number(width) == 480)
      try browser.press("+")
      #expect(try browser.number(width) == 480)
      #expect(try browser.flag("document.querySelector('.sheet').classList.contains('pixels')"))
      for _ in 0..<8 { try browser.press("-") }
      #expect(try browser.number(width) == 60)
      try browser.press("0")
      #expect(try browser.number(width) == 240)
      try browser.press("r")
      #expect(try browser.number("document.querySelectorAll('.region').length") == 0)
      try browser.press("r")
      #expect(try browser.number("document.querySelectorAll('.region').length") == 2)
      try browser.press("/")
      try browser.type("ORPHAN deck")
      #expect(try names(browser) == ["e/orphan"])
      #expect(try current(browser) == "e/orphan")
      try browser.press("Escape")
      #expect(try names(browser).count == 7)
      #expect(try browser.text("document.activeElement.tagName") == "BODY")
      try browser.press("?")
      #expect(try browser.flag("document.querySelector('dialog').open"))
      // Keys of the page have no effect while the dialog is open.
      try browser.press("j")
      #expect(try current(browser) == "e/orphan")
      try browser.press("Escape")
      try browser.wait("the dialog is closed") {
        try browser.flag("document.querySelector('dialog') === null")
      }
    }
  }

  @Test("The tab key reaches every control, and the focused one is visible") func focus() throws {
    try withReport { browser, _ in
      try browser.press("2")
      var reached: Set<String> = []
      let describe = """
        (e => e.dataset.do || e.dataset.view || ('mix' in e.dataset && 'mix') || (e.id === '' ? '' : e.id) || e.className
          || e.tagName)(document.activeElement)
        """
      for _ in 0..<60 {
        try browser.press("Tab")
        reached.insert(try browser.text(describe))
        let outline = try browser.text("getComputedStyle(document.activeElement).outlineStyle")
        let name = try browser.text("document.activeElement.outerHTML")
        if !name.hasPrefix("<body") { #expect(outline != "none", "\(name)") }
      }
      #expect(
        reached.isSuperset(of: ["search", "approve", "side", "onion", "difference", "mix", "scroll", "all"]),
        "\(reached)")
      // In the list, arrow keys move the focus.
      try browser.value("document.querySelector('#list button').focus()")
      try browser.press("ArrowDown")
      #expect(try current(browser) == "b/second")
      #expect(try browser.text("document.activeElement.dataset.index") == "1")
      // Every control has a name.
      let nameless = """
        [...document.querySelectorAll('button, input, [tabindex]')].filter(e => !(e.getAttribute('aria-label')
          || e.textContent.trim())).length
        """
      #expect(try browser.number(nameless) == 0)
    }
  }

  @Test("Approving by keys writes a file that 'cardshot approve' reads, and shows the command to run")
  func approve() throws {
    try withReport { browser, run in
      try browser.press("a")
      try browser.press("j")
      try browser.press("a")
      try browser.press("j")
      // A broken golden has nothing to approve.
      try browser.press("a")
      try browser.press("j")
      try browser.press("a")
      let status = "document.querySelector('#foot .status').textContent"
      #expect(try browser.text(status) == "3 of 3 pictures approved")
      try browser.press("k")
      try browser.press("k")
      try browser.press("x")
      #expect(try browser.text(status) == "2 of 3 pictures approved")
      #expect(try browser.number("document.querySelectorAll('#list .tick').length") == 2)
      #expect(try browser.flag("document.getElementById('command') === null"))
      try browser.value("document.querySelector('[data-do=download]').focus()")
      try browser.press("Enter")
      let file = try browser.download(Approvals.fileName)
      let wanted = Approvals(
        [run.outcomes[0], run.outcomes[3]].compactMap { outcome in
          outcome.fingerprint.map { Approvals.Approval(name: outcome.name, fingerprint: $0) }
        })
      #expect(wanted.approved.count == 2)
      #expect(String(decoding: file, as: UTF8.self) == wanted.json)
      #expect(try Approvals(file, file: Approvals.fileName) == wanted)
      #expect(
        try browser.text("document.getElementById('command').textContent")
          == "cardshot approve cardshot-approvals.json")
    }
  }

  @Test("All shown goldens can be approved at once, and withdrawn") func approveShown() throws {
    try withReport { browser, run in
      let status = "document.querySelector('#foot .status').textContent"
      try browser.value("document.querySelector('[data-kind=new]').click()")
      #expect(try names(browser) == ["d/missing"])
      try browser.value("document.querySelector('[data-do=all]').click()")
      #expect(try browser.text(status) == "1 of 3 pictures approved")
      try browser.value("document.querySelector('[data-kind=all]').click()")
      #expect(
        try browser.text("document.querySelector('[data-do=all]').textContent") == "Approve all shown (2)")
      try browser.value("document.querySelector('[data-do=all]').click()")
      try browser.value("document.querySelector('[data-do=download]').click()")
      let file = try browser.download(Approvals.fileName)
      #expect(try Approvals(file, file: "") == Approvals(all: run))
      try browser.value("document.querySelector('[data-do=none]').click()")
      #expect(try browser.text(status) == "0 of 3 pictures approved")
      #expect(try browser.flag("document.querySelector('[data-do=download]').disabled"))
    }
  }

  @Test("Focusing a change marks its old and new place") func highlight() throws {
    try withReport { browser, _ in
      try browser.value("document.querySelector('[data-change]').focus()")
      let places = """
        ['before', 'after'].map(kind => { const box = document.querySelector('.' + kind);
          return [kind, box.parentNode.dataset.holds, ...['left', 'top', 'width', 'height'].map(
            side => Math.round(parseFloat(box.style[side]) * 100) / 100)].join(' '); }).join('; ')
        """
      // Pixels 4, 2 and 4, 6 of 60 × 40, in percent.
      #expect(
        try browser.text(places) == "before expected 6.67 5 16.67 20; after actual 6.67 15 16.67 20")
      #expect(try browser.number("document.querySelectorAll('.before, .after').length") == 2)
      try browser.press("3")
      #expect(try browser.number("document.querySelectorAll('.before, .after').length") == 0)
      try browser.value("document.querySelector('[data-change]').click()")
      #expect(try browser.number("document.querySelectorAll('.sheet .before, .sheet .after').length") == 2)
      try browser.value("document.activeElement.blur()")
      #expect(try browser.number("document.querySelectorAll('.after').length") == 1)
      try browser.press("Escape")
      #expect(try browser.number("document.querySelectorAll('.after').length") == 0)
    }
  }

  @Test("Both pictures pan together at every zoom level") func panning() throws {
    try withReport { browser, _ in
      try browser.resize(1000, 900)
      for _ in 0..<5 { try browser.press("+") }
      // The scroll event of zooming arrives with the next frame.
      try browser.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
      let scrolls = "[...document.querySelectorAll('.scroll')].map(s => s.scrollLeft)"
      try browser.value("document.querySelectorAll('.scroll')[1].scrollTo(40, 0)")
      try browser.wait("the other picture follows") { try browser.value(scrolls) as? [Int] == [40, 40] }
      let frame =
        try browser.value(
          "(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector('.scroll').getBoundingClientRect())"
        )
        as? [Double] ?? []
      #expect(frame.count == 2)
      try browser.drag(from: (frame[0], frame[1]), to: (frame[0] + 15, frame[1] + 10))
      try browser.wait("both are dragged") { try browser.value(scrolls) as? [Int] == [25, 25] }
    }
  }

  @Test("The swipe and the opacity of the overlay follow their slider") func mix() throws {
    try withReport { browser, _ in
      try browser.press("3")
      let slide = { (value: Int) in
        """
        (s => { s.value = \(value); s.dispatchEvent(new Event('input')); })(document.querySelector('[data-mix]'))
        """
      }
      try browser.value(slide(25))
      #expect(
        try browser.text("document.querySelector('.sheet .top').style.clipPath") == "inset(0px 0px 0px 25%)")
      #expect(try browser.text("document.querySelector('.handle').style.left") == "25%")
      let frame =
        try browser.value(
          "(r => [r.x, r.y, r.width, r.height])(document.querySelector('.sheet').getBoundingClientRect())")
        as? [Double] ?? []
      #expect(frame.count == 4)
      try browser.drag(
        from: (frame[0] + frame[2] / 4, frame[1] + 9), to: (frame[0] + frame[2] * 0.75, frame[1] + 9))
      #expect(try browser.text("document.querySelector('.handle').style.left") == "75%")
      try browser.press("2")
      #expect(try browser.text("document.querySelector('.sheet .top').style.opacity") == "0.75")
      try browser.value(slide(0))
      #expect(try browser.text("document.querySelector('.sheet .top').style.opacity") == "0")
    }
  }

  @Test("The flicker view switches automatically, pauses, and respects reduced motion") func flicker()
    throws
  {
    try withReport { browser, _ in
      try browser.press("4")
      let isNew = "!document.querySelector('.top').classList.contains('off')"
      try browser.wait("the new picture shows") { try browser.flag(isNew) }
      try browser.wait("the golden shows") { try !browser.flag(isNew) }
      try browser.press("f")
      let shown = try browser.flag(isNew)
      usleep(1_500_000)
      #expect(try browser.flag(isNew) == shown)
      #expect(
        try browser.text("document.querySelector('[data-caption]').textContent") == (shown ? "New" : "Golden")
      )
      try browser.press("f")
      #expect(try browser.flag(isNew) != shown)
      try browser.press("p")
      try browser.wait("it turns again") { try browser.flag(isNew) == shown }
      try browser.prefer(["prefers-reduced-motion": "reduce"])
      try browser.value("location.reload()")
      try browser.wait("it is loaded anew") {
        try browser.flag("document.querySelector('.panes.side') !== null")
      }
      try browser.press("4")
      usleep(1_500_000)
      #expect(try !browser.flag(isNew))
    }
  }

  @Test(
    "Both colour schemes are readable, and a narrow window does not scroll sideways"
  ) func looks() throws {
    try withReport { browser, _ in
      var pages: Set<String> = []
      for scheme in ["light", "dark"] {
        try browser.prefer(["prefers-color-scheme": scheme])
        pages.insert(try browser.text("getComputedStyle(document.body).backgroundColor"))
        // WCAG 2.1, 1.4.3: the luminances of a text and of its background.
        let worst = try browser.number(
          """
          (() => {
            const level = c => { c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
            const parse = text => text.match(/[\\d.]+/g).map(Number);
            const light = c => 0.2126 * level(c[0]) + 0.7152 * level(c[1]) + 0.0722 * level(c[2]);
            const behind = e => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor);
              if (c.length === 3) return c; } return [255, 255, 255]; };
            let worst = 21;
            for (const e of document.querySelectorAll('h1, h2, .versions, .count, .name, .badge, .message, .place, .button,'
              + ' .path, .plain, .changes button, figcaption, .status, .next')) {
              if (e.disabled || e.hidden) continue;
              const [a, b] = [light(parse(getComputedStyle(e).color)), light(behind(e))];
              worst = Math.min(worst, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
            }
            return worst;
          })()
          """)
        #expect(worst >= 4.5, "\(scheme): \(worst)")
      }
      #expect(pages.count == 2)
      for width in [1300, 1100, 760, 500, 340] {
        try browser.resize(width, 800)
        #expect(try browser.number("document.documentElement.scrollWidth - innerWidth") <= 0, "\(width)")
        #expect(try browser.number("document.querySelector('.scroll').clientHeight") > 150)
        // Paths are folded where they would be above the pictures.
        try browser.press("j")
        try browser.press("k")
        #expect(
          try browser.number("document.querySelectorAll('details[open]').length") == (width > 1180 ? 1 : 0))
      }
    }
  }

  @Test("Texts of a deck are shown as text, never as markup") func hostile() throws {
    try withReport { sample in
      var run = ReportSamples.hostileRun
      for number in run.outcomes.indices {
        run.outcomes[number].golden = sample.run.outcomes[0].golden
        run.outcomes[number].actual = sample.run.outcomes[0].actual
        run.outcomes[number].overlay = nil
        run.outcomes[number].verdict = .failed
        run.outcomes[number].changes[0].after = Rect(x: 1, y: 1, width: 2, height: 2)
      }
      return run
    } _: { browser, run in
      #expect(try names(browser) == ReportSamples.hostile.map(Printable.line))
      let scripts = "document.scripts.length"
      let count = try browser.number(scripts)
      for number in run.outcomes.indices {
        let text = Printable.line(ReportSamples.hostile[number])
        #expect(try current(browser) == text)
        #expect(try browser.text("document.querySelector('.message').textContent") == text)
        #expect(try browser.text("document.querySelector('.changes button').textContent") == text)
        #expect(try browser.text("document.querySelector('.issues li').textContent").contains(text))
        for view in ["5", "1"] { try browser.press(view) }
        try browser.press("a")
        try browser.press("j")
      }
      #expect(try browser.number(scripts) == count)
      #expect(try browser.flag("window.hacked === undefined"))
      #expect(
        try browser.number(
          "document.querySelectorAll('[onerror], [onload], iframe, object, embed, form').length") == 0)
      #expect(try browser.flag("[...document.images].every(i => i.src.startsWith('data:image/png;base64,'))"))
      // The file contains the names unchanged; the reader rejects them.
      try browser.value("document.querySelector('[data-do=download]').click()")
      let file = try browser.download(Approvals.fileName)
      #expect(throws: DeckError.self) { try Approvals(file, file: "") }
      let root = try JSONSerialization.jsonObject(with: Data(file)) as? [String: Any]
      let approved = try #require(root?["approved"] as? [[String: String]])
      #expect(approved.compactMap { $0["name"] } == ReportSamples.hostile)
    }
  }

  @Test("Even a script injected into the page can neither run nor send anything") func policy() throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    let path = try HTMLReport(try PicturedRun(folder: folder).run).write(to: folder)
    let browser = try Browser()
    try browser.open(file: path)
    let result = try browser.text(
      """
      (async () => {
        const breaches = new Set();
        addEventListener('securitypolicyviolation', event => breaches.add(event.effectiveDirective));
        const script = document.createElement('script');
        script.textContent = 'window.hacked = 1';
        document.body.append(script);
        const holder = document.createElement('div');
        holder.innerHTML = '<img src="x" onerror="window.hacked = 2"><p style="color: red">x</p>';
        document.body.append(holder);
        new Image().src = 'http://127.0.0.1:9/picture.png';
        let sent = false;
        try { await fetch('http://127.0.0.1:9/'); sent = true; } catch {}
        await new Promise(done => setTimeout(done, 500));
        return [typeof window.hacked, sent, ...[...breaches].sort()].join(' ');
      })()
      """)
    #expect(
      result == "undefined false connect-src img-src script-src-attr script-src-elem style-src-attr")
    #expect(!browser.complaints.isEmpty)
  }
}
