import CardParts
package import CardRaster

/// The paths of goldens, their layouts and the files written on failure.
///
/// In the folder of goldens, the golden `mail/offer` is `mail/offer.png`, with `mail/offer.layout.json` if
/// layouts are stored. In the folder of failures, it writes `mail/offer.actual.png`,
/// `mail/offer.actual.layout.json`, `mail/offer.strip.png` and `mail/offer.overlay.png`.
package enum GoldenFiles {
  /// The extension of a golden's picture.
  package static let pictureEnding = ".png"
  /// The extension of the layout next to a picture.
  package static let layoutEnding = ".layout.json"

  /// The files written on failure.
  package enum Artefact: String, CaseIterable, Hashable, Sendable {
    /// The picture of this run.
    case actual = ".actual.png"
    /// The expected page of a PDF file.
    case expected = ".expected.png"
    /// The layout of this run.
    ///
    /// Approving the picture stores it next to the golden.
    case actualLayout = ".actual.layout.json"
    /// The strip *expected | difference | actual*.
    case strip = ".strip.png"
    /// The picture of the difference alone.
    case overlay = ".overlay.png"
  }

  /// The path of a golden's picture; `folder` is the folder of goldens.
  package static func picture(_ name: GoldenName, in folder: String) -> String {
    FilePath.join(folder, name.text + pictureEnding)
  }

  /// The path of a golden's layout; `folder` is the folder of goldens.
  package static func layoutPath(of name: GoldenName, in folder: String) -> String {
    FilePath.join(folder, name.text + layoutEnding)
  }

  /// Creates the folder of failures.
  ///
  /// A new or empty folder gets a `.gitignore` for its content.
  ///
  /// - Throws: `RasterError.file`.
  package static func makeFailures(_ folder: String) throws(RasterError) {
    guard !FileTree.isFolder(folder) || FileTree.isEmptyFolder(folder) else { return }
    try FileTree.makeFolder(folder)
    try FileWriting.writeFile(Array("*\n".utf8), to: FilePath.join(folder, ".gitignore"))
  }

  /// Removes the files of an earlier failure of a golden; `folder` is the folder of failures.
  ///
  /// - Throws: `RasterError.file` if a file cannot be removed.
  package static func removeArtefacts(of name: GoldenName, in folder: String) throws(RasterError) {
    guard FileTree.isFolder(folder) else { return }
    for file in Artefact.allCases.map({ name.text + $0.rawValue }) + [copy(of: name)] {
      try FileTree.removeFile(try FileTree.place(of: file, below: folder))
    }
  }

  /// The extensions of files that a review compares.
  static let endings: Set<String> = ["png", "jpg", "jpeg", "webp", "pdf"]

  /// The path of the copy of a reviewed file, below the folder of failures.
  ///
  /// It has the extension of the file, which may not be a PNG picture.
  package static func copy(of name: GoldenName) -> String {
    let ending = FilePath.pathExtension(of: name.text)
    return name.text + (endings.contains(ending) ? ".actual.\(ending)" : Artefact.actual.rawValue)
  }
}

/// The hexadecimal text of a SHA-256 checksum.
enum Fingerprint {
  /// Whether a text is 64 lowercase hexadecimal digits.
  static func isOne(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) }
  }

  /// The fingerprint of a layout.
  static func of(_ layout: LayoutSnapshot) -> String { SHA256.hex(Array(layout.json.utf8)) }
}
