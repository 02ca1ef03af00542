import CardRaster

extension Inspection {
  /// How the lines of a page stand out, found by their places.
  struct Contrasts {
    private struct Place: Hashable {
      let frame: Rect
      let words: String
    }

    private var ratios: [Place: Double] = [:]

    init(of page: DeckPage) {
      let legibility = Legibility(of: page.box) { areas in
        guard let fonts = try? FontLibrary(painting: page.origin.deck.fonts) else { return [] }
        let backdrop = page.display.backdrop
        return areas.map { try? BitmapPainter.part(of: backdrop, around: $0, fonts: fonts) }
      }
      for entry in legibility.entries {
        guard let ratio = entry.reading?.ratio else { continue }
        ratios[Place(frame: entry.frame, words: entry.words)] = ratio
      }
    }

    /// What `inspect` says of a line: its contrast from 1 to 21, to the hundredth; nothing where it has none.
    subscript(line: ShapedText.Line, at origin: Point) -> [(String, JSONNode)] {
      guard let ratio = ratios[Place(frame: line.frame.moved(by: origin), words: line.text)] else {
        return []
      }
      return [("contrast", .of((ratio * 100).rounded() / 100))]
    }
  }
}
