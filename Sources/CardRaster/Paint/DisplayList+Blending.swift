extension DisplayItem {
  /// Whether it, or something in it that has no layer around it, is mixed with what lies behind.
  var blends: Bool {
    guard case .group(let group) = self else { return false }
    if group.blendMode != .normal { return true }
    return !group.isLayer && group.shadows.isEmpty && group.items.contains(where: \.blends)
  }
}

extension DisplayList {
  /// The same picture with the clips of groups on what they hold, where something in them is mixed with what lies behind.
  ///
  /// In a document of SVG an element with a clip is a layer: what is in it would be mixed with that layer alone.
  var withClipsBelowBlending: DisplayList {
    guard items.contains(where: \.blends) else { return self }
    var result = self
    result.items = items.map(\.withClipsBelowBlending)
    return result
  }
}

extension DisplayItem {
  fileprivate var withClipsBelowBlending: DisplayItem {
    guard blends, case .group(var group) = self, !group.isLayer else { return self }
    group.items = group.items.map(\.withClipsBelowBlending)
    guard let clip = group.clip else { return .group(group) }
    group.clip = nil
    group.items = Self.clipped(group.items, by: clip)
    return .group(group)
  }

  /// Items, each inside a clip; those that are mixed with what lies behind alone, the others in runs.
  private static func clipped(_ items: [DisplayItem], by clip: Shape) -> [DisplayItem] {
    var result: [DisplayItem] = []
    var run: [DisplayItem] = []
    for item in items {
      guard item.blends, case .group(var group) = item else {
        run.append(item)
        continue
      }
      if !run.isEmpty { result.append(.group(Group(run, clip: clip))) }
      run = []
      if group.blendMode == .normal, let back = group.transform.inverse {
        group.items = clipped(group.items, by: clip.transformed(by: back))
        result.append(.group(group))
      } else {
        // The clip is on the layer that is mixed.
        let mode = group.blendMode
        group.blendMode = .normal
        result.append(.group(Group([.group(group)], clip: clip, blendMode: mode)))
      }
    }
    if !run.isEmpty { result.append(.group(Group(run, clip: clip))) }
    return result
  }
}

extension DisplayItem.Shape {
  /// The shape after a map; one that is moved only keeps its form.
  fileprivate func transformed(by map: Transform) -> DisplayItem.Shape {
    if map == .translation(Point(x: map.tx, y: map.ty)) {
      let way = Point(x: map.tx, y: map.ty)
      switch self {
      case .roundedRect(let rect): return .roundedRect(rect.moved(by: way))
      case .ring(let outer, let inner): return .ring(outer: outer.moved(by: way), inner: inner.moved(by: way))
      case .path: break
      }
    }
    switch self {
    case .roundedRect(let rect): return .path(rect.path.transformed(by: map))
    case .path(let path): return .path(path.transformed(by: map))
    // Rings are borders and cut nothing off.
    case .ring: return self
    }
  }
}
