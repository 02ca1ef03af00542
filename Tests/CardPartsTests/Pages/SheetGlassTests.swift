import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// The blurred areas of a sheet over a map, as in iOS, in every output format.
@Suite struct SheetGlassTests {
  private static func deck(
    _ layout: String = "", map: String = ##"{"type":"spacer","backgroundColor":"#D0E6A5"}"##,
    card: String = ""
  ) -> String {
    #"{"theme":"mint","canvas":{"width":320,"height":568},"layout":{"type":"sheet","safeAreaInsets":{"top":20},"backdrop":[\#(map)]\#(layout)},"cards":[{"id":"top","parts":[],"sheet":{"title":"Top","rows":["a","b"]\#(card)}}]}"#
  }

  private static func display(_ json: String) throws -> (LaidOutDeck, DisplayList) {
    let deck = try LaidOut(deck: json).deck
    return (deck, try #require(deck.pages.first).display)
  }

  private static func blurs(_ json: String) throws -> [(bounds: Rect, blur: BackdropBlur)] {
    func find(_ items: [DisplayItem]) -> [(Rect, BackdropBlur)] {
      items.flatMap { item -> [(Rect, BackdropBlur)] in
        switch item {
        case .backdrop(let shape, let blur): shape.bounds(under: .identity).map { [($0, blur)] } ?? []
        case .group(let group): find(group.items)
        default: []
        }
      }
    }
    return find(try display(json).1.items)
  }

  @Test func glassMatchesTheReferencePictures() throws {
    let (deck, display) = try Self.display(Self.deck())
    let picture = try DeckPipeline(deck.fonts).bitmap(display, fonts: deck.fonts)
    // The lower edge of the button panel, below the arrow: (217, 240, 160) in TGCardViewController's picture.
    let place = 4 * (68 * picture.width + 275)
    let seen = picture.pixels[place..<place + 3].map(Int.init)
    #expect(zip(seen, [217, 240, 160]).allSatisfy { abs($0 - $1) <= 3 }, "\(seen)")
  }

  @Test func barAndButtonsAreFrosted() throws {
    let found = try Self.blurs(Self.deck())
    #expect(found.map(\.blur) == [12, 12].map { BackdropBlur(radius: $0, saturation: 1.8) })
    #expect(found.contains { $0.bounds == Rect(x: 0, y: 0, width: 320, height: 20) })
    #expect(try Self.blurs(Self.deck(#","statusBarBlur":false,"showDefaultButtons":false"#)).isEmpty)
    let solid = try Self.blurs(Self.deck(#","areButtonsTranslucent":false"#))
    #expect(solid.map(\.blur.radius).sorted() == [12, 15])
  }

  @Test func fadingButtonsHaveFadingGlass() throws {
    // Between peaking at 249 and extended at 70 they disappear after three tenths of the way.
    let found = try Self.blurs(Self.deck(#","cardY":222.15"#))
    #expect(found.contains { abs($0.blur.opacity - 0.5) < 0.001 }, "\(found)")
  }

  @Test func cardsOf2026AndSidebarsAreGlassUnlessTheirColourHidesIt() throws {
    let bare = #","statusBarBlur":false,"showDefaultButtons":false"#
    let card = try Self.blurs(Self.deck(bare + #","compatibility":"tgcard2026""#))
    #expect(card.map(\.blur.radius) == [15])
    #expect(try Self.blurs(Self.deck(bare + #","mode":"sidebar""#)).map(\.blur.radius) == [15])
    #expect(try Self.blurs(Self.deck(bare)).isEmpty)
    for color in [#","backgroundColor":"white""#, #","tableStyle":"grouped""#] {
      #expect(try Self.blurs(Self.deck(bare + #","compatibility":"tgcard2026""#, card: color)).isEmpty)
    }
    let clear = try Self.blurs(
      Self.deck(bare + #","compatibility":"tgcard2026""#, card: ##","backgroundColor":"#FFFFFF40""##))
    #expect(clear.count == 1)
  }

  @Test("The glass of 2026 hardly takes the colour of the water behind it, and its buttons have a shadow")
  func glassIsNeutral() throws {
    let (deck, display) = try Self.display(
      Self.deck(
        #","compatibility":"tgcard2026","position":"peaking""#,
        map: ##"{"type":"spacer","backgroundColor":"#9AD4F0"}"##))
    let picture = try DeckPipeline(deck.fonts).bitmap(display, fonts: deck.fonts)
    let (card, button, map) = (picture[160, 540], picture[304, 34], picture[160, 60])
    #expect([card.red, card.green, card.blue].allSatisfy { $0 >= 242 }, "\(card)")
    #expect(button.contrast(with: map) >= 1.4, "\(button)")
    #expect(picture[290, 77].luminance < map.luminance - 0.01, "the shadow below the button")
  }

  @Test func documentsShowTheGlassOfASheet() throws {
    let map =
      ##"{"type":"spacer","backgroundColor":{"gradient":{"colors":["#2F7DC1","#F2C14E","#E2574C"],"angle":30}}}"##
    let (deck, display) = try Self.display(
      Self.deck(#","compatibility":"tgcard2026","position":"extended""#, map: map))
    let pipeline = DeckPipeline(deck.fonts)
    let ours = try pipeline.bitmap(display, fonts: deck.fonts)
    let svg = try OutputFormat.svg.encode(
      display, settings: OutputFormat.Settings(), fonts: try FontLibrary(deck.fonts))
    let drawn = try ImageDecoding.decode(svg, name: "sheet.svg")
    let page = DisplayList(
      size: display.size, scale: 1, background: .solid(.white),
      items: [.image(DisplayItem.ImageItem(image: drawn, frame: Rect(origin: .zero, size: display.size)))])
    let theirs = try pipeline.bitmap(page, fonts: deck.fonts)
    let differences = zip(ours.pixels, theirs.pixels).map { abs(Int($0) - Int($1)) }
    #expect(differences.count { $0 > 24 } * 200 <= differences.count, "\(differences.max() ?? 0)")
    let plain = Self.deck(
      #","compatibility":"tgcard2026","position":"extended""#, map: map, card: #","backgroundColor":"white""#)
    let (other, without) = try Self.display(plain)
    let opaque = try DeckPipeline(other.fonts).bitmap(without, fonts: other.fonts)
    #expect(zip(ours.pixels, opaque.pixels).count { abs(Int($0) - Int($1)) > 3 } * 4 > ours.pixels.count)
  }
}
