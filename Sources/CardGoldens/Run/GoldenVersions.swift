package import CardParts
package import CardRaster

/// The libraries with which all goldens of a folder are known to come out as they are: `goldens.versions` in that folder.
///
/// A failure on a machine with other libraries may be theirs, and the run says so in front of it. The file is written by a
/// run that records, and by `approve`, when every golden is what the libraries at hand draw.
package enum GoldenVersions {
  /// The file's name in the folder of goldens.
  package static let fileName = "goldens.versions"

  static let mostBytes = 64 << 10

  /// Reads the file of a folder; nil when there is none.
  ///
  /// - Throws: a `DeckError` with everything that is wrong with it, line by line.
  package static func read(goldens: String) throws(DeckError) -> [LibraryVersion]? {
    let path = FilePath.join(goldens, fileName)
    let bytes: [UInt8]
    do throws(RasterError) {
      guard try FileTree.kind(of: path) != nil else { return nil }
      bytes = try FileReading.read(path: path, foundIn: goldens, limit: mostBytes)
    } catch {
      throw DeckError(error)
    }
    return try parse(bytes, file: path)
  }

  /// Reads the bytes of such a file: a library and its version in each line.
  static func parse(_ bytes: [UInt8], file: String) throws(DeckError) -> [LibraryVersion] {
    var libraries: [LibraryVersion] = []
    var issues: [DeckIssue] = []
    for (index, raw) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      let line = raw.last == 0x0D ? raw.dropLast() : raw
      if line.isEmpty { continue }
      let words = String(validating: line, as: UTF8.self)?.split(separator: " ").map(String.init) ?? []
      guard words.count == 2 else {
        issues.append(
          DeckIssue(
            .error, file: file, place: SourcePlace(line: index + 1, column: 1), path: .root,
            message: "expected a library and its version, such as 'cairo 1.16.0'",
            hint: "remove the file; the next run that records writes it anew"))
        continue
      }
      libraries.append(LibraryVersion(words[0], words[1]))
    }
    if let error = DeckError(Array(issues.prefix(Limits.issues))) { throw error }
    return libraries
  }

  /// The file's text.
  static func text(_ libraries: [LibraryVersion]) -> String {
    libraries.sorted { $0.name < $1.name }.map { "\($0.name) \($0.version)\n" }.joined()
  }

  /// Writes the file of a folder, unless it says so already.
  static func write(_ libraries: [LibraryVersion], goldens: String) throws(RasterError) {
    let path = try FileTree.makeFolders(for: fileName, below: goldens)
    let bytes = Array(text(libraries).utf8)
    if try FileTree.kind(of: path) == .file, let old = try? FileReading.read(path: path, limit: mostBytes),
      old == bytes
    {
      return
    }
    try FileWriting.writeFile(bytes, to: path)
  }

  /// Those of some libraries whose version is another one now; a library that is gone or new does not count.
  static func others(_ recorded: [LibraryVersion], than current: [LibraryVersion]) -> [LibraryVersion] {
    recorded.filter { old in current.contains { $0.name == old.name && $0.version != old.version } }
  }
}
