import CardRaster

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
