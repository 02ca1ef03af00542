import CardRaster

/// What a worker needs to draw one row after another.
final class RowStage {
  private let drawing: RowDrawing
  private let pipeline: DeckPipeline

  init(_ drawing: RowDrawing, _ pipeline: DeckPipeline) {
    self.drawing = drawing
    self.pipeline = pipeline
  }

  /// Draws a row; what is wrong with it is in the result.
  func draw(_ row: DataRow) -> RowResult {
    var result = RowResult(place: row.place)
    do {
      try draw(row, into: &result)
    } catch let error as DeckError {
      result.issues = error.issues
    } catch let error as DeckIssue {
      result.issues = [error]
    } catch let error as RasterError {
      result.issues = [DeckIssue(error, file: drawing.deck.file)]
    } catch {
      result.issues = [.row(row.place, "\(error)")]
    }
    if result.isBroken { result.files = [] }
    for index in result.issues.indices { result.issues[index].row = row.place }
    return result
  }

  private func draw(_ row: DataRow, into result: inout RowResult) throws {
    var laidOut: [Double: LaidOutDeck] = [:]
    for output in drawing.outputs {
      if let mail = output.mail {
        try draw(row, output, mail, into: &result)
        continue
      }
      let deck = try laidOut[output.factor] ?? layOut(row, by: output.factor)
      if result.files.isEmpty { describe(deck, in: &result) }
      laidOut[output.factor] = deck
      let name = try output.name.name(of: row, appearance: deck.resolved.theme.appearance)
      if let error = DeckError(deck.obstacles(to: output.format)) { throw error }
      let page = deck.pages[0]
      if !output.format.hasPages, let error = deck.severalPages { throw error }
      let bytes = try deck.source.placing(deck.pages.map(\.box)) { () throws(RasterError) in
        try pipeline.encode(
          pages: deck.pages.map(\.display), fonts: deck.fonts, as: output.format, settings: output.settings)
      }
      result.files.append(
        RowFile(
          name: name, bytes: bytes, size: bytes.count, width: page.display.pixelWidth,
          height: page.display.pixelHeight))
    }
  }

  /// Makes an e-mail of a row.
  private func draw(_ row: DataRow, _ output: RowOutput, _ mail: MailSettings, into result: inout RowResult)
    throws
  {
    var options = drawing.options
    options.data.append(row.data)
    options.isRow = true
    options.scale = mail.scale
    let deck = try pipeline.layOut(drawing.deck, options: options)
    if result.files.isEmpty { describe(deck, in: &result) }
    let name = try output.name.name(of: row, appearance: deck.resolved.theme.appearance)
    options.appearance = .dark
    let dark = mail.hasDark ? try pipeline.layOut(drawing.deck, options: options) : nil
    let card = try MailCard(
      deck.pages[0], of: deck, dark: dark.map { ($0.pages[0], $0) }, name: name, settings: mail,
      pictures: output.settings, in: pipeline)
    result.issues += card.warnings
    let display = deck.pages[0].display
    for file in card.files {
      let isPicture = FilePath.pathExtension(of: file.name) == "png"
      result.files.append(
        RowFile(
          name: file.name, bytes: file.bytes, size: file.bytes.count,
          width: isPicture ? display.pixelWidth : 0,
          height: isPicture ? display.pixelHeight : 0))
    }
  }

  private func layOut(_ row: DataRow, by factor: Double) throws(DeckError) -> LaidOutDeck {
    var options = drawing.options
    options.data.append(row.data)
    options.isRow = true
    if factor != 1 {
      var scale = factor
      if let given = options.scale { scale *= given } else { scale *= try own(options) }
      options.scale = scale
      if scale > Limits.scale {
        throw DeckError(
          .row(
            row.place,
            "a scale of \(NumberText.text(scale)) is above the limit of \(NumberText.text(Limits.scale))"
          ))
      }
    }
    return try pipeline.layOut(drawing.deck, options: options)
  }

  /// The scale that the deck itself asks for.
  private func own(_ options: DeckOptions) throws(DeckError) -> Double {
    try pipeline.layOut(drawing.deck, options: options).resolved.canvas.scale
  }

  private func describe(_ deck: LaidOutDeck, in result: inout RowResult) {
    let page = deck.pages[0]
    result.issues = deck.warnings
    result.alt = page.display.title
    result.regions = Inspection().regions(of: page)
    result.reads = deck.reads
  }
}
