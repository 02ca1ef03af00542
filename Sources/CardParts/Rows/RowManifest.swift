import CardRaster

/// Which rows were drawn, and from what: a run that was stopped goes on from there, and a later one leaves out what would
/// come out the same.
///
/// How it works: a row has a sum of all that its files depend on: the deck, what was decided over it, the outputs, the
/// program and its own values. A file of JSON lines has a line for each row with that sum, its files with their sizes,
/// and the files below the deck's folder that were read with the sums of what they hold. While a run goes on its lines
/// go to a file beside, which takes the place of the other one at the end; after a run that was killed both are read.
/// In memory are some thirty bytes a row.
package final class RowManifest {
  /// What is remembered of a row.
  private struct Entry {
    /// The sum of the names and sizes of its files.
    var files: UInt64
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
  private var running: GrowingFile?
  /// The sums of rows that are being drawn, by their numbers.
  private var open: [Int: UInt64] = [:]

  private var runningPath: String { path + ".part" }

  /// Reads what an earlier run left.
  ///
  /// - Parameters:
  ///   - path: where the manifest is, or will be.
  ///   - drawing: what is drawn.
  ///   - version: the program's version, with which pictures may change.
  ///   - isFresh: whether earlier runs are forgotten.
  /// - Throws: a `DeckError` when the file cannot be read or written.
  package init(path: String, of drawing: RowDrawing, version: String, isFresh: Bool) throws(DeckError) {
    self.path = path
    folder = drawing.deck.folder
    base = drawing.sum(version: version)
    do throws(RasterError) {
      if !isFresh {
        try join()
        try Self.lines(of: path) { note($0) }
      }
      try FileTree.makeFolder(FilePath.directory(of: path))
      running = try GrowingFile(path: runningPath)
    } catch {
      throw DeckError(error)
    }
  }

  /// Adds what a run left that was killed to the file of the one before it.
  private func join() throws(RasterError) {
    guard GrowingFile.size(of: runningPath) != nil else { return }
    let joined = try GrowingFile(path: path + ".new")
    for file in [path, runningPath] {
      try Self.lines(of: file) { (line) throws(RasterError) in
        if line["row"] != nil { try joined.add(JSONDump.write(line, pretty: false)) }
      }
    }
    try joined.flush()
    try GrowingFile.rename(joined.path, to: path)
  }

  /// The lines of a file that are whole; none when there is no file.
  private static func lines(of path: String, _ take: (JSONNode) throws(RasterError) -> Void)
    throws(RasterError)
  {
    guard GrowingFile.size(of: path) != nil else { return }
    var rows = JSONLineRows(PieceReader(try ByteSource(path: path)), file: path, hasCells: false)
    // The last line of a run that was killed may be half a one.
    while let entry = rows.next() { if case .row(let row) = entry { try take(row.data) } }
  }

  private func note(_ line: JSONNode) {
    guard case .string(let digits)? = line["row"]?.value, let key = UInt64(digits, radix: 16),
      case .array(let files)? = line["files"]?.value, case .object(let reads)? = line["reads"]?.value
    else { return }
    var sum = RowSurvey.sum(of: "")
    for file in files {
      guard case .string(let name)? = file["path"]?.value, case .number(let size)? = file["bytes"]?.value
      else { return }
      Self.add(name, Int(size), to: &sum)
    }
    let known: Reads = reads.map { ($0.key, $0.value.plainText) }
    entries[key] = Entry(files: sum, reads: number(of: known))
  }

  private static func add(_ name: String, _ size: Int, to sum: inout UInt64) {
    sum = (sum ^ RowSurvey.sum(of: "\(name)\u{0}\(size)")) &* 0x9E37_79B9_7F4A_7C15
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
    let sum = FileSum.of(FilePath.join(folder, name))
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
    guard let entry = entries[key], holds(entry.reads) else { return nil }
    var files: [RowFile] = []
    var sum = RowSurvey.sum(of: "")
    for output in drawing.outputs {
      guard let names = try? output.names(of: row, appearance: appearance) else { return nil }
      for name in names {
        guard let size = GrowingFile.size(of: name) else { return nil }
        Self.add(name, size, to: &sum)
        files.append(RowFile(name: name, bytes: [], size: size, width: 0, height: 0))
      }
    }
    guard sum == entry.files else { return nil }
    var result = RowResult(place: row.place, files: files)
    result.isKept = true
    result.reads = readSets[Int(entry.reads)].map(\.name)
    return result
  }

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
    let line = JSONNode.object([
      ("row", .of(String(key, radix: 16))),
      ("files", .list(result.files.map { .object([("path", .of($0.name)), ("bytes", .of($0.size))]) })),
      ("reads", .object(reads)),
    ])
    try DeckError.wrapping(try running?.add(JSONDump.write(line, pretty: false)))
  }

  /// Makes sure that all rows so far are remembered.
  package func flush() throws(DeckError) { try DeckError.wrapping(try running?.flush()) }

  /// Ends a run that went through all rows.
  ///
  /// - Parameter prunes: says of a file of an earlier run whether it is removed; nil to remove none.
  /// - Returns: the files that were removed.
  /// - Throws: a `DeckError` when a file cannot be removed or the manifest cannot be written.
  package func finish(prunes: ((String) -> Bool)?) throws(DeckError) -> Int {
    var removed = 0
    do throws(RasterError) {
      try running?.flush()
      if let prunes {
        var old: Set<String> = []
        try Self.lines(of: path) { line in
          guard case .array(let files)? = line["files"]?.value else { return }
          for file in files {
            if let name = file["path"]?.plainText, prunes(name) { old.insert(name) }
          }
        }
        for name in old.sorted() where try FileTree.removeFile(name) { removed += 1 }
      }
      try GrowingFile.rename(runningPath, to: path)
    } catch {
      throw DeckError(error)
    }
    return removed
  }
}

extension JSONNode {
  fileprivate var plainText: String { if case .string(let text) = value { text } else { "" } }
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
