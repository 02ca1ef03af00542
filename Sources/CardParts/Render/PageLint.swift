import CardRaster

/// The checks of a laid-out page: warnings of its parts, its size, and the contrast of its texts.
struct PageLint {
  let box: LayoutBox
  /// The cards on the page.
  let cards: [ResolvedCard]
  @CopyOnWriteBox private(set) var deck: ResolvedDeck

  /// The error about the size of the page, and the warnings of all boxes.
  var layoutIssues: [DeckIssue] {
    var issues = [sizeIssue].compactMap(\.self)
    box.eachWarning { issues.append($0) }
    return issues
  }

  /// A warning for each part whose text or marks have a low contrast.
  func legibilityIssues(_ display: DisplayList, _ pipeline: DeckPipeline) -> [DeckIssue] {
    legibility(display, pipeline).issues(file: deck.file) { deck.isInherited($0, on: cards) }
  }

  /// The contrast of all texts and marks.
  ///
  /// - Parameters:
  ///   - display: the page; bands of it are painted where the background of a text must be read from
  ///     pixels.
  ///   - pipeline: the pipeline with the fonts.
  func legibility(_ display: DisplayList, _ pipeline: DeckPipeline) -> Legibility {
    Legibility(of: box) { areas in
      let backdrop = display.backdrop
      // Painting the whole page reports items that cannot be painted.
      return areas.map { try? pipeline.part(of: backdrop, around: $0, fonts: deck.fonts) }
    }
  }

  /// The error for a page that is empty or too large for a picture; otherwise nil.
  private var sizeIssue: DeckIssue? {
    let (size, scale) = (box.size, deck.canvas.scale)
    let canvas = JSONPath.root.key("canvas")
    func issue(_ message: String, _ path: JSONPath, _ code: DeckIssue.Code = .limit) -> DeckIssue {
      DeckIssue(.error, file: deck.file, path: path, message: message, code: code)
    }
    guard size.width * scale >= 0.5, size.height * scale >= 0.5 else {
      return issue(
        "the picture would be \(NumberText.format(size.width)) × \(NumberText.format(size.height)) points: "
          + "nothing to draw", cards.first?.path ?? canvas, .nothingToDraw)
    }
    func limit(_ what: String, _ value: Double, _ limit: Double) -> String {
      RasterError.limit(what: "the picture's \(what)", value: value.rounded(), limit: limit).message
    }
    let most = Double(Limits.canvasSide)
    if size.width * scale > most {
      return issue(limit("width in pixels", size.width * scale, most), canvas)
    }
    let tallest = deck.canvas.finalHeight == nil ? pathOfTallest ?? canvas : canvas
    if size.height * scale > most {
      return issue(limit("height in pixels", size.height * scale, most), tallest)
    }
    let pixels = size.width * size.height * scale * scale
    if pixels > Double(Limits.canvasPixels) {
      return issue(limit("size in pixels", pixels, Double(Limits.canvasPixels)), tallest)
    }
    return nil
  }

  /// The path of the innermost part that takes more than half of the page's height.
  private var pathOfTallest: JSONPath? {
    var result: JSONPath?
    var parent = box
    while true {
      let children = parent.content.compactMap { entry in
        if case .box(let child, _) = entry { return child }
        return nil
      }
      guard let tallest = children.max(by: { $0.size.height < $1.size.height }),
        tallest.size.height > box.size.height / 2
      else { return result }
      parent = tallest
      if let source = tallest.source { result = source.path }
    }
  }
}
