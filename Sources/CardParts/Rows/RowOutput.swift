#if Rows
package import CardRaster

/// A file that is written for each row.
package struct RowOutput: Sendable {
  /// The name of the file.
  package var name: OutputName
  /// The format and settings; for an e-mail those of its pictures.
  package var order: ExportRequest
  /// The factor of the scale.
  package var factor: Double
  /// The settings of an e-mail; nil for a picture.
  package var mail: MailSettings?
  /// The appearance; nil for that of all outputs.
  package var appearance: Appearance?

  /// Creates an output.
  package init(
    name: OutputName, order: ExportRequest, factor: Double = 1, mail: MailSettings? = nil,
    appearance: Appearance? = nil
  ) {
    (self.name, self.order, self.factor, self.mail) = (name, order, factor, mail)
    self.appearance = appearance
  }

  /// The names of all files of the output, with placeholders.
  func patterns(in appearance: Appearance) -> [OutputName] {
    let name = name.drawn(in: appearance)
    return mail?.fileNames(of: name.text, order.format).map(OutputName.init) ?? [name]
  }

  /// The names of all files of the output for a row.
  ///
  /// - Throws: a diagnostic of the row if a value is missing or not allowed in a file name.
  func names(of row: DataRow, appearance: Appearance) throws(DeckIssue) -> [String] {
    let name = try name.name(of: row, appearance: appearance)
    return mail?.fileNames(of: name, order.format) ?? [name]
  }
}

extension [RowOutput] {
  /// The names of all files of a row; e-mails and pictures may share the file of the same picture.
  func fileNames(of row: DataRow, appearance: Appearance) -> [String] {
    var result: [String] = []
    var pictures: [String: RowOutput] = [:]
    for output in self {
      for (number, name) in ((try? output.names(of: row, appearance: appearance)) ?? []).enumerated() {
        let isPicture = output.mail == nil || (number > 0 && !name.hasSuffix(".txt"))
        let other = pictures[name]
        if isPicture { pictures[name] = output }
        if isPicture, let other, (other.mail ?? output.mail) != nil, other.order.isSame(as: output.order),
          other.appearance == output.appearance,
          (other.mail?.scale ?? other.factor) == (output.mail?.scale ?? output.factor)
        {
          continue
        }
        result.append(name)
      }
    }
    return result
  }
}

/// A file to write for a row.
package struct RowFile: Sendable {
  /// The name of the file.
  package private(set) var name: String
  /// The content; empty if the existing file is unchanged.
  package private(set) var bytes: [UInt8]
  /// The number of bytes.
  package private(set) var size: Int
  /// The width in pixels; 0 for text.
  package private(set) var width: Int
  /// The height in pixels; 0 for text.
  package private(set) var height: Int
  /// The CRC-32 that an earlier run recorded; nil for a new file.
  var notedSum: String?

  /// The file with its content, read from disk if it is unchanged.
  ///
  /// - Throws: `RasterError.file`.
  package func whole() throws(RasterError) -> RowFile {
    guard bytes.isEmpty else { return self }
    var file = self
    file.bytes = try FileReading.read(path: name, limit: max(1, size))
    return file
  }
}

/// The files and diagnostics of a row.
package struct RowResult: Sendable {
  /// The position of the row.
  package private(set) var place: RowPlace
  /// The files; empty for a failed row.
  package var files: [RowFile] = []
  /// The errors of a failed row, or warnings.
  package var issues: [DeckIssue] = []
  /// The alternative text of the picture.
  package var alt = ""
  /// The touchable regions of the picture, as in `inspect`.
  package var regions: [JSONNode] = []
  /// Whether the files are unchanged from an earlier run.
  package var isKept = false
  /// The files in the deck's folder that were read.
  package var reads: [String] = []

  /// Whether the row failed.
  package var isBroken: Bool { issues.contains { $0.severity == .error } }

  /// Writes the files.
  ///
  /// The page of an e-mail is written after its pictures, so a cancelled run leaves no page without pictures.
  ///
  /// - Parameter outputs: the names of the outputs; nothing is written outside of their folders.
  /// - Throws: `RasterError.file`.
  package func write(_ outputs: [OutputName]) throws(RasterError) {
    for file in files.reversed() {
      let start = outputs.map(\.start).filter(file.name.hasPrefix).max { $0.utf8.count < $1.utf8.count } ?? ""
      try FileWriting.writeFile(file.bytes, to: file.name, below: FilePath.directory(of: start))
    }
  }

  /// Marks the row as failed because a file cannot be written or read.
  package mutating func leaveOut(_ error: RasterError) {
    (files, issues) = ([], [.row(place, error.message)])
  }
}

/// The part of a result that the manifest stores.
extension RowResult {
  private static let record = Record(
    "a row", RowResult(place: RowPlace(file: "", line: 0, number: 0, id: nil), isKept: true)
  ) {
    RecordField("files", \.files, .list(RowFile.record.kind))
    RecordField("alt", \.alt, .text)
    RecordField("regions", \.regions, .list(.any))
    RecordField("warnings", \.issues, .list(.warning))
  }

  /// The members of the row's line in the manifest.
  var noted: JSONNode { Self.record.json(self) }

  /// Reads the line of an unchanged row; nil if it is invalid.
  init?(noted line: JSONNode, at place: RowPlace) {
    guard var result = Self.record.value(of: line) else { return nil }
    for number in result.issues.indices where result.issues[number].row != nil {
      result.issues[number].row = place
    }
    result.place = place
    self = result
    // The manifest may have been edited, so links are checked like those of a deck.
    let links = regions.compactMap { $0["link"] }
    guard links.allSatisfy({ $0.plainText.flatMap(LinkTarget.init) != nil }) else { return nil }
  }
}

extension RowFile {
  /// The JSON form of a file in manifests and reports.
  static let record = Record("a file", RowFile(name: "", bytes: [], size: 0, width: 0, height: 0)) {
    RecordField("path", \.name, .text)
    RecordField("bytes", \.size, .integer(0...Int.max))
    RecordField("width", \.width, .integer(0...Int.max))
    RecordField("height", \.height, .integer(0...Int.max))
    RecordField("crc32", \.sum, .text)
  }

  private var sum: String {
    get { if let notedSum, bytes.isEmpty { notedSum } else { Deflate.crc32(bytes) } }
    set { notedSum = newValue }
  }
}

extension RecordKind where Value == DeckIssue {
  /// The JSON form of a warning, and whether it is about the deck; the line contains the row.
  fileprivate static var warning: Self {
    RecordKind(
      json: { issue in
        var plain = issue
        plain.row = nil
        return issue.row == nil ? plain.json.merged(with: .object(["ofDeck": true])) : plain.json
      },
      read: { node, _, _ in
        guard var issue = DeckIssue.record.value(of: node), issue.severity == .warning else { return nil }
        let isOfDeck = node["ofDeck"]?.value == .bool(true)
        issue.row = isOfDeck ? nil : RowPlace(file: "", line: 0, number: 0, id: nil)
        return issue
      })
  }
}
#endif
