package import CardRaster
import Synchronization

/// The digests of font files that are not bundled, each computed once for all pages of a deck.
///
/// A display list refers to glyphs by number and position, so a different file with the same widths only
/// differs in its bytes. Bundled files belong to the version of the program and need no digest.
package final class FontSums: Sendable {
  private let known = Mutex<[String: String?]>([:])

  package init() {}

  /// The font files of a page with the start of their SHA-256 digest, sorted by name.
  ///
  /// A file that can no longer be read is left out.
  package func files(in list: DisplayList, _ catalog: FontCatalog) -> [(name: String, sum: String)] {
    guard catalog.hasOtherFiles else { return [] }
    var paths: Set<String> = []
    Self.collect(list.items, catalog, into: &paths)
    return paths.compactMap { path in
      sum(of: path).map { (FilePath.name(of: path), $0) }
    }.sorted { ($0.name, $0.sum) < ($1.name, $1.sum) }
  }

  private func sum(of path: String) -> String? {
    known.withLock { known in
      if let sum = known[path] { return sum }
      let bytes = try? FileReading.read(path: path, limit: Limits.fontBytes)
      let sum = bytes.map { String(SHA256.hex($0).prefix(16)) }
      known[path] = .some(sum)
      return sum
    }
  }

  private static func collect(
    _ items: [DisplayItem], _ catalog: FontCatalog, into paths: inout Set<String>
  ) {
    for item in items {
      switch item {
      case .glyphs(let run) where !catalog.isBundled(run.face): paths.insert(run.face.path)
      case .group(let group): collect(group.items, catalog, into: &paths)
      default: break
      }
    }
  }
}
