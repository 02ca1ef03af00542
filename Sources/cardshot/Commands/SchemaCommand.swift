import ArgumentParser
import CardParts

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema (2020-12) of a deck, for editors and validators.")

  @Argument(
    help:
      "deck, test or review (the settings of these commands), or the file of a deck, to include its components."
  )
  var topic = "deck"

  @Flag(help: "Print the schema with line breaks and indentation.")
  var pretty = false

  func run() throws {
    let schema =
      switch topic {
      case "deck": SchemaDocument.root
      case "test": GoldenPlan.schema
      case "review": GoldenPlan.reviewSchema
      default: SchemaDocument.root(for: try deck())
      }
    StandardStreams.output(JSONDump.write(schema, pretty: pretty) + "\n")
  }

  private func deck() throws -> Deck {
    let printer = IssuePrinter(isJSON: false, isQuiet: false, outputIsTaken: true)
    return try printer.reporting { try DeckChoices.load(topic) }
  }
}
