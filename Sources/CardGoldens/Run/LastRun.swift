package import CardParts
package import CardRaster

/// The data that a run stores for `cardshot approve`: `last-run.json` in the folder of failures.
///
/// It also names the files that the run wrote there, so that the next run removes these and no others.
package struct LastRun: Hashable, Sendable {
  /// A picture of the run that differs from its golden.
  package struct Picture: Hashable, Sendable {
    package var name: GoldenName
    /// The fingerprint of the run's picture.
    package var fingerprint: String
    /// Pixels per point.
    package var scale: Double
    /// A hash of the changes, equal for pictures with the same changes; nil without any.
    package var cause: String?
    /// The expected file below the folder of goldens, for a picture of `cardshot review`; nil for goldens.
    package var file: String?
    /// The file there that approving removes.
    package var removed: String?
  }

  /// The file's name in the folder of failures.
  package static let fileName = "last-run.json"

  /// The folder of goldens or the lock file, as given to the run.
  package var golden = ""
  /// Whether `golden` is a lock file.
  package var isLock = false
  /// Whether every existing golden was checked, and all except `pictures` passed.
  package var isWhole = false
  /// The libraries that drew the pictures.
  package var libraries: [LibraryVersion] = []
  /// The pictures that can be approved, sorted by name.
  package var pictures: [Picture] = []
  /// Other pictures that the run wrote files of, such as pages of a PDF file.
  var shown: [GoldenName] = []

  /// The names of all pictures that the run wrote files of.
  package var names: Set<GoldenName> { Set(pictures.map(\.name) + shown) }

  /// Creates a run without pictures.
  package init() {}

  /// Collects the pictures of a run that can be approved.
  ///
  /// - Parameters:
  ///   - golden: the folder of goldens or the lock file.
  ///   - isWhole: whether every existing golden was checked.
  package init(
    _ outcomes: [GoldenOutcome], golden: String, isLock: Bool, isWhole: Bool, libraries: [LibraryVersion]
  ) {
    (self.golden, self.isLock, self.isWhole, self.libraries) = (golden, isLock, isWhole, libraries)
    pictures = outcomes.compactMap { outcome in
      guard outcome.actual != nil || outcome.removed != nil, let fingerprint = outcome.fingerprint,
        let name = try? GoldenName(outcome.name)
      else { return nil }
      return Picture(
        name: name, fingerprint: fingerprint, scale: outcome.scale, cause: outcome.cause, file: outcome.file,
        removed: outcome.removed)
    }
    let approvable = Set(pictures.map(\.name))
    shown = outcomes.compactMap { outcome in
      guard outcome.actual ?? outcome.strip != nil, let name = try? GoldenName(outcome.name),
        !approvable.contains(name)
      else { return nil }
      return name
    }
  }

  /// Writes the file into the folder of failures, which is created if necessary.
  ///
  /// - Throws: `RasterError.file`.
  package func write(failures: String) throws(RasterError) {
    let path = try FileTree.makeFolders(for: Self.fileName, below: failures)
    try FileWriting.writeFile(Array(json.utf8), to: path, below: failures)
  }

  /// Writes the file, merged with the pictures of other shards of the same run; concurrent calls wait.
  ///
  /// - Parameters:
  ///   - isNeeded: whether to write the file without pictures, so that the next run finds the report.
  ///   - isOther: whether a golden belongs to another shard.
  /// - Throws: `RasterError.file`.
  package func write(
    failures: String, isNeeded: Bool, keeping isOther: (GoldenName) -> Bool
  ) throws(RasterError) {
    if isNeeded || !names.isEmpty { try FileTree.makeFolder(failures) }
    try FolderLock.holding(failures) { () throws(RasterError) in
      var all = self
      if let before = try? LastRun(failures: failures) { all.addPictures(of: before, where: isOther) }
      guard isNeeded || !all.names.isEmpty else { return }
      try all.write(failures: failures)
    }
  }

  /// Adds the pictures of other shards of the same run, if they have the same goldens.
  private mutating func addPictures(of other: LastRun, where isOther: (GoldenName) -> Bool) {
    guard other.isLock == isLock, other.golden == golden else { return }
    pictures += other.pictures.filter { isOther($0.name) }
    pictures.sort { $0.name < $1.name }
    shown = Set(shown + other.shown.filter(isOther)).sorted()
  }

  /// Reads the data of the last run; nil if there is none.
  ///
  /// - Throws: a `DeckError` if the file was not written by cardshot.
  package init?(failures: String) throws(DeckError) {
    let path = FilePath.join(failures, Self.fileName)
    let found = try DeckError.wrapping(
      try FileReading.readIfPresent(path: path, foundIn: failures, limit: Limits.jsonBytes))
    guard let bytes = found else { return nil }
    guard let read = Self.record.value(of: try DataFile.read(bytes, file: path)), !read.golden.isEmpty else {
      throw DeckError(
        file: path, message: "the file was not written by 'cardshot test' or 'cardshot review'",
        hint: "remove the file and run again")
    }
    self = read
  }

  /// The text of the file.
  var json: String { Self.record.jsonText(of: self) }

  private static let record = Record("the last run", LastRun()) {
    RecordField.version(1)
    RecordField("goldens", \.goldens, .text)
    RecordField("lock", \.lock, .text)
    RecordField("whole", \.isWhole, .flag)
    RecordField("libraries", \.libraries, versions)
    RecordField("pictures", \.pictures, .list(picture.kind))
    RecordField("shown", \.shown, .list(name), default: [])
  }

  private static let versions = RecordKind<[(name: String, value: String)]>.dictionary(.text).map(
    "libraries", { $0.map { LibraryVersion($0.name, $0.value) } }, json: { $0.map { ($0.name, $0.version) } })

  private static let name = RecordKind<String>.goldenName.map("a name", { try? GoldenName($0) }, json: \.text)

  private static let picture = Record("a picture", Picture(name: .blank, fingerprint: "", scale: 1)) {
    RecordField("name", \.name, name)
    RecordField("fingerprint", \.fingerprint, .digest(64))
    RecordField("scale", \.scale, .number(Limits.scales))
    RecordField("cause", \.cause, .text)
    RecordField("file", \.file, .text)
    RecordField("removed", \.removed, .text)
  }

  private var goldens: String? {
    get { isLock ? nil : golden }
    set { (golden, isLock) = (newValue ?? "", false) }
  }

  private var lock: String? {
    get { isLock ? golden : nil }
    set { (golden, isLock) = (newValue ?? "", true) }
  }

  /// Removes the files that the last run wrote into its folder, and nothing else.
  ///
  /// - Parameter keeps: whether to keep a golden's pictures, such as those of another shard; its entry and
  ///   the report are then kept too.
  /// - Throws: a `DeckError` if a file cannot be removed, or if the record was not written by cardshot.
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
      for name in last.names.sorted() where !keeps(name) {
        try GoldenFiles.removeArtefacts(of: name, in: failures)
        // Folders with other files are kept.
        FileTree.removeEmptyFolders(of: name.text, below: failures)
      }
      var rest = last
      rest.pictures.removeAll { !keeps($0.name) }
      rest.shown.removeAll { !keeps($0) }
      guard rest.names.isEmpty else { return try rest.write(failures: failures) }
      let report = FilePath.join(failures, HTMLReport.fileName)
      // A page of another program is kept.
      if try !HTMLReport.isForeign(report) { try FileTree.removeFile(report) }
      try FileTree.removeFile(FilePath.join(failures, fileName))
    } catch {
      throw DeckError(error)
    }
  }
}
