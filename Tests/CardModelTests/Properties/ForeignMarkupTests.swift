import Foundation
import TestSupport
import Testing

@testable import CardParts

/// Markup of other languages causes a warning at its place in the deck, and only there.
@Suite struct ForeignMarkupTests {
  @Test(arguments: [
    ("Hello {name}", "{name}", "write {{ name }} for its value"),
    ("Hello ${user.first}!", "${user.first}", "write {{ user.first }} for its value"),
    ("<b>Now</b> open", "<b>", "markdown"),
    (#"<a href="https://example.com">shop</a>"#, "<a href=", "attributedText"),
    ("One<br/>two", "<br/>", #"write \n for a new line"#),
    ("Bread &amp; butter", "&amp;", "write &"),
    ("It&#39;s", "&#39;", "write the character itself"),
    ("The **best** one", "**best**", #"a text with "markdown": true"#),
    ("Hi {firstName}, welcome", "{firstName}", "write {{ firstName }} for its value"),
    ("Hi ${who}!", "${who}", "write {{ who }}"), ("Hi %name%", "%name%", "write {{ name }}"),
    ("Dear *|FNAME|*", "*|FNAME|*", "{{ name }}"), ("Hi <%= name %>", "<%= name %>", "{{ name }}"),
    ("{% if paid %}Thanks{% endif %}", "{% if paid %}", "'if'"), ("{# later #}Hi", "{# later #}", "'if'"),
    ("See [the shop](https://example.com)", "[the shop](https://example.com)", "Markdown"),
    ("# News\nof today", "# News", "Markdown"), ("Old ~~price~~", "~~price~~", "Markdown"),
    ("<h1>News</h1>", "<h1>", "attributedText"), ("The [shop](url)", "[shop](url)", "Markdown"),
    ("* Milk\n* Bread", "* Milk", "Markdown"), ("- [x] paid", "- [x] paid", "Markdown"),
    ("```swift\nlet a\n```", "```swift", "Markdown"),
  ])
  func foreignMarkupCausesAWarning(_ text: String, _ markup: String, _ hint: String) throws {
    // An address may be wider than its line, which has a warning of its own.
    let issues = try Self.issues(of: text).filter { $0.code != .brokenWord }
    #expect(issues.count == 1, "\(issues)")
    let issue = try #require(issues.first)
    #expect(issue.code == .foreignMarkup && issue.severity == .warning)
    #expect(issue.path.text == "cards[0].parts[0].text")
    #expect(issue.message.contains(markup) && issue.hint?.contains(hint) == true, "\(issue)")
  }

  @Test(arguments: [
    "Sets {a, b} and {x}", #"{"name": {total}}"#, "GET /users/{userId}/cards", #"\frac{one}{two}"#,
    "if (ready) {start}; {stop};", "`{name}`s of {ab}", "x_{max} and e^{rate}", "# of users",
    "#1 of [3](all)",
    "50 % or 60 %", "__init__", "[1] (see below)", "array[name](index)", "~~", "a {", "a < b > c", "<3",
    "Q&A; R&D", "2 ** 3 ** 4", "use <b> for bold", "&x;",
    "{}", "- Milk\n- Bread", "* from Monday", "[x] and [ ]", "a `b` c",
    "$5 {",
  ])
  func plausibleTextCausesNoWarning(_ text: String) throws {
    #expect(try Self.issues(of: text).isEmpty)
  }

  @Test func oneWarningNamesAllKinds() throws {
    let issues = try Self.issues(
      of: "# Hello ${name}\n{% if x %}**really**{% endif %} [x](https://a.example) &amp;")
    #expect(
      issues.map(\.message) == [
        "'${name}', '{% if x %}', '&amp;', '**really**', '[x](https://a.example)' and '# Hello ${name}' are drawn literally"
      ])
    let hint = issues.first?.hint ?? ""
    #expect(hint.components(separatedBy: "Markdown").count == 2 && hint.contains("write &;"), "\(hint)")
  }

  @Test func theValueOfABindingIsData() throws {
    #expect(try Self.issues(of: "{{ html }}").isEmpty)
    #expect(try Self.issues(of: "{{ html }} and more").isEmpty)
  }

  @Test func markdownHasItsOwnMarkup() throws {
    #expect(try Self.issues(of: "The **best** &amp; more", rest: #","markdown":true"#).isEmpty)
  }

  @Test func otherTextsAreCheckedToo() throws {
    let issues = try Self.issues(
      ofPart: #"{"type":"button","buttonTitle":"Hi {name}"}"#)
    #expect(issues.map(\.code) == [.foreignMarkup])
    #expect(issues.first?.path.text == "cards[0].parts[0].buttonTitle")
  }

  private static func issues(of text: String, rest: String = "") throws -> [DeckIssue] {
    let quoted = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    return try issues(ofPart: #"{"type":"text","text":\#(quoted)\#(rest)}"#)
  }

  private static func issues(ofPart part: String) throws -> [DeckIssue] {
    let deck = try Deck(
      json: #"""
        {"canvas":{"width":300},"data":{"name":"Ada","user":{"first":"Ada"},"html":"<b>{name}</b> &amp; **x**"},
         "cards":[{"parts":[\#(part)]}]}
        """#)
    return deck.issues()
  }
}
