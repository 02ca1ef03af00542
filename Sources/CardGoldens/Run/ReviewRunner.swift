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
    let trees = try PictureTrees(request, actual: request.actual ?? request.goldens)
    layout = trees.layout
    others = trees.others
    guard !trees.areEmpty else {
      throw DeckError(
        message: "no picture was found in '\(request.goldens)' and '\(request.actual ?? "")'",
        hint: "pictures are PNG, JPEG, WebP and PDF files")
    }
    pictures = trees.pictures
  }

  /// The settings that no picture uses.
  private var unused: [DeckIssue] {
    overrides.indices.filter { number in
      !pictures.contains { picture in overrides[number].contains { $0.matches(picture.key) } }
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
    try LastRun.clear(failures: request.failures) { elsewhere.contains(Self.document(of: $0)) }
    let wanted = ours.filter(isChanged)
    var result = GoldenRunResult(
      run: GoldenRun(outcomes: [], libraries: [request.program].compactMap(\.self)))
    var outcomes: [GoldenOutcome] = []
    do {
      try await WorkerPool.with(request.jobs, make: {}) { pool in
        try await pool.inOrder(wanted.count, ahead: nil) { index, _ in
          compare(wanted[index])
        } deliver: { index, found in
          outcomes += found
          progress(index + 1, wanted.count)
        }
      }
    } catch {
      throw DeckError(message: "the review was stopped before it was done")
    }
    result.run.outcomes = outcomes
    result.run.isReview = true
    result.run.mayBeEmpty = request.isPartial || layout.isPartial
    result.run.share = request.shard
    result.warnings = request.isPartial ? [] : unused
    result.others = others
    let last = LastRun(
      outcomes, golden: request.goldens, isLock: false, isWhole: false, libraries: result.run.libraries)
    request.write(last, of: &result.run) { elsewhere.contains(Self.document(of: $0)) }
    return result
  }

  /// Whether a file of a picture, a mask or the settings changed.
  private func isChanged(_ picture: ReviewedPicture) -> Bool {
    guard let changed = request.changed, picture.problem == nil else { return true }
    let plan = request.plan
    let masks = masks.keys.map { FilePath.join(plan.folder, $0) }
    let files = [picture.expected?.full, picture.actual?.full, plan.file].compactMap(\.self) + masks
    return files.contains { changed.contains(FilePath.identity($0)) }
  }

  /// The settings of a picture.
  ///
  /// Without a metric, differences that are not noticeable are allowed: browsers draw edges differently.
  func settings(of picture: ReviewedPicture) -> Comparison.Settings {
    var settings = GoldenSettings()
    settings.metric = .oklab
    settings = settings.overridden(by: request.plan.settings)
    for (number, patterns) in overrides.enumerated()
    where patterns.contains(where: { $0.matches(picture.key) }) {
      settings = settings.overridden(by: request.plan.overrides[number].settings)
    }
    settings = settings.overridden(by: request.settings)
    var comparison = settings.comparison
    comparison.mask = settings.mask.flatMap { masks[$0] }
    return comparison
  }

  /// The outcome of a picture, and those of the pages of a PDF file.
  private func compare(_ picture: ReviewedPicture) -> [GoldenOutcome] {
    let golden = FilePath.join(picture.expected?.root ?? request.goldens, picture.target)
    var outcome = GoldenOutcome(name: picture.name.text, verdict: .broken, message: "", golden: golden)
    outcome.file = picture.target
    var pages: [GoldenOutcome] = []
    let start = ContinuousClock.now
    do throws(RasterError) {
      try GoldenFiles.removeArtefacts(of: picture.name, in: request.failures)
      if let problem = picture.problem { throw .file(path: golden, reason: problem) }
      let actual = try picture.actual.map { file throws(RasterError) in try file.read() }
      do throws(RasterError) {
        let expected = try picture.expected.map { file throws(RasterError) in try file.read() }
        try decide(picture, expected, actual, &outcome, &pages)
      } catch {
        outcome.settle(.broken, error.message)
      }
      if let actual, outcome.verdict != .passed { try keep(actual, picture, &outcome) }
    } catch {
      outcome.settle(.broken, error.message)
    }
    outcome.seconds = start.duration(to: .now) / .seconds(1)
    return [outcome] + pages
  }

  /// Stores the actual file for the report and the approval, if it is a readable picture.
  private func keep(_ actual: [UInt8], _ picture: ReviewedPicture, _ outcome: inout GoldenOutcome)
    throws(RasterError)
  {
    guard GitLFSPointer(actual) == nil else { return }
    if outcome.verdict == .broken, (try? Self.content(actual, picture.actual)) == nil { return }
    try GoldenFiles.makeFailures(request.failures)
    let path = try FileTree.makeFolders(for: GoldenFiles.copy(of: picture.name), below: request.failures)
    try FileWriting.writeFile(actual, to: path, below: request.failures)
    outcome.actual = path
    if picture.hasTarget { outcome.fingerprint = SHA256.hex(actual) }
  }

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
    _ picture: ReviewedPicture, _ expected: [UInt8]?, _ actual: [UInt8]?, _ outcome: inout GoldenOutcome,
    _ pages: inout [GoldenOutcome]
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
      if !picture.hasTarget { outcome.message += Self.unknownTarget }
      note(actual, picture.actual, &outcome)
      outcome.verdict = .missing
    case (let expected?, nil):
      outcome.settle(.orphaned, "the actual picture is missing")
      outcome.fingerprint = SHA256.hex(expected)
      outcome.removed = picture.target
      note(expected, picture.expected, &outcome)
    case (let expected?, let actual?):
      try compare(picture, expected, actual, &outcome, &pages)
      if !picture.hasTarget, outcome.verdict == .failed, request.actual != request.goldens {
        outcome.message += Self.unknownTarget
      }
      note(expected, picture.expected, &outcome)
      note(actual, picture.actual, &outcome)
    case (nil, nil): break
    }
  }

  /// The end of the message about a picture that cannot be approved.
  private static let unknownTarget = "; its snapshot was not found, so it cannot be approved here"

  /// Adds a warning for a file that Git LFS has not downloaded.
  private func note(_ bytes: [UInt8], _ file: TreeFile?, _ outcome: inout GoldenOutcome) {
    guard outcome.verdict != .passed, GitLFSPointer(bytes) != nil, let file else { return }
    outcome.issues.append(
      DeckIssue(
        .warning, file: file.full, message: "the file is a Git LFS pointer, not the picture",
        hint: "run 'git lfs pull', or check out with LFS"))
  }

  private func compare(
    _ picture: ReviewedPicture, _ expected: [UInt8], _ actual: [UInt8], _ outcome: inout GoldenOutcome,
    _ pages: inout [GoldenOutcome]
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
      return outcome.settle(.passed, "the files are equal")
    }
    if Self.isPDF(expected), Self.isPDF(actual) {
      pages = try comparePages(picture, expected, actual, &outcome)
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
        return outcome.settle(.failed, "one of the files is a PDF file, the other one is a picture")
      }
      pair = PicturePair(expected: one, actual: two)
    }
    let settings = settings(of: picture)
    if pair.expected.isEqual(to: pair.actual) {
      return outcome.settle(.passed, "no pixel differs")
    }
    let comparison = try Comparison(pair, settings: settings)
    outcome.figures = GoldenOutcome.Figures(comparison)
    outcome.settle(comparison.isSame ? .passed : .failed, comparison.summary)
    guard !comparison.isSame else { return }
    outcome.describe(comparison)
    files.keepDifference(comparison, picture.name, scale: 1, &outcome)
  }

  /// Writes pictures into the folder of failures.
  private var files: PictureCheck {
    PictureCheck(goldens: request.goldens, failures: request.failures, mode: .never)
  }
}

