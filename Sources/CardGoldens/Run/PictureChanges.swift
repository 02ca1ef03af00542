import CardParts
import CardRaster

/// The changes between two pictures in words, found in their pixels.
extension GoldenOutcome {
  /// Maximum number of regions that are described.
  private static let most = 8
  /// Maximum number of pixels of a region whose content identifies the change.
  private static let hashedPixels = 4_000_000

  /// Adds the changes of a comparison, and the hash that equal changes in other pictures share.
  ///
  /// - Parameter scale: pixels per point; the rectangles of changes are in points.
  mutating func describe(_ comparison: Comparison, scale: Double = 1) {
    var marks: Set<String> = []
    let (old, new) = (comparison.expected, comparison.actual)
    func add(_ sentence: String, _ before: PixelRect? = nil, _ after: PixelRect? = nil) {
      changes.append(
        LayoutChange(
          sentence: sentence, path: "", before: before.map { Rect($0, scale: scale) },
          after: after.map { Rect($0, scale: scale) }))
    }
    if comparison.verdict == .differentSizes {
      var words: [String] = []
      func side(_ difference: Int, _ more: String, _ less: String) {
        guard difference != 0 else { return }
        words.append("\(Self.pixels(abs(difference))) \(difference > 0 ? more : less)")
      }
      side(new.width - old.width, "wider", "narrower")
      side(new.height - old.height, "taller", "shorter")
      marks.insert("size \(words)")
      var sentence = "the picture is \(words.joined(separator: " and "))"
      if let rows = comparison.insertedRows {
        let verb = rows.count > 0 ? "inserted" : "removed"
        sentence +=
          ": \(abs(rows.count)) row\(abs(rows.count) == 1 ? " was" : "s were") \(verb) at y = \(rows.y), and all others are equal"
        add(sentence)
        ownCause = Self.hash(marks)
        return
      }
      add(sentence)
    } else if !comparison.settings.metric.isPerceptual, Self.isUnnoticeable(comparison) {
      add("only antialiasing or unnoticeable colour differences")
      marks.insert("unnoticeable")
    }
    let regions = comparison.regions.sorted { ($0.pixels, $1.frame.minY) > ($1.pixels, $0.frame.minY) }
    var found = regions.prefix(Self.most).map { (frame: $0.frame, change: comparison.change(in: $0.frame)) }
    // The part of a region that both pictures have may be equal.
    found.removeAll { if case .recolored(let from, let to) = $0.change { from == to } else { false } }
    found = Self.joined(found, comparison, add, &marks)
    for (frame, change) in found {
      let isNew = change == .appeared
      add(
        "\(Self.place(of: frame, in: comparison)): \(Self.words(change))", isNew ? nil : frame,
        change == .disappeared ? nil : frame)
      switch change {
      case .moved, .recolored, .lighter, .darker: marks.insert(Self.words(change))
      case .appeared, .disappeared, .changed:
        guard frame.width * frame.height <= Self.hashedPixels else { continue }
        let (before, after) = comparison.pixels(in: frame)
        marks.insert(SHA256.hex(before) + SHA256.hex(after))
      }
    }
    let rest = regions.count + comparison.omittedRegions - Self.most
    if rest > 0 { add("and \(rest) smaller region\(rest == 1 ? "" : "s")") }
    if !marks.isEmpty { ownCause = Self.hash(marks) }
  }

  /// Replaces a region that disappeared and one that appeared with the same content by one movement.
  private static func joined(
    _ regions: [(frame: PixelRect, change: RegionChange)], _ comparison: Comparison,
    _ add: (String, PixelRect?, PixelRect?) -> Void, _ marks: inout Set<String>
  ) -> [(frame: PixelRect, change: RegionChange)] {
    var rest = regions
    for (old, change) in regions where change == .disappeared {
      let before = comparison.pixels(in: old).expected
      let place = rest.firstIndex { new, change in
        change == .appeared && new.width == old.width && new.height == old.height
          && comparison.pixels(in: new).actual == before
      }
      guard let place else { continue }
      let new = rest[place].frame
      let slide = Self.slide(from: old, to: new, before, comparison)
      let move = slide?.move ?? .moved(x: new.minX - old.minX, y: new.minY - old.minY)
      let shown = slide?.frame ?? old
      add("\(self.place(of: shown, in: comparison)): \(words(move))", old, new)
      marks.insert(words(move))
      rest.remove(at: place)
      rest.removeAll { $0.frame == old }
    }
    return rest
  }

