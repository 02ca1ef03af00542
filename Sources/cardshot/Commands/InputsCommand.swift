import ArgumentParser
import CardParts
import CardRaster

struct InputsCommand: ParsableCommand {
  /// The form of the answer.
  enum Form: String, CaseIterable, ExpressibleByArgument {
    case text
    case jsonSchema = "json-schema"
    case typescript, python, swift
  }

  static let configuration = CommandConfiguration(
    commandName: "inputs",
    abstract: "Print the values that a deck takes from outside, or types for them in a programming language.",
    discussion: """
      EXAMPLES
        cardshot inputs deck.json                 a list for people
        cardshot inputs deck.json --format typescript > inputs.ts

      A deck declares them under 'inputs'.
      """)

  @Argument(help: "The deck, or - for standard input.", completion: .file(extensions: ["json"]))
  var deck: String

  @Option(help: "text, json-schema, typescript, python or swift.")
  var format = Form.text

  @Option(help: "The name of the type. (default: the deck's name and Inputs)")
  var name: String?

  @Flag(help: "Print the list as JSON.")
  var json = false

  func validate() throws {
    try refuse(json && format != .text, "--json cannot be combined with --format.")
    guard let name else { return }
    try refuse(format == .text, "--name is for --format.")
    guard let first = name.first, first.isLetter,
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else { throw ValidationError("--name must be letters and digits, such as ProductInputs.") }
  }

  func run() throws {
    let printer = IssuePrinter(isJSON: json, isQuiet: false)
    let inputs = try printer.reporting {
      let source = try DeckChoices.load(deck)
      var issues: [DeckIssue] = []
      let inputs = source.inputs { issues.append($0) }
      if let error = DeckError(issues) { throw error }
      if source.root["inputs"] == nil {
        throw DeckError(
          source.issue(
            .error, at: .root, "the deck does not declare its inputs", hint: "add 'inputs' to the deck",
            code: .missingValue))
      }
      return inputs
    }
    guard let form = InputTypes.Form(rawValue: format.rawValue) else {
      return StandardStreams.output(json ? JSONDump.write(list(inputs), pretty: true) + "\n" : table(inputs))
    }
    let types = InputTypes(inputs, name: name ?? InputTypes.name(of: deck), file: DeckChoices.name(of: deck))
    StandardStreams.output(types.text(form))
  }

  /// The inputs with those in lists and objects, by their paths.
  private func all(_ inputs: [Input], in outer: String = "") -> [(path: String, input: Input)] {
    inputs.flatMap { input -> [(path: String, input: Input)] in
      let name = input.name.isEmpty ? "[]" : outer.isEmpty ? input.name : "." + input.name
      // Objects in lists have no row of their own.
      let rows = name == "[]" && input.kind == .object ? [] : [(outer + name, input)]
      return rows + all(input.members, in: outer + name)
    }
  }

  private func list(_ inputs: [Input]) -> JSONNode {
    let entries = all(inputs).map { path, input in
      JSONNode.object(present: [
        "path": .of(path), "type": .of(input.kind.rawValue), "expected": .of(input.expectation),
        "required": .of(input.isRequired), "default": input.standard,
        "description": input.summary.map { .of($0) },
      ])
    }
    return .object(["inputs": .list(entries)])
  }

  private func table(_ inputs: [Input]) -> String {
    let rows = all(inputs).map { path, input in
      var facts = input.expectation
      if input.isRequired { facts += ", required" }
      if let standard = input.standard { facts += ", default " + JSONDump.write(standard, pretty: false) }
      return (path, facts, input.summary ?? "")
    }
    let widths = (rows.map(\.0.count).max() ?? 0, min(60, rows.map(\.1.count).max() ?? 0))
    return rows.map { path, facts, summary in
      let line = path.padded(to: widths.0) + "  " + (summary.isEmpty ? facts : facts.padded(to: widths.1))
      return Printable.line(summary.isEmpty ? line : "\(line)  \(summary)") + "\n"
    }.joined()
  }
}
