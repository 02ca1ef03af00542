import CardParts
import CardRaster
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("An asynchronous sequence of pictures")
struct CardPicturesTests {
  private static func deck(_ count: Int) -> Deck {
    Deck { for number in 0..<count { Card("c\(number)") { CardPartTextView("Card \(number)") } } }
  }

  @Test("The pictures and their order are those of 'renderPages'", arguments: [1, 2, 5])
  func sameBytes(_ workers: Int) async throws {
    let deck = Self.deck(11)
    let all = try deck.renderPages(to: .png)
    var count = 0
    for try await picture in deck.pictures(to: .png, workers: workers) {
      #expect(picture.name == "c\(count)")
      #expect(picture.index == count)
      #expect(picture.count == 11)
      #expect(picture.data == all[count].data)
      count += 1
    }
    #expect(count == 11)
    let none = deck.pictures(to: .svg, options: DeckOptions(cards: ["c3"]))
    var names: [String] = []
    for try await picture in none { names.append(picture.name) }
    #expect(names == ["c3"])
  }

  @Test("Errors are thrown before the first picture, and warnings are reported once")
  func mistakes() async throws {
    let wrong = Deck { Card { CardPartTextView("x").textColor("#12345") } }
    await #expect(throws: DeckError.self) {
      for try await _ in wrong.pictures(to: .png) { Issue.record("there is no picture") }
    }
    let doubtful = Deck {
      for _ in 0..<3 { Card { CardPartTextView("far too long for one line").maxLines(1).width(60) } }
    }
    let told = Mutex<[DeckIssue]>([])
    for try await _ in doubtful.pictures(
      to: .bitmap, onWarning: { issue in told.withLock { $0.append(issue) } })
    {}
    #expect(told.withLock { $0.map(\.code) } == [.cutText, .cutText, .cutText])
  }

  @Test("Cancelling ends the sequence, also in the middle", arguments: [1, 3])
  func cancelling(_ workers: Int) async throws {
    let deck = Self.deck(60)
    let seen = Mutex(0)
    let task = Task {
      for try await picture in deck.pictures(to: .png, workers: workers) {
        seen.withLock { $0 = picture.index + 1 }
        if picture.index == 1 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await #expect { try await task.value } throws: { ($0 as? DeckError)?.isCancellation == true }
    #expect(seen.withLock { $0 } == 2)
    let before = Task {
      while !Task.isCancelled { await Task.yield() }
      for try await _ in deck.pictures(to: .png) {}
    }
    before.cancel()
    await #expect { try await before.value } throws: { ($0 as? DeckError)?.isCancellation == true }
  }

  @Test("A renderer with several workers draws the same pictures, for many callers at once")
  func pool() async throws {
    let renderer = DeckRenderer(workers: 3)
    #expect(renderer.workers == 3)
    #expect(DeckRenderer(workers: 0).workers == 1)
    let decks = (0..<24).map { number in Deck { Card { CardPartTextView("Number \(number)").style(.title) } }
    }
    let drawn = try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
      for (number, deck) in decks.enumerated() {
        group.addTask { (number, try await renderer.render(deck, to: .png)) }
      }
      return try await group.reduce(into: [Int: [UInt8]]()) { $0[$1.0] = $1.1 }
    }
    for (number, deck) in decks.enumerated() { #expect(try deck.render(to: .png) == drawn[number]) }
    var names: [String] = []
    for try await picture in renderer.pictures(of: Self.deck(3), to: .bitmap) { names.append(picture.name) }
    #expect(names == ["c0", "c1", "c2"])
  }

  @Test("A deck is drawn into memory of the caller, in each pixel format and with any row length")
  func callersMemory() async throws {
    let deck = Deck {
      Card { CardPartTextView("Hi").textColor("#1E90FF80").backgroundColor("#FF000040") }.rounded(
        cornerRadius: 9)
    }
    .canvas(DeckCanvas(width: 61, background: "clear"))
    let bitmap = try deck.render(to: .bitmap)
    let laidOut = try deck.laidOut()
    let (width, height) = (bitmap.width, bitmap.height)
    let rowBytes = 4 * width + 12
    func drawn(_ format: PixelFormat) throws -> [UInt8] {
      var pixels = [UInt8](repeating: 7, count: rowBytes * height)
      var span = pixels.mutableSpan
      var memory = span.mutableBytes
      try laidOut.draw(into: &memory, bytesPerRow: rowBytes, format: format)
      return pixels
    }
    let (straight, rgba, bgra) = (
      try drawn(.rgba), try drawn(.premultipliedRGBA), try drawn(.premultipliedBGRA)
    )
    var translucent = 0
    for y in 0..<height {
      for x in 0..<width {
        let place = y * rowBytes + 4 * x
        let color = bitmap[x: x, y: y]
        #expect(Array(straight[place..<place + 4]) == [color.red, color.green, color.blue, color.alpha])
        #expect(Array(bgra[place..<place + 4]) == [2, 1, 0, 3].map { rgba[place + $0] })
        #expect(rgba[place + 3] == color.alpha)
        // A premultiplied channel of translucent pixels is the rounded product.
        let product = (Double(color.red) * Double(color.alpha) / 255).rounded()
        #expect(abs(Double(rgba[place]) - product) <= 1)
        if (1..<255).contains(color.alpha) { translucent += 1 }
      }
      #expect(straight[(y * rowBytes + 4 * width)..<((y + 1) * rowBytes)].allSatisfy { $0 == 7 })
    }
    #expect(translucent > 100)
    var compact = [UInt8](repeating: 0, count: 4 * width * height)
    var span = compact.mutableSpan
    var memory = span.mutableBytes
    try await DeckRenderer().draw(laidOut, into: &memory)
    #expect(compact == bitmap.pixels)
    #expect(bitmap.withUnsafeBytes { Array($0) } == bitmap.pixels)
  }

  @Test("Memory that is too small is an error before anything is painted")
  func smallMemory() throws {
    let laidOut = try Deck { Card { CardPartTextView("Hi") } }.canvas(width: 50).laidOut()
    let (width, height) = (laidOut.pages[0].display.pixelWidth, laidOut.pages[0].display.pixelHeight)
    func issue(_ count: Int, _ rowBytes: Int? = nil) throws -> DeckIssue? {
      var pixels = [UInt8](repeating: 7, count: count)
      var found: DeckIssue?
      do throws(DeckError) {
        var span = pixels.mutableSpan
        var memory = span.mutableBytes
        try laidOut.draw(into: &memory, bytesPerRow: rowBytes)
      } catch {
        found = error.issues.first
      }
      if found != nil { #expect(pixels.allSatisfy { $0 == 7 }) }
      return found
    }
    let enough = 4 * width * height
    #expect(try issue(enough) == nil)
    let small = try #require(try issue(enough - 1))
    #expect(small.option == "memory" && small.origin == .options && small.code == .outOfRange)
    #expect(small.message.contains("needs \(enough) bytes of memory, found \(enough - 1)"))
    #expect(try issue(enough, 4 * width - 1)?.option == "bytesPerRow")
    #expect(try issue(0, .max)?.option == "memory")
    #expect(try issue(0, -4)?.option == "bytesPerRow")
    #expect(throws: DeckError.self) {
      var pixels = [UInt8](repeating: 0, count: 1 << 20)
      var span = pixels.mutableSpan
      var memory = span.mutableBytes
      try Deck { for _ in 0..<2 { Card { CardPartTextView("Hi") } } }.laidOut(onePageEach: true)
        .draw(into: &memory)
    }
  }

  @Test("A deck that is laid out once gives its pictures one by one, with their progress")
  func laidOutPictures() async throws {
    let deck = Deck { for name in ["a", "b", "c"] { Card("\(name)") { CardPartTextView("\(name)") } } }
    let laidOut = try deck.laidOut(onePageEach: true)
    var pictures: [CardPicture<[UInt8]>] = []
    for try await picture in laidOut.pictures(to: .png, workers: 2) { pictures.append(picture) }
    var pages: [Int] = []
    #expect(try pictures == laidOut.renderPages(to: .png, onPage: { pages.append($0) }))
    #expect(pages == [1, 2, 3])
    #expect(try pictures == deck.renderPages(to: .png))
    #expect(Set(pictures).count == 3)
    var svg: [String] = []
    for try await picture in laidOut.pictures(to: .svg) { svg.append(picture.data) }
    #expect(svg.count == 3)
  }

  @Test("Bytes of any kind are read: Data, slices and arrays")
  func bytesOfAnyKind() throws {
    let json = #"{"cards":[{"parts":[{"type":"text","text":"Hi"}]}]}"#
    let deck = try Deck(json: json)
    #expect(try Deck(json: Data(json.utf8)).json == deck.json)
    #expect(try Deck(json: Array("  \(json)".utf8)[2...]).json == deck.json)
    let png = try deck.render(to: .png)
    #expect(CardImage(bytes: Data(png)) == CardImage(bytes: png))
  }
}
