import CardRaster

/// A deck with its data and its pictures, made to be copied and changed.
package struct DeckTemplate: Hashable, Sendable {
  /// The files that every template has.
  static let (deckFile, dataFile, noteFile) = ("deck.json", "data.json", "template.json")

  /// A file of a template.
  package struct File: Hashable, Sendable {
    /// The path below the template's folder.
    package let path: String
    /// The content.
    package internal(set) var bytes: [UInt8]
  }

  /// The name, which is that of its folder.
  package let name: String
  /// What it is for, in one sentence.
  package let summary: String
  /// The heading that it stands under in the manual.
  package let category: String
  /// The preset of its canvas.
  package let preset: String
  /// The size of its canvas in points: `1200 × 630`, or `600 wide` where the height follows from what it holds.
  package let size: String
  /// The folder that it lies in.
  let folder: String

  /// Reads what a template says of itself, and the size of its deck.
  ///
  /// - Throws: a `DeckError` when a file is missing or does not say what it has to.
  init(name: String, folder: String) throws(DeckError) {
    self.name = name
    self.folder = folder
    let note = try Self.read(Self.noteFile, in: folder)
    summary = try Self.text("summary", of: note, in: "\(name)/\(Self.noteFile)")
    category = try Self.text("category", of: note, in: "\(name)/\(Self.noteFile)")
    let canvas = try Self.read(Self.deckFile, in: folder)["canvas"] ?? .null
    preset = try Self.text("preset", of: canvas, in: "\(name)/\(Self.deckFile)")
    size = Self.size(of: Canvas.Preset(rawValue: preset))
  }

  /// The files that a copy of it has: the deck and its data, then its pictures.
  ///
  /// - Throws: a `DeckError` when one cannot be read.
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
    guard let height else { return "\(NumberText.text(width)) wide" }
    return "\(NumberText.text(width)) × \(NumberText.text(height))"
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

  private static func text(_ key: String, of node: JSONNode, in file: String) throws(DeckError) -> String {
    guard case .string(let text)? = node[key]?.value else {
      throw DeckError(
        DeckIssue(
          .error, file: file, place: node.place, path: .root.key(key), message: "the template has no '\(key)'"
        ))
    }
    return text
  }
}
