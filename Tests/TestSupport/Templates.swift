import BundledTemplates
package import CardParts
import Testing

/// The templates that travel with the program.
package enum Templates {
  /// Their names, in order; empty when their folder is not there.
  package static let names = (try? shelf().names) ?? []

  /// The shelf with all of them.
  package static func shelf() throws -> DeckTemplates {
    try DeckTemplates(
      folder: try #require(BundledTemplates.directory(), "looked in \(BundledTemplates.candidates())"))
  }

  /// The folder of one.
  package static func folder(_ name: String) throws -> String { "\(try shelf().folder)/\(name)" }
}
