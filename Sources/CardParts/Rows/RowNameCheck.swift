import CardRaster

/// The names of files of rows so far, for rows that cannot be looked through beforehand, and of files that are read.
///
/// Of each name twelve bytes are kept.
package struct RowNameCheck {
  /// A file that is read, over which no row may be written.
  package struct ReadFile: Sendable {
    fileprivate let path: String
    fileprivate let role: String
    fileprivate let identity: String

    /// - Parameters:
    ///   - path: the path as it was given.
    ///   - role: what it is, behind "which is".
    package init(_ path: String, role: String) {
      (self.path, self.role, identity) = (path, role, FilePath.identity(path))
    }
  }

  private var rows: [UInt64: Int32] = [:]
  /// Files that are read, by the last step of their paths.
  private let read: [String: [ReadFile]]
  private let isOfEachRow: Bool

  /// Makes a check.
  ///
  /// - Parameters:
  ///   - read: the files that are read.
  ///   - isOfEachRow: whether each row is looked at alone, as rows may come again.
  package init(reading read: [ReadFile] = [], ofEachRow isOfEachRow: Bool = false) {
    self.read = Dictionary(grouping: read) { FilePath.name(of: $0.identity) }
    self.isOfEachRow = isOfEachRow
  }

  /// Notes the names of a row.
  ///
  /// - Returns: the row as one that cannot be drawn, when it would write a file that an earlier one writes, or one that
  ///   is read.
  package mutating func collision(
    of row: DataRow, _ outputs: [RowOutput], appearance: Appearance
  ) -> RowResult? {
    let number = Int32(clamping: row.place.number)
    let names = outputs.flatMap { (try? $0.names(of: row, appearance: appearance)) ?? [] }
    var own: Set<UInt64> = []
    for name in names {
      if let read = readFile(overwrittenBy: name) {
        let issue = DeckIssue.row(
          row.place, "the row would be written over '\(read.path)', which is \(read.role)",
          hint: "give the output another name")
        return RowResult(place: row.place, issues: [issue])
      }
      let sum = RowSurvey.sum(of: name)
      guard let other = rows[sum] ?? (own.insert(sum).inserted ? nil : number) else { continue }
      return RowResult(place: row.place, issues: [Self.issue(name, row.place, other: other)])
    }
    if !isOfEachRow { for sum in own { rows[sum] = number } }
    return nil
  }

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
        "the row would be written to '\(name)', as is row \(other), or to one that some folders take for it",
        hint: "write '{row}' in the name of the output, or another column that differs")
  }
}
