extension JSONNode {
  /// The value with another one laid over it, as a JSON Merge Patch (RFC 7386): objects are merged member by member, a
  /// null takes a member away, everything else is replaced.
  ///
  /// Members keep their order; new ones follow.
  func merged(with over: JSONNode) -> JSONNode {
    guard case .object(let upper) = over.value, case .object(let lower) = value else { return over }
    var members = lower
    var places: [String: Int] = [:]
    for (number, member) in members.enumerated() { places[member.key] = number }
    var gone: Set<String> = []
    for member in upper {
      guard let number = places[member.key] else {
        if member.value.value != .null { members.append(member) }
        continue
      }
      if member.value.value == .null {
        gone.insert(member.key)
      } else {
        members[number].value = members[number].value.merged(with: member.value)
      }
    }
    var result = over
    result.value = .object(members.filter { !gone.contains($0.key) })
    return result
  }
}
