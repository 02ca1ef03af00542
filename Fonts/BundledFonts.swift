/// The fonts that travel with cardshot.
public enum BundledFonts {
  private static let folder = BundledFolder(
    target: "BundledFonts", installed: "Fonts", known: "Inter/Inter-Regular.otf")

  /// The folder that holds the fonts, or nil when it is in none of the places of `candidates()`.
  public static func directory() -> String? { folder.directory() }

  /// Where the folder is looked for, the first place first; for an error message.
  public static func candidates() -> [String] { folder.candidates() }
}
