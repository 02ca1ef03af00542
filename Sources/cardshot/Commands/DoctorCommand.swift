import ArgumentParser
import CardParts
import CardRaster
import Glibc

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check whether this machine renders the same pictures as others, and explain differences.",
    discussion: """
      Prints the versions of the libraries, verifies the checksums of the bundled fonts, and renders small \
      pictures whose checksums are known for some sets of versions. Run it where goldens are recorded and \
      where they are checked, and compare.

      EXIT STATUS
        0 everything is as expected, 1 something differs, 2 nothing can be rendered,
        64 wrong usage
      """)

  @Flag(help: "Print the findings as JSON.")
  var json = false

  func run() throws {
    let check = try IssuePrinter(isJSON: json, isQuiet: false).reporting { try SystemCheck() }
    let report = DoctorReport(
      check: check, variables: SystemCheck.variables.filter { unsafe getenv($0) != nil })
    StandardStreams.output(json ? report.json : report.text)
    if check.pictures.contains(where: { $0.verdict == .failed }) { throw ExitCode.fault }
    if !check.isFine { throw ExitCode.different }
  }
}
