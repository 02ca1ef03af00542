import ArgumentParser
import CardGoldens
import CardParts
import CardRaster

/// The options for the places of goldens that `test` and `approve` share.
struct GoldenPlaces: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The plan of the run. (default: \(GoldenPlan.fileName) in the current folder, if it exists)",
      valueName: "file"), completion: .file(extensions: ["json"]))
  var config: String?

  @Option(
    help: ArgumentHelp("The folder of the goldens. (default: the plan's, or Goldens)", valueName: "folder"),
    completion: .directory)
  var goldens: String?

  @Option(
    help: ArgumentHelp(
      "Store checksums in this file, one line for each golden, instead of pictures in a folder.",
      valueName: "file"),
    completion: .file())
  var lock: String?

  @OptionGroup var results: FailuresOption

  var failures: String? { results.failures }

  func validate() throws {
    for (value, name) in [(config, "config"), (goldens, "goldens"), (lock, "lock")] {
      try refuse(value?.isEmpty == true, "--\(name) must not be empty.")
    }
    try refuse(
      goldens != nil && lock != nil,
      "Goldens are pictures in a folder or checksums in a lock file: use --goldens or --lock, not both.")
  }

  /// The request of the plan, overridden by the command line.
  func request() throws(DeckError) -> GoldenRequest {
    var request = GoldenRequest(try plan())
    if let goldens { (request.goldens, request.lock) = (goldens, nil) }
    if let lock { request.lock = lock }
    if let failures { request.failures = failures }
    return request
  }

  /// The plan: the file given by `--config`, the one in the working directory, or an empty plan.
  ///
  /// A plan found in the working directory may be untrusted, so every path in it must stay inside that
  /// directory.
  private func plan() throws(DeckError) -> GoldenPlan {
    if let config {
      let bytes = try DeckError.wrapping(try FileReading.read(path: config, limit: Limits.jsonBytes))
      return try GoldenPlan(bytes, file: config, folder: FilePath.directory(of: config))
    }
    let path = GoldenPlan.fileName
    let bytes = try DeckError.wrapping(
      try FileTree.kind(of: path) == nil
        ? nil : FileReading.read(path: path, foundIn: ".", limit: Limits.jsonBytes))
    guard let bytes else { return GoldenPlan(folder: ".") }
    let plan = try GoldenPlan(bytes, file: path, folder: ".")
    try plan.checkPathsStay()
    return plan
  }
}

/// The folder for the results of a run.
struct FailuresOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder for the report and the pictures of failures. (default: out/failures, or the plan's)",
      valueName: "folder"), completion: .directory)
  var failures: String?

  func validate() throws {
    try refuse(failures?.isEmpty == true, "--failures must not be empty.")
  }
}

/// The command to run after a failed run.
extension GoldenPlaces {
  /// - Parameter choice: the pictures: the approvals file, `--all`, or nothing.
  func approvalCommand(_ choice: String) -> String {
    Self.approvalCommand(
      choice, [("config", config), ("goldens", goldens), ("lock", lock), ("failures", failures)])
  }

  static func approvalCommand(_ choice: String, _ options: [(name: String, value: String?)]) -> String {
    // Without a choice, the command is only named.
    guard !choice.isEmpty else { return "cardshot approve" }
    var words = ["cardshot", "approve", choice]
    for (name, value) in options {
      if let value { words += ["--\(name)", quoted(value)] }
    }
    return words.joined(separator: " ")
  }

  /// A word quoted for a shell.
  private static func quoted(_ word: String) -> String {
    let plain = word.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "-_./@%+,:".unicodeScalars.contains(scalar)
    }
    return plain ? word : "'\(word.replacing("'", with: "'\\''"))'"
  }
}
