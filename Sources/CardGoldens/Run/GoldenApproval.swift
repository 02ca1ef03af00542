package import CardParts
import CardRaster

/// Makes pictures of the last run the goldens, once somebody has looked at them.
///
/// A picture is taken only while its fingerprint is the approved one, so that nobody approves what he has not seen.
/// Guarantees: nothing outside of the folder of goldens, or but the lock file, is written.
package struct GoldenApproval: Sendable {
  /// A picture that is wanted as the golden.
  package struct Wish: Hashable, Sendable {
    /// The golden's name.
    package var name: String
    /// The fingerprint of the picture that was looked at; nil for that of the last run.
    package var fingerprint: String?

    /// Makes a wish.
    package init(name: String, fingerprint: String? = nil) {
      self.name = name
      self.fingerprint = fingerprint
    }
  }

  /// What became of a wish.
  package struct Answer: Hashable, Sendable {
    /// The golden's name.
    package var name: String
    /// Whether the golden is now the picture.
    package var isApproved: Bool
    /// What was done, or why nothing was; without a full stop.
    package var message: String
  }

  /// The folder of goldens.
  package var goldens: String
  /// The lock file, in its place.
  package var lock: String?
  /// The folder of what failed.
  package var failures: String

  /// Makes an approval.
  package init(goldens: String, lock: String?, failures: String) {
    self.goldens = goldens
    self.lock = lock
    self.failures = failures
  }

  /// The pictures of the last run that may be approved.
  ///
  /// - Throws: a `DeckError` when there was no run, when it was one with other goldens, or when nothing failed.
  package func lastRun() throws(DeckError) -> LastRun {
    func fault(_ message: String, _ hint: String? = nil) -> DeckError {
      DeckError(DeckIssue(.error, file: "", place: nil, path: .root, message: message, hint: hint))
    }
    guard let last = try LastRun(failures: failures), !last.pictures.isEmpty else {
      throw fault(
        "there is nothing to approve in '\(failures)'",
        "'cardshot test' leaves there what failed; --failures names another folder")
    }
    let ours = lock ?? goldens
    guard last.isLock == (lock != nil), last.golden == ours else {
      let option = last.isLock ? "--lock" : "--goldens"
      throw fault(
        "the last run was about '\(last.golden)', not about '\(ours)'", "give \(option) as that run had it")
    }
    return last
  }

  /// Approves.
  ///
  /// - Throws: a `DeckError` when there is nothing to approve, or the lock file cannot be read or written.
  package func approve(_ wishes: [Wish]) throws(DeckError) -> [Answer] {
    let last = try lastRun()
    var answers: [Answer] = []
    let before = try lock.map { path throws(DeckError) in try GoldenLock(path: path) }
    var lines: [GoldenName: GoldenLock.Entry] = [:]
    var done: Set<GoldenName> = []
    for wish in wishes {
      let found = last.pictures.first { $0.name.text.utf8.elementsEqual(wish.name.utf8) }
      guard let picture = found else {
        let near = Spelling.nearest(to: wish.name, in: last.pictures.map(\.name.text))
        answers.append(
          Answer(
            name: wish.name, isApproved: false,
            message: "the last run left no picture of that name"
              + (near.map { "; did you mean '\($0)'?" } ?? "")))
        continue
      }
      do throws(RasterError) {
        let actual = try self.picture(picture, wish)
        let message: String
        if let before {
          lines[picture.name] = try line(of: picture, actual.fingerprint, last.libraries)
          message = "\(before.entries[picture.name] != nil ? "replaced" : "new") in \(lock ?? "")"
        } else {
          message = try write(actual, picture)
        }
        done.insert(picture.name)
        answers.append(Answer(name: wish.name, isApproved: true, message: message))
      } catch {
        answers.append(Answer(name: wish.name, isApproved: false, message: error.message))
      }
    }
    if let lock {
      // Another run may have written lines of its own meanwhile.
      try GoldenLock.lay(lines, over: lock)
      return answers
    }
    do throws(RasterError) {
      if last.isWhole, last.pictures.allSatisfy({ done.contains($0.name) }) {
        try GoldenVersions.write(last.libraries, goldens: goldens)
      }
    } catch {
      throw DeckError(error)
    }
    return answers
  }

  /// The picture of the last run, as long as it is the one that is wanted.
  private func picture(_ picture: LastRun.Picture, _ wish: Wish) throws(RasterError) -> Bitmap {
    let path = try FileTree.place(
      of: picture.name.text + GoldenFiles.Artefact.actual.rawValue, below: failures)
    let bytes = try FileReading.read(path: path, foundIn: failures, limit: Limits.imageBytes)
    guard case .bitmap(let bitmap) = try ImageDecoding.decode(bytes, name: path).content else {
      throw .image(reason: "'\(path)' is no picture of pixels")
    }
    guard bitmap.fingerprint == picture.fingerprint else {
      throw .image(reason: "'\(path)' is not the picture of the last run any more; run the goldens again")
    }
    if let wanted = wish.fingerprint, wanted != picture.fingerprint {
      throw .image(
        reason: "the picture of the last run is another one than the approved one; look at the new report")
    }
    return bitmap
  }

  /// Writes picture and layout over the golden.
  private func write(_ actual: Bitmap, _ picture: LastRun.Picture) throws(RasterError) -> String {
    let path = try FileTree.makeFolders(for: picture.name.text + GoldenFiles.pictureEnding, below: goldens)
    let wasThere = try FileTree.kind(of: path) != nil
    let file = try PNGEncoder.encode(actual, scale: picture.scale)
    let layout = try FileTree.place(of: picture.name.text + GoldenFiles.layoutEnding, below: goldens)
    if let snapshot = try snapshot(picture.name) {
      try FileWriting.writeFile(snapshot, to: layout, below: goldens)
    } else {
      // The old one would explain another picture.
      try FileTree.removeFile(layout)
    }
    try FileWriting.writeFile(file, to: path, below: goldens)
    return "\(wasThere ? "replaced" : "new"): \(path)"
  }

  /// The new line of the lock file.
  private func line(
    of picture: LastRun.Picture, _ fingerprint: String, _ libraries: [LibraryVersion]
  ) throws(RasterError) -> GoldenLock.Entry {
    guard let snapshot = try snapshot(picture.name) else {
      throw .image(reason: "the layout of the last run is missing in '\(failures)'; run the goldens again")
    }
    return GoldenLock.Entry(picture: fingerprint, layout: SHA256.hex(snapshot), libraries: libraries)
  }

  /// The layout of the last run, when it was kept.
  private func snapshot(_ name: GoldenName) throws(RasterError) -> [UInt8]? {
    let path = try FileTree.place(of: name.text + GoldenFiles.Artefact.actualLayout.rawValue, below: failures)
    guard try FileTree.kind(of: path) != nil else { return nil }
    return try FileReading.read(path: path, foundIn: failures, limit: Limits.jsonBytes)
  }
}
