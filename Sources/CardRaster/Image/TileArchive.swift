/// An MBTiles archive (version 1.3): a database with the tables `metadata` and `tiles`, rows counted from the south.
final class TileArchive {
  private let database: SQLiteDatabase
  /// What the archive says about itself.
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

  /// The levels of zoom in the archive, from its own words or its tiles.
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
