import CardRaster

/// Joins changes to the regions of a picture whose pixels differ.
struct RegionJoin {
  private let oldScale: Double
  private let newScale: Double
  /// Whether both pages are as large in pixels, so that the layout is not why something is drawn elsewhere.
  private let isOneSize: Bool
  /// What both pictures have, in pixels.
  private let common: PixelRect?

  /// How far a change may reach beyond its frame, in pixels: soft edges.
  private static let reach = 2.0
  /// The most regions that are told one by one.
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

  /// Changes that touch a region first, then a sentence for each region that none touches, then the others.
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
    // The rows and columns that only one picture has are explained by their sizes, and so is the edge beside them. Where
    // parts of another height push others on, so is the rest.
    if !isOneSize { strange = inside.isEmpty ? strange.compactMap(inner) : [] }
    return inside + sentences(strange) + outside
  }

  /// What of a region lies in both pictures, away from the edge where one of them ends.
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
      : "where no part is another one; the picture has another size"
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
  /// Whether both have a point in common.
  fileprivate func overlaps(_ other: Rect) -> Bool { intersection(other) != nil }
}

/// A change with what is needed to order it among others and to join it to pixels.
struct Finding {
  /// What comes first: causes before what follows from them.
  enum Rank: Int, Comparable {
    /// The canvas, the theme, the layout of the deck.
    case whole
    /// Cards and parts that are new, gone or elsewhere.
    case structure
    /// What a part holds and how it looks.
    case content
    /// Words whose lines break at other places.
    case lines
    /// Places and sizes that nothing explains.
    case geometry
    /// What can be touched or read aloud.
    case unseen
    /// What follows from the above.
    case consequence
    /// Drawings that have changed in a way that has no name.
    case drawing

    static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
  }

  /// A place on both pages.
  struct Area {
    var before: Rect?
    var after: Rect?
  }

  var rank: Rank
  /// The number of the node it is about, for the order of sentences.
  var order: Int
  var sentence: String
  var path: String
  /// Every place that it is seen at.
  var areas: [Area]
  /// Whether pixels change by it.
  var isVisible = true
  /// What many of its kind are called: `texts changed`.
  var plural: String
  /// In a report: the page that it is told of, from 0.
  var page = 0

  /// The change as it is handed out.
  var change: LayoutChange {
    LayoutChange(
      sentence: sentence, path: path, before: Finding.union(areas.map(\.before)),
      after: Finding.union(areas.map(\.after)))
  }

  private static func union(_ rects: [Rect?]) -> Rect? {
    rects.compactMap { $0 }.reduce(nil) { sum, rect in sum?.union(rect) ?? rect }
  }

  /// How many sentences of one kind there may be before they are summed up.
  private static let most = 12

  /// The findings in order, with a sum in the place of the last ones of a kind that has very many.
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
