#if Rows
import CardRaster

/// The state of a worker that draws rows.
package final class RowStage {
  private let drawing: RowDrawing
  private let pipeline: DeckPipeline
  private let isStopped: @Sendable () -> Bool
  /// Called before each picture and each frame.
  package var goesOn: () -> Void = {}
  /// Called when a picture is painted and not yet encoded; not for pictures that are too large to be kept.
  package var onPainted: () -> Void = {} {
    didSet { for painter in series { painter.onPainted = onPainted } }
  }
  /// The caches of the first two pictures of each row; more would take too much memory.
  private let series = [IncrementalPainter(), IncrementalPainter()]
  /// The environments of the first row, each with its options without the row: for later rows only the cards are read.
  private var environments: [(options: DeckOptions, environment: DeckEnvironment)] = []
  /// The maximum number of environments; outputs with other options are read as a whole for each row.
  private static let mostEnvironments = 4

  /// - Parameter isStopped: whether the run was cancelled.
  package init(_ drawing: RowDrawing, _ pipeline: DeckPipeline, _ isStopped: @escaping @Sendable () -> Bool) {
    self.drawing = drawing
    self.pipeline = pipeline
    self.isStopped = isStopped
  }

  /// Draws a row; the result contains the diagnostics.
  ///
  /// - Parameter workers: the number of frames of an animation that are painted at once.
  /// - Throws: `StoppedRow`.
  package nonisolated(nonsending) func draw(_ row: DataRow, workers: Int) async throws(StoppedRow)
    -> RowResult
  {
    var result = RowResult(place: row.place)
    do {
      let unknown = drawing.unknownInputs(row.data.names, file: "")
      if let error = DeckError(unknown) { throw error }
      var series = series[...]
      for job in try jobs(row, &result) {
        var pictures: [ExportedFile] = []
        for side in job.sides {
          try goOn()
          var scaled: [Double: LaidOutDeck] = [:]
          var picture = try await pipeline.picture(
            0, of: side, job.output.order, name: job.name, in: series.popFirst(), workers: workers,
            scaled: &scaled, onFrame: goOn)
          picture.page = (side.pages[0], side)
          pictures.append(picture)
        }
        finish(job, pictures, &result)
      }
    } catch let stop as StoppedRow {
      throw stop
    } catch {
      note(error, &result)
    }
    return ended(result)
  }

  /// Throws if the run was cancelled, so that a slow row does not delay the end.
  private func goOn() throws(StoppedRow) {
    goesOn()
    if isStopped() { throw StoppedRow() }
  }

  /// The pages to paint for an output of a row.
  private struct Job {
    let output: RowOutput
    let name: String
    /// One deck, or two for an e-mail with a dark picture.
    var sides: [LaidOutDeck]
  }

  /// Lays out a row for all outputs.
  private func jobs(_ row: DataRow, _ result: inout RowResult) throws -> [Job] {
    var known: [LaidOutDeck] = []
    var jobs: [Job] = []
    for output in drawing.outputs {
      var options = try options(row, output)
      let side = try known.first { $0.options == options } ?? self.side(options)
      known.append(side)
      if jobs.isEmpty { describe(side, in: &result) }
      result.issues += side.warnings(about: output.order).filter { !result.issues.contains($0) }
      if let error = side.severalPages { throw error }
      if let error = DeckError(side.unsupportedReasons(for: output.order.format)) { throw error }
      if let most = drawing.mostPixels { try check(side, most) }
      let name = try output.name.name(of: row, appearance: side.resolved.theme.appearance)
      var job = Job(output: output, name: name, sides: [side])
      if output.mail?.hasDark == true {
        options.appearance = .dark
        job.sides.append(try self.side(options))
      }
      jobs.append(job)
    }
    return jobs
  }

  private func check(_ side: LaidOutDeck, _ most: Int) throws(DeckError) {
    let display = side.pages[0].display
    guard display.pixelWidth * display.pixelHeight > most else { return }
    throw DeckError(
      drawing.deck.issue(
        .error, at: JSONPath.root.key("canvas"),
        "the picture has \(display.pixelWidth) × \(display.pixelHeight) pixels, which are more than \(most)",
        hint: "reduce the scale or the width", code: .limit))
  }

  /// The options of all rows with the values of one row, and with the scale and appearance of an output.
  private func options(_ row: DataRow, _ output: RowOutput) throws -> DeckOptions {
    var options = drawing.options
    options.dataLayers.append(row.data)
    options.hasCheckedNames = true
    if let appearance = output.appearance { options.appearance = appearance }
    if let mail = output.mail {
      options.scale = mail.scale
    } else if output.factor != 1 {
      let own = try options.scale ?? pipeline.resolve(drawing.deck, options: options).canvas.scale
      let scale = own * output.factor
      options.scale = scale
      if scale > Limits.scale {
        throw DeckError(
          .row(
            row.place,
            "a scale of \(JSONNumber.format(scale)) is above the limit of \(JSONNumber.format(Limits.scale))")
        )
      }
    }
    return options
  }

  private func side(_ options: DeckOptions) throws(DeckError) -> LaidOutDeck {
    try environment(options).laidOut(onePageEach: options.drawsAllStates)
  }

  private func environment(_ options: DeckOptions) throws(DeckError) -> DeckEnvironment {
    var common = options
    (common.dataLayers, common.dataFiles) = (drawing.options.dataLayers, drawing.options.dataFiles)
    let known = environments.first { $0.options == common }
    if let known, let environment = DeckEnvironment(known.environment, options) { return environment }
    let environment = try DeckEnvironment(drawing.deck, options, pipeline)
    if known == nil, environments.count < Self.mostEnvironments { environments.append((common, environment)) }
    return environment
  }

  /// Adds the files of an output to the result.
  private func finish(_ job: Job, _ pictures: [ExportedFile], _ result: inout RowResult) {
    for picture in pictures {
      if let issue = picture.warning(job.output.order.budget, name: job.name, file: drawing.deck.file) {
        result.issues.append(issue)
      }
    }
    guard let mail = job.output.mail else {
      addFiles(pictures.map { RowFile(job.name, $0.bytes, $0) }, to: &result)
      return
    }
    let card = MailCard(pictures, name: job.name, settings: mail)
    result.issues += card.warnings
    addFiles(card.files.map { RowFile($0.name, $0.bytes, $0.picture) }, to: &result)
  }

  /// Adds files, of which e-mails and pictures may share one.
  private func addFiles(_ files: [RowFile], to result: inout RowResult) {
    for file in files {
      guard let other = result.files.first(where: { $0.name == file.name }) else {
        result.files.append(file)
        continue
      }
      if other.bytes == file.bytes { continue }
      result.issues.append(
        .row(
          result.place, "two different pictures would be written to '\(file.name)'",
          hint: "give them different names"))
    }
  }

  private func describe(_ side: LaidOutDeck, in result: inout RowResult) {
    result.issues = side.warnings
    result.alt = side.pages[0].display.title
    result.regions = Inspection().regions(of: side.pages[0])
    result.reads = side.reads
  }

  private func note(_ error: any Error, _ result: inout RowResult) {
    switch error {
    case let error as DeckError: result.issues = error.issues
    case let error as DeckIssue: result.issues = [error]
    case let error as RasterError: result.issues = [DeckIssue(error, file: drawing.deck.file)]
    default: result.issues = [.row(result.place, "\(error)")]
    }
  }

  private func ended(_ result: RowResult) -> RowResult {
    var result = result
    if result.isBroken { result.files = [] }
    for index in result.issues.indices where !drawing.isOfDeck(result.issues[index]) {
      result.issues[index].row = result.place
    }
    return result
  }
}

extension RowFile {
  /// Creates a file with the size of its picture.
  fileprivate init(_ name: String, _ bytes: [UInt8], _ picture: ExportedFile?) {
    self.init(
      name: name, bytes: bytes, size: bytes.count, width: picture?.width ?? 0, height: picture?.height ?? 0)
  }
}
#endif
