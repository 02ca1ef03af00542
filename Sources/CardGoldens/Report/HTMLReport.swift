import CardParts
package import CardRaster

/// A run as one self-contained HTML page with pictures, explanations and approval.
///
/// The page contains the run as JSON and each picture as Base64; a small script shows one golden at a time.
/// Goldens that need a review are embedded first, and goldens that passed only up to `passedBytes`. Pictures
/// beyond `pictureBytes` are replaced by a note with their path.
///
/// The page loads nothing from elsewhere. Its content security policy allows only its own pictures, and this
/// script and style by their hashes. So no text of a deck can run, load or send anything. Texts are shown as
/// text, with hidden characters made visible. Equal runs and pictures produce equal pages.
package struct HTMLReport: Sendable {
  package static let fileName = "report.html"
  /// Maximum size of all picture files in a page, in bytes, so that browsers open it without delay.
  package static let pictureBytes = 48 << 20
  /// Maximum size of the picture files of goldens that passed, in bytes.
  ///
  /// Few people look at them.
  package static let passedBytes = 4 << 20

  let run: GoldenRun
  let command: String
  let limit: Int

  /// Creates the report of a run.
  ///
  /// The pictures are read from the paths in its outcomes when the page is generated.
  ///
  /// - Parameters:
  ///   - command: the command that applies the downloaded approvals.
  ///   - pictureBytes: maximum size of all picture files in the page, in bytes.
  package init(
    _ run: GoldenRun, command: String = "cardshot approve \(Approvals.fileName)",
    pictureBytes: Int = HTMLReport.pictureBytes
  ) {
    self.run = run
    self.command = command
    limit = pictureBytes
  }

  /// Writes the page as `report.html` into an existing folder and returns its path.
  ///
  /// - Throws: `RasterError.file` if it cannot be written, or a file of another program has this path.
  @discardableResult
  package func write(to folder: String) throws(RasterError) -> String {
    let path = FilePath.join(folder, Self.fileName)
    guard try !Self.isForeign(path) else {
      throw .file(
        path: path,
        reason: "the file exists and is not a report of cardshot; move it, or choose another folder")
    }
    try FileWriting.writeFile(bytes, to: path)
    return path
  }

  /// Whether the file exists and was written by another program.
  static func isForeign(_ path: String) throws(RasterError) -> Bool {
    guard try FileTree.kind(of: path) == .file else { return false }
    return !String(decoding: try FileReading.beginning(path: path, count: 4096), as: UTF8.self).contains(mark)
  }

  /// A text in the head of every report, and of no other page.
  private static let mark = "· cardshot</title>"

  package var html: String { String(decoding: bytes, as: UTF8.self) }

  /// The page in UTF-8.
  package var bytes: [UInt8] {
    var pictures = ReportPictures(limit: limit, passedLimit: min(limit, Self.passedBytes))
    let data = ReportData(self, &pictures).json
    let script = Self.script
    var out: [UInt8] = []
    out.reserveCapacity(pictures.bytes / 3 * 4 + data.utf8.count + script.utf8.count + Self.style.utf8.count)
    out +=
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy(style: Self.style, script: script))">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <title>\(MarkupText.content(title)) \(Self.mark)
      <link rel="icon" href="data:,">
      <style>\(Self.style)</style>
      </head>
      <body>
      \(plainPage)
      <div id="app" hidden>
      <header id="head"></header>
      <nav id="list" aria-label="Goldens"></nav>
      <main id="main"></main>
      <footer id="foot" aria-label="Approvals" hidden></footer>
      </div>
      <script type="application/json" id="run">\(data)</script>

      """.utf8
    for (number, picture) in pictures.files.enumerated() {
      out += "<script type=\"text/plain\" id=\"picture-\(number)\">".utf8
      Base64.append(picture, to: &out)
      out += "</script>\n".utf8
    }
    out += "<script>\(script)</script>\n</body>\n</html>\n".utf8
    return out
  }

  /// A summary of the run in a few words.
  var title: String {
    let count = run.outcomes.count
    let red = run.outcomes.count { !$0.verdict.isGreen }
    let goldens = "\(run.noun)\(count == 1 ? "" : "s")"
    if count == 0 { return "No \(run.noun) was \(run.isReview ? "compared" : "tested")" }
    return red == 0 ? "\(count) \(goldens), all green" : "\(red) of \(count) \(goldens) need a review"
  }

  /// The page for a browser without scripts: a list of the goldens that need a review.
  private var plainPage: String {
    let items = run.outcomes.filter { !$0.verdict.isGreen }.map { outcome in
      let words = [outcome.message] + outcome.issues.map(\.text) + outcome.changes.map(\.sentence)
      return "<li><b>\(outcome.word)</b> <bdi>\(MarkupText.attribute(outcome.name))</bdi>: "
        + words.map(MarkupText.attribute).joined(separator: "; ") + "</li>\n"
    }
    return "<noscript>\n<p>\(MarkupText.content(title)). Pictures and approving need scripts.</p>\n"
      + "<ul>\n\(items.joined())</ul>\n</noscript>"
  }

  /// The script and the style sheet of the page, from the folder `Page`.
  static let script = String(decoding: PackageResources.report_js, as: UTF8.self)
  static let style = String(decoding: PackageResources.report_css, as: UTF8.self)

  /// The content security policy: the page may only show its own content.
  static func policy(style: String, script: String) -> String {
    "default-src 'none'; img-src data:; style-src '\(source(style))'; script-src '\(source(script))'; "
      + "base-uri 'none'; form-action 'none'"
  }

  /// The hash of a text as a source in a content security policy.
  private static func source(_ text: String) -> String {
    let digits = SHA256.hex(Array(text.utf8)).utf8.map { $0 >= 0x61 ? $0 - 0x61 + 10 : $0 - 0x30 }
    let sum = stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    return "sha256-\(Base64.encode(sum))"
  }
}

/// Untrusted text in XML and HTML.
enum MarkupText {
  /// A text as content of an element.
  ///
  /// Hidden characters are made visible; line breaks stay.
  static func content(_ text: String) -> String { Printable.markup(Printable.text(text)) }

  /// A text as a double-quoted attribute value, in one line.
  static func attribute(_ text: String) -> String { Printable.markup(Printable.line(text)) }
}
