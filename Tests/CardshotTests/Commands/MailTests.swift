import Foundation
import TestSupport
import Testing

/// Cards for e-mails: the page and its map in a browser, the text, the message.
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

  @Test func eachAreaLeadsWhereTheDeckSays() throws {
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
    // The picture beside the page, as a reader of mail shows it from its own place.
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
      // Inside of the left edge, where no button lies over the card.
      let place = (x + 4, y + (try #require(frame["height"])) / 2)
      try browser.drag(from: place, to: place)
      let went = try browser.text("went[\(index)] || ''")
      #expect(went == region["link"] as? String)
    }
    // A corner that is cut off leads nowhere.
    try browser.drag(from: (11, 11), to: (11, 11))
    let last = try browser.text("went[\(regions.count)] || ''")
    #expect(last.isEmpty)
  }

  @Test func theTextHasTheWordsAndTheLinks() throws {
    let run = try RunFolder(["deck.json": Self.deck])
    _ = try run.run("deck.json", "-o", "card.html")
    let text = try run.text("card.txt")
    #expect(text.hasPrefix("Ada & <b>\nDue \"soon\"\nPay now: https://example.com/pay?a=1&b=2\n"), "\(text)")
    #expect(text.contains("https://example.com/card"))
  }

  @Test func aMessageHoldsEverything() throws {
    let run = try RunFolder(["deck.json": Self.deck])
    let result = try run.run("deck.json", "-o", "card.eml", "--dark")
    #expect(result.status == 0)
    #expect(run.files() == ["card.eml", "deck.json"])
    // A stranger's reader of messages takes it apart.
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

  @Test func whatReadersOfMailDoNotShowIsDoubtful() throws {
    let run = try RunFolder([
      "deck.json": """
      { "canvas": { "width": 800 }, "cards": [ { "link": "/pay", "parts": [
        { "type": "image", "image": "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>" } ] } ] }
      """
    ])
    let said = try run.run("deck.json", "-o", "card.html").errorText
    for words in [
      "a picture without 'alt'", "columns of mail end at 640", "the picture is named without an address",
      "the link '/pay' leads nowhere from an e-mail",
    ] { #expect(said.contains(words), "\(said)") }
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
    #expect(again.errorText.contains("2 as they were"))
  }
}
