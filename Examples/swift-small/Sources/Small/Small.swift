import CardParts

/// Checks a build without package traits: it draws a card, and reports what it leaves out with the trait to enable.
///
/// The program ends with an error if a deck is drawn in another way than it should be.
@main struct Small {
  static func main() async throws {
    let renderer = DeckRenderer()
    let card = Deck {
      Card("sales") {
        CardPartTitleView("Sales")
        CardPartChartView(
          .bar, data: [["month": "Jan", "sum": 4], ["month": "Feb", "sum": 7]], x: "month", y: "sum")
      }
    }
    let png = try await renderer.render(card, to: .png)
    print("a card with a chart: \(png.count) bytes")

    let decks: [(trait: String, deck: Deck)] = [
      ("Maps", Deck { Card { CardPartMapView() } }),
      ("AllFonts", Deck { Card { CardPartTextView("こんにちは") } }),
      ("AllFonts", Deck { Card { CardPartTextView("Well done 🎉") } }),
      ("AllFonts", Deck { Card { CardPartTextView("Hello").font("Noto Serif 14") } }),
    ]
    for (trait, deck) in decks {
      try await expectLeftOut(trait) { @Sendable () async throws(DeckError) in
        _ = try await renderer.render(deck, to: .png)
      }
    }
    try await expectLeftOut("Moving") { @Sendable () async throws(DeckError) in
      _ = try await renderer.renderAnimation(card, to: .gif, timing: FrameTiming(frames: 2, rate: 10))
    }
  }

  /// A deck was drawn although it needs a trait that is off, or its error does not name the trait.
  struct Unexpected: Error {
    var trait: String
    var found: String
  }

  private static func expectLeftOut(
    _ trait: String, _ draw: @Sendable () async throws(DeckError) -> Void
  ) async throws {
    do throws(DeckError) {
      try await draw()
    } catch {
      print(error)
      guard let issue = error.issues.first, issue.code == .leftOut, issue.hint?.contains("'\(trait)'") == true
      else { throw Unexpected(trait: trait, found: error.description) }
      return
    }
    throw Unexpected(trait: trait, found: "a picture")
  }
}
