extension GivenProperty {
  /// The properties that differ, in the order of the new ones; several of one name are one value.
  static func differences(_ old: [GivenProperty], _ new: [GivenProperty]) -> [(
    name: String, old: String?, new: String?
  )] {
    guard old != new else { return [] }
    func table(_ properties: [GivenProperty]) -> [String: String] {
      var result: [String: String] = [:]
      for property in properties {
        result[property.name] = result[property.name].map { "\($0), \(property.value)" } ?? property.value
      }
      return result
    }
    let (before, after) = (table(old), table(new))
    var names: [String] = []
    for property in new + old where !names.contains(property.name) { names.append(property.name) }
    return names.compactMap { before[$0] == after[$0] ? nil : ($0, before[$0], after[$0]) }
  }
}
