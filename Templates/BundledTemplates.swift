internal import BundledFonts

/// The templates that travel with cardshot: a folder each, with a deck, its data and its pictures.
public enum BundledTemplates {
  private static let folder = BundledFolder(
    target: "BundledTemplates", installed: "Templates", known: "invoice/deck.json")

  /// The folder that holds the templates, or nil when it is in none of the places of `candidates()`.
  public static func directory() -> String? { folder.directory() }

  /// Where the folder is looked for, the first place first; for an error message.
  public static func candidates() -> [String] { folder.candidates() }
}
