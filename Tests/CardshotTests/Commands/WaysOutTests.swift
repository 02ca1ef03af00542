import Foundation
import TestSupport
import Testing

/// Common errors of new users, and the solutions that the messages suggest.
@Suite struct WaysOutTests {
  private func said(_ deck: String, _ words: String...) throws -> (status: Int32, text: String) {
    let run = try RunFolder(["deck.json": deck, "pots.jpg": ""])
    let result = try BuiltProgram.run(words.isEmpty ? ["deck.json", "-o", "a.png"] : words, folder: run.path)
    return (result.status, result.errorText)
  }

  @Test(arguments: [
    (#"{"type":"label","text":"x"}"#, "unknown part type 'label'", "did you mean 'text'?"),
    (#"{"type":"divider"}"#, "unknown part type 'divider'", "did you mean 'separator'?"),
    (#"{"type":"text","text":"x","color":"red"}"#, "unknown key 'color'", "did you mean 'textColor'?"),
    (#"{"type":"text","text":"x","fontSize":9}"#, "unknown key 'fontSize'", "did you mean 'font'?"),
    (#"{"type":"image","src":"pots.jpg"}"#, "unknown key 'src'", "did you mean 'image'?"),
    (#"{"type":"image","image":"Pots.JPG"}"#, "no such file", "did you mean 'pots.jpg'?"),
    (#"{"type":"text","text":"x","alpha":"0.5"}"#, "expected a number", "remove the quotes: 0.5"),
    (#"{"type":"bar","percent":85}"#, "percent 85 is outside", "did you mean 0.85?"),
    (
      #"{"type":"text","text":"x","font":"Helvetica 12"}"#, "no font family 'Helvetica'",
      "'cardshot list fonts'"
    ),
    (
      #"{"type":"text","text":"x","link":"www.example.com"}"#, "relative to the web page",
      "https://www.example.com"
    ),
    (
      #"{"type":"stack","direction":"vertical","arrangedSubviews":[]}"#, "unknown value 'vertical'",
      "the 'axis' of a stack"
    ),
    (
      #"{"type":"text","text":"{{ '2026-11-21' | date(\"DD.MM.YYYY\") }}"}"#, "unknown field 'DD'",
      "did you mean 'dd.MM.yyyy'?"
    ),
    (
      #"{"type":"chart","mark":"line","data":{"d":["16.11.2026","17.11.2026"],"v":[1,2]},"x":"d","y":"v"}"#,
      "the dates, such as '16.11.2026', are treated as names", "write 2026-11-16"
    ),
    (
      #"{"type":"table","columns":["A"],"rows":[["a"]]}"#, "expected a column, found 'A'",
      #"write { "title": "A" }"#
    ),
    (#"{"type":"bar","percent":"50%"}"#, "expected a number, found '50%'", "a percentage is a fraction: 0.5"),
    (
      #"{"type":"text","text":"{{ 1.5 | round }}"}"#, "unknown formatter 'round'", "did you mean 'number(0)'?"
    ),
    (#"{"type":"text","text":"{{ 1 ? 2 : 3 }}"}"#, "in a binding", "choices are 'a if b else c'"),
    (
      #"{"type":"titleDescription","leftTitleText":"a\nb\nc\nd"}"#, "does not fit and was cut",
      "use a part 'text' for several lines"
    ),
  ]) func errorsInAPartNameTheSolution(part: String, mistake: String, way: String) throws {
    let text = try said(#"{"canvas":{"width":120},"cards":[{"parts":[\#(part)]}]}"#).text
    #expect(text.contains(mistake) && text.contains(way), "\(text)")
  }

  @Test func errorsInACardNameTheSolution() throws {
    let text = try said(#"{"cards":[{"type":"text","text":"hi"}]}"#).text
    #expect(text.contains(#"a card has a list of parts: { "parts": [{ "type": "text", … }] }"#), "\(text)")
    let part = #""parts":[{"type":"text","text":"hi"}]"#
    let span = try said(#"{"layout":"grid","cards":[{"colSpan":2,\#(part)}]}"#).text
    #expect(span.contains("unknown key 'colSpan' of a card at cards[0]; did you mean 'columnSpan'?"))
    let brand = try said(#"{"brand":{"primaryColor":"red"},"cards":[{\#(part)}]}"#).text
    #expect(brand.contains("unknown key 'primaryColor' of brand at brand; did you mean 'accent'?"))
  }

  @Test func aCardWithoutPartsCausesAWarning() throws {
    #expect(
      try said(#"{"cards":[{"parts":[]}]}"#).text.contains(
        "the card has no parts and no 'height' at cards[0]"))
    let fine = [
      #"{"cards":[{"height":20,"parts":[]}]}"#,
      #"{"layout":"fullScreen","canvas":{"height":90},"cards":[{"parts":[]}]}"#,
      #"{"cards":[{"parts":[{"type":"text","text":"a","if":false}]}]}"#,
    ]
    for deck in fine { #expect(try !said(deck).text.contains("no parts"), "\(deck)") }
  }

  private static let good =
    #"{"cards":[{"id":"a","parts":[{"type":"text","text":"hi"}]},{"id":"b","parts":[]}]}"#

  @Test(
    arguments: [
      (["rendr", "deck.json"], 64, "Unknown command 'rendr': did you mean 'render'?"),
      (["validate", "deck.json"], 64, "Unknown command 'validate': did you mean 'inspect'?"),
      (["publish", "deck.json"], 64, "Unknown command 'publish'"),
      (["text"], 64, "Unknown command 'text': did you mean 'list parts text'?"),
      (["show", "pillLabel"], 64, "did you mean 'list parts pillLabel'?"),
      (["show", "deck.json"], 64, "did you mean 'list'?"), (["icons"], 64, "did you mean 'list icons'?"),
      (["list", "shadow"], 64, "did you mean 'cardshot list traits shadow'?"),
      (["list", "parts", "badge"], 64, "Unknown part 'badge': did you mean 'pillLabel'?"),
      (["list", "fonts", "Zzzzz"], 64, "Unknown font 'Zzzzz'; 'cardshot list fonts' prints all."),
      (["deck.json", "--out", "a.png"], 64, "did you mean '--output'?"),
      (["deck.json", "--page", "1", "-o", "a.png"], 64, "-o 'out-{page}.png' writes every page of a report"),
      (["Deck.json", "-o", "a.png"], 2, "no such file; did you mean 'deck.json'?"),
      (["./deck.jsn", "-o", "a.png"], 2, "did you mean 'deck.json'?"),
      (["inspect", "other.json"], 2, "cannot access 'other.json': no such file\n"),
      (["deck.json", "-o", "out/"], 64, "'out/' is a folder: name a file in it, such as out/out.png."),
      (["deck.json", "-o", "a.png", "--card", "zzzzz"], 2, "the cards are 'a', 'b'"),
      (["deck.json", "-o", "a.png", "--scale", "1", "--scale", "2"], 64, "--scale is given twice"),
    ] as [([String], Int32, String)])
  func errorsInACommandLineNameTheSolution(words: [String], status: Int32, way: String) throws {
    let run = try RunFolder(["deck.json": Self.good])
    let result = try BuiltProgram.run(words, folder: run.path)
    #expect(result.status == status && result.errorText.contains(way), "\(result.errorText)")
  }
}
