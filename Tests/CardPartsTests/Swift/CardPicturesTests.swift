import CardParts
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
}
