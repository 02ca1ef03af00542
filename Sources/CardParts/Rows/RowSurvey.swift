#if Rows
import CardRaster

/// The result of reading all rows once before anything is drawn.
///
/// Each file name takes eight bytes of memory.
package struct RowSurvey {
  /// The number of rows, including invalid ones.
  package private(set) var count = 0
  /// The names of the values in rows, in order of first occurrence.
  package private(set) var names: [String] = []
  /// The hashes of all file names, ignoring case.
  private var sums: [UInt64] = []
  private var seen: Set<String> = []
  private var doubtful: Set<UInt64> = []
  /// The columns with several notations.
  package private(set) var cells: CellAmbiguity?

  /// The maximum number of names that are recorded.
  private static let mostNames = Limits.columns

  /// Reads all rows.
  ///
  /// - Parameter cells: the columns whose notation is checked; nil for none.
  package init(
    _ rows: inout RowSource, outputs: [RowOutput], appearance: Appearance, cells: CellAmbiguity? = nil
  ) {
    self.cells = cells
    while let entry = rows.next() {
      count += 1
      guard case .row(let row) = entry else { continue }
      self.cells?.note(row.data)
      if let columns = rows.columns, names.isEmpty { note(columns) }
      if rows.columns == nil, case .object(let members) = row.data.value { note(members.map(\.key)) }
      sums += outputs.fileNames(of: row, appearance: appearance).map(Self.sum)
    }
    if let columns = rows.columns, names.isEmpty { note(columns) }
    sums.sort()
    for (one, next) in zip(sums, sums.dropFirst()) where one == next { doubtful.insert(one) }
  }

  private mutating func note(_ keys: [String]) {
    for key in keys where names.count < Self.mostNames && seen.insert(key).inserted { names.append(key) }
  }

  /// The path without empty steps and `.` steps: `./b.svg` becomes `b.svg`.
  static func plain(_ name: String) -> String {
    let steps = name.split(separator: "/").filter { $0 != "." }
    return (name.hasPrefix("/") ? "/" : "") + steps.joined(separator: "/")
  }

  /// The hash of a file name; equal for names that a file system may treat as the same.
  static func sum(of name: String) -> UInt64 {
    // Most names contain no slash.
    let name = name.utf8.contains(UInt8(ascii: "/")) ? plain(name) : name
    if !name.utf8.allSatisfy({ $0 < 0x80 }) {
      // A letter may be precomposed or decomposed; equal strings have equal hashes.
      return UInt64(bitPattern: Int64(name.lowercased().hashValue))
    }
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.lowercased().utf8 { sum = (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    sum ^= sum >> 29
    return sum &* 0xBF58_476D_1CE4_E5B9
  }

  /// Whether a file is an output of a row.
  package func hasFile(_ name: String) -> Bool {
    let sum = Self.sum(of: name)
    var (low, high) = (0, sums.count)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] < sum { low = middle + 1 } else { high = middle }
    }
    return low < sums.count && sums[low] == sum
  }

  /// Whether two files may have the same name; `collisions` then reads the rows again.
  package var hasUncertainEntries: Bool { !doubtful.isEmpty }

  /// The rows that would overwrite a file of another row, found by reading the rows again.
  package func collisions(_ rows: inout RowSource, outputs: [RowOutput], appearance: Appearance)
    -> [DeckIssue]
  {
    var first: [String: (name: String, place: RowPlace)] = [:]
    var issues: [DeckIssue] = []
    while issues.count < Limits.issues, let entry = rows.next() {
      guard case .row(let row) = entry else { continue }
      for name in outputs.fileNames(of: row, appearance: appearance)
      where doubtful.contains(Self.sum(of: name)) {
        let key = Self.plain(name).lowercased()
        guard let other = first[key] else {
          first[key] = (name, row.place)
          continue
        }
        issues.append(Self.collision(of: name, row.place, with: other.name, other.place))
      }
    }
    return issues
  }

  private static func collision(
    of name: String, _ place: RowPlace, with other: String, _ otherPlace: RowPlace
  ) -> DeckIssue {
    let otherRow = "row \(otherPlace.number) on line \(otherPlace.line)"
    if place == otherPlace {
      return .row(
        place, "two outputs of the row would be written to '\(name)'", hint: "give them different names")
    }
    return .row(
      place,
      plain(name) == plain(other)
        ? "the row would be written to '\(name)', like \(otherRow)"
        : "the row would be written to '\(name)', which some file systems treat as '\(other)' of \(otherRow)",
      hint: "add '{row}' or another column that differs to the output name")
  }
}
#endif
