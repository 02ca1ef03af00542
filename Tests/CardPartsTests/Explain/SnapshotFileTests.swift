import CardRaster
import Testing

@testable import CardParts

/// The file of a snapshot, whole.
@Suite struct SnapshotFileTests {
  private static let page: SnapshotPage = {
    var page = SnapshotPage(card: "offer", state: "none", size: Size(width: 90, height: 40.5), scale: 2)
    page.background = "#FFFFFF"
    page.settings = [GivenProperty(name: "seed", value: "0")]
    page.layout = [GivenProperty(name: "kind", value: "stack")]
    page.theme = [GivenProperty(name: "name", value: "turbo")]
    page.fonts = [GivenProperty(name: "a.ttf", value: "00ff")]
    page.drawn = String(repeating: "0123456789abcdef", count: 4)
    let frame = Rect(x: 1, y: -2.5, width: 30, height: 4)
    var card = SnapshotNode(
      type: "card", id: "offer", path: "cards[0]", frame: frame, drawn: "00000000000000ff")
    card.theme = page.theme
    card.longPress = "menu"
    card.attributes = [("option", "A"), ("state", "none"), ("option", "B")].map {
      GivenProperty(name: $0, value: $1)
    }
    card.aspects = [SnapshotNode.Aspect(name: "fill", values: ["#000000", "#FFFFFF"])]
    var part = SnapshotNode(type: "text", frame: frame, isHidden: true, drawn: "0000000000000001", parent: 0)
    (part.link, part.alt, part.derivesAlt) = ("https://a.example", "\"A\"", true)
    part.given = [GivenProperty(name: "text", value: "{{ a }}")]
    let line = SnapshotText.Line(text: "A", frame: frame, baseline: 3, links: ["https://b.example"])
    part.texts = [
      SnapshotText(fonts: ["Inter 9"], colors: [], isCut: true, words: "A B", lines: [line]),
      SnapshotText(lines: []),
    ]
    page.nodes = [card, part, SnapshotNode(type: "spacer", frame: frame, drawn: "0000000000000002")]
    return page
  }()

  private static let text = """
    {
      "kind": "layout",
      "version": 1,
      "card": "offer",
      "state": "none",
      "canvas": {"width":90,"height":40.5,"scale":2,"background":"#FFFFFF"},
      "settings": {"seed":"0"},
      "layout": {"kind":"stack"},
      "theme": {"name":"turbo"},
      "fonts": {"a.ttf":"00ff"},
      "drawn": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
      "parts": [
        {"type":"card","id":"offer","path":"cards[0]","frame":[1,-2.5,30,4],"longPress":"menu",\
    "attributes":{"option":["A","B"],"state":"none"},"theme":{"name":"turbo"},\
    "looks":{"fill":["#000000","#FFFFFF"]},"drawn":"00000000000000ff",
          "parts": [
            {"type":"text","frame":[1,-2.5,30,4],"hidden":true,"link":"https://a.example","alt":"\\"A\\"",\
    "derivedAlt":true,"given":{"text":"{{ a }}"},"drawn":"0000000000000001",
              "texts": [
                {"font":["Inter 9"],"color":[],"cut":true,"words":"A B","lines":[{"text":"A",\
    "frame":[1,-2.5,30,4],"baseline":3,"links":["https://b.example"]}]},
                {"font":[],"color":[],"lines":[]}
              ]}
          ]},
        {"type":"spacer","frame":[1,-2.5,30,4],"drawn":"0000000000000002"}
      ]
    }

    """

  @Test func everyMemberIsWrittenAndRead() throws {
    #expect(SnapshotFile.encode(Self.page) == Self.text)
    let back = try SnapshotFile.page(Array(Self.text.utf8), file: "")
    #expect(SnapshotFile.encode(back) == Self.text)
  }

  @Test func aPageWithoutPartsIsWritten() throws {
    var page = SnapshotPage()
    page.drawn = Self.page.drawn
    let text = SnapshotFile.encode(page)
    #expect(
      text == """
        {
          "kind": "layout",
          "version": 1,
          "canvas": {"width":0,"height":0,"scale":1},
          "settings": {},
          "theme": {},
          "drawn": "\(page.drawn)",
          "parts": []
        }

        """)
    #expect(try SnapshotFile.page(Array(text.utf8), file: "") == page)
  }
}
