import CardRaster

/// A file that is made for each row.
package struct RowOutput: Sendable {
  /// Its name.
  package var name: OutputName
  /// What it is: of an e-mail, its pictures.
  package var order: ExportRequest
  /// By how much it has more pixels in a point than was asked for.
  package var factor: Double
  /// How it becomes an e-mail; nil for a picture.
  package var mail: MailSettings?

  /// Makes an output.
  package init(name: OutputName, order: ExportRequest, factor: Double = 1, mail: MailSettings? = nil) {
    (self.name, self.order, self.factor, self.mail) = (name, order, factor, mail)
  }

  /// The names of all files that it makes, with places for values of a row.
  func patterns(in appearance: Appearance) -> [OutputName] {
    let name = name.drawn(in: appearance)
    return mail?.fileNames(of: name.text, order.format).map(OutputName.init) ?? [name]
  }

  /// The names of all files that it makes of a row.
  ///
  /// - Throws: an issue of the row when it has no name.
  func names(of row: DataRow, appearance: Appearance) throws(DeckIssue) -> [String] {
    let name = try name.name(of: row, appearance: appearance)
    return mail?.fileNames(of: name, order.format) ?? [name]
  }
}

/// A file of a row.
package struct RowFile: Sendable {
  /// Its name.
  package let name: String
  /// Its bytes; empty when it was there and is left as it is.
  package private(set) var bytes: [UInt8]
  /// How many bytes it has.
  package let size: Int
  /// Pixels in a row; 0 for words.
  package let width: Int
  /// Rows of pixels; 0 for words.
  package let height: Int
  /// The sum of its bytes as an earlier run noted it; nil for a file that is new.
  var notedSum: String?

  /// The file with its bytes, which are read when it was left as it is.
  ///
  /// - Throws: `RasterError.file`.
  package func whole() throws(RasterError) -> RowFile {
    guard bytes.isEmpty else { return self }
    var file = self
    file.bytes = try FileReading.read(path: name, limit: max(1, size))
    return file
  }
}

/// What became of a row.
package struct RowResult: Sendable {
  /// Where the row stands.
  package let place: RowPlace
  /// Its files; empty for a row that is broken.
  package var files: [RowFile] = []
  /// Errors of a broken row, else warnings.
  package var issues: [DeckIssue] = []
  /// What the picture says to those who cannot see it.
  package var alt = ""
  /// Where taps on the picture go, as `inspect` tells it.
  package var regions: [JSONNode] = []
  /// Whether its files are those of an earlier run.
  package var isKept = false
  /// The files that were read for it, below the deck's folder.
  package var reads: [String] = []

  /// Whether it could not be drawn.
  package var isBroken: Bool { issues.contains { $0.severity == .error } }

  /// Writes its files.
  ///
  /// An e-mail's page comes after its pictures: a run that is stopped leaves none whose pictures are missing.
  ///
  /// - Parameter outputs: the names of the outputs; no file is written out of their folders.
  /// - Throws: `RasterError.file`.
  package func write(_ outputs: [OutputName]) throws(RasterError) {
    for file in files.reversed() {
      let start = outputs.map(\.start).filter(file.name.hasPrefix).max { $0.utf8.count < $1.utf8.count } ?? ""
      try FileWriting.writeFile(file.bytes, to: file.name, below: FilePath.directory(of: start))
    }
  }

  /// Leaves the row out, as a file of its cannot be written or read.
  package mutating func leaveOut(_ error: RasterError) {
    (files, issues) = ([], [.row(place, error.message)])
  }
}

/// What is remembered of a row between two runs: all that is said about it again.
extension RowResult {
  /// The members of its line.
  var noted: [(String, JSONNode)] {
    let warnings = issues.map { issue in
      var plain = issue
      plain.row = nil
      guard case .object(let members) = plain.json.value, issue.row == nil else { return plain.json }
      return .object(members.map { ($0.key, $0.value) } + [("ofDeck", .of(true))])
    }
    return [
      ("files", .list(files.map(\.noted))), ("alt", .of(alt)), ("regions", .list(regions)),
      ("warnings", .list(warnings)),
    ]
  }

  /// Reads such a line of a row that is left as it is; nil when something is missing.
  init?(noted line: JSONNode, at place: RowPlace) {
    guard case .array(let files)? = line["files"]?.value, let alt = line["alt"]?.plainText,
      case .array(let regions)? = line["regions"]?.value, case .array(let warnings)? = line["warnings"]?.value
    else { return nil }
    self.init(
      place: place, files: files.compactMap { RowFile(noted: $0) },
      issues: warnings.compactMap { DeckIssue(noted: $0, at: place) }, alt: alt, regions: regions,
      isKept: true)
    guard self.files.count == files.count, issues.count == warnings.count else { return nil }
    // Somebody may have changed the note: a link is one that a deck may have.
    let links = regions.compactMap { $0["link"] }
    guard links.allSatisfy({ $0.plainText.flatMap(LinkTarget.init) != nil }) else { return nil }
  }
}

extension RowFile {
  fileprivate var noted: JSONNode {
    .object([
      ("path", .of(name)), ("bytes", .of(size)), ("width", .of(width)), ("height", .of(height)),
      ("sha256", .of(notedSum ?? SHA256.hex(bytes))),
    ])
  }

  /// Reads a file of such a line; nil when something is missing.
  init?(noted node: JSONNode) {
    let numbers = ["bytes", "width", "height"].compactMap { node[$0]?.wholeNumber }
    guard let name = node["path"]?.plainText, let sum = node["sha256"]?.plainText, numbers.count == 3 else {
      return nil
    }
    self.init(
      name: name, bytes: [], size: numbers[0], width: numbers[1], height: numbers[2], notedSum: sum)
  }
}

extension DeckIssue {
  fileprivate init?(noted node: JSONNode, at row: RowPlace) {
    guard node["severity"]?.plainText == Severity.warning.rawValue, let message = node["message"]?.plainText,
      let code = node["code"]?.plainText
    else { return nil }
    var place: SourcePlace?
    if let line = node["line"]?.wholeNumber, let column = node["column"]?.wholeNumber {
      place = SourcePlace(line: line, column: column)
    }
    let path = node["path"]?.plainText.flatMap { try? BindingParser.path($0) } ?? .root
    self.init(
      .warning, file: node["file"]?.plainText ?? "", place: place, path: path, message: message,
      hint: node["hint"]?.plainText, code: Code(rawValue: code))
    if case .bool(true)? = node["ofDeck"]?.value { return }
    self.row = row
  }
}

extension JSONNode {
  /// The text that it is; nil for anything else.
  var plainText: String? { if case .string(let text) = value { text } else { nil } }

  /// The whole number from 0 that it is; nil for anything else.
  fileprivate var wholeNumber: Int? {
    if case .number(let number) = value, number.value >= 0 { Int(exactly: number.value) } else { nil }
  }
}
