extension DisplayItem {
  /// A rectangle of pixels that items will cover with one opaque colour, or nil when none large enough is found.
  ///
  /// What is painted there before need not be: most cards hide three quarters of the gradient behind them. Only plain
  /// rectangles in plain groups are looked at; of a rounded one the rows between its corners count.
  static func cover(of items: [DisplayItem], _ state: PaintState) -> PixelRect? {
    // A background has few items before its card.
    for item in items.prefix(8) {
      switch item {
      case .fill(.roundedRect(let shape), .solid(let color), _) where color.alpha == 255:
        guard let upright = state.upright(shape), upright.rect.isOnPixels,
          let all = PixelRect(covering: upright.rect)
        else { continue }
        let reaches = upright.cornerReaches.map { Int($0.height.rounded(.up)) }
        let rows = PixelRect(
          minX: all.minX, minY: all.minY + max(reaches[0], reaches[1]), maxX: all.maxX,
          maxY: all.maxY - max(reaches[2], reaches[3]))
        guard let seen = rows?.intersection(state.clip.bounds),
          8 * seen.width * seen.height >= state.clip.bounds.width * state.clip.bounds.height
        else { continue }
        return seen
      case .group(let group) where group.isPlain && group.clip == nil:
        var inner = state
        inner.map = group.transform.then(state.map)
        if let found = cover(of: group.items, inner) { return found }
        // What is blurred reaches beyond what it lies behind.
        if item.backdrops > 0 { return nil }
      default: if item.backdrops > 0 { return nil }
      }
    }
    return nil
  }
}

extension DisplayItem.Group {
  /// Whether its items are drawn as if there were no group, but for transform and clip.
  package var isPlain: Bool { !isLayer && shadows.isEmpty }

  /// Whether it is drawn on a layer of its own, which is then laid over what was drawn before.
  var isLayer: Bool { opacity < 1 || mask != nil || blendMode != .normal }
}
