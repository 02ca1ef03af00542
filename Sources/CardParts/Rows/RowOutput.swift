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
  package private(set) var name: String
  /// Its bytes; empty when it was there and is left as it is.
  package private(set) var bytes: [UInt8]
  /// How many bytes it has.
  package private(set) var size: Int
  /// Pixels in a row; 0 for words.
  package private(set) var width: Int
  /// Rows of pixels; 0 for words.
  package private(set) var height: Int
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
  package private(set) var place: RowPlace
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
  private static let record = Record(
    "a row", RowResult(place: RowPlace(file: "", line: 0, number: 0, id: nil), isKept: true)
  ) {
    RecordField("files", \.files, .list(RowFile.record.kind))
    RecordField("alt", \.alt, .text)
    RecordField("regions", \.regions, .list(.any))
    RecordField("warnings", \.issues, .list(.warning))
  }

  /// The members of its line.
  var noted: JSONNode { Self.record.json(self) }

  /// Reads such a line of a row that is left as it is; nil when something is missing.
  init?(noted line: JSONNode, at place: RowPlace) {
    guard var result = Self.record.value(of: line) else { return nil }
    for number in result.issues.indices where result.issues[number].row != nil {
      result.issues[number].row = place
    }
    result.place = place
    self = result
    // Somebody may have changed the note: a link is one that a deck may have.
    let links = regions.compactMap { $0["link"] }
    guard links.allSatisfy({ $0.plainText.flatMap(LinkTarget.init) != nil }) else { return nil }
  }
}

extension RowFile {
  /// The file in notes and reports.
  static let record = Record("a file", RowFile(name: "", bytes: [], size: 0, width: 0, height: 0)) {
    RecordField("path", \.name, .text)
    RecordField("bytes", \.size, .integer(0...Int.max))
    RecordField("width", \.width, .integer(0...Int.max))
    RecordField("height", \.height, .integer(0...Int.max))
    RecordField("sha256", \.sum, .text)
  }

  private var sum: String {
    get { if let notedSum, bytes.isEmpty { notedSum } else { SHA256.hex(bytes) } }
    set { notedSum = newValue }
  }
}

extension RecordKind where Value == DeckIssue {
  /// A warning, and whether it is about the deck; the row is known from the line.
  fileprivate static var warning: Self {
    RecordKind(
      json: { issue in
        var plain = issue
        plain.row = nil
        return issue.row == nil ? plain.json.merged(with: .object([("ofDeck", .of(true))])) : plain.json
      },
      read: { node, _, _ in
        guard var issue = DeckIssue.record.value(of: node), issue.severity == .warning else { return nil }
        let isOfDeck = node["ofDeck"]?.value == .bool(true)
        issue.row = isOfDeck ? nil : RowPlace(file: "", line: 0, number: 0, id: nil)
        return issue
      })
  }
}

extension JSONNode {
  /// The text that it is; nil for anything else.
  var plainText: String? { if case .string(let text) = value { text } else { nil } }
}
