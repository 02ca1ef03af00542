import CardParts
import Synchronization
import TestSupport
import Testing

@Suite("Cancelling a task throws a cancellation error, whatever it draws")
struct CancellationTests {
  private static func deck(_ count: Int) -> Deck {
    Deck { for number in 0..<count { Card { CardPartTextView("Card \(number)") } } }
  }

  /// The error of a body in a task that was already cancelled.
  private func thrown<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async -> (any Error)? {
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await body()
    }
    task.cancel()
    do {
      _ = try await task.value
      return nil
    } catch {
      return error
    }
  }

  @Test("Synchronous drawing")
  func synchronous() async throws {
    let deck = Self.deck(3)
    for error in [
      await thrown { try deck.render(to: .png) },
      await thrown { try deck.renderPages(to: .svg) },
      await thrown { try DeckPipeline().laidOut(deck) },
      await thrown { try DeckPipeline().boxes(of: DeckPipeline().resolve(deck)) },
      await thrown { try await DeckRenderer().render(deck, to: .png) },
      await thrown { try await DeckRenderer().renderPages(deck, to: .png) },
    ] {
      let error = try #require(error as? DeckError)
      #expect(error.isCancellation)
      #expect(error.underlying is CancellationError)
      #expect(!error.isMachineFault)
    }
  }

  @Test("Painting with any number of workers", arguments: [1, 2])
  func attachingLocation(_ workers: Int) async throws {
    let deck = Self.deck(12)
    let laidOut = try DeckPipeline().laidOut(deck, onePageEach: true)
    let none = await thrown { try await laidOut.paint(as: .png, workers: workers) { _, _ in } }
    #expect(none is CancellationError)
    let drawn = await thrown {
      try await DeckPipeline().draw(
        deck, onePageEach: true, as: .png, workers: workers)
    }
    #expect(drawn is CancellationError)
    let moving = await thrown {
      try await laidOut.animation(of: laidOut.pages[0], FrameTiming(frames: 4, rate: 10), workers: workers)
    }
    #expect(moving is CancellationError)
  }

  @Test("Cancelling in the middle of the pages", arguments: [1, 2])
  func middle(_ workers: Int) async throws {
    let laidOut = try DeckPipeline().laidOut(Self.deck(40), onePageEach: true)
    let count = Mutex(0)
    let task = Mutex<Task<Void, any Error>?>(nil)
    let painting = Task {
      while task.withLock({ $0 == nil }) { await Task.yield() }
      try await laidOut.paint(as: .png, workers: workers) { number, _ in
        count.withLock { $0 = number + 1 }
        if number == 1 { task.withLock { $0?.cancel() } }
      }
    }
    task.withLock { $0 = painting }
    await #expect(throws: CancellationError.self) { try await painting.value }
    #expect(count.withLock { $0 } < 40)
  }
}
