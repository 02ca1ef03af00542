package import CardRaster

/// The structure roles of boxes in a tagged document.
extension LayoutBox {
  /// Sets the role of all texts directly in the box.
  package mutating func read(as role: StructureRole) {
    content = content.map { entry in
      guard case .text(var text, let point) = entry else { return entry }
      text.role = role
      return .text(text, at: point)
    }
  }

  /// Makes the box a table row, and its side-by-side content the cells.
  package mutating func readAsRow(of role: StructureRole) {
    self.role = .row
    readAsCells(role)
  }

  /// Makes the side-by-side content of the box the cells of a row.
  ///
  /// Without such content, everything is one cell.
  package mutating func readAsCells(_ role: StructureRole) {
    let boxes = content.indices.filter { if case .box = content[$0] { true } else { false } }
    if boxes.count == 1, case .box(var only, let point) = content[boxes[0]], only.holdsRow {
      only.content = only.content.map { entry in
        guard case .box(var cell, let point) = entry else { return entry }
        cell.role = role
        return .box(cell, at: point)
      }
      content[boxes[0]] = .box(only, at: point)
      return
    }
    for index in boxes {
      guard case .box(var cell, let point) = content[index] else { continue }
      cell.role = role
      content[index] = .box(cell, at: point)
    }
  }

  /// Whether the box contains several boxes side by side.
  private var holdsRow: Bool {
    var last: Double?
    var count = 0
    for case .box(let child, let point) in content {
      if let last, point.x < last - 0.01 { return false }
      last = point.x + child.size.width
      count += 1
    }
    return count > 1
  }
}

extension TextStyleName {
  /// The structure role of a text with this style; nil for a paragraph.
  package var role: StructureRole? {
    switch self {
    case .standard(.header): .heading(1)
    case .standard(.title): .heading(2)
    case .standard, .named: nil
    }
  }
}
