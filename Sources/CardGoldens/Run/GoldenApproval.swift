package import CardParts
import CardRaster

/// Replaces goldens by pictures of the last run, once someone has reviewed them.
///
/// A picture is accepted only if its fingerprint is the approved one, so only reviewed pictures become
/// goldens. Only the folder of goldens or the lock file is written.
package struct GoldenApproval: Sendable {
  /// A request to approve one picture.
  package struct Wish: Hashable, Sendable {
    package var name: String
    /// The fingerprint of the reviewed picture; nil for the picture of the last run.
    package var fingerprint: String?

    package init(name: String, fingerprint: String? = nil) {
      self.name = name
      self.fingerprint = fingerprint
    }
  }

  /// The result of a request.
  package struct Answer: Hashable, Sendable {
    package var name: String
    /// Whether the golden is now the approved picture.
    package var isApproved: Bool
    /// The action, or the reason why the picture was rejected; without a full stop.
    package var message: String
  }

  /// The folder of goldens.
  package var goldens: String
  /// The lock file that replaces the folder of goldens; nil without one.
  package var lock: String?
  /// The folder of failures.
  package var failures: String

  package init(goldens: String, lock: String?, failures: String) {
    self.goldens = goldens
    self.lock = lock
    self.failures = failures
  }

  /// The pictures of the last run that can be approved.
  ///
  /// - Throws: a `DeckError` if no run was stored, it had other goldens, or nothing failed.
  package func lastRun() throws(DeckError) -> LastRun {
    func failure(_ message: String, _ hint: String? = nil) -> DeckError {
      DeckError(message: message, hint: hint)
    }
    guard let last = try LastRun(failures: failures), !last.pictures.isEmpty else {
      throw failure(
        "there is nothing to approve in '\(failures)'",
        "'cardshot test' and 'cardshot review' write failed pictures there; --failures chooses another folder"
      )
    }
    let ours = lock ?? goldens
    guard last.isLock == (lock != nil), last.golden == ours else {
      let option = last.isLock ? "--lock" : "--goldens"
      throw failure(
        "the last run used '\(last.golden)', not '\(ours)'", "use \(option) as that run did")
    }
    return last
  }

  /// Approves pictures.
  ///
  /// - Throws: a `DeckError` if there is nothing to approve, or the lock file cannot be read or written.
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
            message: "the last run wrote no picture with this name"
              + (near.map { "; did you mean '\($0)'?" } ?? "")))
        continue
      }
      do throws(RasterError) {
        let message: String
        if let file = picture.file, before == nil {
          done.insert(picture.name)
          answers.append(
            Answer(name: wish.name, isApproved: true, message: try replace(file, by: picture, wish)))
          continue
        }
        let actual = try self.picture(picture, wish)
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
      // Another run may have written its own lines in the meantime.
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

  /// Copies the file of a review over the expected one, and removes the expected one that is gone or moved.
  ///
  /// Both files must have the approved content.
  private func replace(
    _ file: String, by picture: LastRun.Picture, _ wish: Wish
  ) throws(RasterError) -> String {
    func check(_ bytes: [UInt8], _ path: String) throws(RasterError) {
      guard SHA256.hex(bytes) == picture.fingerprint else {
        throw .image(reason: "'\(path)' has changed since the last run; run the review again")
      }
    }
    if let wanted = wish.fingerprint, wanted != picture.fingerprint { throw Self.isOther }
    var removed: String?
    if let old = picture.removed {
      let path = try FileTree.place(of: old, below: goldens)
      let bytes = try FileReading.read(path: path, foundIn: goldens, limit: Limits.imageBytes)
      if GitLFSPointer(bytes)?.digest != picture.fingerprint { try check(bytes, path) }
      removed = path
    }
    // Where the case of letters does not count, both are the same file.
    let isOtherCase = picture.removed != file && picture.removed?.lowercased() == file.lowercased()
    if isOtherCase, let removed { try FileTree.removeFile(removed) }
    var message = ""
    if picture.removed != file {
      let source = try FileTree.place(of: GoldenFiles.copy(of: picture.name), below: failures)
      let bytes = try FileReading.read(path: source, foundIn: failures, limit: Limits.imageBytes)
      try check(bytes, source)
      let path = try FileTree.makeFolders(for: file, below: goldens)
      let wasThere = try FileTree.kind(of: path) != nil
      try FileWriting.writeFile(bytes, to: path, below: goldens)
      message = "\(wasThere ? "replaced" : "new"): \(path)"
    }
    guard let removed else { return message }
    if !isOtherCase { try FileTree.removeFile(removed) }
    return message + (message.isEmpty ? "" : "; ") + "removed: \(removed)"
  }

  private static let isOther = RasterError.image(
    reason: "the picture of the last run differs from the approved one; review the new report")

  /// The picture of the last run, if its fingerprint is the approved one.
  private func picture(_ picture: LastRun.Picture, _ wish: Wish) throws(RasterError) -> Bitmap {
    let path = try FileTree.place(
      of: picture.name.text + GoldenFiles.Artefact.actual.rawValue, below: failures)
    let bytes = try FileReading.read(path: path, foundIn: failures, limit: Limits.imageBytes)
    guard case .bitmap(let bitmap) = try ImageDecoding.decode(bytes, name: path).content else {
      throw .image(reason: "'\(path)' is not a raster picture")
    }
    guard bitmap.fingerprint == picture.fingerprint else {
      throw .image(reason: "'\(path)' has changed since the last run; run the goldens again")
    }
    if let wanted = wish.fingerprint, wanted != picture.fingerprint { throw Self.isOther }
    return bitmap
  }

  /// Writes the picture and its layout over the golden.
  private func write(_ actual: Bitmap, _ picture: LastRun.Picture) throws(RasterError) -> String {
    let path = try FileTree.makeFolders(for: picture.name.text + GoldenFiles.pictureEnding, below: goldens)
    let wasThere = try FileTree.kind(of: path) != nil
    let file = try PNGEncoder.encode(actual, scale: picture.scale)
    let layout = try FileTree.place(of: picture.name.text + GoldenFiles.layoutEnding, below: goldens)
    if let snapshot = try snapshot(picture.name) {
      try FileWriting.writeFile(snapshot, to: layout, below: goldens)
    } else {
      // The old layout describes a different picture.
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

  /// The layout of the last run, if it was stored.
  private func snapshot(_ name: GoldenName) throws(RasterError) -> [UInt8]? {
    let path = try FileTree.place(of: name.text + GoldenFiles.Artefact.actualLayout.rawValue, below: failures)
    return try FileReading.readIfPresent(path: path, foundIn: failures, limit: Limits.jsonBytes)
  }
}
