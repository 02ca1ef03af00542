/// What a group is in a document that is read out.
public enum StructureRole: Hashable, Sendable {
  /// A heading of a level from 1, the highest.
  case heading(Int)
  /// The dot or the number before a thing of a list.
  case label
  /// What a thing of a list says; it follows its label.
  case body
  /// A table, which holds rows.
  case table
  /// A row of a table, which holds cells.
  case row
  /// A cell at the head of a column.
  case columnHeader
  /// A cell at the head of a row.
  case rowHeader
  /// Any other cell.
  case cell
  /// More of the cell before.
  case moreOfCell
  /// What stands on every page and is not read out.
  case artifact
}

extension StructureRole {
  /// The name in dumps.
  var word: String {
    switch self {
    case .heading(let level): "heading \(NumberText.text(Double(level)))"
    case .label: "label"
    case .body: "body"
    case .table: "table"
    case .row: "row"
    case .columnHeader: "column header"
    case .rowHeader: "row header"
    case .cell: "cell"
    case .moreOfCell: "more of a cell"
    case .artifact: "artifact"
    }
  }
}
