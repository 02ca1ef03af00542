package import CardRaster

/// The animation properties of a part that can grow.
package struct GrowAnimation: Hashable, Sendable {
  package var animated = false
  package var duration = 0.5
  package var easing = Easing.easeInOut

  package init() {}

  package static let fields = FieldTable<GrowAnimation> {
    Field("animated", \.animated, .boolean, "Whether it grows to its value at the start of an animation.")
    Field("duration", \.duration, .number(0.01...3600), "The duration of the growth, in seconds.")
    Field("easing", \.easing, .word, "The easing of the growth.")
  }

  /// Rejects properties that have no effect without `animated`.
  package func validateProperties(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    guard !animated else { return }
    context.refuse(
      ["duration", "easing"], of: node, path, "on a part without animation", hint: "set 'animated' to true")
  }

  /// The motion that starts at an offset; nil if the part is not animated.
  package func motion(from offset: Point) -> Motion? {
    animated ? Motion(offset: offset, duration: duration, easing: easing) : nil
  }

  /// The attributes for `inspect`.
  package var attributes: [LayoutBox.Attribute] {
    guard animated else { return [] }
    return [
      LayoutBox.Attribute("duration", NumberText.format(duration)),
      LayoutBox.Attribute("easing", easing.rawValue),
    ]
  }
}
