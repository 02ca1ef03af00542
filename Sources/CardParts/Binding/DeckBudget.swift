import CardRaster

/// How much bindings, data and codes use of the limits of a deck.
struct DeckCost: Hashable, Sendable {
  /// Parts that were read; counted by `NodeCounter` while a deck is read.
  var parts = 0
  /// Values that were copied, and repetitions that were visited.
  var values = 0
  /// Bytes of text that was made.
  var bytes = 0
  /// Entries of lists that formatters went through.
  var entries = 0
  /// Names, values, signs and formatters of expressions that were worked out.
  var steps = 0
  /// Values in the tables of charts.
  var cells = 0
  /// Bars, points and cells of charts.
  var marks = 0
  /// Pieces of dark modules in codes.
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

  /// What of these is more than a deck may take, in words; nil when nothing is.
  ///
  /// - Parameter last: what was taken last: what that has nothing of was told before.
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

  /// Whether a deck may take that much.
  var isAllowed: Bool { parts < Limits.nodes && excess(after: self) == nil }
}

/// How much the bindings, charts and codes of a deck may take together: a value bound in every row of a long list can
/// otherwise grow without end.
///
/// One for each run, in one task.
final class DeckBudget {
  /// What was taken.
  private(set) var taken = DeckCost()

  /// Takes some values (copied, or repetitions visited) out of what is left.
  func take(values: Int) throws(BindingMistake) { try take(DeckCost(values: values)) }

  /// Takes some bytes of text that is made out of what is left.
  func take(bytes: Int) throws(BindingMistake) { try take(DeckCost(bytes: bytes)) }

  /// Takes what a formatter goes through out of what is left.
  func take(entries: Int) throws(BindingMistake) { try take(DeckCost(entries: entries)) }

  /// Takes steps of expressions out of what is left.
  func take(steps: Int) throws(BindingMistake) { try take(DeckCost(steps: steps)) }

  /// Takes the values of a chart's table out of what is left.
  func take(cells: Int) throws(BindingMistake) { try take(DeckCost(cells: cells)) }

  /// Takes the pieces of a code out of what is left.
  func take(codePieces: Int) throws(BindingMistake) { try take(DeckCost(codePieces: codePieces)) }

  /// Takes all that something took before.
  func take(_ cost: DeckCost) throws(BindingMistake) {
    taken = taken + cost
    if let excess = taken.excess(after: cost) { throw BindingMistake(message: excess) }
  }
}
