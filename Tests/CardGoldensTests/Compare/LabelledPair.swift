import CardParts
import CardRaster
import TestSupport
import Testing

/// Two pictures with a label: whether a person would call them the same.
///
/// They are of the kinds that screenshot tools are tested with: what a browser or a library draws slightly
/// differently each time, and changes that such noise must not hide.
struct LabelledPair: CustomTestStringConvertible {
  var name: String
  var expected: Bitmap
  var actual: Bitmap

  var testDescription: String { name }

  init(_ name: String, _ expected: Bitmap, _ actual: Bitmap) {
    (self.name, self.expected, self.actual) = (name, expected, actual)
  }

  /// A pair whose second picture is the first one with other pixels at some places.
  private init(_ name: String, _ expected: Bitmap, _ change: (Int, Int, SIMD4<Int>) -> SIMD4<Int>) throws {
    let actual = try ComparisonSamples.picture(expected.width, expected.height) { x, y in
      let place = 4 * (y * expected.width + x)
      let old = SIMD4((0..<4).map { Int(expected.pixels[place + $0]) })
      let new = change(x, y, old).clamped(
        lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
      return (UInt8(new.x), UInt8(new.y), UInt8(new.z), UInt8(new.w))
    }
    self.init(name, expected, actual)
  }
}

/// The pairs that a person would call the same.
extension LabelledPair {
  static func matching() throws -> [LabelledPair] {
    let card = try drawn(card)
    return try [
      LabelledPair("equal, small", try grey(6, 6, 200), try grey(6, 6, 200)),
      LabelledPair("equal, a card", card, try drawn(Self.card)),
      noise("a gradient that is rounded otherwise", try drawn(gradient), by: 1),
      noise("a shadow that is rounded otherwise", try drawn(shadow), by: 2),
      softened("letters that are a little softer", letters),
      LabelledPair("a disc that fell a quarter of a pixel beside", try disc(at: 10), try disc(at: 10.25)),
      LabelledPair("a slope that fell a fifth of a pixel beside", try slope(at: 12), try slope(at: 12.2)),
      tiny(),
    ] + corners()
  }

  /// A corner of ten pixels a side, with three soft pixels at its edge.
  private static func tiny() throws -> LabelledPair {
    func corner(_ soft: [UInt8]) throws -> Bitmap {
      try ComparisonSamples.picture(10, 10) { x, y in
        let value: UInt8 = x + y < 8 ? 60 : x + y == 8 && (3...5).contains(x) ? soft[x - 3] : 235
        return (value, value, value, 255)
      }
    }
    return LabelledPair(
      "three soft pixels of a small corner", try corner([110, 130, 140]), try corner([150, 160, 170]))
  }

  /// Round corners as one browser draws them: pixels a little darker in one run, without antialiased edges.
  private static func corners() throws -> [LabelledPair] {
    func corner(_ name: String, _ places: [(Int, Int)], side: Int) throws -> LabelledPair {
      try LabelledPair(name, try grey(side, side, 231)) { x, y, old in
        places.contains { $0 == (x, y) } ? old &- SIMD4(24, 24, 24, 0) : old
      }
    }
    return [
      try corner("a pixel at a corner", [(0, 0)], side: 24),
      try corner("a pixel beside a corner", [(3, 1)], side: 24),
      try corner("four pixels at four corners", [(1, 1), (22, 1), (1, 22), (22, 22)], side: 24),
      try corner("corners at twice the size", [(0, 2), (1, 1), (2, 0)], side: 48),
    ]
  }

  /// An eighth of each pixel is the mean of the sixteen pixels at that place in a picture of another scale.
  private static func softened(_ name: String, _ deck: String) throws -> LabelledPair {
    let sharp = try drawn(deck)
    let soft = try drawn(deck, scale: 4).reduced(toFit: (sharp.width, sharp.height))
    return try LabelledPair(name, sharp) { x, y, old in
      let place = 4 * (y * soft.width + x)
      return (7 &* old &+ SIMD4((0..<4).map { Int(soft.pixels[place + $0]) })) / 8
    }
  }

