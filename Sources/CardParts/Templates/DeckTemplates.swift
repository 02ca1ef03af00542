import CardRaster

/// The templates in a folder, each in a subfolder.
package struct DeckTemplates: Sendable {
  /// The folder with one subfolder for each template.
  package let folder: String
  /// The names of the templates, sorted.
  package let names: [String]

  /// Finds the templates in a folder.
  ///
  /// - Throws: A `DeckError` if the folder cannot be read.
  package init(folder: String) throws(DeckError) {
    self.folder = folder
    let ending = "/\(DeckTemplate.noteFile)"
    names = try DeckError.wrapping(try FileTree.entries(below: folder)).filter {
      $0.path.hasSuffix(ending) && $0.path.split(separator: "/").count == 2
    }.map { String($0.path.dropLast(ending.count)) }.sorted()
  }

  /// The template with a name.
  ///
  /// - Throws: A `DeckError` with the nearest name if there is none.
  package func template(_ name: String) throws(DeckError) -> DeckTemplate {
    guard names.contains(name) else {
      let near = Spelling.question(for: name, in: names)
      throw DeckError(
        message: "unknown template \(DeckIssue.quoted(name))",
        hint: near ?? "see 'cardshot list templates'")
    }
    return try DeckTemplate(name: name, folder: "\(folder)/\(name)")
  }

  /// All templates, sorted by name.
  ///
  /// - Throws: A `DeckError` if one cannot be read.
  package func all() throws(DeckError) -> [DeckTemplate] {
    var templates: [DeckTemplate] = []
    for name in names { templates.append(try template(name)) }
    return templates
  }
}

extension DeckTemplate {
  /// The files of a copy with its own brand tokens: `accent`, `font`, `headingFont` and `radius`.
  ///
  /// The deck is laid out to find invalid values, such as an invisible colour.
  ///
  /// - Throws: A `DeckError` for an unknown token, a value that the deck rejects, or a file that cannot be
  ///   read.
  package func files(brand tokens: [(name: String, value: String)]) throws(DeckError) -> [File] {
    var files = try files()
    if tokens.isEmpty { return files }
    if let error = DeckError(tokens.compactMap { Self.issue(of: $0.name) }) { throw error }
    guard let index = files.firstIndex(where: { $0.path == Self.deckFile }) else { return files }
    files[index].bytes = try branded(files[index].bytes, tokens)
    try checkDeck(files[index].bytes)
    return files
  }

  /// Adds the schema of decks to the files, and a first line to the deck with which editors find it.
  package static func addSchema(_ schema: [UInt8], to files: inout [File]) {
    for index in files.indices where files[index].path == deckFile {
      guard let start = files[index].bytes.firstIndex(of: UInt8(ascii: "{")) else { continue }
      files[index].bytes.insert(contentsOf: "\n  \"$schema\": \"./\(schemaFile)\",".utf8, at: start + 1)
    }
    files.append(File(path: schemaFile, bytes: schema))
  }

  private static func issue(of token: String) -> DeckIssue? {
    let known = Brand.fields.names
    if known.contains(token) { return nil }
    let near = Spelling.question(for: token, in: known)
    return DeckIssue(
      .error, file: "",
      message: "unknown brand token \(DeckIssue.quoted(token))",
      hint: near ?? "the tokens are \(known.joined(separator: ", "))")
  }

  /// The deck with a new line for the brand; all other lines are unchanged.
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
  private func checkDeck(_ deck: [UInt8]) throws(DeckError) {
    var options = DeckOptions()
    options.dataLayers = [try DataFile.read(try bytes(Self.dataFile), file: Self.dataFile)]
    options.dataFiles = [Self.dataFile]
    let loaded = try DeckLoader.load(deck, file: Self.deckFile, folder: folder)
    _ = try DeckPipeline().laidOut(loaded, options: options)
  }
}

/// A deck with its data and pictures, made to be copied and changed.
package struct DeckTemplate: Hashable, Sendable {
  /// The files that every template has.
  static let (deckFile, dataFile, noteFile) = ("deck.json", "data.json", "template.json")
  /// The file of the schema in a copy of a template.
  static let schemaFile = "deck.schema.json"

  /// A file of a template.
  package struct File: Hashable, Sendable {
    /// The path below the template's folder.
    package let path: String
    /// The content.
    package internal(set) var bytes: [UInt8]
  }

  /// The name of the template and its folder.
  package let name: String
  /// The purpose, in one sentence.
  package let summary: String
  /// The heading under which the manual lists it.
  package let category: String
  /// The preset of its canvas.
  package let preset: String
  /// The size of its canvas in points: `1200 × 630`, or `600 wide` if the height fits the content.
  package let size: String
  let folder: String

  /// Reads the description of a template, and the size of its deck.
  ///
  /// - Throws: A `DeckError` if a file is missing or incomplete.
  init(name: String, folder: String) throws(DeckError) {
    self.name = name
    self.folder = folder
    let note = try Self.read(Self.noteFile, in: folder)
    summary = try Self.needed("summary", of: note, in: "\(name)/\(Self.noteFile)")
    category = try Self.needed("category", of: note, in: "\(name)/\(Self.noteFile)")
    let canvas = try Self.read(Self.deckFile, in: folder)["canvas"] ?? .null
    preset = try Self.needed("preset", of: canvas, in: "\(name)/\(Self.deckFile)")
    size = Self.size(of: Canvas.Preset(rawValue: preset))
  }

  /// The files of a copy: the deck and its data, then its pictures.
  ///
  /// - Throws: A `DeckError` if one cannot be read.
  package func files() throws(DeckError) -> [File] {
    let own = [Self.deckFile, Self.dataFile]
    let entries = try DeckError.wrapping(try FileTree.entries(below: folder)).map(\.path)
    var files: [File] = []
    for path in own + entries.filter({ !own.contains($0) && $0 != Self.noteFile }) {
      files.append(File(path: path, bytes: try bytes(path)))
    }
    return files
  }

  /// The content of one of its files.
  func bytes(_ file: String) throws(DeckError) -> [UInt8] { try Self.bytes(file, in: folder) }

  private static func size(of preset: Canvas.Preset?) -> String {
    guard let (width, height) = preset?.size else { return "" }
    guard let height else { return "\(NumberText.format(width)) wide" }
    return "\(NumberText.format(width)) × \(NumberText.format(height))"
  }

  private static func bytes(_ file: String, in folder: String) throws(DeckError) -> [UInt8] {
    try DeckError.wrapping(
      try FileReading.read(path: FilePath.join(folder, file), limit: Limits.jsonBytes), file: file)
  }

  private static func read(_ file: String, in folder: String) throws(DeckError) -> JSONNode {
    let (node, issues) = JSONNode.read(try bytes(file, in: folder), file: file)
    if let error = DeckError(issues) { throw error }
    return node ?? .null
  }

  private static func needed(_ key: String, of node: JSONNode, in file: String) throws(DeckError) -> String {
    guard case .string(let text)? = node[key]?.value else {
      throw DeckError(
        file: file, place: node.place, path: .root.key(key), message: "the template has no '\(key)'"
      )
    }
    return text
  }
}
