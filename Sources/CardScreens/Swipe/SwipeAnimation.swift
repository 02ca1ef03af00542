package import CardModel
import CardRaster

/// An animation of the cards in a swipe stack.
package struct SwipeAnimation: Hashable, Sendable {
  /// The kind of animation.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The top card flies away.
    case swipe
    /// The last swiped card returns.
    case undo
    /// The dragged top card springs back.
    case cancel
    /// The cards change their order.
    case shift
  }

  package var kind = Kind.swipe
  var direction: SwipeDirection?
  package var forced = true
  var distance = 1
  var time: Double?
  var progress: Double?

  static let fields = FieldTable<SwipeAnimation>(needs: [["kind"]]) {
    Field(
      "kind", \.kind, .word,
      "`swipe`: the top card flies away; `undo`: the last of `swiped` comes back; `cancel`: a card that was dragged springs back; `shift`: the top card goes to the back."
    )
    Field(
      "direction", \.direction, .word, "The direction of the swipe.",
      default: "with a drag, the direction of its longest distance")
    Field(
      "forced", \.forced, .boolean,
      "Whether the swipe is programmatic, as by a button; otherwise it continues from `drag`.")
    Field(
      "distance", \.distance, .integer(-1000...1000),
      "The number of cards that move to the back; negative values move cards to the front.")
    Field(
      "time", \.time, .number(0...3600), "The time that is drawn, in seconds.",
      default: "the end in a still picture; an animation shows all of it")
    Field("progress", \.progress, .fraction, "The moment as a share of the whole.", default: "as of `time`")
  }

  /// Whether it starts where the top card has been dragged.
  var goesOnFromDrag: Bool { kind == .cancel || (kind == .swipe && !forced) }

  /// The description in explanations.
  var words: String {
    var text = kind.rawValue
    if let direction { text += " \(direction.rawValue)" }
    if kind == .shift { text += " by \(distance)" }
    if let time { text += " at \(NumberText.format(time)) s" }
    if let progress { text += " at \(NumberText.format(progress * 100))%" }
    return text
  }

  /// Rejects properties without effect.
  func validateProperties(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    func refuse(_ key: String, _ kinds: [Kind]) {
      guard !kinds.contains(kind) else { return }
      context.refuse([key], of: node, path, "on '\(kind.rawValue)'", owners: kinds.map(\.rawValue))
    }
    refuse("direction", [.swipe])
    refuse("forced", [.swipe])
    refuse("distance", [.shift])
    if kind == .swipe, forced, direction == nil {
      context.error(node, path, "a swipe needs 'direction'")
    }
    if let value = node["progress"], node["time"] != nil {
      context.error(value, path.key("progress"), "'time' and 'progress' both set the moment that is drawn")
    }
  }
}

extension ValueKind where Value == SwipeAnimation {
  static var swipeAnimation: Self {
    .object("swipeAnimation", "An animation of a stack.", SwipeAnimation.fields) { SwipeAnimation() }
      .refined("[animation](#swipe-stack)").checked { $0.validateProperties($1, $2, $3) }.showing(\.words)
  }
}

/// The durations of animations and the spring of a cancelled drag, as far as they differ from the library.
package struct SwipeTimes: Hashable, Sendable {
  var swipeDuration: Double?
  var undoDuration: Double?
  var resetDuration: Double?
  var overlayFadeDuration: Double?
  var resetSpringDamping: Double?
  var resetSpringBounciness: Double?
  var resetSpringSpeed: Double?

  /// The keys that only one library has.
  package static let shuffleKeys = ["resetDuration", "resetSpringDamping"]
  package static let mgswipecardsKeys = ["resetAnimationSpringBounciness", "resetAnimationSpringSpeed"]

  /// The table of durations.
  ///
  /// - Parameter stack: The name of the object that contains the defaults; nil for the defaults of the
  ///   library.
  private static func table(of stack: String?) -> FieldTable<SwipeTimes> {
    func standard(_ text: String) -> FieldDefault<Double> { .rule(stack ?? text) }
    return FieldTable<SwipeTimes> {
      Field(
        "swipeDuration", \.swipeDuration, .number(0.01...60),
        "The duration of flying away, in seconds; in `shuffle` with the fading of its overlay.",
        default: standard("0.6; 0.7 in `shuffle`"))
      Field(
        "undoDuration", \.undoDuration, .number(0.01...60),
        "The duration of coming back, in seconds; in `shuffle` with the fading of its overlay.",
        default: standard("0.1; 0.25 in `shuffle`"))
      Field(
        "resetDuration", \.resetDuration, .number(0.01...60),
        "The duration of springing back, in seconds; only with `shuffle`.", default: standard("0.6"))
      Field(
        "overlayFadeDuration", \.overlayFadeDuration, .number(0...60),
        "The duration in which an overlay fades in or out, in seconds.",
        default: standard("0.1; in `shuffle` 15 % of the whole"))
      Field(
        "resetSpringDamping", \.resetSpringDamping, .number(0.05...1),
        "The damping of the spring of a card that springs back; only with `shuffle`.",
        default: standard("0.5"))
      Field(
        "resetAnimationSpringBounciness", \.resetSpringBounciness, .number(0...20),
        "The overshoot of springing back; only with `mgswipecards`.",
        default: standard("12"))
      Field(
        "resetAnimationSpringSpeed", \.resetSpringSpeed, .number(0.1...20),
        "The speed of springing back; only with `mgswipecards`.", default: standard("20"))
    }
  }

  static let fields = table(of: nil)
  package static let cardFields = table(of: "that of the stack")

  /// These durations, with those of the stack as defaults.
  func over(_ stack: SwipeTimes) -> SwipeTimes {
    SwipeTimes(
      swipeDuration: swipeDuration ?? stack.swipeDuration, undoDuration: undoDuration ?? stack.undoDuration,
      resetDuration: resetDuration ?? stack.resetDuration,
      overlayFadeDuration: overlayFadeDuration ?? stack.overlayFadeDuration,
      resetSpringDamping: resetSpringDamping ?? stack.resetSpringDamping,
      resetSpringBounciness: resetSpringBounciness ?? stack.resetSpringBounciness,
      resetSpringSpeed: resetSpringSpeed ?? stack.resetSpringSpeed)
  }
}
