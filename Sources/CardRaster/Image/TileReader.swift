/// Reads tiles; one for each worker.
///
/// Each tile is read once.
package final class TileReader {
  private var archives: [String: Result<TileArchive, RasterError>] = [:]
  private var tiles: [Key: ImageSource?] = [:]

  private struct Key: Hashable {
    let source: String
    let address: TileAddress
  }

  /// Makes a reader that has read nothing.
  package init() {}

  /// A tile of a source; nil when the source has none there.
  ///
  /// - Throws: `RasterError.image` when the tile is no picture or too large, or the source is damaged.
  package func tile(_ address: TileAddress, of source: TileSource) throws(RasterError) -> ImageSource? {
    let key = Key(source: source.name, address: address)
    if let known = tiles[key] { return known }
    let tile = try read(address, source)
    tiles.updateValue(tile, forKey: key)
    return tile
  }

  private func read(_ address: TileAddress, _ source: TileSource) throws(RasterError) -> ImageSource? {
    let name: String
    let bytes: [UInt8]
    switch source.kind {
    case .files(let folder):
      name = address.name(in: source.name)
      guard let path = try folder.resolveIfPresent(name) else { return nil }
      bytes = try FileReading.read(resolved: path, limit: Limits.tileBytes)
    case .archive(let path):
      name = "\(source.name)/\(address.text)"
      guard let found = try archive(path, source.name).tile(address) else { return nil }
      bytes = found
    }
    let tile: ImageSource
    do throws(RasterError) {
      tile = try ImageDecoding.deferred(bytes, name: name, pixels: Limits.tileSide * Limits.tileSide)
    } catch .image(let reason) {
      throw .image(reason: "cannot read the tile '\(name)': \(reason)")
    }
    guard tile.pixelSize != nil else {
      throw .image(reason: "cannot read the tile '\(name)': tiles are PNG, JPEG or WebP pictures")
    }
    return tile
  }

  private func archive(_ path: String, _ name: String) throws(RasterError) -> TileArchive {
    if let known = archives[path] { return try known.get() }
    let result: Result<TileArchive, RasterError>
    do throws(RasterError) {
      result = .success(try TileArchive(path: path, name: name))
    } catch {
      result = .failure(error)
    }
    archives[path] = result
    return try result.get()
  }
}
