import ArgumentParser
import CardParts
import CardRaster

/// The files that a command line names: none that is read may be written over, none is written twice, and each of the
/// standard streams is one file.
struct NamedFiles {
  /// A file that is read.
  struct Input {
    let path: String
    /// What it is, behind "which is".
    let role: String
  }

  /// A file that is written.
  struct Output {
    let path: String
    /// The option that names it.
    let option: String
  }

  var inputs: [Input] = []
  var outputs: [Output] = []

  /// The files that no row may be written over.
  var read: [RowNameCheck.ReadFile] {
    inputs.filter { $0.path != "-" }.map { RowNameCheck.ReadFile($0.path, role: $0.role) }
  }

  /// Refuses outputs that are inputs, or one another, however their paths are spelled, and a second use of a stream.
  func check() throws {
    let streams = inputs.filter { $0.path == "-" }.map(\.role)
    if streams.count > 1 {
      throw ValidationError(
        "Standard input can be read once; give - for one file only: it is \(streams[0]), and \(streams[1]).")
    }
    let streamed = outputs.filter { $0.path == "-" }.map(\.option)
    if streamed.count > 1 {
      throw ValidationError("\(streamed[0]) and \(streamed[1]) both write to standard output.")
    }
    let read = inputs.compactMap { input in Self.identity(input.path).map { (input, $0) } }
    var written: [String: Output] = [:]
    for output in outputs {
      guard let identity = Self.identity(output.path) else { continue }
      if let input = read.first(where: { $0.1 == identity })?.0 {
        let spelled = input.path == output.path ? "" : " '\(Printable.line(output.path))'"
        throw ValidationError(
          "\(output.option)\(spelled) would write over '\(Printable.line(input.path))', which is \(input.role)."
        )
      }
      if let other = written.updateValue(output, forKey: identity) {
        throw ValidationError(
          other.option == output.option
            ? "Two outputs have one name: '\(Printable.line(other.path))' and '\(Printable.line(output.path))'."
            : "\(other.option) and \(output.option) both name '\(Printable.line(output.path))'.")
      }
    }
  }

  /// The path by which a file is known; nil for what is no file, such as a pipe, which may be read and written.
  private static func identity(_ path: String) -> String? {
    guard path != "-" else { return nil }
    let identity = FilePath.identity(path)
    guard let kind = try? FileTree.kind(of: identity) else { return identity }
    return kind == .other ? nil : identity
  }
}

extension DeckChoices {
  /// The files that are read for a deck.
  func inputs(of deck: String) -> [NamedFiles.Input] {
    var inputs = [NamedFiles.Input(path: deck, role: "the deck")]
    inputs += data.map { NamedFiles.Input(path: $0, role: "read by --data") }
    if let theme, deck != "-" {
      let path = FilePath.join(FilePath.directory(of: deck), theme)
      if GrowingFile.size(of: path) != nil { inputs.append(NamedFiles.Input(path: path, role: "the theme")) }
    }
    return inputs
  }
}

extension DataOptions {
  /// The files that are read for bindings.
  var namedInputs: [NamedFiles.Input] { data.map { NamedFiles.Input(path: $0, role: "read by --data") } }
}

extension ComparisonOptions {
  /// The files that are read to compare pictures.
  var namedInputs: [NamedFiles.Input] { mask.map { [NamedFiles.Input(path: $0, role: "the mask")] } ?? [] }
}

extension RunFileOptions {
  /// Refuses a file for build servers that is one of those that are read, and another use of a stream.
  ///
  /// - Parameter streamed: options that write to standard output, where they are given.
  func check(against inputs: [NamedFiles.Input], streamed: [(option: String, isGiven: Bool)]) throws {
    var files = NamedFiles(inputs: inputs)
    if let junit { files.outputs.append(NamedFiles.Output(path: junit, option: "--junit")) }
    files.outputs += streamed.filter(\.isGiven).map { NamedFiles.Output(path: "-", option: $0.option) }
    try files.check()
  }
}
