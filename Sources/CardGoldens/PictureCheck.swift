package import CardParts
package import CardRaster

/// Compares one picture with its golden; used by `cardshot test` and `CardTesting`.
///
/// The verdict is never `passed` for a picture that was not compared. Anything that cannot be read, compared
/// or written is `broken`, with the reason. Files are written completely or not at all, and only inside the
/// two folders.
package struct PictureCheck: Hashable, Sendable {
  /// The folder of goldens.
  ///
  /// It is created when the first golden is recorded.
  package var goldens: String
  /// The folder for the pictures of failures; nil to write none.
  package var failures: String?
  /// Which goldens are written.
  package var mode: RecordMode
  /// How pictures are compared.
  package var settings: Comparison.Settings
  /// The ids of parts and cards to ignore.
  ///
  /// Their positions come from the layouts.
  package var ignoredIDs: [String]
  /// The effect of a layout that differs from the golden's.
  package var layoutRule: LayoutRule

  package init(
    goldens: String, failures: String?, mode: RecordMode, settings: Comparison.Settings = .exact,
    ignoredIDs: [String] = [], layout: LayoutRule = .told
  ) {
    self.ignoredIDs = ignoredIDs
    layoutRule = layout
    self.goldens = goldens
    self.failures = failures
    self.mode = mode
    self.settings = settings
  }

  /// Compares a picture with its golden, or records it.
  ///
  /// - Parameters:
  ///   - actual: the picture of this run.
  ///   - name: the golden's name.
  ///   - layout: the layout of the picture. It is stored next to the golden and describes changes. Nil stores
  ///     none.
  ///   - scale: the number of pixels per point, for the physical size in the file.
  ///   - deck: the deck's path, for the outcome.
  ///   - issues: warnings of the deck, for the outcome.
  package func comparePicture(
    _ actual: Bitmap, named name: GoldenName, layout: LayoutSnapshot? = nil, scale: Double = 1,
    deck: String? = nil, issues: [DeckIssue] = []
  ) -> GoldenOutcome {
    let subject = Subject(
      picture: actual, name: name, layout: layoutRule == .off ? nil : layout, scale: scale)
    var outcome = GoldenOutcome(
      name: name.text, verdict: .broken, message: "", deck: deck,
      golden: GoldenFiles.picture(name, in: goldens), issues: issues, scale: scale)
    do throws(RasterError) {
      if let failures { try GoldenFiles.removeArtefacts(of: name, in: failures) }
      try settings.tolerance.check()
      try settings.tolerance.check(
        width: actual.width, height: actual.height, compared: actual.width * actual.height)
      try decide(subject, &outcome)
    } catch {
      outcome.settle(.broken, error.message)
    }
    // Pictures that pass need no approval and therefore no fingerprint.
    if outcome.verdict != .passed { outcome.fingerprint = actual.fingerprint }
    if outcome.verdict != .passed, outcome.verdict != .recorded { keepActual(subject, &outcome) }
    return outcome
  }

  /// The picture to check, with its name, layout and scale.
  struct Subject {
    var picture: Bitmap
    var name: GoldenName
    var layout: LayoutSnapshot?
    var scale: Double
  }

  /// Sets the verdict, and records the golden if the mode requires it.
  private func decide(_ subject: Subject, _ outcome: inout GoldenOutcome) throws(RasterError) {
    guard !subject.picture.isFullyTransparent else {
      throw .image(reason: "the picture is fully transparent, so nothing can be compared")
    }
    let path = try FileTree.place(of: subject.name.text + GoldenFiles.pictureEnding, below: goldens)
    if let failures, path.utf8.starts(with: "\(failures)/".utf8) {
      throw .file(path: path, reason: "a golden must not be inside the folder of failures")
    }
    guard try FileTree.kind(of: path) != nil else {
      guard mode != .never else {
        return outcome.settle(.missing, "the golden does not exist")
      }
      return try record(subject, "the golden did not exist", &outcome)
    }
    let expected: Bitmap
    do throws(RasterError) {
      expected = try Self.bitmap(path, foundIn: goldens)
    } catch {
      // Nothing is recorded over a pipe or a device.
      let isFile = try FileTree.kind(of: path) != .other
      guard isFile, mode == .failed || mode == .all else {
        throw .image(reason: "the golden cannot be read: \(error.message)")
      }
      return try record(subject, "the golden could not be read (\(error.message))", &outcome)
    }
    try compare(expected, subject, &outcome)
  }

  /// Compares with the golden's picture, then with its layout.
  private func compare(
    _ expected: Bitmap, _ subject: Subject, _ outcome: inout GoldenOutcome
  ) throws(RasterError) {
    let isEqual = expected.isEqual(to: subject.picture)
    let ignored = try ignoredParts(subject)
    var settings = settings
    settings.ignored += ignored.regions
    // Equal bytes are enough, unless the settings could exclude every pixel from the comparison.
    if isEqual, settings.ignored.isEmpty, settings.mask == nil {
      outcome.message = "no pixel differs"
    } else {
      let comparison = try Comparison(expected: expected, actual: subject.picture, settings: settings)
      outcome.figures = GoldenOutcome.Figures(comparison)
      outcome.message = comparison.summary
      if !isEqual, let complaint = ignored.complaint { outcome.message += "; \(complaint)" }
      if !comparison.isSame || (!isEqual && ignored.complaint != nil) {
        outcome.changes = changes(subject, &outcome)
        // Without layouts, or if they are equal, the pixels explain the change.
        if outcome.changes.isEmpty { outcome.describe(comparison, scale: subject.scale) }
        if mode == .failed || mode == .all { return try record(subject, outcome.message, &outcome) }
        outcome.verdict = .failed
        keepDifference(comparison, subject.name, scale: subject.scale, &outcome)
        return
      }
    }
    outcome.changes = changes(subject, &outcome)
    try judgeLayout(subject, isEqual: isEqual, &outcome)
  }

  /// Writes the layout, then the picture.
  ///
  /// The picture is last because the golden counts as recorded once it exists. If the picture cannot be
  /// written, the old layout is restored, because the new one describes a different picture.
  func record(
    _ subject: Subject, _ reason: String, _ outcome: inout GoldenOutcome
  ) throws(RasterError) {
    let picture = try FileTree.makeFolders(
      for: subject.name.text + GoldenFiles.pictureEnding, below: goldens)
    let file = try PNGEncoder.encode(subject.picture, scale: subject.scale)
    let layout = GoldenFiles.layoutPath(of: subject.name, in: goldens)
    let before = try? FileReading.read(path: layout, foundIn: goldens, limit: Limits.jsonBytes)
    if let snapshot = subject.layout {
      try FileWriting.writeFile(Array(snapshot.json.utf8), to: layout, below: goldens)
    } else {
      // The old layout describes a different picture.
      try FileTree.removeFile(layout)
    }
    do throws(RasterError) {
      try FileWriting.writeFile(file, to: picture, below: goldens)
    } catch {
      if let before {
        try? FileWriting.writeFile(before, to: layout, below: goldens)
      } else {
        _ = try? FileTree.removeFile(layout)
      }
      throw error
    }
    outcome.settle(.recorded, reason)
  }

  /// Writes this run's picture and layout to the failures, where they can be reviewed and approved.
  func keepActual(_ subject: Subject, _ outcome: inout GoldenOutcome) {
    guard let failures else { return }
    do throws(RasterError) {
      try GoldenFiles.makeFailures(failures)
      outcome.actual = try keep(subject.picture, .actual, subject.name, subject.scale, in: failures)
      if let layout = subject.layout {
        let path = try FileTree.makeFolders(
          for: subject.name.text + GoldenFiles.Artefact.actualLayout.rawValue, below: failures)
        try FileWriting.writeFile(Array(layout.json.utf8), to: path, below: failures)
      }
    } catch {
      outcome.message += "; the picture could not be kept: \(error.message)"
    }
  }

  /// Writes the strip and the difference picture.
  func keepDifference(
    _ comparison: Comparison, _ name: GoldenName, scale: Double, _ outcome: inout GoldenOutcome
  ) {
    guard let failures else { return }
    do throws(RasterError) {
      try GoldenFiles.makeFailures(failures)
      let overlay = try DiffImage.draw(comparison, .overlay)
      outcome.overlay = try keep(overlay, .overlay, name, scale, in: failures)
      let strip = try DiffImage.draw(comparison, .strip)
      outcome.strip = try keep(strip, .strip, name, scale, in: failures)
    } catch {
      outcome.message += "; the difference could not be drawn: \(error.message)"
    }
  }

  /// Writes a picture into the folder of failures and returns its path.
  func keep(
    _ picture: Bitmap, _ artefact: GoldenFiles.Artefact, _ name: GoldenName, _ scale: Double,
    in folder: String
  ) throws(RasterError) -> String {
    let path = try FileTree.makeFolders(for: name.text + artefact.rawValue, below: folder)
    // This file is usually viewed once. The best compression would take longer than drawing it.
    let file = try PNGEncoder.encode(picture, scale: scale, compression: .fast)
    try FileWriting.writeFile(file, to: path, below: folder)
    return path
  }

  /// Decodes a picture file.
  ///
  /// With `folder`, the file must be inside that folder.
  static func bitmap(_ path: String, foundIn folder: String? = nil) throws(RasterError) -> Bitmap {
    let bytes = try FileReading.read(path: path, foundIn: folder, limit: Limits.imageBytes)
    let image = try ImageDecoding.decode(bytes, name: FilePath.name(of: path))
    guard case .bitmap(let bitmap) = image.content else {
      throw .image(reason: "'\(FilePath.name(of: path))' is not a raster picture")
    }
    return bitmap
  }
}

