import CardRaster

extension Deck {
  /// The values that the deck takes from outside; empty for a deck that accepts any data.
  ///
  /// - Parameter report: Receives the errors in their descriptions.
  package func inputs(_ report: (DeckIssue) -> Void) -> [Input] {
    guard let node = root["inputs"] else { return [] }
    let log = IssueLog(files: files)
    let context = ReadContext(
      file: file, log: log, theme: ThemeRegistry.standard.theme(), assets: AssetStore(folder: folder),
      families: FamilyList { .success($0) }, scope: BindingScope(data: .object([:])), counter: NodeCounter())
    let inputs = Input.readAll(node, JSONPath.root.key("inputs"), context)
    log.sorted.forEach(report)
    return inputs
  }
}

extension Deck {
  /// The JSON Schema (2020-12) of the data that the deck takes, from its `inputs`; nil if it accepts any data.
  ///
  /// - Throws: the errors in the declarations of the inputs.
  public func inputSchema() throws(DeckError) -> String? {
    guard root["inputs"] != nil else { return nil }
    var issues: [DeckIssue] = []
    let inputs = inputs { issues.append($0) }
    if let error = DeckError(issues) { throw error }
    return InputTypes(inputs, name: InputTypes.name(of: file), file: file).text(.jsonSchema)
  }
}

extension BindingNames {
  /// The names of inputs, as if bindings used all of them.
  init(inputs: [Input]) {
    self.init()
    for input in inputs { insert(JSONPath([.key(input.name)])) }
  }
}

extension JSONNode {
  /// The value as the cell of a table, so that its type follows from the input: `5` may be a text.
  package var asCell: JSONNode {
    switch value {
    case .number(let number): .cell(number.json)
    case .bool(let flag): .cell(flag ? "true" : "false")
    case .null, .string, .array, .object: self
    }
  }
}
