import CardParts
import CardRaster

/// Compares one picture with its line in a lock file.
struct LockCheck {
  let lock: String
  let entries: GoldenLock
  /// The folder for the pictures of failures.
  let failures: String
  let mode: RecordMode
  let libraries: [LibraryVersion]
  /// The effect of a different layout.
  let layoutRule: LayoutRule

  /// Compares a picture with its line; returns the new line if it must be written.
  func comparePicture(
    _ picture: Bitmap, named name: GoldenName, layout: LayoutSnapshot, scale: Double, deck: String,
    issues: [DeckIssue]
  ) -> (outcome: GoldenOutcome, entry: GoldenLock.Entry?) {
    let entry = GoldenLock.Entry(
      picture: picture.fingerprint, layout: Fingerprint.of(layout), libraries: libraries)
    var outcome = GoldenOutcome(
      name: name.text, verdict: .broken, message: "", deck: deck, golden: lock, fingerprint: entry.picture,
      issues: issues)
    outcome.scale = scale
    var new: GoldenLock.Entry?
    do throws(RasterError) {
      try GoldenFiles.removeArtefacts(of: name, in: failures)
      guard !picture.isFullyTransparent else {
        throw .image(reason: "the picture is fully transparent, so nothing can be compared")
      }
      decide(entry, name, &outcome, &new)
      if outcome.verdict == .failed || outcome.verdict == .missing {
        PictureCheck(goldens: lock, failures: failures, mode: mode).keepActual(
          PictureCheck.Subject(picture: picture, name: name, layout: layout, scale: scale), &outcome)
      }
    } catch {
      outcome.settle(.broken, error.message)
      new = nil
    }
    return (outcome, new)
  }

  private func decide(
    _ entry: GoldenLock.Entry, _ name: GoldenName, _ outcome: inout GoldenOutcome,
    _ new: inout GoldenLock.Entry?
  ) {
    guard let old = entries.entries[name] else {
      outcome.verdict = mode == .never ? .missing : .recorded
      outcome.message =
        mode == .never ? "the lock file does not list it" : "the lock file did not list it"
      new = mode == .never ? nil : entry
      return
    }
    let isSame = old.picture == entry.picture
    outcome.message = isSame ? "the picture matches the lock file" : difference(old, entry)
    let isOther = layoutRule != .off && old.layout != entry.layout
    if isSame, isOther {
      outcome.message +=
        layoutRule == .exact ? ", and the layout differs" : ", but the layout differs"
      outcome.changes = [Self.unseen]
    }
    let isFailed = !isSame || (isOther && layoutRule == .exact)
    if mode == .all || (mode == .failed && isFailed) {
      outcome.verdict = .recorded
      new = entry
    } else {
      outcome.verdict = isFailed ? .failed : .passed
    }
  }

  /// The change reported for a difference that no pixel shows: checksums contain no details.
  private static let unseen = LayoutChange(
    sentence: "something changed that no pixel shows, such as a link, a text alternative or an id; "
      + "'cardshot diff' with the old deck reports it", path: "")

  /// Describes a difference without the old picture: whether the layout changed, and which libraries did.
  private func difference(_ old: GoldenLock.Entry, _ new: GoldenLock.Entry) -> String {
    var text =
      old.layout == new.layout
      ? "only pixels changed: the layout is the same"
      : "the picture and the layout changed"
    let others = GoldenVersions.others(old.libraries, than: new.libraries)
    if !others.isEmpty {
      let words = others.map { library in
        let now = new.libraries.first { $0.name == library.name }?.version ?? "?"
        return "\(library.name) \(library.version), now \(now)"
      }
      text += "; it was recorded with \(words.joined(separator: ", "))"
    } else if old.layout == new.layout {
      text += ", and the libraries are the same as when it was recorded"
    }
    return text
  }
}
