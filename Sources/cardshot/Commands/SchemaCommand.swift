import ArgumentParser
import CardParts

/// Prints the schema of decks.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema (2020-12) of a deck, for editors and validators.")

  func run() throws {
    StandardStreams.output(JSONDump.write(SchemaDocument.root, pretty: true) + "\n")
  }
}
