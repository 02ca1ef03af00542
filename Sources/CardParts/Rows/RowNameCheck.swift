#if Rows
import CardRaster

/// Detects rows with equal file names, and files that are both read and written, during a run.
///
/// It is used when the rows cannot be read twice. Each name takes twelve bytes of memory.
package struct RowNameCheck {
  /// A file that is read and must not be overwritten.
  package struct ReadFile: Sendable {
    fileprivate let path: String
    fileprivate let role: String
    fileprivate let identity: String

    /// - Parameters:
    ///   - path: the path as given.
    ///   - role: the role of the file, as a noun after "which is".
    package init(_ path: String, role: String) {
      (self.path, self.role, identity) = (path, role, FilePath.identity(path))
    }
  }

  private var rows: [UInt64: Int32] = [:]
  /// The files that are read, by their file names.
  private let read: [String: [ReadFile]]
  private let isOfEachRow: Bool

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - read: the files that are read.
  ///   - isOfEachRow: whether to check each row alone, because rows may be repeated.
  package init(reading read: [ReadFile] = [], ofEachRow isOfEachRow: Bool = false) {
    self.read = Dictionary(grouping: read) { FilePath.name(of: $0.identity) }
    self.isOfEachRow = isOfEachRow
  }

  /// Records the file names of a row.
  ///
  /// - Returns: a failed result if the row would overwrite a file of an earlier row or a file that is read;
  ///   otherwise nil.
  package mutating func collision(
    of row: DataRow, _ outputs: [RowOutput], appearance: Appearance
  ) -> RowResult? {
    let number = Int32(clamping: row.place.number)
    let names = outputs.fileNames(of: row, appearance: appearance)
    var own: Set<UInt64> = []
    for name in names {
      if let read = readFile(overwrittenBy: name) {
        let issue = DeckIssue.row(
          row.place, "the row would overwrite '\(read.path)', which is \(read.role)",
          hint: "rename the output")
        return RowResult(place: row.place, issues: [issue])
      }
      let sum = RowSurvey.sum(of: name)
      guard let other = rows[sum] ?? (own.insert(sum).inserted ? nil : number) else { continue }
      return RowResult(place: row.place, issues: [Self.issue(name, row.place, other: other)])
    }
    if !isOfEachRow { for sum in own { rows[sum] = number } }
    return nil
  }

  /// Whether a file is an output of a recorded row.
  package func hasFile(_ name: String) -> Bool { rows[RowSurvey.sum(of: name)] != nil }

  private func readFile(overwrittenBy name: String) -> ReadFile? {
    guard let files = read[FilePath.name(of: name)] else { return nil }
    let identity = FilePath.join(FilePath.identity(FilePath.directory(of: name)), FilePath.name(of: name))
    return files.first { $0.identity == identity }
  }

  private static func issue(_ name: String, _ place: RowPlace, other: Int32) -> DeckIssue {
    place.number == Int(other)
      ? .row(place, "two outputs of the row would be written to '\(name)'", hint: "give them different names")
      : .row(
        place,
        "the row would be written to '\(name)', like row \(other), or to the same file on some file systems",
        hint: "add '{row}' or another column that differs to the output name")
  }
}
#endif
