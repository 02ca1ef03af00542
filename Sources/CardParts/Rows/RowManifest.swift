#if Rows
import CardRaster

/// Records the drawn rows, so that a run can be resumed and a later run can skip unchanged rows.
///
/// Each row has a hash of everything that its files depend on: the deck, the options, the outputs, the
/// version of the program and the values of the row. The manifest is a file of JSON lines. The line of a row
/// contains the hash, the files with their sizes, the report and warnings, and the files that were read, with
/// their digests.
///
/// During a run, the lines are written to a second file, which is locked against other runs and replaces the
/// manifest at the end. After a killed run, both files are read. Memory use is about thirty bytes per row;
/// the line of a skipped row is read again.
package final class RowManifest {
  /// The data in memory for a recorded row.
  private struct Entry {
    /// The position of its line.
    var place: IndexedLines.Place
    /// The index in `readSets` of the files that were read.
    var reads: Int32
  }

  /// The files that were read, with their digests.
  private typealias Reads = [(name: String, sum: String)]

  /// The path of the manifest.
  package let path: String
  private let base: String
  private let folder: String
  private var entries: [UInt64: Entry] = [:]
  private var readSets: [Reads] = []
  private var readNumbers: [String: Int32] = [:]
  /// Whether the files of each set are unchanged; each set is checked once.
  private var isSame: [Int32: Bool] = [:]
  private var sums: [String: String?] = [:]
  private let running: AppendOnlyFile
  private var noted: IndexedLines?
  /// When the last line of earlier runs was written; files modified later are not from these runs.
  private var time: Int64 = 0
  /// The hashes of rows that are being drawn, by row number.
  private var open: [Int: UInt64] = [:]

  /// Reads the manifest of earlier runs.
  ///
  /// - Parameters:
  ///   - path: the path of the manifest.
  ///   - drawing: the deck and its outputs.
  ///   - version: the version of the program, because pictures may change with it.
  ///   - isFresh: whether to ignore earlier runs.
  /// - Throws: a `DeckError` if the file cannot be read or written, or if the path is not a regular file,
  ///   such as a pipe, which would be replaced.
  package init(path: String, of drawing: RowDrawing, version: String, isFresh: Bool) throws(DeckError) {
    self.path = path
    folder = drawing.deck.folder ?? ""
    base = drawing.sum(version: version)
    do throws(RasterError) {
      try FileTree.makeFolder(FilePath.directory(of: path))
      try FileTree.checkIsNoPipe(path)
      // The time must be read before this run opens its own file.
      time = [path, path + ".part"].compactMap(AppendOnlyFile.changeTime).max() ?? 0
      guard let running = try AppendOnlyFile.alone(path: path + ".part") else {
        throw .file(path: path, reason: "another run that uses this file is still active")
      }
      self.running = running
      if AppendOnlyFile.size(of: running.path) ?? 0 > 0 { try join() }
      if !isFresh { try read() }
      try running.clear()
    } catch {
      throw DeckError(error)
    }
  }

  /// Reads the rows of earlier runs.
  private func read() throws(RasterError) {
    guard AppendOnlyFile.size(of: path) != nil else { return }
    let lines = try IndexedLines(path: path)
    try Self.all(of: lines) { note($0, at: $1) }
    noted = lines
  }

  /// Appends the lines of a killed run to the manifest of the run before it.
  private func join() throws(RasterError) {
    try FileTree.removeFile(path + ".new")
    let joined = try AppendOnlyFile(path: path + ".new")
    for file in [path, running.path] where AppendOnlyFile.size(of: file) != nil {
      try Self.all(of: try IndexedLines(path: file)) { (line, _) throws(RasterError) in
        if line["files"] != nil { try joined.appendLine(JSONDump.write(line, pretty: false)) }
      }
    }
    try joined.flush()
    try AppendOnlyFile.rename(joined.path, to: path)
  }

  /// Calls a closure with each complete line; the last line of a killed run may be incomplete.
  private static func all(
    of lines: IndexedLines, _ take: (JSONNode, IndexedLines.Place) throws(RasterError) -> Void
  ) throws(RasterError) {
    try lines.all(atMost: Limits.jsonBytes) { (bytes, place) throws(RasterError) in
      if let line = try? JSONScanner.scan(bytes, file: "") { try take(line, place) }
    }
  }

  private func note(_ line: JSONNode, at place: IndexedLines.Place) {
    guard case .string(let digits)? = line["row"]?.value, let key = UInt64(digits, radix: 16),
      case .object(let reads)? = line["reads"]?.value
    else { return }
    let known: Reads = reads.map { ($0.key, $0.value.plainText ?? "") }
    entries[key] = Entry(place: place, reads: number(of: known))
  }

  private func number(of reads: Reads) -> Int32 {
    let text = reads.map { "\($0.name)\u{0}\($0.sum)" }.joined(separator: "\u{0}")
    if let number = readNumbers[text] { return number }
    let number = Int32(clamping: readSets.count)
    readSets.append(reads)
    readNumbers[text] = number
    return number
  }

  /// The digest of a file in the deck's folder; nil if it is not a file.
  private func sum(of name: String) -> String? {
    if let known = sums[name] { return known }
    // The manifest may have been edited, so paths outside of the folder are rejected.
    let sum = (try? SafeFolder(folder).resolve(name)).flatMap(FileSum.of)
    sums[name] = sum
    return sum
  }

  private func holds(_ number: Int32) -> Bool {
    if let known = isSame[number] { return known }
    let same = readSets[Int(number)].allSatisfy { sum(of: $0.name) == $0.sum }
    isSame[number] = same
    return same
  }

  /// The result of an unchanged row whose files exist; nil for a row that must be drawn.
  package func known(_ row: DataRow, of drawing: RowDrawing, appearance: Appearance) -> RowResult? {
    let key = key(of: row)
    open[row.place.number] = key
    guard let entry = entries[key], holds(entry.reads), let bytes = noted?.line(at: entry.place),
      let line = try? JSONScanner.scan(bytes, file: ""),
      var result = RowResult(noted: line, at: row.place)
    else { return nil }
    let names = drawing.outputs.fileNames(of: row, appearance: appearance)
    guard result.files.map(\.name) == names, result.files.allSatisfy(isOurs) else { return nil }
    result.reads = readSets[Int(entry.reads)].map(\.name)
    return result
  }

  /// Whether a file exists with the recorded size and was not modified after the last run.
  private func isOurs(_ file: RowFile) -> Bool {
    AppendOnlyFile.size(of: file.name) == file.size && isOld(file.name)
  }

  /// Whether a regular file still has the recorded content; false for symbolic links.
  private func holdsTheSame(_ file: RowFile) -> Bool {
    guard isOurs(file), (try? FileTree.kind(of: file.name)) == .file,
      let bytes = try? FileReading.read(path: file.name, limit: max(1, file.size))
    else { return false }
    return Deflate.crc32(bytes) == file.notedSum
  }

  /// Whether a file was not modified after the last recorded row, for example by a run of another deck.
  private func isOld(_ name: String) -> Bool { (AppendOnlyFile.changeTime(of: name) ?? .max) <= time }

  private func key(of row: DataRow) -> UInt64 {
    let text = base + JSONDump.write(row.data, pretty: false)
    return UInt64(SHA256.hex(Array(text.utf8)).prefix(16), radix: 16) ?? 0
  }

  /// Records a row whose files were written.
  ///
  /// - Throws: a `DeckError` if the manifest cannot be written.
  package func recordRow(_ result: RowResult) throws(DeckError) {
    guard let key = open.removeValue(forKey: result.place.number), !result.isBroken else { return }
    var reads: [(String, JSONNode)] = []
    for name in result.reads {
      // A row that read something without a digest, such as a folder of map tiles, is drawn in every run.
      guard let sum = sum(of: name) else { return }
      reads.append((name, .of(sum)))
    }
    let row: JSONNode = .object(["row": .of(String(key, radix: 16))])
    let line = row.merged(with: result.noted).merged(with: .object(["reads": .object(reads)]))
    try DeckError.wrapping(try running.appendLine(JSONDump.write(line, pretty: false)))
  }

  /// Writes all recorded rows to the disk.
  package func flush() throws(DeckError) { try DeckError.wrapping(try running.flush()) }

  /// Ends a run that drew all rows.
  ///
  /// - Parameters:
  ///   - prunes: whether files of earlier runs that no row makes are removed. Otherwise they stay recorded.
  ///   - isOld: whether a file could be the output of a row, but no row makes it. A file whose size or digest
  ///     is not the recorded one is never removed.
  /// - Returns: the number of removed files, and of files that are left.
  /// - Throws: a `DeckError` if a file cannot be removed or the manifest cannot be written.
  package func finish(
    prunes: Bool, isOld: (String) -> Bool
  ) throws(DeckError) -> (removed: Int, left: Int) {
    var old: [String: RowFile] = [:]
    var removed = 0
    do throws(RasterError) {
      try running.flush()
      if AppendOnlyFile.size(of: path) != nil {
        try Self.all(of: try IndexedLines(path: path)) { line, _ in
          guard case .array(let files)? = line["files"]?.value else { return }
          for file in files.compactMap({ RowFile.record.value(of: $0) })
          where isOld(file.name) && (prunes ? holdsTheSame(file) : isOurs(file)) {
            old[file.name] = file
          }
        }
        if prunes {
          for name in old.keys.sorted() where try FileTree.removeFile(name) { removed += 1 }
          old = [:]
        }
        for (_, file) in old.sorted(by: { $0.key < $1.key }) {
          let line: JSONNode = .object(["files": [RowFile.record.json(file)]])
          try running.appendLine(JSONDump.write(line, pretty: false))
        }
        try running.flush()
      }
      try AppendOnlyFile.rename(running.path, to: path)
    } catch {
      throw DeckError(error)
    }
    return (removed, old.count)
  }
}

