import CardRaster

/// The resources used by bindings, data, charts and codes, which are limited for each deck.
struct DeckCost: Hashable, Sendable {
  /// Parts that were read; counted by `NodeCounter` during reading.
  var parts = 0
  /// Copied values and evaluated repetitions.
  var values = 0
  /// Bytes of created text.
  var bytes = 0
  /// List entries visited by formatters.
  var entries = 0
  /// Names, values, operators and formatters that were evaluated.
  var steps = 0
  /// Values in the tables of charts.
  var cells = 0
  /// Bars, points and cells of charts.
  var marks = 0
  /// Runs of dark modules in barcodes.
  var codePieces = 0

  static func + (a: DeckCost, b: DeckCost) -> DeckCost {
    DeckCost(
      parts: a.parts + b.parts, values: a.values + b.values, bytes: a.bytes + b.bytes,
      entries: a.entries + b.entries,
      steps: a.steps + b.steps, cells: a.cells + b.cells, marks: a.marks + b.marks,
      codePieces: a.codePieces + b.codePieces)
  }

  static func - (a: DeckCost, b: DeckCost) -> DeckCost {
    DeckCost(
      parts: a.parts - b.parts, values: a.values - b.values, bytes: a.bytes - b.bytes,
      entries: a.entries - b.entries,
      steps: a.steps - b.steps, cells: a.cells - b.cells, marks: a.marks - b.marks,
      codePieces: a.codePieces - b.codePieces)
  }

  /// A message about the first exceeded limit; nil if none is exceeded.
  ///
  /// - Parameter last: the last addition; limits that it does not affect have been checked before.
  fileprivate func excess(after last: DeckCost) -> String? {
    if last.values > 0, values >= Limits.jsonValues {
      return "the bindings make more than \(Limits.jsonValues) values"
    }
    if last.bytes > 0, bytes >= Limits.jsonBytes {
      return "the bindings make more than \(Limits.jsonBytes >> 20) MiB of text"
    }
    if last.entries > 0, entries > Limits.listEntries {
      return "the bindings go through more than \(Limits.listEntries) entries of lists"
    }
    if last.steps > 0, steps > Limits.bindingSteps {
      return "the bindings take more than \(Limits.bindingSteps) steps"
    }
    if last.cells > 0, cells > Limits.chartCells {
      return "the charts of the deck have more than \(Limits.chartCells) values together"
    }
    if last.marks > 0, marks > Limits.allChartMarks {
      return
        "the charts of the deck have more than \(Limits.allChartMarks) bars, points, cells and names together"
    }
    if last.codePieces > 0, codePieces > Limits.codePieces {
      return "the codes of the deck have more than \(Limits.codePieces) pieces together"
    }
    return nil
  }

  /// Whether the resources are within the limits.
  var isAllowed: Bool { parts < Limits.nodes && excess(after: self) == nil }
}

/// Limits the total resources of a deck's bindings, charts and codes.
///
/// Without limits, a value bound in every row of a long list could grow without bound. There is one budget
/// per run, used by one task.
final class DeckBudget {
  /// The resources used so far.
  private(set) var taken = DeckCost()

  /// Adds values that were copied, or repetitions.
  func take(values: Int) throws(BindingMistake) { try take(DeckCost(values: values)) }

  /// Adds bytes of created text.
  func take(bytes: Int) throws(BindingMistake) { try take(DeckCost(bytes: bytes)) }

  /// Adds list entries visited by a formatter.
  func take(entries: Int) throws(BindingMistake) { try take(DeckCost(entries: entries)) }

  /// Adds evaluation steps.
  func take(steps: Int) throws(BindingMistake) { try take(DeckCost(steps: steps)) }

  /// Adds values of a chart's table.
  func take(cells: Int) throws(BindingMistake) { try take(DeckCost(cells: cells)) }

  /// Adds runs of a barcode.
  func take(codePieces: Int) throws(BindingMistake) { try take(DeckCost(codePieces: codePieces)) }

  /// Adds resources, and throws if a limit is exceeded.
  func take(_ cost: DeckCost) throws(BindingMistake) {
    taken = taken + cost
    if let excess = taken.excess(after: cost) { throw BindingMistake(message: excess) }
  }
}
