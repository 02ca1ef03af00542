import CardRaster

/// The text printed by `--version`.
enum Version {
  static let number = "1.0.0-rc.1"

  static var text: String {
    "cardshot \(number)\n" + LibraryVersions.all.map { "\($0.name) \($0.version)" }.joined(separator: "\n")
  }
}
