package import CardParts
package import CardRaster

/// What a run leaves for `cardshot approve`: `last-run.json` in the folder of failures.
///
/// It also names the files that the run wrote there, so that the next run removes these and no others.
package struct LastRun: Hashable, Sendable {
  /// A picture of the run that is no golden.
  package struct Picture: Hashable, Sendable {
    /// The golden's name.
    package var name: GoldenName
    /// The fingerprint of the run's picture.
    package var fingerprint: String
    /// Pixels in a point.
    package var scale: Double
    /// The sum of what changed, equal for pictures of one cause; nil where nothing was told.
    package var cause: String?
  }

  /// The file's name in the folder of failures.
  package static let fileName = "last-run.json"

  /// The folder of goldens or the lock file, as the run was given it.
  package var golden = ""
  /// Whether `golden` is a lock file.
  package var isLock = false
  /// Whether every golden there is was looked at, and all but `pictures` were what they should be.
  package var isWhole = false
  /// The libraries that drew the pictures.
  package var libraries: [LibraryVersion] = []
  /// The pictures that may be approved, in order of their names.
  package var pictures: [Picture] = []

  /// Makes a run without pictures.
  package init() {}

  /// Takes the pictures of a run that may be approved.
  ///
  /// - Parameters:
  ///   - golden: the folder of goldens or the lock file.
  ///   - isWhole: whether every golden there is was looked at.
  package init(
    _ outcomes: [GoldenOutcome], golden: String, isLock: Bool, isWhole: Bool, libraries: [LibraryVersion]
  ) {
    (self.golden, self.isLock, self.isWhole, self.libraries) = (golden, isLock, isWhole, libraries)
    pictures = outcomes.compactMap { outcome in
      guard outcome.actual != nil, let fingerprint = outcome.fingerprint,
        let name = try? GoldenName(outcome.name)
      else { return nil }
      return Picture(name: name, fingerprint: fingerprint, scale: outcome.scale, cause: outcome.cause)
    }
  }

  /// Writes the file into the folder of failures, which is made.
  ///
  /// - Throws: `RasterError.file`.
  package func write(failures: String) throws(RasterError) {
    let path = try FileTree.makeFolders(for: Self.fileName, below: failures)
    try FileWriting.writeFile(Array(json.utf8), to: path, below: failures)
  }

  /// Writes the file with the pictures that other shares of the same run have left; two at once wait for each other.
  ///
  /// - Parameters:
  ///   - isNeeded: whether there is a file where no picture is left to be approved: a report is found by it.
  ///   - isOther: whether a golden is of another share.
  /// - Throws: `RasterError.file`.
  package func write(
    failures: String, isNeeded: Bool, keeping isOther: (GoldenName) -> Bool
  ) throws(RasterError) {
    if isNeeded || !pictures.isEmpty { try FileTree.makeFolder(failures) }
    try FolderLock.holding(failures) { () throws(RasterError) in
      var all = self
      if let before = try? LastRun(failures: failures) { all.add(before, where: isOther) }
      guard isNeeded || !all.pictures.isEmpty else { return }
      try all.write(failures: failures)
    }
  }

  /// Adds the pictures of other shares of the same run, as far as they are of the same goldens.
  private mutating func add(_ other: LastRun, where isOther: (GoldenName) -> Bool) {
    guard other.isLock == isLock, other.golden == golden else { return }
    pictures += other.pictures.filter { isOther($0.name) }
    pictures.sort { $0.name.text.utf8.lexicographicallyPrecedes($1.name.text.utf8) }
  }

  /// Reads what the last run left; nil when it left nothing.
  ///
  /// - Throws: a `DeckError` when the file is none of ours.
  package init?(failures: String) throws(DeckError) {
    let path = FilePath.join(failures, Self.fileName)
    let bytes: [UInt8]
    do throws(RasterError) {
      guard try FileTree.kind(of: path) != nil else { return nil }
      bytes = try FileReading.read(path: path, foundIn: failures, limit: Limits.jsonBytes)
    } catch {
      throw DeckError(error)
    }
    guard let read = Self.record.value(of: try DataFile.read(bytes, file: path)), !read.golden.isEmpty else {
      throw DeckError(
        DeckIssue(
          .error, file: path, place: nil, path: .root, message: "this is not what 'cardshot test' leaves",
          hint: "remove the file and run the goldens again"))
    }
    self = read
  }

  /// The file's text.
  var json: String { Self.record.text(self) }

  private static let record = Record("the last run", LastRun()) {
    RecordField.version(1)
    RecordField("goldens", \.goldens, .text)
    RecordField("lock", \.lock, .text)
    RecordField("whole", \.isWhole, .flag)
    RecordField("libraries", \.libraries, versions)
    RecordField("pictures", \.pictures, .list(picture.kind))
  }

  private static let versions = RecordKind<[(name: String, value: String)]>.dictionary(.text).map(
    "libraries", { $0.map { LibraryVersion($0.name, $0.value) } }, json: { $0.map { ($0.name, $0.version) } })

  private static let picture = Record("a picture", Picture(name: .blank, fingerprint: "", scale: 1)) {
    RecordField(
      "name", \.name, RecordKind<String>.goldenName.map("a name", { try? GoldenName($0) }, json: \.text))
    RecordField("fingerprint", \.fingerprint, .digest(64))
    RecordField("scale", \.scale, .number(0.1...Limits.scale))
    RecordField("cause", \.cause, .text)
  }

  private var goldens: String? {
    get { isLock ? nil : golden }
    set { (golden, isLock) = (newValue ?? "", false) }
  }

  private var lock: String? {
    get { isLock ? golden : nil }
    set { (golden, isLock) = (newValue ?? "", true) }
  }

  /// Removes what the last run left in its folder, and nothing else.
  ///
  /// - Parameter keeps: whether a golden's pictures stay, such as those of another share; then its line and the report do.
  /// - Throws: a `DeckError` when a file cannot be removed, or the record of the last run is none of ours.
  package static func clear(
    failures: String, keeping keeps: (GoldenName) -> Bool = { _ in false }
  ) throws(DeckError) {
    try FolderLock.holding(failures) { () throws(DeckError) in try clearInTurn(failures, keeps) }
  }

  private static func clearInTurn(
    _ failures: String, _ keeps: (GoldenName) -> Bool
  ) throws(DeckError) {
    guard let last = try LastRun(failures: failures) else { return }
    do throws(RasterError) {
      for picture in last.pictures where !keeps(picture.name) {
        try GoldenFiles.removeArtefacts(of: picture.name, in: failures)
        // Folders that hold something else stay.
        var folder = FilePath.directory(of: picture.name.text)
        while folder != "." {
          FileTree.removeEmptyFolder(FilePath.join(failures, folder))
          folder = FilePath.directory(of: folder)
        }
      }
      var rest = last
      rest.pictures.removeAll { !keeps($0.name) }
      guard rest.pictures.isEmpty else { return try rest.write(failures: failures) }
      let report = FilePath.join(failures, HTMLReport.fileName)
      // Whoever has written another page there since finds it again.
      if try !HTMLReport.isForeign(report) { try FileTree.removeFile(report) }
      try FileTree.removeFile(FilePath.join(failures, fileName))
    } catch {
      throw DeckError(error)
    }
  }
}
