package import CardParts
import CardRaster

/// Compares one text with its golden, like `PictureCheck` for pictures.
///
/// Every byte counts.
package struct TextCheck: Hashable, Sendable {
  /// The folder of goldens.
  ///
  /// It is created when the first golden is recorded.
  package var goldens: String
  /// The folder for the texts of failures.
  package var failures: String
  /// Which goldens are written.
  package var mode: RecordMode

  package init(goldens: String, failures: String, mode: RecordMode) {
    (self.goldens, self.failures, self.mode) = (goldens, failures, mode)
  }

  /// Compares a text with its golden, or records it.
  ///
  /// - Parameters:
  ///   - text: the text of this run.
  ///   - name: the golden's name.
  ///   - ending: the extension of the file: `.svg`.
  ///   - issues: warnings of the deck, for the outcome.
  package func compareText(
    _ text: String, named name: GoldenName, ending: String, issues: [DeckIssue] = []
  ) -> GoldenOutcome {
    var outcome = GoldenOutcome(
      name: name.text, verdict: .broken, message: "", golden: FilePath.join(goldens, name.text + ending),
      issues: issues)
    outcome.fingerprint = SHA256.hex(Array(text.utf8))
    do throws(RasterError) {
      let actual = name.text + ".actual" + ending
      if FileTree.isFolder(failures) {
        try FileTree.removeFile(try FileTree.place(of: actual, below: failures))
      }
      try decide(Array(text.utf8), name.text + ending, &outcome)
      if outcome.verdict == .failed || outcome.verdict == .missing {
        try GoldenFiles.makeFailures(failures)
        let path = try FileTree.makeFolders(for: actual, below: failures)
        try FileWriting.writeFile(Array(text.utf8), to: path)
        outcome.actual = path
      }
    } catch {
      outcome.settle(.broken, error.message)
    }
    return outcome
  }

  private func decide(_ text: [UInt8], _ file: String, _ outcome: inout GoldenOutcome) throws(RasterError) {
    guard !text.isEmpty else { throw .image(reason: "the text is empty, so nothing can be compared") }
    let path = try FileTree.place(of: file, below: goldens)
    var reason = "the golden did not exist"
    if try FileTree.kind(of: path) == nil {
      guard mode != .never else {
        return outcome.settle(.missing, "the golden does not exist")
      }
    } else {
      let golden = try FileReading.read(path: path, foundIn: goldens, limit: Limits.imageBytes)
      if golden == text, mode != .all {
        return outcome.settle(.passed, "no character differs")
      }
      reason = golden == text ? "no character differs" : TextDifference(golden, text).sentence
      guard mode == .failed || mode == .all else {
        return outcome.settle(.failed, reason)
      }
    }
    try FileWriting.writeFile(text, to: try FileTree.makeFolders(for: file, below: goldens))
    outcome.settle(.recorded, reason)
  }
}

/// The difference between two texts, in words.
package struct TextDifference {
  /// One sentence with the first line that differs: `line 12 is '…' instead of '…', and 3 more lines differ`.
  package let sentence: String

  /// Maximum number of quoted characters before and after the first difference in a line.
  private static let (before, after) = (24, 48)

  package init(_ golden: [UInt8], _ text: [UInt8]) {
    let (old, new) = (Self.lines(golden), Self.lines(text))
    let (start, end) = old.commonEnds(with: new)
    let (gone, come) = (old.count - start - end, new.count - start - end)
    let more = max(gone, come) - 1
    var words = "line \(start + 1) "
    switch (gone > 0, come > 0) {
    case (true, true):
      let (a, b) = Self.parted(old[start], new[start])
      words += "is \(b) instead of \(a)"
    case (true, false): words += "\(Self.quoted(old[start])) is gone"
    default: words += "\(Self.quoted(start < new.count ? new[start] : "")) is new"
    }
    if more > 0 { words += ", and \(more) more line\(more == 1 ? " differs" : "s differ")" }
    sentence = words
  }

  private static func lines(_ text: [UInt8]) -> [String] {
    text.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Excerpts of both lines around the first different character.
  private static func parted(_ old: String, _ new: String) -> (String, String) {
    let (a, b) = (Array(old.unicodeScalars), Array(new.unicodeScalars))
    let start = a.commonEnds(with: b).start
    let from = max(0, start - before)
    func part(_ scalars: [Unicode.Scalar]) -> String {
      let middle = scalars[from..<min(scalars.count, start + after)]
      let text = String(String.UnicodeScalarView(middle))
      return "'\(from > 0 ? "…" : "")\(text)\(start + after < scalars.count ? "…" : "")'"
    }
    return (part(a), part(b))
  }

  private static func quoted(_ line: String) -> String {
    line.count > after ? "'\(line.prefix(after))…'" : "'\(line)'"
  }
}
