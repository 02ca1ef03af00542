import ArgumentParser
import CardParts

/// Prints the schema of decks, or that of plans.
struct SchemaCommand: ParsableCommand {
  /// What has a schema.
  enum Topic: String, ExpressibleByArgument, CaseIterable {
    case deck, test
  }

  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema (2020-12) of a deck, for editors and validators.")

  @Argument(help: "deck, or test for the plan of 'cardshot test'.")
  var topic: Topic = .deck

  @Flag(help: "Print it with line breaks and indents, for people.")
  var pretty = false

  func run() throws {
    let schema =
      switch topic {
      case .deck: SchemaDocument.root
      case .test: GoldenPlan.schema
      }
    StandardStreams.output(JSONDump.write(schema, pretty: pretty) + "\n")
  }
}
