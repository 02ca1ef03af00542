import CardRaster

extension LayoutContext {
  /// A warning when a picture has fewer pixels than are drawn.
  func enlargementWarning(of image: ImageSource, in frame: Rect, key: String) -> DeckIssue? {
    guard let pixels = image.pixelSize else { return nil }
    let enlarged = max(
      frame.width * scale / Double(pixels.width), frame.height * scale / Double(pixels.height))
    // One part in fifty is rounding, not blur.
    guard enlarged > 1.02 else { return nil }
    return warning(
      "the picture '\(image.shortName)' has \(pixels.width) × \(pixels.height) pixels and is enlarged "
        + "\(NumberText.text(enlarged, digits: 1)) times", key: key)
  }
}

extension ImageSource {
  /// The colour of a picture where a deck gives none: an icon has that of the words beside it, others have their own.
  func tint(_ given: Color?, words: Color) -> Color? {
    if case .outline = content { given ?? words } else { given }
  }

  /// The size of a picture where a deck gives none: icons of today's themes grow with the words beside them.
  func size(in theme: ResolvedTheme) -> Size {
    guard case .outline = content, theme.partDefaults == .today else { return size }
    return Size(width: size.width * theme.base.growth, height: size.height * theme.base.growth)
  }
}

extension LayoutContext {
  /// A picture blurred, as one of a size in points is drawn; the same question is answered once.
  func blurred(_ image: ImageSource, radius: Double, in size: Size) throws(RasterError) -> ImageSource {
    guard image.pixelSize != nil else { return image }
    let drawn = Size(width: size.width * scale, height: size.height * scale)
    let numbers = [radius * scale, drawn.width, drawn.height].map { NumberText.text($0, digits: 3) }
    let name = "\(image.name) (blur \(numbers[0]) in \(numbers[1]) × \(numbers[2]))"
    if let known = blurredPictures[name] { return known }
    let result = try image.blurred(sigma: radius * scale, drawnAt: drawn, name: name)
    blurredPictures[name] = result
    return result
  }
}

extension ImageSource {
  /// The name for messages: a `data:` URI without its data.
  var shortName: String { name.hasPrefix("data:") ? "data: URI" : name }
}
