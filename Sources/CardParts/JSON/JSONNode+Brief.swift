extension JSONNode {
  /// The value in messages: short values as they are, others by their kind.
  var briefText: String {
    switch value {
    case .string(let text):
      text.unicodeScalars.count <= 40 ? "'\(text)'" : "'\(String(text.unicodeScalars.prefix(39)))…'"
    case .number(let number): number.json.utf8.count <= 40 ? number.json : number.json.prefix(39) + "…"
    case .bool(let flag): flag ? "true" : "false"
    default: kindText
    }
  }
}