/// The parts of a picture that are ignored by id.
///
/// They are the regions that both the golden and the picture of this run contain.
///
/// A part that moved, grew, appeared or disappeared could hide a change beneath it, so such a picture cannot
/// pass.
struct IgnoredParts {
  /// The ignored pixels.
  private(set) var regions: [PixelRect] = []
  /// The reason why the picture cannot pass unless every pixel is equal; nil if no ignored part moved.
  private(set) var complaint: String?

  /// Ignores nothing.
  init() {}

  /// Finds ids in the golden's layout and in this run's layout.
  ///
  /// - Parameter before: the golden's layout; nil if it is missing.
  init(_ ids: [String], before: LayoutSnapshot?, now: LayoutSnapshot, width: Int, height: Int) {
    guard let before else {
      if ids.contains(where: { !now.frames(ofID: $0).isEmpty }) {
        complaint = "the golden's layout is missing, so no part is ignored"
      }
      return
    }
    var moved: [String] = []
    for id in ids {
      let old = before.pixels(ofID: id, width: width, height: height)
      let new = now.pixels(ofID: id, width: width, height: height)
      if old == new {
        regions += old
      } else {
        moved.append(id)
        for part in old { regions += new.compactMap(part.intersection) }
      }
    }
    guard !moved.isEmpty else { return }
    complaint =
      "\(moved.map { "'\(GoldenName.harmless($0))'" }.joined(separator: ", "))"
      + " has moved since the golden, so only the overlap of both places is ignored"
  }
}

