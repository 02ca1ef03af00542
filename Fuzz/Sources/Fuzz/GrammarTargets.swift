import Glibc

@testable import CardModel
@testable import CardParts
@testable import CardRaster

/// Decks of charts, and of bindings with data.
enum GrammarTargets {
  /// A chart made from an input, one choice per byte.
  static func drawChart(_ bytes: [UInt8]) {
    draw(chartDeck(bytes))
  }

  /// The deck of a chart made from an input.
  static func chartDeck(_ bytes: [UInt8]) -> String {
    var chance = Chance(bytes)
    return chart(&chance)
  }

  /// Bindings and their data, made from an input.
  static func drawBindings(_ bytes: [UInt8]) {
    var chance = Chance(bytes)
    draw(BindingGrammar.deck(&chance))
  }

  /// An input that is the text of a chart part.
  static func drawPart(_ bytes: [UInt8]) {
    guard let node = try? JSONScanner.scan(bytes, file: "part") else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    // The seeds are complete decks.
    let isDeck = node["cards"] != nil
    draw(isDeck ? text : #"{"canvas":{"width":160,"scale":1},"cards":[{"parts":["# + text + "]}]}")
  }

  /// Draws cases by number: four charts, then a deck of bindings.
  static func drawCases(_ numbers: Range<Int>) {
    for number in numbers {
      // The last line before a crash names the case.
      "case \(number)\n".withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
      draw(deck(ofCase: number))
    }
    print("\(numbers.count) cases are fine")
  }

  /// The deck of a case.
  static func deck(ofCase number: Int) -> String {
    var chance = Chance(case: number)
    return number % 5 == 4 ? BindingGrammar.deck(&chance) : chart(&chance)
  }

  private static func chart(_ chance: inout Chance) -> String {
    let width = chance.one([60, 160, 160, 240])
    let locale =
      chance.happens(20) ? #""locale":"\#(chance.one(["de_DE", "ar_EG", "hi_IN", "ja_JP"]))","# : ""
    return
      #"{\#(locale)"canvas":{"width":\#(width),"scale":1},"cards":[{"parts":[\#(ChartGrammar.part(&chance))]}]}"#
  }

  /// Draws a deck, or rejects it with the place of each error.
  ///
  /// After a rejection, the values at those places are removed and the rest is drawn.
  private static func draw(_ text: String) {
    guard var deck = try? JSONScanner.scan(Array(text.utf8), file: "deck.json") else { return }
    DeckTargets.withPipeline { pipeline in
      for _ in 0..<8 {
        let mistakes = draw(JSONDump.write(deck, pretty: false), in: pipeline)
        guard !mistakes.isEmpty else { return }
        // From the end, so that indices in lists stay valid.
        for path in mistakes.reversed() { deck = deck.without(path.steps[...]) }
      }
    }
  }

  /// Draws a deck once; returns the paths of its errors.
  private static func draw(_ deck: String, in pipeline: DeckPipeline) -> [JSONPath] {
    do throws(DeckError) {
      let loaded = try pipeline.load(Array(deck.utf8), file: "deck.json", folder: "/nowhere")
      let laidOut = try pipeline.laidOut(loaded)
      guard let page = laidOut.pages.first else { return [] }
      _ = LayoutSnapshot(page).json
      guard page.display.pixelWidth * page.display.pixelHeight < 400_000 else { return [] }
      let format: OutputFormat = [.png, .svg, .pdf][deck.utf8.count % 3]
      _ = try loaded.attachingLocation(page.display, of: page.box) { display throws(RasterError) in
        try pipeline.encode(display, fonts: laidOut.fonts, as: format)
      }
      return []
    } catch {
      for issue in error.issues {
        expect(issue.place != nil, "an issue has no place: \(issue.description)\n\(deck)")
      }
      return error.issues.map(\.path).sorted { "\($0)" < "\($1)" }
    }
  }
}

extension JSONNode {
  /// The value without the value at a path; the parts of a card are kept.
  fileprivate func without(_ steps: ArraySlice<JSONPath.Step>) -> JSONNode {
    guard let step = steps.first, steps.endIndex > 4 else { return self }
    switch (step, value) {
    case (.key(let key), .object(var members)):
      guard let number = members.firstIndex(where: { $0.key == key }) else { return self }
      if steps.count == 1 {
        members.remove(at: number)
      } else {
        members[number].value = members[number].value.without(steps.dropFirst())
      }
      return JSONNode(.object(members))
    case (.index(let number), .array(var elements)) where elements.indices.contains(number):
      if steps.count == 1 {
        elements.remove(at: number)
      } else {
        elements[number] = elements[number].without(steps.dropFirst())
      }
      return JSONNode(.array(elements))
    default: return self
    }
  }
}
