package import CardRaster

/// The properties of a deck's pictures that are available after layout and before painting.
package struct DeckSummary: Sendable {
  /// The deck as loaded from its file.
  package let source: Deck
  /// A label for each picture, in the order of the cards.
  package let labels: [PageLabel]
  /// Warnings, sorted by place.
  package let warnings: [DeckIssue]
  /// The deck's appearance.
  package let appearance: Appearance

  /// The reasons why a format cannot hold the pictures: transparency, size or painting cost.
  package func unsupportedReasons(for format: OutputFormat) -> [DeckIssue] {
    func issue(_ key: String, _ message: String, _ hint: String) -> DeckIssue {
      source.issue(
        .error, at: JSONPath.root.key("canvas").key(key), message, hint: hint, code: .unfitFormat)
    }
    var found: [DeckIssue] = []
    let name = format.rawValue
    if !format.hasTransparency, labels.contains(where: { !$0.isOpaque }) {
      found.append(
        issue(
          "background", "\(name) does not support transparency, but the background is not opaque",
          "choose an opaque colour"))
    }
    let longest = labels.map { max($0.width, $0.height) }.max() ?? 0
    if let limit = format.longestSide, longest > limit {
      found.append(
        issue(
          "scale", "the picture is \(longest) pixels long, more than the \(limit) that \(name) supports",
          "render one picture per card, or choose png"))
    }
    let most = labels.map { $0.width * $0.height }.max() ?? 0
    if let limit = format.mostPixels, most > limit {
      found.append(
        issue(
          "scale", "the picture has \(most) pixels, more than the limit of \(limit) of \(name)",
          "choose a smaller scale, or png"))
    }
    if format.hasPixels, let excess = labels.lazy.compactMap(\.excess).first {
      var issue = issue(
        "scale", excess.message,
        excess.hint
          ?? "choose a smaller scale, or fewer blended, blurred or faded layers and outlined letters")
      issue.code = .limit
      found.append(issue)
    }
    return found
  }
}