/// The layouts of the golden and of this run.
extension PictureCheck {
  /// Sets the verdict of a picture whose pixels pass, by its layout.
  func judgeLayout(
    _ subject: Subject, isEqual: Bool, _ outcome: inout GoldenOutcome
  ) throws(RasterError) {
    let isOther = layoutRule == .exact && hasOtherLayout(subject)
    // The deck was rendered without errors, so an error can only come from the layout file.
    let isDamaged = outcome.issues.contains { $0.severity == .error }
    if mode == .all || (isDamaged && mode == .failed) {
      outcome.issues.removeAll { $0.severity == .error }
      return try record(subject, outcome.message, &outcome)
    }
    if isDamaged {
      outcome.verdict = .broken
      return
    }
    let writesMissing = mode == .missing || mode == .failed
    if writesMissing, isEqual, subject.layout != nil, try !hasLayout(subject.name) {
      return try record(subject, "\(outcome.message), its layout was missing", &outcome)
    }
    // In mode `failed`, a layout is replaced only if the rule makes the difference a failure.
    if mode == .failed, isOther {
      return try record(subject, "\(outcome.message), its layout differed", &outcome)
    }
    outcome.verdict = isOther ? .failed : .passed
    let isMissing = try !hasLayout(subject.name)
    if isOther, isMissing {
      outcome.message += "; the golden's layout is missing"
    } else if isOther {
      outcome.message += ", and the layout differs"
    } else if !outcome.changes.isEmpty {
      outcome.message += ", but the layout differs"
    }
  }