  private static func noise(_ name: String, _ picture: Bitmap, by most: Int) throws -> LabelledPair {
    var numbers = SeededNumbers(most)
    return try LabelledPair(name, picture) { _, _, old in
      let step = numbers.below(2 * most + 1) - most
      return old &+ SIMD4(step, step, step, 0)
    }
  }
}

/// The pairs that a person would call different.
extension LabelledPair {
  static func different() throws -> [LabelledPair] {
    let field = try grey(40, 24, 255)
    return [
      try LabelledPair("greyer as a whole", try drawn(card)) { _, _, old in old &- SIMD4(8, 8, 8, 0) },
      try tinted("red", SIMD4(-120, 0, 0, 0)), try tinted("green", SIMD4(0, -120, 0, 0)),
      try tinted("blue", SIMD4(0, 0, -120, 0)),
      try LabelledPair("the caret is missing", field) { x, y, old in
        x == 7 && (4..<20).contains(y) ? SIMD4(30, 30, 30, 255) : old
      },
      try LabelledPair("a single red pixel", try grey(32, 32, 255)) { x, y, old in
        (x, y) == (16, 16) ? SIMD4(255, 0, 0, 255) : old
      },
      try LabelledPair("black for white", try checks((255, 255, 255), (0, 0, 0))) { _, _, old in
        SIMD4(255 - old.x, 255 - old.y, 255 - old.z, 255)
      },
      // 0.299 R + 0.587 G + 0.114 B of both colours is the same to half a level.
      LabelledPair(
        "other colours of the same grey", try checks((200, 60, 60), (60, 131, 60)),
        try checks((60, 131, 60), (200, 60, 60))),
      LabelledPair(
        "one colour for another of its luma", try checks((220, 40, 40), (220, 40, 40)),
        try checks((40, 114, 120), (40, 114, 120))),
    ]
  }

  private static func tinted(_ name: String, _ step: SIMD4<Int>) throws -> LabelledPair {
    try LabelledPair("a field that lost \(name)", try drawn(card)) { x, y, old in
      (20..<60).contains(x) && (14..<26).contains(y) ? old &+ step : old
    }
  }
}

/// The pictures that the pairs are drawn from.
extension LabelledPair {
  private static let card = deck(
    #"{ "type": "title", "title": "Savings" }, { "type": "text", "text": "You are pre-approved." }"#)
  private static let letters = deck(#"{ "type": "text", "text": "The quick brown fox jumps over it." }"#)
  private static let gradient = deck(
    #"{ "type": "text", "text": "Tea" }"#,
    traits: ##""gradient": { "colors": ["#EEF2FF", "#C7D2FE"], "angle": 45 }"##)
  private static let shadow = deck(
    #"{ "type": "text", "text": "Tea" }"#,
    traits: ##""shadow": { "radius": 12, "opacity": 0.5 }, "rounded": { "cornerRadius": 10 }"##)

  private static func deck(_ parts: String, traits: String = "") -> String {
    """
    { "canvas": { "width": 120, "padding": 8, "background": "#FFFFFF" },
      "cards": [{ "traits": { \(traits) }, "parts": [\(parts)] }] }
    """
  }

  private static func drawn(_ deck: String, scale: Double = 1) throws -> Bitmap {
    let laidOut = try DeckRenderer.laidOut(
      Array(deck.utf8), file: "deck.json", folder: "/", options: DeckOptions(scale: scale),
      catalog: try Goldens.catalog())
    return try Goldens.pixels(try Goldens.png(laidOut), "deck")
  }

  private static func painted(_ shape: DisplayItem.Shape, _ bounds: Rect) throws -> Bitmap {
    let list = DisplayList(
      size: Size(width: 48, height: 48), scale: 1, background: .solid(.white),
      items: [.fill(shape, .solid(Color(rgb: 0x5B4FE9)), bounds: bounds)])
    let file = try OutputFormat.png.encode(
      list, settings: OutputFormat.Settings(), fonts: try FontLibrary(try Goldens.catalog()))
    return try Goldens.pixels(file, "shape")
  }

  private static func disc(at x: Double) throws -> Bitmap {
    let bounds = Rect(x: x, y: 10, width: 28, height: 28)
    return try painted(.roundedRect(RoundedRect(rect: bounds, radii: CornerRadii(14))), bounds)
  }

  private static func slope(at y: Double) throws -> Bitmap {
    var path = Path()
    path.move(to: Point(x: -2, y: y))
    path.line(to: Point(x: 50, y: y + 17))
    path.line(to: Point(x: 50, y: 50))
    path.line(to: Point(x: -2, y: 50))
    path.close()
    return try painted(.path(path), Rect(x: -2, y: y, width: 52, height: 50 - y))
  }

  private static func grey(_ width: Int, _ height: Int, _ value: UInt8) throws -> Bitmap {
    try ComparisonSamples.picture(width, height) { _, _ in (value, value, value, 255) }
  }

  /// Squares of eight pixels in two colours.
  private static func checks(_ a: (UInt8, UInt8, UInt8), _ b: (UInt8, UInt8, UInt8)) throws -> Bitmap {
    try ComparisonSamples.picture(48, 48) { x, y in
      let color = (x / 8 + y / 8) % 2 == 0 ? a : b
      return (color.0, color.1, color.2, 255)
    }
  }
}
