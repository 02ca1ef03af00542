import BundledTemplates
package import CardParts
import Testing

/// The templates bundled with the program.
package enum Templates {
  /// Their names, sorted; empty if their folder does not exist.
  package static let names = (try? shelf().names) ?? []

  /// The collection of all templates.
  package static func shelf() throws -> DeckTemplates {
    try DeckTemplates(
      folder: try #require(BundledTemplates.directory(), "looked in \(BundledTemplates.candidates())"))
  }

  /// The folder of a template.
  package static func folder(_ name: String) throws -> String { "\(try shelf().folder)/\(name)" }
}