  /// The regions of the ignored ids, by the golden's layout.
  func ignoredParts(_ subject: Subject) throws(RasterError) -> IgnoredParts {
    guard !ignoredIDs.isEmpty else { return IgnoredParts() }
    guard let now = subject.layout else {
      throw .image(reason: "parts are ignored by their ids, but the layouts are missing")
    }
    var before: LayoutSnapshot?
    if try hasLayout(subject.name) {
      do throws(DeckError) { before = try goldenLayout(subject.name) } catch {
        throw .image(
          reason: "the golden's layout, which locates the ignored parts, cannot be read: "
            + (error.issues.first?.message ?? ""))
      }
    }
    return IgnoredParts(
      ignoredIDs, before: before, now: now, width: subject.picture.width, height: subject.picture.height)
  }

  /// Reads the layout next to the golden.
  private func goldenLayout(_ name: GoldenName) throws(DeckError) -> LayoutSnapshot {
    let path = GoldenFiles.layoutPath(of: name, in: goldens)
    let bytes = try DeckError.wrapping(
      try FileReading.read(path: path, foundIn: goldens, limit: Limits.jsonBytes))
    return try LayoutSnapshot(bytes, file: path)
  }

  /// The changes since the golden was recorded, if its layout exists.
  func changes(_ subject: Subject, _ outcome: inout GoldenOutcome) -> [LayoutChange] {
    guard let now = subject.layout else { return [] }
    let path = GoldenFiles.layoutPath(of: subject.name, in: goldens)
    do {
      guard try hasLayout(subject.name) else { return [] }
      let bytes = try FileReading.read(path: path, foundIn: goldens, limit: Limits.jsonBytes)
      let regions = outcome.figures?.regions ?? []
      if Array(now.json.utf8) == bytes, regions.isEmpty { return [] }
      let before = try LayoutSnapshot(bytes, file: path)
      // Without regions no pixel differs.
      guard !regions.isEmpty else { return before.changes(to: now) }
      return before.changes(to: now, regions: regions.map(\.frame))
    } catch let error as RasterError {
      outcome.issues.append(DeckIssue(error))
      outcome.message += "; its layout cannot be read: \(error.message)"
    } catch let error as DeckError {
      outcome.issues += error.issues
      outcome.message += "; its layout cannot be read"
    } catch {
      outcome.message += "; its layout cannot be read"
    }
    return []
  }

  private func hasLayout(_ name: GoldenName) throws(RasterError) -> Bool {
    try FileTree.kind(of: GoldenFiles.layoutPath(of: name, in: goldens)) != nil
  }

  /// Whether the golden's layout is missing or unreadable, or differs from the layout of this run.
  ///
  /// A difference in appearance or in behaviour counts.
  private func hasOtherLayout(_ subject: Subject) -> Bool {
    guard let layout = subject.layout else { return false }
    let path = GoldenFiles.layoutPath(of: subject.name, in: goldens)
    let bytes = try? FileReading.read(path: path, foundIn: goldens, limit: Limits.jsonBytes)
    return bytes != Array(layout.json.utf8) && (try? goldenLayout(subject.name)) != layout
  }
}
