import CardRaster
import Testing

@Suite("Line breaks")
struct LineBreakTests {
  /// The lines of a text in a width, without the spaces at their ends.
  func lines(_ text: String, width: Double, _ change: (inout ParagraphStyle) -> Void = { _ in }) throws
    -> [String]
  {
    var style = ParagraphStyle()
    change(&style)
    return try TextSamples.library().shape([TextSamples.span(text)], style, width: width).lines.map {
      TextSamples.trimmed($0.text)
    }
  }

  @Test(
    "ASCII text breaks at the same places as in a browser",
    arguments: [
      ("and/or", 40.0, 0), ("A/B", 15, 0), ("https://example.com/a", 150, 0), ("12/03/2026", 60, 0),
      ("$1,249.99/month", 90, 0),
      ("well-known", 60, 5), ("a-1", 18, 2), ("(-5)", 20, 0), ("what?yes", 60, 5), ("end.(next)", 50, 4),
    ])
  func ascii(text: String, width: Double, place: Int) throws {
    // After a word that fills the first line, an unbreakable word is complete on the next line.
    let broken = try lines("x \(text)", width: width)
    let expected = place == 0 ? [text] : [String(text.prefix(place)), String(text.dropFirst(place))]
    let whole = try lines("x \(text)", width: 1000)
    #expect(whole == ["x \(text)"])
    if place == 0 {
      #expect(try lines("xxxxxxxx \(text)", width: 160 + width).joined(separator: " ") == "xxxxxxxx \(text)")
      #expect(try !lines("\(text) \(text)", width: width * 2 + 20).contains { $0.count < text.count })
    } else {
      #expect(broken.last == expected.last)
    }
  }

  @Test(
    "Amounts, names with titles and compounds of headings stay whole in lines that are wide enough",
    arguments: [
      ("Der neue Q3-Report ist da", "Q3-Report"), ("Alle E-Mail-Adressen im Blick", "E-Mail-Adressen"),
      ("Rundweg von 12 km Länge", "12 km"), ("Rabatt von 5 % auf alles", "5 %"),
      ("Jetzt nur € 5 pro Monat", "€ 5"), ("Noch CHF 1 200 im Juni", "CHF 1 200"),
      ("Temperaturen um 30 °C erwartet", "30 °C"), ("Umsatz von 3,5 Mio. € im Mai", "3,5 Mio."),
      ("Our winter sale ends 3 December", "3 December"), ("Doors open on Dec 3 at eight", "Dec 3"),
      ("Wir sehen uns am 24. Dezember wieder", "24. Dezember"),
      ("Ein Gespräch mit Dr. Koch", "Dr. Koch"), ("Talk with Prof. Dr. Meyer today", "Prof. Dr. Meyer"),
      ("Ein Abend mit Rock & Roll im Park", "Rock & Roll"), ("Questions and Q & A for all", "Q & A"),
      ("Novels by J. K. Rowling here", "J. K. Rowling"), ("Das ist Frau Sommer aus Ulm", "Frau Sommer"),
      ("旅行の予算は10万円までです", "10万円"), ("会議は3時間かかりました", "3時間"), ("第12回の大会が始まる", "第12回"),
      ("从北京到上海约1200公里路", "1200公里"), ("올해 매출은 120억원입니다", "120억원"),
    ])
  func together(text: String, piece: String) throws {
    func natural(_ text: String) throws -> Double {
      try TextSamples.library().shape([TextSamples.span(text)], ParagraphStyle()).naturalWidth
    }
    let (least, whole) = (try natural(piece), try natural(text))
    #expect(try !lines(text, width: least + 1).isEmpty)
    for width in stride(from: least + 1, to: whole, by: 2) {
      for strategy in ParagraphStyle.LineBreakStrategy.allCases {
        let lines = try lines(text, width: width) {
          ($0.keepsAmounts, $0.isHeading, $0.lineBreakStrategy) = (true, true, strategy)
        }
        #expect(lines.contains { $0.contains(piece) }, "\(lines)")
      }
    }
    // In a narrower line they break where the text can.
    let narrow = try lines(text, width: least - 2) { ($0.keepsAmounts, $0.isHeading) = (true, true) }
    #expect(!narrow.contains { $0.contains(piece) })
  }

  @Test("Compounds of running text break at their hyphens, and an amount breaks before a text is cut")
  func apart() throws {
    #expect(try lines("mit Q3-Report", width: 80) { $0.keepsAmounts = true } == ["mit Q3-", "Report"])
    let (text, width) = ("Rundweg 12 km", 95.0)
    #expect(try lines(text, width: width) { $0.keepsAmounts = true }.count == 2)
    let cut = try TextSamples.library().shape(
      [TextSamples.span("aaaa 12 km mm")],
      changing(ParagraphStyle()) { ($0.keepsAmounts, $0.maxLines) = (true, 2) }, width: 70)
    #expect(!cut.isTruncated)
  }

