extension JSONNode {
  /// The value in messages: short values as they are, others by their kind.
  var briefText: String {
    switch value {
    case .string(let text):
      text.unicodeScalars.count <= 40 ? "'\(text)'" : "'\(String(text.unicodeScalars.prefix(39)))…'"
    case .number(let number): JSONDump.number(number)
    case .bool(let flag): flag ? "true" : "false"
    default: kindText
    }
  }
}
