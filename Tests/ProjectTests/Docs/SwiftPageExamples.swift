// Without @testable: any program can use the API on the pages.
import CardParts
import CardRaster
import Dials
import Foundation

/// The code of Docs/swift.md and the articles of the reference, compiled.
///
/// `SwiftPagesTests` compares them line by line.
enum SwiftPageExamples {
  static func first() throws -> (png: [UInt8], svg: String, bitmap: Bitmap) {
    let deck = Deck {
      Card("hello") {
        CardPartTitleView("Hello, world!")
        CardPartTextView("CardParts is awesome!")
          .textColor("#111111")
          .textAlignment(.center)
      }
      .rounded(cornerRadius: 10)
    }
    .theme(.mint)

    let png: [UInt8] = try deck.render(to: .png)
    let svg: String = try deck.render(to: .svg)
    let bitmap: Bitmap = try deck.render(to: .bitmap)
    return (png, svg, bitmap)
  }

  static func readDeck() throws {
    let deck = try Deck(contentsOf: "deck.json")
    let rendering = try deck.rendering(to: .png)
    for warning in rendering.warnings { print(warning) }
    try Data(rendering.output).write(to: URL(filePath: "card.png"))
  }

  static func pill(_ text: DeckText, _ color: CardColor) -> CardPartPillLabel {
    CardPartPillLabel(text).font("Inter SemiBold 12").textColor(.white).backgroundColor(color)
  }

  static func topics(_ names: [String], isNew: Bool) -> Deck {
    Deck {
      Card("topics") {
        CardPartStackView(axis: .horizontal, spacing: 6) {
          if isNew { pill("NEW", .accentColor) }
          for name in names { pill("\(name)", "#64748B") }
          CardPartSpacerView().weight(1)
        }
      }
    }
  }

  struct Person: ComposedPart {
    var name: String
    var body: [any CardPartView] {
      CardPartTitleView("\(name)")
      CardPartSeparatorView()
    }
  }

  static func greeting(_ account: Account) -> CardPartTextView {
    CardPartTextView("Hello \(account.name), you owe {{ total | currency }}")
  }

  static func dial() throws -> [UInt8] {
    let deck = Deck {
      Card {
        CardPartCustomView(DialPart.self)
          .property("value", 0.42).property("caption", .template("{{ minutes | hours }}"))
      }
      .trait(GlowTrait.self, ["size": 24])
    }
    .data(["minutes": 425])
    let options = DeckOptions(custom: [DialPart.self, GlowTrait.self, HoursFormatter.self])
    let png = try deck.render(to: .png, options: options)
    return png
  }

  struct DotsPart: CustomPart {
    static let name = "dots"
    static let summary = "A dot for each of some steps; those that are done are filled."
    static let example = #"{ "type": "dots", "steps": 5, "done": 2 }"#
    static let steps = CustomKey.integer("steps", "The number of dots.", in: 1...20)
    static let done = CustomKey.integer("done", "The number of filled dots.", in: 0...20, default: 0)
    static let properties = [steps.property, done.property]

    let steps: Int
    let done: Int

    init(_ values: CustomValues) throws(CustomKindError) {
      steps = values[Self.steps]
      done = values[Self.done]
      if done > steps {
        throw CustomKindError("\(done) of \(steps) steps are done", about: "done", hint: "at most \(steps)")
      }
    }

    func size(for proposal: SizeProposal, in surroundings: PartSurroundings) -> Size {
      Size(width: Double(steps) * 20 - 8, height: 12)
    }

    func draw(in drawing: inout PartDrawing) {
      let theme = drawing.surroundings.theme
      for step in 0..<steps {
        let dot = Rect(x: Double(step) * 20, y: 0, width: 12, height: 12)
        let ink = step < done ? theme.base.accentColor : theme.barBackgroundColor
        drawing.fill(.ellipse(in: dot), ink)
      }
      drawing.label = "\(done) of \(steps)"
    }
  }

