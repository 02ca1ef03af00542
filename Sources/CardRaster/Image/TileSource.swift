/// Where a tile lies: a level of zoom, and the column and row at that level, counted from the upper left.
public struct TileAddress: Hashable, Sendable {
  /// The level: the world is 2^zoom tiles wide.
  public var zoom: Int
  /// The column, from 180° west.
  public var x: Int
  /// The row, from the north.
  public var y: Int

  /// Names a tile.
  public init(zoom: Int, x: Int, y: Int) {
    self.zoom = zoom
    self.x = x
    self.y = y
  }

  /// `zoom/x/y`.
  public var text: String { "\(zoom)/\(x)/\(y)" }
}

/// Where the tiles of a map come from: a folder of pictures or an MBTiles archive, below a deck's folder.
///
/// Guarantees: it was there and could be read when the value was made. `TileReader` reads the tiles.
public struct TileSource: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Files whose names hold `{z}`, `{x}` and `{y}` (or `{-y}`, counted from the south).
    case files(SafeFolder)
    /// An archive, by its full path.
    case archive(path: String)
  }

  /// The path as the deck has it.
  public let name: String
  let kind: Kind
  /// The levels of zoom that there are, as far as the source tells.
  public let levels: ClosedRange<Int>
  /// Who made the map, if the source tells.
  public let attribution: String?

  /// The deepest level of zoom: tiles there are some centimetres wide.
  public static let deepest = 30

  /// Looks at a source of tiles.
  ///
  /// - Parameters:
  ///   - name: a path below the folder: of an MBTiles archive, or with `{z}`, `{x}` and `{y}` in it.
  ///   - folder: the deck's folder, which nothing leaves.
  /// - Throws: `RasterError.file` when it leaves the folder or is not there, `RasterError.image` when it is neither.
  public init(_ name: String, in folder: SafeFolder) throws(RasterError) {
    self.name = name
    guard !name.contains("://"), !name.lowercased().hasPrefix("data:") else {
      throw .image(
        reason: "tiles are not fetched from elsewhere: '\(name)'; put them beside the deck")
    }
    if name.contains("{") {
      let marks =
        ["{z}", "{x}"].filter { !name.contains($0) }
        + (name.contains("{y}") || name.contains("{-y}") ? [] : ["{y}"])
      guard marks.isEmpty else { throw .image(reason: "'\(name)' lacks \(marks.joined(separator: ", "))") }
      // A name that leaves the folder is told before any tile is asked for.
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
          "'\(name)' is no MBTiles archive and has no {z}, {x} and {y}, by which tiles are found in a folder")
    }
    kind = .archive(path: path)
    let archive = try TileArchive(path: path, name: name)
    levels = try archive.levels()
    attribution = archive.metadata["attribution"].map(TileSource.plain).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Attributions are often HTML: the text without tags, and with the usual characters for their names.
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

/// Reads tiles; one for each worker.
///
/// Each tile is read once.
public final class TileReader {
  private var archives: [String: Result<TileArchive, RasterError>] = [:]
  private var tiles: [Key: ImageSource?] = [:]

  private struct Key: Hashable {
    let source: String
    let address: TileAddress
  }

  /// Makes a reader that has read nothing.
  public init() {}

  /// A tile of a source; nil when the source has none there.
  ///
  /// - Throws: `RasterError.image` when the tile is no picture or too large, or the source is damaged.
  public func tile(_ address: TileAddress, of source: TileSource) throws(RasterError) -> ImageSource? {
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
      bytes = try FileReading.read(path: path, limit: Limits.tileBytes)
    case .archive(let path):
      name = "\(source.name)/\(address.text)"
      guard let found = try archive(path, source.name).tile(address) else { return nil }
      bytes = found
    }
    let tile: ImageSource
    do throws(RasterError) {
      tile = try ImageDecoding.decode(bytes, name: name, pixels: Limits.tileSide * Limits.tileSide)
    } catch .image(let reason) {
      throw .image(reason: "cannot read the tile '\(name)': \(reason)")
    }
    guard case .bitmap = tile.content else {
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
