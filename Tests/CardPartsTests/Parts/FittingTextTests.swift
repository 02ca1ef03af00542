import CardRaster
import TestSupport
import Testing

@testable import CardModel
@testable import CardParts

/// Text that shrinks, is hyphenated or is truncated because it does not fit.
@Suite("Text that must fit") struct FittingTextTests {
  private static let words = "How we moved four million cards"

  /// A card 300 points wide without margins.
  private static func laidOut(_ part: String, theme: String = "soft", _ deck: String = "") throws -> LaidOut {
    try LaidOut(
      deck:
        #"{\#(deck)"theme":{"base":"\#(theme)","cardPartMargins":0},"canvas":{"width":300,"padding":0},"cards":[{"parts":[\#(part)]}]}"#
    )
  }

  /// The heights of the lines of a part.
  private static func lineHeights(_ part: JSONNode?) -> [Double] {
    guard case .array(let lines)? = part?["lines"]?.value else { return [] }
    return lines.map { $0["frame"]?["height"]?.number ?? 0 }
  }

  private static func texts(_ part: JSONNode?) -> [String] {
    guard case .array(let lines)? = part?["lines"]?.value else { return [] }
    return lines.compactMap { $0["text"]?.plainText }
  }

  @Test("Texts of a column shrink together until its height is enough", arguments: [false, true])
  func aColumnWithAHeight(isMarkdown: Bool) throws {
    let text =
      #"{"type":"text","font":"Bold 40","minimumScaleFactor":0.3,"markdown":\#(isMarkdown),"text":"\#(Self.words)"}"#
    let laidOut = try Self.laidOut(
      #"{"type":"stack","axis":"vertical","height":70,"arrangedSubviews":[\#(text),{"type":"text","text":"second"}]}"#
    )
    let parts = try laidOut.card()["parts"]?.element(0)?["parts"]
    let last = try #require(parts?.element(1).flatMap { try? LaidOut.frame(of: $0) })
    #expect(try last.maxY <= laidOut.frame(0).maxY + 0.5 && last.height > 15)
    #expect(laidOut.warnings == [])
    // At the largest of the scales that fit, two lines are left.
    #expect(Self.texts(parts?.element(0)).count == 2)
  }

