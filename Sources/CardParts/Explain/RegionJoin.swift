import CardRaster

/// Matches changes with the regions of a picture whose pixels differ.
struct RegionJoin {
  private let oldScale: Double
  private let newScale: Double
  /// Whether both pages have the same size in pixels.
  private let isOneSize: Bool
  /// The area that both pictures have, in pixels.
  private let common: PixelRect?

  /// The distance that a change may extend beyond its frame, in pixels, because of soft edges.
  private static let reach = 2.0
  /// The maximum number of regions that are reported one by one.
  private static let most = 3

  init(_ old: SnapshotPage, _ new: SnapshotPage) {
    oldScale = old.scale
    newScale = new.scale
    func pixels(_ length: Double, _ scale: Double) -> Int { Int(clamping: (length * scale).rounded(.up)) }
    let (a, b) = (
      (pixels(old.size.width, old.scale), pixels(old.size.height, old.scale)),
      (pixels(new.size.width, new.scale), pixels(new.size.height, new.scale))
    )
    isOneSize = a == b
    common = PixelRect(minX: 0, minY: 0, maxX: min(a.0, b.0), maxY: min(a.1, b.1))
  }

  /// Changes that touch a region, then a sentence for each region without a change, then other changes.
  func join(_ findings: [Finding], _ regions: [PixelRect]) -> [LayoutChange] {
    guard !regions.isEmpty else { return findings.map(\.change) }
    var isExplained = [Bool](repeating: false, count: regions.count)
    var inside: [LayoutChange] = []
    var outside: [LayoutChange] = []
    for finding in findings {
      let areas = finding.isVisible ? finding.areas.flatMap(pixels) : []
      var touches = false
      for (index, region) in regions.enumerated() where areas.contains(where: { $0.overlaps(region.area) }) {
        isExplained[index] = true
        touches = true
      }
      if touches { inside.append(finding.change) } else { outside.append(finding.change) }
    }
    var strange = zip(regions, isExplained).filter { !$0.1 }.map(\.0)
    // Pixels that only one picture has follow from the sizes, and so do those at the edge next to them. If a
    // change touches a region, the other regions may have moved because of it.
    if !isOneSize { strange = inside.isEmpty ? strange.compactMap(inner) : [] }
    return inside + sentences(strange) + outside
  }

  /// The part of a region within both pictures, without the edge at which one of them ends.
  private func inner(_ region: PixelRect) -> PixelRect? {
    guard let common else { return nil }
    let reach = Int(Self.reach)
    return PixelRect(minX: 0, minY: 0, maxX: common.maxX - reach, maxY: common.maxY - reach)
      .flatMap(region.intersection)
  }

  private func sentences(_ regions: [PixelRect]) -> [LayoutChange] {
    func change(_ sentence: String, _ regions: [PixelRect]) -> LayoutChange {
      func points(_ scale: Double) -> Rect? {
        regions.map(\.area).reduce(nil) { sum, rect in sum?.union(rect) ?? rect }.map {
          Rect(
            x: $0.minX / scale, y: $0.minY / scale, width: $0.width / scale, height: $0.height / scale)
        }
      }
      return LayoutChange(sentence: sentence, path: "", before: points(oldScale), after: points(newScale))
    }
    let why =
      isOneSize
      ? "though the layout did not (another version of a library, or another font file?)"
      : "where no part changed; the picture has another size"
    var result = regions.prefix(Self.most).map { region in
      change(
        "pixels changed at \(region.minX),\(region.minY) (\(region.width) × \(region.height)) \(why)",
        [region])
    }
    let rest = Array(regions.dropFirst(Self.most))
    if !rest.isEmpty {
      result.append(change("pixels changed in \(Wording.count(rest.count, "more place")) \(why)", rest))
    }
    return result
  }

  private func pixels(_ area: Finding.Area) -> [Rect] {
    [(area.before, oldScale), (area.after, newScale)].compactMap { rect, scale in
      rect.map {
        Rect(
          x: $0.minX * scale, y: $0.minY * scale, width: $0.width * scale, height: $0.height * scale
        ).inset(by: -Self.reach)
      }
    }
  }
}

extension PixelRect {
  fileprivate var area: Rect {
    Rect(x: Double(minX), y: Double(minY), width: Double(width), height: Double(height))
  }
}

extension Rect {
  /// Whether both rectangles have a point in common.
  fileprivate func overlaps(_ other: Rect) -> Bool { intersection(other) != nil }
}

/// A change with the values needed to sort it and to match it with pixels.
struct Finding {
  /// The order of changes: causes before their consequences.
  enum Rank: Int, Comparable {
    /// Changes of the canvas, the theme and the layout of the deck.
    case whole
    /// Cards and parts that were added, removed or moved.
    case structure
    /// Changes of the content and look of a part.
    case content
    /// Texts whose line breaks changed.
    case lines
    /// Positions and sizes without a known cause.
    case geometry
    /// Invisible changes: links, alternative texts, ids.
    case unseen
    /// Consequences of other changes.
    case consequence
    /// Drawings that changed in an unknown way.
    case drawing

    static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
  }

  /// An area on both pages.
  struct Area {
    var before: Rect?
    var after: Rect?
  }

  var rank: Rank
  /// The number of the node, for sorting.
  var order: Int
  var sentence: String
  var path: String
  /// All areas of the change.
  var areas: [Area]
  /// Whether the change affects pixels.
  var isVisible = true
  /// The plural used when many changes are summarised: `texts changed`.
  var plural: String
  /// The page of a report that the change belongs to, from 0.
  var page = 0

  /// The public form of the change.
  var change: LayoutChange {
    LayoutChange(
      sentence: sentence, path: path, before: Finding.union(areas.map(\.before)),
      after: Finding.union(areas.map(\.after)))
  }

  private static func union(_ rects: [Rect?]) -> Rect? {
    rects.compactMap { $0 }.reduce(nil) { sum, rect in sum?.union(rect) ?? rect }
  }

  /// The maximum number of sentences with the same plural; further ones are summarised.
  private static let most = 12

  /// The findings in order; the last ones of a long list with the same plural are summarised.
  static func ordered(_ all: [Finding]) -> [Finding] {
    let sorted = all.enumerated().sorted {
      ($0.element.rank, $0.element.order, $0.offset) < ($1.element.rank, $1.element.order, $1.offset)
    }.map(\.element)
    var counts: [String: Int] = [:]
    for finding in sorted { counts[finding.plural, default: 0] += 1 }
    var told: [String: Int] = [:]
    var result: [Finding] = []
    for finding in sorted {
      let number = told[finding.plural, default: 0] + 1
      told[finding.plural] = number
      if (counts[finding.plural] ?? 0) <= most || number < most {
        result.append(finding)
      } else if number == most {
        var sum = finding
        sum.sentence = "\((counts[finding.plural] ?? 0) - most + 1) more \(finding.plural)"
        result.append(sum)
      } else if let last = result.lastIndex(where: { $0.plural == finding.plural }) {
        result[last].areas += finding.areas
      }
    }
    return result
  }
}
