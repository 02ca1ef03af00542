import CardParts

/// Writes the examples as PNG, SVG and JSON into a folder: `swift run SwiftCards out`.
@main struct SwiftCards {
  static func main() async throws {
    // Draws SVG pictures for another of its own processes, if it was started for that.
    SVGProcess.serveIfAsked()
    let folder = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "."
    let decks = [
      (
        "launch",
        launchCard(
          title: "Cards that render themselves",
          teaser: "A deck in Swift, one picture out: measured text, soft shadows, gradients and charts.",
          label: "NEW IN AUTUMN")
      ),
      (
        "spending",
        try spendingList(
          [
            Expense(shop: "Trader Joe’s", day: "Today", amount: 38.12),
            Expense(shop: "Farmers market", day: "Yesterday", amount: 21),
            Expense(shop: "Corner bakery", day: "Monday", amount: 9.4),
          ], budget: 60)
      ),
    ]
    do {
      for (name, deck) in decks {
        try FileWriting.write(try deck.render(to: .png), to: "\(folder)/\(name).png")
        try FileWriting.write(Array(try deck.render(to: .svg).utf8), to: "\(folder)/\(name).svg")
        // What was written in Swift can be read by the command line too.
        try FileWriting.write(Array(deck.json.utf8), to: "\(folder)/\(name).json")
      }
      try await writeBadges(to: folder)
    } catch let error as DeckError {
      for issue in error.issues { print(issue) }
      throw error
    }
  }

  /// One picture for each guest; the renderer keeps its fonts open from one to the next.
  private static func writeBadges(to folder: String) async throws {
    let guests = [
      Guest(name: "Ada Lovelace", company: "Engine", topics: ["Numbers", "Notes"], isSpeaker: true),
      Guest(name: "Grace Hopper", company: "Compilers", topics: ["Languages"], isSpeaker: true),
      Guest(name: "Zoë {{ Müller }}", company: "Visitors", topics: ["Music", "Tea", "Maps"]),
    ]
    let renderer = DeckRenderer()
    var options = DeckOptions()
    options.scale = 2
    for (number, guest) in guests.enumerated() {
      let png = try await renderer.render(badge(for: guest), to: .png, options: options) { warning in
        print(warning)
      }
      try FileWriting.write(png, to: "\(folder)/badge-\(number + 1).png")
    }
  }
}
