import CardRaster

/// The resources used by bindings, data, charts and codes, which are limited for each deck.
package struct DeckCost: Hashable, Sendable {
  /// The quantities in the order of `init`.
  private var counts: SIMD8<Int>

  /// Creates a cost.
  ///
  /// - Parameters:
  ///   - parts: The number of parts that were read.
  ///   - values: The number of values that were copied, and of repetitions that were visited.
  ///   - bytes: The size of the texts that were made, in bytes.
  ///   - entries: The number of entries of lists that formatters visited.
  ///   - steps: The number of names, values, signs and formatters of expressions that were evaluated.
  ///   - cells: The number of values in the tables of charts.
  ///   - marks: The number of bars, points, cells and names of charts.
  ///   - codePieces: The number of pieces of dark modules in codes.
  package init(
    parts: Int = 0, values: Int = 0, bytes: Int = 0, entries: Int = 0, steps: Int = 0, cells: Int = 0,
    marks: Int = 0, codePieces: Int = 0
  ) {
    counts = SIMD8(parts, values, bytes, entries, steps, cells, marks, codePieces)
  }

  /// The number of parts; `NodeCounter` counts them while a deck is read.
  package var parts: Int {
    get { counts[0] }
    set { counts[0] = newValue }
  }
  var values: Int { counts[1] }
  var bytes: Int { counts[2] }
  var entries: Int { counts[3] }
  var steps: Int { counts[4] }

  package static func + (a: DeckCost, b: DeckCost) -> DeckCost { changing(a) { $0.counts &+= b.counts } }

  static func - (a: DeckCost, b: DeckCost) -> DeckCost { changing(a) { $0.counts &-= b.counts } }

  /// A message about the first exceeded limit; nil if none is exceeded.
  ///
  /// - Parameter last: the last addition; limits that it does not affect have been checked before.
  fileprivate func excess(after last: DeckCost) -> String? {
    for number in 1..<counts.scalarCount {
      if let excess = excess(of: number), last.counts[number] > 0 { return excess }
    }
    return nil
  }

  /// The message about a quantity that exceeds its limit; nil if it does not.
  private func excess(of number: Int) -> String? {
    let count = counts[number]
    return switch number {
    case 1 where count >= Limits.jsonValues: "the bindings produce more than \(Limits.jsonValues) values"
    case 2 where count >= Limits.jsonBytes:
      "the bindings produce more than \(Limits.jsonBytes >> 20) MiB of text"
    case 3 where count > Limits.listEntries:
      "the bindings iterate over more than \(Limits.listEntries) list entries"
    case 4 where count > Limits.bindingSteps: "the bindings take more than \(Limits.bindingSteps) steps"
    case 5 where count > Limits.chartCells:
      "the charts of the deck have more than \(Limits.chartCells) values together"
    case 6 where count > Limits.allChartMarks:
      "the charts of the deck have more than \(Limits.allChartMarks) bars, points, cells and names together"
    case 7 where count > Limits.codePieces:
      "the barcodes of the deck have more than \(Limits.codePieces) shapes together"
    default: nil
    }
  }

  /// Adds to one quantity; returns the message if it exceeds its limit, else nil.
  fileprivate mutating func addCount(_ count: Int, to number: Int) -> String? {
    counts[number] += count
    return count > 0 ? excess(of: number) : nil
  }

  /// Whether the resources are within the limits.
  package var isAllowed: Bool { parts < Limits.nodes && excess(after: self) == nil }
}

/// Limits the total resources of a deck's bindings, charts and codes.
///
/// Without limits, a value bound in every row of a long list could grow without bound. There is one budget
/// per run, used by one task.
package final class DeckBudget {
  /// The storage of `taken`: accesses to a variable that other modules see are checked at run time.
  private var spent = DeckCost()
  /// The resources used so far.
  package var taken: DeckCost { spent }
  /// The number of bindings so far whose value was null.
  private(set) var nulls = 0

  /// The first names of all paths that were looked up in the deck's data; nil if they are not collected.
  private(set) var names: Set<String>?

  package init() {}

  /// Begins to collect the names of data that bindings use.
  package func collectNames() { names = [] }

  /// Ends collecting, and returns the names.
  package func takeNames() -> Set<String> {
    defer { names = nil }
    return names ?? []
  }

  /// Notes the first step of a path that is looked up in the deck's data.
  func note(_ step: JSONPath.Step?) {
    guard names != nil, case .key(let name) = step else { return }
    names?.insert(name)
  }

  /// Counts a binding whose value is null.
  func countNull() { nulls += 1 }

  /// Adds values that were copied, or repetitions.
  func take(values: Int) throws(BindingError) { try take(values, of: 1) }

  /// Adds bytes of created text.
  func take(bytes: Int) throws(BindingError) { try take(bytes, of: 2) }

  /// Adds list entries visited by a formatter.
  func take(entries: Int) throws(BindingError) { try take(entries, of: 3) }

  /// Adds evaluation steps.
  func take(steps: Int) throws(BindingError) { try take(steps, of: 4) }

  /// Adds values of a chart's table.
  package func take(cells: Int) throws(BindingError) { try take(cells, of: 5) }

  /// Adds runs of a barcode.
  package func take(codePieces: Int) throws(BindingError) { try take(codePieces, of: 7) }

  private func take(_ count: Int, of number: Int) throws(BindingError) {
    if let excess = spent.addCount(count, to: number) { throw BindingError(message: excess) }
  }

  /// Adds resources, and throws if a limit is exceeded.
  package func take(_ cost: DeckCost) throws(BindingError) {
    spent = spent + cost
    if let excess = spent.excess(after: cost) { throw BindingError(message: excess) }
  }
}
