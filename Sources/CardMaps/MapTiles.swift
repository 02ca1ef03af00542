import CardModel
import CardRaster

/// Covers a map with tiles.
struct MapTiles {
  let source: TileSource
  let viewport: MapViewport
  /// The number of pixels per point.
  let scale: Double
  /// The lowest and highest zoom levels, if the deck sets them.
  let lowest: Int?
  let highest: Int?
  /// Whether a map that is wider than the world shows it once.
  let isWorldDrawnOnce: Bool

  /// The drawing items, their zoom level, and warnings.
  struct Drawn {
    var items: [DisplayItem] = []
    var zoom = 0
    var warnings: [DeckIssue] = []
  }

  /// The usual side of a tile, in pixels.
  static let usualSide = 256.0
  /// The number of levels above the best one that are tried if no lower one has tiles.
  private static let finer = 3

  /// Finds the best level and reads its tiles.
  ///
  /// That is the coarsest level that needs no enlargement, or else the finest level below it.
  func layoutTiles(_ palette: MapPalette, _ context: LayoutContext) throws(RasterError) -> Drawn {
    var side = MapTiles.usualSide
    var zoom = try level(side, context)
    if let found = zoom, let known = try sidePixels(found, context), known != side {
      // Tiles of another size have the same sharpness at another level.
      side = known
      zoom = try level(side, context)
    }
    guard let zoom else {
      let first = address(best(MapTiles.usualSide), viewport.center.x, viewport.center.y)
      throw .image(
        reason: "no tile of '\(source.name)' covers the map; the first tile searched for is \(first.text)")
    }
    var drawn = try cover(zoom, palette, context)
    let enlarged = viewport.worldSide * scale / (side * tilesAcross(zoom))
    if enlarged > 1.02 {
      drawn.warnings.append(
        context.warning(
          "the tiles end at level \(zoom) and are enlarged \(NumberText.format(enlarged, digits: 2)) times",
          hint: "level \(best(side, unbounded: true)) would be sharp"))
    }
    return drawn
  }

  private func tilesAcross(_ zoom: Int) -> Double { Double(1 << zoom) }

  private var levels: ClosedRange<Int> {
    let low = max(lowest ?? source.levels.lowerBound, 0)
    return low...max(low, min(highest ?? source.levels.upperBound, TileSource.deepest))
  }

  /// The coarsest level whose tiles are not enlarged.
  private func best(_ side: Double, unbounded: Bool = false) -> Int {
    var zoom = 0
    while zoom < TileSource.deepest, side * tilesAcross(zoom) * 1.02 < viewport.worldSide * scale {
      zoom += 1
    }
    return unbounded ? zoom : min(max(zoom, levels.lowerBound), levels.upperBound)
  }

  /// The best level that has a tile in the map.
  private func level(_ side: Double, _ context: LayoutContext) throws(RasterError) -> Int? {
    let best = best(side)
    for zoom in stride(from: best, through: levels.lowerBound, by: -1) {
      if try sidePixels(zoom, context) != nil { return zoom }
    }
    for zoom in stride(from: best + 1, through: min(best + MapTiles.finer, levels.upperBound), by: 1) {
      if try sidePixels(zoom, context) != nil { return zoom }
    }
    return nil
  }

  /// The side of a level's tiles in pixels, from the first tile found, starting at the centre.
  private func sidePixels(_ zoom: Int, _ context: LayoutContext) throws(RasterError) -> Double? {
    let middle = address(zoom, viewport.center.x, viewport.center.y)
    for address in try [middle] + addresses(zoom).map(\.address) {
      if let size = try context.tile(address, of: source)?.pixelSize { return Double(size.width) }
    }
    return nil
  }

  private func address(_ zoom: Int, _ x: Double, _ y: Double) -> TileAddress {
    let across = 1 << zoom
    let column = Int((x * Double(across)).rounded(.down))
    let row = Int((y * Double(across)).rounded(.down))
    return TileAddress(
      zoom: zoom, x: ((column % across) + across) % across, y: min(max(row, 0), across - 1))
  }

