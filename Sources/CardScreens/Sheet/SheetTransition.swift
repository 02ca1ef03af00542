import CardModel
import CardRaster

/// An animation of a sheet.
package struct SheetTransition: Hashable, Sendable {
  /// The kind of animation.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The top card appears over the one below it.
    case push
    /// The top card disappears, and the one below it becomes visible again.
    case pop
    /// Like a push, but the card below is removed afterwards.
    case swap
    /// A dragged card is released and moves to a position.
    case snap
    /// A tap on the title or the map moves the card to a position.
    case tap
    /// The next page appears.
    case page

    /// Whether the animation has two cards.
    package var hasTwoCards: Bool { self == .push || self == .pop || self == .swap }
  }

  package var kind = Kind.push
  package var time: Double?
  package var progress: Double?
  package var fromPosition: SheetPosition?
  package var fromPage: Int?
  package var velocity = 0.0

  static let fields = FieldTable<SheetTransition>(needs: [["kind"]]) {
    Field(
      "kind", \.kind, .word,
      "`push`: the last card moves in over the one before it; `pop`: it moves out; `swap`: it replaces the one before it, animated only if its position changes; `snap`: the card is released at `cardY`; `tap`: the title or the map is tapped; `page`: the pages turn from `fromPage` to the current one."
    )
    Field(
      "time", \.time, .number(0...3600), "The time that is drawn, in seconds.",
      default: "the end in a still picture; an animation shows all of it")
    Field("progress", \.progress, .fraction, "The moment as a share of the whole.", default: "as of `time`")
    Field(
      "fromPosition", \.fromPosition, .word,
      "The previous position of the card; of a push and a swap, that of the card below.",
      default: "for a push, a pop and a swap that card's `lastPosition`; `cardY` for a snap")
    Field(
      "fromPage", \.fromPage, .integer(0...99), "The page where a `page` transition starts, from 0.",
      default: "the page before the current one; page 1 for page 0")
    Field(
      "velocity", \.velocity, .number(-100_000...100_000),
      "The speed of the finger when it releases a card, in points per second; negative values are upward.")
  }

  /// The description in explanations.
  var words: String {
    var text = kind.rawValue
    if let fromPosition { text += " from \(fromPosition.rawValue)" }
    if let fromPage { text += " from page \(fromPage)" }
    if let time { text += " at \(NumberText.format(time)) s" }
    if let progress { text += " at \(NumberText.format(progress * 100))%" }
    return text
  }

  /// The index of the page from which the pages turn to the current one.
  package func startPage(_ current: Int) -> Int { fromPage ?? (current > 0 ? current - 1 : 1) }

  /// The duration and the timing of the animation.
  package func motion(_ compatibility: SheetCompatibility) -> SheetMotion {
    switch kind {
    case .push, .swap: compatibility.push
    case .pop: compatibility.pop
    case .tap: compatibility.tap
    case .snap: compatibility.snap
    case .page: SheetMotion(duration: 0.3, pace: .easing(.easeInOut))
    }
  }

  /// Rejects properties without effect.
  func validateProperties(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    if let value = node["progress"], node["time"] != nil {
      context.error(value, path.key("progress"), "'time' and 'progress' both set the moment that is drawn")
    }
    if kind != .snap {
      context.refuse(["velocity"], of: node, path, "on '\(kind.rawValue)'")
    }
    context.refuse([kind == .page ? "fromPosition" : "fromPage"], of: node, path, "on '\(kind.rawValue)'")
  }
}

extension ValueKind where Value == SheetTransition {
  static var sheetTransition: Self {
    .object("sheetTransition", "A transition of a sheet.", SheetTransition.fields) { SheetTransition() }
      .refined("[transition](#sheet)").checked { $0.validateProperties($1, $2, $3) }.showing(\.words)
  }
}
