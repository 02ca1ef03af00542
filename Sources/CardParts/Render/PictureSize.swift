import CardRaster

/// Checks that a page can be a picture at all, and finds out what makes it too large.
enum PictureSize {
  /// What is wrong with the size of a page; nil when nothing is.
  static func issue(of page: LayoutBox, _ deck: ResolvedDeck) -> DeckIssue? {
    let (size, scale) = (page.size, deck.canvas.scale)
    let canvas = JSONPath.root.key("canvas")
    func issue(_ message: String, _ path: JSONPath, _ code: DeckIssue.Code = .limit) -> DeckIssue {
      DeckIssue(.error, file: deck.file, place: nil, path: path, message: message, code: code)
    }
    guard size.width * scale >= 0.5, size.height * scale >= 0.5 else {
      return issue(
        "the picture would be \(NumberText.text(size.width)) × \(NumberText.text(size.height)) points: "
          + "nothing to draw", deck.cards.first?.path ?? canvas, .nothingToDraw)
    }
    let most = Double(Limits.canvasSide)
    if size.width * scale > most {
      return issue(limit("width in pixels", size.width * scale, most), canvas)
    }
    let tallest = deck.canvas.finalHeight == nil ? path(ofTallestIn: page) ?? canvas : canvas
    if size.height * scale > most {
      return issue(limit("height in pixels", size.height * scale, most), tallest)
    }
    let pixels = size.width * size.height * scale * scale
    if pixels > Double(Limits.canvasPixels) {
      return issue(limit("size in pixels", pixels, Double(Limits.canvasPixels)), tallest)
    }
    return nil
  }

  private static func limit(_ what: String, _ value: Double, _ limit: Double) -> String {
    RasterError.limit(what: "the picture's \(what)", value: value.rounded(), limit: limit).message
  }

  /// The path of the innermost thing that alone takes more than half of the page's height.
  private static func path(ofTallestIn page: LayoutBox) -> JSONPath? {
    var result: JSONPath?
    var box = page
    while true {
      let children = box.content.compactMap { entry in
        if case .box(let child, _) = entry { return child }
        return nil
      }
      guard let tallest = children.max(by: { $0.size.height < $1.size.height }),
        tallest.size.height > page.size.height / 2
      else { return result }
      box = tallest
      if let source = tallest.source { result = source.path }
    }
  }
}
