import CardModel
import CardRaster

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
