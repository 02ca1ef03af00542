package import CardRaster

/// Where the files of goldens lie: the pictures with their layouts, and what a failure leaves.
///
/// Below the folder of goldens a golden `mail/offer` is `mail/offer.png`, with `mail/offer.layout.json` where layouts
/// are kept. Below the folder of failures it leaves `mail/offer.actual.png`, `mail/offer.actual.layout.json`,
/// `mail/offer.strip.png` and `mail/offer.overlay.png`.
package enum GoldenFiles {
  /// The ending of a golden's picture.
  package static let pictureEnding = ".png"
  /// The ending of a layout beside a picture.
  package static let layoutEnding = ".layout.json"

  /// What a failure leaves.
  package enum Artefact: String, CaseIterable, Hashable, Sendable {
    /// The picture of this run.
    case actual = ".actual.png"
    /// The layout of this run, which is kept beside the picture when that is approved.
    case actualLayout = ".actual.layout.json"
    /// The strip *expected | difference | actual*.
    case strip = ".strip.png"
    /// The picture of the difference alone.
    case overlay = ".overlay.png"
  }

  /// The path of a golden's picture; `folder` is that of goldens.
  package static func picture(_ name: GoldenName, in folder: String) -> String {
    FilePath.join(folder, name.text + pictureEnding)
  }

  /// The path of a golden's layout; `folder` is that of goldens.
  package static func layout(_ name: GoldenName, in folder: String) -> String {
    FilePath.join(folder, name.text + layoutEnding)
  }

  /// The path of what a failure leaves; `folder` is that of failures.
  package static func artefact(_ artefact: Artefact, _ name: GoldenName, in folder: String) -> String {
    FilePath.join(folder, name.text + artefact.rawValue)
  }

  /// Makes the folder of failures; a new one, or one in which nothing is, tells git to leave it alone.
  ///
  /// - Throws: `RasterError.file`.
  package static func makeFailures(_ folder: String) throws(RasterError) {
    guard !FileTree.isFolder(folder) || FileTree.isEmptyFolder(folder) else { return }
    try FileTree.makeFolder(folder)
    try FileWriting.writeFile(Array("*\n".utf8), to: FilePath.join(folder, ".gitignore"))
  }

  /// Removes what an earlier failure of a golden left; `folder` is that of failures.
  ///
  /// - Throws: `RasterError.file` when something is there and cannot be removed.
  package static func removeArtefacts(of name: GoldenName, in folder: String) throws(RasterError) {
    guard FileTree.isFolder(folder) else { return }
    for artefact in Artefact.allCases {
      try FileTree.removeFile(try FileTree.place(of: name.text + artefact.rawValue, below: folder))
    }
  }
}
