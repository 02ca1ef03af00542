import CardParts
import CardRaster
import TestSupport
import Testing

@Suite("Layout, frames, differences and formats from Swift")
struct DeckLayoutTests {
  private static func deck(_ title: DeckText, height: Double = 10) -> Deck {
    Deck {
      Card("a") {
        CardPartTitleView(title).id("title")
        CardPartSpacerView().height(height)
        CardPartTextView("below").id("text")
      }
      Card("b") { CardPartTextView("other") }
    }
    .canvas(DeckCanvas(width: 200))
  }

  @Test("Frames are those of the picture")
  func frames() throws {
    let laidOut = try Self.deck("Title").laidOut()
    #expect(laidOut.pages.count == 1)
    #expect(laidOut.elements.count { $0.type == "card" } == 2)
    let title = try #require(laidOut.frame(ofID: "title"))
    let text = try #require(laidOut.frame(ofID: "text"))
    #expect(title.maxY < text.minY)
    let lower = try #require(Self.deck("Title", height: 30).laidOut().frame(ofID: "text"))
    #expect(lower.minY == text.minY + 20)
    #expect(laidOut.frame(ofID: "none") == nil)
    #expect(laidOut.elements.first { $0.id == "text" }?.path.text == "cards[0].parts[2]")
    let pages = try Self.deck("Title").laidOut(onePageEach: true)
    #expect(Set(pages.elements.map(\.page)) == [0, 1])
  }

  @Test("Differences are described in words")
  func differences() throws {
    let old = Self.deck("One")
    #expect(try old.difference(from: Self.deck("One")).isEmpty)
    let difference = try Self.deck("Two").difference(from: old)
    #expect(!difference.isEmpty)
    #expect(difference.descriptions.contains { $0.contains("'One' → 'Two'") }, "\(difference.descriptions)")
    let fewer = Deck { Card("a") { CardPartTextView("x") } }
    let more = Deck {
      Card("c") { CardPartTextView("x") }
      Card("a") { CardPartTextView("x") }
    }
    let pages = try more.difference(from: fewer, onePageEach: true)
    #expect(pages.pages.map(\.kind) == [.added, .both])
    #expect(pages.descriptions == ["card 'c' is new"])
    #expect(try fewer.difference(from: more, onePageEach: true).descriptions == ["card 'c' is gone"])
  }

