import CardRaster
import TestSupport
import Testing

@testable import CardParts

@Suite("Right-to-left decks")
struct DirectionTests {
  /// A deck with some parts, 300 points wide and without margins.
  func deck(_ keys: String, _ parts: String) throws -> LaidOut {
    try LaidOut(
      deck:
        #"{\#(keys)"theme":{"base":"turbo","cardPartMargins":0,"tableViewMargins":0},"canvas":{"width":300},"cards":[{"parts":[\#(parts)]}]}"#
    )
  }

  private static let row =
    #"{"type":"stack","arrangedSubviews":[{"type":"bar","percent":0.5,"width":40},{"type":"spacer"},{"type":"bar","percent":0.5,"width":60}]}"#

  @Test("A row starts at the right")
  func row() throws {
    let plain = try deck("", Self.row)
    let mirrored = try deck(#""direction":"rtl","#, Self.row)
    for number in [0, 1, 2] {
      let (a, b) = (try plain.frame(0, number), try mirrored.frame(0, number))
      #expect(abs(a.minX - (300 - b.maxX)) < 1e-6)
      #expect(a.size == b.size && a.minY == b.minY)
    }
  }

  @Test(
    "The locale sets the direction, unless the deck sets it",
    arguments: [
      (#""locale":"ar_EG","#, true), (#""locale":"he_IL","#, true), (#""locale":"en_US","#, false),
      (#""locale":"ar_EG","direction":"ltr","#, false), (#""direction":"rtl","#, true),
    ])
  func locale(keys: String, isMirrored: Bool) throws {
    #expect(try deck(keys, Self.row).frame(0, 0).minX == (isMirrored ? 260 : 0))
  }

  @Test("Only icons that point along the row are mirrored")
  func icons() throws {
    let icons = try IconSet.bundled()
    let turned = try icons.names.filter { try icons.picture($0).map { $0.fromRightToLeft != $0 } == true }
    #expect(turned.count == 73, "the list contains names without an icon")
    for name in ["arrow-right", "arrow-left-s", "arrow-go-back", "list-check", "send-plane"] {
      let icon = try #require(try icons.picture(name, .filled))
      #expect(icon.fromRightToLeft.content != icon.content, "\(name) is not mirrored")
      #expect(icon.fromRightToLeft.name != icon.name)
    }
    for name in ["check", "time", "search", "github", "play", "arrow-up", "align-left", "shopping-cart"] {
      let icon = try #require(try icons.picture(name))
      #expect(icon.fromRightToLeft == icon, "\(name) is turned over")
    }
  }

  @Test("Left and right are sides of the picture, leading and trailing are sides of the row")
  func insets() throws {
    func frame(_ margins: String) throws -> Rect {
      try deck(#""direction":"rtl","#, #"{"type":"bar","percent":1,"margins":\#(margins)}"#).frame(0)
    }
    #expect(try frame(#"{"leading":50}"#).maxX == 250)
    #expect(try frame(#"{"left":50}"#).minX == 50)
    #expect(try frame("[0,50,0,10]").minX == 50)
    #expect(try frame(#"{"trailing":20,"leading":30}"#) == frame(#"{"left":20,"right":30}"#))
    let both = #"{"cards":[{"parts":[{"type":"bar","percent":1,"margins":{"left":1,"leading":2}}]}]}"#
    #expect(try LaidOut.issues(of: both).contains { $0.contains("'leading' cannot be combined with 'left'") })
  }

  @Test(
    "Lines are placed by their alignment",
    arguments: [
      ("left", 0.0), ("right", 1), ("leading", 1), ("trailing", 0), ("natural", 1), ("center", 0.5),
    ])
  func alignment(name: String, share: Double) throws {
    let laid = try deck(#""direction":"rtl","#, #"{"type":"text","text":"one","textAlignment":"\#(name)"}"#)
    let line = try laid.line()
    #expect(abs(line.minX - share * (300 - line.width)) < 0.6)
  }

  @Test(
    "The text of a field starts at the leading edge, unless it is aligned",
    arguments: [("natural", 1.0), ("justified", 1), ("left", 0), ("right", 1), ("center", 0.5)])
  func field(alignment: String, share: Double) throws {
    for text in ["محمد علي", "help@example.com"] {
      let line = try deck(
        #""locale":"ar_EG","#,
        #"{"type":"textField","text":"\#(text)","textAlignment":"\#(alignment)"}"#
      ).line()
      #expect(abs(line.minX - share * (300 - line.width)) < 0.6)
    }
  }

  @Test("The clear button of a field is at the trailing edge")
  func clearButton() throws {
    let line = try deck(
      #""locale":"ar_EG","#,
      #"{"type":"textField","text":"محمد علي","textAlignment":"left","clearButtonMode":"always"}"#
    ).line()
    #expect(abs(line.minX - 20) < 0.6)
  }

  @Test("The content of a picture is not mirrored, and a bar grows from the right")
  func shapes() throws {
    let laid = try deck(#""direction":"rtl","#, #"{"type":"bar","percent":0.25,"barHeight":10}"#)
    #expect(laid.dump.contains("225"))
    let chevron = try deck(
      #""direction":"rtl","#, #"{"type":"title","style":"titleWithMenu","title":"שלום"}"#)
    #expect(try chevron.line().maxX > 250)
  }

  private static func box(_ members: String) -> String {
    #"{"type":"spacer","width":40,"height":10,\#(members)}"#
  }

  /// The left edge of a part 40 points wide in layers or in a column, 300 points wide.
  private func left(_ member: String, _ word: String, theme: String, rtl: Bool) throws -> Double {
    let part = Self.box(#""\#(member)":"\#(word)""#)
    let container =
      member == "anchor"
      ? #"{"type":"layers","height":50,"layers":[\#(part)]}"#
      : #"{"type":"stack","axis":"vertical","arrangedSubviews":[\#(part)]}"#
    return try LaidOut(
      deck:
        #"{\#(rtl ? #""direction":"rtl","# : "")"theme":{"base":"\#(theme)","cardPartMargins":0},"canvas":{"width":300,"padding":0},"cards":[{"parts":[\#(container)]}]}"#
    ).frame(0, 0).minX
  }

  @Test(
    "Left and right are sides of the picture, leading and trailing follow the direction",
    arguments: ["anchor", "alignSelf"])
  func sides(member: String) throws {
    for theme in ["soft", "turbo"] {
      for (word, plain, mirrored) in [
        ("left", 0.0, theme == "soft" ? 0.0 : 260), ("right", 260, theme == "soft" ? 260 : 0),
        ("leading", 0, 260), ("trailing", 260, 0), ("center", 130, 130),
      ] {
        #expect(try left(member, word, theme: theme, rtl: false) == plain, "\(theme) \(word)")
        #expect(try left(member, word, theme: theme, rtl: true) == mirrored, "\(theme) \(word)")
      }
    }
  }

  @Test("A part and its content can have a direction of their own", arguments: ["ltr", "rtl"])
  func ownDirection(word: String) throws {
    let other = word == "ltr" ? #""direction":"rtl","# : ""
    let row = Self.row.replacing(#""type":"stack","#, with: #""type":"stack","direction":"\#(word)","#)
    #expect(try deck(other, row).frame(0, 0).minX == (word == "ltr" ? 0 : 260))
    let indented = row.replacing(
      #""arrangedSubviews""#,
      with: #""margins":{"leading":30},"layoutMargins":{"leading":7},"arrangedSubviews""#)
    let laid = try deck(other, indented)
    // The margin belongs to the deck's direction, the inner one to that of the part.
    #expect(try laid.frame(0).minX == (word == "ltr" ? 0 : 30))
    #expect(try laid.frame(0, 0).minX == (word == "ltr" ? 7 : 253))
    let text = #"{"type":"text","textAlignment":"leading","text":"a","direction":"\#(word)"}"#
    #expect(try deck(other, text).line().minX == (word == "ltr" ? 0 : 300 - deck(other, text).line().width))
  }

  @Test("A margin that has no effect at its anchor causes a warning")
  func idleMargins() throws {
    func warnings(_ anchor: String, _ margins: String, rtl: Bool = false) throws -> [String] {
      let part = Self.box(#""anchor":"\#(anchor)","margins":\#(margins)"#)
      return try LaidOut(
        deck:
          #"{\#(rtl ? #""direction":"rtl","# : "")"cards":[{"parts":[{"type":"layers","height":50,"layers":[\#(part)]}]}]}"#
      ).warnings
    }
    // CSS's order: 30 was meant for the right side.
    let css = try warnings("topRight", "[10,30,0,0]")
    #expect(css.count == 1 && css[0].contains("the left margin has no effect at the anchor 'topRight'"))
    #expect(css[0].contains(#"write { "right": 30 }"#))
    #expect(try warnings("topRight", "[10,0,0,30]") == [] && warnings("topLeft", "[10,30,0,0]") == [])
    #expect(try warnings("topRight", "8") == [] && warnings("center", "[0,8,0,0]") == [])
    let low = try warnings("topLeft", "[0,0,12,0]")
    #expect(low.count == 1 && low[0].contains("the bottom margin has no effect at the anchor 'topLeft'"))
    #expect(low.first?.contains(#"write { "top": 12 }"#) == true)
    #expect(try warnings("bottom", "[9,0,0,0]").first?.contains("the top margin has no effect") == true)
    #expect(try warnings("bottom", "[9,0,4,0]") == [] && warnings("left", "[0,0,8,0]") == [])
    #expect(try warnings("topLeft", "[10,30,0,0]", rtl: true) == [])
    #expect(try warnings("topLeading", #"{"right":30}"#, rtl: true) == [])
    #expect(
      try warnings("topLeading", #"{"left":30}"#, rtl: true).first?.contains("the left margin has no effect")
        == true)
  }

  @Test("A theme can define named text styles")
  func textStyles() throws {
    func issues(_ style: String, _ styles: String) throws -> [String] {
      try LaidOut.issues(
        of:
          #"{"theme":{"textStyles":{\#(styles)}},"cards":[{"parts":[{"type":"text","text":"a","style":"\#(style)"}]}]}"#
      )
    }
    let label =
      ##""label":{"font":"Inter Bold 31","color":"#FF0000","letterSpacing":"0.1em","lineHeightMultiple":1}"##
    #expect(try issues("label", label).isEmpty)
    #expect(try issues("labl", label).contains { $0.contains("did you mean 'label'") })
    let tooMany = (0...100).map { #""a\#($0)":{}"# }.joined(separator: ",")
    #expect(try issues("a0", tooMany).contains { $0.contains("100") })
    #expect(try issues("normal", #""title":{}"#).contains { $0.contains("a style of every theme") })
    let laid = try LaidOut(
      deck:
        #"{"theme":{"textStyles":{\#(label)}},"cards":[{"parts":[{"type":"text","text":"HI","style":"label"}]}]}"#
    )
    #expect(abs(try laid.line().height - 31 * 1.21) < 0.1)
    #expect(laid.dump.contains("Inter-Bold"))
  }
}
