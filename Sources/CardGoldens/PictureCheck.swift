package import CardParts
package import CardRaster

/// One picture against the golden of a name: the core of `cardshot test` and of `CardTesting`.
///
/// Guarantees: it never answers `passed` for a picture that was not compared. What cannot be read, compared or written is
/// `broken`, with the reason. Files are written whole or not at all, and nothing outside of the two folders.
package struct PictureCheck: Hashable, Sendable {
  /// The folder of goldens; it is made when the first one is recorded.
  package var goldens: String
  /// The folder where failures leave pictures; nil when they leave none.
  package var failures: String?
  /// Which goldens are written.
  package var mode: RecordMode
  /// How pictures are compared.
  package var settings: Comparison.Settings
  /// Parts and cards that are not compared, by their ids; where they are is told by the layouts.
  package var ignoredIDs: [String]
  /// What becomes of a layout that is not the golden's.
  package var layoutRule: LayoutRule

  /// Makes a check.
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
  ///   - layout: what the picture shows; it is kept beside the golden and says what changed. Nil keeps none.
  ///   - scale: the number of pixels in a point, for the file's physical size.
  ///   - deck: the deck's path, for the outcome.
  ///   - issues: warnings of the deck, for the outcome.
  package func check(
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
      outcome.verdict = .broken
      outcome.message = error.message
    }
    // Most pictures pass, and nobody has to approve them.
    if outcome.verdict != .passed { outcome.fingerprint = actual.fingerprint }
    if outcome.verdict != .passed, outcome.verdict != .recorded { keepActual(subject, &outcome) }
    return outcome
  }

  /// What is checked.
  struct Subject {
    var picture: Bitmap
    var name: GoldenName
    var layout: LayoutSnapshot?
    var scale: Double
  }

  /// Finds the verdict, and records where the mode says so.
  private func decide(_ subject: Subject, _ outcome: inout GoldenOutcome) throws(RasterError) {
    guard !subject.picture.isFullyTransparent else {
      throw .image(reason: "the picture is fully transparent, so nothing can be compared")
    }
    let path = try FileTree.place(of: subject.name.text + GoldenFiles.pictureEnding, below: goldens)
    if let failures, path.utf8.starts(with: "\(failures)/".utf8) {
      throw .file(path: path, reason: "it would lie among the failures")
    }
    guard try FileTree.kind(of: path) != nil else {
      guard mode != .never else {
        outcome.verdict = .missing
        outcome.message = "there is no golden"
        return
      }
      return try record(subject, "there was no golden", &outcome)
    }
    let expected: Bitmap
    do throws(RasterError) {
      expected = try Self.bitmap(path, foundIn: goldens)
    } catch {
      // Over a pipe or a device nothing is recorded.
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
    // Equal pictures are told by their bytes, unless the settings could hide that nothing was compared.
    if isEqual, settings.ignored.isEmpty, settings.mask == nil {
      outcome.message = "no pixel differs"
    } else {
      let comparison = try Comparison(expected: expected, actual: subject.picture, settings: settings)
      outcome.figures = GoldenOutcome.Figures(comparison)
      outcome.message = comparison.summary
      if !isEqual, let complaint = ignored.complaint { outcome.message += "; \(complaint)" }
      if !comparison.isSame || (!isEqual && ignored.complaint != nil) {
        outcome.changes = changes(subject, &outcome)
        if mode == .failed || mode == .all { return try record(subject, outcome.message, &outcome) }
        outcome.verdict = .failed
        keepDifference(comparison, subject, &outcome)
        return
      }
    }
    outcome.changes = changes(subject, &outcome)
    try judgeLayout(subject, isEqual: isEqual, &outcome)
  }

  /// Writes the golden; the layout first, since the picture decides.
  ///
  /// Where the picture cannot be written, the layout is taken back: it would explain another picture.
  func record(
    _ subject: Subject, _ reason: String, _ outcome: inout GoldenOutcome
  ) throws(RasterError) {
    let picture = try FileTree.makeFolders(
      for: subject.name.text + GoldenFiles.pictureEnding, below: goldens)
    let file = try PNGEncoder.encode(subject.picture, scale: subject.scale)
    let layout = GoldenFiles.layout(subject.name, in: goldens)
    let before = try? FileReading.read(path: layout, foundIn: goldens, limit: Limits.jsonBytes)
    if let snapshot = subject.layout {
      try FileWriting.writeFile(Array(snapshot.json.utf8), to: layout, below: goldens)
    } else {
      // It would explain another picture.
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
    outcome.verdict = .recorded
    outcome.message = reason
  }

  /// Keeps this run's picture and layout among the failures, where they can be looked at and approved.
  private func keepActual(_ subject: Subject, _ outcome: inout GoldenOutcome) {
    guard let failures else { return }
    do throws(RasterError) {
      try GoldenFiles.makeFailures(failures)
      outcome.actual = try keep(subject.picture, .actual, subject, in: failures)
      if let layout = subject.layout {
        let path = try FileTree.makeFolders(
          for: subject.name.text + GoldenFiles.Artefact.actualLayout.rawValue, below: failures)
        try FileWriting.writeFile(Array(layout.json.utf8), to: path, below: failures)
      }
    } catch {
      outcome.message += "; the picture could not be kept: \(error.message)"
    }
  }

  /// Keeps the strip and the picture of the difference.
  private func keepDifference(_ comparison: Comparison, _ subject: Subject, _ outcome: inout GoldenOutcome) {
    guard let failures else { return }
    do throws(RasterError) {
      try GoldenFiles.makeFailures(failures)
      let overlay = try DiffImage.draw(comparison, .overlay)
      outcome.overlay = try keep(overlay, .overlay, subject, in: failures)
      let strip = try DiffImage.draw(comparison, .strip)
      outcome.strip = try keep(strip, .strip, subject, in: failures)
    } catch {
      outcome.message += "; the difference could not be drawn: \(error.message)"
    }
  }

  private func keep(
    _ picture: Bitmap, _ artefact: GoldenFiles.Artefact, _ subject: Subject, in folder: String
  ) throws(RasterError) -> String {
    let path = try FileTree.makeFolders(for: subject.name.text + artefact.rawValue, below: folder)
    // Looked at once: packing well takes longer than drawing did.
    let file = try PNGEncoder.encode(picture, scale: subject.scale, compression: .fast)
    try FileWriting.writeFile(file, to: path, below: folder)
    return path
  }

  /// The pixels of a picture file, which is named or was found in a folder.
  static func bitmap(_ path: String, foundIn folder: String? = nil) throws(RasterError) -> Bitmap {
    let bytes = try FileReading.read(path: path, foundIn: folder, limit: Limits.imageBytes)
    let image = try ImageDecoding.decode(bytes, name: FilePath.name(of: path))
    guard case .bitmap(let bitmap) = image.content else {
      throw .image(reason: "'\(FilePath.name(of: path))' is no picture of pixels")
    }
    return bitmap
  }
}
