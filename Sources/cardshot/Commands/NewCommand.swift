import ArgumentParser
import BundledTemplates
import CardParts
import CardRaster

struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Create a deck from a template, with its data and pictures.",
    discussion: """
      A template is a deck in a folder, with all of its texts in a data file next to it and its colour, font \
      and radius in one object, the brand. A schema next to it lets editors complete keys and mark errors. \
      The command prints how to render it.

      EXAMPLES
        cardshot new --list                 the available templates
        cardshot new invoice                writes invoice/deck.json and its data
        cardshot new invoice -o mail/bill   into another folder
        cardshot new event --brand accent=#0F766E,font=Quicksand
      """)

  @Argument(
    help: "The template's name; 'cardshot list templates' prints all names.",
    completion: .custom { _, _, _ in (try? BundledTemplates.shelf().names) ?? [] })
  var name: String?

  @Option(
    name: .shortAndLong,
    help: "The new folder for the template. (default: the template's name)",
    completion: .directory)
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Your brand: accent, font, headingFont and radius, separated by commas.",
      valueName: "token=value,…"))
  var brand: String?

  @Flag(help: "Overwrite existing files.")
  var force = false

  @Flag(help: "Print the available templates.")
  var list = false

  @Flag(help: "Print the written files as JSON.")
  var json = false

  func validate() throws {
    if list {
      try refuse(name != nil, "--list prints all templates; remove the name.")
      return
    }
    try refuse(
      name?.isEmpty != false, "Give the name of a template; 'cardshot new --list' prints them.")
    try refuse(output == "", "--output must not be empty.")
    _ = try tokens()
  }

  func run() throws {
    if list {
      var listing = ListCommand()
      (listing.topic, listing.name, listing.json) = (.templates, nil, json)
      (listing.properties, listing.markdown) = (false, false)
      return try listing.run()
    }
    let printer = IssuePrinter(isJSON: json, isQuiet: false)
    let written = try printer.reporting {
      var files = try BundledTemplates.shelf().template(name ?? "").files(brand: try tokens())
      DeckTemplate.addSchema(Array(JSONDump.write(SchemaDocument.root, pretty: false).utf8), to: &files)
      return try write(files)
    }
    tell(written)
  }

  /// The folder for the new files.
  private var folder: String { output ?? name ?? "" }

  private func tokens() throws -> [(name: String, value: String)] {
    try (brand ?? "").split(separator: ",").map { pair in
      let sides = pair.split(separator: "=", maxSplits: 1).map(String.init)
      try refuse(
        sides.count != 2, "--brand must be token=value, found '\(Printable.line(String(pair)))'.")
      return (sides[0], sides[1])
    }
  }

  /// Writes the files.
  ///
  /// Without `--force` it writes none of them if one already exists.
  private func write(_ files: [DeckTemplate.File]) throws -> [JSONNode] {
    if !force, let error = DeckError(try files.compactMap(conflict)) { throw error }
    return try files.map { file in
      let path = try FileTree.makeFolders(for: file.path, below: folder)
      try FileWriting.write(file.bytes, to: path)
      return .object(["path": .of(path), "bytes": .of(file.bytes.count)])
    }
  }

  private func conflict(_ file: DeckTemplate.File) throws(RasterError) -> DeckIssue? {
    let path = try FileTree.place(of: file.path, below: folder)
    guard try FileTree.kind(of: path) != nil else { return nil }
    return DeckIssue(
      .error, file: path, message: "the file already exists",
      hint: "choose another folder with --output, or overwrite it with --force")
  }

  private func tell(_ written: [JSONNode]) {
    if json {
      let document = JSONNode.object([
        ("ok", .of(true)), ("outputs", .list(written)), ("command", .of(command)),
      ])
      return StandardStreams.output(JSONDump.write(document, pretty: true) + "\n")
    }
    let paths = written.compactMap { node -> String? in
      guard case .string(let path)? = node["path"]?.value else { return nil }
      return "wrote \(Printable.line(path))\n"
    }
    StandardStreams.output(paths.joined() + "render it with\n  \(Printable.line(command))\n")
  }

  /// The command line that renders the new deck.
  private var command: String {
    let picture = FilePath.join(folder, "\(name ?? "").png")
    let words = [
      FilePath.join(folder, "deck.json"), "--data", FilePath.join(folder, "data.json"), "-o", picture,
    ]
    return (["cardshot"] + words.map(Self.quoted)).joined(separator: " ")
  }

  /// A word quoted for a shell.
  private static func quoted(_ word: String) -> String {
    let plain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./".contains($0)) }
    return plain ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}

extension BundledTemplates {
  /// The templates that ship with the program.
  ///
  /// - Throws: a `DeckError` that lists the searched places if the templates are in none of them.
  static func shelf() throws(DeckError) -> DeckTemplates {
    guard let folder = directory() else {
      let places = candidates().prefix(2).joined(separator: " and ")
      throw DeckError(message: "the bundled templates are missing", hint: "looked in \(places)")
    }
    return try DeckTemplates(folder: folder)
  }
}
