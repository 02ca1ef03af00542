/// A source of map tiles: a folder of images or an MBTiles archive, below a deck's folder.
///
/// Guarantees: it existed and was readable when the value was made. `TileReader` reads the tiles.
package struct TileSource: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Files whose names contain `{z}`, `{x}` and `{y}` (or `{-y}`, counted from the south).
    case files(SafeFolder)
    /// An archive, by its full path.
    case archive(path: String)
  }

  /// The path as the deck has it.
  package let name: String
  let kind: Kind
  /// The available zoom levels, as far as the source declares them.
  package let levels: ClosedRange<Int>
  /// The attribution of the map, if the source has one.
  package let attribution: String?

  /// The deepest zoom level: tiles there are some centimetres wide.
  package static let deepest = 30

  /// Checks a source of tiles.
  ///
  /// - Parameters:
  ///   - name: a path below the folder: that of an MBTiles archive, or one that contains `{z}`, `{x}` and
  ///     `{y}`.
  ///   - folder: the deck's folder, which no path may leave.
  /// - Throws: `RasterError.file` if it leaves the folder or does not exist, `RasterError.image` if it is
  ///   neither.
  package init(_ name: String, in folder: SafeFolder) throws(RasterError) {
    self.name = name
    guard !name.contains("://"), !name.lowercased().hasPrefix("data:") else {
      throw .image(
        reason: "tiles are not loaded from the network: '\(name)'; put them in the deck's folder")
    }
    if name.contains("{") {
      let marks =
        ["{z}", "{x}"].filter { !name.contains($0) }
        + (name.contains("{y}") || name.contains("{-y}") ? [] : ["{y}"])
      guard marks.isEmpty else { throw .image(reason: "'\(name)' lacks \(marks.joined(separator: ", "))") }
      // A name that leaves the folder is reported before any tile is requested.
      _ = try folder.resolveIfPresent(TileAddress(zoom: 0, x: 0, y: 0).name(in: name))
      kind = .files(folder)
      levels = 0...TileSource.deepest
      attribution = nil
      return
    }
    let path = try folder.resolve(name)
    guard try FileReading.beginning(path: path, count: 16).elementsEqual("SQLite format 3\0".utf8) else {
      throw .image(
        reason:
          "'\(name)' is not an MBTiles archive and does not contain the placeholders {z}, {x} and {y}")
    }
    kind = .archive(path: path)
    let archive = try TileArchive(path: path, name: name)
    levels = try archive.levels()
    attribution = archive.metadata["attribution"].map(TileSource.plain).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The text of an attribution, which is often HTML, without tags and with common entities replaced.
  static func plain(_ html: String) -> String {
    var text = ""
    var isTag = false
    for character in html {
      if character == "<" {
        isTag = true
      } else if character == ">" {
        isTag = false
      } else if !isTag {
        text.append(character)
      }
    }
    for (name, character) in [
      ("&copy;", "©"), ("&#169;", "©"), ("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""),
      ("&amp;", "&"),
    ] {
      text = text.split(separator: name, omittingEmptySubsequences: false).joined(separator: character)
    }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
