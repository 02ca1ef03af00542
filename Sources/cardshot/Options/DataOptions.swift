import ArgumentParser
import CardParts
import CardRaster

/// What decks of a run are filled with, over what a plan says.
struct DataOptions: ParsableArguments {
  @Option(
    help: """
      A JSON file with values for bindings, laid over the decks' own in the place of the plan's; may be given again.
      """, completion: .file(extensions: ["json"]))
  var data: [String] = []

  @Option(
    help: ArgumentHelp(
      "A value for a binding, over all others, in the place of the plan's; may be given again.",
      valueName: "path=value"))
  var set: [String] = []

  @Option(
    help: ArgumentHelp(
      "The day that counts as today, such as 2026-11-21; wins over the decks' own and the plan's.",
      valueName: "day"), transform: DeckChoices.day)
  var date: CalendarDate?

  func validate() throws {
    if data.contains("") { throw ValidationError("--data must not be empty.") }
    try DeckChoices.check(assignments: set)
  }

  /// What was said goes over the settings of a run.
  ///
  /// - Parameter folder: the plan's, in which its own paths begin; these begin where the program runs.
  func decide(_ settings: inout GoldenSettings, folder: String) {
    settings.data = data.isEmpty ? nil : data.map { folder == "." ? $0 : FilePath.identity($0) }
    settings.assignments = set.isEmpty ? nil : set
    settings.date = date
  }
}
