/// Whether a name may be a path below the folder of goldens.
enum GoldenPath {
  /// Why a name is refused, or nil when it may be written to.
  static func problem(with name: String) -> String? {
    if name.isEmpty { return "it is empty" }
    if name.utf8.first == UInt8(ascii: "/") { return "it is an absolute path" }
    if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "it holds a control character"
    }
    if name.utf8.contains(UInt8(ascii: "\\")) { return "it holds a backslash" }
    for step in name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      if step.isEmpty { return "it holds an empty step" }
      if step.elementsEqual("..".utf8) { return "'..' leaves the folder of goldens" }
      if step.elementsEqual(".".utf8) { return "it holds the step '.'" }
      if step.count > 240 { return "a step is longer than 240 bytes" }
    }
    return nil
  }
}
