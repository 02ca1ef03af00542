import CardTesting
import Foundation
import Testing
import XCTest

/// Tests that other tests run in a separate process to check their output; otherwise they are skipped.
enum Stage {
  /// The folder in which these tests run.
  static let folder = ProcessInfo.processInfo.environment["CARDSHOT_PLAYED_TESTS"]

  static var goldens: String { (folder ?? "") + "/goldens" }

  /// The deck that they draw; an environment variable changes its text.
  static var deck: Deck {
    let text = ProcessInfo.processInfo.environment["CARDSHOT_PLAYED_TEXT"] ?? "Tea"
    return Deck { Card("offer") { CardPartTitleView("\(text)") } }
      .canvas(DeckCanvas(width: 120))
  }
}

@Suite(.enabled(if: Stage.folder != nil)) struct PlayedTests {
  @Test func offer() {
    expectGolden(of: Stage.deck, goldens: Stage.goldens)
  }

  @Test func byArgument() {
    expectGolden(of: Stage.deck, record: .all, goldens: Stage.goldens)
  }

  @Test(.goldens(record: .missing)) func byTrait() {
    expectGolden(of: Stage.deck, as: .layout, goldens: Stage.goldens)
  }

  @Test func detached() async {
    await Task.detached { _ = expectGolden(of: Stage.deck, goldens: Stage.goldens) }.value
  }

  @Test func sameNameTwice() {
    expectGolden(of: Stage.deck, named: "twin", goldens: Stage.goldens)
    expectGolden(of: Stage.deck.theme(.mint), named: "twin", goldens: Stage.goldens)
  }

  @Test(arguments: 0..<8) func many(_ number: Int) {
    expectGolden(
      of: Deck { Card { CardPartTextView("\(number)") } }.canvas(DeckCanvas(width: 40)),
      named: "many/\(number)", goldens: Stage.goldens)
  }
}

final class PlayedXCTests: XCTestCase {
  override func setUpWithError() throws {
    try XCTSkipIf(Stage.folder == nil, "another test runs it")
  }

  func testOffer() {
    expectGolden(of: Stage.deck, goldens: Stage.goldens)
  }

  func testDetached() async {
    await Task.detached { _ = expectGolden(of: Stage.deck, goldens: Stage.goldens) }.value
  }
}
