import CardParts
import CardRaster

/// The layouts of a golden and of this run.
extension PictureCheck {
  /// Says what becomes of a picture that may pass, by its layout.
  func judgeLayout(
    _ subject: Subject, isEqual: Bool, _ outcome: inout GoldenOutcome
  ) throws(RasterError) {
    let isOther = layoutRule == .exact && hasOtherLayout(subject)
    // The deck has been drawn, so an error can only be that of the layout's file.
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
    // Under a picture that passes, another layout is told and no failure: an older one stays as it is.
    if mode == .failed, isOther {
      return try record(subject, "\(outcome.message), its layout was another one", &outcome)
    }
    outcome.verdict = isOther ? .failed : .passed
    let isMissing = try !hasLayout(subject.name)
    if isOther, isMissing {
      outcome.message += "; the golden's layout is missing"
    } else if isOther {
      outcome.message += ", and the layout is another one"
    } else if !outcome.changes.isEmpty {
      outcome.message += ", though the layout is another one"
    }
  }

  /// What is ignored by ids, as the golden has it.
  func ignoredParts(_ subject: Subject) throws(RasterError) -> IgnoredParts {
    guard !ignoredIDs.isEmpty else { return IgnoredParts() }
    guard let now = subject.layout else {
      throw .image(reason: "parts are ignored by their ids, and no layout says where they are")
    }
    var before: LayoutSnapshot?
    if try hasLayout(subject.name) {
      do throws(DeckError) { before = try goldenLayout(subject.name) } catch {
        throw .image(
          reason: "the golden's layout cannot be read, which says what is ignored: "
            + (error.issues.first?.message ?? ""))
      }
    }
    return IgnoredParts(
      ignoredIDs, before: before, now: now, width: subject.picture.width, height: subject.picture.height)
  }

  /// The layout beside the golden.
  private func goldenLayout(_ name: GoldenName) throws(DeckError) -> LayoutSnapshot {
    let path = GoldenFiles.layout(name, in: goldens)
    let bytes = try DeckError.wrapping(
      try FileReading.read(path: path, foundIn: goldens, limit: Limits.jsonBytes))
    return try LayoutSnapshot(bytes, file: path)
  }

  /// What changed since the golden was recorded, as far as its layout is there.
  func changes(_ subject: Subject, _ outcome: inout GoldenOutcome) -> [LayoutChange] {
    guard let now = subject.layout else { return [] }
    let path = GoldenFiles.layout(subject.name, in: goldens)
    do {
      guard try hasLayout(subject.name) else { return [] }
      let bytes = try FileReading.read(path: path, foundIn: goldens, limit: Limits.jsonBytes)
      let regions = outcome.figures?.regions ?? []
      if Array(now.json.utf8) == bytes, regions.isEmpty { return [] }
      let before = try LayoutSnapshot(bytes, file: path)
      // Without a region nothing differs in pixels that would have to be explained.
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
    try FileTree.kind(of: GoldenFiles.layout(name, in: goldens)) != nil
  }

  /// Whether the golden's layout is missing, cannot be read or shows or does something else than that of this run.
  private func hasOtherLayout(_ subject: Subject) -> Bool {
    guard let layout = subject.layout, hasOtherFile(subject) else { return false }
    return (try? goldenLayout(subject.name)) != layout
  }

  /// Whether the layout beside the golden is missing or not the one of this run.
  private func hasOtherFile(_ subject: Subject) -> Bool {
    guard let layout = subject.layout else { return false }
    let path = GoldenFiles.layout(subject.name, in: goldens)
    let bytes = try? FileReading.read(path: path, foundIn: goldens, limit: Limits.jsonBytes)
    return bytes != Array(layout.json.utf8)
  }
}
