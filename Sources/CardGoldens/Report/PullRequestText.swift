import CardParts
package import CardRaster

/// A run as a comment on a pull request: Markdown for GitHub, GitLab and Gitea, with small pictures.
///
/// The comment starts with a mark, by which a script finds and replaces the comment of an earlier run. The
/// worst changes are first. Names are written in code spans on one line, so they cannot become markup or
/// mention anyone. The comment is shorter than `mostBytes`.
package struct PullRequestText: Sendable {
  /// The first line of every comment.
  package static let mark = "<!-- cardshot -->"
  /// Maximum size of a comment in bytes; GitHub allows 65,536 characters.
  package static let mostBytes = 60_000
  /// Maximum number of groups of pictures that are shown.
  private static let most = 20

  private let run: GoldenRun
  private let command: String
  private let report: String?
  private let pictures: String?

  /// Creates the comment of a run.
  ///
  /// - Parameters:
  ///   - command: the command that accepts the pictures.
  ///   - report: the address of the HTML report; nil without one.
  ///   - pictures: the address of the folder of the small pictures; nil to show none.
  package init(_ run: GoldenRun, command: String, report: String?, pictures: String?) {
    (self.run, self.command, self.report, self.pictures) = (run, command, report, pictures)
  }

  /// The groups of outcomes that need a review, the worst first.
  private var groups: [[GoldenOutcome]] {
    let rank: [GoldenOutcome.Verdict] = [.broken, .failed, .orphaned, .missing, .recorded]
    func share(_ outcome: GoldenOutcome?) -> Double {
      outcome?.figures.map { Double($0.differingPixels) / Double(max(1, $0.comparedPixels)) } ?? 0
    }
    func key(_ group: [GoldenOutcome]) -> (Int, Double) {
      (group.first.flatMap { rank.firstIndex(of: $0.verdict) } ?? rank.count, -share(group.first))
    }
    let groups = run.groups.map(\.outcomes).filter { !($0.first?.verdict.isGreen ?? true) }
    return groups.enumerated().sorted { a, b in
      let (one, other) = (key(a.element), key(b.element))
      return one != other ? one < other : a.offset < b.offset
    }.map(\.element)
  }

  /// The comment.
  package var text: String {
    let groups = groups
    var head = [Self.mark, "### \(run.isReview ? "Pictures" : "Goldens")", "", RunReport(run).summary, ""]
    if let report { head += ["[Full report](\(report))", ""] }
    var foot: [String] = []
    if run.outcomes.contains(where: \.isApprovable) {
      let line = Printable.line(command)
      // A fence must be longer than any run of backticks in the command.
      let fence = String(repeating: "`", count: max(3, line.count { $0 == "`" } + 1))
      foot = ["To accept all of them, run this where the report is:", "", fence + "sh", line, fence, ""]
    }
    func bytes(_ lines: [String]) -> Int { lines.reduce(0) { $0 + $1.utf8.count + 1 } }
    var room = Self.mostBytes - bytes(head) - bytes(foot) - 100
    var body: [String] = []
    var shown = 0
    for group in groups.prefix(Self.most) {
      let lines = self.lines(group)
      guard bytes(lines) <= room else { break }
      room -= bytes(lines)
      body += lines
      shown += 1
    }
    if groups.count > shown { body += ["and \(groups.count - shown) more in the report", ""] }
    return (head + body + foot).joined(separator: "\n")
  }

  private func lines(_ group: [GoldenOutcome]) -> [String] {
    guard let first = group.first else { return [] }
    let more = group.count > 1 ? " and \(group.count - 1) more with the same change" : ""
    var lines = ["**\(first.word)** \(Self.code(first.name))\(more)", "", "- \(Self.code(first.message))"]
    lines += first.changes.prefix(3).map { "- \(Self.code($0.sentence))" }
    lines += first.issues.prefix(2).map { "- \(Self.code($0.text))" }
    lines.append("")
    if let pictures, Self.source(of: first) != nil {
      let folder = pictures.hasSuffix("/") ? pictures : pictures + "/"
      lines += ["![\(first.word)](\(folder)\(Self.fileName(of: first)))", ""]
    }
    return lines
  }

  /// A text as a code span.
  private static func code(_ text: String) -> String {
    "`\(GoldenName.harmless(text, most: 400).replacing("`", with: "'"))`"
  }

  /// The picture to show: the strip, or the only picture.
  private static func source(of outcome: GoldenOutcome) -> String? {
    let picture = outcome.shownPicture ?? (outcome.verdict == .orphaned ? outcome.golden : nil)
    return picture.flatMap { FilePath.pathExtension(of: $0) == "pdf" ? nil : $0 }
  }

  /// The name of a small picture: equal in every run, and without special characters.
  private static func fileName(of outcome: GoldenOutcome) -> String {
    let letters = outcome.name.utf8.suffix(40).map { byte in
      byte.isLetterOrDigit ? Character(Unicode.Scalar(byte)) : "-"
    }
    return "\(String(letters))-\(SHA256.hex(Array(outcome.name.utf8)).prefix(8)).png"
  }

  /// Writes the small pictures of the comment into a folder, and removes those of an earlier comment.
  ///
  /// - Throws: `RasterError.file` if the folder cannot be written.
  package func writePictures(to folder: String) throws(RasterError) {
    try FileTree.makeFolder(folder)
    for entry in try FileTree.entries(below: folder)
    where entry.path.wholeMatch(of: /[A-Za-z0-9-]*-[0-9a-f]{8}\.png/) != nil {
      try FileTree.removeFile(FilePath.join(folder, entry.path))
    }
    for outcome in groups.prefix(Self.most).compactMap(\.first) {
      guard let path = Self.source(of: outcome),
        let picture = try? PictureCheck.bitmap(path, foundIn: FilePath.directory(of: path))
      else { continue }
      let small = picture.reduced(toFit: (900, 600))
      try FileWriting.writeFile(
        try PNGEncoder.encode(small, scale: 1), to: FilePath.join(folder, Self.fileName(of: outcome)),
        below: folder)
    }
  }
}