  @Test("A text grows until a line more, a wider word or its height would be too much")
  func growing() throws {
    func lines(_ keys: String) throws -> [Double] {
      let laidOut = try Self.laidOut(
        #"{"type":"text","text":"\#(Self.words)","maximumScaleFactor":20,\#(keys)}"#)
      #expect(laidOut.warnings == [])
      return try Self.lineHeights(laidOut.card()["parts"]?.element(0))
    }
    let usual = try Self.lineHeights(
      Self.laidOut(#"{"type":"text","text":"\#(Self.words)"}"#).card()["parts"]?.element(0))
    let one = try lines(#""maxLines":1"#)
    #expect(one.count == 1 && usual.count == 1 && one[0] > usual[0])
    #expect(try lines(#""alpha":1"#) == one)
    let tall = try lines(#""height":200"#)
    #expect(tall.count > 1 && tall[0] > one[0] && tall.reduce(0, +) <= 200.2)
    let limited = try Self.lineHeights(
      Self.laidOut(#"{"type":"text","text":"\#(Self.words)","height":200,"maximumScaleFactor":1.5}"#).card()[
        "parts"]?
        .element(0))
    #expect(limited[0] < tall[0] && limited[0] > usual[0] && limited[0] <= 1.5 * usual[0] + 0.1)
  }

  @Test func codeHasLimits() throws {
    let lines = [String](repeating: "x", count: Limits.codeLines + 1).joined(separator: "\\n")
    let issues = try LaidOut.issues(
      of: #"{"canvas":{"width":100},"cards":[{"parts":[{"type":"code","code":"\#(lines)"}]}]}"#)
    #expect(issues.contains { $0.contains("the code has 2001 lines, more than the limit of 2000") })
  }

  @Test("The numbers of code are not read aloud, and tabs and line breaks of all systems are equal")
  func codeIsRead() throws {
    let part = #"{"type":"code","lineNumbers":true,"tabWidth":2,"code":"a {\r\n\tb\r}\n\n"}"#
    let laidOut = try Self.laidOut(part)
    #expect(try laidOut.lines().filter { Int($0) == nil } == ["a {", "  b", "}"])
    #expect(laidOut.warnings == [])
  }

  @Test func markdownShrinksInItsOwnHeight() throws {
    let laidOut = try Self.laidOut(
      #"{"type":"text","height":60,"minimumScaleFactor":0.3,"markdown":true,"font":"24","text":"* Head\n\n\#(Self.words)"}"#
    )
    #expect(laidOut.warnings == [])
    #expect(try Self.texts(laidOut.card()["parts"]?.element(0)).joined().contains("cards"))
  }

  @Test("In a full-screen card a text with an explicit size shrinks", arguments: ["og", "card"])
  func fullScreen(canvas: String) throws {
    let size = canvas == "og" ? #""preset":"og""# : #""width":400,"height":260"#
    let font = canvas == "og" ? 110 : 60
    let laidOut = try LaidOut(
      deck:
        #"{"canvas":{\#(size)},"layout":"fullScreen","cards":[{"parts":[{"type":"text","style":"header","font":{"size":\#(font)},"minimumScaleFactor":0.3,"text":"\#(Self.words) without anyone noticing, and what we would do differently"},{"type":"button","buttonTitle":"Read"}]}]}"#
    )
    #expect(laidOut.warnings == [])
    let card = try laidOut.frame(0)
    #expect(try laidOut.frame(1).maxY <= (canvas == "og" ? 630 : 260) && card.height > 0)
  }

  @Test("The last part of a full-screen card stays, and the tallest text is truncated")
  func theLastPartStays() throws {
    func deck(_ theme: String) -> String {
      #"{"theme":"\#(theme)","canvas":{"width":400,"height":220},"layout":"fullScreen","cards":[{"parts":[{"type":"text","font":"40","text":"\#(Self.words) without anyone noticing"},{"type":"button","buttonTitle":"Read"}]}]}"#
    }
    let soft = try LaidOut(deck: deck("soft"))
    #expect(try soft.frame(1).maxY <= 220)
    #expect(soft.deck.warnings.map(\.code) == [.cutText])
    // CardParts loses the button; the warning names the part that could be lower.
    let mint = try LaidOut(deck: deck("mint"))
    #expect(try mint.frame(1).maxY > 220)
    #expect(
      mint.warnings.contains {
        $0.contains("cards[0].parts[0] could give way: give it a 'minimumScaleFactor'")
      })
  }

  @Test(
    "Texts inside of stacks are truncated before the last part of a full-screen card is lost",
    arguments: [
      #"{"type":"stack","axis":"vertical","spacing":6,"arrangedSubviews":[$head,$long]},$button"#,
      #"{"type":"stack","axis":"vertical","spacing":6,"arrangedSubviews":[$head,{"type":"stack","spacing":9,"arrangedSubviews":[{"type":"icon","icon":"check","size":20},$long]},$button]}"#,
      #"$head,{"type":"stack","distribution":"fillEqually","spacing":9,"arrangedSubviews":[$long,{"type":"stack","axis":"vertical","arrangedSubviews":[$head,$long]}]},$button"#,
    ])
  func textsInStacks(_ parts: String) throws {
    let long = Array(repeating: Self.words, count: 6).joined(separator: " ")
    let parts = parts.replacing("$head", with: #"{"type":"text","style":"header","text":"Head"}"#)
      .replacing(
        "$long", with: #"{"type":"text","font":"24","text":"\#(long) at last"}"#
      )
      .replacing("$button", with: #"{"type":"button","buttonTitle":"Read"}"#)
    let laidOut = try LaidOut(
      deck:
        #"{"canvas":{"width":400,"height":300},"layout":"fullScreen","cards":[{"parts":[\#(parts)]}]}"#)
    #expect(laidOut.deck.warnings.allSatisfy { $0.code == .cutText } && !laidOut.warnings.isEmpty)
    let lines = laidOut.dump
    #expect(lines.contains("Head") && lines.contains("Read"))
    let button = try #require(laidOut.glyphRuns.last)
    #expect(button.origin.y < 290)
  }

  @Test func numbersOfEqualColumnsShrinkTogether() throws {
    let columns = ["€5,912,340.20", "78.2%", "113%"].map {
      #"{"type":"stack","axis":"vertical","arrangedSubviews":[{"type":"text","style":"header","text":"\#($0)"},{"type":"text","text":"of all"}]}"#
    }
    func heights(_ members: String) throws -> [Double] {
      let laidOut = try Self.laidOut(
        #"{"type":"stack",\#(members)"spacing":8,"arrangedSubviews":[\#(columns.joined(separator: ","))]}"#)
      let parts = try laidOut.card()["parts"]?.element(0)?["parts"]
      return (0..<3).flatMap { Self.lineHeights(parts?.element($0)?["parts"]?.element(0)) }
    }
    let equal = try heights(#""distribution":"fillEqually","#)
    #expect(equal.count == 3 && Set(equal).count == 1, "\(equal)")
    #expect(try heights("").count == 3)
  }

  @Test("A number never wraps", arguments: ["1234567.50", "12 345 678 €", "€1,234,567,890"])
  func numbersStayWhole(_ number: String) throws {
    let laidOut = try Self.laidOut(#"{"type":"text","font":"Bold 30","width":70,"text":"\#(number)"}"#)
    #expect(try Self.texts(laidOut.card()["parts"]?.element(0)) == [number])
    #expect(laidOut.warnings == [])
  }

  @Test("An amount in a text stays on one line, except in the themes of CardParts")
  func amounts() throws {
    func lines(_ theme: String) throws -> [String] {
      let part = #"{"type":"text","font":"Inter 16","width":112,"text":"That is up 12 % on us, 1 299 € now"}"#
      return try Self.texts(Self.laidOut(part, theme: theme).card()["parts"]?.element(0))
    }
    #expect(try lines("soft").allSatisfy { !$0.hasPrefix("%") && !$0.hasPrefix("€") && !$0.hasSuffix("1") })
    #expect(try lines("mint") != lines("soft"))
  }

  @Test("A word wider than its line is hyphenated by the locale, or broken with a warning")
  func hyphenation() throws {
    let word = "Datenschutzgrundverordnung"
    func lines(_ theme: String, _ members: String, word: String = word) throws -> ([String], [DeckIssue.Code])
    {
      let laidOut = try Self.laidOut(
        #"{"type":"text","font":"Inter 16",\#(members)"text":"\#(word)"}"#, theme: theme,
        #""locale":"de_DE","#)
      return try (Self.texts(laidOut.card()["parts"]?.element(0)), laidOut.deck.warnings.map(\.code))
    }
    let (soft, quiet) = try lines("soft", #""width":150,"#)
    #expect(soft.count == 2 && soft.joined() == word && quiet == [])
    #expect(["Datenschutzgrund", "Datenschutz", "Datenschutzgrundver"].contains(soft[0]))
    let (mint, warned) = try lines("mint", #""width":150,"#)
    #expect(mint.count == 2 && mint[0] != soft[0] && warned == [.brokenWord])
    // Addresses are not hyphenated.
    #expect(
      try lines("soft", #""width":90,"#, word: "beispiel@datenschutzgrundverordnung").1 == [.brokenWord])
    #expect(try lines("soft", #""width":90,"lineBreakMode":"charWrap","#).1 == [])
  }

  @Test("A heading shrinks to 70 % before a word is hyphenated")
  func headings() throws {
    func heading(_ width: Int) throws -> JSONNode? {
      try Self.laidOut(
        #"{"type":"text","style":"header","width":\#(width),"text":"Kundenzufriedenheit"}"#, theme: "soft",
        #""locale":"de_DE","#
      )
      .card()["parts"]?.element(0)
    }
    let whole = try heading(300)
    let small = try heading(210)
    #expect(Self.texts(small).count == 1 && Self.lineHeights(small)[0] < Self.lineHeights(whole)[0])
    let broken = try heading(120)
    #expect(Self.texts(broken).count > 1 && Self.lineHeights(broken)[0] == Self.lineHeights(whole)[0])
  }

  @Test("Titles beside a number break at spaces, and only words wider than their line are hyphenated")
  func titlesBesideNumbers() throws {
    func lines(_ title: String) throws -> [String] {
      let row =
        #"{"type":"titleDescription","leftTitleText":"\#(title)","leftDescriptionText":"Individually prepared every morning","rightTitleText":"€ 1,240,904.90"}"#
      return try Self.texts(Self.laidOut(row, #""locale":"en_US","#).card()["parts"]?.element(0))
    }
    func words(_ lines: [String]) -> Set<Substring> { Set(lines.flatMap { $0.split(separator: " ") }) }
    let title = "Mediterranean vegetable lasagne with sourdough"
    #expect(try words(lines(title)).isSuperset(of: title.split(separator: " ")))
    let long = try words(lines("An unforgettable Internationalizationrequirement"))
    #expect(long.isSuperset(of: ["An", "unforgettable"]))
    #expect(!long.contains("Internationalizationrequirement"))
  }

  @Test(
    "A long value of a key wraps at its size, and an amount keeps to one line",
    arguments: [
      ("Musterstraße 123, 3rd floor, 10115 Berlin, Germany, behind the old brickworks", true),
      ("2841-0093-1120-9981-0012-3312-8899-1234", true), ("4471 9920 31 4471 9920 31 4471 9920", true),
      ("€ 1,240,904.90", false),
    ])
  func values(value: String, wraps: Bool) throws {
    for row in [
      #"{"type":"titleDescription","leftTitleText":"Delivery address","rightTitleText":"\#(value)"}"#,
      #"{"type":"table","columns":[{},{}],"rows":[["Delivery address","\#(value)"]]}"#,
    ] {
      let laidOut = try Self.laidOut(row)
      let runs = laidOut.glyphRuns.filter { value.contains($0.text) && !$0.text.isEmpty }
      #expect(laidOut.warnings == [])
      #expect(wraps ? runs.count > 1 : runs.count == 1)
      #expect(runs.allSatisfy { $0.font.size > 11 })
    }
  }

  @Test(
    "A key and the first line of its value share a baseline, and a title beside a number has all its lines")
  func firstLines() throws {
    for row in [
      #"{"type":"titleDescription","leftTitleText":"Address","rightTitleText":"Musterstraße 123, 3rd floor, 10115 Berlin, behind the brickworks"}"#,
      #"{"type":"titleDescription","leftTitleText":"Trail jacket with a hood, a storm flap and four pockets, in the colour of wet slate and moss","rightTitleText":"€1,240.00"}"#,
    ] {
      let laidOut = try Self.laidOut(row)
      let baselines = laidOut.glyphRuns.map(\.origin.y)
      #expect(laidOut.warnings == [] && Set(baselines).count > 2)
      #expect(baselines.count { $0 == baselines.min() } == 2, "\(baselines)")
    }
  }

  @Test("A button with a colour keeps a distance from a text above it in a column, but not with margins")
  func buttonsInColumns() throws {
    func gap(_ style: String, _ keys: String = "", theme: String = "soft") throws -> Double {
      let laidOut = try LaidOut(
        deck:
          #"{"theme":"\#(theme)","cards":[{"parts":[{"type":"stack","axis":"vertical","spacing":2,"arrangedSubviews":[{"type":"text","text":"Bring a friend"},{"type":"button","style":"\#(style)","buttonTitle":"Reserve"\#(keys)}]}]}]}"#
      )
      return try laidOut.frame(0, 1).minY - laidOut.frame(0, 0).maxY
    }
    #expect(try isNear(gap("filled"), 12) && isNear(gap("outlined"), 12))
    #expect(try isNear(gap("plain"), 2) && isNear(gap("filled", #","margins":0"#), 2))
    #expect(try isNear(gap("filled", theme: "mint"), 2))
  }

  @Test("Centred texts have lines of about one length")
  func centredLines() throws {
    func widths(_ keys: String) throws -> [Double] {
      let laidOut = try LaidOut(
        deck:
          #"{"canvas":{"width":375},"cards":[{"parts":[{"type":"text","textAlignment":"center","text":"You receive this letter because you signed up at our shop. Unsubscribe at any time, with one tap."\#(keys)}]}]}"#
      )
      return try (0..<2).map { try laidOut.line($0).width }
    }
    let (even, standard) = try (widths(""), widths(#","lineBreakStrategy":"standard""#))
    #expect(abs(even[0] - even[1]) < abs(standard[0] - standard[1]))
    #expect(abs(even[0] - even[1]) < 60, "\(even)")
  }

  @Test("A heading on a picture for sharing shrinks a little for lines of similar lengths")
  func evenHeadings() throws {
    let laidOut = try LaidOut(
      deck:
        #"{"canvas":{"preset":"square"},"theme":"editorial","layout":"fullScreen","cards":[{"parts":[{"type":"text","style":"header","text":"We stopped measuring hours and started measuring what people remembered."}]}]}"#
    )
    let lines = try laidOut.lines()
    #expect(!lines.contains("people"), "\(lines)")
    let text =
      #",{"type":"text","text":"Five bands, one stage, and the best fish rolls between Ostend and Esbjerg."}"#
    let short = try LaidOut(
      deck:
        #"{"canvas":{"preset":"story"},"theme":"editorial","layout":"fullScreen","cards":[{"parts":[{"type":"text","style":"header","text":"Rock & Roll on the Lighthouse Lawn"}\#(String(repeating: text, count: 4))]}]}"#
    ).lines()
    #expect(!short.contains("Lawn"), "the last line of a heading is not much shorter: \(short)")
  }

  @Test("A long word of one column does not break the words of another")
  func columns() throws {
    let laidOut = try Self.laidOut(
      #"{"type":"table","columns":[{},{}],"rows":[["Working hours","maria.gonzalez-fernandez.de.la.cruz@logistics.example.com"]]}"#
    )
    #expect(laidOut.glyphRuns.map(\.text).prefix(2) == ["Working ", "hours"])
  }

  /// The frames of the buttons in a row.
  private static func buttons(_ titles: [String], _ keys: String = "", theme: String = "soft") throws
    -> [Rect]
  {
    let buttons = titles.map { #"{"type":"button","style":"filled","buttonTitle":"\#($0)"}"# }
    let laidOut = try laidOut(
      #"{"type":"stack",\#(keys)"arrangedSubviews":[\#(buttons.joined(separator: ","))]}"#, theme: theme)
    #expect(theme == "turbo" || laidOut.warnings == [])
    return try titles.indices.map { try laidOut.frame(0, $0) }
  }

  @Test("Buttons in a row have one width, or are below each other if a title does not fit")
  func rowsOfButtons() throws {
    let row = try Self.buttons(["Yes", "Remind me"])
    #expect(isNear(row[0].width, row[1].width) && isNear(row[1].maxX, 300))
    #expect(isNear(row[0].minY, row[1].minY) && row[1].minX - row[0].maxX >= 8)
    for keys in ["", #""distribution":"fillEqually","#, #""distribution":"equalSpacing","#] {
      let column = try Self.buttons(["Add to my calendar", "Book an appointment"], keys)
      #expect(isNear(column[0].width, 300) && isNear(column[1].width, 300))
      #expect(column[1].minY - column[0].maxY >= 8)
    }
    let widths = try Self.buttons(["Yes", "Remind me"], theme: "turbo")
    #expect(widths[0].width < widths[1].width)
  }

  @Test("A button beside a text or a field keeps its size, and the other part takes the space")
  func buttonsBesideTexts() throws {
    func frames(_ part: String, theme: String = "soft") throws -> (part: Rect, button: Rect) {
      let laidOut = try Self.laidOut(
        #"{"type":"stack","spacing":12,"arrangedSubviews":[\#(part),{"type":"button","style":"filled","buttonTitle":"Get"}]}"#,
        theme: theme)
      return (try laidOut.frame(0, 0), try laidOut.frame(0, 1))
    }
    let natural = try frames(#"{"type":"spacer"}"#).button
    let long = "Mara Lind wants to follow you on the trail around the lake, and back again before the evening"
    for part in [
      #""text","text":"Short""#, #""textField","placeholder":"E-mail""#, #""text","text":"\#(long)""#,
      #""stack","axis":"vertical","arrangedSubviews":[{"type":"text","text":"Short"}]"#,
    ] {
      let row = try frames(#"{"type":\#(part)}"#)
      #expect(isNear(row.button.maxX, 300) && isNear(row.part.maxX, row.button.minX - 12), "\(part)")
      #expect(isNear(row.button.width, natural.width), "\(part)")
    }
    let high = try frames(#"{"type":"text","text":"\#(long)"}"#)
    #expect(high.part.height > 1.5 * natural.height)
    #expect(isNear(high.button.height, natural.height) && isNear(high.button.midY, high.part.midY))
    let icon = try frames(#"{"type":"icon","icon":"heart","size":20}"#).button
    #expect(isNear(icon.maxX, 300) && icon.width > 200, "nothing else takes the space")
    let classic = try frames(#"{"type":"text","text":"Short"}"#, theme: "turbo").button
    #expect(isNear(classic.maxX, 300) && classic.width > 200)
  }

  @Test(
    "A switch or an amount at the end of a row is at its edge",
    arguments: [
      #""switch","isOn":true"#, #""text","text":"€12.80""#, #""text","style":"header","text":"92 %""#,
    ])
  func valuesBesideTexts(value: String) throws {
    func row(_ part: String, theme: String = "soft") throws -> (part: Rect, value: Rect) {
      let laidOut = try Self.laidOut(
        #"{"type":"stack","spacing":12,"arrangedSubviews":[{"type":\#(part)},{"type":\#(value)}]}"#,
        theme: theme)
      return (try laidOut.frame(0, 0), try laidOut.frame(0, 1))
    }
    for part in [
      #""text","text":"Rye""#,
      #""stack","axis":"vertical","arrangedSubviews":[{"type":"text","text":"Rye"}]"#,
      #""text","text":"Olive oil from the hills above the harbour, one litre, cold pressed and unfiltered""#,
    ] {
      let row = try row(part)
      #expect(isNear(row.value.maxX, 300) && isNear(row.part.maxX, row.value.minX - 12), "\(part)")
      #expect(row.value.width < 100, "\(part)")
    }
    #expect(try row(#""text","text":"Rye""#, theme: "turbo").part.width < 40)
  }

  @Test("A short text beside a column of texts is at the edge of the row")
  func textsBesideColumns() throws {
    let column =
      #"{"type":"stack","axis":"vertical","arrangedSubviews":[{"type":"text","text":"Ada"},{"type":"text","text":"Hello"}]}"#
    func last(_ first: String, theme: String = "soft") throws -> Rect {
      try Self.laidOut(
        #"{"type":"stack","spacing":12,"arrangedSubviews":[\#(first),{"type":"text","text":"Yesterday"}]}"#,
        theme: theme
      ).frame(0, 1)
    }
    let right = try last(column)
    #expect(isNear(right.maxX, 300) && right.width < 100)
    let line = try Self.laidOut(
      #"{"type":"stack","alignment":"firstBaseline","spacing":4,"arrangedSubviews":[{"type":"text","text":"from"},{"type":"text","text":"€12"}]}"#
    )
    #expect(isNear(try line.frame(0, 1).minX, try line.frame(0, 0).maxX + 4), "one line of text")
    #expect(try line.frame(0, 0).width < 60)
    for frame in [try last(#"{"type":"text","text":"Ada"}"#), try last(column, theme: "turbo")] {
      #expect(isNear(frame.maxX, 300) && frame.width > 200)
    }
  }

  @Test(
    "Large numbers beside each other keep a distance", arguments: ["fill", "fillEqually", "equalSpacing"])
  func numbersApart(distribution: String) throws {
    for preset in ["og", "square", "story"] {
      let numbers = ["€125.91M", "1,278,212", "312,400"].map {
        #"{"type":"stack","axis":"vertical","arrangedSubviews":[{"type":"text","style":"header","text":"\#($0)"}]}"#
      }
      let laidOut = try LaidOut(
        deck:
          #"{"theme":"soft","canvas":{"preset":"\#(preset)"},"layout":"fullScreen","cards":[{"parts":[{"type":"stack","spacing":8,"distribution":"\#(distribution)","arrangedSubviews":[\#(numbers.joined(separator: ","))]}]}]}"#
      )
      let runs = laidOut.glyphRuns
      #expect(runs.count == 3 && laidOut.warnings == [])
      for (left, right) in zip(runs, runs.dropFirst()) {
        #expect(right.origin.x - left.origin.x - left.width >= 0.58 * max(left.font.size, right.font.size))
        #expect(left.font.size == right.font.size)
      }
    }
  }

  @Test("A measure in large type shrinks instead of wrapping, together with its neighbours")
  func measures() throws {
    let numbers = ["12 km", "5:42", "640 kcal"].map { #"{"type":"text","style":"header","text":"\#($0)"}"# }
    let runs = try Self.laidOut(
      #"{"type":"stack","spacing":6,"arrangedSubviews":[\#(numbers.joined(separator: ","))]}"#
    ).glyphRuns
    #expect(runs.map(\.text) == ["12 km", "5:42", "640 kcal"])
    #expect(Set(runs.map(\.font.size)).count == 1)
  }

  @Test("Compounds stay whole in styles of a deck that are based on those of headings")
  func ownHeadings() throws {
    func lines(_ base: String) throws -> [String] {
      let deck =
        #"{"theme":{"base":"soft","cardPartMargins":0,"textStyles":{"own":{"base":"\#(base)","font":{"size":16}}}},"canvas":{"width":130,"padding":0},"cards":[{"parts":[{"type":"text","style":"own","text":"Der neue Q3-Report ist da"}]}]}"#
      return try LaidOut(deck: deck).lines().map(\.trimmingSpaces)
    }
    func keepsIt(_ lines: [String]) -> Bool { lines.contains { $0.contains("Q3-Report") } }
    #expect(try keepsIt(lines("header")) && !keepsIt(lines("normal")))
  }

  @Test("Headings are nearer to the text below than to the text above, unless the deck sets their margins")
  func headingsNearTheirTexts() throws {
    func gaps(_ keys: String, theme: String = "soft") throws -> [Double] {
      let laidOut = try LaidOut(
        parts:
          #"{"type":"text","text":"a","style":"header"},{"type":"text","text":"a"},{"type":"text","text":"b","style":"title"\#(keys)},{"type":"text","text":"c"}"#,
        theme: theme)
      return try (1..<4).map { (index) throws in try laidOut.frame(index).minY - laidOut.frame(index - 1).maxY
      }
    }
    let soft = try gaps("")
    #expect(isNear(soft[0], 12) && isNear(soft[1], 18) && isNear(soft[2], 8))
    #expect(try gaps(#","margins":5"#)[1] == 11)
    #expect(Set(try gaps("", theme: "turbo")).count == 1)
    // The first line of a card, such as a date, belongs to the heading below.
    let image = #"{"type":"image","image":"icon:home","height":20}"#
    let dated = try LaidOut(
      parts: #"\#(image),{"type":"text","text":"a"},{"type":"text","text":"b","style":"header"}"#,
      theme: "soft")
    #expect(isNear(try dated.frame(2).minY - dated.frame(1).maxY, 12))
  }

  @Test("Figures and panels have more space above them than texts, but not below a heading or in old themes")
  func figuresStandApart() throws {
    func gap(_ above: String, _ below: String, theme: String = "soft") throws -> Double {
      let laidOut = try LaidOut(parts: #"\#(above),\#(below)"#, theme: theme)
      return try laidOut.frame(1).minY - laidOut.frame(0).maxY
    }
    let text = #"{"type":"text","text":"a"}"#
    let avatars = #"{"type":"avatars","avatars":[{"name":"Ann Lee"}]}"#
    let column = #"{"type":"stack","axis":"vertical","arrangedSubviews":[\#(text),\#(text)]"#
    let row = #"{"type":"stack","arrangedSubviews":[\#(column)},\#(column)}]}"#
    let panel = column + #","backgroundColor":"accentTintColor"}"#
    let usual = try gap(text, text)
    #expect(isNear(usual, 12))
    for figure in [avatars, row, panel] { #expect(try isNear(gap(text, figure), 1.75 * usual)) }
    #expect(try isNear(gap(panel, text), 1.75 * usual))
    #expect(try isNear(gap(panel, panel), usual))
    #expect(try isNear(gap(row, row), usual))
    #expect(try isNear(gap(column + "}", text), usual))
    #expect(try isNear(gap(#"{"type":"text","style":"header","text":"a"}"#, row), usual))
    #expect(try gap(text, avatars, theme: "turbo") == gap(text, text, theme: "turbo"))
  }

  @Test("A header of a large canvas has at least 0.35 of its size below it")
  func largeHeaders() throws {
    let laidOut = try LaidOut(
      deck:
        #"{"theme":"editorial","canvas":{"preset":"square"},"layout":"fullScreen","cards":[{"parts":[{"type":"text","style":"header","text":"Ab"},{"type":"text","text":"b"}]}]}"#
    )
    let size = try #require(laidOut.glyphRuns.first?.font.size)
    #expect(try laidOut.frame(1).minY - laidOut.frame(0).maxY >= 0.35 * size - 0.5)
  }

  @Test("A full-screen card with too much content shrinks its headings first, then parts with a height too")
  func smallerHeadings() throws {
    func sizes(_ parts: String) throws -> (header: Double, body: Double, warnings: [String]) {
      let laidOut = try LaidOut(
        deck:
          #"{"theme":"soft","canvas":{"preset":"og"},"layout":"fullScreen","cards":[{"parts":[{"type":"text","style":"header","text":"How we moved four million cards in one weekend without a single lost night"},\#(parts),{"type":"text","text":"body"},{"type":"button","buttonTitle":"Go"}]}]}"#
      )
      let runs = laidOut.glyphRuns
      let body = try #require(runs.first { $0.text == "body" })
      return (runs[0].font.size, body.font.size, laidOut.warnings)
    }
    let usual = try sizes(#"{"type":"spacer","height":10}"#)
    let full = try sizes(#"{"type":"spacer","height":130}"#)
    #expect(full.body == usual.body && full.header < usual.header * 0.8)
    let over = try sizes(#"{"type":"spacer","height":380}"#)
    #expect(over.warnings == [] && over.body < usual.body && over.body > usual.body * 0.6)
  }

  @Test("Tokens of code with Arabic or Hebrew letters keep the order of the code")
  func codeWithArabic() throws {
    for part in [
      #"{"type":"code","language":"python","code":"a = \"مرحبا\" + \"שלום\""}"#,
      #"{"type":"text","markdown":true,"text":"```python\na = \"مرحبا\" + \"שלום\"\n```"}"#,
    ] {
      let runs = try Self.laidOut(part, #""direction":"rtl","#).glyphRuns.sorted { $0.origin.x < $1.origin.x }
      let places = ["a", "مرحبا", "+", "שלום"].map { word in runs.firstIndex { $0.text.contains(word) } }
      #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted() && !places.contains(nil))
    }
  }

}
