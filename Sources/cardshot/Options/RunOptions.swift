import ArgumentParser
import CardGoldens
import CardRaster

/// Where the outcome of a run of goldens goes beside standard output: what `test` and `merge` take alike.
struct RunFileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the run as JUnit XML, for build servers; - for standard output.", valueName: "file"),
    completion: .file(extensions: ["xml"]))
  var junit: String?

  func validate() throws {
    if junit?.isEmpty == true { throw ValidationError("--junit must not be empty.") }
  }

  /// Writes the file for build servers; that it could not be written becomes an outcome of the run.
  func write(_ run: inout GoldenRun, failures: String) {
    guard let junit else { return }
    run.tell(failures) { run throws(RasterError) in
      try FileWriting.writeOutput(Array(JUnitReport(run).text.utf8), to: junit)
    }
  }

  /// Whether standard output is taken by the file for build servers, and words go to standard error.
  var takesOutput: Bool { junit == "-" }
}

/// How much a run of goldens prints.
struct RunPrintOptions: ParsableArguments {
  @Flag(help: "Print nothing but what is not green.")
  var quiet = false

  @Flag(help: "Print the run as JSON.")
  var json = false
}

/// What commands take that compare files of somebody else.
struct ComparedFileOptions: ParsableArguments {
  @Option(sandbox: SandboxChoice.helpOfFiles)
  var sandbox: SandboxChoice = .auto

  @Flag(help: "Print nothing but errors.")
  var quiet = false
}
