import Foundation
import TestSupport
import Testing

@testable import CardParts

/// Cards for emails: the page and its image map in a browser, the plain text, the message.
@Suite struct MailTests {
  private static let deck = """
    {
      "canvas": { "preset": "email", "padding": 10 },
      "theme": "mint",
      "cards": [
        {
          "link": "https://example.com/card", "traits": { "rounded": { "cornerRadius": 30 } },
          "parts": [
            { "type": "title", "title": "Ada & <b>" },
            { "type": "text", "text": "Due \\"soon\\"" },
            { "type": "button", "buttonTitle": "Pay now", "link": "https://example.com/pay?a=1&b=2" },
            { "type": "attributedText", "text": "See https://example.com/terms for more.", "dataDetectorTypes": ["link"] }
          ]
        }
      ]
    }
    """

  @Test func eachAreaHasTheLinkOfTheDeck() throws {
    let run = try RunFolder(["deck.json": Self.deck])
    let result = try run.run("deck.json", "-o", "card.html", "--base-url", "https://cdn.example.com/m")
    #expect(result.status == 0, "\(result.errorText)")
    #expect(run.files() == ["card.html", "card.txt", "card@2x.png", "deck.json"])
    let html = try run.text("card.html")
    #expect(html.contains("src=\"https://cdn.example.com/m/card@2x.png\""))
    #expect(!html.contains("<b>"))
    let inspected = try run.run("inspect", "deck.json")
    let page = try #require(
      try JSONSerialization.jsonObject(with: Data(inspected.output)) as? [String: Any])
    let regions = try #require(page["regions"] as? [[String: Any]]).filter { $0["kind"] as? String == "link" }
    #expect(regions.count >= 2)
    // The picture next to the page, where an email client finds it.
    try run.write("card.html", html.replacingOccurrences(of: "https://cdn.example.com/m/", with: ""))
    let browser = try Browser(width: 700, height: 900)
    try browser.open(file: run.path + "/card.html")
    let isSmall = try browser.flag("document.images[0].naturalWidth == 2 * document.images[0].width")
    #expect(isSmall)
    #expect(try browser.text("document.images[0].alt").contains("Ada & <b>"))
    _ = try browser.value(
      "window.went = []; document.addEventListener('click', e => { e.preventDefault(); const a = e.target.closest('a,area'); went.push(a ? a.href : '') })"
    )
    for (index, region) in regions.enumerated() {
      let frame = try #require(region["frame"] as? [String: Double])
      let (x, y) = try (#require(frame["x"]), #require(frame["y"]))
      // Inside the left edge, where no button covers the card.
      let place = (x + 4, y + (try #require(frame["height"])) / 2)
      try browser.drag(from: place, to: place)
      let went = try browser.text("went[\(index)] || ''")
      #expect(went == region["link"] as? String)
    }
    // A rounded corner is outside the link.
    try browser.drag(from: (11, 11), to: (11, 11))
    let last = try browser.text("went[\(regions.count)] || ''")
    #expect(last.isEmpty)
  }

  @Test func theTextContainsTheWordsAndTheLinks() throws {
    let run = try RunFolder(["deck.json": Self.deck])
    _ = try run.run("deck.json", "-o", "card.html")
    let text = try run.text("card.txt")
    #expect(text.hasPrefix("Ada & <b>\nDue \"soon\"\nPay now: https://example.com/pay?a=1&b=2\n"), "\(text)")
    #expect(text.contains("https://example.com/card"))
  }

  @Test(
    "The subject and the text of a message contain no hidden control characters, and the subject is limited in bytes"
  )
  func hiddenCharacters() throws {
    #expect(MailMessage.subject(["\u{202E}Pay\u{200B} now\u{2066}\nmore"]) == "Pay now more")
    #expect(MailMessage.subject([String(repeating: "x", count: 120)])?.count == 120)
    #expect(
      MailMessage.subject([String(repeating: "x", count: 121)]) == String(repeating: "x", count: 119) + "…")
    let marks = "Ada e" + String(repeating: "\u{301}", count: 9_000)
    #expect(MailMessage.subject([marks]) == "Ada…")
    #expect(MailMessage.subject([String(repeating: "🌷", count: 120)])?.utf8.count == 480)
    let run = try RunFolder([
      "deck.json": #"{"cards":[{"parts":[{"type":"text","text":"a\u202Eb\u0007c👩\u200D🌾"}]}]}"#
    ])
    _ = try run.run("deck.json", "-o", "card.html")
    #expect(try run.text("card.txt") == "abc👩\u{200D}🌾\n")
  }

  /// The plain text of a message with some parts.
  private func words(_ parts: String, more: String = "") throws -> String {
    let run = try RunFolder([
      "deck.json": "{\"canvas\":{\"width\":300},\(more)\"cards\":[{\"parts\":[\(parts)]}]}"
    ])
    _ = try run.run("deck.json", "-o", "card.html")
    return try run.text("card.txt")
  }

  @Test(
    "The plain text keeps the words unchanged: complete, without spaces at soft wraps, with their line breaks",
    arguments: [
      (
        #"{"type":"text","text":"Key 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}"#,
        "Key 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\n"
      ),
      (#"{"type":"text","text":"1 Main Street\r\nSpringfield\n"}"#, "1 Main Street\nSpringfield\n"),
      (
        #"{"type":"title","title":"A title that is far too long for the only line of a card so narrow"}"#,
        "A title that is far too long for the only line of a card so narrow\n"
      ),
      (
        #"{"type":"text","maxLines":2,"text":"今天天气很好我们一起去公园散步然后去图书馆看书晚上再回家吃饭休息今天天气很好我们一起去公园散步"}"#,
        "今天天气很好我们一起去公园散步然后去图书馆看书晚上再回家吃饭休息今天天气很好我们一起去公园散步\n"
      ),
      (#"{"type":"text","markdown":true,"text":"- One\n- Two **b**"}"#, "• One\n• Two b\n"),
      (
        #"{"type":"text","attributedText":[{"text":"H"},{"text":"2","script":"subscript"},{"text":"O"}]}"#,
        "H2O\n"
      ),
    ])
  func wholeWords(_ part: String, _ text: String) throws { #expect(try words(part) == text) }

  @Test("The plain text of a part with a text alternative is that alternative, followed by its links")
  func alternatives() throws {
    let data = #""data":{"k":["a","b"],"v":[1,2]},"x":"k","y":"v""#
    #expect(try words(#"{"type":"chart","mark":"column",\#(data)}"#) == "Column chart of v by k. a 1, b 2.\n")
    #expect(try words(#"{"type":"chart","mark":"column","alt":"B is more",\#(data)}"#) == "B is more\n")
    let stack =
      #"{"type":"stack","alt":"Four of five","arrangedSubviews":[{"type":"text","text":"4","link":"https://example.com/r"}]}"#
    #expect(try words(stack) == "Four of five\nhttps://example.com/r\n")
  }

  @Test(
    "The subject is the title of the deck, else the first heading, else the first text; never an address",
    arguments: [
      (
        #""title":"Your invoice\r\nBcc: a@example.com","#, #"{"type":"title","title":"Hi"}"#,
        "Your invoice Bcc: a@example.com"
      ),
      (
        "", #"{"type":"text","text":"Shop"},{"type":"title","title":"Hi","link":"https://example.com/t"}"#,
        "Hi"
      ),
      ("", #"{"type":"text","text":"Two\nlines","link":"https://example.com/t"}"#, "Two"),
      ("", #"{"type":"text","text":"https://example.com/secret"},{"type":"text","text":"b"}"#, "card"),
      ("", #"{"type":"title","title":"See https://example.com/secret today"}"#, "See today"),
      (
        "", #"{"type":"title","title":"A title that is far too long for its line"}"#,
        "A title that is far too long for its line"
      ),
    ])
  func subjects(_ more: String, _ parts: String, _ subject: String) throws {
    let run = try RunFolder([
      "deck.json": "{\"canvas\":{\"width\":200},\(more)\"cards\":[{\"parts\":[\(parts)]}]}"
    ])
    _ = try run.run("deck.json", "-o", "card.eml")
    let lines = try run.text("card.eml").components(separatedBy: "\r\n")
    #expect(lines.first == "Subject: \(subject)")
    #expect(lines.dropFirst().first == "MIME-Version: 1.0")
  }

  @Test func headersComeFromTheDeckAndOptions() throws {
    let deck = """
      {"canvas":{"width":200},"data":{"name":"Ann","email":"ann@example.com"},
       "mail":{"subject":"Hello {{ name }}","to":"{{ name }} <{{ email }}>"},"cards":[{"parts":[{"type":"title","title":"Hi"}]}]}
      """
    let run = try RunFolder([
      "deck.json": deck, "rows.csv": "id,email\nA,a@example.com\nB,x\\, y@example.com\n",
    ])
    let result = try run.run("deck.json", "-o", "card.eml", "--from", "Ünal <shop@example.com>")
    #expect(result.status == 0, "\(result.errorText)")
    #expect(
      try run.text("card.eml").hasPrefix(
        "From: =?utf-8?B?w5xuYWw=?= <shop@example.com>\r\nTo: \"Ann\" <ann@example.com>\r\nSubject: Hello Ann\r\n"
      ))
    try run.write("rows.csv", "id,email\nA,a@example.com\nB,x y@example.com\n")
    let rows = try run.run(
      "deck.json", "--rows", "rows.csv", "-o", "{id}.eml", "--to", "{{ email }}", "--subject", "{{ id }}!")
    #expect(try run.text("A.eml").hasPrefix("To: a@example.com\r\nSubject: A!\r\n"))
    #expect(
      !run.exists("B.eml") && rows.errorText.contains("expected one address such as"), "\(rows.errorText)")
    #expect(try run.run("deck.json", "-o", "a.png", "--subject", "x").status == 64)
  }

  @Test(arguments: [
    "a@b\nBcc: c@d.example", "a@b, c@d", "a", "@b", "a@", "A \"x\" <a@b>", "A\u{2028}Bcc: x <a@b>",
    "<a@b> <c@d",
    "a b@c", "é@example.com",
  ]) func anAddressCannotAddHeaders(text: String) { #expect(!MailHeaders.isAddress(text)) }

  @Test(arguments: ["a@b", "Ann B. <a.b+c@example.com>", "Ö <o@example.com>", "<a@b>"])
  func addressesAreAccepted(text: String) { #expect(MailHeaders.isAddress(text)) }

  @Test func servicesHaveTheirJSON() throws {
    let run = try RunFolder(["deck.json": Self.deck])
    let words = ["--from", "Shop <shop@example.com>", "--to", "a@example.com", "--subject", "Hi"]
    func json(_ name: String) throws -> [String: Any] {
      let result = try BuiltProgram.run(["deck.json", "-o", name] + words, folder: run.path)
      #expect(result.status == 0, "\(result.errorText)")
      return try #require(
        try JSONSerialization.jsonObject(with: Data(try run.text(name).utf8)) as? [String: Any])
    }
    let postmark = try json("c.postmark.json")
    #expect(
      postmark["From"] as? String == "Shop <shop@example.com>" && postmark["Subject"] as? String == "Hi")
    let attachment = try #require((postmark["Attachments"] as? [[String: String]])?.first)
    #expect(attachment["ContentID"] == "cid:card@cardshot" && attachment["Name"] == "card.png")
    let sendgrid = try json("c.sendgrid.json")
    #expect(sendgrid["from"] as? [String: String] == ["email": "shop@example.com", "name": "Shop"])
    #expect((sendgrid["content"] as? [[String: String]])?.map { $0["type"] } == ["text/plain", "text/html"])
    let ses = try json("c.ses.json")
    let raw = ((ses["Content"] as? [String: Any])?["Raw"] as? [String: String])?["Data"] ?? ""
    let message = String(decoding: try #require(Data(base64Encoded: raw)), as: UTF8.self)
    #expect(message.hasPrefix("From: \"Shop\" <shop@example.com>\r\nTo: a@example.com\r\nSubject: Hi\r\n"))
  }

  @Test func severalOutputsShareAPicture() throws {
    let run = try RunFolder(["deck.json": Self.deck, "rows.csv": "id\nA\n"])
    let base = ["--base-url", "https://cdn.example.com/"]
    let names = ["-o", "c.html", "-o", "c.eml", "-o", "c.mjml", "-o", "c@2x.png"]
    let result = try BuiltProgram.run(["deck.json"] + names + base, folder: run.path)
    #expect(result.status == 0, "\(result.errorText)")
    #expect(run.files() == ["c.eml", "c.html", "c.mjml", "c.txt", "c@2x.png", "deck.json", "rows.csv"])
    #expect(try run.text("c.mjml").contains("<mj-raw>\n<img src=\"https://cdn.example.com/c@2x.png\""))
    let deck = Self.deck.replacing("Pay now", with: "Pay {{ id }}")
    try run.write("rows.json", deck.replacing("\"theme\"", with: "\"data\":{\"id\":\"x\"},\"theme\""))
    let rows = try BuiltProgram.run(
      ["rows.json", "--rows", "rows.csv", "-o", "o/{id}.html", "-o", "o/{id}.eml", "-o", "o/{id}@2x.png"]
        + base,
      folder: run.path)
    #expect(rows.status == 0, "\(rows.errorText)")
    #expect(run.pictures("o") == ["A.eml", "A.html", "A.txt", "A@2x.png"])
    let other = try BuiltProgram.run(
      ["deck.json", "-o", "d.html", "-o", "d@2x.png", "--scale", "3"] + base, folder: run.path)
    #expect(other.status == 0 || other.errorText.contains("two pictures"), "\(other.errorText)")
  }

  /// On a phone the picture fits the screen.
  ///
  /// Its map does not shrink, so links below the picture replace it.
  @Test(arguments: [320, 700]) func aPageFitsThePhone(width: Int) throws {
    let run = try RunFolder(["deck.json": Self.deck])
    _ = try run.run("deck.json", "-o", "card.html")
    let browser = try Browser(width: width, height: 900)
    try browser.open(file: run.path + "/card.html")
    let isNarrow = width < 600
    #expect(try browser.flag("document.documentElement.scrollWidth <= window.innerWidth"))
    #expect(
      try browser.flag("(document.querySelector('div').offsetHeight > 0) == \(isNarrow)"))
    #expect(
      try browser.flag("(getComputedStyle(document.images[0]).pointerEvents == 'none') == \(isNarrow)"))
  }

  @Test func aLongSubjectEndsWithAWord() {
    let subject = MailMessage.subject([String(repeating: "word ", count: 40)])
    #expect(subject == String(repeating: "word ", count: 23) + "word…")
  }

  @Test func aMessageContainsEverything() throws {
    let run = try RunFolder(["deck.json": Self.deck])
    let result = try run.run("deck.json", "-o", "card.eml", "--dark")
    #expect(result.status == 0)
    #expect(run.files() == ["card.eml", "deck.json"])
    // An independent email parser reads it.
    let script = """
      import email, email.policy, sys
      m = email.message_from_binary_file(open(sys.argv[1], 'rb'), policy=email.policy.default)
      print(m['subject'])
      for p in m.walk():
          if not p.is_multipart(): print(p.get_content_type(), p['content-id'], len(p.get_content()) > 0)
      html = m.get_body(('html',)).get_content()
      print('cid:card@cardshot' in html, 'prefers-color-scheme: dark' in html, len(m.defects))
      """
    try run.write("read.py", script)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = [run.path + "/read.py", run.path + "/card.eml"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(
      said == """
        Ada & <b>
        text/plain None True
        text/html None True
        image/png <card@cardshot> True
        image/png <card-dark@cardshot> True
        True True 0

        """)
    let first = try run.bytes("card.eml")
    _ = try run.run("deck.json", "-o", "card.eml", "--dark")
    #expect(try run.bytes("card.eml") == first)
  }

  /// The values that an independent email parser finds in a message, one per line.
  private func taken(_ message: String, in run: RunFolder, _ script: String) throws -> String {
    try run.write(
      "read.py",
      "import email, email.policy, sys\nm = email.message_from_binary_file(open(sys.argv[1], 'rb'), policy=email.policy.default)\n"
        + script)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = [run.path + "/read.py", run.path + "/" + message]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return said
  }

  @Test(arguments: [
    "Hello\\r\\nBcc: eve@example.com", "Hello\\nBcc: eve@example.com", "Hello\\u2028Bcc: eve@example.com",
    "=?utf-8?Q?Hello=0D=0ABcc:_eve@example.com?=", "e" + String(repeating: "\u{301}", count: 300),
  ]) func wordsNeverBecomeHeaders(title: String) throws {
    let run = try RunFolder([
      "deck.json":
        #"{"canvas":{"width":300},"cards":[{"parts":[{"type":"text","text":"\#(title)"}]}]}"#
    ])
    #expect(try run.run("deck.json", "-o", "card.eml").status == 0)
    let keys = try taken("card.eml", in: run, "print(m.keys(), m['bcc'], len(m.defects))")
    #expect(keys == "['Subject', 'MIME-Version', 'Content-Type'] None 0\n")
    let head = try run.text("card.eml").components(separatedBy: "\r\n\r\n")[0]
    #expect(head.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 78 }, "\(head)")
  }

  @Test func wordsAreDataInThePage() throws {
    let evil = "\"><img src=x onerror=alert(1)><a href='javascript:alert(1)'>"
    let deck: [String: Any] = [
      "canvas": ["width": 300],
      "cards": [
        [
          "alt": evil,
          "parts": [["type": "button", "buttonTitle": evil, "link": "https://example.com/?\"><script>"]],
        ]
      ],
    ]
    let json = String(decoding: try JSONSerialization.data(withJSONObject: deck), as: UTF8.self)
    let run = try RunFolder(["deck.json": json])
    let result = try run.run("deck.json", "-o", "card.html")
    guard result.status == 0 else {
      // A link that is not a valid address is rejected with a message about links.
      #expect(result.errorText.contains("link"), "\(result.errorText)")
      return
    }
    let browser = try Browser(width: 400, height: 300)
    try browser.open(file: run.path + "/card.html")
    #expect(try browser.number("document.images.length") == 1)
    #expect(try browser.number("document.scripts.length") == 0)
    #expect(try browser.text("document.images[0].alt") == evil)
  }

  @Test func aRotatedAreaIsAPolygon() throws {
    let run = try RunFolder([
      "deck.json": """
      { "canvas": { "width": 400 }, "cards": [ { "parts": [
        { "type": "button", "buttonTitle": "Go", "link": "https://example.com/go", "rotate": 30, "width": 200, "height": 40,
          "margins": [80, 80, 80, 80], "style": "filled" } ] } ] }
      """
    ])
    let result = try run.run("deck.json", "-o", "card.html")
    #expect(result.status == 0, "\(result.errorText)")
    let html = try run.text("card.html")
    let area = try #require(html.components(separatedBy: "\n").first { $0.hasPrefix("<area") })
    #expect(area.contains("shape=\"poly\""))
    let browser = try Browser(width: 500, height: 500)
    try browser.open(file: run.path + "/card.html")
    _ = try browser.value(
      "window.went = []; document.addEventListener('click', e => { e.preventDefault(); const a = e.target.closest('a,area'); went.push(a ? a.href : '') })"
    )
    let numbers = try #require(area.components(separatedBy: "\"").dropFirst(3).first)
    let values = numbers.components(separatedBy: ",").compactMap(Double.init)
    let xs = values.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    let ys = values.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    let (left, right) = (try #require(xs.min()), try #require(xs.max()))
    let (top, bottom) = (try #require(ys.min()), try #require(ys.max()))
    let middle = ((left + right) / 2, (top + bottom) / 2)
    try browser.drag(from: middle, to: middle)
    #expect(try browser.text("went[0]") == "https://example.com/go")
    // The corner of the bounding rectangle is outside the rotated button.
    try browser.drag(from: (right - 3, top + 3), to: (right - 3, top + 3))
    #expect(try browser.text("went[1]").isEmpty)
  }

  @Test func theRoundCornersOfACardAreNotLinks() throws {
    let run = try RunFolder([
      "deck.json": """
      { "canvas": { "width": 220, "padding": 10 }, "cards": [ { "link": "https://example.com/card",
        "traits": { "rounded": { "cornerRadius": 30 } }, "parts": [
        { "type": "text", "text": "Round", "height": 80 },
        { "type": "button", "buttonTitle": "Go", "link": "https://example.com/go" } ] } ] }
      """
    ])
    #expect(try run.run("deck.json", "-o", "card.html").status == 0)
    let areas = try run.text("card.html").components(separatedBy: "\n").filter { $0.hasPrefix("<area") }
    #expect(areas.count == 2 && areas.last?.contains("shape=\"poly\"") == true, "\(areas)")
    let numbers = areas.last?.components(separatedBy: "\"").dropFirst(3).first ?? ""
    let left = try #require(numbers.components(separatedBy: ",").compactMap(Double.init).min())
    let browser = try Browser(width: 300, height: 300)
    try browser.open(file: run.path + "/card.html")
    _ = try browser.value(
      "window.went = []; document.addEventListener('click', e => { e.preventDefault(); const a = e.target.closest('a,area'); went.push(a ? a.href : '') })"
    )
    for place in [(left + 4, 14.0), (left + 40, 14)] { try browser.drag(from: place, to: place) }
    #expect(try browser.text("went[0]").isEmpty)
    #expect(try browser.text("went[1]") == "https://example.com/card")
  }

  private static let moving = """
    { "canvas": { "width": 120, "background": "#FFFFFF" }, "cards": [ { "alt": "Share", "parts": [
      { "type": "bar", "percent": 0.8, "animated": true } ] } ] }
    """

  @Test func anAnimationStartsWithItsEnd() throws {
    let run = try RunFolder(["deck.json": Self.moving])
    let result = try run.run("deck.json", "-o", "card.html", "--frames", "4", "--duration", "2")
    #expect(result.status == 0, "\(result.errorText)")
    #expect(run.files() == ["card.html", "card.txt", "card@2x.gif", "deck.json"])
    #expect(try run.text("card.html").contains("src=\"card@2x.gif\""))
    _ = try run.run(
      "deck.json", "-o", "same.gif", "--frames", "4", "--duration", "2", "--scale", "2", "--poster-frame", "4"
    )
    #expect(try run.bytes("same.gif") == run.bytes("card@2x.gif"))
  }

  @Test func aByteBudgetChangesTheFormatBeforeTheSize() throws {
    let run = try RunFolder([
      "deck.json": """
      { "canvas": { "width": 300, "height": 300, "background": { "gradient": { "kind": "conic",
        "colors": ["#FF0000", "#00FF00", "#0000FF", "#FF0000"] } } }, "layout": "fullScreen",
        "cards": [ { "alt": "Colours", "parts": [ { "type": "confetti" } ] } ] }
      """
    ])
    _ = try run.run("deck.json", "-o", "whole.png", "--scale", "2")
    let whole = try run.bytes("whole.png").count
    let result = try run.run("deck.json", "-o", "card.html", "--max-bytes", "\(whole / 2)")
    #expect(result.status == 0, "\(result.errorText)")
    #expect(result.errorText.contains("the format jpeg instead of png"), "\(result.errorText)")
    #expect(run.files().contains("card@2x.jpg"))
    #expect(try run.bytes("card@2x.jpg").count <= whole / 2)
    #expect(try run.text("card.html").contains("card@2x.jpg"))
    let message = try run.run("deck.json", "-o", "card.eml", "--max-bytes", "\(whole / 2)")
    #expect(message.status == 0)
    #expect(
      try taken(
        "card.eml", in: run, "print([p.get_content_type() for p in m.walk() if not p.is_multipart()])")
        == "['text/plain', 'text/html', 'image/jpeg']\n")
  }

  @Test func aMessageMayNamePicturesInOtherPlaces() throws {
    let run = try RunFolder(["deck.json": Self.deck])
    let result = try run.run(
      "deck.json", "-o", "card.eml", "--base-url", "https://cdn.example.com/m", "--dark")
    #expect(result.status == 0, "\(result.errorText)")
    #expect(run.files() == ["card-dark@2x.png", "card.eml", "card@2x.png", "deck.json"])
    let said = try taken(
      "card.eml", in: run,
      """
      print([p.get_content_type() for p in m.walk()])
      print('https://cdn.example.com/m/card@2x.png' in m.get_body(('html',)).get_content())
      """)
    #expect(said == "['multipart/alternative', 'text/plain', 'text/html']\nTrue\n")
  }

  @Test func contentThatEmailClientsDoNotShowCausesAWarning() throws {
    let run = try RunFolder([
      "deck.json": """
      { "canvas": { "width": 800 }, "cards": [ { "link": "/pay", "parts": [
        { "type": "image", "image": "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>" } ] } ] }
      """
    ])
    let said = try run.run("deck.json", "-o", "card.html").errorText
    for words in [
      "a picture without 'alt'", "more than the usual e-mail width of 640",
      "the picture has a relative address",
      "the link '/pay' does not work in an e-mail",
    ] { #expect(said.contains(words), "\(said)") }
  }

  @Test func rowsOfTablesAndCheckMarksAreLinesOfTheText() throws {
    let run = try RunFolder([
      "deck.json": """
      { "canvas": { "width": 500 }, "cards": [ { "parts": [
        { "type": "table", "columns": [ { "title": "Feature" }, { "title": "Free" }, { "title": "Team" } ], "rows": [
          { "cells": [ "Boards", "1", "50" ] },
          { "cells": [ "Guests", { "type": "icon", "icon": "close" }, { "type": "icon", "icon": "check" } ] } ] },
        { "type": "stack", "axis": "horizontal", "arrangedSubviews": [
          { "type": "icon", "icon": "check" }, { "type": "text", "text": "No card needed" } ] },
        { "type": "button", "buttonTitle": "Start" },
        { "type": "button", "buttonTitle": "Pay", "link": "https://example.com/pay" },
        { "type": "table", "rows": [ { "leftTitleText": "Help", "rightTitleText": "24/7", "link": "https://example.com/help" } ] },
        { "type": "icon", "icon": "heart", "alt": "Liked" } ] } ] }
      """
    ])
    let said = try run.run("deck.json", "-o", "card.html").errorText
    #expect(
      said.split(separator: "\n").filter { $0.contains("a button without 'link'") }.count == 1, "\(said)")
    let text = try run.text("card.txt")
    for line in [
      "Feature | Free | Team", "Boards | 1 | 50", "Guests | ✗ | ✓", "✓ No card needed",
      "Help, 24/7: https://example.com/help", "Liked",
    ] {
      #expect(text.split(separator: "\n").contains(Substring(line)), "\(text)")
    }
  }

  @Test func pricesStruckThroughAndPortraitsAreSaidOnce() throws {
    let run = try RunFolder([
      "deck.json": """
      { "locale": "ar", "mail": { "subject": "Offers & more" }, "canvas": { "width": 300 }, "cards": [ { "parts": [
        { "type": "text", "text": "**$49** ~~$99~~ today", "markdown": true },
        { "type": "avatars", "avatars": [ { "name": "Ann Lee" } ] },
        { "type": "text", "text": "Ann Lee" }, { "type": "text", "text": "TBD" }, { "type": "text", "text": "TBD" },
        { "type": "titleDescription", "leftTitleText": "Total", "leftDescriptionText": "with tax", "rightTitleText": "$1,240" },
        { "type": "titleDescription", "leftTitleText": "Delivery", "leftDescriptionText": "on Friday" },
        { "type": "chart", "mark": "gauge", "value": 47, "domain": [ -100, 100 ] } ] } ] }
      """
    ])
    #expect(try run.run("deck.json", "-o", "card.html").status == 0)
    let lines = try run.text("card.txt").split(separator: "\n")
    #expect(lines.contains("$49 ~~$99~~ today") && lines.count { $0 == "Ann Lee" } == 1, "\(lines)")
    #expect(lines.contains("Total, with tax, $1,240") && lines.contains("Delivery"), "\(lines)")
    #expect(lines.count { $0 == "TBD" } == 2 && lines.contains { $0.contains("\u{2212}١٠٠") }, "\(lines)")
    let html = try run.text("card.html")
    #expect(html.contains("lang=\"ar-EG\" dir=\"rtl\">") && html.contains("<title>Offers &amp; more</title>"))
  }

  @Test func eachRowBecomesAnEmail() throws {
    let run = try RunFolder([
      "deck.json": #"{"canvas":{"width":200},"cards":[{"parts":[{"type":"text","text":"Hi {{ name }}"}]}]}"#,
      "people.csv": "id,name\nP1,Ada\nP2,Bo\n",
    ])
    let result = try run.run(
      "deck.json", "--rows", "people.csv", "-o", "out/{id}.html", "-o", "out/{id}.png", "--dark")
    #expect(result.status == 0, "\(result.errorText)")
    #expect(
      run.files("out").filter { $0.hasPrefix("P1") } == [
        "P1-dark@2x.png", "P1.html", "P1.png", "P1.txt", "P1@2x.png",
      ])
    #expect(try run.text("out/P2.txt") == "Hi Bo\n")
    let again = try run.run(
      "deck.json", "--rows", "people.csv", "-o", "out/{id}.html", "-o", "out/{id}.png", "--dark")
    #expect(again.errorText.contains("2 unchanged"))
  }

  @Test("The flag of a part of a country stays complete in subject, text and page") func flags() throws {
    let flag = "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"
    let run = try RunFolder([
      // Tag characters after anything else are hidden text.
      "deck.json": #"{"cards":[{"parts":[{"type":"text","text":"Go \#(flag)!\#u{E0041}"}]}]}"#
    ])
    let result = try run.run("deck.json", "-o", "card.html")
    #expect(result.status == 0, "\(result.errorText)")
    #expect(try run.text("card.txt").contains("Go \(flag)!"))
    #expect(try run.text("card.html").contains("Go \(flag)!\""))
  }

  @Test("A message with a GIF of more than 50 frames per second causes a warning") func fastGIF() throws {
    let run = try RunFolder([
      "deck.json": #"{"cards":[{"parts":[{"type":"bar","percent":0.7,"animated":true}]}]}"#
    ])
    let result = try run.run("deck.json", "-o", "card.eml", "--duration", "0.2", "--fps", "100")
    #expect(
      result.status == 0 && result.errorText.contains("10 of 20 frames are dropped"), "\(result.errorText)")
  }
}
