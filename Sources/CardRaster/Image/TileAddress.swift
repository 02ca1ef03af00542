/// Where a tile lies: a level of zoom, and the column and row at that level, counted from the upper left.
package struct TileAddress: Hashable, Sendable {
  /// The level: the world is 2^zoom tiles wide.
  package var zoom: Int
  /// The column, from 180° west.
  package var x: Int
  /// The row, from the north.
  package var y: Int

  /// Names a tile.
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