  @Test("Options are made in one line, and so is a theme with its own values")
  func options() throws {
    let deck = Self.deck("Title")
    #expect(try deck.render(to: .bitmap, options: DeckOptions(scale: 2)).width == 400)
    let mint = try deck.theme(.mint).render(to: .png)
    #expect(try deck.render(to: .png, options: DeckOptions(theme: .mint)) == mint)
    #expect(try deck.render(to: .png, options: DeckOptions(theme: "mint")) == mint)
    let own = CardTheme.mint.titleColor("#B42318")
    #expect(
      try deck.render(to: .png, options: DeckOptions(theme: own)) == deck.theme(own).render(to: .png))
    var set = DeckOptions()
    #expect(set.theme == nil && set.data == nil)
    set.theme = own
    set.data = ["a": 1]
    #expect(set == DeckOptions(theme: own, data: ["a": 1]))
    #expect(try deck.render(to: .png, options: set) == deck.theme(own).render(to: .png))
    set.theme = set.theme?.titleColor("#1D4ED8")
    #expect(
      try deck.render(to: .png, options: set) == deck.theme(own.titleColor("#1D4ED8")).render(to: .png))
    (set.theme, set.data) = (.mint, nil)
    #expect(set == DeckOptions(theme: .mint))
    let wrong = deck.issues(options: DeckOptions(theme: CardTheme.mint.titleColor("#1")))
    #expect(wrong.map(\.option) == ["theme"])
    #expect(wrong.first?.file == "DeckOptions.theme")
    let data = Deck { Card { CardPartTextView("{{ a }}") } }
    #expect(
      try data.render(to: .svg(keepsText: true), options: DeckOptions(data: ["a": "seen"])).contains("seen"))
  }

  @Test("Colours and themes have a dark variant")
  func appearances() throws {
    let color = CardColor(light: "#B42318", dark: .hex(0xFDA29B))
    #expect(color.text == ##"{"light":"#B42318","dark":"#FDA29B"}"##)
    func deck(_ color: CardColor) -> Deck {
      Deck { Card { CardPartTextView("x").textColor(color) } }.theme(
        .soft.dark(CardTheme().accentColor("#67E8F9")))
    }
    for appearance in Appearance.allCases {
      let options = DeckOptions(appearance: appearance)
      let single = deck(appearance == .light ? "#B42318" : "#FDA29B")
      #expect(try deck(color).render(to: .png, options: options) == single.render(to: .png, options: options))
    }
    let theme = CardTheme.mint.light(CardTheme().accentColor("#B42318")).dark(
      CardTheme().accentColor("#FDA29B"))
    for appearance in Appearance.allCases {
      let options = DeckOptions(appearance: appearance)
      func bar(_ color: CardColor) throws -> [UInt8] {
        try Deck { Card { CardPartSeparatorView().separatorColor(color) } }.theme(theme).render(
          to: .png, options: options)
      }
      #expect(try bar(.accentColor) == bar(appearance == .light ? "#B42318" : "#FDA29B"))
    }
  }

  @Test("Every format has a name")
  func formats() throws {
    let deck = Self.deck("Title")
    let starts: [(RenderFormat<[UInt8]>, [UInt8])] = [
      (.png, [0x89, 0x50]), (.jpeg, [0xFF, 0xD8]), (.jpeg(quality: 40), [0xFF, 0xD8]),
      (.webp, Array("RIFF".utf8)), (.webp(quality: 40), Array("RIFF".utf8)), (.gif, Array("GIF8".utf8)),
      (.pdf, Array("%PDF".utf8)),
    ]
    for (target, start) in starts { #expect(try deck.render(to: target).starts(with: start)) }
    #expect(try deck.render(to: .jpeg(quality: 10)).count < deck.render(to: .jpeg(quality: 95)).count)
  }

  @Test("Several cards are pages of one document")
  func document() throws {
    let document = try Self.deck("Title").renderPDF()
    let pages = Deck([Card("a") { CardPartTextView("A") }, Card("b") { CardPartTextView("B") }])
    var finished: [Int] = []
    let whole = try pages.renderPDF(onPage: { finished.append($0) })
    #expect(finished == [1, 2])
    #expect(try pages.laidOut(onePageEach: true).renderPDF() == whole)
    #expect(document.starts(with: Array("%PDF".utf8)))
    let text = String(decoding: document, as: UTF8.self)
    #expect(text.contains("/Count 2"))
    #expect(throws: DeckError.self) { try Deck([]).renderPDF() }
  }

  @Test("Animations")
  func moving() async throws {
    let deck = Deck { Card { CardPartConfettiView().height(60) } }.canvas(DeckCanvas(width: 80))
    let timing = FrameTiming(seconds: 0.5, rate: 8)
    #expect(timing.frames == 4)
    #expect(FrameTiming(seconds: .nan).frames == 1)
    #expect(FrameTiming(seconds: 1e300).frames == 10_000)
    let one = try await deck.renderAnimation(to: .gif, timing: timing, onWarning: { _ in })
    #expect(one.starts(with: Array("GIF8".utf8)))
    #expect(try await deck.renderAnimation(to: .gif, timing: timing, workers: 2, onWarning: { _ in }) == one)
    let webp = try await deck.renderAnimation(to: .webp, timing: timing, onWarning: { _ in })
    #expect(webp.starts(with: Array("RIFF".utf8)))
    await #expect(throws: DeckError.self) { try await Deck([]).renderAnimation(to: .png, timing: timing) }
  }

  @Test("A deck may have only one appearance")
  func onlyOneAppearance() throws {
    func deck(_ appearance: DeckAppearance) -> Deck {
      Deck { Card { CardPartTextView("x") } }.appearance(appearance)
    }
    let light = try deck(.light).render(to: .png)
    let dark = try deck(.dark).render(to: .png)
    let wish = DeckOptions(appearance: .dark)
    #expect(try deck(.light).render(to: .png, options: wish) == dark)
    #expect(try deck(.lightOnly).render(to: .png, options: wish) == light)
    #expect(try deck(.darkOnly).render(to: .png) == dark)
    #expect(deck(.lightOnly).issues(options: DeckOptions(appearance: .light)).isEmpty)
    let issues = deck(.lightOnly).issues(options: wish)
    #expect(issues.map(\.severity) == [.warning] && issues.first?.path.text == "appearance")
  }
}
