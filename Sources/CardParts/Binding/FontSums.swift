import CardRaster
import Synchronization

/// The sums of font files that are not bundled, each made once for all pages of a deck.
///
/// What is drawn knows glyphs by their numbers and places: another file with the same widths differs in its bytes alone.
/// Bundled files are those of the program, and need no sum.
final class FontSums: Sendable {
  private let known = Mutex<[String: String?]>([:])

  /// The files of a page's letters by their names, each with the beginning of its SHA-256 sum, in order of the names.
  ///
  /// A file that cannot be read any more is left out.
  func files(in list: DisplayList, _ catalog: FontCatalog) -> [(name: String, sum: String)] {
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
