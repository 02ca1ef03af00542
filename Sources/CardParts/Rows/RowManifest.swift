import CardRaster

/// Which rows were drawn, and from what: a run that was stopped goes on from there, and a later one leaves out what would
/// come out the same.
///
/// How it works: a row has a sum of all that its files depend on: the deck, what was decided over it, the outputs, the
/// program and its own values. A file of JSON lines has a line for each row with that sum, its files with their sizes,
/// what a report and warnings say of it, and the files below the deck's folder that were read with the sums of what they
/// hold. While a run goes on its lines go to a file beside, which no other run may have meanwhile, and which takes the
/// place of the other one at the end; after a run that was killed both are read. In memory are some thirty bytes a row;
/// the line itself is read again for a row that is left as it is.
package final class RowManifest {
  /// What is remembered of a row.
  private struct Entry {
    /// Where its line is.
    var place: PlacedLines.Place
    /// Which files were read for it: a number of `readSets`.
    var reads: Int32
  }

  /// Files that were read, with the sum of what each held.
  private typealias Reads = [(name: String, sum: String)]

  /// The path of the file.
  package let path: String
  private let base: String
  private let folder: String
  private var entries: [UInt64: Entry] = [:]
  private var readSets: [Reads] = []
  private var readNumbers: [String: Int32] = [:]
  /// Whether files that were read still hold the same, by their number; each is looked at once.
  private var isSame: [Int32: Bool] = [:]
  private var sums: [String: String?] = [:]
  private let running: GrowingFile
  private var noted: PlacedLines?
  /// When the last line was written: a file that is newer was written by somebody else.
  private var time: Int64 = 0
  /// The sums of rows that are being drawn, by their numbers.
  private var open: [Int: UInt64] = [:]

  /// Reads what an earlier run left.
  ///
  /// - Parameters:
  ///   - path: where the manifest is, or will be.
  ///   - drawing: what is drawn.
  ///   - version: the program's version, with which pictures may change.
  ///   - isFresh: whether earlier runs are forgotten.
  /// - Throws: a `DeckError` when the file cannot be read or written, or is none, such as a pipe: the notes would take its
  ///   place.
  package init(path: String, of drawing: RowDrawing, version: String, isFresh: Bool) throws(DeckError) {
    self.path = path
    folder = drawing.deck.folder
    base = drawing.sum(version: version)
    do throws(RasterError) {
      try FileTree.makeFolder(FilePath.directory(of: path))
      try FileTree.checkIsNoPipe(path)
      // Of what earlier runs left, before this one opens a file of its own.
      time = [path, path + ".part"].compactMap(GrowingFile.changeTime).max() ?? 0
      guard let running = try GrowingFile.alone(path: path + ".part") else {
        throw .file(path: path, reason: "another run notes its rows there, and has not ended")
      }
      self.running = running
      if !isFresh { try read() }
      try running.clear()
    } catch {
      throw DeckError(error)
    }
  }

  /// Reads the rows of earlier runs.
  private func read() throws(RasterError) {
    if GrowingFile.size(of: running.path) ?? 0 > 0 { try join() }
    guard GrowingFile.size(of: path) != nil else { return }
    let lines = try PlacedLines(path: path)
    try Self.all(of: lines) { note($0, at: $1) }
    noted = lines
  }

  /// Adds what a run left that was killed to the file of the one before it.
  private func join() throws(RasterError) {
    try FileTree.removeFile(path + ".new")
    let joined = try GrowingFile(path: path + ".new")
    for file in [path, running.path] where GrowingFile.size(of: file) != nil {
      try Self.all(of: try PlacedLines(path: file)) { (line, _) throws(RasterError) in
        if line["row"] != nil { try joined.add(JSONDump.write(line, pretty: false)) }
      }
    }
    try joined.flush()
    try GrowingFile.rename(joined.path, to: path)
  }

  /// Hands over the lines that are whole: the last one of a run that was killed may be half a one.
  private static func all(
    of lines: PlacedLines, _ take: (JSONNode, PlacedLines.Place) throws(RasterError) -> Void
  ) throws(RasterError) {
    try lines.all(atMost: Limits.jsonBytes) { (bytes, place) throws(RasterError) in
      if let line = try? JSONScanner.scan(bytes, file: "") { try take(line, place) }
    }
  }

  private func note(_ line: JSONNode, at place: PlacedLines.Place) {
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

  /// The sum of what a file below the deck's folder holds; nil for what is no file.
  private func sum(of name: String) -> String? {
    if let known = sums[name] { return known }
    // Somebody may have changed the note: only files below the folder are looked at.
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

  /// The result of a row whose files are there and would come out the same; nil for one that must be drawn.
  package func known(_ row: DataRow, of drawing: RowDrawing, appearance: Appearance) -> RowResult? {
    let key = key(of: row)
    open[row.place.number] = key
    guard let entry = entries[key], holds(entry.reads), let bytes = noted?.line(at: entry.place),
      let line = try? JSONScanner.scan(bytes, file: ""),
      var result = RowResult(noted: line, at: row.place)
    else { return nil }
    var names: [String] = []
    for output in drawing.outputs {
      guard let more = try? output.names(of: row, appearance: appearance) else { return nil }
      names += more
    }
    guard result.files.map(\.name) == names, result.files.allSatisfy(isOurs) else { return nil }
    result.reads = readSets[Int(entry.reads)].map(\.name)
    return result
  }

  /// Whether a file is there as an earlier run wrote it.
  private func isOurs(_ file: RowFile) -> Bool {
    GrowingFile.size(of: file.name) == file.size && isOld(file.name)
  }

  /// Whether a file still holds what an earlier run wrote; a link does not.
  private func holdsTheSame(_ file: RowFile) -> Bool {
    guard isOurs(file), (try? FileTree.kind(of: file.name)) == .file,
      let bytes = try? FileReading.read(path: file.name, limit: max(1, file.size))
    else { return false }
    return SHA256.hex(bytes) == file.notedSum
  }

  /// Whether nobody wrote a file since the last row was noted, such as a run of another deck.
  private func isOld(_ name: String) -> Bool { (GrowingFile.changeTime(of: name) ?? .max) <= time }

  private func key(of row: DataRow) -> UInt64 {
    let text = base + JSONDump.write(row.data, pretty: false)
    return UInt64(SHA256.hex(Array(text.utf8)).prefix(16), radix: 16) ?? 0
  }

  /// Notes a row whose files are written.
  ///
  /// - Throws: a `DeckError` when the disk does not take it.
  package func add(_ result: RowResult) throws(DeckError) {
    guard let key = open.removeValue(forKey: result.place.number), !result.isBroken else { return }
    var reads: [(String, JSONNode)] = []
    for name in result.reads {
      // What cannot be summed, such as a folder of tiles, makes a row that is always drawn.
      guard let sum = sum(of: name) else { return }
      reads.append((name, .of(sum)))
    }
    let row: JSONNode = .object([("row", .of(String(key, radix: 16)))])
    let line = row.merged(with: result.noted).merged(with: .object([("reads", .object(reads))]))
    try DeckError.wrapping(try running.add(JSONDump.write(line, pretty: false)))
  }

  /// Makes sure that all rows so far are remembered.
  package func flush() throws(DeckError) { try DeckError.wrapping(try running.flush()) }

  /// Ends a run that went through all rows.
  ///
  /// - Parameter prunes: says of a file of an earlier run whether it is removed; nil to remove none. A file whose size or
  ///   sum is not the noted one stays.
  /// - Returns: the files that were removed.
  /// - Throws: a `DeckError` when a file cannot be removed or the manifest cannot be written.
  package func finish(prunes: ((String) -> Bool)?) throws(DeckError) -> Int {
    var removed = 0
    do throws(RasterError) {
      try running.flush()
      if let prunes, GrowingFile.size(of: path) != nil {
        var old: Set<String> = []
        try Self.all(of: try PlacedLines(path: path)) { line, _ in
          guard case .array(let files)? = line["files"]?.value else { return }
          for file in files.compactMap({ RowFile.record.value(of: $0) })
          where prunes(file.name) && holdsTheSame(file) {
            old.insert(file.name)
          }
        }
        for name in old.sorted() where try FileTree.removeFile(name) { removed += 1 }
      }
      try GrowingFile.rename(running.path, to: path)
    } catch {
      throw DeckError(error)
    }
    return removed
  }
}

extension RowDrawing {
  /// The name of the file that notes the rows of these outputs: those of others are none of its business, though they
  /// may lie in the same folder.
  ///
  /// - Parameter share: what parts the shares of a run; empty for a whole one.
  package func manifestName(in appearance: Appearance, share: String) -> String {
    let names = outputs.map { $0.name.drawn(in: appearance).text }.sorted()
    let sum = SHA256.hex(Array(names.map { "\($0.utf8.count):\($0)" }.joined().utf8))
    return ".cardshot-rows-\(sum.prefix(8))\(share).jsonl"
  }

  /// Whether a file may be one of some row: of such a name, in the folder of its output, and by way of no link.
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
  /// The sum of all that every row's files depend on.
  fileprivate func sum(version: String) -> String {
    var words = [version, JSONDump.write(deck.root, pretty: false)]
    words += options.data.map { JSONDump.write($0, pretty: false) } + options.assignments
    words += [
      options.theme ?? options.themeNode.map { JSONDump.write($0, pretty: false) },
      options.width.map { "\($0)" }, options.scale.map { "\($0)" }, options.state,
      options.appearance?.rawValue, options.locale, options.date?.text, "\(options.usesSystemFonts)",
    ].map { $0 ?? "-" }
    words += options.cards
    for output in outputs {
      words += [
        output.name.text, "\(output.factor)", "\(output.order)", "\(output.mail, default: "-")",
      ]
    }
    // Lengths keep the words apart.
    return SHA256.hex(Array(words.map { "\($0.utf8.count):\($0)" }.joined().utf8))
  }
}
