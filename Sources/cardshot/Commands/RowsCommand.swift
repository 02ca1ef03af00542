import ArgumentParser
import CardParts
import CardRaster

/// Describes a table and finds rows that test a design, for the studio; hidden from the help.
struct RowsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rows", abstract: "Print the columns, the number of rows and some telling rows of a table.",
    shouldDisplay: false)

  @Argument(help: "The table: .csv, .tsv, .jsonl or .json.")
  var file: String

  /// A row that is printed, and what made it the one.
  private struct Sample {
    var label: String
    var measure: Int
    var row: DataRow
  }

  func run() throws {
    let printer = IssuePrinter(isJSON: true, isQuiet: false)
    try printer.reporting {
      var rows = try RowOptions.open(file, hasCells: false)
      var (count, issues, samples): (Int, [DeckIssue], [Sample]) = (0, [], [])
      func offer(_ label: String, _ measure: Int, _ row: DataRow) {
        guard let index = samples.firstIndex(where: { $0.label == label }) else {
          return samples.append(Sample(label: label, measure: measure, row: row))
        }
        if measure > samples[index].measure {
          samples[index] = Sample(label: label, measure: measure, row: row)
        }
      }
      while let entry = rows.next() {
        count += 1
        switch entry {
        case .row(let row):
          let texts = Self.texts(in: row.data)
          offer("first", 0, row)
          offer("longest", texts.reduce(0) { $0 + $1.unicodeScalars.count }, row)
          offer("emptiest", -texts.count { !$0.isEmpty }, row)
        case .broken(_, let errors): if issues.count < Limits.issues { issues += errors }
        }
      }
      StandardStreams.output(
        JSONDump.write(
          .object([
            "ok": .of(issues.isEmpty), "issues": .list(issues.map(\.json)), "count": .of(count),
            "columns": .list((rows.columns ?? samples.first?.row.data.names ?? []).map { .of($0) }),
            "cells": .of(rows.columns != nil),
            "samples": .list(
              samples.map {
                .object(["label": .of($0.label), "row": .of($0.row.place.number), "data": $0.row.data])
              }),
          ]), pretty: true) + "\n")
    }
  }

  /// The texts of a value and of everything in it.
  private static func texts(in node: JSONNode) -> [String] {
    switch node.value {
    case .string(let text): [text]
    case .number(let number): [number.text]
    case .array(let elements): elements.flatMap(texts)
    case .object(let members): members.flatMap { texts(in: $0.value) }
    case .bool, .null: []
    }
  }
}