  /// The movement of a shape of one colour by less than its size, which leaves a strip and covers another one.
  ///
  /// - Parameter before: the expected pixels of the strip that it left.
  private static func slide(
    from old: PixelRect, to new: PixelRect, _ before: [UInt8], _ comparison: Comparison
  ) -> (move: RegionChange, frame: PixelRect)? {
    let isDown = old.minX == new.minX
    guard isDown != (old.minY == new.minY),
      let between = PixelRect(
        minX: isDown ? old.minX : min(old.maxX, new.maxX), minY: isDown ? min(old.maxY, new.maxY) : old.minY,
        maxX: isDown ? old.maxX : max(old.minX, new.minX), maxY: isDown ? max(old.minY, new.minY) : old.maxY),
      let whole = PixelRect(
        minX: min(old.minX, new.minX), minY: min(old.minY, new.minY), maxX: max(old.maxX, new.maxX),
        maxY: max(old.maxY, new.maxY))
    else { return nil }
    let pixels = before + comparison.pixels(in: between).expected
    guard pixels.indices.dropFirst(4).allSatisfy({ pixels[$0] == pixels[$0 - 4] }) else { return nil }
    return (
      isDown
        ? .moved(x: 0, y: new.minY > old.minY ? old.height : -old.height)
        : .moved(x: new.minX > old.minX ? old.width : -old.width, y: 0),
      whole
    )
  }

  /// Whether an exact comparison failed, but the perceptual one passes.
  private static func isUnnoticeable(_ comparison: Comparison) -> Bool {
    let settings = Comparison.Settings(
      metric: .oklab, tolerance: .perceptual, ignored: comparison.settings.ignored,
      mask: comparison.settings.mask)
    let other = try? Comparison(
      expected: comparison.expected, actual: comparison.actual, settings: settings)
    return other?.isSame ?? false
  }

  private static func hash(_ marks: Set<String>) -> String {
    String(SHA256.hex(Array(marks.sorted().joined(separator: "\n").utf8)).prefix(16))
  }

  private static func pixels(_ count: Int) -> String { "\(count) pixel\(count == 1 ? "" : "s")" }

  private static func words(_ change: RegionChange) -> String {
    switch change {
    case .appeared: return "something new"
    case .disappeared: return "something is gone"
    case .recolored(let from, let to): return "colour \(hex(from)) → \(hex(to))"
    case .lighter: return "lighter"
    case .darker: return "darker"
    case .changed: return "the content changed"
    case .moved(let x, let y):
      var words: [String] = []
      if x != 0 { words.append("\(pixels(abs(x))) \(x > 0 ? "right" : "left")") }
      if y != 0 { words.append("\(pixels(abs(y))) \(y > 0 ? "down" : "up")") }
      return "moved \(words.joined(separator: " and "))"
    }
  }

  private static func hex(_ pixel: [UInt8]) -> String {
    "#"
      + pixel.prefix(pixel.last == 255 ? 3 : 4).map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined()
  }

  /// The size and the place of a region: `120 × 24 pixels at (40, 12), top left`.
  private static func place(of frame: PixelRect, in comparison: Comparison) -> String {
    let width = max(comparison.expected.width, comparison.actual.width)
    let height = max(comparison.expected.height, comparison.actual.height)
    if 10 * frame.width * frame.height >= 9 * width * height { return "the whole picture" }
    func third(_ low: Int, _ high: Int, of length: Int, _ names: [String]) -> String {
      names[min(2, 3 * (low + high) / (2 * length))]
    }
    let rows = third(frame.minY, frame.maxY, of: height, ["top", "middle", "bottom"])
    let columns = third(frame.minX, frame.maxX, of: width, ["left", "centre", "right"])
    return "\(frame.width) × \(frame.height) pixels at (\(frame.minX), \(frame.minY)), \(rows) \(columns)"
  }
}

extension Rect {
  fileprivate init(_ frame: PixelRect, scale: Double) {
    self.init(
      x: Double(frame.minX) / scale, y: Double(frame.minY) / scale, width: Double(frame.width) / scale,
      height: Double(frame.height) / scale)
  }
}
