import ArgumentParser
import CardGoldens
import CardParts
import CardRaster

/// Copies pictures of the last run over their goldens.
struct ApproveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "approve", abstract: "Accept pictures of the last run of 'cardshot test' or 'review'.",
    discussion: """
      Pictures are chosen by an approvals file, which report.html writes, by the names of goldens, or by \
      --all. An approval is valid for the picture that was approved: after another run, review it again. After \
      'cardshot review', give its folder of expected pictures with --goldens.

      EXAMPLES
        cardshot approve cardshot-approvals.json    everything approved in the report
        cardshot approve offers/welcome@2x.dark     one golden
        cardshot approve --like offers/welcome      all with the same change
        cardshot approve --all                      every picture of the last run
        cardshot approve --all --goldens expected   those of 'cardshot review'

      EXIT STATUS
        0 all pictures are goldens now, 1 some are not: a picture has changed since,
        or does not exist, 2 there is nothing to approve, or a file is invalid,
        64 wrong usage
      """)

  @Argument(
    help: "An approvals file (*.json), or names of goldens.",
    completion: .file(extensions: ["json"]))
  var wanted: [String] = []

  @Flag(help: "Approve every picture of the last run.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "Approve every golden with the same change as this one; can be repeated.", valueName: "name")
  )
  var like: [String] = []

  @OptionGroup var places: GoldenPlaces

  @Flag(help: "Print only pictures that were not approved.")
  var quiet = false

  @Flag(help: "Print the approved and rejected goldens as JSON.")
  var json = false

  func validate() throws {
    try refuse(all && !like.isEmpty, "--all approves everything; remove --like.")
    try refuse(all && !wanted.isEmpty, "--all approves everything; remove the file or the names.")
    try refuse(
      !all && wanted.isEmpty && like.isEmpty, "Give an approvals file, names of goldens, --like, or --all.")
    try refuse((wanted + like).contains(""), "The name of a golden must not be empty.")
  }

  func run() throws {
    let printer = IssuePrinter(isJSON: json, isQuiet: quiet)
    let answers = try printer.reporting {
      let request = try places.request()
      let approval = GoldenApproval(goldens: request.goldens, lock: request.lock, failures: request.failures)
      return try approval.approve(try wishes(approval))
    }
    tell(answers)
    if answers.contains(where: { !$0.isApproved }) { throw ExitCode.different }
  }

  /// The pictures to approve.
  ///
  /// Errors in files and names are all reported before any file is written.
  private func wishes(_ approval: GoldenApproval) throws(DeckError) -> [GoldenApproval.Wish] {
    if all { return try approval.lastRun().pictures.map { GoldenApproval.Wish(name: $0.name.text) } }
    var wishes: [GoldenApproval.Wish] = []
    var issues: [DeckIssue] = []
    for text in wanted {
      if FilePath.pathExtension(of: text) == "json" {
        do throws(DeckError) { wishes += try Self.read(text) } catch { issues += error.issues }
        continue
      }
      do throws(GoldenError) {
        wishes.append(GoldenApproval.Wish(name: try GoldenName(text).text))
      } catch {
        issues.append(DeckIssue(.error, file: "", message: error.message))
      }
    }
    if let error = DeckError(issues) { throw error }
    for name in like { wishes += Self.alike(name, try approval.lastRun()) }
    var seen: Set<GoldenApproval.Wish> = []
    return wishes.filter { seen.insert($0).inserted }
  }

  /// All pictures of the last run with the same change as one of them.
  private static func alike(_ name: String, _ last: LastRun) -> [GoldenApproval.Wish] {
    // A name that is not in the last run, or has no change to compare, is passed on; approving it reports the
    // reason.
    guard let cause = last.pictures.first(where: { $0.name.text == name })?.cause else {
      return [GoldenApproval.Wish(name: name)]
    }
    return last.pictures.filter { $0.cause == cause }.map { GoldenApproval.Wish(name: $0.name.text) }
  }

  private static func read(_ path: String) throws(DeckError) -> [GoldenApproval.Wish] {
    let bytes = try DeckError.wrapping(try FileReading.read(path: path, limit: Limits.jsonBytes))
    return try Approvals(bytes, file: path).approved.map {
      GoldenApproval.Wish(name: $0.name, fingerprint: $0.fingerprint)
    }
  }

  private func tell(_ answers: [GoldenApproval.Answer]) {
    if json {
      let list = answers.map { answer in
        JSONNode.object([
          ("name", .of(answer.name)), ("approved", .of(answer.isApproved)), ("message", .of(answer.message)),
        ])
      }
      let isOK = answers.allSatisfy(\.isApproved)
      StandardStreams.output(
        JSONDump.write(.object(["ok": .of(isOK), "goldens": .list(list)]), pretty: true) + "\n")
      return
    }
    for answer in answers where !answer.isApproved {
      StandardStreams.error(Printable.line("not approved: \(answer.name): \(answer.message)") + "\n")
    }
    guard !quiet else { return }
    for answer in answers where answer.isApproved {
      StandardStreams.output(Printable.line("approved \(answer.name): \(answer.message)") + "\n")
    }
  }
}