  static func dots() throws -> [UInt8] {
    let deck = try Deck(json: #"{ "cards": [{ "parts": [{ "type": "dots", "steps": 5, "done": 2 }] }] }"#)
    let png = try deck.render(to: .png, options: DeckOptions(custom: [DotsPart.self]))
    return png
  }

  struct QuotePart: CustomPart {
    static let name = "quote"
    static let summary = "Parts beside a line in the theme's accent colour."
    static let example = #"{ "type": "quote", "content": [{ "type": "text", "text": "Hi" }] }"#
    static let content = CustomKey.parts("content", "The parts beside the line.")
    static let properties = [content.property]

    let content: [ChildPart]

    init(_ values: CustomValues) { content = values[Self.content] }

    func size(for proposal: SizeProposal, in surroundings: PartSurroundings) throws(RasterError) -> Size {
      let inner = SizeProposal(width: proposal.width.reduced(by: 16))
      let size = try surroundings.size(of: content, for: inner, spacing: 4)
      return Size(width: size.width + 16, height: size.height)
    }

    func draw(in drawing: inout PartDrawing) throws(RasterError) {
      let (size, theme) = (drawing.size, drawing.surroundings.theme)
      let line = RoundedRect(rect: Rect(x: 0, y: 0, width: 4, height: size.height))
      drawing.fill(line.path, theme.base.accentColor)
      let frame = Rect(x: 16, y: 0, width: size.width - 16, height: size.height)
      try drawing.add(content, in: frame, spacing: 4)
    }
  }

  static var quoted: CardPartCustomView {
    let quote = CardPartCustomView(QuotePart.self).property(QuotePart.content) {
      CardPartTextView("{{ item }}").forEach("sentences")
    }
    return quote
  }

  struct RibbonTrait: CustomTrait {
    static let name = "ribbon"
    static let summary = "A band at the top of the card, over its parts, and a tint behind them."
    static let example = ##"{ "ribbon": { "color": "#0F766E" } }"##
    static let color = CustomKey.color("color", "The colour of the band.")
    static let properties = [color.property]

    let color: Color

    init(_ values: CustomValues) { color = values[Self.color] }

    func apply(to frame: inout CardFrame, theme: ResolvedTheme) {
      frame.overlays.append(.solid(color.multiplyingAlpha(by: 0.1)))
    }

    func drawOver(in drawing: inout PartDrawing) {
      let band = RoundedRect(rect: Rect(x: 0, y: 0, width: drawing.size.width, height: 6))
      drawing.fill(band.path, color)
    }
  }

  static func draw(_ deck: Deck) throws -> [UInt8] {
    let laidOut = try deck.laidOut()
    let page = laidOut.pages[0].display
    var pixels = [UInt8](repeating: 0, count: 4 * page.pixelWidth * page.pixelHeight)
    var span = pixels.mutableSpan
    var memory = span.mutableBytes
    try laidOut.draw(into: &memory, format: .premultipliedBGRA)
    return pixels
  }

  static var orders: Card {
    Card("orders").states {
      CardState("empty") { CardPartTextView("Nothing ordered yet") }
      CardState("hasData") { CardPartTextView("{{ orders }} orders") }
    }
  }

  struct Account: Encodable {
    var name: String
    var share: Double
    var bills: [Bill]
  }

  struct Bill: Encodable {
    var payee: String
    var amount: Double
  }

  static func statement(_ account: Account) throws -> Deck {
    try Deck {
      Card("statement") {
        CardPartTextView("Hello {{ name | upper }}")
        CardPartBarView(.binding("share"))
        CardPartTextView("All is paid").if("!bills")
        CardPartTableView()
          .cell(
            CardPartTableRow(
              leftTitleText: "{{ bill.payee }}", rightTitleText: "{{ bill.amount | currency }}")
          )
          .forEach("bills", as: "bill")
      }
    }
    .data(encoding: account)
  }

  static func pictures(of deck: Deck) throws -> [(name: String, png: [UInt8])] {
    let options = DeckOptions(scale: 2, theme: .mint, cards: ["hello"])
    return try deck.renderPages(to: .png, options: options) { warning in
      print(warning)
    }.map { ($0.name, $0.data) }
  }

  static func badges(_ names: [String]) async throws -> [[UInt8]] {
    let renderer = DeckRenderer()
    var pictures: [[UInt8]] = []
    for name in names {
      let deck = Deck { Card { CardPartTitleView("\(name)") } }
      pictures.append(try await renderer.render(deck, to: .png))
    }
    return pictures
  }

  static func serveCards() async throws {
    SVGProcess.serveIfAsked()
    let renderer = DeckRenderer(workers: 2)
    let options = DeckOptions(
      limits: DeckLimits(pixels: 4_000_000, cards: 20, time: .seconds(2), memory: 64 << 20))
    let router = Router()
    router.post("cards") { request, _ in
      let body = try await request.body.collect(upTo: 1 << 20)
      return await answer(Array(body.readableBytesView), renderer, options)
    }
    try await Application(router: router).runService()
  }

  static func answer(
    _ json: [UInt8], _ renderer: DeckRenderer, _ options: DeckOptions
  ) async -> Response {
    do throws(DeckError) {
      let deck = try Deck(json: json)
      let picture = try await renderer.rendering(of: deck, to: .png, options: options)
      for warning in picture.warnings { print(warning) }
      return Response(
        status: .ok, headers: [.contentType: "image/png"],
        body: .init(byteBuffer: ByteBuffer(bytes: picture.output)))
    } catch {
      let status: HTTPResponse.Status =
        error.isMachineFault
        ? .internalServerError : error.contains(.limit) ? .contentTooLarge : .badRequest
      return Response(status: status, body: .init(byteBuffer: ByteBuffer(string: error.description)))
    }
  }

  static func formats(of deck: Deck) throws -> (png: [UInt8], svg: String, warnings: [DeckIssue]) {
    let laidOut = try deck.laidOut()
    return (try laidOut.render(to: .png), try laidOut.render(to: .svg), laidOut.warnings)
  }

  static func save(cardsOf deck: Deck, to folder: String) async throws {
    for try await picture in deck.pictures(to: .png, workers: 2) {
      try FileWriting.write(picture.data, to: "\(folder)/\(picture.name).png")
      print("\(picture.index + 1) of \(picture.count)")
    }
  }

  static func celebration(_ deck: Deck) async throws -> [UInt8] {
    try await deck.renderAnimation(to: .webp, timing: FrameTiming(seconds: 2, rate: 12), loops: 1)
  }

  static func report(_ deck: Deck, since old: Deck) throws -> [String] {
    let title = try deck.laidOut().frame(ofID: "title")
    let place = title.map { "the title is at \($0.minX), \($0.minY)" }
    return try deck.difference(from: old).descriptions + [place].compactMap { $0 }
  }

  static var lineChart: CardPartChartView {
    CardPartChartView(
      .line, data: ["month": ["2026-01", "2026-02"], "revenue": [12, 18]], x: "month", y: "revenue")
  }

  static func compare(_ expected: Bitmap, _ actual: Bitmap) throws {
    let comparison = try Comparison(expected: expected, actual: actual, settings: .perceptual)
    if !comparison.isSame {
      print(comparison.summary)
      let strip = try DiffImage.draw(comparison, .strip)
      try FileWriting.write(try PNGEncoder.encode(strip, scale: 1), to: "diff.png")
    }
  }

  static func check(_ deck: Deck) {
    do {
      _ = try deck.render(to: .png)
    } catch {
      for issue in error.issues { print(issue) }
    }
  }

  static func status(of deck: Deck, options: DeckOptions) -> Int {
    do throws(DeckError) {
      _ = try deck.render(to: .png, options: options)
      return 200
    } catch {
      if error.isCancellation { return 499 }
      if error.isMachineFault { return 500 }
      return error.contains(.limit) ? 413 : 400
    }
  }

  static func save(_ deck: Deck, to path: String) throws {
    try FileWriting.write(Array(deck.json.utf8), to: path)
  }

  static let fromJSON = """
    { "theme": "mint", "cards": [ { "id": "bills", "traits": { "rounded": { "cornerRadius": 10 } }, "parts": [
      { "type": "text", "style": "header", "text": "Bills of {{ month }}" },
      { "type": "stack", "axis": "horizontal", "spacing": 8, "arrangedSubviews": [
        { "type": "button", "buttonTitle": "Pay", "link": "https://example.com/pay" },
        { "type": "button", "buttonTitle": "Later" } ] } ] } ],
      "data": { "month": "May" } }
    """

  static var fromSwift: Deck {
    Deck {
      Card("bills") {
        CardPartTextView("Bills of {{ month }}").style(.header)
        CardPartStackView(axis: .horizontal, spacing: 8) {
          CardPartButtonView("Pay").link("https://example.com/pay")
          CardPartButtonView("Later")
        }
      }
      .rounded(cornerRadius: 10)
    }
    .theme(.mint)
    .data(["month": "May"])
  }
}
