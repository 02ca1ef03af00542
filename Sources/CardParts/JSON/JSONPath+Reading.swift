extension JSONPath {
  /// Reads a path as `text` writes it: `cards[0].parts[2]`, `data["first name"]`; nil when it is none.
  init?(_ text: String) {
    var steps: [Step] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first == "[" {
        guard let step = Self.bracket(&rest) else { return nil }
        steps.append(step)
        continue
      }
      if first == "." { rest = rest.dropFirst() }
      let name = rest.prefix { $0 != "." && $0 != "[" }
      guard !name.isEmpty else { return nil }
      steps.append(.key(String(name)))
      rest = rest.dropFirst(name.count)
    }
    self.init(steps)
  }

  /// Reads `[2]` or `["first name"]`.
  private static func bracket(_ rest: inout Substring) -> Step? {
    let inner = rest.dropFirst()
    let isName = inner.first == "\""
    let content = isName ? inner.dropFirst() : inner
    guard let end = content.firstRange(of: isName ? "\"]" : "]") else { return nil }
    let text = String(content[..<end.lowerBound])
    rest = content[end.upperBound...]
    if isName { return .key(text) }
    return Int(text).flatMap { $0 >= 0 ? .index($0) : nil }
  }
}
