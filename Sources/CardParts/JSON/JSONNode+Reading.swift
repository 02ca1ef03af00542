extension JSONNode {
  /// Reads a JSON document that is no deck, with all that is wrong with it as JSON.
  ///
  /// The node is nil when the document cannot be read on. With keys that are given twice it has the first value of each.
  package static func read(_ bytes: [UInt8], file: String) -> (node: JSONNode?, issues: [DeckIssue]) {
    let log = IssueLog()
    let node = JSONScanner.scan(bytes, file: file, log: log)
    return (node, log.sorted)
  }
}