/// The pages of PDF files.
extension ReviewRunner {
  /// The maximum number of pages of a file that are shown.
  private static let mostShownPages = 20

  /// The name of the file that a page belongs to; other names stay as they are.
  private static func document(of name: GoldenName) -> GoldenName {
    guard let match = name.text.wholeMatch(of: /(.+), page [0-9]+/) else { return name }
    return (try? GoldenName(String(match.1))) ?? name
  }

  /// Compares two PDF files page by page, and returns the outcomes of the pages that differ.
  private func comparePages(
    _ picture: ReviewedPicture, _ expected: [UInt8], _ actual: [UInt8], _ outcome: inout GoldenOutcome
  ) throws(RasterError) -> [GoldenOutcome] {
    guard PDFPages.isAvailable else {
      outcome.settle(.failed, "the files differ; their pages were not compared")
      outcome.issues.append(
        DeckIssue(
          .warning, file: outcome.golden, message: "'\(PDFPages.program)', which draws pages, is not in PATH",
          hint: "install poppler-utils"))
      return []
    }
    let (ours, theirs) = (
      try Self.drawing(picture.expected) { () throws(RasterError) in try PDFPages(expected) },
      try Self.drawing(picture.actual) { () throws(RasterError) in try PDFPages(actual) }
    )
    var pages: [GoldenOutcome] = []
    var different: [Int] = []
    var number = 0
    while true {
      let old = try Self.drawing(picture.expected) { () throws(RasterError) in try ours.next() }
      let new = try Self.drawing(picture.actual) { () throws(RasterError) in try theirs.next() }
      if old == nil, new == nil { break }
      number += 1
      guard
        let page = try comparePage(number, picture, old, new, isShown: different.count < Self.mostShownPages)
      else { continue }
      different.append(number)
      if different.count <= Self.mostShownPages { pages.append(page) }
    }
    outcome.verdict = different.isEmpty ? .passed : .failed
    let list =
      different.prefix(Self.mostShownPages).map { String($0) } + (different.count > pages.count ? ["…"] : [])
    outcome.message =
      different.isEmpty
      ? "no page differs"
      : "\(different.count) of \(number) page\(number == 1 ? "" : "s") differ\(different.count == 1 ? "s" : "")"
        + ": \(list.joined(separator: ", "))"
    return pages
  }

