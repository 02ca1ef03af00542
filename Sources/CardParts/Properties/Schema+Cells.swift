import CardRaster

/// What a cell of a table becomes where a property asks for a shape.
extension JSONNode {
  /// A cell as a value of a shape; a cell that cannot be one, and every other node, as it is.
  func meant(as schema: Schema) -> JSONNode {
    guard isCell, !schema.contains(where: \.isText) else { return self }
    var result = self
    if schema.contains(where: \.isNumber), let number = meantNumber {
      result.value = .number(number)
    } else if schema.contains(where: { $0 == .boolean }), let flag = meantBool {
      result.value = .bool(flag)
    } else if schema.contains(where: \.isCollection), let node = meantCollection {
      result.value = node.value
    }
    return result
  }
}

extension Schema {
  /// Whether it, or one of the shapes that it may have, is of a sort.
  fileprivate func contains(where isWanted: (Schema) -> Bool) -> Bool {
    if case .any(let shapes) = self { return shapes.contains { $0.contains(where: isWanted) } }
    return isWanted(self)
  }

  fileprivate var isText: Bool {
    switch self {
    case .string, .anything: true
    default: false
    }
  }

  fileprivate var isNumber: Bool {
    switch self {
    case .number, .integer: true
    default: false
    }
  }

  fileprivate var isCollection: Bool {
    switch self {
    case .list, .numbers, .object, .map, .freeObject: true
    default: false
    }
  }
}
