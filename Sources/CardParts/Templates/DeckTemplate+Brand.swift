import CardRaster

extension DeckTemplate {
  /// The files of a copy whose brand has some tokens of its own: `accent`, `font`, `headingFont` and `radius`.
  ///
  /// The deck is laid out to find what is wrong with them, such as a colour that nobody could see.
  ///
  /// - Throws: a `DeckError` for a token that there is not, one that the deck refuses, and a file that cannot be read.
  package func files(brand tokens: [(name: String, value: String)]) throws(DeckError) -> [File] {
    var files = try files()
    if tokens.isEmpty { return files }
    if let error = DeckError(tokens.compactMap { Self.issue(of: $0.name) }) { throw error }
    guard let index = files.firstIndex(where: { $0.path == Self.deckFile }) else { return files }
    files[index].bytes = try branded(files[index].bytes, tokens)
    try check(files[index].bytes)
    return files
  }

  private static func issue(of token: String) -> DeckIssue? {
    let known = Brand.fields.names
    if known.contains(token) { return nil }
    let near = Spelling.nearest(to: token, in: known).map { "did you mean '\($0)'?" }
    return DeckIssue(
      .error, file: "", place: nil, path: .root,
      message: "a brand has no \(DeckIssue.quoted(token))",
      hint: near ?? "it has \(known.joined(separator: ", "))")
  }

  /// The deck with the brand's line written anew; all other lines stay as somebody wrote them.
  private func branded(
    _ deck: [UInt8], _ tokens: [(name: String, value: String)]
  ) throws(DeckError) -> [UInt8] {
    let root = JSONNode.read(deck, file: Self.deckFile).node
    guard let brand = root?["brand"], case .object(var members) = brand.value, let line = brand.place?.line
    else { return deck }
    for token in tokens {
      let value = Double(token.value).map { JSONNode.of($0) } ?? .of(token.value)
      if let index = members.firstIndex(where: { $0.key == token.name }) {
        members[index].value = value
      } else {
        members.append(JSONNode.Member(key: token.name, value: value))
      }
    }
    let text = members.map { "\"\($0.key)\": \(JSONDump.write($0.value, pretty: false))" }
    var lines = deck.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    lines[line - 1] = ArraySlice("  \"brand\": { \(text.joined(separator: ", ")) },".utf8)
    return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }

  /// Lays out a deck with the data of this template.
  private func check(_ deck: [UInt8]) throws(DeckError) {
    var options = DeckOptions()
    options.data = [try DataFile.read(try bytes(Self.dataFile), file: Self.dataFile)]
    let loaded = try DeckLoader.load(deck, file: Self.deckFile, folder: folder)
    _ = try DeckPipeline().layOut(loaded, options: options)
  }
}