extension RowDrawing {
  /// The name of the manifest for these outputs; other outputs in the same folder have another one.
  ///
  /// - Parameter share: a suffix for one share of a divided run; empty for a whole run.
  package func manifestName(in appearance: Appearance, share: String) -> String {
    let names = outputs.map { $0.name.drawn(in: appearance).text }.sorted()
    let sum = SHA256.hex(Array(names.map { "\($0.utf8.count):\($0)" }.joined().utf8))
    return ".cardshot-rows-\(sum.prefix(8))\(share).jsonl"
  }

  /// Whether a file could be the output of a row: its name fits, and its path leads through no symbolic link.
  package func mayMake(_ file: String, in appearance: Appearance) -> Bool {
    outputs.contains { output in
      let start = output.name.drawn(in: appearance).start
      let file = start.isEmpty && file.hasPrefix("./-") ? String(file.dropFirst(2)) : file
      guard output.patterns(in: appearance).contains(where: { $0.fits(file) }) else { return false }
      let rest = String(file.unicodeScalars.dropFirst(start.unicodeScalars.count))
      return (try? FileTree.place(of: rest, below: start.isEmpty ? "." : start)) != nil
    }
  }
}

extension RowDrawing {
  /// The digest of everything that the files of all rows depend on.
  fileprivate func sum(version: String) -> String {
    var words = [
      version, JSONDump.write(deck.root, pretty: false),
      JSONDump.write(DeckOptions.record.json(options), pretty: false),
    ]
    for output in outputs {
      words += [
        output.name.text, "\(output.factor)", "\(output.order)", "\(output.mail, default: "-")",
      ]
    }
    // The lengths make the list of words unambiguous.
    return SHA256.hex(Array(words.map { "\($0.utf8.count):\($0)" }.joined().utf8))
  }
}

/// Computes digests of files.
enum FileSum {
  /// The number of bytes that are read at once.
  private static let piece = 1 << 20

  /// The digest of a file of any size; nil if the path is not a file.
  static func of(_ path: String) -> String? {
    // Reading a pipe would block.
    guard FileTree.isFile(path), let source = try? ByteSource(path: path) else { return nil }
    var sums = ""
    while true {
      guard let bytes = try? source.next(atMost: piece) else { return nil }
      if bytes.isEmpty { return SHA256.hex(Array(sums.utf8)) }
      sums += SHA256.hex(bytes)
    }
  }
}
#endif
