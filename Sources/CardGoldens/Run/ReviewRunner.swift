package import CardParts
import CardRaster

/// Compares two trees of pictures, made by any tool.
///
/// A review is a run like that of `GoldenRunner`, with the same outcomes, report, approval and shards. Its
/// pictures come from files instead of decks. Files with identical bytes are not decoded.
package struct ReviewRunner: Sendable {
  private let request: GoldenRequest
  private let pictures: [ReviewedPicture]
  private let others: [String]
  private let masks: [String: Bitmap]
  private let overrides: [[NamePattern]]
  /// The layout of the pictures; detected if only one folder was given.
  package let layout: ReviewLayout

  /// Creates a runner and lists both trees.
  ///
  /// - Throws: a `DeckError` if a folder or a mask cannot be read, or no picture exists.
  package init(_ request: GoldenRequest) throws(DeckError) {
    self.request = request
    masks = try request.readMasks()
    overrides = request.plan.overrides.map { $0.decks.map(NamePattern.init) }
    var trees = try PictureTrees(request, actual: request.actual ?? request.goldens)
    layout = trees.layout
    others = trees.others
    guard !trees.pictures.isEmpty else {
      throw DeckError(
        DeckIssue(
          .error, file: "",
          message: "no picture was found in '\(request.goldens)' and '\(request.actual ?? "")'",
          hint: "pictures are PNG, JPEG, WebP and PDF files"))
    }
    trees.matchMoved()
    trees.removeUnpaired()
    pictures = trees.pictures
  }

  /// The settings that no picture uses.
  private var unused: [DeckIssue] {
    overrides.indices.filter { number in
      !pictures.contains { picture in overrides[number].contains { $0.matches(picture.name.text) } }
    }.map { number in
      var issue = request.plan.error(
        request.plan.overrides[number].path.key("pictures"),
        "the override has no effect: it matches no picture")
      issue.severity = .warning
      return issue
    }
  }

  /// Runs the review.
  ///
  /// - Parameter progress: called with the number of finished pictures and the total.
  /// - Throws: a `DeckError` if results of an earlier run cannot be removed.
  package func run(progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }) async throws(DeckError)
    -> GoldenRunResult
  {
    let ours = pictures.enumerated().filter { request.shard?.holds($0.offset) ?? true }.map(\.element)
    let elsewhere = Set(pictures.map(\.name)).subtracting(ours.map(\.name))
    try LastRun.clear(failures: request.failures) { elsewhere.contains($0) }
    let wanted = ours.filter(isChanged)
    var result = GoldenRunResult(
      run: GoldenRun(outcomes: [], libraries: [request.program].compactMap(\.self)))
    var outcomes: [GoldenOutcome] = []
    do {
      try await WorkerPool.with(request.jobs, make: {}) { pool in
        try await pool.inOrder(wanted.count, ahead: nil) { index, _ in
          compare(wanted[index])
        } deliver: { index, outcome in
          outcomes.append(outcome)
          progress(index + 1, wanted.count)
        }
      }
    } catch {
      throw DeckError(DeckIssue(.error, file: "", message: "the review was stopped before it was done"))
    }
    result.run.outcomes = outcomes
    result.run.isReview = true
    result.run.mayBeEmpty = request.isPartial || layout.isPartial
    result.run.share = request.shard
    result.warnings = request.isPartial ? [] : unused
    result.others = others
    request.finish(&result.run, others: elsewhere)
    return result
  }

  /// Whether a file of a picture, a mask or the settings changed.
  private func isChanged(_ picture: ReviewedPicture) -> Bool {
    guard let changed = request.changed else { return true }
    let plan = request.plan
    let masks = masks.keys.map { FilePath.join(plan.folder, $0) }
    let files = [picture.expected?.full, picture.actual?.full, plan.file].compactMap(\.self) + masks
    return files.contains { changed.contains(FilePath.identity($0)) }
  }

  /// The settings of a picture.
  ///
  /// Without a metric, differences that are not noticeable are allowed: browsers draw edges differently.
  private func settings(of name: GoldenName) -> Comparison.Settings {
    var settings = GoldenSettings()
    settings.metric = .oklab
    settings = settings.overridden(by: request.plan.settings)
    for (number, patterns) in overrides.enumerated() where patterns.contains(where: { $0.matches(name.text) })
    {
      settings = settings.overridden(by: request.plan.overrides[number].settings)
    }
    settings = settings.overridden(by: request.settings)
    var comparison = settings.comparison
    comparison.mask = settings.mask.flatMap { masks[$0] }
    return comparison
  }

  private func compare(_ picture: ReviewedPicture) -> GoldenOutcome {
    let golden = FilePath.join(request.goldens, picture.target)
    var outcome = GoldenOutcome(name: picture.name.text, verdict: .broken, message: "", golden: golden)
    outcome.file = picture.target
    let start = ContinuousClock.now
    do throws(RasterError) {
      try GoldenFiles.removeArtefacts(of: picture.name, in: request.failures)
      let actual = try picture.actual.map { file throws(RasterError) in try file.read() }
      do throws(RasterError) {
        let expected = try picture.expected.map { file throws(RasterError) in try file.read() }
        try decide(picture, expected, actual, &outcome)
      } catch {
        (outcome.verdict, outcome.message) = (.broken, error.message)
      }
      if let actual, outcome.verdict != .passed { try keep(actual, picture, &outcome) }
    } catch {
      (outcome.verdict, outcome.message) = (.broken, error.message)
    }
    outcome.seconds = start.duration(to: .now) / .seconds(1)
    return outcome
  }

  /// Stores the actual file for the approval, if it is a readable picture.
  private func keep(_ actual: [UInt8], _ picture: ReviewedPicture, _ outcome: inout GoldenOutcome)
    throws(RasterError)
  {
    guard !isOneFolderOfCopies, GitLFSPointer(actual) == nil else { return }
    if outcome.verdict == .broken, (try? Self.content(actual, picture.actual)) == nil { return }
    try GoldenFiles.makeFailures(request.failures)
    let path = try FileTree.makeFolders(for: GoldenFiles.copy(of: picture.name), below: request.failures)
    try FileWriting.writeFile(actual, to: path, below: request.failures)
    outcome.actual = path
    outcome.fingerprint = SHA256.hex(actual)
  }

  /// Whether approving would only replace a copy that a tool made for its own report.
  private var isOneFolderOfCopies: Bool { layout.isCopy && request.actual == request.goldens }

  /// The decoded picture; nil for a PDF file and for a Git LFS pointer.
  private static func content(_ bytes: [UInt8], _ file: TreeFile?) throws(RasterError) -> Bitmap? {
    if isPDF(bytes) || GitLFSPointer(bytes) != nil { return nil }
    do throws(RasterError) {
      guard ComparedFile.isPicture(bytes), let picture = try ComparedFile(bytes).picture() else {
        throw .image(reason: "it is not a PNG, JPEG, WebP or PDF file")
      }
      return picture
    } catch { throw .file(path: file?.full ?? "", reason: error.message) }
  }

  private static func isPDF(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "%PDF".utf8) }

  private func decide(
    _ picture: ReviewedPicture, _ expected: [UInt8]?, _ actual: [UInt8]?, _ outcome: inout GoldenOutcome
  ) throws(RasterError) {
    switch (expected, actual) {
    case (nil, let actual?):
      if let from = picture.movedFrom {
        outcome.message = "the same content was '\(from)'"
        outcome.removed = from
      } else {
        let size =
          try Self.content(actual, picture.actual).map { " (\($0.width) × \($0.height) pixels)" } ?? ""
        outcome.message = "the expected picture is missing\(size)"
      }
      note(actual, picture.actual, &outcome)
      outcome.verdict = .missing
    case (let expected?, nil):
      outcome.verdict = .orphaned
      outcome.message = "the actual picture is missing"
      outcome.fingerprint = SHA256.hex(expected)
      outcome.removed = picture.target
      note(expected, picture.expected, &outcome)
    case (let expected?, let actual?):
      try compare(picture, expected, actual, &outcome)
      note(expected, picture.expected, &outcome)
      note(actual, picture.actual, &outcome)
    case (nil, nil): break
    }
  }

  /// Adds a warning for a file that Git LFS has not downloaded.
  private func note(_ bytes: [UInt8], _ file: TreeFile?, _ outcome: inout GoldenOutcome) {
    guard outcome.verdict != .passed, GitLFSPointer(bytes) != nil, let file else { return }
    outcome.issues.append(
      DeckIssue(
        .warning, file: file.full, message: "the file is a Git LFS pointer, not the picture",
        hint: "run 'git lfs pull', or check out with LFS"))
  }

  private func compare(
    _ picture: ReviewedPicture, _ expected: [UInt8], _ actual: [UInt8], _ outcome: inout GoldenOutcome
  ) throws(RasterError) {
    let (ours, theirs) = (GitLFSPointer(expected), GitLFSPointer(actual))
    // A pointer contains the hash of the file.
    if ours != nil || theirs != nil {
      let isSame = ours?.digest ?? SHA256.hex(expected) == theirs?.digest ?? SHA256.hex(actual)
      outcome.verdict = isSame ? .passed : .failed
      outcome.message = "the hash in the Git LFS pointer is that of \(isSame ? "the same" : "another") file"
      return
    }
    if PicturePair.areEqual(expected, actual) {
      guard ComparedFile.isPicture(actual) || Self.isPDF(actual) else {
        throw .file(path: outcome.golden, reason: "it is not a PNG, JPEG, WebP or PDF file")
      }
      outcome.verdict = .passed
      outcome.message = "the files are equal"
      return
    }
    let pair: PicturePair
    if ComparedFile.isPicture(expected), ComparedFile.isPicture(actual),
      let one = try? ComparedFile(expected), let two = try? ComparedFile(actual),
      let both = PicturePair(one, two)
    {
      pair = both
    } else {
      let (one, two) = (
        try Self.content(expected, picture.expected), try Self.content(actual, picture.actual)
      )
      guard let one, let two else {
        outcome.verdict = .failed
        outcome.message = "the files differ; pages of PDF files are not compared"
        return
      }
      pair = PicturePair(expected: one, actual: two)
    }
    let settings = settings(of: picture.name)
    if pair.expected.isEqual(to: pair.actual) {
      outcome.verdict = .passed
      outcome.message = "no pixel differs"
      return
    }
    let comparison = try Comparison(pair, settings: settings)
    outcome.figures = GoldenOutcome.Figures(comparison)
    outcome.message = comparison.summary
    outcome.verdict = comparison.isSame ? .passed : .failed
    guard !comparison.isSame else { return }
    outcome.describe(comparison)
    PictureCheck(goldens: request.goldens, failures: request.failures, mode: .never)
      .keepDifference(comparison, picture.name, scale: 1, &outcome)
  }
}

extension GoldenRequest {
  /// Writes the data for `cardshot approve`.
  fileprivate func finish(_ run: inout GoldenRun, others: Set<GoldenName>) {
    do throws(RasterError) {
      let last = LastRun(
        run.outcomes, golden: goldens, isLock: false, isWhole: false, libraries: run.libraries)
      try last.write(failures: failures, isNeeded: !run.isGreen) { others.contains($0) }
    } catch {
      run.outcomes += faults([DeckIssue(error)])
    }
  }
}
