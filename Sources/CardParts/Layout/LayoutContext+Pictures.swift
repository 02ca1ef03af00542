import CardRaster

extension LayoutContext {
  /// A warning when a picture has fewer pixels than are drawn.
  func enlargementWarning(of image: ImageSource, in frame: Rect, key: String) -> DeckIssue? {
    guard case .bitmap(let bitmap) = image.content else { return nil }
    let enlarged = max(
      frame.width * scale / Double(bitmap.width), frame.height * scale / Double(bitmap.height))
    // One part in fifty is rounding, not blur.
    guard enlarged > 1.02 else { return nil }
    return warning(
      "the picture '\(image.shortName)' has \(bitmap.width) × \(bitmap.height) pixels and is enlarged "
        + "\(NumberText.text(enlarged, digits: 1)) times", key: key)
  }
}

extension ImageSource {
  /// The name for messages: a `data:` URI without its data.
  var shortName: String { name.hasPrefix("data:") ? "data: URI" : name }
}
