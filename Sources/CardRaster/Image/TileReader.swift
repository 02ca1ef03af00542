/// Reads map tiles; each worker has one.
///
/// Each tile is read once.
package final class TileReader {
  private var archives: [String: Result<TileArchive, RasterError>] = [:]
  private var tiles: [Key: ImageSource?] = [:]

  private struct Key: Hashable {
    let source: String
    let address: TileAddress
  }

  /// Makes a reader with an empty cache.
  package init() {}

  /// A tile of a source; nil if the source does not have it.
  ///
  /// - Throws: `RasterError.image` if the tile is not an image or too large, or if the source is damaged.
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
    let result = Result { () throws(RasterError) in try TileArchive(path: path, name: name) }
    archives[path] = result
    return try result.get()
  }
}

/// An MBTiles archive (version 1.3): a database with the tables `metadata` and `tiles`.
///
/// Rows are counted from the south.
final class TileArchive {
  private let database: SQLiteDatabase
  /// The metadata of the archive.
  let metadata: [String: String]

  init(path: String, name: String) throws(RasterError) {
    let database = try SQLiteDatabase(path: path, name: name)
    var metadata: [String: String] = [:]
    for row in try database.rows("SELECT name, value FROM metadata LIMIT 100", most: 100) where row.count == 2
    {
      if let key = row[0].text, let value = row[1].text, value.utf8.count <= 10_000 { metadata[key] = value }
    }
    self.database = database
    self.metadata = metadata
    if let format = metadata["format"], ["pbf", "mvt"].contains(format) {
      throw .image(
        reason: "'\(name)' holds vector tiles (\(format)); tiles are PNG, JPEG or WebP pictures")
    }
  }

  /// The zoom levels in the archive, from its metadata or its tiles.
  func levels() throws(RasterError) -> ClosedRange<Int> {
    let whole = 0...TileSource.deepest
    let first = try level("minzoom", "SELECT min(zoom_level) FROM tiles")
    let last = try level("maxzoom", "SELECT max(zoom_level) FROM tiles")
    guard let first, let last, first <= last, whole.contains(first), whole.contains(last) else {
      return whole
    }
    return first...last
  }

  private func level(_ key: String, _ query: StaticString) throws(RasterError) -> Int? {
    if let level = metadata[key].flatMap({ Int($0) }) { return level }
    return try database.rows(query, most: 1).first?.first?.whole
  }

  /// The bytes of a tile.
  func tile(_ address: TileAddress) throws(RasterError) -> [UInt8]? {
    let rows = try database.rows(
      "SELECT tile_data FROM tiles WHERE zoom_level = ?1 AND tile_column = ?2 AND tile_row = ?3 LIMIT 1",
      [address.zoom, address.x, address.rowFromSouth], most: 1)
    guard case .bytes(let bytes)? = rows.first?.first else { return nil }
    return bytes
  }
}

/// The address of a tile: a zoom level, and the column and row at that level, counted from the upper left.
package struct TileAddress: Hashable, Sendable {
  /// The zoom level: the world is 2^zoom tiles wide.
  package var zoom: Int
  /// The column, from 180° west.
  package var x: Int
  /// The row, from the north.
  package var y: Int

  /// Makes an address.
  package init(zoom: Int, x: Int, y: Int) {
    self.zoom = zoom
    self.x = x
    self.y = y
  }

  /// `zoom/x/y`.
  package var text: String { "\(zoom)/\(x)/\(y)" }
}

extension TileAddress {
  /// The row counted from the south.
  var rowFromSouth: Int { (1 << zoom) - 1 - y }

  /// The name of the tile's file.
  func name(in template: String) -> String {
    var name = template
    for (mark, value) in [("{z}", zoom), ("{x}", x), ("{y}", y), ("{-y}", rowFromSouth)] {
      name = name.split(separator: mark, omittingEmptySubsequences: false).joined(separator: String(value))
    }
    return name
  }
}
