import CardRaster

/// What a first look through all rows tells, before anything is drawn.
///
/// Of each name eight bytes are kept.
package struct RowSurvey {
  /// How many rows there are, broken ones among them.
  package private(set) var count = 0
  /// The names of values that rows have, in the order they were met.
  package private(set) var names: [String] = []
  /// The sums of the names of all files, whatever their case.
  private var sums: [UInt64] = []
  private var seen: Set<String> = []
  private var doubtful: Set<UInt64> = []

  /// The most names of values that are remembered.
  private static let mostNames = Limits.columns

  /// Looks through rows.
  package init(_ rows: inout RowSource, outputs: [RowOutput], appearance: Appearance) {
    while let entry = rows.next() {
      count += 1
      guard case .row(let row) = entry else { continue }
      if let columns = rows.columns, names.isEmpty { note(columns) }
      if rows.columns == nil, case .object(let members) = row.data.value { note(members.map(\.key)) }
      for output in outputs {
        let names = try? output.names(of: row, appearance: appearance)
        sums += (names ?? []).map(Self.sum)
      }
    }
    if let columns = rows.columns, names.isEmpty { note(columns) }
    sums.sort()
    for (one, next) in zip(sums, sums.dropFirst()) where one == next { doubtful.insert(one) }
  }

  private mutating func note(_ keys: [String]) {
    for key in keys where names.count < Self.mostNames && seen.insert(key).inserted { names.append(key) }
  }

  /// The path without steps that lead nowhere: `./b.svg` is `b.svg`.
  static func plain(_ name: String) -> String {
    let steps = name.split(separator: "/").filter { $0 != "." }
    return (name.hasPrefix("/") ? "/" : "") + steps.joined(separator: "/")
  }

  /// The sum of a name, the same for names that a folder may take for one.
  static func sum(of name: String) -> UInt64 {
    // Most names need no other spelling.
    let name = name.utf8.contains(UInt8(ascii: "/")) ? plain(name) : name
    if !name.utf8.allSatisfy({ $0 < 0x80 }) {
      // One letter may be written in two ways, as one character or with its accent apart: texts that are equal have one hash.
      return UInt64(bitPattern: Int64(name.lowercased().hashValue))
    }
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.lowercased().utf8 { sum = (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    sum ^= sum >> 29
    return sum &* 0xBF58_476D_1CE4_E5B9
  }

  /// Whether a file is among those that all rows make.
  package func hasFile(_ name: String) -> Bool {
    let sum = Self.sum(of: name)
    var (low, high) = (0, sums.count)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] < sum { low = middle + 1 } else { high = middle }
    }
    return low < sums.count && sums[low] == sum
  }

  /// Whether two files may have one name: then a second look tells which.
  package var hasDoubts: Bool { !doubtful.isEmpty }

  /// The rows that would write a file that another row writes too, found in a second look.
  package func collisions(_ rows: inout RowSource, outputs: [RowOutput], appearance: Appearance)
    -> [DeckIssue]
  {
    var first: [String: (name: String, place: RowPlace)] = [:]
    var issues: [DeckIssue] = []
    while issues.count < Limits.issues, let entry = rows.next() {
      guard case .row(let row) = entry else { continue }
      for output in outputs {
        let names = try? output.names(of: row, appearance: appearance)
        guard let name = names?.first(where: { doubtful.contains(Self.sum(of: $0)) }) else { continue }
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
        ? "the row would be written to '\(name)', as is \(otherRow)"
        : "the row would be written to '\(name)', which some folders take for '\(other)' of \(otherRow)",
      hint: "write '{row}' in the name of the output, or another column that differs")
  }
}