  @Test("An address that is wider than a line breaks at its signs")
  func addresses() throws {
    let lines = try lines("fernandez@logistics.example.com", width: 150) { $0.keepsAmounts = true }
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("@") || $0.hasPrefix(".") }, "\(lines)")
  }

  @Test("Closing punctuation and small kana do not start a line")
  func kinsoku() throws {
    let text = "「きょうは、ちょっとだけショッピングセンターへ行った。」と、彼女（りょうこ）が言った！"
    for width in stride(from: 72.0, to: 300, by: 4) {
      for line in try lines(text, width: width, { $0.keepsAmounts = true }).dropFirst() {
        #expect(line.first.map { !"、。」）！ゃゅょっャュョッー".contains($0) } ?? false, "\(line)")
      }
    }
  }

  @Test("A line may break at any space, also before punctuation")
  func spaces() throws {
    let natural = try TextSamples.library().shape([TextSamples.span("« Bonjour »")], ParagraphStyle())
      .naturalWidth
    #expect(try lines("« Bonjour »", width: natural - 2) == ["« Bonjour", "»"])
  }

  @Test("Text with letter spacing fits exactly its measured width")
  func tracked() throws {
    let library = try TextSamples.library()
    let span = TextSamples.span("SWIFTLY CONF 26", size: 13, weight: 700, letterSpacing: 1.2)
    let free = try library.shape([span], ParagraphStyle())
    let held = try library.shape([span], ParagraphStyle(), width: free.naturalWidth)
    #expect(held.lines.count == 1)
    #expect(held == free)
  }

  @Test("Numbers between right-to-left words stay on their side in every line")
  func directions() throws {
    let text = try TextSamples.library().shape(
      [TextSamples.span("abc שלום עולם 123 שלום def")], ParagraphStyle(), width: 90)
    #expect(text.lines.map { TextSamples.trimmed($0.text) } == ["abc שלום", "עולם 123", "שלום def"])
    // The number is to the left of the preceding word.
    let number = try #require(text.lines[1].runs.first { $0.text.contains("123") })
    let word = try #require(text.lines[1].runs.first { $0.text.contains("עולם") })
    #expect(number.origin.x < word.origin.x)
  }

  @Test("Balanced lines have similar lengths, and there are no more of them than needed")
  func balanced() throws {
    let heading = "A weekly report of all that was sold in our shops"
    let plain = try lines(heading, width: 300)
    let balanced = try lines(heading, width: 300) { $0.lineBreakStrategy = .balanced }
    #expect(plain.count == 2)
    #expect(balanced.count == 2)
    #expect(plain != balanced)
    #expect(abs(balanced[0].count - balanced[1].count) < 8)
  }

  @Test("Lines of a heading have similar lengths in front of and behind a pause")
  func linesAroundAPause() throws {
    let longest = try TextSamples.library().shape(
      [TextSamples.span("lessons from 14 markets")], ParagraphStyle())
    let found = try lines(
      "Designing for low bandwidth: lessons from 14 markets", width: longest.naturalWidth + 1
    ) {
      $0.lineBreakStrategy = .balanced
      ($0.isHeading, $0.avoidsLoneWords) = (true, true)
    }
    #expect(found == ["Designing for", "low bandwidth:", "lessons from 14 markets"])
  }

  @Test("No line starts with a sign between words", arguments: ["-", "–", "—", "·", "•", "×", "&"])
  func signsBetweenWords(sign: String) throws {
    for width in stride(from: 140.0, to: 300, by: 5) {
      let found = try lines("Professional \(sign) Services 27 \(sign) London", width: width) {
        $0.keepsAmounts = true
      }
      #expect(found.allSatisfy { !$0.hasPrefix(sign) }, "\(found)")
    }
  }

  @Test(
    "A heading breaks at a pause if this needs no more lines",
    arguments: [
      ("Launch week: everything we shipped", ["Launch week:", "everything we shipped"]),
      ("Faster builds, smaller pictures", ["Faster builds,", "smaller pictures"]),
      ("Berlin vs. Hamburg and the others", ["Berlin vs. Hamburg", "and the others"]),
      ("Note: everything that we shipped", ["Note: everything", "that we shipped"]),
    ]) func pauses(heading: String, expected: [String]) throws
  {
    let found = try lines(heading, width: 180) {
      $0.lineBreakStrategy = .balanced
      ($0.isHeading, $0.avoidsLoneWords, $0.keepsAmounts) = (true, true, true)
    }
    #expect(found == expected)
  }

  @Test("With the pretty strategy the last line has more than one word")
  func pretty() throws {
    let text = "We sent your order this morning and it should reach you tomorrow"
    let width = try #require(
      stride(from: 180.0, to: 420, by: 4).first { width in
        (try? lines(text, width: width).last?.contains(" ")) == false
      })
    #expect(try lines(text, width: width).last == "tomorrow")
    let pretty = try lines(text, width: width) { $0.lineBreakStrategy = .pretty }
    #expect(pretty.last?.contains(" ") == true)
    #expect(pretty.joined(separator: " ") == text)
  }

  @Test("No line starts with an ampersand")
  func ampersands() throws {
    let text = "Sourdough bread & fine pastries & homemade marmalade & strawberry preserves"
    for width in stride(from: 160.0, to: 600, by: 4) {
      for strategy in ParagraphStyle.LineBreakStrategy.allCases {
        let lines = try lines(text, width: width) {
          ($0.keepsAmounts, $0.lineBreakStrategy) = (true, strategy)
        }
        #expect(!lines.contains { $0.hasPrefix("&") }, "\(lines)")
      }
    }
  }

  @Test("Balanced and pretty lines do not end at the hyphen of a compound that fits into the next line")
  func hyphensOfCompounds() throws {
    let text = "Plant the frost-proof bulbs before November and keep them well-watered in a half-shaded place"
    let widths = stride(from: 180.0, to: 420, by: 4)
    #expect(try widths.contains { try lines(text, width: $0).contains { $0.hasSuffix("-") } })
    for width in widths {
      for strategy in [ParagraphStyle.LineBreakStrategy.balanced, .pretty] {
        let lines = try lines(text, width: width) {
          ($0.keepsAmounts, $0.lineBreakStrategy) = (true, strategy)
        }
        #expect(!lines.contains { $0.hasSuffix("-") }, "\(strategy) \(width) \(lines)")
      }
    }
  }

  @Test("A line of running text ends inside a compound only if it would be short otherwise")
  func compounds() throws {
    let text =
      "Wrote the route-note editor and its first forty-two tests, and a follow-up on the well-known ones"
    var broken = 0
    for width in stride(from: 100.0, to: 420, by: 4) {
      for line in try lines(text, width: width, { $0.keepsAmounts = true }) where line.hasSuffix("-") {
        broken += 1
        let rest = line.split(separator: " ").dropLast().joined(separator: " ")
        let length = try TextSamples.library().shape([TextSamples.span(rest)], ParagraphStyle()).naturalWidth
        #expect(length < 0.7 * width, "\(line)")
      }
    }
    #expect(broken > 0)
  }

  @Test("Lines are balanced if the text has all the lines it needs, and full if it is cut")
  func balancedWithinLimits() throws {
    let heading = "A weekly report of all that was sold in our shops"
    let balanced = try lines(heading, width: 300) { $0.lineBreakStrategy = .balanced }
    #expect(
      try lines(heading, width: 300) { ($0.lineBreakStrategy, $0.maxLines) = (.balanced, 2) } == balanced)
    for strategy in [ParagraphStyle.LineBreakStrategy.balanced, .pretty] {
      let cut = try lines(heading, width: 160) { ($0.lineBreakStrategy, $0.maxLines) = (strategy, 2) }
      let plain = try lines(heading, width: 160) { $0.maxLines = 2 }
      #expect(cut == plain && cut.count == 2)
    }
  }

  @Test(
    "A last line is short only behind a pause",
    arguments: [
      (
        "Calendars, tasks and focus time side by side. Free for teams of up to five people.", "five people.",
        false
      ),
      (
        "We sent your order this morning. It should reach you by Friday. See you soon!", "See you soon!", true
      ),
    ])
  func shortEnds(text: String, end: String, staysShort: Bool) throws {
    let width = try #require(
      stride(from: 900.0, to: 250, by: -4).first { width in (try? lines(text, width: width).last) == end })
    let even = try lines(text, width: width) { $0.avoidsLoneWords = true }
    #expect((even.last == end) == staysShort, "\(even)")
    #expect(even.joined(separator: " ") == text)
  }

  @Test(
    "Words are hyphenated by the rules of their language",
    arguments: [
      ("de", "Donaudampfschifffahrt", "Donau|dampf|schiff|fahrt"), ("en-us", "hyphenation", "hy|phen|ation"),
      ("fr", "développement", "dé|ve|lop|pe|ment"), ("ru", "предложение", "пред|ло|же|ние"),
    ])
  func hyphens(language: String, word: String, parts: String) throws {
    let width = 62.0
    let text = try TextSamples.library().shape(
      [TextSamples.span(word)], hyphenated(language), width: width)
    let seen = text.lines.map(\.text)
    #expect(seen.joined() == word)
    #expect(seen.count > 1)
    #expect(text.lines.allSatisfy { $0.frame.width <= width + 0.01 })
    // Each line ends at the end of a syllable.
    var place = 0
    var ends: Set<Int> = []
    for part in parts.split(separator: "|") {
      place += part.count
      ends.insert(place)
    }
    place = 0
    for line in seen {
      place += line.count
      #expect(ends.contains(place), "\(seen)")
    }
  }

  @Test("A hyphen is drawn at the end of the line but is not in its text")
  func hyphenGlyph() throws {
    let library = try TextSamples.library()
    let text = try library.shape([TextSamples.span("Universität")], hyphenated("de"), width: 60)
    let first = try #require(text.lines.first)
    let bare = try library.shape([TextSamples.span(first.text)], ParagraphStyle())
    #expect(first.runs.flatMap(\.glyphs).count == first.text.count + 1)
    #expect(first.frame.width > bare.naturalWidth + 3)
  }

  private func hyphenated(_ language: String) -> ParagraphStyle {
    var style = ParagraphStyle()
    style.hyphenation = language
    return style
  }

  @Test("A word of another script does not move lines apart if its glyphs have room")
  func pitch() throws {
    let library = try TextSamples.library()
    let latin =
      "A Latin paragraph with a word مرحبا in the middle of a line and ไทย in another line of this text."
    let mixed = try library.shape([TextSamples.span(latin, size: 15)], ParagraphStyle(), width: 200)
    #expect(Set(mixed.lines.map { ($0.frame.height * 100).rounded() }).count == 1)
  }

  @Test("Lines of Arabic are evenly spaced at 1.2 to 1.6 em")
  func arabicPitch() throws {
    let library = try TextSamples.library()
    let text = "مرحبا بالعالم، هذا نص عربي طويل بعض الشيء لكي نرى كيف تنكسر الأسطر فيه وما هي المسافة بينها."
    for family in ["Inter", "Noto Sans Arabic"] {
      let shaped = try library.shape(
        [TextSamples.span(text, size: 10, family: family)], ParagraphStyle(), width: 100)
      let steps = zip(shaped.lines, shaped.lines.dropFirst()).map { $1.baseline - $0.baseline }
      #expect(steps.allSatisfy { $0 >= 12 && $0 <= 16.1 && abs($0 - steps[0]) < 0.01 }, "\(steps)")
    }
  }

  @Test(
    "Only words of sentences are hyphenated",
    arguments: [
      "https://documentation.example.com/installation", "someone.important@organization.example",
      "#internationalization",
      "@internationalization", "internationalizationProvider", "internationalization_provider",
      "internationalization2provider", "documentation/installation", "requirements.documentation",
    ])
  func addresses(word: String) throws {
    let span = TextSamples.span("See \(word), please")
    let library = try TextSamples.library()
    let hyphenated = try library.shape([span], style(hyphenation: "en-us"), width: 100)
    let plain = try library.shape([span], ParagraphStyle(), width: 100)
    #expect(hyphenated == plain)
    #expect(hyphenated.lines.count > 2)
  }

  @Test(
    "Words in quotes and brackets, and next to dashes and no-break spaces, are hyphenated",
    arguments: [
      "“internationalization”", "(internationalization).", "a—internationalization",
      "12\u{A0}internationalization",
    ])
  func prose(word: String) throws {
    let text = try TextSamples.library().shape(
      [TextSamples.span(word)], style(hyphenation: "en-us"), width: 100)
    #expect(text.lines.count > 1)
    #expect(text.lines.dropLast().contains { $0.runs.flatMap(\.glyphs).count > $0.text.unicodeScalars.count })
  }

  @Test("The words of a link are not hyphenated")
  func links() throws {
    var span = TextSamples.span("internationalization")
    span.link = "https://example.com"
    let text = try TextSamples.library().shape([span], style(hyphenation: "en-us"), width: 100)
    #expect(text.lines.allSatisfy { $0.runs.flatMap(\.glyphs).count == $0.text.count })
  }

  func style(hyphenation: String) -> ParagraphStyle {
    var style = ParagraphStyle()
    style.hyphenation = hyphenation
    return style
  }

  @Test("A line may break at a soft hyphen in Hebrew, where a hyphen is drawn")
  func softHyphen() throws {
    let text = try TextSamples.library().shape(
      [TextSamples.span("אוניבר\u{AD}סיטאות")], ParagraphStyle(), width: 70)
    #expect(text.lines.map(\.text) == ["אוניבר\u{AD}", "סיטאות"])
    let word = try TextSamples.library().shape([TextSamples.span("אוניבר")], ParagraphStyle())
    #expect(text.lines[0].frame.width > word.naturalWidth + 3)
  }

  @Test("The last letter of a line is not kerned with the following space")
  func lastKerning() throws {
    func ends(_ text: String) throws -> [Double] {
      try TextSamples.library().shape(
        [TextSamples.span(text, size: 60, weight: 900)], ParagraphStyle(), width: 540
      ).lines.map(\.frame.width)
    }
    let wrapped = try ends("Roasted slowly, served quickly, enjoyed daily.")
    let given = try ends("Roasted slowly,\nserved quickly,\nenjoyed daily.")
    #expect(wrapped.count == 3)
    #expect(zip(wrapped, given).allSatisfy { abs($0 - $1) < 0.01 })
  }

  @Test(
    "A hyphen after a number stays right of it at the end of a right-to-left line",
    arguments: [("מיום 2026-03-05 עד", 100.0, "2026-"), ("1-2-3-4-5-6-7-8-9 שלום", 90, "1-2-3-4-")])
  func numbers(text: String, width: Double, end: String) throws {
    let shaped = try TextSamples.library().shape(
      [TextSamples.span(text, size: 18)], ParagraphStyle(), width: width)
    let line = shaped.lines[0]
    let glyphs = line.runs.flatMap { run in run.glyphs.map { (x: run.origin.x + $0.x, id: $0.id) } }
      .sorted { $0.x < $1.x }
    let number = try TextSamples.library().shape([TextSamples.span(end, size: 18)], ParagraphStyle())
    let expected = number.lines[0].runs.flatMap(\.glyphs).map(\.id)
    // The last hyphen may be the glyph for the end of a line instead of the one between digits.
    #expect(Array(glyphs.map(\.id).prefix(expected.count - 1)) == expected.dropLast())
    let hyphen = try TextSamples.library().shape([TextSamples.span("-", size: 18)], ParagraphStyle())
    let forms = [expected.last] + hyphen.lines[0].runs.flatMap(\.glyphs).map { Optional($0.id) }
    #expect(forms.contains(glyphs[expected.count - 1].id))
    #expect(shaped.lines.map(\.text).joined() == text)
    // The first letter sets the direction of all lines, whether or not digits precede it.
    #expect(shaped.isRightToLeft)
    #expect(shaped.lines.allSatisfy { abs($0.frame.maxX - shaped.size.width) < 0.01 })
  }

  @Test(
    "Thai, Lao, Khmer and Burmese break between words",
    arguments: [
      ("ร้านกาแฟแห่งใหม่เปิดให้บริการทุกวัน", "ร้าน|กาแฟ|แห่ง|ใหม่|เปิด|ให้|บริการ|ทุก|วัน"),
      ("ຮ້ານກາເຟແຫ່ງໃໝ່ເປີດໃຫ້ບໍລິການທຸກມື້", "ຮ້ານ|ກາເຟ|ແຫ່ງ|ໃໝ່|ເປີດ|ໃຫ້|ບໍລິການ|ທຸກ|ມື້"),
      ("យើងរៀនភាសាខ្មែររាល់ថ្ងៃ", "យើង|រៀន|ភាសា|ខ្មែរ|រាល់|ថ្ងៃ"),
      ("ကျွန်တော်ကျောင်းသွားသည်", "ကျွန်တော်|ကျောင်း|သွား|သည်"),
    ])
  func words(text: String, expected: String) throws {
    let allowed = Set(
      expected.split(separator: "|").reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.unicodeScalars.count) }
    )
    for width in stride(from: 100.0, to: 240, by: 20) {
      let shaped = try TextSamples.library().shape([TextSamples.span(text)], ParagraphStyle(), width: width)
      var place = 0
      for line in shaped.lines {
        #expect(allowed.contains(place), "\(shaped.lines.map(\.text)) in \(width)")
        place += line.text.unicodeScalars.count
      }
      #expect(shaped.lines.map(\.text).joined() == text)
    }
  }

  @Test("A line may break at a hyphen between Hebrew letters", arguments: ["-", "\u{5BE}"])
  func hebrewHyphen(hyphen: String) throws {
    #expect(try lines("שלום\(hyphen)עולם", width: 50) == ["שלום\(hyphen)", "עולם"])
  }
}