  /// The outcome of a page; nil if it is the same.
  ///
  /// Its pictures are written if it is shown.
  private func comparePage(
    _ number: Int, _ picture: ReviewedPicture, _ old: Bitmap?, _ new: Bitmap?, isShown: Bool
  ) throws(RasterError) -> GoldenOutcome? {
    let text = "\(picture.name.text), page \(number)"
    var outcome = GoldenOutcome(name: text, verdict: .failed, message: "", golden: "")
    outcome.file = picture.target
    var comparison: Comparison?
    if let old, let new {
      if old.isEqual(to: new) { return nil }
      let found = try Comparison(expected: old, actual: new, settings: settings(of: picture))
      guard !found.isSame else { return nil }
      outcome.figures = GoldenOutcome.Figures(found)
      outcome.message = found.summary
      outcome.describe(found)
      comparison = found
    } else {
      outcome.verdict = old == nil ? .missing : .orphaned
      outcome.message =
        old == nil ? "only the actual file has this page" : "only the expected file has this page"
    }
    // A name may be too long for this suffix.
    guard isShown, let name = try? GoldenName(text) else { return outcome }
    try GoldenFiles.makeFailures(request.failures)
    if let old { outcome.golden = try files.keep(old, .expected, name, 1, in: request.failures) }
    if let new { outcome.actual = try files.keep(new, .actual, name, 1, in: request.failures) }
    if let comparison { files.keepDifference(comparison, name, scale: 1, &outcome) }
    return outcome
  }

  /// Adds the path of a file to an error about its pages.
  private static func drawing<Value>(
    _ file: TreeFile?, _ body: () throws(RasterError) -> Value
  ) throws(RasterError) -> Value {
    do throws(RasterError) {
      return try body()
    } catch .image(let reason) {
      throw .file(path: file?.full ?? "", reason: reason)
    } catch .limit(let what, let value, let limit) {
      throw .file(
        path: file?.full ?? "", reason: RasterError.limit(what: what, value: value, limit: limit).message)
    }
  }
}
