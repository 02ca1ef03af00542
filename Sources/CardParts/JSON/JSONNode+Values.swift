extension JSONNode {
  /// Whether another node holds the same values, wherever they stood; members in another order are others.
  func holdsSame(as other: JSONNode) -> Bool {
    switch (value, other.value) {
    case (.array(let own), .array(let others)):
      own.count == others.count && zip(own, others).allSatisfy { $0.holdsSame(as: $1) }
    case (.object(let own), .object(let others)):
      own.count == others.count
        && zip(own, others).allSatisfy { $0.key == $1.key && $0.value.holdsSame(as: $1.value) }
    default: value == other.value
    }
  }

  /// Feeds the values without their places.
  func hashValues(into hasher: inout Hasher) {
    switch value {
    case .array(let elements):
      hasher.combine(elements.count)
      for element in elements { element.hashValues(into: &hasher) }
    case .object(let members):
      hasher.combine(members.count)
      for member in members {
        hasher.combine(member.key)
        member.value.hashValues(into: &hasher)
      }
    case .null, .bool, .number, .string: hasher.combine(value)
    }
  }
}
