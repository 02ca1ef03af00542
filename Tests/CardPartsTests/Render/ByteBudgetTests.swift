import CardRaster
import Testing

@testable import CardParts

/// Which settings are tried to keep a file within a budget of bytes.
@Suite struct ByteBudgetTests {
  private static let budget = ByteBudget("1k")

  /// A change to the settings that exceeded the budget, and the limit for trying it.
  ///
  /// `most` is the largest size of the last file after which the change is tried, for a budget of 1,000
  /// bytes.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let most: Int
    let make: @Sendable (inout ByteBudget.Attempt) -> Void

    init(_ name: String, _ most: Int, _ make: @escaping @Sendable (inout ByteBudget.Attempt) -> Void) {
      (testDescription, self.most, self.make) = (name, most, make)
    }
  }

  @Test(arguments: [
    Change("nothing", 1_000) { _ in }, Change("compression", 2_000) { $0.compression = .smallest },
    Change("quality", 8_000) { $0.quality = 50 }, Change("colours", 8_000) { $0.colors = 64 },
    Change("quality and colours", 8_000) { ($0.quality, $0.colors) = (50, 64) },
    Change("half the frames", 3_000) { $0.step = 2 }, Change("half the size", 12_000) { $0.factor = 0.5 },
    Change("half the size of half the frames", 12_000) { ($0.factor, $0.step) = (0.5, 2) },
    Change("quality and half the size", 96_000) { ($0.quality, $0.factor) = (50, 0.5) },
    Change("all", 192_000) { ($0.quality, $0.factor, $0.compression) = (50, 0.5, .smallest) },
  ])
  func anAttemptIsTriedIfItMayFitTheBudget(_ change: Change) throws {
    let budget = try #require(Self.budget)
    let wanted = ByteBudget.Attempt()
    var attempt = wanted
    change.make(&attempt)
    #expect(budget.mayHold(attempt, after: (wanted, change.most)))
    #expect(!budget.mayHold(attempt, after: (wanted, change.most + 1)))
  }

  @Test func anAttemptIsComparedWithTheLastOneAndNotWithTheFirst() throws {
    let budget = try #require(Self.budget)
    let half = ByteBudget.Attempt(factor: 0.5)
    #expect(budget.mayHold(ByteBudget.Attempt(factor: 0.25), after: (half, 12_000)))
    #expect(!budget.mayHold(half, after: (half, 1_001)))
  }

  @Test func anotherFormatComesBeforeFewerPixels() {
    let attempts = ByteBudget.attempts(ByteBudget.Attempt(), frames: 1, others: [.jpeg])
    #expect(attempts.map(\.format).prefix(3) == [.png, .png, .jpeg])
    #expect(attempts.filter { $0.format == .jpeg && $0.factor == 1 }.map(\.quality) == [90, 80, 70, 60, 50])
    #expect(attempts.filter { $0.factor < 1 }.allSatisfy { $0.format == .jpeg && $0.quality == 50 })
    #expect(
      attempts[2].losses(against: attempts[0], frames: 1) == [
        "the format jpeg instead of png", "quality 90",
      ])
  }

  @Test(arguments: [("1k", 1_000), ("2M", 2_000_000), ("17", 17)])
  func sizesAreRead(_ text: String, _ bytes: Int) {
    #expect(ByteBudget(text)?.bytes == bytes)
  }

  @Test(arguments: ["0", "-1", "k", "1.5M", "1G", "9223372036854775807M"])
  func invalidSizesAreErrors(_ text: String) {
    #expect(ByteBudget(text) == nil)
  }
}
