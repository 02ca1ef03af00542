import CardRaster

/// Checks of a caller's options that do not depend on the deck.
///
/// An issue has the name of the option as its file, and the name of the property as its `option`.
enum OptionCheck {
  /// The issues of values that are invalid for every deck.
  static func issues(_ options: DeckOptions) -> [DeckIssue] {
    var issues: [DeckIssue] = []
    if let scale = options.scale, !Limits.scales.contains(scale) {
      issues.append(
        options.issue(
          "scale", "--scale",
          "the scale must be between 0.1 and \(JSONNumber.format(Limits.scale)), found \(JSONNumber.format(scale))",
          nil, .outOfRange))
    }
    if let width = options.width, !Limits.canvasLengths.contains(width) {
      issues.append(
        options.issue(
          "width", "--width",
          "the width must be between 1 and \(Limits.canvasSide) points, found \(JSONNumber.format(width))",
          nil,
          .outOfRange))
    }
    for data in options.dataLayers where data.kindText != JSONNode.object([]).kindText {
      issues.append(
        options.issue(
          "data", "--data", "the data must be an object, found \(data.briefText)",
          "write [\"name\": value]", .invalidValue))
    }
    for (name, value) in [
      ("pixels", options.limits.pixels), ("cards", options.limits.cards), ("memory", options.limits.memory),
    ] where value.map({ $0 < 1 }) == true {
      issues.append(
        options.issue(
          "limits", "DeckOptions.limits", "the limit '\(name)' must be at least 1", nil, .outOfRange))
    }
    return issues
  }
}
