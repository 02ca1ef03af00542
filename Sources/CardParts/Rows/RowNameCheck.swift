import CardRaster

/// The names of files of rows so far, for rows that cannot be looked through beforehand.
///
/// Of each name twelve bytes are kept.
package struct RowNameCheck {
  private var rows: [UInt64: Int32] = [:]

  /// Makes a check.
  package init() {}

  /// Notes the names of a row.
  ///
  /// - Returns: the row as one that cannot be drawn, when it would write a file that an earlier one writes.
  package mutating func collision(
    of row: DataRow, _ outputs: [RowOutput], appearance: Appearance
  ) -> RowResult? {
    let number = Int32(clamping: row.place.number)
    let names = outputs.flatMap { (try? $0.names(of: row, appearance: appearance)) ?? [] }
    var own: Set<UInt64> = []
    for name in names {
      let sum = RowSurvey.sum(of: name)
      guard let other = rows[sum] ?? (own.insert(sum).inserted ? nil : number) else { continue }
      return RowResult(place: row.place, issues: [Self.issue(name, row.place, other: other)])
    }
    for sum in own { rows[sum] = number }
    return nil
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