  /// The tiles that cover the map at a level, row by row, with their frames.
  private func addresses(_ zoom: Int) throws(RasterError) -> [(address: TileAddress, frame: Rect)] {
    let across = tilesAcross(zoom)
    let side = viewport.worldSide / across
    func number(_ place: Double) -> Int { Int((place * across).rounded(.down)) }
    // If an edge of the map is exactly the edge of a tile, the next tile is not needed.
    let hair = 1e-6 / viewport.worldSide
    var (left, right) = (viewport.left, viewport.right)
    if isWorldDrawnOnce {
      (left, right) = (max(left, viewport.center.x - 0.5), min(right, viewport.center.x + 0.5))
    }
    let columns = number(left + hair)...max(number(left + hair), number(right - hair))
    let rows =
      max(0, number(viewport.top))...max(0, min((1 << zoom) - 1, number(viewport.bottom - hair)))
    let count = columns.count * rows.count
    guard count <= Limits.mapTiles else {
      throw .limit(what: "the number of tiles of a map", value: Double(count), limit: Double(Limits.mapTiles))
    }
    return rows.flatMap { row in
      columns.map { column in
        (
          TileAddress(zoom: zoom, x: ((column % (1 << zoom)) + (1 << zoom)) % (1 << zoom), y: row),
          Rect(
            x: (Double(column) / across - viewport.left) * viewport.worldSide,
            y: (Double(row) / across - viewport.top) * viewport.worldSide, width: side, height: side)
        )
      }
    }
  }

  private func cover(_ zoom: Int, _ palette: MapPalette, _ context: LayoutContext) throws(RasterError)
    -> Drawn
  {
    var drawn = Drawn()
    drawn.zoom = zoom
    let frame = Rect(origin: .zero, size: viewport.size)
    var mean: Color?
    var missing: [TileAddress] = []
    var warnings: [String] = []
    var pictures: [DisplayItem] = []
    for (address, frame) in try addresses(zoom) {
      guard let tile = try context.tile(address, of: source) else {
        if !missing.contains(address) { missing.append(address) }
        continue
      }
      mean = mean ?? tile.tones.first.map(Color.init(rgb:))
      pictures.append(.image(DisplayItem.ImageItem(image: tile, frame: frame)))
      if let warning = tile.warning { warnings.append("the tile '\(tile.name)': \(warning)") }
    }
    // Both sides of a world that is narrower than the map have the mean colour of its tiles.
    let isWider = isWorldDrawnOnce && viewport.worldSide < frame.width
    drawn.items.append(.rect(frame, isWider ? mean ?? palette.missing : palette.missing))
    drawn.items += isWorldDrawnOnce ? viewport.once(pictures) : pictures
    if let veil = palette.veil { drawn.items.append(.rect(frame, veil)) }
    // One warning is enough, because all tiles come from the same program.
    if let warning = warnings.first { drawn.warnings.append(context.warning(warning)) }
    if !missing.isEmpty {
      let names = missing.prefix(4).map(\.text).joined(separator: ", ")
      let more = missing.count > 4 ? " and \(missing.count - 4) more" : ""
      drawn.warnings.append(
        context.warning(
          "the tile\(missing.count == 1 ? "" : "s") \(names)\(more) of '\(source.name)' \(missing.count == 1 ? "is" : "are") missing"
        ))
    }
    return drawn
  }
}

extension ValueKind where Value == TileSource {
  /// The path of a tile archive, or of tile files with the placeholders `{z}`, `{x}` and `{y}`.
  static var tiles: Self {
    ValueKind("path of tiles", schema: .string, show: { "\"\($0.name)\"" }) { node, path, context in
      guard case .string(let name) = node.value else {
        context.mismatch(node, path, expected: "the path of tiles such as \"tiles/{z}/{x}/{y}.png\"")
        return nil
      }
      guard context.allowsFile(node, path) else { return nil }
      switch context.assets.tiles(name) {
      case .success(let tiles): return tiles
      case .failure(let error):
        context.error(node, path, error.message)
        return nil
      }
    }
  }
}
